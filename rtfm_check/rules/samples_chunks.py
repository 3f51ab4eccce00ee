"""RTM3xx: what becomes of the chunks that the fixtures give."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.trial import Trial, UseTrial
from rtfm_check.model import Hit, Pointer, Related, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._samples import contexts, use_place


@rule("RTM304", "empty-content", Severity.ERROR, Scope.TAKEN, rows=(42, 68))
def empty_content(trial: Trial) -> Iterator[Hit]:
    """A content that stays blank in every fixture, although its paths lead somewhere.

    The fields are null or hold empty text. RTFM drops each chunk.

    Bad:
        chunks:
          - content: "{{ note }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "note": ""}
    """
    for use in _contents(trial):
        if use.total and use.blank == use.total and not _explains(trial, use):
            yield Hit(
                use_place(trial, use),
                f"the content is blank in all of {contexts(use)}",
                "use a field that holds text, or a fixture in which this one does",
                "RTFM drops the chunk; a document that gives no chunk is not indexed at all",
            )


def _contents(trial: Trial) -> Iterator[UseTrial]:
    return (
        use
        for use in trial.uses.values()
        if use.placed.part == "content" and not trial.is_loop_told(use)
    )


def _explains(trial: Trial, use: UseTrial) -> bool:
    """Whether something told already explains why a content is blank."""
    if not use.placed.use.template.placeholders:
        return True  # told as blank-content
    if any(not all(each.placeholder.segments) for each in use.placeholders):
        return True  # told as empty-path-segment
    return any(dead.trial is use and dead.kind != "always-null" for dead in trial.dead)


@rule("RTM309", "duplicate-chunks", Severity.WARNING, Scope.TAKEN)
def duplicate_chunks(trial: Trial) -> Iterator[Hit]:
    """Two chunk specs that give a chunk of the same text in every fixture.

    The text is found twice, and takes the place of another result.

    Bad:
        chunks:
          - content: "{{ t }}"
          - title: Again
            content: "{{ t }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text"}
    """
    for (earlier, later), count in trial.same.items():
        if count == trial.matched and not _is_misspelt(trial, later):
            document = trial.file.document
            yield Hit(
                document.at((*later, "content")),
                f"the chunk has the same text as {earlier[0]}[{earlier[1]}] in every fixture",
                "keep one of the two",
                "RTFM indexes the text twice",
                (Related(document.at((*earlier, "content")), "the same text"),),
            )


def _is_misspelt(trial: Trial, spec: Pointer) -> bool:
    """Whether a chunk has its content from a merge, and its own under a misspelt key."""
    return any(
        each.pointer == spec and each.suggestion == "content" for each in trial.file.violations
    )


@rule("RTM310", "chunk-too-large", Severity.WARNING, Scope.TAKEN, rows=(70,))
def chunk_too_large(trial: Trial) -> Iterator[Hit]:
    """A chunk of more than 10,000 characters.

    RTFM never splits what a mapping makes. A long text is hard to find by one of its sentences.
    """
    for use in _contents(trial):
        size, seen = use.longest
        if size:
            yield Hit(
                use_place(trial, use),
                f"a chunk of {size:,} characters (in {seen})",
                "use `foreach` over its parts, if the JSON has them",
                "RTFM stores the text as one chunk and never splits it",
            )


@rule("RTM320", "label-only-chunk", Severity.WARNING, Scope.TAKEN, rows=(67,))
def label_only_chunk(trial: Trial) -> Iterator[Hit]:
    """A chunk that holds the template's own words and none of the document's.

    Every placeholder of the content is empty in some fixture or item. The text is not blank, so
    RTFM indexes it.

    Bad:
        chunks:
          - foreach: items
            content: "Note: {{ text }}"
    Good:
        chunks:
          - foreach: items
            content: "{{ text }}{{ t }}"
    Fixture:
        {"type": "x", "items": [{"text": "one", "t": ""}, {"text": "", "t": "two"}]}
    """
    for use in _contents(trial):
        if use.label_only and not _explains(trial, use):
            yield Hit(
                use_place(trial, use),
                f"nothing of the document is in the content in {use.label_only:,} of "
                f"{contexts(use)}, first in {use.first_label_only}",
                "leave the words around the placeholder out, so that RTFM drops such chunks",
                "RTFM indexes the words of the template alone",
            )


@rule("RTM321", "document-vanishes", Severity.ERROR, Scope.TAKEN, rows=(68,))
def document_vanishes(trial: Trial) -> Iterator[Hit]:
    """A document that a mapping takes and makes no chunk of.

    RTFM then does not index it in the generic way either: it is gone, without a word. Told where
    no error about the mapping explains it.

    Bad:
        chunks:
          - foreach: items
            content: "{{ text }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "items": []}
    """
    if trial.has_errors:
        return
    for place in trial.vanished:
        yield Hit(
            place,
            f"{trial.file.path} takes the document and makes no chunk of it",
            "add a chunk without `foreach`, so that every document gives one",
            "RTFM does not index the document in any other way",
            (Related(trial.file.document.owner(("chunks",)), "the chunks of the mapping"),),
        )


@rule("RTM326", "output-too-large", Severity.ERROR, Scope.TAKEN)
def output_too_large(trial: Trial) -> Iterator[Hit]:
    """A template that renders to more than 1 MiB, or a document to more than 64 MiB.

    RTFM has no limit and may run out of memory. The dry run of the document stops there.
    """
    for failure, fixture in trial.failures.values():
        if failure.error in ("limit", "RecursionError"):
            deep = failure.error == "RecursionError"
            yield Hit(
                trial.file.document.at(failure.pointer),
                "a value is nested too deep to be written"
                if deep
                else f"the text of {fixture} exceeds what a document may render",
                "use smaller fields, or fewer of them in a template",
                "RTFM fails on the document" if deep else "RTFM may run out of memory",
            )


@rule("RTM328", "some-content-empty", Severity.WARNING, Scope.TAKEN, rows=(42, 69))
def some_content_empty(trial: Trial) -> Iterator[Hit]:
    """A content that is blank in some fixtures or items, and not in others.

    RTFM drops these chunks, and its numbering skips them: ids and chapter numbers have gaps.

    Bad:
        chunks:
          - foreach: items
            content: "{{ text }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "items": [{"text": "one"}, {"text": null}]}
    """
    for use in _contents(trial):
        if 0 < use.blank < use.total:
            yield Hit(
                use_place(trial, use),
                f"the content is blank in {use.blank:,} of {contexts(use)}, "
                f"first in {use.first_blank}",
                "give the chunk another text for these, or leave them out of the list",
                "RTFM drops these chunks, and the ids of the others have gaps",
            )
