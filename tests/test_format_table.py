"""The README's table of formats is what the parsers say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtfm_check.parsers import PARSERS
from rtfm_check.parsers.formats import FORMATS, table

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- formats: begin -->\n", "<!-- formats: end -->\n"


def test_every_parser_has_a_row() -> None:
    assert set(FORMATS) == {parser.name for parser in PARSERS}


def test_the_table_is_current(request: pytest.FixtureRequest) -> None:
    text = README.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    wanted = f"{head}{BEGIN}{table()}{END}{tail}"
    if request.config.getoption("--update"):
        README.write_text(wanted, "utf-8")
        text = wanted
    assert text == wanted, "run `pytest tests/test_format_table.py --update`"
