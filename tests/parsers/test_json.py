"""What holds of every JSON text, and of documents that a mapping takes."""

from __future__ import annotations

import json
import random
import re
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check import limits
from rtfm_check.file import Settings
from rtfm_check.mapping import spec
from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.parsers import _json_mapped, _json_window, json_
from rtfm_check.parsers._json_reader import Reader
from rtfm_check.parsers._keyed import packed
from tests.growing import assert_linear
from tests.parsers.reading import WORD, Read

MANY = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
STRINGS = st.text(st.sampled_from('ab1 \n\t"\\é😀/{}[],:'), max_size=30)
SCALARS = st.one_of(STRINGS, st.integers(), st.booleans(), st.none())
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6), st.dictionaries(STRINGS, inner, max_size=6)
    ),
    max_leaves=60,
)
MOST = json_.BUDGET.most + json_.BUDGET.least


def read(folder: Path, text: str | bytes, *mappings: Any) -> Read:
    data = text.encode() if isinstance(text, str) else text
    (folder / "t.json").write_bytes(data)
    specs = [spec.load(each) for each in mappings]
    return Read(folder, "t.json", Settings(mappings=Dispatcher(specs) if specs else None))


def words_of(value: Any) -> Counter[str]:
    """The words of all keys and scalars."""
    if isinstance(value, dict):
        return sum((words_of(each) for pair in value.items() for each in pair), Counter())
    if isinstance(value, list):
        return sum(map(words_of, value), Counter())
    if isinstance(value, str):
        return Counter(WORD.findall(value))
    return Counter(WORD.findall(json.dumps(value)))


def titled(made: Read) -> list[str]:
    return [each["chapter_title"] for each in made.chunks]


@MANY
@given(VALUES, st.booleans(), st.sampled_from([None, 0, 2]))
def test_every_word_is_in_a_chunk(
    tmp_path: Path, value: Any, is_ascii: bool, indent: int | None
) -> None:
    made = read(tmp_path, json.dumps(value, ensure_ascii=is_ascii, indent=indent))
    found = Counter(WORD.findall(made.text))
    assert not words_of(value) - found
    assert all(each["content_chars"] <= MOST for each in made.chunks)
    assert made.chunks or made.rules == ["empty-document"]


@MANY
@given(st.text(st.sampled_from('{}[]",:1ab \n/-.'), max_size=60))
def test_no_text_is_lost_whatever_it_is(tmp_path: Path, text: str) -> None:
    made = read(tmp_path, text)
    assert "parser-failed" not in made.rules
    assert made.chunks or made.problems
    assert not made.lacks(text)


def documents() -> Iterator[str]:
    """Texts that are long enough to be read in several stretches."""
    chance = random.Random(5)

    def value(depth: int) -> Any:
        kind = chance.random() if depth < 5 else 1.0
        if kind < 0.3:
            return [value(depth + 1) for _ in range(chance.randint(0, 9))]
        if kind < 0.55:
            return {f"k{chance.randint(0, 99)}\\": value(depth + 1) for _ in range(5)}
        plain = [1, -2.5, 1e300, None, True, "", "x" * 40, 'a "b" \\ \n\té😀\ud800 end', 10**30]
        return chance.choice(plain)

    for indent in (None, 1):
        for is_ascii in (True, False):
            root: Any = [value(0) for _ in range(60)]
            if is_ascii:
                root = {f"key {i}": each for i, each in enumerate(root)}
            root[0 if isinstance(root, list) else "long"] = 'long "text" \\ with \n\té😀 ' * 3000
            yield json.dumps(root, ensure_ascii=is_ascii, indent=indent) + "\n"


