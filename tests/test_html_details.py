"""What the HTML report shows beside findings, each part where its command knows it."""

from __future__ import annotations

from typing import Any

import pytest

from rtfm_check.details import contents, graph, samples
from rtfm_check.report import _html_findings, _html_table
from tests.conftest import Project
from tests.page import Page

MAPPING = """\
name: pump
match: {discriminator: {type: pump}}
chunks:
  - foreach: entries
    title: "{{ date }}"
    content: "{{ text }}"
    metadata: {by: "{{ author.name }}"}
edges:
  - {relation: cites, target: "{{ manual }}"}
"""
DOCUMENT = """\
{"type": "pump", "manual": "m.pdf", "entries": [
  {"date": "May", "text": "Seal replaced.", "author": {"name": "Ann", "id": "a-1"}},
  {"date": "June", "text": "Oil <b>changed</b>.", "note": null}]}
"""
QUERIES = """\
top: 2
min-recall: 0.9
queries:
  - query: rotate the key
    expect: [docs/keys.md, docs/lost.md]
  - query: zebra
    expect: [{contains: zebra}]
"""


@pytest.fixture
def whole(project: Project) -> Project:
    """A project that has something to show in every part, with an older index of it."""
    project.mapping(MAPPING)
    project.fixture(DOCUMENT, "log.json")
    project.write("docs/README.md", "# Guide\n\nAll of it: [keys](keys.md), [gone](gone.md).\n")
    project.write("docs/keys.md", "# Keys\n\nHow to rotate the key of a pump, see [it](keys.md).\n")
    project.write("docs/lost.md", "# Lost\n\nNobody has a link to this page of the guide.\n")
    project.write("old.md", "# Old\n\nA page that is going to be removed after this.\n")
    assert project.run("index", ".", "-o", "../base", "--exit-zero").status == 0
    (project.root / "old.md").unlink()
    project.write("docs/lost.md", "# Lost\n\nNobody has a link to it: [keys](keys.md).\n")
    project.write(".rtfm/queries.yaml", QUERIES)
    return project


CI = ("ci", ".", "--diff-base", "../base", "--golden", ".rtfm/queries.yaml")


def page(project: Project, *arguments: str, status: int = 1) -> Page:
    """The page of a run."""
    result = project.run(*arguments, "--format", "html")
    assert result.status == status, result
    return Page(result.out)


def headings(made: Page) -> list[str]:
    """The parts of a page."""
    return made.texts["h2"]


def test_ci_shows_all_that_it_knows(whole: Project) -> None:
    made = page(whole, *CI)
    assert headings(made) == [
        *("Overview", "Findings", "Mappings and their fixtures", "Index", "Links"),
        *("Change to the index", "Queries"),
    ]
    cards = [" ".join(each.split()) for each in made.texts["li"] if "\n" in each]
    assert cards[6:12] == [
        "Findings 7 4 errors, 3 infos",
        "Mappings 72.7 % of the text is indexed; 1 of 1 fixture taken",
        "Index 3 chunks of 3 documents",
        "Links 1 of 4 links broken, 1 page nobody links to",
        "Change +1 −2 chunks, in 2 documents that changed",
        "Queries 0.250 recall of 2 queries, MRR 0.500",
    ]
    assert sorted(made.blocks) == [
        *("data", "data-chunks", "data-documents", "data-links", "data-samples"),
    ]


def test_check_shows_which_text_of_fixtures_is_indexed(whole: Project) -> None:
    made = page(whole, "check", ".", status=0)
    assert headings(made) == ["Overview", "Findings", "Mappings and their fixtures"]
    assert made.tables["coverage-title"] == [
        ["mapping", "indexed", "", "only read", "not read"],
        [".rtfm/mappings/m.yaml", "72.7 %", "", "12", "3"],
    ]
    assert made.tables["unread-0"] == [["field", "characters"], ["entries.*.author.id", "3"]]
    assert made.tables["partial-0"] == [
        ["placeholder", "in", "line", "finds something in", "of"],
        ["author.name", "chunks[0].metadata.by", "7", "1", "2"],
    ]


