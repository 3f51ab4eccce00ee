"""The reader of XML: events in any encoding, no entities, all text of what is damaged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtfm_check import limits
from rtfm_check.parsers._xml import END, START, TEXT, Reader
from tests.growing import assert_linear

SHORT = 7  # bytes of a piece, so that tags and characters are cut


def pieces(data: bytes) -> list[bytes]:
    return [data[at : at + SHORT] for at in range(0, len(data), SHORT)]


def shown(reader: Reader) -> str:
    """The events, so that they can be read."""
    marks: dict[str, Callable[[str, dict[str, str]], str]] = {
        START: lambda name, found: f"<{name}{''.join(f' {k}={v}' for k, v in found.items())}>",
        END: lambda name, found: f"</{name}>",
        TEXT: lambda name, found: name,
    }
    return "".join(marks[kind](name, found) for kind, name, found, _ in reader)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("<a>x<b c='1'/>y</a>", "<a>x<b c=1></b>y</a>"),
        ("<a>&amp;&#233;<![CDATA[<b>&amp;]]></a>", "<a>&é<b>&amp;</a>"),
        ("<a>&nbsp;&eacute;&foo;</a>", "<a>\xa0é&foo;</a>"),
        ("<!DOCTYPE a [<!ENTITY foo 'bar'>]><a>&foo;</a>", "<a>&foo;</a>"),
        ("<!DOCTYPE a SYSTEM 'file:///etc/passwd' [<!ENTITY % p SYSTEM 'x'> %p;]><a/>", "<a></a>"),
        ("\n <?xml version='1.0' standalone='yes'?><!-- [ --><a>x</a>", "<a>x</a>"),
        (
            "<w:a xmlns:w='u' w:x='1' y='2'><b xmlns='u'><c/></b><d/></w:a>",
            "<W:a W:x=1 y=2><W:b><W:c></W:c></W:b><d></d></W:a>",
        ),
        ("<q:a xmlns:q='v'><q:b q:x='1'/></q:a>", "<a><b x=1></b></a>"),
        ("<W:a><l:b l:href='1'/></W:a>", "<W:a><b href=1></b></W:a>"),
        ("<a>x & y</a>", "<a>x & y</a>"),
        ("<a><b>x</c></b>y</a>", "<a><b>x</b>y</a>"),
        ("<a><b>x</a>y", "<a><b>x</b></a>y"),
        ("<a>x<b>y", "<a>x<b>y</b></a>"),
        ("<a>x<b c='1", "<a>x</a>"),
        ("<a>1 < 2</a>", "<a>1 < 2</a>"),
        ("<a><b x='1' x='2'>y</b></a>", "<a><b x=1>y</b></a>"),
        ("<a>x\x01y\ufffez</a>", "<a>x y\ufffdz</a>"),
        ("<a>x</a><b>y</b>", "<a>x</a><b>y</b>"),
        ("<a>&#0;x&#99999999999;</a>", "<a>\ufffdx\ufffd</a>"),
    ],
)
def test_what_it_tells(written: str, expected: str) -> None:
    prefixes = {"u": "W"}
    assert shown(Reader(written, prefixes)) == expected
    assert shown(Reader(pieces(written.encode()), prefixes)) == expected


@pytest.mark.parametrize(
    ("written", "rule", "start"),
    [
        ("<a>x</a>", None, -1),
        ("<é>x & y</é>", "document-syntax", 5),
        ("<é>x R&D y</é>", "document-syntax", 6),
        ("<é><a b='R&D y'>x</a></é>", "document-syntax", 3),
        ("<a>é<b>x</c></b></a>", "document-syntax", 8),
        ("<a>é<b", "damaged-document", 4),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "limit-reached", 13),
        ("<é>\x02</é>", "document-syntax", 3),
        ("<a>" * 300 + "</a>" * 300, "limit-reached", 3 * limits.XML_DEPTH),
    ],
)
def test_what_is_wrong_has_its_place(written: str, rule: str | None, start: int) -> None:
    reader = Reader(written)
    shown(reader)
    assert [(each.rule, each.start) for each in reader.told()] == ([(rule, start)] if rule else [])


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("<a>R&D, AT&T; P&L &amp; b</a>", "<a>R&D, AT&T; P&L & b</a>"),
        ("<a><b c='x&y z'>d</b>&e f</a>", "<a><b c=x&y z>d</b>&e f</a>"),
        ("<a>b &c", "<a>b &c</a>"),
    ],
)
def test_an_ampersand_that_begins_no_reference_is_text(written: str, expected: str) -> None:
    assert shown(Reader(written)) == expected
    assert shown(Reader(pieces(written.encode()))) == expected


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-16", "koi8-r", "gb18030", "euc-jp", "utf-32", "x-mac-cyrillic"]
)
def test_any_encoding_that_python_knows(encoding: str) -> None:
    text = f"<?xml version='1.0' encoding='{encoding}'?><a б='1'>Привет</a>"
    data = text.encode(encoding.removeprefix("x-"))
    assert shown(Reader(pieces(data))) == "<a б=1>Привет</a>"


PARTS = [
    *("<a>", "</a>", "<b é='1'>", "</b>", "é", "&", "\n", "<![CDATA[", "<"),
    *("<p:a xmlns:p='P'>", "<p:a xmlns:p='Q'>", "</p:a>", "<p:b>"),
]


@given(st.lists(st.sampled_from(PARTS)))
def test_every_start_has_its_end(parts: list[str]) -> None:
    text = "".join(parts)
    reader = Reader(text, {"P": "p"})
    open_ones = []
    for kind, name, _, at in reader:
        if kind == START:
            open_ones.append(name)
            assert text[reader.offset(at)] == "<"
        elif kind == END:
            assert open_ones.pop() == name
    assert not open_ones


NASTY = {
    "deep": "<a>",
    "mismatched": "<a></b>",
    "attributes": "<a b='1' c='2'/>",
    "namespaces": "<a xmlns='{}'>",
    "comments": "<!--",
    "CDATA": "<![CDATA[",
    "signs": "<",
    "ands": "& ",
    "open tags": "<a ",
    "hidden ends": '<a b=">" ',
    "text": "é\n",
    "one value": "value",
}


@pytest.mark.parametrize("piece", NASTY.values(), ids=NASTY.keys())
@pytest.mark.parametrize("start", ["<r>", "<r>&", "<!DOCTYPE r [<!ENTITY a 'b'>", "<r x='"])
def test_time_grows_as_the_document_does(piece: str, start: str) -> None:
    assert_linear(
        lambda count: start + piece * count,
        lambda text: shown(Reader(text)),
        50_000 // len(piece),
    )
