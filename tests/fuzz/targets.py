"""What is fuzzed: each target takes bytes, and raises where a promise is broken.

Documents go to their parsers (`documents.py`); the rest of what strangers write, mappings,
profiles, settings and ignore files, goes to what reads it. Damage may end in a finding or in the
one exception that a reader says it raises; nothing else may come out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from rtfm_check import baseline, config
from rtfm_check.artifact import reader
from rtfm_check.draft import drafting
from rtfm_check.exits import UsageError
from rtfm_check.fields import dotted, form
from rtfm_check.fields.apply import apply
from rtfm_check.fields.open import ProfileFile, pattern, read_profile
from rtfm_check.fixtures import read_fixture
from rtfm_check.layout import Target as Folder
from rtfm_check.lint import lint
from rtfm_check.mapping import json_reader, template
from rtfm_check.mapping.document import read_mapping
from rtfm_check.model import Place, Report
from rtfm_check.parsers import _mobi_records, _mobi_text, _zip
from rtfm_check.retrieval import golden
from rtfm_check.source import Source
from rtfm_check.text import show
from rtfm_check.tree.ignores import read_gitignore, read_rtfmignore
from tests.fuzz import documents, seeds
from tests.fuzz.documents import scratch

RECORD = {
    "id": 7,
    "title": "Seal replaced",
    "author": {"name": "Ann", "tags": ["pump", "seal"]},
    "answers": [{"text": "yes", "at": "2026-03-01"}, {"text": None}, 3, "plain"],
    "a.b": True,
    "nothing": None,
    "number": 1.5,
}
MAPPING = b"""name: m
match: {discriminator: {title: Seal replaced}}
chunks:
  - {foreach: answers, title: "{{ at }}", content: "{{ text }} {{ value }}"}
  - {content: "{{ title }} {{ author.tags.0 }}", metadata: {by: "{{ author.name }}"}}
edges:
  - {relation: cites, target: "{{ author.name }}.md", target_kind: file}