def test_a_fixture_is_there_line_by_line_beside_its_chunks(whole: Project) -> None:
    whole.fixture('{"type": "pond", "n": 1}', "other.json")
    made = page(whole, "check", ".", status=0)
    log, other = made.blocks["data-samples"]
    fixture, mapping, lines, levels, chunks, edges, *cut = log
    assert (fixture, mapping) == (".rtfm/fixtures/log.json", ".rtfm/mappings/m.yaml")
    assert [f"{level} {line}" for level, line in zip(levels, lines.split("\n"), strict=True)] == [
        "3 {",
        '1   "type": "pump",',
        '1   "manual": "m.pdf",',
        '3   "entries": [',
        "3     {",
        '2       "date": "May",',
        '2       "text": "Seal replaced.",',
        '3       "author": {',
        '1         "name": "Ann",',
        '0         "id": "a-1"',
        "3       }",
        "3     },",
        "3     {",
        '2       "date": "June",',
        '2       "text": "Oil <b>changed</b>.",',
        '3       "note": null',
        "3     }",
        "3   ]",
        "3 }",
    ]
    assert chunks == [
        ["chunks[0]", "May", "Seal replaced.", '{"by": "Ann"}', [[5, 6], [6, 7], [8, 9]], 0],
        ["chunks[0]", "June", "Oil <b>changed</b>.", '{"by": ""}', [[13, 14], [14, 15]], 0],
    ]
    assert edges == [["cites", "m.pdf", [[2, 3]]]]
    assert cut == [False, 0, 0]
    assert other[:4] == [
        *(".rtfm/fixtures/other.json", "", '{\n  "type": "pond",\n  "n": 1\n}', "3033"),
    ]


def test_index_shows_chunks_beside_their_document(whole: Project) -> None:
    made = page(whole, "index", ".", status=0)
    assert headings(made) == ["Overview", "Findings", "Index", "Links"]
    assert made.blocks["data-documents"] == [
        ["docs/README.md", "markdown", "Guide", "", 54, 1, 2],
        ["docs/keys.md", "markdown", "Keys", "", 60, 1, 1],
        ["docs/lost.md", "markdown", "Lost", "", 50, 1, 1],
    ]
    assert made.blocks["data-chunks"] == {
        "path": "rtfm-index",
        "bounds": [50, 100, 200, 400, 800, 1600, 3200, 6400, 12800],
        "rows": [
            [0, "Guide", "All of it: [keys](keys.md), [gone](gone.md).", 44, [3, 3]],
            [1, "Keys", "How to rotate the key of a pump, see [it](keys.md).", 51, [3, 3]],
            [2, "Lost", "Nobody has a link to it: [keys](keys.md).", 41, [3, 3]],
        ],
        "texts": {
            "0": "# Guide\n\nAll of it: [keys](keys.md), [gone](gone.md).\n",
            "1": "# Keys\n\nHow to rotate the key of a pump, see [it](keys.md).\n",
            "2": "# Lost\n\nNobody has a link to it: [keys](keys.md).\n",
        },
        "total": 3,
    }
    charts = [each["aria-label"] for each in made.named("svg") if each.get("role") == "img"]
    assert charts == ["markdown: 2 under 50, 1 of 50 to 99"]


def test_field_profiles_show_what_becomes_of_each_field(project: Project) -> None:
    profile = (
        "files = a.jsonl\nsource_identifier = id\n"
        "json_text_fields.title,json_text_fields.tags.*\njson_metadata_fields.by.name=author\n"
    )
    project.write(".rtfm/fields/a.conf", profile)
    records = (
        '{"id": 1, "title": "A", "tags": ["x"], "by": {"name": "N", "mail": "m"}, "more": {}}\n'
        '{"id": 2, "title": null, "tags": ["y"], "list": [{"q": 1}]}\n'
    )
    project.write("a.jsonl", records)
    made = page(project, "check", ".", "--exit-zero", status=0)
    assert headings(made) == ["Overview", "Findings", "Field profiles"]
    assert made.tables["profile-0"] == [
        ["field", "becomes", "under the key", "found in", "of records"],
        ["title", "text", "", "1", "2"],
        ["tags.*", "text", "", "2", "2"],
        ["by.name", "metadata", "author", "1", "2"],
        ["id", "identifier", "", "2", "2"],
    ]
    assert made.tables["profile-unread-0"][1:] == [["by.mail"], ["list.*.q"], ["more"]]
    assert "Profiles 1 tried on 2 records" in [" ".join(x.split()) for x in made.texts["li"]]


