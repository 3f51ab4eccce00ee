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
from rtfm_check.mapping.document import Document, read_mapping
from rtfm_check.mapping.node import Problem
from rtfm_check.mapping.spec import Breaks, ForEach, Spec, Use, load
from rtfm_check.model import JsonValue, Pointer
from rtfm_check.source import Source, Unreadable, read

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

    def get(self, *pointer: JsonValue) -> JsonValue:
        """The value at a pointer, or None."""
        value = self.document.data
        for part in pointer:
            if isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return None
        return value


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
    files = [MappingFile(_document(path, target, replaced), conforms) for path in paths]
    return Folder(target, files)


def _paths(target: Target, replaced: dict[str, bytes]) -> list[str]:
    paths = target.mapping_files()
    new = [path for path in replaced if path not in paths]
    return sorted([*paths, *new]) if new else paths


def _document(path: str, target: Target, replaced: dict[str, bytes]) -> Document:
    if path in replaced:
        if len(replaced[path]) > limits.MAPPING_BYTES:
            return unreadable(
                path, Unreadable(f"more than the limit of {limits.MAPPING_BYTES:,} bytes")
            )
        return read_mapping(Source(path, replaced[path]))
    try:
        source = read(path, name=path, limit=limits.MAPPING_BYTES, root=target.root)
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


def starts_with(pointer: Pointer, prefix: Pointer) -> bool:
    """Whether a pointer leads into what the prefix leads to."""
    return pointer[: len(prefix)] == prefix
