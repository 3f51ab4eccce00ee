"""Our reading of a tree, and our table of parsers, against RTFM's own.

Needs RTFM_PYTHON, as the other comparison does. Generated trees have both kinds of ignore file.
Where ours differs it has to say so: a remark names each ignore file that RTFM reads otherwise.
Not generated: links, pipes and names that are not UTF-8, which RTFM follows or fails at, and lines
that git and RTFM are known to read differently: `[!a]`, which matches a slash in RTFM, odd
brackets, tabs, backslashes, `/` alone, `//`, `**/` at the end, `**` beside anything but a slash.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check.parsers import PARSERS
from rtfm_check.tree.discover import discover
from rtfm_check.tree.entry import Entry
from rtfm_check.tree.ignores import Remark

pytestmark = pytest.mark.differential
PEER = Path(__file__).with_name("peer_scan.py")

NAMES = st.sampled_from(
    [
        *("a", "b", "ab", "x", "b.md", "a b", "é", "A", "a-b", "build", "Build", "dist", "db"),
        *(".git", ".env", "x.egg-info", ".egg-info", "d-wal", "e-shm", "f-journal", ".cache"),
        *(".claude", "worktrees"),
    ]
)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
PIECES = st.sampled_from(
    ["a", "b", "ab", "x", "b.md", "*", "**", "?", "/", "**/", "/**", "/*", "[ab]", "-b"]
)
LINES = st.builds(
    lambda negation, pieces, end: negation + "".join(pieces) + end,
    st.sampled_from(["", "", "!"]),
    st.lists(PIECES, min_size=1, max_size=4),
    st.sampled_from(["", "", "/", "\r"]),
).filter(lambda line: not re.search(r"^!?/\r?$|//|[^/!]\*\*|\*\*[^/\r]|\*\*/\r?$", line))
SECTIONS = st.sampled_from(["[index]", "[versions]", "[ab]", " [Versions] "])
GITIGNORES = st.dictionaries(
    st.lists(NAMES, max_size=2).map(lambda names: "".join(f"{name}/" for name in names)),
    st.lists(LINES, max_size=5).map("\n".join),
    max_size=3,
)
RTFMIGNORES = st.none() | st.lists(LINES | SECTIONS, max_size=5).map("\n".join)


@pytest.fixture(scope="module")
def peer() -> Iterator[subprocess.Popen[str]]:
    python = os.environ.get("RTFM_PYTHON")
    if not python:
        pytest.fail("RTFM_PYTHON has to name the interpreter of an environment with rtfm-ai")
    with subprocess.Popen(
        [python, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


def test_the_table_of_parsers_and_the_scans_are_those_of_rtfm(
    peer: subprocess.Popen[str],
) -> None:
    assert peer.stdin
    assert peer.stdout
    table = json.loads(peer.stdout.readline())
    assert table == {name: parser.name for parser in PARSERS for name in parser.extensions}
    told = 0

    @settings(
        max_examples=int(os.environ.get("SCANS", "2000")),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.sets(PATHS, min_size=3, max_size=14), GITIGNORES, RTFMIGNORES)
    def compare(files: set[str], gitignores: dict[str, str], rtfmignore: str | None) -> None:
        nonlocal told
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "tree"
            write(root, files, gitignores, rtfmignore)
            assert peer.stdin
            assert peer.stdout
            peer.stdin.write(json.dumps(str(root)) + "\n")
            peer.stdin.flush()
            theirs = json.loads(peer.stdout.readline())
            found = list(discover(str(root)))
        remarks = [each.message for each in found if isinstance(each, Remark)]
        ours = [each.path for each in found if isinstance(each, Entry) and each.reason is None]
        if any("RTFM" in each and "opens a section" not in each for each in remarks):
            told += 1
            return
        assert ours == theirs, remarks

    compare()
    assert told  # or the remarks are not tested at all


def write(root: Path, files: set[str], gitignores: dict[str, str], rtfmignore: str | None) -> None:
    """A tree; what would lie below a file, or be a folder already, is left out."""
    texts = dict.fromkeys(sorted(files), "")
    texts.update({f"{where}.gitignore": text for where, text in gitignores.items()})
    if rtfmignore is not None:
        texts[".rtfmignore"] = rtfmignore
    root.mkdir()
    for name, text in texts.items():
        path = root / name
        if any(above.is_file() for above in path.parents) or path.is_dir():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")
