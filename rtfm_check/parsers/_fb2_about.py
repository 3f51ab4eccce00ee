"""What FB2 says of a book: title, people, keywords and language, and its annotation."""

from __future__ import annotations

from rtfm_check.chunking import Block
from rtfm_check.model import JsonValue
from rtfm_check.parsers._fb2_text import INLINE, Blocks
from rtfm_check.parsers._xml import START, TEXT, Reader

_NAMES = ("first-name", "middle-name", "last-name", "nickname")
_KEPT = {  # element in `title-info` or `publish-info` -> key of the metadata
    "genre": "genre",
    "keywords": "keywords",
    "lang": "lang",
    "publisher": "publisher",
    "isbn": "isbn",
    "year": "year",
}
_CHARS = 1000  # of a value


class Description:
    """The description of a book, read from the events behind its start."""

    def __init__(self, reader: Reader) -> None:
        self.title = ""
        self.metadata: dict[str, JsonValue] = {}
        self.annotation: list[Block] = []
        self._people: dict[str, list[str]] = {"author": [], "translator": []}
        self._name: list[str] = []  # of the person that is read
        self._read(reader)

    @property
    def authors(self) -> list[str]:
        """The names of all authors."""
        return self._people["author"]

    def _read(self, reader: Reader) -> None:
        path: list[str] = []
        parts: list[str] = []
        for kind, name, attributes, _ in reader:
            if kind == TEXT:
                parts.append(name)
                continue
            if kind == START and name == "annotation":
                self.annotation += _blocks(reader)
            elif kind == START:
                path.append(name)
                if name == "sequence":
                    self._sequence(attributes)
            elif not path:
                break  # the description ends
            else:
                self._take(path, " ".join("".join(parts).split())[:_CHARS])
                path.pop()
            parts.clear()
        people = {key: "; ".join(names)[:_CHARS] for key, names in self._people.items() if names}
        self.metadata = {**people, **self.metadata}

    def _take(self, path: list[str], text: str) -> None:
        """An element of the book's own description has ended."""
        name = path[-1]
        if path[0] not in ("title-info", "publish-info"):
            return
        if name in _NAMES and text:
            self._name.append(text)
        elif name in self._people:
            if self._name:
                self._people[name].append(" ".join(self._name))
            self._name = []
        elif name == "book-title":
            self.title = self.title or text
        elif name in _KEPT and text:
            key = _KEPT[name]
            known = self.metadata.get(key)
            self.metadata[key] = f"{known}, {text}"[:_CHARS] if known else text

    def _sequence(self, attributes: dict[str, str]) -> None:
        series = " ".join(filter(None, (attributes.get("name"), attributes.get("number"))))
        if series:
            self.metadata.setdefault("series", series[:_CHARS])


def _blocks(reader: Reader) -> list[Block]:
    """The text up to the end of the element that has begun."""
    blocks = Blocks()
    depth = 1
    for kind, name, _, _ in reader:
        if kind == TEXT:
            blocks.text(name)
            continue
        depth += 1 if kind == START else -1
        if not depth:
            break
        if name not in INLINE:
            blocks.start(name) if kind == START else blocks.end(name)
    return blocks.take()
