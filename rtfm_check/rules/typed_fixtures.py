"""RTM3xx: fixtures that are not what the JSON Schema of the documents says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rtfm_check.dryrun.run import Tried
from rtfm_check.model import Hit, JsonValue, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.suggest import nearest

if TYPE_CHECKING:
    from rtfm_check.typed.folder import Schemas
    from rtfm_check.typed.validate import Error

_OWN = (("$schema",), ("$id",))  # which RTFM asks documents for, whatever their schema says


@rule("RTM335", "fixture-not-of-schema", Severity.WARNING, Scope.HELD)
def fixture_not_of_schema(tried: Tried) -> Iterator[Hit]:
    """A fixture that departs from the JSON Schema of its documents.

    The schema is that of the document's own `$schema`, or of the mapping that takes it, in the
    folder that the setting `schemas` names. Either the fixture is not what the producer writes,
    or the schema is not up to date. Of formats, date and date-time are looked at.

    Bad:
        match: {schema_url: "https://example.org/note.json"}
    Good:
        match: {schema_url: "https://example.org/note.json"}
    Schema:
        {"$id": "https://example.org/note.json", "type": "object",
         "properties": {"t": {"type": "string"}, "rank": {"type": "integer"}}}
    Fixture:
        {"$schema": "https://example.org/note.json", "t": "words", "rank": "first"}
    Good fixture:
        {"$schema": "https://example.org/note.json", "t": "words", "rank": 1}
    """
    from rtfm_check.typed.keywords import TooLong

    document, schemas = tried.fixture.document, tried.schemas
    url = _url(tried)
    if schemas is None or not url or not document.loads:
        return
    file = schemas.named(url).file
    assert file is not None
    note = f"the schema is {file.name}"
    try:
        errors = schemas.errors(url, document.data) or []
    except TooLong:
        message = "the document was not held against its schema: it takes too long, or is too deep"
        yield Hit(document.source.top, message, "use a smaller fixture", note)
        return
    for each in errors:
        if each.stranger and each.pointer in _OWN:
            continue
        if each.stranger:
            place = document.key(each.pointer)
        else:
            place = (document.owner if each.missing else document.at)(each.pointer)
        yield Hit(place, each.message, each.help or _help(schemas, url, each), note)


def _url(tried: Tried) -> str:
    """The URL that the schema of a document has in the folder, if there is one."""
    data, schemas = tried.fixture.document.data, tried.schemas
    if schemas is None or not isinstance(data, dict):
        return ""
    own = data.get("$schema") or data.get("$id")
    for url in (own, None if tried.spec is None else tried.spec.schema_url):
        if isinstance(url, str) and schemas.named(url).file is not None:
            return url
    return ""


def _help(schemas: Schemas, url: str, error: Error) -> str:
    """The field that a key which is not in the schema was probably meant to be."""
    places = schemas.places(url) if error.stranger else None
    if places is None:
        return ""
    from rtfm_check.typed.parts import TooMuch

    around: tuple[JsonValue, ...] = error.pointer[:-1]
    try:
        found = places.follow(places.root, map(str, around))
        names = [] if found.node is None else places.names(found.node)
    except TooMuch:
        return ""  # the schema itself is told as unusable
    near = nearest(error.stranger, names)
    return f"did you mean `{near}`?" if near else ""
