"""The artifacts of several shards joined into the one that a single run would have written."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from rtfm_check.artifact.reader import manifest
from rtfm_check.artifact.writer import HASHES, SHARD_FORMAT, Writer
from rtfm_check.exits import UsageError
from rtfm_check.finding_records import from_record
from rtfm_check.indexing.shards import Shard
from rtfm_check.indexing.tally import Tally
from rtfm_check.model import Report

_ALIKE = ("tool", "rtfm", "configuration")  # in all manifests
_DECLARED = ("mappings", "fields")
_OTHER_TREE = "they are of trees whose files, mappings or profiles differ"
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, RecursionError)


class Part(NamedTuple):
    """The artifact of a shard."""

    path: str
    manifest: dict[str, Any]
    shard: Shard
    tree: str  # digest of the tree that it is of


def parts(paths: list[str]) -> list[Part]:
    """The artifacts in their order. Raises UsageError unless they are the shards of one tree."""
    found = sorted(map(_part, paths), key=lambda each: each.shard.number)
    first = found[0]
    for each in found:
        if any(each.manifest.get(key) != first.manifest.get(key) for key in _DECLARED):
            raise _unlike(first, each, _OTHER_TREE)
        for key in _ALIKE:
            if each.manifest[key] != first.manifest[key]:
                raise _unlike(first, each, f"the {key} of their manifests")
        for key in ("parsers", "backends"):
            ours, theirs = first.manifest[key], each.manifest[key]
            if any(ours[name] != theirs[name] for name in ours.keys() & theirs.keys()):
                raise _unlike(first, each, f"the {key} of their manifests")
        if each.shard.of != first.shard.of:
            raise _unlike(first, each, f"one is of {first.shard.of}, one of {each.shard.of} shards")
        if each.tree != first.tree:
            raise _unlike(first, each, _OTHER_TREE)
    _complete(found)
    return found


def merge(found: list[Part], writer: Writer) -> Report:
    """Give what all shards hold to a writer. Raises UsageError for one that is damaged."""
    made = _Merging(writer)
    for part in found:
        try:
            made.take(part)
        except _DAMAGE as error:
            raise _damaged(part, f"{type(error).__name__}: {error}") from error
    return made.report()


def about(found: list[Part]) -> dict[str, Any]:
    """What the manifest of the whole says of the run."""
    first = found[0].manifest
    parsers = {name: each for part in found for name, each in part.manifest["parsers"].items()}
    backends = {name: each for part in found for name, each in part.manifest["backends"].items()}
    return {
        "rtfm": first["rtfm"],
        "parsers": dict(sorted(parsers.items())),
        "backends": dict(sorted(backends.items())),
        **{key: first[key] for key in ("configuration", *_DECLARED) if key in first},
    }


class _Merging:
    """What was taken of the shards so far."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._tally = Tally(writer)

    def take(self, part: Part) -> None:
        """Write the records of a shard, document by document."""
        chunks, edges = _lines(part, "chunks"), _records(part, "edges")
        hashes = _records(part, HASHES)
        known = next(hashes, None)
        for document in _records(part, "documents"):
            count = document["chunk_count"]
            if self._writer.copy(islice(chunks, count)) != count:
                raise _damaged(part, "chunks are missing")
            for edge in islice(edges, document["edge_count"]):
                self._tally.edge(edge)
            self._tally.document(document)
            if known is not None and known["path"] == document["path"]:
                self._writer.hash(known)
                known = next(hashes, None)
        if known is not None or any(next(rest, None) is not None for rest in (chunks, edges)):
            raise _damaged(part, "there are records of no document")
        for record in _records(part, "findings"):
            self._tally.tell(from_record({**record, "excerpt": []}))

    def report(self) -> Report:
        """Write the findings; what was made."""
        return self._tally.report()


def _part(path: str) -> Part:
    found = manifest(path, SHARD_FORMAT)
    try:
        about = found["shard"]
        shard = Shard(int(about["number"]), int(about["of"]))
        is_sound = 1 <= shard.number <= shard.of and all(key in found for key in _ALIKE)
        if not is_sound or not isinstance(found["parsers"] | found["backends"], dict):
            raise ValueError("of what it is a shard is not said")
        return Part(path, found, shard, str(about["tree"]))
    except _DAMAGE as error:
        raise UsageError(f"{path} is damaged: {error}") from error


def _complete(found: list[Part]) -> None:
    """Raise UsageError unless each shard is there once."""
    by_number: dict[int, Part] = {}
    for each in found:
        number, of = each.shard
        if number in by_number:
            other = by_number[number].path
            raise UsageError(f"{other} and {each.path} are both the shard {number}/{of}")
        by_number[number] = each
    of = found[0].shard.of
    missing = [f"{number}/{of}" for number in range(1, of + 1) if number not in by_number]
    if missing:
        shown = ", ".join(missing[:10]) + (", ..." if len(missing) > 10 else "")
        raise UsageError(f"not all shards are there: {shown} {_verb(missing)} missing")


def _verb(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _unlike(one: Part, other: Part, why: str) -> UsageError:
    return UsageError(f"{one.path} and {other.path} do not belong together: {why}")


def _damaged(part: Part, why: str) -> UsageError:
    return UsageError(f"{part.path} is damaged: {why}")


def _lines(part: Part, kind: str) -> Iterator[bytes]:
    """The lines of a file; at its end it has to be the one that the manifest tells of."""
    name = f"{kind}.jsonl"
    digest = hashlib.sha256()
    try:
        with open(os.path.join(part.path, name), "rb") as stream:
            for line in stream:
                digest.update(line)
                yield line
    except OSError as error:
        raise _damaged(part, f"{name} cannot be read: {error.strerror or error}") from error
    if digest.hexdigest() != part.manifest["files"][name]["sha256"]:
        raise _damaged(part, f"{name} is not the file that the manifest tells of")


def _records(part: Part, kind: str) -> Iterator[dict[str, Any]]:
    for line in _lines(part, kind):
        yield json.loads(line)
