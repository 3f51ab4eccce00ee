"""The mapping files of one folder, read in RTFM's order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rtfm_check import limits
from rtfm_check.layout import Target
from rtfm_check.mapping import contract
from rtfm_check.mapping.conforms import Check
from rtfm_check.mapping.contract import Violation
from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.mapping.document import Document, read_mapping, value_at
from rtfm_check.mapping.node import Problem
from rtfm_check.mapping.spec import Breaks, ForEach, Spec, Use, is_plain, load
from rtfm_check.model import JsonValue, Pointer
from rtfm_check.source import Reader, Source, Unreadable, read

if TYPE_CHECKING:
    from rtfm_check.typed.folder import Schemas


class PlacedUse(NamedTuple):
    """A template of a mapping, and what it is for."""

    use: Use
    part: str  # content, title, metadata or target
    foreach: ForEach | Breaks | None


class MappingFile:
    """One mapping file: what is written in it, and what RTFM makes of it."""

    def __init__(self, document: Document, conforms: Check | None = None) -> None:
        """`conforms` is the quick look at the data, where another than usual is wanted."""
        self.document = document
        self._conforms = conforms
        self.spec: Spec | None = load(document.data) if document.loads else None

    @property
    def path(self) -> str:
        """The file as reports name it."""
        return self.document.source.name

    @cached_property
    def violations(self) -> list[Violation]:
        """Where it departs from the published schema; nothing for a file that does not load."""
        if not self.document.loads:
            return []
        return contract.violations(self.document.data, self._conforms)

    @property
    def found(self) -> list[str]:
        """The rules that say what reading, and the published schema, found wrong."""
        problems = [each.rule for each in self.document.problems]
        return [*problems, *(each.rule for each in self.violations)]

    @cached_property
    def uses(self) -> list[PlacedUse]:
        """All templates, in the order of the mapping."""
        return list(_uses(self.spec)) if self.spec is not None else []

    @cached_property
    def odd_uses(self) -> list[PlacedUse]:
        """The templates that are more than usual paths and words."""
        return [placed for placed in self.uses if not placed.use.template.is_plain]

    @cached_property
    def entries(self) -> list[tuple[Pointer, JsonValue, JsonValue]]:
        """The pointer, path and expected value of each entry of the discriminator."""
        place = ("match", "discriminator")
        found = self.get(*place)
        pairs = found.items() if isinstance(found, dict) else ()
        return [((*place, path), path, expected) for path, expected in pairs]

    @cached_property
    def loops(self) -> list[tuple[Pointer, str]]:
        """The pointer and text of each foreach that is a text."""
        return [
            ((key, index, "foreach"), entry["foreach"])
            for key in ("chunks", "edges")
            for index, entry in self._objects(key)
            if isinstance(entry.get("foreach"), str)
        ]

    @cached_property
    def metadata(self) -> list[tuple[Pointer, dict[JsonValue, JsonValue]]]:
        """The metadata of all chunks, with their pointers."""
        return [
            (("chunks", index, "metadata"), chunk["metadata"])
            for index, chunk in self._objects("chunks")
            if isinstance(chunk.get("metadata"), dict)
        ]

    @cached_property
    def odd_metadata(self) -> list[tuple[Pointer, JsonValue]]:
        """The scalars in metadata that holds more than texts under keys of text."""
        found: list[tuple[Pointer, JsonValue]] = []
        for index, chunk in self._objects("chunks"):
            metadata = chunk.get("metadata")
            if not isinstance(metadata, dict | list) or is_plain(metadata):
                continue
            waiting: list[tuple[Pointer, JsonValue]] = [(("chunks", index, "metadata"), metadata)]
            while waiting:
                pointer, value = waiting.pop()
                if isinstance(value, dict):
                    waiting += [((*pointer, key), each) for key, each in value.items()]
                elif isinstance(value, list):
                    waiting += [((*pointer, i), each) for i, each in enumerate(value)]
                else:
                    found.append((pointer, value))
        return found

    def _objects(self, key: str) -> Iterator[tuple[int, dict[JsonValue, JsonValue]]]:
        entries = self.get(key)
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict):
                yield index, entry

    def get(self, *pointer: JsonValue) -> JsonValue:
        """The value at a pointer, or None."""
        return value_at(self.document.data, pointer)


class Folder:
    """A folder of mapping files."""

    def __init__(self, target: Target, files: list[MappingFile]) -> None:
        self.target = target
        self.files = files
        self.dispatcher = Dispatcher(file.spec for file in files)

    @cached_property
    def schemas(self) -> Schemas | None:
        """The JSON Schemas of the documents, where there is a folder of them."""
        if not self.target.schemas:
            return None
        from rtfm_check.typed.folder import Schemas

        return Schemas(self.target.schemas, self.target.root)


def open_folder(target: Target, replaced: dict[str, bytes]) -> Folder:
    """Read all mapping files of a folder. `replaced` has the bytes to use instead, by path."""
    paths = _paths(target, replaced)
    conforms = contract.first_look(len(paths))
    reader = Reader(target.root)
    files = [MappingFile(_document(path, reader, replaced), conforms) for path in paths]
    return Folder(target, files)


def _paths(target: Target, replaced: dict[str, bytes]) -> list[str]:
    paths = target.mapping_files()
    new = [path for path in replaced if path not in paths]
    return sorted([*paths, *new]) if new else paths


def _document(path: str, reader: Reader, replaced: dict[str, bytes]) -> Document:
    if path in replaced:
        if len(replaced[path]) > limits.MAPPING_BYTES:
            return unreadable(
                path, Unreadable(f"more than the limit of {limits.MAPPING_BYTES:,} bytes")
            )
        return read_mapping(Source(path, replaced[path]))
    try:
        source = reader.read(path, name=path, limit=limits.MAPPING_BYTES)
    except Unreadable as error:
        return unreadable(path, error)
    return read_mapping(source)


def sources(target: Target, replaced: dict[str, bytes]) -> list[Source]:
    """The mapping files of a folder that can be read, as they are now or as they are replaced."""
    found = []
    for path in target.mapping_files():
        if path in replaced:
            found.append(Source(path, replaced[path]))
            continue
        try:
            found.append(read(path, name=path, limit=limits.MAPPING_BYTES, root=target.root))
        except Unreadable:
            continue  # told as unreadable-file; there is nothing to mend in it
    return found


def unreadable(path: str, error: Unreadable) -> Document:
    """The document of a file that cannot be read."""
    problem = Problem("unreadable-file", 0, 0, f"the file cannot be read: {error}")
    return Document(Source(path, b""), problems=(problem,), loads=False)


def _uses(spec: Spec) -> Iterator[PlacedUse]:
    for chunk in spec.chunks:
        if isinstance(chunk.title, Use):
            yield PlacedUse(chunk.title, "title", chunk.foreach)
        if isinstance(chunk.content, Use):
            yield PlacedUse(chunk.content, "content", chunk.foreach)
        for _, value in chunk.metadata:
            if isinstance(value, Use):
                yield PlacedUse(value, "metadata", chunk.foreach)
    for edge in spec.edges:
        if isinstance(edge.target, Use):
            yield PlacedUse(edge.target, "target", edge.foreach)
