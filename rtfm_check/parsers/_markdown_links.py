"""The links of a Markdown page, from what pyromark tells of them.

It tells of a label without definition when it meets it, and of definitions apart; and it takes
`[[text]](address)`, `[[text]][label]` and `[[label]]` for wikilinks, where Markdown has a link
whose text is in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from rtfm_check.parsers import _markdown_targets as targets
from rtfm_check.parsers._contract import How, Link
from rtfm_check.parsers._markdown_targets import Address

_LONG = 200  # characters of an address that are told
_DEFINES = re.compile(  # at the start of a line, also in lists and quotations
    r"^[ \t>*+.)0-9-]*+(?P<bracket>\[)(?P<label>(?!\^)(?:[^\\\[\]\n]|\\.){1,999}+)\]:", re.MULTILINE
)


class _Definition(NamedTuple):
    """`[label]: address "title"`."""

    address: Address
    start: int
    end: int
    target: targets.Range


class Links:
    """Makes links one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._definitions: dict[str, _Definition] = {}
        self._used: set[int] = set()
        self._bracketed = (-1, -1)  # the last `[[text]]`, which a label may follow

    @property
    def count(self) -> int:
        """How many labels have a definition."""
        return len(self._definitions)

    def define(self, label: str, start: int, end: int, address: str) -> None:
        """Note a definition."""
        target = targets.definition_target(self._text, start, end)
        found = _Definition(targets.address(address), start, end, target)
        self._definitions[_key(label)] = found

    def add(self, made: list[Link], data: Any, start: int, end: int) -> None:
        """Add a link that pyromark met, and that is not an inline one, to those that were made."""
        kind = data["link_type"]
        meant = data["dest_url"]
        if kind.__class__ is dict:
            self._wikilink(made, kind["WikiLink"]["has_pothole"], start, end)
        elif kind in ("Autolink", "Email"):
            found = targets.address(meant if kind == "Autolink" else f"mailto:{meant}")
            made.append(targets.link(found, self._text, start, end, (start + 1, end - 1)))
        else:
            self._reference(made, data["id"], meant, start, end)

    def unused(self) -> Iterator[Link]:
        """The links of definitions that nothing refers to."""
        for address, start, end, target in self._definitions.values():
            if start not in self._used:
                yield targets.link(address, self._text, start, end, target)

    def again(self, shown: str) -> Iterator[Link]:
        """What looks like the definition of a label that has one; it may stand in text or in code.

        `shown` is the text with nothing but Markdown.
        """
        for match in _DEFINES.finditer(shown):
            known = self._definitions.get(_key(match["label"]))
            start, end = match.start("bracket"), shown.find("\n", match.end())
            if known is not None and start > known.start:
                end = end if end >= 0 else len(shown)
                begin, stop = known.target
                first = self._text[begin : min(stop, begin + _LONG)]
                target = targets.definition_target(shown, start, end)
                yield targets.link(Address(first, How.DEFINED), shown, start, end, target)

    def _wikilink(self, made: list[Link], has_alias: bool, start: int, end: int) -> None:
        text = self._text
        is_image = text[start] == "!"
        if not is_image and text.startswith("(", end):
            ordinary = targets.bracketed(text, start, end)
            if ordinary is not None:
                made.append(ordinary)
                return
        if not is_image and not has_alias and self._definitions:
            label = text[start + 2 : end - 2]
            if _key(label) in self._definitions:
                self._reference(made, label, "", start, end)
                return
        link = targets.wikilink(text, start, end)
        if link is not None:
            made.append(link)
            self._bracketed = (start, end)

    def _reference(self, made: list[Link], label: str, meant: str, start: int, end: int) -> None:
        if start == self._bracketed[1] and made:
            start = self._bracketed[0]
            made.pop()
        if self._text.startswith("[]", end):
            end += 2
        known = self._definitions.get(_key(label))
        if known is None:
            made.append(targets.link(targets.address(meant), self._text, start, end, (start, end)))
        else:
            self._used.add(known.start)
            made.append(targets.link(known.address, self._text, start, end, known.target))


def _key(label: str) -> str:
    """Two labels that are the same have the same key."""
    return " ".join(label.split()).casefold()
