"""The HTML report: what stands in it, that hostile text stays text, and how large it gets."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from pathlib import Path

import pytest

from rtfm_check.report import _html_findings, _html_mappings, _html_sections
from tests.conftest import Project
from tests.page import Page

EXAMPLES = Path(__file__).parent / "examples"
MAPPING = 'name: m\nmatch: {discriminator: {type: x}}\nchunks: [{content: "{{ t }}"}]\n'


@pytest.fixture
def broken(project: Project) -> Project:
    """The bundled example with the mistakes that people make."""
    shutil.copytree(EXAMPLES / "notebooklm-broken" / ".rtfm", project.root / ".rtfm")
    return project


def page(project: Project, *arguments: str, status: int = 1) -> Page:
    """The page of a run."""
    result = project.run(*arguments, "--format", "html")
    assert result.status == status, result
    return Page(result.out)


def test_the_tables_say_what_was_found_and_what_became_of_fixtures(broken: Project) -> None:
    made = page(broken, ".")
    assert made.texts["h1"] == ["8 errors, 2 warnings, 1 info"]
    assert made.texts["title"] == ["rtfm-check: 8 errors, 2 warnings, 1 info"]
    assert made.tables["by-rule"] == [
        ["rule", "severity", "findings", ""],
        ["path-never-resolves", "error", "2", ""],
        ["bad-enum-value", "error", "1", ""],
        ["metadata-not-json", "error", "1", ""],
        ["placeholder-not-recognised", "error", "1", ""],
        ["root-path-inside-foreach", "error", "1", ""],
        ["unknown-key", "error", "1", ""],
        ["unquoted-template", "error", "1", ""],
        ["renders-python-repr", "warning", "1", ""],
        ["yaml-implicit-type", "warning", "1", ""],
        ["custom-relation-not-materialised", "info", "1", ""],
    ]
    assert made.tables["by-file"] == [
        ["file", "errors", "warnings", "infos"],
        [".rtfm/mappings/nblm-answer.yaml", "7", "1", "1"],
        [".rtfm/mappings/10-all-answers.yaml", "1", "0", "0"],
        [".rtfm/mappings/20-drafts.yaml", "0", "1", "0"],
    ]
    assert made.tables["taken-0"] == [
        ["fixture", "matched by", "chunks", "edge candidates"],
        [".rtfm/fixtures/answer-1.json", "schema_url", "2", "0"],
        [".rtfm/fixtures/answer-2.json", "discriminator", "1", "0"],
        [".rtfm/fixtures/answer-3.json", "discriminator", "0 dropped", "0"],
    ]


def test_the_data_has_each_finding_with_its_line_in_three_parts(broken: Project) -> None:
    data = page(broken, ".").data
    texts, rules = data["texts"], data["rules"]
    (found,) = [each for each in data["findings"] if rules[each[1]][1] == "unknown-key"]
    rank, _, path, line, column, message, help, note, pointer, fix, excerpt, related = found
    assert (rank, line, column, related) == (2, 18, 5, [])
    assert [texts[each] for each in (path, message, help, note, pointer, fix)] == [
        ".rtfm/mappings/nblm-answer.yaml",
        "`titel` is not a chunk key",
        "did you mean `title`?",
        "RTFM ignores the key",
        "chunks[1].titel",
        "rename to `title` (--fix)",
    ]
    earlier, *parts = excerpt
    assert [texts[each] for each in earlier] == ["  - foreach: citations"]
    assert [texts[each] for each in parts] == [
        "    ",
        "titel",
        ': "{{ marker }} {{ source_name }}"',
    ]
    assert len(data["findings"]) == 11
    assert len(set(texts)) == len(texts)


def test_a_fixture_that_gives_nothing_stands_before_the_others(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.mapping(MAPPING)
    project.fixture('{"type": "x", "t": "text"}', "a.json")
    project.fixture('{"type": "y"}', "b.json")
    made = page(project, ".", "--exit-zero", status=0)
    assert made.tables["taken-0"] == [["fixture"], [".rtfm/fixtures/b.json"]]
    assert made.tables["taken-1"][1:] == [[".rtfm/fixtures/a.json", "discriminator", "1", "0"]]
    assert made.texts["h3"][-2:] == ["No mapping takes these", ".rtfm/mappings/m.yaml"]
    monkeypatch.setattr(_html_mappings, "MOST_TRIED", 1)
    made = page(project, ".", "--exit-zero", status=0)
    assert "taken-1" not in made.tables
    assert made.texts["p"][-1] == "1 more fixture not shown here."


def test_index_and_ci_show_what_each_parser_made(broken: Project) -> None:
    broken.write("a.md", "# A\n\nA page that is long enough, with a [link](b.md).\n")
    broken.write("b.txt", "some text\n")
    rows = [
        ["parser", "documents", "chunks", ""],
        ["markdown", "1", "1", ""],
        ["plaintext", "1", "1", ""],
    ]
    made = page(broken, "index", ".", "--exclude", ".rtfm", "--exit-zero", status=0)
    assert made.tables["index-title"] == rows
    assert "mappings" not in {each.get("id") for _, each in made.elements}
    made = page(broken, "ci", ".", "--exclude", ".rtfm")
    assert made.tables["index-title"] == rows
    assert "taken-0" in made.tables
    assert "broken-link" in {rule[1] for rule in made.data["rules"]}


def test_nothing_found_is_said_and_needs_no_filter(project: Project) -> None:
    made = page(project, "check", ".", status=0)
    assert made.texts["h1"] == ["No findings"]
    assert "form" not in made.texts
    assert made.data == {"texts": [], "rules": [], "findings": []}


def test_what_is_silenced_is_counted(broken: Project) -> None:
    assert broken.run("baseline", "write", "known.json").status == 0
    made = page(broken, ".", "--baseline", "known.json", status=0)
    assert made.texts["h1"] == ["No findings"]
    assert "Not counted: 11 in the baseline." in made.texts["p"]


def test_the_page_is_one_file_that_asks_for_nothing_else(broken: Project) -> None:
    made = page(broken, ".")
    addresses = [
        str(each[name])
        for _, each in made.elements
        for name in ("src", "href", "action", "srcset", "data")
        if name in each
    ]
    assert all(each.startswith(("#", "data:image/svg+xml,")) for each in addresses)
    (style,) = made.texts["style"]
    assert not any(part in style for part in ("url(", "@import", "//"))
    assert not any(name in each for _, each in made.elements for name in ("style", "onclick"))


def test_the_policy_lets_only_the_style_and_script_of_the_page_run(broken: Project) -> None:
    made = page(broken, ".")
    (style,), (*_, script) = made.texts["style"], made.texts["script"]
    digests = [
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for text in (style, script)
    ]
    assert made.policy == (
        f"default-src 'none'; style-src {digests[0]}; script-src {digests[1]}; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )


def test_the_same_tree_gives_the_same_bytes_in_ascii(broken: Project) -> None:
    broken.mapping("name: é [\n", "é.yaml")
    first = broken.run(".", "--format", "html").out
    broken.run(".", "--no-cache", "--format", "html=out.html", "--color", "always")
    assert (broken.root / "out.html").read_bytes() == first.encode("ascii")


MARKUP = [
    "</script><script>window.pwned=1</script>",
    "<!--<script>",
    "]]><img src=x onerror=window.pwned=1>",
    "\"'><svg onload=window.pwned=1>",
    "</style></noscript></title><b>bold</b>",
    "&lt;b&gt;&amp;&#x3c;",
    "javascript:window.pwned=1",
    "`<b>`code` <i>",
]


def hostile(project: Project) -> None:
    """A project whose every name and text is markup."""
    for number, text in enumerate(MARKUP):
        name = text.replace("/", "\u2215")
        mapping = {
            "name": text,
            "match": {"discriminator": {"type": text}},
            "chunks": [{"title": text, "content": "{{ t }}", text: text}],
            text: 1,
        }
        project.mapping(json.dumps(mapping, indent=1), f"{name}.json")
        project.fixture(json.dumps({"type": text, "t": text, text: text}), f"{number}{name}.json")
        project.write(f"{name}.md", f"# {text}\n\n{text} [{text}](<{name}.gone>)\n")


def test_markup_of_names_and_texts_is_text(project: Project) -> None:
    """The same elements and attributes as in a page without any; the texts are all there."""
    hostile(project)
    made = page(project, "ci", ".")
    assert {name for name, _ in made.elements} <= {
        *("html", "head", "meta", "title", "link", "style", "body", "a", "header", "p", "h1"),
        *("nav", "ul", "li", "main", "section", "h2", "dl", "div", "dt", "dd", "h3", "table"),
        *("thead", "tbody", "tr", "th", "td", "b", "svg", "rect", "form", "label", "input"),
        *("datalist", "select", "option", "fieldset", "legend", "button", "details", "summary"),
        *("kbd", "ol", "span", "noscript", "code", "em", "footer", "script"),
        *("figure", "figcaption", "text"),
    }
    scripts = [each for name, each in made.elements if name == "script"]
    assert [each.get("type") for each in scripts] == [*["application/json"] * 5, None]
    assert not any(name.startswith("on") for _, each in made.elements for name in each)
    links = [each["href"] for name, each in made.elements if name == "a"]
    assert all(str(each).startswith("#") for each in links)
    shown = "\n".join(made.data["texts"])
    for text in MARKUP:
        assert f"{text.replace('/', chr(0x2215))}.json" in shown
        assert text in made.data["texts"] or text in shown
    files = [row[0] for rows in made.tables.values() for row in rows]
    assert f".rtfm/mappings/{MARKUP[3]}.json" in files


@pytest.mark.parametrize(
    ("filler", "parts"),
    [
        ("", ["chunks: [{", "contnet", ': "{{ t }}"}]']),
        ("y" * 20, ["chunks: [{" + "y" * 20 + ": 1, ", "contnet", ': "{{ t }}"}]']),
        ("y" * 300, [f"chunks: [{{{'y' * 190}…", "", ""]),
    ],
    ids=["short", "longer", "cut-before-the-mistake"],
)
def test_what_is_wrong_is_marked_where_its_line_still_shows_it(
    project: Project, filler: str, parts: list[str]
) -> None:
    before = f"{filler}: 1, " if filler else ""
    project.mapping(MAPPING.replace("[{content", f"[{{{before}contnet"))
    data = page(project, ".").data
    texts, rules = data["texts"], data["rules"]
    rows = [each for each in data["findings"] if rules[each[1]][1] == "unknown-key"]
    assert [texts[each] for each in rows[-1][10][1:]] == parts


def test_without_scripts_the_worst_are_a_list(
    broken: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_html_findings, "MOST_PLAIN", 9)
    text = page(broken, ".").texts["noscript"][0]
    rows = [each for each in text.split("\n") if each.startswith(("error ", "warning ", "info "))]
    assert [each.split()[0] for each in rows] == ["error"] * 8 + ["warning"]
    assert "2 more are not in this list." in text


def test_many_findings_take_few_bytes_each_and_few_elements(project: Project) -> None:
    for number in range(20):
        lines = [f"A [link to page {i}](gone-{number}-{i}.md).\n" for i in range(200)]
        project.write(f"pages/{number:03}.md", "# Page\n\n" + "\n".join(lines))
    result = project.run("docs", ".", "--format", "html")
    made = Page(result.out)
    assert len(made.data["findings"]) >= 4000
    assert len(result.out) < 60_000 + 300 * len(made.data["findings"])
    assert len(made.elements) < 1_700
    assert len(made.tables["by-file"]) == _html_sections.MOST_FILES + 1
    assert "8 more files: the filter below reaches all." in made.texts["p"]
