"""RTM2xx: signs that look like those of YAML or of RTFM's templates, and are text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from rtfm_check.dryrun.trial import Trial
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import ForEach
from rtfm_check.model import Hit, Pointer, Severity
from rtfm_check.project import PlacedUse
from rtfm_check.rules._contract import STUBS
from rtfm_check.rules._fixes import replace
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.show import quote

_IN_QUOTES = re.compile(
    r"[“”„‟«»](?P<inner>[^“”„‟«»\n]+)[“”«»]|[‘’‚‛‹›](?P<single>[^‘’‚‛‹›\n]+)[‘’‹›]"
)
_WORD_PROCESSOR = "“”„‘’‚"  # what it makes of `"` and `'`; other quotes may be meant as text
_SUMS = re.compile(
    r"amount|balance|budget|cost|dollar|due|fee|income|paid|pay|price|rate|revenue|salary|spent|sum"
    r"|tax|total|usd|value|worth",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?[\d.,']+(?:\s*[kKmMbB])?")


@rule("RTM242", "look-alike-characters", Severity.WARNING, Scope.TRIAL)
def look_alike_characters(trial: Trial) -> Iterator[Hit]:
    """Typographic quotes around a value, or blanks of another kind at its end.

    To YAML only `"` and `'` are quotes, and only the plain blank is one: all others belong to the
    value. Word processors and chats put them in. Told of a name, of a value that documents are
    compared with, of a `foreach`, and of a template that is one placeholder in such quotes.

    Bad:
        match: {discriminator: {type: “x”}}
    Good:
        match: {discriminator: {type: "x"}}
    """
    name = trial.file.get("name")
    if isinstance(name, str) and name and not _bare(name):
        place, help = trial.file.document.at(("name",)), f"write something like `{STUBS['name']}`"
        yield Hit(place, "`name` holds nothing that can be seen", help, "RTFM takes it as a name")
    elif isinstance(name, str):
        yield from _told(trial, ("name",), name, "RTFM takes them as part of the name")
    for pointer, path, expected in trial.file.entries:
        if isinstance(expected, str) and not trial.by_discriminator:
            note = f"RTFM compares the field {quote(path)} with the whole of it"
            yield from _told(trial, pointer, expected, note)
    for pointer, path in trial.file.loops if not trial.lists else ():
        if _IN_QUOTES.fullmatch(path):
            yield from _told(trial, pointer, path, "RTFM looks for a field with such a name")
    for placed in trial.file.odd_uses:
        text = placed.use.template.text
        if text[0] in _WORD_PROCESSOR and _is_one_placeholder(placed, text[1:-1]):
            yield from _told(trial, placed.use.pointer, text, "RTFM writes them into the index")


def _told(trial: Trial, pointer: Pointer, text: str, note: str) -> Iterator[Hit]:
    if text.isascii():
        return
    document = trial.file.document
    found = _IN_QUOTES.fullmatch(text) if document.node(pointer).style == "plain" else None
    inner = _bare((found["inner"] or found["single"]) if found else text)
    odd = _odd_end(text)
    if not inner or not (found or odd):
        return
    from rtfm_check.mapping.yaml_text import double_quoted

    written = double_quoted(inner)
    place = document.at(pointer)
    yield Hit(
        place,
        f"{quote(text)} {'has typographic quotes, which are text to YAML' if found else odd}",
        f"write `{written}`",
        note,
        fix=replace(place, written, f"write `{written}`") if found else None,
    )


def _bare(text: str) -> str:
    """A text without the blanks of any kind, and the invisible characters, at its ends."""
    start, end = 0, len(text)
    while start < end and _is_blank(text[start]):
        start += 1
    while end > start and _is_blank(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_blank(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) == "Cf"


def _odd_end(text: str) -> str:
    """What is to be said of a character at an end that looks like a blank, or like nothing."""
    for verb, each in (("begins", text[:1]), ("ends", text[-1:])):
        kind = unicodedata.category(each) if each and each != " " else ""
        if kind in ("Zs", "Cf"):
            looks = "only looks like a blank" if kind == "Zs" else "is invisible"
            return f"{verb} with the character U+{ord(each):04X}, which {looks}"
    return ""


def _is_one_placeholder(placed: PlacedUse, text: str) -> bool:
    """Whether a text is a placeholder and nothing else."""
    template = placed.use.template
    return (
        len(template.placeholders) == 1
        and text.strip() == template.text[slice(*template.placeholders[0].outer)]
    )


@rule("RTM243", "dollar-before-braces", Severity.WARNING, Scope.TRIAL)
def dollar_before_braces(trial: Trial) -> Iterator[Hit]:
    """A placeholder as workflows of GitHub write it, and nothing else in the text.

    RTFM replaces what is in the braces and keeps the `$` as text. Not told where a price may be
    meant: a fixture has a number there, or the path says so.

    Bad:
        chunks:
          - content: "${{ t }}"
    Good:
        chunks:
          - content: "{{ t }}"
    """
    for placed in trial.file.odd_uses:
        text = placed.use.template.text.strip()
        if not text.startswith("${{") or not _is_one_placeholder(placed, text[1:]):
            continue
        each = placed.use.template.placeholders[0]
        if _SUMS.search(each.path) or _is_number(trial, placed, each.segments):
            continue
        start = each.outer[0] - 1
        yield Hit(
            trial.file.document.within(placed.use.pointer, start, each.outer[1]),
            f"the `$` of {quote(text)} is text",
            f"write `{text[1:]}`",
            "RTFM keeps it in front of the value",
        )


def _is_number(trial: Trial, placed: PlacedUse, segments: tuple[str, ...]) -> bool:
    """Whether a document has a number there."""
    foreach = placed.foreach if isinstance(placed.foreach, ForEach) else None
    values = [paths.resolve(context, segments) for context in trial.contexts(foreach)]
    return any(
        isinstance(value, int | float) or (isinstance(value, str) and _NUMBER.fullmatch(value))
        for value in values
    )
