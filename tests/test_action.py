"""The Action: its steps run as GitHub runs them, on sound, broken and hostile projects."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.action_runner import ROOT, Outcome, Runner
from tests.artifacts import Artifact
from tests.conftest import REPORT
from tests.readme import blocks as readme

Act = Callable[..., Outcome]
BIN = Path(sys.executable).parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEXTS = ("paths", "args", "config", "fail-on", "extras", "diff-base", "golden", "command")
SCRIPTED = ["Annotate", "Summarise"]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Where the repository is checked out."""
    folder = tmp_path / "work space"
    folder.mkdir()
    return folder


@pytest.fixture
def act(tmp_path: Path, workspace: Path) -> Act:
    """Runs the action in the workspace; rtfm-check is that of these tests."""

    def run(
        example: str = "", *, broken: str = "", event: dict[str, str] | None = None, **inputs: str
    ) -> Outcome:
        if example:
            shutil.copytree(ROOT / "tests" / "examples" / example, workspace, dirs_exist_ok=True)
        temporary = tmp_path / f"runner{len(list(tmp_path.iterdir()))}"
        temporary.mkdir()
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        runner = Runner(workspace, temporary, event=event)
        return runner.run(given, python=sys.executable, broken=broken)

    return run


def report(made: Outcome) -> dict[str, Any]:
    """The report of a run, held against its schema."""
    found = json.loads(Path(made.outputs["report-json"]).read_text("utf-8"))
    REPORT.validate(found)
    return found


def test_a_sound_project_passes_and_everything_is_told(act: Act) -> None:
    made = act("notebooklm")
    assert made.is_success, made.log
    index = made.uploaded["rtfm-index"]
    artifact = Artifact(index)
    assert made.outputs == {
        "exit-code": "0",
        "errors": "0",
        "warnings": "0",
        "index-path": made.outputs["index-path"],
        "index-digest": hashlib.sha256((index / "manifest.json").read_bytes()).hexdigest(),
        "report-json": made.outputs["report-json"],
        "sarif-file": made.outputs["sarif-file"],
        "chunks": str(len(artifact.chunks)),
        "edges": str(len(artifact.edges)),
        "chunks-added": "",
        "chunks-removed": "",
        "recall": "",
    }
    assert artifact.chunks
    assert report(made)["summary"]["mappings"] == 1
    beside = {path.name for path in made.uploaded["rtfm-index-report"].iterdir()}
    assert beside == {"report.html", "report.json", "report.sarif"}
    assert made.summary.startswith("## rtfm-check\n")
    assert "### Index\n" in made.summary
    assert "### Coverage of mappings\n" in made.summary
    assert made.used["Set up Python"]["python-version"] == "3.12"
    assert "Upload the findings to code scanning" not in made.ran
    assert made.ran[-1] == "Decide"


def test_a_broken_project_fails_last_and_all_is_uploaded_before(act: Act) -> None:
    made = act("notebooklm-broken")
    assert made.failed == ["Decide"]
    assert made.ran[-1] == "Decide"
    assert made.outputs["exit-code"] == "1"
    assert int(made.outputs["errors"]) == report(made)["summary"]["errors"] > 0
    assert set(made.uploaded) == {"rtfm-index", "rtfm-index-report"}
    shown = [each for each in made.commands if each.name == "error"]
    assert {each.properties["title"].split(" ")[0] for each in shown} >= {"path-never-resolves"}
    for each in shown:
        line = int(each.properties["line"])
        path = ROOT / "tests" / "examples" / "notebooklm-broken" / each.properties["file"]
        assert line <= len(path.read_text("utf-8").splitlines())
    assert "path-never-resolves" in made.summary
    assert "error[path-never-resolves]" in made.log


@pytest.mark.parametrize("broken", SCRIPTED)
def test_a_step_that_fails_takes_no_other_with_it(act: Act, broken: str) -> None:
    made = act("notebooklm", broken=broken)
    assert made.failed == [broken]
    assert set(made.uploaded) == {"rtfm-index", "rtfm-index-report"}
    assert made.ran[-1] == "Decide"
    assert made.outputs["exit-code"] == "0"


@pytest.mark.parametrize("broken", ["Set up Python", "Prepare", "Keep downloads", "Install", "Run"])
def test_where_nothing_is_run_the_job_fails_and_nothing_is_uploaded(act: Act, broken: str) -> None:
    made = act("notebooklm", broken=broken)
    assert made.failed == [broken, "Decide"]
    assert made.uploaded == {}
    assert made.outputs["index-path"] == ""


