"""The text of a file in blocks, for parsers of files that may be larger than memory.

Decoded by the rules of `file.decode`, as far as they can be followed without the whole file: an
encoding is decided where the first byte is met that is not UTF-8, by the block it stands in.
"""

from __future__ import annotations

import codecs
import io
import zlib
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.file import Encoding, File, decode
from rtfm_check.source import Unreadable

_BLOCK = 256 * 1024  # bytes
_PACKED = ".gz"
_GZIP = 31  # of zlib: a window of 32 KiB, with gzip's header
_WHOLE = 1024 * 1024  # a file of up to this size is decoded at once


def blocks(file: File) -> Iterator[str]:
    """Pieces of the text, with `\\n` as the only line end and no byte order mark.

    What gzip has packed is unpacked. How they were decoded stands in `file.streamed` when the last
    one was taken. Raises Unreadable.
    """
    if file.size <= _WHOLE and file.suffix != _PACKED:
        yield file.text
        return
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    line, column = 1, 1  # of what comes next
    decoder = _Decoder()
    for data in _pieces(file):
        decoded = decoder.decode(data, not data)
        text = newlines.decode(decoded, not data)
        if decoder.bad_at >= 0 and file.streamed is None:
            file.streamed = (decoder.encoding, _behind(line, column, decoded[: decoder.bad_at]))
        line, column = _behind(line, column, text)
        if text:
            yield text
    place = file.streamed[1] if file.streamed else (1, 1)
    file.streamed = (decoder.encoding, place)


def _pieces(file: File) -> Iterator[bytes]:
    """The bytes of a file, unpacked; the last piece is empty."""
    with file.open() as stream:
        packed = iter(lambda: stream.read(_BLOCK), b"")
        yield from _unpacked(packed) if file.suffix == _PACKED else packed
    yield b""


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    """What gzip has packed, in one piece or several. Raises Unreadable for damage and bombs."""
    unpacker = zlib.decompressobj(_GZIP)
    read = made = 0
    is_open = False
    for data in packed:
        read += len(data)
        while data:
            try:
                found = unpacker.decompress(data, _BLOCK)
            except zlib.error as error:
                raise Unreadable("what gzip has packed is damaged") from error
            made += len(found)
            if made > limits.ZIP_SMALL_BYTES + limits.ZIP_RATIO * read:
                raise Unreadable(f"it unpacks to more than {limits.ZIP_RATIO} times its size")
            if found:
                yield found
            data = unpacker.unconsumed_tail
            is_open = not unpacker.eof
            if unpacker.eof:
                data = unpacker.unused_data.lstrip(b"\0")  # padding, as of tapes
                unpacker = zlib.decompressobj(_GZIP)
    if is_open:
        raise Unreadable("what gzip has packed is cut off")


def _behind(line: int, column: int, text: str) -> tuple[int, int]:
    """The line and column behind a text that begins at one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    ends = text.count("\n")
    return line + ends, len(text) - text.rfind("\n") if ends else column + len(text)


class _Decoder:
    """Decodes block by block, and changes its mind at most once."""

    def __init__(self) -> None:
        self.encoding = Encoding("")
        self.bad_at = -1  # in the text of the last block: the first character that is a guess
        self._rest = b""  # the start of a character whose other bytes are in the next block
        self._has_accents = False  # some of what was decoded as UTF-8 is no ASCII

    def decode(self, data: bytes, is_last: bool) -> str:
        """The text of the next block."""
        data = self._rest + data
        if not self.encoding.name:
            self.encoding, data = _by_head(data)
        self.bad_at = -1
        name = self.encoding.name
        if name == "utf-8" and not self.encoding.replaced:
            try:
                return self._decoded(name, "strict", data, is_last)
            except UnicodeDecodeError as error:
                self._decide(data, error.start)
                name = self.encoding.name
        text = self._decoded(name, "replace", data, is_last)
        replaced = text.count("\ufffd")
        if replaced or self.bad_at >= 0:
            self.encoding = self.encoding._replace(replaced=self.encoding.replaced + replaced)
        if replaced and self.bad_at < 0:
            self.bad_at = text.index("\ufffd")
        return text

    def _decoded(self, name: str, errors: str, data: bytes, is_last: bool) -> str:
        decoder = codecs.getincrementaldecoder(name)(errors)
        text = decoder.decode(data, is_last)
        state = decoder.getstate()[0]
        self._rest = state if isinstance(state, bytes) else b""
        if not self._has_accents and not text.isascii():
            self._has_accents = True
        return text

    def _decide(self, data: bytes, start: int) -> None:
        """What to go on with behind a byte that is not UTF-8."""
        self.bad_at = len(data[:start].decode("utf-8"))
        guess = Encoding("utf-8") if self._has_accents else decode(data)[1]
        self.encoding = guess._replace(replaced=0, has_mark=self.encoding.has_mark)


def _by_head(data: bytes) -> tuple[Encoding, bytes]:
    """What the first block says: a mark, or the NULs of a UTF-16 without one, else UTF-8."""
    encoding = decode(data)[1]
    if encoding.has_mark:
        marks = {"utf-8": 3, "utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}
        return Encoding(encoding.name, has_mark=True), data[marks[encoding.name] :]
    if encoding.name.startswith("utf-16"):
        return Encoding(encoding.name, is_guess=True), data
    return Encoding("utf-8"), data
