"""Unpacking the text of a Mobipocket book: PalmDOC's pairs, or Huffman codes for phrases.

Both are written from the descriptions of the formats. What a record may grow to is bounded.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rtfm_check.parsers._mobi_records import HUFF, PALM, PLAIN, Head, NoBook, Records

_RECORD = 64 * 1024  # bytes of text in one record; writers put 4,096 there
_PHRASE = 64 * 1024  # bytes of a phrase
_PHRASES = 16 * 1024 * 1024  # bytes of all phrases that are made of others
_NESTING = 32  # phrases in phrases
_LITERALS = re.compile(rb"[\x00\x09-\x7f]+")


class Damaged(Exception):
    """A record cannot be unpacked; `text` is what came out of it until then."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text


class Text(NamedTuple):
    """The text of a book."""

    data: bytes
    damaged: int = 0  # records that are missing or cannot be unpacked
    is_limited: bool = False  # it is longer than what is read


def unpacked(records: Records, head: Head, first: int, most: int) -> Text:
    """Unpack the text; `first` is the number of the record with the header. Raises NoBook."""
    unpack = _unpacker(records, head, first)
    parts: list[bytes] = []
    size = damaged = 0
    for number in range(first + 1, first + 1 + head.texts):
        record = records[number]
        try:
            part = unpack(record[: len(record) - _behind(record, head.trailing)])
            damaged += not record
        except Damaged as damage:
            part = damage.text
            damaged += 1
        parts.append(part)
        size += len(part)
        if size > most:
            return Text(b"".join(parts)[:most], damaged, is_limited=True)
    if first + 1 + head.texts >= len(records) and size < head.length:
        damaged += not damaged  # the last record is cut off, and nothing else shows it
    return Text(b"".join(parts), damaged)


def _unpacker(records: Records, head: Head, first: int) -> Callable[[bytes], bytes]:
    if head.packing == PLAIN:
        return bytes
    if head.packing == PALM:
        return unpaired
    if head.packing == HUFF:
        tables = [records[first + head.huff + each] for each in range(min(head.huffs, 4096))]
        return Phrases(tables).unpacked
    raise NoBook(f"its text is packed in an unknown way ({head.packing})")


def _behind(record: bytes, flags: int) -> int:
    """The bytes that stand behind the text of a record, for indexes and cut characters."""
    size = 0
    for bit in range(1, 16):
        if flags >> bit & 1:
            size += _size_before(record, len(record) - size)
    if flags & 1 and size < len(record):
        size += (record[len(record) - size - 1] & 3) + 1
    return min(size, len(record))


def _size_before(record: bytes, end: int) -> int:
    """A size that is written backwards, seven bits a byte, the last of which is marked."""
    value = 0
    for place in range(4):
        at = end - 1 - place
        if at < 0:
            break
        value |= (record[at] & 0x7F) << (7 * place)
        if record[at] & 0x80:
            break
    return value


def unpaired(data: bytes) -> bytes:
    """PalmDOC: literals, and pairs of a distance back and a length. Raises Damaged."""
    out = bytearray()
    at, end = 0, len(data)
    literals = _LITERALS.match
    while at < end:
        code = data[at]
        if 0x80 <= code < 0xC0:
            pair = code << 8 | data[at + 1] if at + 1 < end else 0
            distance, length = pair >> 3 & 0x7FF, (pair & 7) + 3
            if not 0 < distance <= len(out):
                raise Damaged(bytes(out))
            start = len(out) - distance
            if distance >= length:
                out += out[start : start + length]
            else:  # it repeats itself
                out += (out[start:] * (length // distance + 1))[:length]
            at += 2
        elif code >= 0xC0:
            out.append(0x20)
            out.append(code ^ 0x80)
            at += 1
        elif 0 < code < 9:
            out += data[at + 1 : at + 1 + code]
            at += 1 + code
        else:
            match = literals(data, at)
            assert match is not None  # all other bytes stand for themselves
            out += match[0]
            at = match.end()
    return bytes(out)


class Phrases:
    """The tables of a book whose text is packed with Huffman codes."""

    def __init__(self, tables: list[bytes]) -> None:
        """The first has the codes, the others the phrases. Raises NoBook."""
        self._phrases: list[tuple[bytes, bool]] = []  # and whether it is unpacked
        self._left = _PHRASES
        try:
            self._read_codes(tables[0])
            for table in tables[1:]:
                self._read_phrases(table)
        except (struct.error, IndexError) as error:
            raise NoBook("the tables that unpack its text are damaged") from error

    def unpacked(self, data: bytes, nesting: int = 0) -> bytes:
        """The text that some codes stand for. Raises Damaged."""
        out = bytearray()
        most = _PHRASE if nesting else _RECORD
        for number in self._numbers(data):
            if number >= len(self._phrases):
                raise Damaged(bytes(out))
            phrase, is_done = self._phrases[number]
            try:
                out += phrase if is_done else self._made(number, phrase, nesting)
            except Damaged as damaged:
                raise Damaged(bytes(out) + damaged.text) from None
            if len(out) > most:
                raise Damaged(bytes(out[:most]))
        return bytes(out)

    def _made(self, number: int, phrase: bytes, nesting: int) -> bytes:
        """A phrase that is made of others."""
        if nesting == _NESTING or self._left < 0:
            raise Damaged(b"")
        self._phrases[number] = (b"", True)  # if it holds itself
        made = self.unpacked(phrase, nesting + 1)
        self._phrases[number] = (made, True)
        self._left -= len(made)
        return made

    def _numbers(self, data: bytes) -> Iterator[int]:
        """The numbers of the phrases."""
        left = 8 * len(data)
        data += bytes(8)
        window = int.from_bytes(data[:8], "big")
        at, shift = 0, 32
        codes, lowest, highest = self._codes, self._lowest, self._highest
        while True:
            if shift <= 0:
                at += 4
                window = int.from_bytes(data[at : at + 8], "big")
                shift += 32
            code = window >> shift & 0xFFFFFFFF
            length, is_whole, most = codes[code >> 24]
            if not is_whole:
                while length < 32 and code < lowest[length]:
                    length += 1
                most = highest[length]
            shift -= length
            left -= length
            if left < 0 or length == 0:
                return
            yield (most - code) >> (32 - length) if most >= code else 1 << 32

    def _read_codes(self, table: bytes) -> None:
        if table[:4] != b"HUFF":
            raise NoBook("the tables that unpack its text are missing")
        short, long = struct.unpack_from(">II", table, 8)
        self._codes = []
        for value in struct.unpack_from(">256I", table, short):
            length = value & 0x1F
            most = ((value >> 8) + 1 << 32 - length) - 1
            self._codes.append((length, bool(value & 0x80), most))
        bounds = struct.unpack_from(">64I", table, long)
        self._lowest, self._highest = [0], [0]
        for length, (low, high) in enumerate(zip(bounds[::2], bounds[1::2], strict=True), 1):
            self._lowest.append(low << 32 - length)
            self._highest.append((high + 1 << 32 - length) - 1)

    def _read_phrases(self, table: bytes) -> None:
        if table[:4] != b"CDIC":
            raise NoBook("the tables that unpack its text are damaged")
        total, bits = struct.unpack_from(">II", table, 8)
        count = min(1 << min(bits, 16), max(0, total - len(self._phrases)))
        for offset in struct.unpack_from(f">{count}H", table, 16):
            (size,) = struct.unpack_from(">H", table, 16 + offset)
            start = 18 + offset
            self._phrases.append((table[start : start + (size & 0x7FFF)], bool(size & 0x8000)))
