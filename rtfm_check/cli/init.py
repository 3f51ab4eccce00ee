"""`rtfm-check init --from DOC...`: a mapping drafted from sample documents."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from itertools import islice

from rtfm_check import limits
from rtfm_check.cli import _starter
from rtfm_check.cli._options import Parser
from rtfm_check.cli._trees import project_around
from rtfm_check.draft.drafting import ENOUGH, Draft, Refusal, Sample, draft
from rtfm_check.draft.match import Other
from rtfm_check.draft.schema import is_schema, made_up
from rtfm_check.dryrun.coverage import UNREAD
from rtfm_check.exits import Exit, NothingThere, UsageError
from rtfm_check.fixtures import read_fixture
from rtfm_check.layout import Target
from rtfm_check.project import open_folder
from rtfm_check.report.coverage import percent
from rtfm_check.source import Source, Unreadable, read
from rtfm_check.text.show import path as shown
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural
from rtfm_check.tree.discover import discover
from rtfm_check.tree.entry import Entry

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_OTHERS = 300  # documents of the project that a draft must not take
_OTHER_BYTES = 1024 * 1024  # of one of them
_ALL_BYTES = 32 * 1024 * 1024  # of all of them
_LOOKED_AT = 50_000  # files, to find them


def run(arguments: list[str]) -> int:
    """Write the draft, or say why there is none."""
    options = parser().parse_args(arguments)
    if options.name and not _NAME.fullmatch(options.name):
        raise UsageError(f"{options.name}: a name is letters, digits, `-`, `_` and dots")
    if options.stdout and (options.fixture or options.snapshot or options.hook):
        raise UsageError("--stdout writes no files")
    root = project_around(os.getcwd()) or os.getcwd()
    samples = _samples(options, root)
    try:
        made = draft(samples, _others(root, samples), options.name or "")
        _refuse_taken(root, samples, made.name, is_example=not options.samples)
    except Refusal as refusal:
        print(f"rtfm-check: {safe(str(refusal))}", file=sys.stderr)
        return Exit.FINDINGS
    if options.stdout:
        sys.stdout.write(made.text)
    else:
        written = _starter.write(root, made, samples, options)
        sys.stdout.write("".join(f"{safe(line)}\n" for line in written))
    if not options.quiet:
        said = [
            f"the sample is made up from the schema {sample.path}: try real documents"
            for sample in samples
            if sample.is_made_up
        ]
        said += _said(made)
        print("\n".join(f"rtfm-check: {safe(line)}" for line in said), file=sys.stderr)
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `init`."""
    made = Parser(
        "init",
        "Draft a mapping from sample documents, and prove it on them. Nothing is overwritten.",
        words="documents follow --from",
    )
    add = made.add_argument
    add(
        "--from",
        dest="samples",
        nargs="+",
        metavar="DOC",
        help="documents of one kind, or a schema (default: an example)",
    )
    add("--name", help="of the mapping and its file (default: what the documents say they are)")
    add("--stdout", action="store_true", help="print the mapping instead of writing it")
    add("--fixture", action="store_true", help="copy the samples to .rtfm/fixtures")
    add("--snapshot", action="store_true", help="write what they give too; means --fixture")
    add("--hook", action="store_true", help="write .pre-commit-config.yaml, or show what to add")
    add("-q", "--quiet", action="store_true", help="no advice on standard error")
    return made


def _samples(options: argparse.Namespace, root: str) -> list[Sample]:
    """The sample documents; without any, one that shows what a mapping can do."""
    if not options.samples:
        options.fixture = not options.stdout
        source = Source("document.json", _starter.DOCUMENT)
        return [Sample("document.json", source.data, read_fixture(source).document.data)]
    found = []
    for path in dict.fromkeys(options.samples):
        if not os.path.lexists(path):
            raise NothingThere(path)
        if os.path.isdir(path):
            raise UsageError(f"{path} is a folder; name its documents")
        try:
            source = read(path, name=path, limit=limits.FIXTURE_BYTES, root=root)
        except Unreadable as error:
            raise UsageError(f"{path}: {error}") from error
        found.append(_sample(path, source))
    return found


def _sample(path: str, source: Source) -> Sample:
    fixture = read_fixture(source)
    document = fixture.document
    if fixture.is_lines:
        raise UsageError(
            f"{path}: RTFM uses no mapping for .jsonl files; a field profile is for them"
        )
    if document.problems and (not document.loads or source.has_bom):
        problem = document.problems[0]
        at = document.problem_place(problem).span
        what = "" if document.loads else "not JSON: "
        raise UsageError(f"{path}:{at.line}:{at.column}: {what}{problem.message}")
    if is_schema(document.data):
        data = made_up(document.data)
        return Sample(shown(path), (json.dumps(data, indent=2) + "\n").encode(), data, True)
    return Sample(shown(path), source.data, document.data)


def _others(root: str, samples: list[Sample]) -> list[Other]:
    """Other JSON documents of the project, which show what a draft must not match."""
    named = {os.path.realpath(sample.path) for sample in samples}
    found: list[Other] = []
    left = _ALL_BYTES
    for entry in islice(discover(root), _LOOKED_AT):
        if len(found) >= _OTHERS or left <= 0:
            break
        if not isinstance(entry, Entry) or entry.reason is not None or entry.is_folder:
            continue
        path = os.path.join(root, entry.path)
        is_meant = entry.path.lower().endswith(".json") and entry.size <= _OTHER_BYTES
        if not is_meant or os.path.realpath(path) in named:
            continue
        try:
            source = read(path, name=entry.path, limit=_OTHER_BYTES, root=root)
        except Unreadable:
            continue  # nothing is known of it, and nothing said
        left -= len(source.data)
        data = read_fixture(source).document.data
        if isinstance(data, dict):
            found.append(Other(shown(entry.path), data))
    return found


def _refuse_taken(root: str, samples: list[Sample], name: str, *, is_example: bool) -> None:
    """Refuse to draft for documents that a mapping of the project takes already.

    Nor is the name of another one taken, which RTFM would then drop.
    """
    folder = open_folder(Target(os.path.join(root, ".rtfm", "mappings"), None), {})
    for sample in samples:
        match = folder.dispatcher.find(sample.data)
        if match is not None:
            file = shown(os.path.relpath(folder.files[match.position].path, root))
            if is_example:
                raise Refusal(f"there is {file} already; name documents of your own with --from")
            raise Refusal(f"{sample.path} is taken by {file} already, which is asked first")
    for each in folder.files:
        if each.spec is not None and each.spec.name == name:
            file = shown(os.path.relpath(each.path, root))
            raise UsageError(f"{file} has the name {name} already; --name gives another")


def _said(made: Draft) -> list[str]:
    """What became of the samples, and what to look at."""
    proof = made.proof
    kind = f"{made.what}: " if made.what else ""
    said = [
        f"{kind}{plural(proof.chunks, 'chunk')}, {plural(proof.edges, 'edge')}, "
        f"{percent(proof.coverage.share)} of the text of the samples is indexed"
    ]
    unread, total = proof.coverage.characters[UNREAD], sum(proof.coverage.characters)
    if unread > (1 - ENOUGH) * total:
        said.append("the text is spread over many fields: `rtfm-check coverage` names the others")
    others = made.others
    if others:
        more = f" and {len(others) - 3:,} more" if len(others) > 3 else ""
        said.append(f"it takes {', '.join(others[:3])}{more} too")
    for each in proof.findings:
        if each.severity != "info":
            said.append(f"line {each.place.span.line}: {each.message} ({each.rule})")
    return said
