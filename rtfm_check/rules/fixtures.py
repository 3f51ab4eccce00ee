"""RTM3xx: fixtures that RTFM reads in another way than one would expect, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.run import Tried
from rtfm_check.mapping import paths
from rtfm_check.mapping.apply import is_unicode
from rtfm_check.mapping.spec import ForEach, Use
from rtfm_check.model import Hit, JsonValue, Pointer, Related, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.show import kind_of

_OF_DOCUMENTS = {  # where the help for a mapping is none for a document
    "a comment; JSON has none": "remove it",
    "the document ends before this": "keep one document a file",
}


def _problems(tried: Tried, name: str, note: str) -> Iterator[Hit]:
    document = tried.fixture.document
    for problem in document.problems:
        if problem.rule == name:
            related = tuple(
                Related(document.source.place(start, end), message)
                for start, end, message in problem.related
            )
            help = _OF_DOCUMENTS.get(problem.message, problem.help)
            yield Hit(document.problem_place(problem), problem.message, help, note, related)


@rule("RTM313", "root-array-document", Severity.WARNING, Scope.FIXTURE, rows=(86,))
def root_array_document(tried: Tried) -> Iterator[Hit]:
    """A document whose root is a list, or a single value.

    Mappings take objects only; RTFM indexes such a document in the generic way.

    Bad:
        chunks: [{content: "{{ t }}"}]
    Good:
        chunks: [{content: "{{ t }}"}]
    Fixture:
        [{"type": "x", "t": "text"}]
    Good fixture:
        {"type": "x", "t": "text"}
    """
    document = tried.fixture.document
    if document.loads and not isinstance(document.data, dict):
        kind = kind_of(document.data)
        yield Hit(
            document.source.place(document.root.start, document.root.start + 1),
            f"the document is a {kind}, and mappings take objects only",
            'put the list into an object: `{"items": [...]}`' if kind == "list" else "",
            "RTFM asks no mapping about it",
        )


@rule("RTM314", "fixture-invalid-json", Severity.ERROR, Scope.FIXTURE, rows=(87,))
def fixture_invalid_json(tried: Tried) -> Iterator[Hit]:
    """A fixture that is not JSON.

    RTFM makes nothing of such a document, without a word.

    Bad:
        chunks: [{content: "{{ t }}"}]
    Good:
        chunks: [{content: "{{ t }}"}]
    Fixture:
        {"type": "x", "t": "text",}
    Good fixture:
        {"type": "x", "t": "text"}
    """
    yield from _problems(tried, "fixture-invalid-json", "RTFM makes no chunk of the document")
    yield from _problems(tried, "nested-too-deep", "RTFM fails on the document")
    yield from _problems(tried, "not-utf8", "RTFM fails on the document")


@rule("RTM332", "fixture-unreadable", Severity.ERROR, Scope.FIXTURE)
def fixture_unreadable(tried: Tried) -> Iterator[Hit]:
    """A fixture that cannot be read.

    No permission, a link that leads nowhere or out of the project, or more than 64 MiB.
    """
    yield from _problems(tried, "unreadable-file", "the fixture was not tried")


@rule("RTM324", "jsonl-not-mapped", Severity.WARNING, Scope.FIXTURE, rows=(86,))
def jsonl_not_mapped(tried: Tried) -> Iterator[Hit]:
    """A JSON Lines file among the fixtures of mappings.

    RTFM has no parser for .jsonl and asks no mapping about it.

    Bad:
        chunks: [{content: "{{ t }}"}]
    Good:
        chunks: [{content: "{{ t }}"}]
    Fixture lines:
        {"type": "x", "t": "text"}
    Good fixture:
        {"type": "x", "t": "text"}
    """
    if tried.fixture.is_lines:
        yield Hit(
            tried.fixture.document.source.top,
            "a JSON Lines file, which no mapping is used for",
            "write one .json file for each record",
            "RTFM asks no mapping about .jsonl files",
        )


@rule("RTM327", "fixture-byte-order-mark", Severity.WARNING, Scope.FIXTURE, rows=(87,))
def fixture_byte_order_mark(tried: Tried) -> Iterator[Hit]:
    """A document that begins with a UTF-8 byte order mark.

    RTFM 0.55.1 makes no chunk of it, without a word. The dry run reads it all the same.
    """
    yield from _problems(
        tried, "fixture-byte-order-mark", "RTFM 0.55.1 makes no chunk of such a document"
    )


@rule("RTM329", "fixture-duplicate-key", Severity.WARNING, Scope.FIXTURE)
def fixture_duplicate_key(tried: Tried) -> Iterator[Hit]:
    """A key that an object of a document has twice.

    The last one counts.

    Bad:
        chunks: [{content: "{{ t }}"}]
    Good:
        chunks: [{content: "{{ t }}"}]
    Fixture:
        {"type": "x", "t": "text", "t": "more"}
    Good fixture:
        {"type": "x", "t": "text"}
    """
    yield from _problems(tried, "fixture-duplicate-key", "RTFM uses the last one")


@rule("RTM333", "nonstandard-constant", Severity.WARNING, Scope.FIXTURE)
def nonstandard_constant(tried: Tried) -> Iterator[Hit]:
    """NaN or Infinity in a document.

    JSON has no such numbers. RTFM reads them and writes `nan` and `inf`; other readers refuse.

    Bad:
        chunks: [{content: "{{ t }}"}]
    Good:
        chunks: [{content: "{{ t }}"}]
    Fixture:
        {"type": "x", "t": "text", "level": NaN}
    Good fixture:
        {"type": "x", "t": "text", "level": null}
    """
    yield from _problems(tried, "nonstandard-constant", "RTFM reads it; other readers refuse it")


@rule("RTM325", "surrogate-in-content", Severity.ERROR, Scope.FIXTURE, rows=(88,))
def surrogate_in_content(tried: Tried) -> Iterator[Hit]:
    """Half a character (a lone surrogate) in a text that a chunk or its title is made of.

    RTFM cannot write it as UTF-8, and fails on the document.

    Bad:
        chunks:
          - content: "{{ t }}"
    Good:
        chunks:
          - content: "{{ u }}"
    Fixture:
        {"type": "x", "t": "\\ud800", "u": "text"}
    """
    document = tried.fixture.document
    for use, foreach, item in _not_written(tried):
        what = "a chunk" if use.pointer[-1] == "content" else "the title of a chunk"
        for pointer, value in _values(use, foreach, item, document.data):
            at = next((i for i, each in enumerate(value) if "\ud800" <= each <= "\udfff"), None)
            if at is not None:
                yield Hit(
                    document.within(pointer, at, at + 1),
                    f"half a character stands here, in a text that {what} is made of",
                    "correct the program that writes the JSON: it cuts a surrogate pair",
                    "RTFM fails on the document, which gives no chunk",
                )


def _not_written(tried: Tried) -> Iterator[tuple[Use, ForEach | None, int | None]]:
    """The template, list and item of the first text that RTFM cannot write as UTF-8."""
    outcome = tried.outcome
    if outcome is None or tried.spec is None:
        return
    failure = outcome.failure
    if failure is not None and failure.error == "UnicodeEncodeError":
        for chunk in tried.spec.chunks:
            if isinstance(chunk.content, Use) and chunk.content.pointer == failure.pointer:
                foreach = chunk.foreach if isinstance(chunk.foreach, ForEach) else None
                yield chunk.content, foreach, failure.item
    for made in outcome.chunks:
        title = made.spec.title
        if not made.title.isascii() and isinstance(title, Use) and not is_unicode(made.title):
            foreach = made.spec.foreach if isinstance(made.spec.foreach, ForEach) else None
            yield title, foreach, made.item
            return


def _values(
    use: Use, foreach: ForEach | None, item: int | None, data: JsonValue
) -> Iterator[tuple[Pointer, str]]:
    """The texts of the document in what a template gave, with their pointers."""
    base: Pointer = ()
    if foreach is not None:
        base = (*paths.pointer(data, foreach.segments), item)
    context = data
    for part in base:
        context = context[part]
    for placeholder in use.template.placeholders:
        segments = placeholder.segments
        if not isinstance(context, dict) and segments[0] == "value":
            segments = segments[1:]
        value = paths.resolve(context, segments)
        if isinstance(value, str):
            yield (*base, *paths.pointer(context, segments)), value
