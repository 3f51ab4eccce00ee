"""The documentation of each rule, run: what is Bad gives the rule once, what is Good nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rtfm_check.rules import Rule, Scope, all_rules, find, rules_of
from tests.conftest import Project

# Rules that a few lines cannot show, and the test that does.
WITHOUT_EXAMPLE = {
    "unreadable-file": "needs a file without permission or a link: test_cli",
    "alias-expansion": "needs some lines of aliases: below",
    "nested-too-deep": "needs 65 levels: below",
    "schema-violation": "the schema has no keyword that no other rule words: below",
    "mapping-not-loaded": "is about names of files: tests/catalogue",
    "path-rarely-resolves": "needs ten fixtures: below",
    "path-too-long": "needs 65 segments: below",
    "chunk-too-large": "needs 10,000 characters: tests/catalogue",
    "fixture-unreadable": "needs a file without permission or a link: test_cli",
    "fixture-byte-order-mark": "its bytes cannot be shown as text: tests/catalogue",
    "snapshot-without-fixture": "needs a snapshot: test_snapshots",
    "expected-output-changed": "needs a snapshot beside the fixture: test_snapshots",
    "mapping-without-fixture": "is reported only where it is asked for: test_config",
    "output-too-large": "needs a megabyte: below",
    "optional-in-schema": "is reported only where it is asked for: test_typed",
}
_HEAD = re.compile(r"^(Bad|Good|Bad bytes|Fixture|Fixture lines|Good fixture|Schema):$")
_FILE = re.compile(r"^# file: (\S+)$", re.MULTILINE)
Overlay = Callable[[str], str]


class Example(NamedTuple):
    """The blocks of one docstring."""

    bad: str
    is_bytes: bool
    good: str
    fixtures: list[tuple[str, str]]  # name, text
    good_fixtures: list[tuple[str, str]]
    schemas: list[str]


def example(rule: Rule) -> Example | None:
    """The example in a rule's documentation, if it has one."""
    blocks: list[tuple[str, list[str]]] = []
    for line in rule.doc.splitlines():
        head = _HEAD.match(line)
        if head:
            blocks.append((head[1], []))
        elif blocks:
            blocks[-1][1].append(line.removeprefix("    "))
    texts: dict[str, list[str]] = {}
    for name, lines in blocks:
        texts.setdefault(name, []).append("\n".join(lines).strip("\n") + "\n")
    if not texts:
        return None
    lines_only = [(f"doc{i}.jsonl", text) for i, text in enumerate(texts.get("Fixture lines", []))]
    fixtures = [(f"doc{i}.json", text) for i, text in enumerate(texts.get("Fixture", []))]
    good = [(f"good{i}.json", text) for i, text in enumerate(texts.get("Good fixture", []))]
    return Example(
        bad=(texts.get("Bad") or texts["Bad bytes"])[0],
        is_bytes="Bad bytes" in texts,
        good=texts["Good"][0],
        fixtures=fixtures + lines_only,
        good_fixtures=good or fixtures,
        schemas=texts.get("Schema", []),
    )


def _is_whole(text: str) -> bool:
    is_comments = all(line.lstrip()[:1] in ("#", "") for line in text.splitlines())
    return (
        bool(re.search(r"^name:", text, re.MULTILINE))
        or text.startswith(("{", "---"))
        or (is_comments and "$schema" not in text)
    )


def write_example(project: Project, text: str, overlay: Overlay, *, is_bytes: bool = False) -> None:
    if is_bytes:
        joined = text.replace("\n", "")
        content = ast.literal_eval(f"b'''{joined}'''")
        name = "m.json" if content.lstrip(b"\xef\xbb\xbf").startswith(b"{") else "m.yaml"
        project.mapping(content, name)
        return
    parts = _FILE.split(text)
    if len(parts) > 1:
        for name, part in zip(parts[1::2], parts[2::2], strict=True):
            project.mapping(part.lstrip("\n"), name)
        return
    # A fragment with a name of its own only changes the name: the rest is laid beneath it.
    is_fragment = re.fullmatch(r"name:.*\n", text) is not None
    whole = text if _is_whole(text) and not is_fragment else overlay(text)
    project.mapping(whole, "m.json" if text.startswith("{") else "m.yaml")


