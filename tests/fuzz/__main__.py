"""Fuzz with coverage: `python -m tests.fuzz --all --seconds 120`, or one target by name.

It needs atheris, and rtfm-check with its extras pdf and audio. What is interesting is kept in
`--corpus`, and begun with the next time. An input that breaks a promise is written to the folder
`found` in it, and becomes a file of `tests/fuzz/crashers/TARGET/` when it is mended. Arguments
behind `--` go to libFuzzer.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path

_SECONDS_FOR_ONE = 10  # of an input, before it counts as a hang
_MEGABYTES = 2048


def main() -> int:
    """Fuzz one target in this process, or all of them in processes of their own."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help="names; `--list` shows them")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--corpus", type=Path, default=Path(".fuzz"))
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:split])
    more = sys.argv[split + 1 :]
    if len(options.targets) == 1 and not options.list:
        return _fuzz(options.targets[0], options.corpus, options.seconds, more)
    from tests.fuzz.targets import TARGETS

    if options.list:
        print("\n".join(TARGETS))
        return 0
    failed = []
    for name in TARGETS if options.all else options.targets:
        command = [sys.executable, "-m", "tests.fuzz", name, "--seconds", str(options.seconds)]
        command += ["--corpus", str(options.corpus), "--", *more]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"CPU seconds: {used.ru_utime + used.ru_stime:,.0f}; failed: {' '.join(failed) or '-'}")
    return 1 if failed else 0


def _fuzz(name: str, corpus: Path, seconds: int, more: list[str]) -> int:
    import atheris

    with atheris.instrument_imports(include=["rtfm_check", "yaml"]):
        from tests.fuzz import seeds
        from tests.fuzz.targets import TARGETS
    target = TARGETS[name]
    folder, found = corpus / name, corpus / "found" / name
    folder.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate([*target.seeds(), *seeds.crashers(name)]):
        (folder / f"seed-{number}").write_bytes(data)
    sys.stderr.write(f"== {name}\n")
    atheris.Setup(
        [
            sys.argv[0],
            str(folder),
            f"-artifact_prefix={found}/",
            f"-max_total_time={seconds}",
            f"-max_len={target.longest}",
            f"-timeout={_SECONDS_FOR_ONE}",
            f"-rss_limit_mb={_MEGABYTES}",
            "-verbosity=0",
            "-print_final_stats=1",
            *more,
        ],
        target.run,
    )
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
