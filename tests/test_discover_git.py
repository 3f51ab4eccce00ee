"""Generated trees: what our reading of .gitignore leaves is what git leaves."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rtfm_check.tree.discover import discover
from rtfm_check.tree.entry import Entry

NAMES = st.sampled_from(["a", "b", "ab", "a b", "abc", "b.md", "[a]", "!a", "#a", "x", "-", "a\nb"])
FILES = st.builds(
    lambda folders, name: "/".join([*(f"{each}.d" for each in folders), name]),
    st.lists(NAMES, max_size=3),
    NAMES,
)
PIECES = st.sampled_from(
    [
        *("a", "b", "ab", "x", ".d", "a.d", "b.md", "*", "**", "?", "/", "/", "**/", "/**", "/*"),
        *("[ab]", "[!a]", "[^b]", "[a-b]", "[b-a]", "[]a]", "[[:alpha:]]", "[[:no:]]", "[a", "\\"),
        *("\\*", "\\[", " ", "\\ ", "#", "!", "-", "[\\]a]", "[a-]", "\t"),
    ]
)
LINES = st.builds(
    lambda negation, pieces, end: negation + "".join(pieces) + end,
    st.sampled_from(["", "", "!"]),
    st.lists(PIECES, max_size=5),
    st.sampled_from(["", "", "/", "\r", " "]),
)
IGNORES = st.lists(LINES, max_size=6).map("\n".join)
WHERE = st.lists(NAMES, max_size=2).map(lambda names: "".join(f"{each}.d/" for each in names))


def git_lists(root: Path) -> list[str]:
    """What git would add, and what it knows already, in byte order."""
    environment = {**os.environ, "HOME": str(root.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "XDG_CONFIG_HOME"):
        environment.pop(name, None)
    subprocess.run(["git", "init", "-q"], cwd=root, env=environment, check=True)
    listed = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard"],
        cwd=root,
        env=environment,
        check=True,
        capture_output=True,
    )
    return sorted(os.fsdecode(each) for each in listed.stdout.split(b"\0") if each)


def we_list(root: Path) -> list[str]:
    found = discover(str(root))
    return sorted(each.path for each in found if isinstance(each, Entry) and each.reason is None)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sets(FILES, min_size=3, max_size=12), st.dictionaries(WHERE, IGNORES, max_size=3))
@example({"a", "b.md", "a.d/b.md", "a.d/x"}, {"": "*\n!*/\n!*.md"})
@example({"a.d/b", "ab.d/b", "ab.d/x.d/b"}, {"": "a**/b"})
@example({"a.d/x.d/b", "a.d/b", "b"}, {"": "**/x.d/**\n!b", "a.d/": "b"})
def test_we_leave_out_what_git_leaves_out(files: set[str], ignores: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        for name in files:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).touch()
        for where, text in ignores.items():
            (root / where).mkdir(parents=True, exist_ok=True)
            (root / where / ".gitignore").write_text(text, "utf-8", newline="")
        assert we_list(root) == git_lists(root)
