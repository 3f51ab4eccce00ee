"""DOCX: no word is lost, nothing grows faster than the document."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.office import docx, paragraph, run
from tests.parsers.reading import Read

TEXT = st.text(
    st.characters(
        codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"
    ),
    max_size=40,
).map(escape)
FORMS = {
    "paragraph": "<w:p>%s</w:p>",
    "heading": '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>%s</w:p>',
    "insertion": "<w:p><w:ins>%s</w:ins></w:p>",
    "control": "<w:sdt><w:sdtContent><w:p>%s</w:p></w:sdtContent></w:sdt>",
    "link": '<w:p><w:hyperlink w:anchor="x">%s</w:hyperlink></w:p>',
    "cell": "<w:tbl><w:tr><w:tc><w:p>%s</w:p></w:tc></w:tr></w:tbl>",
    "box": "<w:p><w:r><w:txbxContent><w:p>%s</w:p></w:txbxContent></w:r></w:p>",
    "cell in a cell": "<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc><w:p>%s</w:p></w:tc></w:tr></w:tbl>"
    "</w:tc></w:tr></w:tbl>",
}


def read(folder: Path, body: str, **more: str) -> Read:
    (folder / "a.docx").write_bytes(docx(body, **more))  # type: ignore[arg-type]
    return Read(folder, "a.docx")


@given(st.lists(st.tuples(TEXT, st.sampled_from(sorted(FORMS))), max_size=12))
def test_every_word_is_in_a_chunk(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]
) -> None:
    body = "".join(FORMS[form].replace("%s", run(text)) for text, form in parts)
    found = read(tmp_path_factory.mktemp("docx"), body)
    assert set(found.rules) <= {"indexes-to-nothing"}
    written = " ".join(text for text, _ in parts)
    for sign, meant in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        written = written.replace(sign, meant)
    assert not found.lacks(written)
    assert all(len(each["content"]) <= 4500 for each in found.chunks)


@given(st.text("<>/wpt:rcbl \"'=&;x", max_size=80))
def test_whatever_a_body_holds_it_is_read(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    found = read(tmp_path_factory.mktemp("docx"), paragraph("first") + text + paragraph("last"))
    assert "first" in found.text
    assert "parser-failed" not in found.rules


def test_a_long_heading_is_text_as_well(tmp_path: Path) -> None:
    title = "word " * 2000
    found = read(tmp_path, f'<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>{run(title)}</w:p>')
    assert not found.lacks(title)
    assert len(found.chunks[0]["chapter_title"]) <= 300


def test_cells_that_span_others_do_not_swell(tmp_path: Path) -> None:
    cell = f'<w:tc><w:tcPr><w:gridSpan w:val="9999"/></w:tcPr>{paragraph("x" * 900)}</w:tc>'
    below = "<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr>"
    found = read(tmp_path, f"<w:tbl><w:tr>{cell}</w:tr>{below * 5000}</w:tbl>")
    assert sum(each["content_chars"] for each in found.chunks) < 2000


def test_soft_hyphens_cut_no_word(tmp_path: Path) -> None:
    cut = paragraph("per\xadma\xadnent")
    cell = f"<w:tbl><w:tr><w:tc>{cut}</w:tc></w:tr></w:tbl>"
    (tmp_path / "a.docx").write_bytes(docx(paragraph("main\xadtenance") + cell))
    assert Read(tmp_path, "a.docx").chunks[0]["content"] == "maintenance\n\npermanent"


def test_the_parts_of_a_document_are_found_where_they_are(tmp_path: Path) -> None:
    data = docx(paragraph("text")).replace(b"word/document.xml", b"word/dokument.xml")
    (tmp_path / "a.docx").write_bytes(data)
    assert Read(tmp_path, "a.docx").rules == ["damaged-document"]


NASTY = {
    "open paragraphs": "<w:p>",
    "open boxes": "<w:txbxContent>",
    "open tables": "<w:tbl><w:tr><w:tc>",
    "open cells": "<w:tc>",
    "open fields": '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
    "alternatives": "<mc:AlternateContent><mc:Choice>",
    "deletions": "<w:del><w:r><w:delText>x</w:delText></w:r></w:del>",
    "boxes": "<w:p><w:txbxContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:txbxContent></w:p>",
    "notes": '<w:p><w:footnoteReference w:id="1"/></w:p>',
    "styles": '<w:p><w:pPr><w:pStyle w:val="s{n}"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>',
    "headings": '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>',
    "one paragraph": "<w:r><w:t>word </w:t></w:r>",
    "rows": "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
def test_time_grows_as_the_document_does(tmp_path: Path, piece: str) -> None:
    assert_linear(
        lambda count: "".join(piece.replace("{n}", str(number)) for number in range(count)),
        lambda body: read(tmp_path, body, styles="<w:style/>" * 1000),
        75_000 // len(piece),
    )
