"""Names of XML without their namespaces, or with the prefix that a parser chose for one.

What a document calls its namespaces does not matter. A prefix that it never declares is common in
old books, and stands for the namespace that the parser calls so, if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping

_XML = "http://www.w3.org/XML/1998/namespace"


class Names:
    """The names of a document, as far as it was read."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._chosen = {_XML: "xml", **prefixes}
        self._usual = set(self._chosen.values())
        self._uris = {"xml": _XML}  # by the prefixes that hold here
        self._outer: list[tuple[int, dict[str, str]]] = []  # what held outside of some depth
        self._elements: dict[str, str] = {}
        self._keys: dict[str, str] = {}  # of attributes

    def element(self, written: str) -> str:
        """The name of an element."""
        name = self._elements.get(written)
        if name is None:
            name = self._elements[written] = self._name(written, self._uris.get("", ""))
        return name

    def attributes(self, written: dict[str, str], depth: int) -> dict[str, str]:
        """The attributes of an element at a depth; those that declare namespaces are taken out."""
        if not written.keys() <= self._keys.keys():
            written = self._without_declarations(written, depth)
            for key in written.keys() - self._keys.keys():
                self._keys[key] = self._name(key, "")
        keys = self._keys
        return {keys[key]: value for key, value in written.items()}

    def leave(self, depth: int) -> None:
        """The element at a depth has ended."""
        if self._outer and self._outer[-1][0] >= depth:
            self._hold(self._outer.pop()[1])

    def _name(self, written: str, uri: str) -> str:
        prefix, colon, local = written.rpartition(":")
        if colon:
            uri = self._uris.get(prefix, "")
        mark = self._chosen.get(uri) if uri else (prefix if prefix in self._usual else None)
        return f"{mark}:{local}" if mark else local

    def _without_declarations(self, written: dict[str, str], depth: int) -> dict[str, str]:
        uris = {
            key[6:]: uri for key, uri in written.items() if key == "xmlns" or key[:6] == "xmlns:"
        }
        if not uris:
            return written
        if any(self._uris.get(prefix) != uri for prefix, uri in uris.items()):
            self._outer.append((depth, self._uris))
            self._hold({**self._uris, **uris})
        return {key: value for key, value in written.items() if key[:5] != "xmlns"}

    def _hold(self, uris: dict[str, str]) -> None:
        self._uris = uris
        self._elements.clear()
        self._keys.clear()
