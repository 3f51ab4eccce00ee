"""`rtfm-check preview MAPPING DOC`: what a mapping or field profile makes of a document."""

from __future__ import annotations

import argparse
import os
import sys

from rtfm_check import limits
from rtfm_check.cli._options import Parser, add_color, wants_color
from rtfm_check.dryrun.snapshot import record
from rtfm_check.exits import Exit, NothingThere, UsageError
from rtfm_check.fixtures import read_fixture
from rtfm_check.layout import Target, is_mapping_name, project_root
from rtfm_check.mapping import paths
from rtfm_check.mapping.apply import Outcome, apply
from rtfm_check.mapping.dispatch import compare
from rtfm_check.mapping.document import Document, read_mapping
from rtfm_check.mapping.spec import Spec, load
from rtfm_check.model import JsonValue
from rtfm_check.named import is_profile
from rtfm_check.project import open_folder
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style
from rtfm_check.rules._traps import spelling
from rtfm_check.source import Source, Unreadable, read
from rtfm_check.text.show import kind_of, quote, safe


def run(arguments: list[str]) -> int:
    """Print the chunks and edges; with --watch again whenever a file is saved."""
    options = parser().parse_args(arguments)
    if not options.watch:
        return _preview(options)
    for path in (options.mapping, options.document):
        _there(path)
    from rtfm_check.cli._watch import watch

    watch(lambda: _watched(options), lambda: _look(options))
    return Exit.CLEAN


def _watched(options: argparse.Namespace) -> list[str]:
    """The mapping and the document, and the other mappings of the folder."""
    folder = os.path.dirname(options.mapping) or os.curdir
    own = [options.mapping, options.document]
    siblings = Target(folder, None).mapping_files() if _is_in_project(options.mapping) else []
    return list(dict.fromkeys([*map(os.path.normpath, own), *map(os.path.normpath, siblings)]))


def _look(options: argparse.Namespace) -> None:
    """One look; a file that is gone, or broken, is told and waited for."""
    try:
        _preview(options)
    except NothingThere as error:
        print(f"rtfm-check: {safe(str(error))}: no such file; waiting for it", file=sys.stderr)
    except UsageError as error:
        print(f"rtfm-check: {safe(str(error))}", file=sys.stderr)


def _preview(options: argparse.Namespace) -> int:
    if is_profile(options.mapping):
        from rtfm_check.cli import _preview_fields

        profile = _preview_fields.opened(_source(options.mapping, limits.MAPPING_BYTES))
        _there(options.document)
        return _preview_fields.run(profile, options)
    spec, data, note = _read_both(options.mapping, options.document)
    matches = spec is not None and isinstance(data, dict) and _matches(spec, data)
    outcome = apply(spec, data) if spec is not None and matches else Outcome([], [])
    if not note and spec is not None and not matches:
        note = f"{options.mapping} does not match {options.document}: {_why_not(spec, data)}"
    if outcome.failure or outcome.edge_failure:
        failure = outcome.failure or outcome.edge_failure
        assert failure is not None
        note = f"RTFM fails here with {failure.error}: `rtfm-check {options.mapping}` says why"
    if note:
        print(f"rtfm-check: {safe(note)}", file=sys.stderr)
    elif matches:
        _tell_taker(options, data)
    if options.format == "json":
        print(dump(record(spec.name if spec is not None and matches else None, outcome)))
    elif spec is not None and matches:
        from rtfm_check.cli import _preview_text

        style = Style(color=wants_color(options.color))
        shown = _preview_text.lines(spec, data, outcome, style)
        sys.stdout.write("".join(f"{line}\n" for line in shown))
    return Exit.FINDINGS if note else Exit.CLEAN


def _is_in_project(mapping: str) -> bool:
    """Whether RTFM would ask the other mappings of the folder too."""
    return os.path.basename(os.path.dirname(os.path.abspath(mapping))) == "mappings"


def _tell_taker(options: argparse.Namespace, data: JsonValue) -> None:
    """Say which other mapping of the folder RTFM gives the document to, if it does."""
    if not _is_in_project(options.mapping):
        return
    folder = open_folder(Target(os.path.dirname(options.mapping) or os.curdir, None), {})
    taker = folder.dispatcher.find(data)
    own = os.path.abspath(options.mapping)
    path = "" if taker is None else folder.files[taker.position].document.source.path
    if path and os.path.abspath(path) != own:
        what = f"RTFM asks {path} first, which takes {options.document}"
        print(f"rtfm-check: {safe(what)}", file=sys.stderr)


def parser() -> Parser:
    """The options of `preview`."""
    made = Parser(
        "preview",
        "Show the chunks and edges that a mapping makes of a document, or the records that a field "
        "profile makes.",
    )
    made.add_argument("mapping", metavar="MAPPING", help="a mapping file, or a field profile")
    made.add_argument("document", metavar="DOC", help="a JSON document, or JSON Lines")
    made.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")
    made.add_argument("--watch", action="store_true", help="show it again whenever a file is saved")
    add_color(made)
    return made


def _read_both(mapping: str, document: str) -> tuple[Spec | None, JsonValue, str]:
    """The mapping, the document's data, and why one of them is missing."""
    if is_mapping_name(document) and not document.lower().endswith(".json"):
        raise UsageError(f"{document} is no JSON document; the mapping comes first, then that")
    read_as_mapping = read_mapping(_source(mapping, limits.MAPPING_BYTES))
    fixture = read_fixture(_source(document, limits.FIXTURE_BYTES))
    if fixture.is_lines:
        raise UsageError(f"{document}: RTFM uses no mapping for .jsonl files")
    if not read_as_mapping.loads:
        return None, None, _first_problem(read_as_mapping)
    spec = load(read_as_mapping.data)
    if spec is None:
        return None, None, f"RTFM skips {mapping}: `rtfm-check {mapping}` says why"
    if not fixture.document.loads:
        return spec, None, _first_problem(fixture.document, "not JSON: ")
    return spec, fixture.document.data, ""


def _there(path: str) -> None:
    if not os.path.lexists(path):
        raise NothingThere(path)
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder; name a file")


def _source(path: str, limit: int) -> Source:
    _there(path)
    try:
        return read(path, name=path, limit=limit, root=project_root(os.path.dirname(path)))
    except Unreadable as error:
        raise UsageError(f"{path}: {error}") from error


def _first_problem(document: Document, what: str = "") -> str:
    problem = document.problems[0]
    place = document.problem_place(problem)
    return f"{place.path}:{place.span.line}:{place.span.column}: {what}{problem.message}"


def _why_not(spec: Spec, data: JsonValue) -> str:
    """Why a mapping does not take a document."""
    if not isinstance(data, dict):
        return f"the document is a {kind_of(data)}, and mappings take objects only"
    if spec.schema_url is None and spec.discriminator is None:
        return "a mapping without a rule in `match` takes no document"
    for segments, expected in spec.tests:
        if segments is None:
            return "RTFM fails while it compares the discriminator"
        found = paths.resolve(data, segments)
        if found != expected:
            path = ".".join(segments)
            return f"{quote(path)} is {spelling(found)}, and has to be {spelling(expected)}"
    return f"`schema_url` has to be the document's `$schema`: {quote(spec.schema_url or '')}"


def _matches(spec: Spec, data: dict[str, JsonValue]) -> bool:
    found = compare(spec, data)
    return found is not None and not found.breaks
