"""RTM202, RTM3xx: placeholders that find nothing, or not what was meant, in the fixtures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.dryrun.trial import Dead, Trial
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import ForEach
from rtfm_check.model import Hit, JsonValue, Place, Pointer, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._samples import contexts, path_place
from rtfm_check.text.show import quote

_NOTHING = "RTFM writes nothing in its place"
_LOOP = re.compile(r"\{%-?\s*for\s|\{\{\s*#|\{\{-?\s*range\s")
_RARE = 0.1  # share of contexts below which a path resolves rarely
_RARE_FROM = 10  # contexts from which a share says something


def _dead_place(trial: Trial, dead: Dead) -> Place:
    return path_place(trial, dead.trial, dead.placeholder)


def _keys(trial: Trial, dead: Dead) -> str:
    """The keys that the first context does have."""
    foreach = dead.trial.placed.foreach
    for context in trial.contexts(foreach if isinstance(foreach, ForEach) else None):
        if isinstance(context, dict):
            names = [each or '""' for each in sorted(context)]
            listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
            what = "the document" if foreach is None else "the item"
            return f"{what} has {listed}" if names else f"{what} has no keys"
    return ""


def _mixed_entries(trial: Trial) -> set[Pointer]:
    """The entries that a dash too many or too few has made of others, which was told."""
    mixed: set[Pointer] = set()
    repeated: list[int] = []  # the lines of keys that stand in an entry a second time
    for each in trial.told:
        if each.rule == "duplicate-key":
            repeated.append(each.place.span.line)
        match = re.match(r"/(chunks|edges)/(\d+)", each.place.pointer)
        if match and each.rule == "missing-key" and "the dash" in each.help:
            mixed.add((match[1], int(match[2]) + ("next" in each.help)))
    spec = trial.file.spec
    pointers: list[Pointer] = []
    if spec is not None and len(repeated) > 1:
        pointers = [chunk.pointer for chunk in spec.chunks] + [edge.pointer for edge in spec.edges]
    for pointer in pointers:
        span = trial.file.document.at(pointer).span
        if sum(span.line <= line <= span.end_line for line in repeated) > 1:
            mixed.add(pointer)
    return mixed


@rule("RTM202", "root-path-inside-foreach", Severity.ERROR, Scope.TAKEN, rows=(55,))
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
    mixed = _mixed_entries(trial)
    for dead in trial.dead:
        if dead.trial.placed.use.pointer[:2] in mixed:
            continue
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


@rule("RTM302", "path-never-resolves", Severity.ERROR, Scope.TAKEN, rows=(33, 62, 63))
def path_never_resolves(trial: Trial) -> Iterator[Hit]:
    """A placeholder that finds nothing in any fixture.

    RTFM writes nothing for a path that is not there; a chunk whose content stays blank is
    dropped. Names are compared with case. A key that holds a dot cannot be reached. Not told of a
    field that the JSON Schema of the documents has.

    Bad:
        chunks:
          - content: "{{ txt }}"
    Good:
        chunks:
          - content: "{{ text }}"
    Fixture:
        {"type": "x", "text": "words"}
    """
    mixed = _mixed_entries(trial)
    for dead in trial.dead:
        if dead.trial.placed.use.pointer[:2] in mixed:
            continue
        if dead.kind != "path-never-resolves" or _is_told_statically(dead) or _in_loop(dead):
            continue
        if trial.is_in_schema(dead):
            continue
        path = dead.placeholder.path
        help = f"did you mean `{dead.suggestion}`?" if dead.suggestion else ""
        help = _beyond_item(trial, dead) or _through_list(trial, dead) or help
        if any(_has_dotted_key(example.data, path) for example in trial.examples):
            help = f"the document has the key {quote(path)}; RTFM cannot reach a key with a dot"
        yield Hit(
            _dead_place(trial, dead),
            f"{quote(path)} resolves in 0 of {contexts(dead.trial)}",
            help or _keys(trial, dead),
            _NOTHING,
        )


def _through_list(trial: Trial, dead: Dead) -> str:
    """What to write for a path that leads through a list as if it were one of its items."""
    segments = dead.placeholder.segments
    if dead.trial.placed.foreach is not None:
        return ""
    for cut in range(1, len(segments)):
        for example in trial.examples:
            items = paths.resolve(example.data, segments[:cut])
            if isinstance(items, list) and any(
                paths.exists(each, segments[cut:]) for each in items
            ):
                name, rest = ".".join(segments[:cut]), ".".join(segments[cut:])
                return f"`{name}` is a list: use `foreach: {name}` and `{{{{ {rest} }}}}`"
    return ""


def _beyond_item(trial: Trial, dead: Dead) -> str:
    """What to write for a path that asks for the document around an item, or for its number."""
    first, *rest = dead.placeholder.segments
    if dead.trial.placed.foreach is None or not rest:
        return ""
    if first in ("loop", "forloop"):
        return "RTFM's templates do not tell which item it is: remove it"
    if first in ("$", "root", "$root", "parent", "document", "doc") and any(
        paths.exists(example.data, tuple(rest)) for example in trial.examples
    ):
        return (
            "the document around the item cannot be reached: use "
            f"`{{{{ {'.'.join(rest)} }}}}` in a chunk without `foreach`"
        )
    return ""


def _in_loop(dead: Dead) -> bool:
    """Whether a path stands behind the head of a loop of another language, which is told itself."""
    loop = _LOOP.search(dead.trial.placed.use.template.text)
    return loop is not None and loop.start() < dead.placeholder.outer[0]


def _is_told_statically(dead: Dead) -> bool:
    return len(dead.placeholder.segments) > limits.PATH_SEGMENTS


def _has_dotted_key(data: JsonValue, path: str) -> bool:
    return "." in path and isinstance(data, dict) and path in data


@rule("RTM303", "path-rarely-resolves", Severity.WARNING, Scope.TAKEN)
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
                    path_place(trial, use, placeholder),
                    f"{quote(placeholder.path)} resolves in {present:,} of {contexts(use)}",
                    "check the spelling in the other ones",
                    _NOTHING + " elsewhere",
                )


@rule("RTM307", "renders-python-repr", Severity.WARNING, Scope.TAKEN, rows=(64,))
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
                path_place(trial, use, placeholder),
                f"{quote(placeholder.path)} is {' or '.join(map(_an, kinds))} in "
                f"{sum(each.odd[kind] for kind in kinds):,} of {contexts(use)}, first in {seen}",
                _inner(placeholder.path, value, in_loop=use.placed.foreach is not None),
                f"RTFM writes it as Python prints it: {quote(str(value))}",
            )


def _an(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _inner(path: str, value: JsonValue, *, in_loop: bool) -> str:
    """The text inside an object or list that was probably meant."""
    if isinstance(value, list):
        if in_loop:
            one = (
                value and isinstance(value[0], dict) and _inner(f"{path}.0", value[0], in_loop=True)
            )
            return one or f"RTFM loops over no list in an item: take one, as in `{path}.0`"
        if value and isinstance(value[0], dict):
            return f"use `foreach: {path}`"
        return f"use `foreach: {path}` and `{{{{ value }}}}`, or one item: `{path}.0`"
    texts = [key for key, inner in value.items() if isinstance(inner, str) and "." not in key]
    return f"did you mean `{path}.{texts[0]}`?" if texts else ""


@rule("RTM318", "scalar-items-need-value", Severity.ERROR, Scope.TAKEN, rows=(56,))
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
                f"write `{{{{ {dead.suggestion} }}}}`",
                _NOTHING,
            )


@rule("RTM319", "renders-python-value", Severity.INFO, Scope.TAKEN, rows=(65,))
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
                        path_place(trial, use, each.placeholder),
                        f"{quote(each.placeholder.path)} is a {kind}, written as `{value}` "
                        f"(in {seen})",
                        "write it as text in the JSON, if it should be found as such",
                        "RTFM writes the value as Python prints it",
                    )