def test_what_is_not_wanted_is_not_done(act: Act) -> None:
    made = act(
        "notebooklm-broken",
        upload_artifact="false",
        annotations="false",
        summary="false",
        cache="false",
    )
    assert made.failed == ["Decide"]
    assert (made.uploaded, made.summary, made.commands) == ({}, "", [])
    assert "Keep downloads" not in made.ran
    assert made.outputs["index-digest"]


@pytest.mark.parametrize(
    "name", ["upload-artifact", "upload-sarif", "annotations", "summary", "cache"]
)
def test_a_flag_is_true_or_false(act: Act, name: str) -> None:
    made = act("notebooklm", **{name.replace("-", "_"): "yes"})
    assert made.outputs["exit-code"] == "2"
    assert made.failed == ["Decide"]
    (told,) = made.commands
    assert (told.name, told.text) == ("error", f"the input {name} has to be true or false")


def test_findings_go_to_code_scanning_where_asked_and_never_from_forks(act: Act) -> None:
    made = act("notebooklm-broken", upload_sarif="true", artifact_name="docs")
    given = made.used["Upload the findings to code scanning"]
    assert given["category"] == "rtfm-check/docs"
    found = json.loads(Path(given["sarif_file"]).read_text("utf-8"))
    assert len(found["runs"][0]["results"]) == len(report(made)["findings"])
    fork = {"github.event.pull_request.head.repo.fork": True}
    made = act("notebooklm-broken", upload_sarif="true", event=fork)
    assert "Upload the findings to code scanning" not in made.ran
    assert set(made.uploaded) == {"rtfm-index", "rtfm-index-report"}


def test_the_inputs_are_handed_on(act: Act, workspace: Path) -> None:
    (workspace / "strict.yaml").write_text('severity: {path-never-resolves: "off"}\n')
    made = act(
        "notebooklm-broken",
        config="strict.yaml",
        fail_on="never",
        args="--exclude 'a b/*' \\\n --ignore broken-link",
        paths="\n  .  \n\n",
        artifact_name="other",
        retention_days="0",
    )
    assert made.is_success, made.log
    rules = {each["rule"] for each in report(made)["findings"]}
    assert rules
    assert not rules & {"path-never-resolves", "broken-link"}
    assert set(made.uploaded) == {"other", "other-report"}
    assert made.used["Upload the index"]["retention-days"] == "0"


@pytest.mark.parametrize(
    ("command", "paths", "has_index"),
    [
        ("check", ".rtfm/mappings\n.rtfm/mappings/nblm-answer.yaml", False),
        ("docs", "README.md\nanswers", False),
        ("index", ".", True),
        ("merge", "../one\n../two", True),
    ],
)
def test_other_commands(
    act: Act, workspace: Path, command: str, paths: str, has_index: bool
) -> None:
    shutil.copytree(ROOT / "tests" / "examples" / "notebooklm", workspace, dirs_exist_ok=True)
    for number, name in enumerate(("one", "two"), 1):
        shard = ["index", "--shard", f"{number}/2", "-o", f"../{name}", "--exit-zero"]
        program = [sys.executable, "-m", "rtfm_check", *shard]
        subprocess.run(program, cwd=workspace, check=True, capture_output=True)
    made = act(command=command, paths=paths)
    assert made.is_success, made.log
    assert ("rtfm-index" in made.uploaded) is has_index
    assert bool(made.outputs["chunks"]) is has_index
    assert report(made)["summary"]["errors"] == 0


def test_the_index_is_tried_and_compared(act: Act, workspace: Path) -> None:
    (workspace / "pumps.md").write_text("# Pumps\n\nThe east pump is primed through the plug.\n")
    first = act(paths="pumps.md")
    shutil.copytree(first.uploaded["rtfm-index"], workspace.parent / "base")
    (workspace / "pumps.md").write_text("# Pumps\n\nThe west pump has a motor.\n")
    (workspace / "q.yaml").write_text(
        "min-recall: 0.5\nqueries: [{query: motor, expect: [x, pumps.md]}]\n"
    )
    made = act(paths="pumps.md", diff_base="../base", golden="q.yaml")
    assert made.is_success, made.log
    assert made.outputs["chunks-added"] == made.outputs["chunks-removed"] == "1"
    assert made.outputs["recall"] == "0.5"
    assert "### Changes to the index\n" in made.summary
    assert "### Retrieval tests\n" in made.summary
    (told,) = [each for each in made.commands if each.name == "warning"]
    assert told.properties["file"] == "q.yaml"


