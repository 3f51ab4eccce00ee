"""A corpus for the benchmarks: sound mappings, each with documents of its own. Deterministic."""

from __future__ import annotations

import json
import random
from pathlib import Path

WORDS = ("pump", "valve", "casing", "hose", "relay", "motor", "outlet", "duty", "round", "winter")
MAPPING = """\
# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
name: kind-{i}

match:
  schema_url: "https://example.org/kind-{i}-v1.json"
  discriminator:
    type: kind-{i}

chunks:
  - title: "Q: {{{{ question }}}}"
    content: "{{{{ answer.text }}}}"
    metadata:
      notebook_id: "{{{{ notebook.id }}}}"
      asked_at: "{{{{ asked_at }}}}"
  - foreach: citations
    title: "{{{{ marker }}}} {{{{ source_name }}}}"
    content: "{{{{ source_text }}}}"
    metadata:
      source_name: "{{{{ source_name }}}}"
"""


def sentence(draw: random.Random) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(draw.randint(8, 20))).capitalize() + "."


def document(draw: random.Random, kind: int) -> dict[str, object]:
    """An answer with its citations, some 2 kB."""
    return {
        "type": f"kind-{kind}",
        "asked_at": "2026-05-04T13:30:00Z",
        "notebook": {"id": f"n-{kind}", "url": f"https://example.org/n-{kind}"},
        "question": sentence(draw),
        "answer": {"text": " ".join(sentence(draw) for _ in range(6))},
        "citations": [
            {
                "marker": f"[{number}]",
                "source_name": f"{draw.choice(WORDS)}.pdf",
                "source_text": f"{number} {sentence(draw)} {sentence(draw)}",
            }
            for number in range(1, 6)
        ],
    }


def make(root: Path, mappings: int, documents: int = 0) -> Path:
    """A project with so many mappings, and documents spread over them, as fixtures."""
    draw = random.Random(mappings)
    folder = root / f"project-{mappings}-{documents}"
    for name, count, text in (
        ("mappings/m{:05}.yaml", mappings, lambda i: MAPPING.format(i=i)),
        (
            "fixtures/d{:05}.json",
            documents,
            lambda i: json.dumps(document(draw, i % mappings), indent=1),
        ),
    ):
        for index in range(count):
            path = folder / ".rtfm" / name.format(index)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(index), encoding="utf-8")
    return folder
