"""Python: each class and function of the module is a chunk, and so is what stands between them.

A chunk of a function has its decorators and the comments right above it. Everything else of the
module, be it docstring, imports, constants or the main block, is a chunk "module" in its place.
Imports of the whole tree are edges, in the order of the text; `from . import x` leads to `.x`
where such a module stands, else to `.`; `from a import x` to `a`, and to `a.x` if that is a module.

Read in the encoding of its coding line (PEP 263). What does not parse, or has more than
limits.PYTHON_TOKENS, is "module" chunks and the imports that whole lines show.

Differences from RTFM 0.55.1: no statement of the module is dropped; decorators and comments stand
with their function; a form feed does not shift lines; parts of a long chunk have their own lines;
relative imports keep their dots, and `from . import x` is an edge; a byte order mark, a coding line
and deep nesting do no harm; what does not parse is told, and keeps its imports.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.file import File
from rtfm_check.mapping.foreign_text import left_by_tools
from rtfm_check.parsers import _python_encoding, _python_imports
from rtfm_check.parsers._code import Lines, drafts
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.text.show import safe

_MOST = 3000
_TOKEN = re.compile(r"\w+|[^\w\s]")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NEWER = re.compile(  # type parameters, on the line of what has them
    r"^[ \t]*+(?:(?:async[ \t]++)?def|class|type)[ \t]++\w++[ \t]*+"
    r"(\[[^\n]{1,500}?\])(?=[ \t]*+[(:=])",
    re.MULTILINE,
)
_ALIAS = re.compile(r"^([ \t]*+type)([ \t]++)(?=\w++[ \t]*+=)", re.MULTILINE)
_HELP = "correct it; leave the file out if it is a template, or Python 2"
_HELP_FOR_STRINGS = (
    "correct it; rtfm-check reads what Python 3.12 allows in them if it runs on that"
)
_NOTE = "RTFM, too, takes the file as one text, and sees none of its imports"
_TOO_DEEP = (RecursionError, MemoryError, OverflowError, SystemError)
_DEEP = Problem(
    "limit-reached",
    "the code is nested deeper than Python's own parser goes",
    "split the expression",
    "RTFM fails on the file, or takes it as one text",
    line=1,
)
_LONG = Problem(
    "limit-reached",
    f"the code has more than the limit of {limits.PYTHON_TOKENS:,} names, numbers and signs",
    "split the module",
    "it is indexed as one text, with the imports that whole lines show",
    line=1,
)


def parse(file: File) -> Iterator[Item]:
    """The chunks of a module, and its imports."""
    yield About(title=file.file_name)
    yield from _python_encoding.decide(file)
    lines = Lines(file.text)
    tree = _tree(lines)
    if isinstance(tree, Problem):
        yield tree
        yield from drafts("module", lines.text, 0, len(lines.text), 1, _MOST)
        yield from _python_imports.of_lines(lines.text, file)
        return
    yield from _chunks(tree, lines)
    yield from _python_imports.of_tree(tree, lines, file)


def _tree(lines: Lines) -> ast.Module | Problem:
    """What the text parses to, or why it does not."""
    text = lines.text
    if len(text) > limits.PYTHON_TOKENS < sum(1 for _ in _TOKEN.finditer(text)):
        return _LONG
    try:
        try:
            return ast.parse(text)
        except SyntaxError:
            older = _older(text)
            if older == text:
                raise
            return ast.parse(older)
    except SyntaxError as error:
        return _syntax(error, lines)
    except ValueError:  # Python's way with a NUL, up to 3.11.3
        return _syntax(None, lines)
    except _TOO_DEEP:
        return _DEEP


def _older(text: str) -> str:
    """The same places without what is new in Python 3.12, for a Python that does not know it."""

    def blank(found: re.Match[str]) -> str:
        start = found.start(1) - found.start()
        return found[0][:start] + " " * len(found[1])

    return _ALIAS.sub(lambda found: found[1] + "_" * len(found[2]), _NEWER.sub(blank, text))


def _syntax(error: SyntaxError | None, lines: Lines) -> Problem:
    start = lines.text.find("\0")
    if start >= 0 or error is None:
        what = "a NUL stands in the code"
    else:
        what = safe(error.msg[:1].lower() + error.msg[1 : limits.EXCERPT_CHARS])
        line = min(max(error.lineno or 1, 1), lines.count)
        end = lines.end(line)
        start = min(lines.start(line) + max((error.offset or 1) - 1, 0), end)
        start = end - len(lines.text[start:end].lstrip())  # Python counts indentation in its way
    is_likely = "<<<<<<<" in lines.text  # `=======` alone may be below a title in a docstring
    left = left_by_tools(lines.text, max(start, 0)) if is_likely else None
    if left is not None:
        return Problem("document-syntax", left[2], left[3], _NOTE, left[0], left[1])
    return Problem(
        "document-syntax",
        f"the file does not parse: {what}",
        _HELP_FOR_STRINGS if what.startswith("f-string") else _HELP,
        _NOTE,
        start=max(start, 0),
        end=max(start, 0) + 1,
    )


def _chunks(tree: ast.Module, lines: Lines) -> Iterator[Draft]:
    """Functions and classes own their lines: nothing else can stand there."""
    text = lines.text
    done = 1  # the first line that is in no chunk yet
    for node in tree.body:
        if not isinstance(node, _DEFINITIONS):
            continue
        first, behind = _first(node, lines, done), _behind(node, lines)
        start, end = lines.start(first), lines.start(behind)
        yield from drafts("module", text, lines.start(done), start, done, _MOST)
        word = "class" if isinstance(node, ast.ClassDef) else "def"
        yield from drafts(f"{word} {node.name}", text, start, end, first, _MOST)
        done = behind
    yield from drafts("module", text, lines.start(done), len(text), done, _MOST)


def _first(node: ast.stmt, lines: Lines, lowest: int) -> int:
    """The first line of a definition: with its decorators, and the comments right above."""
    line = node.lineno
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    if decorators:
        line = decorators[0].lineno
        while line > lowest and lines.text[lines.start(line)] not in "@\f":
            line -= 1  # `@(` and its expression may stand on lines of their own
    while line > lowest and lines.text.startswith("#", lines.start(line - 1)):
        line -= 1
    return line


def _behind(node: ast.stmt, lines: Lines) -> int:
    """The line behind a definition, and behind the indented comments that close it."""
    line = behind = (node.end_lineno or node.lineno) + 1
    while line <= lines.count:
        start = lines.start(line)
        content = lines.text[start : lines.end(line)].lstrip()
        if content and (content[0] != "#" or lines.text[start] == "#"):
            break
        line += 1
        if content:
            behind = line
    return behind
