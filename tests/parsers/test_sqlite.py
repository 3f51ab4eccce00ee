"""SQLite: every value is found, nothing in a database acts, and nothing is written beside it."""

from __future__ import annotations

import sqlite3
import struct
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.reading import Read

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.binary(max_size=20),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60),
)
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)


def make(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def read(path: Path) -> Read:
    return Read(path.parent, path.name)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@settings(max_examples=60, deadline=None)
@given(NAMES, st.lists(st.tuples(VALUES, VALUES), max_size=30))
def test_every_word_of_every_value_is_in_a_chunk(
    name: str, rows: list[tuple[object, object]]
) -> None:
    if name.lower().startswith("sqlite_"):
        return
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"CREATE TABLE {quoted(name)}(one, two TEXT)")
            connection.executemany(f"INSERT INTO {quoted(name)} VALUES(?, ?)", rows)
            stored = connection.execute(f"SELECT * FROM {quoted(name)}").fetchall()
        result = read(path)
    values = [each for row in stored for each in row if not isinstance(each, bytes)]
    text = " ".join("NULL" if each is None else str(each) for each in values)
    assert not result.lacks(f"{name} {text}")
    assert {each.rule for each in result.problems} <= {"rtfm-loses-document"}
    assert all(each["content_chars"] <= 12_000 for each in result.chunks)


