"""Imports of Python and includes of LaTeX that lead to no file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.docs.missing import by_ignore_file, relative
from rtfm_check.docs.pages import Page, PageLink
from rtfm_check.docs.site import Site
from rtfm_check.docs.told import NO_EDGE, Told, at
from rtfm_check.model import Hit
from rtfm_check.resolve import Miss, Tree, joined
from rtfm_check.rules import links as rules
from rtfm_check.text.show import quote

_GENERATED = re.compile(r"_?version(?:_info)?|_build_info|.*_pb2(?:_grpc)?|_generated|__about__")


def unresolved_import(page: Page, link: PageLink, site: Site) -> Iterator[Told]:
    """What is to be said of a relative import, if it leads nowhere."""
    target = site.target(page, link)
    if target.miss not in (Miss.NO_SIBLING, Miss.TOO_MANY_DOTS):
        return
    name = link.target.rpartition(".")[2]
    if _GENERATED.fullmatch(name) or _is_there_otherwise(link.target, site.tree):
        return
    path = _path(page.name, link.target)
    if site.tree.is_left_out(path) or site.ignored(path) is not None:
        return  # it is there and not read, or will be generated
    message = f"the package has no module {quote(link.target)}"
    if target.miss is Miss.TOO_MANY_DOTS:
        message = f"{quote(link.target)} has more dots than there are packages above the file"
    note = NO_EDGE
    if link.target.startswith("."):
        note = "RTFM drops the dots of a relative import, and may link to another file"
    yield rules.unresolved_import, Hit(at(page, link), message, "", note)


def _is_there_otherwise(target: str, tree: Tree) -> bool:
    """Whether a module may be compiled, or left out of the index: another file has its name."""
    name = target.rpartition(".")[2]
    if name.startswith("_") and tree.has_compiled:
        return True
    return bool(tree.of_name(name)) or any(
        path.rpartition("/")[2].partition(".")[0] == name for path in tree.left_out
    )


def _path(source: str, target: str) -> str:
    """Where the module of a relative import would lie."""
    name = target.lstrip(".")
    folders = source.split("/")[: -(len(target) - len(name))]
    return "/".join((*folders, *name.split("."))) + ".py"


def unresolved_include(page: Page, link: PageLink, site: Site) -> Iterator[Told]:
    """What is to be said of an include or a bibliography, if it leads nowhere."""
    target = site.target(page, link)
    if target.file is not None or "\\" in link.target or "#" in link.target:
        return  # what a macro makes of a name is not known here
    generated = by_ignore_file(page, link, site, ("", ".tex", ".bib"))
    if target.miss is Miss.NONE and generated is not None:
        yield generated
        return
    message = f"there is no file {quote(link.target)} to include"
    path = joined(page.name, link.target)
    near = None
    for suffix in ("", ".tex", ".bib"):
        near = near or (site.near.file(path + suffix) if path else None)
    if near == page.name:
        near = None
    help = f"did you mean {quote(relative(page.name, near))}?" if near else ""
    yield rules.unresolved_include, Hit(at(page, link), message, help, NO_EDGE)