"""
SOME_PATHS = (
    *("a", "a/b.md", "src/a b/c.txt", "build/x.o", ".hidden/file", "x" * 60, "a/" * 20 + "z"),
    *("new\nline", "é/ü.py", "[x]", "a*b", "!a", "\\", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaab"),
)


class Target(NamedTuple):
    """A reader, and texts to begin with."""

    run: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    longest: int = 4096  # bytes of an input


def lint_mapping(name: str, data: bytes) -> None:
    """A mapping through all rules, and what it loads as held against PyYAML or json."""
    folder = scratch("project") / ".rtfm" / "mappings"
    _write(folder.parent / "fixtures" / "doc.json", json.dumps(RECORD).encode())
    folder.mkdir(exist_ok=True)
    path = str(folder / name)
    _sound(lint(Folder(str(folder), None), {path: data}), {path: Source(path, data)})
    document = read_mapping(Source(path, data))
    if document.loads and not document.source.has_bom:
        load: Any = json.loads if name.endswith(".json") else yaml.safe_load
        assert _same(document.data, load(document.source.text)), "loads as something else"


def lint_fixture(data: bytes) -> None:
    """A fixture through the dry run of a mapping."""
    folder = scratch("dry") / ".rtfm" / "mappings"
    path = folder.parent / "fixtures" / "doc.json"
    _write(path, data)
    folder.mkdir(exist_ok=True)
    mapping = str(folder / "m.yaml")
    source = Source(str(path), data)
    sources = {source.name: source, mapping: Source(mapping, MAPPING)}
    _sound(lint(Folder(str(folder), None), {mapping: MAPPING}), sources)
    document = read_fixture(source).document
    if document.loads:
        assert _same(document.data, json.loads(source.text.removeprefix("\ufeff")))


def read_json(data: bytes) -> None:
    """The reader with places and `json.loads` take the same texts for the same values."""
    text = data.decode("utf-8", "replace")
    try:
        expected = json.loads(text)
    except (ValueError, RecursionError):
        expected = json_reader.JsonSyntax
    try:
        tree = json_reader.read(text)
    except json_reader.JsonSyntax as error:
        problem = error.problem
        assert 0 <= problem.start <= problem.end <= len(text), problem
        assert expected is json_reader.JsonSyntax, problem
        return
    if expected is not json_reader.JsonSyntax:
        assert _same(tree.root.value, expected)


def render(data: bytes) -> None:
    """A template is its pieces, and renders with what it finds."""
    text = data.decode("utf-8", "surrogatepass" if data.isascii() else "replace")
    made = template.compile.__wrapped__(text)
    pieces = [text[slice(*each.outer)] for each in made.placeholders]
    whole = made.literals[0]
    for piece, literal in zip(pieces, made.literals[1:], strict=True):
        whole += piece + literal
    assert whole == text
    for each in made.placeholders:
        assert text[each.start : each.end] == each.path
    try:
        rendered = made.render(made.values(RECORD))
    except template.TooLong:
        return
    assert made.placeholders or rendered == text


def profile(name: str, data: bytes) -> None:
    """A profile, written in both forms and read again, says the same; a record goes through it."""
    found = read_profile(Source(name, data))
    for fault in found.faults:
        _inside(found.place(fault.where), found.document.source)
    says = _said(found)
    again = read_profile(Source("p.conf", dotted.write(found.profile).encode("utf-8", "replace")))
    if not _has_marks(says):
        assert _said(again) == says, "the dot notation says something else"
    written = json.dumps(form.write(found.profile)).encode()
    assert _said(read_profile(Source("p.json", written))) == says, "the keys say something else"
    made = apply(found.profile, RECORD, "doc.json", 1)
    assert json.dumps(made.metadata) is not None
    for glob in found.profile.files:
        expression = pattern(glob)
        for path in SOME_PATHS if expression else ():
            expression.match(path)


def ignore_file(data: bytes) -> None:
    """The lines of ignore files decide about paths."""
    for read in (read_gitignore, read_rtfmignore):
        ignores, remarks = read(".gitignore", data)
        lines = data.count(b"\n") + 1
        assert all(0 <= each.line <= lines for each in remarks), remarks
        for path in SOME_PATHS:
            for is_folder in (False, True):
                rule = ignores.rule_for(path, is_folder=is_folder)
                assert rule is None or 1 <= rule.line <= lines
                ignores.negates(path)


def unzip(data: bytes) -> None:
    """An archive gives the members that it has, and no more than it may."""
    archive = _zip.SafeZip(data)
    size = sum(len(archive.read(name) or b"") for name in archive.names)
    assert size <= 1100 * len(data) + 2**20, size
    assert all(problem.message for problem in archive.told())


def unpack(data: bytes) -> None:
    """Text of books, packed as PalmDOC and as HUFF/CDIC."""
    try:
        made = _mobi_text.unpaired(data)
    except _mobi_text.Damaged as damage:
        made = damage.text
    assert len(made) <= 10 * len(data)
    cut = data.find(b"CDIC")
    tables = [data[:cut], data[cut:]] if cut > 0 else [data]
    with suppress(_mobi_text.Damaged, _mobi_records.NoBook):  # what is packed so is seldom sound
        _mobi_text.Phrases(tables).unpacked(data[:64])


def settings(data: bytes) -> None:
    """Files of settings: refused in one way."""
    folder = scratch("settings")
    _write(folder / ".rtfm-check.yaml", data)
    _write(folder / "queries.yaml", data)
    _write(folder / "baseline.json", data)
    _write(folder / "index" / "manifest.json", data)
    _write(folder / "index" / "chunks.jsonl", data)
    path = str(folder / ".rtfm-check.yaml")
    for read in (
        lambda: config.load(cwd=str(folder), path=path),
        lambda: golden.load(str(folder / "queries.yaml"), str(folder)),
        lambda: baseline.read(str(folder / "baseline.json"), str(folder)),
        lambda: reader.manifest(str(folder / "index")),
        lambda: list(reader.records(str(folder / "index"), "chunks")),
    ):
        with suppress(UsageError):
            read()


def draft(data: bytes) -> None:
    """What is drafted from a document has passed `check`; else it is said why there is none."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(document, dict) or data.count(b"[") + data.count(b"{") > 150:
        return
    try:
        made = drafting.draft([drafting.Sample("doc.json", data, document)], [])
    except drafting.Refusal:
        return
    assert not [each for each in made.proof.findings if each.severity == "error"]


def shown(data: bytes) -> None:
    """What is shown has no control character, and is UTF-8."""
    text = data.decode("utf-8", "surrogateescape")
    safe = show.safe(text)
    assert safe.isprintable() or not any(ord(each) < 32 or 127 <= ord(each) < 160 for each in safe)
    assert not safe.lstrip().startswith("::")
    assert "##[" not in safe
    show.path(text).encode("utf-8")
    show.quote(text).encode("utf-8")


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _sound(report: Report, sources: dict[str, Source]) -> None:
    for finding in report.findings:
        assert finding.rule != "internal-error", finding
        source = sources.get(finding.place.path)
        if source is not None:
            _inside(finding.place, source)


def _inside(place: Place, source: Source) -> None:
    span = place.span
    lines = source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column), place
    for line, column in ((span.line, span.column), (span.end_line, span.end_column)):
        assert line <= len(lines), place
        assert column <= len(lines[line - 1]) + 1, place


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same, with their types; NaN is NaN, and cycles end."""
    waiting, seen = [(one, other)], set()
    while waiting:
        a, b = waiting.pop()
        if type(a) is not type(b):
            return False
        if (id(a), id(b)) in seen:
            continue
        if isinstance(a, dict):
            if [repr(key) for key in a] != [repr(key) for key in b]:
                return False
            waiting += zip(a.values(), b.values(), strict=True)
        elif isinstance(a, list | tuple):
            if len(a) != len(b):
                return False
            waiting += zip(a, b, strict=True)
        elif isinstance(a, float) and math.isnan(a):
            if not math.isnan(b):
                return False
        elif a != b:
            return False
        if isinstance(a, dict | list | tuple):
            seen.add((id(a), id(b)))
    return True


def _said(file: ProfileFile) -> list[Any]:
    made = file.profile
    identifier = made.identifier.text if made.identifier else None
    texts = [each.path.text for each in made.text]
    metadata = [(each.path.text, each.key) for each in made.metadata]
    return [sorted(made.files), identifier, sorted(texts), sorted(metadata)]


def _has_marks(says: list[Any]) -> bool:
    """Whether something is said that the dot notation has no way to write."""
    text = json.dumps(says[0]) + "".join(key for _, key in says[3]) + "".join(says[2])
    text += (says[1] or "") + "".join(path for path, _ in says[3])
    keys = [key for _, key in says[3]]
    return any(mark in text for mark in ",=\n\r#\x85\u2028\u2029") or any(
        each != each.strip() or not each for each in (*keys, *says[0], *says[2])
    )


TARGETS: dict[str, Target] = {
    "yaml-mapping": Target(lambda data: lint_mapping("m.yaml", data), seeds.mappings),
    "json-mapping": Target(lambda data: lint_mapping("m.json", data), seeds.json_texts),
    "fixture": Target(lint_fixture, seeds.json_texts),
    "json-reader": Target(read_json, seeds.json_texts),
    "template": Target(render, seeds.templates, 512),
    "profile-conf": Target(lambda data: profile("p.conf", data), seeds.profiles, 1024),
    "profile-yaml": Target(lambda data: profile("p.yaml", data), seeds.profiles, 1024),
    "ignore-file": Target(ignore_file, seeds.ignores, 512),
    "settings": Target(settings, seeds.settings, 2048),
    "draft": Target(draft, seeds.json_texts),
    "shown": Target(shown, seeds.names, 512),
    "zip": Target(unzip, seeds.archives, 16384),
    "palmdoc": Target(unpack, seeds.packed),
    **{
        name: Target(run, lambda name=name: seeds.documents(name), longest)  # type: ignore[misc]
        for name, (run, longest) in documents.TARGETS.items()
    },
}
