"""Signs that look like those of YAML or of RTFM's templates: told once, and never in plain text."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Project

DOCUMENT = {"type": "x", "t": "Text", "n": 5, "sum": "many", "items": [{"a": "b"}]}
MATCH = "match: {discriminator: {type: x}}\n"
CHUNKS = 'chunks: [{content: "{{ t }}"}]\n'


def told(project: Project, mapping: str) -> list[tuple[str, int, int, str]]:
    """Rule, column, end and help of each finding."""
    project.mapping(mapping)
    return [
        (each["rule"], each["column"], each["end_column"], each["help"] or "")
        for each in project.check()
    ]


@pytest.mark.parametrize("has_fixture", [True, False], ids=["tried", "untried"])
@pytest.mark.parametrize(
    ("mapping", "column", "end", "help"),
    [
        (f"name: “m”\n{MATCH}{CHUNKS}", 7, 10, 'write `"m"`'),
        (f"name: « m »\n{MATCH}{CHUNKS}", 7, 12, 'write `"m"`'),
        (f"name: ‘m’\n{MATCH}{CHUNKS}", 7, 10, 'write `"m"`'),
        (f"name: m\u00a0\n{MATCH}{CHUNKS}", 7, 9, 'write `"m"`'),
        (f"name: 'm\u200b'\n{MATCH}{CHUNKS}", 7, 11, 'write `"m"`'),
        (f"name: '  '\n{MATCH}{CHUNKS}", 7, 11, "write something like `name: my-mapping`"),
        (f"name: '\u00a0'\n{MATCH}{CHUNKS}", 7, 10, "write something like `name: my-mapping`"),
        (f"name: m\nmatch: {{discriminator: {{type: “x”}}}}\n{CHUNKS}", 31, 34, 'write `"x"`'),
        (f"name: m\nmatch: {{discriminator: {{type: \u00a0x}}}}\n{CHUNKS}", 31, 33, 'write `"x"`'),
        (
            f"name: m\n{MATCH}chunks:\n  - content: “{{{{ t }}}}”\n",
            *(14, 23, 'write `"{{ t }}"`'),
        ),
    ],
)
def test_characters_that_only_look_like_quotes_or_blanks(
    project: Project, mapping: str, column: int, end: int, help: str, has_fixture: bool
) -> None:
    if has_fixture:
        project.fixture(json.dumps(DOCUMENT))
    assert told(project, mapping) == [("look-alike-characters", column, end, help)]


@pytest.mark.parametrize(
    "mapping",
    [
        f"name: m\n{MATCH}chunks:\n  - content: He said “{{{{ t }}}}”\n",
        f"name: m\n{MATCH}chunks:\n  - content: « {{{{ t }}}} »\n",
        f"name: m\n{MATCH}chunks:\n  - content: '“{{{{ t }}}}”'\n",
        f"name: m\n{MATCH}chunks:\n  - content: “{{{{ t }}}}”, he said\n",
        f"name: m\n{MATCH}chunks:\n  - content: 'Page\u00a0: {{{{\u00a0t }}}}'\n",
        f"name: a “b” c\n{MATCH}{CHUNKS}",
        f"name: Don’t\n{MATCH}{CHUNKS}",
        f"name: a\u00a0b\n{MATCH}{CHUNKS}",
    ],
)
def test_text_is_left_alone(project: Project, mapping: str) -> None:
    project.fixture(json.dumps(DOCUMENT))
    assert told(project, mapping) == []


def test_a_document_that_has_such_characters_is_compared_with_them(project: Project) -> None:
    project.fixture(json.dumps({**DOCUMENT, "type": "“x”"}))
    assert told(project, f"name: m\nmatch: {{discriminator: {{type: “x”}}}}\n{CHUNKS}") == []


def test_a_foreach_in_such_quotes_is_told_by_what_documents_have_or_else_by_them(
    project: Project,
) -> None:
    mapping = f"name: m\n{MATCH}chunks:\n  - foreach: “items”\n    content: '{{{{ a }}}}'\n"
    assert told(project, mapping) == [("look-alike-characters", 14, 21, 'write `"items"`')]
    project.fixture(json.dumps(DOCUMENT))
    assert told(project, mapping) == [("foreach-not-a-list", 14, 21, "did you mean `items`?")]


@pytest.mark.parametrize("value", ["“{{ t }}”", "„{{ t }}“", "‘{{ t }}’"])
def test_such_quotes_in_brackets_are_what_the_braces_are_told_with(
    project: Project, value: str
) -> None:
    path = project.mapping(f"name: m\n{MATCH}chunks: [{{content: {value}}}]\n")
    project.fixture(json.dumps(DOCUMENT))
    (found,) = project.check()
    assert (found["rule"], found["help"]) == ("unquoted-template", 'write `"{{ t }}"`')
    assert found["message"] == f"`{value}` has typographic quotes: YAML reads the braces as a map"
    assert project.run("--fix", "--ignore", "missing-schema-modeline").status == 0
    assert path.read_text("utf-8").endswith('chunks: [{content: "{{ t }}"}]\n')


def test_such_quotes_are_mended(project: Project) -> None:
    path = project.mapping(
        "name: “m”\nmatch: {discriminator: {type: ‘x’}}\nchunks:\n  - content: “{{ t }}”\n"
    )
    project.fixture(json.dumps(DOCUMENT))
    assert project.run("--fix", "--ignore", "missing-schema-modeline").status == 0
    assert path.read_text("utf-8") == (
        'name: "m"\nmatch: {discriminator: {type: "x"}}\nchunks:\n  - content: "{{ t }}"\n'
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("${{ t }}", (21, 29)),
        ("${{t}}", (21, 27)),
        (" ${{ t }} ", (22, 30)),
        ("${{ n }}", None),  # five dollars
        ("${{ sum }}", None),
        ("${{ t }} and more", None),
        ("US${{ t }}", None),
        ("$ {{ t }}", None),
    ],
)
def test_a_placeholder_as_workflows_write_it(
    project: Project, text: str, place: tuple[int, int] | None
) -> None:
    mapping = f'name: m\n{MATCH}chunks: [{{content: "{text}"}}]\n'
    expected = [("dollar-before-braces", *place, f"write `{text.strip()[1:]}`")] if place else []
    project.fixture(json.dumps(DOCUMENT))
    assert told(project, mapping) == expected
