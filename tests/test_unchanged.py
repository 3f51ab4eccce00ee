"""A tree that has not changed since its index was written is not read; one that has always is."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from tests.artifacts import contents
from tests.conftest import BASE, Project, Result

OUT = "../out"
STAYS = "rtfm-check: nothing has changed: ../out stays\n"
TEXTS = ("# One\n\nText. [b](b.md)\n", "# Two\n\nMore text.\n", "", "caf\u00e9\n")


def index(project: Project, *arguments: str) -> Result:
    result = project.run("index", ".", "-o", OUT, "--format", "json", *arguments)
    assert result.status in (0, 1), result
    return result


@pytest.fixture
def tree(project: Project) -> Project:
    """A project with findings, edges, a mapping, a field profile and ignored files."""
    project.write("a.md", TEXTS[0])
    project.write("b.md", TEXTS[1])
    project.write("l.txt", b"caf\xe9\n")
    project.write("pkg/__init__.py", "from . import util\n")
    project.write("doc.json", '{"type": "x", "t": "mapped", "u": "other"}')
    project.write("rows.jsonl", '{"a": "one", "b": "two"}\n')
    project.write(".gitignore", "*.log\n")
    project.write("today.log", "not read\n")
    project.mapping("".join(BASE.values()))
    project.write(".rtfm/fields/f.yaml", "files: [rows.jsonl]\njson_text_fields: [a]\n")
    return project


def test_it_says_so_and_reports_the_same(tree: Project) -> None:
    first = index(tree)
    made = contents(tree.root.parent / "out")
    state = (tree.root.parent / "out").stat()
    assert first.err == ""
    assert [each["rule"] for each in first.findings] == ["encoding-replaced"]
    for _ in range(2):
        again = index(tree)
        assert (again.status, again.out, again.err) == (first.status, first.out, STAYS)
    assert index(tree, "-q").err == ""
    assert index(tree, "--fail-on", "warning").status == 1
    assert index(tree, "--ignore", "RTM508").findings == []
    assert contents(tree.root.parent / "out") == made
    assert (tree.root.parent / "out").stat().st_mtime_ns == state.st_mtime_ns
    cold = index(tree, "--no-cache")
    assert (cold.out, cold.err) == (first.out, "")
    assert contents(tree.root.parent / "out") == made


def test_files_that_are_written_anew_with_the_same_bytes_have_not_changed(tree: Project) -> None:
    index(tree)
    for path in tree.root.rglob("*.md"):
        path.write_bytes(path.read_bytes())
    assert index(tree).err == STAYS
    os.utime(tree.root / "a.md", (1, 1))
    assert index(tree).err == STAYS


def test_a_change_that_keeps_size_time_and_inode_is_seen(tree: Project) -> None:
    index(tree)
    status = (tree.root / "a.md").stat()
    with (tree.root / "a.md").open("r+b") as stream:
        stream.write(b"# Old")
    os.utime(tree.root / "a.md", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert index(tree).err == ""
    assert b"Old" in contents(tree.root.parent / "out")["chunks.jsonl"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--exclude", "b.md"),
        ("--format", "sqlite"),
        ("--timeout", "7"),
        ("--shard", "1/2"),
        ("--isolated", "--include", "*.md"),
    ],
)
def test_another_setting_is_another_run(tree: Project, arguments: tuple[str, ...]) -> None:
    index(tree)
    assert index(tree, *arguments).err == ""
    assert index(tree).err == ""


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _flip(path: Path) -> None:
    data, status = bytearray(path.read_bytes()), path.stat()
    data[len(data) // 2 : len(data) // 2 + 1] = b"\0"
    path.write_bytes(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _link(path: Path) -> None:
    path.rename(path.parent.parent / f"elsewhere-{path.name}")
    path.symlink_to(path.parent.parent / f"elsewhere-{path.name}")


@pytest.mark.parametrize("damage", [_cut, _flip, _link, Path.unlink])
@pytest.mark.parametrize("name", ["chunks.jsonl", "findings.jsonl", "manifest.json"])
def test_an_index_that_is_damaged_is_written_anew(
    tree: Project, damage: Callable[[Path], None], name: str
) -> None:
    index(tree)
    made = contents(tree.root.parent / "out")
    damage(tree.root.parent / "out" / name)
    result = tree.run("index", ".", "-o", OUT, "--format", "json")
    if result.status == 2:  # it is not known for an index any more
        shutil.rmtree(tree.root.parent / "out")
        result = index(tree)
    assert (result.status, result.err) == (0, "")
    assert contents(tree.root.parent / "out") == made


def test_a_file_that_was_put_to_the_index_is_gone_as_after_any_run(tree: Project) -> None:
    index(tree)
    (tree.root.parent / "out/notes.txt").write_text("mine\n")
    assert index(tree).err == ""
    assert not (tree.root.parent / "out/notes.txt").exists()


def kept(tree: Project) -> Path:
    """What is kept of the run."""
    (path,) = (tree.root.parent / "cache/rtfm-check").glob("run-*.json")
    return path


@pytest.mark.parametrize(
    "data", [b"", b"junk", b"00000000\n{}", b"[]", b"{}", b'{"key": 1}', b"[" * 100_000]
)
def test_what_is_kept_and_cannot_be_read_counts_as_nothing(tree: Project, data: bytes) -> None:
    first = index(tree)
    for body in (data, b"%08x\n" % crc32(data) + data):
        kept(tree).write_bytes(body)
        again = index(tree)
        assert (again.out, again.err) == (first.out, "")


@pytest.mark.parametrize(
    "change",
    [
        {"indexed": [1]},
        {"findings": [{"path": "a.md"}]},
        {"findings": 3},
        {"manifest": 5},
        {"key": []},
        {"began": None},
        {"states": None, "content": ["", ""]},
    ],
)
def test_what_is_kept_and_has_another_shape_counts_as_nothing(
    tree: Project, change: dict[str, object]
) -> None:
    first = index(tree)
    record = {**json.loads(kept(tree).read_bytes().partition(b"\n")[2]), **change}
    body = json.dumps(record).encode()
    kept(tree).write_bytes(b"%08x\n" % crc32(body) + body)
    again = index(tree)
    assert (again.out, again.err) == (first.out, "")


def test_what_another_tree_has_left_does_not_count(tree: Project, tmp_path: Path) -> None:
    index(tree)
    theirs = kept(tree).read_bytes()
    other = tmp_path / "copy"
    shutil.copytree(tree.root, other)
    (other / "a.md").write_text("# Other\n\nText.\n")
    tree.run("index", str(other), "-o", "../two")
    for path in (tree.root.parent / "cache/rtfm-check").glob("run-*.json"):
        path.write_bytes(theirs)
    assert tree.run("index", str(other), "-o", "../two").err == ""
    assert b"Other" in contents(tree.root.parent / "two")["chunks.jsonl"]


def test_a_file_that_another_run_may_read_otherwise_is_read_again(
    tree: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check.parsers import plaintext

    def failing(text: str) -> object:
        raise ValueError(text)

    with monkeypatch.context() as patched:
        patched.setattr(plaintext, "packed", failing)
        assert index(tree).report["summary"]["errors"] == 2
    again = index(tree)
    assert again.err == ""
    assert again.report["summary"]["errors"] == 0
    assert index(tree).err == STAYS


def test_two_runs_at_once_leave_one_whole_index(tree: Project) -> None:
    for number in range(60):
        tree.write(f"more/{number}.md", f"# Page {number}\n\n{'Text. ' * 50}\n")
    program = [sys.executable, "-m", "rtfm_check", "index", ".", "-o", OUT, "-q"]
    for number in range(3):
        tree.write("a.md", f"# Run {number}\n\nText.\n")
        runs = [subprocess.Popen(program, stdout=subprocess.DEVNULL) for _ in range(3)]
        assert [each.wait() for each in runs] == [0, 0, 0]
        found = contents(tree.root.parent / "out")
        assert index(tree).status == 0
        assert contents(tree.root.parent / "out") == found
        assert index(tree, "--no-cache").status == 0
        assert contents(tree.root.parent / "out") == found
    left = sorted(each.name for each in tree.root.parent.iterdir())
    assert left == ["cache", "out", "project"]


# -- whatever happens to a tree -------------------------------------

EDITS = (
    *("nothing", "text", "same", "time", "add", "rename", "delete", "ignore", "mapping"),
    *("profile", "config", "out", "pack", "link", "swap"),
)


def _edit(draw: random.Random, tree: Project) -> str:
    """Do something to a project, or to what earlier runs have left; what it was."""
    out, cache = tree.root.parent / "out", tree.root.parent / "cache/rtfm-check"
    found = (each for each in tree.root.rglob("*.*") if each.name != ".rtfm-check.yaml")
    files = sorted(each for each in found if each.is_file() and not each.is_symlink())
    file = draw.choice(files)
    new = f"new-{draw.randrange(4)}"
    what = draw.choice(EDITS)
    if what == "text":
        file.write_bytes(draw.choice(TEXTS).encode(draw.choice(("utf-8", "utf-16", "cp1252"))))
    elif what == "same":
        file.write_bytes(file.read_bytes())
    elif what == "time":
        os.utime(file, (draw.randrange(10**9), draw.randrange(10**9)))
    elif what == "add":
        tree.write(f"{draw.choice(('', 'x/', 'pkg/'))}{new}.md", draw.choice(TEXTS))
    elif what == "rename":
        file.rename(file.with_name(f"{new}{file.suffix}"))
    elif what == "delete" and len(files) > 4:
        file.unlink()
    elif what == "ignore":
        tree.write(draw.choice((".gitignore", ".rtfmignore")), draw.choice(("*.txt\n", "x/\n", "")))
    elif what == "mapping":
        path = draw.choice("tu")
        tree.mapping(
            "".join({**BASE, "chunks": f'chunks: [{{content: "{{{{ {path} }}}}"}}]\n'}.values())
        )
    elif what == "profile":
        text = f"files: [rows.jsonl]\njson_text_fields: [{draw.choice('ab')}]\n"
        tree.write(".rtfm/fields/f.yaml", text)
    elif what == "config":
        tree.write(".rtfm-check.yaml", draw.choice(("extend-exclude: [b.md]\n", "fail-on: info\n")))
    elif what == "link" and not os.path.lexists(tree.root / f"{new}.md"):
        (tree.root / f"{new}.md").symlink_to("a.md")
    elif what == "swap":
        other = draw.choice(files)
        one, two = file.read_bytes(), other.read_bytes()
        file.write_bytes(two)
        other.write_bytes(one)
    elif what == "out" and out.exists():
        _flip(draw.choice([each for each in out.iterdir() if each.name != "manifest.json"]))
    elif what == "pack" and cache.exists():
        kept = draw.choice(sorted(cache.iterdir()))
        draw.choice((_cut, _flip, Path.unlink))(kept)
    return what


def _outcome(tree: Project, *arguments: str) -> tuple[int, str, dict[str, bytes]]:
    result = tree.run("index", ".", "--format", "json", "-o", OUT, *arguments, "--allow-empty")
    assert result.status in (0, 1), result
    return result.status, result.out, contents(tree.root.parent / "out")


def _holds(tree: Project, seed: int, steps: int) -> None:
    draw = random.Random(seed)
    artifact = draw.choice(("jsonl", "sqlite"))
    done = []
    for _ in range(steps):
        done += [_edit(draw, tree) for _ in range(draw.choice((0, 1, 1, 2)))]
        warm = _outcome(tree, "--format", artifact)
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("XDG_CACHE_HOME", str(tree.root.parent / "none"))
            (tree.root.parent / "out").rename(tree.root.parent / "warm")
            cold = _outcome(tree, "--format", artifact, "--no-cache")
        assert warm == cold, done
        shutil.rmtree(tree.root.parent / "out")
        (tree.root.parent / "warm").rename(tree.root.parent / "out")


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_to_a_tree_the_next_run_is_as_the_first(tree: Project, seed: int) -> None:
    _holds(tree, seed, 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_the_same_with_many_more_edits(tree: Project, seed: int) -> None:
    _holds(tree, seed, 40)


# -- check, docs and index in one -----------------------------------


def ci(project: Project, *arguments: str) -> Result:
    return project.run("ci", ".", "-o", OUT, "--format", "json", *arguments)


def test_all_in_one_is_told_again_with_its_findings(tree: Project) -> None:
    tree.write("c.md", "[gone](gone.md)\n")
    first = ci(tree)
    assert {"broken-link", "encoding-replaced", "missing-schema-modeline"} < {
        each["rule"] for each in first.findings
    }
    again = ci(tree)
    assert (again.status, again.out, again.err) == (first.status, first.out, STAYS)
    tree.write("gone.md", "# Here\n\nText.\n")
    third = ci(tree)
    assert third.err == ""
    assert "broken-link" not in {each["rule"] for each in third.findings}
    assert third.out == ci(tree, "--no-cache").out


def test_an_index_that_is_known_and_documents_that_are_not(tree: Project) -> None:
    tree.write("c.md", "[gone](gone.md)\n")
    first = index(tree)
    found = ci(tree)
    assert found.err == ""
    assert "broken-link" in {each["rule"] for each in found.findings}
    assert index(tree).out == first.out
    tree.mapping("".join({**BASE, "name": "name: other\n"}.values()))
    assert ci(tree).out == ci(tree, "--no-cache").out
