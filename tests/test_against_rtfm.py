"""`docs --against-rtfm`: what RTFM's parsers do to documents, whatever they do to themselves.

A stand-in for RTFM shows each way in which it may end; the tests that are marked differential run
the RTFM of the interpreter that RTFM_PYTHON names.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project

# Parsers that behave as a file says: what stands behind `do:` in it.
STAND_IN = """
import os, sys, time
from pathlib import Path
from types import SimpleNamespace

def chunk(title, content):
    return SimpleNamespace(chapter_title=title, content=content)

class Parser:
    name = "stand-in"
    def parse(self, path, metadata):
        text = path.read_text()
        order = text.partition("do: ")[2].partition(" -->")[0]
        if order == "raise": raise ValueError("it \\x1b[31m breaks\\n::error::")
        if order == "hang": time.sleep(60)
        if order == "die": os.kill(os.getpid(), 11)
        if order == "exit": sys.exit(3)
        if order == "print": print('{"parser": "x"}', flush=True)
        if order == "forge": os.write(3, b"[1]\\n")
        if order == "eat": held = bytearray(64 * 1024 ** 3)
        if order == "write": Path(TREE, "written.md").write_text("x"); path.write_text("gone")
        if order == "look": yield chunk("", " ".join(sorted(os.environ)) + str(sorted(
            each.name for each in Path(".").rglob("*"))))
        yield chunk("", "\\n".join(line for line in text.splitlines() if len(line) > 20))
    def extract_edges(self, path):
        return [SimpleNamespace(relation_type="link", target_ref="made-up.md", source_detail="``")]

class ParserRegistry:
    @staticmethod
    def get_parser(path):
        return Parser() if path.suffix in (".md", ".txt") else None
