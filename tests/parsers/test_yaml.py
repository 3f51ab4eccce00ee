"""What holds of every YAML text, sound or not."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.reading import Read

MANY = settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
LINES = st.lists(
    st.text(st.sampled_from("ab1 :#-'\"\\{}[]&*!?|>%é\t.,"), max_size=12)
    | st.sampled_from(["---", "...", "key: value", "  deep: er", "# note: x", "- item", "", "? a"]),
    max_size=12,
)
KEYS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6)
VALUES = st.recursive(
    st.one_of(KEYS, st.integers(), st.booleans(), st.none()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


def read(folder: Path, text: str) -> Read:
    (folder / "t.yaml").write_bytes(text.encode())
    return Read(folder, "t.yaml")


def titled(made: Read) -> list[str]:
    return [each["chapter_title"] for each in made.chunks]


@MANY
@given(LINES)
def test_no_text_is_lost_whatever_it_is(tmp_path: Path, lines: list[str]) -> None:
    text = "\n".join(lines)
    made = read(tmp_path, text)
    assert "parser-failed" not in made.rules
    assert made.chunks or made.problems
    assert not made.lacks(text)


@MANY
@given(LINES)
def test_lines_are_those_of_the_text(tmp_path: Path, lines: list[str]) -> None:
    made = read(tmp_path, "\n".join(lines))
    before = 0
    for each in made.chunks:
        first, last = each["line_start"], each["line_end"]
        assert before < first <= last <= len(lines)
        written = "\n".join(made.file.text.split("\n")[first - 1 : last])
        squeezed = "".join(written.split())
        assert "".join(each["content"].split()) in squeezed
        before = last


@MANY
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=6), st.booleans())
def test_titles_name_the_keys(tmp_path: Path, document: dict[str, object], is_quoted: bool) -> None:
    style = '"' if is_quoted else None
    text = yaml.safe_dump(
        document, sort_keys=False, allow_unicode=True, default_style=style, width=10**6
    )
    made = read(tmp_path, text)
    if made.rules:  # such as a key of spaces that YAML folds
        return
    names = ", ".join(titled(made)).replace("? ", "")
    for key in document:
        if key.isalnum() and key.isascii():
            assert key in names.split(", ")


def test_documents_are_not_joined(tmp_path: Path) -> None:
    made = read(tmp_path, "a: 1\n---\nb: 2\n--- \n- c\n- d\n...\n%TAG ! x\n---\ne: 3\n")
    assert titled(made) == ["a", "b", "items [0-1]", "e"]
    assert [each["line_start"] for each in made.chunks] == [1, 3, 5, 8]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("plain key: 1", "plain key"),
        ("'it''s': 1", "it's"),
        (r'"tab\tquote\"": 1', 'tab\tquote"'),
        ("http://a.b/c: 1", "http://a.b/c"),
        ("? asked", "asked"),
        ("&anchor key: 1", "key"),
        ("!!str key: 1", "key"),
        ("-x: 1", "-x"),
        ("*alias : 1", "*alias"),
        ("<<: {}", "<<"),
        ("1.5: 1", "1.5"),
        ('"": 1', '""'),
    ],
)
def test_keys_are_those_of_yaml(tmp_path: Path, line: str, key: str) -> None:
    assert titled(read(tmp_path, f"first: 1\n{line}\n")) == [f"first, {key}"]


@pytest.mark.parametrize(
    "line",
    ["- item: 1", "# note: 1", "text: of # a: comment", "}", "]: 1", "{a: 1}", "  deeper: 1"],
)
def test_other_lines_are_no_keys(tmp_path: Path, line: str) -> None:
    made = read(tmp_path, f"first: 1\n{line}\n")
    assert titled(made) == [", ".join(["first", *(["text"] if line.startswith("text") else [])])]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: 1\nb:\n\tc: 1\n", (3, 1), "a tab"),
        ("é: 1\nb: [1\nc: 2\n", (2, 4), "never closed"),
        ("é: 1\nb: x\x01\n", (2, 5), "may not stand in YAML"),
        ("a: &x 1\nb: &x 2\n", (2, 4), "is there already"),
        ("a: *x\n", (1, 4), "not there"),
        ("a: 1\n{% if x %}\n", (2, 1), "template"),
        ("a: 1\nb: 2\n# c\na: 3\n", (4, 1), "second time"),
    ],
)
def test_a_mistake_is_told_once_and_placed(
    tmp_path: Path, text: str, place: tuple[int, int], words: str
) -> None:
    made = read(tmp_path, text)
    assert made.rules == ["document-syntax"]
    span = made.file.lines.span(made.problems[0].start, made.problems[0].end)
    assert (span.line, span.column) == place
    assert words in made.problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        "a: {b: [1, 2], c: {d: e}}\n",
        "x: {{ value }}\n",
        "a: |\n  text\n\n  # text\nb: >-\n  more\n",
        "- a: 1\n  b: 2\n-\n  - c\n",
        "a: &x {b: 1}\nc:\n  <<: *x\n",
        "a: 1\n---\na: 1\n",
        "'a':\n- 1\n- 2\n",
        "{}\n",
        "text alone\n",
    ],
)
def test_sound_texts_are_not_blamed(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).rules == []


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("", "k:\n"),
        ("", "# c: d\n"),
        ("a: 1\n", "# c\n\n"),
        ("", "- a\n"),
        ("", "---\n"),
        ("", "a: 1\n---\n"),
        ("", "# c\n---\n"),
        ("a: ", "x"),
        ("", "k"),
        ("", "a "),
        ("", '"'),
        ("", "'a"),
        ("", "!a "),
        ("", "{"),
        ("", "{{ a\n"),
        ("a: [", "1, "),
        ("a: 1", "\n"),
        ("a:\n", " b: 1\n"),
        ("", "? a\n"),
        ("", "a: [\n"),
        ("", "&a x: *a\n"),
        ('a: "', "\\n"),
    ],
)
def test_time_grows_with_the_size_only(tmp_path: Path, head: str, unit: str) -> None:
    def look(text: str) -> None:
        made = read(tmp_path, text)
        assert made.chunks or made.problems
        assert "parser-failed" not in made.rules

    assert_linear(lambda times: head + unit * times, look, 60_000 // len(unit))
