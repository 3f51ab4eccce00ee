"""RTM2xx: match rules that cannot do what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from math import isinf, isnan

from rtfm_check.dryrun.trial import Trial
from rtfm_check.mapping import paths
from rtfm_check.mapping.conforms import is_uri
from rtfm_check.model import Hit, Pointer, Severity
from rtfm_check.project import MappingFile
from rtfm_check.rules._fixes import in_quotes
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._traps import comment_instead, is_trap, said, spelling, trapped
from rtfm_check.text.show import kind_of, quote

# Compiled where they are needed: most values have none of the marks, most keys are names alone.
_PATTERN_MARKS = frozenset("*^+(\\[|<>=!{")
_PATTERN = r"""
    ^\*|\*$|[/.]\*|\*[/.]                # wildcards: * at an end, or beside a dot or slash
  | ^\^|\.\+|\(\?|\\[dws][+*{]|\[[a-z0-9]-[a-z0-9]   # regular expressions
  | ^/.*[\\^$*+?()\[\]|].*/[a-z]*$
  | ^[\w-]+(?:\|[\w-]+)+$                # a|b
  | ^(?:[<>]=?|[!=]=|=~)\s*\S           # comparisons
  | \{\{.*\}\}
    """
_PATH_SYNTAX = r"^\$\.|^\$\[|^#?/|\{\{|^\$\{|\[\d*\]|\[['\"]|\*|^\.|\.$|\.\.|\s\.|\.\s|->"


def _is_pattern(text: str) -> bool:
    """Whether a text looks like a pattern to compare with, rather than a value."""
    if _PATTERN_MARKS.isdisjoint(text) and not text.startswith("/"):
        return False
    return re.search(_PATTERN, text, re.VERBOSE | re.IGNORECASE) is not None


@rule("RTM010", "yaml-implicit-type", Severity.WARNING, Scope.TRIAL, rows=(23, 25, 26))
def yaml_implicit_type(trial: Trial) -> Iterator[Hit]:
    """A word without quotes that YAML 1.1 reads as something else than its text.

    `no` is false, `0123` is 83, `12:30` is 750, `3.10` is 3.1. Compared with a document's text
    such a value is never equal; in metadata the other value is stored. Told only where a value
    is compared or stored, and not where a fixture shows that the other value is meant.

    Bad:
        match: {discriminator: {country: no}}
    Good:
        match: {discriminator: {country: "no"}}
    """
    file = trial.file
    document = file.document
    for pointer, _, expected in file.entries:
        if isinstance(expected, str):
            continue
        text = file.document.text(pointer)
        if is_trap(expected, document.node(pointer), text) and not trial.by_discriminator:
            field = quote(_key_text(file, pointer))
            yield Hit(
                document.at(pointer),
                trapped(expected, text),
                f'write `"{text}"`',
                f"RTFM compares the field {field} with {spelling(expected)}, "
                f"which is never equal to the text {quote(text)}",
                fix=in_quotes(document.at(pointer), text),
            )
    yield from _metadata_keys(file)
    for pointer, value in file.odd_metadata:
        if isinstance(value, str):
            continue
        text = file.document.text(pointer)
        if is_trap(value, document.node(pointer), text) and not (
            isinstance(value, float) and text.endswith(".0")
        ):
            yield Hit(
                document.at(pointer),
                trapped(value, text),
                f'write `"{text}"`',
                f"RTFM stores {spelling(value)} in the chunk's metadata",
                fix=in_quotes(document.at(pointer), text),
            )


def _metadata_keys(file: MappingFile) -> Iterator[Hit]:
    """The keys of metadata that YAML does not read as text."""
    for pointer, metadata in file.metadata:
        for key in metadata:
            if isinstance(key, str | date) or key is None:
                continue  # a date is told as metadata-not-json
            text = _key_text(file, (*pointer, key))
            if text not in ("true", "false") and text != str(key):
                place = file.document.key((*pointer, key))
                yield Hit(
                    place,
                    trapped(key, text),
                    f'write `"{text}"`',
                    f"RTFM stores the key as {quote(spelling(key))} in the chunk's metadata",
                    fix=in_quotes(place, text),
                )


@rule("RTM206", "null-discriminator", Severity.WARNING, rows=(29,))
def null_discriminator(file: MappingFile) -> Iterator[Hit]:
    """A discriminator that expects null.

    RTFM does not tell null from missing: the entry holds for each document without the field,
    which is nearly all of them. `~` and an empty value are null too.

    Bad:
        match: {discriminator: {deleted_at: null}}
    Good:
        match: {discriminator: {state: active}}
    """
    for pointer, path, expected in file.entries:
        if expected is None:
            key, colon, value = str(path).partition(":")
            is_stuck = bool(key and colon and value) and not file.document.node(pointer).is_written
            place, comment = comment_instead(file.document, pointer)
            help = "compare with a value that only these documents have"
            if is_stuck:
                help = f"write `{key}: {value}`, with a space behind the colon"
            elif comment:
                help = f'write `"{comment}"`: YAML reads a comment'
            yield Hit(
                place,
                f"{quote(path)} is compared with null",
                help,
                f"the entry holds for every document without the field {quote(path)}",
            )


@rule("RTM207", "impossible-discriminator", Severity.ERROR, rows=(24, 27))
def impossible_discriminator(file: MappingFile) -> Iterator[Hit]:
    """A discriminator value that no JSON document can have.

    A date without quotes is a date object in YAML, never equal to a text; NaN is equal to
    nothing; JSON has no binary data and no sets. The mapping never matches.

    Bad:
        match: {discriminator: {released: 2026-05-04}}
    Good:
        match: {discriminator: {released: "2026-05-04"}}
    """
    for pointer, path, expected in file.entries:
        impossible = isinstance(expected, date | bytes | set) or (
            isinstance(expected, float) and (isnan(expected) or isinf(expected))
        )
        if impossible:
            text = file.document.text(pointer)
            plain = file.document.node(pointer).style == "plain"
            yield Hit(
                file.document.at(pointer),
                f"{said(expected, text) if plain else spelling(expected)}; "
                f"no JSON document has that at {quote(path)}",
                f'write `"{text}"`' if plain else "compare with a text, number or boolean",
                "the rule never matches a document",
                fix=in_quotes(file.document.at(pointer), text) if plain else None,
            )


@rule("RTM212", "discriminator-key-not-string", Severity.ERROR, rows=(22,))
def discriminator_key_not_string(file: MappingFile) -> Iterator[Hit]:
    """A discriminator key that YAML does not read as text: `on`, `yes`, `404`, a date.

    RTFM splits the key at its dots, and fails on a key that is no text: on every JSON document
    of the project that is compared with this mapping, not only on those it is for.

    Bad:
        match: {discriminator: {on: push}}
    Good:
        match: {discriminator: {"on": push}}
    """
    for pointer, path, _ in file.entries:
        if not isinstance(path, str):
            place = file.document.key(pointer)
            key = _key_text(file, pointer)
            kind = "a date" if isinstance(path, date) else f"the {kind_of(path)} {spelling(path)}"
            yield Hit(
                place,
                f"the key {quote(key)} without quotes is {kind}, not text",
                f'write `"{key}"`',
                "RTFM fails on every JSON document of the project that reaches this entry",
                fix=in_quotes(place, key),
            )


def _key_text(file: MappingFile, pointer: Pointer) -> str:
    return file.document.source.at(file.document.key(pointer).span)


@rule("RTM213", "number-equals-boolean", Severity.INFO, rows=(28,))
def number_equals_boolean(file: MappingFile) -> Iterator[Hit]:
    """A discriminator value 0, 1, true or false.

    RTFM compares as Python does, where 1 equals true and 0 equals false: the entry holds for
    both. Only documents that have the one where others have the other are affected.

    Bad:
        match: {discriminator: {version: 1}}
    Good:
        match: {discriminator: {version: 2}}
    """
    for pointer, path, expected in file.entries:
        if isinstance(expected, bool | int | float) and expected in (0, 1):
            text = file.document.text(pointer)
            if is_trap(expected, file.document.node(pointer), text):
                continue  # told as yaml-implicit-type
            other = spelling(bool(expected) if not isinstance(expected, bool) else int(expected))
            yield Hit(
                file.document.at(pointer),
                f"`{text}` also matches {other}",
                "add a second entry that tells the two apart, if both occur",
                f"RTFM takes {spelling(expected)} and {other} as equal at {quote(path)}",
            )


@rule("RTM214", "either-rule-matches", Severity.INFO, Scope.TRIAL, rows=(38,))
def either_rule_matches(trial: Trial) -> Iterator[Hit]:
    """Both `schema_url` and `discriminator`: either is enough.

    They are not both required. Told only while no fixture shows that the two agree.

    Bad:
        match: {schema_url: "https://example.org/a.json", discriminator: {type: x}}
    Good:
        match: {schema_url: "https://example.org/a.json"}
    """
    match = trial.file.get("match")
    if not isinstance(match, dict) or trial.matched or trial.file.spec is None:
        return
    if trial.file.spec.schema_url and trial.file.spec.discriminator:
        yield Hit(
            trial.file.document.key(("match",)),
            "`schema_url` and `discriminator` are both given, and either is enough",
            "keep the one that decides, or add a fixture that shows both",
            "RTFM takes a document that one of the two accepts",
        )


@rule("RTM215", "trailing-newline-compared", Severity.WARNING, rows=(30,))
def trailing_newline_compared(file: MappingFile) -> Iterator[Hit]:
    """A compared text that ends with a line end, as block values (`|`, `>`) do.

    Bad:
        match:
          discriminator:
            type: |
              x
    Good:
        match:
          discriminator:
            type: x
    """
    url = ("match", "schema_url")
    values = [(pointer, value) for pointer, _, value in file.entries]
    for pointer, value in [*values, (url, file.get(*url))]:
        if isinstance(value, str) and value.endswith("\n") and value.strip():
            source = file.document.source
            place = file.document.at(pointer)
            header = re.match(r"\S+", source.at(place.span))
            if header and file.document.node(pointer).style in ("|", ">"):
                start = source.index(place.span.line, place.span.column)
                place = source.place(start, start + header.end(), place.pointer)
            yield Hit(
                place,
                f"the value of {quote(pointer[-1])} ends with a line end",
                f"write `{value.strip()}` on the line of the key",
                "RTFM compares the line end too, so the rule never matches a document",
            )


@rule("RTM216", "pattern-compared-literally", Severity.WARNING, Scope.TRIAL, rows=(31,))
def pattern_compared_literally(trial: Trial) -> Iterator[Hit]:
    """A wildcard, a regular expression or a list of options as a value to compare with.

    RTFM compares values whole: `*` is equal only to a star, `[a, b]` only to that list. Not told
    where a fixture has the very value.

    Bad:
        match: {discriminator: {type: "note-*"}}
    Good:
        match: {discriminator: {type: note-text}}
    """
    file = trial.file
    url = file.get("match", "schema_url")
    if isinstance(url, str) and _is_pattern(url) and is_uri(url) and not trial.by_url:
        yield Hit(
            file.document.at(("match", "schema_url")),
            f"{quote(url)} looks like a pattern and is compared to the letter",
            "write the URL that the documents have; one mapping for each",
            "RTFM takes only documents that have this very text as `$schema`",
        )
    for pointer, path, expected in () if trial.by_discriminator else file.entries:
        if isinstance(expected, list):
            yield Hit(
                file.document.at(pointer),
                f"the list is compared whole with {quote(path)}; it is not a list of options",
                "write one mapping for each value",
                "RTFM takes only documents that have this list as the value",
            )
        elif isinstance(expected, str) and _is_pattern(expected.strip()):
            yield Hit(
                file.document.at(pointer),
                f"{quote(expected)} looks like a pattern and is compared to the letter",
                "write the value that the documents have; one mapping for each",
                f"RTFM takes only documents that have this very text at {quote(path)}",
            )


@rule("RTM217", "not-a-field-path", Severity.WARNING, Scope.TRIAL, rows=(32,))
def not_a_field_path(trial: Trial) -> Iterator[Hit]:
    """A discriminator key in another notation than dotted paths.

    JSONPath, JSON Pointer, brackets and templates are not known: the whole text is looked up as
    a key, and not found. Not told where a fixture has such a key.

    Bad:
        match: {discriminator: {"$.meta.type": x}}
    Good:
        match: {discriminator: {meta.type: x}}
    """
    file = trial.file
    for pointer, path, _ in () if trial.by_discriminator else file.entries:
        if not isinstance(path, str) or paths.is_of_names(path):
            continue
        if path != path.strip() or re.search(_PATH_SYNTAX, path):
            from rtfm_check.rules._other_syntax import to_dotted

            dotted = to_dotted(path).replace("*", "0")  # one item can be reached, not any
            yield Hit(
                file.document.key(pointer),
                f"{quote(path)} is not a dotted path",
                f"write `{dotted}`" if dotted and dotted != path else "write a dotted path",
                "RTFM finds no field of this name: the rule never matches a document",
            )
