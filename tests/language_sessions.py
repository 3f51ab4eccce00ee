"""What the tests of the language server share: a project to edit, and a cursor in it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Project
from tests.language_client import Client, edited

MODELINE = "# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json\n"
LOG = {
    "type": "log",
    "title": "East pump",
    "tags": ["a", "b"],
    "entries": [
        {"date": "2026-03-01", "text": "Seal replaced.", "author": {"name": "Ann"}},
        {"date": "2026-03-02", "text": "Hose checked.", "author": {"name": "Bob"}, "hours": 2},
    ],
}
SOUND = (
    f"{MODELINE}name: log\nmatch:\n  discriminator:\n    type: log\nchunks:\n"
    '  - foreach: entries\n    title: "{{ date }}"\n    content: "{{ text }}"\n'
)


def log_project(project: Project, mapping: str = SOUND) -> Path:
    """A project with a fixture and a mapping of it; the path of the mapping."""
    project.fixture(json.dumps(LOG))
    return project.mapping(mapping)


def split(text: str) -> tuple[str, int, int]:
    """A text without the `|` that marks the cursor, and the line and column of that."""
    before, _, after = text.partition("|")
    return before + after, before.count("\n"), len(before) - before.rfind("\n") - 1


def completed(client: Client, path: Path, marked: str) -> list[tuple[str, str]]:
    """The labels offered at the cursor, and the line with each one taken."""
    text, line, column = split(marked)
    client.change(path, text)
    found = client.at("textDocument/completion", path, line, column)
    return [
        (each["label"], edited(text, [each["textEdit"]]).split("\n")[line])
        for each in sorted(found, key=lambda each: each["sortText"])
    ]