"""


@pytest.fixture
def python(tmp_path: Path) -> str:
    """An interpreter with the stand-in."""
    package = tmp_path / "other" / "rtfm" / "parsers"
    package.mkdir(parents=True)
    package.parent.joinpath("__init__.py").write_text("")
    package.joinpath("__init__.py").write_text("")
    tree = repr(str(tmp_path / "project"))
    package.joinpath("base.py").write_text(STAND_IN.replace("TREE", tree))
    package.joinpath("mappings.py").write_text("def load_mappings_from_dir(folder): pass\n")
    about = tmp_path / "other" / "rtfm_ai-0.55.1.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: rtfm-ai\nVersion: 0.55.1\n")
    code = (
        "import sys, runpy; sys.path.insert(0, {!r}); del sys.argv[:3];"
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    ).format(str(tmp_path / "other"))
    script = tmp_path / "python"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I -c "{code}" "$0" "$@"\n')
    script.chmod(0o755)
    return str(script)


def told(project: Project, python: str, *arguments: str) -> list[tuple[str, str, str]]:
    """Rule, place and message of each finding that is about RTFM."""
    result = run(project, python, "--format", "json", *arguments)
    return [
        (each["rule"], f"{each['path']}:{each['line']}:{each['column']}", each["message"])
        for each in result.findings
        if each["rule"].startswith("rtfm-")
    ]


def run(project: Project, python: str, *arguments: str) -> Any:
    how = ("--against-rtfm", "--rtfm-python", python, "--timeout", "4")
    result = project.run("docs", ".", *how, *arguments)
    assert result.status in (0, 1), result
    return result


LONG = "A line that is long enough for the stand-in to keep."
EDGE = "RTFM makes 1 up: it has an edge of ````, which is none"


def test_lost_words_and_wrong_edges_are_told_where_they_stand(
    project: Project, python: str
) -> None:
    project.write("a.md", f"# Title\n\n{LONG}\n\nShort words.\n\nSee [more][m] of what there is.\n")
    project.write("b.md", f"{LONG}\n")
    assert told(project, python) == [
        ("rtfm-misreads-edges", "a.md:1:1", EDGE),
        (
            "rtfm-loses-words",
            "a.md:3:1",
            "RTFM loses 3 of 22 words: `title`, `short`, `words`",
        ),
        ("rtfm-misreads-edges", "b.md:1:1", EDGE),
    ]
    result = run(project, python, "--format", "json")
    assert result.report["against_rtfm"] == {
        "version": "0.55.1",
        **{"documents": 2, "words": 34, "words_lost": 3, "documents_losing": 1},
        **{"edges": 0, "edges_missing": 0, "edges_misread": 0, "edges_made_up": 2},
        "failures": 0,
    }
    assert run(project, python).out.endswith(
        "RTFM 0.55.1, of 2 documents: loses 3 of 34 words (8.8 %) in 1 document\n"
        "  0 edges: 0 missing, 0 misread, 2 made up; fails on 0 documents\n"
    )


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("raise", "RTFM's parser stand-in fails: `ValueError: it \\x1b[31m breaks ::error::`"),
        ("hang", "RTFM fails: `it took more than 4 seconds`"),
        ("die", "RTFM fails: `it was ended by signal 11`"),
        ("exit", "RTFM fails: `its process died`"),
        ("eat", "RTFM's parser stand-in fails: `MemoryError:`"),
    ],
)
def test_a_file_that_breaks_rtfm_is_a_finding_and_the_others_are_compared(
    project: Project, python: str, order: str, message: str
) -> None:
    project.write("a.md", f"# A\n\n<!-- do: {order} -->\n\nSome text of it.\n")
    project.write("b.md", f"{LONG}\n\nShort.\n")
    assert told(project, python) == [
        ("rtfm-fails-on-document", "a.md:1:1", message),
        ("rtfm-loses-words", "b.md:1:1", "RTFM loses 1 of 13 words: `short`"),
        ("rtfm-misreads-edges", "b.md:1:1", EDGE),
    ]


def test_files_that_break_rtfm_in_the_same_way_are_one_finding(
    project: Project, python: str
) -> None:
    for name in "abc":
        project.write(f"{name}.md", "<!-- do: raise --> some text\n")
    result = run(project, python, "--format", "json", "--select", "RTM530")
    (found,) = result.findings
    assert [each["path"] for each in found["related"]] == ["b.md", "c.md"]
    assert found["note"] == "RTFM indexes nothing of 3 files"
    assert result.report["against_rtfm"]["failures"] == 3


@pytest.mark.parametrize("order", ["print", "forge"])
def test_what_a_parser_prints_is_no_answer(project: Project, python: str, order: str) -> None:
    project.write("a.md", f"<!-- do: {order} --> {LONG}\n")
    found = told(project, python)
    expected = "rtfm-misreads-edges" if order == "print" else "rtfm-fails-on-document"
    assert [each[0] for each in found] == [expected]


def test_rtfm_sees_a_copy_of_one_file_and_nothing_of_the_environment(
    project: Project, python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "value")
    project.write(".rtfm/parsers/evil.py", "raise SystemExit\n")
    project.write("other.md", f"{LONG}\n")
    text = f"do: write --> {LONG}\n"
    path = project.write("a.md", text)
    told(project, python)
    assert path.read_text() == text  # a root's process may write elsewhere; not where it is led
    project.write("a.md", f"do: look --> {LONG}\n")
    (project.root / "written.md").unlink(missing_ok=True)
    from rtfm_check.against.process import Process

    folder = project.root.parent / "folder"
    folder.mkdir()
    (folder / "a.md").write_text("do: look --> x\n")
    process = Process(python, str(folder), str(project.root))
    words = process.ask("a.md", 10).words
    process.end()
    assert "secret_token" not in words
    assert "evil" not in words


def test_comments_suppress_and_count_as_used_in_every_run(project: Project, python: str) -> None:
    comment = "<!-- rtfm-check: ignore-file[rtfm-loses-words, rtfm-misreads-edges] known -->"
    project.write("a.md", f"{comment}\n# A\n\n{LONG}\n\nShort.\n")
    assert told(project, python) == []
    assert run(project, python, "--format", "json").report["summary"]["suppressed"] == 2
    assert project.run("docs", ".", "--format", "concise").out == "1 document: no findings\n"


def test_what_the_run_is_about_is_compared(project: Project, python: str) -> None:
    project.write("a.md", f"{LONG}\n")
    project.write("sub/b.md", f"{LONG}\n")
    project.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0")
    result = project.run("docs", "sub", "--against-rtfm", "--rtfm-python", python)
    assert "RTFM 0.55.1, of 1 document:" in result.out


def test_an_interpreter_without_rtfm_is_wrong_usage(project: Project, tmp_path: Path) -> None:
    project.write("a.md", f"{LONG}\n")
    result = project.run("docs", "--against-rtfm", "--rtfm-python", str(tmp_path / "none"))
    assert (result.status, "no such file" in result.err) == (2, True)
    quiet = tmp_path / "quiet"
    quiet.write_text("#!/bin/sh\nexit 0\n")
    quiet.chmod(0o755)
    result = project.run("docs", "--against-rtfm", "--rtfm-python", str(quiet))
    assert (result.status, "rtfm-check[rtfm]" in result.err) == (2, True)


@pytest.fixture
def rtfm() -> str:
    """The interpreter of an environment with RTFM."""
    python = os.environ.get("RTFM_PYTHON")
    if not python:
        pytest.skip("RTFM_PYTHON names no interpreter with rtfm-ai")
    return python


@pytest.mark.differential
def test_rtfm_itself(project: Project, rtfm: str) -> None:
    project.write(
        "docs/a.md",
        "# A\n\nShort.\n\nA [guide](my%20guide.md#x) and [ref][r], and <a href='c.md'>c</a> here.\n"
        "\n```\n[no](code.md)\n```\n\n[r]: ref.md\n",
    )
    project.write(
        "pkg/m.py", '"""What the module is for."""\nfrom . import util\n\n\ndef f():\n    pass\n'
    )
    project.write("main.tex", "\\section{One}\nLong enough to be kept.\n% \\input{none}\n")
    project.write("good.md", "# Good\n\nA paragraph that RTFM keeps as it is, from end to end.\n")
    project.write("bad.json", b"\xef\xbb\xbf" + b'{"a": "text enough"}')
    assert told(project, rtfm) == [
        (
            "rtfm-loses-words",
            "bad.json:1:1",
            "RTFM makes no chunk of the file, and loses all of 4 words",
        ),
        (
            "rtfm-loses-words",
            "docs/a.md:3:1",
            "RTFM loses 4 of 25 words: `short`, `md`, `ref`, `r`",
        ),
        (
            "rtfm-misreads-edges",
            "docs/a.md:5:11",
            "RTFM gets 3 of 3 edges wrong and makes 1 up: it reads `my%20guide.md` where "
            "`my guide.md` is meant",
        ),
        ("rtfm-loses-words", "main.tex:1:1", "RTFM loses 2 of 8 words: `input`, `none`"),
        (
            "rtfm-misreads-edges",
            "main.tex:3:3",
            "RTFM makes 1 up: it has an edge of `\\input{none}`, which is none",
        ),
        (
            "rtfm-loses-words",
            "pkg/m.py:1:1",
            "RTFM loses 8 of 11 words: `module`, `what`, `the`, `is`, `for`, `from`, "
            "`import`, `util`",
        ),
        (
            "rtfm-misreads-edges",
            "pkg/m.py:2:6",
            "RTFM gets 1 of 1 edges wrong: it has no edge (import) to `.`",
        ),
    ]
