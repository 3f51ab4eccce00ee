"""Texts that fuzzing begins with: the documents of the tests, and a few of what has none there."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

from tests.parsers import kindle
from tests.test_parsers import CASES, document

_HERE = Path(__file__).parent
_TESTS = _HERE.parent
_LARGEST = 64 * 1024
_INSIDE = {  # targets that take a member of an archive
    "docx-document": ("docx", "word/document.xml"),
    "xlsx-sheet": ("xlsx", "xl/worksheets/sheet1.xml"),
    "odt-content": ("odt", "content.xml"),
    "epub-chapter": ("epub", ".xhtml"),
    "epub-package": ("epub", ".opf"),
}


@cache
def _cases(parser: str) -> list[bytes]:
    found = []
    for case in CASES:
        if case.parent.name == parser:
            folder = Path(tempfile.mkdtemp())
            found.append((folder / case.name / document(case, folder)).read_bytes())
            shutil.rmtree(folder)
    return found


def documents(target: str) -> list[bytes]:
    """Those of the parser, or the members that the target takes."""
    if target in _INSIDE:
        parser, suffix = _INSIDE[target]
        members = []
        for data in _cases(parser):
            try:
                archive = zipfile.ZipFile(BytesIO(data))
            except zipfile.BadZipFile:
                continue  # a damaged one
            members += [
                archive.read(name)
                for name in archive.namelist()
                if name.lower().endswith(suffix) and not archive.getinfo(name).flag_bits & 1
            ]
        return [each for each in members if len(each) <= _LARGEST]
    if target == "json-mapped":
        return [b'{"type": "x", "a": [{"t": "one"}, 2, "three", null]}', *_cases("json")]
    if target == "json-fields":
        return [b'{"id": 1, "title": "t", "a": {"b": "c"}}\n{"id": 1}\n[', *_cases("json")]
    return [each for each in _cases(target) if len(each) <= _LARGEST]


def mappings() -> list[bytes]:
    """Mappings of the examples and of the catalogue of mistakes."""
    import yaml

    found = [path.read_bytes() for path in sorted(_TESTS.glob("examples/*/.rtfm/mappings/*.yaml"))]
    for path in sorted((_TESTS / "catalogue").glob("[0-9]*.yaml")):
        entries = yaml.safe_load(path.read_text("utf-8"))
        found += [each["mapping"].encode() for each in entries if "mapping" in each]
    return found


def json_texts() -> list[bytes]:
    """Documents, fixtures, and a mapping in JSON."""
    import yaml

    from tests.fuzz.targets import MAPPING, RECORD

    samples = [path.read_bytes() for path in sorted((_TESTS / "samples").glob("*.json"))]
    made = [json.dumps(RECORD).encode(), json.dumps(yaml.safe_load(MAPPING), indent=1).encode()]
    odd = [b'{"a": 1, "a": NaN}', b"\xef\xbb\xbf[1e999]", b'["\\ud800", -0, 1E+2]', b"[[[[]]]]"]
    return [*made, *odd, *(each for each in samples if len(each) <= 4096), *_cases("json")]


def templates() -> list[bytes]:
    """Templates with all that the grammar knows."""
    texts = "{{ title }}|a {{author.tags.0}} b|{{ answers.-1.text }}|{{{{ id }}}}|{{ $x.$y }}|{{"
    return [each.encode() for each in texts.split("|")]


def profiles() -> list[bytes]:
    """Profiles in both notations."""
    return [
        b"files = exports/*.jsonl, a/**/b.json\nsource_identifier = id\n"
        b"json_text_fields.title,json_text_fields.author.tags.*\n"
        b"json_metadata_fields.author.name=contact_name\n# comment\n",
        b"files: [a.json]\njson_text_fields: [title, answers.*.text]\n"
        b"json_metadata_fields: {by: author.name}\nsource_identifier: id\n",
        b"config: json_text_fields.title,json_metadata_fields.id=n\n",
    ]


def ignores() -> list[bytes]:
    """Patterns of every kind."""
    return [
        b"*.o\n!keep.o\n/build/\nsrc/**/x\n**/b\na/**\n[a-z]?\\#\n# note\n[[:alpha:]]*\n",
        b"[index]\n*.md\n[versions]\nx\n[other]\ny\n",
        b"a*a*a*a*a*b\n**/**/**/z\n*/*/*\n",
    ]


def settings() -> list[bytes]:
    """A configuration, queries, a baseline, a manifest and a chunk."""
    chunk = {"id": "a:b", "content": "c", "book_title": "t", "metadata": {}, "tags": None}
    return [
        b"extend-exclude: [a]\nfail-on: warning\nseverity: {unknown-key: off}\nindex: {x: 1}\n",
        b"top: 5\nmin-recall: 0.9\nqueries:\n- query: a key\n  expect: [a.md, {contains: b}]\n",
        b'{"version": "rtfm-check-baseline-v1", "findings": []}',
        b'{"format": "rtfm-index-v1", "counts": {}}',
        json.dumps(chunk).encode(),
    ]


def names() -> list[bytes]:
    """Names of files as they are found in hostile trees."""
    return [
        b"a.md",
        b"\xff%FF",
        b"::error::x",
        b"##[group]a",
        b"\x1b[31m",
        "\u202ea\u2028".encode(),
    ]


def archives() -> list[bytes]:
    """All documents that are archives."""
    return [each for name in ("docx", "xlsx", "odt", "epub") for each in _cases(name)]


def packed() -> list[bytes]:
    """Text packed in both ways, with the tables."""
    text = b"the pump and the seal of the pump " * 8
    phrases = kindle.Phrases([text])
    return [kindle.paired(text), b"".join(phrases.tables()), phrases.packed(text)]


def crashers(target: str) -> list[bytes]:
    """Inputs that broke a promise once."""
    return [path.read_bytes() for path in sorted((_HERE / "crashers" / target).glob("*"))]
