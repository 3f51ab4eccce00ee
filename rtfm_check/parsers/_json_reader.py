"""A JSON text read to named blocks: the keys of an object, the items of a list, a single value.

What is too long to be in sight, or nested too deep for recursion, comes in pieces, with a stack of
its own. Reading stops at the first thing that is not JSON; the text from there on is left.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any

from rtfm_check.parsers import _json_text as layout
from rtfm_check.parsers._json_odd import Oddities
from rtfm_check.parsers._json_window import NotJson, TooLong, Window
from rtfm_check.parsers._keyed import Named

_FOLLOWED = 100_000  # keys of an object in pieces that are looked at for being there twice
_FOLLOWED_LEVELS = 1000
_DEEPEST = 200_000  # levels of nesting that are read
_CLOSES = {"[": "]", "{": "}"}
_TOKENS = re.compile(r'(?:[^"\\]++|\\u[0-9a-fA-F]{4}|\\[^u])*+', re.DOTALL)
_HIGH = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\Z")  # half a character, whose other half follows


class Reader:
    """Reads the documents of a text, of which there should be one."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self.window = Window(blocks)
        self.odd = Oddities()
        self.error: NotJson | None = None  # why reading has stopped
        self.deepest = 0  # levels of nesting, where there are many
        self.began = 0  # where the document does; in sight if all of the text is
        self._known: tuple[Any, int] | None = None  # the document, where it is in sight

    def kind(self) -> str:
        """What the text holds: an object, a list, a value, several of them, or nothing."""
        window = self.window
        try:
            opening = window.peek()
            if not opening:
                return "nothing"
            self._known = window.value()
        except NotJson as error:
            if window.is_all:
                self.error = error
                return "nothing"
        if self._known is not None and not window.is_last(self._known[1]):
            end, self._known = self._known[1], None
            if _goes_on_as_word(window, window.at, end):
                self.error = NotJson(end, "the document ends before this", "remove it")
                return "nothing"
            return "several"
        return {"{": "object", "[": "list"}.get(opening, "value")

    def blocks(self, kind: str) -> Iterator[Named]:
        """The blocks of the document, or of several documents, that the text begins with."""
        done = 0
        if kind == "nothing":
            return
        if kind == "several":
            yield from self.documents(0)
        elif self._known is None:
            yield from self._guarded(self._document(kind))
        else:
            value, end = self._known
            try:
                for block in self._of(kind, value):
                    yield block
                    done += 1
            except (IndexError, RecursionError):  # nested too deep: once more, with a stack
                self.odd.clear()
                yield from _without(self._guarded(self._document(kind)), done)
            else:
                self.odd.note(self.window, end)
                self.window.start = self.window.at = end

    def documents(self, first: int) -> Iterator[Named]:
        """The documents from the cursor on, numbered from `first`."""
        yield from self._guarded(self._documents(first))

    def is_done(self) -> bool:
        """Whether nothing follows but white space; what is there is not read."""
        try:
            return not self.window.peek()
        except NotJson as error:
            self.error = error
            return True

    def _guarded(self, found: Iterator[Any]) -> Iterator[Any]:
        """What is found up to the first thing that is not JSON."""
        try:
            yield from found
        except NotJson as error:
            self.error = error

    def _of(self, kind: str, value: Any) -> Iterator[Named]:
        """The blocks of a document that was decoded."""
        repeated = self.odd.repeated
        if kind == "object":
            if len(dict(value)) < len(value):
                repeated.append(layout.repeated_key(value))
            for key, each in value:
                yield key, f"{{\n  {layout.quoted(key)}: {layout.write(each, 1, repeated)}\n}}"
        elif kind == "list":
            for index, each in enumerate(value):
                yield str(index), layout.write(each, 1, repeated)
        else:
            yield "value", layout.write(value, 0, repeated)

    def _document(self, kind: str) -> Iterator[Named]:
        """The blocks of a document that is read part by part."""
        window = self.window
        if kind == "value":
            text = self._whole(0)
            yield "value", self._pieces(0) if text is None else text
            return
        closing = "}" if kind == "object" else "]"
        seen: set[int] = set()
        count = 0
        window.at += 1
        while self.error is None and self._goes_on(closing, is_fresh=not count):
            if kind == "object":
                key = self._key(seen)
                text = self._whole(1)
                name, lead, trail = key, f"{{\n  {layout.quoted(key)}: ", "\n}"
            else:
                text = self._whole(1)
                name, lead, trail = str(count), "[\n  ", "\n]"
            if text is None:
                yield name, self._guarded(self._between(lead, 1, trail))
            else:
                yield name, text if kind == "list" else lead + text + trail
            count += 1

    def _documents(self, first: int) -> Iterator[Named]:
        window = self.window
        while self.error is None and not self.is_done():
            window.start = self.began = window.at
            place = window.place(window.at) if first == 1 else None
            text = self._whole(0)
            if text is not None and _goes_on_as_word(window, self.began, window.at):
                raise NotJson(window.at, "the document ends before this", "remove it")
            if place is not None:
                self.odd.second = place
            if text is None:
                yield str(first), self._guarded(self._pieces(0))
            else:
                yield str(first), text
            first += 1

    def _between(self, lead: str, depth: int, trail: str) -> Iterator[str]:
        yield lead
        yield from self._pieces(depth)
        yield trail

    def _pieces(self, depth: int) -> Iterator[str]:
        """The text of the container or string at the cursor, whose first line is written."""
        window = self.window
        opening = window.text[window.at]
        if opening == '"':
            yield from self._string()
            return
        window.at += 1
        yield opening
        opened = [_CLOSES[opening]]
        keys: list[set[int] | None] = [set()]
        is_fresh = True
        while opened:
            level = depth + len(opened)
            if not self._goes_on(opened[-1], is_fresh=is_fresh):
                yield opened[-1] if is_fresh else _break(level - 1) + opened[-1]
                opened.pop()
                keys.pop()
                is_fresh = False
                continue
            lead = _break(level) if is_fresh else f",{_break(level)}"
            if opened[-1] == "}":
                lead += f"{layout.quoted(self._key(keys[-1]))}: "
            is_fresh = False
            text = self._whole(level)
            if text is not None:
                yield lead + text
                continue
            opening = window.text[window.at]
            if opening == '"':
                yield lead
                yield from self._string()
                continue
            if level >= _DEEPEST:
                raise TooLong(window.at, f"values nested more than {_DEEPEST:,} levels deep")
            window.at += 1
            yield lead + opening
            opened.append(_CLOSES[opening])
            keys.append(set() if opening == "{" and level < _FOLLOWED_LEVELS else None)
            is_fresh = True
            self.deepest = max(self.deepest, level + 1)

    def _goes_on(self, closing: str, *, is_fresh: bool) -> bool:
        """Go to the next member of a container; False where it has ended."""
        window = self.window
        window.start = window.at
        if not is_fresh and window.comma():
            return True
        character = window.peek()
        if character == closing:
            window.at += 1
            window.start = window.at
            return False
        if not character:
            raise NotJson(window.at, f"the text ends before a `{closing}`", "add what is missing")
        if is_fresh:
            return True
        if character != ",":
            raise NotJson(window.at, f"a comma or `{closing}` is missing before this", "add it")
        window.at += 1
        if window.peek() in ("]", "}"):
            raise NotJson(window.at, "a comma in front of a closing bracket", "remove the comma")
        return True

    def _key(self, seen: set[int] | None) -> str:
        """Read a key and its colon, and note it if the object has it already."""
        window = self.window
        key = window.key()
        if seen is not None and len(seen) < _FOLLOWED:
            if hash(key) in seen:
                self.odd.repeat(key, window)
            seen.add(hash(key))
        return key

    def _whole(self, level: int) -> str | None:
        """Take the value at the cursor, if it can be had at once: its text."""
        window = self.window
        found = window.value()
        if found is None:
            return None
        value, end = found
        repeated = self.odd.repeated
        known = len(repeated)
        try:
            text = layout.write(value, min(level, layout.INDENTED), repeated)
        except (IndexError, RecursionError):
            del repeated[known:]
            window.too_deep()
            return None
        self.odd.note(window, end)
        if level > layout.DEPTH:
            self.deepest = max(self.deepest, level + layout.depth_of(value))
        window.at = end
        return text

    def _string(self) -> Iterator[str]:
        """The text of a string that does not end in sight."""
        window = self.window
        window.at += 1
        yield '"'
        while True:
            window.start = window.at
            match = _TOKENS.match(window.text, window.at)
            assert match is not None
            end = match.end()
            is_closed = window.text.startswith('"', end)
            if not is_closed and _HIGH.search(window.text, max(window.at, end - 6), end):
                end -= 6
            yield layout.escaped(self._decoded(window.text[window.at : end]))
            window.at = end
            if is_closed:
                window.at += 1
                yield '"'
                return
            window.start = window.at
            if len(window.text) - end > 12:
                raise NotJson(end, "an escape that JSON does not have", "write a backslash twice")
            if not window.more():
                raise NotJson(window.at, "a string is never closed", 'add the closing `"`')

    def _decoded(self, escaped: str) -> str:
        try:
            return str(json.loads(f'"{escaped}"'))
        except json.JSONDecodeError as error:
            at = self.window.at + error.pos - 1
            raise NotJson.of(at, error) from error


def _goes_on_as_word(window: Window, start: int, end: int) -> bool:
    """Whether a number or word is followed by what is neither white space nor a bracket."""
    return window.text[start] not in '[{"' and bool(window.text[end : end + 1].strip(' \t\n[{"'))


def _break(depth: int) -> str:
    return layout.BREAKS[min(depth, layout.INDENTED)]


def _without(blocks: Iterator[Named], count: int) -> Iterator[Named]:
    """The blocks behind the first `count`, whose pieces are taken all the same."""
    for _, text in islice(blocks, count):
        if not isinstance(text, str):
            deque(text, maxlen=0)
    yield from blocks
