"""The records that every stage shares. No logic that decides anything, no input or output."""

# No `from __future__ import annotations`: records take twice as long to make with it.

from enum import StrEnum
from typing import Any, NamedTuple

JsonValue = Any  # what json.loads or a YAML reader gives
Pointer = tuple[Any, ...]  # keys and indices from the root; YAML keys need not be strings


class Severity(StrEnum):
    """How bad a finding is; `error` alone fails a run by default."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """2 for an error, 1 for a warning, 0 for an info."""
        return ("info", "warning", "error").index(self.value)


class Span(NamedTuple):
    """A range of text: 1-based, columns in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Place(NamedTuple):
    """Where something stands: a file, a range in it, and the value's JSON Pointer."""

    path: str  # as shown
    span: Span
    pointer: str = ""

    def is_in(self, prefix: str) -> bool:
        """Whether the pointer leads to what the prefix leads to, or into it."""
        return self.pointer == prefix or self.pointer.startswith(prefix + "/")


class Related(NamedTuple):
    """Another place that belongs to a finding, and what it has to do with it."""

    place: Place
    message: str


class Edit(NamedTuple):
    """A range of a file, and the text to put there."""

    span: Span
    text: str


class Fix(NamedTuple):
    """How to mend a file; a safe fix changes nothing but the mistake."""

    title: str  # "rename to `content`"
    edits: tuple[Edit, ...]
    is_safe: bool = True


class Hit(NamedTuple):
    """What a rule yields; the runner adds code, name and severity."""

    place: Place
    message: str  # what is wrong, in the user's words
    help: str = ""  # the nearest fix
    note: str = ""  # what RTFM does about it
    related: tuple[Related, ...] = ()
    fix: Fix | None = None


class Finding(NamedTuple):
    """One mistake at one place."""

    place: Place
    code: str  # "RTM103"
    rule: str  # "unknown-key"
    severity: Severity
    message: str
    help: str
    note: str
    related: tuple[Related, ...]
    excerpt: tuple[str, ...]  # the line of the place, and the one before it, first
    kept_fingerprint: str = ""  # of one that was read back
    fix: Fix | None = None
    silenced: str = ""  # by what: "comment", "configuration" or "baseline"

    @property
    def fingerprint(self) -> str:
        """The same for the same mistake wherever in the file its line moves to."""
        if self.kept_fingerprint:
            return self.kept_fingerprint
        import hashlib

        line = " ".join(self.excerpt[-1].split()) if self.excerpt else ""
        text = "\0".join((self.code, self.place.path, self.place.pointer, line))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def order(self) -> tuple[object, ...]:
        """Findings are reported by file, place, code."""
        span = self.place.span
        return (self.place.path, span.line, span.column, self.code, span, self.message)


class Counts(NamedTuple):
    """What a run read."""

    files: int = 0  # mappings and fixtures, field profiles and the files they are for
    mappings: int = 0
    fixtures: int = 0
    profiles: int = 0  # of fields
    records: int = 0  # that profiles were tried on


class TriedDocument(NamedTuple):
    """What became of one fixture."""

    fixture: str
    mapping: str  # the file of the mapping that took it, or ""
    rule: str  # schema_url or discriminator; "breaks" or "untried"
    chunks: int
    edges: int


class Indexed(NamedTuple):
    """What a run of the index made."""

    documents: int
    chunks: int
    edges: int
    resolved: int  # edges that lead to a file of the tree
    empty: int  # documents without a chunk
    parsers: tuple[tuple[str, int, int], ...]  # name, documents and chunks of each
    path: str = ""  # of the artifact, as the user named it


class Report(NamedTuple):
    """All that a run found, and what it read."""

    findings: list[Finding]
    counts: Counts
    tried: list[TriedDocument]  # what became of each fixture
    silenced: tuple[Finding, ...] = ()  # found, and not to be reported as such
    linked: tuple[str, ...] = ()  # other files that have to be there for the report to hold
    indexed: Indexed | None = None  # None: nothing was indexed
    is_of_documents: bool = False  # what was read are documents, and not mappings and fixtures
    details: object = None  # what a format can show beside: a `details.Details`
    read: str = ""  # what it is, where it is neither that nor these
    closing: str = ""  # what is said last where a person reads


def json_pointer(pointer: Pointer) -> str:
    """The pointer as RFC 6901 writes it; YAML's true, false and null as JSON spells them."""
    return "".join(f"/{_part(part)}" for part in pointer)


def _part(part: JsonValue) -> str:
    if isinstance(part, bool) or part is None:
        return {True: "true", False: "false", None: "null"}[part]
    return str(part).replace("~", "~0").replace("/", "~1")