@pytest.mark.parametrize("kind", ["sqlite", "shard", "merge"])
def test_other_kinds_of_indexes_show_their_chunks_too(whole: Project, kind: str) -> None:
    arguments = {
        "sqlite": ("index", ".", "--format", "sqlite"),
        "shard": ("index", ".", "--shard", "1/1"),
        "merge": ("merge", "../shard", "-o", "merged"),
    }[kind]
    if kind == "merge":
        assert whole.run("index", ".", "--shard", "1/1", "-o", "../shard").status == 0
    made = page(whole, *arguments, status=0)
    rows = made.blocks["data-chunks"]["rows"]
    assert [row[1] for row in rows] == ["Guide", "Keys", "Lost"]
    assert len(made.blocks["data-chunks"]["texts"]) == (0 if kind == "merge" else 3)
    assert made.tables["orphans-title"][1:] == [["docs/lost.md", "markdown", "1"]]


def test_only_short_documents_of_lines_stand_beside_their_chunks(project: Project) -> None:
    project.write("crlf.md", "# A\r\n\r\nSome words of it\r\n")
    project.write("latin.txt", "caf\xe9 and more words".encode("latin-1"))
    project.write("long.txt", "a few words\n" * contents.DOCUMENT_LINES)
    project.write("wide.txt", "words " * (contents.DOCUMENT_BYTES // 6 + 1))
    project.write("data.json", '{"a": "some text in it"}')
    made = page(project, "index", ".", "--exit-zero", status=0)
    names = [each[0] for each in made.blocks["data-documents"]]
    assert names == ["crlf.md", "data.json", "latin.txt", "long.txt", "wide.txt"]
    assert made.blocks["data-chunks"]["texts"] == {"0": "# A\n\nSome words of it\n"}


@pytest.mark.parametrize("command", ["docs", "index", "ci"])
def test_links_are_shown_broken_orphaned_and_by_document(whole: Project, command: str) -> None:
    made = page(whole, command, ".", "--exit-zero", status=0)
    assert made.tables["broken-title"] == [
        ["document", "leads to", "why", "relation", "times"],
        ["docs/README.md", "gone.md", "no such file", "link", "1"],
    ]
    assert made.tables["orphans-title"] == [
        ["page", "parser", "chunks"],
        ["docs/lost.md", "markdown", "1"],
    ]
    assert made.tables["hubs-title"] == [["document", "links", "from"], ["docs/keys.md", "2", "2"]]
    assert made.blocks["data-links"] == {
        "relations": ["link"],
        "reasons": ["no such file"],
        "pairs": [[0, 1, 0, 1], [2, 1, 0, 1]],
        "broken": [[0, "gone.md", 0, 0, 1]],
        "orphans": [2],
    }


def test_diff_shows_the_documents_that_changed(whole: Project) -> None:
    assert whole.run("index", ".", "--exit-zero").status == 0
    made = page(whole, "diff", "../base", "rtfm-index", status=0)
    assert (headings(made), made.texts["h1"]) == (
        ["Change to the index"],
        ["+1 −2 chunks, in 2 documents that changed"],
    )
    assert made.tables["changed-title"] == [
        [
            *("change", "document", "because of", "chunks before", "now", "added", "gone"),
            *("moved", "edges"),
        ],
        ["changed", "docs/lost.md", "content", "1", "1", "1", "1", "0", "+1 −0"],
        ["removed", "old.md", "", "1", "0", "0", "1", "0", "+0 −0"],
    ]
    assert "There are 25.00 % fewer chunks than there were." in made.texts["p"]
    whole.run("diff", "../base", "rtfm-index", "--format", "html=diff.html")
    assert Page((whole.root / "diff.html").read_text("ascii")).tables == made.tables
    made = page(whole, "diff", "rtfm-index", "rtfm-index", status=0)
    assert made.texts["p"][-1] == "No document, chunk or edge differs."


def test_diff_shows_the_records_that_changed(project: Project) -> None:
    profile = "files = a.jsonl\nsource_identifier = id\njson_text_fields.t\n"
    project.write(".rtfm/fields/a.conf", profile)
    project.write("a.jsonl", '{"id": "one", "t": "first text"}\n{"id": "two", "t": "more text"}\n')
    project.run("index", ".", "-o", "../base", "--exit-zero")
    project.write("a.jsonl", '{"id": "one", "t": "other text"}\n{"id": "<3>", "t": "third text"}\n')
    project.run("index", ".", "-o", "../head", "--exit-zero")
    made = page(project, "diff", "../base", "../head", status=0)
    head, row = made.tables["changed-title"]
    assert (head[-1], row[-1]) == ("records", "+1 −1 ~1: +<3>, ~one, -two")


def test_query_shows_the_rank_of_what_has_to_be_found(whole: Project) -> None:
    assert whole.run("index", ".", "--exit-zero").status == 0
    made = page(whole, "query", "--golden", ".rtfm/queries.yaml")
    assert headings(made) == ["Overview", "Findings", "Queries"]
    (queries,) = [each for each in made.texts["section"] if "mean reciprocal rank" in each]
    assert " ".join(queries.split()) == (
        "Queries recall0.250 recall that is enough0.9 mean reciprocal rank0.500 queries2 "
        "that miss something2 "
        "zebra miss a chunk with zebra not among the first 2 "
        "Nothing is found: no chunk has a word of it. "
        "rotate the key #1 docs/keys.md at rank 1 miss docs/lost.md not among the first 2 "
        "2 answers docs/keys.md Keys expected score 0.987 "
        "How to rotate the key of a pump, see [it](keys.md). "
        "docs/README.md Guide score 0.000 All of it: [keys](keys.md), [gone](gone.md)."
    )
    made = page(whole, "query", "link", "guide", status=0)
    assert (made.texts["h1"], headings(made)) == (["2 answers"], ["Queries"])


def test_coverage_shows_its_part_alone(whole: Project) -> None:
    made = page(whole, "coverage", ".", status=0)
    assert made.texts["h1"] == ["72.7 % of the text is indexed; 1 of 1 fixture taken"]
    assert headings(made) == ["Mappings and their fixtures"]
    assert made.tables["unread-0"][1:] == [["entries.*.author.id", "3"]]
    assert len(made.blocks["data-samples"]) == 1


def test_a_run_that_asks_for_no_page_makes_no_details(
    whole: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They cost a second reading of fixtures and of the index."""

    def refuse(*_: Any) -> Any:
        raise AssertionError("details that nobody asked for")

    monkeypatch.setattr(contents, "of_index", refuse)
    monkeypatch.setattr(samples.Samples, "take", refuse)
    monkeypatch.setattr(graph, "make", refuse)
    assert whole.run("index", ".", "--exit-zero").status == 0
    assert whole.run("docs", ".", "--exit-zero").status == 0
    assert whole.run("check", ".", "--exit-zero").status == 0


def test_empty_parts_say_that_they_are(project: Project) -> None:
    project.write("a.md", "# A\n\nA page without a link to any other one.\n")
    made = page(project, "ci", ".", status=0)
    assert headings(made) == ["Overview", "Findings", "Index", "Links"]
    assert made.texts["p"][-1] == "No link was found in 1 document."
    project.mapping(MAPPING)
    made = page(project, "check", ".", "--exit-zero", status=0)
    (said,) = [each for each in made.texts["p"] if "no fixture" in each]
    assert said == "There is no fixture to try the mappings on, so what they give is not known."


def test_what_is_cut_is_counted(whole: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        whole.write(f"more/{number}.md", "".join(f"## H{n}\n\n{n} words\n\n" for n in range(9)))
        whole.fixture(DOCUMENT, f"more{number}.json")
    monkeypatch.setattr(contents, "MOST_CHUNKS", 12)
    monkeypatch.setattr(contents, "_TEXT_CHARS", 400)
    monkeypatch.setattr(samples, "MOST_OF_ONE", 2)
    monkeypatch.setattr(samples, "MOST_LINES", 5)
    monkeypatch.setattr(samples, "MOST_MADE", 1)
    monkeypatch.setattr(graph, "MOST_LINKS", 1)
    monkeypatch.setattr(graph, "MOST_BROKEN", 0)
    monkeypatch.setattr(_html_findings, "MOST", 2)
    many = len(whole.run(*CI, "--format", "json").findings) - 2
    made = page(whole, *CI)
    cut = [
        " ".join(text.split())
        for text, each in zip(made.texts["p"], made.named("p"), strict=True)
        if each.get("class") == "cut"
    ]
    assert cut == [
        f"{many} more findings are not in this report, which holds the worst: "
        "--format json has all.",
        "2 more fixtures cannot be looked at here: rtfm-check preview MAPPING DOCUMENT shows any.",
        "18 more chunks cannot be read here, the last of long documents: all are in rtfm-index.",
        "1 more broken link: all are in edges.jsonl.",
        "1 more of the links between documents are not in this report: all edges are in the index.",
    ]
    rows = made.blocks["data-chunks"]["rows"]
    assert [row[0] for row in rows] == [0, 1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]
    assert sum(len(row[2]) for row in rows) <= 400
    _, _, lines, levels, chunks, _, *cut_off = made.blocks["data-samples"][0]
    assert (lines.count("\n"), len(levels), len(chunks), cut_off) == (4, 5, 1, [True, 1, 0])
    assert len(made.blocks["data"]["findings"]) == 2


def test_a_long_table_keeps_its_first_rows_as_html_and_all_as_data(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = "\n\n".join(f"[link {number}](gone-{number:03}.md)" for number in range(60))
    project.write("a.md", f"# A\n\n{links}\n")
    made = page(project, "docs", ".")
    assert len(made.tables["broken-title"]) == 1 + 50
    data = made.blocks["data-tables"]["broken-title"]
    assert data["rows"][59] == ["a.md", "gone-059.md", "no such file", "link", 1]
    assert [title for title, *_ in data["columns"]] == made.tables["broken-title"][0]
    monkeypatch.setattr(_html_table, "MOST_ROWS", 55)
    made = page(project, "docs", ".")
    assert len(made.blocks["data-tables"]["broken-title"]["rows"]) == 55
    assert "5 more broken links are not in this report." in " ".join(made.texts["p"])


UNSEEN = "a\u2028b\u202ec\x1b[31md\ufeff</script>"


def test_no_text_of_a_file_is_raw(project: Project) -> None:
    """Of chunks, titles, links, values of fixtures, queries: escapes stand for what is unseen."""
    text = '{"type": "pump", "entries": [{"date": "D", "text": "T"}]}'
    escaped = "a\\u2028b\\u202ec\\u001b[31md\\ufeff</script>"
    project.mapping(MAPPING)
    project.fixture(text.replace("D", escaped).replace("T", escaped), "log.json")
    project.write("a.md", f"# {UNSEEN}\n\n{UNSEEN} [x](<{UNSEEN}.md>) and more of it.\n")
    query = f'"{escaped} more"'
    project.write("q.yaml", f"queries: [{{query: {query}, expect: [{query}]}}]\n")
    result = project.run("ci", ".", "--golden", "q.yaml", "--format", "html")
    assert result.out.isascii()
    assert "\x1b" not in result.out
    made = Page(result.out)
    raw = [
        character
        for text in (*made.texts["body"], str(made.blocks))
        for character in "\u2028\u202e\x1b\ufeff"
        if character in text
    ]
    assert raw == []
    shown = "a\\u2028b\\u202ec\\x1b[31md\\ufeff</script>"
    assert shown in made.blocks["data-chunks"]["rows"][0][2]
    assert made.blocks["data-samples"][0][4][0][1:3] == [shown, shown]
    assert f"{shown} more" in made.texts["h3"]


def test_the_same_tree_gives_the_same_page(whole: Project) -> None:
    first = whole.run(*CI, "--format", "html").out
    assert whole.run(*CI, "--no-cache", "--jobs", "2", "--format", "html").out == first
