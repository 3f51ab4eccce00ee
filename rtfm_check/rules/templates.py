"""RTM2xx: templates that RTFM does not read as they were meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.mapping.template import Template
from rtfm_check.model import Hit, JsonValue, Severity
from rtfm_check.project import MappingFile, PlacedUse
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules.match import to_dotted
from rtfm_check.show import quote
from rtfm_check.trial import Trial

_PATH = re.compile(r"[a-zA-Z_$][\w.$]*")
_OTHER_SYNTAX = re.compile(r"\$\{[^{}\n]{1,200}\}|\{%[^\n]{0,200}?%\}|<%[^\n]{0,200}?%>")
_ONE_BRACE = re.compile(r"(?<![{\\])\{\s*([a-zA-Z_$][\w.$]*)\s*\}\}(?!\})")
_ALONE = re.compile(r"\s*\{\s*([a-zA-Z_$][\w.$]*)\s*\}\s*")
_SINGLE_CLOSE = re.compile(r"\{\{\s*([a-zA-Z_$][\w.$]*)\s*\}(?!\})")


class _Bad(NamedTuple):
    start: int
    end: int
    text: str
    help: str


def _unrecognised(template: Template) -> Iterator[_Bad]:
    """What looks like a placeholder and is copied as it stands."""
    text = template.text
    taken = [placeholder.outer for placeholder in template.placeholders]
    covered: list[tuple[int, int]] = []
    at = 0
    for start, end in [*taken, (len(text), len(text))]:
        opened = text.find("{{", at, start)
        while opened >= 0:
            if text.startswith("{{{", opened) and opened + 1 == start:
                break  # one brace too many around a good placeholder
            bad = _opened(text, opened, start)
            covered.append((bad.start, bad.end))
            yield bad
            opened = text.find("{{", max(bad.end, opened + 2), start)
        at = end
    for match in _OTHER_SYNTAX.finditer(text):
        if not _overlaps(match.span(), covered + taken):
            covered.append(match.span())
            yield _Bad(*match.span(), match[0], _fixed(match[0].strip("$<>{}% ")))
    for match in _ONE_BRACE.finditer(text):
        if not _overlaps(match.span(), covered + taken):
            yield _Bad(*match.span(), match[0], f"write `{{{{ {match[1]} }}}}`")
    alone = _ALONE.fullmatch(text)
    if alone:
        start = text.index("{")
        end = text.rindex("}") + 1
        yield _Bad(start, end, text[start:end], f"write `{{{{ {alone[1]} }}}}`")


def _opened(text: str, start: int, limit: int) -> _Bad:
    """The thing that begins with `{{` at `start`; `limit` is where a good placeholder begins."""
    single = _SINGLE_CLOSE.match(text, start)
    if single and single.end() <= limit:
        return _Bad(start, single.end(), single[0], f"write `{{{{ {single[1]} }}}}`")
    closed = text.find("}}", start + 2, limit)
    again = text.find("{{", start + 2, limit)
    if closed < 0 or 0 <= again < closed:
        end = min(position for position in (again, limit, len(text)) if position >= 0)
        line = text.find("\n", start, end)
        end = line if line >= 0 else end
        return _Bad(start, max(end, start + 2), text[start:end], "close it with `}}`")
    whole = text[start : closed + 2]
    return _Bad(start, closed + 2, whole, _fixed(whole[2:-2]))


def _fixed(inner: str) -> str:
    """How to write what stands between the braces, if RTFM has a way to."""
    inner = inner.strip()
    if not inner:
        return "write a path between the braces"
    if "*" in inner:
        before, _, after = inner.partition("*")
        return (
            f"RTFM has no wildcards: write `foreach: {before.strip('.[] ')}` "
            f"and `{{{{ {after.strip('.[] ') or 'value'} }}}}`"
        )
    dotted = to_dotted(inner)
    if _PATH.fullmatch(dotted) and dotted != inner:
        return f"write `{{{{ {dotted} }}}}`"
    if inner.startswith(".") and not inner.strip("."):
        return "write `{{ value }}` for the item itself"
    if re.match(r"\d", dotted):
        return (
            "a path may not begin with a digit; in a list of lists write "
            f"`{{{{ value.{dotted} }}}}`"
        )
    if re.search(r"(?:^|\.)[+-]\d", inner):
        return "RTFM's templates have no negative index: count from the start, as in `rows.0`"
    if "-" in inner:
        return (
            f"RTFM reaches no key with a hyphen: rename the field, for example to "
            f"`{inner.replace('-', '_')}`"
        )
    return "RTFM reaches only keys of letters, digits, `_` and `$`: rename the field"


def _overlaps(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


@rule("RTM201", "placeholder-not-recognised", Severity.ERROR, rows=(57, 58, 59))
def placeholder_not_recognised(file: MappingFile) -> Iterator[Hit]:
    """Something that looks like a placeholder and is none.

    Only `{{ path }}` is replaced: a letter, `_` or `$`, then letters, digits, `_`, `$` and dots.
    Hyphens, brackets, filters, wildcards, a digit first, `${x}` and `{% %}` are not known, and
    RTFM indexes them as they stand, braces included.

    Bad:
        chunks:
          - content: "{{ items[0].name }}"
    Good:
        chunks:
          - content: "{{ items.0.name }}"
    """
    for placed in file.uses:
        for bad in _unrecognised(placed.use.template):
            yield Hit(
                file.document.within(placed.use.pointer, bad.start, bad.end),
                f"{quote(bad.text)} is not a placeholder that RTFM knows",
                bad.help,
                "RTFM copies it into the index as it stands",
            )


@rule("RTM220", "triple-braces", Severity.WARNING, rows=(59,))
def triple_braces(file: MappingFile) -> Iterator[Hit]:
    """Three braces around a path.

    RTFM replaces the inner two and keeps the outer one as text.

    Bad:
        chunks:
          - content: "{{{ t }}}"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    for placed in file.uses:
        text = placed.use.template.text
        for each in placed.use.template.placeholders:
            start, end = each.outer
            if text[start - 1 : start] == "{" and text[end : end + 1] == "}":
                yield Hit(
                    file.document.within(placed.use.pointer, start - 1, end + 1),
                    f"{quote(text[start - 1 : end + 1])} has a brace too many on each side",
                    f"write `{text[start:end]}`",
                    "RTFM keeps the outer braces as text",
                )


