"""ODT: the body in its order, in sections by heading, with all that stands beside it.

Read without a library. Edges: `link` for each hyperlink; `../` in front of an address leads out
of the package, to the folder of the document. Headings and bookmarks are anchors. Limits: those
of archives and of XML; an element stands for 1,000 blanks at most, and a repeated row or cell for
one. What says how to pronounce a word is left out.

Titles, numbers and pages as in RTFM 0.55.1, but for these. Sections, indexes, frames and shapes
are read. Blanks, tabs and line ends that are elements stand for themselves. A list has a line for
each item, a table for each row; a cell that spans others is repeated. Notes, comments, boxes and
the texts for pictures come behind their paragraph, headers and footers at the end. A heading
without text is a chunk of its own, and short paragraphs are not dropped. The author is in the
metadata. Tracked deletions are left out and told. Lines of preformatted text keep their blanks.
"""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.chunking import Block
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Anchor, Item, Problem
from rtfm_check.parsers._odt_events import PREFIXES
from rtfm_check.parsers._odt_text import PartReader
from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._sections import Heading, Outline
from rtfm_check.parsers._xml import END, START

_FAILS = "RTFM gives an error for the file"
_CONTENT = "content.xml"
_PACKED = "encrypted-package"
_ABOUT = {  # the first that is there counts
    "author": ("dc:creator", "meta:initial-creator"),
    "subject": ("dc:subject",),
    "keywords": ("meta:keyword",),
    "description": ("dc:description",),
}


def parse(file: File) -> Iterator[Item]:
    """The text of a document, its links, and what was wrong."""
    package = Package(file.data, _FAILS)
    if _is_encrypted(package):
        yield About(file.title)
        yield Problem(
            "protected-document",
            "the document is encrypted with a password",
            "publish a copy without a password",
            "RTFM cannot read it either",
        )
        return
    yield _about(file, package)
    if _CONTENT in package.archive:
        reader = PartReader(package, _CONTENT)
        yield from Outline(_items(package, reader)).drafts()
        yield from reader.found
        yield from _problems(reader)
    elif package.archive.names and not package.archive.is_damaged:
        yield Problem(
            "damaged-document",
            f"the archive holds no document: `{_CONTENT}` is missing",
            "save it anew with the program that made it",
            _FAILS,
        )
    yield from package.told()


def _items(package: Package, reader: PartReader) -> Iterator[Heading | Block]:
    """The body, and then what is on every page."""
    for item in reader.items():
        if isinstance(item, Heading):
            reader.found.append(Anchor(item.title, min(item.level, 6)))
        yield item
    styles = PartReader(package, "styles.xml")
    for _ in styles.items():
        pass
    reader.found += styles.found
    if styles.headers:
        yield Heading("Headers and footers", 3)
        yield from map(Block, styles.headers)


def _is_encrypted(package: Package) -> bool:
    manifest = "META-INF/manifest.xml"
    if _PACKED in package.archive:
        return True
    if package.archive.read("mimetype") is None and manifest not in package.archive:
        return False
    return any(
        kind == START and name == "encryption-data" for kind, name, _, _ in package.events(manifest)
    )


def _about(file: File, package: Package) -> About:
    """What the document says of itself."""
    found: dict[str, list[str]] = {}
    out: list[str] | None = None
    begun = ""  # a damaged file may end another element
    for kind, name, _, _ in package.events("meta.xml", PREFIXES):
        if kind == START:
            out, begun = [], name
            found.setdefault(name, []).append("")
        elif kind == END:
            if out:
                found[begun][-1] = " ".join("".join(out).split())
            out = None
        elif out is not None:
            out.append(name)
    told = {name: ", ".join(filter(None, texts)) for name, texts in found.items()}
    metadata = {
        name: next(text for element in elements if (text := told.get(element)))
        for name, elements in _ABOUT.items()
        if any(told.get(element) for element in elements)
    }
    author = {"author": metadata["author"]} if "author" in metadata else {}
    title = told.get("dc:title") or file.title
    return About(title, metadata=metadata, extended=author)


def _problems(reader: PartReader) -> Iterator[Problem]:
    """What is to be told of the text."""
    for count, what, help, note in (
        (
            reader.deletions,
            "deletion|s that the document still holds",
            "accept or reject the changes before you publish it",
            "what was deleted is left out here, as with RTFM",
        ),
        (
            reader.comments,
            "comment|s",
            "make sure that they are meant to be published",
            "they are in the index; RTFM puts them into the sentence",
        ),
        (
            reader.hidden,
            "stretch|es of hidden text",
            "make sure that it is meant to be published",
            "it is in the index, as with RTFM",
        ),
    ):
        if count:
            one, _, many = what.partition("|")
            ending, blank, rest = many.partition(" ")
            message = f"{count:,} {one}{ending if count > 1 else ''}{blank}{rest}"
            yield Problem("hidden-content", message, help, note)
