"""RTM3xx: targets of edges that name no file, as the fixtures fill them in."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.trial import Trial
from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules.edges import RESOLVED
from rtfm_check.text.show import quote

_LONGEST_PATH = 1000  # characters; a longer target is no path


@rule("RTM322", "edge-target-not-plain", Severity.WARNING, Scope.TAKEN, rows=(83,))
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


@rule("RTM323", "edge-target-not-a-file", Severity.INFO, Scope.TAKEN, rows=(84,))
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
    for edges in trial.edges.values():
        for edge, seen in edges:
            target = edge.target
            if edge.relation not in RESOLVED or edge.target_kind in ("url", "slug"):
                continue
            if "://" in target or "#" in target or target != target.strip() or "\0" in target:
                continue
            if len(target) > _LONGEST_PATH:
                continue
            path = _named_file(trial.root, seen.fixture, target)
            if path is None:
                yield Hit(
                    trial.file.document.at((*edge.spec.pointer, "target")),
                    f"the target {quote(target)} is no file of the project (in {seen})",
                    "",
                    "RTFM drops an edge whose target is not indexed",
                )
                break
            trial.linked.add(path)


def _named_file(root: str, fixture: str, target: str) -> str | None:
    """The path in the project that a target names, if there is something."""
    import os

    inside = os.path.join(os.path.abspath(root), "")
    for folder in (os.path.dirname(fixture), root):
        path = os.path.abspath(os.path.join(folder, target))
        if os.path.join(path, "").startswith(inside) and os.path.exists(path):
            return path
    return None
