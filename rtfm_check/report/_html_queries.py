"""Queries whose answers are known, in the HTML report: what each finds, and at which rank."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.details import Retrieval
from rtfm_check.report._html_text import address, figures, written
from rtfm_check.retrieval.golden import Expected, Outcome, mean_reciprocal_rank, recall
from rtfm_check.retrieval.search import Answer
from rtfm_check.text.wording import plural

MOST_QUERIES = 500
_MOST_ANSWERS = 20  # of one query that are shown
_TEXT_CHARS = 240  # of an answer


def section(tested: Retrieval | None, shown: set[str]) -> Iterator[str]:
    """Recall, then each query with its answers, those first that miss something.

    `shown` are the documents whose chunks are in the report.
    """
    if tested is None:
        return
    outcomes = sorted(tested.outcomes, key=lambda each: _merit(each))
    yield '<section id="queries" aria-labelledby="queries-title">'
    yield '<h2 id="queries-title" tabindex="-1">Queries</h2>'
    asked = [each for each in outcomes if each.found]
    if asked:
        yield from _figures(tested, asked)
    yield '<ol class="queries">'
    for outcome in outcomes[:MOST_QUERIES]:
        yield from _query(outcome, shown)
    yield "</ol>"
    if left := outcomes[MOST_QUERIES:]:
        yield f'<p class="cut">{plural(len(left), "query", "queries")} more: '
        yield "<code>rtfm-check query --golden</code> "
        yield "tells of every miss.</p>"
    yield "</section>"


def _merit(outcome: Outcome) -> tuple[float, float]:
    return (outcome.recall, outcome.reciprocal) if outcome.found else (1.0, 1.0)


def _figures(tested: Retrieval, asked: list[Outcome]) -> Iterator[str]:
    reached = recall(asked)
    is_enough = reached >= tested.least
    missed = sum(0 in each.found for each in asked)
    yield from figures(
        [
            ("recall", f"{reached:.3f}", "good" if is_enough else "error"),
            ("recall that is enough", f"{tested.least:g}", "count"),
            ("mean reciprocal rank", f"{mean_reciprocal_rank(asked):.3f}", "count"),
            ("queries", len(asked), "count"),
            ("that miss something", missed, "warning" if missed else "none"),
        ]
    )


def _query(outcome: Outcome, shown: set[str]) -> Iterator[str]:
    query = outcome.query
    kind = "none" if not outcome.found else "error" if 0 in outcome.found else "good"
    yield f'<li class="{kind}"><h3>{written(query.text)}</h3>'
    if outcome.found:
        yield '<ul class="ranks">'
        for expected, rank in zip(query.expected, outcome.found, strict=True):
            said = f"at rank {rank}" if rank else f"not among the first {query.top}"
            name = f"#{rank}" if rank else "miss"
            badge = f'<span class="badge {"good" if rank else "error"}">{name}</span>'
            yield f'<li>{badge} {_expected(expected)} <span class="muted">{said}</span></li>'
        yield "</ul>"
    if not outcome.answers:
        yield '<p class="muted">Nothing is found: no chunk has a word of it.</p></li>'
        return
    yield f"<details{'' if kind == 'good' else ' open'}>"
    yield f"<summary>{plural(len(outcome.answers), 'answer')}</summary>"
    yield '<ol class="answers">'
    for answer in outcome.answers[:_MOST_ANSWERS]:
        yield from _answer(answer, shown, is_wanted=answer.rank in outcome.found)
    yield "</ol>"
    if left := outcome.answers[_MOST_ANSWERS:]:
        yield f'<p class="cut">{plural(len(left), "more answer")} not shown here.</p>'
    yield "</details></li>"


def _expected(expected: Expected) -> str:
    if expected.contains:
        return f"a chunk with <code>{written(expected.contains)}</code>"
    name = f"{expected.path}#{expected.title}" if expected.title else expected.path
    return f"<code>{written(name)}</code>"


def _answer(answer: Answer, documents: set[str], *, is_wanted: bool) -> Iterator[str]:
    text = " ".join(answer.content.split())
    shown = text if len(text) <= _TEXT_CHARS else f"{text[: _TEXT_CHARS - 1]}…"
    title = f" <b>{written(answer.title)}</b>" if answer.title else ""
    mark = ' <span class="badge good">expected</span>' if is_wanted else ""
    yield f"<li{' class=' + chr(34) + 'wanted' + chr(34) if is_wanted else ''}>"
    path = f"<code>{written(answer.path)}</code>"
    if answer.path in documents:
        path = f'<a href="{address("document", answer.path)}">{path}</a>'
    yield f"<p>{path}{title}{mark} "
    yield f'<span class="muted">score {answer.score:.3f}</span></p>'
    yield f'<p class="muted">{written(shown)}</p></li>'
