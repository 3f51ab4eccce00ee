"""ODT: no word is lost, nothing grows faster than the document."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.office import odt
from tests.parsers.reading import Read

TEXT = st.text(
    st.characters(
        codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"
    ),
    max_size=40,
)
FORMS = {
    "paragraph": "<text:p>%s</text:p>",
    "heading": "<text:h>%s</text:h>",
    "section": "<text:section><text:p>%s</text:p></text:section>",
    "item": "<text:list><text:list-item><text:p>%s</text:p></text:list-item></text:list>",
    "span": "<text:p><text:span>%s</text:span><text:s/></text:p>",
    "cell": "<table:table><table:table-row><table:table-cell><text:p>%s</text:p>"
    "</table:table-cell></table:table-row></table:table>",
    "frame": "<text:p><draw:frame><draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame>"
    "</text:p>",
    "note": "<text:p><text:note><text:note-body><text:p>%s</text:p></text:note-body></text:note>"
    "</text:p>",
}


def read(folder: Path, text: str) -> Read:
    (folder / "a.odt").write_bytes(odt(text))
    return Read(folder, "a.odt")


@given(st.lists(st.tuples(TEXT, st.sampled_from(sorted(FORMS))), max_size=12))
def test_every_word_is_in_a_chunk(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]
) -> None:
    body = "".join(FORMS[form].replace("%s", escape(text)) for text, form in parts)
    found = read(tmp_path_factory.mktemp("odt"), body)
    assert set(found.rules) <= {"indexes-to-nothing"}
    assert not found.lacks(" ".join(text for text, _ in parts))
    assert all(len(each["content"]) <= 4500 for each in found.chunks)


@given(st.text("<>/textph:sliab \"'=&;", max_size=80))
def test_whatever_a_body_holds_it_is_read(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    found = read(
        tmp_path_factory.mktemp("odt"), f"<text:p>first</text:p>{text}<text:p>last</text:p>"
    )
    assert "first" in found.text
    assert "parser-failed" not in found.rules


NASTY = {
    "open paragraphs": "<text:p>",
    "open lists": "<text:list><text:list-item>",
    "open tables": "<table:table><table:table-row><table:table-cell>",
    "open frames": "<draw:text-box><text:p>",
    "open notes": "<text:note><text:note-body>",
    "spaces": '<text:p>x<text:s text:c="900"/></text:p>',
    "covered cells": "<table:covered-table-cell/>",
    "items": "<text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>",
    "notes": "<text:p><text:note-body><text:p>x</text:p></text:note-body></text:p>",
    "headings": "<text:h>x</text:h>",
    "blanks": " \n",
    "spans": "<text:span>word </text:span>",
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
def test_time_grows_as_the_document_does(tmp_path: Path, piece: str) -> None:
    assert_linear(
        lambda count: f"<text:p>x{piece * count}",
        lambda text: read(tmp_path, text),
        75_000 // len(piece),
    )


def test_soft_hyphens_cut_no_word(tmp_path: Path) -> None:
    items = "<text:list><text:list-item><text:p>per\xadmanent</text:p></text:list-item></text:list>"
    (tmp_path / "a.odt").write_bytes(odt(f"<text:p>main\xadtenance</text:p>{items}"))
    assert Read(tmp_path, "a.odt").chunks[0]["content"] == "maintenance\n\n- permanent"


def test_the_number_of_a_heading_stands_apart(tmp_path: Path) -> None:
    head = "<text:h><text:number>2.1</text:number>Seals</text:h><text:p>Of rubber.</text:p>"
    (tmp_path / "a.odt").write_bytes(odt(head))
    assert [each["chapter_title"] for each in Read(tmp_path, "a.odt").chunks] == ["2.1 Seals"]


def test_a_damaged_description_is_read(tmp_path: Path) -> None:
    title = '<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">A title</dc:titel></title>'
    data = odt("<text:p>The text.</text:p>", more={"meta.xml": f"<meta>{title}</meta>"})
    (tmp_path / "a.odt").write_bytes(data)
    found = Read(tmp_path, "a.odt")
    assert "parser-failed" not in found.rules
    assert found.document["title"] == "A title"
    assert [each["content"] for each in found.chunks] == ["The text."]
