"""Small documents that would become large: what one gives has a limit, and so has what is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtfm_check import limits
from tests.conftest import Project
from tests.growing import assert_linear
from tests.parsers.reading import Read


def read(folder: Path, name: str, text: str | bytes) -> Read:
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return Read(folder, name)


def test_what_a_document_gives_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OUTPUT_CHARS", 10_000)
    monkeypatch.setattr(limits, "OUTPUT_TIMES", 20)
    text = "name,value\n" + "".join(f"{row},{row}\n" for row in range(3_000))
    assert "limit-reached" not in read(tmp_path, "whole.csv", text).rules
    header = ",".join(f"a long name of column {column}" for column in range(60))
    wide = read(tmp_path, "wide.csv", f"{header}\n" + f"1{',1' * 59}\n" * 500)
    (problem,) = [each for each in wide.problems if each.rule == "limit-reached"]
    most = 10_000 + 20 * wide.file.size
    assert problem.message == (
        f"a file of {wide.file.size:,} bytes gives more than {most:,} characters"
    )
    given = sum(len(each["content"]) for each in wide.chunks)
    assert most // 2 < given < most
    assert len({each["id"] for each in wide.chunks}) == len(wide.chunks)


@pytest.mark.parametrize("kind", ["links", "anchors", "metadata"])
def test_links_anchors_and_metadata_count_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(limits, "OUTPUT_CHARS", 10_000)
    monkeypatch.setattr(limits, "OUTPUT_TIMES", 1)
    text = {
        "links": "[a](b) " * 3_000,
        "anchors": "# h\n" * 3_000,
        "metadata": "---\nkey: " + "v" * 5_000 + "\n---\n" + f"# title\n\n{'text ' * 200}\n\n" * 9,
    }[kind]
    assert read(tmp_path, "a.md", text).rules == ["limit-reached"]


def test_what_is_told_of_a_document_has_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "DOCUMENT_PROBLEMS", 10)
    key = "AKIA" + "Q3EGRIS7" * 2
    found = read(
        tmp_path, "a.txt", "".join(f"{key[:-2]}{at}\n{'text ' * 99}\n" for at in range(20, 60))
    )
    assert found.rules == ["secret-like-text-in-index"] * 10 + ["limit-reached"]
    assert found.problems[-1].message == (
        "40 things are to be told of the file; the last 30 of them are not"
    )


def test_many_secrets_are_placed_in_one_look(tmp_path: Path) -> None:
    def keys(count: int) -> str:
        return "\n".join(f"AKIA{number:016}".replace("0", "Q") for number in range(count))

    def look(text: str) -> None:
        found = read(tmp_path, "a.txt", text)
        lines = [each.start for each in found.problems if each.start >= 0]
        assert lines == sorted(lines)

    assert_linear(keys, look, 5_000)


def test_near_anchors_are_looked_for_a_number_of_times(project: Project) -> None:
    def page(count: int) -> str:
        links = "".join(f"[x](#gone{number})\n" for number in range(count))
        return links + "".join(f"# head {number}\n\n" for number in range(count))

    def look(text: str) -> None:
        project.write("a.md", text)
        assert "broken-anchor" in project.run("docs", "--no-cache").out

    project.write("near.md", "[x](#haed)\n\n# Head\n")
    assert "did you mean `head`?" in project.run("docs").out
    (project.root / "near.md").unlink()
    assert_linear(page, look, 1_500)
