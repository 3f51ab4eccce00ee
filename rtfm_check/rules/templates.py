"""RTM2xx: templates that RTFM does not read as they were meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.dryrun.trial import Trial
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import ForEach
from rtfm_check.mapping.template import ITEM
from rtfm_check.model import Hit, JsonValue, Place, Pointer, Severity
from rtfm_check.project import MappingFile, PlacedUse
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._traps import comment_instead
from rtfm_check.text.show import quote

_CUT = re.compile(r"([ \t]+)(#[^\s#][^\n\r]*)")  # a comment whose text begins at its mark


@rule("RTM201", "placeholder-not-recognised", Severity.ERROR, rows=(57, 58, 59))
def placeholder_not_recognised(file: MappingFile) -> Iterator[Hit]:
    """Something that looks like a placeholder and is none.

    Only `{{ path }}` is replaced: a letter, `_` or `$`, then letters, digits, `_`, `$` and dots.
    Hyphens, brackets, filters, wildcards, a digit first, `${x}` and `{% %}` are not known, and
    RTFM indexes them as they stand, braces included. `name` and `relation` are no templates.

    Bad:
        chunks:
          - content: "{{ items[0].name }}"
    Good:
        chunks:
          - content: "{{ items.0.name }}"
    """
    for placed in file.odd_uses:
        from rtfm_check.rules._other_syntax import unrecognised

        for bad in unrecognised(placed.use.template, placed.part):
            yield Hit(
                file.document.within(placed.use.pointer, bad.start, bad.end),
                f"{quote(bad.text)} is not a placeholder that RTFM knows",
                bad.help,
                "RTFM copies it into the index as it stands",
            )
    edges = file.spec.edges if file.spec is not None else ()
    for pointer in (("name",), *((*edge.pointer, "relation") for edge in edges)):
        value = file.get(*pointer)
        if isinstance(value, str) and "{{" in value and "}}" in value:
            yield Hit(
                file.document.at(pointer),
                f"{quote(value)} is not rendered: `{pointer[-1]}` is no template",
                f"write a word, as in `{pointer[-1]}: {'link' if pointer[1:] else 'my-mapping'}`",
                "RTFM takes it as it stands, braces included",
            )


@rule("RTM220", "triple-braces", Severity.WARNING, rows=(59,))
def triple_braces(file: MappingFile) -> Iterator[Hit]:
    """Three braces around a path, or on one side of it.

    RTFM replaces the inner two and keeps the outer one as text.

    Bad:
        chunks:
          - content: "{{{ t }}}"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    for placed in file.odd_uses:
        text = placed.use.template.text
        total = text.count("{") - text.count("}")
        open_before, at = 0, 0  # braces that are open where a placeholder begins
        for each in placed.use.template.placeholders:
            start, end = each.outer
            open_before += text.count("{", at, start) - text.count("}", at, start)
            at = start
            first, last = _with_extra_braces(text, start, end, open_before, total - open_before)
            if (first, last) == (start, end):
                continue
            where = "on each side"
            if first == start or last == end:
                where = "before it" if first < start else "behind it"
            from rtfm_check.rules._other_syntax import written

            yield Hit(
                file.document.within(placed.use.pointer, first, last),
                f"{quote(text[first:last])} has a brace too many {where}",
                written(text[start:end]),
                "RTFM keeps the outer braces as text",
            )


def _with_extra_braces(
    text: str, start: int, end: int, open_before: int, open_behind: int
) -> tuple[int, int]:
    """The range of a placeholder with the braces that stick to it and belong to nothing else.

    `open_before` and `open_behind` are how many more braces open than close on each side.
    """
    before = text[start - 1 : start] == "{"
    behind = text[end : end + 1] == "}"
    if before and behind:
        return start - 1, end + 1
    if before and open_behind >= 0:
        return start - 1, end
    if behind and open_before <= 0:
        return start, end + 1
    return start, end


