"""What the tests of field profiles share: a profile that is read, and what it makes of a record."""

from __future__ import annotations

from typing import Any

from rtfm_check.fields.apply import apply
from rtfm_check.fields.open import ProfileFile, read_profile
from rtfm_check.source import Source


def profile(text: str, name: str = "p.conf") -> ProfileFile:
    return read_profile(Source(name, text.encode()))


def made(text: str, record: Any, name: str = "p.conf") -> tuple[str, dict[str, Any]]:
    """Text and metadata of a record, read with a profile that has no fault."""
    file = profile(text, name)
    assert file.faults == ()
    found = apply(file.profile, record, "doc.json", 0)
    return found.text, found.metadata
