"""The smallest sound files of each format that say how long they are; none has tags."""

from __future__ import annotations

import io
import struct
import wave

RATE = 8000


def mp3(frames: int = 20) -> bytes:
    """MPEG-1 layer III of 128 kbit/s: silence."""
    return (b"\xff\xfb\x90\x00" + b"\0" * 413) * frames


def aac(frames: int = 20) -> bytes:
    """ADTS frames of 44.1 kHz, stereo."""
    size = 32
    head = bytes((0xFF, 0xF1, 0x50, 0x80 | size >> 11, size >> 3 & 0xFF, (size & 7) << 5, 0))
    return (head + b"\0" * (size - 7)) * frames


def wav(seconds: float = 1) -> bytes:
    """PCM of 16 bits, mono."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(b"\0\0" * int(RATE * seconds))
    return stream.getvalue()


def riff(kind: bytes, *chunks: tuple[bytes, bytes]) -> bytes:
    """A RIFF file."""
    body = kind + b"".join(
        name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
        for name, data in chunks
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def wav_with(*chunks: tuple[bytes, bytes]) -> bytes:
    """The WAV file with more chunks behind its own."""
    plain = wav()
    return riff(b"WAVE", (b"fmt ", plain[20:36]), (b"data", plain[44:]), *chunks)


def info(**texts: bytes) -> tuple[bytes, bytes]:
    """An INFO list."""
    items = (
        name.encode() + struct.pack("<I", len(text)) + text + b"\0" * (len(text) % 2)
        for name, text in texts.items()
    )
    return b"LIST", b"INFO" + b"".join(items)


def aiff(kind: bytes = b"AIFF", *more: tuple[bytes, bytes]) -> bytes:
    """PCM of 16 bits, stereo; kind is AIFF or AIFC."""
    rate = struct.pack(">HQ", 16383 + 12, RATE << 51)  # an 80-bit float
    common = struct.pack(">HIH", 2, RATE, 16) + rate
    if kind == b"AIFC":
        common += b"NONE\x0enot compressed\0"
    chunks = [*more, (b"COMM", common), (b"SSND", b"\0" * 8 + b"\0\0\0\0" * RATE)]
    body = kind + b"".join(
        name + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)
        for name, data in chunks
    )
    return b"FORM" + struct.pack(">I", len(body)) + body


def _stream_info() -> bytes:
    """FLAC's block: 44.1 kHz, stereo, 16 bits, two seconds."""
    packed = 44100 << 44 | 1 << 41 | 15 << 36 | 88200
    return struct.pack(">HH", 4096, 4096) + b"\0" * 6 + packed.to_bytes(8, "big") + b"\0" * 16


def flac(*tags: bytes) -> bytes:
    """FLAC without sound."""
    block = b""
    if tags:
        listed = comments(*tags)
        block = b"\x84" + len(listed).to_bytes(3, "big") + listed
    head = b"\0" if tags else b"\x80"
    return b"fLaC" + head + b"\0\0\x22" + _stream_info() + block + b"\xff\xf8" + b"\0" * 100


