"""RTM1xx: keys that the published schema asks for, or does not know."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.mapping.contract import AT_THE_TOP, Violation, wrapped
from rtfm_check.model import Fix, Hit, Place, Pointer, Severity, json_pointer
from rtfm_check.project import MappingFile
from rtfm_check.rules._contract import EMPTY, KEYS, STUBS, WITHOUT, violations
from rtfm_check.rules._fixes import rename_key
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._traps import odd_blank
from rtfm_check.text.show import quote
from rtfm_check.text.suggest import nearest


def _what(pointer: Pointer) -> str:
    """What the object at a pointer is called: a mapping, a match, a chunk, an edge."""
    if not pointer:
        return "mapping"
    return {"chunks": "chunk", "edges": "edge"}.get(str(pointer[0]), str(pointer[-1]))


def _an(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


@rule("RTM101", "schema-violation", Severity.ERROR, Scope.FOUND)
def schema_violation(file: MappingFile) -> Iterator[Hit]:
    """A departure from the published schema that no other rule words better."""
    for each in violations(file, "schema-violation"):
        yield Hit(file.document.at(each.pointer), each.key)


@rule("RTM102", "missing-key", Severity.ERROR, Scope.FOUND, rows=(12, 13, 17, 39, 42, 77, 78))
def missing_key(file: MappingFile) -> Iterator[Hit]:
    """A key that has to be there and is not.

    A mapping needs `name`, `match` and `chunks`; a chunk needs `content`; an edge needs
    `relation` and `target`. RTFM loads the mapping all the same, and loses data without a word.

    Bad:
        chunks:
          - title: "{{ t }}"
    Good:
        chunks:
          - title: "{{ t }}"
            content: "{{ t }}"
    """
    for each in violations(file, "missing-key"):
        place = file.document.owner(each.pointer)
        yield Hit(
            place._replace(pointer=json_pointer((*each.pointer, each.key))),
            f"the {_what(each.pointer)} has no `{each.key}`",
            _how_to_add(each),
            WITHOUT[each.key],
        )


def _how_to_add(each: Violation) -> str:
    """What to do where a key is missing."""
    if each.below == "-":
        return f"remove the dash before the next entry, which has `{each.key}`"
    if each.below:
        return f"remove the dash before it if it belongs to the entry above, which has `{each.key}`"
    return f"add `{STUBS[each.key]}`"


@rule("RTM103", "unknown-key", Severity.ERROR, Scope.FOUND, rows=(19, 46, 47, 77, 78))
def unknown_key(file: MappingFile) -> Iterator[Hit]:
    """A key that mappings do not have, most often a misspelt one.

    RTFM ignores it, and does what it does when the right key is missing. One finding tells both.

    Bad:
        chunks:
          - contnet: "{{ t }}"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    for each in violations(file, "unknown-key"):
        what = _what(each.pointer)
        place = file.document.key((*each.pointer, each.key))
        key = each.key if isinstance(each.key, str) else _text_at(file, place)
        note = "RTFM ignores the key"
        if each.below:
            note = f"RTFM ignores the key, and takes `{each.below}` as missing"
        elif each.missing == ("schema_url", "discriminator") or each.wanted == ("match",):
            note = "RTFM ignores the key, and the mapping never matches a document"
        elif len(each.missing) > 1:
            note = "RTFM ignores the key, and all that is in it"
        elif each.missing:
            note = f"RTFM ignores the key: {WITHOUT[each.missing[0]]}"
        elif each.suggestion == "foreach":
            note = "RTFM ignores the key, and makes one of the document instead of one an item"
        yield Hit(
            place,
            f"{quote(key)} is not {_an(what)} key",
            _right_key(file, each, what),
            note,
            fix=_rename(file, each),
        )


def _rename(file: MappingFile, each: Violation) -> Fix | None:
    """The fix of a misspelt key; safe when the right one is near, and not there already."""
    there = file.get(*each.pointer)
    if not each.suggestion or (isinstance(there, dict) and each.suggestion in there):
        return None
    is_near = nearest(str(each.key), [each.suggestion]) is not None
    pointer = (*each.pointer, each.key)
    return rename_key(file.document, pointer, each.suggestion, is_safe=is_near)


