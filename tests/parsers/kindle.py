"""Writes small Mobipocket and Kindle books, as the formats are described."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

NONE = 0xFFFFFFFF
RECORD = 4096  # bytes of text in a record
EXTH_AUTHOR, EXTH_TITLE, EXTH_BOUNDARY = 100, 503, 121
_HEADER = 264  # bytes of a header of KF8; older ones are shorter, and say so
_PHRASE = re.compile(rb"\w+|\W")
_ENTRIES = 60_000  # bytes of the entries in a record
_SHORT = 200  # phrases with a code of 8 bits


def palm(records: Sequence[bytes], kind: bytes = b"BOOKMOBI", name: bytes = b"A_Book") -> bytes:
    """A Palm database."""
    start = 78 + 8 * len(records) + 2
    head = name.ljust(32, b"\0") + bytes(28) + kind + bytes(8) + struct.pack(">H", len(records))
    starts = accumulate((len(each) for each in records[:-1]), initial=start)
    table = b"".join(struct.pack(">II", at, number) for number, at in enumerate(starts))
    return head + table + b"\0\0" + b"".join(records)


def pieces(text: bytes, size: int = RECORD) -> list[bytes]:
    """The text of each record."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def paired(data: bytes) -> bytes:
    """Packed as PalmDOC packs: literals, and pairs of a distance and a length."""
    out, at = bytearray(), 0
    seen: dict[bytes, int] = {}
    while at < len(data):
        key = data[at : at + 3]
        before = seen.get(key, -1)
        seen[key] = at
        if before >= 0 and at - before < 2048 and len(key) == 3:
            length = 3
            while (
                length < 10
                and data[before + length : before + length + 1]
                == (data[at + length : at + length + 1])
            ):
                length += 1
            length = min(length, len(data) - at)
            out += struct.pack(">H", 0x8000 | (at - before) << 3 | length - 3)
            at += length
        elif data[at] == 0x20 and 0x40 <= (data[at + 1] if at + 1 < len(data) else 0) < 0x80:
            out.append(data[at + 1] ^ 0x80)
            at += 2
        elif data[at] == 0 or 9 <= data[at] < 0x80:
            out.append(data[at])
            at += 1
        else:
            out += bytes([1, data[at]])
            at += 1
    return bytes(out)


