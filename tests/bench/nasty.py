"""Documents that are nasty to what reads them, at any size: what the modules beside make them with.

All are deterministic. The name of a case begins with a suffix, or with the kind of reader.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from io import BytesIO

Make = Callable[[int], bytes]
# A triple says at how many bytes a case begins and ends, where a limit of the reader makes it
# another case beyond.
Case = Make | tuple[Make, int, int]


def repeated(unit: str, head: str = "", tail: str = "") -> Make:
    """A document of a unit over and over, up to a size in bytes."""
    return lambda size: (head + unit * (size // len(unit.encode())) + tail).encode()


def numbered(unit: str, head: str = "", tail: str = "") -> Make:
    """A document of a unit with numbers in it, up to a size in bytes."""

    def made(size: int) -> bytes:
        count = size // len(unit.format(n=100_000).encode())
        return (head + "".join(unit.format(n=n) for n in range(count)) + tail).encode()

    return made


def nested(opening: str, closing: str, inside: str = "", head: str = "", tail: str = "") -> Make:
    """Something in itself over and over."""

    def made(size: int) -> bytes:
        depth = size // len(opening + closing)
        return (head + opening * depth + inside + closing * depth + tail).encode()

    return made


def stored(data: bytes) -> bytes:
    """An archive with the same members, not packed: its size is that of its text."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name), zipfile.ZIP_STORED)
    return out.getvalue()
