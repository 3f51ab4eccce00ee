"""Documents that a mapping takes, in the index and in RTFM: the same chunks and edges.

What `test_differential` says holds here too. Besides, half characters in titles are U+FFFD in the
index, and a relation or kind that is no string is text.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from strategies import DOCUMENTS, Project, loaded, projects
from test_differential import Peer, peer  # noqa: F401  a fixture

from rtfm_check.file import Settings
from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.records import storable
from rtfm_check.source import BOM
from tests.parsers.reading import Read

pytestmark = pytest.mark.differential
PAIRS = 5_000


def plain(value: Any) -> Any:
    """A value as both sides can show it: what may be two half characters is U+FFFD twice."""
    return json.loads(re.sub(r"\\ud[89ab]..\\ud[c-f]..|\\ufffd\\ufffd", "??", json.dumps(value)))


def spelt(shown: str) -> str:
    """A value that RTFM's side shows, as the index spells it; "" where it is no string."""
    return storable(str(eval(shown))) if shown[:1] in "'\"" else ""


@pytest.mark.timeout(900)
def test_index_holds_what_rtfm_makes(peer: Peer, tmp_path: Path) -> None:  # noqa: F811
    counted = {"pairs": 0, "chunks": 0, "edges": 0}

    @settings(
        max_examples=PAIRS // DOCUMENTS,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(projects())
    def compare(project: Project) -> None:
        mappings = Dispatcher(loaded(project.mappings))
        for document in project.documents:
            answer = peer.ask(project.mappings, document)
            if answer["mapping"] is None or document.startswith(BOM.encode()):
                continue
            (tmp_path / "doc.json").write_bytes(document)
            made = Read(tmp_path, "doc.json", Settings(mappings=mappings))
            chunks: list[Any] = [
                [each["chapter_num"], each["chapter_title"], each["content"], each["metadata"]]
                for each in made.chunks
            ]
            expected = [
                [number, storable(title), storable(content), metadata]
                for _, title, content, metadata, number in answer["chunks"]
            ]
            assert "parser-failed" not in made.rules, document
            assert plain(chunks) == plain(expected) or "NaN" in json.dumps(expected), (
                project.mappings,
                document,
            )
            assert (answer["error"] is None) or made.problems
            if "edge_error" not in answer:
                for link, (relation, target, kind) in zip(made.links, answer["edges"], strict=True):
                    assert plain(link.target) == plain(target)
                    assert storable(link.relation) == (spelt(relation) or storable(link.relation))
                    assert storable(link.detail) == (spelt(kind) or storable(link.detail))
            counted["pairs"] += 1
            counted["chunks"] += bool(chunks)
            counted["edges"] += bool(made.links)

    compare()
    print(counted)
    assert counted["chunks"] >= PAIRS // 8
    assert counted["edges"] >= PAIRS // 40
