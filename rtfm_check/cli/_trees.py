"""What commands over whole trees share: roots, paths, processes."""

from __future__ import annotations

import os

from rtfm_check.exits import NothingThere
from rtfm_check.model import Finding, Place, Report
from rtfm_check.text import show


def place(path: str) -> tuple[str, str]:
    """The root of the tree that a named path belongs to, and the path relative to it.

    Raises NothingThere for a path that does not exist.
    """
    if not os.path.lexists(path):
        raise NothingThere(path)
    absolute = os.path.abspath(path)
    is_link = os.path.islink(absolute)
    is_folder = os.path.isdir(absolute)
    inside = os.path.dirname(absolute) if is_link or not is_folder else absolute
    root = project_around(inside) or (absolute if is_folder else inside)
    relative = os.path.relpath(absolute, root).replace(os.sep, "/")
    return root, "" if relative == os.curdir else relative


def folders_named(root: str, patterns: tuple[str, ...]) -> list[str]:
    """What to say of patterns of `--include` and `--exclude` that name a folder and match nothing.

    As in RTFM a pattern is held against files: `base` and `base/` are no files below `base/`.
    """
    return [
        f"the pattern {show.safe(pattern)} names a folder, and patterns match files: "
        f"write {show.safe(pattern.rstrip('/'))}/*"
        for pattern in patterns
        if not any(character in pattern for character in "*?[\0")
        and pattern.strip("/")
        and os.path.isdir(os.path.join(root, pattern.lstrip("/")))
    ]


def project_around(folder: str) -> str | None:
    """The nearest folder, from this one upwards, that has `.rtfm/` or `.git`."""
    while True:
        if any(os.path.exists(os.path.join(folder, name)) for name in (".rtfm", ".git")):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def seen_from_here(report: Report, root: str) -> Report:
    """The report with its paths as seen from the current folder."""
    if os.path.abspath(root) == os.getcwd():
        return report

    def moved(place: Place) -> Place:
        path = os.path.relpath(os.path.join(root, place.path)).replace(os.sep, "/")
        return place._replace(path=show.path(path))

    def seen(finding: Finding) -> Finding:
        related = tuple(each._replace(place=moved(each.place)) for each in finding.related)
        return finding._replace(place=moved(finding.place), related=related)

    return report._replace(findings=[seen(each) for each in report.findings])


def jobs(wanted: int) -> int:
    """How many processes to use."""
    if wanted > 0:
        return wanted
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
