"""DjVu: the text layer of each page, cut as running text.

The programs `djvutxt` and `djvused` of DjVuLibre read it, each in a process of its own that gets
the file on its standard input, and that is ended when it takes too long or writes too much. Edges:
none. Limits: files of 256 MiB, 32 MiB of text, 45 seconds.

Titles, numbers and the cutting are those of RTFM 0.55.1, but for these. Pages without text count,
where RTFM gives the pages behind them too low numbers. A page that cannot be read is told, where
RTFM has the word `failed` as its text. Short paragraphs are kept. Words that
are cut at the end of a line, and ligatures, are words. The outline is a chunk of its
own at the end, and what the file says of itself is in its metadata. A file that only lists other
files is not read: those files are. Nothing that a page includes is looked for outside of the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.chunking import PROSE, Block, parts, prose
from rtfm_check.file import File
from rtfm_check.parsers import _djvu_form, _djvu_text, _program
from rtfm_check.parsers._contract import About, Draft, Item, MissingPart, Problem
from rtfm_check.parsers._djvu_form import Form
from rtfm_check.parsers._pdf_text import in_words

_INSTALL = (
    "install DjVuLibre: `apt-get install djvulibre-bin` on Debian and Ubuntu, "
    "`brew install djvulibre` on macOS"
)
_WHOLE = "put a sound copy in its place"
_ANEW, _FAILS = "write its text anew", "RTFM fails at bytes that are not UTF-8"
_NAMED = 20  # pages that a message names
_NOTED = 1000  # pages whose links and facts are looked for
_DEEP = 20  # levels of an outline that are indented
_INPUT = "/dev/stdin"
_INDIRECT = Problem(
    "indexes-to-nothing",
    "the file only lists other files, which hold its pages",
    "publish it as one file: `djvmcvt -b index.djvu book.djvu`",
    "RTFM reads those files with it; here each is a document of its own",
)


def parse(file: File) -> Iterator[Item]:
    """The text of each page."""
    yield About(title=file.title)
    is_bare = file.data.startswith(b"FORM")
    data = _djvu_form.MAGIC + file.data if is_bare else file.data
    form = _djvu_form.read(data)
    if form is None:
        if data:
            message = "no DjVu file: it does not begin as one"
            yield Problem("damaged-document", message, _WHOLE, "RTFM indexes nothing of it")
        return
    if is_bare:
        message = "the file lacks the letters `AT&T` at its start"
        yield Problem("damaged-document", message, _WHOLE, "RTFM indexes nothing of it")
    if form.is_indirect:
        yield _INDIRECT
        return
    yield About(pages=len(form.pages))
    if form.missing:
        message = f"the file is cut off: {form.missing:,} bytes are missing"
        yield Problem("damaged-document", message, _WHOLE, "RTFM does not tell")
    yield from _read(file, data, form)
    scanned = [number for number, page in enumerate(form.pages, 1) if page.looks_scanned]
    if scanned:
        message = f"there is no text to the pictures of {_named(scanned)}"
        help = "recognise it with `ocrodjvu` or the like, and publish the result"
        yield Problem("scanned-pdf-no-text", message, help, "RTFM indexes nothing of them")


def _read(file: File, data: bytes, form: Form) -> Iterator[Item]:
    """The pages, and what is beside them."""
    noted = [number for number, page in enumerate(form.pages, 1) if page.has_notes][:_NOTED]
    has_text = any(page.has_text for page in form.pages)
    has_notes = bool(noted or form.has_outline or form.has_shared_notes)
    if not (has_text or has_notes):
        return
    pages, notes = _at_once(file, form, noted) if data is file.data else (None, None)
    if pages is None and has_text:
        output = _program.run(
            [_path_of("djvutxt", file), "--detail=page", "-"],
            _without_includes(data, form),
        )
        pages = list(_djvu_text.pages(output.data))
        yield from _told(output, len(pages), len(form.pages))
    texts = [text for text in pages or () if text]
    words = _djvu_text.Charset([*texts, *(notes.texts() if notes else ())])
    yield from _pages(pages or [], words)
    if notes is not None:
        yield from _notes(notes, words)
    elif has_notes:
        message = "its outline, its links and what it says of itself cannot be read"
        yield Problem("damaged-document", message, _WHOLE, "RTFM does not read them at all")


def _at_once(
    file: File, form: Form, noted: list[int]
) -> tuple[list[str | None] | None, _djvu_text.Notes | None]:
    """All that `djvused` prints of a sound file, which it does faster; None if it does not."""
    path = _program.find("djvused", file.root)
    if path is None or not os.path.exists(_INPUT):
        return None, None
    asked = ["print-outline"] if form.has_outline else []
    asked += ["select-shared-ant; print-ant"] if form.has_shared_notes else []
    asked += [f"select {number}; print-ant" for number in noted]
    script = "".join(f"{part}; n; " for part in asked) + "select; print-pure-txt"
    with file.seekable() as stream:
        seconds = limits.PROGRAM_SECONDS / 4
        output = _program.run([path, "-u", _INPUT, "-e", script], stream, seconds=seconds)
    found, end = _djvu_text.notes(output.data, len(asked))
    notes = found if end or not asked else None
    if output.status or output.is_too_long:
        return None, notes
    pages = _djvu_text.plain_pages(output.data[end:])
    if len(pages) != len(form.pages):  # a text has form feeds in it, which also end pages
        return None, notes
    return [*pages], notes


def _without_includes(data: bytes, form: Form) -> Iterator[memoryview | bytes]:
    """The file in pieces, and no part of it refers to another: that might be a file of its own."""
    view, start = memoryview(data), 0
    for place in form.includes:
        yield view[start:place]
        yield b"xxxx"
        start = place + 4
    yield view[start:]


def _pages(pages: list[str | None], words: _djvu_text.Charset) -> Iterator[Item]:
    for number, text in enumerate(pages, 1):
        for paragraph, part in enumerate(prose(in_words(words.read(text or ""))), 1):
            yield Draft(
                f"Page {number}",
                part,
                pages=(number, number),
                number=number,
                paragraph=paragraph,
                kind="page",
                mark=f"p{number:03}",
            )
    if words.replaced:
        message = f"{words.replaced:,} bytes of its text are not UTF-8: U+FFFD stands for them"
        yield Problem("encoding-replaced", message, _ANEW, _FAILS)
    if words.name:
        message = f"its texts are not UTF-8; they were read as {words.name.upper()}"
        yield Problem("encoding-replaced", message, _ANEW, _FAILS)
    failed = [number for number, text in enumerate(pages, 1) if text is None]
    if failed:
        message = f"the text of {_named(failed)} cannot be read"
        note = "RTFM has the word `failed` in its place"
        yield Problem("damaged-document", message, _WHOLE, note)


def _notes(notes: _djvu_text.Notes, words: _djvu_text.Charset) -> Iterator[Item]:
    if notes.facts:
        yield About(metadata={key: words.read(value) for key, value in notes.facts.items()})
    outline = "\n".join(
        "  " * min(depth, _DEEP) + words.read(title) for depth, title in notes.outline
    )
    links = "\n".join(map(words.read, notes.links))
    for title, text in (("Outline", outline), ("Links", links)):
        for part in parts(Block(text), PROSE):
            yield Draft(title, part.text, number=None, kind="outline", mark=title.lower())


def _told(output: _program.Output, read: int, pages: int) -> Iterator[Problem]:
    """That not all pages were read."""
    if output.is_late or output.is_too_long:
        why = f"takes more than {limits.PROGRAM_SECONDS:.0f} seconds"
        if output.is_too_long:
            why = f"is longer than {limits.PROGRAM_BYTES // 1024**2} MiB"
        message = f"its text {why}: {read:,} of {pages:,} pages were read"
        yield Problem("limit-reached", message, "split it", "RTFM waits for two minutes")
    elif read < pages:
        message = f"{read:,} of {pages:,} pages can be read"
        yield Problem("damaged-document", message, _WHOLE, "RTFM reports an error")


def _named(numbers: list[int]) -> str:
    """Pages, for a message."""
    shown = ", ".join(map(str, numbers[:_NAMED]))
    more = f" and {len(numbers) - _NAMED:,} more" if len(numbers) > _NAMED else ""
    return f"page{'s' if len(numbers) > 1 else ''} {shown}{more}"


def _path_of(name: str, file: File) -> str:
    path = _program.find(name, file.root)
    if path is None:
        raise MissingPart(name, advice=_INSTALL)
    return path
