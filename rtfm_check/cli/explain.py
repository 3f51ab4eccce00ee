"""`rtfm-check explain RULE`: the documentation of a rule, or what the rules of a hundred are."""

from __future__ import annotations

from rtfm_check.cli._options import Parser
from rtfm_check.cli.rules import STAGES, table
from rtfm_check.exits import Exit, UsageError
from rtfm_check.rules import find, starting_with, unknown_rule


def run(arguments: list[str]) -> int:
    """Print what a rule is about."""
    name = parser().parse_args(arguments).rule
    rule = find(name)
    if rule is None:
        return _explain_all(name)
    print(f"{rule.name} ({rule.code}), {rule.severity}\n\n{rule.doc}\n")
    print(f"Not wanted? --ignore {rule.name}, or --severity {rule.name}=info")
    return Exit.CLEAN


def _explain_all(prefix: str) -> int:
    rules = starting_with(prefix)
    if not rules:
        raise UsageError(unknown_rule(prefix))
    print(f"{prefix.upper()}: {STAGES[rules[0].code[3]]}\n")
    for line in table(rules):
        print(line)
    print("\n`rtfm-check explain RULE` says more of one of them.")
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `explain`."""
    made = Parser("explain", "Say why a rule is there, what is wrong, and what is right.")
    made.add_argument(
        "rule", metavar="RULE", help="a name, a code, the first of its digits, or name and code"
    )
    return made
