"""Parsers of others: registered by a program, or by an installed package and --plugins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rtfm_check import parsers
from rtfm_check.parsers.plugins import register
from tests.artifacts import Artifact
from tests.conftest import Project


class Chunk(NamedTuple):
    """A chunk as a plugin may make it."""

    content: str
    chapter_title: str = ""
    line_start: int | None = None
    line_end: int | None = None
    metadata: dict[str, Any] | None = None


class Edge(NamedTuple):
    """An edge candidate."""

    source_file: str
    target_ref: str
    relation_type: str
    source_detail: str = ""


class Upper:
    """A parser with the contract of RTFM's guide."""

    extensions = (".xyz", ".TXT")
    name = "upper"

    def parse(self, path: Path, metadata: dict[str, Any] | None = None) -> Iterator[Chunk]:
        """The text in capitals."""
        assert metadata is not None
        yield Chunk(path.read_text().upper(), "Up", 1, 1, {"from": metadata["source_file"]})

    def extract_edges(self, path: Path, metadata: dict[str, Any] | None = None) -> list[Edge]:
        """One link."""
        return [Edge(str(path), "b.txt", "link", "[b](b.txt)")]


@pytest.fixture(autouse=True)
def _restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsers, "BY_NAME", dict(parsers.BY_NAME))
    monkeypatch.setattr(parsers, "_BY_EXTENSION", dict(parsers._BY_EXTENSION))
    from rtfm_check.indexing import routing

    monkeypatch.setattr(routing, "BY_NAME", parsers.BY_NAME)
    from rtfm_check.indexing import run

    monkeypatch.setattr(run, "BY_NAME", parsers.BY_NAME)


def test_a_registered_parser_takes_its_extensions(project: Project) -> None:
    assert register(Upper) is Upper
    project.write("a.xyz", "hello")
    project.write("b.txt", "there")
    result = project.run("index", ".")
    assert result.status == 0, result
    made = Artifact(project.root / "rtfm-index")
    assert [each["content"] for each in made.chunks] == ["HELLO", "THERE"]
    assert made.chunks[0]["chapter_title"] == "Up"
    assert made.chunks[0]["metadata"] == {"from": "a.xyz"}
    assert [each["parser"] for each in made.documents] == ["upper", "upper"]
    assert [each["target_file"] for each in made.edges] == ["b.txt", "b.txt"]
    assert made.manifest["parsers"] == {"upper": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "needs a name"),
        ({"extensions": ()}, "claims no extension"),
        ({"extensions": ("md",)}, "begins with a dot"),
        ({"parse": None}, "no parse"),
    ],
)
def test_a_parser_that_cannot_be_right_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        register(type("Wrong", (Upper,), change))


def _install(folder: Path, code: str) -> None:
    """A package with an entry point, as pip would leave it."""
    folder.mkdir()
    (folder / "xyz_parser.py").write_text(code)
    info = folder / "xyz_parser-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: xyz-parser\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rtfm_check.parsers]\nxyz = xyz_parser:Xyz\n")


def test_an_installed_plugin_is_used_only_where_it_is_asked_for(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
class Xyz:
    extensions = [".xyz"]
    name = "xyz"
    def parse(self, path, metadata=None):
        return [type("Chunk", (), {"content": "from the plugin"})()]
"""
    _install(tmp_path / "site", code)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.delitem(sys.modules, "xyz_parser", raising=False)
    project.write("a.xyz", "hello")
    project.run("index", ".")
    assert [each["content"] for each in Artifact(project.root / "rtfm-index").chunks] == ["hello"]
    assert "xyz_parser" not in sys.modules
    project.run("index", ".", "--plugins")
    made = Artifact(project.root / "rtfm-index")
    assert [each["content"] for each in made.chunks] == ["from the plugin"]


def test_a_plugin_that_cannot_be_loaded_ends_the_run(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path / "site", "raise RuntimeError('broken')\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.delitem(sys.modules, "xyz_parser", raising=False)
    project.write("a.txt", "hello")
    result = project.run("index", ".", "--plugins")
    assert result.status == 2
    assert "plugin xyz cannot be loaded: RuntimeError: broken" in result.err


def test_a_plugin_that_fails_costs_one_file_alone(project: Project) -> None:
    class Failing(Upper):
        name = "failing"
        extensions = (".xyz",)

        def parse(self, path: Path, metadata: dict[str, Any] | None = None) -> Iterator[Chunk]:
            raise RuntimeError("oh")

    register(Failing())
    project.write("a.xyz", "hello")
    project.write("b.txt", "there")
    assert project.run("index", ".").status == 1
    made = Artifact(project.root / "rtfm-index")
    assert [each["content"] for each in made.chunks] == ["there"]
    assert made.rules("a.xyz") == ["parser-failed"]


class Swapping(Upper):
    """A parser in whose time somebody puts a link in the place of the file."""

    def parse(self, path: Path, metadata: dict[str, Any] | None = None) -> Iterator[Chunk]:
        """What lies behind the link, and more of the file."""
        yield Chunk(path.read_text())
        if path.name == "b.xyz":
            path.unlink()
            path.symlink_to(path.absolute().parent.parent / "secret.txt")
        yield Chunk(path.read_text())


def test_nothing_comes_of_a_link_that_was_put_in_the_place_of_a_file(project: Project) -> None:
    register(Swapping)
    (project.root.parent / "secret.txt").write_text("of somebody else")
    for name in ("a.xyz", "b.xyz"):
        project.write(name, f"text of {name}")
    assert project.run("index", ".").status == 1
    made = Artifact(project.root / "rtfm-index")
    texts = [each["content"] for each in made.chunks]
    assert texts == ["text of a.xyz", "text of a.xyz", "text of b.xyz"]
    assert (made.rules("a.xyz"), made.rules("b.xyz")) == ([], ["unreadable-file"])
