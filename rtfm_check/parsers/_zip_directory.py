"""The members of a ZIP archive: by its directory, or by their own headers where that is lost."""

from __future__ import annotations

import struct
from typing import NamedTuple

from rtfm_check import limits

_LOCAL = b"PK\x03\x04"
_ENTRY = b"PK\x01\x02"
_SIZES = b"PK\x07\x08"
_END = b"PK\x05\x06"
_END_64 = b"PK\x06\x06"
_LOCATOR_64 = b"PK\x06\x07"
_local = struct.Struct("<4s5H3L2H")
_entry = struct.Struct("<4s6H3L5H2L")
_end = struct.Struct("<4s4H2LH")
_COMMENT = 65_535  # bytes that the comment behind the end may have
_SIZE_FOLLOWS = 8  # flag: the sizes stand behind the bytes of the member
_ENCRYPTED = 1 | 64
_UTF_8 = 0x800


class Broken(Exception):
    """The directory cannot be read; the text says why, in lower case."""


class Member(NamedTuple):
    """A file in the archive, as the directory or its own header describes it."""

    name: str  # with `/`
    raw_name: bytes
    offset: int  # of its header
    packed: int  # bytes in the archive
    size: int  # bytes unpacked; -1: unknown
    crc: int
    method: int
    is_encrypted: bool


def listed(data: bytes) -> list[Member]:
    """The members that the directory lists, and one more than the limit at most. Raises Broken."""
    at = data.rfind(_END, max(0, len(data) - _end.size - _COMMENT))
    if at < 0 or at + _end.size > len(data):
        raise Broken("it is cut off" if data.startswith(_LOCAL) else "it is no ZIP archive")
    _, _, _, _, count, size, offset, _ = _end.unpack_from(data, at)
    until = at
    if at >= 20 and data[at - 20 : at - 16] == _LOCATOR_64:
        until, count, size, offset = _end_64(data, at, (until, count, size, offset))
    before = until - size - offset  # bytes that somebody put in front of the archive
    start = until - size
    if before < 0 or start < 0:
        raise Broken("its directory is not where its end says")
    members: list[Member] = []
    while start < until and len(members) <= limits.ZIP_MEMBERS:
        if data[start : start + 4] != _ENTRY or start + _entry.size > until:
            raise Broken(f"its directory is broken behind {len(members):,} of {count:,} members")
        member, start = _of_entry(data, start, before)
        members.append(member)
    if len(members) <= limits.ZIP_MEMBERS and (
        start != until or len(members) & 0xFFFF != count & 0xFFFF
    ):
        raise Broken(f"its directory has {len(members):,} of {count:,} members")
    return members


def _end_64(data: bytes, at: int, plain: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Where the directory ends, its members, its size and its offset, in an archive of ZIP64."""
    found = data.rfind(_END_64, max(0, at - 20 - 1024), at - 20)
    if found < 0 or found + 56 > len(data):
        return plain
    count, size, offset = struct.unpack_from("<3Q", data, found + 32)
    return found, count, size, offset


def _of_entry(data: bytes, start: int, before: int) -> tuple[Member, int]:
    fields = _entry.unpack_from(data, start)
    flags, method = fields[3:5]
    crc, packed, size, name_length, extra_length, comment_length = fields[7:13]
    offset = fields[16]
    name_end = start + _entry.size + name_length
    raw_name = data[start + _entry.size : name_end]
    if 0xFFFFFFFF in (packed, size, offset):
        extra = data[name_end : name_end + extra_length]
        size, packed, offset = _wide(extra, (size, packed, offset))
    member = Member(
        name=_name(raw_name, flags),
        raw_name=raw_name,
        offset=offset + before,
        packed=packed,
        size=size,
        crc=crc,
        method=method,
        is_encrypted=bool(flags & _ENCRYPTED),
    )
    return member, name_end + extra_length + comment_length


def _wide(extra: bytes, values: tuple[int, ...]) -> list[int]:
    """The values with those of ZIP64 in the place of the ones that did not fit."""
    at, found = 0, []
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            usable = min(length, len(extra) - at - 4) // 8
            found = list(struct.unpack_from(f"<{usable}Q", extra, at + 4))
            break
        at += 4 + length
    return [found.pop(0) if each == 0xFFFFFFFF and found else each for each in values]


def recovered(data: bytes) -> list[Member]:
    """The members whose own headers can be found, and one more than the limit at most."""
    members: list[Member] = []
    at = data.find(_LOCAL)
    while at >= 0 and at + _local.size <= len(data) and len(members) <= limits.ZIP_MEMBERS:
        _, version, flags, method, _, _, crc, packed, size, name_length, extra_length = (
            _local.unpack_from(data, at)
        )
        start = at + _local.size + name_length + extra_length
        if version & 0xFF > 63 or not name_length or start > len(data):
            at = data.find(_LOCAL, at + 4)
            continue
        extra = data[start - extra_length : start]
        size, packed = _wide(extra, (size, packed))
        is_open = bool(flags & _SIZE_FOLLOWS) and not packed
        after = data.find(_LOCAL, start if is_open else min(start + packed, len(data)))
        until = start + packed
        if is_open:
            until = after if after >= 0 else len(data)
            if method == 0:  # nothing but the mark behind them says where the bytes end
                mark = data.find(_SIZES, start, until)
                until = mark if mark >= 0 else until
        raw_name = data[at + _local.size : at + _local.size + name_length]
        members.append(
            Member(
                name=_name(raw_name, flags),
                raw_name=raw_name,
                offset=at,
                packed=min(until, len(data)) - start,
                size=-1 if is_open else size,
                crc=crc,
                method=method,
                is_encrypted=bool(flags & _ENCRYPTED),
            )
        )
        at = after
    return members


def start_of(data: memoryview, member: Member) -> int | None:
    """Where the bytes of a member begin; None if its header is not there."""
    at = member.offset
    if at < 0 or at + _local.size > len(data) or data[at : at + 4] != _LOCAL:
        return None
    name_length, extra_length = struct.unpack_from("<2H", data, at + 26)
    return at + _local.size + int(name_length) + int(extra_length)


def _name(raw: bytes, flags: int) -> str:
    """The name of a member; some programs write `\\` for `/`."""
    try:
        name = raw.decode("utf-8")  # many write UTF-8 without saying so
    except UnicodeDecodeError:
        name = raw.decode("utf-8", "replace") if flags & _UTF_8 else raw.decode("cp437")
    return name.replace("\\", "/")
