"""One mistake in a tree is one finding, whoever comes upon it: the walk, a parser or the index."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Project
from tests.parsers import djvu_files

Told = list[tuple[int, int, str, str]]

IGNORE_FILES: dict[str, tuple[Callable[[Path], object], Told]] = {
    "in UTF-16": (
        lambda path: path.write_bytes("*.log\n".encode("utf-16")),
        [
            (
                *(1, 1, "ignore-file-misread"),
                "the file is in UTF-16, so none of its patterns count",
            )
        ],
    ),
    "a link": (
        lambda path: path.symlink_to("a.txt"),
        [(1, 1, "ignore-file-misread", "a symbolic link: not read, as git does not")],
    ),
    "a pipe": (
        os.mkfifo,
        [(1, 1, "unreadable-file", "its patterns do not count: not a regular file")],
    ),
    "in Latin-1": (
        lambda path: path.write_bytes("*.log\n/été\n".encode("latin-1")),
        [(2, 2, "encoding-replaced", "the file is not UTF-8; it was read as CP1252")],
    ),
    "too large": (
        lambda path: path.write_bytes(b"#\n" * (512 * 1024 + 1)),
        [
            (
                1,
                1,
                "unreadable-file",
                "its patterns do not count: 1,048,578 bytes, more than the limit of 1,048,576",
            )
        ],
    ),
    "sound": (lambda path: path.write_bytes(b"*.log\n"), []),
}


def told(project: Project, command: str) -> Told:
    """Place, rule and message of what is told of the tree."""
    result = project.run(command, ".", "--format", "json", "--severity", "very-short-page=off")
    keys = ("line", "column", "rule", "message")
    return [tuple(each[key] for key in keys) for each in result.findings]  # type: ignore[misc]


@pytest.mark.parametrize("command", ["index", "docs"])
@pytest.mark.parametrize("name", [".gitignore", ".rtfmignore"])
@pytest.mark.parametrize("case", IGNORE_FILES)
def test_an_ignore_file_that_is_not_read_as_one_is_told_once(
    project: Project, case: str, name: str, command: str
) -> None:
    make, expected = IGNORE_FILES[case]
    project.write("a.txt", "words\n")
    make(project.root / name)
    assert told(project, command) == expected


def test_what_the_walk_tells_of_an_ignore_file_hides_no_secret_in_it(project: Project) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLQ"
    project.write(".gitignore", f"*.log\n{key}\n".encode("utf-16"))
    assert [each[2] for each in told(project, "index")] == [
        "ignore-file-misread",
        "secret-like-text-in-index",
    ]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.yaml", 'a: words\nb: "x\0y"\n', (2, 6, "document-syntax")),
        ("a.py", "a = 1\nb = '\0'\n", (2, 6, "document-syntax")),
        ("a.txt", "words\nmore \0 words\n", (2, 6, "text-replaced")),
        ("a.md", "# Words\n\nMore \0 words\n", (3, 6, "text-replaced")),
        ("a.json", '{"a": "C:\\\\u0000",\n "b": "x\\u0000"}', (2, 9, "text-replaced")),
        ("a.json", '["\\ud83d\\ude00 \\uD83D x"]', (1, 16, "text-replaced")),
    ],
)
def test_a_nul_is_told_once_and_where_it_stands(
    project: Project, name: str, text: str, expected: tuple[int, int, str]
) -> None:
    project.write(name, text)
    assert [each[:3] for each in told(project, "index")] == [expected]


@pytest.mark.parametrize("command", ["index", "docs", "ci"])
def test_a_program_that_is_missing_is_told_once_for_all_files(
    project: Project, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("PATH", str(project.root.parent))
    for name in ("c.djvu", "a.djvu", "b/b.djvu"):
        project.write(name, djvu_files.page("words"))
    (found,) = project.run(command, ".", "--format", "json").findings
    assert (found["rule"], found["path"]) == ("optional-dependency-missing", "a.djvu")
    others = [(each["path"], each["message"]) for each in found["related"]]
    assert others == [("b/b.djvu", "needs it too"), ("c.djvu", "needs it too")]
    assert project.run("baseline", "write", "known.json").status == 0
    result = project.run(command, ".", "--format", "json", "--baseline", "known.json")
    assert [each["rule"] for each in result.findings] == []
