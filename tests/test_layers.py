"""Imports go downwards: what a mapping means knows nothing of rules, rules nothing of reports."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "rtfm_check"

# From low to high; a module imports from its own layer or a lower one.
LAYERS = [
    {"limits", "exits", "resources", "text", "__init__"},
    {"model"},
    {"source", "output", "finding_records"},
    {"listing", "cache", "held"},
    {"layout"},
    {"named"},
    {"mapping", "tree"},
    {"project", "fixtures", "typed", "config", "fix", "chunking"},
    {"file"},
    {"streaming"},
    {"fields"},
    {"parsers"},
    {"records"},
    {"dryrun"},
    {"rules"},
    {"selection", "suppress"},
    {"baseline"},
    {"findings"},
    {"lint", "lint_fields", "resolve"},
    {"artifact"},
    {"indexing"},
    {"docs", "retrieval", "against"},
    {"details"},
    {"report"},
    {"verdicts", "draft"},
    {"cli", "look", "editor", "pytest_plugin", "__main__"},
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def modules() -> dict[str, Path]:
    return {
        path.relative_to(PACKAGE).with_suffix("").parts[0]: path for path in PACKAGE.rglob("*.py")
    }


def imports(path: Path) -> set[str]:
    """The first-level parts of rtfm_check that a file imports, at the top or inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rtfm_check"):
            parts = (node.module or "").split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
    return {name for name in found if name != "__version__"}


def test_every_module_has_a_layer() -> None:
    assert set(modules()) == set(RANK)


def test_no_module_imports_from_a_higher_layer() -> None:
    upwards = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in sorted(imports(path))
        if RANK[name] > RANK[path.relative_to(PACKAGE).with_suffix("").parts[0]]
    ]
    assert upwards == []
