"""What `check` says of a folder, for who shows it in another way: an editor, a runner of tests.

While it looks, the current folder is the one that `rtfm-check` would be run in: so reports name
files as they do there, and settings, baselines and excluded files count.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rtfm_check import config as configuration
from rtfm_check.cli import _finish
from rtfm_check.cli.check import fixture_globs, schemas_folder
from rtfm_check.config import Config
from rtfm_check.dryrun.run import DryRun
from rtfm_check.exits import UsageError
from rtfm_check.fields.trial import FieldTrial
from rtfm_check.fixtures import Fixture, open_fixtures, read_fixture
from rtfm_check.layout import (
    FIXTURE_SUFFIXES,
    Target,
    expected_path,
    is_mapping_name,
    is_profile_name,
)
from rtfm_check.lint import examine
from rtfm_check.lint_fields import examine_fields
from rtfm_check.mapping.document import Document
from rtfm_check.model import Finding, Report
from rtfm_check.named import around, project_targets
from rtfm_check.project import Folder, open_folder
from rtfm_check.selection import Selection
from rtfm_check.source import Source, stamp
from rtfm_check.text import show
from rtfm_check.typed.places import Places
from rtfm_check.verdicts import Verdict

_NEED_ALL = ("field-path-not-found", "field-direction-swapped")  # records, to be sure
_KEPT_CHARS = 16 * 1024 * 1024  # of fixtures that are kept, to be tried again

Texts = Mapping[str, bytes]  # of open files, by absolute path


class Key(NamedTuple):
    """A folder that is checked: its absolute path, and whether it holds field profiles."""

    path: str
    is_fields: bool


class Looked(NamedTuple):
    """What a look at a folder showed."""

    base: str  # absolute; the paths of reports are relative to it
    findings: list[Finding]  # those that are wanted
    documents: dict[str, Document]  # mappings or profiles, by absolute path
    paths: dict[str, str]  # absolute, by the name that reports use
    config: Config
    dry_run: DryRun | None
    fields: dict[str, FieldTrial]  # by absolute path
    places: dict[str, Places]  # that the schema of a mapping has, by absolute path of the mapping
    schema_ids: list[str]  # of the JSON Schemas of the project
    complaint: str = ""  # about the settings

    def absolute(self, name: str) -> str:
        """The path of a file as reports name it."""
        return self.paths.get(name) or os.path.normpath(os.path.join(self.base, name))


class Settings(NamedTuple):
    """What the command line of the server says of settings."""

    config: str | None
    is_isolated: bool


def keys_of(path: str) -> list[Key]:
    """The folders that a file is a part of: as a mapping, a profile or a fixture."""
    found = [Key(os.path.abspath(each.folder), each.is_fields) for each in around(path)]
    if found or not path.lower().endswith(FIXTURE_SUFFIXES):
        return found
    project = _project_around(path)  # its settings may name any file of it as a fixture
    if project is None:
        return []
    return [Key(each.folder, each.is_fields) for each in project_targets(project)]


def _project_around(path: str) -> str | None:
    folder = os.path.dirname(path)
    while not os.path.isdir(os.path.join(folder, ".rtfm")):
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = parent
    return folder


class Looker:
    """Looks at folders; keeps the fixtures that it read, for the next look."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kept: dict[str, tuple[object, Fixture]] = {}

    def look(self, key: Key, texts: Texts, records: int | None = None) -> Looked:
        """Check a folder with the texts of the files that are open; the current folder changes.

        `records` are looked at of each file that a profile is for; None stands for all.
        """
        root = Target(key.path, None, is_fields=key.is_fields).root
        config, complaint = self._config(root)
        base = os.getcwd()
        target = Target(os.path.relpath(key.path), None, is_fields=key.is_fields)
        target.fixture_globs = fixture_globs(config)
        target.allow_empty = True
        try:
            target.schemas = schemas_folder(config)
        except UsageError as error:
            complaint = complaint or str(error)
        own = {os.path.relpath(path): data for path, data in texts.items() if is_of(path, key)}
        dry_run, fields = None, {}
        places: dict[str, Places] = {}
        ids: list[str] = []
        if key.is_fields:
            seen = examine_fields(target, own, most=records)
            report = seen.report
            if seen.is_cut:
                left = [each for each in report.findings if each.rule not in _NEED_ALL]
                report = report._replace(findings=left)
            fields = {os.path.abspath(each.file.document.source.path): each for each in seen.trials}
            documents = [each.file.document for each in seen.trials]
        else:
            folder = open_folder(target, own)
            names = target.fixture_files() if folder.files else []
            report, dry_run = examine(folder, self._fixtures(names, root, texts), len(names))
            documents = [each.document for each in folder.files]
            places, ids = _of_schemas(folder)
        findings, wrong = _wanted(target, report, config)
        by_path = {os.path.abspath(each.source.path): each for each in documents}
        paths = {each.source.name: path for path, each in by_path.items()}
        paths |= {_name(path): os.path.abspath(path) for path in target.fixture_files()}
        told = complaint or wrong
        return Looked(base, findings, by_path, paths, config, dry_run, fields, places, ids, told)

    def _config(self, root: str) -> tuple[Config, str]:
        """The settings of a project, the current folder set to where they count; or a complaint."""
        os.chdir(root)
        config, isolated = self._settings
        try:
            found = configuration.load(cwd=root, path=config, isolated=isolated)
            if config is None and found.folder != os.curdir:
                os.chdir(found.folder)
                found = configuration.load(cwd=os.getcwd(), path=config, isolated=isolated)
            return found, ""
        except UsageError as error:
            return Config(), str(error)

    def _fixtures(self, names: Iterable[str], root: str, texts: Texts) -> Iterator[Fixture]:
        kept, self._kept = self._kept, {}
        size = 0
        for name in names:
            path = os.path.abspath(name)
            beside = expected_path(path)
            seen = name, texts.get(path), stamp(path), stamp(beside)
            known = kept.get(path)
            fixture = known[1] if known and known[0] == seen else None
            if fixture is None:
                (fixture,) = open_fixtures([name], root)
                if path in texts:
                    expected = fixture.expected
                    fixture = read_fixture(Source(name, texts[path]))
                    fixture.expected = expected
            size += len(fixture.document.source.data)
            size += len(fixture.expected.source.data) if fixture.expected else 0
            if size <= _KEPT_CHARS:
                self._kept[path] = seen, fixture
            yield fixture


