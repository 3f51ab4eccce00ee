"""RTM2xx: what becomes of the edges that a mapping declares; RTM308, targets that stay empty."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.trial import Trial
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import ForEach
from rtfm_check.model import Hit, Severity
from rtfm_check.project import MappingFile, PlacedUse
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.rules._samples import contexts, use_place
from rtfm_check.text.show import quote
from rtfm_check.text.suggest import nearest

RESOLVED = ("import", "link", "include")


@rule("RTM209", "custom-relation-not-materialised", Severity.INFO, rows=(82,))
def custom_relation_not_materialised(file: MappingFile) -> Iterator[Hit]:
    """A relation other than import, link and include.

    RTFM resolves only these three against indexed files. Others stay edge candidates and never
    reach its graph.

    Bad:
        edges:
          - {relation: cites, target: "{{ t }}"}
    Good:
        edges:
          - {relation: link, target: "{{ t }}"}
    """
    for edge in file.spec.edges if file.spec is not None else ():
        relation = edge.relation
        if file.get(*edge.pointer, "relation") is None:
            continue  # told as missing-key
        is_told = isinstance(relation, str) and "{{" in relation  # placeholder-not-recognised
        if isinstance(relation, str) and relation and relation not in RESOLVED and not is_told:
            near = nearest(relation, RESOLVED)
            help = f"did you mean `{near}`?" if near else ""
            yield Hit(
                file.document.at((*edge.pointer, "relation")),
                f"{quote(relation)} is not one of {', '.join(f'`{each}`' for each in RESOLVED)}",
                help or "use one of the three, or keep it for other programs that read the mapping",
                "RTFM keeps the edge as a candidate and never stores it",
            )


@rule("RTM230", "edges-not-stored", Severity.INFO, rows=(85,))
def edges_not_stored(file: MappingFile) -> Iterator[Hit]:
    """Any edge of a mapping, as of RTFM 0.55.1.

    RTFM stores a mapped document under its absolute path and looks edges up by the relative one,
    so no edge that a mapping declares reaches its graph. Not told where
    custom-relation-not-materialised says the same of every edge.

    Bad:
        edges:
          - {relation: link, target: "{{ t }}"}
    Good:
        edges: []
    """
    edges = file.spec.edges if file.spec is not None else ()
    if any(edge.relation in RESOLVED for edge in edges if isinstance(edge.relation, str)):
        yield Hit(
            file.document.key(("edges",)),
            "RTFM 0.55.1 stores no edge that a mapping declares",
            "keep them for other programs that read the mapping; RTFM makes no use of them",
            "RTFM makes edge candidates, and then does not find the document that they belong to",
        )


@rule("RTM308", "edge-target-empty", Severity.WARNING, Scope.TRIAL, rows=(83,))
def edge_target_empty(trial: Trial) -> Iterator[Hit]:
    """An edge target that comes out empty or blank in every fixture or item, or a bare field name.

    RTFM drops an edge with an empty target without a word; blanks resolve to nothing. The name of
    a field without braces is the target itself, of every document.

    Bad:
        edges:
          - {relation: link, target: "{{ url }}"}
    Good:
        edges:
          - {relation: link, target: "{{ t }}"}
    Fixture:
        {"type": "x", "t": "a.md", "url": ""}
    """
    for placed in trial.file.uses:
        if placed.part == "target" and not placed.use.template.text.strip():
            yield Hit(
                trial.file.document.at(placed.use.pointer),
                "the target is blank",
                "write `{{ path }}` where the target stands in the document",
                "RTFM keeps an edge that names no file",
            )
        elif placed.part == "target" and _is_field(trial, placed):
            name = placed.use.template.text.strip()
            yield Hit(
                trial.file.document.at(placed.use.pointer),
                f"the target {quote(name)} has no placeholder, and the documents have this field",
                f"write `{{{{ {name} }}}}`",
                "RTFM makes an edge to the same text of every document",
            )
    for use in trial.uses.values():
        if use.placed.part != "target" or not use.placeholders:
            continue
        if not use.total or use.blank < use.total or trial.is_loop_told(use):
            continue
        if any(dead.trial is use and dead.kind != "always-null" for dead in trial.dead):
            continue
        if any(not all(each.placeholder.segments) for each in use.placeholders):
            continue
        yield Hit(
            use_place(trial, use),
            f"the target is empty in all of {contexts(use)}",
            "use a field that holds the target",
            "RTFM drops the edge without a word",
        )


def _is_field(trial: Trial, placed: PlacedUse) -> bool:
    """Whether a target without a placeholder is the path of a text in the documents."""
    path = placed.use.template.text.strip()
    if placed.use.template.placeholders or not path.replace(".", "").isidentifier():
        return False
    foreach = placed.foreach if isinstance(placed.foreach, ForEach) else None
    segments = paths.split(path)
    return any(isinstance(paths.resolve(each, segments), str) for each in trial.contexts(foreach))
