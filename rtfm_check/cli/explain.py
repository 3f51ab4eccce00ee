"""`rtfm-check explain RULE`: the documentation of a rule."""

from __future__ import annotations

from rtfm_check.cli._options import Parser
from rtfm_check.exits import Exit, UsageError
from rtfm_check.rules import find, unknown_rule


def run(arguments: list[str]) -> int:
    """Print what a rule is about."""
    name = parser().parse_args(arguments).rule
    rule = find(name)
    if rule is None:
        raise UsageError(unknown_rule(name))
    print(f"{rule.name} ({rule.code}), {rule.severity}\n\n{rule.doc}\n")
    print(f"Not wanted? --ignore {rule.name}, or --severity {rule.name}=info")
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `explain`."""
    made = Parser("explain", "Say why a rule is there, what is wrong, and what is right.")
    made.add_argument("rule", metavar="RULE", help="a name, a code, or both: unknown-key, RTM103")
    return made
