"""An Office Open XML package: its parts, and how they refer to each other."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._xml import END, START, Event, Reader
from rtfm_check.parsers._zip import SafeZip

_NONE: Mapping[str, str] = {}


class Relation(NamedTuple):
    """What a part refers to."""

    kind: str  # the last word of the type's address, such as `hyperlink`
    target: str  # the name of a part, or an address outside of the package
    is_outside: bool


class Package:
    """The parts of a document, each read as events; what is wrong with them is kept."""

    def __init__(self, data: bytes, note: str) -> None:
        """`note` says what RTFM does about a document that is damaged."""
        self.archive = SafeZip(data)
        self._note = note
        self._problems: list[Problem] = []
        self._relations: dict[str, dict[str, Relation]] = {}

    def told(self) -> Iterator[Problem]:
        """What was wrong since the last call."""
        yield from self.archive.told()
        problems, self._problems = self._problems, []
        yield from problems

    def events(self, part: str, prefixes: Mapping[str, str] = _NONE) -> Iterator[Event]:
        """The events of a part; none if it is not there."""
        reader = Reader(self.archive.stream(part), prefixes, part)
        yield from reader
        self.keep(reader)

    def keep(self, reader: Reader) -> None:
        """Keep what a reader has to tell; an archive has no lines that a place could be in."""
        for problem in reader.told(self._note):
            if problem.rule == "damaged-document" and self.archive.is_damaged:
                continue  # it ends where the archive is damaged
            self._problems.append(problem._replace(start=-1, end=-1, line=0, column=1))

    def relations(self, part: str) -> dict[str, Relation]:
        """What a part refers to, by id; "" is the package itself."""
        known = self._relations.get(part)
        if known is not None:
            return known
        folder, _, name = part.rpartition("/")
        inside = f"{folder}/" if folder else ""
        made = self._relations[part] = {}
        rels = f"{inside}_rels/{name}.rels"
        if rels not in self.archive:
            return made
        for kind, element, attributes, _ in self.events(rels):
            if kind == START and element == "Relationship":
                target = attributes.get("Target", "")
                is_outside = attributes.get("TargetMode", "").lower() == "external"
                made[attributes.get("Id", "")] = Relation(
                    attributes.get("Type", "").rpartition("/")[2],
                    target if is_outside else self._part(folder, target),
                    is_outside,
                )
        return made

    def main(self, usual: str) -> str:
        """The part that the document begins with: what the package says, or its usual name."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self.archive:
                return relation.target
        return usual

    def _part(self, folder: str, target: str) -> str:
        path = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        return path if path in self.archive else unquote(path)


def drawn_texts(package: Package, part: str) -> Iterator[str]:
    """The paragraphs in a drawing, a chart or a diagram, and the texts that stand for pictures."""
    text: list[str] = []
    out: list[str] | None = None
    for kind, name, attributes, _ in package.events(part):
        if kind == START:
            if name == "t":
                out = text
            elif name in ("br", "tab"):
                text.append(" ")
            elif name == "cNvPr" and attributes.get("descr"):
                yield " ".join(attributes["descr"].split())
        elif kind == END:
            if name == "t":
                out = None
            elif name == "p":
                made = " ".join("".join(text).split())
                text.clear()
                if made:
                    yield made
        elif out is not None:
            out.append(name)
