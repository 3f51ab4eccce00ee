"""What holds of every sound file. Without mutagen nothing of one is read."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check.parsers import BY_NAME, _mpeg
from rtfm_check.parsers._audio_chunks import Chunks
from tests.growing import assert_linear
from tests.parsers import audio_files as audio
from tests.parsers.reading import Read

MANY = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
TEXTS = st.lists(st.text(st.sampled_from("ab é日\n"), min_size=1, max_size=8), max_size=5)
NAMES = st.sampled_from([b"TIT2", b"TPE1", b"TXXX", b"COMM", b"USLT", b"TCON", b"WOAR", b"TIPL"])


def read(folder: Path, data: bytes, name: str = "s.mp3") -> Read:
    pytest.importorskip("mutagen")
    (folder / name).write_bytes(data)
    return Read(folder, name)


def test_without_mutagen_it_is_said_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "s.mp3").write_bytes(audio.mp3())
    script = (
        "import sys; sys.modules['mutagen'] = None\n"
        "from pathlib import Path\n"
        "from tests.parsers.reading import Read\n"
        f"print(Read(Path({str(tmp_path)!r}), 's.mp3').shown())"
    )
    root = Path(__file__).parent.parent.parent
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, check=True)
    assert b"optional-dependency-missing" in done.stdout
    assert b"rtfm-check[audio]" in done.stdout


def test_there_is_a_file_for_each_suffix() -> None:
    assert set(audio.ALL) == set(BY_NAME["audio"].extensions)


@pytest.mark.parametrize("suffix", audio.ALL)
def test_each_format_says_how_long_it_is(suffix: str, tmp_path: Path) -> None:
    made = read(tmp_path, audio.ALL[suffix](), f"a_name{suffix}")
    assert made.rules == []
    first, line = made.chunks[0]["content"].split("\n")
    assert first == "Audio file: a name"
    assert line.startswith(f"Format: {suffix[1:].upper()} (")
    assert "duration 0:0" in line


@pytest.mark.parametrize("suffix", audio.ALL)
def test_no_cut_and_no_noise_makes_the_parser_fail(suffix: str, tmp_path: Path) -> None:
    whole, chance = audio.ALL[suffix](), random.Random(suffix)
    for size in {*range(0, min(len(whole), 120), 3), len(whole) // 2, len(whole) - 1}:
        assert "parser-failed" not in read(tmp_path, whole[:size], f"s{suffix}").rules
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(min(len(data), 300))] = chance.choice((0, 1, 127, 128, 255))
        made = read(tmp_path, bytes(data), f"s{suffix}")
        assert "parser-failed" not in made.rules
        assert made.chunks or made.problems


@MANY
@given(NAMES, TEXTS, st.sampled_from([1, 3]), st.sampled_from([3, 4]))
def test_no_word_of_a_tag_is_lost(
    tmp_path: Path, name: bytes, texts: list[str], codec: int, version: int
) -> None:
    key = ["own key"] if name == b"TXXX" else []
    made = audio.text(name, *key, *texts, codec=codec, version=version)
    if name in (b"COMM", b"USLT"):
        end = b"\xff\xfe\0\0" if codec == 1 else b"\0"
        content = end + ("\n".join(texts)).encode("utf-16" if codec == 1 else "utf-8")
        made = audio.frame(name, bytes([codec]) + b"eng" + content, version=version)
    if name == b"WOAR":
        made = audio.frame(name, "|".join(texts).encode("ascii", "ignore"), version=version)
        texts = ["|".join(texts).encode("ascii", "ignore").decode()]
    read_ = read(tmp_path, audio.id3(made, version=version) + audio.mp3())
    assert "damaged-document" not in read_.rules
    said = (read_.text + str(read_.document["title"])).lower()
    assert all(word.lower() in said for text in texts for word in text.split())


@MANY
@given(st.binary(max_size=80))
def test_no_id3_tag_makes_the_parser_fail(tmp_path: Path, noise: bytes) -> None:
    for version in (2, 3, 4):
        tag = audio.id3(b"TIT2" + noise, version=version, flags=noise[0] & 0xF0 if noise else 0)
        assert "parser-failed" not in read(tmp_path, tag + audio.mp3()).rules


def test_sizes_as_in_version_3_are_read_in_a_tag_of_version_4(tmp_path: Path) -> None:
    long = audio.text(b"TALB", "x" * 300, version=3)
    tag = audio.id3(long, audio.text(b"TIT2", "A title", version=3), version=4)
    assert read(tmp_path, tag + audio.mp3()).document["title"] == "A title"


def test_a_tag_without_the_start_of_a_sound_in_it(tmp_path: Path) -> None:
    text = audio.frame(b"TIT2", b"\1\xff\xfe" + "ÿa".encode("utf-16-le"), version=3)
    tag = audio.id3(text.replace(b"\xff", b"\xff\0"), version=3, flags=0x80)
    assert read(tmp_path, tag + audio.mp3()).document["title"] == "ÿa"


def test_long_lyrics_are_cut_and_whole(tmp_path: Path) -> None:
    words = " ".join(f"word{number}" for number in range(3000))
    frame = audio.frame(b"USLT", b"\3eng\0" + words.encode())
    made = read(tmp_path, audio.id3(frame) + audio.mp3())
    assert not made.lacks(words)
    assert len(made.chunks) > 5
    assert max(each["content_chars"] for each in made.chunks) <= BY_NAME["audio"].most


def test_a_quiet_wav_is_no_text(tmp_path: Path) -> None:
    samples = b"".join(bytes([number % 200 + 20, 0]) for number in range(20_000))
    plain = audio.wav()
    data = audio.riff(b"WAVE", (b"fmt ", plain[20:36]), (b"data", samples))
    assert read(tmp_path, data, "s.wav").rules == []


def test_packed_frames_are_unpacked_to_a_limit(tmp_path: Path) -> None:
    bomb = zlib.compress(b"\3" + b"a" * 50_000_000)
    frame = audio.frame(b"TIT2", b"\0\0\0\x0a" + bomb, flags=9)
    made = read(tmp_path, audio.id3(frame, audio.text(b"TPE1", "Ada")) + audio.mp3())
    assert made.rules == ["limit-reached"]
    assert "Artist: Ada" in made.text


def comments(count: int, comment: bytes) -> bytes:
    """A FLAC with many comments."""
    one = len(comment).to_bytes(4, "little") + comment
    block = b"\4\0\0\0test" + count.to_bytes(4, "little") + one * count
    plain = audio.flac()
    head = plain[:4] + b"\0" + plain[5:42]
    return head + b"\x84" + len(block).to_bytes(3, "big") + block + plain[42:]


NASTY: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "frames": ("s.mp3", lambda size: audio.id3(audio.text(b"TIT2", "a") * size) + audio.mp3()),
    "pictures": (
        "s.mp3",
        lambda size: audio.id3(audio.frame(b"APIC", b"\0x\0\0\0a") * size) + audio.mp3(),
    ),
    "values": ("s.mp3", lambda size: audio.id3(audio.text(b"TPE1", *"ab" * size)) + audio.mp3()),
    "wide values": (
        "s.mp3",
        lambda size: audio.id3(audio.text(b"TPE1", *"ab" * size, codec=1)) + audio.mp3(),
    ),
    "syllables": (
        "s.mp3",
        lambda size: audio.id3(audio.frame(b"SYLT", b"\3eng\2\1\0" + b"a\0\0\0\0\1" * size)),
    ),
    "chapters": (
        "s.mp3",
        lambda size: audio.id3(
            audio.frame(b"CHAP", b"a\0" + b"\0" * 16 + audio.text(b"TIT2", "a")) * size
        ),
    ),
    "comments": ("s.flac", lambda size: comments(size, b"a=b")),
    "empty comments": ("s.flac", lambda size: comments(size, b"")),
    "texts of chunks": (
        "s.wav",
        lambda size: audio.wav_with((b"LIST", b"INFO" + b"ICMT\2\0\0\0a\0" * size)),
    ),
    "chunks": ("s.wav", lambda size: audio.wav() + b"abcd\0\0\0\0" * size),
    "boxes": (
        "s.m4a",
        lambda size: audio.atom(b"ftyp", b"M4A \0\0\0\0") + audio.atom(b"free") * size,
    ),
    "pages": ("s.ogg", lambda size: audio.vorbis() + audio.vorbis()[28:58] * size),
    "silence": ("s.mp3", lambda size: b"\0" * size * 10),
    "starts of a sound": ("s.mp3", lambda size: b"\xff\xfb\x90\0" * size),
}


@pytest.mark.parametrize("kind", NASTY)
def test_time_grows_with_the_file(kind: str, tmp_path: Path) -> None:
    name, make = NASTY[kind]

    def look(data: bytes) -> None:
        assert "parser-failed" not in read(tmp_path, data, name).rules

    assert_linear(make, look, 5_000)


@pytest.mark.parametrize("version", [3, 2, 0])
@pytest.mark.parametrize("mode", [0, 3])
def test_the_plainest_files_are_read_as_mutagen_reads_them(version: int, mode: int) -> None:
    mp3 = pytest.importorskip("mutagen.mp3")
    for speed in range(16):
        for rate in range(4):
            for padding in (0, 1):
                head = 0x7FF << 21 | version << 19 | 1 << 17 | 1 << 16
                head |= speed << 12 | rate << 10 | padding << 9 | mode << 6
                data = (head.to_bytes(4, "big") + b"\0" * (_mpeg._length(head) - 4)) * 20
                found = _mpeg.facts(io.BytesIO(b"front" + data + b"behind"), 5)
                if found is None:
                    assert speed in (0, 15) or rate == 3
                    continue
                info = mp3.MP3(io.BytesIO(data + b"behind")).info
                assert found == pytest.approx(
                    (info.length, info.sample_rate, 0, info.channels, info.bitrate)
                )
    assert _mpeg.facts(io.BytesIO(audio.mp3(3)), 0) is None
    counted = audio.mp3()[:36] + b"Xing" + audio.mp3()[40:]
    assert _mpeg.facts(io.BytesIO(counted), 0) is None


@pytest.mark.parametrize("width", [1, 2, 4])
def test_a_wav_is_read_as_mutagen_reads_it(width: int) -> None:
    wave = pytest.importorskip("mutagen.wave")
    form = struct.pack("<HHIIHH", 1, 2, 22050, 22050 * width * 2, width * 2, width * 8)
    data = audio.riff(b"WAVE", (b"fmt ", form), (b"data", b"\0" * 12_345))
    info = wave.WAVE(io.BytesIO(data)).info
    theirs = (info.length, info.sample_rate, info.bits_per_sample, info.channels, info.bitrate)
    assert Chunks(io.BytesIO(data)).facts == pytest.approx(theirs)
