"""`--fix`: plants each mistake that can be mended, mends it, and has the original bytes back."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.conftest import Project

SOUND = """\
# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
name: note-v1   # the name

match:
  discriminator:
    type: note
    "on": "2026-05-04"
    country: "no"
    version: "3.10"

chunks:
  # every note
  - title: "Q: {{ title }}"
    content: "{{ text }}"   # the words
    metadata: {since: "2026-05-04", site: "0123"}
  - {foreach: items, content: "{{ value }}"}

edges:
  - relation: link
    target: "{{ url }}"
    target_kind: "literal"
"""
JSON = """\
{
    "$schema": "https://schemas.roomi-fields.com/rtfm-mapping-v1.json",
    "name": "m",
    "match": {"discriminator": {"type": "x"}},
    "chunks": [{"content": "{{ t }}"}]
}
"""
PLANTED = {
    "misspelt key": ("    content:", "    contnet:"),
    "misspelt key in a flow": ("foreach:", "forech:"),
    "key in another case": ("chunks:", "Chunks:"),
    "key with a hyphen": ("target_kind:", "target-kind:"),
    "unquoted template": ('content: "{{ text }}"', "content: {{ text }}"),
    "unquoted template in a flow": ('content: "{{ value }}"', "content: {{ value }}"),
    "unquoted colon": ('title: "Q: {{ title }}"', "title: Q: {{ title }}"),
    "boolean": ('country: "no"', "country: no"),
    "version": ('version: "3.10"', "version: 3.10"),
    "date": ('"on": "2026-05-04"', '"on": 2026-05-04'),
    "key": ('"on":', "on:"),
    "date in metadata": ('since: "2026-05-04"', "since: 2026-05-04"),
    "octal in metadata": ('site: "0123"', "site: 0123"),
    "case of a kind": ('"literal"', '"Literal"'),
    "no modeline": (SOUND.partition("\n")[0] + "\n", ""),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "BOM"])
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_mended_to_the_original_bytes(
    project: Project, name: str, mark: str, line_end: str
) -> None:
    sound = (mark + SOUND).replace("\n", line_end).encode()
    before, after = (text.replace("\n", line_end).encode() for text in PLANTED[name])
    broken = sound.replace(before, after)
    assert broken != sound
    path = project.mapping(broken)
    assert project.run(".", "--diff").status == 1
    assert path.read_bytes() == broken
    project.run(".", "--fix")
    assert path.read_bytes() == sound
    assert project.run(".", "--diff")[:2] == (0, "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"name"', '"nmae"'),
        ('{ "t" }', '{ "t" }'),
        ('"{{ t }}"}]', '"{{ t }}"},]'),
        (JSON.splitlines()[1] + "\n    ", "    "),
    ],
    ids=["misspelt key", "sound", "trailing comma", "no schema"],
)
def test_json_is_mended_too(project: Project, before: str, after: str) -> None:
    path = project.mapping(JSON.replace(before, after), "m.json")
    project.run(".", "--fix")
    assert path.read_text() == JSON


def test_several_mistakes_are_mended_in_one_run(project: Project) -> None:
    broken = SOUND
    for before, after in PLANTED.values():
        if "{{" not in after:  # what does not load hides the rest until it is mended
            broken = broken.replace(before, after)
    path = project.mapping(broken)
    result = project.run(".", "--fix")
    assert path.read_text() == SOUND
    assert "mended 12 findings in 1 file" in result.err


def test_all_unquoted_templates_are_mended(project: Project) -> None:
    path = project.mapping(
        SOUND.replace('"{{ text }}"', "{{ text }}").replace('"{{ value }}"', "{{ value }}")
    )
    project.run(".", "--fix")
    assert path.read_text() == SOUND


def test_the_diff_is_all_that_a_fix_would_change(project: Project) -> None:
    broken = SOUND.replace('"{{ text }}"', "{{ text }}").replace("chunks:", "chunk:")
    path = project.mapping(broken)
    result = project.run(".", "--diff")
    assert result.status == 1
    changed = [line[1:] for line in result.out.splitlines() if line[0] == "+"][1:]
    assert changed == ["chunks:", '    content: "{{ text }}"   # the words']
    assert "--fix would leave 1 finding" in result.err
    assert path.read_text() == broken


def test_a_diff_of_nothing_still_fails_where_findings_fail(project: Project) -> None:
    project.mapping(SOUND.replace("{{ text }}", "{{ text | upper }}"))
    assert project.run(".", "--diff")[:2] == (1, "")


def test_what_is_not_safe_is_left(project: Project) -> None:
    broken = SOUND.replace('    content: "{{ text }}"', '    body: "{{ text }}"')
    path = project.mapping(broken)
    assert "not safe to do by itself" in project.run(".").out
    project.run(".", "--fix")
    assert path.read_text() == broken


def test_a_suppressed_or_unselected_finding_is_not_mended(project: Project) -> None:
    broken = SOUND.replace('country: "no"', "country: no  # rtfm-check: ignore[yaml-implicit-type]")
    path = project.mapping(broken)
    project.run(".", "--fix")
    assert path.read_text() == broken
    misspelt = SOUND.replace("    content:", "    contnet:")
    project.mapping(misspelt)
    project.run(".", "--fix", "--select", "RTM0")
    assert path.read_text() == misspelt


def test_diff_shows_the_change_and_makes_none(project: Project) -> None:
    project.mapping(SOUND.replace("    content:", "    contnet:"))
    assert project.run(".", "--diff").out == (
        "--- a/.rtfm/mappings/m.yaml\n"
        "+++ b/.rtfm/mappings/m.yaml\n"
        "@@ -11,7 +11,7 @@\n"
        " chunks:\n"
        "   # every note\n"
        '   - title: "Q: {{ title }}"\n'
        '-    contnet: "{{ text }}"   # the words\n'
        '+    content: "{{ text }}"   # the words\n'
        '     metadata: {since: "2026-05-04", site: "0123"}\n'
        '   - {foreach: items, content: "{{ value }}"}\n'
        " \n"
    )


def test_a_mended_file_keeps_its_permissions_and_nothing_is_left_beside_it(
    project: Project,
) -> None:
    path = project.mapping(SOUND.replace("    content:", "    contnet:"))
    path.chmod(0o640)
    project.run(".", "--fix")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [each.name for each in path.parent.iterdir()] == ["m.yaml"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_no_traceback(project: Project) -> None:
    path = project.mapping(SOUND.replace("    content:", "    contnet:"))
    path.parent.chmod(0o500)
    assert project.run(".", "--fix").status == 2
    path.parent.chmod(0o700)


def test_a_link_is_mended_where_it_leads(project: Project) -> None:
    real = project.write("shared/real.yaml", SOUND.replace("    content:", "    contnet:"))
    folder = project.root / ".rtfm" / "mappings"
    folder.mkdir(parents=True)
    link = folder / "m.yaml"
    link.symlink_to(Path("../../shared/real.yaml"))
    project.run(".", "--fix")
    assert link.is_symlink()
    assert real.read_text() == SOUND
