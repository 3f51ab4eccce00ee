"""Hostile texts: the time that they take grows with their length, and no faster."""

from __future__ import annotations

import json
import time

import pytest

from rtfm_check.dryrun.trial import Trial
from rtfm_check.mapping.document import read_mapping
from rtfm_check.mapping.yaml_text import COMMENT
from rtfm_check.model import Finding, Place, Severity, Span
from rtfm_check.project import MappingFile
from rtfm_check.rules import chunks, templates
from rtfm_check.source import Source
from tests.growing import assert_linear


def cpu_of(text: str) -> float:
    """The CPU seconds it takes to look at the last line of a text often."""
    source = Source("m.yaml", text.encode())
    source.excerpt(1)
    start = time.process_time()
    for _ in range(200):
        source.excerpt(1)
    return time.process_time() - start


def test_an_excerpt_of_a_long_line_costs_no_more_than_one_of_a_short_line() -> None:
    assert cpu_of("x" * 1_000_000) < 20 * cpu_of("x" * 1_000) + 0.05


def finding_at(pointer: str, severity: Severity = Severity.ERROR) -> Finding:
    place = Place("m.yaml", Span(1, 1, 1, 1), pointer)
    return Finding(place, "RTM000", "a-rule", severity, "", "", "", (), (), "")


def test_what_was_told_is_known_at_once_by_all_pointers_around_it() -> None:
    trial = Trial(MappingFile(read_mapping(Source("m.yaml", b"name: m"))), has_fixtures=True)
    told = [finding_at("/chunks/1/metadata/a~1b"), finding_at("/edges/0", Severity.INFO)]
    trial.told = told
    for pointer in ("", "/chunks", "/chunks/1", "/chunks/1/metadata/a~1b"):
        assert trial.is_told(pointer)
    for pointer in ("/chunks/1/metadata/a", "/edges", "/chunks/10"):
        assert not trial.is_told(pointer)
    told.append(finding_at("/edges/1"))
    assert trial.is_told("/edges")
    told[:] = told[:1]
    assert not trial.is_told("/edges")


def test_asking_what_was_told_grows_with_the_number_of_chunks_only() -> None:
    def ask(chunks: int) -> None:
        trial = Trial(file, has_fixtures=True)
        trial.told = [finding_at(f"/chunks/{at}/content") for at in range(chunks)]
        for at in range(chunks):
            assert trial.is_told(f"/chunks/{at}/content")

    file = MappingFile(read_mapping(Source("m.yaml", b"name: m")))
    assert_linear(int, ask, 500)


def mapping_of(content: str) -> MappingFile:
    data = {
        "name": "m",
        "match": {"discriminator": {"type": "x"}},
        "chunks": [{"content": content}],
    }
    return MappingFile(read_mapping(Source("m.json", json.dumps(data).encode())))


@pytest.mark.parametrize(
    "part",
    [
        *("{{ t }} ", "${a} ", "{% a %} ", "{ a }} ", "a }} ", "{{{ t }} ", "{{ t }}} ", "{{ {"),
        *("{", "{{ ", "}", "a", "{{ a\n", "{{ for "),
    ],
)
@pytest.mark.parametrize("before", ["", "{ ", "{{ { "])
def test_the_scan_of_a_template_grows_with_its_length_only(part: str, before: str) -> None:
    def scan(file: MappingFile) -> None:
        for check in (templates.placeholder_not_recognised, templates.triple_braces):
            for _ in check.check(file):
                pass

    assert_linear(
        lambda count: mapping_of(before + part * count + "{{ t }}"), scan, 3_000 // len(part)
    )


@pytest.mark.parametrize("head", ['"\\x20', ">\n  "])
def test_many_faults_in_one_scalar_are_placed_in_one_pass(head: str) -> None:
    def place(size: int) -> None:
        text = "name: " + head + "x " * size + head[0].strip(">") + "\n"
        document = read_mapping(Source("m.yaml", text.encode()))
        for at in range(size):
            document.within(("name",), at, at + 1)

    assert_linear(int, place, 1_500)


@pytest.mark.parametrize("path", [".*" * 10_000, "a[" * 10_000, "x, " * 9_000, " . " * 9_000])
def test_a_long_loop_is_looked_at_up_to_a_number_of_characters(path: str) -> None:
    file = mapping_of("{{ t }}")
    file.document.data["chunks"][0]["foreach"] = path
    start = time.process_time()
    (hit,) = chunks.foreach_not_a_path.check(file)
    assert time.process_time() - start < 0.5
    assert len(hit.help) < 300


def test_blanks_before_a_comment_are_looked_at_once() -> None:
    def strip(size: int) -> None:
        assert COMMENT.sub("", "a" + " " * size + "b" + " " * size + "# c").endswith("b")

    assert_linear(int, strip, 5_000)


def test_merge_keys_are_counted_in_the_whole_file() -> None:
    base = "b: &b {" + ", ".join(f"k{at}: 1" for at in range(50)) + "}\nc: &c {<<: [*b]}\n"
    text = base + "".join(f"m{at}: {{<<: *c, <<: *c}}\n" for at in range(180))
    (problem,) = (
        each
        for each in read_mapping(Source("m.yaml", text.encode())).problems
        if each.rule == "alias-expansion"
    )
    assert "20,000" in problem.message