@pytest.mark.parametrize("name", ["LOCALIZED", "icu root", 'a"b'])
def test_an_order_that_a_program_brings_is_not_needed(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.create_collation(name, lambda one, other: (one < other) - (one > other))
        text = f"k TEXT COLLATE {quoted(name)} PRIMARY KEY, v"
        connection.execute(f"CREATE TABLE t({text}) WITHOUT ROWID")
        connection.execute("INSERT INTO t VALUES('one', 'word'), ('two', 'another')")
    result = read(path)
    assert result.chunks[-1]["content"].split("\n")[1:] == ["k=two | v=another", "k=one | v=word"]
    assert result.problems == []


def test_a_function_that_a_program_brings_is_not_needed(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.create_function("f", 1, str.upper, deterministic=True)
        connection.execute("CREATE TABLE t(x, y AS (f(x)))")
        connection.execute("CREATE INDEX i ON t(f(x))")
        connection.execute("INSERT INTO t VALUES('word')")
    result = read(path)
    assert result.chunks[-1]["content"].split("\n")[1:] == ["x=word | y=<not computed>"]
    assert result.rules == ["limit-reached"]


def test_rows_are_numbered_without_a_gap(tmp_path: Path) -> None:
    path = make(
        tmp_path / "a.db",
        "CREATE TABLE t(a)",
        "INSERT INTO t WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 900)"
        " SELECT CASE WHEN x % 300 THEN x ELSE printf('%.*c', 9000, 'z') END FROM c",
    )
    ranges = [
        tuple(map(int, each["chapter_title"].removeprefix("table: t rows ").split("–")))
        for each in read(path).chunks
        if " rows " in each["chapter_title"]
    ]
    assert ranges[0][0] == 1
    assert ranges[-1][1] == 900
    assert all(second[0] in (first[1] + 1, first[1]) for first, second in pairwise(ranges))


@pytest.mark.parametrize("name", ["q?mode=rwc&x=.db", "q#%00.db", "a%41.db", "-é.db"])
def test_a_name_is_no_address(tmp_path: Path, name: str) -> None:
    make(tmp_path / "made.db", "CREATE TABLE t(a)", "INSERT INTO t VALUES('here')")
    path = (tmp_path / "made.db").rename(tmp_path / name)
    before = path.read_bytes()
    assert "a=here" in read(path).text
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert path.read_bytes() == before


def test_a_link_that_is_put_in_its_place_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = make(tmp_path / "secret.db", "CREATE TABLE t (a)", "INSERT INTO t VALUES ('canary')")
    (tmp_path / "tree").mkdir()
    path = make(tmp_path / "tree" / "a.db", "CREATE TABLE t (a)", "INSERT INTO t VALUES ('own')")
    real = sqlite3.connect

    def swapped(*arguments: Any, **more: Any) -> sqlite3.Connection:
        path.unlink()
        path.symlink_to(outside)
        return real(*arguments, **more)

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", swapped)
        made = read(path)
    assert made.rules == ["unreadable-file"]
    assert "canary" not in made.text


def test_nothing_is_written_beside_a_database_with_a_log(tmp_path: Path) -> None:
    work = tmp_path / "work.db"
    folder = tmp_path / "tree"
    folder.mkdir()
    with closing(sqlite3.connect(work, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("CREATE TABLE t(a)")
        connection.execute("INSERT INTO t VALUES('in the log')")
        for suffix in ("", "-wal"):
            (folder / f"a.db{suffix}").write_bytes(Path(f"{work}{suffix}").read_bytes())
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert "a=in the log" in read(folder / "a.db").text
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


@pytest.mark.parametrize(
    "statement",
    [
        f"CREATE VIEW v AS {ENDLESS}",
        f"CREATE TRIGGER v AFTER INSERT ON t BEGIN INSERT INTO t {ENDLESS}; END",
        f'CREATE TABLE "t"", ({ENDLESS}) --"(a)',
        'CREATE TABLE "t"" UNION ALL SELECT load_extension(\'x\') --"(a)',
    ],
    ids=["view", "trigger", "name of a table", "name that loads an extension"],
)
def test_nothing_in_the_schema_runs(tmp_path: Path, statement: str) -> None:
    path = make(tmp_path / "a.db", "CREATE TABLE t(a)", "INSERT INTO t VALUES('a row')", statement)
    result = read(path)
    assert "a=a row" in result.text
    assert not result.lacks(statement.replace('""', '"'))


def test_a_table_that_is_a_view_is_not_read(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", "CREATE TABLE t(a)", f"CREATE VIEW v AS {ENDLESS}")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET type = 'table' WHERE name = 'v'")
    assert read(path).problems


def shared_pages(path: Path, depth: int) -> None:
    """A tree whose pages all have one child four hundred times."""
    size = 4096
    make(path, f"PRAGMA page_size={size}", "CREATE TABLE t(a)", "INSERT INTO t VALUES('x')")
    data = bytearray(path.read_bytes())
    leaf = bytes(data[size : 2 * size])
    for number in range(2, 2 + depth):
        page = bytearray(size)
        cells = 400
        top = size - 5 * cells
        struct.pack_into(">BHHHBI", page, 0, 5, 0, cells, top, 0, number + 1)
        for cell in range(cells):
            struct.pack_into(">H", page, 12 + 2 * cell, top + 5 * cell)
            struct.pack_into(">IB", page, top + 5 * cell, number + 1, 1)
        data[(number - 1) * size : number * size] = page
    data += leaf
    struct.pack_into(">I", data, 28, len(data) // size)
    path.write_bytes(data)


def test_pages_that_are_linked_many_times_make_no_endless_table(tmp_path: Path) -> None:
    shared_pages(tmp_path / "a.db", 8)
    result = read(tmp_path / "a.db")
    assert {"limit-reached", "damaged-document"} & set(result.rules)
    assert len(result.text) < 10_000_000


@pytest.mark.parametrize(
    "data",
    [
        b"SQLite format 3\0",
        b"SQLite format 3\0" + bytes(84),
        b"SQLite format 3\0" + b"\xff" * 5000,
        bytes(range(256)) * 20,
        bytes(range(128)) * 40,
    ],
    ids=["nothing but the head", "zeros", "ones", "looks encrypted", "something else"],
)
def test_what_is_no_database_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.db").write_bytes(data)
    result = read(tmp_path / "a.db")
    assert len(result.problems) == 1
    assert not result.chunks


@pytest.mark.parametrize("keep", [0.5, 0.9])
def test_a_cut_off_database_gives_what_is_left(tmp_path: Path, keep: float) -> None:
    path = make(
        tmp_path / "a.db",
        "CREATE TABLE t(a)",
        "INSERT INTO t WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3000)"
        " SELECT 'row ' || x FROM c",
    )
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep) // 4096 * 4096])
    result = read(path)
    assert "damaged-document" in result.rules
    assert "a=row 1\n" in result.text


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 8191), st.integers(0, 255)), min_size=1, max_size=30))
def test_no_damage_raises(changes: list[tuple[int, int]]) -> None:
    with TemporaryDirectory() as folder:
        path = make(
            Path(folder, "a.db"),
            "CREATE TABLE t(a, b AS (upper(a)))",
            "INSERT INTO t(a) VALUES('x')",
        )
        data = bytearray(path.read_bytes())
        for at, value in changes:
            data[at] = value
        path.write_bytes(data)
        result = read(path)
    assert "parser-failed" not in result.rules
    assert result.chunks or result.problems


