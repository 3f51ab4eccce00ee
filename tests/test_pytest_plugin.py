"""The plugin of pytest: a project's mappings, fixtures, profiles and queries as its tests."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from tests.conftest import BASE

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.skipif(
    not entry_points(group="pytest11", name="rtfm-check"),
    reason="this installation has no plugin: pip install -e . registers it",
)

MODELINE = "# $schema: https://schemas.roomi-fields.com/rtfm-mapping-v1.json\n"
SOUND = MODELINE + "".join(BASE.values())


def write(pytester: pytest.Pytester, name: str, text: str) -> None:
    path = pytester.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other plugins take half of the time of a start."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest in a process of its own, as its users do."""
    plugins = ("-p", "no:cacheprovider", "-p", "rtfm_check.pytest_plugin")
    return pytester.runpytest_subprocess(*plugins, *arguments)


def test_installing_registers_the_plugin_and_it_can_be_switched_off(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    write(pytester, ".rtfm/mappings/m.yaml", SOUND)
    write(pytester, "test_own.py", "def test_own():\n    pass\n")
    pytester.runpytest_subprocess().assert_outcomes(passed=2)
    pytester.runpytest_subprocess("-p", "no:rtfm-check").assert_outcomes(passed=1)


def test_a_mapping_and_its_fixtures_are_tests(pytester: pytest.Pytester) -> None:
    write(pytester, ".rtfm/mappings/m.yaml", SOUND)
    write(pytester, ".rtfm/fixtures/a.json", '{"type": "x", "t": "one"}')
    write(pytester, ".rtfm/fixtures/deep/b.json", '{"type": "x", "t": "two"}')
    write(pytester, "test_own.py", "def test_own():\n    pass\n")
    result = run(pytester, "-v")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(
        [
            ".rtfm/mappings/m.yaml::check PASSED*",
            ".rtfm/mappings/m.yaml::.rtfm/fixtures/a.json PASSED*",
            ".rtfm/mappings/m.yaml::.rtfm/fixtures/deep/b.json PASSED*",
            "test_own.py::test_own PASSED*",
        ]
    )


def test_a_failure_shows_findings_and_no_traceback(pytester: pytest.Pytester) -> None:
    write(pytester, ".rtfm/mappings/m.yaml", SOUND.replace("{{ t }}", "{{ tx }}"))
    write(pytester, ".rtfm/fixtures/a.json", '{"type": "x", "t": "one"}')
    result = run(pytester)
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        [
            "error[[]path-never-resolves[]] RTM302: `tx` resolves in 0 of 1 fixture*",
            " --> .rtfm/mappings/m.yaml:4:*",
            "FAILED .rtfm/mappings/m.yaml::check*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_a_snapshot_is_compared_in_the_test_of_its_fixture(pytester: pytest.Pytester) -> None:
    write(pytester, ".rtfm/mappings/m.yaml", SOUND)
    write(pytester, ".rtfm/fixtures/a.json", '{"type": "x", "t": "one"}')
    chunk = {"number": 1, "title": "", "content": "two", "metadata": {}}
    expected = {"mapping": "m", "chunks": [chunk], "edges": []}
    write(pytester, ".rtfm/fixtures/a.expected.json", json.dumps(expected))
    result = run(pytester)
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        [
            "error[[]expected-output-changed[]] RTM315: *",
            "*if the change is meant, run `rtfm-check --update-expected`*",
            "FAILED .rtfm/mappings/m.yaml::.rtfm/fixtures/a.json*",
        ]
    )


def test_fixtures_that_no_mapping_takes_and_other_files_have_a_test_too(
    pytester: pytest.Pytester,
) -> None:
    write(pytester, ".rtfm/mappings/m.yaml", SOUND)
    write(pytester, ".rtfm/mappings/n.yaml", "name: [\n")
    write(pytester, ".rtfm/fixtures/a.json", "{")
    result = run(pytester, "-v")
    result.assert_outcomes(failed=2, passed=1)
    result.stdout.fnmatch_lines(
        [
            ".rtfm/mappings/m.yaml::check PASSED*",
            ".rtfm/mappings/n.yaml::check FAILED*",
            ".rtfm/fixtures/a.json::check FAILED*",
        ]
    )


def test_settings_of_the_project_count(pytester: pytest.Pytester) -> None:
    write(pytester, ".rtfm/mappings/m.yaml", SOUND.replace("name: m", "name: 1"))
    write(pytester, "pyproject.toml", "[tool.rtfm-check]\nignore = ['wrong-type']\n")
    run(pytester).assert_outcomes(passed=1)
    write(pytester, "pyproject.toml", "[tool.rtfm-check]\nfail-on = 'never'\n")
    run(pytester).assert_outcomes(passed=1)
    write(pytester, "pyproject.toml", "")
    run(pytester).assert_outcomes(failed=1)
    write(pytester, "pyproject.toml", "[tool.rtfm-check]\nfial-on = 'never'\n")
    result = run(pytester)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*pyproject.toml: there is no setting `fial-on`*"])


def test_one_file_can_be_named(pytester: pytest.Pytester) -> None:
    write(pytester, ".rtfm/mappings/m.yaml", SOUND)
    write(pytester, ".rtfm/mappings/n.yaml", "name: [\n")
    run(pytester, ".rtfm/mappings/m.yaml").assert_outcomes(passed=1)
    run(pytester, ".rtfm").assert_outcomes(passed=1, failed=1)
    run(pytester, ".rtfm/mappings/n.yaml::check").assert_outcomes(failed=1)


def test_profiles_are_tests(pytester: pytest.Pytester) -> None:
    write(pytester, "data/a.jsonl", '{"id": 1, "title": "a"}\n{"id": 2, "title": "b"}\n')
    profile = "files: [data/*.jsonl]\njson_text_fields: [title]\nsource_identifier: id\n"
    write(pytester, ".rtfm/fields/p.yaml", profile)
    run(pytester).assert_outcomes(passed=1)
    write(pytester, ".rtfm/fields/p.yaml", profile.replace("[title]", "[titel]"))
    result = run(pytester)
    assert result.parseoutcomes()["failed"] >= 1
    result.stdout.fnmatch_lines(["error[[]field-path-not-found[]] *"])


def queries(least: float) -> str:
    return (
        f"top: 1\nmin-recall: {least}\nqueries:\n"
        "  - {query: rotate the key, expect: [docs/keys.md]}\n"
        "  - {query: prime the pump, expect: [docs/keys.md]}\n"
    )


def test_each_query_is_a_test(pytester: pytest.Pytester) -> None:
    write(pytester, "docs/keys.md", "# Keys\n\nHow to rotate the signing key of the server.\n")
    write(pytester, "docs/pump.md", "# Pump\n\nHow to prime the east pump in the morning.\n")
    write(pytester, ".rtfm/queries.yaml", queries(1))
    result = run(pytester, "-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            ".rtfm/queries.yaml::rotate the key PASSED*",
            ".rtfm/queries.yaml::prime the pump FAILED*",
            "error[[]golden-query-miss[]] RTM601: `docs/keys.md` is not among the first 1 *",
            "*found instead: `docs/pump.md#Pump`*",
        ]
    )
    assert not (pytester.path / "rtfm-index").exists()
    write(pytester, ".rtfm/queries.yaml", queries(0.5))
    run(pytester).assert_outcomes(passed=1, xfailed=1)
    write(pytester, ".rtfm/queries.yaml", "queries: 1\n")
    result = run(pytester)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*queries.yaml:1:*`queries` has to be a list of queries*"])


