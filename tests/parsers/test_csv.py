"""What holds of every table, however it is written."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check.parsers._csv_dialect import DELIMITERS, Dialect
from rtfm_check.parsers._csv_rows import CELL_CHARS, LINE_CHARS, Rows
from tests.growing import assert_linear
from tests.parsers.reading import Read

CELLS = st.text(st.sampled_from("ab1 ,;\t|\"'\n\r.é\u2028="), max_size=8)
TABLES = st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=2, max_size=8)
MANY = settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def read(folder: Path, text: str | bytes, name: str = "t.csv") -> Read:
    data = text.encode() if isinstance(text, str) else text
    (folder / name).write_bytes(data)
    return Read(folder, name)


def rows(text: str, dialect: Dialect = Dialect(), size: int = 10**9) -> list[list[str]]:  # noqa: B008
    blocks = (text[start : start + size] for start in range(0, len(text), size))
    return [[*each] for each in Rows(blocks, dialect)]


@MANY
@given(TABLES, st.sampled_from(DELIMITERS), st.integers(1, 50))
def test_what_csv_writes_is_read_as_csv_reads_it(
    table: list[list[str]], delimiter: str, size: int
) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(table)
    text = out.getvalue().replace("\r", " ")
    expected = [
        [cell.replace("\n", " ") for cell in row] or [""]
        for row in csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter)
    ]
    assert rows(text, Dialect(delimiter), size) == expected


@MANY
@given(st.text(st.sampled_from('a1 ,"\n;é'), max_size=60), st.integers(1, 20))
def test_blocks_make_no_difference(text: str, size: int) -> None:
    assert rows(text, size=size) == rows(text)


@MANY
@given(st.text(st.sampled_from("ab1 ,\"\n;|\t'"), max_size=80))
def test_no_character_of_a_word_is_lost(tmp_path: Path, text: str) -> None:
    made = read(tmp_path, text)
    assert not Counter(re.findall(r"\w", text)) - Counter(made.text)
    assert "parser-failed" not in made.rules


def test_the_rows_before_and_behind_a_quote_without_end_are_rows(tmp_path: Path) -> None:
    body = "".join(f"{number},x\n" for number in range(300_000))
    made = read(tmp_path, f'id,note\n0,"over\ntwo"\n1,"open\n{body}')
    assert made.rules == ["document-syntax"]
    assert (made.problems[0].line, made.problems[0].column) == (4, 3)
    assert "- 300002 rows" in made.chunks[-1]["content"]


def test_a_cell_over_many_lines_is_one_cell(tmp_path: Path) -> None:
    cell = "line\n" * 60_000  # more than a block
    made = read(tmp_path, f'id,note\n1,"{cell}"\n2,"{cell}"\n')
    assert "- 2 rows" in made.text
    assert "document-syntax" not in made.rules


def test_a_cell_that_is_too_long_for_rtfm_is_told_and_read(tmp_path: Path) -> None:
    made = read(tmp_path, f"id,note\n1,{'x' * 131_072}\n2,{'y' * 131_073}\n3,tail\n")
    assert made.rules == ["rtfm-loses-document"]
    assert made.problems[0].line == 3
    assert "id=3 | note=tail" in made.text


def test_a_large_table_has_its_overview_last_and_the_first_id(tmp_path: Path) -> None:
    made = read(tmp_path, "id,note\n" + "1,some text of a row\n" * 200_000)
    *others, overview = made.chunks
    assert overview["id"] == "S:S-0001"
    assert overview["chapter_num"] == 1
    assert "- 200000 rows" in overview["content"]
    assert [each["id"] for each in others[:2]] == ["S:S-0002", "S:S-0003"]
    assert others[0]["page_start"] == 1
    assert others[-1]["page_end"] == 200_000


def test_a_long_overview_is_cut_and_the_rows_are_numbered_behind_it(tmp_path: Path) -> None:
    header = ",".join(f"column number {number}" for number in range(1000))
    made = read(tmp_path, f"{header}\n" + "1\n" * 100)
    titles = [each["chapter_title"] for each in made.chunks]
    assert titles[:4] == [f"overview (part {part})" for part in range(1, 5)]
    assert not made.lacks(header)
    assert all(each["content_chars"] <= 12_000 for each in made.chunks)


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        ("ß", "cp1252", "CP1252"),
        ("ß", "utf-16", "UTF-16-LE"),
        ("日本", "utf-16-be", "UTF-16-BE"),
    ],
)
def test_a_large_table_in_another_encoding_is_read_and_told(
    tmp_path: Path, text: str, encoding: str, name: str
) -> None:
    lines = ["id,note", "0,é", *(f"{number},plain" for number in range(200_000)), f"1,{text}", ""]
    made = read(tmp_path, "\r\n".join(lines).encode(encoding))
    assert f"id=1 | note={text}" in made.text
    assert made.rules == ["encoding-replaced"]
    assert name in made.problems[0].message
    assert made.problems[0].line == (2 if encoding == "cp1252" else 1)


def test_a_bad_byte_late_in_a_large_table_is_told_at_its_line(tmp_path: Path) -> None:
    start = "id,note\n" + "1,é\n" * 300_000
    made = read(tmp_path, start.encode() + b"2,bad \xff byte\n3,\xc3\xa9nd\n4,\xfe\n")
    assert "id=2 | note=bad \ufffd byte\nid=3 | note=énd" in made.text
    assert made.rules == ["encoding-replaced"]
    assert "2 bytes" in made.problems[0].message
    assert made.problems[0].line == 300_002


def test_a_byte_order_mark_of_a_large_table_is_told(tmp_path: Path) -> None:
    made = read(tmp_path, b"\xef\xbb\xbfid,note\n" + b"1,x\n" * 300_000)
    assert made.rules == ["document-byte-order-mark"]
    assert "`id`" in made.chunks[-1]["content"]


def test_a_line_without_end_is_cut_to_rows(tmp_path: Path) -> None:
    made = read(tmp_path, "id,note\n" + "x" * (LINE_CHARS + CELL_CHARS) + "\n1,\xff\n")
    assert made.rules == ["rtfm-loses-document", "limit-reached"]
    assert [each.line for each in made.problems] == [2, 2]
    assert made.text.count("x") >= LINE_CHARS + CELL_CHARS
    assert "- 3 rows" in made.chunks[-1]["content"]


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("a,b\n", 'x,"y\n'),
        ("a,b\n", '5"x,"y\n'),
        ("a,b\n1,", '"'),
        ('a,b\n1,"', '""\n'),
        ("a,b\n", "\n"),
        ("a,b\n", ","),
        ("", "a,"),
        (",".join("c" * 500) + "\n", "\n"),
        ("a, b\n1, ", " "),
    ],
)
def test_time_grows_with_the_size_only(tmp_path: Path, head: str, unit: str) -> None:
    def look(text: str) -> None:
        made = read(tmp_path, text)
        assert made.chunks
        assert "parser-failed" not in made.rules

    assert_linear(lambda count: head + unit * count, look, 20_000)


def test_one_mistake_is_told_once_and_a_delimiter_at_the_end_is_none(tmp_path: Path) -> None:
    assert read(tmp_path, 'a,b\n1,"x,y\n2,z\n').rules == ["document-syntax"]
    assert read(tmp_path, "a,b\n1,2,\n3,4,\n").rules == []
    assert read(tmp_path, "a,b\n1,2,\n3,4,5\n").problems[0].line == 3


def test_a_backslash_at_the_end_of_a_cell_escapes_nothing(tmp_path: Path) -> None:
    made = read(tmp_path, 'id,path\n1,"C:\\logs\\"\n2,"D:\\"\n')
    assert not made.rules
    assert "id=1 | path=C:\\logs\\\nid=2 | path=D:\\" in made.text
