"""What is nasty to the readers beside the parsers: mappings, fixtures, profiles, ignore files."""

from __future__ import annotations

from tests.bench.nasty import Case, nested, numbered, repeated

_HEAD = "name: m\nmatch: {discriminator: {type: x}}\n"
_MAPPING = (8_000, 70_000)  # bytes: a mapping has at most 20,000 values
_IGNORE = (25_000, 400_000)  # an ignore file has at most a megabyte, and counts to 10,000 lines
_FIXTURE = '{{"t": "a{n}", "u": [1, 2]}},'

CASES: dict[str, Case] = {
    "mapping: chunks": (
        numbered("- title: T{n}\n  content: '{{{{ a.b{n} }}}}'\n", _HEAD + "chunks:\n"),
        *_MAPPING,
    ),
    "mapping: edges": (
        numbered(
            "- relation: cites\n  target: '{{{{ a{n} }}}}'\n",
            _HEAD + "chunks: [{content: '{{ a }}'}]\nedges:\n",
        ),
        *_MAPPING,
    ),
    "mapping: unknown keys": (numbered("k{n}: v\n", _HEAD), *_MAPPING),
    "mapping: one template": (
        repeated("{{ a.b }} ", _HEAD + "chunks: [{content: '", "'}]\n"),
        *_MAPPING,
    ),
    "mapping: open braces": (
        repeated("{{ ", _HEAD + "chunks: [{content: '", "'}]\n"),
        *_MAPPING,
    ),
    "mapping: one path": (
        repeated("a.", _HEAD + "chunks: [{content: '{{ ", "b }}'}]\n"),
        *_MAPPING,
    ),
    "mapping: blanks in braces": (
        repeated(" ", _HEAD + "chunks: [{content: '{{", "x'}]\n"),
        *_MAPPING,
    ),
    "mapping: comments": (repeated("# rtfm-check: ignore[x]\n", _HEAD), *_MAPPING),
    "mapping: open quote": (repeated("word\n", _HEAD + "chunks: '"), *_MAPPING),
    "mapping: broken lines": (repeated("a b\n", _HEAD), *_MAPPING),
    "mapping: tabs": (repeated("\ta: b\n", _HEAD), *_MAPPING),
    "mapping: documents": (repeated("---\na: b\n"), *_MAPPING),
    "mapping: anchors": (numbered("k{n}: &a{n} {{b: c}}\n", _HEAD), *_MAPPING),
    "mapping: merges": (numbered("k{n}: {{<<: *a}}\n", "a: &a {b: c}\n" + _HEAD), *_MAPPING),
    "mapping: brackets": (repeated("["), *_MAPPING),
    "mapping: same keys": (repeated("a: b\n", _HEAD), *_MAPPING),
    "mapping: discriminator": (
        numbered("    k{n}: v\n", "name: m\nmatch:\n  discriminator:\n", "chunks: []\n"),
        *_MAPPING,
    ),
    "mapping-json: chunks": (
        numbered(
            '{{"title": "T{n}", "content": "{{{{ a{n} }}}}"}},\n',
            '{"name": "m", "match": {"discriminator": {"type": "x"}}, "chunks": [',
            '{"content": "x"}]}',
        ),
        *_MAPPING,
    ),
    "mapping-json: broken": (repeated('{"a": '), *_MAPPING),
    "fixture: items": numbered(_FIXTURE, '{"type": "x", "a": [', "1]}"),
    "fixture: same keys": repeated('"b": 1,', '{"type": "x",', '"b": 1}'),
    "fixture: constants": repeated("NaN,", '{"type": "x", "a": [', "1]}"),
    "fixture: one string": repeated("word ", '{"type": "x", "a": ["', '"]}'),
    "fixture: keys": numbered('"k{n}": "v",', '{"type": "x",', '"a": []}'),
    "fixture: broken": repeated('{"a": '),
    "fixture: nesting": nested('{"a": [', "]}", "1", '{"type": "x", "b": ', "}"),
    "fixture: escapes": repeated("\\u00e9", '{"type": "x", "a": ["', '"]}'),
    "fixture: lists": repeated("[1, 2], ", '{"type": "x", "a": [', "[]]}"),
    "fixture: commas": repeated("1,,", '{"type": "x", "a": [', "1]}"),
    "conf: text fields": (numbered("json_text_fields.a.b{n},"), 25_000, 400_000),
    "conf: metadata": (numbered("json_metadata_fields.a.b{n}=k{n}\n"), 25_000, 400_000),
    "conf: misspelt": (numbered("json_txt_fields.a{n}\n"), 6_000, 100_000),
    "conf: one path": (repeated("a.", "json_text_fields."), 25_000, 400_000),
    "conf: same fields": (repeated("json_text_fields.a.b\n"), 25_000, 400_000),
    "conf: comments": (repeated("# word\n"), 25_000, 400_000),
    "conf: stars": (numbered("json_text_fields.a{n}.*.b.*\n"), 25_000, 400_000),
    "conf: nothing": (repeated("word\n"), 25_000, 400_000),
    "records: lines": numbered('{{"id": {n}, "a": "text {n}", "b": [1, {{"c": 2}}]}}\n'),
    "records: same ids": repeated('{"id": 1, "a": "text"}\n'),
    "records: broken": repeated('{"id": 1, "a"\n'),
    "records: list": numbered('{{"id": {n}, "a": "text"}},', "[", "{}]"),
    "records: keys": numbered('"k{n}": "v", ', '{"id": 1, "a": "text", ', '"z": 1}'),
    "records: values": numbered('"v{n}", ', '{"id": 1, "a": [', '"z"]}'),
    "records: nesting": nested('{"b": ', "}", "1", '{"id": 1, "a": "text", "b": ', "}"),
    "records: blank lines": repeated("\n", '{"id": 1, "a": "text"}\n'),
    "records: without text": numbered('{{"id": {n}}}\n'),
    "records: one": repeated("word ", '{"id": 1, "a": "', '"}'),
    "ignore: names": (numbered("name{n}.o\n"), *_IGNORE),
    "ignore: stars": (numbered("a*a*a*b{n}\n"), *_IGNORE),
    "ignore: deep stars": (numbered("**/a/**/b{n}/**\n"), *_IGNORE),
    "ignore: negations": (numbered("!a{n}/\n"), *_IGNORE),
    "ignore: comments": (repeated("# word\n"), *_IGNORE),
    "ignore: folders": (numbered("/a/b{n}/c/\n"), *_IGNORE),
    "ignore: question marks": (numbered("a?????????b{n}\n"), *_IGNORE),
    "ignore: escapes": (numbered("a\\ b\\#{n}\\ \n"), *_IGNORE),
    "ignore: brackets": (repeated("[a-z"), 1_000, 4_096),
    "ignore: one star": (repeated("*a"), 500, 4_000),
    "links: broken": numbered("[a](p{n}.md) ", "# T\n\n"),
    "links: same": repeated("[a](other.md) ", "# T\n\n"),
    "links: anchors": numbered("## H {n}\n\n[a](#h-{n})\n\n"),
    "links: broken anchors": numbered("## H {n}\n\n[a](#x-{n})\n\n"),
    "links: wikilinks": numbered("[[a{n}]] "),
    "links: paths": numbered("[a](" + "../" * 20 + "b{n}) "),
    "links: images": numbered("![a](b{n}.png) "),
    "links: references": numbered("[a][r{n}]\n\n[r{n}]: b{n}.md\n\n"),
    "links: encoded": numbered("[a](%C3%A9%20{n}.md#%C3%A9) "),
    "links: pages of a site": numbered("[a](/docs/b{n}/) "),
    "links: one target": lambda size: f"[a](b{'/c' * (size // 2)}.md)".encode(),
    "links: one fragment": lambda size: f"[a](other.md#{'a-' * (size // 2)})".encode(),
    "links: same headings": repeated("# H\n\n[a](#h-1)\n\n"),
    "links: comments": repeated("<!-- rtfm-check: ignore[broken-link] -->\n"),
    "links: short sections": numbered("# H{n}\n\n"),
}
