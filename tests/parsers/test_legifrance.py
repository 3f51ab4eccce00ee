"""XML: no word is lost, articles have their numbers and sections, nothing grows too fast."""

from __future__ import annotations

import time
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
@pytest.mark.parametrize("root", ["<CODE>", "<ARTICLE><CONTENU>", "<r>"])
def test_time_grows_as_the_document_does(tmp_path: Path, root: str, piece: str) -> None:
    def seconds(count: int) -> float:
        text = root + piece * count
        start = time.process_time()
        read(tmp_path, text)
        return time.process_time() - start

    count = 100_000 // len(piece)
    assert (
        min(seconds(count) for _ in range(2))
        < 3.2 * min(seconds(count // 2) for _ in range(3)) + 0.05
    )
