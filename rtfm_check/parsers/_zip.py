"""One way to read the ZIP archives that DOCX, XLSX, ODT and EPUB are, made for strangers' files.

The directory is checked before anything is read: how many members there are, how large they say
they are, how far they are packed, whether they overlap, whether they are encrypted. A member is
read as a stream that ends at its declared size, so that a lying header gains nothing. Nothing is
written to disk, and no name of a member is ever a path.

An archive without its directory is read by the headers of its members, as far as it goes. Nothing
here raises for damage: what is wrong is kept as a problem, and the parser yields `told()`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from unicodedata import normalize

from rtfm_check import limits
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._zip_directory import Broken, Member, listed, recovered, start_of
from rtfm_check.text.show import quote

_PIECE = 64 * 1024  # bytes that are inflated at once
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # an entry of what Office makes of a password
_RTFM = "RTFM indexes nothing of the file"


class SafeZip:
    """An archive in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._problems: list[Problem] = []
        self._left = limits.ZIP_BYTES
        self.is_damaged = False  # told: what is missing or broken may have this for its cause
        self._is_cut = False  # told: what its members lack has this for its cause
        self._is_protected = False  # told already
        self._members: dict[str, Member] = {}
        self._folded: dict[str, str] = {}
        self._open(data)

    @property
    def names(self) -> list[str]:
        """The names of all files in it, with `/`, in the order of the archive."""
        return list(self._members)

    def __contains__(self, name: str) -> bool:
        """Whether it has a file of the name."""
        return self._found(name) is not None

    def told(self) -> Iterator[Problem]:
        """What was wrong since the last call."""
        problems, self._problems = self._problems, []
        yield from problems

    def read(self, name: str) -> bytes | None:
        """All bytes of a file that can be read; None if there is no such file."""
        return b"".join(self.stream(name)) if name in self else None

    def stream(self, name: str) -> Iterator[bytes]:
        """The bytes of a file piece by piece; a name is found in any case of its letters."""
        member = self._found(name)
        if member is None or not self._may_read(member):
            return
        self._left -= max(member.size, 0)
        start = start_of(self._data, member)
        if start is None:
            self._damaged(member, "its header is not where the directory of the archive says")
            return
        yield from self._checked(member, start)

    def _open(self, data: bytes) -> None:
        if not data:
            return
        if data.startswith(_OLE):
            self._problems.append(_of_office(data))
            return
        try:
            members = listed(data)
        except Broken as broken:
            members = recovered(data)
            self.is_damaged = self._is_cut = True
            self._problems.append(_of_broken(str(broken), is_lost=not members))
        if len(members) > limits.ZIP_MEMBERS:
            del members[limits.ZIP_MEMBERS :]
            self._limit(f"the archive has more than {limits.ZIP_MEMBERS:,} members")
        self._take(members)

    def _take(self, members: list[Member]) -> None:
        """Index the members; those that share bytes with one before them are left out."""
        overlapping, end = [], 0
        for member in sorted(members, key=lambda each: each.offset):
            if member.offset < end:
                overlapping.append(member)
            else:
                end = member.offset + 30 + len(member.raw_name) + member.packed
        bad = {id(each) for each in overlapping}
        twice = []
        for member in members:
            if id(member) in bad or member.name.endswith("/"):
                continue
            if member.name in self._members:
                twice.append(member)
            self._members[member.name] = member
            self._folded.setdefault(_key(member.name), member.name)
        self.is_damaged = self.is_damaged or bool(overlapping)
        self._tell_of(overlapping, "shares its bytes with another member", "it is not read")
        self._tell_of(twice, "is in the archive twice", "the last one is read")

    def _tell_of(self, members: list[Member], what: str, then: str) -> None:
        if members:
            more = f", and {len(members) - 1:,} more" if len(members) > 1 else ""
            self._problems.append(
                Problem(
                    "damaged-document",
                    f"{quote(members[0].name)} {what}{more}",
                    "save the document anew with the program that made it",
                    then,
                )
            )

    def _found(self, name: str) -> Member | None:
        member = self._members.get(name)
        if member is None:
            member = self._members.get(self._folded.get(_key(name), ""))
        return member

    def _may_read(self, member: Member) -> bool:
        if member.is_encrypted and self._is_protected:
            return False
        if member.is_encrypted:
            self._is_protected = True
            self._problems.append(
                Problem(
                    "protected-document",
                    f"{quote(member.name)} is encrypted",
                    "publish a copy without a password",
                    "RTFM cannot read it either",
                )
            )
        elif member.method not in (0, 8):
            self._damaged(member, f"it is packed with method {member.method}; ZIP has 0 and 8")
        elif member.size > self._left:
            self._limit(
                f"{quote(member.name)} unpacks to {member.size:,} bytes; what is read of an "
                f"archive is limited to {limits.ZIP_BYTES:,}"
            )
        elif member.size > _most(member.packed):
            self._limit(
                f"{quote(member.name)} unpacks to {member.size:,} bytes from {member.packed:,}, "
                f"more than {limits.ZIP_RATIO} times as many"
            )
        else:
            return True
        return False

    def _checked(self, member: Member, start: int) -> Iterator[bytes]:
        """The bytes of a member, up to its size; tells what its checks find."""
        most = member.size if member.size >= 0 else min(_most(member.packed), max(self._left, 0))
        count, crc = 0, 0
        packed = self._data[start : start + member.packed]
        try:
            for piece in _stored(packed) if member.method == 0 else _inflated(packed):
                rest = most - count
                count += len(piece)
                kept = piece if len(piece) <= rest else piece[:rest]
                crc = zlib.crc32(kept, crc)
                if kept:
                    yield kept
                if count > most:
                    self._more(member, most)
                    return
        except zlib.error as error:
            self._damaged(member, f"it cannot be unpacked behind byte {count:,}: {_cause(error)}")
            return
        if member.size < 0:
            self._left -= count
        elif count < member.size:
            self._damaged(member, f"it ends after {count:,} of {member.size:,} bytes")
        elif crc != member.crc:
            self._damaged(member, "its checksum is wrong")

    def _more(self, member: Member, most: int) -> None:
        if member.size >= 0:
            self._damaged(member, f"it goes on behind the {most:,} bytes that it says it has")
        else:
            self._left -= most
            self._limit(f"{quote(member.name)} unpacks to more than {most:,} bytes")

    def _damaged(self, member: Member, what: str) -> None:
        if self._is_cut:
            return
        self.is_damaged = True
        self._problems.append(
            Problem(
                "damaged-document",
                f"{quote(member.name)} is damaged: {what}",
                "restore the file, or save it anew with the program that made it",
                f"{_RTFM}; what can be read is read here",
            )
        )

    def _limit(self, what: str) -> None:
        self._problems.append(Problem("limit-reached", what, note="the rest is not read"))


