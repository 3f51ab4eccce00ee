"""What holds of every TOML text, sound or not."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.reading import WORD, Read

MANY = settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
LINES = st.lists(
    st.text(st.sampled_from("ab1 =#.'\"\\{}[],é\t-"), max_size=10)
    | st.sampled_from(["[t]", "[[t.u]]", "a = 1", 'b = """', "'''", "# c", "", "x = [", "]"]),
    max_size=12,
)
KEYS = st.text(st.sampled_from("abcxyz"), min_size=1, max_size=3)
TEXTS = st.text(st.sampled_from("ab1 \n\t\"\\é😀#[]='"), max_size=20)
SCALARS = st.one_of(TEXTS, st.integers(-9, 9), st.booleans())
TABLES = st.dictionaries(KEYS, st.one_of(SCALARS, st.lists(SCALARS, max_size=3)), max_size=4)


def read(folder: Path, text: str, name: str = "t.toml") -> Read:
    (folder / name).write_bytes(text.encode())
    return Read(folder, name)


def titled(made: Read) -> list[str]:
    return [each["chapter_title"] for each in made.chunks]


def targets(made: Read) -> list[str]:
    return [each.target for each in made.links]


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[\n  {', '.join(map(written, value))}]"
    if isinstance(value, int):
        return str(value)
    escaped = "".join(
        f"\\u{ord(each):04x}" if each in "\n\t\"\\'é" else each for each in str(value)
    )
    return f'"{escaped}"'


@MANY
@given(LINES)
def test_no_text_is_lost_whatever_it_is(tmp_path: Path, lines: list[str]) -> None:
    text = "\n".join(lines)
    made = read(tmp_path, text)
    assert "parser-failed" not in made.rules
    assert made.chunks or made.problems
    if "\\" not in text:
        assert not made.lacks(text)


@MANY
@given(st.dictionaries(KEYS, TABLES, max_size=4), TABLES)
def test_every_word_is_in_a_chunk(
    tmp_path: Path, tables: dict[str, dict[str, Any]], root: dict[str, Any]
) -> None:
    root = {f"r{key}": value for key, value in root.items()}
    lines = [f"{key} = {written(value)}" for key, value in root.items()]
    for name, table in tables.items():
        lines += [f"[{name}.inner]", *(f"{key} = {written(each)}" for key, each in table.items())]
    text = "# comment\n" + "\n".join(lines)
    assert tomllib.loads(text) == root | {key: {"inner": each} for key, each in tables.items()}
    made = read(tmp_path, text)
    texts = [each for table in (root, *tables.values()) for each in table.values()]
    words = Counter(WORD.findall(" ".join(each for each in texts if isinstance(each, str))))
    assert not words - Counter(WORD.findall(made.text))
    names = ", ".join(titled(made)).split(", ")
    assert names == ([*root, *tables] or ["root"])


@MANY
@given(LINES)
def test_lines_are_those_of_the_text(tmp_path: Path, lines: list[str]) -> None:
    made = read(tmp_path, "\n".join(line.replace("\\", "") for line in lines))
    before = 0
    for each in made.chunks:
        first, last = each["line_start"], each["line_end"]
        assert before < first <= last <= max(1, len(lines))
        shown = "\n".join(made.file.text.split("\n")[first - 1 : last])
        assert "".join(each["content"].split()) in "".join(shown.split())
        before = last


def test_an_escape_has_the_digits_of_its_letter(tmp_path: Path) -> None:
    text = 'a = "\\u00271111 \\u00e9e0 \\U0001F60011"\n'
    assert 'a = "\'1111 ée0 \U0001f60011"' in read(tmp_path, text).text


def test_a_header_inside_a_value_is_none(tmp_path: Path) -> None:
    text = 'a = """\n[no]\n"""\nb = [\n[1],\n["no"],\n]\nc = \'\'\'\n[[no]]\'\'\'\n[yes] # [no]\n'
    assert titled(read(tmp_path, text)) == ["a, b, c, yes"]


