"""`rtfm-check preview PROFILE DOC`: the records that a field profile makes of a document."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator

from rtfm_check.cli._options import wants_color
from rtfm_check.exits import Exit, UsageError
from rtfm_check.fields.apply import Made, apply
from rtfm_check.fields.open import ProfileFile, read_profile
from rtfm_check.fields.records import Record, records
from rtfm_check.file import File
from rtfm_check.layout import Target
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style
from rtfm_check.source import Source, Unreadable
from rtfm_check.text import show
from rtfm_check.text.show import quote, safe


def opened(source: Source) -> ProfileFile:
    """The profile in a source; what is wrong with it is said on standard error."""
    profile = read_profile(source)
    for fault in profile.faults:
        place = profile.place(fault.where)
        _say(f"{place.path}:{place.span.line}:{place.span.column}: {fault.message}")
    return profile


def run(profile: ProfileFile, options: Namespace) -> int:
    """Print the records, each as soon as it is read."""
    path: str = options.document
    name = show.path(os.path.normpath(path)).replace(os.sep, "/")
    folder, own = os.path.split(os.path.abspath(path))
    file = File(folder, own, name, os.path.getsize(path))
    known_as = _in_project(path, options.mapping)
    style = Style(color=wants_color(options.color))
    is_clean = not profile.faults
    is_json = options.format == "json"
    first = '{"records":['
    try:
        for each in records(file):
            if not isinstance(each, Record):
                is_clean = False
                _say(f"{name}:{each.line}:{each.column}: {each.message}")
                continue
            made = apply(profile.profile, each.value, known_as, each.number)
            if is_json:
                sys.stdout.write(first + dump(made.as_json()))
                first = ","
            else:
                sys.stdout.write("".join(f"{line}\n" for line in _text(made, each, style)))
    except Unreadable as error:
        raise UsageError(f"{path}: {error}") from error
    if is_json:
        print("]}" if first == "," else f"{first}]}}")
    return Exit.CLEAN if is_clean else Exit.FINDINGS


def _in_project(path: str, profile: str) -> str:
    """A document's path in the project of a profile, by which the index knows it."""
    folder = os.path.dirname(profile)
    root = Target(folder or os.curdir, {profile}, is_fields=True).root
    found = os.path.relpath(os.path.abspath(path), root)
    return show.path(found).replace(os.sep, "/")


def _say(text: str) -> None:
    print(f"rtfm-check: {safe(text)}", file=sys.stderr)


def _text(made: Made, record: Record, style: Style) -> Iterator[str]:
    who = quote(made.source_id) if made.source_id is not None else "without an identifier"
    yield style.paint(f"record {who}, line {record.line}", "info")
    lines = made.text.split("\n") if made.text else ["(no text)"]
    yield from (f"  {safe(line)}" for line in lines)
    for key, value in made.metadata.items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield style.paint(f"  {safe(key)}: {safe(shown)}", "frame")
    yield ""