def _key(name: str) -> str:
    """What names have in common that differ by case, or by how their accents are written."""
    return (name if name.isascii() else normalize("NFC", name)).lower()


def _cause(error: zlib.error) -> str:
    return str(error).rpartition(": ")[2]


def _most(packed: int) -> int:
    """Bytes that a member of so many packed bytes may have."""
    return max(limits.ZIP_SMALL_BYTES, packed * limits.ZIP_RATIO)


def _stored(packed: memoryview) -> Iterator[bytes]:
    for start in range(0, len(packed), _PIECE):
        yield bytes(packed[start : start + _PIECE])


def _inflated(packed: memoryview) -> Iterator[bytes]:
    """The bytes of a deflate stream; ends with it, or with what there is of it."""
    inflate = zlib.decompressobj(-15)
    for start in range(0, len(packed), _PIECE):
        piece: bytes | memoryview = packed[start : start + _PIECE]
        while piece:
            made = inflate.decompress(piece, 4 * _PIECE)
            if made:
                yield made
            piece = inflate.unconsumed_tail
        if inflate.eof:
            return
    made = inflate.flush()
    if made:
        yield made


def _of_office(data: bytes) -> Problem:
    """What a compound file is: a document with a password, or one of before 2007."""
    if _ENCRYPTED in data:
        return Problem(
            "protected-document",
            "the document is encrypted with a password",
            "publish a copy without a password",
            "RTFM cannot read it either",
        )
    return Problem(
        "extension-lies",
        "the file is an Office document of before 2007, or a protected one",
        "save it in the format that its name says, without a password",
        _RTFM,
    )


def _of_broken(what: str, *, is_lost: bool) -> Problem:
    return Problem(
        "damaged-document",
        f"the archive is damaged: {what}",
        "restore the file, or save it anew with the program that made it",
        _RTFM if is_lost else f"{_RTFM}; the members that can be found are read here",
    )
