"""What the code of a notebook is written in, as a fence names it."""

from __future__ import annotations

import re
from typing import Any

_LANGUAGE = re.compile(r"[\w+#.-]{1,40}")
_MAGIC = re.compile(  # by which a cell is for another program than the kernel
    r"%%(bash|cython|html|javascript|js|julia|latex|markdown|perl|r|ruby|sh|sql|svg)\b(?!-)",
    re.IGNORECASE,
)
_KERNEL = re.compile(r"[a-z]+", re.IGNORECASE)
_BY_KERNEL = {  # whose notebooks may not say what they speak; None: it is their name
    **dict.fromkeys(("bash", "julia", "javascript", "kotlin", "octave", "ruby", "rust", "scala")),
    **{"ir": "r", "evcxr": "rust", "gonb": "go", "gophernotes": "go", "xcpp": "cpp"},
}


def of_kernel(root: Any) -> str:
    """What the kernel of a notebook speaks."""
    metadata = root.get("metadata") if isinstance(root, dict) else None
    if isinstance(metadata, dict):
        for group, key in (("kernelspec", "language"), ("language_info", "name")):
            found = metadata.get(group)
            language = _spelt(found.get(key)) if isinstance(found, dict) else ""
            if language:
                return language
        return _by_kernel(metadata.get("kernelspec"))
    return "python"


def _by_kernel(spec: Any) -> str:
    name = spec.get("name") if isinstance(spec, dict) else None
    kernel = _KERNEL.match(name) if isinstance(name, str) else None
    word = kernel[0].lower() if kernel else ""
    return _BY_KERNEL.get(word, "python") or word


def of_cell(cell: dict[str, Any], text: str) -> str:
    """What a cell says that it is in; "" where it says nothing."""
    magic = _MAGIC.match(text)
    if magic is not None:
        return magic[1].lower()
    own = cell.get("language")  # in format 3
    metadata = cell.get("metadata")
    if not own and isinstance(metadata, dict) and metadata:
        for editor, key in (("vscode", "languageId"), ("dotnet_interactive", "language")):
            found = metadata.get(editor)
            own = own or (found.get(key) if isinstance(found, dict) else None)
    return _spelt(own) if own else ""


def _spelt(language: Any) -> str:
    """A language as a fence names it; "" if it is none."""
    is_name = isinstance(language, str) and _LANGUAGE.fullmatch(language)
    return str(language).lower() if is_name else ""
