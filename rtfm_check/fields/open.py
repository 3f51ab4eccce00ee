"""Profile files: found in their folder, read, and put in the order in which they are asked."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from rtfm_check.fields import dotted, form
from rtfm_check.fields.build import Builder
from rtfm_check.fields.profile import Fault, Profile, Reading, Where
from rtfm_check.layout import FIELDS, Target
from rtfm_check.limits import MAPPING_BYTES as _BYTES
from rtfm_check.mapping.document import Document, not_utf8, read_mapping
from rtfm_check.mapping.node import Problem
from rtfm_check.model import Place
from rtfm_check.source import Source, Unreadable, read
from rtfm_check.tree.globs import END, translate

_SYNTAX = "profile-syntax"
_HARMLESS = ("unused-anchor",)


class ProfileFile:
    """One profile file: what is written in it, and what it says."""

    def __init__(self, document: Document, reading: Reading) -> None:
        self.document = document
        self.profile = reading.profile
        self.faults = reading.faults

    @property
    def path(self) -> str:
        """The file as reports name it."""
        return self.document.source.name

    def place(self, where: Where) -> Place:
        """Where something in the profile stands."""
        document = self.document
        if where.pointer is None:
            return document.source.place(where.start, where.end)
        if not document.loads:
            return document.source.top
        if where.is_key:
            return document.key(where.pointer)
        if where.start < 0:
            return document.at(where.pointer) if where.pointer else document.owner(())
        return document.within(where.pointer, where.start, where.end)


def read_profile(source: Source) -> ProfileFile:
    """The profile in a source, by its suffix."""
    builder = Builder()
    if source.path.lower().endswith(".conf"):
        document = Document(source, loads=False)
        if source.not_utf8:
            builder.faults.append(_syntax(not_utf8(source)))
        else:
            shift = 1 if source.has_bom else 0
            text = source.text[shift:]
            where = lambda start, end: Where(None, start + shift, end + shift)  # noqa: E731
            dotted.read(text, builder, where, has_settings=True)
            if not text.strip():
                builder.fault(_SYNTAX, Where(), "the file holds no profile", "write one")
        return ProfileFile(document, builder.finish())
    document = read_mapping(source)
    builder.faults += [_syntax(each) for each in document.problems if each.rule not in _HARMLESS]
    if document.loads:
        form.read(document.data, builder)
    return ProfileFile(document, builder.finish())


def unreadable(document: Document) -> ProfileFile:
    """A file that cannot be read at all."""
    return ProfileFile(document, Reading(Profile(), tuple(map(_syntax, document.problems))))


def _syntax(problem: Problem) -> Fault:
    message, help = problem.message, problem.help
    if problem.rule == "empty-mapping-file":
        message, help = "the file holds no profile", "write one, or remove the file"
    where = Where(None, problem.start, problem.end)
    return Fault(_SYNTAX, where, message, help, problem.mended)


class Chosen(NamedTuple):
    """A profile that is for some files, and its file as reports name it."""

    name: str
    profile: Profile
    patterns: tuple[re.Pattern[str], ...]

    @property
    def key(self) -> str:
        """What it says, as a text that is another one where anything else is said."""
        return json.dumps([self.name, dotted.write(self.profile)])

    def takes(self, path: str) -> bool:
        """Whether a file of the project is for it, by its path relative to the root."""
        return any(pattern.match(path) for pattern in self.patterns)


class Profiles(NamedTuple):
    """The profiles of a project, in the order of their names."""

    all: tuple[Chosen, ...]

    def of(self, path: str) -> Chosen | None:
        """The profile of a file: the first that takes it."""
        return next((each for each in self.all if each.takes(path)), None)


def profiles(files: Iterable[ProfileFile]) -> Profiles:
    """The profiles in some files, ready to be asked."""
    return Profiles(
        tuple(
            Chosen(file.path, file.profile, tuple(filter(None, map(pattern, file.profile.files))))
            for file in files
        )
    )


def of_project(root: str) -> Profiles | None:
    """The profiles of a project; None if it has none. Names are relative to the root."""
    folder = os.path.join(root, ".rtfm", FIELDS)
    if not os.path.isdir(folder):
        return None
    files = []
    for path in Target(folder, None, is_fields=True).mapping_files():
        name = os.path.relpath(path, root)
        try:
            files.append(read_profile(read(path, name=name, limit=_BYTES, root=root)))
        except Unreadable:
            continue  # `check` tells of it
    return profiles(files) if files else None


def pattern(glob: str) -> re.Pattern[str] | None:
    """A glob of files as an expression for paths relative to the project; None matches nothing.

    `*` stands for anything but a slash, `**/` for any folders.
    """
    expression = translate(f"/{glob.rstrip('/')}", end=END)
    return None if expression is None else re.compile(expression)
