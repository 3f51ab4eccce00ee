"""What the tags of HTML mean for its text."""

from __future__ import annotations

# Elements that hold no tags: what is in them is no text of the page, or is one as it stands.
DROPPED = frozenset({"script", "style", "template", "iframe", "noembed"})
RAW = DROPPED | {"title", "textarea", "xmp"}
HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
CELLS = frozenset({"td", "th"})
# Elements that stand in lines of their own, and are closed by an end tag of theirs.
BLOCKS = (
    LISTS
    | CELLS
    | HEADINGS.keys()
    | {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details"}
    | {"dialog", "div", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset"}
    | {"header", "hgroup", "html", "legend", "li", "listing", "main", "nav", "noframes", "option"}
    | {"optgroup", "pre", "search", "section", "select", "summary", "table", "tbody", "tfoot"}
    | {"thead", "tr", "xmp"}
)
BREAKS = BLOCKS | {"p", "hr", "head", "title"}
SPACED = frozenset({"button", "img", "input", "label", "object", "svg", "textarea", "video"})
VERBATIM = frozenset({"pre", "listing", "xmp"})

# An element that begins ends these, up to the element that holds both.
ENDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), LISTS | CELLS | {"table"}),
    "dt": (frozenset({"dt", "dd"}), LISTS | CELLS | {"table"}),
    "dd": (frozenset({"dt", "dd"}), LISTS | CELLS | {"table"}),
    "td": (CELLS, frozenset({"table", "tr"})),
    "th": (CELLS, frozenset({"table", "tr"})),
    "tr": (frozenset({"tr", "caption"}), frozenset({"table"})),
    "tbody": (frozenset({"thead", "tbody", "tfoot", "caption"}), frozenset({"table"})),
    "tfoot": (frozenset({"thead", "tbody", "tfoot", "caption"}), frozenset({"table"})),
    "thead": (frozenset({"thead", "tbody", "tfoot", "caption"}), frozenset({"table"})),
    "option": (frozenset({"option"}), frozenset({"select", "optgroup"})),
}
_OF_TABLES = frozenset({"caption", "tbody", "tfoot", "thead", "tr"}) | CELLS
_WALLS = CELLS | {"caption", "table"}


def walls(name: str) -> frozenset[str]:
    """What the end tag of an element does not reach out of: a cell holds what begins in it."""
    if name in ("table", "body", "html"):
        return frozenset()
    return frozenset({"table"}) if name in _OF_TABLES else _WALLS
