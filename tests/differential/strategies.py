"""Generated projects: mapping files that are right, odd or broken, and documents that fit them.

A mapping is drawn as a tree whose leaves may be raw YAML, then written as YAML (flow or block,
with anchors, aliases, merge keys) or JSON. Documents are drawn from the paths that the mapping
asks for, so most of them are taken by one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from rtfm_check.layout import is_mapping_name
from rtfm_check.mapping import paths
from rtfm_check.mapping.document import read_mapping
from rtfm_check.mapping.spec import ForEach, Spec, Use, load
from rtfm_check.source import Source

Draw = Callable[[st.SearchStrategy[Any]], Any]
DOCUMENTS = 10  # of one project


class Project(NamedTuple):
    """Mapping files, and the documents to try on them."""

    mappings: dict[str, bytes]
    documents: list[bytes]


class Raw(str):
    """A value written as it stands."""


class Pairs(list[tuple[Any, Any]]):
    """A mapping whose keys may repeat."""


FILE_NAMES = (
    *("a.yaml", "a.YAML", "a.yml", "b.yaml", "B.yml", "_c.Yaml", ".h.yaml", "10.yaml", "9.yml"),
    *("a.json", "A.JSON", "d.Json", "a b.yaml", "é.yaml", "m.jsonc", "m.yaml.txt", ".yaml"),
)
NAMES = ("m", "n", "one", "One", "", "5", Raw("5"), Raw("5.0"), Raw("true"), Raw("1"), Raw(".nan"))
# Scalars and collections of every type that YAML 1.1 knows.
ODD = tuple(
    Raw(text)
    for text in (
        *("~", "null", "yes", "no", "on", "off", "y", "true", "false", "True", "NO", "''", "' '"),
        *("0", "1", "5", "-1", "012", "08", "0o17", "0x1F", "0b11", "1_000", "12:30", "-1:30:00"),
        *(
            "1.0",
            "3.10",
            "1.5e+3",
            "1e3",
            "1e400",
            ".5",
            ".nan",
            ".inf",
            "-.INF",
            "1:30.5",
            "1_0.5",
        ),
        *("2024-01-01", "2024-01-01 10:00:00Z", "2024-1-1t1:2:3.4 +1:30", "99999999999999999999"),
        *("!!str 5", "!!str yes", "!!str ''", "!!int '5'", "!!float 1", "!!bool yes", "!!null x"),
        *("!!binary aGk=", "!!timestamp 2024-01-01", "! x", "! 5", "!<tag:yaml.org,2002:str> 5"),
        *("'{{ t }}'", "'it''s'", '"\\x41\\u00e9\\U0001F600"', "x y", "x#y", "-x"),
    )
) + (
    COLLECTIONS := tuple(
        Raw(text)
        for text in (
            *("[]", "{}", "[1, 2]", "{a: b}", "[[1], {}]", "{a, b: c}", "[a: 1, b]", "{? a}"),
            *("{1: 2}", "{1: a, '1': b}", "{null: 1}", "{true: 1}", "{1.5: 2}", "{2024-01-01: 1}"),
            *("!!set {a}", "!!set {}", "!!omap [a: 1]", "!!pairs [a: 1]", "!!pairs [[x]: 1]"),
            *("!!seq [1]", "!!map {a: 1}", "{!!binary aGk= : 1}", "!!str {=: m}", "{k: {l: .nan}}"),
            *(
                '["{{ t }}"]',
                "{k: '{{ t }}'}",
                "{k: ['{{ t }}', 2024-01-01]}",
                "{<<: {t: 1}, a: 2}",
            ),
            *("{k: 0x1F, l: 1e400}", '{é: "\\ud83d\\ude00"}', "{<<: [{a: 1}, {a: 2, b: 3}], t: 1}"),
        )
    )
)
# Texts that break a file, at least in a flow.
BROKEN = tuple(
    Raw(text)
    for text in (
        *(
            "2024-13-45",
            "!!int ''",
            "!!int x",
            "!!float ''",
            "!!bool maybe",
            "!!bool ''",
            "=",
            "<<",
        ),
        *("!!binary é", "!!binary 'a'", "!!omap [a]", "!!timestamp x", "!!map [1]", "!!str [1]"),
        *("!foo x", "!!python/tuple [1]", "{[1]: 2}", "{{a: 1}: 2}", "{{ t }}", "x # note", "x: y"),
        *(
            "- 1",
            "@x",
            "`x`",
            "%x",
            "|",
            "a\tb",
            "*none",
            "&n",
            "'x",
            "?x",
            ":x",
            "]",
            "!!set [a]",
            "{<<: 1}",
        ),
    )
)
JSON_ODD = tuple(
    Raw(text)
    for text in (
        *("null", "true", "false", "0", "1", "-1", "1.0", "1e400", "NaN", "-Infinity", "5", "0.0"),
        *("[]", "{}", '""', "[1, 2]", '{"a": "b"}', '{"a": 1, "a": 2}', '"{{ t }}"', '["{{ t }}"]'),
        *('{"k": ["{{ t }}"]}', '"\\ud800"', '"\\ud83d\\ude00"', "1234567890123456789012", "-0.0"),
    )
)
JSON_BROKEN = tuple(map(Raw, ("01", "1.", "'x'", "[1,]", "undefined", '"\x01"', '"\\x"', "", "]")))
WORDS = ("a", "b", "t", "it", "l", "n", "type", "value")
INDICES = ("0", "1", "-1", "01", "+1", "1_0", "٣", " 1", "1 ", "--1", "0x1", "1.0", "-0", "99", "²")
SEGMENTS = (*WORDS, *WORDS, *INDICES, "", "é", "A", "a-b", "a b", "$id", "$schema", "$", "_")
SYNTAX = (
    *("{{ %s }}",) * 12,
    *("{{%s}}", "{{\t%s\n}}", "{{\u00a0%s\u2003}}", "{{\x1c%s\x85}}", "{{\u200b%s}}", "{{ %s. }}"),
    *("{{ .%s }}", "{{{ %s }}}", "{{ %s }", "{ %s }", "${%s}", "{{ %s | f }}", "{{ %s[0] }}"),
    *("{{{{ %s }}}}", "{{ {{ %s }} }}", "{%% if %s %%}", "{{- %s -}}", "{{ $%s }}", "{{ %s$ }}"),
    *("{{ %s..t }}", "{{ %s t }}", "{{ '%s' }}", "{{\r\n%s}}", "{{ %s\u0301 }}", "{{%s}}{{%s}}"),
)
LITERALS = (
    "",
    "",
    "",
    " ",
    "T ",
    "Name: ",
    "\n",
    "}}",
    "{{",
    "\u3000",
    "é😀",
    "\\",
    "#",
    ": ",
    "'",
)
URLS = ("u", "u", "https://e.x/s.json", "https://e.x/s.json#", "https://e.x/S.json", "")
# Values that documents hold.
VALUES: tuple[Any, ...] = (
    *("x", "T", "text", "a b", "", " ", "\n", "\u00a0", "\x1c", "\u200b", "yes", "1", "5", "true"),
    *(
        "é😀",
        "\ud800",
        "\udc00\ud800",
        "\u2028",
        "{{ a }}",
        "{{ t }}",
        "}}",
        "'",
        '"',
        "\\",
        "\x00",
    ),
    *(None, None, True, False, 0, 1, 2, 5, -1, 1.0, -0.0, 1.1, 1e3, 1e22, 1e-7, 5e-324, 10**30),
    *(float("inf"), float("-inf"), float("nan"), [], {}, [1, 2], ["a", None, True], {"k": "v"}),
    *([[1, 2], [3]], {"a": {"b": [1, "é'"]}}, {"t": "T", "a": 1}, [{"t": "x"}, {"t": None}, 3]),
    *({"": "empty"}, {"é": 1}, {"$id": "u"}, ["\ud800", 1e400], list(range(12))),
)


def _path(draw: Draw, least: int = 1) -> str:
    return ".".join(draw(st.lists(st.sampled_from(SEGMENTS), min_size=least, max_size=3)))


def _plain_path(draw: Draw) -> str:
    return draw(st.sampled_from(("t", "a", "a.b", "l.0", "l.1.t", "it", "value", "n", "value.0")))


def _template(draw: Draw) -> str:
    pieces = []
    for _ in range(draw(st.integers(0, 2)) + 1):
        path = _path(draw) if draw(st.integers(0, 3)) == 0 else _plain_path(draw)
        pieces.append(draw(st.sampled_from(LITERALS)))
        pieces.append(draw(st.sampled_from(SYNTAX)).replace("%s", path).replace("%%", "%"))
    return "".join(pieces) + draw(st.sampled_from(LITERALS))


def _often(draw: Draw, times: int = 15) -> bool:
    """True all but one time in `times`."""
    return draw(st.integers(1, times)) != max(2, times // 2)


class _Mappings:
    """Draws one mapping as a tree."""

    def __init__(self, draw: Draw, odd: tuple[Raw, ...], broken: tuple[Raw, ...]) -> None:
        self.draw = draw
        self.odd = odd
        self.odd_keys = tuple(each for each in odd if each not in COLLECTIONS)
        self.broken = broken
        self.rarity = self.pick(1000, 200, 40, 12)  # one in so many values is odd

    def pick(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def part(self, usual: Callable[[], Any]) -> Any:
        """What is usual in this place, or now and then a value of any type."""
        if _often(self.draw, self.rarity):
            return usual()
        return self.pick(*self.odd) if _often(self.draw, 8) else self.pick(*self.broken)

    def root(self) -> Any:
        if not _often(self.draw, self.rarity):
            return self.pick(*self.odd)
        pairs = Pairs()
        self.add(pairs, "name", lambda: self.pick(*NAMES))
        self.add(pairs, "match", self.match)
        self.add(pairs, "chunks", lambda: self.some(self.chunk))
        if self.draw(st.booleans()):
            self.add(pairs, "edges", lambda: self.some(self.edge))
        if not _often(self.draw):
            self.add(pairs, "description", lambda: "about")
        if not _often(self.draw):
            self.add(pairs, self.pick("chunks", "match", "name", *self.odd_keys), self.match)
        return pairs

    def add(self, pairs: Pairs, key: Any, usual: Callable[[], Any]) -> None:
        if _often(self.draw, self.rarity):
            pairs.append((key, self.part(usual)))
        if not _often(self.draw, self.rarity):
            pairs.append((key, self.part(usual)))

    def some(self, entry: Callable[[], Any]) -> list[Any]:
        return [self.part(entry) for _ in range(self.pick(0, 1, 1, 1, 2, 2, 3))]

    def match(self) -> Pairs:
        pairs = Pairs()
        kind = self.pick("url", "tests", "tests", "tests", "both")
        if kind != "tests":
            self.add(pairs, "schema_url", lambda: self.pick(*URLS))
        if kind != "url":
            self.add(pairs, "discriminator", self.tests)
        return pairs

    def tests(self) -> Pairs:
        pairs = Pairs()
        for _ in range(self.pick(*(1,) * 12, *(2,) * 6, 0)):
            key = self.pick("type", "type", "a.b", "l.0", "n")
            if not _often(self.draw, 3):
                key = _path(self.draw)
            if not _often(self.draw, self.rarity):
                key = self.pick(*self.odd_keys)
            value = self.pick("x", "x", "T", "1", "x", self.pick(*self.odd))
            pairs.append((key, value))
        return pairs

    def chunk(self) -> Pairs:
        pairs = Pairs()
        self.foreach(pairs)
        if self.draw(st.booleans()):
            self.add(pairs, "title", lambda: _template(self.draw))
        self.add(pairs, "content", lambda: _template(self.draw))
        if self.draw(st.booleans()):
            self.add(pairs, "metadata", self.metadata)
        return pairs

    def foreach(self, pairs: Pairs) -> None:
        if self.draw(st.booleans()):
            path = self.pick("it", "l", "a.b", "it", "a.0", _path(self.draw))
            self.add(pairs, "foreach", lambda: path)

    def metadata(self) -> Pairs:
        pairs = Pairs()
        for _ in range(self.pick(0, 1, 2)):
            key = self.pick("k", "l", "content") if _often(self.draw) else self.pick(*self.odd_keys)
            self.add(pairs, key, lambda: self.pick(_template(self.draw), "", self.pick(*self.odd)))
        return pairs

    def edge(self) -> Pairs:
        pairs = Pairs()
        self.foreach(pairs)
        self.add(pairs, "target", lambda: _template(self.draw))
        if self.draw(st.booleans()):
            self.add(pairs, "relation", lambda: self.pick("import", "cites", "", *self.odd))
            self.add(pairs, "target_kind", lambda: self.pick("file", "literal", *self.odd))
        return pairs


class _Yaml:
    """Writes a tree as YAML, in styles that chance picks."""

    _PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.$/-]*")

    def __init__(self, random: Random) -> None:
        self.random = random
        self.anchors: list[str] = []  # of values that are finished
        self.merged: list[str] = []  # of those that are mappings

    def document(self, value: Any) -> str:
        start = self.random.choice(("", "", "", "---\n", "# note\n", "%YAML 1.1\n---\n", "\ufeff"))
        if self.random.random() < 0.5:
            return start + self.flow(value) + self.random.choice(("", "\n", "\n...\n"))
        return start + self.block(value, 0).lstrip("\n")

    def flow(self, value: Any) -> str:
        return self._anchored(value, self._flow)

    def block(self, value: Any, depth: int) -> str:
        """The value with what leads to it: a line end before a collection, else a blank."""
        if not isinstance(value, Pairs | list) or not value or self.random.random() < 0.3:
            return " " + self._scalar_or_flow(value, depth)
        indent = "\n" + "  " * depth
        lines = ""
        if isinstance(value, Pairs):
            for key, inner in value:
                lines += f"{indent}{self._key(key)}:{self.block(inner, depth + 1)}"
            return lines + "".join(f"{indent}{merge}" for merge in self._merges())
        return "".join(f"{indent}-{self.block(inner, depth + 1)}" for inner in value)

    def _scalar_or_flow(self, value: Any, depth: int) -> str:
        if type(value) is str and value and self.random.random() < 0.2 and value.isprintable():
            indent = "  " * (depth + 1)
            return f"{self.random.choice(('|', '>', '|-', '>+'))}\n{indent}{value.lstrip()}"
        return self.flow(value)

    def _anchored(self, value: Any, write: Callable[[Any], str]) -> str:
        if self.anchors and self.random.random() < 0.04:
            return f"*{self.random.choice(self.anchors)}"
        is_named = self.random.random() < 0.08
        text = write(value)
        if not is_named or text.startswith(("*", "&")):
            return text
        name = f"n{len(self.anchors)}"
        self.anchors.append(name)
        if isinstance(value, Pairs):
            self.merged.append(name)
        return f"&{name} {text}"

    def _flow(self, value: Any) -> str:
        if isinstance(value, Pairs):
            pairs = [f"{self._key(key)}: {self.flow(inner)}" for key, inner in value]
            pairs += self._merges()
            return "{" + ", ".join(pairs) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.flow, value)) + "]"
        return self._text(value)

    def _merges(self) -> list[str]:
        if not self.anchors or self.random.random() > 0.06:
            return []
        names = self.merged if self.random.random() < 0.9 else self.anchors
        if not names:
            return []
        some = [f"*{self.random.choice(names)}" for _ in range(self.random.choice((1, 1, 2)))]
        if len(some) == 1 and self.random.random() < 0.6:
            return [f"<<: {some[0]}"]
        return [f"<<: [{', '.join(some)}]"]

    def _key(self, key: Any) -> str:
        return self._text(key) + (" " if isinstance(key, Raw) else "")

    def _text(self, value: str) -> str:
        if isinstance(value, Raw):
            return value
        style = self.random.random()
        if style < 0.4 and self._PLAIN.fullmatch(value):
            return value
        if style < 0.7 and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
        return json.dumps(value, ensure_ascii=self.random.random() < 0.5 or not value.isprintable())


def _json(value: Any) -> str:
    if isinstance(value, Pairs):
        return "{" + ", ".join(f"{json.dumps(k)}: {_json(v)}" for k, v in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_json, value)) + "]"
    return value if isinstance(value, Raw) else json.dumps(value)


@st.composite
def mapping_files(draw: Draw) -> dict[str, bytes]:
    """One to four files by name; most are mappings that load."""
    files = {}
    size = draw(st.sampled_from((1, 1, 1, 2, 2, 3, 4)))
    names = FILE_NAMES if size > 1 else FILE_NAMES[:-3]
    for name in draw(st.lists(st.sampled_from(names), min_size=size, max_size=size)):
        random = Random(draw(st.integers(0, 2**32)))
        if name.lower().endswith("json"):
            text = _json(_Mappings(draw, JSON_ODD, JSON_BROKEN).root())
            text = random.choice((*("",) * 18, "\n", "\ufeff")) + text
        else:
            text = _Yaml(random).document(_Mappings(draw, ODD, BROKEN).root())
        if random.random() < 0.1:
            text = text.replace(
                "\n", random.choice(("\r\n", "\r", "\n\n", "\r\n", "\x85", "\u2028"))
            )
        if random.random() < 0.02:
            text = _damaged(text, random)
        files[name] = text.encode("utf-8", "surrogatepass")
        if random.random() < 0.01:
            files[name] += b"\xff"
    return files


def _damaged(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    put = random.choice(("", "", "{", "}", "[", '"', "'", "\t", ":", "\x00", "#", ",", "- ", "\\"))
    return text[:at] + put + text[at + random.choice((0, 1)) :]


def loaded(mappings: dict[str, bytes]) -> list[Spec | None]:
    """The mappings in the order that their files load; None for what is skipped."""
    found = []
    for name in sorted(filter(is_mapping_name, mappings)):
        document = read_mapping(Source(name, mappings[name]))
        found.append(load(document.data) if document.loads else None)
    return found


@st.composite
def projects(draw: Draw) -> Project:
    """Mapping files with documents, most of which one of the mappings takes."""
    mappings = draw(mapping_files())
    specs = [spec for spec in loaded(mappings) if spec is not None]
    return Project(mappings, [_document(draw, specs) for _ in range(DOCUMENTS)])


def _document(draw: Draw, specs: list[Spec]) -> bytes:
    data: Any = {}
    for word in draw(st.lists(st.sampled_from(WORDS), max_size=2)):
        data[word] = _value(draw)
    if specs:
        _fit(draw, data, draw(st.sampled_from(specs)))
    random = Random(draw(st.integers(0, 2**32)))
    if random.random() < 0.02:
        data = random.choice(([data], [], "x", 5, None, True, [data, data]))
    text = json.dumps(data, ensure_ascii=random.random() < 0.5, indent=random.choice((None, 1)))
    if random.random() < 0.3:
        text = text.replace("Infinity", "1e400")
    if random.random() < 0.03 and text.startswith("{") and len(text) > 2:
        text = text[:-1] + random.choice((', "type": "x"}', ', "t": 1, "t": [2]}', ', "a": {}}'))
    if random.random() < 0.02:
        text = _damaged(text, random)
    if random.random() < 0.02:
        text = "\ufeff" + text
    if random.random() < 0.1:
        text = text.replace("\n", random.choice(("\r\n", "\r", "\n\n\t")))
    if random.random() < 0.005:
        return text.encode(errors="surrogatepass") + b"\xff"
    return text.encode(errors="surrogatepass")


def _fit(draw: Draw, data: dict[str, Any], spec: Spec) -> None:
    """Put what a mapping looks for into a document."""
    lists: dict[str, set[tuple[str, ...]]] = {}
    for entry in (*spec.chunks, *spec.edges):
        parts = [entry.target] if hasattr(entry, "target") else [entry.title, entry.content]
        wanted = {
            each.segments
            for part in parts
            if isinstance(part, Use)
            for each in part.template.placeholders
        }
        if isinstance(entry.foreach, ForEach):
            lists.setdefault(entry.foreach.path, set()).update(wanted)
        elif entry.foreach is None:
            for segments in sorted(wanted):
                _put(data, segments, _value(draw))
    for path, wanted in lists.items():
        _put(data, paths.split(path), _items(draw, sorted(wanted)))
    if spec.schema_url is not None and (not spec.tests or draw(st.booleans())):
        url = spec.schema_url if _often(draw, 5) else draw(st.sampled_from((*URLS, None, 5)))
        data[draw(st.sampled_from(("$schema", "$id")))] = _as_json(url)
        if not _often(draw, 8):
            data["$id"] = draw(st.sampled_from(URLS))
    for segments, expected in spec.tests:
        if segments is not None:
            value = _as_json(expected)
            if not _often(draw, 10):
                value = draw(st.sampled_from((str(value), [value], _value(draw))))
            _put(data, segments, value)


def _value(draw: Draw) -> Any:
    return deepcopy(draw(st.sampled_from(VALUES)))


def _items(draw: Draw, wanted: list[tuple[str, ...]]) -> Any:
    items = []
    for _ in range(draw(st.integers(0, 4))):
        if not _often(draw, 4):
            items.append(_value(draw))
            continue
        item: dict[str, Any] = {}
        for segments in wanted:
            _put(item, segments, _value(draw))
        items.append(item)
    return items if _often(draw, 12) else _value(draw)


def _put(holder: Any, segments: tuple[str, ...], value: Any) -> None:
    """Set a value at a path, making what lies on the way; give up where something else is."""
    for i, segment in enumerate(segments):
        inner: Any = value
        if i + 1 < len(segments):
            inner = {} if _index(segments[i + 1]) is None else []
        if isinstance(holder, dict):
            if i + 1 == len(segments) or not isinstance(holder.get(segment), dict | list):
                holder[segment] = inner
            holder = holder[segment]
            continue
        index = _index(segment)
        if not isinstance(holder, list) or index is None or not -20 < index < 20:
            return
        holder += [None] * (max(index + 1, -index) - len(holder))
        if i + 1 == len(segments) or not isinstance(holder[index], dict | list):
            holder[index] = inner
        holder = holder[index]


def _index(segment: str) -> int | None:
    try:
        return int(segment)
    except ValueError:
        return None


def _as_json(value: Any) -> Any:
    """The JSON value that is equal to what a mapping expects, or its text."""
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return str(value)
    return value
