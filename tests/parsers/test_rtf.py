"""RTF: no word is lost, nothing grows faster than the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.reading import Read

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)


def read(folder: Path, text: str | bytes) -> Read:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "a.rtf").write_bytes(data)
    return Read(folder, "a.rtf")


def escaped(text: str) -> str:
    """A text as a careful program writes it."""
    made = []
    for character in text:
        if character in "\\{}":
            made.append(f"\\{character}")
        elif " " <= character <= "~":
            made.append(character)
        else:
            units = character.encode("utf-16-le")
            made += [
                f"\\u{int.from_bytes(units[at : at + 2], 'little', signed=True)}?"
                for at in range(0, len(units), 2)
            ]
    return "".join(made)


@given(st.lists(st.tuples(TEXT, st.sampled_from(["p", "b", "cell", "note", "link"]))))
def test_every_word_is_in_a_chunk(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]
) -> None:
    forms = {
        "p": r"%s\par ",
        "b": r"{\b %s} \par ",
        "cell": r"\trowd\pard\intbl %s\cell\row\pard ",
        "note": r"{\footnote %s\par} \par ",
        "link": r'{\field{\*\fldinst HYPERLINK "x.md"}{\fldrslt %s}} \par ',
    }
    body = "".join(forms[kind].replace("%s", escaped(text)) for text, kind in parts)
    found = read(tmp_path_factory.mktemp("rtf"), rf"{{\rtf1\ansi {body}}}")
    assert not found.problems or found.rules == ["indexes-to-nothing"]
    assert not found.lacks("\n".join(" ".join(text.split()) for text, _ in parts))
    assert all(len(each["content"]) <= 4500 for each in found.chunks)


@given(st.text("\\{}'uabc019-* \r\nf\xe9", max_size=60))
def test_whatever_it_holds_it_is_read(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    found = read(tmp_path_factory.mktemp("rtf"), "{\\rtf1 " + text)
    assert found.chunks or found.problems
    assert "parser-failed" not in found.rules


NASTY = {
    "open groups": "{",
    "closed groups": "}",
    "unfinished fields": r'{\field{\*\fldinst{ HYPERLINK "a',
    "second texts": r"{\upr{\*\ud ",
    "cells": r"\intbl x\cell ",
    "levels": r"\itap64\intbl x\nestcell\nestrow",
    "notes": r"{\footnote x",
    "escapes": r"\'e9",
    "half characters": r"\'81{}",
    "surrogates": r"\u55357?",
    "properties": r"{\sp{\sn wzDescription}{\sv x}}",
    "letters": "\\" + "a" * 50,
    "no paragraphs": "word ",
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
def test_time_grows_as_the_file_does(tmp_path: Path, piece: str) -> None:
    head = r"{\rtf1\ansicpg932{\fonttbl{\f0\fcharset128 x;}}\f0 "
    assert_linear(
        lambda count: head + piece * count,
        lambda text: read(tmp_path, text),
        50_000 // len(piece),
    )


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (r"{\b0\*\cs7 kept} {\*\cs7 left} {\r\n\*\x out}".replace(r"\r\n", "\r\n"), "kept"),
        (r"{\hich\f1 Mis\'e9\loch\f1 rables}, \dbch\f1\'83\'65", "Misérables, テ"),
        (r"\'83\'65", "テ"),
        (r"x{\'a0}{\'83\'65}, caf\'e9\f1 s", "x テ, cafés"),
        (r"{\list{\listlevel{\leveltext \'02\'00.;}{\levelnumbers\'01;}}{\listname L;}}x", "x"),
    ],
)
def test_odd_but_real(tmp_path: Path, body: str, shown: str) -> None:
    head = r"{\rtf1\ansicpg932{\fonttbl{\f0 A;}{\f1\fcharset0 B;}}"
    found = read(tmp_path, f"{head}{body}\\par}}")
    assert [each["content"] for each in found.chunks] == [shown]


def test_words_of_groups_that_hold_no_text_stay_out(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        r"{\rtf1{\fonttbl{\f0 Times New Roman;}}{\colortbl;\red0;}{\stylesheet{\s1 heading 1;}}"
        r"{\info{\company Firm}}{\*\themedata 504b}{\pict 8950}seen}",
    )
    assert [each["content"] for each in found.chunks] == ["seen"]


def test_what_stands_for_a_character_is_left_out(tmp_path: Path) -> None:
    found = read(tmp_path, r"{\rtf1\uc3 a\u937abc b\u937\'61{x}\u937\'61\'62\'63 c}")
    assert found.text.endswith("aΩ bΩxΩ c")
