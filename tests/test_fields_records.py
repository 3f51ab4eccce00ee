"""The records of files: lines, lists and documents, sound and damaged, in any size."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check import limits
from rtfm_check.fields import records as reading
from rtfm_check.fields._list import RecordList
from rtfm_check.fields.identities import Identities
from rtfm_check.fields.records import Bad, Record, records
from rtfm_check.file import File
from rtfm_check.source import Unreadable
from tests.conftest import Project
from tests.growing import assert_linear

VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False)
    )
    | st.text(max_size=8),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=4), VALUES, max_size=3)
MANY = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def file(folder: Path, data: bytes | str, name: str) -> File:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return File(str(folder), name, name, path.stat().st_size)


def read(folder: Path, data: bytes | str, name: str = "d.jsonl") -> list[Record | Bad]:
    return list(records(file(folder, data, name)))


def told(found: list[Record | Bad]) -> list[tuple[int, int, str]]:
    return [(each.line, each.column, each.message) for each in found if isinstance(each, Bad)]


def values(found: list[Record | Bad]) -> list[Any]:
    return [each.value for each in found if isinstance(each, Record)]


@MANY
@given(st.lists(OBJECTS, max_size=5), st.sampled_from(["\n", "\r\n", "\n\n \t\n"]))
def test_each_line_is_a_record(tmp_path: Path, rows: list[Any], end: str) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False) + end for row in rows)
    for name, data in (
        ("d.jsonl", text.encode()),
        ("d.ndjson", b"\xef\xbb\xbf" + text.encode()),
        ("d.jsonl.gz", gzip.compress(text.encode())),
    ):
        assert values(read(tmp_path, data, name)) == rows


@MANY
@given(st.lists(OBJECTS, max_size=5), st.integers(1, 40), st.sampled_from([None, 1]))
def test_blocks_make_no_difference_to_a_list(
    rows: list[Any], size: int, indent: int | None
) -> None:
    text = json.dumps(rows, ensure_ascii=False, indent=indent)
    blocks = iter([text[start : start + size] for start in range(0, len(text), size)])
    made = list(RecordList(next(blocks), blocks).records())
    assert values(made) == rows
    lines = text.split("\n")
    for each in made:
        assert isinstance(each, Record)
        assert indent is None or lines[each.line - 1].lstrip().startswith("{")
        assert indent is None or lines[each.end_line - 1].rstrip(",").endswith("}")


@MANY
@given(st.text(st.sampled_from('{}[]",:a1 \n\\nul-.e'), max_size=30), st.integers(1, 9))
def test_no_text_is_too_odd(text: str, size: int) -> None:
    blocks = [text[start : start + size] for start in range(0, len(text), size)]
    list(reading._lines(iter(blocks)))
    list(RecordList("[", iter(blocks)).records())
    list(reading._document("", iter(blocks)))


def test_a_bad_line_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    made = read(
        tmp_path,
        '{"a": 1}\n{"a": 2,}\n\n  42\n[1]\nnull\n{"a": 3} x\n{"a": NaN}\n{"a": "\n{"a": 4}',
    )
    assert values(made) == [{"a": 1}, {"a": None}, {"a": 4}]
    assert told(made) == [
        (2, 8, "a comma after the last entry"),
        (4, 3, "a record is an object, and this is a number"),
        (5, 1, "a record is an object, and this is a list"),
        (6, 1, "a record is an object, and this is null"),
        (7, 10, "something follows behind the record"),
        (8, 7, "`NaN` is not JSON"),
        (9, 7, "the quote opened here is never closed"),
    ]


LIST = "the file is one list, and no record a line"
SEVERAL = "a record stands on several lines, and JSON Lines has one on each"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[{"a": 1},\n {"a": 2}]\n', 1, LIST),
        ('\n[\n  {"a": 1},\n  {\n    "a": 2\n  }\n]\n', 2, LIST),
        ('[{"a": 1}, {"a": 2}]', 1, LIST),
        ('{\n  "a": 1\n}\n{\n  "a": 2\n}\n', 1, SEVERAL),
        ('{\r\n  "a": 1\r\n}\r\n\r\n{"a":\r\n 2}', 1, SEVERAL),
    ],
)
def test_a_file_that_is_no_json_lines_is_told_once_and_read(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    made = read(tmp_path, text)
    assert values(made) == [{"a": 1}, {"a": 2}]
    assert told(made) == [(line, 1, message)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}{"a": 2}\n', [(1, 9, "a second record begins on the line")]),
        ('{"a": 1},\n{"a": 2}', [(1, 9, "a comma behind the record")]),
        ('{"a":\n{"a": 2}', [(1, 1, "the `{` opened here is never closed")]),
        ("[]\n", [(1, 1, "a record is an object, and this is a list")]),
        ('["a",\n "b"]', [(1, 1, "the `[` opened here is never closed")]),
    ],
)
def test_what_stands_on_a_line_beside_a_record(
    tmp_path: Path, text: str, found: list[tuple[int, int, str]]
) -> None:
    assert told(read(tmp_path, text))[:1] == found


def test_the_place_of_a_constant_in_a_document(tmp_path: Path) -> None:
    made = read(tmp_path, '{"a": "NaN",\n "b": [1, -Infinity]}', "d.json")
    assert told(made) == [(2, 11, "`-Infinity` is not JSON")]


def test_a_list_is_read_up_to_the_fault(tmp_path: Path) -> None:
    made = read(tmp_path, '[\n {"a": 1},\n 7,\n {"a": 2}\n {"a": 3}\n]', "d.json")
    assert values(made) == [{"a": 1}, {"a": 2}]
    assert told(made) == [
        (3, 2, "a record is an object, and this is a number"),
        (5, 2, "a comma or `]` is missing before this"),
    ]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('[{"a": 1},]', (1, 10)),
        ('[{"a": 1}] x', (1, 12)),
        ('[{"a": 1}', (1, 10)),
        ("[", (1, 2)),
        ('{"a": 1', (1, 1)),
        ('{"a": 1} x', (1, 10)),
        ('\n\n{"a": 1,\n "b" 2}', (4, 6)),
    ],
)
def test_what_is_no_json_is_told_at_its_place(
    tmp_path: Path, text: str, at: tuple[int, int]
) -> None:
    found = told(read(tmp_path, text, "d.json"))
    assert [(line, column) for line, column, _ in found] == [at]


def test_a_document_is_one_record_and_is_the_file(tmp_path: Path) -> None:
    (record,) = read(tmp_path, '\n{\n "a": 1\n}\n', "d.json")
    assert isinstance(record, Record)
    assert (record.number, record.line, record.end_line) == (0, 2, 4)


def test_json_lines_are_read_whatever_the_file_is_called(tmp_path: Path) -> None:
    assert values(read(tmp_path, '{"a": 1}\n{"a": 2}\n', "d.json")) == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize("text", ["", " \n \n"])
@pytest.mark.parametrize("name", ["d.json", "d.jsonl"])
def test_an_empty_file_has_no_record(tmp_path: Path, text: str, name: str) -> None:
    assert read(tmp_path, text, name) == []


def test_what_is_nested_too_deep_is_told(tmp_path: Path) -> None:
    deep = '{"a": ' + "[" * 300 + "]" * 300 + "}"
    deeper = '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}"
    made = read(tmp_path, f'{deep}\n{deeper}\n{{"a": 1}}\n')
    assert values(made) == [{"a": 1}]
    assert [line for line, _, _ in told(made)] == [1, 2]
    made = read(tmp_path, f'[{deep}, {{"a": 1}}]', "d.json")
    assert values(made) == [{"a": 1}]


def test_a_line_that_is_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD_CHARS", 300_000)
    long = '{"a": "' + "x" * 2_000_000 + '"}'
    made = read(tmp_path, f'{{"a": 1}}\n{long}\n{{"a": 2}}\n')
    assert values(made) == [{"a": 1}, {"a": 2}]
    assert [line for line, _, _ in told(made)] == [2]
    made = read(tmp_path, f'[{{"a": 1}},\n{long}]', "d.json")
    assert values(made) == [{"a": 1}]
    assert [line for line, _, _ in told(made)] == [2]


def test_damaged_archives_are_told(project: Project) -> None:
    project.write(".rtfm/fields/p.conf", "files = *.gz\nsource_identifier = a\n")
    data = "".join(f'{{"a": {number}}}\n' for number in range(50_000)).encode()
    packed = gzip.compress(data)
    project.write("cut.jsonl.gz", packed[: len(packed) // 2])
    project.write("bad.jsonl.gz", b"not packed")
    project.write("bomb.jsonl.gz", gzip.compress(b"\n" * 20_000_000))
    findings = project.run("--format", "json", "--ignore", "everything-flattened").findings
    assert [(each["path"], each["message"]) for each in findings] == [
        ("bad.jsonl.gz", "the file cannot be read: what gzip has packed is damaged"),
        ("bomb.jsonl.gz", "the file cannot be read: it unpacks to more than 200 times its size"),
        ("cut.jsonl.gz", "the file cannot be read: what gzip has packed is cut off"),
    ]


def test_pieces_of_gzip_are_one_file(tmp_path: Path) -> None:
    data = gzip.compress(b'{"a": 1}\n') + gzip.compress(b'{"a": 2}\n') + b"\0\0"
    assert values(read(tmp_path, data, "d.jsonl.gz")) == [{"a": 1}, {"a": 2}]


def test_a_large_file_in_another_encoding_is_read(tmp_path: Path) -> None:
    text = "".join(f'{{"a": "é{number}"}}\n' for number in range(150_000))
    made = values(read(tmp_path, text.encode("cp1252")))
    assert (made[0], made[-1]) == ({"a": "é0"}, {"a": "é149999"})


def test_a_file_that_is_gone_is_unreadable(tmp_path: Path) -> None:
    gone = File(str(tmp_path), "gone.jsonl", "gone.jsonl", 5)
    with pytest.raises(Unreadable):
        list(records(gone))


def test_identifiers_are_found_again() -> None:
    known = Identities()
    assert [known.first_line(f"id-{number}", number) for number in range(1, 20_001)] == [0] * 20_000
    assert [known.first_line(f"id-{number}", 7) for number in (1, 20_000)] == [1, 20_000]
    assert known.first_line("other", 5) == 0
    assert known.first_line("\ud800", 6) == 0


def test_identifiers_beyond_the_limit_are_looked_for_and_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "RECORD_IDS", 3)
    known = Identities()
    assert [known.first_line(each, line) for line, each in enumerate("abcdeda", 1)] == [
        *(0, 0, 0, 0, 0, 0, 1)
    ]


@pytest.mark.parametrize(
    ("head", "unit", "tail"),
    [
        ("", "7\n", ""),
        ("", '{"id": 1}\n', ""),
        ("", '{"a', ""),
        ("", '"', ""),
        ("[", '{"id":1},', '{"id":2}]'),
        ("[", "[", ""),
        ("[", "1", ""),
        ('["', "x", ""),
        ("[" + " " * 10, " ", "]"),
        ('{"a":[', "1,", "2]}"),
    ],
)
def test_time_grows_with_the_size_only(tmp_path: Path, head: str, unit: str, tail: str) -> None:
    assert_linear(
        lambda count: head + unit * count + tail,
        lambda text: read(tmp_path, text, "d.json" if head else "d.jsonl"),
        25_000,
    )
