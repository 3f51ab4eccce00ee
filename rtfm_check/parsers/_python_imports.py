"""The imports of a Python file: of its tree, or of its lines where it has no tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from rtfm_check.file import File
from rtfm_check.parsers._code import Lines
from rtfm_check.parsers._contract import How, Link
from rtfm_check.parsers._python_modules import Modules

_FARTHEST = 2000  # bytes into a line up to which a place is worked out
_FROM = re.compile(r"from[ \t]*(?=[.\w])")
_PARTS = ("body", "handlers", "orelse", "finalbody", "cases")  # that hold statements
_KINDS: tuple[type[ast.AST], ...] = (
    *ast.stmt.__subclasses__(),
    ast.ExceptHandler,
    ast.match_case,
)
_BLOCKS = {
    kind: tuple(part for part in reversed(_PARTS) if part in kind._fields) for kind in _KINDS
}
_TOKEN = re.compile(
    r'''(?P<quotes>"""|\'\'\')'''
    r"""|"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?|\#[^\n]*"""
    r"""|^[ \t]*(?:from[ \t]*(?P<module>\.[\w.]*|(?<=[ \t])\w[\w.]*)[ \t]*)?"""
    r"""\bimport\b[ \t]*(?P<bracket>\()?(?P<names>[^\n#;)]*)""",
    re.MULTILINE,
)
_NAME = re.compile(r"\s*([\w.]+|\*)(?:[ \t]+as[ \t]+\w+)?\s*\Z")
_COMMENT = re.compile(r"#[^\n]*")
_LONGEST = 2000  # characters of a list of names in brackets


def of_tree(tree: ast.Module, lines: Lines, file: File) -> Iterator[Link]:
    """The imports of all statements, in the order of the text."""
    text = lines.text
    modules = Modules(file)
    waiting: list[ast.AST] = [*_with_the_word(tree.body, lines)]
    waiting.reverse()
    while waiting:
        node = waiting.pop()
        for part in _BLOCKS[type(node)]:
            waiting.extend(reversed(getattr(node, part)))
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield _link(alias.name, f"import {alias.name}", text, _offset(lines, alias))
        elif isinstance(node, ast.ImportFrom):
            found = _FROM.match(text, max(_offset(lines, node), 0))
            start = found.end() if found else -1
            module = "." * node.level + (node.module or "")
            places = [_offset(lines, alias) for alias in node.names]
            names = [alias.name for alias in node.names]
            yield from _from(module, names, modules, text, start, places)


def _with_the_word(body: list[ast.stmt], lines: Lines) -> Iterator[ast.stmt]:
    """The statements that are worth a look; the text is looked through once for all of them."""
    at = lines.text.find("import")
    for node in body:
        start = lines.start(node.lineno)
        if 0 <= at < start:
            at = lines.text.find("import", start)
        if at < 0:
            return
        if at < lines.end(node.end_lineno or node.lineno):
            yield node


def of_lines(text: str, file: File) -> Iterator[Link]:
    """The imports that whole lines show, outside strings, in a text that does not parse."""
    at = 0
    modules = Modules(file)
    while found := _TOKEN.search(text, at):
        at = found.end()
        if found["quotes"]:
            end = text.find(found["quotes"], at)
            at = end + 3 if end >= 0 else at
        elif found["module"]:
            names = _names(found["names"], text, at if found["bracket"] else -1)
            if names and _is_dotted(found["module"].lstrip(".") or "_"):
                yield from _from(found["module"], names, modules, text, found.start("module"))
        elif found["names"] and not found["bracket"]:
            for name in _names(found["names"], text):
                if _is_dotted(name):
                    yield _link(name, f"import {name}", text, text.find(name, found.start(), at))


def _names(written: str, text: str, at: int = -1) -> list[str]:
    """The names of a list, which goes on behind `at` if it is in brackets; [] if it is none."""
    end = text.find(")", at, at + _LONGEST) if at >= 0 else -1
    if end >= 0:
        written += _COMMENT.sub("", text[at:end])
    found = [_NAME.match(name) for name in written.rstrip(" \t\n\\,").split(",")]
    return [each[1] for each in found if each] if all(found) else []


def _from(
    module: str,
    names: list[str],
    modules: Modules,
    text: str,
    start: int,
    places: list[int] | None = None,
) -> Iterator[Link]:
    """The module, and those of its names that are modules of the tree."""
    inside = [name for name in names if modules.has(module, name)]
    is_bare = not module.strip(".")  # then it is the package around the file
    rest = [name for name in names if name not in inside] if is_bare else names
    if rest:
        yield _link(module, f"from {module} import {', '.join(rest)}", text, start)
    for name in inside:
        detail = f"from {module} import {name}"
        link = Link("import", f"{module}{'' if is_bare else '.'}{name}", detail, How.MODULE)
        place = places[names.index(name)] if places else -1
        yield link._replace(start=place, end=place + len(name)) if place >= 0 else link


def _link(target: str, detail: str, text: str, start: int) -> Link:
    """A link to a module, placed if it is written there letter by letter."""
    if start >= 0 and text.startswith(target, start):
        return Link("import", target, detail, How.MODULE, start=start, end=start + len(target))
    return Link("import", target, detail, How.MODULE)


def _offset(lines: Lines, node: ast.alias | ast.stmt) -> int:
    """Where a node begins in the text; -1 far inside a long line. Python counts UTF-8 bytes."""
    column = node.col_offset
    start = lines.start(node.lineno)
    if column and not lines.text.isascii():
        if column > _FARTHEST:
            return -1
        column = len(lines.text[start : start + column].encode()[:column].decode("utf-8", "ignore"))
    return start + column


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))
