"""Nasty sound: MIDI, and audio files of all kinds."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from tests.bench.nasty import Case, Make
from tests.parsers import audio_files, midi_files


def song(*events: bytes) -> Make:
    """A song of one track of the same events over and over."""
    unit = b"".join(events)
    return lambda size: midi_files.song(midi_files.track(unit * (size // len(unit))))


def _tracks(size: int) -> bytes:
    track = midi_files.track(midi_files.meta(midi_files.NAME, "name"), midi_files.note(60))
    return midi_files.song(*[track] * min(size // len(track), 65_535))


def _tempos(size: int) -> bytes:
    events = [
        midi_files.tempo(60 + n % 100, 10) + midi_files.meta(midi_files.MARKER, f"m{n}", 10)
        for n in range(size // 17)
    ]
    return midi_files.song(midi_files.track(*events))


def tag(*frames: bytes) -> Make:
    """An MP3 with a tag of the same frames over and over."""
    unit = b"".join(frames)
    return lambda size: audio_files.id3(*[unit] * (size // len(unit))) + audio_files.mp3()


def _long_tag(name: bytes, head: bytes) -> Make:
    return lambda size: (
        audio_files.id3(audio_files.frame(name, head + b"word " * (size // 5))) + audio_files.mp3()
    )


def _zlib_frame(size: int) -> bytes:
    text = b"\3" + b"word " * (size // 5)
    data = len(text).to_bytes(4, "big") + zlib.compress(text)
    return audio_files.id3(audio_files.frame(b"TIT2", data, flags=0x9)) + audio_files.mp3()


def _atoms(size: int) -> bytes:
    data = b""
    for _ in range(min(size // 8, 3000)):
        data = struct.pack(">I", len(data) + 8) + b"udta" + data
    return audio_files.m4a() + data + audio_files.atom(b"free", b"x" * 20) * (size // 28)


def _riff(size: int) -> bytes:
    return audio_files.wav_with(*[audio_files.info(ICMT=b"a comment")] * (size // 30))


def _texts_of_mp4(size: int) -> bytes:
    unit = audio_files.said(b"\xa9cmt", b"text")
    return audio_files.m4a(*[unit] * (size // len(unit)))


def _own_boxes(size: int) -> bytes:
    def box(n: int) -> bytes:
        name = audio_files.atom(b"name", bytes(4) + b"Own%d" % n)
        text = audio_files.atom(b"data", b"\0\0\0\1\0\0\0\0value")
        return audio_files.atom(b"----", audio_files.atom(b"mean", bytes(4) + b"me"), name, text)

    return audio_files.m4a(*(box(n) for n in range(size // 60)))


def _broken_texts(size: int) -> bytes:
    unit = audio_files.said(b"\xa9cmt", b"caf\xe9")
    return audio_files.m4a(*[unit] * (size // len(unit)))


def _one_text(size: int) -> bytes:
    return audio_files.m4a(audio_files.said(b"\xa9lyr", b"word " * (size // 5)))


def _listed_texts(size: int) -> bytes:
    items = b"".join(b"IT%02d\x0a\0\0\0text %05d" % (n % 100, n) for n in range(size // 18))
    return audio_files.wav_with((b"LIST", b"INFO" + items))


def _chunks(name: bytes, data: bytes) -> Make:
    """A WAV with the same chunk over and over."""
    unit = name + struct.pack("<I", len(data)) + data
    plain = audio_files.wav()

    def made(size: int) -> bytes:
        body = plain[8:] + unit * (size // len(unit))
        return b"RIFF" + struct.pack("<I", len(body)) + body

    return made


def _cues(size: int) -> bytes:
    items = b"".join(b"labl\x0e\0\0\0\1\0\0\0text %05d" % n for n in range(size // 22))
    return audio_files.wav_with((b"LIST", b"adtl" + items))


def _recorded(size: int) -> bytes:
    text = b"".join(b"<N%d>text</N%d>" % (n, n) for n in range(size // 20))
    return audio_files.wav_with((b"iXML", b"<BWFXML>" + text + b"</BWFXML>"))


def _ogg(*packets: bytes) -> bytes:
    """Ogg pages, as many as it takes, without checksums."""
    pages: list[bytes] = []
    for packet in packets:
        for at in range(0, len(packet) + 1, 255 * 255):
            part = packet[at : at + 255 * 255]
            is_last = at + len(part) == len(packet)
            sizes = b"\xff" * (len(part) // 255) + (bytes([len(part) % 255]) if is_last else b"")
            flags = (1 if at else 0) | (0 if pages else 2)
            head = struct.pack("<BqIIIB", flags, 0, 1, len(pages), 0, len(sizes))
            pages.append(b"OggS\0" + head + sizes + part)
    return b"".join(pages)


def _vorbis(*tags: bytes) -> bytes:
    head = b"\x01vorbis" + struct.pack("<IBIiiiBB", 0, 2, 44100, 0, 128000, 0, 0xB8, 1)
    return _ogg(head, b"\x03vorbis" + audio_files.comments(*tags) + b"\1", b"\x05vorbis", b"x")


def _many_tags(write: Callable[..., bytes], value: bytes = b"text") -> Make:
    return lambda size: write(*(b"T%d=%b" % (n, value) for n in range(size // (len(value) + 10))))


def _one_tag(write: Callable[..., bytes], value: bytes = b"word ") -> Make:
    return lambda size: write(b"LYRICS=" + value * (size // len(value)))


def _streams(size: int) -> bytes:
    """Pages of streams that are not sound, each of one packet."""
    pages = [
        b"OggS\0" + struct.pack("<BqIIIB", 2, 0, n + 2, 0, 0, 1) + b"\x04abcd"
        for n in range(size // 32)
    ]
    sound = _vorbis(b"TITLE=x")
    start = sound.index(b"OggS", 1)  # behind the page that says what the sound is
    return sound[:start] + b"".join(pages) + sound[start:]


def _pictures(size: int) -> bytes:
    picture = struct.pack(">II", 3, 9) + b"image/png" + bytes(24)
    unit = b"\6" + len(picture).to_bytes(3, "big") + picture
    plain = audio_files.flac(b"TITLE=x")
    return plain[:42] + unit * (size // len(unit)) + plain[42:]


def _ape(size: int) -> bytes:
    texts = {f"T{n}": b"text" for n in range(min(size // 17, 10_000_000))}
    return audio_files.mp3() + audio_files.ape_tag(**texts)


CASES: dict[str, Case] = {
    "mid: lyrics": song(midi_files.meta(midi_files.LYRIC, "la ", 10)),
    "mid: notes": song(midi_files.note(60)),
    "mid: tempos": _tempos,
    "mid: tracks": _tracks,
    "mid: system messages": song(b"\x00\xf0\x05abcd\xf7"),
    "mid: running": song(b"\x00\x90\x40\x40" + b"\x00\x40\x40" * 20),
    "mid: damaged": song(b"\x81\x81\x81\x81\x81"),
    "mid: programs": song(*(midi_files.program(n, n) for n in range(16))),
    "mp3: frames": tag(audio_files.text(b"TXXX", "key", "value")),
    "mp3: comments": tag(audio_files.frame(b"COMM", b"\3eng\0a comment")),
    "mp3: one title": _long_tag(b"TIT2", b"\3"),
    "mp3: lyrics": _long_tag(b"USLT", b"\3eng\0"),
    "mp3: packed frame": _zlib_frame,
    "mp3: sound": lambda size: audio_files.mp3(size // 417),
    "mp3: items": (_ape, 50_000, 8_000_000),
    "mp3: zeros": lambda size: audio_files.id3(size=0) + bytes(size),
    "m4a: atoms": _atoms,
    "m4a: texts": (_texts_of_mp4, 50_000, 8_000_000),
    "m4a: one text": (_one_text, 50_000, 8_000_000),
    "m4a: own boxes": (_own_boxes, 50_000, 8_000_000),
    "m4a: no UTF-8": (_broken_texts, 50_000, 8_000_000),
    "wav: comments": _riff,
    "wav: texts": (_listed_texts, 50_000, 1_600_000),
    "wav: marks": (_cues, 50_000, 1_600_000),
    "wav: chunks": (_chunks(b"junk", b""), 50_000, 6_400_000),
    "wav: no padding": (_chunks(b"junk", b"abc"), 50_000, 6_400_000),
    "wav: tags": (
        _chunks(b"id3 ", audio_files.id3(audio_files.text(b"TIT2", "x"))),
        50_000,
        400_000,
    ),
    "wav: XML": (_recorded, 50_000, 800_000),
    "wav: sound": lambda size: audio_files.wav(size / 16_000),
    "ogg: tags": (_many_tags(_vorbis), 50_000, 8_000_000),
    "ogg: one tag": (_one_tag(_vorbis), 50_000, 8_000_000),
    "ogg: no UTF-8": (_many_tags(_vorbis, b"caf\xe9"), 50_000, 8_000_000),
    "ogg: one tag, no UTF-8": (_one_tag(_vorbis, b"caf\xe9 "), 50_000, 8_000_000),
    "ogg: streams": (_streams, 50_000, 8_000_000),
    "ogg: pages": lambda size: audio_files.vorbis() + b"OggS" * (size // 4),
    "flac: tags": (_many_tags(audio_files.flac), 50_000, 8_000_000),
    "flac: one tag": (_one_tag(audio_files.flac), 50_000, 8_000_000),
    "flac: no UTF-8": (_many_tags(audio_files.flac, b"caf\xe9"), 50_000, 8_000_000),
    "flac: pictures": (_pictures, 50_000, 8_000_000),
    "flac: padding": lambda size: audio_files.flac()[:4] + b"\1\0\0\0" * (size // 4),
}