def write_schemas(project: Project, schemas: list[str]) -> None:
    if schemas:
        project.write(".rtfm-check.yaml", "schemas: schemas\n")
    for number, text in enumerate(schemas):
        project.write(f"schemas/{number}.json", text)


def _told(project: Project) -> list[dict[str, Any]]:
    return project.run(".", "--format", "json").findings


def _all_examples() -> list[Any]:
    others = (Scope.DOCS, Scope.FIELDS)
    found = [(rule, example(rule)) for rule in all_rules() if rule.scope not in others]
    return [pytest.param(rule, each, id=rule.name) for rule, each in found if each is not None]


@pytest.mark.parametrize(("rule", "shown"), _all_examples())
def test_what_is_bad_gives_the_rule_once_and_nothing_else(
    project: Project, overlay: Overlay, rule: Rule, shown: Example
) -> None:
    write_example(project, shown.bad, overlay, is_bytes=shown.is_bytes)
    write_schemas(project, shown.schemas)
    for name, text in shown.fixtures:
        project.fixture(text, name)
    findings = _told(project)
    assert [each["rule"] for each in findings].count(rule.name) == 1, findings
    others = [each for each in findings if each["severity"] != "info" and each["rule"] != rule.name]
    assert others == []


@pytest.mark.parametrize(("rule", "shown"), _all_examples())
def test_what_is_good_gives_neither_the_rule_nor_an_error_or_warning(
    project: Project, overlay: Overlay, rule: Rule, shown: Example
) -> None:
    write_example(project, shown.good, overlay)
    write_schemas(project, shown.schemas)
    for name, text in shown.good_fixtures:
        project.fixture(text, name)
    findings = _told(project)
    assert [each for each in findings if each["severity"] != "info"] == []
    assert rule.name not in {each["rule"] for each in findings}


def test_every_rule_has_an_example_or_a_reason() -> None:
    # Rules of the runner (RTM9xx), of the index (RTM5xx), of the linter of documents (RTM4xx,
    # RTM8xx) and of field profiles (RTM7xx) are not about mappings; the tests of those show them.
    others = (Scope.RUN, Scope.INDEX, Scope.DOCS, Scope.FIELDS, Scope.QUERY)
    without = {
        rule.name for rule in all_rules() if rule.scope not in others and example(rule) is None
    }
    assert without == set(WITHOUT_EXAMPLE)


def test_codes_and_names_are_unique_and_in_order() -> None:
    codes = [rule.code for rule in all_rules()]
    assert codes == sorted(set(codes))
    assert len({rule.name for rule in all_rules()}) == len(all_rules())
    for rule in all_rules():
        assert re.fullmatch(r"RTM\d{3}", rule.code)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)


def test_a_rule_is_found_by_name_by_code_and_by_both() -> None:
    for rule in all_rules():
        for name in (rule.name, rule.code, rule.code.lower(), f"{rule.code}:{rule.name}"):
            assert find(name) is rule
    assert find("no-such-rule") is None


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_every_rule_says_what_happens(rule: Rule) -> None:
    assert rule.summary.endswith(".")
    assert rule.summary[0].isupper() or rule.summary[0] == "`"
    assert len(rule.doc) > len(rule.summary) or rule.name == "schema-violation"


def test_every_known_mistake_has_a_rule() -> None:
    assert {row for rule in all_rules() for row in rule.rows} == set(range(1, 90))


# The rules without an example.


def test_alias_expansion(project: Project, overlay: Overlay) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"]
    for step in range(1, 6):
        lines.append(f"a{step}: &a{step} [{', '.join([f'*a{step - 1}'] * 10)}]\n")
    project.mapping(overlay("".join(lines)))
    (finding,) = project.check()
    assert finding["rule"] == "alias-expansion"
    assert finding["line"] == 8
    assert "aliases" in finding["message"]


