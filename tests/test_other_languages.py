"""Mappings with what belongs into another language, or what a tool left: told once."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Project

MATCH = "match: {discriminator: {type: x}}\n"
CHUNKS = "chunks:\n  - content: '{{ t }}'\n"
YAML = f"name: m\n{MATCH}{CHUNKS}"
JSON = '{\n  "name": "m",\n  "match": {"discriminator": {"type": "x"}},\n  "chunks": [{"content": "{{ t }}"}]\n}\n'  # noqa: E501
CONFLICT = "a conflict of git's that nobody has resolved"


def _told(project: Project, text: str, name: str = "m.yaml") -> list[tuple[str, str, str]]:
    """Place, message and help of the errors and warnings."""
    project.mapping(text, name)
    project.fixture(json.dumps({"type": "x", "t": "Text", "l": [{"n": "1"}]}))
    return [
        (f"{e['line']}:{e['column']}-{e['end_line']}:{e['end_column']}", e["message"], e["help"])
        for e in project.check()
        if e["severity"] != "info"
    ]


@pytest.mark.parametrize(
    ("text", "place", "message", "help"),
    [
        (
            f"name: m\n<<<<<<< HEAD\n{MATCH}=======\nmatch: {{}}\n>>>>>>> b\n{CHUNKS}",
            "2:1-2:13",
            CONFLICT,
            "keep one of the two sides, and remove the lines of `<`, `=` and `>`",
        ),
        (
            f"```yaml\n{YAML}```\n",
            "1:1-1:8",
            "a fence of Markdown, which does not belong to the file",
            "remove it, and the one at the end",
        ),
        (
            f"// mine\n{YAML}",
            "1:1-1:8",
            "YAML has no comments with `//`",
            "begin it with `#`, or remove it",
        ),
        (
            f"name: m\n/* of pumps\n   and valves */\n{MATCH}{CHUNKS}",
            "2:1-2:12",
            "YAML has no comments with `/*`",
            "begin it with `#`, or remove it",
        ),
        (
            YAML.replace("'{{ t }}'", "'{{ t }}' // the text"),
            "4:24-4:35",
            "YAML has no comments with `//`",
            "write `# the text`",
        ),
        (
            '{\n  // mine\n  "name": "m",\n  "match": {"discriminator": {"type": "x"}},\n'
            '  "chunks": [{"content": "{{ t }}"}]\n}\n',
            "2:3-2:10",
            "YAML has no comments with `//`",
            "begin it with `#`, or remove it",
        ),
        (
            f"name = m\n{MATCH}{CHUNKS}",
            "1:1-1:9",
            "`name = m` has no colon behind its key",
            "write `name: m`",
        ),
        (
            YAML.replace("{type: x}}", "{type: x}},"),
            "2:34-2:35",
            "a `,` behind the value",
            "remove it: YAML has the line end",
        ),
        (
            f"name: m\n{MATCH.strip()};\n{CHUNKS}",
            "2:34-2:35",
            "a `;` behind the value",
            "remove it: YAML has the line end",
        ),
        (
            f"{YAML}    title: a\u2028b\n",
            "5:13-5:14",
            "the character U+2028, which is not seen, ends a line in YAML",
            "remove it, or put the text in double quotes",
        ),
        (
            f"name: m\n{MATCH}chunks:\n    content: '{{{{ t }}}}'\n  - content: '{{{{ t }}}}'\n",
            "4:5-4:13",
            "the entry that begins with `content:` has no dash, and the next one has",
            "write `- content:`",
        ),
        (
            f"name: m\n{MATCH}chunks:\n  -content: '{{{{ t }}}}'\n   title: '{{{{ t }}}}'\n",
            "4:3-4:12",
            "`-content:` has no space behind its dash",
            "write `- content:`",
        ),
        (
            f"name: m\n{MATCH}chunks:\n  - content: |\n        {{{{ t }}}}\n      more\n",
            "6:7-6:11",
            "the line is indented by 6 spaces, and the text it belongs to by 8",
            "indent all lines of the text alike",
        ),
        (
            f"name: m\n{MATCH} {CHUNKS}",
            "3:2-3:8",
            "`chunks` is indented otherwise than the keys above it",
            "remove the indentation, so that it stands below `match`",
        ),
    ],
)
def test_in_yaml(project: Project, text: str, place: str, message: str, help: str) -> None:
    assert _told(project, text) == [(place, message, help)]


@pytest.mark.parametrize(
    ("old", "new", "place", "message", "help"),
    [
        (
            '  "match"',
            '<<<<<<< HEAD\n  "match"',
            "3:1-3:13",
            CONFLICT,
            "keep one of the two sides, and remove the lines of `<`, `=` and `>`",
        ),
        (
            JSON,
            YAML,
            "1:1-1:8",
            "this is YAML, not JSON",
            "give the file the suffix `.yaml`, or write JSON",
        ),
        (
            JSON,
            f"```json\n{JSON}```\n",
            "1:1-1:8",
            "a fence of Markdown, which does not belong to the file",
            "remove it, and the one at the end",
        ),
        ('"m",', '"m";', "2:14-2:15", "`;` is not what JSON has here", "write `,`"),
        ('"name":', '"name" =', "2:10-2:11", "`=` is not what JSON has here", "write `:`"),
        ('"m",', '"m",,', "2:15-2:16", "a comma with nothing before it", "remove the comma"),
        ('"{{ t }}"', "{{ t }}", "4:26-4:33", "`{{ t }}` needs quotes", 'write `"{{ t }}"`'),
        (
            '"{{ t }}"',
            '"say "{{ t }}" now"',
            "4:31-4:33",
            "the text ends at this quote",
            r"write `\"` for a quote in a text",
        ),
        (
            '"m",',
            '"m,',
            "2:11-2:14",
            "the quote opened here is never closed",
            'add the closing `"`',
        ),
        ('"m",', '"m\n n",', "2:13-3:1", "a raw control character in a string", "write `\\n`"),
    ],
)
def test_in_json(project: Project, old: str, new: str, place: str, message: str, help: str) -> None:
    assert _told(project, JSON.replace(old, new, 1), "m.json") == [(place, message, help)]


@pytest.mark.parametrize(
    ("text", "place", "message", "help"),
    [
        (
            f"mapping:\n  name: m\n  {MATCH}  {CHUNKS.replace('  -', '    -')}",
            "1:1-1:8",
            "`mapping` is not a mapping key",
            "remove it: `name`, `match` and `chunks` stand at the top of the file",
        ),
        (
            "mappings: [{name: m, chunks: []}, {name: n, match: {}}]\n",
            "1:1-1:9",
            "`mappings` is not a mapping key",
            "write each mapping into a file of its own",
        ),
        (
            f"name: m\ndiscriminator: {{type: x}}\n{CHUNKS}",
            "2:1-2:14",
            "`discriminator` is not a mapping key",
            "`discriminator` belongs under `match`",
        ),
        (
            f"name: m\n{MATCH}chunks:\n  - title: '{{{{ t }}}}'\n  - content: '{{{{ t }}}}'\n",
            "4:5-4:10",
            "the chunk has no `content`",
            "remove the dash before the next entry, which has `content`",
        ),
        (
            f"{YAML}edges:\n  - relation: link\n  - target: '{{{{ t }}}}'\n",
            "6:5-6:13",
            "the edge has no `target`",
            "remove the dash before the next entry, which has `target`",
        ),
        (
            "name: m\nmatch:\n  discriminator: {type: x}\n  chunks:\n    - content: '{{ t }}'\n",
            "4:3-4:9",
            "`chunks` is not a match key",
            "remove its indentation: `chunks` stands at the top",
        ),
        (
            f"{YAML}    edges: [{{relation: link, target: '{{{{ t }}}}'}}]\n",
            "5:5-5:10",
            "`edges` is not a chunk key",
            "remove its indentation: `edges` stands at the top",
        ),
        (
            f"{YAML}  - relation: link\n    target: '{{{{ t }}}}'\n    target_kind: url\n",
            "5:5-5:13",
            "`relation` is not a chunk key",
            "`relation` belongs under `edges`",
        ),
        (
            f"{YAML}  - title: '{{{{ t }}}}'\n",
            "5:5-5:10",
            "the chunk has no `content`",
            "remove the dash before it if it belongs to the entry above, which has `content`",
        ),
        (
            f"name: m\n{MATCH}chunks:\n  - foreach: l\n  - title: '{{{{ n }}}}'\n"
            "    content: '{{ n }}'\n",
            "4:5-4:12",
            "the chunk has no `content`",
            "remove the dash before the next entry, which has `content`",
        ),
        (
            f"{YAML}    metadata:\n      - a: '{{{{ t }}}}'\n      - b: '{{{{ t }}}}'\n",
            "6:7-7:21",
            "`metadata` is a list and has to be a map of keys",
            'write `metadata: {key: "{{ path }}"}`',
        ),
    ],
)
def test_keys_in_the_wrong_place(
    project: Project, text: str, place: str, message: str, help: str
) -> None:
    assert _told(project, text) == [(place, message, help)]


def test_two_chunks_without_a_text_are_two_mistakes(project: Project) -> None:
    text = f"name: m\n{MATCH}chunks:\n  - title: '{{{{ t }}}}'\n  - title: '{{{{ t }}}}'\n"
    assert [place for place, _, _ in _told(project, text)] == ["4:5-4:10", "5:5-5:10"]


def test_an_entry_without_its_dash_is_no_matter_of_paths(project: Project) -> None:
    text = f"{YAML}    title: '{{{{ t }}}}'\n    title: '{{{{ n }}}}'\n    content: '{{{{ n }}}}'\n"
    assert [place for place, _, _ in _told(project, text)] == ["6:5-6:10", "7:5-7:12"]
