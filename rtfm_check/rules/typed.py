"""RTM2xx: paths that the JSON Schema of the documents has something against."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.trial import Trial
from rtfm_check.model import Hit, Place, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.show import quote
from rtfm_check.typed.mapping import Mistake


def _hits(trial: Trial, name: str) -> Iterator[Hit]:
    """What the schema says under the name of a rule, where no fixture says more."""
    for each in trial.typed:
        if each.rule != name or _is_tried(trial, each):
            continue
        place = _place(trial, each)
        if not trial.is_told_at(place):
            yield Hit(place, each.message, each.help, each.note)


def _place(trial: Trial, each: Mistake) -> Place:
    document = trial.file.document
    if each.placeholder is not None:
        return document.within(each.pointer, each.placeholder.start, each.placeholder.end)
    return (document.key if each.is_key else document.at)(each.pointer)


def _is_tried(trial: Trial, each: Mistake) -> bool:
    """Whether the dry run came to what is meant, and so tells of it."""
    if each.rule == "optional-in-schema":
        return False
    if each.placed is not None:
        use = trial.uses.get(id(each.placed.use))
        return use is not None and (use.total > 0 or trial.is_loop_told(use))
    if each.pointer[0] == "match":
        return bool(trial.by_discriminator)
    noted = trial.lists.get(each.pointer[:2])
    return noted is not None and bool(noted.kinds)


@rule("RTM231", "path-not-in-schema", Severity.ERROR, Scope.TYPED)
def path_not_in_schema(trial: Trial) -> Iterator[Hit]:
    """A path that cannot be there: the JSON Schema of the documents proves it.

    Where `match.schema_url` names a schema in the folder that the setting `schemas` names, every
    path is held against it, without a fixture. Told where the schema allows no such field, where
    the path leads into a text or number, and where the value is always null.

    Bad:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - content: "{{ txt }}"
    Good:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - content: "{{ text }}"
    Schema:
        {"$id": "https://example.org/note.json", "type": "object", "additionalProperties": false,
         "properties": {"$schema": {}, "text": {"type": "string"}}}
    """
    yield from _hits(trial, "path-not-in-schema")


@rule("RTM232", "path-not-described", Severity.WARNING, Scope.TYPED)
def path_not_described(trial: Trial) -> Iterator[Hit]:
    """A path that the JSON Schema of the documents does not have, and does not forbid.

    An object of a schema may have other fields than it lists, unless `additionalProperties` or
    `unevaluatedProperties` says no. Where it says yes, only what is nearly a listed name is told.

    Bad:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - content: "{{ txt }}"
    Good:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - content: "{{ text }}"
    Schema:
        {"$id": "https://example.org/note.json", "type": "object",
         "properties": {"text": {"type": "string"}}}
    """
    yield from _hits(trial, "path-not-described")


@rule("RTM233", "foreach-no-list-in-schema", Severity.ERROR, Scope.TYPED)
def foreach_no_list_in_schema(trial: Trial) -> Iterator[Hit]:
    """A `foreach` over what is never a list, says the JSON Schema of the documents.

    Bad:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - foreach: parts
            content: "{{ text }}"
    Good:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - foreach: parts.all
            content: "{{ value }}"
    Schema:
        {"$id": "https://example.org/note.json", "type": "object", "properties": {
          "parts": {"type": "object", "properties": {
            "all": {"type": "array", "items": {"type": "string"}}}}}}
    """
    yield from _hits(trial, "foreach-no-list-in-schema")


@rule("RTM234", "no-text-in-schema", Severity.WARNING, Scope.TYPED)
def no_text_in_schema(trial: Trial) -> Iterator[Hit]:
    """A placeholder that leads to an object or a list, says the JSON Schema of the documents.

    RTFM writes it as Python prints it (single quotes, None, True), not as JSON.

    Bad:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - content: "{{ answer }}"
    Good:
        match: {schema_url: "https://example.org/note.json"}
        chunks:
          - content: "{{ answer.text }}"
    Schema:
        {"$id": "https://example.org/note.json", "type": "object", "properties": {
          "answer": {"type": "object", "properties": {"text": {"type": "string"}}}}}
    """
    yield from _hits(trial, "no-text-in-schema")


@rule("RTM235", "discriminator-not-in-schema", Severity.ERROR, Scope.TYPED)
def discriminator_not_in_schema(trial: Trial) -> Iterator[Hit]:
    """A discriminator that no document of the JSON Schema has.

    Its field cannot be there, or the value is not the constant, or one of those, that it may have.

    Bad:
        match:
          schema_url: "https://example.org/note.json"
          discriminator: {type: nte}
    Good:
        match:
          schema_url: "https://example.org/note.json"
          discriminator: {type: note}
    Schema:
        {"$id": "https://example.org/note.json", "type": "object",
         "properties": {"type": {"const": "note"}, "t": {"type": "string"}}}
    """
    yield from _hits(trial, "discriminator-not-in-schema")


@rule("RTM236", "schema-url-misspelt", Severity.WARNING, Scope.TYPED)
def schema_url_misspelt(trial: Trial) -> Iterator[Hit]:
    """A `schema_url` that is nearly the `$id` of a JSON Schema in the folder of schemas.

    RTFM compares it with the document's `$schema` to the letter. A schema whose file has the name
    at the end of the URL is taken for the one that is meant.

    Bad:
        match: {schema_url: "https://example.org/notes.json"}
    Good:
        match: {schema_url: "https://example.org/note.json"}
    Schema:
        {"$id": "https://example.org/note.json", "type": "object",
         "properties": {"t": {"type": "string"}}}
    """
    named = trial.named_schema
    if named is None or not named.near or trial.by_url or trial.is_told("/match/schema_url"):
        return
    yield Hit(
        trial.file.document.at(("match", "schema_url")),
        f"no schema has this URL; the `$id` of {named.where} is {quote(named.near)}",
        f"did you mean `{named.near}`?",
        "RTFM compares the URL to the letter",
    )


@rule("RTM237", "no-schema-for-mapping", Severity.INFO, Scope.TYPED)
def no_schema_for_mapping(trial: Trial) -> Iterator[Hit]:
    """A mapping whose `schema_url` names no JSON Schema in the folder of schemas.

    Its paths are not held against a schema.

    Bad:
        match: {schema_url: "https://example.org/unknown.json"}
    Good:
        match: {schema_url: "https://example.org/note.json"}
    Schema:
        {"$id": "https://example.org/note.json", "type": "object",
         "properties": {"t": {"type": "string"}}}
    """
    named = trial.named_schema
    if named is not None and named.file is None and not named.near:
        yield Hit(
            trial.file.document.at(("match", "schema_url")),
            "the folder of schemas has none with this URL",
            "put the schema there, as its producer publishes it",
            "the paths of the mapping are not held against a schema",
        )


@rule("RTM238", "schema-unusable", Severity.WARNING, Scope.SCHEMAS)
def schema_unusable(trials: list[Trial]) -> Iterator[Hit]:
    """A JSON Schema, or a part of one, that cannot be used.

    It is no JSON or no schema, too large, refers to what is not in the folder (nothing is ever
    fetched), or holds a pattern that is none. Paths and fixtures are held against what is left.

    Bad:
        match: {schema_url: "https://example.org/note.json"}
    Good:
        match: {schema_url: "https://example.org/other.json"}
    Schema:
        {"$id": "https://example.org/note.json", "type": "object",
         "properties": {"t": {"$ref": "https://example.org/elsewhere.json"}}}
    Schema:
        {"$id": "https://example.org/other.json", "type": "object",
         "properties": {"t": {"type": "string"}}}
    """
    schemas = next((each.schemas for each in trials if each.schemas is not None), None)
    if schemas is None:
        return
    note = "paths and fixtures are not held against what cannot be used"
    for file in schemas.used:
        document = file.document
        for problem in document.problems if not document.loads else ():
            yield Hit(document.problem_place(problem), problem.message, problem.help, note)
        for fault in file.faults:
            yield Hit(file.place(fault), fault.message, fault.help, note)
    for trial in trials:
        yield from _hits(trial, "schema-unusable")


@rule("RTM239", "optional-in-schema", Severity.INFO, Scope.TYPED, is_optional=True)
def optional_in_schema(trial: Trial) -> Iterator[Hit]:
    """A placeholder whose field the JSON Schema of the documents does not require.

    Reported only where it is selected: most fields are optional, and that is fine.
    """
    yield from _hits(trial, "optional-in-schema")


@rule("RTM240", "url-not-in-schema", Severity.WARNING, Scope.TYPED)
def url_not_in_schema(trial: Trial) -> Iterator[Hit]:
    """A mapping that only a URL selects, and a JSON Schema whose documents have none.

    RTFM compares `schema_url` with the document's `$schema`, or else its `$id`. Where the schema
    allows neither field, its documents have none, and RTFM does not use the mapping.

    Bad:
        match: {schema_url: "https://example.org/note.json"}
    Good:
        match: {schema_url: "https://example.org/note.json", discriminator: {t: words}}
    Schema:
        {"$id": "https://example.org/note.json", "type": "object", "additionalProperties": false,
         "properties": {"t": {"type": "string"}}}
    """
    spec = trial.file.spec
    places = trial.places
    if spec is None or spec.discriminator is not None or trial.by_url or places is None:
        return
    from rtfm_check.typed.parts import TooMuch

    try:
        if any(places.follow(places.root, (name,)).reached for name in ("$schema", "$id")):
            return
    except TooMuch:
        return  # told as schema-unusable
    yield Hit(
        trial.file.document.at(("match", "schema_url")),
        "the schema allows neither `$schema` nor `$id` in a document",
        "match a field with `discriminator`, or have the producer write `$schema`",
        "RTFM looks for the URL in these two fields, and finds it in no document",
    )
