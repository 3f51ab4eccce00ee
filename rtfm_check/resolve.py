"""What a link leads to: a file of the tree, or why not.

The tree is that of the walk: files that are read, files that are left out, and nothing else. A
link never leads out of it, and nothing is looked up on disk.

* A path is relative to the folder of its document, or to the root where it begins with `/`. If it
  names no file, `.md` and the like are tried behind it, and in a folder README and index; one that
  begins with `/` is tried from the folders above the page too, where a site may begin. LaTeX
  tries `.tex` first, and beside the document the root of the tree, from which it is usually run.
* A wikilink is a path from the root, or beside the document, or the one file of that stem, in any
  case and in any form of Unicode.
* A module is looked for from the folder of its document upwards, in `src` and at the root.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple
from unicodedata import normalize

from rtfm_check.parsers._contract import How, Link

_PAGES = (".md", ".markdown", ".html", ".htm")
_INDEXES = ("README.md", "readme.md", "index.md", "index.html", "index.htm", "README.markdown")
_COMPILED = (".rs", ".c", ".cc", ".cpp", ".cxx", ".pyx", ".pxd", ".f90", ".zig")
_TEX = (".tex", ".latex", ".sty", ".cls")


class Miss(StrEnum):
    """Why a link leads to no file."""

    NONE = "no such file"
    CASE = "no such file; {} differs in case, or in how its accents are stored"
    FOLDER = "a folder without README and index"
    SLASH = "a file, and not the folder that the slash at its end means"
    LEFT_OUT = "it is there, and left out of the index"
    OUTSIDE = "it leads out of the tree"
    NO_PATH = "no path: it is too long, or holds a NUL"
    NO_PAGE = "no page of that name"
    AMBIGUOUS = "ambiguous: {}"
    NO_SIBLING = "no such module in the package"
    TOO_MANY_DOTS = "more dots than there are packages above it"
    ELSEWHERE = "no module of the tree: of the standard library, or installed"
    NAMESPACE = "a package without __init__.py"
    KEY = "a citation key, not a file"
    PACKAGE = "a package, not a file"
    TABLE = "a table, not a file"
    NAME = "a name, not a file"


class Target(NamedTuple):
    """The file that a link leads to, or None and why."""

    file: str | None
    miss: Miss | None = None
    others: tuple[str, ...] = ()  # files that it could mean

    @property
    def reason(self) -> str | None:
        """Why it leads to no file, in words."""
        if self.miss is None:
            return None
        shown = ", ".join(self.others[:5]) + (", ..." if len(self.others) > 5 else "")
        return self.miss.format(shown)


_BY_RELATION = {"cite": Miss.KEY, "depends_on": Miss.PACKAGE, "fk": Miss.TABLE}


class Tree:
    """The files that links can lead to."""

    def __init__(self, read: Iterable[str], left_out: Iterable[str] = ()) -> None:
        """Paths relative to the root, with `/`: those that are read, and those that are not."""
        self.files = set(read)
        self.left_out = set(left_out)  # files and folders
        self.folders = {""}
        self._packages: set[str] = set()  # folders that hold modules
        self._by_folded: dict[str, str] = {}
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(self.files):
            self._by_folded.setdefault(_folded(path), path)
            folder, _, name = path.rpartition("/")
            for key in {_folded(name), _folded(name.rpartition(".")[0] or name)}:
                self._by_stem.setdefault(key, []).append(path)
            if name.endswith(".py"):
                self._packages.add(folder)
            while folder and folder not in self.folders:
                self.folders.add(folder)
                folder = folder.rpartition("/")[0]

    def resolve(self, source: str, link: Link) -> Target:
        """Where a link of a document leads."""
        target = link.target
        if link.how is How.NAME:
            return Target(None, _BY_RELATION.get(link.relation, Miss.NAME))
        if "\0" in target or len(target) > 4096:
            return Target(None, Miss.NO_PATH)
        if link.how is How.WIKILINK:
            return self._wikilink(source, target)
        if link.how is How.MODULE:
            return self._module(source, target)
        if link.how is How.TEX:
            return self._tex(source, target, _TEX)
        if link.how is How.BIB:
            return self._tex(source, target, (".bib",))
        return self._path(source, target)

    def of_name(self, name: str) -> list[str]:
        """The files of a name or a stem, in any case, in any folder."""
        return self._by_stem.get(_folded(name), [])

    @cached_property
    def has_compiled(self) -> bool:
        """Whether it holds sources that modules of Python may be compiled from."""
        return any(path.lower().endswith(_COMPILED) for path in self.files)

    def same_but_case(self, path: str) -> str | None:
        """A file whose path differs in the case of letters alone, or in its form of Unicode."""
        found = self._by_folded.get(_folded(path))
        return found if found != path else None

    def _path(self, source: str, target: str) -> Target:
        if not target:
            return Target(source)
        path = joined(source, target)
        if path is None:
            return Target(None, Miss.OUTSIDE)
        found = self._file_at(path)
        if found is None and target.startswith("/"):
            found = self._in_a_site(source, path)
        return Target(found) if found is not None else self._missing(path)

    def _in_a_site(self, source: str, path: str) -> str | None:
        """The file of a path from the root of a site, which is some folder above the page."""
        folder = source.rpartition("/")[0]
        while folder:
            for base in (folder, f"{folder}/static", f"{folder}/public"):
                found = self._file_at(f"{base}/{path}")
                if found is not None:
                    return found
            folder = folder.rpartition("/")[0]
        bases = ("docs", "static", "public", "docs/static")
        return next(filter(None, (self._file_at(f"{base}/{path}") for base in bases)), None)

    def _file_at(self, path: str) -> str | None:
        """The file that a path of a page means."""
        bare = path.rstrip("/")
        if bare in self.files and bare == path:
            return bare
        if bare not in self.folders:
            tried = [bare + suffix for suffix in _PAGES]
            if bare.endswith((".html", ".htm")):  # what a site makes of a page
                tried += [bare.rpartition(".")[0] + suffix for suffix in _PAGES[:2]]
            return next((each for each in tried if each in self.files), None)
        inside = f"{bare}/" if bare else ""
        return next((inside + name for name in _INDEXES if inside + name in self.files), None)

    def _missing(self, path: str) -> Target:
        bare = path.rstrip("/")
        if self.left_out and any(self.is_left_out(bare + suffix) for suffix in ("", *_PAGES)):
            return Target(None, Miss.LEFT_OUT)
        if bare in self.folders:
            return Target(None, Miss.FOLDER)
        if bare in self.files:
            return Target(None, Miss.SLASH, (bare,))
        other = self.same_but_case(bare)
        return Target(None, Miss.NONE) if other is None else Target(None, Miss.CASE, (other,))

    def is_left_out(self, path: str) -> bool:
        """Whether a path, or a folder above it, is there and not read."""
        while path:
            if path in self.left_out:
                return True
            path = path.rpartition("/")[0]
        return False

    def _wikilink(self, source: str, target: str) -> Target:
        if not target:
            return Target(source)
        wanted = posixpath.normpath(target.strip("/"))
        folder = source.rpartition("/")[0]
        beside = joined(source, wanted)
        for path in (wanted, *([beside] if beside else [])):
            for each in (path, f"{path}.md", f"{path}.markdown"):
                if each in self.files:
                    return Target(each)
        found = self._of_stem(wanted)
        pages = [path for path in found if path.lower().endswith(_PAGES[:2])] or found
        if not pages:
            return Target(None, Miss.NO_PAGE)
        near = [path for path in pages if path.rpartition("/")[0] == folder]
        if len(near) == 1 or len(pages) == 1:
            return Target((near or pages)[0])
        return Target(None, Miss.AMBIGUOUS, tuple(pages))

    def _of_stem(self, wanted: str) -> list[str]:
        """The files of a name, with the folders that the name has in front."""
        found = self.of_name(wanted.rpartition("/")[2])
        if "/" not in wanted:
            return found
        end = f"/{_folded(wanted)}"
        return [
            path
            for path in found
            if f"/{_folded(path)}".endswith(end)
            or f"/{_folded(path).rpartition('.')[0]}".endswith(end)
        ]

    def _tex(self, source: str, target: str, suffixes: tuple[str, ...]) -> Target:
        for base in (source, ""):
            path = joined(base, target)
            if path is None:
                continue
            for each in (*(path + suffix for suffix in suffixes), path):
                if each in self.files:
                    return Target(each)
        path = joined(source, target)
        return Target(None, Miss.OUTSIDE) if path is None else self._missing(path)

    def _module(self, source: str, target: str) -> Target:
        name = target.lstrip(".")
        dots = len(target) - len(name)
        folder = source.rpartition("/")[0]
        parts = name.split(".") if name else []
        if dots:
            for _ in range(dots - 1):
                if not folder:
                    return Target(None, Miss.TOO_MANY_DOTS)
                folder = folder.rpartition("/")[0]
            return self._module_in(folder, parts) or Target(None, Miss.NO_SIBLING)
        for base in self._roots(folder):
            found = self._module_in(base, parts)
            if found is not None and (found.file != source or len(parts) > 1):
                return found  # a package may import from itself by its full name
            package = self._module_in(base, parts[:1])
            if package is not None and package.file is not None and len(parts) > 1:
                return Target(None, Miss.NO_SIBLING)
        return Target(None, Miss.ELSEWHERE)

    def _roots(self, folder: str) -> Iterable[str]:
        """Where an absolute import may begin: outside packages, from the nearest folder upwards."""
        while True:
            if f"{folder}/__init__.py".lstrip("/") not in self.files:
                yield folder
                source = f"{folder}/src".lstrip("/")
                if source in self.folders:
                    yield source
            if not folder:
                return
            folder = folder.rpartition("/")[0]

    def _module_in(self, folder: str, parts: list[str]) -> Target | None:
        """A module by the folder that it is looked for in, or the folder that is one."""
        path = "/".join([*([folder] if folder else []), *parts])
        names = ("__init__.py",) if not path else (f"{path}/__init__.py", f"{path}.py")
        found = next((each for each in names if each in self.files), None)
        if found is not None:
            return Target(found)
        return Target(None, Miss.NAMESPACE) if self._has_modules(path) else None

    def _has_modules(self, folder: str) -> bool:
        """Whether a folder can be imported without `__init__.py`."""
        return folder in self._packages


def _folded(path: str) -> str:
    """A path without case; macOS stores a letter and its accent apart, and takes both forms."""
    return (path if path.isascii() else normalize("NFC", path)).casefold()


def joined(source: str, target: str) -> str | None:
    """The path from the root that a target means, its final slash kept; None: out of the tree."""
    target = target.replace("\\", "/")
    base = "" if target.startswith("/") else source.rpartition("/")[0]
    parts: list[str] = base.split("/") if base else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    path = "/".join(parts)
    return f"{path}/" if path and target.endswith(("/", "/.", "/..")) else path
