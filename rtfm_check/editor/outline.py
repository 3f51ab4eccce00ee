"""A half-written text as far as it is understood: its tree, and what is open in it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rtfm_check.mapping.document import value_at

MARK = "\ue000"  # of private use: nobody writes it
QUOTED = {
    '"': re.compile(r'"(?:[^"\\]|\\.)*("?)', re.DOTALL),
    "'": re.compile(r"'(?:[^']|'')*('?)"),
}
COMMENT = re.compile(r"(?:^|(?<=[ \t]))#")
LINE_END = re.compile(r"\r\n|\r|\n")


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
        return value_at(self.tree, pointer)


class Frame:
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


class Open:
    """The lists and objects that are open where a reader is; it is the reader that moves on."""

    def __init__(self, text: str, is_json: bool) -> None:
        self.text = text
        self.is_json = is_json
        self.at = 0
        self.frames: list[Frame] = []
        self.root: Any = None
        self.found: Cursor | None = None
        self._known_line = (0, -1)  # the last one whose end was looked for

    def open_item(self, column: int) -> None:
        """A list mark: the next item of the list at this column."""
        self.close(column, is_key=False)
        top = self.frames[-1] if self.frames else None
        if top is None or not (isinstance(top.node, list) and top.indent == column):
            self.open([], column)
        self.frames[-1].node.append(None)

    def close(self, column: int, *, is_key: bool) -> None:
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
    def block(self) -> int:
        """The indent of the block that is open; -1 where none is."""
        return self.frames[-1].block if self.frames else -1

    def open(self, node: Any, indent: int) -> None:
        """A list or object begins."""
        block = indent if indent >= 0 else self.block
        if self.frames:
            top = self.frames[-1]
            if isinstance(top.node, list) and not top.node:
                top.node.append(None)
            top.put(node)
        elif self.root is None:
            self.root = node
        self.frames.append(Frame(node, indent, block))

    def set_key(self, written: str, start: int, end: int, *, has_colon: bool) -> None:
        """A key of the object that is open."""
        style = written[:1] if written[:1] in QUOTED else ""
        top = self.frames[-1]
        top.key = written.strip(style) if style else written
        if MARK in written:
            self.notice("key", start, end, style, has_colon)
        elif isinstance(top.node, dict):
            top.node[top.key] = None

    def put(self, value: str) -> None:
        """A scalar, as it is written."""
        if self.frames:
            if MARK not in (self.frames[-1].key or ""):
                self.frames[-1].put(value.replace(MARK, ""))
        elif self.root is None:
            self.root = value.replace(MARK, "")

    def pointer(self, role: str) -> tuple[str | int, ...]:
        """The pointer of the value that is read; of a key, that of the object around it."""
        if role == "comment":
            return ()
        frames = self.frames if role == "value" else self.frames[:-1]
        return tuple(each.part for each in frames)

    def comment(self, start: int, end: int) -> None:
        """A comment, to the end of its line."""
        self.notice("comment", start, end, "#")
        self.at = end

    def notice(
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
        first = start + len(style) if style in QUOTED else start
        after = self.text[at + 1 : end]
        if style in QUOTED:
            after = after.removesuffix(style)
        before = self.text[first:at]
        self.found = Cursor(role, self.pointer(role), before, after, style, has_colon, None)

    def is_marked(self, end: int) -> bool:
        """Whether the cursor is before the end."""
        return self.found is None and self.text.find(MARK, self.at, end) >= 0

    def rest_of_line(self) -> None:
        """What follows a value on its line: a comment, or nothing that is understood."""
        end = self.end_of_line(self.at)
        comment = COMMENT.search(self.text, self.at, end)
        if comment:
            self.comment(comment.start(), end)
        self.at = end

    def end_of_line(self, start: int) -> int:
        """Where the line of a character ends."""
        first, end = self._known_line
        if not first <= start <= end:
            match = LINE_END.search(self.text, start)
            end = match.start() if match else len(self.text)
            self._known_line = start, end
        return end

    def skip_line_end(self) -> int:
        """Go on to the next line; where it begins."""
        match = LINE_END.match(self.text, self.at)
        if match:
            self.at = match.end()
        return self.at
