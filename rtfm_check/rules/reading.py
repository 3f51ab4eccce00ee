"""RTM0xx: files that cannot be read, or that read as something else than they look."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.model import Hit, Related, Severity
from rtfm_check.project import MappingFile
from rtfm_check.rules._fixes import replace
from rtfm_check.rules._rule import Scope, rule

SKIPPED = "RTFM skips the file without a word"


def _problems(file: MappingFile, name: str, note: str = SKIPPED) -> Iterator[Hit]:
    """The problems of one kind that reading the file found."""
    document = file.document
    for problem in document.problems:
        if problem.rule != name:
            continue
        related = tuple(
            Related(document.source.place(start, end), message)
            for start, end, message in problem.related
        )
        place = document.problem_place(problem)
        fix = None
        if problem.mended is not None:
            title = "put it in quotes" if problem.mended else "remove it"
            fix = replace(place, problem.mended, title)
        yield Hit(place, problem.message, problem.help, problem.note or note, related, fix)


@rule("RTM001", "unreadable-file", Severity.ERROR, Scope.FOUND)
def unreadable_file(file: MappingFile) -> Iterator[Hit]:
    """A file that cannot be read at all.

    No permission, a link that leads nowhere or out of the project, a pipe or a device, or more
    bytes than a mapping (256 KiB) or a fixture (64 MiB) may have.
    """
    yield from _problems(file, "unreadable-file", "RTFM skips a file that it cannot read")


@rule("RTM002", "yaml-syntax", Severity.ERROR, Scope.FOUND, rows=(1,))
def yaml_syntax(file: MappingFile) -> Iterator[Hit]:
    """Text that is not YAML, as PyYAML reads it.

    RTFM loads mappings with PyYAML and skips a file that does not load, without a word: every
    document it was for is indexed in the generic way, or not at all.

    Bad:
        chunks: [{content: "{{ t }}"}
    Good:
        chunks: [{content: "{{ t }}"}]
    """
    yield from _problems(file, "yaml-syntax")


@rule("RTM003", "json-syntax", Severity.ERROR, Scope.FOUND, rows=(1,))
def json_syntax(file: MappingFile) -> Iterator[Hit]:
    """Text that is not JSON: a comma too many, a comment, single quotes, a key without quotes.

    RTFM skips the file without a word. Comments are possible in a YAML mapping.

    Bad:
        {"name": "m", "match": {"discriminator": {"type": "x"}},
         "chunks": [{"content": "{{ t }}"},]}
    Good:
        {"name": "m", "match": {"discriminator": {"type": "x"}},
         "chunks": [{"content": "{{ t }}"}]}
    """
    yield from _problems(file, "json-syntax")


@rule("RTM004", "not-utf8", Severity.ERROR, Scope.FOUND, rows=(7,))
def not_utf8(file: MappingFile) -> Iterator[Hit]:
    """Bytes that are not UTF-8.

    RTFM reads UTF-8 only and skips the file without a word. The place is the first wrong byte.

    Bad bytes:
        name: caf\\xe9\\nmatch: {discriminator: {type: x}}\\nchunks: [{content: "{{ t }}"}]\\n
    Good:
        name: café
    """
    yield from _problems(file, "not-utf8")


@rule("RTM005", "duplicate-key", Severity.ERROR, Scope.FOUND, rows=(16,))
def duplicate_key(file: MappingFile) -> Iterator[Hit]:
    """A key that an object has twice.

    The last one counts; what the first says is lost. A key that overrides one from a merge
    (`<<: *base`) is not a duplicate.

    Bad:
        chunks:
          - content: "{{ t }}"
            content: "{{ t }} again"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    yield from _problems(file, "duplicate-key", "RTFM uses the last one and ignores the first")


@rule("RTM006", "multiple-documents", Severity.ERROR, Scope.FOUND, rows=(5,))
def multiple_documents(file: MappingFile) -> Iterator[Hit]:
    """More than one YAML document in a file.

    RTFM reads one mapping a file and skips a file with two. A single `---` at the top is fine.

    Bad:
        name: m
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
        ---
        name: n
        match: {discriminator: {type: y}}
        chunks: [{content: "{{ t }}"}]
    Good:
        ---
        name: m
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
    """
    yield from _problems(file, "multiple-documents")


@rule("RTM007", "empty-mapping-file", Severity.ERROR, Scope.FOUND, rows=(11,))
def empty_mapping_file(file: MappingFile) -> Iterator[Hit]:
    """A file with nothing in it but blanks and comments.

    RTFM skips it without a word.

    Bad:
        # to be written
    Good:
        name: m
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
    """
    yield from _problems(file, "empty-mapping-file")


@rule("RTM008", "tab-indentation", Severity.ERROR, Scope.FOUND, rows=(4,))
def tab_indentation(file: MappingFile) -> Iterator[Hit]:
    """A tab where YAML allows only spaces: in the indentation, or between a colon and a comment.

    Editors show no difference, other YAML readers accept some of these, PyYAML does not.

    Bad bytes:
        name: m\\nmatch:\\n\\tdiscriminator: {type: x}\\nchunks: [{content: "{{ t }}"}]\\n
    Good:
        match:
          discriminator: {type: x}
    """
    yield from _problems(file, "tab-indentation")


@rule("RTM009", "unquoted-template", Severity.ERROR, Scope.FOUND, rows=(2,))
def unquoted_template(file: MappingFile) -> Iterator[Hit]:
    """A value that begins with `{{` and has no quotes.

    YAML reads the braces as a map inside a map, and the file does not load.

    Bad:
        chunks:
          - content: {{ t }}
    Good:
        chunks:
          - content: "{{ t }}"
    """
    yield from _problems(file, "unquoted-template")


@rule("RTM011", "unquoted-colon", Severity.ERROR, Scope.FOUND, rows=(3,))
def unquoted_colon(file: MappingFile) -> Iterator[Hit]:
    """A value without quotes that holds a colon and a space.

    YAML reads it as one more key, and the file does not load.

    Bad:
        chunks:
          - title: Q: {{ t }}
            content: "{{ t }}"
    Good:
        chunks:
          - title: "Q: {{ t }}"
            content: "{{ t }}"
    """
    yield from _problems(file, "unquoted-colon")


@rule("RTM012", "yaml-tag", Severity.ERROR, Scope.FOUND, rows=(6,))
def yaml_tag(file: MappingFile) -> Iterator[Hit]:
    """A tag (`!name`) that plain YAML does not have.

    RTFM loads mappings safely: it constructs nothing for such a tag and skips the file.

    Bad:
        name: !env MAPPING_NAME
    Good:
        name: "!important"
    """
    yield from _problems(file, "yaml-tag")


@rule("RTM013", "byte-order-mark", Severity.ERROR, Scope.FOUND, rows=(8,))
def byte_order_mark(file: MappingFile) -> Iterator[Hit]:
    """A UTF-8 byte order mark at the start of a JSON mapping.

    Some editors write it; JSON does not allow it, and RTFM skips the file. In YAML it is fine.

    Bad bytes:
        \\xef\\xbb\\xbf{"name": "m", "match": {"discriminator": {"type": "x"}},\\n
        "chunks": [{"content": "{{ t }}"}]}
    Good:
        {"name": "m", "match": {"discriminator": {"type": "x"}}, "chunks": [{"content": "{{ t }}"}]}
    """
    yield from _problems(file, "byte-order-mark")


@rule("RTM014", "alias-cycle", Severity.ERROR, Scope.FOUND, rows=(73,))
def alias_cycle(file: MappingFile) -> Iterator[Hit]:
    """An alias that stands inside what it repeats.

    In metadata it makes RTFM fail on each document that matches; elsewhere it is never meant.

    Bad:
        chunks:
          - content: "{{ t }}"
            metadata: &loop
              again: *loop
    Good:
        chunks:
          - content: "{{ t }}"
            metadata: {again: "{{ t }}"}
    """
    yield from _problems(
        file, "alias-cycle", "RTFM loads it, and fails on each document that it would store"
    )


@rule("RTM015", "alias-expansion", Severity.ERROR, Scope.FOUND)
def alias_expansion(file: MappingFile) -> Iterator[Hit]:
    """More than 20,000 values in a mapping, each alias counted as what it stands for.

    A few hundred bytes of nested aliases can stand for more values than memory holds: RTFM loads
    them, and runs out of memory when it stores them. The file is not read further.
    """
    yield from _problems(
        file, "alias-expansion", "RTFM loads it, and may run out of memory when it stores a chunk"
    )


@rule("RTM016", "nested-too-deep", Severity.ERROR, Scope.FOUND)
def nested_too_deep(file: MappingFile) -> Iterator[Hit]:
    """A file nested more than 64 levels deep.

    Beyond some hundred levels Python gives up, and RTFM with it. The file is not read further.
    """
    yield from _problems(
        file, "nested-too-deep", "RTFM may fail on the file, and with it on the whole project"
    )


@rule("RTM210", "unused-anchor", Severity.INFO, Scope.FOUND)
def unused_anchor(file: MappingFile) -> Iterator[Hit]:
    """An anchor (`&name`) that no alias repeats.

    Harmless, and often the trace of an alias that was misspelt or removed.

    Bad:
        chunks:
          - &first {content: "{{ t }}"}
    Good:
        chunks:
          - {content: "{{ t }}"}
    """
    yield from _problems(file, "unused-anchor", "RTFM ignores it")
