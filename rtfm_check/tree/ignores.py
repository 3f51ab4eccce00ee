"""Ignore files: which line of a .gitignore or .rtfmignore decides about a path.

A .gitignore is read as git reads it. Where RTFM makes something else of it, a remark says so.
A .rtfmignore is read as RTFM reads it: gitignore's patterns, but the last line that matches the
path or any folder above it decides; `[index]` and `[versions]` open sections, and so does any
other line in brackets: what stands in a section that RTFM does not know leaves nothing out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from rtfm_check import limits
from rtfm_check.source import BOM, read
from rtfm_check.text.show import quote
from rtfm_check.tree.globs import END, translate

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_SECTION = re.compile(r"\s*\[(.*)\]\s*", re.DOTALL)
_KNOWN_SECTIONS = ("index", "versions")
_ENTRY_OR_BELOW = r"(?:/|(?<!/)\Z)"  # a folder's own path ends in a slash: no name is behind it
_AT_ONCE = 200  # expressions
_STARS = re.compile(r"\*+")
_STARS_FOR_PATHSPEC = 3  # runs in one pattern; more take a time that grows with a power of them


class Rule(NamedTuple):
    """One line that is a pattern."""

    text: str  # as it stands there
    line: int  # 1-based
    pattern: str  # without `!` and the slash at the end
    is_negated: bool
    folders_only: bool


class Remark(NamedTuple):
    """Something about an ignore file that its author would want to know."""

    path: str  # of the file
    line: int  # 1-based; 0 for the whole of it
    message: str
    rule: str = "ignore-file-misread"
    is_all: bool = False  # that is to be said of how the file is read


class IgnoreFile:
    """The rules of one ignore file, for the paths below its folder."""

    def __init__(self, path: str, rules: Iterable[Rule], *, by_parents: bool = False) -> None:
        """`path` is relative to the root; `by_parents`: a match of a folder above counts too."""
        self.path = path
        self.is_read_by_rtfm = True
        self.rules = tuple(rules)
        self._start = path.rfind("/") + 1  # of a path's part that the patterns see
        self._by_parents = by_parents
        last_first = self.rules[::-1]
        end = _ENTRY_OR_BELOW if by_parents else END
        self._of_folders = _Alternatives((rule, end) for rule in last_first)
        self._of_files = _Alternatives(
            (rule, "/" if rule.folders_only else end)
            for rule in last_first
            if by_parents or not rule.folders_only
        )
        self._negations = _Alternatives(
            (rule._replace(pattern=rule.pattern.removesuffix("/**") or "**"), _ENTRY_OR_BELOW)
            for rule in last_first
            if rule.is_negated  # `!a/**` matches the folder `a` too, as RTFM reads it
        )
        self.has_negations = any(rule.is_negated for rule in last_first)
        self._as_rtfm: GitIgnoreSpec | None = None

    def rule_for(self, path: str, *, is_folder: bool) -> Rule | None:
        """The rule that decides about a path relative to the root, if one does."""
        inner = path[self._start :]
        if not is_folder:
            return self._of_files.first(inner)
        return self._of_folders.first(inner + "/" if self._by_parents else inner)

    def negates(self, path: str) -> bool:
        """Whether any line with `!` may match a path, or a folder above it."""
        return self._negations.first(path[self._start :]) is not None

    def leaves_out_in_rtfm(self, path: str, *, is_folder: bool) -> bool | None:
        """What RTFM makes of a .gitignore: whether it leaves a path out, or None for no word."""
        if not self.is_read_by_rtfm:
            return None
        if self._as_rtfm is None:
            self._as_rtfm = _pathspec(
                rule.text
                for rule in self.rules
                if len(_STARS.findall(rule.text)) <= _STARS_FOR_PATHSPEC
            )
        inner = path[self._start :].replace("\n", "\0")  # which pathspec takes for an end
        return self._as_rtfm.check_file(inner + "/" if is_folder else inner).include


class _Alternatives:
    """Expressions tried in order, many in one go: compiling takes the square of their number."""

    def __init__(self, rules: Iterable[tuple[Rule, str]]) -> None:
        """Each rule comes with the expression of what has to follow it in a path."""
        found = [(rule, translate(rule.pattern, end=end)) for rule, end in rules]
        usable = [(rule, expression) for rule, expression in found if expression is not None]
        self._goes = []
        for start in range(0, len(usable), _AT_ONCE):
            some = usable[start : start + _AT_ONCE]
            pattern = re.compile("|".join(f"({expression})" for _, expression in some))
            self._goes.append((pattern.match, [rule for rule, _ in some]))

    def first(self, path: str) -> Rule | None:
        """The first rule whose expression matches."""
        for match, rules in self._goes:
            found = match(path)
            if found and found.lastindex:
                return rules[found.lastindex - 1]
        return None


def read_file(root: str, path: str, name: str) -> tuple[IgnoreFile, list[Remark]]:
    """The rules of an ignore file at a path from the root, and the name that reports have for it.

    Raises Unreadable.
    """
    where = os.path.join(root, path)
    data = read(where, name=name, limit=limits.IGNORE_BYTES, root=root).data
    return read_rtfmignore(name, data) if name == ".rtfmignore" else read_gitignore(name, data)


def read_gitignore(path: str, data: bytes) -> tuple[IgnoreFile, list[Remark]]:
    """The rules of a .gitignore; `path` is relative to the root."""
    lines, remarks = _lines(path, data)
    rules, broken = _rules(path, lines)
    ignores = IgnoreFile(path, rules)
    refused = next(((number, text) for number, text in lines if _is_refused(text)), None)
    if refused:
        ignores.is_read_by_rtfm = False
        message = f"RTFM overlooks the whole file: {quote(refused[1])} is no pattern"
        remarks.append(Remark(path, refused[0], message))
    return ignores, remarks + broken


def read_rtfmignore(path: str, data: bytes) -> tuple[IgnoreFile, list[Remark]]:
    """What the section `[index]` of a .rtfmignore leaves out, and what is odd about the file."""
    lines, remarks = _lines(path, data)
    section = "index"
    kept: list[tuple[int, str]] = []
    for number, text in lines:
        header = _SECTION.fullmatch(text)
        if header:
            section = header[1].strip().lower()
            if section not in _KNOWN_SECTIONS:
                remarks.append(
                    Remark(
                        path,
                        number,
                        f"{quote(text.strip())} opens a section that RTFM does not know, so the "
                        "lines below it leave nothing out; sections are [index] and [versions]",
                    )
                )
        elif section in _KNOWN_SECTIONS and _is_refused(text):
            message = f"RTFM's scan fails: {quote(text)} is no pattern"
            remarks.append(Remark(path, number, message))
        elif section == "index":
            kept.append((number, text))
    rules, broken = _rules(path, kept)
    return IgnoreFile(path, rules, by_parents=True), remarks + broken


def patterns_of(setting: str, patterns: Iterable[str]) -> IgnoreFile:
    """The patterns of a setting, as the lines of a .gitignore; they count from 1."""
    return IgnoreFile(setting, _rules(setting, enumerate(patterns, 1))[0])


def _lines(path: str, data: bytes) -> tuple[list[tuple[int, str]], list[Remark]]:
    """The numbered lines as git cuts them, without byte order mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "the file is in UTF-16, so none of its patterns count"
        return [], [Remark(path, 0, message, is_all=True)]
    text = data.decode("utf-8", "surrogateescape")
    remarks = []
    lines = [line.removesuffix("\r") for line in text.removeprefix(BOM).split("\n")]
    if text.startswith(BOM) and lines[0] and not lines[0].startswith("#"):
        message = f"RTFM overlooks {quote(lines[0])}: the file begins with a byte order mark"
        remarks.append(Remark(path, 1, message))
    return list(enumerate(lines, 1)), remarks


