"""The package of an EPUB: which documents it has, in which order, and what they are called."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote

from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._xml import START, TEXT, Reader
from rtfm_check.parsers._zip import SafeZip
from rtfm_check.text.show import quote

_CONTAINER = "META-INF/container.xml"
_PACKAGE = "oebps-package+xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PREFIXES = {f"http://purl.org/dc/elements/1.{version}/": "dc" for version in (0, 1)}
_PAGES = (".xhtml", ".html", ".htm")
_TYPES = ("html", "xml", "oeb1-document", "dtbook", "text/plain", "octet-stream")  # parts of them
_NO_PAGES = ("image/", "text/css", "application/x-dtbncx")
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_MOST = 4096  # characters of a path
_RTFM_SORTS = "RTFM reads all pages by name then, without title and author"


class Entry(NamedTuple):
    """An entry of the manifest."""

    path: str  # in the archive
    written: str
    type: str
    properties: str
    fallback: str  # the id of what is to be read where this cannot be

    @property
    def is_picture(self) -> bool:
        """Whether it is a page without text, as covers and comics are."""
        return self.type.startswith("image/")

    @property
    def is_page(self) -> bool:
        """Whether it is a document with text."""
        if self.type.startswith(_NO_PAGES):
            return self.type.endswith("svg+xml")
        return not self.type or any(part in self.type for part in _TYPES)


class Package:
    """What the package says; what is wrong with it is in `problems`."""

    def __init__(self, archive: SafeZip) -> None:
        self.title = ""
        self.authors: list[str] = []
        self.problems: list[Problem] = []
        self._archive = archive
        self._manifest: dict[str, Entry] = {}  # by id
        self._spine: list[str] = []  # ids
        self._contents = ""  # the id of the NCX
        self._path = self._root()
        self.encrypted = self._encrypted()
        if self._path:
            self._read()
        self.pages = self._ordered()
        self._tell_missing()

    def _ordered(self) -> list[str]:
        """The paths of the documents in their order, each once."""
        if not self._manifest:
            names = (each for each in self._archive.names if each.lower().endswith(_PAGES))
            return sorted(names)
        listed = list(self._manifest.values())
        ids = (each for each in self._spine if each in self._manifest)
        spine = [self._readable(self._manifest[each]) for each in ids]
        foreign = [each.written for each in spine if not (each.is_page or each.is_picture)]
        if foreign:
            message = f"{_named(foreign)} in the order of reading and no page that is read"
            self._tell("hidden-content", message, "add a page as its `fallback`", "")
        paths = [each.path for each in spine or listed if each.is_page]
        known = {*paths, *(each.path for each in listed if "nav" in each.properties.split())}
        others = [each.path for each in listed if each.type.endswith("html+xml")]
        others = [each for each in others if each not in known and each in self._archive]
        if others:
            self._tell(
                "hidden-content",
                f"{_named(others)} in the book and not in its order of reading",
                "add it to the spine, or take it out of the book",
                "RTFM leaves it out; here it comes last",
            )
        return [each for each in dict.fromkeys((*paths, *others)) if each in self._archive]

    def _readable(self, entry: Entry) -> Entry:
        """What is read of an entry: itself, or the first page that stands in for it."""
        found, seen = entry, {""}
        while not found.is_page and found.fallback not in seen:
            seen.add(found.fallback)
            found = self._manifest.get(found.fallback, found)
        return found if found.is_page else entry

    @property
    def contents(self) -> list[str]:
        """The paths of its tables of contents, that of EPUB 3 first."""
        listed = [each for each in self._manifest.values() if "nav" in each.properties.split()]
        ncx = self._manifest.get(self._contents)
        return [each.path for each in (*listed, *([ncx] if ncx else []))]

    def _root(self) -> str:
        """The path of the package; "" if there is none."""
        reader = Reader(self._archive.stream(_CONTAINER), name=_CONTAINER)
        roots = [
            (_PACKAGE not in attributes.get("media-type", _PACKAGE), attributes)
            for kind, name, attributes, _ in reader
            if kind == START and name == "rootfile"
        ]
        roots.sort(key=lambda each: each[0])  # others are the book in other formats
        found = [_inside("", attributes.get("full-path", "").strip()) for _, attributes in roots]
        path = next((each for each in found if each in self._archive), "")
        if not path:
            names = (each for each in self._archive.names if each.lower().endswith(".opf"))
            path = next(names, "")
            if self._archive.names and not self._archive.is_damaged:
                what = "names no package that is there" if found else "is missing or empty"
                self._tell(
                    "damaged-document",
                    f"{quote(_CONTAINER)} {what}",
                    "make the book anew",
                    "RTFM gives an error, or reads all pages by name",
                )
        return path

    def _read(self) -> None:
        reader = Reader(self._archive.stream(self._path), _PREFIXES, self._path)
        counts: dict[str, int] = {}
        for kind, name, attributes, _ in reader:
            if kind != START:
                continue
            name = name.lower() if name.startswith("dc:") else name  # older books have capitals
            if name == "dc:title":
                text = _text(reader)
                self.title = self.title or text
            elif name == "dc:creator":
                self.authors.append(_text(reader))
            elif name == "item":
                self._add(attributes)
            elif name == "spine":
                self._contents = attributes.get("toc", "")
            elif name == "itemref":
                each = attributes.get("idref", "")
                counts[each] = counts.get(each, 0) + 1
        self._spine = list(counts)
        self.problems += reader.told("RTFM gives an error, or does not find its documents")
        unknown = [each for each in counts if each not in self._manifest]
        twice = [each for each, count in counts.items() if count > 1]
        if unknown:
            message = f"{_named(unknown)} in the spine and not in the manifest"
            self._tell("document-syntax", message, "", "RTFM passes over it, too")
        if twice:
            message = f"{_named(twice)} in the spine more than once"
            self._tell("document-syntax", message, "", "RTFM reads it each time; here once")

    def _add(self, attributes: dict[str, str]) -> None:
        written = attributes.get("href", "").strip()
        if _is_elsewhere(written):
            return
        path = resolved(self._path, written)
        if path not in self._archive and "%" in written:
            path = _inside(posixpath.dirname(self._path), written)  # the name has the `%` itself
        kind, properties, fallback = (
            attributes.get(name, "") for name in ("media-type", "properties", "fallback")
        )
        entry = Entry(path, written, kind.strip().lower(), properties, fallback)
        self._manifest.setdefault(attributes.get("id", ""), entry)

    def _tell_missing(self) -> None:
        if self._archive.is_damaged:
            return
        missing = [each for each in self._manifest.values() if each.path not in self._archive]
        missing.sort(key=lambda entry: not entry.is_page)
        if missing:
            self._tell(
                "damaged-document",
                f"{_named([each.written for each in missing])} in the manifest and not in the book",
                "make the book anew, or take it out of the manifest",
                _RTFM_SORTS,
            )

    def _encrypted(self) -> set[str]:
        """The paths of what is encrypted, fonts aside."""
        found: set[str] = set()
        method = ""
        for kind, name, attributes, _ in Reader(self._archive.stream(_ENCRYPTION)):
            if kind == START and name == "EncryptedData":
                method = ""
            elif kind == START and name == "EncryptionMethod":
                method = method or attributes.get("Algorithm", "")
            elif kind == START and name == "CipherReference" and method not in _FONTS:
                found.add(resolved("", attributes.get("URI", "")))
        return found

    def _tell(self, rule: str, message: str, help: str, note: str) -> None:
        self.problems.append(Problem(rule, message, help, note))


def resolved(base: str, written: str) -> str:
    """The path in the archive that a reference in a member means; "" if it leads out of it."""
    path = unquote(written.partition("#")[0].partition("?")[0])
    return _inside(posixpath.dirname(base), path) if path else base


def _inside(folder: str, path: str) -> str:
    if len(path) > _MOST or "\0" in path:
        return ""
    path = posixpath.normpath(posixpath.join("/", folder, path))  # `..` ends at the top
    return path.lstrip("/")


def _is_elsewhere(written: str) -> bool:
    scheme = written.partition(":")[0]
    return scheme != written and scheme.isalpha() and len(scheme) > 1


def _text(reader: Reader) -> str:
    """The text of the element that has begun."""
    parts: list[str] = []
    depth = 1
    for kind, name, _, _ in reader:
        if kind == TEXT:
            parts.append(name)
        else:
            depth += 1 if kind == START else -1
            if not depth:
                break
    return _folded(parts)


def _folded(parts: Iterable[str]) -> str:
    return " ".join("".join(parts).split())


def _named(names: list[str]) -> str:
    """What is said to be somewhere."""
    if len(names) == 1:
        return f"{quote(names[0])} is"
    return f"{quote(names[0])} and {len(names) - 1:,} more are"
