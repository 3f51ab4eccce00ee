"""The sound mappings to plant mistakes in, with documents that fill every placeholder."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tests.sound import ITEMS, YAML


class Mapping(NamedTuple):
    """A sound mapping, and the documents to try it on."""

    name: str
    file: str
    text: str
    documents: tuple[dict[str, Any], ...]


_MINUTES = {
    "kind": "minutes",
    "meta": {"about": {"title": "Valve review", "place": {"room": "North hall"}}, "lang": "en"},
    "agenda": {
        "points": [
            {
                "heading": "Opening",
                "notes": {"text": "All came."},
                "speaker": {"name": "Ann"},
            },
            {"heading": "Costs", "notes": {"text": "Too high."}, "speaker": {"name": "Bo"}},
        ]
    },
    "decisions": [
        {"number": "D1", "wording": "Replace the valve.", "files": ["a.md", "b.md"]},
        {"number": "D2", "wording": "Order a pump.", "files": ["c.md", "d.md"]},
    ],
    "keywords": ["valve", "budget"],
    "summary": {"short": "Two decisions.", "long": "The valve goes, a pump comes."},
}

_DEEP = """\
name: minutes
match:
  discriminator:
    kind: minutes
    meta.lang: en
chunks:
  - title: "{{ meta.about.title }}"
    content: "{{ summary.long }} Held in {{ meta.about.place.room }}."
    metadata:
      room: "{{ meta.about.place.room }}"
      first_decision: "{{ decisions.0.number }}"
  - foreach: agenda.points
    title: "{{ heading }}"
    content: "{{ speaker.name }}: {{ notes.text }}"
  - foreach: decisions
    title: Decision {{ number }}
    content: |
      {{ wording }}

      See {{ files.0 }}.
  - foreach: keywords
    content: "Keyword {{ value }}"
edges:
  - relation: link
    foreach: decisions
    target: "{{ files.1 }}"
    target_kind: literal
  - relation: written-by
    foreach: agenda.points
    target: "{{ speaker.name }}"
"""

_ANSWER = {
    "$schema": "https://example.org/schemas/answer-v1.json",
    "question": "How is the pump primed?",
    "asked": {"on": "Monday", "by": "Ann"},
    "answer": {"text": "Fill it with water first.", "source": "manual.md"},
    "sources": [{"title": "Manual", "url": "https://example.org/manual", "quote": "Fill first."}],
}

_BY_URL = """\
# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
name: answers
match:
  schema_url: https://example.org/schemas/answer-v1.json

chunks:
  - title: 'Q: {{ question }}'
    content: "{{ answer.text }}"
    metadata: {asked_by: "{{ asked.by }}", question: "{{ question }}"}

  - foreach: sources
    title: "{{ title }}"
    content: >-
      {{ quote }}
      ({{ title }})

edges:
  - relation: link
    target: "{{ answer.source }}"
  - foreach: sources
    relation: link
    target: "{{ url }}"
    target_kind: url
