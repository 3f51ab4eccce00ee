"""RTM2xx: what becomes of the edges that a mapping declares."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.model import Hit, Severity
from rtfm_check.project import MappingFile
from rtfm_check.rules._rule import rule
from rtfm_check.show import quote
from rtfm_check.suggest import nearest

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
        if isinstance(relation, str) and relation and relation not in RESOLVED:
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
