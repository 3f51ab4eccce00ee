"""RTM1xx: which schema a mapping says it follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.mapping.contract import SCHEMA, SCHEMA_URL
from rtfm_check.model import Hit, Severity
from rtfm_check.project import MappingFile
from rtfm_check.rules._fixes import insert_line, insert_member
from rtfm_check.rules._rule import rule
from rtfm_check.text.show import quote

_MODELINE = re.compile(
    r"^[ \t]*#[ \t]*(?:yaml-language-server:[ \t]*)?\$schema[=:][ \t]*(\S+)", re.MULTILINE
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
    document, key = file.document, ("$schema",)
    for url, at in _schemas(file):
        if not url.rstrip("#").endswith(f"{SCHEMA}.json"):
            if at is None and any(each.pointer == key for each in file.violations):
                continue
            yield Hit(
                document.at(key) if at is None else document.source.place(*at),
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
    if any(each.rule == "not-a-mapping" for each in file.violations):
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


def _schemas(file: MappingFile) -> Iterator[tuple[str, tuple[int, int] | None]]:
    """The schemas that a file names: in its modeline, with the range, or under `$schema`."""
    document = file.document
    if not isinstance(document.data, dict):
        return
    text, begin = document.source.text, document.start
    if "$schema" in text and not document.source.path.lower().endswith(".json"):
        match = _MODELINE.search(text[begin:])
        if match:
            yield match[1], (match.start(1) + begin, match.end(1) + begin)
    if isinstance(document.data.get("$schema"), str):
        yield document.data["$schema"], None
