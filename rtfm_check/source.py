"""A file read once: its bytes, its text, and where a character of it stands."""

from __future__ import annotations

import errno
import os
import re
import stat
from bisect import bisect_right
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.model import Place, Span
from rtfm_check.text import show

BOM = "\ufeff"
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_MORE_BYTES = 1024 * 1024  # read at a time of a file that grows
_LINE_END = re.compile(r"\r\n|\r|\n")


def stamp(path: str) -> tuple[int, ...]:
    """What changes when a file does (time in nanoseconds, size, inode); () for one not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


class Unreadable(Exception):
    """A file that cannot be read at all; str() says why."""


class NotUtf8(NamedTuple):
    """The first byte that is not UTF-8."""

    offset: int  # in code points of the text before it
    byte: int
    guess: str  # the encoding that its byte order mark names, or ""


class Text:
    """A text by its lines and columns.

    A leading byte order mark is part of the text; columns do not count it.
    """

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        """`name` is what reports show."""
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    @property
    def has_bom(self) -> bool:
        """Whether the text begins with the byte order mark."""
        return self.text.startswith(BOM)

    def span(self, start: int, end: int) -> Span:
        """The range of the characters [start, end) of the text."""
        line, column = self._position(start)
        return Span(line, column, *self._position(max(start, end)))

    def _lines(self) -> list[int]:
        """Where the lines begin."""
        if self._starts is None:
            self._starts = [0, *[match.end() for match in _LINE_END.finditer(self.text)]]
        return self._starts

    def _position(self, index: int) -> tuple[int, int]:
        starts = self._lines()
        index = min(index, len(self.text))
        if self.text.startswith("\r\n", index - 1):  # nothing stands inside a line end
            index -= 1
        line = bisect_right(starts, index)
        column = index - starts[line - 1] + 1
        if line == 1 and self.has_bom:
            column = max(1, column - 1)
        return line, column

    def index(self, line: int, column: int) -> int:
        """The index in the text of a line and column, as spans count them."""
        return self._lines()[line - 1] + column - 1 + (1 if line == 1 and self.has_bom else 0)

    def at(self, span: Span) -> str:
        """The text of a range."""
        start = self.index(span.line, span.column)
        return self.text[start : self.index(span.end_line, span.end_column)]

    def place(self, start: int, end: int, pointer: str = "") -> Place:
        """The same as a place in this file."""
        return Place(self.name, self.span(start, end), pointer)

    @property
    def top(self) -> Place:
        """The start of the file, for what concerns all of it."""
        return Place(self.name, Span(1, 1, 1, 1))

    def excerpt(self, line: int) -> tuple[str, ...]:
        """A line, with the one before it where there is one; what is long is cut."""
        starts = self._lines()
        shown = []
        for number in (line - 1, line):
            if 0 < number <= len(starts):
                start = starts[number - 1]
                longest = min(len(self.text), start + limits.EXCERPT_CHARS)
                end = _LINE_END.search(self.text, start, longest)
                text = self.text[start : end.start() if end else longest]
                shown.append(text.removeprefix(BOM) if number == 1 else text)
        return tuple(shown)


class Source(Text):
    """The text of one file, and its bytes.

    A file that is not UTF-8 has the text up to its first bad byte, and `not_utf8` says which
    that is.
    """

    __slots__ = ("data", "not_utf8", "path")

    def __init__(self, name: str, data: bytes, path: str = "") -> None:
        """`name` is what reports show; `path` is where the file lies."""
        self.path = path or name
        self.data = data
        self.not_utf8: NotUtf8 | None = None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            text = data[: error.start].decode("utf-8")
            self.not_utf8 = NotUtf8(len(text), data[error.start], _marked_encoding(data))
        super().__init__(show.path(name).replace(os.sep, "/"), text)


def read(path: str, *, name: str, limit: int, root: str) -> Source:
    """Read a regular file of at most `limit` bytes, as a Reader of the root does."""
    return Reader(root).read(path, name=name, limit=limit)


class Reader:
    """Reads files, and remembers of their folders where links lead.

    A file inside `root` has to lie there when links are followed too, those of its folders as
    well; one that is not inside was named by the user, and may be no link that leads elsewhere.
    """

    def __init__(self, root: str) -> None:
        self._root = os.path.abspath(root)
        self._real_root = os.path.realpath(root)
        self._folders: dict[str, bool] = {}  # inside the root, and links lead out of it

    def read(self, path: str, *, name: str, limit: int) -> Source:
        """Read a regular file of at most `limit` bytes.

        Raises Unreadable for everything else. Never blocks on a pipe or a device.
        """
        if self._leads_out(path):
            raise Unreadable("a link that leads out of the project")
        try:
            handle = os.open(path, os.O_RDONLY | _NO_WAIT)
        except (OSError, ValueError) as error:
            raise Unreadable(_reason(error)) from error
        try:
            return Source(name, _bytes(handle, limit), path)
        except OSError as error:
            raise Unreadable(_reason(error)) from error
        finally:
            os.close(handle)

    def _leads_out(self, path: str) -> bool:
        if os.path.islink(path):
            return not is_below(os.path.realpath(path), self._real_root)
        folder = os.path.dirname(path)
        leads_out = self._folders.get(folder)
        if leads_out is None:
            is_inside = is_below(os.path.abspath(folder), self._root)
            leads_out = is_inside and not is_below(os.path.realpath(folder), self._real_root)
            self._folders[folder] = leads_out
        return leads_out


def _bytes(handle: int, limit: int) -> bytes:
    """What an open file holds; Unreadable for more than the limit, and for no regular file."""
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise Unreadable("not a regular file")
    if status.st_size > limit:
        raise Unreadable(f"{status.st_size:,} bytes, more than the limit of {limit:,}")
    data = os.read(handle, status.st_size + 1)
    while len(data) != status.st_size and len(data) <= limit:  # it grows or shrinks meanwhile
        more = os.read(handle, _MORE_BYTES)
        if not more:
            break
        data += more
    if len(data) > limit:
        raise Unreadable(f"more than the limit of {limit:,} bytes")
    return data


def is_below(path: str, folder: str) -> bool:
    """Whether an absolute path lies in a folder, or is it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _reason(error: OSError | ValueError) -> str:
    if not isinstance(error, OSError):
        return "its name holds a NUL character"
    if error.errno == errno.ENOENT:
        return "the file is gone, or a link that leads nowhere"
    return (error.strerror or str(error)).lower()


def _marked_encoding(data: bytes) -> str:
    for mark, encoding in (
        (b"\xff\xfe\x00\x00", "UTF-32"),
        (b"\x00\x00\xfe\xff", "UTF-32"),
        (b"\xff\xfe", "UTF-16"),
        (b"\xfe\xff", "UTF-16"),
    ):
        if data.startswith(mark):
            return encoding
    return ""