def test_where_there_is_no_older_index_the_run_says_so_and_goes_on(act: Act) -> None:
    made = act("notebooklm", diff_base="no\n::error::such%")
    assert made.is_success, made.log
    (told,) = [each for each in made.commands if each.name in ("warning", "error")]
    assert told.text == "there is no index at no\n::error::such%: nothing is compared"
    assert made.outputs["chunks-added"] == ""


def test_what_means_nothing_is_told_before_the_run(act: Act) -> None:
    for inputs, text in (
        ({"command": "query"}, "has to be one of ci, check, docs, index, merge"),
        ({"args": "--ignore 'x"}, "cannot be split into arguments"),
        ({"command": "docs", "golden": "q.yaml"}, "are for the commands ci and merge"),
        ({"extras": "pdf,pfd"}, "takes all, audio, dask, fast, lsp, parquet, pdf, rtf, rtfm, xlsx"),
        ({"extras": "../core"}, "takes all, audio,"),
    ):
        made = act("notebooklm", **inputs)
        assert (made.outputs["exit-code"], made.failed[-1]) == ("2", "Decide"), made.log
        assert text in made.commands[0].text
        assert made.uploaded == {}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(
    "value",
    [
        "$(touch hacked) `touch hacked`; touch hacked\n-x'\"$HOME\n*",
        "exit-code=0\n::add-mask::b%0A::error::c\n##[error]d",
        "--output=hacked ${{ github.token }}",
    ],
    ids=["shell", "commands", "options"],
)
def test_hostile_inputs_are_data(
    act: Act, workspace: Path, tmp_path: Path, name: str, value: str
) -> None:
    (workspace / "a.md").write_text("# A\n\nText of it.\n")
    made = act(**{name.replace("-", "_"): value})
    assert not list(tmp_path.rglob("hacked"))
    assert made.outputs["exit-code"] in ("0", "1", "2", "4")
    assert made.is_success is (made.outputs["exit-code"] == "0")
    assert {each.name for each in made.commands} <= {"error", "warning", "notice"}
    assert "github.token" not in made.summary


def test_hostile_names_and_texts_are_data(act: Act, workspace: Path, tmp_path: Path) -> None:
    names = (
        "$(touch hacked).txt",
        "a\n::error::b.txt",
        "-o.txt",
        "`id`.txt",
        "##[error]x.txt",
        "%0A::set-output name=x::y,z:.txt",
        "\x1b]0;x\x07\u202e.txt",
        "::stop-commands::x",
    )
    for name in names:
        (workspace / name).write_bytes(b"caf\xe9\n")
    (workspace / "page.md").write_text(
        "# ::error::x\n\n[##[error]a](::add-mask::b) [x](<a\\\n::error::b>) [e](%0A::error::d)\n"
    )
    made = act(fail_on="never")
    assert made.is_success, made.log
    assert not list(tmp_path.rglob("hacked"))
    assert {each.name for each in made.commands} == {"warning", "error"}
    for each in made.commands:
        assert each.properties["title"].endswith(")"), each
        assert each.properties.keys() <= {"file", "line", "endLine", "col", "endColumn", "title"}
    assert "\x1b" not in made.log
    assert "\u202e" not in made.log


def test_what_the_tree_says_is_printed_where_no_command_is_obeyed(act: Act) -> None:
    made = act("notebooklm-broken")
    head, _, rest = made.log.partition("::stop-commands::")
    token = rest[:32]
    inside = rest[32:].partition(f"::{token}::")[0]
    assert "error[path-never-resolves]" in inside
    assert head.strip() == ""
    assert "::" + token not in act("notebooklm-broken").log


def test_annotations_stop_at_what_github_shows(act: Act, workspace: Path) -> None:
    links = "\n".join(f"[{n}](none{n}.md)" for n in range(40))
    (workspace / "a.md").write_text(f"# A\n\n{links}\n")
    made = act()
    assert sum(each.name == "error" for each in made.commands) == 10
    assert made.commands[-1].text == "30 more findings than GitHub shows; see the log or the report"
    assert made.log.count("error[broken-link]") == 40


def test_the_summary_has_room_on_github(act: Act, workspace: Path) -> None:
    for page in range(30):
        links = "\n".join(f"[{n}]({'long' * 40}{n}.md)" for n in range(190))
        (workspace / f"{page}.md").write_text(f"# Page {page}\n\n{links}\n")
    made = act(annotations="false")
    assert made.outputs["errors"] == "5700"
    assert "more findings did not fit here." in made.summary
    assert "### Index\n" in made.summary


