"""One nasty document for `growth.py`: what reads it, ready to run."""

from __future__ import annotations

import ctypes
import gc
import resource
from collections.abc import Callable
from pathlib import Path

Run = Callable[[], tuple[int, str]]  # chunks or findings, a rule that was told


def prepared(path: Path) -> Run:
    """The reading of a file, with all that it imports in place."""
    kind = path.suffix[1:]
    if kind == "mapping":
        return _mapping(path, "m.yaml")
    if kind == "mapping-json":
        return _mapping(path, "m.json")
    if kind == "fixture":
        return _fixture(path)
    if kind == "ignore":
        return _ignore(path)
    if kind == "conf":
        return _profile(path)
    if kind == "records":
        return _document(path, "json-fields")
    if kind == "links":
        return _links(path)
    return _document(path)


def memory_from_here() -> Callable[[], int]:
    """The most memory beyond what is held now, in KB; on Linux, without what is free now."""
    gc.collect()
    status = Path("/proc/self/status")
    if not status.exists():
        before = resource.getrusage(0).ru_maxrss
        return lambda: resource.getrusage(0).ru_maxrss - before
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the peak counts from here

    def kilobytes(name: str) -> int:
        return int(status.read_text("ascii").partition(f"{name}:")[2].split()[0])

    before = kilobytes("VmRSS")
    return lambda: kilobytes("VmHWM") - before


def _document(path: Path, parser: str = "") -> Run:
    from rtfm_check.file import File, Settings
    from rtfm_check.indexing.routing import Route, route
    from rtfm_check.indexing.work import Reading
    from rtfm_check.parsers import BY_NAME
    from rtfm_check.parsers._contract import Problem

    folder, name = str(path.parent), path.name
    settings = Settings()
    if parser:
        from rtfm_check.fields.open import profiles, read_profile
        from rtfm_check.source import Source

        text = b"files = *\njson_text_fields.a,json_text_fields.b.*\nsource_identifier = id\n"
        settings = Settings(profiles=profiles([read_profile(Source("p.conf", text))]))
    file = File(folder, name, name, path.stat().st_size, settings)
    way = Route(BY_NAME[parser], []) if parser else route(file)
    if way.parser is not None:
        way.parser.load()

    def run() -> tuple[int, str]:
        chunks = 0
        told = ""
        for item in Reading(file, way, "S").items():
            if isinstance(item, dict):
                chunks += 1
            elif isinstance(item, Problem):
                told = told or item.rule
        return chunks, told

    return run


def _mapping(path: Path, name: str) -> Run:
    from rtfm_check.layout import Target
    from rtfm_check.lint import lint

    data = path.read_bytes()
    folder = path.parent / ".rtfm" / "mappings"
    folder.mkdir(parents=True, exist_ok=True)
    target = Target(str(folder), None)
    lint(target, {str(folder / name): b"name: x\n"})

    def run() -> tuple[int, str]:
        report = lint(target, {str(folder / name): data})
        return len(report.findings), report.findings[0].rule if report.findings else ""

    return run


def _fixture(path: Path) -> Run:
    from rtfm_check.layout import Target
    from rtfm_check.lint import lint

    folder = path.parent / ".rtfm" / "mappings"
    document = path.parent / ".rtfm" / "fixtures" / "doc.json"
    folder.mkdir(parents=True, exist_ok=True)
    document.parent.mkdir(exist_ok=True)
    target = Target(str(folder), None)
    mapping = (
        b"name: m\nmatch: {discriminator: {type: x}}\nchunks:\n"
        b'- {foreach: a, title: "{{ t }}", content: "{{ t }} {{ value }}"}\n'
        b'edges: [{foreach: a, relation: cites, target: "{{ t }}"}]\n'
    )
    replaced = {str(folder / "m.yaml"): mapping}
    lint(target, replaced)
    path.replace(document)

    def run() -> tuple[int, str]:
        report = lint(target, replaced)
        document.replace(path)
        return len(report.findings), report.findings[0].rule if report.findings else ""

    return run


def _ignore(path: Path) -> Run:
    from rtfm_check.tree.ignores import read_gitignore, read_rtfmignore

    data = path.read_bytes()
    paths = ["a" * 200, "a/" * 80 + "b", "src/main.c", "x" * 100 + ".o", "a" * 50 + "/" + "b" * 50]

    def run() -> tuple[int, str]:
        count = 0
        for read in (read_gitignore, read_rtfmignore):
            ignores, _ = read(".gitignore", data)
            for each in paths:
                count += ignores.rule_for(each, is_folder=False) is not None
                ignores.negates(each)
        return count, ""

    return run


def _profile(path: Path) -> Run:
    from rtfm_check.fields.apply import apply
    from rtfm_check.fields.open import read_profile
    from rtfm_check.source import Source

    data = path.read_bytes()

    def run() -> tuple[int, str]:
        made = read_profile(Source("p.conf", data))
        apply(made.profile, {"a": {"b": [1, 2]}}, "doc.json", 1)
        return len(made.faults), made.faults[0].rule if made.faults else ""

    return run


def _links(path: Path) -> Run:
    """A page through the linter of documents, in this process."""
    from rtfm_check.docs.verdict import Options, lint
    from rtfm_check.tree.entry import Scope

    root = path.parent / "site"
    root.mkdir(exist_ok=True)
    text = "# Other\n\nSome text that is long enough to be found.\n"
    (root / "other.md").write_text(text, "utf-8")
    page = root / "page.md"

    def run() -> tuple[int, str]:
        path.replace(page)
        report = lint(str(root), Scope(), ("",), Options(keeps=False)).report
        page.replace(path)
        assert report.counts.files == 2, "the pages are not read"
        return len(report.findings), report.findings[0].rule if report.findings else ""

    return run
