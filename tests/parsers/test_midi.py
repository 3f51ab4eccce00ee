"""What holds of every MIDI file."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check import limits
from rtfm_check.parsers import _smf
from rtfm_check.text import charset
from tests.growing import assert_linear
from tests.parsers import midi_files as midi
from tests.parsers.reading import Read

MOST = 4500
MANY = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
WORDS = st.text(st.sampled_from("abcé/\\@ \r\n日"), min_size=1, max_size=12)
KINDS = st.sampled_from(range(1, 16))
EVENTS = st.lists(st.tuples(KINDS, WORDS), max_size=12)


def read(folder: Path, data: bytes, name: str = "s.mid") -> Read:
    (folder / name).write_bytes(data)
    return Read(folder, name)


@MANY
@given(st.lists(EVENTS, min_size=1, max_size=4), st.sampled_from(["s.mid", "s.kar"]))
def test_no_character_of_a_text_is_lost(
    tmp_path: Path, tracks: list[list[tuple[int, str]]], name: str
) -> None:
    events = ([midi.meta(kind, text) for kind, text in each] for each in tracks)
    made = read(tmp_path, midi.song(*(midi.track(*each) for each in events)), name)
    assert made.rules == []
    for text in (text for each in tracks for _, text in each):
        assert all(word in made.text for word in text.replace("/", " ").replace("\\", " ").split())


@MANY
@given(st.binary(max_size=60), st.integers(0, 400))
def test_nothing_makes_the_parser_fail(tmp_path: Path, noise: bytes, at: int) -> None:
    whole = midi.song(*(midi.track(midi.tempo(90), midi.note(60), midi.meta(5, "la")),) * 3)
    at = min(at, len(whole))
    made = read(tmp_path, b"MThd" + (whole[:at] + noise + whole[at + len(noise) :])[4:])
    assert "parser-failed" not in made.rules
    assert made.chunks or made.problems


def test_every_cut_is_told(tmp_path: Path) -> None:
    whole = midi.song(midi.track(midi.note(60), midi.meta(1, "one")), midi.track(midi.note(61)))
    for size in range(1, len(whole)):
        made = read(tmp_path, whole[:size] if size > 3 else whole[:4])
        assert "damaged-document" in made.rules, size


def test_long_lyrics_are_cut_and_whole(tmp_path: Path) -> None:
    words = [f"word{number} " for number in range(3000)]
    made = read(tmp_path, midi.song(midi.track(*(midi.meta(5, each) for each in words))))
    assert len(made.chunks) > 5
    assert max(each["content_chars"] for each in made.chunks) <= MOST
    assert not made.lacks(" ".join(words))


def test_a_long_name_is_no_long_title(tmp_path: Path) -> None:
    name = "name " * 2000
    made = read(tmp_path, midi.song(midi.track(midi.meta(3, name), midi.note(60))))
    assert max(len(each["chapter_title"]) for each in made.chunks) == 200
    assert not made.lacks(name)


def test_a_header_may_stand_behind_other_bytes(tmp_path: Path) -> None:
    made = read(
        tmp_path, b"\0\x06s.midi".ljust(128, b"\0") + midi.song(midi.track(midi.meta(1, "kept")))
    )
    assert made.rules == ["damaged-document"]
    assert "kept" in made.text


def test_running_status_outlasts_a_text(tmp_path: Path) -> None:
    events = b"\0\x90\x3c\x40" + midi.meta(1, "between") + b"\0\x3e\x40"
    made = read(tmp_path, midi.song(midi.track(events), kind=0))
    assert made.rules == []
    assert "Notes: 2, range C4–D4" in made.text


@pytest.mark.parametrize(
    ("syllables", "sung"),
    [
        (["Lul-", "la-", "by ", "sweet ", "pumps"], "Lullaby sweet pumps"),
        (["Oh", "when", "the", "saints", ",", "go"], "Ohwhenthesaints,go"),
        (
            ["Oh", "when", "the", "saints", ",", "go", "mar-", "ching", "in-", "to"],
            "Oh when the saints, go marching into",
        ),
        (["Ky-", "ri-", "e\r", "e-", "lei-", "son"], "Kyrie\neleison"),
        (["Oh\r", "pump-", "Water", "runs", "on", "in-", "to"], "Oh\npump-Water runs on into"),
        (
            ["The pump is on", "and the", "valve", "is shut"],
            "The pump is on\nand the\nvalve\nis shut",
        ),
        (["Ky", "ri", "e"], "Kyrie"),
        (["a ", "well-", "known ", "pump"], "a well-known pump"),
        (["Lul-", "la-", "by ", "swe", "et"], "Lul-la-by sweet"),
        (["/Pump", "ing ", "wa", "ter"], "Pumping water"),
        (["み", "ず", "が", "なが", "れる"], "みずがながれる"),
        (["{@LATIN}{#TITLE=A song}", "Va", "\r", "let"], "Va\nlet"),
    ],
)
def test_blanks_that_are_missing_and_hyphens_that_cut_words(
    tmp_path: Path, syllables: list[str], sung: str
) -> None:
    events = [midi.meta(midi.LYRIC, each, 10) for each in syllables]
    content = read(tmp_path, midi.song(midi.track(midi.note(60), *events))).chunks[1]["content"]
    assert content.partition("Lyrics:\n")[2] == sung
    assert ("Text: Title: A song\n" in content) == ("{#" in syllables[0])


def test_lyrics_that_are_written_both_ways_are_sung_once(tmp_path: Path) -> None:
    texts = ["\\Hap", "py ", "pumps ", "sing"]
    both = [
        event
        for each in texts
        for event in (
            midi.meta(midi.TEXT, each, 10),
            midi.meta(midi.LYRIC, each.strip("\\")),
        )
    ]
    made = read(tmp_path, midi.song(midi.track(midi.note(60), *both)), "a.kar")
    assert made.text.count("Happy pumps sing") == 1


def test_the_language_of_a_karaoke_file_tells_its_character_set(tmp_path: Path) -> None:
    texts = [
        b"@KMIDI KARAOKE FILE",
        b"@LTHAI",
        *(each.encode("cp874") for each in ("\\น้ำ", "ไหล ")),
    ]
    events = [midi.meta(midi.TEXT, each, 10) for each in texts]
    made = read(tmp_path, midi.song(midi.track(midi.note(60), *events)), "a.kar")
    assert "Lyrics:\nน้ำไหล" in made.text
    assert made.rules == ["encoding-replaced"]


def test_texts_in_utf16_are_told_as_such(tmp_path: Path) -> None:
    name = midi.meta(midi.NAME, "Größe".encode("utf-16"))
    made = read(tmp_path, midi.song(midi.track(name, midi.note(60))))
    assert made.document["title"] == "Größe"
    assert made.problems[0].message == "texts are not UTF-8; they were read as UTF-16"


def test_time_by_frames_needs_no_tempo() -> None:
    song = _smf.read(midi.song(midi.track(midi.note(60, wait=1000)), division=0xE728))
    assert song is not None
    from rtfm_check.parsers._midi_clock import Clock

    assert Clock(song.division, []).second(1000) == 1  # 25 frames of 40 ticks


def test_more_events_than_are_kept_are_told(tmp_path: Path) -> None:
    marks = midi.meta(6, "m") * (limits.MIDI_EVENTS + 5)
    made = read(tmp_path, midi.song(midi.track(marks)))
    assert made.rules == ["limit-reached"]
    assert "4 more such" in made.problems[0].message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Für Elise – “schön”, it’s naïve", "cp1252"),
        ("ÉTÉ, Å, El Niño ¿qué?", "cp1252"),
        ("Það er ýmislegt gott að þýða í Reykjavík", "cp1252"),
        ("Mõõtühik on väga täpne, põld ja jõgi", "cp1252"),
        ("Não são questões fáceis, põe avó à mesa", "cp1252"),
        ("Kjøleskåp på hytta, où ça? 3 m³/h, x²y", "cp1252"),
        ("Woda płynie, żółta łódź już śpi", "cp1250"),
        ("Woda płynie, ząb boli, żółta łódź już śpi pod ścianą", "iso8859_2"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", "cp1250"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", "iso8859_2"),
        ("Árvíztűrő tükörfúrógép és főzőedény", "cp1250"),
        ("Voda teče po žlebu in čez široko čistilno ploščo", "cp1250"),
        ("Şimdi içiyorum, güzel ışık, ağaç", "cp1254"),
        ("Группа крови на рукаве", "cp1251"),
        ("ПРИВЕТ МИР", "cp1251"),
        ("Расцветали яблони и груши", "koi8-r"),
        ("Ой цветёт калина", "cp866"),
        ("Τα παιδιά του Πειραιά", "cp1253"),
        ("הבה נגילה ונשמחה", "cp1255"),
        ("メロディ と ピアノ", "cp932"),
        ("東京 右手", "cp932"),
        ("아리랑 아라리요", "cp949"),
        ("月亮代表我的心", "gb18030"),
        ("月亮代表我的心", "big5"),
        ("これは日本語の文章です", "euc_jp"),
    ],
)
def test_the_character_set_of_a_text_is_guessed(text: str, name: str) -> None:
    data = text.encode(name)
    assert charset.charset([b"plain", data]) == name
    assert charset.decoded(data, name) == text


NASTY: dict[str, Callable[[int], bytes]] = {
    "tempos and markers": lambda size: midi.song(
        midi.track(midi.tempo(99, wait=1) * size, midi.meta(6, "m", wait=1) * size)
    ),
    "tracks of no length": lambda size: midi.song(*[midi.track(midi.note(60), size=0)] * size),
    "tracks that are too long": lambda size: midi.song(*[midi.track(size=10**9)] * size),
    "tracks without an end": lambda size: midi.song(*[b"MTrk\0\0\0\0\0"] * size),
    "names of chunks": lambda size: midi.song(midi.track()) + b"ABCD\0\0\0\0" * size,
    "names of chunks that are none": lambda size: midi.song(midi.track()) + b"ABCD" * size,
    "keys": lambda size: midi.song(midi.track(midi.meta(0x59, b"\1\0", wait=1) * size)),
    "sequences": lambda size: midi.song(*[midi.track(midi.tempo(99))] * size, kind=2),
    "sung letters": lambda size: midi.song(midi.track(midi.meta(1, "\\a") * size)),
    "letters beyond ASCII": lambda size: midi.song(midi.track(midi.meta(1, b"\xe9") * size)),
    "programs": lambda size: midi.song(
        midi.track(*(midi.program(at % 16, at % 128) for at in range(size)))
    ),
}


@pytest.mark.parametrize("kind", NASTY)
def test_time_grows_with_the_file(kind: str, tmp_path: Path) -> None:
    assert_linear(NASTY[kind], lambda data: read(tmp_path, data), 2_000)


def test_noise_takes_little_time(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(300_000)
    for data in (noise, b"\xff" * 300_000, b"\x90" * 300_000, b"MTrk" * 75_000):
        assert read(tmp_path, midi.song(b"MTrk\0\4\x93\xe0" + data)).problems
