"""RTM2xx: match rules that cannot do what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from math import isinf, isnan

from rtfm_check.model import Hit, JsonValue, Pointer, Severity
from rtfm_check.project import MappingFile
from rtfm_check.rules._fixes import in_quotes
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._traps import is_trap, said, spelling, trapped
from rtfm_check.show import kind_of, quote
from rtfm_check.trial import Trial

_DISCRIMINATOR = ("match", "discriminator")
_PATTERN = re.compile(
    r"""
    ^\*|\*$|[/.]\*|\*[/.]                # wildcards: * at an end, or beside a dot or slash
  | ^\^|\.\+|\(\?|\\[dws][+*{]|\[[a-z0-9]-[a-z0-9]   # regular expressions
  | ^/.*[\\^$*+?()\[\]|].*/[a-z]*$
  | ^[\w-]+(?:\|[\w-]+)+$                # a|b
  | ^(?:[<>]=?|[!=]=|=~)\s*\S           # comparisons
  | \{\{.*\}\}
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PATH_SYNTAX = re.compile(
    r"^\$\.|^\$\[|^#?/|\{\{|^\$\{|\[\d*\]|\[['\"]|\*|^\.|\.$|\.\.|\s\.|\.\s|->"
)


def _entries(file: MappingFile) -> Iterator[tuple[Pointer, JsonValue, JsonValue]]:
    """The pointer, path and expected value of each entry of the discriminator."""
    discriminator = file.get(*_DISCRIMINATOR)
    if isinstance(discriminator, dict):
        for path, expected in discriminator.items():
            yield (*_DISCRIMINATOR, path), path, expected


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
    for pointer, _, expected in _entries(file):
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
    for pointer, value in _metadata_values(file):
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
    chunks = file.get("chunks")
    for index, chunk in enumerate(chunks if isinstance(chunks, list) else ()):
        metadata = chunk.get("metadata") if isinstance(chunk, dict) else None
        for key in metadata if isinstance(metadata, dict) else ():
            if isinstance(key, str | date) or key is None:
                continue  # a date is told as metadata-not-json
            pointer = ("chunks", index, "metadata", key)
            text = _key_text(file, pointer)
            if text not in ("true", "false") and text != str(key):
                place = file.document.key(pointer)
                yield Hit(
                    place,
                    trapped(key, text),
                    f'write `"{text}"`',
                    f"RTFM stores the key as {quote(spelling(key))} in the chunk's metadata",
                    fix=in_quotes(place, text),
                )


def _metadata_values(file: MappingFile) -> Iterator[tuple[Pointer, JsonValue]]:
    """The scalars in the metadata of all chunks."""
    chunks = file.get("chunks")
    if not isinstance(chunks, list):
        return
    for index, chunk in enumerate(chunks):
        metadata = chunk.get("metadata") if isinstance(chunk, dict) else None
        waiting: list[tuple[Pointer, JsonValue]] = [(("chunks", index, "metadata"), metadata)]
        while waiting:
            pointer, value = waiting.pop()
            if isinstance(value, dict):
                waiting += [((*pointer, key), each) for key, each in value.items()]
            elif isinstance(value, list):
                waiting += [((*pointer, i), each) for i, each in enumerate(value)]
            elif len(pointer) > 3:
                yield pointer, value


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
    for pointer, path, expected in _entries(file):
        if expected is None:
            yield Hit(
                file.document.at(pointer),
                f"{quote(path)} is compared with null",
                "compare with a value that only these documents have",
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
    for pointer, path, expected in _entries(file):
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
    for pointer, path, _ in _entries(file):
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
    for pointer, path, expected in _entries(file):
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
    pointers = [pointer for pointer, _, _ in _entries(file)] + [("match", "schema_url")]
    for pointer in pointers:
        value = file.get(*pointer)
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
    if isinstance(url, str) and _PATTERN.search(url) and not trial.by_url:
        yield Hit(
            file.document.at(("match", "schema_url")),
            f"{quote(url)} looks like a pattern and is compared to the letter",
            "write the URL that the documents have; one mapping for each",
            "RTFM takes only documents that have this very text as `$schema`",
        )
    for pointer, path, expected in () if trial.by_discriminator else _entries(file):
        if isinstance(expected, list):
            yield Hit(
                file.document.at(pointer),
                f"the list is compared whole with {quote(path)}; it is not a list of options",
                "write one mapping for each value",
                "RTFM takes only documents that have this list as the value",
            )
        elif isinstance(expected, str) and _PATTERN.search(expected.strip()):
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
    for pointer, path, _ in () if trial.by_discriminator else _entries(file):
        if not isinstance(path, str):
            continue
        dotted = to_dotted(path)
        if "*" in dotted:
            dotted = dotted.replace("*", "0")  # one item can be reached, not any
        if path != path.strip() or _PATH_SYNTAX.search(path):
            yield Hit(
                file.document.key(pointer),
                f"{quote(path)} is not a dotted path",
                f"write `{dotted}`" if dotted and dotted != path else "write a dotted path",
                "RTFM finds no field of this name: the rule never matches a document",
            )


def to_dotted(path: str) -> str:
    """A path in JSONPath, JSON Pointer, brackets or braces, as a dotted path."""
    text = path.strip()
    for opening, closing in (("{{", "}}"), ("${", "}"), ("{", "}")):
        if text.startswith(opening) and text.endswith(closing):
            text = text[len(opening) : -len(closing)].strip(" -")
    text = re.sub(r"\s*\|.*$", "", text)
    text = text.removeprefix("#") if text.startswith("#/") else text
    if text.startswith("/"):
        text = text[1:].replace("/", ".")
    text = text.replace("->", ".")
    text = text.removeprefix("$").lstrip(".") if text.startswith(("$.", "$[")) else text
    text = text.replace("[]", "[*]")
    text = re.sub(r"\[['\"]?([^\]'\"]*)['\"]?\]", r".\1", text)
    return re.sub(r"\s*\.[\s.]*", ".", text).strip(". ")
