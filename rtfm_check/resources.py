"""Where the schemas lie: in the installed package, or beside it in a checkout."""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.abspath(__file__))
_FOLDERS = (os.path.join(_HERE, "schemas"), os.path.join(os.path.dirname(_HERE), "schemas"))


def schema_path(name: str) -> str:
    """The path of a bundled schema, for example `rtfm-mapping-v1`."""
    for folder in _FOLDERS:
        path = os.path.join(folder, f"{name}.json")
        if os.path.exists(path):
            return path
    raise FileNotFoundError(f"the schema {name} is not part of this installation")


def schema_text(name: str) -> bytes:
    """The bytes of a bundled schema."""
    with open(schema_path(name), "rb") as stream:
        return stream.read()
