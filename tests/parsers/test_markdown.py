"""What holds of every Markdown page, sound or not."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtfm_check import limits
from rtfm_check.parsers import _markdown_title
from rtfm_check.parsers._contract import How
from rtfm_check.parsers._markdown_page import Page
from tests.parsers.reading import Read
from tests.parsers.source_code import MANY, assert_grows_with_length, read, targets, titles

PIECES = (
    *(
        "# One",
        "## Two ##",
        "### Three {#id}",
        "Under\n===",
        "lined\n---",
        "#",
        "***",
        "\n\n",
        "\n",
    ),
    *("```", "~~~", "````md", "    code", "\tcode", "<!--", "-->", "<div>", "</div>", "<pre>"),
    *("- item", "  - inner", "1. first", "> quoted", "|a|b|\n|-|-|\n|c|d|", "[^f]: foot", "a [^f]"),
    *("[l](a.md)", "[l](<b c.md> 't')", "![i](p.png)", "[[w#h|s]]", "![[e]]", "[r][ref]", "[ref]"),
    *(
        "[ref]: r.md",
        "[x][none]",
        "<http://u.org>",
        "<a href='h.md' id=i>",
        "[[y]](z.md)",
        "`c [n](o)`",
    ),
    *(
        "words.  And more! é",
        "検索",
        "\\[esc](n)",
        "[open](",
        "[[open",
        "![",
        "](",
        ")",
        "]]",
        "^id",
    ),
    *(
        "---",
        "key: value",
        "tags: [a]",
        "...",
        "\u2028",
        "a\xa0b",
        "- [ ] task",
        "$x$",
        "&amp;",
        "\0",
    ),
)
JOINERS = st.sampled_from(["", " ", "\n", "\n", "\n\n", "\n  "])
PAGES = st.lists(st.tuples(st.sampled_from(PIECES), JOINERS), max_size=30)
LETTERS = re.compile(r"[^\W\d_]+")


def squeezed(text: str) -> str:
    return "".join(text.split())


def page(tmp_path: Path, text: str) -> Read:
    return read(tmp_path, "p.md", text)


@MANY
@given(PAGES)
def test_every_word_is_in_a_chunk_with_its_lines(
    tmp_path: Path, pieces: list[tuple[str, str]]
) -> None:
    text = "".join(map("".join, pieces)).replace("\0", "")
    made = page(tmp_path, text)
    assert "parser-failed" not in made.rules
    assert made.chunks or made.rules
    assert not made.lacks(text)
    lines = text.split("\n")
    for each in made.chunks:
        assert 1 <= each["line_start"] <= each["line_end"] <= len(lines)
        within = lines[each["line_start"] - 1 : each["line_end"]]
        assert squeezed(each["content"]) in squeezed("".join(within))
        assert within[0].strip() or "\u2028" in within[0]
        assert within[-1].strip() or "\u2028" in within[-1]
    for each, following in pairwise(made.chunks):
        assert each["line_end"] <= following["line_start"]


@MANY
@given(PAGES)
def test_what_is_written_as_a_target_is_one(tmp_path: Path, pieces: list[tuple[str, str]]) -> None:
    text = "".join(map("".join, pieces))
    made = page(tmp_path, text)
    for link in made.links:
        written = text[link.start : link.end].strip()
        assert link.target in (written.partition("#")[0].strip(), written.strip("[]"))
        assert "code" not in link.target
    for anchor in made.anchors:
        assert 0 <= anchor.start < len(text)
        assert squeezed(anchor.title)[:1] in text[anchor.start :]


@MANY
@given(st.text(st.sampled_from("#[]()!<>`*_-=|\\^&~ \t\n'\":;ab1é"), max_size=120))
def test_nothing_fails_whatever_the_text_is(tmp_path: Path, text: str) -> None:
    made = page(tmp_path, text)
    assert "parser-failed" not in made.rules
    assert not made.lacks(text)


@MANY
@given(st.text(st.sampled_from("-.[]{}:,&*!|>'\"# \nab1"), max_size=60))
def test_nothing_fails_whatever_front_matter_is(tmp_path: Path, text: str) -> None:
    made = page(tmp_path, f"---\n{text}\n---\n\nwords\n")
    assert "parser-failed" not in made.rules
    assert not made.lacks(text)


@MANY
@given(
    st.lists(st.integers(1, 900), min_size=1, max_size=12),
    st.sampled_from(["word ", "word. ", "w", "é ", "word\n", "  word\n"]),
    st.sampled_from(["", "- ", "    ", "> ", "```\n", "|a|\n|-|\n|"]),
)
def test_no_chunk_is_long_and_no_character_is_lost(
    tmp_path: Path, counts: list[int], word: str, start: str
) -> None:
    text = "# One\n\n" + "\n\n".join(start + word * count for count in counts)
    made = page(tmp_path, text)
    assert max(each["content_chars"] for each in made.chunks) <= 3200
    joined = "".join(each["content"] for each in made.chunks)
    assert squeezed("# One" + joined) == squeezed(text)
    lines = text.split("\n")
    for each in made.chunks:
        within = "".join(lines[each["line_start"] - 1 : each["line_end"]])
        assert squeezed(each["content"]) in squeezed(within)
    pages = [each["page_start"] for each in made.chunks]
    assert pages == sorted(pages)
    assert made.chunks[-1]["page_end"] <= len(text) // 2500 + 1


@pytest.mark.parametrize("block", ["```\n{}\n```", "|a|\n|-|\n{}", "{}"], ids=repr)
@pytest.mark.parametrize("before", [10, 150, 1400, 2900])
def test_what_fits_in_a_chunk_is_not_cut(tmp_path: Path, block: str, before: int) -> None:
    rows = "\n".join(f"|    row_{number:02}. = 1" for number in range(100))
    text = block.format(rows if block != "{}" else f"- {rows}")
    made = page(tmp_path, f"{'w. ' * (before // 3)}\n\n{text}\n\n{'w. ' * 500}")
    assert [each for each in made.chunks if text in each["content"]]


def test_a_long_document_is_read_in_stretches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = "## Two é\n\nText [a](b.md) and [[c]].\n\n```\ncode\n```\n\n"
    text = "---\ntitle: t\n---\n\n# One\n\n" + section * 40
    whole = page(tmp_path, text)
    monkeypatch.setattr(limits, "MARKDOWN_CHARS", 500)
    parted = page(tmp_path, text)
    assert parted.rules == ["limit-reached"]
    assert parted.links == whole.links
    assert parted.anchors == whole.anchors
    assert parted.chunks == whole.chunks
    assert all(text[each.start :].startswith(("b.md", "c")) for each in parted.links)


def test_a_section_goes_on_in_the_next_stretch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MARKDOWN_CHARS", 500)
    made = page(tmp_path, "# One\n\n" + "a word\n\n" * 200)
    assert set(titles(made)) == {"One"}
    assert [each["paragraph"] for each in made.chunks] == list(range(1, len(made.chunks) + 1))
    assert made.chunks[-1]["line_end"] == 401


@pytest.mark.parametrize(
    ("title", "number", "rest"),
    [
        ("Chapter 3: Tools", 3, "Tools"),
        ("chapter 3 Tools", 3, "Tools"),
        ("PART 7", 7, "PART 7"),
        ("Part 2 of the guide", 2, "Part 2 of the guide"),
        ("Section 5 - Tools", 5, "Tools"),
        ("Section 5 – Tools", 5, "Tools"),
        ("Section 4.2 Foo", None, "Section 4.2 Foo"),
        ("Part 1/3", None, "Part 1/3"),
        ("Part II", None, "Part II"),
        ("Partition 3", None, "Partition 3"),
        ("1. First steps", 1, "First steps"),
        ("12) Last steps", 12, "Last steps"),
        ("3: Tools", 3, "Tools"),
        ("1.2.3", None, "1.2.3"),
        ("1.2 Tools", None, "1.2 Tools"),
        ("2024 was a year", None, "2024 was a year"),
        ("2024-01-01", None, "2024-01-01"),
        ("404: not found", None, "404: not found"),
        ("2 Methods", None, "2 Methods"),
        ("42", None, "42"),
        ("Chapter 1234567890123", None, "Chapter 1234567890123"),
    ],
)
def test_a_number_is_taken_out_of_a_title_that_counts(
    title: str, number: int | None, rest: str
) -> None:
    assert _markdown_title.numbered(title) == (number, rest)


@pytest.mark.parametrize(
    ("front", "rules", "title"),
    [
        ("title: 2024-05-01", [], "2024-05-01"),
        ("title: 007", [], "007"),
        ("title: yes", [], "yes"),
        ("title:", [], "Heading"),
        ("title: [a]", ["rtfm-loses-document"], "Heading"),
        ("title: 99999999999999999999", ["rtfm-loses-document"], "99999999999999999999"),
        ("page_count: [1]", ["rtfm-loses-document"], "Heading"),
        ("page_count: x", [], "Heading"),
        ("date: 2024-05-01", [], "Heading"),
        ("2024-05-01: x", ["rtfm-loses-document"], "Heading"),
        ("a: {2024-05-01: x}", ["rtfm-loses-document"], "Heading"),
        ("extended: {a: [2024-05-01]}", ["rtfm-loses-document"], "Heading"),
        ("extended: [2024-05-01]", [], "Heading"),
        ("a: &x [*x]", ["rtfm-loses-document"], "Heading"),
        ("a: b: c", ["document-syntax"], "Heading"),
        ("a: !!python/name:os.system x", ["document-syntax"], "Heading"),
        ("a: 1\na: 2", ["document-syntax"], "Heading"),
        ("# nothing", [], "Heading"),
        ("a: " + "[" * 100 + "]" * 100, ["limit-reached"], "Heading"),
        (
            "a: &a [l,l,l,l,l,l,l,l]\n"
            + "".join(
                f"b{n}: &{c} [{','.join([f'*{p}'] * 8)}]\n"
                for n, (p, c) in enumerate(pairwise("abcdefgh"))
            ),
            ["limit-reached"],
            "Heading",
        ),
    ],
)
def test_front_matter(tmp_path: Path, front: str, rules: list[str], title: str) -> None:
    made = page(tmp_path, f"---\n{front}\n---\n# Heading\n\nText.\n")
    assert made.rules == rules
    assert made.document["title"] == title
    assert titles(made) == ["", "Heading"]
    assert front.rstrip() in made.chunks[0]["content"]


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nText: between: two\n\n---\n",  # lines across the page
        "---\nno mapping\n---\n",
        "----\na: b\n----\n",
        " ---\na: b\n---\n",
        "text\n\n---\na: b\n---\n",
        "---",
        "---\n",
        "",
    ],
)
def test_what_looks_like_front_matter_may_be_none(tmp_path: Path, text: str) -> None:
    made = page(tmp_path, text)
    assert made.document["metadata"] == {}
    assert set(made.rules) <= {"empty-document"}


def test_front_matter_in_toml_is_text(tmp_path: Path) -> None:
    made = page(tmp_path, "+++\ntitle = '[a](b.md)'\n# no heading\n+++\n\n# Heading\n\nText.\n")
    assert titles(made) == ["", "Heading"]
    assert "\n# no heading\n" in made.chunks[0]["content"]
    assert made.links == []


def test_front_matter_without_end_is_told(tmp_path: Path) -> None:
    assert page(tmp_path, "---\ntitle: a\n\n# Heading\n").rules == ["document-syntax"]
    long = "---\ntitle: a\n" + "b: c\n" * 20_000 + "---\n"
    assert page(tmp_path, long).rules == ["limit-reached"]


def test_each_chunk_has_what_is_not_too_much_of_the_front_matter(tmp_path: Path) -> None:
    made = page(tmp_path, f"---\na: 1\nlong: {'x' * 9000}\n---\n# One\n\nText.\n")
    assert made.rules == ["limit-reached"]
    assert "`long`" in made.problems[0].note
    assert made.chunks[-1]["metadata"] == {"a": 1}
    assert set(made.document["metadata"]) == {"a", "long"}


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("[a](b.md)", "b.md"),
        ("[a]( <b.md> 'see ](c.md)' )", "b.md"),
        ('[a](b.md "](c)")', "b.md"),
        ("[`](c.md)`](b.md)", "b.md"),
        ("[a](b\\_c.md)", "b_c.md"),
        ("[a](b%5Fc.md)", "b_c.md"),
        ("[a](b&#x5f;c.md)", "b_c.md"),
        ("[a](b(c(d)).md)", "b(c(d)).md"),
        ("[[a]](b.md)", "b.md"),
        ("[[a]](<b c.md> 't')", "b c.md"),
        ("<a href=b.md>", "b.md"),
        ('<a title=\'href="c.md"\' href = "b.md">', "b.md"),
        ("- [a](b.md)", "b.md"),
        ("> - [a](\n>   b.md)", "b.md"),
        ("# [a](b.md)", "b.md"),
        ("| [a](b.md) |\n|-|\n", "b.md"),
        ("[a][x]\n\n[x]: b.md", "b.md"),
        ("[a][X  y]\n\n[x\ny]: <b.md> 't'", "b.md"),
        ("x[^1]\n\n[^1]: [a](b.md)", "b.md"),
        ("\u2028é [é](b.md)", "b.md"),
    ],
)
def test_one_link_and_where_its_target_is_written(
    tmp_path: Path, written: str, target: str
) -> None:
    made = page(tmp_path, f"é {'é' * 300}\n\n{written}\n")
    assert targets(made) == [target]
    link = made.links[0]
    place = made.file.text[link.start : link.end]
    assert place[0] == target[0]
    assert place.endswith(target[-3:])
    assert link.detail in written


@pytest.mark.parametrize(
    "written",
    [
        *("`[a](b.md)`", "\\[a](b.md)", "    [a](b.md)", "```\n[[a]]\n```", "<!-- [a](b.md) -->"),
        *("[a] (b.md)", "[a](b.md", "[a](b c.md)", "[[]]", "[[a\nb]]", "\\[[a]]", "[x]", "[^x]"),
        *("[a]: ", "<script>\n'<a href=x>'\n</script>", "a <!--\n[a](b.md)\n--> c", "a[i][j]"),
        *("<div>\n<!--\n\n[a](b.md) [c][d] [[e]]\n\n[r]: s\n\n# h\n\n--></div>", "[^a][b]"),
    ],
)
def test_what_looks_like_a_link_may_be_none(tmp_path: Path, written: str) -> None:
    made = page(tmp_path, f"text\n\n{written}\n")
    assert made.links == []
    assert made.anchors == []


@pytest.mark.parametrize(
    ("written", "how", "fragment"),
    [
        ("[a](#b%20c)", How.ANCHOR, "b c"),
        ("[a](?b#c)", How.ANCHOR, "c"),
        ("[[#b c]]", How.ANCHOR, "b c"),
        ("[a](b.md#c)", How.PATH, "c"),
        ("[a](b%23c.md)", How.PATH, ""),
        ("[[b#^c|d]]", How.WIKILINK, "^c"),
        ("[a](tel:1)", How.URL, ""),
        ("[a](//b.c/d#e)", How.URL, ""),
        ("[a](b.md:12)", How.PATH, ""),
        ("[a][b]", How.REFERENCE, ""),
        ("[b][]", How.REFERENCE, ""),
    ],
)
def test_how_a_target_is_looked_for(tmp_path: Path, written: str, how: How, fragment: str) -> None:
    made = page(tmp_path, written)
    assert [(each.how, each.fragment) for each in made.links] == [(how, fragment)]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("!!! note\n\n    [a](b.md)\n\n        [no](no.md)\n", ["b.md"]),
        (
            "!!! note\n    [a](b.md)\n\n    ```\n    [no](no.md)\n\n    ```\n    [c](d.md)\n",
            ["b.md", "d.md"],
        ),
        ('???+ tip "T"\n    x\n\n    !!! tip\n\n        [a](b.md)\n', ["b.md"]),
        ('=== "A"\n\n    [a](b.md)\n\n===+ "B"\n\n    [c](d.md)\n', ["b.md", "d.md"]),
        ("text\n\n!!! note\n\ntext\n\n    [no](no.md)\n", []),
        ("```\n!!! note\n\n    [no](no.md)\n```\n", []),
        (
            "````{tab} T\n:sync: t\n\n[a](b.md)\n\n```{note}\n[c](d.md)\n```\n````\n",
            ["b.md", "d.md"],
        ),
        ("```{note}\n[a](b.md)\n\n~~~\n[no](no.md)\n~~~\n```\n", ["b.md"]),
        ("```{code-block} md\n[no](no.md)\n```\n```{note}\n[a](b.md)\n```\n", ["b.md"]),
        ("````md\n```{note}\n[no](no.md)\n```\n````\n", []),
        ("```{note}\n[no](no.md)\n", []),
        ("```{note}\n[no](no.md)\n````\n", []),
        ("- x\n\n  ```{tip}\n  [a](b.md)\n  ```\n\n  y\n", ["b.md"]),
        ("```{note}\n- [a](b.md)\n```\n- [c](d.md)\n", ["b.md", "d.md"]),
    ],
)
def test_links_in_what_other_programs_read_as_markdown(
    tmp_path: Path, written: str, found: list[str]
) -> None:
    text = f"ä\n\n{written}\nend\n"
    made = page(tmp_path, text)
    assert [each.target for each in made.links] == found
    assert [text[each.start : each.end] for each in made.links] == found
    words = [word for each in made.chunks for word in each["content"].split()]
    assert words == text.split()


def test_directives_in_one_another_take_linear_time() -> None:
    assert Page("```{note}\n" * 20_000).links == []
    assert Page("```{note}\n" * 20_000 + "```\n" * 20_000).links == []
    assert Page("!!! x\n" * 20_000 + "\n" * 20_000 + "    y\n").links == []


def test_half_of_a_surrogate_pair_moves_nothing() -> None:
    made = Page("\ud800 [a](b.md)\n\n# é\udfff")
    assert [(each.target, each.start) for each in made.links] == [("b.md", 6)]
    assert [each.start for each in made.anchors] == [13]


def test_a_comment_without_end_is_told(tmp_path: Path) -> None:
    made = page(tmp_path, "# One\n\n<!-- hidden\n\n[a](b.md)\n\n# Two\n")
    assert made.rules == ["document-syntax"]
    assert made.links == []
    assert titles(made) == ["One"]


def test_nesting_without_end_is_told(tmp_path: Path) -> None:
    made = page(tmp_path, f"text\n\n{'> ' * 1000}[a](b.md)\n")
    assert made.rules == ["limit-reached"]
    assert made.problems[0].start == 6 + 256
    assert targets(made) == ["b.md"]


HOSTILE: dict[str, Callable[[int], str]] = {
    "[": lambda n: "[" * n,
    "[[": lambda n: "[[a " * n,
    "[a](": lambda n: "[a](" * n,
    "[a][": lambda n: "[a][b] [" * n,
    "images in images": lambda n: "![" * n + "é" + "](b)" * n,
    "[[a]](": lambda n: "[[a]](b 'c " * n,
    "title": lambda n: '[a](b "' + "](x " * n + '")',
    "escapes": lambda n: "[a](\\_" + "\\_" * n + ")",
    "one label": lambda n: "[a]: b\n\n" + "[a] " * n,
    "labels": lambda n: "".join(f"[a{i}]: b\n" for i in range(n)),
    "headings": lambda n: "# a\n" * n,
    "closing": lambda n: "# a " + "#" * n,
    "blanks in a heading": lambda n: "# Chapter 1" + " " * n + "x",
    "braces": lambda n: "# a " + "{" * n + "}",
    "HTML headings": lambda n: "<h1>\n" * n,
    "attributes": lambda n: "<a " + "href='x' " * n + ">",
    "unclosed tags": lambda n: "<a href='" * n,
    "comments": lambda n: "<div><!--\n\n-->\n\n[a]: b\n\n" * n,
    "quotations": lambda n: "> " * n + "x\n" + "y\n" * n,
    "lists": lambda n: "- " * n + "x\n" + "y\n" * n,
    "rows": lambda n: "|a|b|\n|-|-|\n" + "|x|y|\n" * n,
    "columns": lambda n: "|a" * n + "|\n" + "|-" * n + "|\n|x|\n",
    "one line": lambda n: "é" * n,
    "lines": lambda n: "é\n" * n,
    "blank lines": lambda n: " \n" * n + "x",
    "fences": lambda n: "```\n" * n,
    "carets": lambda n: "a ^b\n" * n,
    "nested front matter": lambda n: "---\na: " + "[" * n + "\n---\n",
    "wikilinks in front matter": lambda n: '---\na: "' + "[[" * min(n, 30_000) + '"\n---\n',
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE.keys())
def test_time_grows_with_the_length(tmp_path: Path, make: Callable[[int], str]) -> None:
    assert_grows_with_length(tmp_path, "p.md", make, 20_000)


def test_rtfm_s_ids(tmp_path: Path) -> None:
    filler = "word " * 600
    made = page(tmp_path, f"Intro.\n\n# One\n\n{filler}\n\n### Two\n\nText.\n")
    ids: list[Any] = [each["id"] for each in made.chunks]
    assert ids == ["S:S-0-p001-0001", "S:S-1-p001-0002", "S:S-3-p002-0003"]
