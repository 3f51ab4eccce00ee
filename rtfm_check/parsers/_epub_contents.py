"""The tables of contents of an EPUB: what documents are called, and where chapters in one begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from rtfm_check.parsers._epub_package import resolved
from rtfm_check.parsers._xml import END, START, TEXT, Reader
from rtfm_check.parsers._zip import SafeZip

_PREFIXES = {"http://www.idpf.org/2007/ops": "epub"}
_LISTS = ("pageList", "navList")  # of an NCX
_LEVELS = ("ol", "navPoint")


class Entry(NamedTuple):
    """An entry that points into a document."""

    level: int
    fragment: str
    label: str


class Contents:
    """The tables of a book; of one document the first that names it counts."""

    def __init__(self, archive: SafeZip, paths: Iterable[str]) -> None:
        self._entries: dict[str, list[Entry]] = {}
        for path in paths:
            found: dict[str, list[Entry]] = {}
            for level, target, label in _entries(Reader(archive.stream(path), _PREFIXES)):
                document = resolved(path, target)
                if document and label:
                    fragment = unquote(target.partition("#")[2])
                    found.setdefault(document, []).append(Entry(level, fragment, label))
            self._entries = {**found, **self._entries}

    def label(self, path: str) -> str:
        """What a document is called."""
        return next((each.label for each in self._entries.get(path, ())), "")

    def starts(self, path: str, *, is_only: bool) -> dict[str, str]:
        """The places in a document at which its chapters begin, and their labels.

        These are its entries of the highest level, if there are several; in the only document of
        a book, where one entry may be the whole, those of the highest level of several.
        """
        entries = self._entries.get(path, ())
        counts = sorted(Counter(each.level for each in entries).items())
        level = next((level for level, count in counts[: None if is_only else 1] if count > 1), 0)
        found: dict[str, str] = {}
        for each in entries:
            if each.level == level and each.fragment:
                found.setdefault(each.fragment, each.label)
        return found


def _entries(reader: Reader) -> Iterator[tuple[int, str, str]]:
    """Levels, targets and labels: of links in EPUB 3, of points in the NCX of EPUB 2.

    Lists of pages and landmarks are no table of contents.
    """
    target = other = ""
    parts: list[str] = []
    is_open = False
    level = 0
    for kind, name, attributes, _ in reader:
        if kind == TEXT:
            if is_open:
                parts.append(name)
        elif other:
            other = "" if kind == END and name == other else other
        elif kind == START and (name in _LISTS or _is_other(name, attributes)):
            other = name
        elif name in _LEVELS:
            level += 1 if kind == START else -1
        elif name in ("a", "text"):
            is_open = kind == START
            if is_open:
                target = attributes.get("href", "")
                parts.clear()
            elif target:
                yield level, target, _folded(parts)
        elif name == "content" and kind == START:
            yield level, attributes.get("src", ""), _folded(parts)


def _is_other(name: str, attributes: dict[str, str]) -> bool:
    return name == "nav" and "toc" not in attributes.get("epub:type", "toc").split()


def _folded(parts: Iterable[str]) -> str:
    return " ".join("".join(parts).split())
