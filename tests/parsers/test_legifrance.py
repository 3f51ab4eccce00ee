"""XML: no word is lost, articles have their numbers and sections, nothing grows too fast."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtfm_check.parsers._contract import How
from tests.growing import assert_linear
from tests.parsers.reading import Read

TEXT = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=30)
FORMS = {
    "article": '<ARTICLE num="1"><CONTENU>%s</CONTENU></ARTICLE>',
    "note": '<ARTICLE num="1"><NOTA><CONTENU>%s</CONTENU></NOTA></ARTICLE>',
    "body": "<ARTICLE><BLOC_TEXTUEL><CONTENU><p>%s</p></CONTENU></BLOC_TEXTUEL></ARTICLE>",
    "cell": "<ARTICLE><CONTENU><table><tr><td>%s</td></tr></table></CONTENU></ARTICLE>",
    "visas": "<VISAS><CONTENU>%s</CONTENU></VISAS>",
    "section": "<PARTIE><INTITULE>%s</INTITULE><ARTICLE><CONTENU>x</CONTENU></ARTICLE></PARTIE>",
    "loose": "<AUTRE>%s</AUTRE>",
}
OTHER_FORMS = {
    "leaf": "<a>%s</a>",
    "mixed": "<a>x <b>%s</b> y</a>",
    "late": "<a><b>%s</b> y</a>",
    "deep": "<a><b><c>%s</c></b></a>",
    "title": "<s><title>%s</title></s>",
    "value": '<w><a b="%s"/></w>',
    "loose": "%s<a/>",
}


def read(folder: Path, text: str | bytes) -> Read:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "a.xml").write_bytes(data)
    return Read(folder, "a.xml")


@given(st.lists(st.tuples(TEXT, st.sampled_from([*FORMS]))))
def test_every_word_of_a_code_is_in_a_chunk(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]
) -> None:
    body = "".join(FORMS[form].replace("%s", escape(text)) for text, form in parts)
    found = read(tmp_path_factory.mktemp("xml"), f"<CODE>{body}<ARTICLE>x</ARTICLE></CODE>")
    assert not found.problems
    assert not found.lacks("\n".join(" ".join(text.split()) for text, _ in parts))
    assert all(len(each["content"]) <= 4500 for each in found.chunks)


@given(st.lists(st.tuples(TEXT, st.sampled_from([*OTHER_FORMS]))))
def test_every_word_of_other_xml_is_in_a_chunk(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]
) -> None:
    body = "\n".join(
        OTHER_FORMS[form].replace("%s", escape(text, {'"': "&quot;"})) for text, form in parts
    )
    found = read(tmp_path_factory.mktemp("xml"), f"<r>{body}</r>")
    assert "rtfm-loses-document" in found.rules
    assert not found.lacks("\n".join(" ".join(text.split()) for text, _ in parts))


@given(st.text("<>/!-[]&='\" ARTICLE\n", max_size=80))
def test_whatever_it_holds_it_is_read(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    found = read(tmp_path_factory.mktemp("xml"), f"<ARTICLE><CONTENU>x {text}")
    assert found.chunks
    assert "parser-failed" not in found.rules


def test_a_long_article_is_cut_between_its_paragraphs(tmp_path: Path) -> None:
    paragraphs = "".join(f"<p>{number} {'mot ' * 60}</p>" for number in range(60))
    found = read(tmp_path, f'<ARTICLE num="L. 1"><CONTENU>{paragraphs}</CONTENU></ARTICLE>')
    assert {each["chapter_title"] for each in found.chunks} == {"Article L. 1"}
    assert [each["id"] for each in found.chunks[:2]] == ["S:S-artL. 1-0000", "S:S-artL. 1-0001"]
    assert all(3500 < len(each["content"]) <= 4000 for each in found.chunks[:-1])


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-16", "koi8-r"])
def test_the_encoding_that_a_document_names(tmp_path: Path, encoding: str) -> None:
    word = "été" if encoding == "windows-1252" else "проверка"
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><ARTICLE><CONTENU>{word}</CONTENU></ARTICLE>'
    )
    assert read(tmp_path, text.encode(encoding)).chunks[0]["content"] == word


def test_a_journal_article_is_no_article_of_law(tmp_path: Path) -> None:
    found = read(
        tmp_path, "<article><front><title>T</title></front><body><p>Text.</p></body></article>"
    )
    assert [(each["chapter_title"], each["content"]) for each in found.chunks] == [("T", "Text.")]
    assert found.rules == ["rtfm-loses-document"]


SHOWN = """\
L'article 694-2, au 1er juin : si a < b et <nom> & fin.
Suite

