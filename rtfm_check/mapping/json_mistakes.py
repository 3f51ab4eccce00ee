"""JSON that people write by the habit of another language, at the place where reading ends."""

from __future__ import annotations

import re

from rtfm_check import limits
from rtfm_check.mapping.foreign_text import Found, is_yaml, left_by_tools
from rtfm_check.text.show import quote

_TEMPLATE = re.compile(r"\{\{[^{}\n]*\}\}")
_NEXT_LINE = re.compile(r"[ \t\r]*\n\s*(?:\"[^\"\n]*\"\s*:|[}\]])")
_INSTEAD = {";": ",", "=": ":", "`": '"'}


def other_language(text: str, at: int, why: str) -> Found | None:
    """The mistake at a place where JSON may not go on; `why` is what the reader says of it."""
    found = left_by_tools(text, at)
    if found:
        return found
    if not why and is_yaml(text, at):
        end = text.find("\n", at)
        help = "give the file the suffix `.yaml`, or write JSON"
        return at, len(text) if end < 0 else end, "this is YAML, not JSON", help
    template = _TEMPLATE.match(text, at - 1) if why.startswith("a key") and at else None
    if template:
        short = len(template[0]) <= limits.HELP_CHARS
        help = f'write `"{template[0]}"`' if short else "put it in quotes"
        return *template.span(), f"{quote(template[0])} needs quotes", help
    character = text[at : at + 1]
    if character == "," and why.startswith(("a key", "a value")):
        return at, at + 1, "a comma with nothing before it", "remove the comma"
    if character and character in _INSTEAD and why:
        help = f"write `{_INSTEAD[character]}`"
        return at, at + 1, f"`{character}` is not what JSON has here", help
    behind = text[at - 1 : at] == '"' and why.startswith("a comma")
    if behind and character not in ('"', "}", "]") and text.find('"', at, _end(text, at)) > 0:
        return at - 1, at + 1, "the text ends at this quote", r"write `\"` for a quote in a text"
    return None


def is_unclosed(text: str, at: int) -> bool:
    """Whether a text runs over the end of a line, and the next one has a key or a bracket."""
    return _NEXT_LINE.match(text, at) is not None


def _end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
