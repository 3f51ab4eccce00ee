"""What the rules about the published schema share: its keys, and what is lost without one."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.mapping.contract import SCHEMA_URL, Violation
from rtfm_check.project import MappingFile

STUBS = {
    "name": "name: my-mapping",
    "match": "match: {discriminator: {type: my-type}}",
    "chunks": 'chunks: [{content: "{{ text }}"}]',
    "content": 'content: "{{ text }}"',
    "relation": "relation: cites",
    "target": 'target: "{{ url }}"',
}
KEYS = {
    "mapping": ("name", "match", "chunks", "edges", "$schema"),
    "match": ("schema_url", "discriminator"),
    "chunk": ("foreach", "title", "content", "metadata"),
    "edge": ("foreach", "relation", "target", "target_kind"),
}
EMPTY = {
    "discriminator": "discriminator: {type: my-type}",
    "schema_url": "schema_url: https://example.org/my-type.json",
    "$schema": SCHEMA_URL,
}
WITHOUT = {
    "name": 'RTFM calls the mapping "unnamed"; of two without a name the first is lost',
    "match": "the mapping never matches a document",
    "chunks": "each document that matches gives no chunk, and is not indexed in another way either",
    "content": "the chunk has no text, and RTFM drops it without a word",
    "relation": 'RTFM calls the relation "related"',
    "target": "the edge has no target, and RTFM drops it without a word",
}


def violations(file: MappingFile, name: str) -> Iterator[Violation]:
    """The departures of a file from the schema that one rule reports."""
    return (each for each in file.violations if each.rule == name)
