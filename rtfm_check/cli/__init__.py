"""The command line: `main` finds the command, runs it, and turns every end into an exit code."""

from __future__ import annotations

import gc
import os
import sys

from rtfm_check import __version__
from rtfm_check.exits import Exit, NothingThere, UsageError

# Command -> what it does. Each is a module of this package with `run(arguments) -> int`.
COMMANDS = {
    "check": "lint mappings and try them on fixtures (the default command)",
    "docs": "lint documents: links that lead nowhere, text that would not be found",
    "index": "read a tree with every parser, and write chunks and edges",
    "ci": "check, docs and index in one run, with one report",
    "diff": "say what changed between two indexes, and why",
    "merge": "join the indexes of the parts of a tree, which `index --shard` makes",
    "query": "search an index, or test it with queries whose answers are known",
    "preview": "show the chunks and edges that a mapping makes of a document",
    "init": "draft a mapping from sample documents",
    "coverage": "say how much of the text of its fixtures each mapping indexes",
    "explain": "say why a rule is there, what is wrong, and what is right",
    "rules": "list all rules",
    "files": "list what RTFM would read, by which parser, and why not",
    "settings": "show the configuration that counts here, and where each value is from",
    "baseline": "keep a list of findings that do not fail a run",
    "lsp": "serve an editor: findings, completion and fixes while one types",
    "completion": "print the completion script of a shell",
}


def command() -> int:
    """The program `rtfm-check`: `main`, and out at once.

    On its way out Python takes all modules and objects apart, one by one: a tenth of a short run,
    which nobody needs. What libraries ask to be called at the end is called.
    """
    status = main()
    threading, atexit = map(sys.modules.get, ("threading", "atexit"))
    if threading is not None and threading.active_count() > 1:
        return status  # Python waits for them
    if atexit is not None:
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:  # noqa: SIM105 - contextlib is not loaded in the shortest runs
            stream.flush()
        except (OSError, ValueError):
            pass  # who read it is gone: the status says how the run ended
    os._exit(status)


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the exit status of `rtfm-check`."""
    gc.set_threshold(100_000, 50, 50)  # there are no cycles to find among thousands of records
    arguments = list(sys.argv[1:] if argv is None else argv)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed; print() would take the other one
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except UsageError as error:
        return _end(Exit.USAGE, str(error))
    except NothingThere as error:
        return _end(Exit.NOTHING, f"{error}: no such file or folder")
    except KeyboardInterrupt:
        return _end(Exit.INTERRUPTED, "interrupted")
    except BrokenPipeError:
        _drop_output()  # whoever read it has enough of it
        return Exit.FINDINGS
    except OSError as error:  # a full disk, or a current folder that is gone
        _drop_output()
        return _end(Exit.DEFECT, f"the run cannot be finished: {error.strerror or error}")
    except Exception as error:  # the last boundary: a defect of ours, said in one line
        if os.environ.get("RTFM_CHECK_TRACEBACK"):
            raise
        return _end(
            Exit.DEFECT,
            f"a defect of rtfm-check: {type(error).__name__}: {error}; "
            "RTFM_CHECK_TRACEBACK=1 shows where",
        )


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else ""
    if first in ("-V", "--version"):
        print(f"rtfm-check {__version__}")
        return Exit.CLEAN
    if first in ("-h", "--help") or arguments == ["help"]:
        print(_help(), end="")
        return Exit.CLEAN
    name = first if first in COMMANDS else "check"
    rest = arguments[1:] if first in COMMANDS else arguments
    from importlib import import_module

    status: int = import_module(f"rtfm_check.cli.{name}").run(rest)
    return status


def _drop_output() -> None:
    """What is still buffered must go nowhere, or Python complains when it closes the stream."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return  # no stream of the system's own


def _end(code: Exit, message: str) -> int:
    from rtfm_check.text.show import safe

    print(f"rtfm-check: {safe(message)}", file=sys.stderr)
    return code


def _help() -> str:
    lines = "".join(f"  {name:<11}{what}\n" for name, what in COMMANDS.items())
    return (
        "usage: rtfm-check [COMMAND] [PATH ...] [OPTION ...]\n\n"
        "Lint the mappings that tell RTFM how to index JSON, and try them on sample documents.\n\n"
        f"commands:\n{lines}\n"
        "`rtfm-check COMMAND --help` shows the options of a command. A first argument that is no\n"
        "command is a path: `rtfm-check mappings/` checks that folder.\n\n"
        "exit status: 0 clean, 1 findings, 2 wrong usage, 3 a defect of rtfm-check,\n"
        "4 a named path matches nothing, 130 interrupted\n"
    )
