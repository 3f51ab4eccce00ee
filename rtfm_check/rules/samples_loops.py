"""RTM3xx: what `foreach` finds in the fixtures."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.trial import ListTrial, Trial, known_paths
from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._samples import as_json
from rtfm_check.text.show import quote
from rtfm_check.text.suggest import nearest_path
from rtfm_check.text.wording import plural


@rule("RTM305", "foreach-not-a-list", Severity.ERROR, Scope.TAKEN, rows=(53, 54))
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
            f"{quote(path)} resolves in 0 of {plural(total, 'fixture')}"
            if kind == "missing"
            else f"{quote(path)} is null in every fixture"
        )
    else:
        message = f"{quote(path)} is a {kind} ({as_json(value)}), not a list"
    if not help and lists:
        help = f"the lists are {', '.join(f'`{each}`' for each in list(lists)[:5])}"
    return Hit(
        trial.file.document.at(noted.foreach.pointer),
        message + (f", in {seen}" if kind not in ("missing", "null") else ""),
        help,
        f"RTFM makes no {what}",
    )


@rule("RTM306", "foreach-empty-everywhere", Severity.WARNING, Scope.TAKEN)
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
    if trial.matched and len(trial.vanished) == trial.matched:
        return  # told as document-vanishes
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
