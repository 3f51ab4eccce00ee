"""What an index has, counted while its records are written: by a run, or by a merge of shards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Protocol

from rtfm_check.indexing.told import Books, one_for_each_library
from rtfm_check.model import Counts, Finding, Indexed, Report


class Writer(Protocol):
    """What an artifact takes; the records of a kind in the order of the documents."""

    def room(self) -> str:
        """An empty folder for what a run writes on its way."""
        ...

    def copy(self, blocks: Iterable[bytes]) -> int:
        """Take chunks that are encoded already, in blocks of bytes; how many they are."""
        ...

    def edge(self, record: dict[str, Any]) -> None:
        """Take an edge."""

    def document(self, record: dict[str, Any]) -> None:
        """Take a document."""

    def finding(self, finding: Finding) -> None:
        """Take a finding."""


class Tally:
    """Gives records to a writer, and knows what there were; findings come last."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._files: Counter[str] = Counter()  # by parser, as the chunks
        self._chunks: Counter[str] = Counter()
        self._edges = self._resolved = self._empty = 0
        self._findings: list[Finding] = []
        self._books = Books()

    def edge(self, record: dict[str, Any]) -> None:
        """Write an edge."""
        self._edges += 1
        self._resolved += record["target_file"] is not None
        self._writer.edge(record)

    def document(self, record: dict[str, Any]) -> None:
        """Write a document, whose chunks and edges were written."""
        parser = record["parser"] or "none"
        self._files[parser] += 1
        self._chunks[parser] += record["chunk_count"]
        self._empty += not record["chunk_count"]
        self._books.see(record)
        self._writer.document(record)

    def tell(self, finding: Finding) -> None:
        """Note a finding."""
        self._findings.append(finding)

    def report(self, *, is_whole: bool = True) -> Report:
        """Write the findings; what was made. In a part, nothing is told that compares documents."""
        findings = one_for_each_library(self._findings)
        findings += self._books.findings if is_whole else ()
        findings.sort(key=lambda finding: finding.order)
        for finding in findings:
            self._writer.finding(finding)
        rows = tuple((name, self._files[name], self._chunks[name]) for name in sorted(self._files))
        total, chunks = sum(self._files.values()), sum(self._chunks.values())
        indexed = Indexed(total, chunks, self._edges, self._resolved, self._empty, rows)
        return Report(findings, Counts(files=total), [], indexed=indexed)