class Phrases:
    """Huffman codes for phrases, of 8 and 16 bits; the last one is made of two others."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        found = list(dict.fromkeys(each for text in texts for each in _PHRASE.findall(text)))
        self.numbers = {phrase: number for number, phrase in enumerate(found)}
        nested = found[0] + found[-1]
        self.numbers[nested] = len(found)
        self.texts = [(phrase, True) for phrase in found]
        self.texts.append((self.packed_numbers([0, len(found) - 1]), False))

    def packed(self, text: bytes) -> bytes:
        """The codes of a text."""
        nested = max(self.numbers, key=lambda each: self.numbers[each])
        parts = text.split(nested)
        numbers = [[self.numbers[each] for each in _PHRASE.findall(part)] for part in parts]
        joined = [each for part in numbers for each in (self.numbers[nested], *part)]
        return self.packed_numbers(joined[1:])

    def packed_numbers(self, numbers: Iterable[int]) -> bytes:
        """The codes of phrases, padded with zeros."""
        bits = "".join(
            f"{255 - number:08b}"
            if number < _SHORT
            else f"{(256 - _SHORT << 8) - 1 - number + _SHORT:016b}"
            for number in numbers
        )
        bits += "0" * (-len(bits) % 8)
        return int(bits or "0", 2).to_bytes(len(bits) // 8, "big")

    def tables(self) -> list[bytes]:
        """The record of the codes, and those of the phrases."""
        first = [8 | 0x80 | 255 << 8 if byte >= 256 - _SHORT else 9 for byte in range(256)]
        bounds = [(0, 0)] * 7  # no code is that short
        bounds += [(256 - _SHORT << length - 8, 255) for length in range(8, 16)]
        bounds += [(0, (256 - _SHORT << 8) - 1 + _SHORT)]
        bounds += [(0, 0)] * 16
        flat = [value for pair in bounds for value in pair]
        codes = b"HUFF" + struct.pack(">IIIII", 24, 24, 24 + 1024, 24, 24 + 1024)
        codes += struct.pack(">256I", *first) + struct.pack(">64I", *flat)
        return [codes, *(self._table(start) for start in range(0, len(self.texts), 256))]

    def _table(self, start: int) -> bytes:
        phrases = self.texts[start : start + 256]
        data = [
            struct.pack(">H", len(text) | (0x8000 if is_text else 0)) + text
            for text, is_text in phrases
        ]
        starts = accumulate((len(each) for each in data[:-1]), initial=2 * len(data))
        head = b"CDIC" + struct.pack(">III", 16, len(self.texts), 8)
        return head + struct.pack(f">{len(data)}H", *starts) + b"".join(data)


def extended(values: Iterable[tuple[int, bytes]]) -> bytes:
    """An extended header."""
    records = [struct.pack(">II", kind, 8 + len(value)) + value for kind, value in values]
    body = b"".join(records)
    made = b"EXTH" + struct.pack(">II", 12 + len(body), len(records)) + body
    return made + bytes(-len(made) % 4)


def header(
    length: int,
    texts: int,
    *,
    packing: int = 1,
    encoding: int = 65001,
    version: int = 6,
    protection: int = 0,
    title: bytes = b"",
    values: Sequence[tuple[int, bytes]] = (),
    fields: dict[int, int] | None = None,
) -> bytes:
    """The first record; `fields` are numbers of four bytes by their offset in it."""
    record = bytearray(b"\xff" * (16 + _HEADER))
    struct.pack_into(">HHIHHHH", record, 0, packing, 0, length, texts, RECORD, protection, 0)
    record[16:20] = b"MOBI"
    more = extended(values) if values else b""
    numbers = {20: _HEADER, 24: 2, 28: encoding, 32: 1, 36: version, 84: 16 + _HEADER + len(more)}
    numbers |= {88: len(title), 92: 9, 104: version, 112: NONE, 116: 0, 128: 0x40 if more else 0}
    numbers |= {168: NONE, 172: 0, 240: 0, 244: NONE, **(fields or {})}
    for at, value in numbers.items():
        struct.pack_into(">I", record, at, value)
    return bytes(record) + more + title + bytes(2)


def number(value: int) -> bytes:
    """Seven bits a byte, the last of which is marked."""
    digits = [value & 0x7F | 0x80]
    while value := value >> 7:
        digits.insert(0, value & 0x7F)
    return bytes(digits)


def index(
    entries: Sequence[tuple[bytes, dict[int, list[int]]]],
    tags: Sequence[tuple[int, int]],
    strings: bytes = b"",
) -> list[bytes]:
    """An index: `tags` has the number of each, and how many values it has."""
    masks = {tag: 1 << place for place, (tag, _) in enumerate(tags)}
    table = b"".join(bytes([tag, count, masks[tag], 0]) for tag, count in tags) + b"\0\0\0\1"
    described = b"TAGX" + struct.pack(">II", 12 + len(table), 1) + table
    made = []
    for label, values in entries:
        control = sum(masks[tag] for tag in values)
        flat = b"".join(number(each) for tag, _ in tags for each in values.get(tag, ()))
        made.append(bytes([len(label)]) + label + bytes([control]) + flat)
    listed = [_listed(part) for part in _parts(made)]
    head = _index_head(192 + len(described), len(listed), len(entries), 1 if strings else 0)
    return [head + described + b"IDXT" + bytes(4), *listed, *([strings] if strings else [])]


def _parts(entries: Sequence[bytes]) -> Iterator[list[bytes]]:
    """The entries of each record, whose places have two bytes."""
    held: list[bytes] = []
    size = 0
    for each in entries:
        if size + len(each) > _ENTRIES:
            yield held
            held, size = [], 0
        held.append(each)
        size += len(each)
    yield held


def _listed(entries: list[bytes]) -> bytes:
    """A record of entries."""
    starts = list(accumulate((len(each) for each in entries[:-1]), initial=192)) if entries else []
    data = b"".join(entries)
    record = _index_head(192 + len(data), len(entries), 0, 0) + data
    return record + b"IDXT" + struct.pack(f">{len(starts)}H", *starts)


def _index_head(table: int, count: int, total: int, strings: int) -> bytes:
    head = bytearray(192)
    head[:4] = b"INDX"
    for at, value in {4: 192, 20: table, 24: count, 28: 65001, 36: total, 52: strings}.items():
        struct.pack_into(">I", head, at, value)
    return bytes(head)


def strings(texts: Iterable[str | bytes]) -> tuple[bytes, list[int]]:
    """A record of strings, each once, and where each begins in it."""
    data = bytearray()
    known: dict[bytes, int] = {}
    starts = []
    for text in texts:
        raw = text.encode() if isinstance(text, str) else text
        if raw not in known:
            known[raw] = len(data)
            data += number(len(raw)) + raw
        starts.append(known[raw])
    return bytes(data), starts


def old_book(
    page: bytes,
    *,
    contents: Sequence[tuple[int, str | bytes]] = (),
    packing: int = 2,
    encoding: int = 65001,
    trailing: int = 0,
    size: int = RECORD,
    **more: object,
) -> list[bytes]:
    """The records of an older book; `contents` are offsets and labels."""
    texts = pieces(page, size)
    tables: list[bytes] = []
    if packing == 0x4448:
        phrases = Phrases(texts)
        tables = phrases.tables()
        packed = [phrases.packed(each) for each in texts]
    else:
        packed = [paired(each) if packing == 2 else each for each in texts]
    if trailing:  # a cut character, and an index of three bytes
        packed = [each + b"\0" + b"ab\x83" for each in packed]
    fields = {240: 3 if trailing else 0}
    at = 1 + len(packed)
    if tables:
        fields |= {112: at, 116: len(tables)}
        at += len(tables)
    listed: list[bytes] = []
    if contents:
        data, starts = strings(label for _, label in contents)
        entries = [
            (f"{place:03}".encode(), {1: [offset], 3: [start]})
            for place, ((offset, _), start) in enumerate(zip(contents, starts, strict=True))
        ]
        listed = index(entries, [(1, 1), (3, 1)], data)
        fields[244] = at
    first = header(
        len(page),
        len(packed),
        packing=packing,
        encoding=encoding,
        fields=fields,
        **more,  # type: ignore[arg-type]
    )
    return [first, *packed, *tables, *listed, b"\xe9\x8e\x0d\x0a"]


def new_book(
    documents: Sequence[tuple[bytes, Sequence[tuple[int, bytes]]]],
    labels: Sequence[tuple[int, str]] = (),
    **more: object,
) -> list[bytes]:
    """The records of a KF8 book.

    A document is a skeleton and its fragments with their places in the document as it is by then;
    `labels` name fragments by their numbers.
    """
    flow = bytearray()
    skeletons: list[tuple[bytes, dict[int, list[int]]]] = []
    fragments: list[tuple[bytes, dict[int, list[int]]]] = []
    for skeleton, parts in documents:
        start = len(flow)
        name = f"SKEL{len(skeletons):010}".encode()
        skeletons.append((name, {1: [len(parts)] * 2, 6: [start, len(skeleton)] * 2}))
        flow += skeleton
        at = 0
        for place, part in parts:
            values = {2: [0], 3: [len(skeletons) - 1], 4: [len(fragments)], 6: [at, len(part)]}
            fragments.append((f"{start + place:010}".encode(), values))
            flow += part
            at += len(part)
    style = b"p { margin: 0 }"
    text = bytes(flow) + style
    packed = [paired(each) for each in pieces(text)]
    at = 1 + len(packed)
    parts_of = index(fragments, [(2, 1), (3, 1), (4, 1), (6, 2)], b"\x81x")
    skeletons_of = index(skeletons, [(1, 2), (6, 4)])
    data, starts = strings(label for _, label in labels)
    contents = index(
        [
            (f"{place:03}".encode(), {3: [start], 6: [fragment, 0]})
            for place, ((fragment, _), start) in enumerate(zip(labels, starts, strict=True))
        ],
        [(3, 1), (6, 2)],
        data or b"\x81x",
    )
    flows = b"FDST" + struct.pack(">IIIIII", 12, 2, 0, len(flow), len(flow), len(text))
    fields = {248: at, 252: at + len(parts_of)}
    fields[244] = fields[252] + len(skeletons_of)
    fields[192] = fields[244] + len(contents)
    first = header(len(text), len(packed), packing=2, version=8, fields=fields, **more)  # type: ignore[arg-type]
    return [first, *packed, *parts_of, *skeletons_of, *contents, flows, b"\xe9\x8e\x0d\x0a"]
