"""A file of the tree as parsers see it: its bytes or a stream of them, and its text.

Read once: the digest is taken of what is read. Text has `\\n` as its only line end and no byte
order mark, so that lines and columns are those of the file.
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import io
import os
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from rtfm_check import limits
from rtfm_check.source import Text, Unreadable
from rtfm_check.tree.opened import open_file

if TYPE_CHECKING:
    from rtfm_check.mapping.dispatch import Dispatcher

_MARKS = (  # the longer ones first
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_NO_ENCODINGS = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"})
_HEAD = 64 * 1024  # bytes in which the NULs of UTF-16 are looked for
_SAMPLE = 16 * 1024  # bytes that the guess of a character set looks at


class Encoding(NamedTuple):
    """How the bytes of a document were decoded."""

    name: str  # as Python spells it
    has_mark: bool = False  # a byte order mark said so
    is_guess: bool = False
    replaced: int = 0  # bytes that stand for nothing in it, each now a U+FFFD
    offset: int = 0  # of the first byte that is not UTF-8


class Settings(NamedTuple):
    """What a run tells its parsers."""

    mappings: Dispatcher | None = None  # of the project; None: there are none
    pdf_backend: str = "pypdf"  # or pdfium
    profiles: Any = None  # of fields: a `fields.open.Profiles`; None: there are none


_DEFAULTS = Settings()


class File:
    """One file of the tree."""

    def __init__(
        self, root: str, path: str, name: str, size: int, settings: Settings = _DEFAULTS
    ) -> None:
        """`path` is relative to the root, with `/`; `name` is the path as reports show it."""
        self.settings = settings
        self.root = root
        self.path = path
        self.name = name
        self.size = size  # in bytes, when the tree was walked
        self.declared = ""  # an encoding that the document names; a parser sets it before `text`
        self._digest = hashlib.sha256()
        self._begun: io.FileIO | None = None  # by `head`, for the first who reads all of it
        self._stream: _Hashed | None = None
        # By `streaming`: how it was decoded, and the line and column of the first bad byte.
        self.streamed: tuple[Encoding, tuple[int, int]] | None = None

    @property
    def file_name(self) -> str:
        """The last part of the path."""
        return self.name.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The file name without its suffix."""
        return self.file_name.rpartition(".")[0] or self.file_name

    @property
    def suffix(self) -> str:
        """The suffix in lower case, with its dot; "" if there is none."""
        dot = self.file_name.rfind(".")
        return self.file_name[dot:].lower() if dot > 0 else ""

    @property
    def title(self) -> str:
        """The stem as RTFM makes a title of it: no brackets, no `-` and `_`."""
        text = re.sub(r"\([^)]*\)", " ", self.stem)
        return " ".join(re.sub(r"[-_]+", " ", text).split()) or self.stem

    @property
    def full_path(self) -> str:
        """Where the file lies, for libraries that have to open it themselves."""
        return os.path.join(self.root, self.path)

    def head(self, count: int) -> bytes:
        """The first bytes. Raises OSError for what is no regular file by now."""
        self._begun = io.FileIO(open_file(self.root, self.path))
        first = self._begun.read(count)
        self._begun.seek(0)
        return first

    def open(self) -> BinaryIO:
        """The file as a buffered stream, to be read from its start to its end and closed.

        Raises Unreadable. Never follows a link, never blocks on a pipe or a device.
        """
        self._digest = hashlib.sha256()
        self._stream = _Hashed(self._opened(), self._digest)
        return io.BufferedReader(self._stream, 256 * 1024)

    def seekable(self) -> BinaryIO:
        """The file for reading here and there; nothing is hashed. Raises Unreadable as `open`."""
        return io.BufferedReader(self._opened())

    def is_still(self, stream: BinaryIO) -> bool:
        """Whether a stream of `seekable` is of the file that has the name now, without a link."""
        try:
            with io.FileIO(open_file(self.root, self.path)) as now:
                return os.path.samestat(os.fstat(now.fileno()), os.fstat(stream.fileno()))
        except (OSError, ValueError):
            return False

    @cached_property
    def data(self) -> bytes:
        """All bytes. Raises Unreadable for more than limits.DOCUMENT_BYTES."""
        with self.open() as stream:
            data = stream.read(min(self.size, limits.DOCUMENT_BYTES) + 1)
            if len(data) > self.size:  # it has grown
                data += stream.read(limits.DOCUMENT_BYTES + 1 - len(data))
        if len(data) > limits.DOCUMENT_BYTES:
            raise Unreadable(f"more than the limit of {limits.DOCUMENT_BYTES:,} bytes")
        return data

    @cached_property
    def _decoded(self) -> tuple[str, Encoding]:
        return decode(self.data, self.declared)

    @property
    def encoding(self) -> Encoding:
        """How `text` was decoded."""
        return self._decoded[1]

    @cached_property
    def text(self) -> str:
        """The text: decoded, without byte order mark, with `\\n` as the only line end."""
        text = self._decoded[0]
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    @cached_property
    def lines(self) -> Text:
        """The text by lines and columns, for places."""
        return Text(self.name, self.text)

    @property
    def bad_place(self) -> tuple[int, int]:
        """The line and column in the text of the first byte that is not in its encoding.

        Where the encoding was guessed, of the first one that is not UTF-8.
        """
        encoding = self.encoding
        if encoding.has_mark:
            before = self.text[: max(self.text.find("\ufffd"), 0)]
        else:
            head = self.data[: encoding.offset].decode(encoding.name, "replace")
            before = head.replace("\r\n", "\n").replace("\r", "\n")
        return before.count("\n") + 1, len(before) - before.rfind("\n")

    @property
    def has_text(self) -> bool:
        """Whether `text` was asked for."""
        return "text" in self.__dict__

    def digest(self) -> str:
        """The SHA-256 of the file in hex; what no parser has read is read now.

        Of a file that cannot be read, or is larger than limits.FILE_BYTES, it is that of nothing,
        or of what was read.
        """
        with contextlib.suppress(Unreadable):  # which was told when the file was to be read
            if self._stream is None and self.size <= limits.FILE_BYTES:
                self.open()
            if self._stream is not None:
                self._stream.close()
        return self._digest.hexdigest()

    def _opened(self) -> io.FileIO:
        begun, self._begun = self._begun, None
        try:
            return begun or io.FileIO(open_file(self.root, self.path))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Unreadable(reason.lower()) from error

    def beside(self, name: str) -> File | None:
        """Another file of the same folder, if it is there."""
        folder = self.path.rpartition("/")[0]
        path = f"{folder}/{name}" if folder else name
        try:
            status = os.lstat(os.path.join(self.root, path))
        except (OSError, ValueError):
            return None
        shown = self.name.rpartition("/")[0]
        return File(self.root, path, f"{shown}/{name}" if shown else name, status.st_size)


