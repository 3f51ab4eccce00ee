"""`rtfm-check files`: what RTFM would read, by which parser; with --why, what leaves a file out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from rtfm_check import config as configuration
from rtfm_check.cli._options import Parser, add_config
from rtfm_check.cli._trees import folders_named, place, project_around
from rtfm_check.config import Config
from rtfm_check.exits import Exit
from rtfm_check.parsers import HEAD_BYTES, by_content, by_name
from rtfm_check.text import show
from rtfm_check.text.wording import plural
from rtfm_check.tree.discover import discover, local_parsers
from rtfm_check.tree.entry import Entry, Reason, Scope
from rtfm_check.tree.ignores import Remark
from rtfm_check.tree.opened import first_bytes

_LOCAL_PARSERS = os.path.join(".rtfm", "parsers")


class _File(NamedTuple):
    """An entry, the parser that takes it, and how the user knows it."""

    entry: Entry
    parser: str  # "" for what is left out
    shown: str  # the path from the current folder


def run(arguments: list[str]) -> int:
    """List the files, or say about one what becomes of it."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    include, exclude = tuple(options.include or ()), tuple(options.exclude or ())
    if options.why is not None:
        root, only = place(options.why)
        scope = _scope(config, include, exclude, (only,))
        print(_why(root, only, options.why, scope))
        return Exit.CLEAN
    remarks: list[str] = []
    listed = _list(options.paths, config, include, exclude, remarks)
    if options.format == "json":
        _print_json(listed, remarks)
    else:
        _print_text(listed, with_reasons=options.verbose)
    if not options.quiet:
        for remark in remarks:
            print(f"rtfm-check: {remark}", file=sys.stderr)
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `files`."""
    made = Parser("files", "List what RTFM would read, and by which parser.")
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and folders (default: the project here)")
    add("--why", metavar="PATH", help="say in one line what becomes of a file, and by which rule")
    add("--format", choices=("text", "json"), default="text", help="how to report (default: text)")
    add("--include", action="append", metavar="PATTERN", help="read only what one of these matches")
    add(
        "--exclude",
        action="append",
        metavar="PATTERN",
        help="do not read what one of these matches",
    )
    add_config(made)
    add("-q", "--quiet", action="store_true", help="no advice on standard error")
    add("-v", "--verbose", action="store_true", help="also list what is left out, and why")
    return made


def _scope(
    config: Config, include: tuple[str, ...], exclude: tuple[str, ...], only: tuple[str, ...]
) -> Scope:
    return Scope(
        include=include,
        exclude=exclude,
        respect_gitignore=config["respect-gitignore"],
        extend_exclude=tuple(config["extend-exclude"]),
        extend_base=config.folder,
        only=only,
    )


def _list(
    paths: list[str],
    config: Config,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    remarks: list[str],
) -> Iterator[_File]:
    """Every file of the paths' trees; what is to be said beside them is put into `remarks`."""
    wanted: dict[str, list[str]] = {}
    for root, only in map(place, paths or [project_around(os.getcwd()) or os.curdir]):
        wanted.setdefault(root, []).append(only)
    for root, only_here in wanted.items():
        remarks += folders_named(root, include + exclude)
        remarks += _about_local_parsers(root)
        named = set(only_here)
        for each in discover(root, _scope(config, include, exclude, tuple(only_here))):
            if isinstance(each, Remark):
                remarks.append(_remark(root, each))
                continue
            file = _routed(root, each)
            if file.entry.reason and each.path in named:
                remarks.append(f"{file.shown} is left out: {_said(file.entry.reason)}")
            yield file


def _routed(root: str, entry: Entry) -> _File:
    """An entry with its parser; what turns out to be binary or unreadable is left out."""
    shown = _shown(root, entry.path)
    if entry.reason is not None:
        return _File(entry, "", shown)
    name = by_name(entry.path)
    if name is None:
        try:
            name = by_content(first_bytes(root, entry.path, HEAD_BYTES))
        except OSError as error:
            reason = Reason("unreadable", (error.strerror or str(error)).lower())
            return _File(entry._replace(reason=reason), "", shown)
    if name == "binary":
        return _File(entry._replace(reason=Reason("binary")), "", shown)
    return _File(entry, name, shown)


def _why(root: str, only: str, path: str, scope: Scope) -> str:
    shown = show.safe(show.path(path))
    for each in discover(root, scope):
        if not isinstance(each, Entry):
            continue
        file = _routed(root, each)
        if each.path == only:
            if file.entry.reason:
                return f"{shown} is left out: {_said(file.entry.reason)}"
            return f"{shown} is read, by the parser {file.parser}"
        if each.reason and only.startswith(each.path + "/"):
            return f"{shown} is left out with {file.shown}: {_said(each.reason)}"
        if each.path.startswith(only + "/" if only else ""):
            break
    return f"{shown} is a folder, and not left out"


def _said(reason: Reason) -> str:
    return show.safe(show.path(str(reason)))


def _shown(root: str, path: str) -> str:
    """A path of a tree as seen from the current folder, safe to print."""
    base = os.path.relpath(root).replace(os.sep, "/")
    return show.safe(show.path(path if base == os.curdir else f"{base}/{path}"))


def _remark(root: str, remark: Remark) -> str:
    line = f":{remark.line}" if remark.line else ""
    return f"{_shown(root, remark.path)}{line}: {remark.message}"


def _about_local_parsers(root: str) -> list[str]:
    """What to say of the Python files that RTFM would run."""
    count = len(list(local_parsers(root)))
    if not count:
        return []
    where = _shown(root, _LOCAL_PARSERS)
    return [
        f"{where} holds {plural(count, 'file')} that RTFM would run as parsers; "
        "here nothing of them is run"
    ]


def _print_text(files: Iterator[_File], *, with_reasons: bool) -> None:
    for file in files:
        reason = file.entry.reason
        if reason is None:
            print(f"{file.parser:<10}  {file.shown}")
        elif with_reasons:
            slash = "/" if file.entry.is_folder else ""
            print(f"{'-':<10}  {file.shown}{slash}: {_said(reason)}")


def _print_json(files: Iterator[_File], remarks: list[str]) -> None:
    """One object, written as it is found: a tree need not fit into memory."""
    print('{"version": "rtfm-check-files-v1", "entries": [', end="")
    comma = ""
    for file in files:
        print(comma + "\n" + json.dumps(_as_json(file)), end="")
        comma = ","
    print('\n], "notes": ' + json.dumps(remarks) + "}")


def _as_json(file: _File) -> dict[str, Any]:
    entry = file.entry
    if entry.reason is None:
        return {"path": file.shown, "size": entry.size, "parser": file.parser}
    reason = {key: value for key, value in entry.reason._asdict().items() if value != ""}
    if not entry.reason.line:
        reason.pop("line")
    for key in ("pattern", "file"):
        if key in reason:
            reason[key] = show.safe(show.path(reason[key]))
    return {"path": file.shown, "is_folder": entry.is_folder, "left_out": reason}
