"""Where in a mapping a cursor stands, also while the text is half written and does not load.

A tolerant reader of YAML and JSON: it knows indentation, list marks, flow collections, quotes,
block scalars and comments, and nothing is an error to it. A mark is put where the cursor is, so
that the cursor is always part of a word, be it an empty one.
"""

from __future__ import annotations

import re

from rtfm_check.editor.outline import COMMENT, LINE_END, MARK, QUOTED, Cursor, Open

__all__ = ["Cursor", "find"]

_BLANKS = re.compile(r"[ \t]*")
_SPACE = re.compile(r"[\s\ufeff]*")
_COLON = re.compile(r":(?=[ \t\r\n]|$)")
_PROPERTY = re.compile(r"(?:[&*!][^\s,\[\]{}]*(?:[ \t]+|(?=[\r\n]|$)))+")
_PLAIN_IN_FLOW = re.compile(r"(?:[^,\[\]{}:#\r\n]|:(?![\s,\[\]{}]|$)|(?<![ \t])#)+")
_BLOCK_SCALAR = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?")
_ANEW = re.compile(r"[\w$\"'][^\r\n]*?:(?:[ \t\r\n]|$)|-[ \t]")  # a line of a block, after all


def find(text: str, index: int, *, is_json: bool = False) -> Cursor:
    """What a cursor before a character of a text is in."""
    reader = _Reader(text[:index] + MARK + text[index:], is_json)
    reader.read()
    found = reader.found or Cursor("comment", (), "", "", "", False, None)
    return found._replace(tree=reader.root)


