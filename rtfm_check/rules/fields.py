"""RTM70x, RTM71x: field profiles, as they are written."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.fields.apply import IDENTITY_KEYS
from rtfm_check.fields.profile import Where
from rtfm_check.fields.trial import FieldTrial
from rtfm_check.model import Hit, Place, Related, Severity, Span
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.show import quote
from rtfm_check.text.wording import plural

_NOT_USED = "the entry is not used"


def _faults(trial: FieldTrial, name: str, note: str) -> Iterator[Hit]:
    """What reading the profile found, of one kind."""
    for fault in trial.file.faults:
        if fault.rule == name:
            yield Hit(trial.file.place(fault.where), fault.message, fault.help, note)


@rule("RTM701", "profile-syntax", Severity.ERROR, Scope.FIELDS)
def profile_syntax(trial: FieldTrial) -> Iterator[Hit]:
    """A field profile that is neither YAML, JSON nor dot notation, as its suffix says.

    Or one in which a key stands twice, or that is empty, too large, or not UTF-8.

    Bad:
        # file: p.json
        {"files": ["data.jsonl"], "json_text_fields": ["title"],}
    Good:
        # file: p.json
        {"files": ["data.jsonl"], "json_text_fields": ["title"], "source_identifier": "id"}
    """
    yield from _faults(trial, "profile-syntax", "what cannot be read of a profile is not used")


@rule("RTM702", "profile-invalid", Severity.ERROR, Scope.FIELDS)
def profile_invalid(trial: FieldTrial) -> Iterator[Hit]:
    """A key that a profile does not have, or a value of the wrong kind.

    The keys are `files`, `json_text_fields`, `json_metadata_fields`, `source_identifier` and, for
    entries in dot notation, `config`. A profile without `files` is for no file.

    Bad:
        # file: p.yaml
        files: data.jsonl
        source_identifier: id
        json_text_field: [title]
        json_metadata_fields: {name: author.name}
    Good:
        # file: p.yaml
        files: data.jsonl
        source_identifier: id
        json_text_fields: [title]
        json_metadata_fields: {name: author.name}
    """
    yield from _faults(trial, "profile-invalid", "it is not used")
    if not trial.profile.files and not trial.file.faults:
        yield Hit(
            trial.file.place(Where()),
            "the profile does not say which files it is for",
            "write `files = exports/**/*.jsonl`, or `files: [...]` in YAML and JSON",
            "no file is read with it",
        )


@rule("RTM703", "field-prefix", Severity.ERROR, Scope.FIELDS)
def field_prefix(trial: FieldTrial) -> Iterator[Hit]:
    """An entry in dot notation that does not begin with one of the two options.

    Each entry says which option it is for: `json_text_fields.title`, not `title` alone, nor only
    the first of a list.

    Bad:
        json_text_fields.title, author.name
    Good:
        json_text_fields.title, json_text_fields.author.name
    """
    yield from _faults(trial, "field-prefix", _NOT_USED)


@rule("RTM704", "field-path-malformed", Severity.ERROR, Scope.FIELDS)
def field_path_malformed(trial: FieldTrial) -> Iterator[Hit]:
    """A path that is not written with dots.

    A path is names, indices and `*`, with a dot between them: `items.0.title`, `keywords.*`.
    Brackets, `$.` and slashes belong to other notations.

    Bad:
        json_text_fields.items[0].title
    Good:
        json_text_fields.items.0.title
    """
    yield from _faults(trial, "field-path-malformed", _NOT_USED)


@rule("RTM705", "field-listed-twice", Severity.WARNING, Scope.FIELDS)
def field_listed_twice(trial: FieldTrial) -> Iterator[Hit]:
    """A field that stands in a list twice.

    It counts once.

    Bad:
        json_text_fields.title
        json_text_fields.author.name
        json_text_fields.title
    Good:
        json_text_fields.title
        json_text_fields.author.name
    """
    yield from _faults(trial, "field-listed-twice", "it counts once")


@rule("RTM706", "payload-key-twice", Severity.ERROR, Scope.FIELDS)
def payload_key_twice(trial: FieldTrial) -> Iterator[Hit]:
    """A payload key that two values are written to.

    The later entry counts; the value of the earlier one is lost.

    Bad:
        json_text_fields.title
        json_metadata_fields.author.name=name
        json_metadata_fields.title=name
    Good:
        json_text_fields.title
        json_metadata_fields.author.name=author
        json_metadata_fields.title=name
    """
    note = "the later entry counts, and the value of the earlier one is lost"
    yield from _faults(trial, "payload-key-twice", note)


@rule("RTM707", "payload-key-reserved", Severity.WARNING, Scope.FIELDS)
def payload_key_reserved(trial: FieldTrial) -> Iterator[Hit]:
    """A payload key that stands for the identity of a record.

    `source_id`, `source_hash` and `content_hash` are added to the metadata of every chunk, so that
    a change of a record can be told from a new one.

    Bad:
        json_text_fields.title
        json_metadata_fields.id=source_id
    Good:
        json_text_fields.title
        json_metadata_fields.id=external_id
    """
    for field in trial.profile.metadata:
        if field.key in IDENTITY_KEYS:
            yield Hit(
                trial.file.place(field.key_where),
                f"the payload key {quote(field.key)} is that of a record's identity",
                "give the value another key",
                "in the index, the identity is written over it",
            )


@rule("RTM708", "technical-payload-key", Severity.INFO, Scope.FIELDS)
def technical_payload_key(trial: FieldTrial) -> Iterator[Hit]:
    """A path into the record that becomes a payload key as it is.

    Prompts and pages that show the metadata have to name it by `author.name` or `keywords.*`. A
    key of its own says what the value is, and stays when the records are laid out anew.

    Bad:
        json_text_fields.title
        json_metadata_fields.author.name
    Good:
        json_text_fields.title
        json_metadata_fields.author.name=contact_name
    """
    for field in trial.profile.metadata:
        if not field.is_named and field.path.is_technical:
            last = next((s for s in reversed(field.path.segments) if s.isidentifier()), "name")
            yield Hit(
                trial.file.place(field.where),
                f"the payload key is the path {quote(field.path.text)}",
                f"write `{field.path.text}={last}`" if len(field.path.text) < 100 else "",
                "whoever uses the metadata has to know how the records are laid out",
            )


@rule("RTM709", "everything-flattened", Severity.INFO, Scope.FIELDS)
def everything_flattened(trial: FieldTrial) -> Iterator[Hit]:
    """A profile without text fields: the whole record becomes text, a line for each value.

    Ids, links and flags are then found as if they were words. Text fields that are named give
    better results.

    Bad:
        json_metadata_fields.title
    Good:
        json_text_fields.title
        json_metadata_fields.title
    """
    if trial.profile.is_flattened and not trial.file.faults:
        yield Hit(
            trial.file.place(Where()),
            "no text field is named",
            "name them: `json_text_fields.title`",
            "every value of a record becomes text, as `path: value`",
        )


@rule("RTM710", "unstable-source-identifier", Severity.WARNING, Scope.FIELDS)
def unstable_source_identifier(trial: FieldTrial) -> Iterator[Hit]:
    """A source identifier that changes when the record does.

    An identifier is for telling that a record is the same one although its text has changed. A
    text field does not do that, nor a place in a list.

    Bad:
        source_identifier = title
        json_text_fields.title
    Good:
        source_identifier = id
        json_text_fields.title
    """
    path = trial.profile.identifier
    if path is None:
        return
    why = ""
    if path.has_wildcard:
        why = "may be several values"
    elif any(segment.isdecimal() for segment in path.segments):
        why = "is a place in a list"
    elif path.text in {field.path.text for field in trial.profile.text}:
        why = "is a text field too"
    if why:
        yield Hit(
            trial.file.place(trial.profile.identifier_where),
            f"the source identifier {quote(path.text)} {why}",
            "use a field that stays as it is while the record is edited",
            "a record that changes is then a new one, and the old one stays in the collection",
        )


@rule("RTM711", "no-source-identifier", Severity.WARNING, Scope.FIELDS)
def no_source_identifier(trial: FieldTrial) -> Iterator[Hit]:
    """A profile without `source_identifier`, for files of several records.

    A record is then known by its place in the file: one that is added in front makes all that
    follow new ones.

    Bad:
        files = data.jsonl
        json_text_fields.title
    Good:
        files = data.jsonl
        source_identifier = id
        json_text_fields.title
    Records:
        {"id": 1, "title": "Pump"}
        {"id": 2, "title": "Valve"}
    """
    second = trial.needs_identifier
    if trial.profile.identifier is None and second is not None and not trial.file.faults:
        yield Hit(
            trial.file.place(Where()),
            f"the profile has no `source_identifier`, and {quote(second.path)} several records",
            "name the field that tells records apart: `source_identifier = id`",
            "a record is known by its place in the file",
            (Related(second, "the second record"),),
        )


@rule("RTM712", "profile-matches-no-file", Severity.WARNING, Scope.FIELDS)
def profile_matches_no_file(trial: FieldTrial) -> Iterator[Hit]:
    """A profile whose `files` match no file that would be read.

    Globs are relative to the folder that holds `.rtfm`. `*` does not match a slash, `**/` matches
    any folders. Files that are ignored, and those in folders such as `build`, are not read.

    Bad:
        files = *.ndjson
        source_identifier = id
        json_text_fields.title
    Good:
        files = *.jsonl
        source_identifier = id
        json_text_fields.title
    """
    profile = trial.profile
    if trial.data or trial.also_taken or not profile.files:
        return  # or another profile has them all, which is told once
    help = "globs are relative to the folder that holds `.rtfm`"
    if trial.left_out:
        path, why = trial.left_out[0]
        help = f"{quote(path)} is not read: {why}"
    yield Hit(
        trial.file.place(profile.files_where[0]),
        f"{quote(', '.join(profile.files))} matches no file",
        help,
        "no file is read with the profile",
    )


@rule("RTM713", "file-in-two-profiles", Severity.WARNING, Scope.FIELDS)
def file_in_two_profiles(trial: FieldTrial) -> Iterator[Hit]:
    """A file that another profile or a mapping takes too.

    A file is read with one profile, the first in the order of their names, and a profile comes
    before any mapping. RTFM itself knows mappings only.

    Bad:
        # file: a.conf
        files = data.jsonl
        source_identifier = id
        json_text_fields.title
        # file: b.conf
        files = *.jsonl
        source_identifier = id
        json_text_fields.title
    Good:
        # file: a.conf
        files = data.jsonl
        source_identifier = id
        json_text_fields.title
    """
    if not trial.also_taken or not trial.profile.files_where:
        return
    path, other = trial.also_taken[0]
    count = len(trial.also_taken) - 1
    more = f", and {plural(count, 'more file')}" if count else ""
    yield Hit(
        trial.file.place(trial.profile.files_where[0]),
        f"{quote(path)}{more}: {other} takes it too",
        "let one of the two leave it out",
        "a file is read once: with the first profile by name, and rather so than with a mapping",
        (Related(Place(path, Span(1, 1, 1, 1)), "this file"),),
    )
