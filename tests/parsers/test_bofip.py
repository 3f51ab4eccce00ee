"""HTML: no word is lost, tags neither split nor glue, nothing grows faster than the page."""

from __future__ import annotations

import html
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtfm_check.parsers._contract import How
from tests.growing import assert_linear
from tests.parsers.reading import Read

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0\xad"), max_size=30)
FORMS = {
    "p": "<p>%s</p>",
    "open": "<p>%s",
    "inline": " <b>%s</b> ",
    "item": "<ul><li>%s</ul>",
    "cell": "<table><tr><td>%s<td>x</table>",
    "heading": "<h2>%s</h2>",
    "deep": "<h6>%s</h6>",
    "layout": "<table><tr><td><h3>%s</h3></table>",
    "code": "<pre>%s</pre>",
    "term": "<dl><dt>%s<dd>x</dl>",
    "header": "<header><h1>%s</h1></header>",
    "open nav": "<nav>%s ",
}


def read(folder: Path, text: str | bytes, name: str = "a.html") -> Read:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(data)
    return Read(folder, name)


@given(st.lists(st.tuples(TEXT, st.sampled_from([*FORMS]))))
def test_every_word_is_in_a_chunk(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]
) -> None:
    body = "".join(FORMS[form].replace("%s", html.escape(text)) for text, form in parts)
    found = read(tmp_path_factory.mktemp("html"), f"<meta charset=utf-8><body>{body}")
    assert not found.lacks("\n".join(" ".join(text.split()) for text, _ in parts))
    assert all(len(each["content"]) <= 4500 for each in found.chunks)


@given(st.text("<>/!-[]\"'=& abp1\n", max_size=80))
def test_whatever_it_holds_it_is_read(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    found = read(tmp_path_factory.mktemp("html"), f"x {text}")
    assert found.chunks
    assert "parser-failed" not in found.rules


@given(
    st.lists(
        st.sampled_from(
            ["<p>a\n", "\n", "<li>b<br>\n", "<pre>\nc\n</pre>", "<h2>d</h2>\n", "<table>\n<td>e\nf"]
        )
    )
)
def test_lines_are_those_of_the_text(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    found = read(tmp_path_factory.mktemp("html"), "".join(parts))
    lines = found.file.text.split("\n")
    for each in found.chunks:
        shown = "\n".join(lines[each["line_start"] - 1 : each["line_end"]])
        assert all(word in shown for word in each["content"].replace("-", " ").split())


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("anti<b>gel</b>", "antigel"),
        ("l'<a href=x>article</a>, la", "l'article, la"),
        ("m<sup>2</sup>.<br/>Next", "m2.\nNext"),
        ("a<p>b", "a\n\nb"),
        ("<td>a</td><td>b</td>", "a\n\nb"),
        ("con&shy;fig&nbsp;x", "config x"),
        ("<a href=x>A</a><a href=y>B</a>", "A B"),
        ("a<!-- b -->c", "ac"),
        ("<style>p</style>a<script>b</script>", "a"),
        ("1 < 2 && 3 > 2", "1 < 2 && 3 > 2"),
        ("&amp;lt; &#233; &#x2014; &foo;", "&lt; é — &foo;"),
        ("<textarea><b>as it is</b></textarea>", "<b>as it is</b>"),
        ("<pre>\n  x\n\n  y\n</pre>", "  x\n\n  y"),
        ("<pre><span class=linenos>1</span>from x</pre>", "1 from x"),
        ("<ruby>漢<rp>(<rt>かん<rp>)</rp>字<rt>じ</rt></ruby>です", "漢字です"),
        ("<h1><svg><title>Icon</title></svg></h1>x", "x"),
    ],
)
def test_what_a_tag_does_to_the_text(tmp_path: Path, written: str, shown: str) -> None:
    found = read(tmp_path, written)
    assert [each["content"] for each in found.chunks] == [shown]


@pytest.mark.parametrize(
    ("href", "target", "how", "fragment"),
    [
        ("a%20b.html#x%20y", "a b.html", How.PATH, "x y"),
        ("a.html?q=1&amp;r=2#f", "a.html", How.PATH, "f"),
        ("#there", "", How.ANCHOR, "there"),
        ("https://example.com/?a=1&copy=2", "https://example.com/?a=1&copy=2", How.URL, ""),
        ("mailto:a@b.c", "mailto:a@b.c", How.URL, ""),
    ],
)
def test_what_a_link_means(tmp_path: Path, href: str, target: str, how: How, fragment: str) -> None:
    found = read(tmp_path, f'<p>é <a class="k" href="{href}">y</a>')
    (link,) = found.links
    assert (link.target, link.how, link.fragment) == (target, how, fragment)
    assert found.file.text[link.start : link.end] == href


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ('<meta http-equiv="refresh" content="0; url=new/page.html">', "new/page.html"),
        ("<META HTTP-EQUIV=Refresh CONTENT=\"5;URL='a b.html'\">", "a b.html"),
        ('<meta http-equiv="refresh" content="3, other.html">', "other.html"),
        ('<frameset><frame name="m" src="menu.html"></frameset>', "menu.html"),
    ],
)
def test_where_a_page_leads_to_without_a_click(tmp_path: Path, written: str, target: str) -> None:
    found = read(tmp_path, f"{written}<p>x")
    (link,) = found.links
    assert (link.target, link.how) == (target, How.PATH)
    assert found.file.text[link.start : link.end] == target


