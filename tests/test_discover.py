"""Which files RTFM would read: each rule on a small tree."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from rtfm_check import limits
from rtfm_check.tree.discover import discover
from rtfm_check.tree.entry import Entry, Scope, matches
from rtfm_check.tree.globs import END, translate
from rtfm_check.tree.ignores import Remark


def tree(root: Path, *names: str, **texts: str | bytes) -> Path:
    """Empty files, and ignore files: `gitignore`, `rtfmignore`, `sub_gitignore` (in `sub/`)."""
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for key, text in texts.items():
        folder, _, name = key.rpartition("_")
        path = root / folder / f".{name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def entries(root: Path, **scope: object) -> list[Entry]:
    found = discover(str(root), Scope(**scope))  # type: ignore[arg-type]
    return [each for each in found if isinstance(each, Entry)]


def read(root: Path, **scope: object) -> list[str]:
    """The paths that are read, without the ignore files."""
    return [
        each.path
        for each in entries(root, **scope)
        if each.reason is None and not each.path.endswith("ignore")
    ]


def reasons(root: Path, **scope: object) -> dict[str, str]:
    return {each.path: str(each.reason) for each in entries(root, **scope) if each.reason}


def remarks(root: Path) -> list[str]:
    found = discover(str(root))
    return [
        f"{each.path}:{each.line}: {each.message}" for each in found if isinstance(each, Remark)
    ]


def test_excluded_names_count_at_any_depth_as_folder_and_as_file_in_their_case(
    tmp_path: Path,
) -> None:
    tree(tmp_path, "Build/a", "x/dist/a", "x/build", ".egg-info", "x.egg-info/a", ".env", "DB/a")
    assert read(tmp_path) == [".env", "Build/a", "DB/a", "x.egg-info/a"]
    assert reasons(tmp_path) == {
        ".egg-info": "RTFM reads nothing that is named .egg-info",
        "x/build": "RTFM reads nothing that is named build",
        "x/dist": "RTFM reads nothing that is named dist",
    }


def test_what_sqlite_writes_beside_a_database_is_left_out(tmp_path: Path) -> None:
    tree(tmp_path, "a.db", "a.db-wal", "a.db-shm", "a.db-journal", "b-WAL", "c-journal/x")
    assert read(tmp_path) == ["a.db", "b-WAL", "c-journal/x"]


def test_worktrees_of_other_agents_are_left_out_at_any_depth(tmp_path: Path) -> None:
    tree(tmp_path, ".claude/worktrees/a", "x/.claude/worktrees/b", "q/.claude/worktrees")
    tree(tmp_path, ".claude/worktreesx/a", ".claude/x/worktrees/b", "x.claude/worktrees/a")
    assert read(tmp_path) == [
        ".claude/worktreesx/a",
        ".claude/x/worktrees/b",
        "q/.claude/worktrees",
        "x.claude/worktrees/a",
    ]


@pytest.mark.parametrize(
    ("pattern", "path", "is_match"),
    [
        (".md", "D/y.MD", True),
        (".gz", "t.tar.gz", True),
        (".m*", "a.mx", False),
        (".m*", ".mx", True),
        ("*.md", "d/a.md", True),
        ("*.md", "a.MD", False),
        ("d/*", "d/x/a.md", True),
        ("d/*", "e/d/a.md", True),
        ("d/*", "xd/a.md", False),
        ("**/a.md", "a.md", False),
        (".claude/x", "e/.claude/x", True),
        ("/a.md", "a.md", False),
        ("d", "d/a.md", False),
        ("", "a", False),
    ],
)
def test_patterns_of_include_and_exclude(pattern: str, path: str, is_match: bool) -> None:
    assert matches(pattern, path) is is_match


def test_include_and_exclude_restrict_files(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "a.txt", "d/b.md")
    assert read(tmp_path, include=(".md",), exclude=("d/*",)) == ["a.md"]
    assert reasons(tmp_path, include=(".md",), exclude=("d/*",)) == {
        "a.txt": "no pattern of `include` matches it",
        "d/b.md": "the pattern d/* of `exclude`",
    }


def test_a_deeper_gitignore_overrides_and_the_reason_names_file_and_line(tmp_path: Path) -> None:
    tree(
        tmp_path,
        "a.md",
        "sub/a.md",
        "sub/b.md",
        gitignore="# all\r\n*.md\r\n",
        sub_gitignore="!a.md",
    )
    assert read(tmp_path) == ["sub/a.md"]
    assert reasons(tmp_path)["sub/b.md"] == "the pattern *.md in line 2 of .gitignore"


def test_nothing_is_brought_back_below_an_ignored_folder(tmp_path: Path) -> None:
    tree(tmp_path, "sub/a.md", "b.md", gitignore="sub\n!sub/a.md\n", sub_gitignore="!a.md")
    assert read(tmp_path) == ["b.md"]
    assert reasons(tmp_path) == {"sub": "the pattern sub in line 1 of .gitignore"}


def test_a_gitignore_above_the_root_is_not_read(tmp_path: Path) -> None:
    tree(tmp_path, "sub/a.md", gitignore="*.md")
    assert read(tmp_path / "sub") == ["a.md"]


def test_gitignores_can_be_disregarded_and_the_rtfmignore_cannot(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "b.md", gitignore="a.md", rtfmignore="b.md", sub_rtfmignore="*")
    assert read(tmp_path, respect_gitignore=False) == ["a.md"]


def test_a_byte_order_mark_hides_no_pattern_from_us_and_is_told(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "b.md", gitignore=b"\xef\xbb\xbfa.md\nb.md\n")
    assert read(tmp_path) == []
    assert remarks(tmp_path) == [
        ".gitignore:1: RTFM overlooks `a.md`: the file begins with a byte order mark"
    ]


def test_a_white_list_is_read_as_git_reads_it_and_rtfm_is_told_of(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "sub/a.md", "sub/b.txt", gitignore="*\n!*/\n!*.md\n")
    assert read(tmp_path) == ["a.md", "sub/a.md"]
    assert remarks(tmp_path) == [
        ".gitignore:0: RTFM does not read `sub`, other than git would: its reading of `!` differs"
    ]


def test_a_folder_that_rtfm_keeps_for_what_is_below_it_is_told_of(tmp_path: Path) -> None:
    tree(tmp_path, "a/b.md", gitignore="a\n!a/**\n")
    assert read(tmp_path) == []
    assert remarks(tmp_path) == [
        ".gitignore:0: RTFM reads `a`, other than git would: its reading of `!` differs"
    ]


def test_negations_that_rtfm_reads_alike_are_not_told_of(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "keep/a.md", "keep/b.log", gitignore="*.md\n!keep/*.md\n*.log\n!b.log")
    assert read(tmp_path) == ["keep/a.md", "keep/b.log"]
    assert remarks(tmp_path) == []


@pytest.mark.parametrize("line", ["!", "a\\", "x[z-a]"])
def test_a_line_that_is_no_pattern_costs_rtfm_the_file_and_us_the_line(
    tmp_path: Path, line: str
) -> None:
    tree(tmp_path, "a.md", gitignore=f"{line}\n*.md\n", rtfmignore=f"{line}\n*.txt\n")
    assert read(tmp_path) == []
    assert remarks(tmp_path) == [
        f".rtfmignore:1: RTFM's scan fails: `{line}` is no pattern",
        f".gitignore:1: RTFM overlooks the whole file: `{line}` is no pattern",
    ]


def test_sections_of_the_rtfmignore(tmp_path: Path) -> None:
    text = "a.md\n[Versions]\nb.md\n [index] \nc.md\n# [x]\n"
    tree(tmp_path, "a.md", "b.md", "c.md", rtfmignore=text)
    assert read(tmp_path) == ["b.md"]
    assert remarks(tmp_path) == []


def test_an_unknown_section_disables_what_follows_as_in_rtfm_and_is_told(tmp_path: Path) -> None:
    tree(tmp_path, "a", "b", "c.md", "d.md", rtfmignore="d.md\n[ab]\nc.md\n")
    assert read(tmp_path) == ["a", "b", "c.md"]
    assert remarks(tmp_path) == [
        ".rtfmignore:2: `[ab]` opens a section that RTFM does not know, so the lines below it "
        "leave nothing out; sections are [index] and [versions]"
    ]


def test_in_the_rtfmignore_the_last_match_of_a_path_or_a_folder_above_decides(
    tmp_path: Path,
) -> None:
    tree(tmp_path, "a.md", "d/a.md", "d/x.txt", rtfmignore="*\n!d/\n*.txt\n")
    assert read(tmp_path) == ["d/a.md"]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ("d/*/", ["d/a.md"]),
        ("d/*\n!d/a.md", ["d/a.md"]),
        ("d/**\n!d/a.md", []),
        ("d/\n!d/a.md", []),
        ("**/e\n!d/", ["d/a.md", "d/e/b.md"]),
    ],
)
def test_what_the_rtfmignore_makes_of_a_folder(tmp_path: Path, lines: str, left: list[str]) -> None:
    tree(tmp_path, "d/a.md", "d/e/b.md", rtfmignore=lines)
    assert read(tmp_path) == left


def test_neither_ignore_file_brings_back_what_the_other_leaves_out(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "b.md", gitignore="a.md\n!b.md", rtfmignore="b.md\n!a.md")
    assert read(tmp_path) == []


def test_extend_exclude_is_relative_to_its_own_folder(tmp_path: Path) -> None:
    tree(tmp_path, "p/a.md", "p/gen/a.md", "q/gen/a.md")
    scope = {"extend_exclude": ("/gen/", "!*.md"), "extend_base": str(tmp_path / "p")}
    assert read(tmp_path, **scope) == ["p/a.md", "q/gen/a.md"]
    assert reasons(tmp_path, **scope) == {
        "p/gen": "the pattern /gen/ of the setting extend-exclude"
    }


def test_links_and_pipes_are_told_of_and_never_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("x")
    root = tree(tmp_path / "tree", "a.md", "d/b.md")
    (root / "file").symlink_to(tmp_path / "secret" / "key")
    (root / "folder").symlink_to(tmp_path / "secret")
    (root / "loop").symlink_to(root)
    (root / "nowhere").symlink_to("nothing")
    (root / "d" / ".gitignore").symlink_to(tmp_path / "secret" / "key")
    os.mkfifo(root / "pipe")
    assert read(root) == ["a.md", "d/b.md"]
    assert set(reasons(root).values()) == {
        "a symbolic link, which is not followed",
        "neither a file nor a folder",
    }
    assert remarks(root) == ["d/.gitignore:0: a symbolic link: not read, as git does not"]


def test_an_ignore_file_that_is_a_pipe_or_too_large_is_told_of(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".rtfmignore")
    tree(tmp_path, "a.md", gitignore="#" * (limits.IGNORE_BYTES + 1))
    assert read(tmp_path) == ["a.md"]
    assert [each.partition(":0:")[0] for each in remarks(tmp_path)] == [".rtfmignore", ".gitignore"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    tree(tmp_path, "d/a.md").joinpath("d").chmod(0)
    assert reasons(tmp_path) == {"d": "it cannot be read: permission denied"}
    (tmp_path / "d").chmod(0o700)


def test_names_of_any_bytes_come_in_the_order_of_their_bytes(tmp_path: Path) -> None:
    names = [b"-rf", b"a\nb", b"a-b/x", b"a.txt", b"a/x", b"\xc3\xa9", b"\xff", b"\xf0\x9f\x98\x80"]
    tree(tmp_path, *map(os.fsdecode, names))
    expected = [b"-rf", b"a/x", b"a\nb", b"a-b/x", b"a.txt", b"\xc3\xa9"]
    found = [os.fsencode(path) for path in read(tmp_path)]
    assert found == [*expected, b"\xf0\x9f\x98\x80", b"\xff"]
    assert [each[2:] for each in remarks(tmp_path)] == [
        "0: RTFM's whole sync fails at a name that is not UTF-8"
    ]


def test_patterns_match_names_of_any_bytes(tmp_path: Path) -> None:
    tree(tmp_path, os.fsdecode(b"\xe9.md"), "a.md\n", "b.md", gitignore=b"\xe9.md\na.md\n")
    assert sorted(read(tmp_path)) == ["a.md\n", "b.md"]


def test_only_what_is_asked_for_is_looked_at_under_the_rules_of_the_whole(tmp_path: Path) -> None:
    tree(tmp_path, "a/b.md", "a/c.txt", "ab/d.md", "e.md", gitignore="*.txt")
    assert [each.path for each in entries(tmp_path, only=("a",))] == ["a/b.md", "a/c.txt"]
    assert read(tmp_path, only=("a", "e.md")) == ["a/b.md", "e.md"]


def test_a_tree_may_be_deeper_than_the_stack_and_than_a_path(tmp_path: Path) -> None:
    depth, here = 2100, os.open(tmp_path, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    found = reasons(tmp_path)
    subprocess.run(["rm", "-r", tmp_path / "d"], check=True)  # pytest's own way is recursive
    assert list(found.values()) == ["it cannot be read: file name too long"]


def test_hostile_patterns_take_time_in_proportion() -> None:
    name = "a" * 250
    for pattern in ("*a" * 100 + "b", "**/" + "*a" * 50 + "/**/b", "[a-z]*" * 80 + "!", "*" * 4000):
        expression = translate(pattern, end=END)
        assert expression
        start = time.perf_counter()
        for _ in range(20):
            re.match(expression, f"{name}/{name}/{name}/{name}")
        assert time.perf_counter() - start < 1


def test_more_patterns_than_can_be_tried_are_not_applied_and_told_of(tmp_path: Path) -> None:
    many = "\n".join(f"n{number}" for number in range(limits.IGNORE_RULES))
    tree(tmp_path, "sub/n1", gitignore="a\n", sub_gitignore=many)
    assert read(tmp_path) == ["sub/n1"]
    assert remarks(tmp_path) == [
        "sub/.gitignore:0: more than 10,000 patterns hold here: not applied"
    ]


def test_an_index_under_any_name_is_no_document(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "old/documents.jsonl", "other/b.md", "piped/c.md")
    (tmp_path / "old" / "manifest.json").write_text('{\n  "format": "rtfm-index-v1",\n  "tool')
    (tmp_path / "other" / "manifest.json").write_text('{"format": "rtfm-index", "name": "x"}')
    os.mkfifo(tmp_path / "piped" / "manifest.json")
    assert read(tmp_path) == ["a.md", "other/b.md", "other/manifest.json", "piped/c.md"]
    assert reasons(tmp_path) == {
        "old": "an index that rtfm-check wrote; RTFM reads it, unless an ignore file names it",
        "piped/manifest.json": "neither a file nor a folder",
    }
    assert "manifest.json" in read(tmp_path / "old")  # it is what was asked for


def test_a_pattern_of_many_stars_is_held_against_rtfm_too(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("a/x.md", "b.md"):
        (tmp_path / name).write_text("text\n")
    (tmp_path / ".gitignore").write_text("!**/**\na\n")
    told = [each.message for each in discover(str(tmp_path)) if isinstance(each, Remark)]
    assert told == ["RTFM reads `a`, other than git would: its reading of `!` differs"]
