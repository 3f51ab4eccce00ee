"""RTM2xx: templates that RTFM does not read as they were meant."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import ForEach
from rtfm_check.mapping.template import Template
from rtfm_check.model import Hit, JsonValue, Severity
from rtfm_check.project import MappingFile, PlacedUse
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules.match import to_dotted
from rtfm_check.show import quote
from rtfm_check.trial import Trial

_PATH = re.compile(r"[a-zA-Z_$][\w.$]*")
_OTHER_SYNTAX = re.compile(
    r"\$\{[^{}\n]{1,200}\}|#\{(?!%)[^{}\n]{1,200}\}(?!\})"
    r"|\{%[^\n]{0,200}?%\}|<%[^\n]{0,200}?%>|%\([\w.]{1,80}\)s"
)
_ONE_BRACE = re.compile(r"(?<![{\\$])\{\s*([a-zA-Z_$][\w.$]*)\s*\}\}(?!\})")
_CLOSING = re.compile(r"\}{2,}")
_BACKWARDS = re.compile(r"[\w.$]*")  # a path, its last character first
_FIRST = re.compile(r"[a-zA-Z_$]")
_SINGLE = re.compile(r"(?<![{\\$#])\{\s*([a-zA-Z_$][\w.$]*)\s*\}(?!\})")
_SINGLE_CLOSE = re.compile(r"\{\{\s*([a-zA-Z_$][\w.$]*)\s*\}(?!\})(?:\s*\})?")
_BLOCK = re.compile(r"\s*[#%]?\s*(if|for|each|unless|with|set|block)\b\s*(.*)")
_BLOCK_END = re.compile(r"\s*(?:/|end|else|elif|elsif)")
_EXPRESSION = re.compile(
    r"([a-zA-Z_$][\w.$]*)\s*(?:\?\??|\|\|?|&&|[-+*,=!<>]+|\b(?:or|and|if)\b)\s"
)


_SUSPICIOUS = re.compile(r"[{}$%<#]")  # around the placeholders; most templates have none


class _Bad(NamedTuple):
    start: int
    end: int
    text: str
    help: str


def unrecognised(template: Template, part: str) -> Iterator[_Bad]:
    """What looks like a placeholder and is copied as it stands; `part` is what it is for."""
    text = template.text
    if not any(_SUSPICIOUS.search(literal) for literal in template.literals):
        return
    taken = [placeholder.outer for placeholder in template.placeholders]
    covered = _Covered()
    found = 0
    for bad in _double_braces(text, taken):
        covered.add(bad.start, bad.end)
        found += 1
        if not (found > 1 and _BLOCK_END.match(bad.text[2:-2])):
            yield bad
    for start, end in taken:
        covered.add(start, end)
    for match in _OTHER_SYNTAX.finditer(text):
        if covered.take(*match.span()):
            found += 1
            if not _BLOCK_END.match(match[0].strip("<{%- ")):
                inner = match[0].removesuffix("s") if match[0].startswith("%(") else match[0]
                yield _Bad(*match.span(), match[0], _fixed(inner.strip("$#<{}%()>= ")))
    for match in _ONE_BRACE.finditer(text):
        if covered.take(*match.span()):
            found += 1
            yield _Bad(*match.span(), match[0], _write(match[1]))
    for start, end, path in _not_opened(text):
        behind = text.rfind("}}", 0, start)
        is_inside = text.find("{", behind + 2 if behind >= 0 else 0, start) >= 0
        if not is_inside and covered.take(start, end):
            found += 1
            yield _Bad(start, end, text[start:end], _write(path))
    if taken or found:
        return
    singles = list(_SINGLE.finditer(text))
    if part == "content" or (singles and singles[0][0] == text.strip()):
        for match in singles:
            yield _Bad(*match.span(), match[0], _write(match[1]))


def _not_opened(text: str) -> Iterator[tuple[int, int, str]]:
    """Each path with `}}` behind it: start, end, path."""
    at = 0
    for closing in _CLOSING.finditer(text):
        before = text[at : closing.start()].rstrip()
        backwards = _BACKWARDS.match(before[::-1])
        assert backwards is not None
        first = _FIRST.search(before, len(before) - backwards.end())
        if first:
            yield at + first.start(), closing.start() + 2, before[first.start() :]
        at = closing.end()


class _Covered:
    """Ranges of a text that something was said about."""

    def __init__(self) -> None:
        self._starts: list[int] = []  # of ranges that do not overlap, in order
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        """Add a range."""
        first, last = self._touched(start, end)
        if first < last:
            start = min(start, self._starts[first])
            end = max(end, self._ends[last - 1])
        self._starts[first:last] = [start]
        self._ends[first:last] = [end]

    def take(self, start: int, end: int) -> bool:
        """Add a range if it overlaps none; whether that is so."""
        first, last = self._touched(start, end)
        if first < last:
            return False
        self.add(start, end)
        return True

    def _touched(self, start: int, end: int) -> tuple[int, int]:
        """Which of the ranges overlap one, as indices: from, up to."""
        first = bisect_right(self._ends, start)
        return first, max(first, bisect_left(self._starts, end))


def _double_braces(text: str, taken: list[tuple[int, int]]) -> Iterator[_Bad]:
    """What begins with two braces and is no placeholder."""
    at = 0
    for start, end in [*taken, (len(text), len(text))]:
        blank = at + len(text[at:start].rstrip())  # from here to the placeholder
        opened = text.find("{{", at, start)
        while opened >= 0:
            if text.startswith("{{{", opened) and opened + 1 == start:
                break  # one brace too many around a good placeholder
            if opened + 2 >= blank and start < end:  # braces around braces
                closed = re.compile(r"\s*\}\}").match(text, end)
                behind = closed.end() if closed else end
                yield _Bad(opened, behind, text[opened:behind], _written(text[start:end]))
                break
            bad = _opened(text, opened, start)
            yield bad
            opened = text.find("{{", max(bad.end, opened + 2), start)
        at = end


def _opened(text: str, start: int, limit: int) -> _Bad:
    """The thing that begins with `{{` at `start`; `limit` is where a good placeholder begins."""
    single = _SINGLE_CLOSE.match(text, start)
    if single and single.end() <= limit:
        return _Bad(start, single.end(), single[0], _write(single[1]))
    again = text.find("{{", start + 2, limit)
    closed = text.find("}}", start + 2, again if again >= 0 else limit)
    if closed < 0:
        end = min(position for position in (again, limit, len(text)) if position >= 0)
        line = text.find("\n", start, end)
        end = line if line >= 0 else end
        path = re.compile(r"\{\{\s*([a-zA-Z_$][\w.$]*)").match(text, start, end)
        if path:
            return _Bad(start, path.end(), path[0], _write(path[1]))
        found = text[start:end].rstrip()
        return _Bad(start, max(start + len(found), start + 2), found, "close it with `}}`")
    unclosed = text.count("{", start, closed) - text.count("}", start, closed + 2)
    while unclosed > 0 and text.startswith("}}}", closed):
        closed += 1  # a brace of the inner text, as in `{{ ${a} }}`
        unclosed -= 1
    whole = text[start : closed + 2]
    return _Bad(start, closed + 2, whole, _fixed(whole[2:-2]))


def _fixed(inner: str) -> str:
    """How to write what stands between the braces, if RTFM has a way to."""
    inner = inner.strip()
    if len(inner) > limits.HELP_CHARS:
        return "RTFM's templates hold one path and nothing else"
    if _PATH.fullmatch(inner.strip("-~ ")):
        inner = inner.strip("-~ ")
    if not inner:
        return "write a path between the braces"
    block = _BLOCK.fullmatch(inner)
    if block:
        list_path = re.search(r"[\w$.]+$", block[2].strip())
        if block[1] in ("for", "each") and list_path:
            return f"RTFM's templates have no loops: write `foreach: {list_path[0]}`"
        return "RTFM's templates have no conditions or loops: remove it"
    if _PATH.fullmatch(inner):
        return f"write `{{{{ {inner} }}}}`"
    if "*" in inner or "[]" in inner:
        before, _, after = inner.replace("[]", "[*]").partition("*")
        return (
            f"RTFM has no wildcards: write `foreach: {before.strip('.[] ')}` "
            f"and `{{{{ {after.strip('.[] ') or 'value'} }}}}`"
        )
    dotted = to_dotted(inner)
    if _PATH.fullmatch(dotted) and dotted != inner:
        return f"write `{{{{ {dotted} }}}}`"
    if inner.startswith(".") and not inner.strip("."):
        return "write `{{ value }}` for the item itself"
    if re.match(r"\d+(?:\.|$)", dotted):
        return (
            "a path may not begin with a digit; in a list of lists write "
            f"`{{{{ value.{dotted} }}}}`"
        )
    if re.search(r"(?:^|\.)[+-]\d", inner):
        return "RTFM's templates have no negative index: count from the start, as in `rows.0`"
    expression = _EXPRESSION.match(inner) or re.match(r"([a-zA-Z_$][\w.$]*)[,?(]", inner)
    if expression:
        path = expression[1].rpartition(".")[0] if inner.endswith(")") else expression[1]
        return f"RTFM's templates hold one path and nothing else: write `{{{{ {path} }}}}`"
    if "/" in inner.strip("/") and _PATH.fullmatch(inner.replace("/", ".")):
        return f"write `{{{{ {inner.replace('/', '.')} }}}}`"
    named = re.sub(r"[^\w$.]+", "_", inner, flags=re.ASCII).strip("_")
    named = named if _PATH.fullmatch(named) else f"field_{named}".strip("_")
    if "-" in inner:
        return f"RTFM reaches no key with a hyphen: rename the field, for example to `{named}`"
    return (
        "RTFM reaches only keys of letters, digits, `_` and `$`: rename the field, "
        f"for example to `{named}`"
    )


def _write(path: str) -> str:
    return _written(f"{{{{ {path} }}}}")


def _written(placeholder: str) -> str:
    """The help that writes a placeholder out, unless that is long."""
    if len(placeholder) > limits.HELP_CHARS:
        return "write two braces on each side of the path"
    return f"write `{placeholder}`"


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
        for bad in unrecognised(placed.use.template, placed.part):
            yield Hit(
                file.document.within(placed.use.pointer, bad.start, bad.end),
                f"{quote(bad.text)} is not a placeholder that RTFM knows",
                bad.help,
                "RTFM copies it into the index as it stands",
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
    for placed in file.uses:
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
            yield Hit(
                file.document.within(placed.use.pointer, first, last),
                f"{quote(text[first:last])} has a brace too many {where}",
                _written(text[start:end]),
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
    for placed in trial.file.uses:
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
    for placed in trial.file.uses:
        tried = trial.uses.get(id(placed.use))
        if tried is not None and tried.total:
            continue
        inside = ("item", "this", "$") if placed.foreach is not None else ("$",)
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
