"""Field profiles in the HTML report: what becomes of each field, and which nobody reads."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.details.profiles import MOST_RECORDS, ProfileUse
from rtfm_check.report._html_table import Blocks, Column, Table, table
from rtfm_check.report._html_text import written
from rtfm_check.text.wording import plural

_MOST = 200  # profiles
_FIELDS = (
    *(Column("field", "head"), Column("becomes"), Column("under the key", "code")),
    *(Column("found in", "number"), Column("of records", "number")),
)
_UNREAD = (Column("field", "head"),)


def section(profiles: tuple[ProfileUse, ...], blocks: Blocks) -> Iterator[str]:
    """A table of fields for each profile."""
    if not profiles:
        return
    yield '<section id="profiles" aria-labelledby="profiles-title">'
    yield '<h2 id="profiles-title" tabindex="-1">Field profiles</h2>'
    yield (
        f'<p class="muted">As the first {MOST_RECORDS:,} records of each file show it; '
        "<code>*</code> stands for all places of a list.</p>"
    )
    for number, each in enumerate(profiles[:_MOST]):
        yield from _profile(number, each, blocks)
    if left := profiles[_MOST:]:
        yield f'<p class="cut">{plural(len(left), "more profile")} not shown here.</p>'
    yield "</section>"


def _profile(number: int, each: ProfileUse, blocks: Blocks) -> Iterator[str]:
    yield f'<h3 id="profile-{number}">{written(each.path)}</h3>'
    if not each.records:
        yield '<p class="muted">There is no record to try it on.</p>'
        return
    text = " It names no text field, so all values are text." if each.is_flattened else ""
    yield f"<p>{plural(each.records, 'record')} of {plural(each.files, 'file')}.{text}</p>"
    rows = [(use.path, use.becomes, use.key, use.found, each.records) for use in each.fields]
    if rows:
        yield from table(Table(f"profile-{number}", _FIELDS, rows, "fields"), blocks)
    if each.unread:
        id = f"profile-unread-{number}"
        yield f'<details class="more"><summary id="{id}">Fields that nobody reads: '
        yield f"{len(each.unread):,}</summary>"
        yield from table(Table(id, _UNREAD, [(path,) for path in each.unread], "fields"), blocks)
        yield "</details>"
