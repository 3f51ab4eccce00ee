"""What the commands add to a report for the formats that show more than findings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from rtfm_check.artifact import reader
from rtfm_check.details import Details, contents, graph, profiles
from rtfm_check.details.samples import Samples
from rtfm_check.docs.linted import Linted
from rtfm_check.dryrun.coverage import Measured, measure
from rtfm_check.fields.trial import FieldTrial
from rtfm_check.layout import Target
from rtfm_check.lint_fields import examine_fields
from rtfm_check.model import Counts, Report
from rtfm_check.parsers._contract import NO_EDGES, Link
from rtfm_check.report import DETAILED, reporter
from rtfm_check.report.style import Style
from rtfm_check.text import show


def are_wanted(formats: Iterable[tuple[str, str]]) -> bool:
    """Whether a format shows more than findings."""
    return any(name in DETAILED for name, _ in formats)


def page(details: Details) -> str:
    """A report for a browser that shows no findings, as its command looks for none."""
    alone = details._replace(is_alone=True)
    return reporter("html").render(Report([], Counts(), [], details=alone), Style())


def of(report: Report) -> Details:
    """The details that a report has so far."""
    return report.details if isinstance(report.details, Details) else Details()


def with_mappings(report: Report, targets: Iterable[Target]) -> Report:
    """The report with what fixtures and records show of mappings and field profiles."""
    samples, measured = Samples(), []
    tried: list[FieldTrial] = []
    for target in targets:
        if target.is_fields:
            found = examine_fields(target, most=profiles.MOST_RECORDS).trials
            tried += [each for each in found if _is_meant(each.file.path, target)]
        else:
            measured.append(_meant(measure(target, None, samples.take), target))
    report = report._replace(
        details=of(report)._replace(profiles=tuple(map(profiles.of_trial, tried)))
    )
    if not measured:
        return report
    whole = Measured(
        [each for folder in measured for each in folder.mappings],
        [each for folder in measured for each in folder.unmatched],
        [each for folder in measured for each in folder.untried],
    )
    more = of(report)._replace(
        coverage=whole, samples=tuple(samples.kept), samples_left_out=samples.left_out
    )
    return report._replace(details=more)


def _meant(measured: Measured, target: Target) -> Measured:
    """The coverage of the mappings that are named, if any are."""
    if target.only is None:
        return measured
    kept = [each for each in measured.mappings if _is_meant(each.file.path, target)]
    return Measured(kept, [], [])


def _is_meant(path: str, target: Target) -> bool:
    return target.only is None or path in {show.path(each) for each in target.only}


def with_index(report: Report, options: argparse.Namespace, root: str | None) -> Report:
    """The report with what the index holds that the run has written of a tree, if it is here."""
    path = options.output
    held = contents.of_index(path, show.safe(show.path(path)), root)
    links = (
        graph.Link(
            each["source_file"],
            each["target_ref"],
            str(each["relation_type"]),
            each["target_file"],
            each["reason"],
        )
        for each in reader.records(path, "edges")
    )
    more = of(report)._replace(contents=held, graph=graph.make(held.documents, links))
    return report._replace(details=more)


def with_links(report: Report, linted: Iterable[Linted]) -> Report:
    """The report with the links among the pages that were linted."""
    trees = list(linted)
    if len(trees) != 1:
        return report  # several trees have no links among them
    (found,) = trees
    documents = [
        contents.Document(
            page.name, page.parser, page.title, "", page.size, len(page.chunks), len(page.links)
        )
        for page in found.pages
    ]
    return report._replace(details=of(report)._replace(graph=graph.make(documents, _links(found))))


def _links(found: Linted) -> Iterator[graph.Link]:
    assert found.tree is not None
    for page in found.pages:
        for link in page.links:
            if link.how in NO_EDGES:
                continue
            made = Link(link.relation, link.target, link.detail, link.how)
            target = found.tree.resolve(page.name, made)
            yield graph.Link(page.name, link.target, link.relation, target.file, target.reason)
