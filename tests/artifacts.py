"""An index artifact read back in tests, each record held against its schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.conftest import REPORT, SCHEMAS


def _validator(kind: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"rtfm-index-{kind}-v1.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


KINDS = {kind: _validator(kind) for kind in ("document", "chunk", "edge", "manifest")}

_FINDINGS = Draft202012Validator(
    {
        "type": "array",
        "items": {"$ref": "#/$defs/finding"},
        "$defs": REPORT.schema["$defs"],  # type: ignore[index]
    }
)


class Artifact:
    """The records of an artifact."""

    def __init__(self, folder: Path) -> None:
        self.manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        KINDS["manifest"].validate(self.manifest)
        self.documents = self._records(folder, "document")
        self.chunks = self._records(folder, "chunk")
        self.edges = self._records(folder, "edge")
        self.findings = [
            json.loads(line) for line in (folder / "findings.jsonl").read_bytes().splitlines()
        ]
        _FINDINGS.validate(self.findings)
        assert len({each["id"] for each in self.chunks}) == len(self.chunks)

    def _records(self, folder: Path, kind: str) -> list[dict[str, Any]]:
        text = (folder / f"{kind}s.jsonl").read_text("utf-8")
        records = [json.loads(line) for line in text.split("\n") if line]
        for each in records:
            KINDS[kind].validate(each)
        return records

    def edge(self, target: str) -> dict[str, Any]:
        """The one edge of a target."""
        (found,) = [each for each in self.edges if each["target_ref"] == target]
        return found

    def rules(self, path: str) -> list[str]:
        """The rules of the findings of a file."""
        return [each["rule"] for each in self.findings if each["path"] == path]


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of every file of an artifact."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
