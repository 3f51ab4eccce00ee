"""What holds of every DjVu file, and of the programs that read them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check import limits
from rtfm_check.parsers import _djvu_form, _djvu_text, _program
from tests.growing import assert_linear
from tests.parsers import djvu_files as djvu
from tests.parsers.reading import Read

MANY = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
PAGES = st.lists(st.text(st.sampled_from('ab é日.\n\f\x1f\\"()'), max_size=30), max_size=4)


def read(folder: Path, data: bytes, name: str = "b.djvu") -> Read:
    (folder / name).write_bytes(data)
    return Read(folder, name)


@MANY
@given(PAGES)
def test_no_word_of_a_page_is_lost(tmp_path: Path, pages: list[str]) -> None:
    path = djvu.bundle(tmp_path, djvu.page("first"), *(djvu.page(text) for text in pages))
    made = Read(tmp_path, path.name)
    assert made.rules == []
    for number, text in enumerate(["first", *pages], 1):
        words = [each for chunk in made.chunks if chunk["page_start"] == number
                 for each in chunk["content"].split()]  # fmt: skip
        assert words == text.split()


@MANY
@given(PAGES)
def test_what_is_printed_of_pages_is_read(pages: list[str]) -> None:
    def printed(text: str) -> bytes:
        for name, short in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\f", "\\f")):
            text = text.replace(name, short)
        return f'(page 0 0 64 64 \n  "{text}" )\n'.encode() if text else b"()\n"

    assert list(_djvu_text.pages(b"".join(map(printed, pages)))) == pages
    assert list(_djvu_text.pages(b'failed\n()\n(page 1 "\\303\\251\\8" "b")(page "cut')) == [
        *(None, "", "é8\nb"),
    ]


@MANY
@given(st.binary(max_size=60))
def test_no_file_makes_the_reader_of_its_parts_fail(noise: bytes) -> None:
    whole = b"AT&T" + djvu.chunk(b"FORM", b"DJVM" + djvu.chunk(b"DIRM", b"\x80\0\x03" + noise))
    for data in (noise, b"AT&TFORM" + noise, whole, whole[: len(noise) + 12], djvu.page(noise)):
        _djvu_form.read(data)


def test_a_name_that_begins_with_a_dash_is_no_option(tmp_path: Path) -> None:
    djvu.need_programs()
    made = read(tmp_path, djvu.page("some text"), "-help.djvu")
    assert made.rules == []
    assert "some text" in made.text


def test_the_locale_makes_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    djvu.need_programs()
    monkeypatch.setenv("LC_ALL", "C")
    assert "réservoir" in read(tmp_path, djvu.page("le réservoir")).text
    assert "réservoir" in read(tmp_path, djvu.page("le réservoir \f de \f l'eau")).text


@pytest.mark.skipif(os.name != "posix", reason="needs pipes")
def test_what_a_page_includes_is_not_opened(tmp_path: Path) -> None:
    djvu.need_programs()
    os.mkfifo(tmp_path / "other.djvu")  # whoever opens it waits for ever
    include = djvu.chunk(b"INCL", b"other.djvu")
    for text in ("plain text", "text with \f in it"):  # the way of each program
        made = read(tmp_path, djvu.page(text, include))
        assert made.rules == []
        assert "text" in made.text


def test_bytes_that_are_not_utf8_are_told(tmp_path: Path) -> None:
    djvu.need_programs()
    made = read(tmp_path, djvu.page("réservoir, débit".encode() + b" \xe9 behind"))
    assert made.rules == ["encoding-replaced"]
    assert "réservoir, débit \ufffd behind" in made.text


@pytest.mark.parametrize(
    ("text", "name"), [("Größe und Übergang", "cp1252"), ("Насос работает", "cp1251")]
)
def test_the_character_set_of_all_texts_is_guessed(tmp_path: Path, text: str, name: str) -> None:
    pages = [djvu.page(text.encode(name)), djvu.page(f"{text} \f".encode(name)), djvu.page("plain")]
    path = djvu.bundle(tmp_path, *pages)
    title = "".join(f"\\{byte:03o}" for byte in text.encode(name) + b"\x01 end")
    djvu.edit(path, f'set-outline\n(bookmarks ("{title}" "#1"))\n.\n')
    made = Read(tmp_path, path.name)
    assert [each["content"] for each in made.chunks] == [text, text, "plain", f"{text}  end"]
    message = f"its texts are not UTF-8; they were read as {name.upper()}"
    assert [each.message for each in made.problems] == [message]


def test_words_that_are_cut_at_the_end_of_a_line(tmp_path: Path) -> None:
    djvu.need_programs()
    made = read(tmp_path, djvu.page("a pump-\ning reser¬\nvoir, ¬a and A¬\nB"))
    assert made.chunks[0]["content"] == "a pumping reservoir, ¬a and A¬ B"


def test_a_file_without_its_first_letters_is_read(tmp_path: Path) -> None:
    djvu.need_programs()
    made = read(tmp_path, djvu.page("some text")[4:])
    assert "some text" in made.text
    assert "damaged-document" in made.rules


def test_without_the_programs_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    made = read(tmp_path, djvu.page("some text"))
    assert made.rules == ["optional-dependency-missing"]
    assert "djvulibre-bin" in made.problems[0].help
    scan = djvu.page("", djvu.chunk(b"Sjbz", b"\0" * 5000))
    assert read(tmp_path, scan).rules == ["scanned-pdf-no-text"]


@pytest.mark.skipif(os.name != "posix", reason="needs files that can be run")
def test_a_program_of_the_tree_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bin = tmp_path / "tree" / "bin"
    bin.mkdir(parents=True)
    for name in ("djvutxt", "djvused"):
        (bin / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/run\n")
        (bin / name).chmod(0o755)
    (tmp_path / "link").symlink_to(bin)
    monkeypatch.chdir(bin)
    monkeypatch.setenv("PATH", os.pathsep.join((str(bin), str(tmp_path / "link"), ".", "")))
    assert read(tmp_path / "tree", djvu.page("text")).rules == ["optional-dependency-missing"]
    assert not (tmp_path / "run").exists()


def python(script: str) -> list[str]:
    return [sys.executable, "-c", script]


def test_a_program_gets_its_input_and_nothing_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET", "canary")
    script = "import os, sys; print(os.environ, sys.stdin.read())"
    output = _program.run(python(script), [b"some ", memoryview(b"input")])
    assert output.status == 0
    assert b"some input" in output.data
    assert b"canary" not in output.data


def test_a_program_that_does_not_read_or_end_is_ended(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    child = f"import time; time.sleep(3); open({str(mark)!r}, 'w')"
    script = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); "
    start = time.monotonic()
    output = _program.run(
        python(script + "print('so far', flush=True); time.sleep(60)"),
        [bytes(10_000_000)],
        seconds=1,
    )
    assert output.is_late
    assert output.data == b"so far\n"
    assert time.monotonic() - start < 20
    if os.name == "posix":
        time.sleep(3.5)
        assert not mark.exists()  # what it has started is ended too


def test_a_program_that_prints_without_end_is_ended() -> None:
    output = _program.run(python("while True: print('x' * 100_000)"), [])
    assert output.is_too_long
    assert limits.PROGRAM_BYTES < len(output.data) < limits.PROGRAM_BYTES + 1_000_000


def listing(*places: int, rest: bytes = b"") -> bytes:
    """A bundle whose list names some places."""
    names = b"".join(place.to_bytes(4, "big") for place in places)
    directory = djvu.chunk(b"DIRM", b"\x80" + len(places).to_bytes(2, "big") + names)
    return b"AT&T" + djvu.chunk(b"FORM", b"DJVM" + directory + rest)


NASTY: dict[str, Callable[[int], object]] = {
    "parts in one place": lambda size: _djvu_form.read(
        listing(*[4 * size + 34] * size, rest=djvu.page("", djvu.chunk(b"x", b"") * size))
    ),
    "parts in each other": lambda size: _djvu_form.read(
        listing(*range(4 * size + 34, 20 * size + 34, 8), rest=b"FORM\0\xff\xff\xff" * 4 * size)
    ),
    "open lists": lambda size: _djvu_text.notes(b"(" * size, 1),
    "bookmarks": lambda size: _djvu_text.notes(b'(bookmarks ("a" "#1"' * size, 1),
    "quotation marks": lambda size: list(_djvu_text.pages(b'("' * size + b'\\"' * size)),
    "backslashes": lambda size: list(_djvu_text.pages(b'("' + b"\\" * size)),
    "words": lambda size: list(_djvu_text.pages(b"failed " * size)),
}


@pytest.mark.parametrize("kind", NASTY)
def test_time_grows_with_the_file(kind: str) -> None:
    assert_linear(int, NASTY[kind], 4_000)
