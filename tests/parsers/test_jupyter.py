"""What holds of every notebook, whatever its cells hold."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check.parsers import _markdown_title, jupyter
from rtfm_check.parsers._markdown_page import Page
from tests.growing import assert_linear
from tests.parsers.reading import Read

TEXTS = st.text(st.sampled_from('ab1 \n#`~=-.é\\"[](<>*_\t'), max_size=60)
SOURCES = st.one_of(TEXTS, st.lists(TEXTS, max_size=3), st.none(), st.integers())
CELLS = st.lists(
    st.fixed_dictionaries(
        {"cell_type": st.sampled_from(["markdown", "code", "raw", "heading", None])},
        optional={"source": SOURCES, "input": SOURCES, "level": st.integers()},
    ),
    max_size=6,
)
MANY = settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
IMAGE = "iVBORw0KGgo" * 1000


def read(folder: Path, root: Any, **options: Any) -> Read:
    text = root if isinstance(root, str) else json.dumps(root, **options)
    (folder / "t.ipynb").write_bytes(text.encode())
    return Read(folder, "t.ipynb")


def markdown(source: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source: Any, *outputs: Any) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [*outputs]}


def picture(data: str = IMAGE) -> dict[str, Any]:
    return {"output_type": "display_data", "data": {"image/png": data}}


@MANY
@given(CELLS, st.booleans())
def test_no_character_of_a_word_is_lost(
    tmp_path: Path, cells: list[dict[str, Any]], is_old: bool
) -> None:
    root = {"worksheets": [{"cells": cells}]} if is_old else {"cells": cells}
    made = read(tmp_path, root)
    assert "parser-failed" not in made.rules
    for cell in cells:
        source = cell.get("source", cell.get("input", ""))
        text = "".join(source) if isinstance(source, list) else str(source or "")
        assert not Counter(re.findall(r"\w", text)) - Counter(made.text)


@MANY
@given(st.text(st.sampled_from("ab \n##=->1.+*\\&\t"), max_size=40))
def test_headings_are_those_of_markdown(text: str) -> None:
    """Most cells are read without the reader of Markdown: it must make no difference."""
    text = text.strip("\n")
    headings = jupyter._headings(text)
    if headings is not None:
        page = Page(text)
        assert [_markdown_title.raw([line]) for line in headings] == [
            _markdown_title.raw(page.lines[first : last + 1])
            for first, last, kind in page.blocks
            if kind > 0
        ]


def test_pictures_are_left_out_and_places_are_those_of_the_file(tmp_path: Path) -> None:
    link = "see [it](ü/other.md#part)"
    made = read(
        tmp_path,
        {
            "cells": [
                code("plot()", picture(), picture("short")),
                markdown("# Title"),
                code("é" * 3000, picture()),
                markdown(["\n", link, "\n"]),
            ]
        },
        ensure_ascii=False,
        indent=1,
    )
    assert "iVBORw0KGgo" not in made.text
    assert "éééé" in made.text
    [found] = made.links
    assert made.file.text[found.start : found.end] == "ü/other.md#part"


def test_a_long_text_that_is_no_picture_is_kept(tmp_path: Path) -> None:
    made = read(tmp_path, {"cells": [code("x" * 60_000), markdown('"image/png": "' + IMAGE)]})
    assert made.text.count("x") == 60_000
    assert made.text.count("iVBOR") > 990


def test_a_fault_behind_a_picture_is_told_at_its_place(tmp_path: Path) -> None:
    text = json.dumps({"cells": [code("é", picture(IMAGE * 4)), markdown("kept")]}, indent=1)
    text = text.replace('"kept"', "kept", 1)
    made = read(tmp_path, text)
    assert made.rules == ["document-syntax"]
    assert made.file.text[made.problems[0].start :].startswith("kept")
    assert not made.lacks("kept")


def test_a_merge_conflict_gets_its_advice(tmp_path: Path) -> None:
    made = read(tmp_path, '{"cells": [\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> other\n]}')
    assert made.rules == ["document-syntax"]
    assert made.problems[0].help == "resolve the merge conflict"


@pytest.mark.parametrize("cells", [[], [markdown("")], [code(" \n ")]], ids=str)
def test_a_notebook_without_text_is_empty(tmp_path: Path, cells: list[Any]) -> None:
    made = read(tmp_path, {"cells": cells, "nbformat": 4})
    assert made.rules == ["empty-document"]
    assert made.chunks == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}", "limit-reached"),
        ('{"cells": [{"source": "text", "n": NaN}]}', "document-syntax"),
        ('[{"cell_type": "markdown", "source": "text"}]', "rtfm-loses-document"),
        ('"text"', "rtfm-loses-document"),
        ("text", "document-syntax"),
        ('\ufeff{"cells": [{"source": "text"}]}', "document-byte-order-mark"),
        ('{"cells": [{"source": "text", "n": ' + "1" * 5000 + "}]}", None),
        ('{"cells": [{"source": "text\\ud800"}]}', "text-replaced"),
        ('{"cells": [{"cell_type": "heading", "level": [], "source": "text"}]}', None),
        ('{"cells": [{"cell_type": "code", "source": "text"}], "metadata": []}', None),
    ],
)
def test_what_is_odd_is_told_and_indexed(tmp_path: Path, text: str, rule: str | None) -> None:
    made = read(tmp_path, text)
    assert made.rules == ([rule] if rule else [])
    assert made.chunks
    assert "text" in made.text or text.startswith('{"cells": [[')


def test_a_language_is_a_word(tmp_path: Path) -> None:
    kernel = {"kernelspec": {"language": "a b`"}, "language_info": {"name": "Julia"}}
    made = read(tmp_path, {"cells": [code("1")], "metadata": kernel})
    assert made.chunks[0]["content"] == "```julia\n1\n```"


def test_a_cell_without_a_place_to_cut_is_cut(tmp_path: Path) -> None:
    made = read(tmp_path, {"cells": [code("x" * 20_000), code("`" * 9000), markdown("y" * 9000)]})
    assert all(each["content_chars"] <= 4800 for each in made.chunks)
    assert made.text.count("x") == 20_000


@pytest.mark.parametrize(
    "unit",
    ["[", "[a](", "# x" + " " * 50, "`", "<", "a\n===\n", "[[a]] ", "\\", '"', "é"],
)
def test_time_grows_with_the_size_only(tmp_path: Path, unit: str) -> None:
    def look(text: str) -> None:
        made = read(tmp_path, {"cells": [markdown(text), code(text)]})
        assert made.chunks
        assert "parser-failed" not in made.rules

    assert_linear(lambda count: unit * count, look, 5_000)


def test_many_cells_and_links_take_linear_time(tmp_path: Path) -> None:
    def look(count: int) -> None:
        made = read(tmp_path, {"cells": [markdown("[ä](x.md)")] * count})
        assert len(made.links) == count

    assert_linear(int, look, 1_000)
