"""A draft is proved: `check` and `coverage` are run on it, with its samples as fixtures."""

from __future__ import annotations

import os
from typing import NamedTuple

from rtfm_check import held
from rtfm_check.dryrun.coverage import Coverage, measure
from rtfm_check.layout import Target
from rtfm_check.lint import lint
from rtfm_check.model import Finding


class Proof(NamedTuple):
    """What a draft makes of its samples."""

    coverage: Coverage
    findings: list[Finding]
    chunks: int
    edges: int


def prove(text: str, samples: list[tuple[str, bytes]]) -> Proof:
    """Check a mapping in a project of its own, with samples that findings name as they are named.

    The project is a temporary one; nothing of it shows.
    """
    names: dict[str, str] = {}
    with held.room() as folder:
        mappings = os.path.join(folder, ".rtfm", "mappings")
        fixtures = os.path.join(folder, ".rtfm", "fixtures")
        os.makedirs(mappings)
        os.makedirs(fixtures)
        _put(os.path.join(mappings, "draft.yaml"), text.encode("utf-8"))
        for number, (name, data) in enumerate(samples, 1):
            path = os.path.join(fixtures, f"sample-{number}.json")
            names[path.replace(os.sep, "/")] = names[path] = name
            _put(path, data)
        target = Target(mappings, None)
        report = lint(target)
        (coverage,) = measure(target).mappings
    chunks = sum(tried.chunks for tried in report.tried)
    findings = [each._replace(message=_named(each.message, names)) for each in report.findings]
    return Proof(coverage, findings, chunks, sum(tried.edges for tried in report.tried))


def _named(message: str, names: dict[str, str]) -> str:
    for path, name in names.items():
        message = message.replace(path, name)
    return message


def _put(path: str, data: bytes) -> None:
    with open(path, "xb") as stream:
        stream.write(data)
