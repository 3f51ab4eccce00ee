"""The run of `check`: files, rules, fixtures, and the findings they give, each mistake once."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable

from rtfm_check import limits
from rtfm_check.dryrun import DryRun, Tried
from rtfm_check.fixtures import open_fixtures
from rtfm_check.layout import Target
from rtfm_check.model import Counts, Finding, Hit, Place, Report, Span
from rtfm_check.project import Folder, open_folder
from rtfm_check.rules import RULES, Rule, Scope
from rtfm_check.rules import own as own_rules
from rtfm_check.source import Source


def lint(
    target: Target,
    replaced: dict[str, bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Check a folder of mappings and try its fixtures.

    All files of the folder are checked, whichever the target names: `only` is for the reader.
    `replaced` has the bytes to use for a path instead of what lies there. `progress` is called
    with the number of files done and the number of files in all.
    """
    folder = open_folder(target, replaced or {})
    paths = target.fixture_files() if folder.files else []
    total = len(folder.files) + len(paths)
    tell = progress or (lambda done, of: None)
    rules = {scope: [each for each in RULES if each.scope is scope] for scope in Scope}
    findings = _Findings(rules)
    for done, file in enumerate(folder.files):
        tell(done, total)
        findings.sources[file.path] = file.document.source
        findings.run(Scope.FILE, file, file.path)
    findings.run(Scope.FOLDER, folder, "")
    dry_run = DryRun(folder, has_fixtures=bool(paths))
    for done, fixture in enumerate(open_fixtures(paths, target.root), len(folder.files)):
        tell(done, total)
        _check_fixture(dry_run.feed(fixture), findings)
    linked = _check_trials(dry_run, findings)
    tell(total, total)
    counts = Counts(files=total, mappings=len(folder.files), fixtures=len(paths))
    suppressed = _suppress(folder, findings)
    return Report(findings.all(), counts, dry_run.tried, suppressed, linked)


def _check_fixture(tried: Tried, findings: _Findings) -> None:
    fixture = tried.fixture
    documents = [fixture.document, *([fixture.expected] if fixture.expected else [])]
    for document in documents:
        findings.sources[document.source.name] = document.source
    findings.run(Scope.FIXTURE, tried, fixture.name)
    for document in documents:
        del findings.sources[document.source.name]


def _check_trials(dry_run: DryRun, findings: _Findings) -> tuple[str, ...]:
    """Run the rules of trials; returns the other files that they found."""
    trials = dry_run.finish()
    for trial in trials:
        trial.told = findings.told(trial.file.path)
        findings.run(Scope.TRIAL, trial, trial.file.path)
    findings.run(Scope.DRY_RUN, dry_run, "")
    return tuple(sorted({path for trial in trials for path in trial.linked}))


def _suppress(folder: Folder, findings: _Findings) -> tuple[Finding, ...]:
    """Take out what comments in the mappings suppress, and tell of comments that do nothing."""
    suppressed: list[Finding] = []
    for file in folder.files:
        if "rtfm-check:" not in file.document.source.text:
            continue  # no comment of ours
        from rtfm_check import suppress

        wanted = suppress.suppressions(file.document)
        out = findings.take_out(file.path, lambda each: suppress.covers(wanted, each))  # noqa: B023
        suppressed += [finding._replace(silenced="comment") for finding in out]
        findings.add(own_rules.unused_suppression, suppress.unused(wanted))
        findings.add(own_rules.suppression_without_reason, suppress.without_reason(wanted))
    return tuple(suppressed)


class _Findings:
    """Collects what rules yield: adds metadata, drops what was told already."""

    def __init__(self, rules: dict[Scope, list[Rule]]) -> None:
        self._rules = rules
        self.sources: dict[str, Source] = {}  # by the name that reports use
        self._seen: set[tuple[str, str, Span, str]] = set()
        self._told: dict[str, list[Finding]] = {}  # by file

    def run(self, scope: Scope, subject: object, path: str) -> None:
        """Run all rules of a scope; a rule that fails is a finding, and the run goes on."""
        for each in self._rules[scope]:
            try:
                for hit in each.check(subject):
                    self._add(each, hit)
            except Exception as error:  # the boundary: a defect of one loses no other finding
                self._add(own_rules.internal_error, _defect(each, path, error))

    def add(self, each: Rule, hits: Iterable[Hit]) -> None:
        """Add hits that the runner itself found."""
        for hit in hits:
            self._add(each, hit)

    def take_out(self, path: str, is_out: Callable[[Finding], bool]) -> list[Finding]:
        """Take some of the findings of a file out."""
        told = self.told(path)
        out = [each for each in told if is_out(each)]
        gone = set(map(id, out))
        told[:] = [each for each in told if id(each) not in gone]
        return out

    def _add(self, each: Rule, hit: Hit) -> None:
        key = (each.code, hit.place.path, hit.place.span, hit.message)
        if key in self._seen:
            return
        self._seen.add(key)
        excerpt = self._excerpt(hit.place)
        finding = Finding(
            place=hit.place,
            code=each.code,
            rule=each.name,
            severity=each.severity,
            message=hit.message,
            help=hit.help,
            note=hit.note,
            related=hit.related,
            excerpt=excerpt,
            fingerprint=_fingerprint(each, hit.place, excerpt),
            fix=hit.fix,
        )
        self.told(hit.place.path).append(finding)

    def _excerpt(self, place: Place) -> tuple[str, ...]:
        """The line of a place and the one before it, cut when long."""
        source = self.sources.get(place.path)
        if source is None:
            return ()
        return source.excerpt(place.span.line)

    def all(self) -> list[Finding]:
        """The findings of all files, in the order of reports."""
        found = [each for told in self._told.values() for each in told]
        return _up_to_a_number(sorted(found, key=lambda finding: finding.order))

    def told(self, path: str) -> list[Finding]:
        """The findings of a file so far; the list grows while rules run."""
        return self._told.setdefault(path, [])


def _up_to_a_number(findings: list[Finding]) -> list[Finding]:
    """The findings without those of a rule that has too many in a file; one more counts them."""
    counts = Counter((each.place.path, each.code) for each in findings)
    if max(counts.values(), default=0) <= limits.FINDINGS:
        return findings
    kept: list[Finding] = []
    seen: Counter[tuple[str, str]] = Counter()
    for each in findings:
        key = (each.place.path, each.code)
        seen[key] += 1
        if seen[key] <= limits.FINDINGS:
            kept.append(each)
        elif seen[key] == limits.FINDINGS + 1:
            kept.append(
                each._replace(
                    message=f"{counts[key] - limits.FINDINGS:,} more like this in the file",
                    help="mend the ones above it first",
                    note="",
                    related=(),
                    fix=None,
                )
            )
    return kept


def _fingerprint(each: Rule, place: Place, excerpt: tuple[str, ...]) -> str:
    """The same for the same mistake wherever in the file its line moves to."""
    line = " ".join(excerpt[-1].split()) if excerpt else ""
    text = "\0".join((each.code, place.path, place.pointer, line))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _defect(each: Rule, path: str, error: Exception) -> Hit:
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return Hit(
        Place(path, Span(1, 1, 1, 1)),
        f"the rule {each.name} failed: {type(error).__name__}: {error}",
        "please report this as a defect of rtfm-check",
        f"raised in {frame.name}, line {frame.lineno}; all other rules were run",
    )
