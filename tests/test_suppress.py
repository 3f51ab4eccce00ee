"""Suppression, in comments and in the configuration, and suppressions that do nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import Project

Overlay = Callable[[str], str]


def rules(found: list[dict[str, Any]]) -> list[str]:
    return [each["rule"] for each in found]


@pytest.mark.parametrize(
    "chunk",
    [
        '  - contnet: "{{ t }}"  # rtfm-check: ignore[unknown-key] kept for an old reader\n',
        '  - contnet: "{{ t }}" # rtfm-check:ignore[RTM103]\n',
        '  # rtfm-check: ignore[unknown-key] reason\n  - contnet: "{{ t }}"\n',
        '  # rtfm-check: ignore[unknown-key]\n  # more words\n\n  - contnet: "{{ t }}"\n',
        '  - contnet: "{{ t }}"  # rtfm-check: ignore[unknown-key]\r\n',
    ],
)
def test_a_comment_on_the_line_or_alone_above_it(
    project: Project, overlay: Overlay, chunk: str
) -> None:
    project.mapping(overlay("chunks:\n" + chunk))
    report = project.run(".", "--format", "json").report
    assert rules(report["findings"]) == ["missing-schema-modeline"]
    assert report["summary"]["suppressed"] == 1


def test_ignore_file_at_the_top_holds_for_all_of_it(project: Project, overlay: Overlay) -> None:
    comment = "# A mapping.\n# rtfm-check: ignore-file[unknown-key, RTM208] an old format\n"
    project.mapping(comment + overlay('chunks: [{content: c}, {contnet: "{{ t }}"}]\n'))
    assert project.check() == []


def test_a_suppression_that_does_nothing_is_told(project: Project, overlay: Overlay) -> None:
    project.mapping(overlay('chunks: [{content: "{{ t }}"}]  # rtfm-check: ignore[wrong-type]\n'))
    (found,) = project.check()
    assert (found["rule"], found["line"], found["column"], found["end_column"]) == (
        "unused-suppression",
        3,
        54,
        64,
    )


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("# rtfm-check: ignore[unkown-key]", "did you mean unknown-key?"),
        ("# rtfm-check: ignore-file[unknown-key]", "has to stand at the top of the file"),
    ],
)
def test_a_suppression_that_cannot_work_says_why(
    project: Project, overlay: Overlay, comment: str, said: str
) -> None:
    project.mapping(overlay(f'chunks:\n  - contnet: "{{{{ t }}}}"  {comment}\n'))
    found = project.check()
    assert sorted(rules(found)) == ["unknown-key", "unused-suppression"]
    told = next(each for each in found if each["rule"] == "unused-suppression")
    assert said in told["message"]


@pytest.mark.parametrize(
    "value",
    [
        '"# rtfm-check: ignore[wrong-type] {{ t }}"',
        "|\n      # rtfm-check: ignore[wrong-type]\n      {{ t }}",
    ],
)
def test_in_a_value_it_is_text(project: Project, overlay: Overlay, value: str) -> None:
    project.mapping(overlay(f"chunks:\n  - content: {value}\n"))
    assert project.check() == []


@pytest.mark.parametrize(
    "comment",
    [
        "ignore",
        "ignore edges-not-stored",
        "ignore [unknown-key]",
        "Ignore[unknown-key]",
        "ignore[]",
    ],
)
def test_a_comment_that_is_not_understood_is_told(
    project: Project, overlay: Overlay, comment: str
) -> None:
    project.mapping(overlay(f'chunks: [{{content: "{{{{ t }}}}"}}]  # rtfm-check: {comment}\n'))
    (found,) = project.check()
    assert (found["rule"], found["line"], found["column"]) == ("unused-suppression", 3, 33)
    assert "ignore[rule-name] reason" in found["help"]


def test_a_syntax_error_can_be_suppressed_too(project: Project) -> None:
    project.mapping("# rtfm-check: ignore-file[yaml-syntax] a template\nname: [\n")
    assert project.check() == []


def test_a_missing_reason_is_told_only_where_it_is_selected(
    project: Project, overlay: Overlay
) -> None:
    project.mapping(overlay('chunks: [{contnet: "{{ t }}"}]  # rtfm-check: ignore[unknown-key]\n'))
    assert project.check() == []
    assert rules(project.check("--severity", "suppression-without-reason=warning")) == [
        "suppression-without-reason"
    ]


@pytest.mark.parametrize(
    ("key", "left"),
    [
        (".rtfm/mappings/m.json#/chunks/0", ["/chunks/1/contnet", "/chunks/10/contnet"]),
        ("m.json#/chunks/1", ["/chunks/0/contnet", "/chunks/10/contnet"]),
        ("*.json", []),
        ("*.yaml", ["/chunks/0/contnet", "/chunks/1/contnet", "/chunks/10/contnet"]),
    ],
)
def test_json_is_suppressed_by_file_and_pointer(
    project: Project, key: str, left: list[str]
) -> None:
    bad, good = '{"contnet": "{{ t }}"}', '{"content": "{{ t }}"}'
    chunks = ", ".join([bad, bad, *[good] * 8, bad])
    project.mapping(
        f'{{"name": "m", "match": {{"discriminator": {{"type": "x"}}}}, "chunks": [{chunks}]}}',
        "m.json",
    )
    project.write(".rtfm-check.yaml", f"per-file-ignores: {{'{key}': [unknown-key]}}\n")
    assert [each["pointer"] for each in project.check()] == left
