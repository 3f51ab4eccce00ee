"""MOBI: every word of a book in each of its forms, and an end to every damaged one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtfm_check.parsers._mobi_text import Damaged, Phrases, unpaired
from tests.growing import assert_linear
from tests.parsers import kindle
from tests.parsers.reading import Read

WORDS = st.lists(st.sampled_from(["pump", "café", "水泵", "a", "насос", "x1", "42"]), max_size=40)
PARAGRAPHS = st.lists(WORDS, min_size=1, max_size=12)
PACKINGS = {"plain": 1, "pairs": 2, "codes": 0x4448}


def read(folder: Path | str, data: bytes, name: str = "a.mobi") -> Read:
    path = Path(folder, name)
    path.write_bytes(data)
    return Read(path.parent, name)


def page(paragraphs: list[list[str]]) -> bytes:
    body = "".join(f"<p>{' '.join(words)}</p>" for words in paragraphs)
    return f"<html><body>{body}</body></html>".encode()


@settings(max_examples=60, deadline=None)
@given(PARAGRAPHS, st.sampled_from(sorted(PACKINGS)), st.integers(20, 300), st.booleans())
def test_every_word_of_an_older_book_is_found(
    paragraphs: list[list[str]], packing: str, size: int, has_more: bool
) -> None:
    records = kindle.old_book(
        page(paragraphs), packing=PACKINGS[packing], size=size, trailing=has_more
    )
    with TemporaryDirectory() as folder:
        result = read(folder, kindle.palm(records))
    assert not result.lacks(" ".join(" ".join(words) for words in paragraphs))
    assert set(result.rules) <= {"indexes-to-nothing"}


@settings(max_examples=60, deadline=None)
@given(st.lists(PARAGRAPHS, min_size=1, max_size=4), st.data())
def test_every_word_of_kf8_is_found(documents: list[list[list[str]]], data: st.DataObject) -> None:
    made = []
    for paragraphs in documents:
        whole = page(paragraphs)
        cuts = sorted(data.draw(st.lists(st.integers(6, len(whole) - 7), max_size=3)))
        cuts = [cut for cut in cuts if whole[cut] & 0xC0 != 0x80]
        edges = [*cuts, len(whole) - 7]
        parts = [(edges[0], b"")] if not cuts else []
        parts += [(start, whole[start:end]) for start, end in pairwise(edges)]
        made.append((whole[: edges[0]] + whole[edges[-1] :], parts))
    with TemporaryDirectory() as folder:
        result = read(folder, kindle.palm(kindle.new_book(made)), "a.azw3")
    text = " ".join(" ".join(words) for paragraphs in documents for words in paragraphs)
    assert not result.lacks(text)
    assert set(result.rules) <= {"indexes-to-nothing"}


@given(st.binary(max_size=3000))
def test_pairs_come_back(data: bytes) -> None:
    assert unpaired(kindle.paired(data)) == data


@given(st.binary(max_size=200))
def test_any_bytes_end_as_pairs(data: bytes) -> None:
    try:
        text = unpaired(data)
    except Damaged as damaged:
        text = damaged.text
    assert len(text) <= 10 * len(data)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["old", "codes", "new"]),
    st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), min_size=1, max_size=20),
    st.floats(0, 1),
)
def test_no_damage_raises(form: str, changes: list[tuple[int, int]], keep: float) -> None:
    text = page([["pump", "valve"]] * 20)
    records = {
        "old": lambda: kindle.old_book(text, contents=[(20, "Label")], values=[(100, b"A")]),
        "codes": lambda: kindle.old_book(text, packing=0x4448),
        "new": lambda: kindle.new_book([(text[:12] + text[-14:], [(12, text[12:-14])])]),
    }[form]()
    data = bytearray(kindle.palm(records))
    for at, value in changes:
        data[at % len(data)] = value
    with TemporaryDirectory() as folder:
        result = read(folder, bytes(data[: max(1, int(len(data) * (0.5 + keep / 2)))]))
    assert "parser-failed" not in result.rules
    assert result.chunks or result.problems


def test_phrases_of_phrases_do_not_grow_without_end() -> None:
    phrases = kindle.Phrases([b"a b"])
    count = 150
    phrases.texts = [(phrases.packed_numbers([number + 1] * 2), False) for number in range(count)]
    phrases.texts.append((b"word ", True))
    with pytest.raises(Damaged) as damaged:
        Phrases(phrases.tables()).unpacked(phrases.packed_numbers([0]))
    assert len(damaged.value.text) <= 64 * 1024


def test_a_phrase_that_holds_itself_ends() -> None:
    phrases = kindle.Phrases([b"a b"])
    phrases.texts = [(phrases.packed_numbers([0, 1]), False), (b"end", True)]
    assert Phrases(phrases.tables()).unpacked(phrases.packed_numbers([0])) == b"end"


@pytest.mark.parametrize(
    ("start", "rule"),
    [
        (b"\xeaDRMION\xee", "protected-document"),
        (b"CONT\2\0", "extension-lies"),
        (b"TPZ0\0", "extension-lies"),
        (b"\0\1\2\3\4", "damaged-document"),
    ],
)
def test_what_is_no_book_is_told_once(tmp_path: Path, start: bytes, rule: str) -> None:
    result = read(tmp_path, start + bytes(300), "a.azw3")
    assert result.rules == [rule]
    assert not result.chunks


def test_a_book_that_says_the_wrong_encoding_is_read(tmp_path: Path) -> None:
    text = "<p>café à midi</p>".encode("cp1252")
    result = read(tmp_path, kindle.palm(kindle.old_book(text, encoding=65001)))
    assert "café à midi" in result.text
    assert result.rules == ["encoding-replaced"]


def test_a_title_that_is_not_in_the_encoding_of_the_book(tmp_path: Path) -> None:
    values = [(kindle.EXTH_AUTHOR, "Zoé".encode("cp1252")), (kindle.EXTH_TITLE, b"R\xe9servoir")]
    text = "<p>café</p>".encode()
    result = read(tmp_path, kindle.palm(kindle.old_book(text, values=values)))
    assert (result.document["title"], result.document["metadata"]) == (
        "Réservoir",
        {"author": "Zoé"},
    )
    assert "café" in result.text
    assert result.rules == ["encoding-replaced"]


def test_what_stands_in_no_skeleton_is_read(tmp_path: Path) -> None:
    records = kindle.new_book([(b"<p>one</p>", [(10, b"<p>two</p>")])])
    at = next(number for number, each in enumerate(records) if b"SKEL0000000000" in each)
    for broken in (records[at].replace(b"IDXT", b"XXXX"), bytes(200)):
        damaged = [*records[:at], broken, *records[at + 1 :]]
        result = read(tmp_path, kindle.palm(damaged), "a.azw3")
        assert not result.lacks("one two")


def many_pairs(text: bytes, count: int) -> list[bytes]:
    return kindle.old_book(text * count)


def many_codes(text: bytes, count: int) -> list[bytes]:
    return kindle.old_book(text * count, packing=0x4448)


def many_fragments(text: bytes, count: int) -> list[bytes]:
    """Each of them goes in front of all others."""
    return kindle.new_book([(text * count, [(0, b"<b>x</b>")] * count)])


def many_labels(text: bytes, count: int) -> list[bytes]:
    labels = [(len(text) * number, f"Label {number}") for number in range(count)]
    return kindle.old_book(text * count, contents=labels)


@pytest.mark.parametrize("make", [many_pairs, many_codes, many_fragments, many_labels])
def test_time_grows_with_the_size(
    tmp_path: Path, make: Callable[[bytes, int], list[bytes]]
) -> None:
    assert_linear(
        lambda count: kindle.palm(make(b"<p>some text of a paragraph</p>", count)),
        lambda data: read(tmp_path, data),
        500,
    )


@pytest.mark.differential
@pytest.mark.parametrize("packing", sorted(PACKINGS))
def test_the_library_mobi_unpacks_the_same(tmp_path: Path, packing: str) -> None:
    python = os.environ.get("RTFM_PYTHON")
    if not python:
        pytest.skip("RTFM_PYTHON names no interpreter with rtfm-ai[mobi]")
    text = page([[f"word{number}", "pump", "café", "水泵"] for number in range(300)])
    records = kindle.old_book(text, packing=PACKINGS[packing], trailing=1, values=[(100, b"A")])
    (tmp_path / "a.mobi").write_bytes(kindle.palm(records))
    code = (
        "import mobi, shutil, sys\n"
        "folder, path = mobi.extract(sys.argv[1])\n"
        "sys.stdout.flush()\n"
        "open(sys.argv[2], 'wb').write(open(path, 'rb').read())\n"
        "shutil.rmtree(folder)\n"
    )
    out = tmp_path / "out.html"
    subprocess.run(
        [python, "-c", code, str(tmp_path / "a.mobi"), str(out)], check=True, capture_output=True
    )
    theirs = out.read_text("utf-8")
    ours = read(tmp_path, (tmp_path / "a.mobi").read_bytes())
    lines = [line for each in ours.chunks for line in each["content"].split("\n") if line]
    assert len(lines) == 300
    assert all(f"<p>{line}</p>" in theirs for line in lines)
