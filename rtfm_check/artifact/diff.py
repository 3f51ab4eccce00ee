"""What changed between two artifacts: documents, chunks and edges, and why.

A chunk is known by its text: one whose text stands elsewhere in its document has moved, not
changed. A record that a field profile tells from others is known by its identifier. A document is
known by its path; one that is gone and whose bytes are at a new path has moved. Memory grows with
the number of chunks and not with their text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from heapq import nsmallest
from typing import Any, NamedTuple

from rtfm_check.artifact import reader

_FIRST = 20  # identifiers of records that are named
_Edge = tuple[str, str, str, str]  # relation, target, detail, and the file that it leads to


class Change(StrEnum):
    """What became of a document."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    CHANGED = "changed"


class Records(NamedTuple):
    """What became of the records of a document that have identifiers."""

    added: int
    removed: int
    changed: int
    first: tuple[str, ...]  # the first identifiers, with `+`, `-` or `~` before them


class DocumentChange(NamedTuple):
    """A document that is not as it was."""

    path: str
    change: Change
    why: str  # content, mapping, field profile, parser and so on; "" where that says nothing
    was: str  # the old path of one that has moved
    chunks_added: int
    chunks_removed: int
    chunks_moved: int  # in the document: the same text under another number
    chunks_before: int
    chunks_after: int
    edges_added: int
    edges_removed: int
    edges_changed: int = 0  # that lead to another file, or to none
    records: Records | None = None  # None: no field profile tells them apart

    @property
    def is_emptied(self) -> bool:
        """Whether it had chunks, and has none now."""
        return self.change is not Change.REMOVED and self.chunks_before > 0 == self.chunks_after


class Totals(NamedTuple):
    """Counts of one artifact."""

    documents: int
    chunks: int
    edges: int


class Difference(NamedTuple):
    """All that changed, document by document in the order of paths."""

    base: Totals
    head: Totals
    documents: tuple[DocumentChange, ...]

    @property
    def chunks_added(self) -> int:
        """Chunks whose text was not there."""
        return sum(each.chunks_added for each in self.documents)

    @property
    def chunks_removed(self) -> int:
        """Chunks whose text is gone."""
        return sum(each.chunks_removed for each in self.documents)

    @property
    def edges_added(self) -> int:
        """Edges that were not there."""
        return sum(each.edges_added for each in self.documents)

    @property
    def edges_removed(self) -> int:
        """Edges that are gone."""
        return sum(each.edges_removed for each in self.documents)

    @property
    def loss(self) -> float:
        """The chunks that documents have fewer than they had, in percent of all that there were.

        What a document has more makes up for nothing that another has lost.
        """
        lost = sum(max(0, each.chunks_before - each.chunks_after) for each in self.documents)
        return 100 * lost / self.base.chunks if self.base.chunks else 0.0


class _Side:
    """One artifact, by the paths of its documents."""

    def __init__(self, path: str) -> None:
        self.manifest = reader.manifest(path)
        self.documents = {each["path"]: each for each in reader.records(path, "documents")}
        self.chunks: dict[str, list[tuple[str, str]]] = {}  # id and hash
        self.records: dict[str, dict[str, str]] = {
            path: {}  # identifier and hash
            for path, document in self.documents.items()
            if document["metadata"].get("source_identifier")
        }
        for chunk in reader.records(path, "chunks"):
            found = self.chunks.setdefault(chunk["book_file"], [])
            own = chunk["id"].partition(":")[2].removeprefix(chunk["book_slug"])
            found.append((own, chunk["content_hash"]))
            if chunk["book_file"] in self.records:
                _note(self.records[chunk["book_file"]], chunk["metadata"])
        self.edges: dict[str, Counter[_Edge]] = {}
        for edge in reader.records(path, "edges"):
            key = (str(edge["relation_type"]), edge["target_ref"], str(edge["source_detail"]))
            leads_to = edge["target_file"] or ""
            self.edges.setdefault(edge["source_file"], Counter())[*key, leads_to] += 1

    @property
    def totals(self) -> Totals:
        """Its counts."""
        chunks = sum(map(len, self.chunks.values()))
        return Totals(
            len(self.documents), chunks, sum(each.total() for each in self.edges.values())
        )


def _note(records: dict[str, str], metadata: dict[str, Any]) -> None:
    """Note the record of a chunk; the parts of one share its hash, two of one identifier do not."""
    identifier, hash = metadata.get("source_id"), str(metadata.get("content_hash"))
    if isinstance(identifier, str):
        known = records.get(identifier, "")
        records[identifier] = known if known.endswith(hash) else known + hash


def compare(base_path: str, head_path: str) -> Difference:
    """Compare two artifacts. Raises UsageError or NothingThere for what is none."""
    base, head = _Side(base_path), _Side(head_path)
    moved = _moved(base, head)
    origins = set(moved.values())
    made = []
    for path in sorted({*base.documents, *head.documents}):
        if path in head.documents:
            was = path if path in base.documents else moved.get(path)
            change = _document(base, head, path, was)
        elif path not in origins:
            change = _document(base, head, None, path)
        else:
            continue  # told where it is now
        if change is not None:
            made.append(change)
    return Difference(base.totals, head.totals, tuple(made))


