"""RTM2xx: chunk specs, loops and metadata that do not give what they promise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from math import isnan

from rtfm_check import limits
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import ForEach, Use, is_plain, not_json
from rtfm_check.model import Hit, Severity
from rtfm_check.project import MappingFile
from rtfm_check.rules._fixes import in_quotes
from rtfm_check.rules._rule import rule
from rtfm_check.rules._traps import said, spelling
from rtfm_check.text.show import quote

_FOREACH_SYNTAX = r"[{}\[\]*|,]|\(\)|^\$\.|^#?/|^\.|\.$|\.\.|\s\.|\.\s|->|^\w+ (?:in|of) "
# fmt: off
CHUNK_FIELDS = (  # of RTFM's chunk record
    "id", "content", "book_title", "book_slug", "book_file", "chapter_title", "chapter_num",
    "page_start", "page_end", "paragraph", "line_start", "line_end", "section_type",
    "content_chars", "content_hash", "tags", "metadata",
)
# fmt: on


@rule("RTM218", "foreach-not-a-path", Severity.ERROR, rows=(50, 51, 52))
def foreach_not_a_path(file: MappingFile) -> Iterator[Hit]:
    """A `foreach` in another notation than a dotted path.

    It is the path of a list, without braces; there are no wildcards and no brackets, and blanks
    count. RTFM finds no list and makes nothing, without a word.

    Bad:
        chunks:
          - foreach: "{{ items }}"
            content: "{{ text }}"
    Good:
        chunks:
          - foreach: items
            content: "{{ text }}"
    """
    for pointer, path in file.loops:
        if not path or paths.is_of_names(path):
            continue
        if path == path.strip() and not re.search(_FOREACH_SYNTAX, path):
            continue
        from rtfm_check.rules._other_syntax import to_dotted

        what = "chunk" if pointer[0] == "chunks" else "edge"
        path = path[: limits.HELP_CHARS]
        dotted = re.sub(r"\.?\*.*$|\(\)|,.*$|^\w+ (?:in|of) ", "", to_dotted(path)).strip(". ")
        help = f"write `{dotted}`" if dotted else "write the dotted path of a list"
        if re.search(r"\*.*\w|\]\.\w", path) and not re.search(r"\[\d", path):
            help += "; a list inside the items cannot be reached"
        yield Hit(
            file.document.at(pointer),
            f"{quote(path)} is not the dotted path of a list",
            help,
            f"RTFM finds no list there and makes no {what}",
        )


@rule("RTM219", "foreach-empty", Severity.WARNING, rows=(49,))
def foreach_empty(file: MappingFile) -> Iterator[Hit]:
    """An empty `foreach`.

    RTFM takes it as missing: one chunk of the document instead of one for each item.

    Bad:
        chunks:
          - foreach: ""
            content: "{{ t }}"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    for pointer, path in file.loops:
        if not path:
            yield Hit(
                file.document.at(pointer),
                "`foreach` is empty",
                "write the path of a list, or remove the key",
                "RTFM takes it as missing and uses the document itself, once",
            )


@rule("RTM208", "constant-content", Severity.WARNING, rows=(66,))
def constant_content(file: MappingFile) -> Iterator[Hit]:
    """A content without a placeholder.

    Each document, and in `foreach` each item, gives a chunk of the same text.

    Bad:
        chunks:
          - content: "answer.text"
    Good:
        chunks:
          - content: "{{ answer.text }}"
    """
    spec = file.spec
    for chunk in spec.chunks if spec is not None else ():
        content = chunk.content
        if not isinstance(content, Use) or content.template.placeholders:
            continue
        from rtfm_check.rules.templates import comment_behind

        text = content.template.text
        if not text.strip() or comment_behind(file, content.pointer):
            continue  # the second is told as cut-by-comment
        if not content.template.is_plain:
            from rtfm_check.rules._other_syntax import unrecognised

            if any(True for _ in unrecognised(content.template, "content")):
                continue  # told as placeholder-not-recognised
        path = re.fullmatch(r"\s*([a-zA-Z_$][\w$]*(?:\.[\w$]+)*)\s*", text)
        each = "item" if isinstance(chunk.foreach, ForEach) else "document"
        yield Hit(
            file.document.at(content.pointer),
            f"the content {quote(text)} has no placeholder",
            f"write `{{{{ {path[1]} }}}}`" if path else "write `{{ path }}` where the text goes",
            f"every {each} gives a chunk of the same text",
        )


@rule("RTM228", "blank-content", Severity.ERROR, rows=(42,))
def blank_content(file: MappingFile) -> Iterator[Hit]:
    """A content of blanks only.

    RTFM drops each chunk that it makes.

    Bad:
        chunks:
          - content: " "
    Good:
        chunks:
          - content: "{{ t }}"
    """
    spec = file.spec
    for chunk in spec.chunks if spec is not None else ():
        if isinstance(chunk.content, Use) and not chunk.content.template.text.strip():
            yield Hit(
                file.document.at(chunk.content.pointer),
                "the content is blank",
                "write `{{ path }}` where the text goes",
                "the chunk has no text, and RTFM drops it without a word",
            )


