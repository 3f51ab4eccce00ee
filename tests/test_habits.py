"""What people write by the habit of another tool, or paste: told once, with what to write."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Project

HEAD = "name: m\nmatch: {discriminator: {type: x}}\n"
DOCUMENT = {"type": "x", "t": "Text", "a": {"b": "AB"}, "items": [{"n": "1", "s": ["p"]}]}

ONE_PATH = "RTFM's templates hold one path"
FIXED = "write a fixed one"
FIRST = "RTFM's paths begin with a letter from A to Z, `_` or `$`: rename the field"


def _told(project: Project, mapping: str, name: str = "m.yaml") -> list[tuple[str, str, str]]:
    """Rule, place and help of what is told of a mapping and the document."""
    project.mapping(mapping, name)
    project.fixture(json.dumps(DOCUMENT))
    return [
        (each["rule"], f"{each['line']}:{each['column']}-{each['end_column']}", each["help"] or "")
        for each in project.check()
        if each["severity"] != "info"
    ]


@pytest.mark.parametrize(
    ("template", "end", "help"),
    [
        ("{{ 't' }}", 24, "RTFM's templates hold one path and nothing else: write `{{ t }}`"),
        ("{{ upper(t) }}", 29, "RTFM's templates hold one path and nothing else: write `{{ t }}`"),
        ("{{&t}}", 21, "RTFM's templates hold one path and nothing else: write `{{ t }}`"),
        ("{# c #}{{ t }}", 22, "RTFM's templates have no comments: remove it"),
        ("{{! c }}{{ t }}", 23, "RTFM's templates have no comments: remove it"),
        ("{{> t}}", 22, "RTFM's templates include no others: write the text itself"),
        ("{{ @index }}", 27, "RTFM's templates do not tell which item it is: remove it"),
        ("{{ \u200bt }}", 23, "write `{{ t }}`, without the invisible character U+200B"),
        (
            "{{ cafe\u0301 }}",
            26,
            "write `{{ caf\u00e9 }}`, each letter and its accent as one character",
        ),
        ("{{ items.{{ t }}.n }}", 36, f"{ONE_PATH}, and no placeholder inside another: {FIXED}"),
        ("{% raw %}{{ t }}{% endraw %}", 24, "RTFM's templates have no statements: remove it"),
        ("{{ a\\\\.b }}", 26, "in RTFM each dot is a step: write `{{ a.b }}`"),
        ("\uff5b\uff5b t \uff5d\uff5d", 22, "write `{{ t }}`"),
        ("{{ \uff54 }}", 22, "write `{{ t }}`, in letters of half the width"),
        ("{{ @.t }}", 24, "write `{{ t }}`"),
        ("$.a.b", 20, "write `{{ a.b }}`"),
        ("$['a'][0]", 24, "write `{{ a.0 }}`"),
        ("{{ \u00fcber }}", 25, f"{FIRST}, for example to `uber`"),
        ("{{ \u6807\u9898 }}", 23, FIRST),
        (
            "{% for i in items %}{{ i.n }}{% endfor %}",
            35,
            "RTFM's templates have no loops: write `foreach: items`",
        ),
        (
            "{{#each items}}{{ n }}{{/each}}",
            30,
            "RTFM's templates have no loops: write `foreach: items`",
        ),
    ],
)
def test_a_notation_of_another_template_language_is_told_once(
    project: Project, template: str, end: int, help: str
) -> None:
    mapping = f'{HEAD}chunks:\n  - content: "{template}"\n'
    assert _told(project, mapping) == [("placeholder-not-recognised", f"4:15-{end}", help)]


@pytest.mark.parametrize(
    ("path", "rule", "place", "help"),
    [
        (
            "../t",
            "placeholder-not-recognised",
            "5:15-25",
            "RTFM's paths have no way up: they begin at the document, and inside `foreach` at the "
            "item",
        ),
        (
            "root.t",
            "path-never-resolves",
            "5:18-24",
            "the document around the item cannot be reached: use `{{ t }}` in a chunk without "
            "`foreach`",
        ),
        (
            "loop.index",
            "path-never-resolves",
            "5:18-28",
            "RTFM's templates do not tell which item it is: remove it",
        ),
        (
            "s",
            "renders-python-repr",
            "5:18-19",
            "RTFM loops over no list in an item: take one, as in `s.0`",
        ),
    ],
)
def test_what_an_item_cannot_reach_has_its_own_help(
    project: Project, path: str, rule: str, place: str, help: str
) -> None:
    mapping = f'{HEAD}chunks:\n  - foreach: items\n    content: "{{{{ {path} }}}} {{{{ n }}}}"\n'
    assert _told(project, mapping) == [(rule, place, help)]


@pytest.mark.parametrize(
    ("chunk", "told"),
    [
        (
            "title: Item #{{ t }}\n    content: '{{ t }}'",
            [("cut-by-comment", "4:12-25", 'write `"Item #{{ t }}"`')],
        ),
        (
            "title: Say \\ \"C\" #5\n    content: '{{ t }}'",
            [("cut-by-comment", "4:12-24", 'write `"Say \\\\ \\"C\\" #5"`')],
        ),
        (
            "content: #{{ t }}",
            [("wrong-type", "4:5-22", 'write `"#{{ t }}"`: YAML reads a comment')],
        ),
        (
            "content: Item #{{ t }}",
            [("cut-by-comment", "4:14-27", 'write `"Item #{{ t }}"`')],
        ),
        (
            "content: '{{ t }}'\n    metadata:\n      a: #{{ t }}\n      b: #5\n      c: #word",
            [
                ("cut-by-comment", "6:7-18", 'write `"#{{ t }}"`'),
                ("cut-by-comment", "7:7-12", 'write `"#5"`'),
            ],
        ),
        ("title: Item #a word\n    content: '{{ t }}' #{{ t }}", []),
        ("title: Item # {{ t }}\n    content: '{{ t }}'", []),
    ],
)
def test_a_text_that_a_comment_cuts(
    project: Project, chunk: str, told: list[tuple[str, str, str]]
) -> None:
    assert _told(project, f"{HEAD}chunks:\n  - {chunk}\n") == told


@pytest.mark.parametrize("value", ["$5.00", "US$.50", "{t", "$", "\uff5b \uff5d"])
def test_what_only_looks_like_another_notation(project: Project, value: str) -> None:
    mapping = f'{HEAD}chunks:\n  - title: "{value}"\n    content: "{{{{ t }}}}"\n'
    assert _told(project, mapping) == []


def test_what_is_no_template(project: Project) -> None:
    mapping = (
        'name: "{{ type }}"\nmatch: {discriminator: {type: x}}\n'
        'chunks:\n  - content: "{{ t }}"\n'
        'edges:\n  - {relation: "{{ t }}", target: "{{ a.b }}"}\n'
        "  - {relation: cites, target: a.b}\n  - {relation: cites, target: t.md}\n"
        "  - {relation: cites, foreach: items, target: n}\n"
    )
    assert _told(project, mapping) == [
        ("placeholder-not-recognised", "1:7-19", "write a word, as in `name: my-mapping`"),
        ("placeholder-not-recognised", "6:16-25", "write a word, as in `relation: link`"),
        ("edge-target-empty", "7:31-34", "write `{{ a.b }}`"),
        ("edge-target-empty", "9:47-48", "write `{{ n }}`"),
    ]


def test_a_template_as_url_is_told_once(project: Project) -> None:
    mapping = HEAD.replace("discriminator: {type: x}", "schema_url: '{{ $schema }}'")
    told = _told(project, f"{mapping}chunks: [{{content: '{{{{ t }}}}'}}]\n")
    assert told == [("bad-schema-url", "2:21-36", "write the whole URL")]


def test_a_comment_in_the_place_of_a_discriminator(project: Project) -> None:
    mapping = "name: m\nmatch:\n  discriminator:\n    channel: #general\n"
    assert _told(project, mapping + "chunks: [{content: '{{ t }}'}]\n") == [
        ("null-discriminator", "4:5-22", 'write `"#general"`: YAML reads a comment')
    ]


@pytest.mark.parametrize(
    ("mapping", "told"),
    [
        (
            '[{"name": "m", "match": {}, "chunks": []}]',
            "remove the brackets: a file holds one mapping, not a list of them",
        ),
        ('[{"name": "m"}, {"name": "n"}]', "write each mapping into a file of its own"),
        (
            '{"name": "m", "match": {"discriminator": [{"type": "x"}]},'
            ' "chunks": [{"content": "{{ t }}"}]}',
            "remove the brackets: `discriminator: {field: value}`",
        ),
    ],
)
def test_a_list_in_json_has_brackets_and_no_dash(project: Project, mapping: str, told: str) -> None:
    assert [help for _, _, help in _told(project, mapping, "m.json")] == [told]


@pytest.mark.parametrize(
    ("mapping", "place", "help"),
    [
        (
            "name: m\nmatch:\n  discriminator:\n  type: x\nchunks: [{content: '{{ t }}'}]\n",
            "4:3-7",
            "indent it further than `discriminator`, which has nothing below it",
        ),
        (
            f"{HEAD}chunks:\n  - content: '{{{{ t }}}}'\n    metadata:\n"
            "    author: '{{ t }}'\n    date: '{{ t }}'\n",
            "6:5-11",
            "indent it further than `metadata`, which has nothing below it",
        ),
        (
            f"{HEAD}chunks:\ncontent: '{{{{ t }}}}'\n",
            "4:1-8",
            "begin an entry of `chunks` with it: `- content: ...`",
        ),
        (
            f"{HEAD}chunks:\n\u00a0 - content: '{{{{ t }}}}'\n",
            "4:1-12",
            "write a plain space for the character U+00A0, which is none to YAML",
        ),
        (
            "\u200bname: m\nmatch: {discriminator: {type: x}}\nchunks: [{content: '{{ t }}'}]\n",
            "1:1-6",
            "did you mean `name`? remove the invisible character U+200B",
        ),
    ],
)
def test_keys_that_lost_their_indentation_are_told_once(
    project: Project, mapping: str, place: str, help: str
) -> None:
    assert _told(project, mapping) == [("unknown-key", place, help)]


@pytest.mark.parametrize(
    ("name", "mapping", "rule", "place", "help"),
    [
        (
            "m.yaml",
            f"{HEAD}chunks:\n  - title: a\n  \u00a0 content: '{{{{ t }}}}'\n",
            "yaml-syntax",
            "5:3-4",
            "write a plain space",
        ),
        (
            "m.yaml",
            f"{HEAD}chunks:\n  -\u00a0content: '{{{{ t }}}}'\n",
            "wrong-type",
            "4:3-23",
            "write a plain space for the character U+00A0, which is none to YAML",
        ),
        (
            "m.yaml",
            "%name: m\n",
            "yaml-syntax",
            "1:1-9",
            "remove the `%`, or put the text in quotes",
        ),
        (
            "m.yaml",
            f'{HEAD}chunks: [{{content:"{{{{ t }}}}"}}]\n',
            "yaml-syntax",
            "3:11-19",
            "write `content: ` with a space",
        ),
        (
            "m.yaml",
            "name: m\nmatch: {discriminator: {type:x}}\nchunks: [{content: '{{ t }}'}]\n",
            "null-discriminator",
            "2:25-31",
            "write `type: x`, with a space behind the colon",
        ),
        ("m.json", '{“name”: "m"}', "json-syntax", "1:2-3", 'write `"`'),
    ],
)
def test_characters_that_only_look_right(
    project: Project, name: str, mapping: str, rule: str, place: str, help: str
) -> None:
    assert _told(project, mapping, name) == [(rule, place, help)]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("01", ("17-19", "`01` is not how JSON writes a number")),
        ("-01", ("18-20", "`01` is not how JSON writes a number")),
        ("+1", ("17-19", "`+1` is not how JSON writes a number")),
        (".5", ("17-19", "`.5` is not how JSON writes a number")),
        ("0x1F", ("17-21", "`0x1F` is not how JSON writes a number")),
        ("10 0", ("20-21", "a comma or `}` is missing before this")),
        ("undefined", ("17-26", "`undefined` is JavaScript, not JSON")),
    ],
)
def test_numbers_of_other_languages_in_a_document(
    project: Project, written: str, told: tuple[str, str]
) -> None:
    project.mapping(f'{HEAD}chunks: [{{content: "{{{{ t }}}}"}}]\n')
    project.fixture(f'{{"type":"x","t":{written}}}')
    found = [each for each in project.check() if each["rule"] == "fixture-invalid-json"]
    place = [f"{each['column']}-{each['end_column']}" for each in found]
    assert list(zip(place, (each["message"] for each in found), strict=True)) == [told]


@pytest.mark.parametrize("command", ["index", "files"])
def test_a_pattern_that_names_a_folder_leaves_nothing_out_and_is_told(
    project: Project, command: str
) -> None:
    project.write("base/a.md", "# A\n\nwords\n")
    project.write("docs/b.md", "# B\n\nwords\n")
    for pattern, told in (
        ("base", "names a folder"),
        ("base/", "names a folder"),
        ("base/*", ""),
    ):
        result = project.run(command, "--exclude", pattern)
        said = f"the pattern {pattern} {told}, and patterns match files: write base/*\n"
        assert (said in result.err) == bool(told)
        assert project.run(command, "--exclude", pattern, "-q").err == ""


@pytest.mark.parametrize("path", ["m.yaml", "./m.yaml", ".//m.yaml", ".", "./"])
def test_a_mapping_in_the_current_folder_is_named_in_one_way(
    project: Project, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    text = f'{HEAD}chunks: [{{contnet: "{{{{ t }}}}"}}]\n'
    for folder in ("other", "mappings"):
        project.write(f"{folder}/m.yaml", text)
        monkeypatch.chdir(project.root / folder)
        result = project.run(path, "--format", "json")
        found = [(each["rule"], each["path"]) for each in result.findings]
        assert (result.status, found[-1]) == (1, ("unknown-key", "m.yaml"))
