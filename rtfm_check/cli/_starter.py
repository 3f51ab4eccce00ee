"""The files that `init` writes: mapping, fixtures, snapshots, the entry of the hook."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from rtfm_check.draft.drafting import Draft, Sample
from rtfm_check.dryrun.snapshot import record
from rtfm_check.dryrun.snapshot import write as write_snapshot
from rtfm_check.exits import UsageError
from rtfm_check.layout import expected_path
from rtfm_check.mapping.apply import apply
from rtfm_check.text.show import path as shown

DOCUMENT = b"""\
{
  "type": "my-document",
  "title": "What the document is about",
  "text": "The text of the document. It becomes a chunk of its own.",
  "sections": [
    {"heading": "A section", "text": "Each section becomes a chunk.", "author": "Ada", "page": 1},
    {"heading": "Another one", "text": "Its heading is its title.", "author": "Grace", "page": 2}
  ]
}
"""
_HOOK = """\
repos:
  - repo: local
    hooks:
      - id: rtfm-check
        name: rtfm-check (RTFM mappings)
        entry: rtfm-check check
        language: system
        files: '(?i)(^|/)\\.rtfm/(mappings|fields|fixtures)/.+\\.(ya?ml|json|jsonl|conf)$'
        require_serial: true
"""


def write(
    root: str, made: Draft, samples: list[Sample], options: argparse.Namespace
) -> Iterator[str]:
    """Write what is asked for, and say what; raises UsageError where a file is there already."""
    files = [(os.path.join(root, ".rtfm", "mappings", f"{made.name}.yaml"), made.text.encode())]
    fixtures = []
    if options.fixture or options.snapshot:
        for number, sample in enumerate(samples, 1):
            file = f"{made.name}{f'-{number}' if len(samples) > 1 else ''}.json"
            fixtures.append(os.path.join(root, ".rtfm", "fixtures", file))
            files.append((fixtures[-1], sample.raw))
    expected = [expected_path(path) for path in fixtures] if options.snapshot else []
    for path in (*(path for path, _ in files), *expected):
        _refuse(path, root)
    for path, data in files:
        _create(path, data)
        yield f"wrote {shown(os.path.relpath(path))}"
    for path, sample in zip(expected, samples, strict=bool(expected)):
        spec = made.proof.coverage.file.spec
        assert spec is not None
        write_snapshot(
            path.removesuffix(".expected.json") + ".json",
            record(spec.name, apply(spec, sample.data)),
        )
        yield f"wrote {shown(os.path.relpath(path))}"
    if options.hook:
        yield from _hook(root)


def _hook(root: str) -> Iterator[str]:
    path = os.path.join(root, ".pre-commit-config.yaml")
    if os.path.lexists(path):
        yield f"{shown(os.path.relpath(path))} is there already; add to its `repos`:"
        yield from _HOOK.splitlines()[1:]
        return
    _create(path, _HOOK.encode())
    yield f"wrote {shown(os.path.relpath(path))}"


def _refuse(path: str, root: str) -> None:
    """Refuse a file that is there, or whose folder is a link that leads out of the project."""
    if os.path.lexists(path):
        raise UsageError(f"{shown(os.path.relpath(path))} is there already; --name gives another")
    folder = os.path.realpath(os.path.dirname(path))
    if os.path.commonpath((folder, os.path.realpath(root))) != os.path.realpath(root):
        raise UsageError(f"{shown(os.path.relpath(path))} would lie outside the project")


def _create(path: str, data: bytes) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as stream:
            stream.write(data)
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"{shown(os.path.relpath(path))} cannot be written: {reason}") from error
