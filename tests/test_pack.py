"""What is kept of one run for the next: files that have not changed are not read again."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rtfm_check.indexing.pack import Slice
from rtfm_check.parsers import plaintext
from tests.artifacts import Artifact, contents
from tests.conftest import Project

OUT = "rtfm-index"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file to which the names of the files that are read are written."""
    noted = tmp_path / "read"
    real = plaintext.parse

    def parse(file: Any) -> Iterator[Any]:
        with noted.open("a") as stream:
            stream.write(f"{file.name}\n")
        return real(file)

    monkeypatch.setattr(plaintext, "parse", parse)
    return noted


def index(project: Project, read: Path, *arguments: str) -> list[str]:
    """Index; the names of the files that were read."""
    read.write_text("")
    result = project.run("index", ".", *arguments)
    assert result.status == 0, result
    return sorted(read.read_text().split())


def age(project: Project) -> None:
    """Make all files older than the run that comes."""
    for path in project.root.rglob("*.txt"):
        os.utime(path, (1_000_000_000, 1_000_000_000))


@pytest.fixture
def tree(project: Project) -> Project:
    """A project of three texts."""
    for name in ("a", "b", "c"):
        project.write(f"{name}.txt", f"text of {name}\n")
    project.write("d.txt", b"caf\xe9\n")
    age(project)
    return project


def test_only_what_has_changed_is_read(tree: Project, read: Path) -> None:
    assert index(tree, read) == ["a.txt", "b.txt", "c.txt", "d.txt"]
    first = contents(tree.root / OUT)
    assert index(tree, read) == []
    assert contents(tree.root / OUT) == first
    tree.write("b.txt", "another text\n")
    assert index(tree, read) == ["b.txt"]
    made = Artifact(tree.root / OUT)
    assert [each["content"] for each in made.chunks] == [
        *("text of a\n", "another text\n", "text of c\n", "café\n")
    ]
    assert made.rules("d.txt") == ["encoding-replaced"]
    (tree.root / "a.txt").unlink()
    tree.write("aa.txt", "new\n")
    assert index(tree, read) == ["aa.txt"]
    warm = contents(tree.root / OUT)
    assert index(tree, read, "--no-cache") == ["aa.txt", "b.txt", "c.txt", "d.txt"]
    assert contents(tree.root / OUT) == warm


def test_a_new_checkout_with_the_same_bytes_is_not_read(tree: Project, read: Path) -> None:
    index(tree, read)
    for path in tree.root.rglob("*.txt"):
        data = path.read_bytes()
        path.unlink()
        path.write_bytes(data)
    assert index(tree, read) == []


def test_a_change_that_keeps_size_and_time_is_seen_where_it_may_have_been(
    tree: Project, read: Path
) -> None:
    tree.write("a.txt", "text of a\n")  # written just now: the time proves nothing
    index(tree, read)
    status = (tree.root / "a.txt").stat()
    tree.write("a.txt", "text of x\n")
    os.utime(tree.root / "a.txt", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert index(tree, read) == ["a.txt"]


def cache_files(tmp_path: Path, suffix: str) -> list[Path]:
    return sorted((tmp_path / "cache" / "rtfm-check").glob(f"index-*{suffix}"))


@pytest.mark.parametrize("suffix", [".bin", ".json"])
@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "gone", "junk", "pipe"])
def test_a_pack_that_is_damaged_counts_as_none(
    tree: Project, read: Path, tmp_path: Path, suffix: str, damage: str
) -> None:
    index(tree, read)
    first = contents(tree.root / OUT)
    (path,) = cache_files(tmp_path, suffix)
    data = path.read_bytes()
    path.unlink()
    if damage == "pipe":
        os.mkfifo(path)
    elif damage != "gone":
        flipped = bytes([*data[:40], data[40] ^ 1, *data[41:]])
        new = {"cut": data[: len(data) // 2], "flip": flipped, "empty": b"", "junk": b"[1]\n{}"}
        path.write_bytes(new[damage])
    shutil.rmtree(tree.root / OUT)
    assert index(tree, read)
    assert contents(tree.root / OUT) == first


def test_a_table_that_lies_with_a_right_checksum_counts_as_none(
    tree: Project, read: Path, tmp_path: Path
) -> None:
    from zlib import crc32

    index(tree, read)
    first = contents(tree.root / OUT)
    (path,) = cache_files(tmp_path, ".json")
    table = json.loads(path.read_bytes().partition(b"\n")[2])
    for row in table[3].values():
        row[4] += 3
    body = json.dumps(table).encode()
    path.write_bytes(b"%08x\n" % crc32(body) + body)
    shutil.rmtree(tree.root / OUT)
    assert index(tree, read) == ["a.txt", "b.txt", "c.txt", "d.txt"]
    assert contents(tree.root / OUT) == first


def test_one_pack_is_kept_of_a_tree(tree: Project, read: Path, tmp_path: Path) -> None:
    for number in range(3):
        tree.write("a.txt", f"text {number}\n")
        index(tree, read)
    assert len(cache_files(tmp_path, ".bin")) == 1
    assert len(cache_files(tmp_path, ".json")) == 1
    assert len(cache_files(tmp_path, "")) == 2


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(
    tree: Project, read: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(index(tree, read)) == 4
    assert len(index(tree, read)) == 4


def test_documents_are_read_again_when_a_mapping_changes(
    project: Project, overlay: Callable[[str], str]
) -> None:
    project.write("doc.json", '{"type": "x", "t": "one", "u": "two"}')
    project.write("other.md", "# Other\n\nText of it.\n")
    for path in ("t", "u"):
        project.mapping(overlay(f"chunks: [{{content: '{{{{ {path} }}}}'}}]\n"))
        project.run("index", ".")
        found = [each["content"] for each in Artifact(project.root / OUT).chunks]
        assert found[0] == {"t": "one", "u": "two"}[path]


def test_documents_are_read_again_when_what_they_look_at_beside_them_changes(
    project: Project,
) -> None:
    project.write("pkg/__init__.py", "from . import util\n")
    project.run("index", ".")
    assert [each["target_ref"] for each in Artifact(project.root / OUT).edges] == ["."]
    project.write("pkg/util.py", "x = 1\n")
    project.run("index", ".")
    assert [each["target_ref"] for each in Artifact(project.root / OUT).edges] == [".util"]


def test_records_are_read_one_by_one_whatever_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rtfm_check.indexing.pack._BLOCK", 7)
    records = [{"a": "x" * size} for size in (0, 1, 5, 6, 7, 50, 0)]
    data = b"".join(json.dumps(each).encode() + b"\n" for each in records)
    stream = io.BytesIO(b"before\n" + data + b"behind\n")
    kept = Slice(stream, 7, 7 + len(data))
    found = []
    for each in kept.records():
        found.append(each)
        stream.seek(0)
    assert found == records
    assert list(Slice(stream, 7, 7).records()) == []
