"""The packages that a TOML manifest depends on: of Python (PEP 621, 735, Poetry) and of Cargo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rtfm_check.parsers._contract import Link

_NAME = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")
_DETAIL = 500  # characters of a detail
_CARGO = ("dependencies", "dev-dependencies", "build-dependencies")


def links(data: dict[str, Any]) -> Iterator[Link]:
    """The dependencies, table by table; what is of a wrong type is passed over."""
    project = _table(data, "project")
    yield from _requirements("project", project.get("dependencies"))
    yield from _lists("project.optional-dependencies", project.get("optional-dependencies"))
    yield from _requirements("build-system", _table(data, "build-system").get("requires"))
    yield from _lists("dependency-groups", data.get("dependency-groups"))
    tool = _table(data, "tool")
    yield from _poetry(_table(tool, "poetry"))
    for name in ("uv", "rye"):
        requirements = _table(tool, name).get("dev-dependencies")
        yield from _requirements(f"tool.{name}.dev-dependencies", requirements)
    yield from _lists("tool.pdm.dev-dependencies", _table(tool, "pdm").get("dev-dependencies"))
    for name, environment in _table(_table(tool, "hatch"), "envs").items():
        if isinstance(environment, dict):
            for key in ("dependencies", "extra-dependencies"):
                yield from _requirements(f"tool.hatch.envs.{name}.{key}", environment.get(key))
    yield from _cargo("", data)
    yield from _packages("workspace.dependencies", _table(data, "workspace").get("dependencies"))
    for name, target in _table(data, "target").items():
        if isinstance(target, dict):
            yield from _cargo(f"target.{name}.", target)


def _poetry(poetry: dict[str, Any]) -> Iterator[Link]:
    for key in ("dependencies", "dev-dependencies"):
        yield from _packages(f"tool.poetry.{key}", poetry.get(key), skipped="python")
    for name, group in _table(poetry, "group").items():
        if isinstance(group, dict):
            section = f"tool.poetry.group.{name}.dependencies"
            yield from _packages(section, group.get("dependencies"), skipped="python")


def _cargo(prefix: str, tables: dict[str, Any]) -> Iterator[Link]:
    for key in _CARGO:
        yield from _packages(f"{prefix}{key}", tables.get(key))


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _lists(section: str, groups: Any) -> Iterator[Link]:
    """Groups of requirements, each a list."""
    if isinstance(groups, dict):
        for name, group in groups.items():
            yield from _requirements(f"{section}.{name}", group)


def _requirements(section: str, specs: Any) -> Iterator[Link]:
    """Requirements as PEP 508 writes them; what includes another group is none."""
    for spec in specs if isinstance(specs, list) else ():
        name = _NAME.match(spec) if isinstance(spec, str) else None
        if name is not None:
            yield Link("depends_on", name[1], _detail(section, spec))


def _packages(section: str, table: Any, skipped: str = "") -> Iterator[Link]:
    """Packages that are the keys of a table, or that Cargo knows by another name there."""
    for name, spec in table.items() if isinstance(table, dict) else ():
        if name and name != skipped:
            package = spec.get("package") if isinstance(spec, dict) else None
            target = package if package and isinstance(package, str) else name
            yield Link("depends_on", target, _detail(section, f"{name} = {spec!r}"))


def _detail(section: str, spec: str) -> str:
    return f"[{section}] {spec}"[:_DETAIL]
