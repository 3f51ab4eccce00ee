"""Nasty books: EPUB, MOBI, KF8, PDF, DjVu."""

from __future__ import annotations

import struct
import zlib

from tests.bench.nasty import Case, Make, numbered, repeated, stored
from tests.parsers import djvu_files, epubs, kindle, pdf_files


def epub(chapter: Make) -> Make:
    """A book of one chapter."""
    return lambda size: stored(epubs.book({"a.xhtml": epubs.page(chapter(size).decode())}))


def _epub_chapters(size: int) -> bytes:
    """No more than the members that are read of an archive."""
    return stored(
        epubs.book({f"c{n}.xhtml": epubs.page("<p>some text</p>") for n in range(size // 400)})
    )


def _epub_spine(size: int) -> bytes:
    count = size // 60
    package = epubs.package([epubs.item("a", "a.xhtml")], ["a"] * count)
    return stored(
        epubs.archive({"OEBPS/content.opf": package, "OEBPS/a.xhtml": epubs.page("<p>text</p>")})
    )


def _epub_contents(size: int) -> bytes:
    count = size // 60
    links = "".join(f'<li><a href="a.xhtml#i{n}">T {n}</a></li>' for n in range(count))
    body = "".join(f'<h2 id="i{n}">T {n}</h2>' for n in range(count))
    nav = epubs.page(f'<nav epub:type="toc"><ol>{links}</ol></nav>')
    return stored(
        epubs.book(
            {"a.xhtml": epubs.page(body)},
            epubs.item("nav", "nav.xhtml", properties="nav"),
            **{"OEBPS/nav.xhtml": nav},
        )
    )


def mobi(page: Make, packing: int) -> Make:
    """An older book."""
    return lambda size: kindle.palm(kindle.old_book(page(size), packing=packing))


def _mobi_contents(size: int) -> bytes:
    page = numbered("<h1>T {n}</h1><p>text</p>")(size)
    step = 29
    contents = [(at, f"T {at}") for at in range(0, min(len(page), 60_000 * step), step)]
    return kindle.palm(kindle.old_book(page, packing=1, contents=contents[:60_000]))


_EMPTY = b"<html><body></body></html>"


def _kf8(size: int) -> bytes:
    documents = [(_EMPTY, [(12, b"<p>text of it</p>")])] * (size // 60)
    return kindle.palm(kindle.new_book(documents))


def _kf8_fragments(size: int) -> bytes:
    """One document of many fragments, each behind the one before."""
    part = b"<p>text</p>"
    fragments = [(12 + at, part) for at in range(0, size // 3, len(part))]
    return kindle.palm(kindle.new_book([(_EMPTY, fragments)]))


def _kf8_inside(size: int) -> bytes:
    """The same, each in front of the one before: to make room, all is moved."""
    return kindle.palm(kindle.new_book([(_EMPTY, [(12, b"<p>text</p>")] * (size // 33))]))


def _kf8_labels(size: int) -> bytes:
    count = size // 50
    labels = [(0, "One label of all")] * count
    return kindle.palm(kindle.new_book([(_EMPTY, [(12, b"<p>text</p>")])], labels))


def _kf8_page(body: Make) -> Make:
    """A book of one document."""
    return lambda size: kindle.palm(kindle.new_book([(b"<html></html>", [(6, body(size))])]))


def _pages(size: int) -> bytes:
    return pdf_files.pdf(pdf_files.lines(f"Page {n} has text.") for n in range(size // 350))


def _page(size: int) -> bytes:
    return pdf_files.pdf([pdf_files.lines(*["Some words of text."] * (size // 30))])


def _outline(size: int) -> bytes:
    outline = [(f"T {n}", 0) for n in range(size // 60)]
    return pdf_files.pdf([pdf_files.lines("text")], outline=outline)


def _links(size: int) -> bytes:
    link = "<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://example.org/{})>>>>"
    some = "".join(link.format(n) for n in range(size // 80))
    return pdf_files.pdf([pdf_files.lines("text")], annotations=f"[{some}]")


def _fields(size: int) -> bytes:
    fields = "".join(f"<</FT/Tx/T(f{n})/V(value {n})>>" for n in range(size // 40))
    return pdf_files.pdf([pdf_files.lines("text")], catalog=f"/AcroForm<</Fields[{fields}]>>")


def _names(size: int) -> bytes:
    """Attached files, by name."""
    names = "".join(f"(n{n})<</Type/Filespec/F(n{n}.txt)>>" for n in range(size // 40))
    catalog = f"/Names<</EmbeddedFiles<</Names[{names}]>>>>"
    return pdf_files.pdf([pdf_files.lines("text")], catalog=catalog)


def _packed_page(size: int) -> bytes:
    """A page that unpacks to as much as the name of the case says, and takes little room."""
    content = zlib.compress(pdf_files.lines(*["Some words of text."] * (size // 30)))
    return pdf_files.pdf([content], dictionary="/Filter/FlateDecode")


def _content(unit: bytes, head: bytes = b"", tail: bytes = b"") -> Make:
    """A page whose content is a unit over and over."""
    return lambda size: pdf_files.pdf([head + unit * (size // len(unit)) + tail])


def _info(size: int) -> bytes:
    return pdf_files.pdf([pdf_files.lines("text")], info=f"<</Title({'word ' * (size // 5)})>>")


def _djvu_pages(size: int) -> bytes:
    unit = djvu_files.page("Some text of a page.")[4:]
    count = min(size // (len(unit) + 40), 20_000)
    places = struct.pack(
        f">{count}I", *range(24 + 4 * count, 24 + (4 + len(unit)) * count, len(unit))
    )
    listed = djvu_files.chunk(b"DIRM", struct.pack(">BH", 0x81, count) + places + b"\0")
    return b"AT&T" + djvu_files.chunk(b"FORM", b"DJVM" + listed + unit * count)


def _djvu_text(size: int) -> bytes:
    return djvu_files.page("word " * (min(size, 16_000_000) // 5))


CASES: dict[str, Case] = {
    "epub: paragraphs": epub(repeated("<p>some text</p>")),
    "epub: one paragraph": epub(repeated("word ", "<p>", "</p>")),
    "epub: links": epub(numbered('<a href="a.xhtml#i{n}">t</a> ', "<p>", "</p>")),
    "epub: open": epub(repeated("<div><b>")),
    "epub: chapters": (_epub_chapters, 400_000, 3_200_000),
    "epub: spine": _epub_spine,
    "epub: contents": _epub_contents,
    "mobi: plain": mobi(repeated("<p>some text</p>"), 1),
    "mobi: packed": mobi(repeated("<p>some text of it</p>"), 2),
    "mobi: codes": mobi(repeated("<p>some text of it</p>"), 0x4448),
    "mobi: one paragraph": mobi(repeated("word ", "<p>", "</p>"), 1),
    "mobi: open tags": mobi(repeated("<div><b>"), 1),
    "mobi: contents": (_mobi_contents, 10_000, 90_000),
    "azw3: documents": (_kf8, 50_000, 4_000_000),
    "azw3: fragments": (_kf8_fragments, 50_000, 4_000_000),
    "azw3: fragments inside": (_kf8_inside, 50_000, 4_000_000),
    "azw3: labels": (_kf8_labels, 50_000, 4_000_000),
    "azw3: one paragraph": _kf8_page(repeated("word ", "<p>", "</p>")),
    "azw3: paragraphs": _kf8_page(repeated("<p>some text</p>")),
    "azw3: open tags": _kf8_page(repeated("<div><b>")),
    "pdf: pages": _pages,
    "pdf: one page": _page,
    "pdf: outline": _outline,
    "pdf: links": _links,
    "pdf: fields": _fields,
    "pdf: names": _names,
    "pdf: packed page": _packed_page,
    "pdf: one line": _content(b"word ", b"BT /F1 11 Tf 72 760 Td (", b") Tj ET"),
    "pdf: letters": _content(b"(a)-9", b"BT /F1 11 Tf 72 760 Td [", b"] TJ ET"),
    "pdf: moves": _content(b"1 0 Td (a) Tj ", b"BT /F1 11 Tf ", b"ET"),
    "pdf: texts": _content(b"BT /F1 9 Tf (a) Tj ET "),
    "pdf: states": _content(b"q ", b"BT /F1 11 Tf (a) Tj ET "),
    "pdf: brackets": _content(b"["),
    "pdf: open text": _content(b"(", b"BT /F1 11 Tf "),
    "pdf: title": _info,
    "pdf: objects": lambda size: pdf_files.pdf([pdf_files.lines("x")]).replace(
        b"xref\n", b"9 0 obj\n<<>>\nendobj\n" * (size // 20) + b"xref\n", 1
    ),
    "djvu: pages": _djvu_pages,
    "djvu: one text": _djvu_text,
}
