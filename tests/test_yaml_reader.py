"""The readers agree with the parsers that RTFM uses, and the places they report are right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rtfm_check.mapping import json_reader, offsets, yaml_reader, yaml_tree
from rtfm_check.mapping.node import Node

Draw = Callable[[st.SearchStrategy[Any]], Any]

MAPPINGS = (
    'name: m\nmatch: {discriminator: {type: x}}\nchunks: [{content: "{{ t }}"}]\n',
    'name: m\nmatch:\n  discriminator:\n    type: x\nchunks:\n  - title: "T {{ a }}"\n'
    "    content: >\n      {{ b }}\n      more\n\n      end\n",
    '---\nname: "a\\tb\\x41\\u00e9\\\n   c"\nmatch:\n- a\n- b: c\n  d: |+\n    x\n     y\n\n',
    "? a\n: b\n? [c, d]\n: 'it''s'\n? |\n  k\n: - 1\n  - &x {a: 1}\n  - *x\n",
    "%YAML 1.1\n%TAG !e! tag:e,2000:\n--- !!map\na: !!str 5\nb: !<tag:yaml.org,2002:int> 6\n",
    'a: &n0 {t: 1}\nb: {<<: *n0, c: [*n0, x y, "z"]}\nd: 2024-01-01\ne: ~\nf:\ng: 1:30\n',
    "k: plain text\n  over\n\n  and more # c\nl: 'single\n  quoted\n\n  x'\nm: \"dou\n  ble\"\n",
    '[a, "b": c, {d, e: }, [f], ? g : h]\n',
    "a: |2-\n   x\n  y\nb: >-\n  f\n  g\n\n   h\n  i\nc: |\n",
    'a: é😀\nb: "\\ud83d\\ude00\\N\\_\\L\\P\\e\\0"\n',
    "- - a\n  - b\n-\n  - c\n- d: e\n  f:\n  - g\n",
    '{"a":"b","c":[1,2.5,true,null],"d":{"e":"f"}}',
    "url: https://e.x/a#b\ntime: 12:30\nx: a:b\ny: a#b\nz: -x\nw: ?x\nv: :x\n",
    'a:\r\n  b: |\r\n    x\r\n    y\r\n  c: "d\r\n    e"\r\n',
    "--- >\n folded\n text\n",
    "a: &x [1, {b: c}]\nd:\n  - e: f\n    <<: {g: h}\n  - *x\ni: *x\n",
    "a: !!omap [b: 1]\nc: !!pairs\n  - d: 2\ne: !!set {f, g}\nh: !!binary aGk=\n",
)
CHARACTERS = (
    *("\t", " ", "  ", "\n", "\r", "\r\n", "\n  ", "\x85", "\u2028", "\u2029", "\xa0", "\ufeff"),
    *("?", "? ", "%", "\n%", '"', "'", ":", ": ", "#", " #", "!", "! ", "!!", "!<", "&", "&a "),
    *("*", "*a ", "|", ">", "|\n", "-", "- ", "---", "\n---\n", "\n...\n", "{", "}", "[", "]"),
    *(",", ", ", "\\", "\\\n", "\\u", "\\x4", "\\/", "@", "`", "~", "=", "<<", "0", "1", "."),
    *("a", "e", "é", "😀", "\x00", "\x07", "\x0b", "\x1c", "\x7f", "\x80", "\ud800", "\uffff"),
)


def damaged(text: str, random: Random) -> str:
    """The text with one to three characters put in, taken out or replaced."""
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(text) + 1)
        put = random.choice((*CHARACTERS, ""))
        text = text[:at] + put + text[at + random.choice((0, 0, 1, 2)) :]
    return text


def mutants(texts: tuple[str, ...], count: int) -> Iterator[str]:
    """As many damaged texts, the same in every run."""
    random = Random(1)
    for index in range(count):
        yield damaged(texts[index % len(texts)], random)


def as_rtfm_reads(text: str) -> object:
    """What PyYAML's pure loader makes of a text; None for what it refuses."""
    try:
        return yaml.load(text, Loader=yaml.SafeLoader)
    except yaml_reader.REFUSALS:
        return None


def as_we_read(text: str) -> object:
    """What our reader makes of a text; None for what it refuses."""
    try:
        return yaml_reader.read(text).data
    except yaml_reader.Refused as refused:
        return "cycle" if refused.problem.rule == "alias-cycle" else None


