"""Options that commands share. Part of every start-up: imports argparse and nothing heavier."""

from __future__ import annotations

import argparse
import os
import sys

from rtfm_check.exits import Exit

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """An argument parser that ends with our exit code and never guesses at shortened options."""

    def __init__(self, command: str, description: str) -> None:
        super().__init__(
            prog=f"rtfm-check {command}",
            description=description,
            allow_abbrev=False,
            formatter_class=_help_formatter,
        )

    def error(self, message: str) -> NoReturn:
        """Print how the command is used, and why this was not it."""
        self.print_usage(sys.stderr)
        print(f"rtfm-check: {message}", file=sys.stderr)
        raise SystemExit(Exit.USAGE)


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    """A formatter of a fixed width: asking for the terminal's takes a tenth of the start-up."""
    return argparse.HelpFormatter(prog, width=100)


def add_color(parser: argparse.ArgumentParser) -> None:
    """Add --color."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the output (auto: on a terminal, unless NO_COLOR; FORCE_COLOR forces it)",
    )


def wants_color(choice: str) -> bool:
    """Whether to colour standard output."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("0", "false", ""):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
