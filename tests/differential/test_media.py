"""Our reading of MIDI and sound files against mido's, mutagen's and tinytag's.

Needs ORACLE_PYTHON, the interpreter of an environment with mido, mutagen and tinytag.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtfm_check.parsers import _smf
from rtfm_check.parsers._midi_clock import Clock
from tests.parsers import audio_files as audio
from tests.parsers import midi_files as midi
from tests.parsers.reading import Read

pytestmark = pytest.mark.differential
ORACLE = Path(__file__).with_name("media_oracle.py")
Ask = Callable[[Path], Any]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    python = os.environ.get("ORACLE_PYTHON")
    if not python:
        pytest.fail("ORACLE_PYTHON has to name the interpreter of an environment with mido")
    with subprocess.Popen(
        [python, str(ORACLE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout

        def answer(path: Path) -> Any:
            assert process.stdin
            assert process.stdout
            print(json.dumps(str(path)), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())

        yield answer
        process.stdin.close()


TEXTS = st.text(st.sampled_from("abc é日"), min_size=1, max_size=9).map(str.strip).filter(bool)
CHANNELS = st.integers(0, 15)
EVENTS = st.one_of(
    st.builds(midi.note, st.integers(0, 127), st.integers(0, 9999), st.integers(0, 999), CHANNELS),
    st.builds(midi.meta, st.integers(1, 7), TEXTS, st.integers(0, 300)),
    st.builds(midi.tempo, st.integers(30, 300), st.integers(0, 999)),
    st.builds(midi.program, CHANNELS, st.integers(0, 127)),
    st.just(b"\0\xf0\x02\x01\xf7"),
    st.just(b"\0\xb0\x07\x40\0\x08\x40"),
)
TRACKS = st.lists(st.lists(EVENTS, max_size=8), min_size=1, max_size=4)


@settings(max_examples=300, deadline=None)
@given(TRACKS, st.sampled_from([1, 96, 480, 960]))
def test_songs_are_as_mido_reads_them(ask: Ask, tracks: list[list[bytes]], division: int) -> None:
    data = midi.song(*(midi.track(*each) for each in tracks), division=division)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.mid"
        path.write_bytes(data)
        theirs = ask(path)
        made = Read(Path(folder), path.name)
    song = _smf.read(data)
    assert song is not None
    keys = set().union(*(each.keys for each in song.tracks))
    notes = sum(each.notes for each in song.tracks)
    assert [notes, min(keys, default=0), max(keys, default=0)] == theirs["notes"]
    assert len(song.tracks) == theirs["tracks"]
    tempos = sorted((event for _, event in song.tempos), key=lambda event: event.tick)
    end = Clock(division, tempos).second(max(each.end for each in song.tracks))
    assert end == pytest.approx(theirs["seconds"], abs=1e-3)
    said = re.sub(r"\s+", "", made.text)
    assert all(re.sub(r"\s+", "", text) in said for text in (*theirs["texts"], *theirs["names"]))


def damaged_tags(count: int) -> Iterator[tuple[int, bytes]]:
    """Tags with mistakes in them, and sound behind."""
    chance = random.Random(7)
    frames = [
        *(audio.text(b"TIT2", "A title", codec=at, version=3) for at in (0, 1, 3)),
        audio.text(b"TPE1", "Ada", "Bo", version=3),
        audio.text(b"TXXX", "key", "value", version=3),
        audio.frame(b"COMM", b"\3eng\0a comment", version=3),
        audio.frame(b"USLT", b"\1eng\xff\xfe\0\0" + "words".encode("utf-16"), version=3),
        audio.frame(b"APIC", b"\0image/png\0\3\0\x89PNG", version=3),
    ]
    for number in range(count):
        chance.shuffle(frames)
        tag = audio.id3(*frames[: chance.randint(1, len(frames))], b"\0" * 20, version=3)
        yield number, tag + audio.mp3()


def test_tags_hold_what_mutagen_and_tinytag_find(ask: Ask, tmp_path: Path) -> None:
    pytest.importorskip("mutagen")
    for number, data in damaged_tags(60):
        path = tmp_path / f"{number}.mp3"
        path.write_bytes(data)
        check(ask(path), Read(tmp_path, path.name))


@pytest.mark.parametrize(
    "suffix", [".flac", ".ogg", ".opus", ".m4a", ".wma", ".wv", ".ape", ".mpc"]
)
def test_tags_of_every_container_are_found(ask: Ask, suffix: str, tmp_path: Path) -> None:
    mutagen = pytest.importorskip("mutagen")
    path = tmp_path / f"s{suffix}"
    path.write_bytes(audio.ALL[suffix]())
    file = mutagen.File(path, easy=True)
    if file.tags is None:
        file.add_tags()
    is_asf = suffix == ".wma"
    file.tags["Title" if is_asf else "title"] = ["A title"]
    file.tags["Author" if is_asf else "artist"] = ["Ada", "Bö"]
    file.tags["WM/AlbumTitle" if is_asf else "album"] = ["An album"]
    file.save()
    check(ask(path), Read(tmp_path, path.name))


def check(theirs: dict[str, Any], made: Read) -> None:
    """Each text of theirs is in ours."""
    said = made.text + str(made.document["title"])
    for text in (*theirs["texts"], *theirs["fields"].values()):
        values = re.split(r"[\0/]|, (?=Bö)", text.replace("\0", "/"))
        assert all(each.strip() in said for each in values), text
    assert "parser-failed" not in made.rules
