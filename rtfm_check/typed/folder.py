"""The folder of JSON Schemas that a project keeps for the documents of its mappings.

A schema is found by its `$id`, or by the name of its file. References between files stay in the
folder: what is not there is told, and never fetched.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from rtfm_check import limits
from rtfm_check.fixtures import read_fixture
from rtfm_check.layout import schema_files
from rtfm_check.mapping.document import Document, is_deeper
from rtfm_check.model import JsonValue, Place
from rtfm_check.project import unreadable
from rtfm_check.source import Unreadable, read
from rtfm_check.text.show import quote
from rtfm_check.typed.parts import is_legacy
from rtfm_check.typed.places import Places
from rtfm_check.typed.scan import Fault, Reference, scan

if TYPE_CHECKING:
    from referencing import Registry

    from rtfm_check.typed.validate import Error

_NEWEST = "https://json-schema.org/draft/2020-12/schema"
_DIALECTS = (
    *("http://json-schema.org/draft-07/schema", "https://json-schema.org/draft/2019-09/schema"),
    _NEWEST,
)
_TRIES = 3  # documents that may take too long, before no other is held against their schema
_FAULTS = 10  # of a file that are told
_MOST_BYTES = 16 * limits.SCHEMA_BYTES  # of all files of a folder


class SchemaFile:
    """A file of the folder."""

    def __init__(self, path: str, document: Document) -> None:
        self.path = path
        self.document = document
        self.faults: list[Fault] = []
        self.is_usable = document.loads and isinstance(document.data, dict | bool)
        self.is_loaded = False  # it was looked through
        self.dialect = _NEWEST

    @property
    def name(self) -> str:
        """The file as reports name it."""
        return self.document.source.name

    @cached_property
    def written_id(self) -> str:
        """The `$id` of the whole as it is written, or nothing."""
        data = self.document.data
        own = data.get("$id") if isinstance(data, dict) else None
        return own if isinstance(own, str) else ""

    @property
    def id(self) -> str:
        """The same without an empty fragment."""
        return self.written_id.rstrip("#")

    def place(self, fault: Fault) -> Place:
        """Where a fault stands."""
        return (self.document.key if fault.is_key else self.document.at)(fault.pointer)


class Named(NamedTuple):
    """What a mapping's URL names in the folder."""

    file: SchemaFile | None
    near: str = ""  # the id that was probably meant, where no schema has the URL
    where: str = ""  # the file of that id


