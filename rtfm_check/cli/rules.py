"""`rtfm-check rules`: all rules, one a line, or with their documentation as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check.cli._options import Parser
from rtfm_check.exits import Exit
from rtfm_check.rules import Rule, all_rules

STAGES = {
    "0": "Reading",
    "1": "The schema",
    "2": "The mapping by itself",
    "3": "The dry run on fixtures",
    "4": "Links of documents",
    "5": "Indexing",
    "6": "Retrieval and the difference of indexes",
    "7": "Field profiles",
    "8": "What pages are like",
    "9": "rtfm-check itself",
}


def run(arguments: list[str]) -> int:
    """Print the catalogue."""
    options = parser().parse_args(arguments)
    for line in _markdown() if options.format == "markdown" else table(all_rules()):
        print(line)
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `rules`."""
    made = Parser("rules", "List all rules.", words="`rtfm-check explain RULE` explains one")
    made.add_argument(
        "--format", choices=("text", "markdown"), default="text", help="(default: text)"
    )
    return made


def table(rules: Iterable[Rule]) -> Iterator[str]:
    """A line for each rule."""
    width = max(len(rule.name) for rule in all_rules())
    for rule in rules:
        yield f"{rule.code}  {rule.severity:<7}  {rule.name:<{width}}  {rule.summary}"


def _markdown() -> Iterator[str]:
    yield "<!-- made by `rtfm-check rules --format markdown`; do not edit -->"
    yield "# Rules"
    yield ""
    yield "A rule is named by its name or its code, wherever rules are named. Severities are the"
    yield "defaults. The examples of a rule are laid over a minimal mapping or field profile, and"
    yield "run as tests."
    stage = ""
    for rule in all_rules():
        if rule.code[3] != stage:
            stage = rule.code[3]
            yield ""
            yield f"## {STAGES[stage]}"
        yield ""
        yield f"### {rule.name}"
        yield ""
        yield f"`{rule.code}`, {_severity(rule)}"
        yield ""
        yield rule.markdown


def _severity(rule: Rule) -> str:
    return f"{rule.severity}, only where it is selected" if rule.is_optional else str(rule.severity)
