"""`rtfm-check query`: search an index, or test it with queries whose answers are known."""

from __future__ import annotations

import argparse
import os
import sys

from rtfm_check import config as configuration
from rtfm_check import output
from rtfm_check.artifact import folder
from rtfm_check.artifact.reader import manifest, records
from rtfm_check.cli import _details, _finish
from rtfm_check.cli._looked import at_tests
from rtfm_check.cli._options import Parser, add_report, configure, formats
from rtfm_check.cli._proof import reached, tested
from rtfm_check.config import Config
from rtfm_check.details import Details, Retrieval
from rtfm_check.exits import Exit, UsageError
from rtfm_check.model import Place, Span
from rtfm_check.report.json_ import dump
from rtfm_check.retrieval import golden
from rtfm_check.retrieval.search import Answer, Index
from rtfm_check.text.show import safe

_SAID_BY = ("full", "concise", "github", "markdown")  # formats that say how much is found
_LINE_CHARS = 160  # of a chunk that are shown


def run(arguments: list[str]) -> int:
    """Print what is found, or how well it is found."""
    options = parser().parse_args(arguments)
    if bool(options.text) == bool(options.golden):
        raise UsageError("give a text to search for, or --golden FILE")
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    configure(options, config)
    if not (options.quiet or os.path.lexists(options.index)):
        print("rtfm-check: `rtfm-check index` writes an index", file=sys.stderr)
    manifest(options.index)
    with Index(records(options.index, "chunks")) as index:
        if options.text:
            return _search(index, options)
        return _test(index, options, config)


def parser() -> argparse.ArgumentParser:
    """The options of `query`."""
    made = Parser("query", "Search an index, or run retrieval tests on it.")
    add = made.add_argument
    add("text", nargs="*", metavar="TEXT", help="what to search for")
    add("--index", default=folder.DEFAULT, metavar="OUT", help="the index (default: rtfm-index)")
    add("--golden", metavar="FILE", help="queries with their answers, such as .rtfm/queries.yaml")
    add("--top", type=int, default=5, metavar="N", help="how many answers (default: 5)")
    add_report(made)
    return made


def _search(index: Index, options: argparse.Namespace) -> int:
    query = " ".join(options.text)
    answers = index.search(query, max(1, options.top))
    if any(name == "json" for name, _ in options.format or []):
        shown = [{**each._asdict(), "score": round(each.score, 6)} for each in answers]
        print(dump({"query": query, "answers": shown}))
        return Exit.CLEAN
    for name, file in options.format or []:
        if name == "html":
            _write_page(query, answers, file)
            if not file:
                return Exit.CLEAN
    for answer in answers:
        print(_line(answer))
    if not answers:
        print("nothing is found")
    return Exit.CLEAN


def _write_page(query: str, answers: list[Answer], file: str) -> None:
    asked = golden.Query(query, (), len(answers), Place("", Span(1, 1, 1, 1)))
    outcome = golden.Outcome(asked, tuple(answers), ())
    text = _details.page(Details(retrieval=Retrieval((outcome,))))
    if file:
        output.write(file, text.encode("utf-8"))
    else:
        sys.stdout.write(text)


def _line(answer: Answer) -> str:
    title = f"#{answer.title}" if answer.title else ""
    text = " ".join(answer.content.split())
    shown = text if len(text) <= _LINE_CHARS else f"{text[: _LINE_CHARS - 1]}…"
    head = safe(f"{answer.path}{title}")
    return f"{answer.rank:>3}  {answer.score:.3f}  {head}\n     {safe(shown)}"


def _test(index: Index, options: argparse.Namespace, config: Config) -> int:
    wanted = formats(options)
    tests = golden.load(options.golden, os.path.dirname(options.golden) or os.curdir)
    outcomes = golden.run(tests, index)
    report = tested(tests, outcomes)
    selection = _finish.selected(options, config)
    chosen = _finish.chosen(report, selection)
    report = _finish.with_baseline(chosen, selection, config, at_tests(options.golden))
    retrieval = Retrieval(tuple(outcomes), tests.least, tests.document.source.name)
    closing = reached(retrieval)
    report = report._replace(details=Details(retrieval=retrieval), closing=closing)
    status = _finish.present(report, wanted, options, config)
    if not (options.quiet or any(name in _SAID_BY and not file for name, file in wanted)):
        print(closing, file=sys.stderr)
    return status
