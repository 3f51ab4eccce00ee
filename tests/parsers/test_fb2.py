"""FB2: every word of a book however it is built, and an end to every nasty one."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.growing import assert_linear
from tests.parsers.office import archive
from tests.parsers.reading import WORD, Read

OPEN = '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">'
WORDS = st.lists(
    st.sampled_from(["pump", "café", "水泵", "a", "насос", "x1", "&", "<"]), max_size=8
)
LINES = WORDS.map(lambda words: escape(" ".join(words)))
PARTS = st.one_of(
    LINES.map(lambda text: f"<p>{text}</p>"),
    LINES.map(lambda text: f"<p>{text} <strong>{text}</strong></p>"),
    LINES.map(lambda text: f"<subtitle>{text}</subtitle>"),
    LINES.map(lambda text: f"<poem><stanza><v>{text}</v><v>{text}</v></stanza></poem>"),
    LINES.map(lambda text: f"<table><tr><td>{text}</td><th>{text}</th></tr></table>"),
    LINES.map(lambda text: f"<cite><p>{text}</p><text-author>{text}</text-author></cite>"),
    LINES,
    st.just("<empty-line/>"),
)
BODY = st.recursive(
    st.lists(PARTS, max_size=5).map("".join),
    lambda inner: st.tuples(LINES, st.lists(inner, max_size=3)).map(
        lambda each: f"<section><title><p>{each[0]}</p></title>{''.join(each[1])}</section>"
    ),
    max_leaves=12,
)


def read(folder: Path | str, text: str | bytes) -> Read:
    data = text if isinstance(text, bytes) else text.encode()
    Path(folder, "a.fb2").write_bytes(data)
    return Read(Path(folder), "a.fb2")


def words(markup: str) -> str:
    """The words of some markup; tags part them, but for the inline one that is used here."""
    for tag in ("<strong>", "</strong>"):
        markup = markup.replace(tag, "")
    parts = (each.partition(">")[2] for each in f">{markup}".split("<"))
    return " ".join(" ".join(WORD.findall(each.replace("&amp;", ""))) for each in parts).replace(
        "lt", ""
    )


@settings(max_examples=150, deadline=None)
@given(st.lists(BODY, min_size=1, max_size=3))
def test_every_word_is_found(bodies: list[str]) -> None:
    markup = "".join(f"<body>{each}</body>" for each in bodies)
    with TemporaryDirectory() as folder:
        result = read(folder, f"{OPEN}{markup}</FictionBook>")
    assert not result.lacks(words(markup))
    assert all(each["content_chars"] <= 4500 for each in result.chunks)
    assert set(result.rules) <= {"indexes-to-nothing", "rtfm-loses-document"}


@settings(max_examples=100, deadline=None)
@given(
    BODY, st.integers(0, 400), st.sampled_from(["", "<p>", "</p>", "<", "&", "</section>", "]]>"])
)
def test_damage_loses_no_word_and_never_raises(body: str, at: int, mistake: str) -> None:
    markup = f"{OPEN}<body>{body}</body></FictionBook>"
    at = min(max(at, len(OPEN) + 6), len(markup))
    with TemporaryDirectory() as folder:
        result = read(folder, markup[:at] + mistake + markup[at:])
        cut = read(folder, markup[:at])
    assert "parser-failed" not in [*result.rules, *cut.rules]
    assert result.chunks or result.problems


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1251", "koi8-r", "cp866"])
def test_the_declared_encoding_holds(tmp_path: Path, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>{OPEN}<body><section><p>насос</p></section>'
    result = read(tmp_path, f"{text}</body></FictionBook>".encode(encoding))
    assert [each["content"] for each in result.chunks] == ["насос"]


@pytest.mark.parametrize("encoding", ["windows-1251", "iso-8859-1", "shift_jis"])
def test_utf8_is_read_as_such_whatever_it_is_called(tmp_path: Path, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>{OPEN}<body><section><p>насос</p></section>'
    result = read(tmp_path, f"{text}</body></FictionBook>".encode())
    assert [each["content"] for each in result.chunks] == ["насос"]
    assert result.rules == ["encoding-replaced"]


def test_a_book_that_is_packed_is_read(tmp_path: Path) -> None:
    text = f"{OPEN}<body><section><p>насос</p></section></body></FictionBook>"
    result = read(tmp_path, archive({"about.txt": "x", "Book.FB2": text}))
    assert [each["content"] for each in result.chunks] == ["насос"]
    assert result.rules == ["extension-lies"]


@pytest.mark.parametrize("keep", [60, 0.5, 1])
def test_a_packed_file_without_a_sound_book_is_told(tmp_path: Path, keep: float) -> None:
    name = "a.txt" if keep == 1 else "a.fb2"
    data = archive({name: f"{OPEN}<body><p>{'насос ' * 100}</p></body>"})
    result = read(tmp_path, data[: int(keep if keep > 1 else keep * len(data))])
    assert "extension-lies" in result.rules
    assert "parser-failed" not in result.rules


def test_soft_hyphens_cut_no_word(tmp_path: Path) -> None:
    table = "<table><tr><td>ос\xadмотр</td></tr></table>"
    result = read(tmp_path, f"{OPEN}<body><section><p>на\xadсос</p>{table}</section></body>")
    assert [each["content"] for each in result.chunks] == ["насос\n\nосмотр"]


@pytest.mark.parametrize(
    "root",
    [
        "<FictionBook>",
        '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.1">',
        '<f:FictionBook xmlns:f="http://www.gribuser.ru/xml/fictionbook/2.0">',
    ],
)
def test_the_namespace_does_not_matter(tmp_path: Path, root: str) -> None:
    prefix = "f:" if root.startswith("<f:") else ""
    inside = "<body><section><p>a word</p></section></body>"
    inside = inside.replace("</", f"</{prefix}").replace("<b", f"<{prefix}b")
    inside = inside.replace("<s", f"<{prefix}s").replace("<p>", f"<{prefix}p>")
    result = read(tmp_path, f"{root}{inside}</{prefix}FictionBook>")
    assert "a word" in result.text


def test_entities_are_not_read(tmp_path: Path) -> None:
    result = read(
        tmp_path,
        '<!DOCTYPE x [<!ENTITY a "laugh"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
        f"{OPEN}<body><section><p>before &a;&b; after</p></section></body></FictionBook>",
    )
    assert result.chunks[0]["content"] == "before &a;&b; after"
    assert result.rules == ["limit-reached"]


def test_what_is_said_of_a_picture_is_text(tmp_path: Path) -> None:
    body = '<p>a <image l:href="#i" alt="Diagram"/>of a pump</p><image title="Cover" href="#c"/>'
    made = read(tmp_path, f"{OPEN}<body><section>{body}</section></body></FictionBook>")
    assert [each["content"] for each in made.chunks] == ["a Diagram of a pump\n\nCover"]


def test_binaries_are_no_text(tmp_path: Path) -> None:
    inside = (
        f'<binary id="a">{"QUFB" * 100_000}</binary><body><section><p>text</p></section></body>'
    )
    result = read(tmp_path, f"{OPEN}{inside}</FictionBook>")
    assert [each["content"] for each in result.chunks] == ["text"]


@pytest.mark.parametrize(
    ("before", "part", "after"),
    [
        ("", "<section>", ""),
        ("", "<section><title><p>t</p></title>", ""),
        ("<section>", "<poem><stanza><v>x</v>", ""),
        ("<section>", "<title>", ""),
        ("<section><table><tr>", "<td>cell</td>", "</tr></table></section>"),
        ("<section>", "<table><tr><td>x", ""),
        ("<section><p>", "word ", "</p></section>"),
        ("<section><p>", "<strong>", ""),
        ("<section><p>", "&amp;", "</p></section>"),
        ("<section>", "</section><p>x</p>", ""),
        ("", "<body><section><p>x</p></section></body>", ""),
        ("<section><p>", "<a href='http://x'>y</a>", "</p></section>"),
    ],
)
def test_time_grows_with_the_size(tmp_path: Path, before: str, part: str, after: str) -> None:
    def look(text: str) -> None:
        result = read(tmp_path, text)
        assert result.chunks or result.problems

    assert_linear(lambda count: f"{OPEN}<body>{before}{part * count}{after}", look, 5_000)
