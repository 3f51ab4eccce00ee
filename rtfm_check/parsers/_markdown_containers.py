"""What other programs than GitHub read as Markdown inside of Markdown.

CommonMark takes it for code: what is indented below `!!! note`, as MkDocs has it, and what stands
between the fences of MyST's directives, such as `{note}`. Each is written here so that CommonMark
reads it as Markdown too, in as many characters and lines as before.
"""

from __future__ import annotations

import re

Range = tuple[int, int]

_MOST_DEEP = 100  # directives in one another
_ADMONITION = re.compile(  # or a tab: what is indented below it belongs to it
    r"""
    ^ (?P<indent>[ ]*+) (?:!!!|\?\?\?|===) (?P<sign>[+!]?+) [ ]
    (?= [^\n]*+ \n (?: [ \t]*+ \n )*+ (?P=indent) [ ]{4} )
    """,
    re.MULTILINE | re.VERBOSE,
)
_FENCE = re.compile(r"[ ]*+(?P<fence>`{3,}+|~{3,}+)(?P<info>[^`\n]*+)")
_DIRECTIVE = re.compile(r"^[ ]*+(?:```|~~~)[`~]*+\{", re.MULTILINE)
_NAME = re.compile(r"\{([\w-]++)\}")
_OF_MARKDOWN = frozenset(  # directives whose content is Markdown
    (
        *("note", "warning", "tip", "important", "attention", "caution", "danger", "error"),
        *("hint", "seealso", "admonition", "todo", "topic", "sidebar", "margin", "aside"),
        *("versionadded", "versionchanged", "versionremoved", "deprecated", "epigraph"),
        *("tab", "tabs", "tab-set", "tab-item", "group-tab", "dropdown", "details", "card"),
        *("grid", "grid-item", "grid-item-card", "card-carousel", "pull-quote", "figure"),
        *("exercise", "solution", "div", "container"),
    )
)


def shown(text: str) -> tuple[str, list[Range]]:
    """The text as CommonMark has to read it, and the first and the last lines of directives."""
    if "!!! " in text or "???" in text or "===" in text:
        text = _ADMONITION.sub(_as_item, text)
    if "{" not in text or not _DIRECTIVE.search(text):
        return text, []
    lines = text.split("\n")
    found = _directives(lines)
    for each in found:
        for line in each:
            lines[line] = " " * len(lines[line])
    return "\n".join(lines), _outermost(found)


def _as_item(match: re.Match[str]) -> str:
    """An admonition as an item of a list, whose text begins four columns behind its mark."""
    return f"{match['indent']}-   {'x' if match['sign'] else ''}"


def _directives(lines: list[str]) -> list[Range]:
    """Where directives begin and end whose content is Markdown, the inner ones first."""
    opened: list[tuple[str, int]] = []  # fences of those that are around, and their lines
    code = ""  # the fence of other code that is read
    found = []
    for number, line in enumerate(lines):
        match = _FENCE.fullmatch(line) if "```" in line or "~~~" in line else None
        if match is None:
            continue
        fence, info = match["fence"], match["info"].strip()
        name = _NAME.match(info)
        if code:
            if fence.startswith(code) and not info:
                code = ""
        elif name is not None and name[1] in _OF_MARKDOWN and len(opened) < _MOST_DEEP:
            opened.append((fence, number))
        elif not info and opened and fence == opened[-1][0]:
            found.append((opened.pop()[1], number))
        else:
            code = fence
    return found


def _outermost(found: list[Range]) -> list[Range]:
    """The ranges that are in no other, in their order."""
    made: list[Range] = []
    for first, last in sorted(found):
        if not made or first > made[-1][1]:
            made.append((first, last))
    return made
