"""Hostile input: what a stranger's pull request can hold ends in a finding, each at its place."""

from __future__ import annotations

import pytest

from rtfm_check import limits
from rtfm_check.layout import Target
from rtfm_check.lint import lint
from rtfm_check.mapping.document import read_mapping
from rtfm_check.source import Source
from rtfm_check.text.show import quote
from tests.conftest import BASE, GOOD, Project


@pytest.mark.parametrize("text", ['{"a": "b\r\n"}', '{"a": 1 // c\r\n}', '{"a": "\\'])
def test_places_lie_in_the_file_and_never_inside_a_line_end(project: Project, text: str) -> None:
    project.mapping(GOOD)
    project.fixture(text)
    (finding,) = project.check()
    lines = text.split("\r\n")
    for line, column in (("line", "column"), ("end_line", "end_column")):
        assert finding[column] <= len(lines[finding[line] - 1]) + 1


def test_a_number_too_long_to_print_can_be_quoted() -> None:
    assert quote(1 << 100_000) == "`a number too long to show`"


def test_one_hostile_file_changes_no_finding_of_another(project: Project) -> None:
    project.mapping(GOOD + "nmae: x\n", "b.yaml")
    before = lint(Target(".rtfm/mappings", None)).findings
    project.mapping("a: &a [*a, *a]\n", "a.yaml")
    project.mapping(b"\xff\xfe", "c.json")
    after = lint(Target(".rtfm/mappings", None)).findings
    assert [each for each in after if each.place.path.endswith("b.yaml")] == before


def test_a_folder_of_anything_is_not_searched_for_mappings_below_it(project: Project) -> None:
    project.write("src/a/b/c.yaml", "name: m")
    project.write("m.yaml", GOOD)
    assert project.check() == []
    project.write("mappings/old/c.yaml", GOOD)
    project.write("mappings/m.yaml", GOOD)
    rules = [each["rule"] for each in project.run("mappings", "--format", "json").findings]
    assert "mapping-not-loaded" in rules


def test_two_fixes_together_repeat_no_key(project: Project) -> None:
    text = '{"name": "m", "match": {"discriminator": {"type": "x"}},\n"schema_url: ": "u"}\n'
    path = project.mapping(text, "m.json")
    project.run(".", "--fix")
    once = path.read_text()
    assert once.count("$schema") == 1
    project.run(".", "--fix")
    assert path.read_text() == once


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": [' + '{"b": 1, "b": 2},' * 9 + "1]}", ["fixture-duplicate-key"]),
        ('{"a": [' + "NaN, Infinity," * 9 + "1]}", ["nonstandard-constant"]),
        ('{"a": [' + "1," * 90 + "}", ["fixture-invalid-json"]),
        ('{"a": [' + "9" * 5000 + "]}", ["fixture-invalid-json"]),
        ('{"a": [' + "[]," * 90 + "1]}", ["fixture-unreadable"]),
    ],
)
def test_a_large_fixture_is_told_of_once(
    project: Project, monkeypatch: pytest.MonkeyPatch, text: str, expected: list[str]
) -> None:
    monkeypatch.setattr("rtfm_check.limits.FIXTURE_PLACED_CHARS", 100)
    monkeypatch.setattr("rtfm_check.limits.FIXTURE_VALUES", 99)
    project.mapping(GOOD)
    project.fixture(text)
    project.fixture('{"type": "x", "t": "T"}', "good.json")
    findings = project.check("--ignore", "fixture-without-mapping")
    assert [each["rule"] for each in findings] == expected
    assert findings[0]["message"]