def _wanted(target: Target, report: Report, config: Config) -> tuple[list[Finding], str]:
    """The findings that the settings want, and what is wrong with the settings.

    Entries of the baseline that nothing has any more may be of another folder: not told here.
    """
    options = Namespace(severity=None, force_exclude=True)
    complaint = ""
    try:
        selection = _finish.selected(options, config)
        told = _finish.reported([(target, Verdict(None, report))], selection, options, config)
    except UsageError as error:
        complaint = str(error)
        told = _finish.chosen(report, Selection())
    return [each for each in told.findings if each.rule != "stale-baseline-entry"], complaint


def _of_schemas(folder: Folder) -> tuple[dict[str, Places], list[str]]:
    """What JSON Schemas say of the documents of each mapping, and the ids of all of them."""
    schemas = folder.schemas
    if schemas is None:
        return {}, []
    places = {}
    for file in folder.files:
        url = file.spec.schema_url if file.spec is not None else None
        found = schemas.places(url) if isinstance(url, str) else None
        if found is not None:
            places[os.path.abspath(file.document.source.path)] = found
    return places, [each.written_id for each in schemas.files if each.written_id]


def is_of(path: str, key: Key) -> bool:
    """Whether an open file is a mapping, or a profile, of a folder."""
    if os.path.dirname(path) != key.path:
        return False
    return is_profile_name(path) if key.is_fields else is_mapping_name(path)


def _name(path: str) -> str:
    return show.path(path).replace(os.sep, "/")
