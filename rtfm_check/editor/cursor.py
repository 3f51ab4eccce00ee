"""Where in a mapping a cursor stands, also while the text is half written and does not load.

A tolerant reader of YAML and JSON: it knows indentation, list marks, flow collections, quotes,
block scalars and comments, and nothing is an error to it. A mark is put where the cursor is, so
that the cursor is always part of a word, be it an empty one.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

MARK = "\ue000"  # of private use: nobody writes it

_BLANKS = re.compile(r"[ \t]*")
_SPACE = re.compile(r"[\s\ufeff]*")
_COLON = re.compile(r":(?=[ \t\r\n]|$)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_PROPERTY = re.compile(r"(?:[&*!][^\s,\[\]{}]*(?:[ \t]+|(?=[\r\n]|$)))+")
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#")
_QUOTED = {
    '"': re.compile(r'"(?:[^"\\]|\\.)*("?)', re.DOTALL),
    "'": re.compile(r"'(?:[^']|'')*('?)"),
}
_PLAIN_IN_FLOW = re.compile(r"(?:[^,\[\]{}:#\r\n]|:(?![\s,\[\]{}]|$)|(?<![ \t])#)+")
_BLOCK_SCALAR = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?")
_ANEW = re.compile(r"[\w$\"'][^\r\n]*?:(?:[ \t\r\n]|$)|-[ \t]")  # a line of a block, after all


class Cursor(NamedTuple):
    """What a cursor is in."""

    role: str  # key, value or comment
    pointer: tuple[str | int, ...]  # of the object that the key is of; of the value
    before: str  # what is written of the key, value or comment before the cursor
    after: str  # and behind it
    style: str  # the quote or mark that a value or key begins with, or ""
    has_colon: bool  # the key stands there already
    tree: Any  # the whole text as far as it is understood; scalars are texts as they are written

    def get(self, *pointer: str | int) -> Any:
        """What is written at a pointer, or None."""
        value = self.tree
        for part in pointer:
            if isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return None
        return value


def find(text: str, index: int, *, is_json: bool = False) -> Cursor:
    """What a cursor before a character of a text is in."""
    reader = _Reader(text[:index] + MARK + text[index:], is_json)
    reader.read()
    found = reader.found or Cursor("comment", (), "", "", "", False, None)
    return found._replace(tree=reader.root)


class _Frame:
    """A list or object that is open where the reader is."""

    __slots__ = ("block", "indent", "key", "node")

    def __init__(self, node: Any, indent: int, block: int) -> None:
        self.node = node
        self.indent = indent  # -1 in a flow collection
        self.block = block  # the indent of the block around it, or its own; -1 where there is none
        self.key: str | None = None  # of an object, that the next value is for

    @property
    def part(self) -> str | int:
        """The key or index of what was read last."""
        if isinstance(self.node, list):
            return max(len(self.node) - 1, 0)
        return self.key or ""

    def put(self, value: Any) -> None:
        """Set the value of the key or item that was opened last."""
        if isinstance(self.node, dict):
            if self.key is not None:
                self.node[self.key] = value
        elif self.node:
            self.node[-1] = value

    @property
    def is_filled(self) -> bool:
        """Whether that value is set."""
        if isinstance(self.node, dict):
            return self.key is not None and self.node.get(self.key) is not None
        return bool(self.node) and self.node[-1] is not None


class _Reader:
    def __init__(self, text: str, is_json: bool) -> None:
        self.text = text
        self.is_json = is_json
        self.at = 0
        self.frames: list[_Frame] = []
        self.root: Any = None
        self.found: Cursor | None = None
        self._known_line = (0, -1)  # the last one whose end was looked for

    def read(self) -> None:
        """Read the whole text, line by line outside of flow collections."""
        while self.at < len(self.text):
            before = self.at
            self._line()
            if self.at == before:  # nothing was understood: on to the next line
                self.at = self._end_of_line(self.at)
                self._skip_line_end()

    def _line(self) -> None:
        if self.is_json:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
        start = self.at
        self.at = _BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]
        self.at += self.text.startswith("\ufeff", self.at)
        rest = self.text[self.at : self.at + 3]
        if rest in ("---", "...") and self.at == start:
            self.at = self._end_of_line(self.at)
        has_dash = False
        while self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] in (
            *(" ", "\t", "\r", "\n", ""),
            MARK,
        ):
            self._open_item(self.at - start)
            self.at = _BLANKS.match(self.text, self.at + 1).end()  # type: ignore[union-attr]
            has_dash = True
        self._entry(self.at - start, has_dash)
        self._skip_line_end()

    def _entry(self, column: int, has_dash: bool) -> None:
        """A `key: value`, a value, a word that may become a key, a comment, or nothing."""
        end = self._end_of_line(self.at)
        if self.at == end:
            return
        if self.text[self.at] == "#":
            self._comment(self.at, end)
            return
        key = self._key(end)
        if key is not None:
            name, first, last, behind = key
            self._close(column, is_key=True)
            if not self.frames or self.frames[-1].indent != column:
                self._open({}, column)
            self._set_key(name, first, last, has_colon=True)
            self.at = _BLANKS.match(self.text, behind).end()  # type: ignore[union-attr]
            self._value()
        elif self.text[self.at] in "[{\"'|>&*!" or (has_dash and not self._is_marked(end)):
            self._value()
        else:
            self._loose(column, end)

    def _key(self, end: int) -> tuple[str, int, int, int] | None:
        """The name of a key, its range, and where the text behind its colon begins."""
        mark = self.text[self.at]
        if mark in _QUOTED:
            match = _QUOTED[mark].match(self.text, self.at, end)
            assert match is not None
            blanks = _BLANKS.match(self.text, match.end(), end)
            assert blanks is not None
            if match[1] and _COLON.match(self.text, blanks.end()):
                return match[0], self.at, match.end(), blanks.end() + 1
            return None
        if mark in "[{&*!|>%@`":
            return None
        comment = _COMMENT.search(self.text, self.at, end)
        colon = _COLON.search(self.text, self.at, comment.start() if comment else end)
        if colon is None:
            return None
        name = self.text[self.at : colon.start()].rstrip()
        return name, self.at, self.at + len(name), colon.end()

    def _loose(self, column: int, end: int) -> None:
        """A word without a colon: the rest of a scalar, or a key that is being written."""
        comment = _COMMENT.search(self.text, self.at, end)
        last = comment.start() if comment else end
        if self._is_marked(last) and not self._continues(column):
            self._close(column, is_key=True)
            if not self.frames or self.frames[-1].indent != column:
                self._open({}, column)
            word = self.text[self.at : last].rstrip()
            self._notice("key", self.at, self.at + len(word), "")
        if comment:
            self._comment(comment.start(), end)
        self.at = end

    def _continues(self, column: int) -> bool:
        """Whether a line goes on with the scalar before it."""
        top = self.frames[-1] if self.frames else None
        return top is not None and column > top.indent and top.is_filled

    def _value(self) -> None:
        """A value, which begins here and may end lines further on."""
        skipped = _PROPERTY.match(self.text, self.at)
        if skipped and not skipped[0].startswith(MARK):
            self.at = skipped.end()
        end = self._end_of_line(self.at)
        if self.at >= end:
            return
        mark = self.text[self.at]
        if mark in "[{":
            self._flow()
        elif mark in _QUOTED:
            self._put(self._scalar_in_quotes())
            self._rest_of_line()
        elif _BLOCK_SCALAR.fullmatch(self.text, self.at, end):
            self._block_scalar(mark)
        elif mark == "#":
            self._comment(self.at, end)
            self.at = end
        else:
            comment = _COMMENT.search(self.text, self.at, end)
            last = comment.start() if comment else end
            word = self.text[self.at : last].rstrip()
            self._notice("value", self.at, self.at + len(word), "")
            self._put(word)
            if comment:
                self._comment(comment.start(), end)
            self.at = end

    def _block_scalar(self, mark: str) -> None:
        start = self.at
        least = self.frames[-1].indent if self.frames else -1
        self.at = self._end_of_line(self.at)
        while self.at < len(self.text):
            line = self._skip_line_end()
            content = _BLANKS.match(self.text, line).end()  # type: ignore[union-attr]
            end = self._end_of_line(line)
            if content < end and self.text[content:end] != MARK and content - line <= least:
                self.at = line
                break
            if self.text[content:end] == MARK and content - line <= least:
                self.at = line  # an empty line to the left of it: the next key begins here
                break
            self.at = end
        self._notice("value", start, self.at, mark)
        self._put(self.text[start : self.at])

    def _scalar_in_quotes(self) -> str:
        start, mark = self.at, self.text[self.at]
        limit = self._end_of_line(start) if self.is_json else self._end_of_quotes(start)
        match = _QUOTED[mark].match(self.text, start, limit)
        assert match is not None
        self.at = match.end()
        self._notice("value", start, self.at, mark)
        return match[0]

    def _end_of_quotes(self, start: int) -> int:
        """Where a quoted scalar ends at the latest: at a line that begins something new."""
        block = self._block
        if block < 0:
            return len(self.text)
        match = _QUOTED[self.text[start]].match(self.text, start)
        assert match is not None
        at = start
        while True:
            at = self._end_of_line(at)
            if at >= match.end():
                return match.end()
            end = _LINE_END.match(self.text, at)
            assert end is not None
            if self._begins_anew(end.end(), block):
                return at
            at = end.end()

    def _begins_anew(self, line: int, indent: int) -> bool:
        content = _BLANKS.match(self.text, line).end()  # type: ignore[union-attr]
        is_left = content - line <= indent
        return is_left and _ANEW.match(self.text, content) is not None

    def _flow(self) -> None:
        """A flow collection, to its end or to a line that shows that the end was forgotten."""
        depth = len(self.frames)
        block = self._block
        self._open({} if self.text[self.at] == "{" else [], -1)
        self.at += 1
        while self.at < len(self.text) and len(self.frames) > depth:
            character = self.text[self.at]
            if character in "\r\n":
                line = self._skip_line_end()
                if block >= 0 and self._begins_anew(line, block):
                    del self.frames[depth:]
                    return
            elif character in " \t\ufeff":
                self.at += 1
            elif character in "[{":
                self._open({} if character == "{" else [], -1)
                self.at += 1
            elif character in "]}":
                self.frames.pop()
                self.at += 1
            elif character == ",":
                self._next_in_flow()
            elif character == ":":
                self.at += 1
            elif character == "#" and self.text[self.at - 1] in " \t\r\n":
                end = self._end_of_line(self.at)
                self._comment(self.at, end)
                self.at = end
            else:
                self._word_in_flow()
        self._rest_of_line()

    def _next_in_flow(self) -> None:
        top = self.frames[-1]
        if isinstance(top.node, dict):
            top.key = None
        else:
            top.node.append(None)
        self.at += 1

    def _word_in_flow(self) -> None:
        """A key or a scalar of a flow collection."""
        top, start = self.frames[-1], self.at
        if isinstance(top.node, list) and not top.node:
            top.node.append(None)
        is_key = isinstance(top.node, dict) and top.key is None
        if not is_key:
            if self.text[start] in _QUOTED:
                self._put(self._scalar_in_quotes())
                return
            match = _PLAIN_IN_FLOW.match(self.text, start)
            self.at = match.end() if match else start + 1
            word = self.text[start : self.at].rstrip()
            self._notice("value", start, start + len(word), "")
            self._put(word)
            return
        mark = self.text[start]
        pattern = _QUOTED.get(mark, _PLAIN_IN_FLOW)
        match = pattern.match(self.text, start, self._end_of_line(start))
        last = match.end() if match else start + 1
        name = self.text[start:last].rstrip()
        behind = _BLANKS.match(self.text, last)
        assert behind is not None
        has_colon = self.text.startswith(":", behind.end())
        self._set_key(name, start, start + len(name), has_colon=has_colon)
        self.at = behind.end() + has_colon

    def _open_item(self, column: int) -> None:
        """A list mark: the next item of the list at this column."""
        self._close(column, is_key=False)
        top = self.frames[-1] if self.frames else None
        if top is None or not (isinstance(top.node, list) and top.indent == column):
            self._open([], column)
        self.frames[-1].node.append(None)

    def _close(self, column: int, *, is_key: bool) -> None:
        """Close what a line at this column is no part of."""
        while self.frames:
            top = self.frames[-1]
            if top.indent > column or (
                is_key and top.indent == column and isinstance(top.node, list)
            ):
                self.frames.pop()
            else:
                break

    @property
    def _block(self) -> int:
        return self.frames[-1].block if self.frames else -1

    def _open(self, node: Any, indent: int) -> None:
        block = indent if indent >= 0 else self._block
        if self.frames:
            top = self.frames[-1]
            if isinstance(top.node, list) and not top.node:
                top.node.append(None)
            top.put(node)
        elif self.root is None:
            self.root = node
        self.frames.append(_Frame(node, indent, block))

    def _set_key(self, written: str, start: int, end: int, *, has_colon: bool) -> None:
        style = written[:1] if written[:1] in _QUOTED else ""
        top = self.frames[-1]
        top.key = written.strip(style) if style else written
        if MARK in written:
            self._notice("key", start, end, style, has_colon)
        elif isinstance(top.node, dict):
            top.node[top.key] = None

    def _put(self, value: str) -> None:
        if self.frames:
            if MARK not in (self.frames[-1].key or ""):
                self.frames[-1].put(value.replace(MARK, ""))
        elif self.root is None:
            self.root = value.replace(MARK, "")

    def _pointer(self, role: str) -> tuple[str | int, ...]:
        """The pointer of the value that is read; of a key, that of the object around it."""
        if role == "comment":
            return ()
        frames = self.frames if role == "value" else self.frames[:-1]
        return tuple(each.part for each in frames)

    def _comment(self, start: int, end: int) -> None:
        self._notice("comment", start, end, "#")
        self.at = end

    def _notice(
        self,
        role: str,
        start: int,
        end: int,
        style: str,
        has_colon: bool = False,
    ) -> None:
        """Keep what was read if the cursor is in it."""
        if self.found is not None:
            return
        at = self.text.find(MARK, start, end)
        if at < 0:
            return
        first = start + len(style) if style in _QUOTED else start
        after = self.text[at + 1 : end]
        if style in _QUOTED:
            after = after.removesuffix(style)
        before = self.text[first:at]
        self.found = Cursor(role, self._pointer(role), before, after, style, has_colon, None)

    def _is_marked(self, end: int) -> bool:
        return self.found is None and self.text.find(MARK, self.at, end) >= 0

    def _rest_of_line(self) -> None:
        """What follows a value on its line: a comment, or nothing that is understood."""
        end = self._end_of_line(self.at)
        comment = _COMMENT.search(self.text, self.at, end)
        if comment:
            self._comment(comment.start(), end)
        self.at = end

    def _end_of_line(self, start: int) -> int:
        first, end = self._known_line
        if not first <= start <= end:
            match = _LINE_END.search(self.text, start)
            end = match.start() if match else len(self.text)
            self._known_line = start, end
        return end

    def _skip_line_end(self) -> int:
        match = _LINE_END.match(self.text, self.at)
        if match:
            self.at = match.end()
        return self.at
