"""Values with no quotes, or with the wrong ones: told once, and what the help writes mends it."""

from __future__ import annotations

import json
import re
import time

import pytest
import yaml

from tests.conftest import Project

HEAD = "name: m\nmatch: {discriminator: {type: x}}\nchunks:\n"
DOCUMENT = {"type": "x", "t": "Text", "u": "a.md"}
BLOCK = HEAD + "  - title: @\n    content: '{{ t }}'\n"
FLOW = HEAD + "  - {title: @, content: '{{ t }}'}\n"
LAST = HEAD + "  - {content: '{{ t }}', title: @}\n"

# What is written, the text that is meant, and the rule.
VALUES = [
    ("[{{ t }}]", "[{{ t }}]", "unquoted-template"),
    ("[draft] {{ t }}", "[draft] {{ t }}", "unquoted-template"),
    ("[{{ t }}]({{ u }})", "[{{ t }}]({{ u }})", "unquoted-template"),
    ("![{{ t }}]({{ u }})", "![{{ t }}]({{ u }})", "yaml-syntax"),
    ("[x]: {{ t }}", "[x]: {{ t }}", "yaml-syntax"),
    ("!{{ t }}", "!{{ t }}", "yaml-syntax"),
    ('"say "{{ t }}" now"', 'say "{{ t }}" now', "yaml-syntax"),
    ('""{{ t }}" by {{ u }}"', '"{{ t }}" by {{ u }}', "yaml-syntax"),
    ('{{ t }}"', "{{ t }}", "yaml-syntax"),
    ("{{ t }} x'", "{{ t }} x", "yaml-syntax"),
    ("\"{{ t }}'", "{{ t }}", "yaml-syntax"),
    ("'{{ t }}\"", "{{ t }}", "yaml-syntax"),
    ("\"It's {{ t }}'", "It's {{ t }}", "yaml-syntax"),
]
IN_FLOW = [
    ("Q: {{ t }}", "Q: {{ t }}", "unquoted-colon"),
    ('Q: "{{ t }}"', 'Q: "{{ t }}"', "unquoted-colon"),
    ("{{ t }}, {{ u }}", "{{ t }}, {{ u }}", "unquoted-template"),
    ("Item #{{ t }}", "Item #{{ t }}", "yaml-syntax"),
    ("#{{ t }} x", "#{{ t }} x", "yaml-syntax"),
    ("*{{ t }}*", "*{{ t }}*", "yaml-syntax"),
    ("@{{ t }}", "@{{ t }}", "yaml-syntax"),
    ("> {{ t }}", "> {{ t }}", "yaml-syntax"),
    ("- {{ t }}", "- {{ t }}", "yaml-syntax"),
    ('"{{ t }}', "{{ t }}", "yaml-syntax"),
    ("'Q: {{ t }}", "Q: {{ t }}", "yaml-syntax"),
    ('"{{ t }}" by {{ u }}', "{{ t }} by {{ u }}", "yaml-syntax"),
    ('"{{ t }}" by "{{ u }}"', "{{ t }} by {{ u }}", "yaml-syntax"),
    ("{{ t }}'s log", "{{ t }}'s log", "unquoted-template"),
    ('say "{{ t }}" now', 'say "{{ t }}" now', "unquoted-template"),
]


@pytest.mark.parametrize(
    ("text", "value", "meant", "rule"),
    [
        *((text, *row) for text in (BLOCK, FLOW, LAST) for row in VALUES),
        *((text, *row) for text in (FLOW, LAST) for row in IN_FLOW),
    ],
)
def test_a_value_is_told_once_and_mended_by_what_the_help_writes(
    project: Project, text: str, value: str, meant: str, rule: str
) -> None:
    project.fixture(json.dumps(DOCUMENT))
    project.mapping(text.replace("@", value))
    found = project.check()
    assert [each["rule"] for each in found] == [rule]
    line, start = found[0]["line"], found[0]["column"] - 1
    lines = text.replace("@", value).splitlines()
    assert lines[line - 1][start : found[0]["end_column"] - 1] == value
    written = re.fullmatch(r"write `(.*)`(?: if it is text|, or .*)?", found[0]["help"])
    assert written
    lines[line - 1] = lines[line - 1].replace(value, written[1])
    mended = "\n".join(lines)
    assert yaml.safe_load(mended)["chunks"][0]["title"] == meant
    project.mapping(mended)
    assert project.check() == []


@pytest.mark.parametrize("comma", [",", " ,", ""])
@pytest.mark.parametrize(("value", "meant", "rule"), [*IN_FLOW[:2], *IN_FLOW[5:7], *VALUES[:2]])
def test_and_in_braces_over_several_lines(
    project: Project, value: str, meant: str, rule: str, comma: str
) -> None:
    lines = [f"    title: {value}{comma}", '    content: "{{ t }}",']
    lines = lines if comma else lines[::-1]
    text = HEAD.rstrip() + " [\n  {\n" + "\n".join(lines) + "\n  }\n]\n"
    project.fixture(json.dumps(DOCUMENT))
    project.mapping(text)
    (found,) = project.check()
    assert (found["rule"], found["line"], found["column"]) == (rule, 5 if comma else 6, 12)
    written = re.fullmatch(r"write `(.*?)`(?: if it is text|, or .*)?", found["help"])
    assert written
    mended = text.replace(value, written[1])
    assert yaml.safe_load(mended)["chunks"][0]["title"] == meant
    project.mapping(mended)
    assert project.check() == []


@pytest.mark.parametrize(
    ("value", "help"),
    [
        ("'it's {{ t }}", '"it\'s {{ t }}"'),
        ("'{{ t }}'s log", '"{{ t }}\'s log"'),
        ('"{{ t }}""', '"{{ t }}"'),
        ("'{{ t }}'\"", "'{{ t }}'"),
        ('"{{ t }}" by {{ u }}', '"{{ t }} by {{ u }}"'),
    ],
)
def test_text_behind_the_closing_quote_is_not_lost(project: Project, value: str, help: str) -> None:
    project.mapping(BLOCK.replace("@", value))
    assert [each["help"] for each in project.check()] == [f"write `{help}`"]


@pytest.mark.parametrize(
    ("text", "place"),
    [  # a mistake of another kind keeps its own place and help
        (HEAD + "  - {title: '{{ t }}', content: '{{ t }}'\n", "4:5-6"),
        (HEAD + '  - {title:"{{ t }}", content: "{{ t }}"}\n', "4:6-12"),
        ("base: &b {title: x}\n" + HEAD + "  - {<<: *b, content: {{ t }}}\n", "5:23-30"),
        (HEAD + "  - {title: !x a, content: '{{ t }}'}\n", "4:13-15"),
        (HEAD + "  - title: " + "[{{ t }}] " * 400 + "\n", "4:13-20"),
    ],
)
def test_other_mistakes_of_a_line(project: Project, text: str, place: str) -> None:
    project.mapping(text)
    found = [f"{e['line']}:{e['column']}-{e['end_column']}" for e in project.check()]
    assert found == [place]


def test_a_line_of_templates_without_quotes_takes_no_longer_than_its_length(
    project: Project,
) -> None:
    project.mapping("{a: " + "{{ a }}, b: " * 8_000 + "\n")
    began = time.process_time()
    assert [each["rule"] for each in project.check()] == ["unquoted-template"]
    assert time.process_time() - began < 8  # it took 13 s
