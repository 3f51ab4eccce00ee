"""What holds of every Python file, sound or not."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtfm_check import limits
from tests.parsers.source_code import (
    MANY,
    assert_grows_with_length,
    is_in_its_lines,
    read,
    targets,
    titles,
    written_lines,
)

STATEMENTS = (
    '"""doc"""',
    "import os, a.b",
    "from .. import x",
    "from .y import (z,\n  w)",
    "X = 'é' # note",
    "def f(): pass",
    "def g():\n    return 1\n    # closes it",
    "@deco\n@(\n  other\n)\nasync def h():\n\n    '''text\n# no comment\n'''",
    "# comment",
    "    # indented",
    "class K:\n    def m(self):\n        import inner",
    "if X:\n    class L: pass",
    "\x0c",
    "",
    "s = '\u2028\x85'",
    "try:\n    import t\nexcept E:\n    pass",
)
NONSENSE = st.text(st.sampled_from("ab1 \n\t\"'\\#@:()=,.é\u2028\x0c\x00"), max_size=60)
PARTS = st.lists(st.sampled_from(STATEMENTS), max_size=12)


@MANY
@given(PARTS)
def test_every_line_of_sound_code_is_in_one_chunk(tmp_path: Path, parts: list[str]) -> None:
    text = "\n".join(parts) + "\n"
    made = read(tmp_path, "m.py", text)
    assert made.rules == ([] if text.strip() else ["empty-document"])
    chunks = "\n".join(each["content"] for each in made.chunks)
    assert written_lines(chunks) == written_lines(text)
    assert all(is_in_its_lines(made, each) for each in made.chunks)
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [each.name for each in ast.parse(text).body if isinstance(each, definitions)]
    assert [each.split()[1] for each in titles(made) if each != "module"] == names
    for link in made.links:
        assert link.start < 0 or text[link.start : link.end] == link.target


@MANY
@given(st.lists(NONSENSE | st.sampled_from(STATEMENTS), max_size=8).map("\n".join))
def test_no_word_is_lost_whatever_the_text_is(tmp_path: Path, text: str) -> None:
    made = read(tmp_path, "m.py", text)
    assert "parser-failed" not in made.rules
    assert made.chunks or made.problems
    if "extension-lies" not in made.rules:
        assert not made.lacks(text.replace("\0", "\ufffd"))
    assert all(is_in_its_lines(made, each) or "\0" in text for each in made.chunks)


@pytest.mark.parametrize("size", [2999, 3000, 3001, 6100])
def test_no_chunk_is_longer_than_the_limit(tmp_path: Path, size: int) -> None:
    made = read(tmp_path, "m.py", f"x = '{'y' * (size - 6)}'")
    sizes = [each["content_chars"] for each in made.chunks]
    assert sum(sizes) == size
    assert max(sizes) <= 3000
    assert titles(made)[-1] == ("module (cont.)" if len(sizes) > 1 else "module")


@pytest.mark.parametrize(
    ("data", "rule", "line", "word"),
    [
        pytest.param("# coding: cp1251\ns = 'я'".encode("cp1251"), "", 2, "я", id="declared"),
        pytest.param(b"#!x\n#coding=latin-1\ns='\xe9'", "", 3, "é", id="in the second line"),
        pytest.param("# coding: shift_jis\n# 日".encode("shift_jis"), "", 2, "日", id="wide"),
        pytest.param("# coding: latin-1\n# é".encode(), "", 1, "é", id="but UTF-8"),
        pytest.param(b"# coding: latin-1-unix\n# \xe9", "", 2, "é", id="as Emacs spells it"),
        pytest.param(b"x = 1\n\n# coding: cp1251\n# \xe9", "", 4, "é", id="too late"),
        pytest.param(b"# coding: ascii\n# \xe9", "", 2, "é", id="bytes that are not in it"),
        pytest.param(b"# coding: x-y\nz = 1", "document-syntax", 1, "z", id="unknown"),
        pytest.param(b"# coding: utf-16\nz = 1", "document-syntax", 1, "z", id="not of ASCII"),
        pytest.param(b"# coding: rot13\nz = 1", "document-syntax", 1, "z", id="no text"),
    ],
)
def test_the_coding_line_counts(
    tmp_path: Path, data: bytes, rule: str, line: int, word: str
) -> None:
    made = read(tmp_path, "m.py", data)
    assert made.rules == [rule or "encoding-replaced"]
    assert made.problems[0].line == line
    assert word in made.text


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: utf-8\n# \xc3\xa9",
        b"# coding: ascii\nx = 1",
        b"# encoding=utf8",
        b"x = 'coding'",
    ],
)
def test_a_sound_coding_line_is_not_told(tmp_path: Path, data: bytes) -> None:
    assert read(tmp_path, "m.py", data).rules == []


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    made = read(tmp_path, "m.py", b"\xef\xbb\xbfimport os\ndef f(): pass\n")
    assert made.rules == ["document-byte-order-mark"]
    assert titles(made) == ["module", "def f"]
    assert targets(made) == ["os"]


@pytest.mark.parametrize("start", ["", "x = (\n"])  # what parses, and what does not
def test_a_name_that_is_a_module_is_an_edge_too(tmp_path: Path, start: str) -> None:
    for name in ("src/app/__init__.py", "src/app/models.py", "src/app/web/__init__.py", "run.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    text = (
        f"{start}from app import models, Other, web as w\nfrom os import path\nfrom app import *\n"
    )
    expected = ["app", "app.models", "app.web", "os", "app"]
    assert targets(read(tmp_path, "main.py", text)) == expected
    assert targets(read(tmp_path, "src/app/web/views.py", text)) == expected
    (tmp_path / "src" / "app" / "os.py").write_text("")
    assert targets(read(tmp_path, "src/app/main.py", "from app import os\n")) == ["app", "app.os"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("x = (\n", 1, 5),
        ("import a\n  x = 1\n", 2, 3),
        ("x = 1\ny = 'é\x00'\n", 2, 7),
        ("é = 1; print 'x'", 1, 8),
        ("import a\n<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n", 2, 1),
    ],
)
def test_what_does_not_parse_is_told_where(
    tmp_path: Path, text: str, line: int, column: int
) -> None:
    made = read(tmp_path, "m.py", text)
    problem = next(each for each in made.problems if each.rule == "document-syntax")
    span = made.file.lines.span(problem.start, problem.end)
    assert (span.line, span.column) == (line, column)
    assert titles(made) == ["module"]


@pytest.mark.parametrize(
    "text",
    [
        "import os\nx = " + "-" * 100_000 + "1",
        "import os\nx = a" + ".a" * 60_000,
        "import os\nx = 1" + "+1" * 50_000,
        "import os\n" + "if 1: pass\n" + "elif 1: pass\n" * 5000,
    ],
    ids=["minus", "attributes", "sum", "elif"],
)
def test_deep_nesting_is_told_and_its_text_kept(tmp_path: Path, text: str) -> None:
    made = read(tmp_path, "m.py", text)
    assert made.rules in (["limit-reached"], ["document-syntax"], [])  # as Python's parser likes
    assert targets(made) == ["os"]
    assert sum(each["content_chars"] for each in made.chunks) >= len(text) - len(made.chunks) - 2


def test_a_file_of_too_many_words_is_one_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PYTHON_TOKENS", 8)
    assert read(tmp_path, "m.py", "import os\n# a long comment\n").rules == []
    made = read(tmp_path, "m.py", "import os\ndef f(): return 1\n")
    assert made.rules == ["limit-reached"]
    assert titles(made) == ["module"]
    assert targets(made) == ["os"]


def test_a_name_of_a_package_is_a_module_if_it_stands_there(tmp_path: Path) -> None:
    inner = tmp_path / "p" / "q"
    inner.mkdir(parents=True)
    for name in ("p/near.py", "p/q/util.py", "outside.py"):
        (tmp_path / name).touch()
    (inner / "pack").mkdir()
    (inner / "pack" / "__init__.py").touch()
    text = "from . import util, pack, value\nfrom .. import near\nfrom ..q import util\n"
    text += "from ... import outside\nfrom .... import outside\n"
    made = read(tmp_path, "p/q/m.py", text)
    expected = [".", ".util", ".pack", "..near", "..q", "..q.util", "...outside", "...."]
    assert targets(made) == expected


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("def f[T](a: T): pass", "def f"),
        ("async def f[*T, **P](a): pass", "def f"),
        ("def f[T: (int, str), U: list[T]](a: U) -> dict[T, U]: pass", "def f"),
        ("class C [T](dict[int, T]): pass", "class C"),
        ("class C[T]:\n    type Own[U] = dict[T, U]", "class C"),
        ("type Alias = list[int]\ntype Other[T]=list[T]", "module"),
        ("type = [1]\nprint(type [0])", "module"),
    ],
)
def test_type_parameters_are_read_by_any_python(tmp_path: Path, text: str, title: str) -> None:
    made = read(tmp_path, "m.py", f"{text}\n\n\ndef g():\n    import inner\n")
    assert titles(made) == [title, "def g"]
    assert made.chunks[0]["content"] == text
    assert targets(made) == ["inner"]
    assert not made.rules


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads it")
def test_what_a_newer_python_reads_is_told_as_such(tmp_path: Path) -> None:
    made = read(tmp_path, "m.py", 'a = f"{b["c"]}"\n')
    assert made.rules == ["document-syntax"]
    assert "3.12" in made.problems[0].help


@pytest.mark.parametrize(
    ("make", "count"),
    [
        pytest.param(lambda n: "def f():\n  pass\n\n" * n, 4000, id="functions"),
        pytest.param(lambda n: "é = 1;" + "import a;" * n, 10_000, id="imports on a line"),
        pytest.param(lambda n: "f(x); " * n, 10_000, id="statements on a line"),
        pytest.param(lambda n: "from . import " + ",".join(["a"] * n), 10_000, id="names"),
        pytest.param(lambda n: "# a\n" * n + "def f(): pass", 40_000, id="comments"),
        pytest.param(lambda n: "def f(): pass\n" + " # a\n" * n, 40_000, id="comments inside"),
        pytest.param(lambda n: "@(\n" + "\n" * n + "a)\ndef f(): pass", 50_000, id="decorator"),
        pytest.param(lambda n: "def f[" * n, 40_000, id="open type parameters"),
        pytest.param(lambda n: "def f[a]\n" * n, 10_000, id="type parameters without parameters"),
        pytest.param(lambda n: "$ " + '"\\' * n, 50_000, id="escapes that end nothing"),
        pytest.param(lambda n: '"""\n' * (n | 1) + "$", 30_000, id="open strings"),
        pytest.param(lambda n: "$\n" + "from x import (a,\n" * n, 5000, id="open lists"),
        pytest.param(lambda n: "$\nfrom " + "." * n, 100_000, id="dots"),
        pytest.param(lambda n: "$\n" + "import a" + ",a" * n, 30_000, id="names without a tree"),
        pytest.param(lambda n: "x = '" + "a" * n + "'", 500_000, id="one giant line"),
        pytest.param(lambda n: "#" + "coding" * n, 100_000, id="a long first line"),
    ],
)
def test_time_grows_with_the_length(tmp_path: Path, make: Callable[[int], str], count: int) -> None:
    assert_grows_with_length(tmp_path, "m.py", make, count)


def test_warnings_of_the_code_are_not_ours(
    tmp_path: Path, recwarn: pytest.WarningsRecorder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read(tmp_path, "m.py", "x = '\\d'\nassert (1, 2)\ny = 1 is 1\n").rules == []
    assert not list(recwarn)
    assert capsys.readouterr() == ("", "")
    assert "m" not in sys.modules
