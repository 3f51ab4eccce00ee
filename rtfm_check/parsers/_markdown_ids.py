"""Places of a Markdown page that are named by an id, and by no heading alone.

A block id of Obsidian, attributes as Python-Markdown and kramdown have them, labels of MyST.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.parsers._contract import Anchor

BLOCK_ID = re.compile(r"\^(?<!\S\^)[A-Za-z0-9-]+(?=[ \t]*$)", re.MULTILINE)
_LABEL = re.compile(  # of MyST: `(label)=`, options of directives, and the name of a figure
    r"""
    ^ (?: [ ]{0,3} \( ([^()\n]{1,200}+) \)=
        | [ \t]*+ :(?:name|label): [ \t]++ (\S{1,200}+)
        | [ \t]*+ (?:`{3,}+|:{3,}+) \{figure-md\} [ \t]++ (\S{1,200}+)
    ) [ \t]*+ $
    """,
    re.MULTILINE | re.VERBOSE,
)
_OF_DIRECTIVES = (b":name:", b":label:", b"{figure-md}")
ATTRIBUTES = re.compile(  # `{: .class #id }`, as Python-Markdown and kramdown have them
    r"(?<!\{)\{:?[ \t]*+(?:[^\s{}#]++[ \t]++)*+#([\w:.-]++)[^{}\n]*+\}"
)
_ESCAPED_ID = re.compile(r"\{:?[ \t]*+#([\w\\:.-]++)[ \t]*+\}")  # as `{#\_fn}` of Python-Markdown


def may_stand_in(text: str) -> bool:
    """Whether there are ids behind blocks or in attributes, perhaps in code."""
    has_block_ids = "^" in text and BLOCK_ID.search(text) is not None
    return has_block_ids or ("{" in text and ATTRIBUTES.search(text) is not None)


def labels(text: str, data: bytes) -> Iterator[Anchor]:
    """Labels, wherever they stand; `data` is the text in UTF-8, in which one is missed sooner."""
    has_braces = b"{" in data
    if b")=\n" in data or (has_braces and any(each in data for each in _OF_DIRECTIVES)):
        for each in _LABEL.finditer(text):
            yield Anchor("", 0, (each[each.lastindex or 0],))
    if has_braces and b"#\\_" in data:
        for each in _ESCAPED_ID.finditer(text):
            yield Anchor("", 0, (each[1].replace("\\", ""),))


def with_ids(title: str) -> tuple[str, tuple[str, ...]]:
    """A title without the `{#id .class}` at its end, and the ids in it."""
    if "}" not in title or not title.rstrip().endswith("}"):
        return title, ()
    before, brace, inside = title.rstrip()[:-1].rpartition("{")
    words = inside.removeprefix(":").split()
    if not brace or not words or not all(word[0] in "#." or "=" in word for word in words):
        return title, ()
    return before.rstrip(), tuple(word[1:] for word in words if word[0] == "#" and word[1:])
