"""What a link leads to: the file of the tree, or the reason."""

from __future__ import annotations

import pytest

from rtfm_check.parsers._contract import How, Link
from rtfm_check.resolve import Tree, joined

TREE = Tree(
    [
        "README.md",
        "main.tex",
        "docs/guide.md",
        "docs/a b.md",
        "docs/api/README.md",
        "docs/api/index.html",
        "docs/api/Types.md",
        "docs/notes/c.md",
        "docs/notes/zc.md",
        "docs/old/c.md",
        "docs/img/logo.png",
        "chapters/one.tex",
        "chapters/v1.2.tex",
        "refs.bib",
        "src/pkg/__init__.py",
        "src/pkg/core/__init__.py",
        "src/pkg/core/db.py",
        "src/pkg/util.py",
        "tests/test_db.py",
        "tests/helper.py",
        "scripts/json.py",
    ],
    left_out=["docs/draft.md", "node_modules"],
)


def found(how: How, source: str, target: str) -> str | None:
    """What a link leads to, or why to nothing."""
    made = TREE.resolve(source, Link("link", target, target, how))
    assert (made.file is None) is (made.reason is not None)
    return made.file or made.reason


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("docs/guide.md", "a b.md", "docs/a b.md"),
        ("docs/guide.md", "./api/Types.md", "docs/api/Types.md"),
        ("docs/guide.md", "api/Types", "docs/api/Types.md"),
        ("docs/guide.md", "api", "docs/api/README.md"),
        ("docs/guide.md", "api/", "docs/api/README.md"),
        ("docs/guide.md", "..", "README.md"),
        ("docs/guide.md", "../", "README.md"),
        ("docs/guide.md", ".", "a folder without README and index"),
        ("docs/guide.md", "/README.md", "README.md"),
        ("docs/guide.md", "/docs/img/logo.png", "docs/img/logo.png"),
        ("docs/guide.md", "img\\logo.png", "docs/img/logo.png"),
        ("docs/guide.md", "", "docs/guide.md"),
        ("README.md", "../README.md", "it leads out of the tree"),
        ("docs/guide.md", "../../x", "it leads out of the tree"),
        (
            "docs/guide.md",
            "api/types.md",
            "no such file; docs/api/Types.md differs in case, or in how its accents are stored",
        ),
        ("docs/guide.md", "draft.md", "it is there, and left out of the index"),
        ("README.md", "node_modules/x/y.md", "it is there, and left out of the index"),
        ("docs/guide.md", "notes", "a folder without README and index"),
        ("docs/guide.md", "a b.md/", "a file, and not the folder that the slash at its end means"),
        ("docs/guide.md", "none.md", "no such file"),
        ("docs/guide.md", "x" * 5000, "no path: it is too long, or holds a NUL"),
        ("docs/guide.md", "a\0b", "no path: it is too long, or holds a NUL"),
    ],
)
def test_a_path(source: str, target: str, expected: str) -> None:
    assert found(How.PATH, source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("docs/guide.md", "docs/notes/c", "docs/notes/c.md"),
        ("docs/guide.md", "notes/c.md", "docs/notes/c.md"),
        ("docs/guide.md", "Types", "docs/api/Types.md"),
        ("docs/guide.md", "types", "docs/api/Types.md"),
        ("docs/guide.md", "old/c", "docs/old/c.md"),
        ("docs/notes/zc.md", "c", "docs/notes/c.md"),
        ("docs/guide.md", "c", "ambiguous: docs/notes/c.md, docs/old/c.md"),
        ("docs/guide.md", "zz/c", "no page of that name"),
        ("docs/guide.md", "md", "no page of that name"),
        ("docs/guide.md", "logo.png", "docs/img/logo.png"),
        ("docs/guide.md", "", "docs/guide.md"),
        ("docs/guide.md", "../../../etc/passwd", "no page of that name"),
    ],
)
def test_a_wikilink(source: str, target: str, expected: str) -> None:
    assert found(How.WIKILINK, source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("main.tex", "chapters/one", "chapters/one.tex"),
        ("main.tex", "chapters/one.tex", "chapters/one.tex"),
        ("main.tex", "chapters/v1.2", "chapters/v1.2.tex"),
        ("chapters/one.tex", "chapters/v1.2", "chapters/v1.2.tex"),
        ("chapters/one.tex", "v1.2", "chapters/v1.2.tex"),
        ("main.tex", "chapters/two", "no such file"),
    ],
)
def test_an_include_of_latex(source: str, target: str, expected: str) -> None:
    assert found(How.TEX, source, target) == expected


def test_a_bibliography() -> None:
    assert found(How.BIB, "chapters/one.tex", "refs") == "refs.bib"


NO_MODULE = "no module of the tree: of the standard library, or installed"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("src/pkg/core/db.py", "pkg.util", "src/pkg/util.py"),
        ("tests/test_db.py", "pkg.core.db", "src/pkg/core/db.py"),
        ("tests/test_db.py", "pkg", "src/pkg/__init__.py"),
        ("tests/test_db.py", "pkg.none.deep", "no such module in the package"),
        ("tests/test_db.py", "helper", "tests/helper.py"),
        ("src/pkg/util.py", "json", NO_MODULE),
        ("main.py", "scripts", "a package without __init__.py"),
        ("main.py", "scripts.json", "scripts/json.py"),
        ("scripts/json.py", "json", NO_MODULE),
        ("src/pkg/core/db.py", "..util", "src/pkg/util.py"),
        ("src/pkg/core/db.py", ".", "src/pkg/core/__init__.py"),
        ("src/pkg/core/db.py", ".other", "no such module in the package"),
        ("src/pkg/util.py", ".....x", "more dots than there are packages above it"),
        ("src/pkg/util.py", "util", NO_MODULE),
    ],
)
def test_an_import(source: str, target: str, expected: str) -> None:
    assert found(How.MODULE, source, target) == expected


def test_names_lead_to_no_file() -> None:
    made = TREE.resolve("main.tex", Link("cite", "knuth", "\\cite{knuth}"))
    assert (made.file, made.reason) == (None, "a citation key, not a file")


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("a/b.md", "../c", "c"),
        ("a/b.md", "c/", "a/c/"),
        ("a/b.md", "c/..", "a/"),
        ("b.md", "..", None),
        ("b.md", "a/../..", None),
        ("a/b.md", "/", ""),
    ],
)
def test_a_path_is_joined_without_leaving_the_tree(
    source: str, target: str, expected: str | None
) -> None:
    assert joined(source, target) == expected
