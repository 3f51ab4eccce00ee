"""Documents that are nasty to their parser, at any size: for `growth.py`. All are deterministic."""

from __future__ import annotations

import json
import sqlite3
import struct
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from tests.parsers import audio_files, epubs, kindle, midi_files, office, pdf_files

Make = Callable[[int], bytes]


def repeated(unit: str, head: str = "", tail: str = "") -> Make:
    """A document of a unit over and over, up to a size in bytes."""
    return lambda size: (head + unit * (size // len(unit.encode())) + tail).encode()


def numbered(unit: str, head: str = "", tail: str = "") -> Make:
    """A document of a unit with numbers in it, up to a size in bytes."""

    def made(size: int) -> bytes:
        count = size // len(unit.format(n=100_000).encode())
        return (head + "".join(unit.format(n=n) for n in range(count)) + tail).encode()

    return made


def nested(opening: str, closing: str, inside: str = "", head: str = "", tail: str = "") -> Make:
    """Something in itself over and over."""

    def made(size: int) -> bytes:
        depth = size // len(opening + closing)
        return (head + opening * depth + inside + closing * depth + tail).encode()

    return made


def text_of(make: Make) -> Callable[[int], str]:
    """The same as text, to be put into something."""
    return lambda size: make(size).decode()


def stored(data: bytes) -> bytes:
    """An archive with the same members, not packed: its size is that of its text."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name), zipfile.ZIP_STORED)
    return out.getvalue()


def docx(body: Make) -> Make:
    """A document with that body."""
    return lambda size: stored(office.docx(body(size).decode()))


def odt(body: Make) -> Make:
    """A document with that text."""
    return lambda size: stored(office.odt(body(size).decode()))


def xlsx(body: Make) -> Make:
    """A workbook of one sheet."""
    return lambda size: stored(office.xlsx({"S": body(size).decode()}))


def _xlsx_shared(size: int) -> bytes:
    count = size // 40
    texts = [f"<si><t>text {n}</t></si>" for n in range(count)]
    rows = "".join(f'<row><c t="s"><v>{n}</v></c></row>' for n in range(count))
    return stored(office.xlsx({"S": f"<sheetData>{rows}</sheetData>"}, texts=texts))


def _xlsx_sheets(size: int) -> bytes:
    return stored(
        office.xlsx({f"S{n}": office.rows(("a", "b"), ("1", "2")) for n in range(size // 700)})
    )


def _xlsx_formats(size: int) -> bytes:
    count = size // 90
    rows = "".join(f'<row><c s="{n}"><v>{n}</v></c></row>' for n in range(1, count))
    formats = [f'0.0"{n}"' for n in range(count)]
    return stored(office.xlsx({"S": f"<sheetData>{rows}</sheetData>"}, formats=formats))


def _docx_notes(size: int) -> bytes:
    count = size // 150
    body = "".join(f'<w:p><w:r><w:footnoteReference w:id="{n}"/></w:r></w:p>' for n in range(count))
    notes = "".join(f'<w:footnote w:id="{n}"><w:p/></w:footnote>' for n in range(count))
    return stored(office.docx(body, parts={"footnotes": ("footnotes", notes)}))


def _docx_styles(size: int) -> bytes:
    count = size // 200
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{n}"><w:name w:val="heading 1"/>'
        f'<w:basedOn w:val="s{n - 1}"/></w:style>'
        for n in range(count)
    )
    body = "".join(office.paragraph("text", f"s{n}") for n in range(count))
    return stored(office.docx(body, styles=styles))


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


def _kf8(size: int) -> bytes:
    count = size // 60
    documents = [(b"<html><body></body></html>", [(12, b"<p>text of it</p>")])] * count
    return kindle.palm(kindle.new_book(documents))


def database(script: Callable[[sqlite3.Connection, int], None]) -> Make:
    """A database made by a script for a size."""

    def made(size: int) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "made.db"
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("BEGIN")
            script(connection, size)
            connection.execute("COMMIT")
            connection.close()
            return path.read_bytes()

    return made


def _rows(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL)")
    connection.executemany(
        "INSERT INTO t VALUES (?, ?, ?)", ((n, f"text {n}", n / 3) for n in range(size // 30))
    )


def _tables(connection: sqlite3.Connection, size: int) -> None:
    for n in range(size // 4500):
        connection.execute(f"CREATE TABLE t{n} (a, b REFERENCES t{n - 1 if n else 0})")
        connection.execute(f"INSERT INTO t{n} VALUES (1, 'x')")


def _views(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a)")
    for n in range(size // 60):
        connection.execute(f"CREATE VIEW v{n} AS SELECT a FROM t WHERE a = {n}")


def _cell(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a)")
    connection.executemany("INSERT INTO t VALUES (?)", [("word " * 20_000,)] * (size // 100_000))


def _columns(connection: sqlite3.Connection, size: int) -> None:
    names = ", ".join(f"c{n}" for n in range(900))
    connection.execute(f"CREATE TABLE t ({names})")
    marks = ",".join("?" * 900)
    connection.executemany(
        f"INSERT INTO t VALUES ({marks})", (range(n, n + 900) for n in range(size // 2700))
    )


def _blobs(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a)")
    connection.executemany("INSERT INTO t VALUES (?)", [(bytes(2000),)] * (size // 2000))


def song(*events: bytes) -> Make:
    """A song of one track of the same events over and over."""
    unit = b"".join(events)
    return lambda size: midi_files.song(midi_files.track(unit * (size // len(unit))))


def _tracks(size: int) -> bytes:
    track = midi_files.track(midi_files.meta(midi_files.NAME, "name"), midi_files.note(60))
    return midi_files.song(*[track] * min(size // len(track), 65_535))


def _tempos(size: int) -> bytes:
    events = [
        midi_files.tempo(60 + n % 100, 10) + midi_files.meta(midi_files.MARKER, f"m{n}", 10)
        for n in range(size // 17)
    ]
    return midi_files.song(midi_files.track(*events))


def tag(*frames: bytes) -> Make:
    """An MP3 with a tag of the same frames over and over."""
    unit = b"".join(frames)
    return lambda size: audio_files.id3(*[unit] * (size // len(unit))) + audio_files.mp3()


def _long_tag(name: bytes, head: bytes) -> Make:
    return lambda size: (
        audio_files.id3(audio_files.frame(name, head + b"word " * (size // 5))) + audio_files.mp3()
    )


def _zlib_frame(size: int) -> bytes:
    import zlib

    text = b"\3" + b"word " * (size // 5)
    data = len(text).to_bytes(4, "big") + zlib.compress(text)
    return audio_files.id3(audio_files.frame(b"TIT2", data, flags=0x9)) + audio_files.mp3()


def _atoms(size: int) -> bytes:
    data = b""
    for _ in range(min(size // 8, 3000)):
        data = struct.pack(">I", len(data) + 8) + b"udta" + data
    return audio_files.m4a() + data + audio_files.atom(b"free", b"x" * 20) * (size // 28)


def _riff(size: int) -> bytes:
    return audio_files.wav_with(*[audio_files.info(ICMT=b"a comment")] * (size // 30))


def _pages(size: int) -> bytes:
    return pdf_files.pdf(pdf_files.lines(f"Page {n} has text.") for n in range(size // 350))


def _page(size: int) -> bytes:
    return pdf_files.pdf([pdf_files.lines(*["Some words of text."] * (size // 30))])


def _outline(size: int) -> bytes:
    outline = [(f"T {n}", 0) for n in range(size // 60)]
    return pdf_files.pdf([pdf_files.lines("text")], outline=outline)


def _djvu_pages(size: int) -> bytes:
    from tests.parsers import djvu_files

    unit = djvu_files.page("Some text of a page.")[4:]
    count = min(size // (len(unit) + 40), 20_000)
    # A directory that names no page by offset: version 1, not bundled.
    form = b"DJVM" + b"".join(unit for _ in range(count))
    return b"AT&T" + djvu_files.chunk(b"FORM", form)


def _djvu_text(size: int) -> bytes:
    from tests.parsers import djvu_files

    return djvu_files.page("word " * (min(size, 16_000_000) // 5))


def _notebook(cells: Sequence[object]) -> bytes:
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()


def _cell_of(kind: str, source: object, **more: object) -> dict[str, object]:
    return {"cell_type": kind, "metadata": {}, "source": source, **more}


def _outputs(size: int) -> bytes:
    output = {"output_type": "stream", "name": "stdout", "text": ["line\n"]}
    return _notebook([_cell_of("code", "x", outputs=[output] * (size // 70))])


def _items(size: int) -> bytes:
    return json.dumps(list(range(size // 8))).encode()


def _keys(size: int) -> bytes:
    return json.dumps({f"k{n}": n for n in range(size // 14)}).encode()


def _list(size: int) -> bytes:
    return json.dumps({"k": [{"a": n} for n in range(size // 14)]}).encode()


_LEGI = (
    "<ARTICLE><META><META_COMMUN><ID>LEGIARTI1</ID></META_COMMUN></META><BLOC_TEXTUEL><CONTENU>",
    "</CONTENU></BLOC_TEXTUEL></ARTICLE>",
)
_FB2 = ("<FictionBook><body>", "</body></FictionBook>")
_DOCTRINE = '<h1>T</h1><p class="paragraphe-western">'

# By name, which begins with the suffix. A pair says at how many bytes a case begins and ends, where
# a limit of the reader makes it another case beyond.
CASES: dict[str, Make | tuple[Make, int, int]] = {
    "md: brackets": repeated("["),
    "md: double brackets": repeated("[[a "),
    "md: open links": repeated("[a]("),
    "md: images": repeated("![a](b) "),
    "md: open images": repeated("!["),
    "md: one paragraph": repeated("word "),
    "md: one word": repeated("x"),
    "md: one heading": repeated("word ", "# "),
    "md: headings": numbered("# Heading {n}\n\ntext\n\n"),
    "md: same headings": repeated("## Heading\n\ntext\n\n"),
    "md: quotes": repeated("> "),
    "md: lists": numbered("- item {n}\n"),
    "md: lists in lists": repeated("- "),
    "md: ticks": repeated("` `` ``` "),
    "md: open fences": repeated("```\ncode\n"),
    "md: one fence": repeated("code\n", "```\n", "```\n"),
    "md: references": numbered("[a{n}][b{n}]\n\n[b{n}]: c.md\n\n"),
    "md: undefined references": numbered("[a{n}][b{n}] "),
    "md: definitions": numbered("[b{n}]: c.md\n"),
    "md: footnotes": numbered("text[^{n}]\n\n[^{n}]: note\n\n"),
    "md: wikilinks": numbered("[[a{n}|b]] "),
    "md: emphasis": repeated("**a_ "),
    "md: stars": repeated("*a **b "),
    "md: html": repeated("<a href='x'>y</a> "),
    "md: open html": repeated("<a href='"),
    "md: comments": repeated("<!-- "),
    "md: table": numbered("| {n} | b |\n", "| a | b |\n|---|---|\n"),
    "md: one row": repeated("| a ", "| a | b |\n|---|---|\n"),
    "md: angles": repeated("<"),
    "md: addresses": numbered("https://example.org/{n} "),
    "md: escapes": repeated("\\["),
    "md: references to letters": repeated("&amp;"),
    "md: front matter": (numbered("k{n}: v\n", "---\n", "---\ntext\n"), 8_000, 60_000),
    "md: front matter without end": numbered("k{n}: v\n", "---\n"),
    "md: rules": repeated("---\n"),
    "py: functions": numbered("def f{n}():\n    return {n}\n\n"),
    "py: statements": numbered("x{n} = {n}\n"),
    "py: minus": (repeated("-", "x = ", "1\n"), 50_000, 400_000),
    "py: many minus": (repeated("-", "x = ", "1\n"), 1_000_000, 8_000_000),
    "py: brackets": (nested("(", ")", "1"), 100_000, 800_000),
    "py: attributes": (repeated(".a", "x = a", "\n"), 50_000, 400_000),
    "py: one sum": (repeated("1+", "x = ", "1\n"), 50_000, 400_000),
    "py: one string": repeated("word ", "x = '''", "'''\n"),
    "py: open string": repeated("word\n", "x = '''"),
    "py: one line": repeated("f(x); ", "", "\n"),
    "py: comments": repeated("# word\n"),
    "py: decorators": numbered("@a\n@b\ndef f{n}(): pass\n"),
    "py: imports": numbered("import a{n}\n"),
    "py: imports inside": numbered("def f{n}():\n  from .a import b{n}\n"),
    "py: methods": numbered("  def f{n}(self): pass\n", "class C:\n"),
    "py: broken": numbered("import a{n}\n", "def (:\n"),
    "tex: sections": numbered("\\section{{S {n}}}\ntext\n"),
    "tex: open sections": repeated("\\section{"),
    "tex: open input": repeated("\\input{"),
    "tex: open cite": repeated("\\cite{"),
    "tex: open options": repeated("\\cite["),
    "tex: cites": numbered("\\cite{{a{n},b}} "),
    "tex: braces": repeated("{"),
    "tex: begins": repeated("\\begin{a}\n"),
    "tex: verbs": repeated("\\verb|"),
    "tex: verbatim": repeated("\\begin{verbatim}\n"),
    "tex: comments": repeated("% \\input{x}\n"),
    "tex: backslashes": repeated("\\"),
    "tex: one paragraph": repeated("word "),
    "sh: functions": numbered("f{n}() {{\n  echo {n}\n}}\n"),
    "sh: open functions": numbered("f{n}() {{\n"),
    "sh: heredocs": numbered("cat <<E{n}\ntext\n"),
    "sh: one heredoc": repeated("text\n", "cat <<E\n", "E\n"),
    "sh: quotes": repeated("echo \"$(echo '"),
    "sh: open quotes": repeated('"$('),
    "sh: parentheses": repeated("("),
    "sh: braces": repeated("${a:-"),
    "sh: ticks": repeated("`"),
    "sh: backslashes": repeated("\\\n"),
    "sh: one line": repeated("echo x; "),
    "sh: comments": repeated("# word\n"),
    "yaml: keys": numbered("k{n}: v\n"),
    "yaml: one key": repeated("word ", "", ": v\n"),
    "yaml: one string": repeated("word ", "k: "),
    "yaml: open string": repeated("word\n", 'k: "'),
    "yaml: block": repeated("  word\n", "k: |\n"),
    "yaml: items": numbered("- a: {n}\n"),
    "yaml: comments": repeated("# word\n"),
    "yaml: flow": nested("[", "]"),
    "yaml: maps": repeated("{a: "),
    "yaml: aliases": numbered("k{n}: &a{n} v\nl{n}: *a{n}\n"),
    "yaml: merges": numbered("k{n}: {{<<: [*a, *a, *a, *a]}}\n", "a: &a {b: c}\n"),
    "yaml: questions": repeated("? "),
    "yaml: dashes": repeated("- "),
    "yaml: documents": numbered("---\nk: {n}\n"),
    "json: keys": (_keys, 50_000, 800_000),
    "json: many keys": (_keys, 1_500_000, 24_000_000),
    "json: items": (_items, 50_000, 800_000),  # a larger document is not held whole
    "json: many items": (_items, 1_500_000, 24_000_000),
    "json: one list": (_list, 50_000, 800_000),
    "json: one long list": (_list, 1_500_000, 24_000_000),
    "json: one string": repeated("word ", '"', '"'),
    "json: one key": repeated("word ", '{"', '": 1}'),
    "json: escapes": repeated("\\u00e9", '"', '"'),
    "json: surrogates": repeated("\\ud800", '"', '"'),
    "json: open string": repeated("word ", '"'),
    "json: nesting": nested("[", "]"),
    "json: objects in objects": nested('{"a":', "}", "1"),
    "json: same keys": repeated('"a":1,', "{", '"a":1}'),
    "json: constants": repeated("NaN,", "[", "1]"),
    "json: one number": repeated("1", "[", "]"),
    "json: lines": numbered('{{"a": {n}}}\n'),
    "json: broken lines": numbered('{{"a": {n}\n'),
    "json: broken": repeated('{"a": '),
    "json: commas": repeated("1,,", "[", "]"),
    "json: comments": repeated("// word\n", "", '{"a": 1}'),
    "toml: keys": numbered("k{n} = 1\n"),
    "toml: tables": numbered("[t{n}]\nk = 1\n"),
    "toml: lists of tables": numbered("[[t]]\nk = {n}\n"),
    "toml: dotted": lambda size: (".".join(["a"] * (size // 2)) + " = 1\n").encode(),
    "toml: nesting": nested("[", "]", "", "k = ", "\n"),
    "toml: one string": repeated("word ", 'k = "', '"\n'),
    "toml: lines of a string": repeated("word\n", 'k = """\n', '"""\n'),
    "toml: open string": repeated("word\n", 'k = """\n'),
    "toml: comments": repeated("# word\n"),
    "toml: broken": repeated("a b\n"),
    "toml: requirements": numbered('"a{n}>=1",\n', "[project]\ndependencies = [\n", "]\n"),
    "txt: one line": repeated("word "),
    "txt: one word": repeated("x"),
    "txt: lines": repeated("x\n"),
    "txt: blank lines": repeated("\n"),
    "txt: carriage returns": repeated("x\r"),
    "txt: no UTF-8": lambda size: b"caf\xe9 " * (size // 5),
    "txt: UTF-16": lambda size: ("\ufeff" + "word " * (size // 10)).encode("utf-16-le"),
    "txt: secrets": numbered("password = hunter{n}{n}{n}\n"),
    "csv: rows": numbered("{n},b,c\n", "a,b,c\n"),
    "csv: one cell": repeated("word ", "a,b\n"),
    "csv: open quote": repeated("x,y\n", 'a,b\n"'),
    "csv: quotes": repeated('"",', "a,b\n"),
    "csv: double quotes": repeated('""', 'a,b\n"', '"\n'),
    "csv: columns": lambda size: ",".join(f"c{n}" for n in range(size // 8)).encode(),
    "csv: wide rows": repeated("1," * 500 + "\n", ",".join(f"c{n}" for n in range(500)) + "\n"),
    "csv: semicolons": numbered("{n};b,c\n"),
    "csv: blank lines": repeated("\n", "a,b\n"),
    "csv: ragged": repeated("a\na,b,c,d\n", "a,b\n"),
    "csv: NULs": lambda size: b"a,b\n" + b"\0,x\n" * (size // 4),
    "ipynb: cells": lambda size: _notebook(
        [_cell_of("markdown", f"# T{n}\ntext") for n in range(size // 70)]
    ),
    "ipynb: one cell": lambda size: _notebook([_cell_of("code", "word " * (size // 5))]),
    "ipynb: lines": lambda size: _notebook([_cell_of("code", ["x\n"] * (size // 7))]),
    "ipynb: outputs": _outputs,
    "ipynb: heading of blanks": lambda size: _notebook([_cell_of("markdown", "#" + " " * size)]),
    "ipynb: links": lambda size: _notebook([_cell_of("markdown", "[a](b.md) " * (size // 10))]),
    "ipynb: brackets": lambda size: _notebook([_cell_of("markdown", "[a](" * (size // 4))]),
    "html: paragraphs": repeated("<p>text</p>"),
    "html: one paragraph": repeated("word ", "<p>"),
    "html: open tags": repeated("<div>"),
    "html: open inline": repeated("<b><i>"),
    "html: closing": repeated("</div>"),
    "html: angles": repeated("<"),
    "html: comments": repeated("<!--"),
    "html: declarations": repeated("<!DOCTYPE "),
    "html: scripts": repeated("<script>"),
    "html: attributes": numbered("a{n}=b ", "<p ", ">text</p>"),
    "html: one attribute": repeated("word ", "<p title='", "'>text</p>"),
    "html: open attribute": repeated("<p a='"),
    "html: links": numbered("<a href='p{n}'>t</a> "),
    "html: letters": repeated("&amp;"),
    "html: unknown letters": repeated("&a"),
    "html: rows": numbered("<tr><td>{n}</td></tr>", "<table>"),
    "html: tables in tables": repeated("<table><tr><td>"),
    "html: lists in lists": repeated("<ul><li>x"),
    "html: headings": numbered("<h2>H {n}</h2><p>text</p>"),
    "html: ids": numbered("<p id='i{n}'>text</p>"),
    "html: doctrine": repeated("l'article 39 decies A et ", _DOCTRINE, "</p>"),
    "html: numbers of doctrine": repeated("articles 1, 2, 3 et ", _DOCTRINE, "</p>"),
    "xml: elements": numbered("<a>{n}</a>", "<r>", "</r>"),
    "xml: nesting": nested("<a>", "</a>", "text"),
    "xml: open": repeated("<a>"),
    "xml: one text": repeated("word ", "<r>", "</r>"),
    "xml: attributes": numbered("a{n}='b' ", "<r ", "/>"),
    "xml: names": numbered("<a{n}/>", "<r>", "</r>"),
    "xml: comments": repeated("<!-- a -->", "<r>", "</r>"),
    "xml: letters": repeated("&amp;", "<r>", "</r>"),
    "xml: unknown letters": repeated("&a;", "<r>", "</r>"),
    "xml: wrong ends": repeated("<a></b>", "<r>", "</r>"),
    "xml: articles": repeated("<p>Article 1 du code.</p>", *_LEGI),
    "xml: one article": repeated("word ", *_LEGI),
    "xml: links": numbered(
        '<LIEN id="L{n}" typelien="CITATION">t</LIEN>', "<ARTICLE><LIENS>", "</LIENS></ARTICLE>"
    ),
    "fb2: sections": numbered("<section><title><p>S {n}</p></title><p>text</p></section>", *_FB2),
    "fb2: sections in sections": nested("<section>", "</section>", "<p>x</p>", *_FB2),
    "fb2: one paragraph": repeated("word ", "<FictionBook><body><p>", "</p></body></FictionBook>"),
    "fb2: open": repeated("<section><p>", _FB2[0]),
    "fb2: verses": repeated("<poem><stanza><v>x</v></stanza></poem>", *_FB2),
    "rtf: groups": repeated("{", "{\\rtf1 "),
    "rtf: words": repeated("\\par text ", "{\\rtf1 ", "}"),
    "rtf: one paragraph": repeated("word ", "{\\rtf1 ", "}"),
    "rtf: escapes": repeated("\\'e9", "{\\rtf1\\ansi ", "}"),
    "rtf: letters": repeated("\\u233?", "{\\rtf1\\ansi ", "}"),
    "rtf: fields": repeated('{\\field{\\*\\fldinst HYPERLINK "', "{\\rtf1 "),
    "rtf: pictures": repeated("{\\pict 00ff}", "{\\rtf1 ", "}"),
    "rtf: bytes": repeated("\\bin3 }}}", "{\\rtf1 ", "}"),
    "rtf: cells": repeated("\\trowd x\\cell y\\cell\\row ", "{\\rtf1 ", "}"),
    "rtf: fonts": numbered("{{\\f{n} A;}}", "{\\rtf1{\\fonttbl", "}text}"),
    "docx: paragraphs": docx(repeated(office.paragraph("some text"))),
    "docx: one paragraph": docx(repeated(office.run("word "), "<w:p>", "</w:p>")),
    "docx: one run": docx(repeated("word ", "<w:p><w:r><w:t>", "</w:t></w:r></w:p>")),
    "docx: headings": docx(repeated(office.paragraph("A title", "Heading1"))),
    "docx: rows": docx(
        repeated(
            "<w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>", "<w:tbl>", "</w:tbl>"
        )
    ),
    "docx: tables in tables": docx(repeated("<w:tbl><w:tr><w:tc>")),
    "docx: fields": docx(
        repeated('<w:r><w:fldChar w:fldCharType="begin"/></w:r>', "<w:p>", "</w:p>")
    ),
    "docx: notes": _docx_notes,
    "docx: styles": _docx_styles,
    "docx: broken": docx(repeated("<w:p><w:r></w:p>")),
    "xlsx: rows": xlsx(
        repeated("<row><c><v>1</v></c><c><v>2</v></c></row>", "<sheetData>", "</sheetData>")
    ),
    "xlsx: one row": xlsx(repeated("<c><v>1</v></c>", "<sheetData><row>", "</row></sheetData>")),
    "xlsx: one cell": xlsx(
        repeated(
            "word ",
            '<sheetData><row><c t="inlineStr"><is><t>',
            "</t></is></c></row></sheetData>",
        )
    ),
    "xlsx: far cells": xlsx(
        repeated('<row><c r="XFD1"><v>1</v></c></row>', "<sheetData>", "</sheetData>")
    ),
    "xlsx: wrong places": xlsx(
        repeated(
            '<row r="-1"><c r="ZZZZ9" t="s"><v>99</v></c></row>', "<sheetData>", "</sheetData>"
        )
    ),
    "xlsx: shared": _xlsx_shared,
    "xlsx: sheets": (_xlsx_sheets, 800_000, 6_400_000),
    "xlsx: formats": _xlsx_formats,
    "xlsx: merged": xlsx(
        numbered('<mergeCell ref="A{n}:B{n}"/>', "<sheetData/><mergeCells>", "</mergeCells>")
    ),
    "odt: paragraphs": odt(repeated("<text:p>some text</text:p>")),
    "odt: one paragraph": odt(repeated("word ", "<text:p>", "</text:p>")),
    "odt: spans": odt(repeated("<text:span>x</text:span>", "<text:p>", "</text:p>")),
    "odt: headings": odt(numbered('<text:h text:outline-level="1">T {n}</text:h>')),
    "odt: rows": odt(
        repeated(
            "<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>"
            "</table:table-row>",
            "<table:table>",
            "</table:table>",
        )
    ),
    "odt: lists in lists": odt(repeated("<text:list><text:list-item>")),
    "odt: blanks": odt(repeated('<text:s text:c="9"/>x', "<text:p>", "</text:p>")),
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
    "azw3: documents": (_kf8, 10_000, 100_000),
    "db: rows": database(_rows),
    "db: tables": database(_tables),
    "db: views": database(_views),
    "db: cells": database(_cell),
    "db: columns": database(_columns),
    "db: blobs": database(_blobs),
    "mid: lyrics": song(midi_files.meta(midi_files.LYRIC, "la ", 10)),
    "mid: notes": song(midi_files.note(60)),
    "mid: tempos": _tempos,
    "mid: tracks": _tracks,
    "mid: system messages": song(b"\x00\xf0\x05abcd\xf7"),
    "mid: running": song(b"\x00\x90\x40\x40" + b"\x00\x40\x40" * 20),
    "mid: damaged": song(b"\x81\x81\x81\x81\x81"),
    "mid: programs": song(*(midi_files.program(n, n) for n in range(16))),
    "mp3: frames": tag(audio_files.text(b"TXXX", "key", "value")),
    "mp3: comments": tag(audio_files.frame(b"COMM", b"\3eng\0a comment")),
    "mp3: one title": _long_tag(b"TIT2", b"\3"),
    "mp3: lyrics": _long_tag(b"USLT", b"\3eng\0"),
    "mp3: packed frame": _zlib_frame,
    "mp3: sound": lambda size: audio_files.mp3(size // 417),
    "mp3: zeros": lambda size: audio_files.id3(size=0) + bytes(size),
    "m4a: atoms": _atoms,
    "wav: comments": _riff,
    "wav: sound": lambda size: audio_files.wav(size / 16_000),
    "ogg: pages": lambda size: audio_files.vorbis() + b"OggS" * (size // 4),
    "flac: padding": lambda size: audio_files.flac()[:4] + b"\1\0\0\0" * (size // 4),
    "pdf: pages": _pages,
    "pdf: one page": _page,
    "pdf: outline": _outline,
    "pdf: objects": lambda size: pdf_files.pdf([pdf_files.lines("x")]).replace(
        b"xref\n", b"9 0 obj\n<<>>\nendobj\n" * (size // 20) + b"xref\n", 1
    ),
    "djvu: pages": _djvu_pages,
    "djvu: one text": _djvu_text,
}
