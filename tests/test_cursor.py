"""Where a cursor stands: in every prefix of a mapping, and in texts that are made to take long."""

from __future__ import annotations

import pytest

from rtfm_check.editor.cursor import find
from tests.growing import assert_linear

MAPPING = """\
name: log
match:
  discriminator: {type: log, "a.b": 'x'}  # why
chunks:
- foreach: entries
  title: "{{ date }}"
  content: >-
    one
    {{ text }}
  metadata:
    by: "{{ author.name }}"
- {content: "{{ title }}", title: [a,
    b]}
edges:
  - relation: link
    target: '{{ url }}'
"""
TREE = {
    "name": "log",
    "match": {"discriminator": {"type": "log", "a.b": "'x'"}},
    "chunks": [
        {
            "foreach": "entries",
            "title": '"{{ date }}"',
            "content": ">-\n    one\n    {{ text }}\n",
            "metadata": {"by": '"{{ author.name }}"'},
        },
        {"content": '"{{ title }}"', "title": ["a", "b"]},
    ],
    "edges": [{"relation": "link", "target": "'{{ url }}'"}],
}


def test_the_whole_is_understood_wherever_the_cursor_is_in_a_value() -> None:
    for word in ("entries", "{{ date", "one", "{{ text", "author", "link", "url"):
        index = MAPPING.index(word) + len(word)
        found = find(MAPPING, index)
        assert found.role == "value"
        assert found.tree == TREE
        assert found.before.endswith(word)


@pytest.mark.parametrize(
    ("word", "role", "pointer"),
    [
        ("na", "key", ()),
        ("type", "key", ("match", "discriminator")),
        ('"a.', "key", ("match", "discriminator")),
        ("'x", "value", ("match", "discriminator", "a.b")),
        ("# wh", "comment", ()),
        ("forea", "key", ("chunks", 0)),
        ("{{ text", "value", ("chunks", 0, "content")),
        ("by: ", "value", ("chunks", 0, "metadata", "by")),
        ("{con", "key", ("chunks", 1)),
        ("[a,\n    b", "value", ("chunks", 1, "title", 1)),
        ("target", "key", ("edges", 0)),
        ("{{ url", "value", ("edges", 0, "target")),
    ],
)
def test_the_place_of_a_cursor(word: str, role: str, pointer: tuple[str | int, ...]) -> None:
    found = find(MAPPING, MAPPING.index(word) + len(word))
    assert (found.role, found.pointer) == (role, pointer)


def test_every_prefix_has_a_place() -> None:
    for end in range(len(MAPPING) + 1):
        for text in (MAPPING[:end], MAPPING[:end] + "\nedges: []\n"):
            for is_json in (False, True):
                assert find(text, end, is_json=is_json).role in ("key", "value", "comment")


SHAPES = [
    *("[", '["', "{", '{"a": ', '"', '"\n', "'\n", ":", "- ", "a:\n ", "a: |\n x\n", "a: [\n"),
    *("a:\n  'b\n", "# ", "{{ ", "\\", "&a ", "a: &b ", "- - [", "\t", "x" * 10),
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_cursor_is_found_in_linear_time(shape: str) -> None:
    for is_json in (False, True):
        assert_linear(
            lambda count: shape * count,
            lambda text, is_json=is_json: find(text, len(text), is_json=is_json),
            40_000 // len(shape),
        )
