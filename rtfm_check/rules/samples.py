"""RTM3xx: what the dry run on fixtures shows."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import ForEach, Spec
from rtfm_check.model import Hit, JsonValue, Place, Related, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules.edges import RESOLVED
from rtfm_check.show import quote
from rtfm_check.suggest import nearest, nearest_path
from rtfm_check.trial import Dead, DryRun, Example, ListTrial, Trial, UseTrial, known_paths

_NOTHING = "RTFM writes nothing in its place"
_RARE = 0.1  # share of contexts below which a path resolves rarely
_RARE_FROM = 10  # contexts from which a share says something


def _use_place(trial: Trial, use: UseTrial) -> Place:
    return trial.file.document.at(use.placed.use.pointer)


def _dead_place(trial: Trial, dead: Dead) -> Place:
    placeholder = dead.placeholder
    pointer = dead.trial.placed.use.pointer
    return trial.file.document.within(pointer, placeholder.start, placeholder.end)


def _contexts(use: UseTrial) -> str:
    """What a template was tried in: `3 fixtures`, `14 items`."""
    what = "fixture" if use.placed.foreach is None else "item"
    return f"{use.total:,} {what}{'' if use.total == 1 else 's'}"


def _keys(trial: Trial, dead: Dead) -> str:
    """The keys that the first context does have."""
    foreach = dead.trial.placed.foreach
    for context in trial.contexts(foreach if isinstance(foreach, ForEach) else None):
        if isinstance(context, dict):
            names = sorted(context)
            listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
            what = "the document" if foreach is None else "the item"
            return f"{what} has {listed}" if names else f"{what} has no keys"
    return ""


@rule("RTM301", "mapping-matches-no-fixture", Severity.WARNING, Scope.TRIAL, rows=(33, 89))
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
    if spec is None or trial.matched or not trial.has_fixtures or not trial.is_asked:
        return
    if trial.is_told("/match") or trial.is_told("/name") or trial.rivals:
        return
    if trial.url_misses or trial.hidden_ids:
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
        f"no fixture matches: the closest, {example.name}, has {_json(found)} at {quote(path)}",
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
            entry = f"{path}.{held[0]}: {_json(expected[held[0]])}"
            return f"an object is compared whole; write one entry for each field: `{entry}`"
    if isinstance(found, str) and not isinstance(expected, str):
        return f"put the value in quotes: `{json.dumps(found, ensure_ascii=False)}`"
    if isinstance(expected, str) and not isinstance(found, str):
        return f"write it without quotes: `{_json(found)}`"
    if isinstance(expected, str) and nearest(expected, [found]) is None:
        return f"write `{_json(found)}`, or add a fixture that has {quote(expected)}"
    return f"did you mean `{_json(found)}`?"


def _json(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= limits.QUOTE_CHARS else text[: limits.QUOTE_CHARS - 1] + "…"


@rule("RTM302", "path-never-resolves", Severity.ERROR, Scope.TRIAL, rows=(33, 62, 63))
def path_never_resolves(trial: Trial) -> Iterator[Hit]:
    """A placeholder that finds nothing in any fixture.

    RTFM writes nothing for a path that is not there; a chunk whose content stays blank is
    dropped. Names are compared with case. A key that holds a dot cannot be reached.

    Bad:
        chunks:
          - content: "{{ txt }}"
    Good:
        chunks:
          - content: "{{ text }}"
    Fixture:
        {"type": "x", "text": "words"}
    """
    for dead in trial.dead:
        if dead.kind != "path-never-resolves" or _is_told_statically(dead):
            continue
        path = dead.placeholder.path
        help = f"did you mean `{dead.suggestion}`?" if dead.suggestion else ""
        if any(_has_dotted_key(example.data, path) for example in trial.examples):
            help = f"the document has the key {quote(path)}; RTFM cannot reach a key with a dot"
        yield Hit(
            _dead_place(trial, dead),
            f"{quote(path)} resolves in 0 of {_contexts(dead.trial)}",
            help or _keys(trial, dead),
            _NOTHING,
        )


def _is_told_statically(dead: Dead) -> bool:
    return len(dead.placeholder.segments) > limits.PATH_SEGMENTS


def _has_dotted_key(data: JsonValue, path: str) -> bool:
    return "." in path and isinstance(data, dict) and path in data


@rule("RTM202", "root-path-inside-foreach", Severity.ERROR, Scope.TRIAL, rows=(55,))
def root_path_inside_foreach(trial: Trial) -> Iterator[Hit]:
    """A field of the document, used inside `foreach`.

    There a path starts at the item; the document around it cannot be reached.

    Bad:
        chunks:
          - foreach: items
            title: "{{ name }}"
            content: "{{ text }}"
    Good:
        chunks:
          - foreach: items
            content: "{{ text }}"
    Fixture:
        {"type": "x", "name": "all", "items": [{"text": "one"}]}
    """
    for dead in trial.dead:
        if dead.kind == "root-path-inside-foreach":
            loop = dead.trial.placed.foreach
            assert isinstance(loop, ForEach)
            yield Hit(
                _dead_place(trial, dead),
                f"{quote(dead.placeholder.path)} is a field of the document, "
                f"not of an item of {quote(loop.path)}",
                "use it in a chunk without `foreach`, or write it into each item",
                _NOTHING,
            )


@rule("RTM303", "path-rarely-resolves", Severity.WARNING, Scope.TRIAL)
def path_rarely_resolves(trial: Trial) -> Iterator[Hit]:
    """A placeholder that finds something in fewer than one of ten fixtures or items.

    Told from ten of them on. An optional field is fine; suppress the finding then.
    """
    for use in trial.uses.values():
        for each in use.placeholders:
            present = each.resolved + each.null
            if use.total >= _RARE_FROM and 0 < present < _RARE * use.total and each.resolved:
                placeholder = each.placeholder
                yield Hit(
                    trial.file.document.within(
                        use.placed.use.pointer, placeholder.start, placeholder.end
                    ),
                    f"{quote(placeholder.path)} resolves in {present:,} of {_contexts(use)}",
                    "check the spelling in the other ones",
                    _NOTHING + " elsewhere",
                )


@rule("RTM304", "empty-content", Severity.ERROR, Scope.TRIAL, rows=(42, 68))
def empty_content(trial: Trial) -> Iterator[Hit]:
    """A content that stays blank in every fixture, although its paths lead somewhere.

    The fields are null or hold empty text. RTFM drops each chunk.

    Bad:
        chunks:
          - content: "{{ note }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "note": ""}
    """
    for use in _contents(trial):
        if use.total and use.blank == use.total and not _explains(trial, use):
            yield Hit(
                _use_place(trial, use),
                f"the content is blank in all of {_contexts(use)}",
                "use a field that holds text, or a fixture in which this one does",
                "RTFM drops the chunk; a document that gives no chunk is not indexed at all",
            )


def _contents(trial: Trial) -> Iterator[UseTrial]:
    return (
        use
        for use in trial.uses.values()
        if use.placed.part == "content" and not trial.is_loop_told(use)
    )


def _explains(trial: Trial, use: UseTrial) -> bool:
    """Whether something told already explains why a content is blank."""
    if not use.placed.use.template.placeholders:
        return True  # told as blank-content
    if any(not all(each.placeholder.segments) for each in use.placeholders):
        return True  # told as empty-path-segment
    return any(dead.trial is use and dead.kind != "always-null" for dead in trial.dead)


@rule("RTM328", "some-content-empty", Severity.WARNING, Scope.TRIAL, rows=(42, 69))
def some_content_empty(trial: Trial) -> Iterator[Hit]:
    """A content that is blank in some fixtures or items, and not in others.

    RTFM drops these chunks, and its numbering skips them: ids and chapter numbers have gaps.

    Bad:
        chunks:
          - foreach: items
            content: "{{ text }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "items": [{"text": "one"}, {"text": null}]}
    """
    for use in _contents(trial):
        if 0 < use.blank < use.total:
            yield Hit(
                _use_place(trial, use),
                f"the content is blank in {use.blank:,} of {_contexts(use)}, "
                f"first in {use.first_blank}",
                "give the chunk another text for these, or leave them out of the list",
                "RTFM drops these chunks, and the ids of the others have gaps",
            )


@rule("RTM305", "foreach-not-a-list", Severity.ERROR, Scope.TRIAL, rows=(53, 54))
def foreach_not_a_list(trial: Trial) -> Iterator[Hit]:
    """A `foreach` whose path leads to no list in any fixture.

    To an object (RTFM does not loop over its keys), to text or a number, or to nothing.

    Bad:
        chunks:
          - foreach: items
            content: "{{ text }}"
    Good:
        chunks:
          - foreach: items.all
            content: "{{ text }}"
    Fixture:
        {"type": "x", "items": {"all": [{"text": "one"}]}}
    """
    for noted in trial.lists.values():
        if noted.kinds["list"] or noted.kinds["empty list"] or not noted.kinds:
            continue
        pointer = "".join(f"/{part}" for part in noted.foreach.pointer)
        if trial.is_told(pointer):
            continue
        yield _not_a_list(trial, noted)


def _not_a_list(trial: Trial, noted: ListTrial) -> Hit:
    path = noted.foreach.path
    kind, _ = noted.kinds.most_common(1)[0]
    seen, value = noted.first[kind]
    what = "chunk" if noted.pointer[0] == "chunks" else "edge"
    lists = {
        known: None for example in trial.examples for known in known_paths(example.data, lists=True)
    }
    near = nearest_path(path, lists)
    help = f"did you mean `{near}`?" if near and near != path else ""
    if kind == "object":
        inside = [each for each in lists if each.startswith(path + ".")]
        if inside:
            help = f"did you mean `{inside[0]}`?"
        message = f"{quote(path)} is an object with {len(value):,} keys, not a list"
        help = help or "write the list of objects out in the JSON: RTFM does not loop over keys"
    elif kind in ("missing", "null"):
        total = sum(noted.kinds.values())
        message = (
            f"{quote(path)} resolves in 0 of {total:,} fixture{'' if total == 1 else 's'}"
            if kind == "missing"
            else f"{quote(path)} is null in every fixture"
        )
    else:
        message = f"{quote(path)} is a {kind} ({_json(value)}), not a list"
    if not help and lists:
        help = f"the lists are {', '.join(f'`{each}`' for each in list(lists)[:5])}"
    return Hit(
        trial.file.document.at(noted.foreach.pointer),
        message + (f", in {seen}" if kind not in ("missing", "null") else ""),
        help,
        f"RTFM makes no {what}",
    )


@rule("RTM306", "foreach-empty-everywhere", Severity.WARNING, Scope.TRIAL)
def foreach_empty_everywhere(trial: Trial) -> Iterator[Hit]:
    """A `foreach` whose list is empty in every fixture, so that its templates were never tried.

    Bad:
        chunks:
          - content: "{{ t }}"
          - foreach: items
            content: "{{ text }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "items": []}
    """
    for noted in trial.lists.values():
        if trial.vanished and noted.pointer[0] == "chunks":
            continue  # told as document-vanishes
        if noted.kinds["empty list"] and not noted.items and not noted.kinds["list"]:
            yield Hit(
                trial.file.document.at(noted.foreach.pointer),
                f"{quote(noted.foreach.path)} is an empty list in every fixture",
                "add a fixture with an item, so that the templates are tried",
                "nothing is known of what RTFM would make of an item",
            )


@rule("RTM307", "renders-python-repr", Severity.WARNING, Scope.TRIAL, rows=(64,))
def renders_python_repr(trial: Trial) -> Iterator[Hit]:
    """A placeholder that leads to an object or a list.

    RTFM writes it as Python prints it (single quotes, None, True), not as JSON.

    Bad:
        chunks:
          - content: "{{ answer }}"
    Good:
        chunks:
          - content: "{{ answer.text }}"
    Fixture:
        {"type": "x", "answer": {"text": "words"}}
    """
    for use in trial.uses.values():
        for each in use.placeholders:
            kinds = [kind for kind in ("object", "list") if each.odd[kind]]
            if not kinds:
                continue
            seen, value = each.first[kinds[0]]
            placeholder = each.placeholder
            yield Hit(
                trial.file.document.within(
                    use.placed.use.pointer, placeholder.start, placeholder.end
                ),
                f"{quote(placeholder.path)} is {' or '.join(map(_an, kinds))} in "
                f"{sum(each.odd[kind] for kind in kinds):,} of {_contexts(use)}, first in {seen}",
                _inner(placeholder.path, value),
                f"RTFM writes it as Python prints it: {quote(str(value))}",
            )


def _an(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _inner(path: str, value: JsonValue) -> str:
    """The text inside an object or list that was probably meant."""
    if isinstance(value, list):
        if value and isinstance(value[0], dict):
            return f"use `foreach: {path}`"
        return f"use `foreach: {path}` and `{{{{ value }}}}`, or one item: `{path}.0`"
    texts = [key for key, inner in value.items() if isinstance(inner, str) and "." not in key]
    return f"did you mean `{path}.{texts[0]}`?" if texts else ""


@rule("RTM319", "renders-python-value", Severity.INFO, Scope.TRIAL, rows=(65,))
def renders_python_value(trial: Trial) -> Iterator[Hit]:
    """A placeholder that leads to a boolean, or to a number that Python writes in another way.

    `true` is written True, `1e3` as 1000.0.

    Bad:
        chunks:
          - content: "{{ t }}, done: {{ done }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "done": true}
    """
    for use in trial.uses.values():
        for each in use.placeholders:
            for kind in ("boolean", "number"):
                if each.odd[kind]:
                    seen, value = each.first[kind]
                    yield Hit(
                        trial.file.document.within(
                            use.placed.use.pointer, each.placeholder.start, each.placeholder.end
                        ),
                        f"{quote(each.placeholder.path)} is a {kind}, written as `{value}` "
                        f"(in {seen})",
                        "write it as text in the JSON, if it should be found as such",
                        "RTFM writes the value as Python prints it",
                    )


@rule("RTM308", "edge-target-empty", Severity.WARNING, Scope.TRIAL, rows=(83,))
def edge_target_empty(trial: Trial) -> Iterator[Hit]:
    """An edge target that comes out empty or blank in every fixture or item.

    RTFM drops an edge with an empty target without a word; blanks resolve to nothing.

    Bad:
        edges:
          - {relation: link, target: "{{ url }}"}
    Good:
        edges:
          - {relation: link, target: "{{ t }}"}
    Fixture:
        {"type": "x", "t": "a.md", "url": ""}
    """
    for use in trial.uses.values():
        if use.placed.part == "target" and not use.placed.use.template.text.strip():
            yield Hit(
                _use_place(trial, use),
                "the target is blank",
                "write `{{ path }}` where the target stands in the document",
                "RTFM keeps an edge that names no file",
            )
            continue
        if use.placed.part != "target" or not use.total or not use.placeholders:
            continue
        edges = trial.edges.get(use.placed.use.pointer[:-1], [])
        if any(edge.target.strip() for edge, _ in edges):
            continue
        if any(dead.trial is use and dead.kind != "always-null" for dead in trial.dead):
            continue
        if any(not all(each.placeholder.segments) for each in use.placeholders):
            continue
        yield Hit(
            _use_place(trial, use),
            f"the target is empty in all of {_contexts(use)}",
            "use a field that holds the target",
            "RTFM drops the edge without a word",
        )


@rule("RTM322", "edge-target-not-plain", Severity.WARNING, Scope.TRIAL, rows=(83,))
def edge_target_not_plain(trial: Trial) -> Iterator[Hit]:
    """A link target with blanks around it or an anchor behind it.

    RTFM compares the target with file names as it is: it neither trims it nor cuts `#anchor`.

    Bad:
        edges:
          - {relation: link, target: "{{ url }}"}
    Good:
        edges:
          - {relation: link, target: "{{ t }}"}
    Fixture:
        {"type": "x", "t": "text", "url": "a.md#part"}
    """
    for edges in trial.edges.values():
        for edge, seen in edges:
            target = edge.target
            if edge.relation not in RESOLVED or edge.target_kind == "url" or "://" in target:
                continue
            if target.strip() and (target != target.strip() or "#" in target):
                yield Hit(
                    trial.file.document.at((*edge.spec.pointer, "target")),
                    f"the target {quote(target)} names no file as it is (in {seen})",
                    f"write `{target.strip().partition('#')[0]}` in the JSON",
                    "RTFM compares the whole text with the names of files",
                )
                break


@rule("RTM323", "edge-target-not-a-file", Severity.INFO, Scope.TRIAL, rows=(84,))
def edge_target_not_a_file(trial: Trial) -> Iterator[Hit]:
    """A link target that is no file of the project, seen from the fixture or from the root.

    RTFM drops an edge whose target is not indexed. Fixtures often link to files that only the
    real documents have beside them, so this is for information.

    Bad:
        edges:
          - {relation: link, target: "{{ t }}"}
    Good:
        edges:
          - {relation: cites, target: "{{ t }}"}
    Fixture:
        {"type": "x", "t": "no-such-page.md"}
    """
    import os

    root = trial.root
    for edges in trial.edges.values():
        for edge, seen in edges:
            target = edge.target
            if edge.relation not in RESOLVED or edge.target_kind in ("url", "slug"):
                continue
            if "://" in target or "#" in target or target != target.strip() or "\0" in target:
                continue
            if len(target) > 1000:
                continue
            beside = os.path.join(os.path.dirname(seen.fixture), target)
            if not os.path.exists(beside) and not os.path.exists(os.path.join(root, target)):
                yield Hit(
                    trial.file.document.at((*edge.spec.pointer, "target")),
                    f"the target {quote(target)} is no file of the project (in {seen})",
                    "",
                    "RTFM drops an edge whose target is not indexed",
                )
                break


@rule("RTM309", "duplicate-chunks", Severity.WARNING, Scope.TRIAL)
def duplicate_chunks(trial: Trial) -> Iterator[Hit]:
    """Two chunk specs that give a chunk of the same text in every fixture.

    The text is found twice, and takes the place of another result.

    Bad:
        chunks:
          - content: "{{ t }}"
          - title: Again
            content: "{{ t }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text"}
    """
    for (earlier, later), count in trial.same.items():
        if count == trial.matched:
            document = trial.file.document
            yield Hit(
                document.at((*later, "content")),
                f"the chunk has the same text as {earlier[0]}[{earlier[1]}] in every fixture",
                "keep one of the two",
                "RTFM indexes the text twice",
                (Related(document.at((*earlier, "content")), "the same text"),),
            )


@rule("RTM310", "chunk-too-large", Severity.WARNING, Scope.TRIAL, rows=(70,))
def chunk_too_large(trial: Trial) -> Iterator[Hit]:
    """A chunk of more than 10,000 characters.

    RTFM never splits what a mapping makes. A long text is hard to find by one of its sentences.
    """
    for use in _contents(trial):
        size, seen = use.longest
        if size:
            yield Hit(
                _use_place(trial, use),
                f"a chunk of {size:,} characters (in {seen})",
                "use `foreach` over its parts, if the JSON has them",
                "RTFM stores the text as one chunk and never splits it",
            )


@rule("RTM312", "fixture-mapped-by-another", Severity.WARNING, Scope.TRIAL, rows=(37,))
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


@rule("RTM316", "schema-url-near-miss", Severity.WARNING, Scope.TRIAL, rows=(35,))
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


@rule("RTM317", "id-hidden-by-schema", Severity.WARNING, Scope.TRIAL, rows=(36,))
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


@rule("RTM318", "scalar-items-need-value", Severity.WARNING, Scope.TRIAL, rows=(56,))
def scalar_items_need_value(trial: Trial) -> Iterator[Hit]:
    """A `foreach` over texts or numbers whose templates do not use `{{ value }}`.

    An item that is no object is reached as `value`, and has no other names.

    Bad:
        chunks:
          - foreach: tags
            content: "{{ tag }}"
    Good:
        chunks:
          - foreach: tags
            content: "{{ value }}"
    Fixture:
        {"type": "x", "tags": ["a", "b"]}
    """
    for dead in trial.dead:
        if dead.kind == "scalar-items-need-value":
            loop = dead.trial.placed.foreach
            assert isinstance(loop, ForEach)
            yield Hit(
                _dead_place(trial, dead),
                f"the items of {quote(loop.path)} are no objects, and have no "
                f"{quote(dead.placeholder.path)}",
                "write `{{ value }}`",
                _NOTHING,
            )


@rule("RTM320", "label-only-chunk", Severity.WARNING, Scope.TRIAL, rows=(67,))
def label_only_chunk(trial: Trial) -> Iterator[Hit]:
    """A chunk that holds the template's own words and none of the document's.

    Every placeholder of the content is empty in some fixture or item. The text is not blank, so
    RTFM indexes it.

    Bad:
        chunks:
          - foreach: items
            content: "Note: {{ text }}"
    Good:
        chunks:
          - foreach: items
            content: "{{ text }}{{ t }}"
    Fixture:
        {"type": "x", "items": [{"text": "one", "t": ""}, {"text": "", "t": "two"}]}
    """
    for use in _contents(trial):
        if use.label_only and not _explains(trial, use):
            yield Hit(
                _use_place(trial, use),
                f"nothing of the document is in the content in {len(use.label_only):,} of "
                f"{_contexts(use)}, first in {use.label_only[0]}",
                "leave the words around the placeholder out, so that RTFM drops such chunks",
                "RTFM indexes the words of the template alone",
            )


@rule("RTM325", "surrogate-in-content", Severity.ERROR, Scope.TRIAL, rows=(88,))
def surrogate_in_content(trial: Trial) -> Iterator[Hit]:
    """Half a character (a lone surrogate) in a document's text.

    RTFM cannot write it as UTF-8, and fails on the document.

    Bad:
        chunks:
          - content: "{{ t }}"
    Good:
        chunks:
          - content: "{{ u }}"
    Fixture:
        {"type": "x", "t": "\\ud800", "u": "text"}
    """
    for use in _contents(trial):
        template = use.placed.use.template.text
        if use.surrogate is not None and not any("\ud800" <= each <= "\udfff" for each in template):
            yield Hit(
                _use_place(trial, use),
                f"the text holds half a character (in {use.surrogate})",
                "correct the program that writes the JSON: it cuts a surrogate pair",
                "RTFM fails on the document, which gives no chunk",
            )


@rule("RTM326", "output-too-large", Severity.ERROR, Scope.TRIAL)
def output_too_large(trial: Trial) -> Iterator[Hit]:
    """A template that renders to more than 1 MiB, or a document to more than 64 MiB.

    RTFM has no limit and may run out of memory. The dry run of the document stops there.
    """
    for failure, fixture in trial.failures.values():
        if failure.error in ("limit", "RecursionError"):
            deep = failure.error == "RecursionError"
            yield Hit(
                trial.file.document.at(failure.pointer),
                "a value is nested too deep to be written"
                if deep
                else f"the text of {fixture} exceeds what a document may render",
                "use smaller fields, or fewer of them in a template",
                "RTFM fails on the document" if deep else "RTFM may run out of memory",
            )


@rule("RTM331", "match-rules-disagree", Severity.WARNING, Scope.TRIAL, rows=(38,))
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
    if trial.disagreeing:
        fixture, by = trial.disagreeing[0]
        other = "discriminator" if by == "schema_url" else "schema_url"
        yield Hit(
            trial.file.document.key(("match", other)),
            f"{fixture} is taken by its `{by}` alone; its `{other}` says no",
            f"remove `{other}`, or `{by}` if it takes too much",
            "RTFM takes a document that one of the two accepts",
        )


@rule("RTM321", "document-vanishes", Severity.ERROR, Scope.TRIAL, rows=(68,))
def document_vanishes(trial: Trial) -> Iterator[Hit]:
    """A document that a mapping takes and makes no chunk of.

    RTFM then does not index it in the generic way either: it is gone, without a word. Told where
    no other finding about the mapping's chunks explains it.

    Bad:
        chunks:
          - foreach: items
            content: "{{ text }}"
    Good:
        chunks:
          - content: "{{ t }}"
    Fixture:
        {"type": "x", "t": "text", "items": []}
    """
    if trial.has_errors or trial.is_told("/chunks"):
        return
    for place in trial.vanished:
        yield Hit(
            place,
            f"{trial.file.path} takes the document and makes no chunk of it",
            "add a chunk without `foreach`, so that every document gives one",
            "RTFM does not index the document in any other way",
            (Related(trial.file.document.owner(("chunks",)), "the chunks of the mapping"),),
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


@rule("RTM334", "mapping-without-fixture", Severity.WARNING, Scope.TRIAL, is_optional=True)
def mapping_without_fixture(trial: Trial) -> Iterator[Hit]:
    """A mapping in a folder that has no fixtures at all.

    Reported only with `require-fixture: true`, or where it is selected.
    """
    if trial.file.spec is not None and not trial.has_fixtures:
        yield Hit(
            trial.file.document.source.top,
            "the mapping was not tried: there is no fixture",
            "put a sample document into a folder `fixtures` beside the mappings",
            "nothing is known of what RTFM would make of a document",
        )