Second alinéa

Débit | 40 m3/h
a | b

- un
- deux"""


@pytest.mark.parametrize("quoted", ["<![CDATA[%s]]>", "%s"])
def test_markup_that_is_quoted_is_read_as_it_shows(tmp_path: Path, quoted: str) -> None:
    written = (
        '<div align="left"><p>L\'<a title="Code" href="/x.do?i=1">article 694-2</a>, au '
        "1<sup>er</sup> juin&nbsp;: si a < b et <nom> &amp; fin.<br>Suite<script>no();</script>"
        "<p>Second <b>ali<i>n&eacute;a</i></b><!-- no --><table border=1><tr><td nowrap>Débit"
        "<td>40 m3/h<tr><td>a<td>b</table><ul><li>un<li>deux</ul></div>"
    )
    text = quoted.replace("%s", written if "CDATA" in quoted else escape(written))
    found = read(
        tmp_path, f"<ARTICLE><BLOC_TEXTUEL><CONTENU>{text}</CONTENU></BLOC_TEXTUEL></ARTICLE>"
    )
    assert [each["content"] for each in found.chunks] == [SHOWN]


@pytest.mark.parametrize(
    "text", ["3 < 4 <a et b> c", "a <b", "<nom>x</nom>", "</b x", "<!b> <?c?>", "<p class=>x"]
)
def test_what_only_looks_like_markup_is_text(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, f"<ARTICLE><CONTENU>{escape(text)}</CONTENU></ARTICLE>")
    assert [each["content"] for each in found.chunks] == [text]


def test_titles_and_notes_are_read_so_too(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "<ARTICLE><CONTEXTE><TEXTE><TITRE_TXT><![CDATA[Code<br/>p&eacute;nal]]></TITRE_TXT></TEXTE>"
        "</CONTEXTE><NOTA><CONTENU><p>Un.</p><p>Deux.</p></CONTENU></NOTA>"
        "<CONTENU>x</CONTENU></ARTICLE>",
    )
    legal = found.chunks[0]["metadata"]["legal_fr"]
    assert (found.document["title"], legal["texte_modificateur"]) == ("Code pénal", "Un. Deux.")


@pytest.mark.parametrize("quoted", ["<![CDATA[%s]]>", "%s"])
@pytest.mark.parametrize("form", ["body", "visas", "loose", "note"])
def test_links_in_a_text_are_edges(tmp_path: Path, form: str, quoted: str) -> None:
    article = (
        "/affichCodeArticle.do?cidTexte=LEGITEXT000006071154&amp;idArticle=LEGIARTI000006577299"
    )
    written = (
        f'selon l\'<a href="{article}">article 694-2</a>, l\'<a href="{article}">694-2</a>, le '
        '<a href="affichTexte.do?cidTexte=JORFTEXT000000419947">décret</a>, la <a '
        'href="/affichCode.do?idSectionTA=LEGISCTA000006089696&amp;cidTexte=LEGITEXT000006070721">'
        'section</a>, <a href="/jo.do?d=1">le journal</a>, <a name="x">ici</a> et '
        '<a href="http://example.org/">ailleurs</a>.'
    )
    body = FORMS[form].replace("%s", quoted.replace("%s", written))
    found = read(tmp_path, f"<TEXTE_VERSION>{body}</TEXTE_VERSION>")
    shown = [(each.relation, each.target, each.how) for each in found.links]
    expected = [
        ("cite", "LEGIARTI000006577299", How.WIKILINK),
        ("cite", "JORFTEXT000000419947", How.WIKILINK),
        ("cite", "LEGISCTA000006089696", How.WIKILINK),
        ("link", "https://www.legifrance.gouv.fr/jo.do?d=1", How.URL),
        ("link", "http://example.org/", How.URL),
    ]
    assert shown == expected
    first = found.links[0]
    assert found.file.text[first.start : first.end] == first.target
    assert "selon l'article 694-2, l'694-2, le décret, la section, le journal, ici" in found.text


def test_a_structure_names_what_its_sections_consist_of(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '<TEXTELR><STRUCT><LIEN_SECTION_TA id="LEGISCTA000006179826" titre="Section VII">'
        '<LIEN_ART id="LEGIARTI000006308922" num="235 bis"/></LIEN_SECTION_TA>'
        '<LIEN_SECTION_TA id="LEGISCTA000006179827">Section <i>VIII</i></LIEN_SECTION_TA>'
        "</STRUCT></TEXTELR>",
    )
    assert found.chunks[-1]["content"] == "- Section VII\n- Article 235 bis\n- Section VIII"
    assert [each.target for each in found.links] == [
        "LEGISCTA000006179826",
        "LEGIARTI000006308922",
        "LEGISCTA000006179827",
    ]


def test_a_text_of_the_journal_has_its_title(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "<TEXTE><ID>JORFTEXT000050000001</ID><TITREFULL>Arrêté du 30 juin</TITREFULL><STRUCT>"
        "<ARTICLE><NUM>1</NUM><BLOC_TEXTUEL><CONTENU>Un.</CONTENU></BLOC_TEXTUEL></ARTICLE>"
        "</STRUCT></TEXTE>",
    )
    assert found.document["title"] == "Arrêté du 30 juin"
    assert found.chunks[0]["metadata"]["legal_fr"]["code"] == "Arrêté du 30 juin"
    assert not found.lacks("Arrêté du 30 juin Un.")


def test_feeds_quote_markup_and_other_xml_does_not(tmp_path: Path) -> None:
    item = "<item><title>T</title><description><![CDATA[<p>On<b>e</b></p>]]></description></item>"
    feed = read(tmp_path, f"<rss><channel>{item}</channel></rss>")
    assert [each["content"] for each in feed.chunks] == ["One"]
    other = read(tmp_path, f"<list>{item}</list>")
    assert [each["content"] for each in other.chunks] == ["description: <p>On<b>e</b></p>"]


NASTY = {
    "articles": '<ARTICLE num="1"><CONTENU>x</CONTENU></ARTICLE>',
    "open articles": "<ARTICLE>",
    "sections": "<SECTION_TA><TITRE_TA>x</TITRE_TA>",
    "links": '<LIENS><LIEN id="LEGIARTI1"/></LIENS>',
    "paragraphs": "<p>x</p>",
    "cells": "<table><tr><td>x",
    "text": "mot ",
    "other elements": "<AUTRE>x</AUTRE>",
    "leaves": "<a><b>x</b></a>",
    "mixed": "<a>x<b>y</b>",
    "titles": "<title>x</title>",
    "attributes": "<a b='c' d='e'/>",
    "quoted paragraphs": "<![CDATA[<p>x]]>",
    "quoted tags": "&lt;b&gt;x",
    "quoted starts": "&lt;b ",
    "quoted cells": "&lt;td&gt;",
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
@pytest.mark.parametrize("root", ["<CODE>", "<ARTICLE><CONTENU>", "<r>"])
def test_time_grows_as_the_document_does(tmp_path: Path, root: str, piece: str) -> None:
    assert_linear(
        lambda count: root + piece * count,
        lambda text: read(tmp_path, text),
        25_000 // len(piece),
    )
