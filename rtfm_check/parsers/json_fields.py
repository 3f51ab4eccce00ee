"""JSON and JSON Lines that a field profile is for: a chunk for each record.

The text of a record is what the profile names, and its metadata stands in each of its chunks, with
`source_id`, `source_hash` and `content_hash`, by which the same record is known when its text has
changed. A text of more than 3,000 characters is cut; metadata of more than CHUNK_METADATA_CHARS
stands in the first part alone. A line that is no record is told, and all others are read. The
file is streamed.

Edges: none. RTFM 0.55.1 knows no field profiles: it reads the values of such files, or their lines.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.chunking import Budget, split
from rtfm_check.fields.apply import IDENTITY_KEYS, Made, apply
from rtfm_check.fields.identities import Identities
from rtfm_check.fields.open import Chosen
from rtfm_check.fields.records import Bad, Record, records
from rtfm_check.file import File
from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.text.show import quote

BUDGET = Budget(3000, 200, 3000)
_INSTEAD = "the record is not in the index"


def parse(file: File) -> Iterator[Item]:
    """The records of a file."""
    chosen: Chosen = file.settings.profiles.of(file.path)
    profile = chosen.profile
    told = _Told()
    identities = Identities()
    path = profile.identifier.text if profile.identifier is not None else None
    yield About(title=file.file_name, metadata={"profile": chosen.name, "source_identifier": path})
    for record in records(file):
        if isinstance(record, Bad):
            yield from told.one(_of_bad(record))
            continue
        made = apply(profile, record.value, file.name, record.number)
        if path is not None:
            problem = _identity(made, record, path, identities)
            if problem is not None:
                yield from told.one(problem)
        if not made.text:
            yield from told.one(_without_text(record))
        elif len(made.text) <= BUDGET.most:
            yield _draft(made, record, file)
        else:
            yield from _parts(made, _draft(made, record, file))
    yield from told.others()


def _draft(made: Made, record: Record, file: File) -> Draft:
    """A record as a chunk, with its identity in its metadata."""
    number = record.number
    metadata: dict[str, JsonValue] = {
        **made.metadata,
        "source_id": made.source_id,
        "source_hash": made.source_hash,
        "content_hash": made.content_hash,
    }
    return Draft(
        made.source_id or (f"record {number}" if number else file.stem),
        made.text,
        (record.line, record.end_line),
        (number, number) if number else (1, 1),
        metadata=metadata,
    )


def _parts(made: Made, whole: Draft) -> Iterator[Draft]:
    """A record whose text is too long for a chunk; the parts share its metadata."""
    metadata = repeated = dict(whole.metadata or {})
    if len(json.dumps(made.metadata, ensure_ascii=False)) > limits.CHUNK_METADATA_CHARS:
        repeated = {key: metadata[key] for key in IDENTITY_KEYS}
    for part, (start, end) in enumerate(split(made.text, BUDGET.most, BUDGET.least), 1):
        yield whole._replace(
            title=f"{whole.title} (part {part})",
            text=made.text[start:end].rstrip(),
            metadata=metadata if part == 1 else repeated,
        )


def _of_bad(bad: Bad) -> Problem:
    note = bad.note or _INSTEAD
    return Problem(bad.rule, bad.message, bad.help, note, line=bad.line, column=bad.column)


def _without_text(record: Record) -> Problem:
    message = "no text field of the record has a value"
    help = "name a field that every record has"
    return Problem("record-without-text", message, help, _INSTEAD, line=record.line)


def _identity(made: Made, record: Record, path: str, known: Identities) -> Problem | None:
    """What is wrong with the identifier of a record, if anything is."""
    if made.source_id is None:
        message = f"the record has no {quote(path)} to tell it by"
        help = "give every record an identifier"
        note = "it is told by its place in the file"
        return Problem("missing-source-id", message, help, note, line=record.line)
    earlier = known.first_line(made.source_id, record.line)
    if not earlier:
        return None
    return Problem(
        "duplicate-source-id",
        f"the identifier {quote(made.source_id)} is that of the record in line {earlier} too",
        "give every record an identifier of its own",
        "both are in the index; in a collection the later one replaces the earlier one",
        line=record.line,
    )


class _Told:
    """Lets a number of problems of each kind through, and counts the others."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, Problem] = {}  # that was only counted

    def one(self, problem: Problem) -> Iterator[Problem]:
        """The problem, if not too many were told."""
        self._counts[problem.rule] += 1
        if self._counts[problem.rule] <= limits.FINDINGS:
            yield problem
        else:
            self._first.setdefault(problem.rule, problem)

    def others(self) -> Iterator[Problem]:
        """How many more there were."""
        for rule, problem in self._first.items():
            count = self._counts[rule] - limits.FINDINGS
            yield problem._replace(
                message=f"{count:,} more like this in the file",
                help="mend the ones above it first",
                note="",
            )
