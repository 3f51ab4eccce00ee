"""What the file `document.xml` beside a page of BOFiP says of it.

The real one names its elements in the namespaces of Dublin Core and of BOFiP; copies of older
archives do without namespaces. Any other XML beside a page says nothing of it.
"""

from __future__ import annotations

import re

from rtfm_check.file import File
from rtfm_check.parsers._bofip import IDENTIFIER, Sidecar
from rtfm_check.parsers._xml import START, TEXT, of_file
from rtfm_check.source import Unreadable

_BYTES = 1024 * 1024  # of a sidecar that is read
_TEXT_CHARS = 2000  # of one value
_MOST_RELATED = 1000
_PREFIXES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "https://bofip.impots.gouv.fr": "bofip",
    "http://bofip.impots.gouv.fr": "bofip",
}
_FIELDS = {  # element, in lower case -> what it says; the names of older archives count less
    "bofip:contenu_id": "id",
    "bofip:contenu_type": "type",
    "dc:title": "title",
    "dc:date": "date",
    "identifiant": "old id",
    "titre": "old title",
    "title": "old title",
    "datepublication": "old date",
    "date": "old date",
    "serie": "old series",
    "division": "old division",
    "type": "old type",
    "datatype": "old type",
}
_DATED = re.compile(r"-(\d{4})(\d\d)(\d\d)\Z")
_DATE = re.compile(r"\b(\d{4})-?(\d\d)-?(\d\d)(?!\d)")
_NO_MIME = re.compile(r"\A\w+/.*")  # the type of a file is not that of a page
_RELATED = re.compile(r"\d+-PGP")


def read(file: File) -> Sidecar | None:
    """What a file beside a page says of it; None if it says nothing."""
    try:
        return _sidecar(*_values(file)) if file.size <= _BYTES else None
    except Unreadable:
        return None


def _by_identifier(identifier: str) -> Sidecar:
    """What an identifier alone says."""
    _, series, division, *_ = (*identifier.split("-"), "", "")
    dated = _DATED.search(identifier)
    date = "-".join(dated.groups()) if dated else ""
    return Sidecar(identifier, "", series, division, date, "", ())


def _values(file: File) -> tuple[dict[str, str], tuple[str, ...]]:
    """The first value of each field, and what `dc:relation` names as references."""
    values: dict[str, str] = {}
    related: list[str] = []
    field = ""
    is_related = False
    for kind, name, attributes, _ in of_file(file, _PREFIXES):
        if kind == START:
            field = _FIELDS.get(name.lower(), "")
            field = "" if field in values else field
            is_related = name == "dc:relation" and attributes.get("type") == "references"
        elif kind != TEXT:
            field, is_related = "", False
        elif field:
            values[field] = (values.get(field, "") + name)[:_TEXT_CHARS]
        elif is_related and len(related) < _MOST_RELATED:
            related += _RELATED.findall(name)
    return {key: " ".join(value.split()) for key, value in values.items()}, tuple(related)


def _sidecar(values: dict[str, str], related: tuple[str, ...]) -> Sidecar | None:
    """The values as a sidecar, if they are those of one."""
    written = values.get("id") or values.get("old id", "")
    match = IDENTIFIER.match(written)
    if match is None:
        return None
    found = _by_identifier(match[0])
    date = _DATE.search(values.get("date") or values.get("old date", ""))
    return found._replace(
        title=values.get("title") or values.get("old title", ""),
        series=values.get("old series") or found.series,
        division=values.get("old division") or found.division,
        date=found.date or ("-".join(date.groups()) if date else ""),
        type=values.get("type") or _NO_MIME.sub("", values.get("old type", "")),
        related=tuple(dict.fromkeys(related)),
    )