class _Reader(Open):
    def read(self) -> None:
        """Read the whole text, line by line outside of flow collections."""
        while self.at < len(self.text):
            before = self.at
            self._line()
            if self.at == before:  # nothing was understood: on to the next line
                self.at = self.end_of_line(self.at)
                self.skip_line_end()

    def _line(self) -> None:
        if self.is_json:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
        start = self.at
        self.at = _BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]
        self.at += self.text.startswith("\ufeff", self.at)
        rest = self.text[self.at : self.at + 3]
        if rest in ("---", "...") and self.at == start:
            self.at = self.end_of_line(self.at)
        has_dash = False
        while self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] in (
            *(" ", "\t", "\r", "\n", ""),
            MARK,
        ):
            self.open_item(self.at - start)
            self.at = _BLANKS.match(self.text, self.at + 1).end()  # type: ignore[union-attr]
            has_dash = True
        self._entry(self.at - start, has_dash)
        self.skip_line_end()

    def _entry(self, column: int, has_dash: bool) -> None:
        """A `key: value`, a value, a word that may become a key, a comment, or nothing."""
        end = self.end_of_line(self.at)
        if self.at == end:
            return
        if self.text[self.at] == "#":
            self.comment(self.at, end)
            return
        key = self._key(end)
        if key is not None:
            name, first, last, behind = key
            self.close(column, is_key=True)
            if not self.frames or self.frames[-1].indent != column:
                self.open({}, column)
            self.set_key(name, first, last, has_colon=True)
            self.at = _BLANKS.match(self.text, behind).end()  # type: ignore[union-attr]
            self._value()
        elif self.text[self.at] in "[{\"'|>&*!" or (has_dash and not self.is_marked(end)):
            self._value()
        else:
            self._loose(column, end)

    def _key(self, end: int) -> tuple[str, int, int, int] | None:
        """The name of a key, its range, and where the text behind its colon begins."""
        mark = self.text[self.at]
        if mark in QUOTED:
            match = QUOTED[mark].match(self.text, self.at, end)
            assert match is not None
            blanks = _BLANKS.match(self.text, match.end(), end)
            assert blanks is not None
            if match[1] and _COLON.match(self.text, blanks.end()):
                return match[0], self.at, match.end(), blanks.end() + 1
            return None
        if mark in "[{&*!|>%@`":
            return None
        comment = COMMENT.search(self.text, self.at, end)
        colon = _COLON.search(self.text, self.at, comment.start() if comment else end)
        if colon is None:
            return None
        name = self.text[self.at : colon.start()].rstrip()
        return name, self.at, self.at + len(name), colon.end()

    def _loose(self, column: int, end: int) -> None:
        """A word without a colon: the rest of a scalar, or a key that is being written."""
        comment = COMMENT.search(self.text, self.at, end)
        last = comment.start() if comment else end
        if self.is_marked(last) and not self._continues(column):
            self.close(column, is_key=True)
            if not self.frames or self.frames[-1].indent != column:
                self.open({}, column)
            word = self.text[self.at : last].rstrip()
            self.notice("key", self.at, self.at + len(word), "")
        if comment:
            self.comment(comment.start(), end)
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
        end = self.end_of_line(self.at)
        if self.at >= end:
            return
        mark = self.text[self.at]
        if mark in "[{":
            self._flow()
        elif mark in QUOTED:
            self.put(self._scalar_in_quotes())
            self.rest_of_line()
        elif _BLOCK_SCALAR.fullmatch(self.text, self.at, end):
            self._block_scalar(mark)
        elif mark == "#":
            self.comment(self.at, end)
            self.at = end
        else:
            comment = COMMENT.search(self.text, self.at, end)
            last = comment.start() if comment else end
            word = self.text[self.at : last].rstrip()
            self.notice("value", self.at, self.at + len(word), "")
            self.put(word)
            if comment:
                self.comment(comment.start(), end)
            self.at = end

    def _block_scalar(self, mark: str) -> None:
        start = self.at
        least = self.frames[-1].indent if self.frames else -1
        self.at = self.end_of_line(self.at)
        while self.at < len(self.text):
            line = self.skip_line_end()
            content = _BLANKS.match(self.text, line).end()  # type: ignore[union-attr]
            end = self.end_of_line(line)
            if content < end and self.text[content:end] != MARK and content - line <= least:
                self.at = line
                break
            if self.text[content:end] == MARK and content - line <= least:
                self.at = line  # an empty line to the left of it: the next key begins here
                break
            self.at = end
        self.notice("value", start, self.at, mark)
        self.put(self.text[start : self.at])

    def _scalar_in_quotes(self) -> str:
        start, mark = self.at, self.text[self.at]
        limit = self.end_of_line(start) if self.is_json else self._end_of_quotes(start)
        match = QUOTED[mark].match(self.text, start, limit)
        assert match is not None
        self.at = match.end()
        self.notice("value", start, self.at, mark)
        return match[0]

    def _end_of_quotes(self, start: int) -> int:
        """Where a quoted scalar ends at the latest: at a line that begins something new."""
        block = self.block
        if block < 0:
            return len(self.text)
        match = QUOTED[self.text[start]].match(self.text, start)
        assert match is not None
        at = start
        while True:
            at = self.end_of_line(at)
            if at >= match.end():
                return match.end()
            end = LINE_END.match(self.text, at)
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
        block = self.block
        self.open({} if self.text[self.at] == "{" else [], -1)
        self.at += 1
        while self.at < len(self.text) and len(self.frames) > depth:
            character = self.text[self.at]
            if character in "\r\n":
                line = self.skip_line_end()
                if block >= 0 and self._begins_anew(line, block):
                    del self.frames[depth:]
                    return
            elif character in " \t\ufeff":
                self.at += 1
            elif character in "[{":
                self.open({} if character == "{" else [], -1)
                self.at += 1
            elif character in "]}":
                self.frames.pop()
                self.at += 1
            elif character == ",":
                self._next_in_flow()
            elif character == ":":
                self.at += 1
            elif character == "#" and self.text[self.at - 1] in " \t\r\n":
                end = self.end_of_line(self.at)
                self.comment(self.at, end)
                self.at = end
            else:
                self._word_in_flow()
        self.rest_of_line()

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
            if self.text[start] in QUOTED:
                self.put(self._scalar_in_quotes())
                return
            match = _PLAIN_IN_FLOW.match(self.text, start)
            self.at = match.end() if match else start + 1
            word = self.text[start : self.at].rstrip()
            self.notice("value", start, start + len(word), "")
            self.put(word)
            return
        mark = self.text[start]
        pattern = QUOTED.get(mark, _PLAIN_IN_FLOW)
        match = pattern.match(self.text, start, self.end_of_line(start))
        last = match.end() if match else start + 1
        name = self.text[start:last].rstrip()
        behind = _BLANKS.match(self.text, last)
        assert behind is not None
        has_colon = self.text.startswith(":", behind.end())
        self.set_key(name, start, start + len(name), has_colon=has_colon)
        self.at = behind.end() + has_colon
