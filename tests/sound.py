"""Sound mappings of many styles, and a document that fills each of their placeholders."""

from __future__ import annotations

ITEMS = {
    "type": "note",
    "title": "Pump log",
    "body": "Pump 4 was primed at noon.",
    "items": [{"text": "one", "by": "Ann"}, {"text": "two", "by": "Bo"}],
    "tags": ["pump", "log"],
    "answer": {"text": "Close the valve first.", "parts": [{"text": "a"}, {"text": "b"}]},
    "rows": [[1, 2], [3, 4]],
    "draft": False,
    "count": 12,
}

YAML = {
    "block style": """\
# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
name: notes

match:
  discriminator:
    type: note

chunks:
  - title: "{{ title }}"
    content: "{{ body }}"
    metadata:
      kind: note
      title: "{{ title }}"
""",
    "flow style": """\
{name: notes, match: {discriminator: {type: note}}, chunks: [{content: "{{ body }}"}]}
""",
    "plain templates that do not begin with braces": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - title: Note {{ title }}
    content: Log - {{ body }}
""",
    "single quotes, and quotes in them": """\
name: 'the pump''s notes'
match: {discriminator: {'type': 'note'}}
chunks: [{title: 'It''s {{ title }}', content: '{{ body }}'}]
""",
    "a literal block": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: |
      # {{ title }}

      {{ body }}
""",
    "a folded block, stripped": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: >-
      {{ title }}:
      {{ body }}
""",
    "comments everywhere": """\
# A mapping.
name: notes  # its name
match:  # what it takes
  # by type
  discriminator:
    type: note  # {{ not a template }}
chunks:
  # the text: of the note
  - content: "{{ body }} # {{ title }}"  # all of it
""",
    "anchors and aliases": """\
name: notes
match: {discriminator: {type: &kind note}}
chunks:
  - content: "{{ body }}"
    metadata: &stored {kind: *kind, title: "{{ title }}"}
  - foreach: items
    content: "{{ text }}"
    metadata: {kind: *kind}
  - title: Answer
    content: "{{ answer.text }}"
    metadata: *stored
""",
    "numbers with an anchor or a tag": """\
name: notes
match: {discriminator: {type: note, count: &count 12}}
chunks:
  - content: "{{ body }}"
    metadata: {rank: &rank 3, weight: !!float 3, again: *rank, public: &public false}
  - foreach: items
    content: "{{ text }}"
    metadata: {rank: *rank, of: *count, public: *public}
""",
    "a merge key that is overridden": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - &first
    title: "{{ title }}"
    content: "{{ body }}"
  - <<: *first
    content: "{{ answer.text }}"
""",
    "a document start and end": """\
---
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{ body }}"}]
...
""",
    "a list that is not indented": """\
name: notes
match:
  discriminator:
    type: note
chunks:
- content: "{{ body }}"
- foreach: items
  content: "{{ text }}"
""",
    "keys in quotes": """\
"name": "notes"
"match": {"discriminator": {"type": "note"}}
"chunks": [{"content": "{{ body }}"}]
""",
    "foreach over objects, scalars and a nested path": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ body }}"
  - foreach: items
    title: "{{ by }}"
    content: "{{ text }}"
  - foreach: tags
    content: "Tagged {{ value }}"
  - foreach: answer.parts
    content: "{{ text }}"
""",
    "foreach over lists": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ body }}"
  - foreach: rows
    content: "{{ value.0 }} and {{ value.1 }}"
""",
    "numbers in paths": """\
name: notes
match: {discriminator: {type: note, tags.0: pump}}
chunks:
  - content: "{{ items.0.text }} {{ items.1.by }} {{ rows.0.1 }} {{ tags.1 }}"
""",
    "numbers and booleans that are meant": """\
name: notes
match: {discriminator: {type: note, count: 12, draft: false}}
chunks: [{content: "{{ body }}"}]
""",
    "constants of all kinds in metadata": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ body }}"
    metadata:
      kind: note
      weight: 1.5
      version: "3.10"
      rank: 3
      public: true
      draft: False
      since: "2026-05-04"
      country: "no"
      parent: null
      labels: [a, b]
      about: {part: pump}
""",
    "an empty metadata and no edges": """\
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{ body }}", metadata: {}, title: ''}]
edges: []
""",
    "edges of all kinds": """\
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{ body }}"}]
edges:
  - {relation: link, target: "https://example.org/{{ title }}", target_kind: url}
  - {relation: link, target: "{{ title }}", target_kind: slug}
  - {relation: include, target: "{{ title }}.md", target_kind: literal}
  - {relation: import, target: "{{ title }}"}
  - {relation: written-by, foreach: items, target: "{{ by }}"}
  - {relation: tagged, foreach: tags, target: "tag/{{ value }}"}
""",
    "text that looks like templates of others": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - title: "{{ title }} (100 %)"
    content: "{{ body }} costs $5 {or more}, a|b, [[x]], <b>, 1 < 2 # 3"
""",
    "JSON around placeholders": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: '{"title": "{{ title }}", "answer": {"text": {{ count }}}}'
""",
    "text in many scripts": """\
name: заметки-насос
match: {discriminator: {type: note}}
chunks:
  - title: "笔记 {{ title }} — naïve 😀"
    content: "{{ body }}"
    metadata: {язык: русский}
""",
    "two templates side by side": """\
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{title}}{{body}} {{   count   }}"}]
""",
    "YAML's own tags": """\
name: !!str notes
match: {discriminator: {type: !!str note}}
chunks: [{content: "{{ body }}"}]
""",
    "a quoted value over two lines": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ title }}
      {{ body }}"
""",
}
