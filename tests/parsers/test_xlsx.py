"""XLSX: no value is lost, however a sheet is written; nothing grows faster than the sheet."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.office import archive, relations, rows, xlsx
from tests.parsers.reading import Read

TEXT = st.text(
    st.characters(
        codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"
    ),
    max_size=30,
).filter(lambda text: not text.replace(".", "").isdecimal())  # rows() writes those as numbers
GRID = st.lists(st.lists(TEXT, max_size=6), max_size=8)


def read(folder: Path, data: bytes) -> Read:
    (folder / "a.xlsx").write_bytes(data)
    return Read(folder, "a.xlsx")


def sheet(grid: list[list[str]]) -> str:
    return rows(*([escape(value) for value in each] for each in grid))


@given(GRID)
def test_every_word_is_in_a_chunk(
    tmp_path_factory: pytest.TempPathFactory, grid: list[list[str]]
) -> None:
    found = read(tmp_path_factory.mktemp("xlsx"), xlsx({"S": sheet(grid)}))
    assert not found.problems
    assert not found.lacks("\n".join(value for each in grid for value in each))
    assert all(len(each["content"]) <= 12_000 for each in found.chunks)


@given(GRID, st.data())
def test_both_ways_to_read_a_sheet_give_the_same(
    tmp_path_factory: pytest.TempPathFactory, grid: list[list[str]], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("xlsx")
    usual = sheet(grid)
    odd = usual.replace("<c r=", "<c x='1' r=", data.draw(st.integers(1, 4)))
    unusual = usual.replace("<sheetData>", "<sheetData >")
    texts = [read(folder, xlsx({"S": each})).text for each in (usual, odd, unusual)]
    assert texts[0] == texts[1] == texts[2]


@given(st.text("<>/crvtsi \"'=0123A&;!-", max_size=80))
def test_whatever_a_sheet_holds_it_is_read(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    inside = f'<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row>{text}</row></sheetData>'
    found = read(tmp_path_factory.mktemp("xlsx"), xlsx({"S": inside}))
    assert found.chunks
    assert "parser-failed" not in found.rules


def test_a_row_that_is_too_long_is_cut_under_its_header(tmp_path: Path) -> None:
    found = read(tmp_path, xlsx({"S": rows(("name", "text"), ("a", "word " * 6000))}))
    parts = found.chunks[2:]
    assert len(parts) > 2
    assert all(each["content"].startswith("sheet=S | columns: name, text\n") for each in parts)
    assert {each["chapter_title"] for each in parts} == {"sheet: S rows 1–1"}


def test_a_text_counts_wherever_its_cell_has_it(tmp_path: Path) -> None:
    cells = (
        '<c t="inlineStr"><v>1.</v></c><c><is><t>two</t></is></c><c t="s"><v/></c><c><v>4</v></c>'
    )
    head = "".join(f'<c t="str"><v>{name}</v></c>' for name in "abcd")
    data = f"<sheetData><row>{head}</row><row>{cells}</row></sheetData>"
    found = read(tmp_path, xlsx({"S": data}, texts=["<si><t>a</t></si>"]))
    assert found.chunks[-1]["content"].endswith("\na=1. | b=two | c= | d=4")


def test_days_are_counted_from_1904_whatever_extensions_say(tmp_path: Path) -> None:
    data = "<sheetData><row><c><v>1</v></c></row><row><c s='1'><v>41331</v></c></row></sheetData>"
    book = xlsx({"S": data}, formats=[14])
    workbook = (
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        '<workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets>'
        '<extLst><ext><x15:workbookPr xmlns:x15="x" chartTrackingRefBase="1"/></ext></extLst>'
        "</workbook>"
    )
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        members = {name: parts.read(name) for name in parts.namelist()}
    found = read(tmp_path, archive({**members, "xl/workbook.xml": workbook}))
    assert found.chunks[-1]["content"].endswith("\n1=2017-02-27 00:00:00")


def test_a_module_of_macros_is_no_lost_sheet(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(xlsx({"S": rows(["h"], ["v"])}))) as parts:
        members = {name: parts.read(name).decode() for name in parts.namelist()}
    book = members["xl/workbook.xml"].replace(
        "</sheets>", '<sheet name="Module" sheetId="2" r:id=""/></sheets>'
    )
    found = read(tmp_path, archive({**members, "xl/workbook.xml": book}))
    assert found.rules == []
    assert found.chunks[0]["content"].endswith("- `S`\n- `Module`")


def test_rows_that_are_mostly_empty_do_not_swell(tmp_path: Path) -> None:
    head = "".join(f'<c t="str"><v>c{number}</v></c>' for number in range(1000))
    data = f"<row>{head}</row>" + "<row><c><v>1</v></c></row>" * 2000
    found = read(tmp_path, xlsx({"S": f"<sheetData>{data}</sheetData>"}))
    assert sum(each["content_chars"] for each in found.chunks) < 1_500_000


def test_a_workbook_without_its_description_is_read(tmp_path: Path) -> None:
    members = {"xl/worksheets/sheet1.xml": f"<worksheet>{rows(('a', 'b'))}</worksheet>"}
    found = read(tmp_path, archive({"_rels/.rels": relations(), **members}))
    assert "`b`" in found.text


NASTY = {
    "far cells": '<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>',
    "odd rows": '<row><c x="1"><v>1</v></c></row>',
    "blank rows": "<row/>",
    "open rows": "<row>",
    "one row": "<c><v>1</v></c>",
    "bad texts": '<row><c t="s"><v>9</v></c></row>',
    "references": "&amp;",
    "formulas": "<row><c><f>1</f></c></row>",
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
def test_time_grows_as_the_sheet_does(tmp_path: Path, piece: str) -> None:
    def sheet(count: int) -> bytes:
        inside = "".join(piece.replace("{n}", str(number)) for number in range(1, count))
        return xlsx({"S": f"<sheetData>{inside}</sheetData>"})

    assert_linear(sheet, lambda data: read(tmp_path, data), 100_000 // len(piece))