def _right_key(file: MappingFile, each: Violation, what: str) -> str:
    """What to write instead of an unknown key."""
    odd = odd_blank(each.key) if isinstance(each.key, str) else ""
    if odd:
        return f"did you mean `{each.suggestion}`? {odd}" if each.suggestion else odd
    if each.below in ("chunks", "edges"):
        return f"begin an entry of `{each.below}` with it: `- {each.key}: ...`"
    if each.below:
        return f"indent it further than `{each.below}`, which has nothing below it"
    if each.suggestion:
        return f"did you mean `{each.suggestion}`?"
    value = file.get(*each.pointer, each.key)
    if each.pointer and each.key in AT_THE_TOP:
        return f"remove its indentation: `{each.key}` stands at the top"
    if not each.pointer and wrapped(value) > 1:
        return "write each mapping into a file of its own"
    if not each.pointer and wrapped(value):
        return "remove it: `name`, `match` and `chunks` stand at the top of the file"
    if what == "match" and not isinstance(value, dict | list):
        if each.missing:
            fields = ", ".join(f"{key}: ..." for key in each.wanted or (each.key,))
            return f"did you mean `discriminator: {{{fields}}}`?"
        return "write it under `discriminator` if it is a field of the documents"
    if each.wanted and what != "match":
        return f"`{each.key}` belongs under `{each.wanted[0]}`"
    if what != "match" and each.missing:
        return f"did you mean `{each.missing[0]}`?"
    if what == "chunk" and each.key in ("relation", "target", "target_kind"):
        return f"`{each.key}` belongs under `edges`"
    keys = ", ".join(f"`{name}`" for name in KEYS[what])
    if what == "chunk":
        return f"write it under `metadata` to store it; the keys of a chunk are {keys}"
    return f"remove it: the keys of {_an(what)} are {keys}"


def _text_at(file: MappingFile, place: Place) -> str:
    """The text of a place."""
    return file.document.source.at(place.span)


@rule("RTM104", "match-without-rule", Severity.ERROR, Scope.FOUND, rows=(17,))
def match_without_rule(file: MappingFile) -> Iterator[Hit]:
    """A `match` with neither `schema_url` nor `discriminator`.

    The mapping never matches a document.

    Bad:
        match: {}
    Good:
        match: {discriminator: {type: x}}
    """
    for each in violations(file, "match-without-rule"):
        yield Hit(
            file.document.at(each.pointer),
            "`match` needs at least one of `schema_url` and `discriminator`",
            f"write `{STUBS['match']}`",
            WITHOUT["match"],
        )


@rule("RTM110", "empty-value", Severity.ERROR, Scope.FOUND, rows=(12, 17, 20, 34, 39, 42, 77, 78))
def empty_value(file: MappingFile) -> Iterator[Hit]:
    """An empty text, list or map where there has to be something.

    RTFM takes an empty value as a missing one.

    Bad:
        match: {discriminator: {}}
    Good:
        match: {discriminator: {type: x}}
    """
    for each in violations(file, "empty-value"):
        last = each.pointer[-1]
        note = WITHOUT.get(last, "RTFM takes it as missing")
        if last in ("discriminator", "schema_url"):
            note = "RTFM takes it as missing: the rule never matches a document"
        if last == "relation":
            note = "RTFM stores the empty text as the relation"
        stub = EMPTY.get(last) or STUBS.get(last)
        yield Hit(
            file.document.at(each.pointer),
            f"`{last}` is empty",
            f"write something like `{stub}`" if stub else "",
            note,
        )


@rule("RTM111", "not-a-mapping", Severity.ERROR, Scope.FOUND)
def not_a_mapping(file: MappingFile) -> Iterator[Hit]:
    """A file with none of the keys of a mapping, where a mapping is expected.

    Most often a document: a forgotten quote around the glob of `--fixtures` makes a path of each
    document. Nothing else is told of such a file, and `--fix` leaves it alone.

    Bad:
        {"name": "Ada", "age": 36, "town": "London", "id": 7}
    Good:
        {"name": "m", "match": {"discriminator": {"type": "x"}},
         "chunks": [{"content": "{{ t }}"}]}
    """
    for each in violations(file, "not-a-mapping"):
        yield Hit(
            file.document.owner(each.pointer),
            "the file has neither `match` nor `chunks`: it is no mapping",
            "try a document with `--fixtures 'GLOB'`, the glob in quotes",
            "RTFM loads it as a mapping that never matches",
        )
