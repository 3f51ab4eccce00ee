"""What Python imports and LaTeX includes: modules and files of the tree that are not there."""

from __future__ import annotations

from tests.conftest import Project
from tests.linked_pages import told


def test_a_module_in_a_folder_that_rtfm_never_reads(project: Project) -> None:
    project.write("src/pkg/__init__.py", "from .build.tool import x\nfrom .built.tool import x\n")
    project.write("src/pkg/build/__init__.py", "")
    project.write("src/pkg/build/tool.py", "x = 1\n")
    assert [each[:2] for each in told(project)] == [
        ("unresolved-import", "src/pkg/__init__.py:2:6-17")
    ]


def test_a_package_that_imports_from_itself_or_is_compiled(project: Project) -> None:
    project.write("pkg/sub/__init__.py", "from pkg.sub import other\n")
    project.write("pkg/__init__.py", "from pkg._native import f\nfrom pkg.none import g\n")
    project.write("rust/src/lib.rs", "mod _native {}\n")
    assert told(project) == [("unresolved-import", "pkg/__init__.py:2:6-14", "")]


def test_imports_and_includes_of_the_tree(project: Project) -> None:
    project.write("pkg/__init__.py", "from . import util\nfrom .none import x\nimport os, yaml\n")
    project.write(
        "pkg/util.py", "import pkg.gone\nfrom ._speed import f\nfrom ._version import v\n"
    )
    project.write("pkg/_speed.c", "int f;\n")
    project.write("main.tex", "\\input{chapter}\n\\input{chaptre}\n\\bibliography{refs}\n")
    project.write("chapter.tex", "\\section{One}\nText.\n")
    assert sorted(each[:2] for each in told(project)) == [
        ("unresolved-import", "pkg/__init__.py:2:6-11"),
        ("unresolved-import", "pkg/util.py:1:8-16"),
        ("unresolved-include", "main.tex:2:8-15"),
        ("unresolved-include", "main.tex:3:15-19"),
    ]