def test_more_values_than_a_mapping_may_hold(project: Project, overlay: Overlay) -> None:
    project.mapping(overlay(f"edges: [{'1, ' * 20_000}]\n"))
    (finding,) = project.check()
    assert finding["rule"] == "alias-expansion"
    assert finding["message"] == "the file holds more than 20,000 values"


def test_nested_too_deep(project: Project, overlay: Overlay) -> None:
    project.mapping(overlay("edges: " + "[" * 65 + "]" * 65 + "\n"))
    (finding,) = project.check()
    assert finding["rule"] == "nested-too-deep"


def test_schema_violation(
    project: Project, overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check import project as projects
    from rtfm_check.mapping.contract import Violation

    unknown = [Violation("schema-violation", ("name",), key="the name is refused")]
    monkeypatch.setattr(projects.contract, "violations", lambda *_: unknown)
    project.mapping(overlay("name: m\n"))
    findings = project.check()
    assert [(each["rule"], each["message"]) for each in findings] == [
        ("schema-violation", "the name is refused")
    ]


def test_path_rarely_resolves(project: Project, overlay: Overlay) -> None:
    project.mapping(overlay('chunks: [{content: "{{ t }} {{ rare }}"}]\n'))
    project.fixture('{"type": "x", "t": "text", "rare": "once"}', "0.json")
    for number in range(1, 11):
        project.fixture('{"type": "x", "t": "text"}', f"{number}.json")
    (finding,) = project.check()
    assert finding["rule"] == "path-rarely-resolves"
    assert "1 of 11 fixtures" in finding["message"]
    assert (finding["line"], finding["column"], finding["end_column"]) == (3, 32, 36)


def test_a_path_that_resolves_in_one_of_ten_is_an_optional_field(
    project: Project, overlay: Overlay
) -> None:
    project.mapping(overlay('chunks: [{content: "{{ t }} {{ rare }}"}]\n'))
    project.fixture('{"type": "x", "t": "text", "rare": "once"}', "0.json")
    for number in range(1, 10):
        project.fixture('{"type": "x", "t": "text"}', f"{number}.json")
    assert project.check() == []


def test_path_too_long(project: Project, overlay: Overlay) -> None:
    path = ".".join(["a"] * 65)
    project.mapping(overlay(f'chunks: [{{content: "{{{{ t }}}} {{{{ {path} }}}}"}}]\n'))
    project.fixture('{"type": "x", "t": "text"}')
    (finding,) = project.check()
    assert finding["rule"] == "path-too-long"


def test_output_too_large(project: Project, overlay: Overlay) -> None:
    project.mapping(overlay('chunks: [{content: "{{ t }}{{ t }}"}]\n'))
    project.fixture('{"type": "x", "t": "' + "word " * 120_000 + '"}')
    rules = [each["rule"] for each in project.check()]
    assert rules == ["output-too-large"]


def test_a_rule_that_fails_is_a_finding_and_the_others_run(
    project: Project, overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check import findings

    def fails(subject: object) -> Any:
        raise ValueError("a defect")

    broken = find("constant-content")
    assert broken is not None
    rules = tuple(
        rule._replace(check=fails) if rule is broken else rule for rule in rules_of(broken.scope)
    )
    monkeypatch.setattr(findings, "rules_of", lambda scope: rules if scope == broken.scope else ())
    project.mapping(overlay("nmae: m\n"))
    result = project.run(".", "--format", "json")
    assert result.status == 3
    told = {each["rule"] for each in result.findings}
    assert {"internal-error", "unknown-key"} <= told


@pytest.mark.parametrize("scope", [*Scope], ids=str)
def test_the_rules_of_a_scope_are_all_that_have_it(scope: Scope) -> None:
    is_told_by_name = scope in (Scope.FOUND, Scope.DOCS, Scope.INDEX, Scope.QUERY, Scope.RUN)
    if not is_told_by_name:
        assert rules_of(scope) == tuple(each for each in all_rules() if each.scope is scope)
