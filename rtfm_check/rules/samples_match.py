"""RTM3xx: which fixtures a mapping takes, and which it should have taken."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rtfm_check.dryrun.run import DryRun
from rtfm_check.dryrun.trial import Example, Trial, known_paths
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import Spec
from rtfm_check.model import Hit, JsonValue, Related, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._samples import as_json
from rtfm_check.text.show import a_kind_of, quote
from rtfm_check.text.suggest import nearest, nearest_path


@rule("RTM301", "mapping-matches-no-fixture", Severity.WARNING, Scope.TRIED, rows=(33, 89))
def mapping_matches_no_fixture(trial: Trial) -> Iterator[Hit]:
    """A mapping that takes none of the fixtures.

    Either there is no fixture for it, or its match rules do not say what the documents are. The
    nearest miss is told: the fixture that most entries hold for, and the value it has instead.

    Bad:
        match: {discriminator: {type: nte}}
    Good:
        match: {discriminator: {type: note}}
    Fixture:
        {"type": "note", "t": "text"}
    """
    spec = trial.file.spec
    if spec is not None and spec.schema_url is None and spec.discriminator is None:
        return  # told as missing
    if spec is None or trial.matched or not trial.has_fixtures or not trial.is_asked:
        return
    if trial.is_told("/match") or trial.is_told("/name") or trial.rivals:
        return
    if trial.url_misses or trial.hidden_ids or not trial.file.get("match"):
        return
    document = trial.file.document
    best: tuple[int, Example, tuple[JsonValue, ...], JsonValue] | None = None
    discriminator = spec.discriminator if isinstance(spec.discriminator, dict) else {}
    for example in trial.sample:
        held = 0
        missed: tuple[JsonValue, ...] | None = None
        for path, expected in discriminator.items():
            if paths.resolve(example.data, paths.split(path)) == expected:
                held += 1
            elif missed is None:
                missed = (path, expected)
        known = missed is not None and paths.exists(example.data, paths.split(missed[0]))
        score = 2 * held + known
        if missed is not None and (best is None or score > best[0]) and score:
            best = (score, example, missed, expected)
    if best is None and trial.untried:
        return  # the document for it may be the one that could not be tried
    if best is None:
        if discriminator:
            pointer: tuple[JsonValue, ...] = ("match", "discriminator")
        else:
            pointer = ("match", "schema_url")
        field, help = _missing_field(trial, discriminator)
        place = document.at((*pointer, *list(discriminator)[:1]))
        if help:
            place = document.key((*pointer, field))
        yield Hit(
            place,
            "no fixture matches the mapping",
            help or "add a fixture, or correct the rule",
            "RTFM uses the mapping for none of these documents",
        )
        return
    _, example, (path, expected), _ = best
    pointer = ("match", "discriminator", path)
    found = paths.resolve(example.data, paths.split(path))
    if not paths.exists(example.data, paths.split(path)):
        near = nearest_path(path, known_paths(example.data))
        yield Hit(
            document.key(pointer),
            f"no fixture matches: the closest, {example.name}, has no field {quote(path)}",
            f"did you mean `{near}`?" if near else "",
            "RTFM uses the mapping for none of these documents",
        )
        return
    yield Hit(
        document.at(pointer),
        f"no fixture matches: the closest, {example.name}, has {as_json(found)} at {quote(path)}",
        _right_value(path, expected, found),
        "RTFM uses the mapping for none of these documents",
    )


def _missing_field(trial: Trial, discriminator: dict[str, JsonValue]) -> tuple[str, str]:
    """A field of the discriminator that no fixture has, and the one that was meant."""
    for path in discriminator:
        for example in trial.sample:
            near = nearest_path(path, known_paths(example.data))
            if near:
                return path, f"did you mean `{near}`, as in {example.name}?"
            if path in example.data:
                return path, f"RTFM cannot reach a key that holds a dot: {quote(path)}"
    return "", ""


def _right_value(path: JsonValue, expected: JsonValue, found: JsonValue) -> str:
    if isinstance(expected, dict) and isinstance(found, dict):
        held = [key for key, value in expected.items() if found.get(key) == value]
        if held:
            entry = f"{path}.{held[0]}: {as_json(expected[held[0]])}"
            return f"an object is compared whole; write one entry for each field: `{entry}`"
    if isinstance(found, str) and not isinstance(expected, str):
        return f"put the value in quotes: `{json.dumps(found, ensure_ascii=False)}`"
    if isinstance(expected, str) and isinstance(found, dict | list):
        return f"{a_kind_of(found)} is compared whole: write `{as_json(found)}`"
    if isinstance(expected, str) and not isinstance(found, str):
        return f"write it without quotes: `{as_json(found)}`"
    if isinstance(expected, str) and nearest(expected, [found]) is None:
        return f"write `{as_json(found)}`, or add a fixture that has {quote(expected)}"
    return f"did you mean `{as_json(found)}`?"


@rule("RTM312", "fixture-mapped-by-another", Severity.WARNING, Scope.TRIED, rows=(37,))
def fixture_mapped_by_another(trial: Trial) -> Iterator[Hit]:
    """A mapping that takes no fixture because another is asked first.

    It would match, and the first that matches takes the document.

    Bad:
        # file: 1-all.yaml
        name: all
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
        # file: 2-pump.yaml
        name: pump
        match: {discriminator: {about: pump}}
        chunks: [{content: "{{ t }}"}]
    Good:
        # file: 1-pump.yaml
        name: pump
        match: {discriminator: {about: pump}}
        chunks: [{content: "{{ t }}"}]
        # file: 2-all.yaml
        name: all
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
    Fixture:
        {"type": "x", "about": "pump", "t": "text"}
    Good fixture:
        {"type": "x", "about": "pump", "t": "text"}
    Good fixture:
        {"type": "x", "about": "valve", "t": "text"}
    """
    if trial.matched or not trial.rivals or trial.is_told("/match") or trial.is_told("/name"):
        return
    fixture, other = trial.rivals[0]
    help = "rename the file so that it sorts before the other, or make its rule narrower"
    if _is_narrower(other.spec, trial.file.spec):
        help = "add a fixture that only this mapping takes"
    yield Hit(
        trial.file.document.owner(("match",)),
        f"{fixture} matches this mapping and is taken by {other.path}, which is asked first",
        help,
        "RTFM uses the mapping for none of the fixtures",
    )


def _is_narrower(one: Spec | None, other: Spec | None) -> bool:
    """Whether all entries of the other's discriminator are among those of the one."""
    if one is None or other is None or not other.tests or one.schema_url is not None:
        return False
    return len(one.tests) > len(other.tests) and all(test in one.tests for test in other.tests)


