"""Hostile input: what a stranger's pull request can hold ends in a finding, and in bounded time."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from binascii import crc32
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rtfm_check import limits
from rtfm_check.layout import Target
from rtfm_check.lint import lint
from rtfm_check.mapping.document import read_mapping
from rtfm_check.mapping.yaml_text import COMMENT
from rtfm_check.model import Finding, Place, Severity, Span
from rtfm_check.project import MappingFile
from rtfm_check.rules import chunks, templates
from rtfm_check.show import quote, safe
from rtfm_check.source import Source
from rtfm_check.trial import Trial

from .conftest import BASE, Project

GOOD = "".join(BASE.values())


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


@pytest.mark.parametrize("text", ['{"a": "b\r\n"}', '{"a": 1 // c\r\n}', '{"a": "\\'])
def test_places_lie_in_the_file_and_never_inside_a_line_end(project: Project, text: str) -> None:
    project.mapping(GOOD)
    project.fixture(text)
    (finding,) = project.check()
    lines = text.split("\r\n")
    for line, column in (("line", "column"), ("end_line", "end_column")):
        assert finding[column] <= len(lines[finding[line] - 1]) + 1


@pytest.mark.parametrize("linked", [".rtfm", ".rtfm/mappings", ".rtfm/mappings/m.yaml"])
def test_links_that_lead_out_of_the_project_are_not_followed(
    project: Project, tmp_path: Path, linked: str
) -> None:
    outside = tmp_path / "outside" / linked
    (tmp_path / "outside/.rtfm/mappings").mkdir(parents=True)
    (tmp_path / "outside/.rtfm/mappings/m.yaml").write_text("name: [SECRET")
    (project.root / linked).parent.mkdir(parents=True, exist_ok=True)
    (project.root / linked).symlink_to(outside)
    result = project.run(".")
    assert result.status == 1
    assert "a link that leads out of the project" in result.out
    assert "SECRET" not in result.out


def test_fixture_folders_that_lead_out_of_the_project_are_not_followed(
    project: Project, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.json").write_text('{"SECRET": }')
    project.mapping(GOOD)
    (project.root / ".rtfm/fixtures").symlink_to(tmp_path / "outside")
    assert [each["rule"] for each in project.check()] == ["fixture-unreadable"]


def test_links_inside_the_project_are_followed(project: Project) -> None:
    project.write("shared/m.yaml", GOOD)
    (project.root / ".rtfm").mkdir()
    (project.root / ".rtfm/mappings").symlink_to("../shared")
    assert project.check() == []


def test_a_glob_does_not_follow_links_round_and_round(project: Project) -> None:
    project.mapping(GOOD)
    project.write("samples/a.json", '{"type": "x", "t": "T"}')
    for name in ("one", "two", "three"):
        (project.root / "samples" / name).symlink_to(".")
    assert project.check("--fixtures", "samples/**/*.json") == []
    assert project.run(".", "--fixtures", "samples/**/b.json").status == 4


def test_folders_nested_deeper_than_the_stack(project: Project) -> None:
    project.mapping(GOOD)
    project.fixture('{"type": "x", "t": "T"}')
    depth = 1200
    with contextlib.chdir(".rtfm/fixtures"):
        for _ in range(depth):
            os.mkdir("d")  # noqa: PTH102  # the path as a whole is longer than systems take
            os.chdir("d")
        try:
            with contextlib.chdir(project.root):
                assert project.check() == []
        finally:
            for _ in range(depth):
                os.chdir("..")
                os.rmdir("d")  # noqa: PTH106


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root reads all")
def test_a_folder_that_cannot_be_read_is_reported(project: Project) -> None:
    folder = project.mapping(GOOD).parent
    folder.chmod(0)
    try:
        assert [each["rule"] for each in project.check()] == ["unreadable-file"]
    finally:
        folder.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_of_mappings(project: Project) -> None:
    project.write(".rtfm/mappings", "name: m")
    assert "0 mappings found" in project.run(".").out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(project: Project) -> None:
    project.mapping(GOOD)
    os.mkfifo(".rtfm/mappings/a.yaml")
    (project.root / ".rtfm/fixtures").mkdir()
    os.mkfifo(".rtfm/fixtures/a.json")
    rules = [each["rule"] for each in project.check()]
    assert rules == ["fixture-unreadable", "unreadable-file"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", r"\x3a:error::x"),
        ("  ::stop-commands::x", r"  \x3a:stop-commands::x"),
        ("a ##[error]x", r"a \x23#[error]x"),
        ("##vso[task.complete]", r"\x23#vso[task.complete]"),
        ("a::b, ## [link](x)", "a::b, ## [link](x)"),
    ],
)
def test_nothing_shown_is_a_command_to_a_ci(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_a_number_too_long_to_print_can_be_quoted() -> None:
    assert quote(1 << 100_000) == "`a number too long to show`"


def test_one_hostile_file_changes_no_finding_of_another(project: Project) -> None:
    project.mapping(GOOD + "nmae: x\n", "b.yaml")
    before = lint(Target(".rtfm/mappings", None)).findings
    project.mapping("a: &a [*a, *a]\n", "a.yaml")
    project.mapping(b"\xff\xfe", "c.json")
    after = lint(Target(".rtfm/mappings", None)).findings
    assert [each for each in after if each.place.path.endswith("b.yaml")] == before


def deep(opened: str, closed: str, depth: int = 100_000) -> str:
    return opened * depth + closed * depth


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".rtfm-check.yaml", "a: &a [*a]"),
        (".rtfm-check.yaml", "a: &a [x, x]\nb: &b [*a, *a]\n" + "c: [" + "*b, " * 9000 + "]"),
        (".rtfm-check.yaml", "fixtures: " + deep("[", "]")),
        (".rtfm-check.yaml", "severity: {1: error}"),
        (".rtfm-check.yaml", "per-file-ignores: {1: [RTM1]}"),
        (".rtfm-check.yaml", 'baseline: "a\\0b"'),
        (".rtfm-check.yaml", 'fixtures: ["a\\0b"]'),
        (".rtfm-check.yaml", "fixtures: [/**/*.json]"),
        (".rtfm-check.yaml", "fixtures: [samples/../../*.json]"),
        (".rtfm-check.yaml", "baseline: ../b.json"),
        (".rtfm-check.yaml", "extend-exclude: ['!']"),
        (".rtfm-check.yaml", "extend-exclude: ['x[z-a]']"),
        (".rtfm-check.yaml", f"extend-exclude: ['{'*a' * 20}b']"),
        (".rtfm-check.yaml", "0x" + "f" * 9000 + ": 1"),
        (".rtfm-check.yaml", "severity: {unknown-key: 0x" + "f" * 9000 + "}"),
        ("pyproject.toml", "[tool.rtfm-check]\nfixtures = " + deep("[", "]")),
        ("pyproject.toml", "tool = 1 # [tool.rtfm-check]"),
        ("pyproject.toml", "[tool.rtfm-check]\n'a\x7f\u202e\\' = 1"),
        ("pyproject.toml", b"[tool.rtfm-check]\n\xff"),
    ],
)
def test_hostile_configuration_is_refused(project: Project, name: str, text: str | bytes) -> None:
    project.mapping(GOOD)
    project.write(name, text)
    result = project.run(".")
    assert result.status == 2
    assert result.err.startswith("rtfm-check: ")
    assert result.err.count("\n") == 1
    assert result.err.isprintable() is False  # but for its line end:
    assert result.err[:-1].isprintable()


@pytest.mark.parametrize("name", [".rtfm-check.yaml", "pyproject.toml"])
def test_configuration_is_not_read_through_a_link_out(
    project: Project, tmp_path: Path, name: str
) -> None:
    (tmp_path / "outside").write_text("[tool.rtfm-check]\nSECRET = 1\n")
    (project.root / name).symlink_to(tmp_path / "outside")
    project.mapping(GOOD)
    assert "SECRET" not in project.run(".").err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_in_the_place_of_configuration_or_baseline_is_not_waited_for(
    project: Project,
) -> None:
    project.mapping(GOOD)
    os.mkfifo("pyproject.toml")
    os.mkfifo(".rtfm-check.yaml")
    assert project.check() == []
    os.mkfifo("baseline.json")
    assert project.run(".", "--baseline", "baseline.json").status == 2


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", "{}", '{"version": 1}', "\udcff"])
def test_a_hostile_baseline_is_refused(project: Project, text: str) -> None:
    project.mapping(GOOD)
    project.write("baseline.json", text.encode("utf-8", "surrogateescape"))
    result = project.run(".", "--baseline", "baseline.json")
    assert (result.status, result.err.count("\n")) == (2, 1)


def test_a_report_replaces_no_link_and_no_folder_and_leaves_nothing_behind(
    project: Project, tmp_path: Path
) -> None:
    project.mapping(GOOD)
    (tmp_path / "target").write_text("kept")
    (project.root / "link.json").symlink_to(tmp_path / "target")
    (project.root / "folder").mkdir()
    before = sorted(project.root.rglob("*"))
    for name in ("link.json", "folder", "missing/a.json"):
        result = project.run(".", "--format", f"json={name}")
        assert result.status == 2
        assert "cannot be written" in result.err
    assert (tmp_path / "target").read_text() == "kept"
    assert sorted(project.root.rglob("*")) == before


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there are no devices")  # noqa: PTH110
def test_a_report_to_a_device_leaves_the_device_in_place(project: Project) -> None:
    project.mapping(GOOD)
    assert project.run(".", "--format", "json=/dev/null").status == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_garbage_in_the_cache_is_no_verdict(project: Project, tmp_path: Path) -> None:
    project.mapping(GOOD)
    project.run(".")
    (kept,) = (tmp_path / "cache/rtfm-check").iterdir()
    for body in (b"[" * 100_000, b"{}", b"[]", b"\xff"):
        kept.write_bytes(b"%08x\n%b" % (crc32(body), body))
        assert project.check() == []
    kept.unlink()
    os.mkfifo(kept)
    assert project.check() == []


def test_a_relative_cache_folder_would_be_in_the_project(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    project.mapping(GOOD)
    before = sorted(project.root.rglob("*"))
    project.run(".")
    assert sorted(project.root.rglob("*")) == before


def test_nothing_is_read_through_a_link_to_keep_a_verdict(project: Project, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("SECRET")
    folder = project.mapping(GOOD).parent
    (folder / "a.yaml").symlink_to(tmp_path / "outside")
    project.run(".")
    assert not (tmp_path / "cache").exists()


def command(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rtfm_check", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
        **how,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")  # noqa: PTH110
def test_a_full_disk_is_said_in_one_line(project: Project) -> None:
    project.mapping("name: [")
    with Path("/dev/full").open("w") as full:
        ended = command(".", "--no-cache", stdout=full)
    assert ended.stderr == "rtfm-check: the run cannot be finished: No space left on device\n"
    assert ended.returncode == 3


@pytest.mark.skipif(os.name != "posix", reason="closes streams in a shell")
def test_advice_does_not_go_to_the_report_where_standard_error_is_closed(project: Project) -> None:
    project.mapping(GOOD)
    project.write("readme.txt", "")
    program = f"{sys.executable} -m rtfm_check .rtfm/mappings/m.yaml readme.txt --format json 2>&-"
    ended = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False)
    assert json.loads(ended.stdout)["summary"]["errors"] == 0


def test_names_on_the_command_line_are_shown_safely(project: Project) -> None:
    for arguments in (["\x1b[31m\u202e"], ["preview", "\x1b", "b"], ["--\x1b[31m"], [".", "x\x9b"]):
        result = project.run(*arguments)
        assert result.status in (2, 4)
        assert all(each.isprintable() or each == "\n" for each in result.err)


def test_json_holds_no_command_to_a_ci(project: Project) -> None:
    project.mapping("name: [", "##[error]x.yaml")
    for name in ("json", "jsonl", "sarif", "gitlab"):
        result = project.run(".", "--format", name)
        assert "##[" not in result.out
        assert result.status == 1


def test_a_folder_of_anything_is_not_searched_for_mappings_below_it(project: Project) -> None:
    project.write("src/a/b/c.yaml", "name: m")
    project.write("m.yaml", GOOD)
    assert project.check() == []
    project.write("mappings/old/c.yaml", GOOD)
    project.write("mappings/m.yaml", GOOD)
    rules = [each["rule"] for each in project.run("mappings", "--format", "json").findings]
    assert "mapping-not-loaded" in rules


def test_two_fixes_together_repeat_no_key(project: Project) -> None:
    text = '{"name": "m", "match": {"discriminator": {"type": "x"}},\n"schema_url: ": "u"}\n'
    path = project.mapping(text, "m.json")
    project.run(".", "--fix")
    once = path.read_text()
    assert once.count("$schema") == 1
    project.run(".", "--fix")
    assert path.read_text() == once


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": [' + '{"b": 1, "b": 2},' * 9 + "1]}", ["fixture-duplicate-key"]),
        ('{"a": [' + "NaN, Infinity," * 9 + "1]}", ["nonstandard-constant"]),
        ('{"a": [' + "1," * 90 + "}", ["fixture-invalid-json"]),
        ('{"a": [' + "9" * 5000 + "]}", ["fixture-invalid-json"]),
        ('{"a": [' + "[]," * 90 + "1]}", ["fixture-unreadable"]),
    ],
)
def test_a_large_fixture_is_told_of_once(
    project: Project, monkeypatch: pytest.MonkeyPatch, text: str, expected: list[str]
) -> None:
    monkeypatch.setattr("rtfm_check.limits.FIXTURE_PLACED_CHARS", 100)
    monkeypatch.setattr("rtfm_check.limits.FIXTURE_VALUES", 99)
    project.mapping(GOOD)
    project.fixture(text)
    project.fixture('{"type": "x", "t": "T"}', "good.json")
    findings = project.check("--ignore", "fixture-without-mapping")
    assert [each["rule"] for each in findings] == expected
    assert findings[0]["message"]


def test_the_faults_of_a_fixture_are_told_up_to_a_number(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rtfm_check.limits.FIXTURE_FAULTS", 3)
    project.mapping(GOOD)
    project.fixture('{"type": "x", "t": [' + "NaN, " * 9 + "1]}")
    found = [each for each in project.check() if each["rule"] == "nonstandard-constant"]
    assert len(found) == 3
    assert found[-1]["message"] == "`NaN` is not JSON; 6 more follow"


@pytest.mark.parametrize("depth", [190, 250, 350, 600, 900, 980, 3000])
@pytest.mark.parametrize(
    "document",
    [
        '{"type": "x", "t": %s}',
        '{"type": %s, "t": 1}',
        '{"type": "x", "type": "x", "t": %s}',
        '{"type": "x", "t": %s',
    ],
)
def test_a_deep_document_is_no_defect(project: Project, document: str, depth: int) -> None:
    project.mapping(GOOD)
    project.fixture(document % deep("[", "]", depth))
    findings = project.check()
    assert "internal-error" not in {each["rule"] for each in findings}
    if depth > 200:
        assert {"fixture-invalid-json", "nested-too-deep"} & {each["rule"] for each in findings}
    project.fixture('{"type": "x", "t": "T"}')
    project.write(".rtfm/fixtures/doc.expected.json", document % deep("[", "]", depth))
    assert [each["rule"] for each in project.check()] == ["expected-output-changed"]


@pytest.mark.parametrize(
    "text",
    [
        '{"\\ud800": 1, %s}',
        '{%s, "edges": [{"relation": "\\ud800", "target": "{{ t }}"}]}',
        '{"match": {"schema_url": "\\ud800"}, %s}',
        '{"a\\ud800é": {"\\udfff": ["\\ud800"]}, %s}',
    ],
)
def test_half_characters_anywhere_in_a_json_mapping_are_no_defect(
    project: Project, text: str
) -> None:
    rest = '"name": "m", "chunks": [{"content": "{{ t }}"}]'
    if "match" not in text:
        rest += ', "match": {"discriminator": {"type": "x"}}'
    project.mapping(text % rest, "m.json")
    project.fixture('{"type": "x", "t": "T"}')
    assert "internal-error" not in {each["rule"] for each in project.check()}


@pytest.mark.parametrize("number", ["0x" + "f" * 4000, "1" + ":59" * 2500, "-0b" + "1" * 15_000])
@pytest.mark.parametrize(
    "text",
    [
        "name: {}\n",
        "match: {{discriminator: {{type: {}}}}}\n",
        'chunks: [{{content: "{{{{ t }}}}", metadata: {{a: &a {}, b: *a}}}}]\n',
        "{}: 1\n",
    ],
)
def test_a_number_too_long_to_print_is_refused_at_its_place(
    project: Project, text: str, number: str
) -> None:
    key = text.partition(":")[0]
    rest = "".join(value for name, value in BASE.items() if name != key)
    project.mapping(text.format(number if "{}:" not in text else f"? {number}\n") + rest)
    project.fixture('{"type": "x", "t": "T"}')
    (finding,) = project.check("--ignore", "fixture-without-mapping")
    assert finding["rule"] == "yaml-syntax"
    assert finding["message"].startswith("a number of 4,")
    assert finding["help"] == "put it in quotes if it is text"
    assert finding["note"] == "RTFM loads the file, and fails where it writes the number"
    anchor = "&a " if "&a" in text else ""
    assert finding["end_column"] - finding["column"] == len(anchor + number)


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


def growth(run: Callable[[int], object], size: int) -> float:
    """How much longer a run takes on four times as much."""
    times = []
    for each in (size, 4 * size):
        taken = []
        for _ in range(3):
            start = time.process_time()
            run(each)
            taken.append(time.process_time() - start)
        times.append(min(taken) + 0.002)
    return times[1] / times[0]


def test_asking_what_was_told_grows_with_the_number_of_chunks_only() -> None:
    def ask(chunks: int) -> None:
        trial = Trial(file, has_fixtures=True)
        trial.told = [finding_at(f"/chunks/{at}/content") for at in range(chunks)]
        for at in range(chunks):
            assert trial.is_told(f"/chunks/{at}/content")

    file = MappingFile(read_mapping(Source("m.yaml", b"name: m")))
    assert growth(ask, 500) < 9


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
    def scan(size: int) -> None:
        file = files[size]
        for check in (templates.placeholder_not_recognised, templates.triple_braces):
            for _ in check.check(file):
                pass

    sizes = (3_000, 12_000)
    files = {size: mapping_of(before + part * (size // len(part)) + "{{ t }}") for size in sizes}
    assert growth(scan, sizes[0]) < 9


@pytest.mark.parametrize("head", ['"\\x20', ">\n  "])
def test_many_faults_in_one_scalar_are_placed_in_one_pass(head: str) -> None:
    def place(size: int) -> None:
        text = "name: " + head + "x " * size + head[0].strip(">") + "\n"
        document = read_mapping(Source("m.yaml", text.encode()))
        for at in range(size):
            document.within(("name",), at, at + 1)

    assert growth(place, 1_500) < 9


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

    assert growth(strip, 5_000) < 9


@pytest.mark.parametrize("faults", [200, 201, 700])
def test_a_rule_tells_of_a_number_of_mistakes_in_a_file(project: Project, faults: int) -> None:
    project.mapping(GOOD.replace("{{ t }}", "{{ t }}" + " {{ a-b }}" * faults))
    found = [each for each in project.check() if each["rule"] == "placeholder-not-recognised"]
    assert len(found) == min(faults, 201)
    if faults > 200:
        assert found[-1]["message"] == f"{faults - 200} more like this in the file"
        assert found[-1]["column"] == found[-2]["column"] + len("{{ a-b }} ")
        assert found[-1]["severity"] == "error"


def test_a_mapping_has_a_number_of_bytes_on_disk_and_in_an_editor(project: Project) -> None:
    text = GOOD + "#" * limits.MAPPING_BYTES
    path = str(project.mapping(text))
    (finding,) = project.check()
    assert finding["rule"] == "unreadable-file"
    (finding, *_) = lint(Target(".rtfm/mappings", None), {path: text.encode()}).findings
    assert finding.rule == "unreadable-file"


@pytest.mark.parametrize(
    "text",
    [
        *("z: " + "*" * 80_000, "z: @" + "a" * 80_000, "z: a: " + "b" * 80_000),
        *("z: {{ " + "a" * 80_000 + " }}", "z: !" + "a" * 80_000 + " b", "z: 'a'" + "b" * 80_000),
        *("a" * 80_000 + "\nb: c", "z: &" + "a" * 80_000 + " b", "z: *" + "a" * 80_000),
        *("z: 0x" + "_" * 80_000, "z: &a b\nc: &a d", "a:b\n" + "c" * 80_000 + ":d\ne: f"),
        *(
            "z:{" + "a" * 80_000,
            "{" + "a" * 80_000 + ":{}}",
            "? " + "a" * 80_000 + "\n" * 2 + "- b",
        ),
        *("? " + "a" * 8000 + "\n: 1\n? " + "a" * 8000 + "\n: 1\n",),
    ],
)
def test_what_is_said_of_a_long_text_is_short(text: str) -> None:
    for name in ("m.yaml", "m.json"):
        problems = read_mapping(Source(name, text.encode())).problems
        for problem in problems:
            assert len(problem.message) < 400
            assert len(problem.help) < 400


def test_merge_keys_are_counted_in_the_whole_file() -> None:
    base = "b: &b {" + ", ".join(f"k{at}: 1" for at in range(50)) + "}\nc: &c {<<: [*b]}\n"
    text = base + "".join(f"m{at}: {{<<: *c, <<: *c}}\n" for at in range(180))
    (problem,) = (
        each
        for each in read_mapping(Source("m.yaml", text.encode())).problems
        if each.rule == "alias-expansion"
    )
    assert "20,000" in problem.message


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"a', "{} x", '{"a" 1}', "[1 2]", '{"a":}', "{,}", "[,]", '{"a": 1, }', "x", "\x01"],
)
def test_a_text_that_is_not_json_has_help(text: str) -> None:
    (problem,) = read_mapping(Source("m.json", text.encode())).problems
    assert problem.help
