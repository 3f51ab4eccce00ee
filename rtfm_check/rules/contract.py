"""RTM1xx: the published schema, and what RTFM does with a mapping that departs from it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.mapping.contract import SCHEMA, SCHEMA_URL, Violation, is_uri
from rtfm_check.model import Fix, Hit, JsonValue, Place, Pointer, Severity, json_pointer
from rtfm_check.project import MappingFile
from rtfm_check.rules._fixes import insert_line, insert_member, rename_key, replace
from rtfm_check.rules._rule import rule
from rtfm_check.rules._traps import reads_as
from rtfm_check.show import quote
from rtfm_check.suggest import nearest

_MODELINE = re.compile(
    r"^[ \t]*#[ \t]*(?:yaml-language-server:[ \t]*)?\$schema[=:][ \t]*(\S+)", re.MULTILINE
)
_EDGES = 'edges: [{relation: link, target: "{{ url }}"}]'
_KINDS = {"object": "a map of keys", "array": "a list", "string": "text"}
_STUBS = {
    "name": "name: my-mapping",
    "match": "match: {discriminator: {type: my-type}}",
    "chunks": 'chunks: [{content: "{{ text }}"}]',
    "content": 'content: "{{ text }}"',
    "relation": "relation: cites",
    "target": 'target: "{{ url }}"',
}
_KEYS = {
    "mapping": ("name", "match", "chunks", "edges", "$schema"),
    "match": ("schema_url", "discriminator"),
    "chunk": ("foreach", "title", "content", "metadata"),
    "edge": ("foreach", "relation", "target", "target_kind"),
}
_EMPTY = {
    "discriminator": "discriminator: {type: my-type}",
    "schema_url": "schema_url: https://example.org/my-type.json",
    "$schema": SCHEMA_URL,
}
_WITHOUT = {
    "name": 'RTFM calls the mapping "unnamed"; of two without a name the first is lost',
    "match": "the mapping never matches a document",
    "chunks": "each document that matches gives no chunk, and is not indexed in another way either",
    "content": "the chunk has no text, and RTFM drops it without a word",
    "relation": 'RTFM calls the relation "related"',
    "target": "the edge has no target, and RTFM drops it without a word",
}


def _violations(file: MappingFile, name: str) -> Iterator[Violation]:
    return (each for each in file.violations if each.rule == name)


def _what(pointer: Pointer) -> str:
    """What the object at a pointer is called: a mapping, a match, a chunk, an edge."""
    if not pointer:
        return "mapping"
    return {"chunks": "chunk", "edges": "edge"}.get(str(pointer[0]), str(pointer[-1]))


def _an(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _absent(pointer: Pointer, value: JsonValue) -> str:
    """What RTFM does with a wrong value at a pointer."""
    last = pointer[-1] if pointer else ""
    if not pointer:
        return "RTFM skips the file without a word"
    if isinstance(last, int):
        return f"RTFM ignores this entry of `{pointer[-2]}`"
    if last in ("relation", "target_kind"):
        return "RTFM stores the value as it is"
    if not value:
        return _WITHOUT.get(last, f"RTFM takes `{last}` as missing")
    match last:
        case "match":
            return "RTFM skips the file without a word"
        case "chunks":
            if isinstance(value, str | dict):
                return _WITHOUT["chunks"]
            return "RTFM skips the file without a word"
        case "edges":
            if isinstance(value, str | dict):
                return "RTFM makes no edge"
            return "RTFM skips the file without a word"
        case "discriminator":
            return "RTFM fails on every JSON document of the project that reaches this mapping"
        case "schema_url":
            return "the rule never matches a document"
        case "content" | "title" | "metadata":
            return "RTFM fails on each document that the mapping matches: it gives no chunk"
        case "foreach" if pointer[0] == "chunks":
            return "RTFM fails on each document that the mapping matches: it gives no chunk"
        case "target" | "foreach":
            return "RTFM fails on the edges of each document that the mapping matches"
        case "name":
            return "RTFM takes the value as the name, of another type than the text"
    return "RTFM does not look at it"


@rule("RTM101", "schema-violation", Severity.ERROR)
def schema_violation(file: MappingFile) -> Iterator[Hit]:
    """A departure from the published schema that no other rule words better."""
    for each in _violations(file, "schema-violation"):
        yield Hit(file.document.at(each.pointer), each.key)


@rule("RTM102", "missing-key", Severity.ERROR, rows=(12, 13, 17, 39, 42, 77, 78))
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
    for each in _violations(file, "missing-key"):
        place = file.document.owner(each.pointer)
        yield Hit(
            place._replace(pointer=json_pointer((*each.pointer, each.key))),
            f"the {_what(each.pointer)} has no `{each.key}`",
            f"add `{_STUBS[each.key]}`",
            _WITHOUT[each.key],
        )


@rule("RTM103", "unknown-key", Severity.ERROR, rows=(19, 46, 47, 77, 78))
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
    for each in _violations(file, "unknown-key"):
        what = _what(each.pointer)
        place = file.document.key((*each.pointer, each.key))
        key = each.key if isinstance(each.key, str) else _text_at(file, place)
        note = "RTFM ignores the key"
        if each.missing == ("schema_url", "discriminator"):
            note = "RTFM ignores the key, and the mapping never matches a document"
        elif each.missing:
            note = f"RTFM ignores the key: {_WITHOUT[each.missing[0]]}"
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
    if each.suggestion:
        return f"did you mean `{each.suggestion}`?"
    value = file.get(*each.pointer, each.key)
    if what == "match" and not isinstance(value, dict | list):
        if each.missing:
            fields = ", ".join(f"{key}: ..." for key in each.wanted or (each.key,))
            return f"did you mean `discriminator: {{{fields}}}`?"
        return "write it under `discriminator` if it is a field of the documents"
    if what != "match" and each.missing:
        return f"did you mean `{each.missing[0]}`?"
    if each.wanted and what != "match":
        return f"`{each.key}` belongs under `{each.wanted[0]}`"
    if what == "chunk" and each.key in ("relation", "target", "target_kind"):
        return f"`{each.key}` belongs under `edges`"
    keys = ", ".join(f"`{name}`" for name in _KEYS[what])
    if what == "chunk":
        return f"write it under `metadata` to store it; the keys of a chunk are {keys}"
    return f"remove it: the keys of {_an(what)} are {keys}"


def _text_at(file: MappingFile, place: Place) -> str:
    """The text of a place."""
    return file.document.source.at(place.span)


@rule("RTM104", "match-without-rule", Severity.ERROR, rows=(17,))
def match_without_rule(file: MappingFile) -> Iterator[Hit]:
    """A `match` with neither `schema_url` nor `discriminator`.

    The mapping never matches a document.

    Bad:
        match: {}
    Good:
        match: {discriminator: {type: x}}
    """
    for each in _violations(file, "match-without-rule"):
        yield Hit(
            file.document.at(each.pointer),
            "`match` needs at least one of `schema_url` and `discriminator`",
            f"write `{_STUBS['match']}`",
            _WITHOUT["match"],
        )


@rule(
    "RTM105",
    "wrong-type",
    Severity.ERROR,
    rows=(
        11,
        12,
        15,
        17,
        18,
        20,
        21,
        34,
        39,
        40,
        41,
        42,
        43,
        44,
        45,
        48,
        49,
        71,
        77,
        78,
        79,
        80,
        81,
    ),
)
def wrong_type(file: MappingFile) -> Iterator[Hit]:
    """A value of another type than the key needs.

    What RTFM does depends on the key; the finding says it. YAML makes numbers, booleans, dates
    and null of words without quotes.

    Bad:
        chunks:
          - title: yes
            content: "{{ t }}"
    Good:
        chunks:
          - title: "yes"
            content: "{{ t }}"
    """
    for each in _violations(file, "wrong-type"):
        value = file.get(*each.pointer)
        wanted = each.wanted[0]
        name = f"`{each.pointer[-1]}`" if each.pointer else "a mapping file"
        if each.pointer and isinstance(each.pointer[-1], int):
            name = f"an entry of `{each.pointer[-2]}`"
        document = file.document
        node = document.node(each.pointer)
        text = document.text(each.pointer)
        place = document.at(each.pointer)
        if not node.is_written and place.span.column == place.span.end_column:  # `-` alone
            dash = document.source.text.rfind("-", 0, node.start)
            place = document.source.place(dash, dash + 1, place.pointer)
        yield Hit(
            place,
            f"{name} is {reads_as(value, node, text)} and has to be {_KINDS[wanted]}",
            _right_form(each.pointer, wanted, value, text, node.style in ("plain", "json")),
            _absent(each.pointer, value),
        )


def _right_form(pointer: Pointer, wanted: str, value: JsonValue, text: str, plain: bool) -> str:
    """How to write the value so that it has the right type."""
    last = pointer[-1] if pointer else ""
    if not pointer:
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
            return "remove the dash: a file holds one mapping, not a list of them"
        return f"write `{_STUBS['name']}`, `match` and `chunks`, one mapping a file"
    if last == "target_kind":
        return "write `literal`, `slug` or `url`, or remove the key"
    if value is None or (value is False and last == "content"):
        if last in _STUBS or last in _EMPTY:
            return f"add a value, for example `{_STUBS.get(last) or _EMPTY[last]}`"
        if isinstance(last, int):
            return "remove the entry, or write its keys"
        return "add a value, or remove the key"
    if last == "foreach":
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
            return f"write `foreach: {value[0]}`"
        return "write the dotted path of a list, for example `foreach: items`"
    if wanted == "string" and not isinstance(value, dict | list):
        return f'write `"{text}"`' if plain else "put it in quotes"
    if wanted == "string":
        return _as_text(last, value)
    if wanted == "array":
        if isinstance(value, dict) and value:
            is_flow = text.startswith("{")
            return "put it into a list: `[{...}]`" if is_flow else "begin the entry with `- `"
        return f"write a list, for example `{_STUBS.get(last, _EDGES)}`"
    if last == "match" and isinstance(value, list) and value and isinstance(value[0], dict):
        return "remove the dash: `match` is one map of keys"
    if last == "discriminator" and isinstance(value, list):
        if len(value) == 2 and all(isinstance(each, str) for each in value):
            return f"write `discriminator: {{{value[0]}: {value[1]}}}`"
        return "remove the dash: `discriminator: {field: value}`"
    if last == "discriminator":
        pair = (
            re.fullmatch(r"\s*([\w$.@-]+)\s*[=:]{1,2}\s*(.+?)\s*", value, re.DOTALL)
            if isinstance(value, str)
            else None
        )
        field = (
            f"{pair[1]}: {pair[2]}"
            if pair
            else f"{value}: ..."
            if isinstance(value, str)
            else "type: my-type"
        )
        return f"write `discriminator: {{{field}}}`"
    if last == "match" and isinstance(value, str):
        return f"write `match: {{discriminator: {{type: {value}}}}}`"
    if last == "match":
        return f"write `{_STUBS['match']}`"
    if isinstance(last, int) and isinstance(value, str):
        return _as_entry(str(pointer[0]), value)
    if isinstance(last, int):
        what = "content" if pointer[0] == "chunks" else "relation"
        return f"write the keys of one entry, for example `{_STUBS[what]}`"
    if last == "metadata":
        return 'write `metadata: {key: "{{ path }}"}`'
    return ""


def _as_text(key: JsonValue, value: JsonValue) -> str:
    """How to write a list or map as the text that a key needs."""
    if key == "schema_url":
        return "write one URL; a second one needs a mapping of its own"
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return f'write one text: `{key}: "{" ".join(value)}"`'
    if isinstance(value, dict) and len(value) == 1 and list(value.values()) == [None]:
        return f'write `{key}: "{{{{ {next(iter(value))} }}}}"`'
    return f"write one text, for example `{_STUBS.get(key, f'{key}: ...')}`"


def _as_entry(where: str, value: str) -> str:
    """How to write a text that stands where the keys of a chunk or edge should."""
    stuck = re.match(r"(\w+):? *(?=[\"'{\[])", value)
    if stuck and stuck[1] in (*_KEYS["chunk"], *_KEYS["edge"]):
        rest = value[stuck.end() :]
        if rest[:1] in "{[":
            rest = f'"{rest}"'
        return f"write `{stuck[1]}: {rest}`, with a colon and a space"
    if where == "chunks":
        return f'write `content: "{value}"`'
    return f'write `{{relation: link, target: "{value}"}}`'


@rule("RTM106", "bad-enum-value", Severity.ERROR, rows=(80,))
def bad_enum_value(file: MappingFile) -> Iterator[Hit]:
    """A `target_kind` that is not one of literal, slug and url.

    RTFM stores any value; nothing that reads the edges will know this one.

    Bad:
        edges:
          - {relation: link, target: "{{ t }}", target_kind: Literal}
    Good:
        edges:
          - {relation: link, target: "{{ t }}", target_kind: literal}
    """
    for each in _violations(file, "bad-enum-value"):
        value = file.get(*each.pointer)
        choices = ", ".join(f"`{choice}`" for choice in each.wanted)
        yield Hit(
            file.document.at(each.pointer),
            f"`{each.pointer[-1]}` is {quote(value)} and has to be one of {choices}",
            f"did you mean `{each.suggestion}`?"
            if each.suggestion
            else "write `literal`, or remove the key",
            "RTFM stores the value as it is",
            fix=_respelt(file, each),
        )


def _respelt(file: MappingFile, each: Violation) -> Fix | None:
    """The fix of a value that differs from the right one in case or blanks."""
    value = file.get(*each.pointer)
    if value.strip().lower() != each.suggestion:
        return None
    place = file.document.at(each.pointer)
    text = file.document.source.at(place.span)
    if value not in text:
        return None
    return replace(place, text.replace(value, each.suggestion), f"write `{each.suggestion}`")


@rule("RTM107", "bad-schema-url", Severity.WARNING)
def bad_schema_url(file: MappingFile) -> Iterator[Hit]:
    """A `schema_url` or `$schema` that is not a URL.

    RTFM compares `schema_url` with the document's `$schema` as text, so a name works when the
    documents have just this name; a URL says whose schema it is.

    Bad:
        match: {schema_url: "answer schema"}
    Good:
        match: {schema_url: "https://example.org/answer-v1.json"}
    """
    for each in _violations(file, "bad-schema-url"):
        value = file.get(*each.pointer)
        if value.endswith("\n") and value.strip() and each.pointer == ("match", "schema_url"):
            continue  # told as trailing-newline-compared
        if each.pointer == ("$schema",):
            note = "RTFM does not look at `$schema` in a mapping; editors do"
        else:
            note = "RTFM compares it with the document's `$schema` as text, to the letter"
        help = f"write `{SCHEMA_URL}`" if each.pointer == ("$schema",) else "write the whole URL"
        if is_uri(value.strip()):
            help = f"write `{value.strip()}`, without the blanks around it"
        yield Hit(
            file.document.at(each.pointer),
            f"`{each.pointer[-1]}` is {quote(value)}, which is not a URL",
            help,
            note,
        )


@rule("RTM108", "schema-version-unknown", Severity.WARNING)
def schema_version_unknown(file: MappingFile) -> Iterator[Hit]:
    """A `$schema`, in the file or in its modeline, that is not version 1 of the mapping schema.

    Version 1 is the one that exists and that is checked here. A copy of the schema in the
    project (`./schemas/rtfm-mapping-v1.json`) is fine.

    Bad:
        # yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v2.json
    Good:
        # yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
    """
    for url, place in _schemas(file):
        if not url.rstrip("#").endswith(f"{SCHEMA}.json"):
            if place.pointer and any(each.pointer == ("$schema",) for each in file.violations):
                continue
            yield Hit(
                place,
                f"{quote(url)} is not the schema of mappings, version 1",
                f"write `{SCHEMA_URL}`",
                "RTFM does not look at it; the file is checked as version 1",
            )


@rule("RTM109", "missing-schema-modeline", Severity.INFO)
def missing_schema_modeline(file: MappingFile) -> Iterator[Hit]:
    """A mapping that does not name its schema.

    With the schema named, editors complete keys and underline mistakes while one types.

    Bad:
        name: m
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
    Good:
        # yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
        name: m
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
    """
    document = file.document
    if not isinstance(document.data, dict) or any(True for _ in _schemas(file)):
        return
    if any(True for _ in _violations(file, "not-a-mapping")):
        return
    if document.source.path.lower().endswith(".json"):
        help = f'add `"$schema": "{SCHEMA_URL}"`'
        fix = insert_member(document, "$schema", SCHEMA_URL) if document.data else None
    else:
        line = f"# yaml-language-server: $schema={SCHEMA_URL}"
        help = f"add the line `{line}` at the top"
        fix = insert_line(document, line)
    yield Hit(
        document.source.top,
        "the mapping does not name its schema, so editors cannot help with it",
        help,
        "RTFM does not look at it",
        fix=fix,
    )


def _schemas(file: MappingFile) -> Iterator[tuple[str, Place]]:
    """The schemas that a file names, in its modeline or under `$schema`."""
    document = file.document
    if not isinstance(document.data, dict):
        return
    if not document.source.path.lower().endswith(".json"):
        match = _MODELINE.search(document.source.text[document.start :])
        if match:
            start, end = match.span(1)
            yield match[1], document.source.place(start + document.start, end + document.start)
    if isinstance(document.data.get("$schema"), str):
        yield document.data["$schema"], document.at(("$schema",))


@rule("RTM110", "empty-value", Severity.ERROR, rows=(12, 17, 20, 34, 39, 42, 77, 78))
def empty_value(file: MappingFile) -> Iterator[Hit]:
    """An empty text, list or map where there has to be something.

    RTFM takes an empty value as a missing one.

    Bad:
        match: {discriminator: {}}
    Good:
        match: {discriminator: {type: x}}
    """
    for each in _violations(file, "empty-value"):
        last = each.pointer[-1]
        note = _WITHOUT.get(last, "RTFM takes it as missing")
        if last in ("discriminator", "schema_url"):
            note = "RTFM takes it as missing: the rule never matches a document"
        if last == "relation":
            note = "RTFM stores the empty text as the relation"
        stub = _EMPTY.get(last) or _STUBS.get(last)
        yield Hit(
            file.document.at(each.pointer),
            f"`{last}` is empty",
            f"write something like `{stub}`" if stub else "",
            note,
        )


@rule("RTM111", "not-a-mapping", Severity.ERROR)
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
    for each in _violations(file, "not-a-mapping"):
        yield Hit(
            file.document.owner(each.pointer),
            "the file has neither `match` nor `chunks`: it is no mapping",
            "try a document with `--fixtures 'GLOB'`, the glob in quotes",
            "RTFM loads it as a mapping that never matches",
        )
