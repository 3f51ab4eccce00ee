"""What `init` drafts from samples of known producers gives the same chunks and edges in RTFM."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_differential import Peer, ours, peer, theirs  # noqa: F401  a fixture

from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.mapping.document import read_mapping
from rtfm_check.mapping.spec import load
from rtfm_check.source import Source
from tests.test_init import DRAFTED, SAMPLES

pytestmark = pytest.mark.differential


@pytest.mark.parametrize("name", DRAFTED)
def test_rtfm_makes_the_same_of_a_draft(
    peer: Peer,  # noqa: F811
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from rtfm_check.cli import main

    document = SAMPLES.joinpath(f"{name}.json").read_bytes()
    (tmp_path / "doc.json").write_bytes(document)
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--from", "doc.json", "--stdout", "-q"]) == 0
    draft = capsys.readouterr().out.encode()
    spec = load(read_mapping(Source("m.yaml", draft)).data)
    made = ours(Dispatcher([spec]), document)
    assert made == theirs(peer, {"m.yaml": draft}, document)
    assert made.mapping is not None
    assert made.chunks != "[]"
