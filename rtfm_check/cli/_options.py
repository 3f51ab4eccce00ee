"""Options that commands share. Part of every start-up: imports argparse and nothing heavier."""

from __future__ import annotations

import argparse
import os
import sys

from rtfm_check.config import LEVELS
from rtfm_check.exits import Exit, UsageError

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from rtfm_check.config import Config

FORMATS = (
    *("full", "concise", "json", "jsonl", "sarif"),
    *("github", "gitlab", "junit", "markdown", "html"),
)
ARTIFACTS = ("jsonl", "sqlite", "parquet")  # of an index, where no file is named


class Parser(argparse.ArgumentParser):
    """An argument parser that ends with our exit code and never guesses at shortened options."""

    def __init__(self, command: str, description: str, *, words: str = "") -> None:
        """`words` is what to say of arguments that are too many and no options."""
        self._words = words
        super().__init__(
            prog=f"rtfm-check {command}",
            description=description,
            allow_abbrev=False,
            formatter_class=_help_formatter,
        )

    def error(self, message: str) -> NoReturn:
        """Say why this is no use of the command, what may be meant, and where its options are."""
        from rtfm_check.text.show import safe

        meant = self._meant(message)
        print(f"rtfm-check: {safe(message)}{'; ' if meant else ''}{meant}", file=sys.stderr)
        if "required" in message:
            usage = self._get_formatter()
            usage.add_usage(None, self._get_positional_actions(), [])
            print(usage.format_help().strip(), file=sys.stderr)
        print(f"rtfm-check: `{self.prog} --help` shows the options", file=sys.stderr)
        raise SystemExit(Exit.USAGE)

    def _meant(self, message: str) -> str:
        """What may be meant by an option or a value that there is none of."""
        from rtfm_check.text.suggest import nearest

        kind, _, rest = message.partition(": ")
        if kind == "unrecognized arguments":
            option = next((word for word in rest.split() if word.startswith("--")), "")
            near = nearest(option.partition("=")[0], self._option_string_actions) if option else ""
            return f"did you mean {near}?" if near else "" if option else self._words
        value, chosen, choices = rest.removeprefix("invalid choice: ").partition(" (choose from ")
        if not chosen:
            return ""
        near = nearest(value.strip("'"), [each.strip("')") for each in choices.split(", ")])
        return f"did you mean {near}?" if near else ""


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    """A formatter of a fixed width: asking for the terminal's takes a tenth of the start-up."""
    return argparse.HelpFormatter(prog, width=100)


def add_report(parser: argparse.ArgumentParser, *, has_artifact: bool = False) -> None:
    """Add the options of every command that reports findings, and perhaps writes an artifact."""
    add = parser.add_argument
    also = f"; or what to write: {', '.join(ARTIFACTS)}" if has_artifact else ""
    add(
        "--format",
        action="append",
        type=_artifact_or_format if has_artifact else _format,
        metavar="FORMAT[=FILE]",
        help=f"how to report, and where: {', '.join(FORMATS)}{also}; repeatable",
    )
    add("--select", action="append", metavar="RULE", help="report only these rules")
    add("--ignore", action="append", metavar="RULE", help="do not report these rules")
    add(
        "--severity",
        action="append",
        type=_severity,
        metavar="RULE=LEVEL",
        help="make a rule error, warning, info or off",
    )
    add(
        "--fail-on",
        choices=(*LEVELS, "never"),
        help="the lowest severity that fails the run (default: error)",
    )
    add("--exit-zero", action="store_true", help="exit with 0 whatever was found")
    add("--baseline", metavar="FILE", help="findings that were there before do not fail the run")
    add("--statistics", action="store_true", help="count the findings by rule at the end")
    add_config(parser)
    add(
        "--no-cache",
        action="store_true",
        help="read everything anew, and keep nothing for the next run",
    )
    add("--no-progress", action="store_true", help="no progress bar on a terminal")
    add("-q", "--quiet", action="store_true", help="no advice on standard error")
    add(
        "-v", "--verbose", action="store_true", help="say more, such as what became of each fixture"
    )
    add_color(parser)


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add --config and --isolated."""
    parser.add_argument("--config", metavar="FILE", help="the configuration to use")
    parser.add_argument(
        "--isolated", action="store_true", help="use no configuration file and no environment"
    )


def add_color(parser: argparse.ArgumentParser) -> None:
    """Add --color."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the output (auto: on a terminal, unless NO_COLOR; FORCE_COLOR forces it)",
    )


def _format(text: str) -> tuple[str, str]:
    name, _, target = text.partition("=")
    if name not in FORMATS:
        raise _none_of(name, FORMATS)
    return name, target


def _none_of(name: str, names: tuple[str, ...]) -> argparse.ArgumentTypeError:
    from rtfm_check.text.suggest import nearest

    near = nearest(name, names)
    help = f"; did you mean {near}?" if near else ""
    return argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(names)}{help}")


def _artifact_or_format(text: str) -> tuple[str, str]:
    name, equals, _ = text.partition("=")
    if name not in ARTIFACTS or (name in FORMATS and equals):
        return _format(text)
    if equals:
        raise argparse.ArgumentTypeError(f"{name} is written to the folder that -o names")
    return name, ""


def format_among(names: tuple[str, ...]) -> Callable[[str], tuple[str, str]]:
    """Reads FORMAT or FORMAT=FILE, for a command that has formats of its own."""

    def read(text: str) -> tuple[str, str]:
        name, _, file = text.partition("=")
        if name not in names:
            raise _none_of(name, names)
        return name, file

    return read


def percentage(text: str) -> float:
    """A number from 0 to 100, with a sign behind it or none."""
    try:
        number = float(text.removesuffix("%"))
    except ValueError:
        number = -1.0
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 100")
    return number


def processes(text: str) -> int:
    """How many processes to use; 0 stands for as many as there are cores."""
    if not text.isdecimal() or len(text) > 4:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 9,999")
    return int(text)


def seconds(text: str) -> float:
    """A time of more than nothing."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def _severity(text: str) -> tuple[str, str]:
    rules, equals, level = text.partition("=")
    if not equals or level not in (*LEVELS, "off"):
        raise argparse.ArgumentTypeError(f"{text!r} is not RULE=error|warning|info|off")
    return rules, level


def formats(options: argparse.Namespace) -> list[tuple[str, str]]:
    """The formats and their files; by default what the place of the run can show."""
    given: list[tuple[str, str]] = options.format or []
    if sum(not target for _, target in given) > 1:
        raise UsageError("only one --format can go to standard output; write FORMAT=FILE")
    if given:
        return given
    return [("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full", "")]


def configure(options: argparse.Namespace, config: Config) -> None:
    """Lay the flags that were given over the configuration."""
    for key in ("select", "ignore", "fail-on", "baseline", "fixtures"):
        value = getattr(options, key.replace("-", "_"), None)
        if value is not None:
            config.put(key, value, "flags")


def wants_color(choice: str) -> bool:
    """Whether to colour standard output."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("0", "false", ""):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