@rule("RTM221", "empty-path-segment", Severity.WARNING, rows=(60,))
def empty_path_segment(file: MappingFile) -> Iterator[Hit]:
    """A path with two dots in a row, or one at the end.

    RTFM looks for a key that is an empty text there, and documents have none.

    Bad:
        chunks:
          - content: "{{ t. }}"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    for placed in file.uses:
        for each in placed.use.template.placeholders:
            if not all(each.segments):
                right = ".".join(segment for segment in each.segments if segment)
                yield Hit(
                    file.document.within(placed.use.pointer, each.start, each.end),
                    f"{quote(each.path)} has an empty segment",
                    f"write `{right}`",
                    "RTFM finds nothing there and writes nothing",
                )


@rule("RTM222", "item-prefix", Severity.WARNING, Scope.TRIAL, rows=(61,))
def item_prefix(trial: Trial) -> Iterator[Hit]:
    """A path inside `foreach` that begins with a name for the item.

    Inside `foreach` a path starts at the item itself: `item.` and `this.` are looked up as keys
    of it. Not told where a fixture has such a key.

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
    for use in trial.uses.values():
        if use.total or use.placed.foreach is None:
            continue
        for placeholder in use.placed.use.template.placeholders:
            if placeholder.segments[0] in ("item", "this") and len(placeholder.segments) > 1:
                rest = ".".join(placeholder.segments[1:])
                yield _prefix_hit(trial, use.placed, placeholder, rest)


def _prefix_hit(trial: Trial, placed: PlacedUse, placeholder: JsonValue, rest: str) -> Hit:
    return Hit(
        trial.file.document.within(placed.use.pointer, placeholder.start, placeholder.end),
        f"{quote(placeholder.path)} begins with {quote(placeholder.segments[0])}, "
        "and paths inside `foreach` start at the item",
        f"write `{rest}`",
        "RTFM finds nothing there and writes nothing",
    )


@rule("RTM223", "path-too-long", Severity.WARNING)
def path_too_long(file: MappingFile) -> Iterator[Hit]:
    """A path of more than 64 segments.

    No document is nested that deep; a path of this length is a paste that went wrong.
    """
    for placed in file.uses:
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
    for placed in file.uses:
        for at, character in enumerate(placed.use.template.text):
            if "\ud800" <= character <= "\udfff":
                yield Hit(
                    file.document.within(placed.use.pointer, at, at + 1),
                    f"{quote(character)} is half a character",
                    "write both halves, or the character itself",
                    "RTFM cannot store it, and fails on each document that the mapping matches",
                )
                break