def test_yaml_reads_as_the_pure_loader_does() -> None:
    loaded = 0
    for text in mutants(MAPPINGS, 4000):
        read = as_we_read(text)
        assert read == "cycle" or repr(read) == repr(as_rtfm_reads(text)), text
        loaded += read is not None
    assert loaded > 1000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a?]", None, id="question mark ends a plain scalar in a flow"),
        pytest.param("[?,:]", None, id="question mark that touches a comma"),
        pytest.param("[? ,:]", None, id="question mark before a comma"),
        pytest.param("a: b?", {"a": "b?"}, id="question mark in a block"),
        pytest.param("a: !", {"a": None}, id="bare tag"),
        pytest.param("[{!,}]", None, id="bare tag before a comma"),
        pytest.param("a: |#\n  b", None, id="comment that touches a block head"),
        pytest.param("a: |\n\tb", None, id="tab as indentation"),
        pytest.param("a:\tb", None, id="tab behind a colon"),
        pytest.param('"\\ud83d\\ude00"', "\ud83d\ude00", id="surrogates stay two halves"),
        pytest.param("!!int ''", None, id="number without a digit"),
        pytest.param("!!pairs [a: 1]", [("a", 1)], id="pairs"),
        pytest.param("!!pairs [[x]: 1]", [(["x"], 1)], id="pairs with a list as key"),
        pytest.param("!!str {=: m}", "m", id="text in the key ="),
        pytest.param("{<<: [{a: 1}, {a: 2, b: 3}], b: 4}", {"a": 1, "b": 4}, id="two merges"),
    ],
)
def test_yaml_reads_oddities(text: str, expected: object) -> None:
    assert as_we_read(text) == expected
    assert as_rtfm_reads(text) == expected


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("[" * 5000, "nested-too-deep"),
        ("- " * 5000 + "a", "nested-too-deep"),
        ("a: *depth", "yaml-syntax"),
        ("a: !!bool depth", "yaml-syntax"),
        ("a: !depth b", "yaml-tag"),
    ],
    ids=lambda value: value[:10],
)
def test_refusals_name_their_reason(text: str, rule: str) -> None:
    with pytest.raises(yaml_reader.Refused) as caught:
        yaml_reader.read(text)
    assert caught.value.problem.rule == rule


_FLOW = re.compile(r"(?:(?:&[^\s:]*|!\S*[^\s:])\s+)*[\[{]")


class Placed(NamedTuple):
    """A node, and what is around it."""

    node: Node
    indent: int  # of the collection around it
    in_flow: bool


def nodes(text: str, node: Node, indent: int = 0, in_flow: bool = False) -> Iterator[Placed]:
    """Each node of a tree."""
    yield Placed(node, indent, in_flow)
    column = node.start - (text.rfind("\n", 0, node.start) + 1)
    in_flow = in_flow or _FLOW.match(text, node.start) is not None
    inside = [part for pair in (node.members or {}).values() for part in pair]
    for part in inside + (node.items or []):
        yield from nodes(text, part, column, in_flow)


def again(text: str, placed: Placed) -> object:
    """What the text of a node reads as, alone but indented as it was."""
    node, indent, in_flow = placed
    piece = text[node.start : node.end]
    if in_flow:
        return yaml.safe_load(f"[ {piece}\n ]")[0]
    if node.style in ("|", ">"):
        return yaml.safe_load(f"{' ' * indent}k: {piece}")["k"]
    return yaml.safe_load(" " * (node.start - text.rfind("\n", 0, node.start) - 1) + piece)


def test_ranges_of_yaml_nodes_read_again_as_their_values() -> None:
    odd_ends = set("\r\x85\u2028\u2029\ufeff")
    checked = 0
    for text in (*MAPPINGS, *mutants(MAPPINGS, 1500)):
        try:
            root = yaml_reader.read(text).root
        except yaml_reader.Refused:
            continue
        if root is None or "%TAG" in text or odd_ends & set(text):
            continue
        for placed in nodes(text, root):
            node = placed.node
            piece = text[node.start : node.end]
            # Without what is around them, `*a` has no anchor, and `a:`, `=` and `-` are no text.
            if piece and "*" not in piece and not piece.endswith((":", "=", "-", "?")):
                assert repr(again(text, placed)) == repr(node.value), (text, piece)
                checked += 1
    assert checked > 2000


def shape(node: Node) -> object:
    """All that a tree says, to compare two."""
    members = node.members and [(shape(key), shape(item)) for key, item in node.members.values()]
    items = node.items and [shape(item) for item in node.items]
    return node.start, node.end, repr(node.value), node.style, members, items


