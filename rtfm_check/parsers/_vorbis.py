"""The bytes of the comments in Ogg and FLAC files: mutagen replaces what is not UTF-8 in them."""

from __future__ import annotations

from collections.abc import Iterator

READ = 16 * 1024 * 1024  # bytes in which the comments have to be: there may be a picture in them
_PAGE = 27  # bytes of the head of an Ogg page
_HEADS = (  # how the first packet of a stream begins, and what stands before its comments
    (b"\x01vorbis", 7),
    (b"OpusHead", 8),
    (b"\x7fFLAC", 4),
    (b"Speex", 0),
    (b"\x80theora", 7),
)


def comments(data: bytes) -> Iterator[bytes]:
    """All comments in the first bytes of a file, each with its name."""
    if data.startswith(b"fLaC"):
        yield from _listed(_block(data))
        return
    first: dict[bytes, bytes] = {}  # packets, by the number of their stream
    for serial, packet in _packets(data):
        if serial not in first:
            first[serial] = packet
            continue
        for head, skipped in _HEADS:
            if first[serial].startswith(head):
                yield from _listed(packet[skipped:])
                return


def _block(data: bytes) -> bytes:
    """The block of comments of a FLAC file."""
    at = 4
    while at + 4 <= len(data):
        size = int.from_bytes(data[at + 1 : at + 4], "big")
        if data[at] & 0x7F == 4:
            return data[at + 4 :]  # some say a wrong size
        at += 4 + size
    return b""


def _packets(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The packets of an Ogg file, each with the number of its stream; the last may be cut off."""
    open_ones: dict[bytes, list[bytes]] = {}
    at = 0
    while data.startswith(b"OggS", at) and at + _PAGE <= len(data):
        serial, count = data[at + 14 : at + 18], data[at + 26]
        sizes = data[at + _PAGE : at + _PAGE + count]
        at += _PAGE + count
        for size in sizes:
            open_ones.setdefault(serial, []).append(data[at : at + size])
            at += size
            if size < 255:
                yield serial, b"".join(open_ones.pop(serial))
    for serial, parts in open_ones.items():
        yield serial, b"".join(parts)


def _listed(data: bytes) -> Iterator[bytes]:
    """The comments behind the name of the program that wrote them."""
    at = 4 + int.from_bytes(data[:4], "little")
    count = int.from_bytes(data[at : at + 4], "little")
    at += 4
    for _ in range(count):
        size = int.from_bytes(data[at : at + 4], "little")
        if at + 4 + size > len(data):
            break
        yield data[at + 4 : at + 4 + size]
        at += 4 + size