def test_an_index_that_is_named_is_asked(pytester: pytest.Pytester) -> None:
    write(pytester, "docs/keys.md", "# Keys\n\nHow to rotate the signing key of the server.\n")
    write(pytester, ".rtfm/queries.yaml", queries(0.5).rsplit("  -", 1)[0])
    subprocess.run(
        [sys.executable, "-m", "rtfm_check", "index", "docs", "-o", "made"],
        check=True,
        capture_output=True,
        cwd=pytester.path,
    )
    pytester.makeini("[pytest]\nrtfm_index = made\n")
    result = run(pytester)
    result.assert_outcomes(failed=1)  # `keys.md`, as it was made of the folder
    result.stdout.fnmatch_lines(["*found instead: `keys.md#Keys`*"])


def test_nothing_in_the_folder_is_imported_and_it_can_be_left_out(
    pytester: pytest.Pytester,
) -> None:
    write(pytester, ".rtfm/mappings/m.yaml", SOUND)
    for name in ("test_evil.py", "mappings/test_evil.py", "parsers/test_evil.py"):
        write(pytester, f".rtfm/{name}", "raise SystemExit('executed')\n")
    write(pytester, "test_own.py", "def test_own():\n    pass\n")
    run(pytester).assert_outcomes(passed=2)
    run(pytester, ".rtfm/parsers").assert_outcomes()
    run(pytester, "--ignore=.rtfm").assert_outcomes(passed=1)
    pytester.makeini("[pytest]\nnorecursedirs = .rtfm\n")
    run(pytester).assert_outcomes(passed=1)


PROBE = """
import sys
import pytest
before = set(sys.modules)
import rtfm_check.pytest_plugin
made = sorted(set(sys.modules) - before)
class Watch:
    def pytest_unconfigure(self):
        own = sorted(each for each in sys.modules if each.startswith("rtfm_check"))
        print("MODULES", made, own)
raise SystemExit(pytest.main(["-q", "-p", "no:cacheprovider"], plugins=[Watch()]))
"""


def test_a_start_without_mappings_costs_next_to_nothing(pytester: pytest.Pytester) -> None:
    write(pytester, "test_own.py", "def test_own():\n    pass\n")
    result = pytester.run(sys.executable, "-c", PROBE)
    assert result.ret == 0
    modules = "['rtfm_check', 'rtfm_check.pytest_plugin']"
    result.stdout.fnmatch_lines([f"MODULES {modules} {modules}".replace("[", "[[]")])