@pytest.mark.parametrize("number", range(4))
def test_what_is_in_sight_makes_no_difference(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = list(documents())[number]

    def made(size: int) -> list[Any]:
        reader = Reader(iter([text[at : at + size] for at in range(0, len(text), size)]))
        kind = reader.kind()
        drafts = list(packed(reader.blocks(kind), json_._LAYOUTS[kind]))
        assert reader.error is None
        assert reader.is_done()
        return drafts

    whole = made(len(text))
    monkeypatch.setattr(_json_window, "SIGHT", 14_000)
    assert made(1000) == whole
    assert made(7001) == whole
    assert len(whole) > 30


def test_a_large_file_takes_little_memory(tmp_path: Path) -> None:
    item = {"marker": "[1]", "text": "some words " * 30, "numbers": list(range(20))}
    text = json.dumps({"kind": "export", "items": [item] * 8_000})
    read(tmp_path, "{}")  # modules are loaded
    (tmp_path / "t.json").write_text(text)
    del text
    tracemalloc.start()
    count = sum(1 for _ in items_of(tmp_path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count > 2000
    assert peak < 2 * 1024 * 1024


def items_of(folder: Path) -> Iterator[Any]:
    from rtfm_check.file import File
    from rtfm_check.parsers.json_ import parse

    size = (folder / "t.json").stat().st_size
    assert size > 3 * 1024 * 1024
    return parse(File(str(folder), "t.json", "t.json", size))


@pytest.mark.parametrize(
    ("head", "unit", "tail"),
    [
        ("[", "[],", "1]"),
        ("{", '"a":1,', '"b":2}'),
        (f'{{"b":"{"b" * 1_200_000}",', '"a":1,', '"b":2}'),
        ("", '{"a":1}\n', ""),
        ("", "[", ""),
        ("", '{"a":', ""),
        ('["', "word \\n", '"]'),
        ('["', "\\\\", '"]'),
        ('{"', "k", '":1}'),
        ("[", " ", "1]"),
        ("[1", " ", "]"),
        ("[", "1", "]"),
        ("[", f"{'[' * 290}{']' * 290},", "1]"),
        ("[", f"{'[' * 900}{'1,' * 90}1{']' * 900},", "1]"),
        ("[", '{"a":1}', "]"),
        ("[", "NaN,", "1]"),
        ("[", '{"a":1,"a":2},', "1]"),
        ("", "text ", ""),
    ],
)
def test_time_grows_with_the_size_only(tmp_path: Path, head: str, unit: str, tail: str) -> None:
    def look(text: str) -> None:
        made = read(tmp_path, text)
        assert made.chunks or made.problems
        assert "parser-failed" not in made.rules

    assert_linear(lambda times: head + unit * times + tail, look, max(1, 40_000 // len(unit)))


def test_nesting_is_followed_and_told(tmp_path: Path) -> None:
    made = read(tmp_path, '{"a":' * 20_000 + '"deep word"' + "}" * 20_000)
    assert made.rules == ["rtfm-loses-document"]
    assert "20,000 levels" in made.problems[0].message
    assert not made.lacks("deep word " + "a " * 20_000)
    assert read(tmp_path, "[" * 900 + "1" + "]" * 900).rules == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('{"a": 1, "b": ' + "9" * 2_000_000 + "x}", "limit-reached"),
        ('{"a": 1, "' + "k" * 2_000_000 + '": 2}', "limit-reached"),
        ('{"a": 1' + " " * 3_000_000 + ', "b": "kept"}', None),
        ('{"a"' + " " * 3_000_000 + ': 1, "b": "kept"}', "limit-reached"),
    ],
)
def test_what_has_no_end_is_plain_text(tmp_path: Path, text: str, rule: str | None) -> None:
    made = read(tmp_path, text)
    assert made.rules == ([rule] if rule else [])
    if "kept" in text:
        assert "kept" in made.text


def test_a_mistake_in_a_large_file_is_placed(tmp_path: Path) -> None:
    lines = [json.dumps({"id": number, "text": "some words"}) for number in range(40_000)]
    lines[30_000] = '{"id": 30000, "text" "without a colon"}'
    made = read(tmp_path, "[" + ",\n".join(lines) + "]\n")
    (problem,) = made.problems
    assert (problem.rule, problem.line, problem.column) == ("document-syntax", 30_001, 22)
    assert "colon" in problem.message
    assert not made.lacks(" ".join(str(number) for number in range(40_000)))
    assert made.chunks[-1]["line_end"] == 40_001


def test_a_second_value_of_a_key_is_placed(tmp_path: Path) -> None:
    made = read(tmp_path, '{"a": [{"b": 1,\n "b": 2}], "c": {"b": 1, "b": 2}}')
    assert [(each.line, each.column) for each in made.problems] == [(2, 2)]
    assert made.problems[0].message.endswith("; 1 more")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "utf-8-sig", "cp1252"])
def test_other_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    for count in (1, 100_000):
        text = json.dumps({"a": ["été words"] * count}, ensure_ascii=False)
        made = read(tmp_path, text.encode(encoding))
        assert re.search("été words", made.text)
        assert len(made.problems) == 1


X = {"type": "x"}
MAPPING: dict[str, Any] = {
    "name": "m",
    "match": {"discriminator": X},
    "chunks": [
        {"title": "T {{ t }}", "content": "{{ t }}", "metadata": {"n": "{{ n }}", "k": 5}},
        {"foreach": "items", "content": " {{ c }} "},
    ],
    "edges": [
        {"relation": "link", "target": "{{ to }}"},
        {"relation": "cites", "target": "{{ to }}", "target_kind": "slug"},
        {"relation": "link", "target": "https://e.x/", "target_kind": "url"},
    ],
}


def test_a_mapping_makes_the_chunks_alone(tmp_path: Path) -> None:
    document = X | {"t": "title", "n": 1.10, "to": "a.md", "items": [{"c": "p"}, {}, {"c": "q"}]}
    made = read(tmp_path, json.dumps(document), MAPPING)
    assert made.document["mapping"] == "m"
    assert made.rules == []
    assert [(each["id"], each["chapter_num"]) for each in made.chunks] == [
        ("S:S-0001", 1),
        ("S:S-0002", 2),
        ("S:S-0004", 4),
    ]
    assert [each["content"] for each in made.chunks] == ["title", " p ", " q "]
    assert [each["metadata"] for each in made.chunks] == [{"n": "1.1", "k": 5}, {}, {}]
    assert titled(made) == ["T title", "", ""]
    assert [(each.relation, each.target, each.detail, each.how) for each in made.links] == [
        ("link", "a.md", "literal", "path"),
        ("cites", "a.md", "slug", "name"),
        ("link", "https://e.x/", "url", "name"),
    ]


def test_what_no_mapping_takes_is_read_in_the_generic_way(tmp_path: Path) -> None:
    for text, titles in (('{"type": "y"}', ["type"]), ('[{"type": "x"}]', ["items [0-0]"])):
        made = read(tmp_path, text, MAPPING)
        assert made.document["mapping"] is None
        assert titled(made) == titles


@pytest.mark.parametrize(
    ("chunks", "why"),
    [
        ([{"content": "{{ none }}"}], "every text that it makes is blank"),
        ([], "it declares none"),
        ([{"content": 5}], "fails on the document at `/chunks/0/content`: TypeError"),
    ],
)
def test_a_mapping_without_chunks_is_told(tmp_path: Path, chunks: list[Any], why: str) -> None:
    made = read(tmp_path, json.dumps(X | {"t": "text"}), MAPPING | {"chunks": chunks, "edges": []})
    assert made.rules == ["indexes-to-nothing"]
    assert why in made.problems[0].message
    assert "`m`" in made.problems[0].message
    assert made.chunks == []


def test_a_mapping_that_breaks_all_documents_is_told(tmp_path: Path) -> None:
    broken = MAPPING | {"match": {"discriminator": ["type", "x"]}}
    made = read(tmp_path, '{"t": "text"}', broken)
    assert made.rules == ["rtfm-loses-document"]
    assert titled(made) == ["t"]


def test_a_long_chunk_of_a_mapping_is_whole_and_told(tmp_path: Path) -> None:
    text = "word " * limits.LONG_CHUNK_CHARS
    made = read(tmp_path, json.dumps(X | {"t": text}), MAPPING | {"edges": []})
    assert made.rules == ["chunk-too-large"]
    assert [each["content"] for each in made.chunks] == [text]


def test_what_json_does_not_say_is_told_of_mapped_documents(tmp_path: Path) -> None:
    made = read(tmp_path, '{"type": "x", "t": "one",\n "t": "two", "n": NaN}', MAPPING)
    assert [each["content"] for each in made.chunks] == ["two"]
    assert [(each.line, each.column) for each in made.problems] == [(2, 19), (2, 2)]


def test_a_document_too_large_for_a_mapping_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FIXTURE_BYTES", 100)
    text = json.dumps({"items": ["words"] * 100} | X)
    made = read(tmp_path, text, MAPPING)
    assert made.rules == ["limit-reached"]
    assert "`m`" in made.problems[0].message
    assert not made.lacks("words " * 100)
    monkeypatch.setattr(limits, "FIXTURE_BYTES", 10_000)
    monkeypatch.setattr(_json_mapped, "_AT_ONCE", 100)
    assert read(tmp_path, text, MAPPING).document["mapping"] == "m"
    assert read(tmp_path, text.replace('"x"', '"y"'), MAPPING).rules == []