"""

_JSON = {
    "$schema": "https://schemas.roomi-fields.com/rtfm-mapping-v1.json",
    "name": "answers",
    "match": {"schema_url": "https://example.org/schemas/answer-v1.json"},
    "chunks": [
        {
            "title": "Q: {{ question }}",
            "content": '{{ answer.text }}\n\nAsked by "{{ asked.by }}"',
            "metadata": {"source": "{{ answer.source }}", "rank": 3},
        },
        {"foreach": "sources", "title": "{{ title }}", "content": "{{ quote }} \u2014 {{ url }}"},
    ],
    "edges": [{"relation": "link", "target": "{{ answer.source }}", "target_kind": "literal"}],
}

_JSON_NOTES = {
    "name": "notes",
    "match": {"discriminator": {"type": "note", "draft": False}},
    "chunks": [
        {"content": "{{ body }}", "title": "{{ title }}"},
        {"foreach": "answer.parts", "content": "{{ text }}"},
        {"foreach": "tags", "content": "#{{ value }}"},
    ],
}

_TICKET = {
    "type": "ticket",
    "state": "open",
    "title": "Pump leaks",
    "description": "Water below pump 4.",
    "reporter": {"name": "Ann", "mail": "ann@example.org"},
    "comments": [
        {"author": {"name": "Bo"}, "body": "Seal replaced.", "created": "Tuesday"},
        {"author": {"name": "Cy"}, "body": "Dry since then.", "created": "Friday"},
    ],
    "labels": ["pump", "leak"],
    "related": [{"key": "PUMP-3"}, {"key": "PUMP-5"}],
}
_TICKET_2 = _TICKET | {"title": "Valve stuck", "description": "It does not open.", "comments": []}
_TICKET_3 = _TICKET | {"title": "Noise", "description": "A low hum.", "reporter": {"name": "Di"}}

_BLOCK = """\
name: tickets

match:
  discriminator:
    type: ticket
    state: "open"

chunks:
  # the ticket
  - title: "{{ title }}"
    content: "{{ description }}"
    metadata:
      reporter: "{{ reporter.name }}"
      mail: "{{ reporter.mail }}"
      schema: "1.10"
      public: false

  # what was said about it
  - foreach: comments
    title: "{{ author.name }}, {{ created }}"
    content: "{{ body }}"
    metadata:
      author: "{{ author.name }}"

  - foreach: labels
    content: "Label: {{ value }}"

edges:
  - relation: relates-to
    foreach: related
    target: "{{ key }}"
    target_kind: slug
"""

_FLOW = """\
name: tickets
match: {discriminator: {type: ticket, state: open}}
chunks: [
  {title: "{{ title }}", content: "{{ description }}", metadata: {by: "{{ reporter.name }}"}},
  {foreach: comments, title: '{{ created }}', content: '{{ body }}'},
  {foreach: labels, content: "label {{ value }}"},
]
edges: [{relation: link, foreach: related, target: "{{ key }}"}]
"""

_MIXED = """\
'name': "tickets"
match:
  "discriminator": {'type': "ticket"}
chunks:
- {"title": '{{ title }}', 'content': "{{ description }}\\n{{ reporter.name }}"}
- 'foreach': "comments"
  "title": '{{ author.name }}: {{ created }}'
  content: >
    {{ body }}

    {{ author.name }}
"""

_OTHERS = (
    Mapping("deep paths and several chunks", "m.yaml", _DEEP, (_MINUTES,)),
    Mapping("matched by URL", "m.yaml", _BY_URL, (_ANSWER,)),
    Mapping("JSON over lines", "m.json", json.dumps(_JSON, indent=2) + "\n", (_ANSWER,)),
    Mapping("JSON on one line", "m.json", json.dumps(_JSON_NOTES), (ITEMS,)),
    Mapping("block style, three documents", "m.yaml", _BLOCK, (_TICKET, _TICKET_2, _TICKET_3)),
    Mapping("flows over lines", "m.yml", _FLOW, (_TICKET, _TICKET_3)),
    Mapping("mixed quotes and layouts", "m.yaml", _MIXED, (_TICKET,)),
    Mapping("Windows line ends", "m.yaml", _BLOCK.replace("\n", "\r\n"), (_TICKET,)),
    Mapping(
        "a byte order mark and Windows line ends",
        "m.yaml",
        "\ufeff" + _BY_URL.replace("\n", "\r\n"),
        (_ANSWER,),
    ),
    Mapping(
        "JSON with Windows line ends",
        "m.json",
        json.dumps(_JSON_NOTES, indent=4).replace("\n", "\r\n"),
        (ITEMS,),
    ),
)

MAPPINGS = (
    *(Mapping(name, "m.yaml", text, (ITEMS,)) for name, text in YAML.items()),
    *_OTHERS,
)