@pytest.mark.parametrize("content", ["5", "0;", "0; url=", "0; url=javascript:go()", "; ;", "soon"])
def test_a_page_that_only_loads_again_leads_nowhere(tmp_path: Path, content: str) -> None:
    assert read(tmp_path, f'<meta http-equiv="refresh" content="{content}"><p>x').links == []


def test_a_link_is_relative_to_the_base_of_its_page(tmp_path: Path) -> None:
    page = '<base href="../docs/"><a href="a.html">x</a><a href="#b">y</a>'
    assert [each.target for each in read(tmp_path, page).links] == ["../docs/a.html", ""]
    page = '<base href="https://example.com/docs/"><a href="a.html">x</a>'
    assert read(tmp_path, page).links[0].target == "https://example.com/docs/a.html"


@pytest.mark.parametrize(
    ("declaration", "encoding"),
    [
        ('<meta charset="windows-1251">', "cp1251"),
        ("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", "koi8-r"),
        ('<?xml version="1.0" encoding="shift_jis"?>', "cp932"),
        ('<meta charset="utf-16">', "utf-8"),
        ('<!-- <meta charset="koi8-r"> --><meta charset=gb2312>', "gb18030"),
    ],
)
def test_the_encoding_that_a_page_names_is_its_own(
    tmp_path: Path, declaration: str, encoding: str
) -> None:
    word = "проверка" if encoding != "gb18030" else "鎔基"
    page = f"{declaration}<p>{word}".encode(encoding)
    found = read(tmp_path, page)
    assert found.chunks[0]["content"] == word
    assert found.rules == (["encoding-replaced"] if encoding != "utf-8" else [])


def test_a_page_that_is_utf8_and_says_otherwise(tmp_path: Path) -> None:
    found = read(tmp_path, '<meta charset="iso-8859-1"><p>été')
    assert found.chunks[0]["content"] == "été"
    assert found.rules == ["document-syntax"]


def test_a_long_section_is_cut_between_its_paragraphs(tmp_path: Path) -> None:
    found = read(
        tmp_path, "<h1>T</h1>" + "".join(f"<p>{number} {'word ' * 60}" for number in range(30))
    )
    assert [each["paragraph"] for each in found.chunks] == [*range(1, len(found.chunks) + 1)]
    assert all(2500 < len(each["content"]) <= 3200 for each in found.chunks[:-1])
    assert all(each["content"][0].isdigit() for each in found.chunks)


def test_an_unrelated_file_beside_a_page_is_no_sidecar(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<project><title>Other</title><type>jar</type></project>")
    found = read(tmp_path, "<title>Mine</title><p>x")
    assert found.document["title"] == "Mine"
    assert found.chunks[0]["metadata"] == {}


NASTY = {
    "open tags": "<a ",
    "open values": '<a href="',
    "values that hide ends": '<a b=">"',
    "other values that hide ends": "<a b='>' c=\"",
    "comments": "<!--",
    "CDATA": "<![CDATA[",
    "scripts": "<script>",
    "titles": "<title>",
    "navigation": "<nav>",
    "headers": "<header>",
    "headings": "<h1>x",
    "empty headings": "<h1></h1>",
    "divisions": "<div>",
    "ends": "</div>",
    "lists": "<ul><li>x",
    "cells": "<table><tr><td>x",
    "code": "<pre>x",
    "entities": "&#9999999999;",
    "broken entities": "&amp",
    "attributes": "<b id=x title=y>",
    "pictures": '<img srcset="a.png 1x, b.png 2x">',
    "terms": "<dl><dt>x<dd>y",
    "breaks": "x<br>",
    "no paragraphs": "word ",
    "no words": "x",
    "blanks": "<p> \n",
    "doctrine": '<p class="numero-de-paragraphe-western">1',
    "articles": "articles 5 et ",
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
def test_time_grows_as_the_page_does(tmp_path: Path, piece: str) -> None:
    assert_linear(
        lambda count: '<p class="paragraphe-western">' + piece * count,
        lambda text: read(tmp_path, text),
        50_000 // len(piece),
    )