def test_a_schema_that_is_malformed_and_not_utf8_is_told(tmp_path: Path) -> None:
    path = make(
        tmp_path / "a.db",
        "CREATE TABLE good(a)",
        "INSERT INTO good VALUES('words of a row')",
        "CREATE TABLE evil(bbbb)",
    )
    path.write_bytes(path.read_bytes().replace(b"TABLE evil", b"TAB\xd8E evil"))
    found = read(path)
    assert "words of a row" in found.text
    assert found.problems[0].message.endswith(": malformed database schema")
    assert "parser-failed" not in found.rules


def test_a_large_blob_is_not_read(tmp_path: Path) -> None:
    path = make(
        tmp_path / "a.db",
        "CREATE TABLE t(a, b, c)",
        "INSERT INTO t VALUES('one', zeroblob(40000000), 'two'), ('three', x'00', 'four')",
    )
    result = read(path)
    assert "a=one | b=<blob 40000000B> | c=two\na=three | b=<blob 1B> | c=four" in result.text
    assert not result.problems


def test_long_names_do_not_multiply(tmp_path: Path) -> None:
    long = "n" * 100_000
    path = make(
        tmp_path / "a.db",
        f"CREATE TABLE {long}({long} TEXT)",
        f"INSERT INTO {long} WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 9000)"
        " SELECT x FROM c",
    )
    result = read(path)
    assert len(result.text) < 5_000_000
    assert f"{'n' * 200}=9000" in result.text


@pytest.mark.parametrize(
    "statements",
    [
        lambda count: [
            "CREATE TABLE t(a)",
            f"INSERT INTO t WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < "
            f"{count * 40}) SELECT CASE WHEN x = {count * 40} THEN CAST(x'e9' AS TEXT)"
            " ELSE 'some text of row ' || x END FROM c",
        ],
        lambda count: [f"CREATE TABLE t{number}(a REFERENCES t0)" for number in range(count)],
        lambda count: [
            f"CREATE TABLE p({', '.join(f'c{number}' for number in range(500))}, PRIMARY KEY(c0))",
            f"CREATE TABLE t(a, {', '.join(['FOREIGN KEY(a) REFERENCES p'] * count)})",
        ],
        lambda count: ["CREATE TABLE t(a)", f"INSERT INTO t VALUES('{'word ' * count * 200}')"],
    ],
    ids=["rows, the last not UTF-8", "tables", "foreign keys", "one long value"],
)
def test_time_grows_with_the_size(tmp_path: Path, statements: object) -> None:
    assert callable(statements)
    assert_linear(
        lambda count: make(tmp_path / f"{count}.db", "BEGIN", *statements(count), "COMMIT"),
        read,
        1_000,
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads its memory from /proc")
def test_a_million_rows_take_little_memory(tmp_path: Path) -> None:
    make(
        tmp_path / "a.db",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c)",
        "INSERT INTO t WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000)"
        " SELECT x, 'some text of row ' || x, 'more of it', NULL FROM c",
    )
    code = (
        "import re, sys\n"
        "from rtfm_check.file import File\n"
        "from rtfm_check.parsers.sqlite import parse\n"
        "count = sum(1 for _ in parse(File(sys.argv[1], 'a.db', 'a.db', int(sys.argv[2]))))\n"
        "print(count, re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])\n"
    )
    size = str((tmp_path / "a.db").stat().st_size)
    command = [sys.executable, "-c", code, str(tmp_path), size]
    count, memory = subprocess.check_output(command, text=True).split()
    assert int(count) > 10_000
    assert int(memory) < 80 * 1024  # KiB
