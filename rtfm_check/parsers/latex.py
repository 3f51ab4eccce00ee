"""LaTeX: sections from part to subparagraph; included files, bibliographies and citations.

What stands before the first heading is a chunk "Preamble". A heading stands in the title of its
chunk, and in the text as well where it holds more, such as a short title, a label or a footnote.
Comments stay in the text, and nothing in them is a command; that they are there is told.

Edges: `include` for `\\input`, `\\include`, `\\subfile`, `\\import` and their kin and for
bibliographies, `cite` for each key of the commands that cite, of natbib and biblatex too. Headings
in definitions, before `\\begin{document}` or with a parameter, are none.

Read in the encoding that inputenc names, if it is not UTF-8.

Differences from RTFM 0.55.1: a short preamble is kept, and so are comments and runs of blank
lines; headings are seen wherever they stand on their line, and their titles to the last brace;
commands in comments, verbatim text and behind `\\end{document}` are no links; options of a
citation, `\\input` without braces and the other commands above are understood; a section without
a sentence end is cut as well; lines are those of the part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.chunking import split
from rtfm_check.file import File, known
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.parsers._declared import first_bad, read
from rtfm_check.parsers._latex_scan import Heading, Scan
from rtfm_check.text.show import quote

_MOST = 3000
_HEAD = 64 * 1024  # bytes in which the encoding is looked for
_INPUT_ENCODING = re.compile(rb"^[^%\r\n]*\\usepackage\[([\w-]+)\]\{inputenc\}", re.MULTILINE)
_BY_INPUTENC = {"ansinew": "cp1252", "applemac": "mac-roman", "macce": "mac-latin2"}


def parse(file: File) -> Iterator[Item]:
    """The sections, then the links."""
    yield from _encoding(file)
    scan = Scan(file.text)
    author = {"author": scan.author} if scan.author else None
    yield About(title=scan.title or file.stem, metadata=author)
    yield from _problems(scan)
    for number, draft in enumerate(_drafts(scan), 1):
        yield draft._replace(pages=(number, number))
    yield from scan.links


def _encoding(file: File) -> Iterator[Problem]:
    """Read what is not UTF-8 as the package inputenc would."""
    found = _INPUT_ENCODING.search(file.data, 0, _HEAD)
    name = found[1].decode() if found else ""
    encoding = known(_BY_INPUTENC.get(name, name))
    if encoding and encoding != "utf-8" and first_bad(file.data) >= 0:
        yield from read(file, encoding, name, "option of inputenc")


def _drafts(scan: Scan) -> Iterator[Draft]:
    text, headings = scan.text, scan.headings
    first = headings[0].start if headings else len(text)
    preamble = Draft("Preamble", "", kind="preamble") if headings else Draft("", "", kind="content")
    yield from _parts(preamble, text, 0, first, 1)
    line, at = 1, 0
    for index, heading in enumerate(headings):
        line += text.count("\n", at, heading.start)
        at = heading.start
        end = headings[index + 1].start if index + 1 < len(headings) else len(text)
        yield from _section(heading, text, end, line)


def _section(heading: Heading, text: str, end: int, line: int) -> Iterator[Draft]:
    kind = "chapter" if heading.level in ("part", "chapter") else "section"
    model = Draft(heading.title, heading.title, kind=kind)
    start = heading.end if heading.is_told else heading.start
    if heading.title and (start == end or text[start:end].isspace()):
        last = line + text.count("\n", heading.start, heading.end)
        yield model._replace(lines=(line, last))
        return
    yield from _parts(model, text, start, end, line, text.count("\n", heading.start, start))


def _parts(
    model: Draft, text: str, start: int, end: int, line: int, skipped: int = 0
) -> Iterator[Draft]:
    """The chunks of a section, the first of which has the line of its heading."""
    written = text[start:end]
    content = written.strip()
    if not content:
        return
    at = line + skipped + written.count("\n", 0, written.find(content[0]))
    ranges = list(split(content, _MOST, by_sentence=True))
    for number, (cut, until) in enumerate(ranges, 1):
        part = content[cut:until]
        first = at + part.count("\n", 0, len(part) - len(part.lstrip()))
        at += part.count("\n")
        last = at - part.count("\n", len(part.rstrip()))
        title = f"{model.title} ({number}/{len(ranges)})" if len(ranges) > 1 else model.title
        lines = (line if number == 1 else first, last)
        if not part.isspace():
            yield model._replace(title=title, text=part.strip(), lines=lines)


def _problems(scan: Scan) -> Iterator[Problem]:
    if scan.unclosed:
        start, end = scan.unclosed[0]
        more = len(scan.unclosed) - 1
        others = f", and {more:,} more like it" if more else ""
        yield Problem(
            "document-syntax",
            f"{quote(scan.text[start:end])} is not closed in its paragraph{others}",
            "close it, or write it as verbatim text",
            "it counts as text",
            start=start,
            end=end,
        )
    if scan.endless:
        start, end = scan.endless
        yield Problem(
            "document-syntax",
            f"{quote(scan.text[start:end])} has no end",
            "end it",
            "nothing behind it is a heading or a link",
            start=start,
            end=end,
        )
    if scan.comments:
        start, end = scan.comments[0]
        count = len(scan.comments)
        yield Problem(
            "hidden-content",
            "1 comment is in the index" if count == 1 else f"{count:,} comments are in the index",
            "see that they may be published with the text",
            "RTFM leaves comments out",
            start=start,
            end=end,
        )
