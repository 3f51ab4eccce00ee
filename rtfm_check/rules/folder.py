"""RTM2xx: what only shows when the mappings of a project stand side by side."""

from __future__ import annotations

import os
from collections.abc import Iterator

from rtfm_check.layout import EXPECTED_SUFFIX, schema_files
from rtfm_check.mapping.spec import Spec
from rtfm_check.model import Hit, JsonValue, Place, Related, Severity, Span
from rtfm_check.project import Folder, MappingFile
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.show import path as show_path
from rtfm_check.text.show import quote


@rule("RTM203", "duplicate-mapping-name", Severity.ERROR, Scope.FOLDER, rows=(14,))
def duplicate_mapping_name(folder: Folder) -> Iterator[Hit]:
    """Two mappings of one name.

    The later file replaces the earlier one, and moves to the end of the order in which mappings
    are asked. 1 and true are one name, 5 and "5" are two.

    Bad:
        # file: a.yaml
        name: m
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
        # file: b.yaml
        name: m
        match: {discriminator: {type: y}}
        chunks: [{content: "{{ t }}"}]
    Good:
        name: m
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
    """
    first: dict[JsonValue, MappingFile] = {}
    for file in folder.files:
        name = file.get("name")
        if file.spec is None or not name or isinstance(name, dict | list | set):
            continue  # without a name, or with one of a wrong type: told elsewhere
        earlier = first.setdefault(name, file)
        if earlier is file:
            continue
        yield Hit(
            file.document.at(("name",)),
            f"the name {quote(name)} is taken by {earlier.path}",
            "give each mapping a name of its own",
            f"RTFM forgets the mapping of {earlier.path} and uses this one, asked last",
            (Related(earlier.document.at(("name",)), "replaced by the later one"),),
        )


@rule("RTM204", "mapping-shadowed", Severity.WARNING, Scope.FOLDER, rows=(37,))
def mapping_shadowed(folder: Folder) -> Iterator[Hit]:
    """A mapping that no document can reach: an earlier one takes all that it matches.

    Mappings are asked in the order of their file names, sorted as text (`10-` before `2-`), and
    the first that matches takes the document.

    Bad:
        # file: 10-all.yaml
        name: all
        match: {discriminator: {type: note}}
        chunks: [{content: "{{ t }}"}]
        # file: 2-pump.yaml
        name: pump
        match: {discriminator: {type: note, about: pump}}
        chunks: [{content: "{{ t }}"}]
    Good:
        # file: 1-pump.yaml
        name: pump
        match: {discriminator: {type: note, about: pump}}
        chunks: [{content: "{{ t }}"}]
        # file: 2-all.yaml
        name: all
        match: {discriminator: {type: note}}
        chunks: [{content: "{{ t }}"}]
    """
    by_url: dict[JsonValue, int] = {}
    by_entry: dict[JsonValue, list[int]] = {}  # first entry of a discriminator -> mappings
    for rank, index in enumerate(folder.dispatcher.order):
        file = folder.files[index]
        spec = file.spec
        assert spec is not None
        for earlier in sorted(_candidates(spec, by_url, by_entry)):
            other = folder.files[folder.dispatcher.order[earlier]]
            if other.spec is not None and _covers(other.spec, spec):
                yield Hit(
                    file.document.owner(("match",)),
                    f"no document reaches this mapping: {other.path} takes all that it matches",
                    _reorder(file, other),
                    "RTFM asks the mappings in the order of their file names, sorted as text",
                    (Related(other.document.owner(("match",)), "this one is asked first"),),
                )
                break
        if isinstance(spec.schema_url, str):
            by_url.setdefault(spec.schema_url, rank)
        if isinstance(spec.discriminator, dict) and spec.tests:
            key = _hashable(spec.tests[0])
            by_entry.setdefault(key, []).append(rank)


def _candidates(
    spec: Spec, by_url: dict[JsonValue, int], by_entry: dict[JsonValue, list[int]]
) -> set[int]:
    """The ranks of earlier mappings that share an entry or the URL, so that they may cover it."""
    found: set[int] = set()
    if isinstance(spec.schema_url, str) and spec.schema_url in by_url:
        found.add(by_url[spec.schema_url])
    for test in spec.tests:
        found.update(by_entry.get(_hashable(test), ()))
    return found


def _hashable(test: tuple[tuple[str, ...] | None, JsonValue]) -> JsonValue:
    path, expected = test
    try:
        hash(expected)
    except TypeError:
        return path, repr(expected)
    return path, expected


def _covers(earlier: Spec, later: Spec) -> bool:
    """Whether every document that `later` matches is matched by `earlier`."""
    rules = 0
    if later.schema_url is not None:
        rules += 1
        if earlier.schema_url != later.schema_url:
            return False
    if later.discriminator is not None:
        rules += 1
        if not isinstance(later.discriminator, dict) or not isinstance(earlier.discriminator, dict):
            return False
        if not all(
            any(path == other and expected == wanted for other, wanted in later.tests)
            for path, expected in earlier.tests
        ):
            return False
    return rules > 0


def _reorder(file: MappingFile, other: MappingFile) -> str:
    name = os.path.basename(file.path)
    if _same_rules(file, other):
        return "make one mapping of the two"
    return f"rename the file so that it sorts before {os.path.basename(other.path)}: `0-{name}`"


def _same_rules(file: MappingFile, other: MappingFile) -> bool:
    return bool(file.get("match") == other.get("match"))


@rule("RTM205", "mapping-not-loaded", Severity.WARNING, Scope.FOLDER, rows=(9, 10))
def mapping_not_loaded(folder: Folder) -> Iterator[Hit]:
    """A file that looks like a mapping and that RTFM does not load.

    RTFM does not look into sub-folders of the mappings, nor beside them in `.rtfm`, nor at other
    suffixes than .yaml, .yml and .json. Copies that are put aside (.bak, .disabled, .example) are
    not told.
    """
    schemas = folder.target.schemas
    own = set(schema_files(schemas)) if schemas else set()  # of documents; they may lie there
    for path in folder.target.stray_files():
        if path in own:
            continue
        name = show_path(path).replace(os.sep, "/")
        if os.path.dirname(path) == folder.target.folder:
            stem = os.path.splitext(os.path.basename(path))[0]
            why = "its suffix is not .yaml, .yml or .json"
            help = f"rename it to `{stem if '.' in stem else stem + '.json'}`"
        elif os.path.relpath(path, folder.target.folder).startswith(os.pardir):
            why = "it does not lie in `.rtfm/mappings`"
            help = f"move it to {show_path(folder.target.folder)}"
        else:
            why = "it lies in a sub-folder"
            help = f"move it to {show_path(folder.target.folder)}"
        yield Hit(
            Place(name, Span(1, 1, 1, 1)),
            f"the mapping is not loaded: {why}",
            help,
            "RTFM does not look at the file",
        )


@rule("RTM336", "snapshot-without-fixture", Severity.WARNING, Scope.FOLDER)
def snapshot_without_fixture(folder: Folder) -> Iterator[Hit]:
    """A file `NAME.expected.json` beside which there is no `NAME.json`.

    The fixture was renamed or removed. The file is compared with nothing, and it is no fixture.
    """
    for path in folder.target.lone_snapshots():
        fixture = os.path.basename(path)[: -len(EXPECTED_SUFFIX)] + ".json"
        yield Hit(
            Place(show_path(path).replace(os.sep, "/"), Span(1, 1, 1, 1)),
            f"the snapshot is compared with nothing: there is no {quote(fixture)} beside it",
            "remove it, or give it the name of its fixture",
            "what the fixture gave is no longer watched",
        )
