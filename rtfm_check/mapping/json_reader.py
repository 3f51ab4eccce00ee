"""JSON with places: a strict reader that keeps ranges and duplicate keys, and explains errors.

`json.loads` stays the judge of what RTFM accepts (it takes NaN and Infinity, for example); this
reader accepts the same texts with the same values. It is slower, so it runs only on mapping
files and where there is something to place. It keeps its own stack: depth costs no recursion.
"""

from __future__ import annotations

import json
import math
import re
import sys
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed leaves it out

from rtfm_check import limits
from rtfm_check.mapping.json_mistakes import is_unclosed, other_language
from rtfm_check.mapping.node import Node, Problem
from rtfm_check.model import JsonValue
from rtfm_check.text.show import quote

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_ODD_NUMBER = re.compile(r"0[xXoObB][0-9a-fA-F]{1,80}|0[0-9_.]{1,80}|\+[0-9.]{1,80}|\.[0-9]{1,80}")
_IN_NUMBER = tuple("0123456789.eE+")
_FOREIGN = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
_WORD = re.compile(r"-?[A-Za-z_$][\w$-]*")
_CONSTANTS: dict[str, JsonValue] = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": math.nan,
    "Infinity": math.inf,
    "-Infinity": -math.inf,
}
_HELP = (  # part of what is wrong, how to go on
    ("ends before", "remove it"),
    ("a comma or", "add it"),
    ("a colon", "add the colon"),
    ("a key", 'write a key, as in `"name": "value"`'),
    ("a value", "write the value"),
)
_CLOSES = {"{": "}", "[": "]"}


class JsonSyntax(Exception):
    """The text is not JSON; `problem` says where and why."""

    def __init__(
        self, start: int, end: int, message: str, help: str = "", mended: str | None = None
    ) -> None:
        super().__init__(message)
        self.problem = Problem("json-syntax", start, end, message, help, mended=mended)


class Tree:
    """What reading a text with places gives."""

    __slots__ = ("constants", "duplicates", "root")

    def __init__(self) -> None:
        self.root = Node(0, 0, None)
        self.duplicates: list[tuple[Node, Node]] = []  # (first key, repeated key)
        self.constants: list[Node] = []  # NaN, Infinity, -Infinity


