"""What users should know of each parser: the rows of the README's table of formats."""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check.parsers import PARSERS


class Format(NamedTuple):
    """A row of the table."""

    strategy: str  # how a document becomes chunks
    edges: str  # that it gives
    needs: str  # the extra, or the program; "" for nothing
    loses: str  # what RTFM 0.55.1 would lose or get wrong of it


FORMATS = {
    "markdown": Format(
        "by heading, to about 1,500 characters; front matter as metadata",
        "`link`: links, images, references, wikilinks, HTML",
        "",
        "paragraphs of 20 characters or less, line ends in code, lists and tables; takes `#` in "
        "code for headings and links in code for links",
    ),
    "legifrance": Format(
        "LEGI by article; other XML by its text",
        "`cite`: LIENS, and links in texts",
        "",
        "everything that is no article; a second file of the same title replaces the first",
    ),
    "bofip": Format(
        "pages by heading; BOFiP doctrine by paragraph, with its sidecar",
        "`link`, `cite`",
        "",
        "what is no paragraph of doctrine; reads UTF-8 whatever is declared",
    ),
    "python": Format(
        "each class and function with its decorators; the rest in order",
        "`import`, with the dots of relative ones",
        "",
        "docstring, imports, constants and main block of a module that has a class or function",
    ),
    "latex": Format(
        "by section, part to subparagraph",
        "`include`, `cite`",
        "",
        "short preambles, titles with braces; follows commands in comments",
    ),
    "yaml": Format(
        "top-level keys, to about 800 characters, with their lines",
        "none",
        "",
        "nothing, but takes comments and list items for keys",
    ),
    "json": Format(
        "by mapping, else keys or items, to about 800 characters",
        "what the mapping declares",
        "",
        "whole documents: with a byte order mark, in UTF-16, with comments, as JSON Lines",
    ),
    "shell": Format(
        "each function; the rest in order",
        "none",
        "",
        "where a function ends, with braces in strings; most spellings of functions",
    ),
    "sqlite": Format(
        "overview, then schema and rows of each table, views, triggers",
        "`fk`",
        "",
        "the whole file over one odd table; bad UTF-8",
    ),
    "jupyter": Format(
        "cells by heading, code fenced in the kernel's language",
        "`link`, of Markdown cells",
        "",
        "notebooks of format 3; all links",
    ),
    "csv": Format(
        "overview with types and count, then every row with its header",
        "none",
        "",
        "the whole file over a blank first line or a cell of 131,072 characters",
    ),
    "fb2": Format(
        "by section, every body, notes and poems",
        "none",
        "",
        "bodies of other namespaces, text outside sections",
    ),
    "djvu": Format(
        "by page, true numbers",
        "none",
        "djvulibre-bin (Debian)",
        "page numbers behind an empty page",
    ),
    "midi": Format(
        "an overview, and each track that carries words", "none", "", "lyrics not in UTF-8"
    ),
    "audio": Format(
        "tags and facts of the stream, lyrics; speech is not transcribed",
        "none",
        "extra `audio`",
        "RIFF INFO of WAV files",
    ),
    "plaintext": Format(
        "lines, to about 500 characters",
        "none",
        "",
        "text that is not UTF-8; indexes binary files named as text",
    ),
    "toml": Format(
        "top-level tables as they are written, to about 1,200 characters",
        "`depends_on`: PEP 621 and 735, Poetry, Cargo",
        "",
        "comments; whole files that are invalid or have a byte order mark",
    ),
    "pdf": Format(
        "by page, true numbers",
        "`link`",
        "extra `pdf`",
        "short paragraphs, words cut at the end of a line",
    ),
    "xlsx": Format(
        "overview, then schema and every row of each sheet",
        "`link`",
        "",
        "rows beyond a wrong dimension; shows dates and numbers as Python does",
    ),
    "epub": Format(
        "by chapter, in reading order",
        "`link`, inside the book",
        "",
        "chapters with encoded names; short paragraphs and headings",
    ),
    "mobi": Format("by chapter, PalmDOC, HUFF/CDIC and KF8", "none", "", "chapters, title, author"),
    "docx": Format(
        "by heading in any language, tables row by row, notes, text boxes",
        "`link`",
        "",
        "headers, footers, notes, comments, text boxes, insertions, headings in other languages",
    ),
    "odt": Format(
        "by heading, tables row by row, notes",
        "`link`",
        "",
        "spaces, tabs and line breaks; indexes deleted text",
    ),
    "rtf": Format(
        "by paragraph, in the right code page", "`link`", "", "letters in other code pages"
    ),
}


def table() -> str:
    """The table as Markdown."""
    head = "| format | files | chunks | edges | needs | RTFM 0.55.1 would lose |\n"
    rows = []
    for parser in PARSERS:
        each = FORMATS[parser.name]
        files = " ".join(f"`{extension}`" for extension in parser.extensions)
        cells = (parser.name, files, each.strategy, each.edges, each.needs, each.loses)
        rows.append("| " + " | ".join(cells) + " |\n")
    return head + "|---|---|---|---|---|---|\n" + "".join(rows)
