"""What records depend on beside their files: settings, mappings, field profiles, programs."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, NamedTuple

from rtfm_check import limits
from rtfm_check.layout import FIELDS, Target
from rtfm_check.source import Unreadable, read
from rtfm_check.tree.entry import Scope

_PROGRAMS = ("djvutxt", "djvused")  # without which there is less to read


class Declared(NamedTuple):
    """Digests of the names and bytes of files, the same wherever the project lies."""

    mappings: str
    fields: str


class Made(NamedTuple):
    """How an artifact is made."""

    scope: Scope
    pdf_backend: str
    plugins: list[str]
    declared: Declared

    @property
    def settings(self) -> dict[str, Any]:
        """What decides what is in it, as JSON; nothing that is the machine's."""
        return {
            "include": self.scope.include,
            "exclude": self.scope.exclude,
            "respect-gitignore": self.scope.respect_gitignore,
            "extend-exclude": self.scope.extend_exclude,
            "pdf-backend": self.pdf_backend,
            "plugins": self.plugins,
            **self.declared._asdict(),
        }

    def about(self, parsers: dict[str, int]) -> dict[str, Any]:
        """What the manifest says of it; `parsers` are the versions of those that read a file."""
        return {
            "rtfm": "0.55.1",
            "parsers": parsers,
            "backends": {"pdf": self.pdf_backend} if "pdf" in parsers else {},
            "configuration": hashlib.sha256(json.dumps(self.settings).encode()).hexdigest(),
            **self.declared._asdict(),
        }


def declared(root: str) -> Declared:
    """What the project at a root declares about its documents."""
    own = os.path.join(root, ".rtfm")
    return Declared(
        _digest(root, Target(os.path.join(own, "mappings"), None)),
        _digest(root, Target(os.path.join(own, FIELDS), None, is_fields=True)),
    )


def programs() -> list[str | None]:
    """Where the programs are that parsers run."""
    import shutil

    return [shutil.which(name) for name in _PROGRAMS]


def _digest(root: str, target: Target) -> str:
    digest = hashlib.sha256()
    for path in target.mapping_files() if os.path.isdir(target.folder) else ():
        name = os.path.relpath(path, root)
        try:
            data = read(path, name=name, limit=limits.MAPPING_BYTES, root=root).data
        except Unreadable as error:
            data = str(error).encode(errors="surrogateescape")
        digest.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()