@rule("RTM224", "metadata-not-json", Severity.ERROR, rows=(72,))
def metadata_not_json(file: MappingFile) -> Iterator[Hit]:
    """A metadata value or key that JSON cannot hold: a date, binary data, a set.

    YAML makes a date of `2026-05-04` without quotes. RTFM fails when it stores a chunk, on each
    document that the mapping matches, and may leave an empty book behind at each try.

    Bad:
        chunks:
          - content: "{{ t }}"
            metadata: {since: 2026-05-04}
    Good:
        chunks:
          - content: "{{ t }}"
            metadata: {since: "2026-05-04"}
    """
    document = file.document
    for pointer, metadata in file.metadata:
        if is_plain(metadata):
            continue
        for where in sorted(not_json(metadata, pointer), key=str):
            value = file.get(*where)
            place = document.at(where)
            text = document.text(where)
            if not isinstance(value, date | bytes | set):  # the key is what JSON cannot hold
                place = document.key(where)
                value = where[-1]
                text = str(value)
            plain = isinstance(value, date)
            yield Hit(
                place,
                f"{said(value, text)}; JSON has no dates"
                if plain
                else f"{spelling(value)} in metadata",
                f'write `"{text}"`' if plain else "write text, numbers, lists or maps",
                "RTFM fails on each document that the mapping matches: it gives no chunk",
                fix=in_quotes(place, document.source.at(place.span)) if plain else None,
            )


@rule("RTM225", "nested-metadata-template", Severity.WARNING, rows=(74,))
def nested_metadata_template(file: MappingFile) -> Iterator[Hit]:
    """A template inside a list or map in metadata, or in a metadata key.

    RTFM renders only the values directly under `metadata`; deeper ones are stored as they stand.

    Bad:
        chunks:
          - content: "{{ t }}"
            metadata: {about: {title: "{{ t }}"}}
    Good:
        chunks:
          - content: "{{ t }}"
            metadata: {about_title: "{{ t }}"}
    """
    for pointer, value in file.odd_metadata:
        if not isinstance(file.get(*pointer[:3]), dict):
            continue  # told as wrong-type
        if len(pointer) > 4 and isinstance(value, str) and "{{" in value:
            yield Hit(
                file.document.at(pointer),
                f"{quote(value)} is not rendered this deep in metadata",
                f"write it directly under `metadata`, for example as "
                f"`{'_'.join(str(part) for part in pointer[3:])}`",
                "RTFM stores it as it stands, braces included",
            )
    for pointer, metadata in file.metadata:
        for key in metadata:
            if isinstance(key, str) and "{{" in key:
                yield Hit(
                    file.document.key((*pointer, key)),
                    f"the key {quote(key)} is not rendered",
                    "write a fixed key",
                    "RTFM stores the key as it stands, braces included",
                )


@rule("RTM226", "metadata-nan", Severity.WARNING, rows=(75,))
def metadata_nan(file: MappingFile) -> Iterator[Hit]:
    """`.nan` or `.inf` in metadata.

    RTFM stores it as NaN, which is not JSON: other readers of the index refuse the record.

    Bad:
        chunks:
          - content: "{{ t }}"
            metadata: {score: .nan}
    Good:
        chunks:
          - content: "{{ t }}"
            metadata: {score: null}
    """
    for pointer, value in file.odd_metadata:
        if isinstance(value, float) and (isnan(value) or value in (float("inf"), -float("inf"))):
            text = file.document.text(pointer)
            yield Hit(
                file.document.at(pointer),
                f"`{text}` is a number that JSON does not have",
                "write null, or a text",
                "RTFM stores invalid JSON in the chunk's metadata",
            )


@rule("RTM211", "duplicate-metadata-key", Severity.WARNING)
def duplicate_metadata_key(file: MappingFile) -> Iterator[Hit]:
    """Two metadata keys that are one key when they are stored.

    JSON has only text as keys: `1` and `"1"`, `yes` and `"true"` become one, and the last counts.

    Bad:
        chunks:
          - content: "{{ t }}"
            metadata: {1: "{{ t }}", "1": "{{ u }}"}
    Good:
        chunks:
          - content: "{{ t }}"
            metadata: {a: "{{ t }}", b: "{{ u }}"}
    """
    for pointer, metadata in file.metadata:
        if is_plain(metadata):
            continue
        stored: set[str] = set()
        for key in metadata:
            text = key if isinstance(key, str) else spelling(key)
            if text in stored:
                yield Hit(
                    file.document.key((*pointer, key)),
                    f"two keys are both stored as {quote(text)}",
                    "rename one of them",
                    "RTFM keeps the last one and loses the first",
                )
            stored.add(text)


@rule("RTM227", "metadata-named-like-field", Severity.INFO, rows=(76,))
def metadata_named_like_field(file: MappingFile) -> Iterator[Hit]:
    """A metadata key with the name of a field that each chunk has.

    It is stored in the metadata, beside the field, which it does not set.

    Bad:
        chunks:
          - content: "{{ t }}"
            metadata: {tags: "{{ t }}"}
    Good:
        chunks:
          - content: "{{ t }}"
            metadata: {labels: "{{ t }}"}
    """
    for pointer, metadata in file.metadata:
        for key in metadata:
            if isinstance(key, str) and key in CHUNK_FIELDS:
                yield Hit(
                    file.document.key((*pointer, key)),
                    f"{quote(key)} is also the name of a field of every chunk",
                    f"rename it, for example to `doc_{key}`",
                    "RTFM stores it in the metadata; the chunk's field stays what it is",
                )
