"""What a document has lost since an older index was written, where nobody may have meant it."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.artifact.diff import Change, Difference, DocumentChange
from rtfm_check.findings import Findings
from rtfm_check.model import Finding, Hit, Place, Span
from rtfm_check.rules import Rule, find

_SHARE = 0.5  # of the chunks, that may be gone from a document that was edited
_TOP = Span(1, 1, 1, 1)


def losses(found: Difference) -> list[Finding]:
    """What is to be said of the documents that lost chunks or edges."""
    findings = Findings()
    for each in found.documents:
        for name, hit in _of(each):
            rule = find(name)
            assert isinstance(rule, Rule)
            findings.add(rule, [hit])
    return findings.all()


def _of(each: DocumentChange) -> Iterator[tuple[str, Hit]]:
    if each.change not in (Change.CHANGED, Change.MOVED):
        return  # what somebody has removed is no surprise
    place = Place(each.path, _TOP)
    was_edited = each.why == "content"
    lost = each.chunks_before - each.chunks_after
    allowed = each.chunks_before * _SHARE if was_edited else 0
    because = f", because of its {each.why}" if each.why else ""
    if lost > allowed:
        left = "none is" if not each.chunks_after else f"{each.chunks_after:,} are"
        message = f"{lost:,} of {each.chunks_before:,} chunks are gone, {left} left{because}"
        yield "index-shrank", Hit(place, message)
    gone = each.edges_removed - each.edges_added
    if gone > 0 and not was_edited and not each.is_emptied:
        what = "1 edge is" if gone == 1 else f"{gone:,} edges are"
        yield "edges-lost", Hit(place, f"{what} gone{because}")