def read(text: str, start: int = 0) -> Tree:
    """The tree of a JSON text that begins at index `start`.

    Raises JsonSyntax at the first thing that is not JSON.
    """
    return _Reader(text).read(start)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = Tree()
        self.open: list[Node] = []  # the containers around the cursor
        self.has_opened = False  # the cursor stands behind an opening bracket

    def read(self, start: int) -> Tree:
        at = self._value(self._skip(start), "")
        while self.open:
            is_first, self.has_opened = self.has_opened, False
            at = self._first(self._skip(at)) if is_first else self._after(self._skip(at))
        at = self._skip(at)
        if at < len(self.text):
            raise self._unexpected(at, "the document ends before this")
        return self.tree

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        assert match is not None
        return match.end()

    def _value(self, at: int, before: str) -> int:
        """Read a value, or the opening of a container; return the index behind it."""
        text = self.text
        character = text[at : at + 1]
        if character == '"':
            value, end = self._string(at)
            self._add(Node(at, end, value, "json"))
            return end
        if character and character in "{[":
            node = Node(at, at + 1, {} if character == "{" else [])
            if character == "{":
                node.members = {}
            else:
                node.items = []
            self._add(node)
            self.open.append(node)
            self.has_opened = True
            return at + 1
        number = _NUMBER.match(text, at)
        word = _WORD.match(text, at)
        if word and word[0] in _CONSTANTS:
            node = Node(at, word.end(), _CONSTANTS[word[0]], "json")
            if word[0][-1] in "Ny":
                self.tree.constants.append(node)
            self._add(node)
            return word.end()
        if number:
            self._add(Node(at, number.end(), self._number(number), "json"))
            return number.end()
        raise self._unexpected(at, before)

    def _first(self, at: int) -> int:
        """Behind an opening bracket: the first member, or the end of the container."""
        node = self.open[-1]
        if self.text[at : at + 1] == _CLOSES[self.text[node.start]]:
            return self._close(at)
        return self._member(at)

    def _after(self, at: int) -> int:
        """Behind a value: a comma and the next member, or the end of the container."""
        node = self.open[-1]
        closing = _CLOSES[self.text[node.start]]
        character = self.text[at : at + 1]
        if character == closing:
            return self._close(at)
        if character == ",":
            following = self._skip(at + 1)
            if self.text[following : following + 1] in ("}", "]"):
                raise JsonSyntax(at, at + 1, "a comma after the last entry", "remove the comma", "")
            return self._member(following)
        raise self._unexpected(at, f"a comma or `{closing}` is missing before this")

    def _member(self, at: int) -> int:
        node = self.open[-1]
        if node.members is None:
            return self._value(at, "a value is missing here")
        if self.text[at : at + 1] != '"':
            raise self._unexpected(at, "a key in double quotes is missing here")
        key, end = self._string(at)
        self._pending = Node(at, end, key, "json")
        colon = self._skip(end)
        if self.text[colon : colon + 1] != ":":
            raise self._unexpected(colon, "a colon is missing before this")
        return self._value(self._skip(colon + 1), "a value is missing here")

    def _close(self, at: int) -> int:
        self.open.pop().end = at + 1
        return at + 1

    def _add(self, node: Node) -> None:
        if not self.open:
            self.tree.root = node
            return
        parent = self.open[-1]
        if parent.members is None:
            assert parent.items is not None
            parent.items.append(node)
            parent.value.append(node.value)
            return
        key = self._pending
        if key.value in parent.members:
            self.tree.duplicates.append((parent.members[key.value][0], key))
        parent.members[key.value] = (key, node)
        parent.value[key.value] = node.value

    def _string(self, at: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self.text, at + 1, True)
            return value, end
        except json.JSONDecodeError as error:
            wrong = error.pos
            is_open = is_unclosed(self.text, wrong)
            if error.msg.startswith("Unterminated") or is_open:
                line = self.text.find("\n", at)
                end = len(self.text) if line < 0 else line
                raise JsonSyntax(
                    at, end, "the quote opened here is never closed", 'add the closing `"`'
                ) from error
            if error.msg.startswith("Invalid control"):
                raise JsonSyntax(
                    wrong,
                    wrong + 1,
                    "a raw control character in a string",
                    f"write `{json.dumps(self.text[wrong])[1:-1]}`",
                ) from error
            raise JsonSyntax(
                wrong,
                wrong + 2,
                "an escape that JSON does not have",
                "a backslash is written `\\\\`",
            ) from error

    def _number(self, match: re.Match[str]) -> int | float:
        if match[1] or match[2]:
            return float(match[0])
        try:
            return int(match[0])
        except ValueError as error:
            raise JsonSyntax(
                match.start(),
                match.end(),
                f"a number of {len(match[0]):,} digits; "
                f"Python reads at most {sys.get_int_max_str_digits():,}",
                "put the number in quotes",
            ) from error

    def _unexpected(self, at: int, why: str) -> JsonSyntax:
        """The error for what stands at `at`, by what people usually do wrong there."""
        text = self.text
        character = text[at : at + 1]
        other = other_language(text, at, why)
        if other:
            return JsonSyntax(*other)
        lost = self._outdented() if not character or why.startswith("a key") else None
        if not character or lost:
            if self.open:
                node = lost or self.open[-1]
                opened = text[node.start]
                return JsonSyntax(
                    node.start,
                    node.start + 1,
                    f"the `{opened}` opened here is never closed",
                    f"add `{_CLOSES[opened]}`",
                )
            return JsonSyntax(at, at, "the file holds no JSON", "write an object, as in `{}`")
        if text.startswith(("//", "/*"), at) or character == "#":
            end = text.find("\n", at)
            return JsonSyntax(
                at,
                len(text) if end < 0 else end,
                "a comment; JSON has none",
                "remove it, or write the mapping in YAML",
            )
        if character == "'":
            end = text.find("'", at + 1)
            return JsonSyntax(
                at,
                at + 1 if end < 0 else end + 1,
                "a string in single quotes",
                "use double quotes",
            )
        if character in "\u201c\u201d\u201e\u2018\u2019\xab\xbb":
            return JsonSyntax(
                at, at + 1, f"a typographic quote (U+{ord(character):04X})", 'write `"`'
            )
        word = _WORD.match(text, at)
        if word:
            constant = _FOREIGN.get(word[0])
            if constant:
                whose = "JavaScript" if word[0] == "undefined" else "Python"
                return JsonSyntax(
                    at, word.end(), f"`{word[0]}` is {whose}, not JSON", f"write `{constant}`"
                )
            if why.startswith(("a key", "a value")):
                is_short = len(word[0]) <= limits.HELP_CHARS
                help = f'write `"{word[0]}"`' if is_short else "put it in double quotes"
                return JsonSyntax(at, word.end(), f"{quote(word[0])} without quotes", help)
        is_behind_zero = text[at - 1 : at] == "0" and text[at - 2 : at - 1] not in _IN_NUMBER
        begun = at - 1 if at > 1 and is_behind_zero else at
        number = _ODD_NUMBER.match(text, begun)
        if number:
            return JsonSyntax(
                begun,
                number.end(),
                f"{quote(number[0])} is not how JSON writes a number",
                "write it as in `0.5` or `10`, or as text in quotes",
            )
        if character in "}]" and self.open and text[self.open[-1].start] in "{[":
            opened = text[self.open[-1].start]
            if _CLOSES[opened] != character:
                return JsonSyntax(
                    at,
                    at + 1,
                    f"`{character}` closes a `{opened}`",
                    f"write `{_CLOSES[opened]}`",
                )
        help = next((text for part, text in _HELP if part in why), "write a JSON value")
        return JsonSyntax(at, at + 1, why or "this is not a JSON value", help)

    def _outdented(self) -> Node | None:
        """The first container whose closing bracket was that of one around it, by its indentation.

        Where a bracket is missing, the next one closes its container, and the text is wrong only
        later.
        """
        found, waiting = None, [self.tree.root]
        while waiting:
            node = waiting.pop()
            is_closed = node.end > node.start + 1 and node.style != "json"
            if is_closed and self._is_outdented(node) and (not found or node.end < found.end):
                found = node
            waiting += node.items or [value for _, value in (node.members or {}).values()]
        return found

    def _is_outdented(self, node: Node) -> bool:
        """Whether a container's end stands on a line of its own, left of the line of its start."""
        lines = [self.text[self.text.rfind("\n", 0, at) + 1 :] for at in (node.start, node.end)]
        first, last = (len(line) - len(line.lstrip(" \t")) for line in lines)
        return last < first and lines[1].lstrip(" \t")[0] in "]}"