@rule("RTM316", "schema-url-near-miss", Severity.WARNING, Scope.TRIED, rows=(35,))
def schema_url_near_miss(trial: Trial) -> Iterator[Hit]:
    """A document's `$schema` that is nearly the mapping's `schema_url`.

    A `#` or `/` at the end, http for https, another case: RTFM compares to the letter. Told in
    the mapping, or in the fixture where other fixtures have the mapping's URL.

    Bad:
        match: {schema_url: "https://example.org/a.json#"}
    Good:
        match: {schema_url: "https://example.org/a.json"}
    Fixture:
        {"$schema": "https://example.org/a.json", "t": "text"}
    """
    if not trial.url_misses or trial.is_told("/match/schema_url"):
        return
    spec = trial.file.spec
    url = spec.schema_url if spec is not None else ""
    if trial.by_url:
        for place, other in trial.url_misses:
            yield Hit(
                place,
                f"the URL is nearly that of {trial.file.path}: {quote(url)}",
                f"did you mean `{url}`?",
                f"RTFM compares to the letter, and does not use {trial.file.path} for "
                f"{quote(other)}",
            )
        return
    place, other = trial.url_misses[0]
    yield Hit(
        trial.file.document.at(("match", "schema_url")),
        f"no fixture has this URL; {place.path} has {quote(other)}",
        f"did you mean `{other}`?",
        "RTFM compares the URL to the letter",
        (Related(place, "the document's URL"),),
    )


@rule("RTM317", "id-hidden-by-schema", Severity.WARNING, Scope.TRIED, rows=(36,))
def id_hidden_by_schema(trial: Trial) -> Iterator[Hit]:
    """A document with the mapping's URL as `$id`, and another URL as `$schema`.

    RTFM looks at `$id` only where there is no `$schema`.

    Bad:
        match: {schema_url: "https://example.org/a.json"}
    Good:
        match: {schema_url: "https://json-schema.org/draft/2020-12/schema"}
    Fixture:
        {"$schema": "https://json-schema.org/draft/2020-12/schema",
         "$id": "https://example.org/a.json", "t": "text"}
    """
    for place in trial.hidden_ids:
        yield Hit(
            place,
            f"the `$id` is the URL of {trial.file.path}, and `$schema` hides it",
            "match the `$schema`, or a field with `discriminator`",
            "RTFM compares only `$schema` where a document has both",
        )


@rule("RTM330", "fixture-without-mapping", Severity.INFO, Scope.DRY_RUN)
def fixture_without_mapping(dry_run: DryRun) -> Iterator[Hit]:
    """A fixture that no mapping takes.

    RTFM indexes such a document in the generic way: one chunk for each key at the top. Told only
    where all mappings of the folder load and nothing is wrong with their match rules.

    Bad:
        # file: a.yaml
        name: a
        match: {discriminator: {type: x}}
        chunks: [{content: "{{ t }}"}]
    Good:
        # file: a.yaml
        name: a
        match: {discriminator: {type: y}}
        chunks: [{content: "{{ t }}"}]
    Fixture:
        {"type": "y", "t": "text"}
    Fixture:
        {"type": "x", "t": "text"}
    Good fixture:
        {"type": "y", "t": "text"}
    """
    if any(trial.file.spec is None or trial.is_told("/match") for trial in dry_run.trials):
        return
    near = {
        place.path
        for trial in dry_run.trials
        for place in (*(place for place, _ in trial.url_misses), *trial.hidden_ids)
    }
    for place in dry_run.unmatched:
        if place.path not in near:
            yield Hit(
                place,
                "no mapping takes the document",
                "write a mapping for it, or take it out of the fixtures",
                "RTFM indexes it in the generic way, a chunk for each key at the top",
            )


@rule("RTM331", "match-rules-disagree", Severity.WARNING, Scope.TAKEN, rows=(38,))
def match_rules_disagree(trial: Trial) -> Iterator[Hit]:
    """A fixture that only one of `schema_url` and `discriminator` accepts.

    Either is enough: the two are not both required.

    Bad:
        match: {schema_url: "https://example.org/a.json", discriminator: {type: x}}
    Good:
        match: {schema_url: "https://example.org/a.json"}
    Fixture:
        {"$schema": "https://example.org/a.json", "type": "y", "t": "text"}
    """
    if trial.disagreeing and not trial.is_told("/match/discriminator"):
        fixture, by = trial.disagreeing[0]
        other = "discriminator" if by == "schema_url" else "schema_url"
        yield Hit(
            trial.file.document.key(("match", other)),
            f"{fixture} is taken by its `{by}` alone; its `{other}` says no",
            f"remove `{other}`, or `{by}` if it takes too much",
            "RTFM takes a document that one of the two accepts",
        )