def test_a_table_in_two_places_is_two_blocks(tmp_path: Path) -> None:
    made = read(tmp_path, "[a.x]\nk = 1\n[a.y]\nk = 2\n[b]\n\n[a.z]\nk = 3\n")
    assert titled(made) == ["a, b, a"]


@pytest.mark.parametrize("value", ['"abc"', "5", "{a = 1}", "[[1], 2, true]", "[]", "nan"])
@pytest.mark.parametrize(
    "table",
    [
        "project.dependencies",
        "project.optional-dependencies",
        "project.optional-dependencies.a",
        "build-system.requires",
        "dependency-groups",
        "dependency-groups.a",
        "tool.poetry",
        "tool.poetry.dependencies",
        "tool.poetry.group",
        "tool.poetry.group.a.dependencies",
        "dependencies",
        "target",
        "target.a.dependencies",
        "workspace",
        "tool.uv.dev-dependencies",
    ],
)
def test_wrong_types_give_no_edge(tmp_path: Path, table: str, value: str) -> None:
    made = read(tmp_path, f"{table} = {value}\n")
    assert "parser-failed" not in made.rules
    assert set(targets(made)) <= {"a"}


def test_python_is_no_dependency_of_poetry_alone(tmp_path: Path) -> None:
    text = '[tool.poetry.dependencies]\npython = "^3"\n[dependencies]\npython = "1"\n'
    assert targets(read(tmp_path, text)) == ["python"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a = 1\n\na = 2\n", 3, "already"),
        ("[a]\n[b]\n[a]\n", 3, "already"),
        ("a = [1,\n2\n", 1, "array"),
        ("a\n", 1, "without a value"),
        ("a = x\n", 1, "no value"),
        ('a = "x\nb = 1\n', 1, "never closed"),
        ("a = 1 b = 2\n", 1, "behind the value"),
    ],
)
def test_a_mistake_is_told_and_placed(tmp_path: Path, text: str, line: int, words: str) -> None:
    made = read(tmp_path, text)
    assert made.rules == ["document-syntax"]
    (problem,) = made.problems
    assert text.count("\n", 0, problem.start) + 1 == line
    assert words in problem.message
    assert titled(made) == ["t.toml"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("a = " + "[" * 20_000 + "]" * 20_000 + "\nb = 'word'\n", "limit-reached"),
        ("a" + ".a" * 20_000 + " = 'word'\n", "limit-reached"),
        ("[a" + ' . "a"' * 20_000 + "]\nb = 'word'", "limit-reached"),
        ("a = {a" + ".a" * 20_000 + " = 'word'}\n", "limit-reached"),
        ("a = 'word'\nn = " + "9" * 50_000 + "\n", "rtfm-loses-document"),
    ],
)
def test_what_python_does_not_follow_is_indexed_and_told(
    tmp_path: Path, text: str, rule: str
) -> None:
    made = read(tmp_path, text)
    assert made.rules == [rule]
    assert not made.lacks("word")


@pytest.mark.parametrize(
    ("head", "unit", "tail"),
    [
        ("", "[[t]]\na=1\n", ""),
        ("", "# c\n", ""),
        ("", "# c\n\n", "a = 1"),
        ("a = [", "1,", "]"),
        ("a = [", "[],\n", "]"),
        ('a = "', "word ", '"'),
        ('a = "', "\\n", '"'),
        ('a = """', 'x "" \\\n', '"""'),
        ('a = """', "x\n", ""),
        ("", 'a = """x\n', ""),
        ("", '"', ""),
        ("", "a", ""),
        ("", "a.b ", ""),
        ("a = ", " ", "1"),
        ("", "a = [\n", ""),
        ("a = ", "1", ""),
        ("a = {", "a = {", ""),
        ("# ", "a-b.", ""),
    ],
)
def test_time_grows_with_the_size_only(tmp_path: Path, head: str, unit: str, tail: str) -> None:
    def look(text: str) -> None:
        made = read(tmp_path, text)
        assert made.chunks or made.problems
        assert "parser-failed" not in made.rules

    assert_linear(lambda times: head + unit * times + tail, look, 60_000 // len(unit))
