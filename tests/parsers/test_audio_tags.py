"""Tags that are not in the character set that their format has, and sizes that are not true."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.parsers import audio_files as audio
from tests.parsers.reading import Read

RUSSIAN = "Песня о насосе".encode("cp1251")
WESTERN = "Größe".encode("cp1252")
PLAIN = audio.wav()
FORM, SOUND = (b"fmt ", PLAIN[20:36]), (b"data", PLAIN[44:])


def read(folder: Path, data: bytes, name: str) -> Read:
    pytest.importorskip("mutagen")
    (folder / name).write_bytes(data)
    return Read(folder, name)


def overview(made: Read) -> list[str]:
    return str(made.chunks[0]["content"]).split("\n")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.ogg", audio.vorbis(b"TITLE=" + RUSSIAN)),
        ("a.opus", audio.opus(b"ARTIST=Ada", b"TITLE=" + RUSSIAN)),
        ("a.flac", audio.flac(b"TITLE=" + RUSSIAN)),
        ("a.m4a", audio.m4a(audio.said(b"\xa9nam", RUSSIAN))),
        ("a.ape", audio.ape() + audio.ape_tag(Title=RUSSIAN)),
        ("a.mp3", audio.mp3() + audio.ape_tag(Title=RUSSIAN)),
    ],
)
def test_what_is_not_utf8_is_read_in_its_character_set_and_told(
    tmp_path: Path, name: str, data: bytes
) -> None:
    made = read(tmp_path, data, name)
    assert overview(made)[0] == "Audio file: Песня о насосе"
    assert made.rules == ["encoding-replaced"]
    assert made.problems[0].message == "tags are not UTF-8; they were read as CP1251"


def test_more_items_than_are_usual_are_read_and_a_tag_that_is_too_large_is_told(
    tmp_path: Path,
) -> None:
    texts = {f"Item{n}": b"text" for n in range(12_000)}
    made = read(tmp_path, audio.mp3() + audio.ape_tag(**texts), "a.mp3")
    assert "Item11999: text" in made.text
    assert made.rules == []
    data = audio.mp3() + audio.ape_tag(Item=bytes(17 * 1024 * 1024))
    made = read(tmp_path, data, "b.mp3")
    assert made.problems[0].message.startswith("the file has an APE tag of 17,8")


def test_texts_that_a_chunk_cuts_off_are_said_once(tmp_path: Path) -> None:
    tag = audio.id3(audio.frame(b"COMM", b"\0eng\0a long comment"), audio.text(b"TIT2", "Hum"))
    info = audio.info(ICMT=b"a long\0", INAM=b"Hu", IART=b"Ada")
    made = read(tmp_path, audio.wav_with((b"id3 ", tag), info, audio.info(ICMT=b"other")), "a.wav")
    assert overview(made)[:3] == [
        "Audio file: Hum",
        "Artist: Ada",
        "Comment: a long comment / other",
    ]


def test_comments_that_span_pages_of_ogg_are_read(tmp_path: Path) -> None:
    long = b"LYRICS=" + b"hum " * 10_000
    packet = b"\x03vorbis" + audio.comments(long, b"TITLE=" + WESTERN) + b"\x01"
    assert len(packet) < 255 * 255
    made = read(tmp_path, audio.vorbis(long, b"TITLE=" + WESTERN), "a.ogg")
    assert overview(made)[0] == "Audio file: Größe"


def test_utf8_beside_what_is_none_stays(tmp_path: Path) -> None:
    tags = (b"TITLE=" + WESTERN, "ARTIST=Zoé".encode(), b"no name " + WESTERN)
    made = read(tmp_path, audio.vorbis(*tags), "a.ogg")
    assert overview(made)[:3] == ["Audio file: Größe", "Artist: Zoé", "Unknown2: no name Größe"]


def test_texts_of_mp4_in_utf16_and_of_ones_own(tmp_path: Path) -> None:
    own = [audio.atom(b"mean", b"\0\0\0\0me"), audio.atom(b"name", b"\0\0\0\0Own")]
    text = audio.atom(b"data", struct.pack(">II", 1, 0), WESTERN)
    tags = (
        audio.said(b"\xa9nam", "Größe".encode("utf-16-be"), 2),
        audio.said(b"\xa9ART", "Zoé".encode("utf-16"), 2),
        audio.said(b"\xa9lyr", b"one\rtwo\r\nthree"),
        audio.atom(b"----", *own, text),
    )
    made = read(tmp_path, audio.m4a(*tags), "a.m4a")
    assert overview(made)[:3] == ["Audio file: Größe", "Artist: Zoé", "Own: Größe"]
    assert made.chunks[1]["content"] == "Lyrics — Größe\n\none\ntwo\nthree"


def test_the_tags_of_a_format_say_its_title(tmp_path: Path) -> None:
    tag = audio.id3(audio.text(b"TIT2", "Other"))
    made = read(tmp_path, tag + audio.flac(b"TITLE=Own"), "a.flac")
    assert (overview(made)[0], overview(made)[1]) == ("Audio file: Own", "Title: Other")
    data = audio.ape() + audio.ape_tag(Title=b"Own title") + audio.fixed(b"Own", b"", b"", 0, 255)
    assert overview(read(tmp_path, data, "a.ape"))[:2] == ["Audio file: Own title", "Date: 1999"]


def test_a_comment_says_what_it_is_about(tmp_path: Path) -> None:
    about = "Größe".encode("utf-16") + b"\0\0" + "klein".encode("utf-16")
    frames = (
        audio.frame(b"COMM", b"\0engMood\0calm"),
        audio.frame(b"COMM", b"\0eng\0plain"),
        audio.frame(b"COMM", b"\x01deu" + about),
    )
    made = read(tmp_path, audio.id3(*frames) + audio.mp3(), "a.mp3")
    assert overview(made)[1] == "Comment: calm (Mood) / plain / klein (Größe)"


@pytest.mark.parametrize("old", [b"", audio.fixed(b"Hum", b"Ada", b"", 0, 255)])
def test_lyrics3_tags_are_read(tmp_path: Path, old: bytes) -> None:
    body = b"LYRICSBEGININD0000210LYR00008hum, humEAR00003AdaETT00003HumXXX00001x"
    data = audio.mp3() + body + f"{len(body):06}".encode() + b"LYRICS200" + old
    made = read(tmp_path, data, "a.mp3")
    assert overview(made)[:2] == ["Audio file: Hum", "Artist: Ada"]
    assert made.chunks[1]["content"] == "Lyrics — Hum\n\nhum, hum"
    data = audio.mp3() + b"LYRICSBEGINhum\r\nhumLYRICSEND" + old
    assert "hum\nhum" in str(read(tmp_path, data, "b.mp3").chunks[1]["content"])


@pytest.mark.parametrize("old", [b"", audio.fixed(b"", b"", b"", 0, 255)])
def test_a_tag_of_version_2_may_stand_at_the_end(tmp_path: Path, old: bytes) -> None:
    tag = audio.id3(audio.text(b"TIT2", "Hum"), flags=0x10)
    made = read(tmp_path, audio.mp3() + tag + b"3DI" + tag[3:10] + old, "a.mp3")
    assert overview(made)[0] == "Audio file: Hum"
    assert made.rules == []


def test_texts_of_a_wav_in_utf16_and_for_display(tmp_path: Path) -> None:
    data = audio.wav_with(
        (b"DISP", b"\1\0\0\0Hum\0"), audio.info(IART="Zoe".encode("utf-16"), ICMT=b"x\0\0")
    )
    lines = ["Audio file: Hum", "Artist: Zoe", "Comment: x"]
    assert overview(read(tmp_path, data, "a.wav"))[:-1] == lines


def unpadded(order: str, *chunks: tuple[bytes, bytes]) -> bytes:
    return b"".join(name + struct.pack(f"{order}I", len(data)) + data for name, data in chunks)


def test_chunks_that_lack_their_padding_are_read(tmp_path: Path) -> None:
    texts = (b"ISFT", b"program\0x"), (b"INAM", b"Hum\0\0"), (b"IART", b"Ada\0")
    listed = b"LIST", b"INFO" + unpadded("<", *texts)
    body = b"WAVE" + unpadded("<", FORM, (b"axml", b"<a>text</a>"), listed, SOUND)
    made = read(tmp_path, b"RIFF" + struct.pack("<I", len(body)) + body, "a.wav")
    assert overview(made)[:2] == ["Audio file: Hum", "Artist: Ada"]
    assert "duration 0:01, 8 kHz" in overview(made)[-1]
    facts = struct.pack(">HIH", 1, 8000, 16) + struct.pack(">HQ", 16383 + 12, 8000 << 51)
    chunks = (b"NAME", b"Hum"), (b"COMM", facts), (b"ANNO", b"odd"), (b"SSND", bytes(16008))
    body = b"AIFF" + unpadded(">", *chunks)
    made = read(tmp_path, b"FORM" + struct.pack(">I", len(body)) + body, "a.aiff")
    line = "Format: AIFF (AIFF), duration 0:01, 8 kHz, 16-bit, mono, 128 kbit/s"
    assert overview(made) == ["Audio file: Hum", "Comment: odd", line]
    assert made.rules == []


def test_padding_may_be_any_byte(tmp_path: Path) -> None:
    data = audio.riff(b"WAVE", FORM) + b"data" + struct.pack("<I", 11) + bytes(11) + b"Q"
    name, listed = audio.info(ICMT=b"kept")
    data += name + struct.pack("<I", len(listed)) + listed
    assert "Comment: kept" in overview(read(tmp_path, data, "a.wav"))


@pytest.mark.parametrize("size", [0, 0x7FFFF000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF])
def test_a_sound_whose_size_was_not_known_lasts_to_the_end(tmp_path: Path, size: int) -> None:
    riff = struct.pack("<I", min(size + 36, 0xFFFFFFFF))
    data = b"RIFF" + riff + PLAIN[8:40] + struct.pack("<I", size) + PLAIN[44:]
    made = read(tmp_path, data, "a.wav")
    assert "duration 0:01, 8 kHz" in overview(made)[-1]
    assert made.rules == []


def test_an_empty_sound_is_empty(tmp_path: Path) -> None:
    data = audio.riff(b"WAVE", FORM, (b"data", b""), audio.info(INAM=b"Hum"))
    made = read(tmp_path, data, "a.wav")
    assert overview(made)[0] == "Audio file: Hum"
    assert "duration" not in overview(made)[-1]


def test_a_sound_that_is_cut_off_is_as_long_as_it_is(tmp_path: Path) -> None:
    made = read(tmp_path, audio.wav(10)[:-64_000], "a.wav")
    assert "duration 0:06" in overview(made)[-1]
    assert made.problems[0].message == "the sound is cut off: 64,000 bytes are missing"


@pytest.mark.parametrize("kind", [b"RF64", b"BW64"])
def test_a_sound_of_more_than_4_gb(tmp_path: Path, kind: bytes) -> None:
    long = b"ds64", struct.pack("<QQQI", 0, len(SOUND[1]), 8000, 0)
    body = b"WAVE" + unpadded("<", long, FORM) + b"data\xff\xff\xff\xff" + SOUND[1]
    name, listed = audio.info(INAM=b"Hum\0")
    body += name + struct.pack("<I", len(listed)) + listed
    made = read(tmp_path, kind + b"\xff\xff\xff\xff" + body, "a.wav")
    line = "Format: WAV (WAVE), duration 0:01, 8 kHz, 16-bit, mono, 128 kbit/s"
    assert overview(made) == ["Audio file: Hum", line]
    assert made.rules == []


def test_packed_sound_in_a_wav_is_as_long_as_its_bytes_a_second_say(tmp_path: Path) -> None:
    form = b"fmt ", struct.pack("<HHIIHH", 0x11, 1, 8000, 4000, 256, 4)
    made = read(tmp_path, audio.riff(b"WAVE", form, (b"data", bytes(8000))), "a.wav")
    assert "duration 0:02, 8 kHz, 4-bit, mono, 32 kbit/s" in overview(made)[-1]


def test_what_recorders_and_broadcasters_say(tmp_path: Path) -> None:
    xmp = (
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-'
        b'syntax-ns#"><r:Description r:about="" xmlns:d="http://purl.org/dc/elements/1.1/" '
        b'xmlns:m="m" m:artist="Bo"><d:title><r:Alt><r:li>Hum</r:li></r:Alt></d:title>'
        b"</r:Description></r:RDF></x:xmpmeta>"
    )
    bext = b"About a pump".ljust(256, b"\0") + b"Recorder".ljust(32, b"\0") + bytes(32)
    bext += b"2020-05-0610:20:30".ljust(282, b"\0") + b"A=PCM,F=8000\r\n"
    cue = b"ltxt", struct.pack("<IIIHHHH", 1, 0, 0, 0, 0, 0, 0) + b"Region\0\0"
    data = audio.wav_with(
        (b"bext", bext),
        (b"iXML", b"<BWFXML><PROJECT>Pumps</PROJECT><TAKE>7</TAKE><NOTE>loud</NOTE></BWFXML>\0"),
        (b"_PMX", xmp),
        (b"LIST", b"adtl" + unpadded("<", cue)),
    )
    assert overview(read(tmp_path, data, "a.wav"))[:-1] == [
        "Audio file: Hum",
        "Artist: Bo",
        "Date: 2020-05-06",
        "Description: About a pump",
        "Originator: Recorder",
        "Coding history: A=PCM,F=8000",
        "Project: Pumps",
        "Note: loud",
        "Markers: Region",
    ]