class Schemas:
    """The schemas of a folder, read when the first is asked for."""

    def __init__(self, folder: str, root: str) -> None:
        self.folder = folder
        self.root = root
        self.left_out = 0  # files that were not read
        self._named: dict[str, Named] = {}
        self._places: dict[str, Places] = {}
        self._too_long: Counter[str] = Counter()  # documents that one of a URL took too long for
        self._by_uri: dict[str, SchemaFile] = {}  # as references name them
        self._references: list[tuple[SchemaFile, Reference]] = []
        self._dialects: dict[int, str] = {}  # by id of a part
        self._registry: Registry[Any] | None = None

    @cached_property
    def files(self) -> list[SchemaFile]:
        """All files, in the order of their paths."""
        found: list[SchemaFile] = []
        left = _MOST_BYTES
        paths = schema_files(self.folder)
        for path in paths[: limits.SCHEMA_FILES]:
            try:
                source = read(path, name=path, limit=min(limits.SCHEMA_BYTES, left), root=self.root)
            except Unreadable as error:
                found.append(SchemaFile(path, unreadable(path, error)))
                continue
            left -= len(source.data)
            file = SchemaFile(path, read_fixture(source).document)
            if file.is_usable and is_deeper(file.document.data, limits.SCHEMA_DEPTH):
                file.is_usable = False
                file.faults.append(Fault((), "the schema is nested too deep to be followed"))
            found.append(file)
        self.left_out = max(0, len(paths) - limits.SCHEMA_FILES)
        return found

    @cached_property
    def _by_id(self) -> dict[str, SchemaFile]:
        known: dict[str, SchemaFile] = {}
        for file in self.files:
            first = known.setdefault(file.id, file) if file.id else file
            if first is not file:
                message = f"{first.name} has the same `$id`, and comes first"
                file.faults.append(Fault(("$id",), message, "give each schema its own"))
        return known

    def named(self, url: str) -> Named:
        """What a mapping's URL names."""
        if url not in self._named:
            self._named[url] = self._find(url)
        return self._named[url]

    def _find(self, url: str) -> Named:
        file = self._by_id.get(url.rstrip("#"))
        if file is not None and url == file.written_id:
            return Named(file)
        if file is not None:
            return Named(file, file.written_id, file.name)
        file = self._by_name(url)
        if file is not None:
            return Named(file, file.written_id, file.name)
        from rtfm_check.text.suggest import nearest

        last = _last(url)
        like = [each for each in self._by_id if nearest(last, [_last(each)], limit=0.34)]
        near = nearest(url, like, limit=0.2)
        return Named(None, near=near, where=self._by_id[near].name) if near else Named(None)

    def _by_name(self, uri: str) -> SchemaFile | None:
        """The file with the longest end of its path in common with a URI; its name at least."""
        try:
            parts = [unquote(part) for part in urlsplit(uri).path.split("/") if part]
        except ValueError:
            return None
        best: tuple[int, SchemaFile] | None = None
        for file in self.files:
            own = os.path.relpath(file.path, self.folder).split(os.sep)
            same = 0
            while same < min(len(own), len(parts)) and own[-1 - same] == parts[-1 - same]:
                same += 1
            if not same and parts and own[-1] in (f"{parts[-1]}.json", f"{parts[-1]}.schema.json"):
                same = 1
            if same and (best is None or same > best[0]):
                best = (same, file)
        return None if best is None else best[1]

    def places(self, url: str) -> Places | None:
        """What the schema of a URL says of paths; None where there is none that can be used."""
        file = self.named(url).file
        if file is None or not self._load(file, file.id or url):
            return None
        if url not in self._places:
            self._places[url] = Places(self.registry, file.id or url, self._dialects)
        return self._places[url]

    def errors(self, url: str, data: JsonValue) -> list[Error] | None:
        """How a document departs from the schema of a URL; None where there is none to use.

        Raises keywords.TooLong, also where earlier documents took too long.
        """
        file = self.named(url).file
        if file is None or not self._load(file, file.id or url):
            return None
        from rtfm_check.typed import validate
        from rtfm_check.typed.keywords import TooLong

        if self._too_long[url] >= _TRIES:
            raise TooLong
        try:
            return validate.checker(file.dialect).errors(self.registry, file.id or url, data)
        except TooLong:
            self._too_long[url] += 1
            raise

    @property
    def used(self) -> list[SchemaFile]:
        """The files that mappings name, with those that these refer to, and those that fail."""
        if "files" not in self.__dict__:
            return []
        return [each for each in self.files if each.is_loaded or each.faults or not each.is_usable]

    @property
    def registry(self) -> Registry[Any]:
        """All resources that were looked through; nothing else can be reached from them."""
        if self._registry is None:
            from referencing.jsonschema import specification_with

            from rtfm_check.typed.validate import metaschemas

            made = metaschemas()
            for uri, file in self._by_uri.items():
                specification = specification_with(file.dialect)
                resource = specification.create_resource(file.document.data)
                made = made.with_resource(uri, resource)
            self._registry = made.crawl()
        return self._registry

    def _load(self, file: SchemaFile, uri: str) -> bool:
        """Look through a file and through all that it refers to; whether it can be used."""
        if uri not in self._by_uri and file.is_usable:
            self._pull([(file, uri, _NEWEST)])
            self._follow_references()
        return file.is_usable and all(each.is_usable for each in self._by_uri.values())

    def _pull(self, waiting: list[tuple[SchemaFile, str, str]]) -> None:
        """Look through files, and those that they refer to.

        Each has its URI, and the dialect that it is of where it names none.
        """
        while waiting:
            file, uri, dialect = waiting.pop()
            if uri in self._by_uri or not file.is_usable:
                continue
            first = len(self._references)
            self._look_through(file, uri, dialect)
            if file.is_usable:
                self._by_uri[uri] = file
                self._registry = None
            waiting += self._targets(first)

    def _targets(self, first: int) -> list[tuple[SchemaFile, str, str]]:
        """The files that references lead to, from one of them on."""
        found = []
        for file, reference in self._references[first:]:
            target = self._target(reference)
            if target is not None:
                found.append((*target, file.dialect))
        return found

    def _target(self, reference: Reference) -> tuple[SchemaFile, str] | None:
        """The file that a reference leads to, and the URI that it has there."""
        try:
            uri, _ = urldefrag(urljoin(reference.base, reference.text))
        except ValueError:
            return None  # told when it is followed
        file = self._by_id.get(uri) or (self._by_name(uri) if uri not in self._inside else None)
        return None if file is None or not uri else (file, uri)

    @cached_property
    def _inside(self) -> set[str]:
        """URIs of the parts of files that have an id, and of the schemas of schemas."""
        from rtfm_check.typed.validate import metaschemas

        return set(metaschemas())

    def _look_through(self, file: SchemaFile, uri: str, dialect: str) -> None:
        if not file.is_loaded:
            file.is_loaded = True
            data = file.document.data
            named = data.get("$schema") if isinstance(data, dict) else None
            file.dialect = _dialect(named) if isinstance(named, str) else dialect
            if not file.dialect:
                file.dialect = _NEWEST
                message = f"the dialect {quote(named)} is not one of draft-07 to 2020-12"
                help = "it is read as 2020-12; name the one that it is written in"
                file.faults.append(Fault(("$schema",), message, help))
        if file.is_usable:
            self._scan(file, file.document.data, uri, ())

    def _scan(
        self, file: SchemaFile, schema: JsonValue, uri: str, pointer: tuple[Any, ...]
    ) -> None:
        found = scan(schema, uri, pointer, is_legacy=is_legacy(file.dialect))
        is_new = not any(id(part) in self._dialects for part in found.parts)
        self._dialects.update((id(part), file.dialect) for part in found.parts)
        self._inside.update(found.bases)
        self._references += [(file, each) for each in found.references]
        if not is_new:
            return  # under another name; its faults are known
        file.faults += found.faults[:_FAULTS]
        if found.is_malformed:
            file.is_usable = False
        for where, named in found.dialects:
            if where != pointer and named.rstrip("#") != file.dialect.rstrip("#"):
                message = f"a part of another dialect, {quote(named)}"
                file.faults.append(Fault(where, message, "it is read as the file around it"))

    def _follow_references(self) -> None:
        """Look each reference up: what leads nowhere is told, what was not seen is looked at."""
        from referencing.exceptions import Unresolvable

        while self._references:
            file, reference = self._references.pop()
            try:
                found = self.registry.resolver(reference.base).lookup(reference.text)
            except (Unresolvable, ValueError):
                target = self._target(reference)
                if target is None or target[0].is_usable:  # else its own fault is told
                    file.faults.append(_nowhere(reference))
                continue
            part = found.contents
            if isinstance(part, dict) and id(part) not in self._dialects:
                self._scan_target(file, reference, part)

    def _scan_target(self, file: SchemaFile, reference: Reference, part: JsonValue) -> None:
        """Look through a part that no keyword of schemas leads to, such as one of OpenAPI."""
        first, told = len(self._references), len(file.faults)
        self._scan(file, part, reference.base, reference.pointer)
        if not file.is_usable:
            message = f"{quote(reference.text)} leads to what is no schema"
            help = f"there, {file.faults[told].message}"
            file.faults[told:] = [Fault(reference.pointer, message, help)]
        self._pull(self._targets(first))


def _dialect(named: str) -> str:
    """The dialect of a name, or nothing for one that is not known; draft 6 is read as 7."""
    uri = named.rstrip("#").replace("/draft-06/", "/draft-07/").replace("https:", "http:")
    return next((each for each in _DIALECTS if each.replace("https:", "http:") == uri), "")


def _last(uri: str) -> str:
    """The last part of a URI's path, which says what it is of; hosts and folders are shared."""
    return uri.rstrip("#/").rpartition("/")[2]


def _nowhere(reference: Reference) -> Fault:
    uri, _, fragment = reference.text.partition("#")
    if uri:
        message = f"{quote(reference.text)} leads to no file of the folder"
        help = "put the schema that it names into the folder: nothing is fetched"
        return Fault(reference.pointer, message, help)
    message = f"{quote('#' + fragment)} leads to nothing in the schema"
    return Fault(reference.pointer, message, "correct the reference")
