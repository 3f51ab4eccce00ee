"""Where the functions of a shell script begin and end.

A scanner that knows what braces are not: those in quotes, comments, here-documents, `${..}`,
arithmetic and arrays. It is no parser: what it does not understand is words to it. The text is
read once, from one token that matters to the next; what is open stands on a stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from rtfm_check.parsers._shell_words import (
    ARITHMETIC,
    ARRAY,
    BRACES,
    CASE,
    CLOSED_BY_PAREN,
    CODE,
    COMMANDS,
    PARENS,
    PASS,
    PASS_LINE,
    QUOTED_VALUE,
    QUOTES,
    VALUE,
)

_NAME = r"""[^\s;&|<>(){}$`"'\\#=*?\[\]]++"""
_HEADER = (
    rf"[ \t]*+(?:function[ \t]+(?P<word>{_NAME})(?:[ \t]*+\([ \t]*+\))?"
    rf"|(?P<name>{_NAME})[ \t]*+\([ \t]*+\))"
)
_FIRST_LINE = re.compile(_HEADER)
_OTHER_LINES = re.compile(rf"\n{_HEADER}")  # beginning with a letter: found many times as fast
_NO_NAMES = frozenset(("function", "if", "elif", "else", "while", "until", "for", "case"))
_GAP = re.compile(r"\s*+(?:\#[^\n]*+\s*+|\\\n\s*+){0,1000}")  # between a header and its body

_ESCAPES = {mark: re.compile(rf"{mark}|\\").search for mark in "'`"}
_BY_PATTERN = re.compile(r"[\w!@*]*+[#%/]")  # in `"${x%'}'}"` the inner quotes count
_HEREDOC = re.compile(r"""<(-?)[ \t]*+((?:[^\s;&|<>()'"\\]++|'[^'\n]*+'|"[^"\n]*+"|\\.){1,100})""")
_BEFORE_COMMENT = frozenset(" \t\n;&|()") | {""}
_BEHIND_BRACE = frozenset(" \t\n;&|()<>`") | {""}
_BEFORE_COMMAND = frozenset(
    ("then", "do", "else", "elif", "if", "while", "until", "time", "!", "fi", "done", "esac", "]]")
)
_NAMED = re.compile(r"(?<![^\s;&|(){}])function[ \t]+[^\s;&|<>(){}]+[ \t]+\Z")
_LAST_WORD = re.compile(r"[\s;&|(){}]")
_LONGEST_SUM = 200  # characters between `$[` and `]`
_LOOK_BACK = 200  # characters, over blanks and continued lines
_RECOVERY = 8  # levels down to which a brace is looked for that something unclosed covers


class Function(NamedTuple):
    """A function, from the start of its first line to behind its last brace."""

    name: str
    start: int
    header: int  # the end of its name and parentheses
    end: int
    is_closed: bool


def functions(text: str, *, is_zsh: bool = False) -> Iterator[Function]:
    """The functions that are in no other, in their order."""
    scan = _Scan(text, is_zsh)
    first = _FIRST_LINE.match(text)
    for header in chain([first] if first else (), _OTHER_LINES.finditer(text)):
        start = header.start() + (header is not first)
        name = header["word"] or header["name"]
        if start >= scan.at and name not in _NO_NAMES and scan.reaches(start):
            closed = scan.body(header.end())
            if closed is not None:
                yield Function(name, start, header.end(), scan.at, closed)


class _Scan:
    """The state of reading a script."""

    def __init__(self, text: str, is_zsh: bool) -> None:
        self.at = 0
        self._text = text
        self._is_zsh = is_zsh
        self._open: list[str] = [CODE]
        self._brace_end = 0  # behind the last brace that was one
        self._heredocs: list[tuple[str, bool]] = []  # to begin on the next line; tabs may precede

    def reaches(self, start: int) -> bool:
        """Read up to there; whether a command may begin there."""
        while self._step(start):
            pass
        return self.at == start and self._open[-1] in COMMANDS

    def body(self, at: int) -> bool | None:
        """Read the body behind a header; whether it is closed, or None where there is none."""
        text = self._text
        gap = _GAP.match(text, at)
        at = gap.end() if gap else at
        if text[at : at + 1] not in ("{", "("):
            return None
        if text[at] == "{" and not text[at + 1 : at + 2].isspace():
            end = _end_of_line(text, at)  # zsh takes `{body}` on one line, and `{}` is empty
            if text.endswith("}", at, end):
                self.at = end
                return True
        depth = len(self._open)
        self.at = at + 1
        if text[at] == "{":
            self._open.append(BRACES)
            self._brace_end = self.at
        else:
            self._paren()
        length = len(text)
        while len(self._open) > depth:
            if not self._step(length):
                return False
        return True

    def _step(self, limit: int) -> bool:
        """Read up to the next token that begins before the limit; whether there may be more."""
        kind = self._open[-1]
        waits = self._heredocs and kind in COMMANDS
        passed = (PASS_LINE if waits else PASS)[kind](self._text, self.at, limit)
        at = passed.end() if passed else self.at
        if at >= limit:
            self.at = at
            return False
        read = _READ.get(self._text[at])
        if read:
            self.at = at + 1
            read(self)
        else:
            self.at = at
        return True

    @property
    def _kind(self) -> str:
        return self._open[-1]

    def _single(self) -> None:
        self._behind(self._text.find("'", self.at))

    def _double(self) -> None:
        if self._kind == QUOTES:
            self._open.pop()
        else:
            self._open.append(QUOTES)

    def _backslash(self) -> None:
        self.at += 1

    def _backtick(self) -> None:
        self._escaped("`")

    def _dollar(self) -> None:
        mark = self._text[self.at : self.at + 1]
        self.at += len(mark)
        if mark == "'":
            self._escaped("'")
        elif mark == "{":
            is_quoted = self._kind in (QUOTES, QUOTED_VALUE)
            is_plain = not is_quoted or _BY_PATTERN.match(self._text, self.at)
            self._open.append(VALUE if is_plain else QUOTED_VALUE)
        elif mark == "(" and self._text.startswith("(", self.at):
            self._open += (ARITHMETIC, ARITHMETIC)
            self.at += 1
        elif mark == "(":
            self._open.append(PARENS)
        elif mark == "[" and self._kind not in (QUOTES, QUOTED_VALUE):  # old arithmetic
            end = self._text.find("]", self.at, self.at + _LONGEST_SUM)
            if end >= 0 and self._text.find("\n", self.at, end) < 0:
                self.at = end + 1

    def _hash(self) -> None:
        before = self._text[max(self.at - 2, 0) : self.at - 1]
        if before in _BEFORE_COMMENT and not (self._is_zsh and before == "("):
            self.at = _end_of_line(self._text, self.at)

    def _less(self) -> None:
        if self._text.startswith("<<", self.at):  # `<<<`
            self.at += 2
            return
        found = _HEREDOC.match(self._text, self.at)
        if found:
            self._heredocs.append((re.sub(r"""['"\\]""", "", found[2]), bool(found[1])))
            self.at = found.end()

    def _paren(self) -> None:
        kind = self._kind
        if kind in (ARITHMETIC, ARRAY):
            self._open.append(kind)
        elif self._text[self.at - 2 : self.at - 1] == "=":
            self._open.append(ARRAY)
        elif self._text.startswith("(", self.at):
            self._open += (ARITHMETIC, ARITHMETIC)
            self.at += 1
        else:
            self._open.append(PARENS)

    def _close_paren(self) -> None:
        if self._kind in CLOSED_BY_PAREN:  # else it stands behind a pattern of `case`
            self._open.pop()

    def _brace(self) -> None:
        is_word = not self._text[self.at : self.at + 1].strip()
        if is_word and self._kind in COMMANDS and self._opens_body(self.at - 1):
            self._open.append(BRACES)
            self._brace_end = self.at

    def _opens_body(self, offset: int) -> bool:
        """Whether a brace there begins a command, or is behind `function` and a name."""
        if self._starts_command(offset):
            return True
        start = max(offset - _LOOK_BACK, 0)
        if self._text.find("function", start, offset) < 0:
            return False
        named = _NAMED.search(self._text, start, offset)
        return named is not None and self._starts_command(named.start())

    def _close_brace(self) -> None:
        kind = self._open[-1]
        behind = self._text[self.at : self.at + 1]
        if kind in (VALUE, QUOTED_VALUE):
            self._open.pop()
        elif kind not in COMMANDS or behind not in _BEHIND_BRACE:
            pass  # no word
        elif behind == ")" and self._open[-2:-1] != [PARENS]:
            pass  # a pattern of `case`
        elif not self._starts_command(self.at - 1):
            pass  # an argument
        else:
            self._brace_end = self.at
            self._close_braces()

    def _close_braces(self) -> None:
        """Close the braces, and what is open in them: a parenthesis that was none."""
        for depth in range(len(self._open) - 1, max(len(self._open) - _RECOVERY, 0), -1):
            if self._open[depth] == BRACES:
                del self._open[depth:]
                return
            if self._open[depth] not in COMMANDS:
                return

    def _case(self) -> None:
        if self._text.startswith("ase", self.at) and self._starts_command(self.at - 1):
            self._open.append(CASE)

    def _esac(self) -> None:
        is_word = self._text.startswith("sac", self.at)
        if is_word and self._kind == CASE and self._starts_command(self.at - 1):
            self._open.pop()

    def _line_end(self) -> None:
        """Skip the here-documents that begin on the next line; one without end takes the rest."""
        for word, has_tabs in self._heredocs:
            self._behind(self._end_of_heredoc(word, has_tabs))
        self._heredocs.clear()

    def _end_of_heredoc(self, word: str, has_tabs: bool) -> int:
        """The line end behind the line that is the word, or -1."""
        text, start = self._text, self.at
        while (found := text.find(word, start)) >= 0:
            line, end = found, found + len(word)
            while has_tabs and line > start and text[line - 1] == "\t":
                line -= 1
            if (line == self.at or text[line - 1] == "\n") and text[end : end + 1] in ("", "\n"):
                return end
            start = text.find("\n", found) + 1
            if not start:
                break
        return -1

    def _escaped(self, mark: str) -> None:
        """Skip what is quoted by a mark that a backslash escapes."""
        search = _ESCAPES[mark]
        while (found := search(self._text, self.at)) and found[0] != mark:
            self.at = found.end() + 1
        self._behind(found.start() if found else -1)

    def _behind(self, offset: int) -> None:
        """Go on behind a character, or to the end of the text if it is not there."""
        self.at = offset + 1 if offset >= 0 else len(self._text)

    def _starts_command(self, offset: int) -> bool:
        """Whether a word there would be the first of a command; in zsh a brace always is one."""
        if self._is_zsh and self._text[offset] in "{}":
            return self._text[offset - 1 : offset] in _BEFORE_COMMENT
        if self._text.startswith("\n", offset - 1) and not self._text.startswith("\\", offset - 2):
            return True
        before = self._text[max(offset - _LOOK_BACK, 0) : offset]
        head = before.rstrip(" \t")
        while head.endswith("\\\n"):
            head = head[:-2].rstrip(" \t")
        if not head or head[-1] == "\n":
            return True
        if head[-1] in "{}":
            return len(head) < len(before) and offset - len(before) + len(head) == self._brace_end
        if head[-1] in ";&|()":
            return not head.endswith("\\", 0, -1)
        return len(head) < len(before) and _LAST_WORD.split(head[-8:])[-1] in _BEFORE_COMMAND


def _end_of_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return end if end >= 0 else len(text)


_READ: dict[str, Callable[[_Scan], None]] = {
    "'": _Scan._single,
    '"': _Scan._double,
    "\\": _Scan._backslash,
    "`": _Scan._backtick,
    "$": _Scan._dollar,
    "#": _Scan._hash,
    "<": _Scan._less,
    "(": _Scan._paren,
    ")": _Scan._close_paren,
    "{": _Scan._brace,
    "}": _Scan._close_brace,
    "c": _Scan._case,
    "e": _Scan._esac,
    "\n": _Scan._line_end,
}
