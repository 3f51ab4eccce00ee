"""The hook in the real pre-commit, on real git repositories.

The hook's repository is a clone of this one with the working tree's files, so that what is tested
is what is about to be committed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.artifacts import Artifact, contents
from tests.parsers.pdf_files import lines, pdf
from tests.readme import blocks as readme

ROOT = Path(__file__).parent.parent
VALID = (
    'name: m{i}\nmatch: {{discriminator: {{type: t{i}}}}}\nchunks: [{{content: "{{{{ t }}}}"}}]\n'
)

pytestmark = pytest.mark.timeout(600)


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def pre_commit(folder: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PRE_COMMIT_HOME": str(home), "XDG_CACHE_HOME": str(home / "x")}
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):  # set when a hook runs the tests
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def hook_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project as a repository that pre-commit can install from."""
    folder = tmp_path_factory.mktemp("hook") / "rtfm-check"
    folder.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("rtfm_check", "schemas"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps its environments; one for all tests, which is slow enough."""
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture
def repository(tmp_path: Path, hook_repository: Path) -> Path:
    """An empty repository of a user, with the hook configured."""
    folder = tmp_path / "user"
    folder.mkdir()
    git(folder, "init", "--quiet")
    use(folder, hook_repository, "rtfm-check")
    return folder


def use(repository: Path, hook_repository: Path, *hooks: str, more: str = "") -> None:
    """Configure hooks of a user's repository, and commit that."""
    revision = git(hook_repository, "rev-parse", "HEAD").strip()
    repository.joinpath(".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {hook_repository}\n    rev: {revision}\n    hooks:\n"
        + "".join(f"      - id: {hook}\n        verbose: true\n{more}" for hook in hooks)
    )
    commit(repository)


def write(repository: Path, name: str, text: str | bytes) -> None:
    path = repository / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    git(repository, "add", name)


def commit(repository: Path) -> None:
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--no-verify", "--message", "all of it")


def test_try_repo_on_300_mappings_gives_one_report(
    repository: Path, hook_repository: Path, home: Path
) -> None:
    for number in range(300):
        write(repository, f".rtfm/mappings/m{number:03}.yaml", VALID.format(i=number))
    write(repository, ".rtfm/mappings/m150.yaml", VALID.format(i=149))
    result = pre_commit(
        repository, home, "try-repo", str(hook_repository), "rtfm-check", "--all-files", "--verbose"
    )
    assert result.returncode == 1, result.stdout + result.stderr
    assert result.stdout.count("error[duplicate-mapping-name]") == 1
    assert result.stdout.count("300 mappings, 0 fixtures:") == 1
    assert git(repository, "status", "--porcelain", "--untracked-files").count("??") == 0


def test_cross_file_rules_hold_when_only_one_file_is_staged(repository: Path, home: Path) -> None:
    write(repository, ".rtfm/mappings/a.yaml", VALID.format(i=1))
    git(repository, "commit", "--quiet", "--message", "a")
    write(repository, ".rtfm/mappings/b.yaml", VALID.format(i=1))
    result = pre_commit(repository, home, "run")
    assert result.returncode == 1
    assert ".rtfm/mappings/b.yaml:1:7" in result.stdout
    assert "the name `m1` is taken by .rtfm/mappings/a.yaml" in result.stdout


def test_a_suffix_in_capitals_is_selected(repository: Path, home: Path) -> None:
    write(repository, ".rtfm/mappings/A.YAML", "name: [")
    result = pre_commit(repository, home, "run")
    assert result.returncode == 1
    assert ".rtfm/mappings/A.YAML:1:" in result.stdout


def test_a_changed_fixture_runs_the_hook(repository: Path, home: Path) -> None:
    write(repository, ".rtfm/mappings/a.yaml", VALID.format(i=1))
    write(repository, ".rtfm/fixtures/doc.json", '{"type": "t1", "t": "text"}')
    git(repository, "commit", "--quiet", "--message", "sound")
    write(repository, ".rtfm/fixtures/doc.json", '{"type": "t1", "text": "renamed"}')
    result = pre_commit(repository, home, "run")
    assert result.returncode == 1
    assert "error[path-never-resolves]" in result.stdout


def test_a_sound_repository_passes_twice_and_the_tree_is_unchanged(
    repository: Path, home: Path
) -> None:
    write(repository, ".rtfm/mappings/a.yaml", VALID.format(i=1))
    for _ in range(2):
        result = pre_commit(repository, home, "run", "--all-files")
        assert result.returncode == 0, result.stdout
        assert "Passed" in result.stdout
    assert git(repository, "status", "--porcelain") == "A  .rtfm/mappings/a.yaml\n"
    assert list(home.joinpath("x", "rtfm-check").glob("*.json"))  # the second run's verdict


def test_a_repository_without_mappings_has_nothing_to_run(repository: Path, home: Path) -> None:
    write(repository, "README.md", "# r\n")
    result = pre_commit(repository, home, "run", "--all-files")
    assert result.returncode == 0
    assert "no files to check" in result.stdout


def test_names_with_blanks_and_signs_reach_the_hook(repository: Path, home: Path) -> None:
    for name in ("a b.yaml", "-v.yaml", "$(id).yaml", "ü:,%0A.yaml"):
        write(repository, f".rtfm/mappings/{name}", "name: [")
    result = pre_commit(repository, home, "run")
    assert result.returncode == 1
    for name in ("a b.yaml", "-v.yaml", "$(id).yaml", "ü:,%0A.yaml"):
        assert f".rtfm/mappings/{name}:1:" in result.stdout


def test_a_commit_that_only_deletes_files_runs_no_hook_that_takes_names(
    repository: Path, home: Path
) -> None:
    write(repository, ".rtfm/mappings/a.yaml", VALID.format(i=1))
    write(repository, ".rtfm/fixtures/doc.json", '{"type": "t1", "t": "text"}')
    commit(repository)
    git(repository, "rm", "--quiet", ".rtfm/mappings/a.yaml")
    result = pre_commit(repository, home, "run")
    assert (result.returncode, "no files to check" in result.stdout) == (0, True)


def test_a_mapping_that_was_renamed_is_checked_under_its_new_name(
    repository: Path, home: Path
) -> None:
    write(repository, ".rtfm/mappings/b.yaml", VALID.format(i=1))
    write(repository, ".rtfm/mappings/c.yaml", VALID.format(i=2))
    commit(repository)
    (repository / ".rtfm/mappings/c.yaml").write_text(VALID.format(i=1))
    git(repository, "mv", ".rtfm/mappings/c.yaml", ".rtfm/mappings/a.yaml")
    git(repository, "add", "--all")
    result = pre_commit(repository, home, "run")
    assert result.returncode == 1
    assert "the name `m1` is taken by .rtfm/mappings/a.yaml" in result.stdout
    assert ".rtfm/mappings/b.yaml:1:7" in result.stdout


def test_a_mapping_counts_as_it_is_staged(repository: Path, home: Path) -> None:
    write(repository, ".rtfm/mappings/a.yaml", VALID.format(i=1))
    (repository / ".rtfm/mappings/a.yaml").write_text("name: [")
    assert pre_commit(repository, home, "run").returncode == 0
    assert (repository / ".rtfm/mappings/a.yaml").read_text() == "name: ["
    git(repository, "add", "--all")
    (repository / ".rtfm/mappings/a.yaml").write_text(VALID.format(i=1))
    result = pre_commit(repository, home, "run")
    assert result.returncode == 1
    assert ".rtfm/mappings/a.yaml:1:7" in result.stdout
    assert (repository / ".rtfm/mappings/a.yaml").read_text() == VALID.format(i=1)


def test_windows_line_ends(repository: Path, home: Path, hook_repository: Path) -> None:
    use(repository, hook_repository, "rtfm-check", "rtfm-check-docs")
    sound = "name: a\nmatch:\n  discriminator: {type: t1}\nchunks:\n  - content: '{{ t }}'\n"
    write(repository, ".rtfm/mappings/a.yaml", sound.replace("\n", "\r\n"))
    write(repository, ".rtfm/fixtures/doc.json", b'{"type": "t1",\r\n "t": "text"}\r\n')
    write(repository, "page.md", b"# Page\r\n\r\nText of it. [a](#page)\r\n")
    result = pre_commit(repository, home, "run")
    assert result.returncode == 0, result.stdout
    broken = sound.replace("{{ t }}", "{{ text }}").replace("\n", "\r\n")
    write(repository, ".rtfm/mappings/a.yaml", broken)
    write(repository, "page.md", b"# Page\r\n\r\nText of it.\r\n\r\n[a](none.md)\r\n")
    result = pre_commit(repository, home, "run")
    assert result.returncode == 1
    assert "--> .rtfm/mappings/a.yaml:5:18 " in result.stdout
    assert "--> page.md:5:5\n" in result.stdout
    assert "\r" not in result.stdout
    assert git(repository, "diff", "--name-only") == ""


def test_a_repository_without_rtfm(repository: Path, home: Path, hook_repository: Path) -> None:
    use(repository, hook_repository, "rtfm-check", "rtfm-check-docs", "rtfm-check-index")
    write(repository, "README.md", "# R\n\nText of it.\n")
    for stage in ("pre-commit", "pre-push"):
        result = pre_commit(repository, home, "run", "--all-files", "--hook-stage", stage)
        assert result.returncode == 0, result.stdout
        assert "no files to check" in result.stdout
    assert "rtfm-index: 2 chunks, 0 edges" in result.stdout
    assert not (repository / ".rtfm").exists()


@pytest.fixture
def documents(repository: Path, hook_repository: Path) -> Path:
    """The repository with the hook for documents, and two pages of which one links to the other."""
    write(repository, "docs/guide.md", "# Guide\n\nText of the guide, which is long enough.\n")
    write(repository, "docs/page.md", "# Page\n\nSee [the guide](guide.md) for more about it.\n")
    use(repository, hook_repository, "rtfm-check-docs")
    return repository


def test_the_hook_for_documents_sees_what_a_commit_breaks(documents: Path, home: Path) -> None:
    assert pre_commit(documents, home, "run").returncode == 0  # nothing is staged
    write(documents, "docs/page.md", "# Page\n\nSee [the guide](guide.md) and [x](none.md).\n")
    result = pre_commit(documents, home, "run")
    assert result.returncode == 1, result.stdout
    assert result.stdout.count("error[broken-link]") == 1
    assert "docs/page.md:3:" in result.stdout


def test_a_commit_that_only_deletes_a_page_is_linted(documents: Path, home: Path) -> None:
    git(documents, "rm", "--quiet", "docs/guide.md")
    result = pre_commit(documents, home, "run")
    assert result.returncode == 1, result.stdout
    assert "docs/page.md:3:17" in result.stdout


def test_a_page_that_was_renamed_breaks_its_links_and_says_where_it_is(
    documents: Path, home: Path
) -> None:
    git(documents, "mv", "docs/guide.md", "docs/handbook.md")
    result = pre_commit(documents, home, "run")
    assert result.returncode == 1, result.stdout
    assert "there is no file `guide.md`" in result.stdout


def test_what_is_not_staged_is_not_meant(documents: Path, home: Path) -> None:
    (documents / "docs/untracked.md").write_text("# New\n\n[x](none.md)\n")
    (documents / "docs/page.md").write_text("# Page\n\n[x](none.md)\n")
    assert pre_commit(documents, home, "run").returncode == 0
    assert git(documents, "status", "--porcelain").splitlines() == [
        " M docs/page.md",
        "?? docs/untracked.md",
    ]


def test_a_commit_is_refused_by_the_hooks_that_are_installed(documents: Path, home: Path) -> None:
    result = pre_commit(documents, home, "install", "--hook-type", "pre-commit")
    assert result.returncode == 0, result.stderr
    environment = {**os.environ, "PRE_COMMIT_HOME": str(home), "XDG_CACHE_HOME": str(home / "x")}
    git(documents, "rm", "--quiet", "docs/guide.md")
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-m", "gone"]
    refused = subprocess.run(
        command, cwd=documents, env=environment, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert "there is no file `guide.md`" in refused.stderr
    assert git(documents, "log", "--format=%s", "-1") == "all of it\n"
    write(documents, "docs/page.md", "# Page\n\nThere is no guide any more.\n")
    done = subprocess.run(command, cwd=documents, env=environment, check=False)
    assert done.returncode == 0
    assert git(documents, "log", "--format=%s", "-1") == "gone\n"


def test_what_is_pushed_is_what_the_hook_is_asked_about(documents: Path, home: Path) -> None:
    write(documents, "docs/old.md", "# Old\n\n[x](was-there.md)\n")
    commit(documents)
    write(documents, "docs/page.md", "# Page\n\nText of it. [x](none.md)\n")
    commit(documents)
    range_ = ("--from-ref", "HEAD~1", "--to-ref", "HEAD", "--hook-stage", "pre-push")
    result = pre_commit(documents, home, "run", *range_)
    assert result.returncode == 1, result.stdout
    assert result.stdout.count("error[broken-link]") == 1
    assert "docs/page.md:3:17" in result.stdout


def test_all_files_are_linted_where_nothing_differs_from_the_last_commit(
    documents: Path, home: Path
) -> None:
    write(documents, "docs/page.md", "# Page\n\nText of it. [x](none.md)\n")
    commit(documents)
    result = pre_commit(documents, home, "run", "--all-files")
    assert result.returncode == 1, result.stdout
    assert "docs/page.md:3:17" in result.stdout


def test_the_hook_for_the_index(documents: Path, home: Path, hook_repository: Path) -> None:
    use(documents, hook_repository, "rtfm-check-index")
    made = []
    for _ in range(2):
        result = pre_commit(documents, home, "run", "--hook-stage", "pre-push")
        assert result.returncode == 0, result.stdout + result.stderr
        assert "3 documents: " in result.stdout
        made.append(contents(documents / "rtfm-index"))
    assert made[0] == made[1]
    assert git(documents, "status", "--porcelain") == "?? rtfm-index/\n"
    assert "rtfm-check" not in pre_commit(documents, home, "run").stdout  # not for each commit
    git(documents, "mv", "docs/guide.md", "docs/handbook.md")
    write(documents, "docs/bad.txt", b"caf\xe9\n")
    (documents / "docs/page.md").write_text("not staged, and so not pushed\n")
    result = pre_commit(documents, home, "run", "--hook-stage", "manual")
    assert "4 documents: " in result.stdout
    assert "docs/bad.txt:1:4" in result.stdout
    paths = {each["path"] for each in Artifact(documents / "rtfm-index").documents}
    assert paths == {".pre-commit-config.yaml", "docs/bad.txt", "docs/handbook.md", "docs/page.md"}
    assert (documents / "docs/page.md").read_text() == "not staged, and so not pushed\n"


def test_additional_dependencies_bring_the_libraries_of_a_format(
    documents: Path, home: Path, hook_repository: Path
) -> None:
    text = "The pump is primed through the plug."
    documents.joinpath("a.pdf").write_bytes(pdf([lines(text)]))
    use(documents, hook_repository, "rtfm-check-index")
    result = pre_commit(documents, home, "run", "--hook-stage", "manual")
    write(documents, ".gitignore", "rtfm-index/\n")
    advice = 'additional_dependencies: ["rtfm-check[pdf]"]'
    assert f"`{advice}`" in result.stdout
    assert re.search(r"pdf +1 document, 0 chunks", result.stdout)
    use(documents, hook_repository, "rtfm-check-index", more=f"        {advice}\n")
    result = pre_commit(documents, home, "run", "--hook-stage", "manual")
    assert result.returncode == 0, result.stdout
    assert re.search(r"pdf +1 document, 1 chunk\n", result.stdout)


def test_the_first_minute_of_readme_as_hooks(
    tmp_path: Path, hook_repository: Path, home: Path
) -> None:
    assert readme.run(readme.block("tour: project"), tmp_path, tmp_path / "home").returncode == 0
    pumps = tmp_path / "pumps"
    config = readme.block("hook-example")
    revision = git(hook_repository, "rev-parse", "HEAD").strip()
    config = re.sub(r"repo: \.\.\.", f"repo: {hook_repository}", config)
    config = re.sub(r"rev: v\S+", f"rev: {revision}", config)
    write(pumps, ".pre-commit-config.yaml", config)
    result = pre_commit(pumps, home, "run")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "did you mean `text`?" in result.stdout
    assert "did you mean `../log/2026-03.json`?" in result.stdout
    mended = readme.run(readme.block("tour: mend"), pumps, tmp_path / "home")
    assert mended.returncode == 0, mended.stdout + mended.stderr
    git(pumps, "add", ".rtfm", "docs")
    result = pre_commit(pumps, home, "run")
    assert result.returncode == 0, result.stdout + result.stderr
