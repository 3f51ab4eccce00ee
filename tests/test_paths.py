"""A file has one name in reports, however it was typed: baselines and suppressions go by it."""

from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.conftest import Project

MAPPING = 'name: m\nmatch: {discriminator: {type: x}}\nchunks: [{contnet: "{{ t }}"}]\n'
NAME = ".rtfm/mappings/m.yaml"
FIXTURE = ".rtfm/fixtures/a.json"
TYPED = {
    "nothing": [],
    "the project": ["."],
    "the project, absolute": ["{root}"],
    "its .rtfm": ["{root}/.rtfm"],
    "the mappings": ["{root}/.rtfm/mappings/"],
    "the mapping": [f"{{root}}/{NAME}"],
    "by a link": ["{link}/.rtfm/mappings"],
    "dots": [f"././/{NAME}"],
}


@pytest.fixture
def made(project: Project) -> Project:
    """A project with a mistake in a mapping and one in a fixture, and a link to it elsewhere."""
    project.mapping(MAPPING)
    project.fixture('{"type": "x", "t": "words", "t": "more"}', "a.json")
    project.write(".git/HEAD", "")
    (project.root.parent / "link").symlink_to(project.root)
    return project


def typed(project: Project, paths: list[str]) -> list[str]:
    link = project.root.parent / "link"
    return [path.format(root=project.root, link=link) for path in paths]


@pytest.mark.parametrize("how", TYPED)
@pytest.mark.parametrize("name", ["json", "sarif", "concise", "github"])
def test_a_report_does_not_depend_on_how_its_paths_were_typed(
    made: Project, how: str, name: str
) -> None:
    only = [NAME] if how in ("the mapping", "dots") else []
    paths = typed(made, TYPED[how])
    assert made.run(*paths, "--format", name).out == made.run(*only, "--format", name).out
    assert str(made.root) not in made.run(*paths, "--format", name, "--no-cache").out


@pytest.mark.parametrize("how", TYPED)
def test_neither_does_what_a_baseline_and_the_settings_silence(made: Project, how: str) -> None:
    assert made.run("baseline", "write", "known.json").status == 0
    paths = typed(made, TYPED[how])
    assert made.run(*paths, "--baseline", "known.json").status == 0
    made.write(".rtfm-check.yaml", f"per-file-ignores: {{{NAME}: [unknown-key]}}\n")
    assert made.run(*paths).status == 0


def test_a_path_from_another_folder_is_as_for_documents(
    made: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.write("docs/a.md", "# Words\n\nSee [this](gone.md), which is not there.\n")
    monkeypatch.chdir(made.root / "docs")
    for command, expected in (("check", f"../{NAME}"), ("docs", "a.md")):
        found = made.run(command, str(made.root), "--format", "json").findings
        paths = {each["path"] for each in found}
        assert expected in paths
        assert not any(path.startswith("/") for path in paths)


def test_fixtures_and_settings_that_are_absolute(made: Project) -> None:
    made.write("samples/b.json", '{"type": "x", "t": }')
    glob = f"{made.root}/samples/*.json"
    found = made.run("--fixtures", glob, "--format", "json").findings
    assert {each["path"] for each in found} == {NAME, "samples/b.json"}
    settings = made.write("sub/settings.yaml", 'fixtures: ["samples/*.json"]\n')
    made.write("sub/samples/c.json", '{"type": "x", "t": }')
    found = made.run("--config", str(settings), "--format", "json").findings
    assert {each["path"] for each in found} == {NAME, "sub/samples/c.json"}


def test_standard_input_is_named_in_the_same_way(
    made: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = set()
    for name in (NAME, f"./{NAME}", str(made.root / NAME)):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(MAPPING.encode())))
        outputs.add(made.run("--stdin-filename", name, "-", "--format", "json").out)
    (output,) = outputs
    assert {each["path"] for each in json.loads(output)["findings"]} == {NAME}


def test_a_folder_behind_a_link_and_back_is_left_as_it_was_typed(
    made: Project, tmp_path: Path
) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "mappings").mkdir()
    (tmp_path / "deep" / "mappings" / "m.yaml").write_text(MAPPING)
    (tmp_path / "way").symlink_to(tmp_path / "deep" / "er")
    path = f"{tmp_path}/way/../mappings"
    found = made.run(path, "--format", "json").findings
    assert {each["path"] for each in found} == {f"{path}/m.yaml"}