def test_an_empty_tree_has_its_own_status(act: Act) -> None:
    made = act()
    assert made.failed == ["Decide"]
    assert made.outputs["exit-code"] == "4"
    assert made.uploaded == {}


def test_what_the_action_runs_imports_nothing_of_the_tree(act: Act, workspace: Path) -> None:
    for name in ("yaml", "json", "pip", "venv", "sitecustomize", "rtfm_check", "encodings"):
        (workspace / f"{name}.py").write_text("raise SystemExit('executed from the tree')\n")
    (workspace / "setup.cfg").write_text("[install]\nprefix = /\n")
    made = act("notebooklm")
    assert made.is_success, made.log
    assert "executed from the tree" not in made.log


def table(action: dict[str, Any]) -> str:
    """Inputs and outputs as Markdown."""
    lines = ["| input | default | |", "|---|---|---|"]
    for name, each in action["inputs"].items():
        default = f"`{each['default']}`" if each["default"] else ""
        lines.append(f"| `{name}` | {default} | {each['description']} |")
    lines += ["", "| output | |", "|---|---|"]
    lines += [f"| `{name}` | {each['description']} |" for name, each in action["outputs"].items()]
    return "".join(f"{line}\n" for line in lines)


def test_the_inputs_and_outputs_are_documented(request: pytest.FixtureRequest) -> None:
    begin, end = "<!-- action: begin -->\n", "<!-- action: end -->\n"
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    (page,) = (path for path in pages if begin in path.read_text("utf-8"))
    text = page.read_text("utf-8")
    head, _, rest = text.partition(begin)
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    wanted = f"{head}{begin}{table(action)}{end}{rest.partition(end)[2]}"
    if request.config.getoption("--update"):
        page.write_text(wanted, "utf-8")
        text = wanted
    assert text == wanted, "run `pytest tests/test_action.py --update`"


def test_the_inputs_and_outputs_have_the_names_that_workflows_are_written_against() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    assert set(action["inputs"]) == {
        *("command", "paths", "args", "config", "fail-on", "extras", "upload-artifact"),
        *("artifact-name", "retention-days", "upload-sarif", "annotations", "summary"),
        *("diff-base", "golden", "python-version", "cache"),
    }
    assert set(action["outputs"]) == {
        *("exit-code", "errors", "warnings", "index-path", "index-digest", "report-json"),
        *("sarif-file", "chunks", "edges", "chunks-added", "chunks-removed", "recall"),
    }
    assert action["inputs"]["command"]["default"] == "ci"
    assert action["inputs"]["artifact-name"]["default"] == "rtfm-index"


