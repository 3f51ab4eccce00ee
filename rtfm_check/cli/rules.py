"""`rtfm-check rules`: all rules, one a line."""

from __future__ import annotations

from rtfm_check.cli._options import Parser
from rtfm_check.exits import Exit
from rtfm_check.rules import RULES


def run(arguments: list[str]) -> int:
    """Print the catalogue."""
    parser().parse_args(arguments)
    width = max(len(rule.name) for rule in RULES)
    for rule in RULES:
        print(f"{rule.code}  {rule.severity:<7}  {rule.name:<{width}}  {rule.summary}")
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `rules`: none."""
    return Parser("rules", "List all rules.")
