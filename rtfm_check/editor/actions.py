"""Quick fixes: the edits of `--fix`, those that are not safe to do by themselves, and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check import fix, suppress
from rtfm_check.fields.open import read_profile
from rtfm_check.mapping.document import Document, read_mapping
from rtfm_check.model import Edit, Finding, Fix
from rtfm_check.source import Source

_INDENT = re.compile(r"[ \t]*")
_QUESTION = re.compile(r"did you mean `([\w$.*-]+)`\?")
_LINE_END = re.compile(r"\r\n|\r|\n")


class Change(NamedTuple):
    """A text to put in the place of the characters [start, end) of a file."""

    start: int
    end: int
    text: str


class Action(NamedTuple):
    """Something that can be done about a finding; about None, all that `--fix` does."""

    title: str
    changes: list[Change]
    finding: Finding | None
    is_preferred: bool = False


def mend(finding: Finding, document: Document) -> Action | None:
    """The fix of a finding, or what its help takes for meant, if the file is sound with it."""
    found = finding.fix or _meant(finding, document)
    if found is None:
        return None
    safe = finding._replace(fix=found._replace(is_safe=True))
    if not any(True for _ in fix.fixed([safe], [document.source])):
        return None
    source = document.source
    changes = [
        Change(
            source.index(edit.span.line, edit.span.column),
            source.index(edit.span.end_line, edit.span.end_column),
            edit.text,
        )
        for edit in found.edits
    ]
    return Action(_capital(found.title), changes, finding, found.is_safe)


def _meant(finding: Finding, document: Document) -> Fix | None:
    """The change that a question such as "did you mean `text`?" asks about; never safe."""
    match = _QUESTION.fullmatch(finding.help)
    written = document.source.at(finding.place.span)
    if match is None or not written or "\n" in written:
        return None
    mark = written[0] if written[0] in "\"'" and written.endswith(written[0]) else ""
    edit = Edit(finding.place.span, f"{mark}{match[1]}{mark}")
    return Fix(f"change to `{match[1]}`", (edit,), is_safe=False)


def mend_all(findings: list[Finding], document: Document) -> Action | None:
    """All safe fixes of a file at once, as one change."""
    for each in fix.fixed(findings, [document.source]):
        return Action("Mend all that is safe", [_smallest(each.before.text, each.after)], None)
    return None


def silence(finding: Finding, document: Document) -> Iterator[Action]:
    """Comments that suppress a finding: on its line or above it, and for the whole file.

    Each is tried first: a line of a block scalar, say, takes no comment.
    """
    source = document.source
    name = source.path.lower()
    if name.endswith(".json"):
        return
    text = source.text
    end_of_line = "\r\n" if "\r\n" in text else "\n"
    start = source.index(finding.place.span.line, 1)
    match = _LINE_END.search(text, start)
    end = match.start() if match else len(text)
    indent = _INDENT.match(text, start, end)
    assert indent is not None
    comment = f"# rtfm-check: ignore[{finding.rule}]"
    tries = [Change(start, start, f"{indent[0]}{comment}{end_of_line}")]
    if not name.endswith(".conf"):
        tries.append(Change(end, end, f"  {comment}"))
    for change in tries:
        if _is_silent(document, change, finding):
            yield Action(f"Suppress {finding.rule} here", [change], finding)
            break
    top = 1 if source.has_bom else 0
    whole = Change(top, top, f"# rtfm-check: ignore-file[{finding.rule}]{end_of_line}")
    if _is_silent(document, whole, finding):
        yield Action(f"Suppress {finding.rule} in this file", [whole], finding)


def _is_silent(document: Document, change: Change, finding: Finding) -> bool:
    """Whether a comment means just a finding, and changes nothing of what the file says."""
    before = document.source
    text = before.text[: change.start] + change.text + before.text[change.end :]
    source = Source(before.path, text.encode("utf-8", "surrogatepass"))
    if before.path.lower().endswith(".conf"):
        after = read_profile(source).document
    else:
        after = read_mapping(source)
    if after.loads != document.loads or not _equal(after.data, document.data):
        return False
    added = len(_LINE_END.findall(change.text))
    span = finding.place.span
    moved = span._replace(line=span.line + added, end_line=span.end_line + added)
    wanted = suppress.suppressions(after)
    return bool(wanted.of(finding._replace(place=finding.place._replace(span=moved))))


def _equal(one: object, other: object) -> bool:
    try:
        return one == other or repr(one) == repr(other)  # NaN equals nothing
    except RecursionError:  # an alias of what is around it
        return False


def _smallest(before: str, after: str) -> Change:
    """One change that makes one text of another, without what is the same around it."""
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    left = shorter - start
    same = next((at for at in range(left) if before[-1 - at] != after[-1 - at]), left)
    return Change(start, len(before) - same, after[start : len(after) - same])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