def _ogg(*packets: bytes, position: int) -> bytes:
    """Ogg pages with a packet each."""
    pages = []
    for number, packet in enumerate(packets):
        flags = (2 if number == 0 else 0) | (4 if number == len(packets) - 1 else 0)
        at = position if flags & 4 else 0
        lacing = b"\xff" * (len(packet) // 255) + bytes([len(packet) % 255])
        page = b"OggS\0" + struct.pack("<BqIIIB", flags, at, 1, number, 0, len(lacing))
        pages.append(_signed(page + lacing + packet))
    return b"".join(pages)


def _signed(page: bytes) -> bytes:
    """The page with its checksum."""
    check = 0
    for byte in page:
        check ^= byte << 24
        for _ in range(8):
            check = (check << 1 ^ (0x04C11DB7 if check & 0x80000000 else 0)) & 0xFFFFFFFF
    return page[:22] + struct.pack("<I", check) + page[26:]


def comments(*tags: bytes) -> bytes:
    """A list of Vorbis comments."""
    listed = b"".join(struct.pack("<I", len(each)) + each for each in tags)
    return struct.pack("<I", 4) + b"test" + struct.pack("<I", len(tags)) + listed


_NO_TAGS = comments()


def vorbis(*tags: bytes) -> bytes:
    """Ogg Vorbis of 44.1 kHz, stereo, two seconds."""
    head = b"\x01vorbis" + struct.pack("<IBIiiiBB", 0, 2, 44100, 0, 128000, 0, 0xB8, 1)
    told = b"\x03vorbis" + comments(*tags) + b"\x01"
    return _ogg(head, told, b"\x05vorbis", b"", position=88200)


def ogg_flac() -> bytes:
    """FLAC in Ogg."""
    head = b"\x7fFLAC\x01\0\0\x01fLaC\0\0\0\x22" + _stream_info()
    tags = b"\x84" + len(_NO_TAGS).to_bytes(3, "big") + _NO_TAGS
    return _ogg(head, tags, b"", position=88200)


def opus(*tags: bytes) -> bytes:
    """Ogg Opus, two seconds."""
    head = b"OpusHead" + struct.pack("<BBHIhB", 1, 2, 0, 48000, 0, 0)
    return _ogg(head, b"OpusTags" + comments(*tags), b"", position=96000)


def atom(name: bytes, *parts: bytes) -> bytes:
    """A box of an MP4 file."""
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + name + body


def said(name: bytes, text: bytes, kind: int = 1) -> bytes:
    """A text of an MP4 file; kind 1 is UTF-8, 2 is UTF-16."""
    return atom(name, atom(b"data", struct.pack(">II", kind, 0), text))


def m4a(*tags: bytes) -> bytes:
    """MPEG-4 with a track of AAC, two seconds."""
    header = b"\0" * 12 + struct.pack(">II", 1000, 2000) + b"\0" * 80
    media = b"\0" * 12 + struct.pack(">IIHH", 44100, 88200, 0, 0)
    handler = b"\0" * 8 + b"soun" + b"\0" * 13
    sample = b"\0" * 6 + struct.pack(">HQHHHHI", 1, 0, 2, 16, 0, 0, 44100 << 16)
    decoder = b"\x04\x11\x40\x15\0\0\0" + struct.pack(">II", 128000, 128000) + b"\x05\x02\x12\x10"
    stream = atom(b"esds", b"\0" * 4 + b"\x03\x19\0\x01\0" + decoder + b"\x06\x01\x02")
    table = atom(b"stbl", atom(b"stsd", b"\0" * 7 + b"\x01", atom(b"mp4a", sample, stream)))
    track = atom(
        b"trak",
        atom(b"mdia", atom(b"mdhd", media), atom(b"hdlr", handler), atom(b"minf", table)),
    )
    listed = []
    if tags:
        kind = atom(b"hdlr", b"\0" * 8 + b"mdirappl" + b"\0" * 9)
        listed.append(atom(b"meta", b"\0" * 4, kind, atom(b"ilst", *tags)))
    movie = atom(b"moov", atom(b"mvhd", header), track, atom(b"udta", *listed))
    return atom(b"ftyp", b"M4A \0\0\0\0M4A ") + movie + atom(b"mdat", b"\0" * 64)


_ASF = {
    "header": bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c"),
    "file": bytes.fromhex("a1dcab8c47a9cf118ee400c00c205365"),
    "stream": bytes.fromhex("9107dcb7b7a9cf118ee600c00c205365"),
    "data": bytes.fromhex("3626b2758e66cf11a6d900aa0062ce6c"),
    "extension": bytes.fromhex("b503bf5f2ea9cf118ee300c00c205365"),
}


def wma() -> bytes:
    """Windows Media of 44.1 kHz, stereo, two seconds."""

    def block(name: str, data: bytes) -> bytes:
        return _ASF[name] + struct.pack("<Q", len(data) + 24) + data

    facts = b"\0" * 40 + struct.pack("<QQQ", 20_000_000, 20_000_000, 0) + b"\0" * 16
    sound = b"\0" * 16 * 2 + b"\0" * 8 + struct.pack("<IIHI", 18, 0, 1, 0)
    sound += struct.pack("<HHIIHHH", 0x161, 2, 44100, 16000, 4, 16, 0)
    extension = b"\0" * 18 + struct.pack("<I", 0)
    blocks = [block("file", facts), block("stream", sound), block("extension", extension)]
    head = struct.pack("<IBB", len(blocks), 1, 2) + b"".join(blocks)
    return block("header", head) + block("data", b"\0" * 26)


def ape() -> bytes:
    """Monkey's Audio of 44.1 kHz, stereo."""
    head = b"MAC " + struct.pack("<H", 3990) + b"\0" * 50
    return head + struct.pack("<IIIHHI", 73728, 14472, 2, 16, 2, 44100) + b"\0" * 64


def wavpack() -> bytes:
    """WavPack of 44.1 kHz, stereo."""
    flags = 1 | 9 << 23
    head = struct.pack("<4sIHBBIIIIi", b"wvpk", 24, 0x410, 0, 0, 88200, 0, 88200, flags, 0)
    return head


def musepack() -> bytes:
    """Musepack, stream version 8, of 44.1 kHz, stereo."""

    def packet(key: bytes, data: bytes) -> bytes:
        return key + bytes([len(data) + 3]) + data

    stream = b"\0" * 4 + b"\x08" + b"\x85\xb1\x08" + b"\0" + b"\x1f\x10"
    gain = b"\x01" + b"\0" * 8
    return b"MPCK" + packet(b"SH", stream) + packet(b"RG", gain) + packet(b"AP", b"\0")


def dsf() -> bytes:
    """DSD of 2.8 MHz, stereo."""
    facts = struct.pack("<IIIIIIQII", 1, 0, 2, 2, 2822400, 1, 2822400, 4096, 0)
    sound = b"data" + struct.pack("<Q", 12 + 64) + b"\0" * 64
    form = b"fmt " + struct.pack("<Q", 52) + facts
    size = 28 + len(form) + len(sound)
    return b"DSD " + struct.pack("<QQQ", 28, size, 0) + form + sound


def tta() -> bytes:
    """True Audio of 44.1 kHz, stereo, two seconds."""
    return b"TTA1" + struct.pack("<HHHIII", 1, 2, 16, 44100, 88200, 0) + b"\0" * 64


ALL = {
    ".mp3": mp3,
    ".flac": flac,
    ".ogg": vorbis,
    ".oga": ogg_flac,
    ".opus": opus,
    ".m4a": m4a,
    ".m4b": m4a,
    ".aac": aac,
    ".wav": wav,
    ".aif": aiff,
    ".aiff": aiff,
    ".aifc": lambda: aiff(b"AIFC"),
    ".wma": wma,
    ".ape": ape,
    ".wv": wavpack,
    ".mpc": musepack,
    ".dsf": dsf,
    ".tta": tta,
}


def frame(name: bytes, data: bytes, *, flags: int = 0, version: int = 4) -> bytes:
    """A frame of an ID3 tag."""
    if version == 2:
        return name + len(data).to_bytes(3, "big") + data
    size = _syncsafe(len(data)) if version == 4 else struct.pack(">I", len(data))
    return name + size + struct.pack(">H", flags) + data


def text(name: bytes, *values: str, codec: int = 3, version: int = 4) -> bytes:
    """A frame of texts, in Latin-1 (0), UTF-16 (1) or UTF-8 (3)."""
    encoded = "\0".join(values).encode(("latin-1", "utf-16", "utf-16-be", "utf-8")[codec])
    return frame(name, bytes([codec]) + encoded, version=version)


def id3(*frames: bytes, flags: int = 0, version: int = 4, size: int | None = None) -> bytes:
    """An ID3 tag; `size` is what it says that it has."""
    body = b"".join(frames)
    return (
        b"ID3" + bytes([version, 0, flags]) + _syncsafe(len(body) if size is None else size) + body
    )


def _syncsafe(value: int) -> bytes:
    return bytes(value >> shift & 0x7F for shift in (21, 14, 7, 0))


def ape_tag(**texts: bytes) -> bytes:
    """An APE tag, with its head."""
    items = b"".join(
        struct.pack("<II", len(text), 0) + name.encode() + b"\0" + text
        for name, text in texts.items()
    )
    facts = struct.pack("<III", 2000, len(items) + 32, len(texts))
    head, foot = (struct.pack("<I", flags) + bytes(8) for flags in (0xA0000000, 0x80000000))
    return b"APETAGEX" + facts + head + items + b"APETAGEX" + facts + foot


def fixed(title: bytes, artist: bytes, comment: bytes, track: int, genre: int) -> bytes:
    """A tag of version 1, which stands at the end."""
    fields = title.ljust(30, b"\0") + artist.ljust(30, b"\0") + b"\0" * 30 + b"1999"
    return b"TAG" + fields + comment.ljust(28, b"\0") + bytes([0, track, genre])
