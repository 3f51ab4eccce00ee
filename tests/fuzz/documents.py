"""Documents through their parsers: text or a finding, in bounds, at places that are there."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from rtfm_check.fields.open import profiles, read_profile
from rtfm_check.file import File, Settings
from rtfm_check.indexing.routing import Route
from rtfm_check.indexing.work import Reading
from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.mapping.spec import load
from rtfm_check.parsers import BY_NAME, PARSERS
from rtfm_check.parsers._contract import Anchor, Link, Problem
from rtfm_check.source import Source
from tests.parsers import epubs, office

# Formats whose text stands in the chunks letter by letter, and those where it does without escapes.
AS_WRITTEN = ("plaintext", "shell", "python", "yaml", "csv", "toml", "latex")
ESCAPED = ("toml", "latex")
_OFFICE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_PROFILE = b"files = *\njson_text_fields.title,json_text_fields.a.*\nsource_identifier = id\n"
_MAPPING = {
    "name": "m",
    "match": {"discriminator": {"type": "x"}},
    "chunks": [{"foreach": "a", "title": "{{ t }}", "content": "{{ t }} {{ value }}"}],
    "edges": [{"relation": "link", "target": "{{ t }}"}],
}


@cache
def scratch(name: str) -> Path:
    """A folder that is there while this process runs; in memory where the system has such."""
    memory = Path("/dev/shm")
    root = Path(
        tempfile.mkdtemp(prefix="rtfm-check-fuzz-", dir=memory if memory.is_dir() else None)
    )
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    folder = root / name
    folder.mkdir()
    return folder


def read(name: str, suffix: str, data: bytes, settings: Settings = Settings()) -> None:  # noqa: B008
    """Read a document as the index does, and hold what comes out against the promises."""
    folder = scratch(name)
    path = folder / f"input{suffix}"
    path.write_bytes(data)
    parser = BY_NAME[name]
    file = File(str(folder), path.name, path.name, len(data), settings)
    reading = Reading(file, Route(parser, []), "S")
    letters: Counter[str] = Counter()
    problems: list[Problem] = []
    is_mapped = False
    for item in reading.items():
        if isinstance(item, Problem):
            problems.append(item)
        elif isinstance(item, Link):
            _in_text(file, item.start, item.end, item)
            item.target.encode("utf-8", "surrogatepass")
        elif isinstance(item, Anchor):
            _in_text(file, item.start, item.start, item)
        else:
            item["content"].encode()
            letters.update(item["content"])
            letters.update(item["chapter_title"])
            is_mapped = is_mapped or reading.mapping is not None
            assert is_mapped or item["content_chars"] <= parser.most, item["id"]
            if item["line_start"] is not None:
                assert 1 <= item["line_start"] <= item["line_end"], item
                assert not file.has_text or item["line_end"] <= file.text.count("\n") + 1, item
    for each in problems:
        if each.rule == "parser-failed":
            list(parser.load()(File(str(folder), path.name, path.name, len(data), settings)))
            raise AssertionError(each)
        _in_text(file, each.start, each.end, each)
        assert each.column >= 1, each
        assert not (each.line and file.has_text) or each.line <= file.text.count("\n") + 1, each
    assert reading.chunks or problems, "silence"
    document = reading.document()
    assert document["chunk_count"] == reading.chunks
    if name in AS_WRITTEN and reading.chunks and not problems:
        text = file.text if file.has_text else data.decode("utf-8", "replace")
        lost = Counter(filter(str.isalnum, text)) - letters
        assert not lost or (name in ESCAPED and "\\" in text), lost


def _in_text(file: File, start: int, end: int, item: object) -> None:
    """Whether a place is there; what is missing at the end of a text ends a little behind it."""
    if start >= 0:
        assert start <= len(file.text), item
        assert end <= len(file.text) + (2 if isinstance(item, Problem) else 0), item


def _docx(data: bytes) -> bytes:
    return office.archive(
        {
            "_rels/.rels": office.relations(("officeDocument", "word/document.xml")),
            "word/document.xml": data,
        }
    )


def _xlsx(data: bytes) -> bytes:
    return office.xlsx(
        {"S": ""},
        texts=["<si><t>shared</t></si>"],
        formats=[14, "0.00"],
        more={"xl/worksheets/sheet1.xml": data},
    )


def _epub(data: bytes) -> bytes:
    package = epubs.package([epubs.item("a", "a.xhtml")], ["a"])
    return epubs.archive({"OEBPS/content.opf": package, "OEBPS/a.xhtml": data})


def _package(data: bytes) -> bytes:
    return epubs.archive({"OEBPS/content.opf": data, "OEBPS/a.xhtml": epubs.page("<p>text</p>")})


def _made(name: str, suffix: str, make: Callable[[bytes], bytes]) -> Callable[[bytes], None]:
    return lambda data: read(name, suffix, make(data))


@cache
def _with_profile() -> Settings:
    return Settings(profiles=profiles([read_profile(Source("p.conf", _PROFILE))]))


@cache
def _with_mapping() -> Settings:
    return Settings(mappings=Dispatcher([load(_MAPPING)]))


# By name: what runs, and how many bytes an input may have. Databases and PDFs need more.
TARGETS: dict[str, tuple[Callable[[bytes], None], int]] = {
    **{
        each.name: (
            partial(read, each.name, each.extensions[0]),
            16384
            if each.name in ("sqlite", "pdf", "mobi", "epub", "docx", "xlsx", "odt")
            else 4096,
        )
        for each in PARSERS
    },
    "docx-document": (_made("docx", ".docx", _docx), 4096),
    "xlsx-sheet": (_made("xlsx", ".xlsx", _xlsx), 4096),
    "odt-content": (
        _made("odt", ".odt", lambda data: office.odt("", more={"content.xml": data})),
        4096,
    ),
    "epub-chapter": (_made("epub", ".epub", _epub), 4096),
    "epub-package": (_made("epub", ".epub", _package), 4096),
    "json-mapped": (lambda data: read("json", ".json", data, _with_mapping()), 4096),
    "json-fields": (lambda data: read("json-fields", ".jsonl", data, _with_profile()), 4096),
}
