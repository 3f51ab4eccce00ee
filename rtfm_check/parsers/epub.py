"""EPUB: the documents of the book in the order of its spine, a chapter each.

The archive is read in memory, and only the documents of it. A document in which several chapters
begin, as the table of contents has it, is cut there. A chapter's title is its first heading, else
what the table of contents calls it, else its `<title>`. Documents that are in no spine come
last, and are told. All pages are read as HTML, which a page of broken XHTML is as well.

Edges: `link` for each link to a document of the book. The target is a path in the archive, and no
file of the tree; the fragment is behind the `#` of the detail. Places that can be named are told
with the path of their document in front, `OPS/a.xhtml#id`.

Limits: those of the archive.

Where RTFM 0.55.1 differs:
- it drops paragraphs of up to 20 characters, and all text of tables, definitions and plain `div`s
  where there is a paragraph; what stands in a list or quotation it indexes twice; of code it folds
  the lines;
- for one missing member, an image too, it reads all pages by name, without title and author;
- it knows no titles of the table of contents, takes all of a document for one chapter, does not
  find documents by encoded names or `..`, reads what is no page as one, and says nothing of
  encrypted ones;
- it unpacks all images into memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rtfm_check.file import File, decode
from rtfm_check.parsers._book import Book, names
from rtfm_check.parsers._contract import About, Anchor, How, Item, Link, Problem
from rtfm_check.parsers._epub_contents import Contents
from rtfm_check.parsers._epub_package import Package, resolved
from rtfm_check.parsers._html import Block, Page
from rtfm_check.parsers._html_charset import declared
from rtfm_check.parsers._zip import SafeZip
from rtfm_check.text.show import quote

_SUFFIXES = (".xhtml", ".html", ".htm", ".xml")


def parse(file: File) -> Iterator[Item]:
    """The chapters of a book."""
    archive = SafeZip(file.data)
    package = Package(archive)
    metadata = names(package.authors)
    yield About(package.title or file.title, metadata=metadata, extended=metadata)
    yield from package.problems
    yield from _Reading(archive, package).items()
    yield from archive.told()


class _Reading:
    """A book while it is read."""

    def __init__(self, archive: SafeZip, package: Package) -> None:
        self._archive = archive
        self._package = package
        self._book = Book()
        self._contents = Contents(archive, package.contents)

    def items(self) -> Iterator[Item]:
        """The chapters, their links, and what was wrong."""
        encrypted = []
        known = set(self._package.pages) - set(self._package.encrypted)
        others = sorted(set(filter(_is_page, self._archive.names)) - known)
        if others:
            yield Anchor("", 0, tuple(others))
        for path in self._package.pages:
            if path in self._package.encrypted:
                encrypted.append(path)
            else:
                yield from self._chapter(path)
        if encrypted:
            yield _of_encryption(encrypted)
        yield from self._book.told()

    def _chapter(self, path: str) -> Iterator[Item]:
        data = self._archive.read(path) or b""
        expected = declared(data)[0] or "utf-8"
        text, encoding = decode(data, expected)
        self._book.tell_encoding(encoding, expected, path)
        page = Page(self._book.as_html(text, path))
        blocks: list[Block] = []
        ids: list[str] = []
        starts = self._contents.starts(path, is_only=len(self._package.pages) == 1)
        label, parts = "", list[tuple[str, list[Block]]]()
        for item in page:
            if isinstance(item, Block):
                blocks.append(item)
            elif isinstance(item, Link):
                yield from self._link(path, item)
            elif isinstance(item, Anchor):
                ids += [f"{path}#{id}" for id in item.ids]
                begun = next(filter(None, (starts.pop(id, "") for id in item.ids)), "")
                if begun:
                    parts.append((label, blocks))
                    label, blocks = begun, []
        yield Anchor("", 0, (path, f"{path}#", *ids))
        for name, part in (*parts, (label, blocks)):
            yield from self._book.chapter(part, partial(self._title, name, path, page.title))
        for problem in page.told():
            self._book.tell(problem, path)

    def _title(self, label: str, path: str, title: str) -> str:
        """What a chapter without a heading is called."""
        is_other = title != self._package.title
        return label or self._contents.label(path) or (title if is_other else "")

    def _link(self, path: str, link: Link) -> Iterator[Link]:
        if link.how is How.ANCHOR and link.fragment:
            link = link._replace(fragment=f"{path}#{link.fragment}")
        if link.how is not How.PATH:
            yield link._replace(start=-1, end=-1)
            return
        target = resolved(path, link.target)
        if _is_page(target):
            yield link._replace(target=target, how=How.NAME, start=-1, end=-1)


def _is_page(path: str) -> bool:
    return path.lower().endswith(_SUFFIXES) and not path.startswith("META-INF/")


def _of_encryption(paths: list[str]) -> Problem:
    more = f", and {len(paths) - 1:,} more," if len(paths) > 1 else ""
    return Problem(
        "protected-document",
        f"{quote(paths[0])}{more} is encrypted (DRM)",
        "publish a copy without it, or leave the file out",
        "RTFM indexes nothing of it, or its bytes as if they were text; here it is not read",
    )
