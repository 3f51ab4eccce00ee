"""RTM1xx: values that the published schema does not allow."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.mapping.contract import SCHEMA_URL, Violation, is_uri
from rtfm_check.model import Fix, Hit, JsonValue, Pointer, Severity
from rtfm_check.project import MappingFile
from rtfm_check.rules._contract import EMPTY, KEYS, STUBS, WITHOUT, violations
from rtfm_check.rules._fixes import replace
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._traps import comment_instead, odd_blank, reads_as
from rtfm_check.text.show import quote

_EDGES = 'edges: [{relation: link, target: "{{ url }}"}]'
_KINDS = {"object": "a map of keys", "array": "a list", "string": "text"}


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
        return WITHOUT.get(last, f"RTFM takes `{last}` as missing")
    match last:
        case "match":
            return "RTFM skips the file without a word"
        case "chunks":
            if isinstance(value, str | dict):
                return WITHOUT["chunks"]
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


@rule(
    "RTM105",
    "wrong-type",
    Severity.ERROR,
    Scope.FOUND,
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
    for each in violations(file, "wrong-type"):
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
        help = _right_form(each.pointer, wanted, value, text, node.style in ("plain", "json"))
        if value is None:
            commented, comment = comment_instead(document, each.pointer)
            if comment:
                place, help = commented, f'write `"{comment}"`: YAML reads a comment'
        yield Hit(
            place,
            f"{name} is {reads_as(value, node, text)} and has to be {_KINDS[wanted]}",
            help,
            _absent(each.pointer, value),
        )


def _right_form(pointer: Pointer, wanted: str, value: JsonValue, text: str, plain: bool) -> str:
    """How to write the value so that it has the right type."""
    last = pointer[-1] if pointer else ""
    marks = "the brackets" if text.startswith("[") else "the dash"  # of a list
    if not pointer:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            if len(value) > 1:
                return "write each mapping into a file of its own"
            return f"remove {marks}: a file holds one mapping, not a list of them"
        return f"write `{STUBS['name']}`, `match` and `chunks`, one mapping a file"
    if last == "target_kind":
        return "write `literal`, `slug` or `url`, or remove the key"
    if value is None or (value is False and last == "content"):
        if last in STUBS or last in EMPTY:
            return f"add a value, for example `{STUBS.get(last) or EMPTY[last]}`"
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
            odd = odd_blank(text[: len(str(next(iter(value))))])
            if odd and text.startswith("-"):
                return odd
            return "put it into a list: `[{...}]`" if is_flow else "begin the entry with `- `"
        return f"write a list, for example `{STUBS.get(last, _EDGES)}`"
    if last == "match" and isinstance(value, list) and value and isinstance(value[0], dict):
        return f"remove {marks}: `match` is one map of keys"
    if last == "discriminator" and isinstance(value, list):
        if len(value) == 2 and all(isinstance(each, str) for each in value):
            return f"write `discriminator: {{{value[0]}: {value[1]}}}`"
        return f"remove {marks}: `discriminator: {{field: value}}`"
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
        return f"write `{STUBS['match']}`"
    if isinstance(last, int) and isinstance(value, str):
        return _as_entry(str(pointer[0]), value)
    if isinstance(last, int):
        what = "content" if pointer[0] == "chunks" else "relation"
        return f"write the keys of one entry, for example `{STUBS[what]}`"
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
    return f"write one text, for example `{STUBS.get(key, f'{key}: ...')}`"


def _as_entry(where: str, value: str) -> str:
    """How to write a text that stands where the keys of a chunk or edge should."""
    stuck = re.match(r"(\w+):? *(?=[\"'{\[])", value)
    if stuck and stuck[1] in (*KEYS["chunk"], *KEYS["edge"]):
        rest = value[stuck.end() :]
        if rest[:1] in "{[":
            rest = f'"{rest}"'
        return f"write `{stuck[1]}: {rest}`, with a colon and a space"
    if where == "chunks":
        return f'write `content: "{value}"`'
    return f'write `{{relation: link, target: "{value}"}}`'


@rule("RTM106", "bad-enum-value", Severity.ERROR, Scope.FOUND, rows=(80,))
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
    for each in violations(file, "bad-enum-value"):
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


@rule("RTM107", "bad-schema-url", Severity.WARNING, Scope.FOUND)
def bad_schema_url(file: MappingFile) -> Iterator[Hit]:
    """A `schema_url` or `$schema` that is not a URL.

    RTFM compares `schema_url` with the document's `$schema` as text, so a name works when the
    documents have just this name; a URL says whose schema it is.

    Bad:
        match: {schema_url: "answer schema"}
    Good:
        match: {schema_url: "https://example.org/answer-v1.json"}
    """
    for each in violations(file, "bad-schema-url"):
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