def _rules(path: str, lines: Iterable[tuple[int, str]]) -> tuple[list[Rule], list[Remark]]:
    rules: list[Rule] = []
    remarks: list[Remark] = []
    for number, text in lines:
        if not text or text.startswith("#"):
            continue
        if len(text) > limits.IGNORE_PATTERN_CHARS:
            message = f"longer than {limits.IGNORE_PATTERN_CHARS:,} characters: not applied"
            remarks.append(Remark(path, number, message))
            continue
        pattern = _without_blanks_at_end(text)
        is_negated = pattern.startswith("!")
        pattern = pattern[is_negated:]
        folders_only = pattern.endswith("/")
        if pattern:
            rules.append(Rule(text, number, pattern.removesuffix("/"), is_negated, folders_only))
    return rules, remarks


def _without_blanks_at_end(text: str) -> str:
    """The text without the blanks at its end, but for one behind a backslash."""
    bare = text.rstrip(" ")
    backslashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if backslashes % 2 and len(text) > len(bare) else bare


def _is_refused(text: str) -> bool:
    """Whether pathspec, and with it RTFM, refuses a line."""
    if text.strip() != "!" and "\\" not in text and "[" not in text:
        return False  # as nearly all are: pathspec need not be loaded
    try:
        _pathspec([text])
    except (ValueError, re.error):
        return True
    return False


def _pathspec(lines: Iterable[str]) -> GitIgnoreSpec:
    import warnings

    from pathspec import GitIgnoreSpec

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the expressions that it makes of odd brackets
        return GitIgnoreSpec.from_lines(lines)


def differences(
    files: Iterable[IgnoreFile], path: str, *, is_folder: bool, is_left_out: bool
) -> Iterator[Remark]:
    """A remark where RTFM decides otherwise than git about a path, by the same .gitignores.

    `files` are those above the path, the nearest first. The two differ only over lines with `!`.
    """
    files = tuple(files)
    if not any(file.negates(path) for file in files):
        return
    for file in files:
        verdict = file.leaves_out_in_rtfm(path, is_folder=is_folder)
        if verdict is None:
            continue
        if verdict != is_left_out:
            does = "does not read" if verdict else "reads"
            message = f"RTFM {does} {quote(path)}, other than git would: its reading of `!` differs"
            yield Remark(file.path, 0, message)
        return
    if is_left_out and all(file.is_read_by_rtfm for file in files):
        yield Remark(files[-1].path, 0, f"RTFM reads {quote(path)}, which git ignores")