def read_both(text: str, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the direct walk makes of a text, and what is made by way of PyYAML's constructor."""
    results = []
    for is_direct in (True, False):
        with monkeypatch.context() as context:
            if not is_direct:
                context.setattr(yaml_tree, "Direct", unusual)
            try:
                reading = yaml_reader.read(text)
                tree = reading.root and shape(reading.root)
                results.append((repr(reading.data), tree, sorted(reading.problems)))
            except yaml_reader.Refused as refused:
                results.append(refused.problem)
    return results


def unusual(*_: object) -> None:
    raise yaml_tree.Unusual


def test_the_direct_walk_makes_what_the_constructor_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (*MAPPINGS, *mutants(MAPPINGS, 2000)):
        direct, constructed = read_both(text, monkeypatch)
        assert direct == constructed, text


WORD = st.text("abé😀x'\"\\#:-{}", min_size=1, max_size=5)
BREAKS = st.sampled_from(("\n", "\r\n", "\r"))


@st.composite
def plain(draw: Draw) -> str:
    """A plain scalar, perhaps over several lines."""
    words = draw(st.lists(st.text("abé😀\u200b'\"\\", min_size=1, max_size=5), min_size=1))
    return "p" + "".join(draw(st.sampled_from((" ", "  ", "\n   ", "\n\n  "))) + w for w in words)


@st.composite
def single(draw: Draw) -> str:
    """A scalar in single quotes."""
    parts = draw(st.lists(WORD, max_size=6))
    between = st.sampled_from((" ", "\t", "\n   ", " \n\n  ", "\u2028 "))
    return "'" + "".join(part.replace("'", "''") + draw(between) for part in parts) + "'"


@st.composite
def double(draw: Draw) -> str:
    """A scalar in double quotes, with escapes of every length."""
    parts = []
    blanks = ("\\n", "\\t", "\\ ", " ", "\n  ", "\n\n   ", "\\\n   ", "\\\n  \\ ", "\\L", "\u2028 ")
    for character in draw(st.text("abé😀\u2028'/", max_size=12)):
        code = ord(character)
        ways = [f"\\U{code:08x}", character]
        ways += [f"\\u{code:04X}"] if code < 0x10000 else []
        ways += [f"\\x{code:02x}"] if code < 0x100 else []
        parts.append(draw(st.sampled_from(ways)))
        parts.append(draw(st.sampled_from(("", "", *blanks, '\\"', "\\\\", "\\/"))))
    return '"' + "".join(parts) + '"'


@st.composite
def block(draw: Draw) -> str:
    """A literal or folded block scalar."""
    head = draw(st.sampled_from(("|", ">"))) + draw(st.sampled_from(("", "-", "+", " # c")))
    lines = draw(st.lists(st.lists(WORD, max_size=3), min_size=1, max_size=5))
    deeper = st.sampled_from(("", "", "", " ", "   "))
    texts = [draw(deeper) + " ".join(words) if words else "" for words in lines]
    return head + "".join(f"\n    {text}" if text else "\n" for text in ["x", *texts])


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    st.one_of(plain(), single(), double(), block()),
    st.sampled_from(("", "\ufeff", "😀: é\n", "# \u2028\n")),
    st.sampled_from(("", "&a ", "!!str ", "&a !!str ")),
    BREAKS,
    st.data(),
)
def test_ranges_inside_scalars_read_again(
    scalar: str, before: str, properties: str, line_end: str, data: st.DataObject
) -> None:
    text = f"{before}k: {properties}{scalar}\nlast: 1\n".replace("\n", line_end)
    shift = 1 if before == "\ufeff" else 0
    root = yaml_reader.read(text, shift).root
    assert root is not None
    assert root.members is not None
    node = root.members["k"][1]
    value = node.value
    words = [i for i, character in enumerate(value) if not character.isspace()]
    if not words:
        return
    first = data.draw(st.sampled_from(words))
    rest = value[first:]
    size = data.draw(st.integers(1, len(rest.split()[0])))
    start, end = offsets.source_range(text, node, first, first + size)
    piece = text[start:end]
    if node.style == "'":
        piece = piece.replace("''", "'")
    if node.style == '"':
        piece = yaml.safe_load(f'"{piece}"')
    assert piece == rest[:size]


def json_texts() -> st.SearchStrategy[str]:
    """JSON of any shape."""
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=8,
    )
    return st.builds(
        lambda value, ascii_only, indent: json.dumps(value, ensure_ascii=ascii_only, indent=indent),
        values,
        st.booleans(),
        st.sampled_from((None, 1)),
    )


JSON_CHARACTERS = (
    *("{", "}", "[", "]", ",", ":", '"', "\\", "\\u12", "\\ud83d", "\\/", "/", "'", "//", "#"),
    *("0", "1", "-", "+", ".", "e", "E5", "NaN", "Infinity", "-Infinity", "true", "null", "nul"),
    *(
        " ",
        "\t",
        "\n",
        "\r",
        "\x0b",
        "\xa0",
        "\ufeff",
        "\x00",
        "\x1f",
        "\u2028",
        "😀",
        "٣",
        "_",
        "$",
    ),
)


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(
    json_texts(),
    st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from(JSON_CHARACTERS), st.integers(0, 2)), max_size=2
    ),
)
def test_json_reads_as_python_does(text: str, damages: list[tuple[float, str, int]]) -> None:
    for where, put, out in damages:
        at = round(where * len(text))
        text = text[:at] + put + text[at + out :]
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(json_reader.JsonSyntax) as caught:
            json_reader.read(text)
        assert 0 <= caught.value.problem.start <= caught.value.problem.end <= len(text)
        return
    root = json_reader.read(text).root
    assert repr(root.value) == repr(expected)
    for node, *_ in nodes(text, root):
        assert repr(json.loads(text[node.start : node.end])) == repr(node.value)


def test_depth_costs_the_reader_of_json_no_recursion() -> None:
    deep = 50_000
    assert json_reader.read("[" * deep + "]" * deep).root.end == 2 * deep
    with pytest.raises(json_reader.JsonSyntax) as caught:
        json_reader.read('{"a":' * deep + "1,}")
    assert caught.value.problem.start == 5 * deep + 1
