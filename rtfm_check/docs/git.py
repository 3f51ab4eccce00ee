"""What git knows of a tree: tracked files, files that were moved, files that changed.

Nothing that a repository's configuration names is run: no hook, no monitor, no filter, no checker
of signatures. Nothing is fetched, also where the repository is a partial clone.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

from rtfm_check.exits import UsageError
from rtfm_check.parsers._program import find

_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "diff.external=")
_ALWAYS_SO = ("-c", "diff.renameLimit=1000", "-c", "log.diffMerges=off")  # whatever is configured
_NO_FILTER = (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false"))
_SECONDS = 60
_COMMITS = "2000"  # of the history that are looked through for files that were moved


def tracked(root: str) -> set[str] | None:
    """The files that git tracks below a folder, relative to it; None where there is no git."""
    out = _git(root, "ls-files", "-z")
    return None if out is None else {_text(each) for each in out.split(b"\0") if each}


def moved(root: str) -> dict[str, str]:
    """Where files were moved to, by their old path; both relative to the folder."""
    out = _git(
        root,
        *_ALWAYS_SO,
        *("log", "-n", _COMMITS, "--diff-filter=R", "-M", "--name-status", "-z"),
        *("--format=", "--relative", "--no-ext-diff", "--no-textconv", "--no-show-signature"),
    )
    found: dict[str, str] = {}
    words = iter([each.lstrip(b"\n") for each in (out or b"").split(b"\0") if each.strip()])
    for status, old, new in zip(words, words, words, strict=False):
        if not status.startswith(b"R"):
            break
        found.setdefault(_text(old), _text(new))  # the newest move comes first
    return found


def history(root: str) -> str:
    """What `moved` depends on: the commit, and where the history was cut off when it was cloned."""
    out = _git(root, "rev-parse", "HEAD", "--git-path", "shallow")
    if out is None:
        return ""  # nothing was committed, or there is no git
    commit, _, shallow = _text(out.strip()).partition("\n")
    try:
        status = os.stat(os.path.join(root, shallow))
    except OSError:
        return commit  # nothing was cut off
    return f"{commit} {status.st_size} {status.st_mtime_ns} {status.st_ino}"


def changed(root: str, base: str | None) -> set[str]:
    """Files that differ from a commit, also those that are gone; by default from the last one.

    Files that git does not track count as new, but not in a hook, which is about a commit.
    Raises UsageError where git cannot say.
    """
    against = base or "HEAD"
    if against.startswith("-"):
        raise UsageError(f"{against} is no commit")
    names = _git(
        root,
        *("diff", "--name-only", "--no-renames", "-z", "--relative", "--no-ext-diff"),
        *("--no-textconv", "--ignore-submodules", against, "--"),
        settings=_no_filters(root),
    )
    if names is None and base is None and _git(root, "rev-parse", "--git-dir") is not None:
        names = _git(root, "ls-files", "-z")  # nothing was committed yet
    others: bytes | None = b""
    if not os.environ.get("PRE_COMMIT"):
        others = _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    if names is None or others is None:
        raise UsageError(f"git does not say what has changed since {against}: {_why(root)}")
    return {_text(each) for out in (names, others) for each in out.split(b"\0") if each}


def _why(root: str) -> str:
    """Why git does not answer."""
    if find("git", root) is None:
        return "it is not installed"
    if _git(root, "rev-parse", "--git-dir") is None:
        return "here is no repository, or none that it trusts"
    return "it knows no such commit"


def _text(name: bytes) -> str:
    return os.fsdecode(name).replace(os.sep, "/")


def _no_filters(root: str) -> dict[str, str]:
    """Settings that undo the filters of the repository's own; those of the user are theirs."""
    out = _git(root, "config", "--show-scope", "-z", "--name-only", "--get-regexp", r"^filter\.")
    words = [_text(each) for each in (out or b"").split(b"\0")]
    own = {
        name.rpartition(".")[0]
        for scope, name in zip(words[::2], words[1::2], strict=False)
        if scope not in ("system", "global")
    }
    return {f"{each}.{key}": value for each in sorted(own) for key, value in _NO_FILTER}


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Our environment, without a way to other machines, and with settings that win over files."""
    made = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "GIT_PAGER": "cat"}
    made |= {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
    if not settings:
        return made
    given = made.get("GIT_CONFIG_COUNT", "")
    first = int(given) if given.isdecimal() else 0
    for number, (key, value) in enumerate(settings.items(), first):
        made |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return made | {"GIT_CONFIG_COUNT": str(first + len(settings))}


def _git(root: str, *arguments: str, settings: Mapping[str, str] | None = None) -> bytes | None:
    """What a command of git prints; None where it fails, or where there is no git."""
    program = find("git", root)
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, *_SAFE, "-C", root, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=_environment(settings or {}),
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
