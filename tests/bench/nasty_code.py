"""Nasty programs and settings: Python, shell, YAML, JSON, TOML, notebooks."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.bench.nasty import Case, nested, numbered, repeated


def _notebook(cells: Sequence[object]) -> bytes:
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()


def _cell_of(kind: str, source: object, **more: object) -> dict[str, object]:
    return {"cell_type": kind, "metadata": {}, "source": source, **more}


def _outputs(size: int) -> bytes:
    output = {"output_type": "stream", "name": "stdout", "text": ["line\n"]}
    return _notebook([_cell_of("code", "x", outputs=[output] * (size // 70))])


def _items(size: int) -> bytes:
    return json.dumps(list(range(size // 8))).encode()


def _keys(size: int) -> bytes:
    return json.dumps({f"k{n}": n for n in range(size // 14)}).encode()


def _list(size: int) -> bytes:
    return json.dumps({"k": [{"a": n} for n in range(size // 14)]}).encode()


CASES: dict[str, Case] = {
    "py: functions": numbered("def f{n}():\n    return {n}\n\n"),
    "py: statements": numbered("x{n} = {n}\n"),
    "py: minus": (repeated("-", "x = ", "1\n"), 50_000, 400_000),
    "py: many minus": (repeated("-", "x = ", "1\n"), 1_000_000, 8_000_000),
    "py: brackets": (nested("(", ")", "1"), 100_000, 800_000),
    "py: attributes": (repeated(".a", "x = a", "\n"), 50_000, 400_000),
    "py: one sum": (repeated("1+", "x = ", "1\n"), 50_000, 400_000),
    "py: one string": repeated("word ", "x = '''", "'''\n"),
    "py: open string": repeated("word\n", "x = '''"),
    "py: one line": repeated("f(x); ", "", "\n"),
    "py: comments": repeated("# word\n"),
    "py: decorators": numbered("@a\n@b\ndef f{n}(): pass\n"),
    "py: imports": numbered("import a{n}\n"),
    "py: imports inside": numbered("def f{n}():\n  from .a import b{n}\n"),
    "py: methods": numbered("  def f{n}(self): pass\n", "class C:\n"),
    "py: broken": numbered("import a{n}\n", "def (:\n"),
    "sh: functions": numbered("f{n}() {{\n  echo {n}\n}}\n"),
    "sh: open functions": numbered("f{n}() {{\n"),
    "sh: heredocs": numbered("cat <<E{n}\ntext\n"),
    "sh: one heredoc": repeated("text\n", "cat <<E\n", "E\n"),
    "sh: quotes": repeated("echo \"$(echo '"),
    "sh: open quotes": repeated('"$('),
    "sh: parentheses": repeated("("),
    "sh: braces": repeated("${a:-"),
    "sh: ticks": repeated("`"),
    "sh: backslashes": repeated("\\\n"),
    "sh: one line": repeated("echo x; "),
    "sh: comments": repeated("# word\n"),
    "yaml: keys": numbered("k{n}: v\n"),
    "yaml: one key": repeated("word ", "", ": v\n"),
    "yaml: one string": repeated("word ", "k: "),
    "yaml: open string": repeated("word\n", 'k: "'),
    "yaml: block": repeated("  word\n", "k: |\n"),
    "yaml: items": numbered("- a: {n}\n"),
    "yaml: comments": repeated("# word\n"),
    "yaml: flow": nested("[", "]"),
    "yaml: maps": repeated("{a: "),
    "yaml: aliases": numbered("k{n}: &a{n} v\nl{n}: *a{n}\n"),
    "yaml: merges": numbered("k{n}: {{<<: [*a, *a, *a, *a]}}\n", "a: &a {b: c}\n"),
    "yaml: questions": repeated("? "),
    "yaml: dashes": repeated("- "),
    "yaml: documents": numbered("---\nk: {n}\n"),
    "json: keys": (_keys, 50_000, 800_000),
    "json: many keys": (_keys, 1_500_000, 24_000_000),
    "json: items": (_items, 50_000, 800_000),  # a larger document is not held whole
    "json: many items": (_items, 1_500_000, 24_000_000),
    "json: one list": (_list, 50_000, 800_000),
    "json: one long list": (_list, 1_500_000, 24_000_000),
    "json: one string": repeated("word ", '"', '"'),
    "json: one key": repeated("word ", '{"', '": 1}'),
    "json: escapes": repeated("\\u00e9", '"', '"'),
    "json: surrogates": repeated("\\ud800", '"', '"'),
    "json: open string": repeated("word ", '"'),
    "json: nesting": nested("[", "]"),
    "json: objects in objects": nested('{"a":', "}", "1"),
    "json: same keys": repeated('"a":1,', "{", '"a":1}'),
    "json: constants": repeated("NaN,", "[", "1]"),
    "json: one number": repeated("1", "[", "]"),
    "json: lines": numbered('{{"a": {n}}}\n'),
    "json: broken lines": numbered('{{"a": {n}\n'),
    "json: broken": repeated('{"a": '),
    "json: commas": repeated("1,,", "[", "]"),
    "json: comments": repeated("// word\n", "", '{"a": 1}'),
    "toml: keys": numbered("k{n} = 1\n"),
    "toml: tables": numbered("[t{n}]\nk = 1\n"),
    "toml: lists of tables": numbered("[[t]]\nk = {n}\n"),
    "toml: dotted": lambda size: (".".join(["a"] * (size // 2)) + " = 1\n").encode(),
    "toml: nesting": nested("[", "]", "", "k = ", "\n"),
    "toml: one string": repeated("word ", 'k = "', '"\n'),
    "toml: lines of a string": repeated("word\n", 'k = """\n', '"""\n'),
    "toml: open string": repeated("word\n", 'k = """\n'),
    "toml: comments": repeated("# word\n"),
    "toml: broken": repeated("a b\n"),
    "toml: requirements": numbered('"a{n}>=1",\n', "[project]\ndependencies = [\n", "]\n"),
    "ipynb: cells": lambda size: _notebook(
        [_cell_of("markdown", f"# T{n}\ntext") for n in range(size // 70)]
    ),
    "ipynb: one cell": lambda size: _notebook([_cell_of("code", "word " * (size // 5))]),
    "ipynb: lines": lambda size: _notebook([_cell_of("code", ["x\n"] * (size // 7))]),
    "ipynb: outputs": _outputs,
    "ipynb: heading of blanks": lambda size: _notebook([_cell_of("markdown", "#" + " " * size)]),
    "ipynb: links": lambda size: _notebook([_cell_of("markdown", "[a](b.md) " * (size // 10))]),
    "ipynb: brackets": lambda size: _notebook([_cell_of("markdown", "[a](" * (size // 4))]),
}