def _moved(base: _Side, head: _Side) -> dict[str, str]:
    """The old path of each new document whose bytes stood under one that is gone."""
    gone: dict[str, list[str]] = {}
    for path, document in sorted(base.documents.items(), reverse=True):
        if path not in head.documents and document["bytes"]:
            gone.setdefault(document["sha256"], []).append(path)
    found = {}
    for path, document in sorted(head.documents.items()):
        if path not in base.documents and gone.get(document["sha256"]):
            found[path] = gone[document["sha256"]].pop()
    return found


def _document(base: _Side, head: _Side, path: str | None, was: str | None) -> DocumentChange | None:
    """What changed of a document; None for nothing."""
    before = base.chunks.get(was, []) if was is not None else []
    after = head.chunks.get(path, []) if path is not None else []
    added, removed = _apart(after, before), _apart(before, after)
    edges = _edges(base.edges.get(was or "", Counter()), head.edges.get(path or "", Counter()))
    change = Change.CHANGED
    if was is None:
        change = Change.ADDED
    elif path is None:
        change = Change.REMOVED
    elif path != was:
        change = Change.MOVED
    shifted = len(after) - added - sum((Counter(before) & Counter(after)).values())
    made = DocumentChange(
        path=path or was or "",
        change=change,
        why=_why(base, head, path, was) if path and was else "",
        was=(was or "") if change is Change.MOVED else "",
        chunks_added=added,
        chunks_removed=removed,
        chunks_moved=max(0, shifted),
        chunks_before=len(before),
        chunks_after=len(after),
        edges_added=edges[0],
        edges_removed=edges[1],
        edges_changed=edges[2],
        records=_records(base.records.get(was or ""), head.records.get(path or "")),
    )
    has_changed = any((added, removed, made.chunks_moved, *edges)) or any(made.records or ())
    return made if has_changed or change is not Change.CHANGED else None


def _edges(before: Counter[_Edge], after: Counter[_Edge]) -> tuple[int, int, int]:
    """How many edges were added, removed, and lead elsewhere."""
    added, removed = after - before, before - after
    came: Counter[tuple[str, str, str]] = Counter()
    for (*key, _), count in added.items():
        came[key[0], key[1], key[2]] += count
    gone: Counter[tuple[str, str, str]] = Counter()
    for (*key, _), count in removed.items():
        gone[key[0], key[1], key[2]] += count
    changed = (came & gone).total()
    return came.total() - changed, gone.total() - changed, changed


def _records(before: dict[str, str] | None, after: dict[str, str] | None) -> Records | None:
    """What became of records; None where one side has no identifiers."""
    if before is None or after is None:
        return None
    signs = dict.fromkeys(after.keys() - before.keys(), "+")
    signs |= dict.fromkeys(before.keys() - after.keys(), "-")
    signs |= {each: "~" for each in before.keys() & after.keys() if before[each] != after[each]}
    counts = Counter(signs.values())
    first = tuple(f"{signs[each]}{each}" for each in nsmallest(_FIRST, signs))
    return Records(counts["+"], counts["-"], counts["~"], first)


def _apart(one: Iterable[tuple[str, str]], other: Iterable[tuple[str, str]]) -> int:
    """How many texts of one the other lacks."""
    return (Counter(hash for _, hash in one) - Counter(hash for _, hash in other)).total()


def _why(base: _Side, head: _Side, path: str, was: str) -> str:
    """What makes a document's chunks differ: the first of these that differs."""
    before, after = base.documents[was], head.documents[path]
    if before["sha256"] != after["sha256"]:
        return "content"
    if before["mapping"] != after["mapping"]:
        return "mapping"
    versions = [
        (document["parser"], side.manifest["parsers"].get(document["parser"]))
        for side, document in ((base, before), (head, after))
    ]
    if versions[0] != versions[1] or base.manifest["backends"] != head.manifest["backends"]:
        return "parser"
    for key, why, is_meant in (
        ("mappings", "mapping", after["mapping"] is not None),
        ("fields", "field profile", "source_identifier" in after["metadata"]),
    ):
        if is_meant and base.manifest.get(key) != head.manifest.get(key):
            return why
    if base.manifest["configuration"] != head.manifest["configuration"]:
        return "configuration"
    if base.manifest["tool"] != head.manifest["tool"]:
        return "tool"
    return "mapping" if after["mapping"] else "other files"


def as_record(found: Difference) -> dict[str, Any]:
    """The difference as JSON."""
    return {
        "version": "rtfm-check-diff-v1",
        "base": found.base._asdict(),
        "head": found.head._asdict(),
        "chunks_added": found.chunks_added,
        "chunks_removed": found.chunks_removed,
        "edges_added": found.edges_added,
        "edges_removed": found.edges_removed,
        "loss_percent": round(found.loss, 3),
        "documents": [
            {**each._asdict(), "records": each.records and each.records._asdict()}
            for each in found.documents
        ],
    }
