"""Our engine against RTFM itself: the same files and documents, the same outcome.

Needs an interpreter that has rtfm-ai installed, named by the environment variable RTFM_PYTHON;
`pytest -m differential` runs it. Compared for each pair of mapping files and a document: the
names of the loaded mappings in their order, the mapping that takes the document, whether RTFM
fails on it, the chunks (number, title, content, metadata as JSON) and the edges.

Intended differences, and all there are:

* A document with a byte order mark: RTFM makes nothing of it, and fails. We say so and try it
  all the same; here only the failure is compared.
* Never generated: a mapping file that exceeds our limits on depth and size, or that has an alias
  inside what it repeats. We refuse it, and RTFM loads it.
* RTFM reads the document before it compares, so a text that is not JSON fails there; we have no
  mapping for it. Both count as a failure here.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from strategies import DOCUMENTS, Project, loaded, projects

from rtfm_check.fixtures import read_fixture
from rtfm_check.mapping.apply import apply
from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.source import Source

pytestmark = pytest.mark.differential
PEER = Path(__file__).with_name("peer.py")
SHARED_MEMORY = Path("/dev/shm")
PAIRS = 20_000


class Outcome(NamedTuple):
    """What is compared."""

    order: list[str]
    mapping: str | None
    fails: bool  # while reading, matching or parsing
    chunks: str  # as JSON
    edges_fail: bool
    edges: str  # as JSON


class Peer:
    """RTFM in a process of its own."""

    def __init__(self, python: str) -> None:
        folder = SHARED_MEMORY if SHARED_MEMORY.is_dir() else Path(tempfile.gettempdir())
        self.process = subprocess.Popen(
            [python, str(PEER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(folder)},
        )

    def ask(self, mappings: dict[str, bytes], document: bytes) -> dict[str, Any]:
        """What RTFM makes of a pair."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        case = {
            "mappings": {name: _base64(data) for name, data in mappings.items()},
            "document": _base64(document),
        }
        self.process.stdin.write(json.dumps(case) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.fixture(scope="module")
def peer() -> Iterator[Peer]:
    """RTFM, started once."""
    python = os.environ.get("RTFM_PYTHON")
    if not python:
        pytest.skip("RTFM_PYTHON is not set: nothing was compared with RTFM")
    running = Peer(python)
    yield running
    running.close()


def theirs(peer: Peer, mappings: dict[str, bytes], document: bytes) -> Outcome:
    """What RTFM makes of a pair."""
    answer = peer.ask(mappings, document)
    chunks = [
        [number, title, content, metadata]
        for _, title, content, metadata, number in answer["chunks"]
    ]
    for chunk_id, *_, number in answer["chunks"]:
        assert chunk_id.endswith(f"-{number:04}")
    return Outcome(
        answer.get("order", []),
        answer["mapping"],
        answer["error"] is not None,
        json.dumps(chunks),
        "edge_error" in answer,
        json.dumps(answer["edges"]),
    )


def ours(dispatcher: Dispatcher, document: bytes) -> Outcome:
    """What we make of a document."""
    order = [repr(dispatcher.specs[index].name) for index in dispatcher.order]
    fixture = read_fixture(Source("doc.json", document)).document
    nothing = Outcome(order, None, False, "[]", False, "[]")
    if not fixture.loads or fixture.source.has_bom:
        return nothing._replace(fails=True)
    match = dispatcher.find(fixture.data)
    if match is None or match.breaks:
        return nothing._replace(fails=match is not None)
    spec = dispatcher.specs[match.position]
    made = apply(spec, fixture.data)
    chunks = [[each.number, each.title, each.content, each.metadata] for each in made.chunks]
    edges = [[repr(each.relation), each.target, repr(each.target_kind)] for each in made.edges]
    return Outcome(
        order,
        repr(spec.name),
        made.failure is not None,
        "[]" if made.failure else json.dumps(json.loads(json.dumps(chunks))),
        made.edge_failure is not None,
        "[]" if made.edge_failure else json.dumps(edges),
    )


@pytest.mark.timeout(900)
def test_engine_does_what_rtfm_does(peer: Peer) -> None:
    counted = {"pairs": 0, "taken": 0, "chunks": 0, "edges": 0}

    @settings(
        max_examples=-(-PAIRS // DOCUMENTS),
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(projects())
    def compare(project: Project) -> None:
        dispatcher = Dispatcher(loaded(project.mappings))
        for document in project.documents:
            expected = theirs(peer, project.mappings, document)
            assert ours(dispatcher, document) == expected, (project.mappings, document)
            counted["pairs"] += 1
            counted["taken"] += expected.mapping is not None
            counted["chunks"] += expected.chunks != "[]"
            counted["edges"] += expected.edges != "[]"

    compare()
    print(counted)
    assert counted["pairs"] >= PAIRS
    assert counted["taken"] >= PAIRS // 2
    assert counted["chunks"] >= PAIRS // 5
    assert counted["edges"] >= PAIRS // 20