@rule("RTM221", "empty-path-segment", Severity.ERROR, Scope.TRIAL, rows=(60,))
def empty_path_segment(trial: Trial) -> Iterator[Hit]:
    """A path with two dots in a row, or one at the end.

    RTFM looks for a key that is an empty text there, and documents have none.

    Bad:
        chunks:
          - content: "{{ t. }}"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    for placed in trial.file.odd_uses:
        for each in placed.use.template.placeholders:
            if not all(each.segments):
                yield Hit(
                    trial.file.document.within(placed.use.pointer, each.start, each.end),
                    f"{quote(each.path)} has an empty segment",
                    f"write `{_without_empty(trial, placed, each.segments)}`",
                    "RTFM finds nothing there and writes nothing",
                )


def _without_empty(trial: Trial, placed: PlacedUse, segments: tuple[str, ...]) -> str:
    """A path without its empty segments, or with the first item of a list in their place."""
    foreach = placed.foreach if isinstance(placed.foreach, ForEach) else None
    shorter = tuple(segment for segment in segments if segment)
    indexed = tuple(segment or "0" for segment in segments)
    for context in trial.contexts(foreach):
        leads_to_text = not isinstance(paths.resolve(context, shorter), dict | list | None)
        if not leads_to_text and paths.exists(context, indexed):
            return ".".join(indexed)
    return ".".join(shorter)


@rule("RTM222", "item-prefix", Severity.ERROR, Scope.TRIAL, rows=(61,))
def item_prefix(trial: Trial) -> Iterator[Hit]:
    """A path that begins with a name for the item, or with `$.` for the document.

    Inside `foreach` a path starts at the item itself, elsewhere at the document: `item.`, `this.`
    and `$.` are looked up as keys of it. Not told where a fixture has such a key.

    Bad:
        chunks:
          - foreach: items
            content: "{{ item.text }}"
    Good:
        chunks:
          - foreach: items
            content: "{{ text }}"
    """
    for each in trial.dead:
        if each.kind == "item-prefix":
            yield _prefix_hit(trial, each.trial.placed, each.placeholder, each.suggestion)
    for placed in trial.file.odd_uses:
        tried = trial.uses.get(id(placed.use))
        if tried is not None and tried.total:
            continue
        inside = ITEM if placed.foreach is not None else ("$",)
        for placeholder in placed.use.template.placeholders:
            first, *others = placeholder.segments
            if first in inside and all(others) and others:
                yield _prefix_hit(trial, placed, placeholder, ".".join(others))


def _prefix_hit(trial: Trial, placed: PlacedUse, placeholder: JsonValue, rest: str) -> Hit:
    where = "start at the document"
    if placed.foreach is not None:
        where = "inside `foreach` start at the item"
    return Hit(
        trial.file.document.within(placed.use.pointer, placeholder.start, placeholder.end),
        f"{quote(placeholder.path)} begins with {quote(placeholder.segments[0])}, "
        f"and paths {where}",
        f"write `{rest}`",
        "RTFM finds nothing there and writes nothing",
    )


@rule("RTM223", "path-too-long", Severity.WARNING)
def path_too_long(file: MappingFile) -> Iterator[Hit]:
    """A path of more than 64 segments.

    No document is nested that deep; a path of this length is a paste that went wrong.
    """
    for placed in file.odd_uses:
        for each in placed.use.template.placeholders:
            if len(each.segments) > limits.PATH_SEGMENTS:
                yield Hit(
                    file.document.within(placed.use.pointer, each.start, each.end),
                    f"a path of {len(each.segments):,} segments",
                    f"a path has at most {limits.PATH_SEGMENTS} segments",
                    "RTFM finds nothing there and writes nothing",
                )


@rule("RTM229", "surrogate-in-template", Severity.ERROR)
def surrogate_in_template(file: MappingFile) -> Iterator[Hit]:
    """Half a character (a lone surrogate) in a template of a JSON mapping.

    RTFM cannot write it as UTF-8 and fails on each document that matches.

    Bad:
        {"name": "m", "match": {"discriminator": {"type": "x"}},
         "chunks": [{"content": "{{ t }} \\ud800"}]}
    Good:
        {"name": "m", "match": {"discriminator": {"type": "x"}},
         "chunks": [{"content": "{{ t }} \\ud83d\\ude00"}]}
    """
    for placed in file.odd_uses:
        for at, character in enumerate(placed.use.template.text):
            if "\ud800" <= character <= "\udfff":
                yield Hit(
                    file.document.within(placed.use.pointer, at, at + 1),
                    f"{quote(character)} is half a character",
                    "write both halves, or the character itself",
                    "RTFM cannot store it, and fails on each document that the mapping matches",
                )
                break


@rule("RTM241", "cut-by-comment", Severity.WARNING)
def cut_by_comment(file: MappingFile) -> Iterator[Hit]:
    """A text without quotes that ends before a blank and a `#`, with text meant to go on.

    To YAML a blank and `#` begin a comment. Told where the comment holds a placeholder, or a
    number as in `Issue #7`.

    Bad:
        chunks:
          - title: Item #{{ number }}
            content: "{{ t }}"
    Good:
        chunks:
          - title: "Item #{{ number }}"
            content: "{{ t }}"
    """
    document = file.document
    if not _has_comments(file):
        return
    for placed in file.uses:
        cut = comment_behind(file, placed.use.pointer)
        if cut:
            node = document.node(placed.use.pointer)
            whole = f"{document.source.text[node.start : node.end]}{cut[1]}{cut[2]}".rstrip()
            yield _cut_hit(
                document.at(placed.use.pointer)._replace(
                    span=document.source.span(node.start, node.start + len(whole))
                ),
                cut[2].rstrip(),
                whole,
                f"the {placed.part} ends before it: RTFM reads {quote(placed.use.template.text)}",
            )
    for chunk in file.spec.chunks if file.spec is not None else ():
        for key, value in chunk.metadata:
            pointer = (*chunk.pointer, "metadata", key)
            place, comment = comment_instead(document, pointer) if value is None else (None, "")
            if place and ("{{" in comment or comment[1:2].isdigit()):
                note = f"nothing stands before it: RTFM stores null as {quote(key)}"
                yield _cut_hit(place, comment, comment, note)


def _cut_hit(place: Place, comment: str, whole: str, note: str) -> Hit:
    from rtfm_check.mapping.yaml_text import double_quoted

    short = len(whole) <= limits.HELP_CHARS and "\n" not in whole
    return Hit(
        place,
        f"{quote(comment)} is a comment",
        f"write `{double_quoted(whole)}`" if short else "put the whole text in quotes",
        note,
    )


def comment_behind(file: MappingFile, pointer: Pointer) -> re.Match[str] | None:
    """The comment that cuts a text without quotes: one with a placeholder or a number in it."""
    node = file.document.node(pointer)
    if node.style != "plain" or not file.document.loads:
        return None
    cut = _CUT.match(file.document.source.text, node.end)
    return cut if cut and ("{{" in cut[2] or cut[2][1].isdigit()) else None


def _has_comments(file: MappingFile) -> bool:
    text = file.document.source.text
    return file.document.loads and (" #" in text or "\t#" in text)