def audited(path: Path, schema: str) -> None:
    """Zizmor finds nothing in a file, and the published schema nothing either."""
    audit = [BIN / "zizmor", "--offline", "--persona", "auditor", "--no-progress", path]
    made = subprocess.run(audit, capture_output=True, text=True, check=False)
    assert (made.returncode, "No findings to report" in made.stdout) == (0, True), made
    program = [BIN / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", path]
    checked = subprocess.run(program, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_workflow_of_the_documentation_is_sound(tmp_path: Path) -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    texts = [path.read_text("utf-8") for path in pages]
    (text,) = (text for text in texts if "<!-- action-example -->\n" in text)
    block = text.partition("<!-- action-example -->\n```yaml\n")[2].partition("```\n")[0]
    path = tmp_path / ".github" / "workflows" / "rtfm.yml"
    path.parent.mkdir(parents=True)
    path.write_text(block.replace("OWNER/rtfm-check@COMMIT", f"OWNER/rtfm-check@{'0' * 40}"))
    audited(path, "github-workflows")


@pytest.mark.parametrize("path", [ROOT / "action.yml", *WORKFLOWS], ids=lambda path: path.name)
def test_the_files_for_github_are_sound(path: Path) -> None:
    audited(path, "github-actions" if path.name == "action.yml" else "github-workflows")


def test_updates_of_actions_wait_for_a_week() -> None:
    path = ROOT / ".github" / "dependabot.yml"
    audited(path, "dependabot")
    (update,) = yaml.safe_load(path.read_text("utf-8"))["updates"]
    assert update["cooldown"]["default-days"] == 7


def test_every_action_is_pinned_and_no_step_has_an_expression_in_its_script() -> None:
    assert WORKFLOWS
    for path in (ROOT / "action.yml", *WORKFLOWS):
        text = path.read_text("utf-8")
        for used, comment in re.findall(r"uses: (\S+)(.*)", text):
            if used != "./":
                assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", used), used
                assert re.fullmatch(r" +# v\d+\.\d+\.\d+", comment), used
        assert "pull_request_target" not in text
        assert "secrets." not in text
        loaded = yaml.safe_load(text)
        jobs = loaded.get("jobs", {"": loaded.get("runs")})
        for step in (step for job in jobs.values() for step in job["steps"]):
            assert "${{" not in step.get("run", ""), step


def locked() -> Any:
    """The module that writes the requirements."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("lock", ROOT / ".github" / "action" / "lock.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_requirements_of_the_action_are_in_step_with_the_project() -> None:
    lock = locked()
    project = lock._project()
    texts = {path.stem: path.read_text("utf-8") for path in lock.FOLDER.glob("*.txt")}
    assert set(texts) == {"core", "build", *lock.extras_of_users()}
    pins: dict[str, Requirement] = {}
    of: dict[str, set[str]] = {}
    for name, text in texts.items():
        assert text.startswith(lock.header(name)), "run .github/action/lock.py"
        of[name] = set()
        for block in lock._blocks(text):
            pin = Requirement(re.sub(r"\s*\\\s*--hash=\S+", "", block).strip())
            assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", block)) >= 2, pin
            assert str(pins.setdefault(pin.name, pin).specifier) == str(pin.specifier)
            of[name].add(pin.name)
    asked = {"core": project["dependencies"], "build": lock.build_requirements()}
    asked |= {name: project["optional-dependencies"][name] for name in lock.extras_of_users()}
    for name, requirements in asked.items():
        for requirement in map(Requirement, requirements):
            if requirement.name == "rtfm-check":
                assert of[name] >= set().union(*(of[extra] for extra in requirement.extras))
                continue
            wanted = canonicalize_name(requirement.name)
            assert wanted in of[name] | of["core"]
            (version,) = pins[wanted].specifier
            assert requirement.specifier.contains(version.version)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_action_installs_itself(tmp_path: Path, workspace: Path) -> None:
    """From the network: what is installed is whole, and is what was locked."""
    shutil.copytree(ROOT / "tests" / "examples" / "notebooklm", workspace, dirs_exist_ok=True)
    for name in ("pip", "venv", "hatchling"):
        (workspace / f"{name}.py").write_text("raise SystemExit('executed from the tree')\n")
    made = Runner(workspace, tmp_path).run({"extras": "pdf, audio\nxlsx,fast"})
    assert made.is_success, made.log
    assert set(made.uploaded) == {"rtfm-index", "rtfm-index-report"}
    (folder,) = (
        path for path in tmp_path.glob("rtfm-check-*") if path.name != "rtfm-check-downloads"
    )
    (python,) = folder.glob("environment/*/python")
    pip = [python, "-I", "-m", "pip"]
    subprocess.run([*pip, "check"], check=True)
    frozen = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True).stdout
    needed = (folder / "requirements.txt").read_text("utf-8")
    wanted = {line.split(" ")[0] for line in needed.splitlines() if "==" in line}
    ours = {
        line.lower().replace("_", "-")
        for line in frozen.splitlines()
        if not line.startswith("rtfm-check")
    }
    assert ours <= wanted
    assert any(line.startswith("pypdf==") for line in ours)


def test_the_first_minute_of_readme_as_the_action(
    act: Act, workspace: Path, tmp_path: Path
) -> None:
    steps = yaml.safe_load(readme.block("step-example"))
    (step,) = (each for each in steps if "rtfm-check" in each["uses"])
    home = tmp_path / "home"
    assert readme.run(readme.block("tour: project"), workspace, home).returncode == 0
    shutil.copytree(workspace / "pumps", workspace, dirs_exist_ok=True)
    shutil.rmtree(workspace / "pumps")
    made = act(**step["with"])
    assert made.failed == ["Decide"]
    titles = {each.properties["title"].split(" ")[0] for each in made.commands}
    assert titles == {"path-never-resolves", "broken-link", "indexes-to-nothing"}
    mended = readme.run(readme.block("tour: mend"), workspace, home)
    assert mended.returncode == 0, mended.stdout + mended.stderr
    shutil.rmtree(workspace / "rtfm-index")
    assert act(**step["with"]).is_success
