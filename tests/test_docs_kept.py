"""What `docs` keeps of earlier runs: it never shows but in the time that a run takes."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from tests.conftest import Project
from tests.linked_pages import git
from tests.test_startup import imported, own

LINKS = (
    *("[a](p{}.md)", "[a](p{}.md#part-2)", "[[p{}]]", "[[p{}#Part 2]]", "[a](P{}.md)", "[a][b{}]"),
    *(
        "![](i{}.png)",
        "[a](sub/)",
        "[a](sub/p{}.md)",
        "<a href='p{}.md#own'>x</a>",
        "[a](#part-{})",
    ),
)
SEEDS, STEPS = int(os.environ.get("DOCS_KEPT_SEEDS", "2")), 14  # more by hand
TEXT = "The float switch closes when the sump is full, and the pump starts once more. " * 4


def both(project: Project, *arguments: str) -> str:
    """What a run says that may use what was kept, which is what one says that may not."""
    found = project.run("docs", ".", "--format", "json", "--jobs", "1", *arguments)
    fresh = project.run("docs", ".", "--format", "json", "--jobs", "1", "--no-cache", *arguments)
    assert found.out == fresh.out
    assert found.status == fresh.status
    return found.out


def age(project: Project) -> None:
    """Let all files be older than what a run takes for just now."""
    for path in project.root.rglob("*"):
        if ".git" not in path.parts and path.is_file() and not path.is_symlink():
            os.utime(path, ns=(1_700_000_000 * 10**9, 1_700_000_000 * 10**9))


class Editor:
    """Makes one change after the other to a tree, by chance but the same ones each time."""

    def __init__(self, project: Project, seed: int) -> None:
        self.project = project
        self.draw = random.Random(seed)
        self.changes: tuple[Callable[[], object], ...] = (
            *(self.write, self.write, self.write, self.in_disguise, self.remove, self.move),
            *(self.touch, self.image, self.ignore, self.configure, self.track, self.commit),
            *(self.mapping, self.sidecar, self.parser, self.link, self.bad_bytes),
        )

    def step(self) -> str:
        """Make a change; its name."""
        change = self.draw.choice(self.changes)
        change()
        return change.__name__

    def path(self, suffix: str = "md") -> str:
        """A path, of one that is there or not."""
        folder = self.draw.choice(("", "", "sub/"))
        kind = "i" if suffix == "png" else "p"
        return f"{folder}{kind}{self.draw.randrange(4)}.{suffix}"

    def page(self) -> str:
        """The text of a page."""
        links = [self.draw.choice(LINKS).format(self.draw.randrange(4)) for _ in range(3)]
        comment = self.draw.choice(("", "<!-- rtfm-check: ignore[broken-link] so it is -->"))
        parts = ["# Part 1", *links, comment, self.draw.choice(("## Part 2", "## Part 3"))]
        return "\n\n".join([*parts, self.draw.choice((TEXT, "Text.", "")), ""])

    def put(self, content: str | bytes, suffix: str = "md") -> None:
        """Write a file; not through a link that may be there."""
        path = self.path(suffix)
        (self.project.root / path).unlink(missing_ok=True)
        self.project.write(path, content)

    def write(self) -> None:
        self.put(self.page())

    def in_disguise(self) -> None:
        """Change bytes of a file, whose size and time stay."""
        path = self.project.root / self.path()
        if path.is_file():
            before = path.stat()
            path.write_bytes(path.read_bytes().replace(b"Part 2", b"Part 4"))
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def remove(self) -> None:
        (self.project.root / self.path()).unlink(missing_ok=True)

    def move(self) -> None:
        old, new = (self.project.root / self.path() for _ in range(2))
        if old.is_file() and new.parent.is_dir():
            old.rename(new)

    def touch(self) -> None:
        path = self.project.root / self.path()
        if path.is_file():
            os.utime(path, ns=(10**18, self.draw.randrange(10**18)))

    def image(self) -> None:
        self.put(b"\x89PNG\r\n\x1a\n\0" + self.draw.randbytes(3), "png")

    def ignore(self) -> None:
        self.project.write(self.draw.choice((".gitignore", ".rtfmignore")), f"{self.path()}\n")

    def configure(self) -> None:
        style = self.draw.choice(("github", "mkdocs", "both"))
        self.project.write(
            ".rtfm-check.yaml", f"docs: {{slug-style: {style}}}\nextend-exclude: [{self.path()}]\n"
        )

    def track(self) -> None:
        git(
            self.project,
            *self.draw.choice((("add", "."), ("rm", "-rqf", "--cached", "--ignore-unmatch", "."))),
        )

    def commit(self) -> None:
        git(self.project, "add", ".")
        git(self.project, "commit", "-q", "--allow-empty", "-m", "some")

    def mapping(self) -> None:
        kind = self.draw.choice("xy")
        self.project.write("doc.json", '{"type": "x", "t": "some text of a document"}')
        match = f"match: {{discriminator: {{type: {kind}}}}}\n"
        self.project.mapping(f"name: m\n{match}chunks: [{{content: '{{{{ t }}}}'}}]\n")

    def sidecar(self) -> None:
        self.project.write("sub/document.xml", f"<x>{self.draw.random()}</x>")

    def parser(self) -> None:
        self.project.write(f".rtfm/parsers/{self.draw.choice('ab')}.py", "x = 1\n")

    def link(self) -> None:
        path = self.project.root / self.path()
        if not os.path.lexists(path) and path.parent.is_dir():
            path.symlink_to("p0.md")

    def bad_bytes(self) -> None:
        self.put("# Größe\n\nText.\n".encode("cp1252"))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_changes_a_run_says_what_it_would_say_the_first_time(
    project: Project, seed: int
) -> None:
    git(project, "init", "-q")
    project.write("sub/p0.md", f"# Sub\n\n{TEXT}\n")
    editor = Editor(project, seed)
    said = set()
    for _ in range(STEPS):
        what = [editor.step() for _ in range(editor.draw.randrange(1, 3))]
        if editor.draw.random() < 0.5:
            age(project)
        try:
            said.add(both(project))
            said.add(both(project, *editor.draw.choice(((), ("sub",), ("--changed",)))[:1]))
        except AssertionError as error:
            raise AssertionError(f"after {what}") from error
    assert len(said) > 7


def tree(project: Project) -> None:
    """A small tree with findings of several kinds."""
    project.write("one.md", f"# One\n\n[a](none.md) [b](two.md#none)\n\n{TEXT}\n")
    project.write("two.md", f"# Two\n\n[[One]] [x][y]\n\n{TEXT}\n")
    project.write("code.py", "import os\n")
    age(project)


def test_a_run_over_what_is_known_reads_no_document(project: Project, tmp_path: Path) -> None:
    tree(project)
    cache = tmp_path / "other-cache"
    arguments = ("docs", "--exit-zero", "--jobs", "1")
    assert "rtfm_check.docs.run" in imported(*arguments, cwd=project.root, cache=cache)
    known = imported(*arguments, cwd=project.root, cache=cache)
    assert not own(known) & {"rtfm_check.docs.run", "rtfm_check.indexing", "rtfm_check.file"}
    for path in project.root.glob("*.md"):  # as if they were checked out anew
        path.write_bytes(path.read_bytes())
    again = imported(*arguments, cwd=project.root, cache=cache)
    assert "rtfm_check.docs.run" not in again


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "rtfm-check").iterdir())


def sealed(body: bytes) -> bytes:
    return b"%08x\n" % crc32(body) + body


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "a changed byte": lambda data: data.replace(b"none", b"nine", 1),
    "no JSON": lambda data: sealed(b"{"),
    "a number": lambda data: sealed(b"1"),
    "nested too deep": lambda data: sealed(b"[" * 100_000),
    "records without their keys": lambda data: sealed(
        json.dumps([*json.loads(data.partition(b"\n")[2])[:-1], [[], [{}], [], [], []]]).encode()
    ),
    "another tool": lambda data: sealed(
        json.dumps([["other"], *json.loads(data.partition(b"\n")[2])[1:]]).encode()
    ),
    "files that are nowhere": lambda data: sealed(
        data.partition(b"\n")[2].replace(b"one.md", b"../x")
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_kept_and_damaged_counts_as_nothing(
    project: Project, tmp_path: Path, damage: str
) -> None:
    tree(project)
    before = both(project)
    for path in kept(tmp_path):
        path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert both(project) == before
    assert both(project) == before


def test_what_others_have_put_in_its_place_counts_as_nothing(
    project: Project, tmp_path: Path
) -> None:
    tree(project)
    before = both(project)
    for path in kept(tmp_path):
        elsewhere = tmp_path / path.name
        path.rename(elsewhere)
        path.symlink_to(elsewhere)
    assert both(project) == before
    for path in kept(tmp_path):
        path.unlink()
        os.mkfifo(path)
    assert both(project) == before


def test_runs_at_the_same_time_say_the_same_and_leave_nothing_behind(
    project: Project, tmp_path: Path
) -> None:
    tree(project)
    command = [sys.executable, "-m", "rtfm_check", "docs", "--format", "json", "--jobs", "1"]
    said = set()
    for text in ("", "[c](nowhere.md)"):
        project.write("three.md", f"# Three\n\n{text}\n")
        runs = [
            subprocess.Popen(command, cwd=project.root, stdout=subprocess.PIPE) for _ in range(3)
        ]
        outputs = {run.communicate()[0] for run in runs}
        assert len(outputs) == 1
        said |= outputs
    assert len(said) == 2
    assert [path.suffix for path in kept(tmp_path)] == [".json", ".json"]


def test_a_run_that_may_find_more_next_time_is_not_kept(project: Project) -> None:
    tree(project)
    locked = project.write("locked.md", "# Locked\n\n[a](none.md)\n")
    locked.chmod(0)
    if os.access(locked, os.R_OK):
        pytest.skip("this user may read everything")
    assert "unreadable-file" in both(project)
    locked.chmod(0o600)
    assert "unreadable-file" not in both(project)