def test_the_faults_of_a_fixture_are_told_up_to_a_number(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rtfm_check.limits.FIXTURE_FAULTS", 3)
    project.mapping(GOOD)
    project.fixture('{"type": "x", "t": [' + "NaN, " * 9 + "1]}")
    found = [each for each in project.check() if each["rule"] == "nonstandard-constant"]
    assert len(found) == 3
    assert found[-1]["message"] == "`NaN` is not JSON; 6 more follow"


@pytest.mark.parametrize("depth", [190, 250, 350, 600, 900, 980, 3000])
@pytest.mark.parametrize(
    "document",
    [
        '{"type": "x", "t": %s}',
        '{"type": %s, "t": 1}',
        '{"type": "x", "type": "x", "t": %s}',
        '{"type": "x", "t": %s',
    ],
)
def test_a_deep_document_is_no_defect(project: Project, document: str, depth: int) -> None:
    project.mapping(GOOD)
    project.fixture(document % ("[" * depth + "]" * depth))
    findings = project.check()
    assert "internal-error" not in {each["rule"] for each in findings}
    if depth > 200:
        assert {"fixture-invalid-json", "nested-too-deep"} & {each["rule"] for each in findings}
    project.fixture('{"type": "x", "t": "T"}')
    project.write(".rtfm/fixtures/doc.expected.json", document % ("[" * depth + "]" * depth))
    assert [each["rule"] for each in project.check()] == ["expected-output-changed"]


@pytest.mark.parametrize(
    "text",
    [
        '{"\\ud800": 1, %s}',
        '{%s, "edges": [{"relation": "\\ud800", "target": "{{ t }}"}]}',
        '{"match": {"schema_url": "\\ud800"}, %s}',
        '{"a\\ud800é": {"\\udfff": ["\\ud800"]}, %s}',
    ],
)
def test_half_characters_anywhere_in_a_json_mapping_are_no_defect(
    project: Project, text: str
) -> None:
    rest = '"name": "m", "chunks": [{"content": "{{ t }}"}]'
    if "match" not in text:
        rest += ', "match": {"discriminator": {"type": "x"}}'
    project.mapping(text % rest, "m.json")
    project.fixture('{"type": "x", "t": "T"}')
    assert "internal-error" not in {each["rule"] for each in project.check()}


@pytest.mark.parametrize("number", ["0x" + "f" * 4000, "1" + ":59" * 2500, "-0b" + "1" * 15_000])
@pytest.mark.parametrize(
    "text",
    [
        "name: {}\n",
        "match: {{discriminator: {{type: {}}}}}\n",
        'chunks: [{{content: "{{{{ t }}}}", metadata: {{a: &a {}, b: *a}}}}]\n',
        "{}: 1\n",
    ],
)
def test_a_number_too_long_to_print_is_refused_at_its_place(
    project: Project, text: str, number: str
) -> None:
    key = text.partition(":")[0]
    rest = "".join(value for name, value in BASE.items() if name != key)
    project.mapping(text.format(number if "{}:" not in text else f"? {number}\n") + rest)
    project.fixture('{"type": "x", "t": "T"}')
    (finding,) = project.check("--ignore", "fixture-without-mapping")
    assert finding["rule"] == "yaml-syntax"
    assert finding["message"].startswith("a number of 4,")
    assert finding["help"] == "put it in quotes if it is text"
    assert finding["note"] == "RTFM loads the file, and fails where it writes the number"
    anchor = "&a " if "&a" in text else ""
    assert finding["end_column"] - finding["column"] == len(anchor + number)


@pytest.mark.parametrize("faults", [200, 201, 700])
def test_a_rule_tells_of_a_number_of_mistakes_in_a_file(project: Project, faults: int) -> None:
    project.mapping(GOOD.replace("{{ t }}", "{{ t }}" + " {{ a-b }}" * faults))
    found = [each for each in project.check() if each["rule"] == "placeholder-not-recognised"]
    assert len(found) == min(faults, 201)
    if faults > 200:
        assert found[-1]["message"] == f"{faults - 200} more like this in the file"
        assert found[-1]["column"] == found[-2]["column"] + len("{{ a-b }} ")
        assert found[-1]["severity"] == "error"


def test_a_mapping_has_a_number_of_bytes_on_disk_and_in_an_editor(project: Project) -> None:
    text = GOOD + "#" * limits.MAPPING_BYTES
    path = str(project.mapping(text))
    (finding,) = project.check()
    assert finding["rule"] == "unreadable-file"
    (finding, *_) = lint(Target(".rtfm/mappings", None), {path: text.encode()}).findings
    assert finding.rule == "unreadable-file"


@pytest.mark.parametrize(
    "text",
    [
        *("z: " + "*" * 80_000, "z: @" + "a" * 80_000, "z: a: " + "b" * 80_000),
        *("z: {{ " + "a" * 80_000 + " }}", "z: !" + "a" * 80_000 + " b", "z: 'a'" + "b" * 80_000),
        *("a" * 80_000 + "\nb: c", "z: &" + "a" * 80_000 + " b", "z: *" + "a" * 80_000),
        *("z: 0x" + "_" * 80_000, "z: &a b\nc: &a d", "a:b\n" + "c" * 80_000 + ":d\ne: f"),
        *(
            "z:{" + "a" * 80_000,
            "{" + "a" * 80_000 + ":{}}",
            "? " + "a" * 80_000 + "\n" * 2 + "- b",
        ),
        *("? " + "a" * 8000 + "\n: 1\n? " + "a" * 8000 + "\n: 1\n",),
    ],
)
def test_what_is_said_of_a_long_text_is_short(text: str) -> None:
    for name in ("m.yaml", "m.json"):
        problems = read_mapping(Source(name, text.encode())).problems
        for problem in problems:
            assert len(problem.message) < 400
            assert len(problem.help) < 400


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"a', "{} x", '{"a" 1}', "[1 2]", '{"a":}', "{,}", "[,]", '{"a": 1, }', "x", "\x01"],
)
def test_a_text_that_is_not_json_has_help(text: str) -> None:
    (problem,) = read_mapping(Source("m.json", text.encode())).problems
    assert problem.help
