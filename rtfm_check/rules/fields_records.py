"""RTM72x, RTM73x: field profiles on the records that they are for, and these records."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.fields import paths
from rtfm_check.fields.profile import MetadataField, TextField
from rtfm_check.fields.trial import FieldTrial, PathTrial
from rtfm_check.model import Hit, JsonValue, Place, Related, Severity, Span
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.show import quote
from rtfm_check.text.suggest import nearest_path
from rtfm_check.text.wording import plural

_IS_BELOW = ".*"


def _events(trial: FieldTrial, name: str) -> Iterator[Hit]:
    """What was seen of single records."""
    last: Hit | None = None
    for event in trial.events:
        if event.rule == name:
            related = (Related(*event.related),) if event.related else ()
            last = Hit(event.place, event.message, event.help, event.note, related)
            yield last
    for rule_name, path, count in trial.uncounted():
        if rule_name == name and last is not None:
            line = last.place.span.line if last.place.path == path else 1
            yield Hit(Place(path, Span(line, 1, line, 1)), f"{count:,} more like this in the file")


@rule("RTM721", "field-path-not-found", Severity.ERROR, Scope.FIELDS)
def field_path_not_found(trial: FieldTrial) -> Iterator[Hit]:
    """A path that no record has.

    Names are compared with case. A key that holds a dot cannot be reached. A field that is null or
    empty in all records is told as field-path-not-everywhere.

    Bad:
        json_text_fields.titel
    Good:
        json_text_fields.title
    """
    if not trial.records:
        return
    known: list[str] | None = None
    for each in trial.paths:
        if each.found or _is_swapped(trial, each) or _is_empty(trial, each):
            continue
        known = trial.known() if known is None else known
        path = each.path.text
        near = nearest_path(path, known)
        help = f"did you mean `{near}`?" if near else _keys(trial)
        dotted = next(filter(None, (_dotted_key(r, each.path) for r in trial.sample)), "")
        if dotted:
            help = f"the record has the key {quote(dotted)}; a key that contains a dot is not found"
        what = "text" if isinstance(each.field, TextField) else "metadata"
        yield Hit(
            trial.file.place(each.field.where),
            f"{quote(path)} is found in none of {plural(trial.records, 'record')}",
            help,
            f"it gives no {what}",
        )
    if trial.profile.identifier is not None and not trial.identified:
        path = trial.profile.identifier.text
        near = nearest_path(path, trial.known() if known is None else known)
        yield Hit(
            trial.file.place(trial.profile.identifier_where),
            f"{quote(path)} is found in none of {plural(trial.records, 'record')}",
            f"did you mean `{near}`?" if near else _keys(trial),
            "no record has an identifier",
        )


def _is_empty(trial: FieldTrial, each: PathTrial) -> bool:
    """Whether the records have the field, and nothing in it."""
    return any(paths.is_empty(record, each.path) for record in trial.sample)


def _keys(trial: FieldTrial) -> str:
    names = sorted(trial.sample[0]) if trial.sample else []
    listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    return f"the first record has {listed}"[:200] if names else ""


def _dotted_key(record: JsonValue, path: paths.FieldPath) -> str:
    """The key with a dot in it that a path may mean, and that it cannot lead to."""
    segments = path.segments
    for index in range(len(segments)):
        value = record
        for segment in segments[:index]:
            if isinstance(value, list):
                value = value[0] if value else None
            elif isinstance(value, dict):
                value = value.get(segment)
        if isinstance(value, dict):
            for end in range(index + 2, len(segments) + 1):
                key = ".".join(segments[index:end])
                if key in value:
                    return key
    return ""


@rule("RTM722", "field-path-not-everywhere", Severity.INFO, Scope.FIELDS)
def field_path_not_everywhere(trial: FieldTrial) -> Iterator[Hit]:
    """A path that some records have, and others have not; or with nothing in it in all of them.

    Nothing is wrong with a field that is optional. A rate that is lower than it should be is the
    sign of a key that is spelt in two ways.

    Bad:
        json_text_fields.title
        json_text_fields.subtitle
    Good:
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump", "subtitle": "and hose"}
        {"id": 2, "title": "Valve"}
    """
    for each in trial.paths:
        if 0 < each.found < trial.records:
            rate = 100 * each.found / trial.records
            share = f"{rate:.0f} %" if 1 <= rate <= 99 else f"{rate:.2g} %"
            yield Hit(
                trial.file.place(each.field.where),
                f"{quote(each.path.text)} is found in {each.found:,} of "
                f"{plural(trial.records, 'record')} ({share})",
                "",
                "the others go without it",
            )
        elif not each.found and trial.records and _is_empty(trial, each):
            yield Hit(
                trial.file.place(each.field.where),
                f"{quote(each.path.text)} is null or empty in all of "
                f"{plural(trial.records, 'record')}",
                "",
                "it gives nothing",
            )


@rule("RTM723", "field-direction-swapped", Severity.ERROR, Scope.FIELDS)
def field_direction_swapped(trial: FieldTrial) -> Iterator[Hit]:
    """A metadata field with its path and its payload key the wrong way round.

    In dot notation the path comes first: `json_metadata_fields.PATH=KEY`. In YAML and JSON the key
    does: `{KEY: PATH}`.

    Bad:
        json_text_fields.title
        json_metadata_fields.contact=author.name
    Good:
        json_text_fields.title
        json_metadata_fields.author.name=contact
    """
    for each in trial.paths:
        if not _is_swapped(trial, each):
            continue
        assert isinstance(each.field, MetadataField)
        path, key = each.path.text, each.field.key
        is_form = trial.file.document.loads and each.field.where.start < 0
        right = f"{path}: {key}" if is_form else f"{key}={path}"
        yield Hit(
            trial.file.place(each.field.where),
            f"{quote(path)} is found in none of {plural(trial.records, 'record')}, "
            f"and its payload key {quote(key)} is a path that they have",
            f"swap the two: `{right}`" if len(right) < 100 else "swap the two",
            "it gives no metadata",
        )


def _is_swapped(trial: FieldTrial, each: PathTrial) -> bool:
    """Whether a path is nowhere, and its payload key is a path that is there."""
    field = each.field
    if each.found or not isinstance(field, MetadataField) or not field.is_named:
        return False
    try:
        path = paths.parse(field.key)
    except paths.BadPath:
        return False
    return trial.is_found(path)


@rule("RTM724", "text-from-container", Severity.WARNING, Scope.FIELDS)
def text_from_container(trial: FieldTrial) -> Iterator[Hit]:
    """A text field that leads to an object or a list, not to a text.

    All values in it become text, whichever they are. A path that ends in `*` takes the entries of
    a list of texts; one that goes on takes what is meant of an object.

    Bad:
        json_text_fields.author
    Good:
        json_text_fields.author.name
    """
    for each in trial.paths:
        if each.first_container is None:
            continue
        place, kind = each.first_container
        path = each.path.text
        more = f"{path}{_IS_BELOW}"
        help = f"write `{more}`" if kind == "a list" else f"name a field of it, as in `{path}.name`"
        yield Hit(
            trial.file.place(each.field.where),
            f"{quote(path)} leads to {kind} in {each.containers:,} of "
            f"{plural(each.found, 'record')}",
            help if len(help) < 150 else "",
            "all values in it become text",
            (Related(place, "such a record"),),
        )


@rule("RTM725", "secret-in-metadata", Severity.WARNING, Scope.FIELDS)
def secret_in_metadata(trial: FieldTrial) -> Iterator[Hit]:
    """A metadata field whose value looks like a password, a key or a token.

    Metadata goes into prompts and answers. The value itself is shown in no report.

    Bad:
        json_text_fields.title
        json_metadata_fields.api_key
    Good:
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump", "api_key": "0123456789abcdef"}
    """
    for each in trial.paths:
        if each.secret is not None:
            yield Hit(
                trial.file.place(each.field.where),
                f"the value of {quote(each.path.text)} looks like a secret",
                "leave the field out, and change the secret if the file is published",
                "metadata goes into prompts and answers",
                (Related(each.secret, "in this record"),),
            )


@rule("RTM731", "record-invalid-json", Severity.ERROR, Scope.FIELDS)
def record_invalid_json(trial: FieldTrial) -> Iterator[Hit]:
    """A record that is not JSON.

    In a file of JSON Lines, all other lines are read. A list is read up to the fault.

    Bad:
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump"}
        {"id": 2, "title": "Valve",}
    Good:
        json_text_fields.title
    Good records:
        {"id": 1, "title": "Pump"}
        {"id": 2, "title": "Valve"}
    """
    yield from _events(trial, "record-invalid-json")


@rule("RTM732", "record-not-an-object", Severity.ERROR, Scope.FIELDS)
def record_not_an_object(trial: FieldTrial) -> Iterator[Hit]:
    """A text, a number or a list where a record should be: there are no fields in it.

    Bad:
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump"}
        42
    Good:
        json_text_fields.title
    Good records:
        {"id": 1, "title": "Pump"}
    """
    yield from _events(trial, "record-not-an-object")


@rule("RTM733", "record-too-large", Severity.WARNING, Scope.FIELDS)
def record_too_large(trial: FieldTrial) -> Iterator[Hit]:
    """A record, or a file without lists and lines, that is larger than what is read.

    A record may have 16 Mi characters, and a document that is one record 64 MiB.
    """
    yield from _events(trial, "record-too-large")


@rule("RTM734", "missing-source-id", Severity.ERROR, Scope.FIELDS)
def missing_source_id(trial: FieldTrial) -> Iterator[Hit]:
    """A record without the identifier that the profile names.

    It is told by its place in the file then: a record that is added in front of it makes it
    another one. An identifier is one text or number.

    Bad:
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump"}
        {"title": "Valve"}
    Good:
        json_text_fields.title
    Good records:
        {"id": 1, "title": "Pump"}
        {"id": 2, "title": "Valve"}
    """
    if trial.identified:  # else the path is wrong, which is told once
        yield from _events(trial, "missing-source-id")


@rule("RTM735", "duplicate-source-id", Severity.ERROR, Scope.FIELDS)
def duplicate_source_id(trial: FieldTrial) -> Iterator[Hit]:
    """Two records of a file with one identifier.

    In a collection the later one replaces the earlier one. 1 and "1" are one identifier. Of the
    first two million records of a file the identifiers are kept, to be compared with all others.

    Bad:
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump"}
        {"id": 1, "title": "Valve"}
    Good:
        json_text_fields.title
    Good records:
        {"id": 1, "title": "Pump"}
        {"id": 2, "title": "Valve"}
    """
    yield from _events(trial, "duplicate-source-id")


@rule("RTM736", "record-without-text", Severity.WARNING, Scope.FIELDS)
def record_without_text(trial: FieldTrial) -> Iterator[Hit]:
    """A record in which no text field has a value.

    It has metadata, perhaps, and cannot be found by any of its words.

    Bad:
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump"}
        {"id": 2, "title": " "}
    Good:
        json_text_fields.title
    Good records:
        {"id": 1, "title": "Pump"}
    """
    texts = [each for each in trial.paths if isinstance(each.field, TextField)]
    if not texts or any(each.found for each in texts):  # else the paths are wrong, told once
        yield from _events(trial, "record-without-text")


@rule("RTM737", "records-unreadable", Severity.ERROR, Scope.FIELDS)
def records_unreadable(trial: FieldTrial) -> Iterator[Hit]:
    """A file of records that cannot be read, or not to its end.

    It is damaged, or not there any more, or gzip has packed it more than 200 times.
    """
    yield from _events(trial, "records-unreadable")
