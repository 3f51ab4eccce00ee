"""Which modules of the tree a Python file can import: whether a name in an import is one."""

from __future__ import annotations

import sys
from functools import cached_property

from rtfm_check.file import File


class Modules:
    """The modules around a file, by their names."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._depth = file.path.count("/")
        self._holders: dict[str, list[str]] = {}  # paths from the file's folder, by package

    def has(self, module: str, name: str) -> bool:
        """Whether a name that is imported from a module, relative or not, is a module itself."""
        inner = module.lstrip(".")
        above = len(module) - len(inner) - 1
        if name == "*" or above > self._depth:
            return False
        path = "/".join([*inner.split("."), name] if inner else [name])
        holders = self._holding(inner.partition(".")[0]) if above < 0 else ["../" * above]
        return any(
            self._file.beside(holder + path + end) is not None
            for holder in holders
            for end in (".py", "/__init__.py")
        )

    def _holding(self, package: str) -> list[str]:
        """The folders in which a package may be that an absolute import means."""
        if package in sys.stdlib_module_names:
            return []
        if package not in self._holders:
            self._holders[package] = [
                root for root in self._roots if self._file.beside(root + package) is not None
            ]
        return self._holders[package]

    @cached_property
    def _roots(self) -> list[str]:
        """Where an absolute import may begin: in the folders above that are no packages."""
        found = []
        for above in range(self._depth + 1):
            folder = "../" * above
            if self._file.beside(f"{folder}__init__.py") is None:
                found += [folder, f"{folder}src/"]
        return found
