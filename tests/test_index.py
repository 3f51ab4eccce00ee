"""`rtfm-check index`: what is read, what is written, and how a run ends."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rtfm_check.artifact import folder as artifact_folder
from tests.artifacts import Artifact, contents
from tests.conftest import Project

OUT = "rtfm-index"


def index(project: Project, *arguments: str) -> Artifact:
    """Index the project and read the artifact."""
    result = project.run("index", ".", "--format", "json", "--allow-empty", *arguments)
    assert result.status in (0, 1), result
    assert result.report["index"]["path"] == OUT
    return Artifact(project.root / OUT)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_every_file_ends_in_a_chunk_or_in_a_finding(project: Project) -> None:
    project.write("a.txt", "hello\n")
    project.write("docs/empty.txt", "")
    project.write("docs/blank.txt", " \n\n")
    project.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0")
    project.write("noext", b"\0\1\2")
    made = index(project)
    assert [each["path"] for each in made.documents] == [
        *("a.txt", "docs/blank.txt", "docs/empty.txt", "noext", "picture.png")
    ]
    assert [each["content"] for each in made.chunks] == ["hello\n"]
    told = {each["path"]: each["rule"] for each in made.findings}
    assert told == {
        "docs/blank.txt": "empty-document",
        "docs/empty.txt": "empty-document",
        "noext": "no-parser-for-file",
        "picture.png": "no-parser-for-file",
    }


def test_the_same_tree_gives_the_same_bytes(project: Project, tmp_path: Path) -> None:
    for name in ("b.txt", "a/b.txt", "a.txt", "A b/C_d.txt", "A-b/C_d.txt"):
        project.write(name, f"{name} says: hello\n" * 40)
    index(project)
    first = contents(project.root / OUT)
    index(project)
    assert contents(project.root / OUT) == first
    (project.root / OUT).rename(tmp_path / "other")
    made = project.run("index", str(project.root), "-o", str(tmp_path / "again"), "--allow-empty")
    assert made.status == 0
    assert contents(tmp_path / "again") == first
    text = b"".join(first.values()).decode()
    assert str(tmp_path) not in text
    slugs = [each["slug"] for each in Artifact(tmp_path / "again").documents]
    assert slugs == [
        "default-a-b--c_d-txt",
        "default-a-b--c_d-txt-2",
        "default-a--b-txt",
        "default--a-txt",
        "default--b-txt",
    ]


def test_the_artifact_is_no_part_of_the_next_one(project: Project) -> None:
    project.write("a.txt", "hello\n")
    assert [each["path"] for each in index(project).documents] == ["a.txt"]
    assert [each["path"] for each in index(project).documents] == ["a.txt"]
    assert names(project.root) == ["a.txt", OUT]


def test_a_folder_that_is_no_artifact_is_not_overwritten(project: Project) -> None:
    project.write("a.txt", "hello\n")
    project.write("mine/notes.txt", "mine\n")
    result = project.run("index", ".", "-o", "mine")
    assert result.status == 2
    assert "holds other things than an index" in result.err
    assert (project.root / "mine/notes.txt").read_text() == "mine\n"
    project.write("file", "x")
    assert project.run("index", ".", "-o", "file").status == 2
    (project.root / "link").symlink_to("mine")
    assert project.run("index", ".", "-o", "link").status == 2


@pytest.mark.parametrize("is_exchange_possible", [True, False])
def test_a_run_that_fails_leaves_the_old_artifact(
    project: Project, monkeypatch: pytest.MonkeyPatch, is_exchange_possible: bool
) -> None:
    if not is_exchange_possible:
        monkeypatch.setattr(artifact_folder, "_exchanged", lambda one, other: False)
    project.write("a.txt", "hello\n")
    index(project)
    before = contents(project.root / OUT)
    project.write("b.txt", "more\n")
    from rtfm_check.indexing import run

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(run, "read_all", interrupt)
        assert project.run("index", ".").status == 130
    assert contents(project.root / OUT) == before
    assert names(project.root) == ["a.txt", "b.txt", OUT]
    assert len(index(project).documents) == 2
    assert names(project.root) == ["a.txt", "b.txt", OUT]


def test_how_a_run_ends(project: Project) -> None:
    assert project.run("index", ".").status == 4
    assert project.run("index", ".", "--allow-empty").status == 0
    assert project.run("index", "nowhere").status == 4
    project.write("empty.txt", "")
    assert project.run("index", ".").status == 4
    assert project.run("index", ".", "--allow-empty").status == 0
    project.write("l.txt", b"caf\xe9\n")
    assert project.run("index", ".").status == 0
    assert project.run("index", ".", "--fail-on", "warning").status == 1
    assert project.run("index", ".", "--select", "encoding-replaced").out.count("RTM508") == 1
    assert project.run("index", ".", "--ignore", "RTM508").out.count("RTM508") == 0


def test_the_first_byte_that_is_not_in_the_encoding_is_placed(project: Project) -> None:
    project.write("guessed.txt", b"one\r\ntwo caf\xe9\n")
    project.write("damaged.txt", "ä ö ü ä\nö\xa0".encode() + b"\xff\n")
    project.write("marked.txt", "\ufeffone\ntw".encode("utf-16-le") + b"\x00\xd8o\x00")
    project.write("bare.txt", "ab\n\u0a0a\ud7ff".encode("utf-16-be") * 9 + b"\xd8\x00")
    project.write("long.csv", b"name,town\r\n" + b"a,b\r\n" * 300_000 + b"x,caf\xe9\r\n")
    found = project.run("index", ".", "--select", "encoding-replaced", "--format", "json").findings
    assert [(each["path"], each["line"], each["column"]) for each in found] == [
        ("bare.txt", 2, 2),
        ("damaged.txt", 2, 3),
        ("guessed.txt", 2, 8),
        ("long.csv", 300_002, 6),
        ("marked.txt", 1, 1),
        ("marked.txt", 2, 3),
    ]


def test_a_defect_of_a_parser_costs_one_file_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check.parsers import plaintext

    real = plaintext.packed

    def failing(text: str) -> object:
        yield from real(text)
        if "bad" in text:
            raise ValueError("oh\x1b[31m no")

    monkeypatch.setattr(plaintext, "packed", failing)
    project.write("a.txt", "bad\n")
    project.write("b.txt", "good\n")
    result = project.run("index", ".", "--format", "json")
    assert result.status == 1
    (finding,) = result.findings
    assert (finding["path"], finding["rule"]) == ("a.txt", "parser-failed")
    assert "plaintext failed: ValueError: oh\\x1b[31m no" in finding["message"]
    made = Artifact(project.root / OUT)
    assert [each["content"] for each in made.chunks] == ["bad\n", "good\n"]


def test_one_file_can_be_indexed(project: Project) -> None:
    project.write("docs/a.txt", "hello\n")
    project.write("docs/b.txt", "hello\n")
    result = project.run("index", "docs/a.txt", "--format", "json")
    assert result.status == 0
    assert [each["path"] for each in Artifact(project.root / OUT).documents] == ["a.txt"]


def test_paths_in_the_report_are_seen_from_here_and_those_in_the_artifact_from_the_root(
    project: Project,
) -> None:
    project.write("docs/a.txt", b"caf\xe9\n")
    (finding,) = project.run("index", "docs", "--format", "json").findings
    assert finding["path"] == "docs/a.txt"
    assert Artifact(project.root / OUT).rules("a.txt") == ["encoding-replaced"]


def test_nothing_of_the_tree_is_run_or_followed(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "secret.txt"
    outside.write_text("outside\n")
    project.write("a.txt", "hello\n")
    project.write(".rtfm/parsers/evil.py", "raise SystemExit('executed')\n")
    (project.root / "leak.txt").symlink_to(outside)
    os.mkfifo(project.root / "pipe.txt")
    made = index(project)
    assert [each["content"] for each in made.chunks] == ["hello\n"]
    assert made.rules(".rtfm/parsers/evil.py") == ["local-parser-ignored"]
    assert made.rules("leak.txt") == ["not-followed"]
    assert made.rules("pipe.txt") == ["not-followed"]


def test_a_name_that_is_not_utf8_is_read_and_told(project: Project) -> None:
    try:
        project.write(os.fsdecode(b"caf\xe9.txt"), "hello\n")
    except OSError:
        pytest.skip("the file system takes no such name")
    made = index(project)
    assert [each["path"] for each in made.documents] == ["caf%E9.txt"]
    assert made.rules("caf%E9.txt") == ["file-name-not-utf8"]


def test_a_file_is_read_by_what_it_is(project: Project) -> None:
    project.write("video.ts", b"G@\0\x10\0\0\xb0\r\0\1\xc1" * 200)
    project.write("notes.db", "not a database\n")
    project.write("utf16.txt", "retention policy\n".encode("utf-16"))
    made = index(project)
    assert made.rules("video.ts") == ["extension-lies"]
    assert made.rules("notes.db") == ["extension-lies"]
    assert made.rules("utf16.txt") == ["encoding-replaced"]
    assert {each["content"] for each in made.chunks} == {"not a database\n", "retention policy\n"}


def test_a_pointer_of_git_lfs_is_not_what_it_stands_for(project: Project) -> None:
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'4d' * 32}\nsize 12345\n"
    for name in ("a.pdf", "b.csv", "c.png"):
        project.write(name, pointer)
    project.write("lfs.md", f"# Pointers\n\nThey look like this:\n\n```\n{pointer}```\n")
    made = index(project)
    assert made.rules("a.pdf") == made.rules("b.csv") == ["extension-lies"]
    assert made.rules("c.png") == ["no-parser-for-file"]
    assert {each["book_file"] for each in made.chunks} == {"lfs.md"}


NOISE = random.Random(7).randbytes(600).replace(b"\0", b"\1")


@pytest.mark.parametrize(
    ("name", "data", "rules"),
    [
        ("cache.bin", NOISE, ["no-parser-for-file"]),
        ("small.dat", NOISE[:60], ["no-parser-for-file"]),
        ("page.md", NOISE, ["extension-lies"]),
        ("stuffed.ts", (b"G@\x11\x10" + b"\xff" * 184) * 5, ["extension-lies"]),
        ("orders.log", b"8=FIX.4.2\x019=65\x0135=A\x0149=CAF\xc3\x89\x01" * 9, []),
        (
            "art.txt",
            b"\x1b[1;31m\xdb\xdb\xb2\xb1\xb0 caf\x82\x1b[0m\r\n" * 9,
            ["encoding-replaced"],
        ),
        ("cut.dat", "\x01é".encode() * 3000, []),  # the first bytes end within a letter
    ],
)
def test_what_is_no_text_is_told_as_binary_also_without_a_nul(
    project: Project, name: str, data: bytes, rules: list[str]
) -> None:
    project.write(name, data)
    made = index(project)
    assert made.rules(name) == rules
    assert bool(made.chunks) == (rules in ([], ["encoding-replaced"]))


def test_characters_that_no_store_takes_are_replaced_and_told(project: Project) -> None:
    project.write("a.txt", "one\0two\n")
    made = index(project)
    assert [each["content"] for each in made.chunks] == ["one\ufffdtwo\n"]
    assert made.rules("a.txt") == ["text-replaced"]


def test_an_index_of_before_under_another_name_is_not_read(project: Project) -> None:
    project.write(".git/HEAD", "")
    project.write("docs/a.md", "# Words\n\nOf the one document that there is.\n")
    assert project.run("index", ".", "-q", "-o", "docs/old").status == 0
    made = index(project, "--no-cache")
    assert [each["path"] for each in made.documents] == ["docs/a.md"]
    assert project.run("files", "--why", "docs/old/chunks.jsonl").out == (
        "docs/old/chunks.jsonl is left out with docs/old: an index that rtfm-check wrote; "
        "RTFM reads it, unless an ignore file names it\n"
    )


def test_the_artifact_is_whole_or_not_there_when_the_run_is_killed(project: Project) -> None:
    for number in range(100):
        project.write(f"{number}.txt", "word " * 20_000)
    program = [sys.executable, "-m", "rtfm_check", "index", ".", "-q"]
    for delay in (0.3, 0.5, 0.8):
        process = subprocess.Popen(program, cwd=project.root, stdout=subprocess.DEVNULL)
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if (project.root / OUT).exists():
            assert len(Artifact(project.root / OUT).documents) == 100
    made = index(project)
    assert {each["path"] for each in made.documents} == {f"{n}.txt" for n in range(100)}
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and any(each[0] == "." for each in names(project.root)):
        time.sleep(0.2)  # a worker that was left alone ends with its file, and holds the folder
        index(project)
    assert [name for name in names(project.root) if name.startswith(".")] == []