def decode(data: bytes, declared: str = "") -> tuple[str, Encoding]:
    """The text of some bytes: by byte order mark, by what is declared, as UTF-8, else guessed.

    `declared` is an encoding that the document names itself; one that Python does not know, or
    that the bytes are not in, does not count.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], name)
    name = known(declared)
    if name:
        try:
            return data.decode(name), Encoding(name)
        except UnicodeError:
            pass  # seen below: what is decoded otherwise is reported as such
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _guessed(data, error.start)
    if "\0" in text:  # as in UTF-16, of which ASCII has no byte that is not UTF-8
        utf16 = unmarked_utf16(data[:_HEAD])
        if utf16:
            return data.decode(utf16, "replace"), Encoding(utf16, is_guess=True)
    return text, Encoding("utf-8")


def known(name: str) -> str:
    """An encoding as Python spells it, or "" if it knows none of that name that texts are in."""
    try:
        found = codecs.lookup(name)
    except (LookupError, ValueError):
        if name[:2].lower() != "x-":
            return ""
        try:
            found = codecs.lookup(name[2:])  # the names of old browsers, such as x-mac-cyrillic
        except (LookupError, ValueError):
            return ""
    is_text = getattr(found, "_is_text_encoding", True)
    return found.name if is_text and found.name not in _NO_ENCODINGS else ""


def unmarked_utf16(head: bytes) -> str:
    """The encoding of the first bytes of a text where every other byte is NUL, mostly; else ""."""
    for name, odd in (("utf-16-le", 1), ("utf-16-be", 0)):
        zeros = head[odd::2].count(0)
        if zeros >= 4 and zeros > len(head) * 0.2 and zeros > 8 * head[1 - odd :: 2].count(0):
            return name
    return ""


def _marked(data: bytes, name: str) -> tuple[str, Encoding]:
    try:
        return data.decode(name).lstrip("\ufeff"), Encoding(name, has_mark=True)
    except UnicodeDecodeError:
        text = data.decode(name, "replace")
        return text, Encoding(name, has_mark=True, replaced=text.count("\ufffd"))


def _guessed(data: bytes, offset: int) -> tuple[str, Encoding]:
    """UTF-16 where every other byte is NUL, mostly; UTF-8 with damage; else a character set."""
    name = unmarked_utf16(data[:_HEAD])
    if name:
        return data.decode(name, "replace"), Encoding(name, is_guess=True, offset=offset)
    as_utf8 = data.decode("utf-8", "replace")
    bad = as_utf8.count("\ufffd")
    good = len(data) - len(as_utf8)  # more bytes than characters: sequences that are UTF-8
    if good > bad:
        return as_utf8, Encoding("utf-8", replaced=bad, offset=offset)
    from rtfm_check.text import charset

    for name in (charset.guess(_sample(data, offset)), charset.WESTERN):
        try:
            return data.decode(name), Encoding(name, is_guess=True, offset=offset)
        except UnicodeDecodeError as error:
            if error.end == len(data) and name != charset.WESTERN:  # it is cut in a character
                return data.decode(name, "replace"), Encoding(name, False, True, 1, offset)
    return data.decode("latin-1"), Encoding("latin-1", is_guess=True, offset=offset)


def _sample(data: bytes, offset: int) -> bytes:
    """Lines from the first byte on that is not UTF-8; none is cut in the middle of a character."""
    start = max(data.rfind(b"\n", 0, offset) + 1, offset - _SAMPLE // 2)
    sample = data[start : start + _SAMPLE]
    end = sample.rfind(b"\n") if len(sample) == _SAMPLE else 0
    return sample[:end] if end > offset - start else sample


class _Hashed(io.RawIOBase):
    """A file that is hashed as it is read."""

    def __init__(self, file: io.FileIO, digest: hashlib._Hash) -> None:
        super().__init__()
        self._file = file
        self._digest = digest
        self._left = limits.FILE_BYTES  # it may grow as fast as it is read
        self.is_done = False

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill the buffer with the next bytes."""
        try:
            size = self._file.readinto(buffer)
        except OSError as error:
            raise Unreadable((error.strerror or str(error)).lower()) from error
        self._digest.update(buffer[:size])
        self._left -= size
        self.is_done = not size or self._left < 0
        if self._left < 0:
            raise Unreadable(f"more than the limit of {limits.FILE_BYTES:,} bytes")
        return size

    def close(self) -> None:
        """Read and hash what nobody asked for, and close the file."""
        if not self.closed:
            try:
                block = memoryview(bytearray(0 if self.is_done else 256 * 1024))
                while not self.is_done:
                    self.readinto(block)
            finally:
                self._file.close()
                super().close()
