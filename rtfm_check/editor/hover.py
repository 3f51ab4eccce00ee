"""What is shown of the text under the mouse: findings, placeholders with their values, keys."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from rtfm_check.dryrun.trial import Example, Trial
from rtfm_check.editor import keys, promised, samples
from rtfm_check.editor.cursor import Cursor
from rtfm_check.editor.samples import Known, shown
from rtfm_check.mapping import paths
from rtfm_check.model import Finding, JsonValue
from rtfm_check.rules import find
from rtfm_check.text.show import kind_of, quote, safe
from rtfm_check.typed.places import Places

_PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_$][\w.$]*)\s*\}\}")
_SHOWN = 3  # values of a placeholder
_IGNORE = re.compile(r"rtfm-check:[ \t]*ignore(?:-file)?\[")


class Place(NamedTuple):
    """A cursor, and what is known around it."""

    cursor: Cursor
    findings: list[Finding]  # at the cursor
    is_fields: bool
    examples: list[Example]  # documents that the mapping takes
    trial: Trial | None
    taken: list[str]  # the fixtures that the mapping takes
    records: list[Known]  # paths of the records of a profile
    places: Places | None  # that the schema of the documents has


def show(place: Place) -> str:
    """Markdown, or nothing."""
    parts = [_finding(each) for each in place.findings]
    cursor = place.cursor
    if cursor.role == "comment":
        parts.append(_rule_in_comment(cursor))
    elif cursor.role == "key":
        parts.append(_key(place))
    elif place.is_fields:
        parts.append(_record_path(place))
    else:
        parts.append(_value(place))
    return "\n\n---\n\n".join(part for part in parts if part)


def _finding(finding: Finding) -> str:
    """A finding, with the documentation of its rule."""
    rule = find(finding.rule)
    lines = [f"**{finding.rule}** ({finding.code}, {finding.severity}): {_plain(finding.message)}"]
    lines += [_plain(each) for each in (finding.help, finding.note) if each]
    if rule is not None:
        lines.append(rule.markdown)
    return "\n\n".join(lines)


def _rule_in_comment(cursor: Cursor) -> str:
    if not _IGNORE.search(cursor.before):
        return ""
    before = re.search(r"[\w-]*$", cursor.before)
    after = re.match(r"[\w-]*", cursor.after)
    assert before is not None
    assert after is not None
    rule = find(before[0] + after[0])
    return "" if rule is None else f"**{rule.name}** ({rule.code})\n\n{rule.markdown}"


def _plain(text: str) -> str:
    """A message as Markdown: what is between backticks stays, nothing else is markup."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", text)
    return "".join(
        f"`{piece}`" if number % 2 else re.sub(r"([\\*_\[\]<>#|~])", r"\\\1", piece)
        for number, piece in enumerate(pieces)
    )


def _key(place: Place) -> str:
    cursor = place.cursor
    name = cursor.before + cursor.after
    pointer = (*cursor.pointer, name)
    if place.is_fields:
        return keys.about(keys.FIELDS_SCHEMA, pointer)
    if cursor.pointer == ("match", "discriminator"):
        return _values_of(place.examples, name)
    parts = [keys.about(keys.schema_of(is_fields=False), pointer)]
    if pointer == ("match",) and place.trial is not None:
        count = len(place.taken)
        names = ", ".join(quote(each) for each in place.taken[:10])
        parts.append(f"Takes {count} of the fixtures: {names}" if count else "Takes no fixture.")
    return "\n\n".join(part for part in parts if part)


def _value(place: Place) -> str:
    cursor = place.cursor
    pointer = cursor.pointer
    if len(pointer) == 3 and pointer[2] == "foreach":
        return _loop(place, cursor.before + cursor.after)
    if pointer[:2] == ("match", "discriminator") and len(pointer) == 3:
        return _values_of(place.examples, str(pointer[2]))
    text = cursor.before + cursor.after
    for match in _PLACEHOLDER.finditer(text):
        if match.start() <= len(cursor.before) < match.end():
            parts = (_placeholder(place, match[1]), _promise(place, match[1]))
            return "\n\n".join(part for part in parts if part)
    return ""


def _promise(place: Place, path: str) -> str:
    return "" if place.places is None else promised.about(place.places, _foreach(place), path)


def _foreach(place: Place) -> str:
    """The list that the spec under the cursor runs over, if any."""
    written = place.cursor.get(*place.cursor.pointer[:2], "foreach")
    return written.strip("'\" ") if isinstance(written, str) else ""


def _placeholder(place: Place, path: str) -> str:
    """How often a placeholder finds something, and what."""
    foreach = _foreach(place)
    segments = paths.split(path)
    found: list[tuple[str, JsonValue]] = []
    total = 0
    for name, context in samples.contexts(place.examples, foreach):
        total += 1
        value = paths.resolve(context, segments)
        if value is not None:
            found.append((name, value))
    if not total:
        return "No fixture was tried: nothing is known of what it gives."
    resolved, of = len(found), total
    exact = _counted(place.trial, place.cursor.pointer, path)
    if exact is not None:
        resolved, of = exact
    what = "items" if foreach else "documents"
    kinds = Counter(kind_of(value) for _, value in found)
    kind = " or ".join(each for each, _ in kinds.most_common())
    lines = [f"{quote(path)}: {kind or 'nothing'} in {resolved:,} of {of:,} {what}"]
    lines += [f"- {_code(shown(value))} ({quote(name)})" for name, value in _different(found)]
    return "\n".join([lines[0], "", *lines[1:]])


def _counted(
    trial: Trial | None, pointer: tuple[str | int, ...], path: str
) -> tuple[int, int] | None:
    """How often a placeholder of the mapping that was tried found something, of how often."""
    for use in trial.uses.values() if trial is not None else ():
        if use.placed.use.pointer == pointer:
            for each in use.placeholders:
                if each.placeholder.path == path and use.total:
                    return each.resolved, use.total
    return None


def _different(found: list[tuple[str, JsonValue]]) -> list[tuple[str, JsonValue]]:
    kept: dict[str, tuple[str, JsonValue]] = {}
    for name, value in found:
        kept.setdefault(shown(value), (name, value))
        if len(kept) == _SHOWN:
            break
    return list(kept.values())


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"


def _loop(place: Place, path: str) -> str:
    """How many items a foreach runs over, and what they have."""
    lists = [paths.resolve(each.data, paths.split(path)) for each in place.examples]
    if not lists:
        return ""
    right = [each for each in lists if isinstance(each, list)]
    items = sum(map(len, right))
    line = f"{quote(path)}: a list in {len(right)} of {len(lists)} documents, {items:,} items"
    known = samples.known(place.examples, path)[:10]
    rows = [f"- {quote(each.path)}: {_code(each.detail)}" for each in known]
    return "\n".join([line, "", *rows])


def _values_of(examples: list[Example], path: str) -> str:
    values = samples.values_at(examples, path)
    if not values:
        return ""
    return f"{quote(path)} in the fixtures: " + ", ".join(_code(shown(each)) for each in values[:5])


def _record_path(place: Place) -> str:
    text = place.cursor.before + place.cursor.after
    for each in place.records:
        if each.path == text:
            return f"{quote(each.path)}: {_code(safe(each.detail))}"
    return ""
