"""The cells of a Jupyter notebook of any format, whatever their fields hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._notebook_language import of_cell, of_kernel
from rtfm_check.parsers._notebook_text import NotebookText
from rtfm_check.text.show import a_kind_of

_OLD = ("input", "code", "text")  # names of the source in formats 3 and before
_CONFLICT = "<<<<<<<"
_LEVELS = (1, 2, 3, 4, 5, 6)
_LOSES = "rtfm-loses-document"


class Cell(NamedTuple):
    """A cell that holds something."""

    text: str
    language: str = ""  # of code; "" for all else
    is_markdown: bool = False


class NoNotebook(Exception):
    """A text that is no notebook; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Notebook:
    """A notebook, and what is wrong with it."""

    def __init__(self, source: NotebookText) -> None:
        """Raises NoNotebook."""
        self.problems: list[Problem] = []
        self._text = source.text
        self._offset = source.offset
        root = self._loaded()
        self._lists = self._lists_of_cells(root)
        self._language = of_kernel(root)
        self._sources: list[str] = []  # that are no text, each as a message
        self._others: list[str] = []  # cells that are none

    def cells(self) -> Iterator[Cell]:
        """The cells in their order that hold something, without outputs and attachments."""
        for number, value in enumerate(chain.from_iterable(self._lists), 1):
            cell = self._cell(value, number)
            if cell.text and not cell.text.isspace():
                yield cell
        if self._sources:
            self.problems.append(
                Problem(
                    _LOSES,
                    _with_others(self._sources),
                    "write the source of a cell as a text, or as a list of texts",
                    "RTFM fails at it, and indexes nothing of the notebook",
                )
            )
        if self._others:
            self.problems.append(
                Problem(
                    "document-syntax",
                    _with_others(self._others),
                    "write a cell as an object with its type and source",
                    "RTFM leaves it out; a text is kept here",
                )
            )

    # -- what the file holds ----------------------------------------

    def _loaded(self) -> Any:
        constants: list[str] = []
        try:
            root = _decoded(self._text, constants)
        except json.JSONDecodeError as error:
            problem = Problem(
                "document-syntax",
                f"the notebook is not JSON: {_said(error)}",
                "resolve the merge conflict" if self._text.startswith(_CONFLICT, error.pos) else "",
                "it was read as plain text; RTFM indexes nothing of it",
                start=self._offset(error.pos),
                end=self._offset(min(error.pos + 1, len(self._text))),
            )
            if not error.msg.startswith("Invalid control character"):
                raise NoNotebook(problem) from error
            try:
                root = _decoded(self._text, constants, strict=False)
            except json.JSONDecodeError:
                raise NoNotebook(problem) from error
            self.problems.append(
                problem._replace(
                    help="write line ends as `\\n` and tabs as `\\t`",
                    note="RTFM indexes nothing of it",
                )
            )
        except RecursionError as error:
            raise NoNotebook(
                Problem(
                    "limit-reached",
                    "the notebook is nested deeper than is read",
                    note="it was read as plain text; RTFM fails at it",
                )
            ) from error
        if constants:
            self.problems.append(
                Problem(
                    "document-syntax",
                    f"{constants[0]} is not JSON: not every program can read the notebook",
                    "write null",
                    "it makes no difference to what is indexed",
                )
            )
        return root

    def _lists_of_cells(self, root: Any) -> list[list[Any]]:
        if isinstance(root, list) and any(isinstance(each, dict) for each in root):
            self.problems.append(_no_cells("the notebook is a list", "RTFM fails at it"))
            return [root]
        if not isinstance(root, dict):
            what = f"the notebook is {a_kind_of(root)}"
            raise NoNotebook(_no_cells(what, "it was read as plain text; RTFM fails at it"))
        found = [root["cells"]] if isinstance(root.get("cells"), list) else []
        sheets = root.get("worksheets")
        of_sheets = [
            sheet["cells"]
            for sheet in (sheets if isinstance(sheets, list) else [])
            if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)
        ]
        if of_sheets:
            self.problems.append(self._old())
        elif not found:
            note = "it was read as plain text; RTFM indexes nothing of it"
            raise NoNotebook(_no_cells("the notebook has no list of cells", note))
        return found + of_sheets

    def _old(self) -> Problem:
        start = self._offset(self._text.find('"worksheets"'))
        return Problem(
            _LOSES,
            "the notebook is of an old format, with its cells in `worksheets`",
            "save it in the current one: `jupyter nbconvert --to notebook --inplace FILE`",
            "RTFM indexes nothing of it",
            start=start,
            end=start + len('"worksheets"') if start >= 0 else -1,
        )

    # -- a cell ----------------------------------------

    def _cell(self, value: Any, number: int) -> Cell:
        if not isinstance(value, dict):
            self._others.append(f"cell {number} is {a_kind_of(value)}")
            return Cell(value.rstrip() if isinstance(value, str) else "")
        kind = value.get("cell_type")
        text = self._source(value, number)
        if kind == "code":
            return Cell(text, of_cell(value, text) or self._language)
        if kind == "heading" and "level" in value and text:
            level = value["level"] if value["level"] in _LEVELS else 1
            return Cell(f"{'#' * level} {' '.join(text.split())}", is_markdown=True)
        return Cell(text, is_markdown=kind == "markdown")

    def _source(self, cell: dict[str, Any], number: int) -> str:
        """The source of a cell as one text, without white space at its end."""
        name = "source" if "source" in cell else next((n for n in _OLD if n in cell), "")
        value = cell[name] if name else ""
        if isinstance(value, str):
            text = value
        elif isinstance(value, list):
            try:
                text = "".join(value)
            except TypeError:
                self._sources.append(f"the source of cell {number} is a list of more than texts")
                text = "".join(map(_written, value))
        else:
            self._sources.append(f"the source of cell {number} is {a_kind_of(value)}")
            text = _written(value)
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text.rstrip()


def _decoded(text: str, constants: list[str], *, strict: bool = True) -> Any:
    """The value of a JSON text; `constants` gets each NaN and Infinity."""
    constants.clear()
    try:
        return json.loads(text, strict=strict, parse_constant=constants.append)
    except json.JSONDecodeError:
        raise
    except ValueError:  # a number of more digits than Python takes
        constants.clear()
        return json.loads(text, strict=strict, parse_constant=constants.append, parse_int=str)


def _said(error: json.JSONDecodeError) -> str:
    message = error.msg.removesuffix(" at").removesuffix(" starting")
    return message[:1].lower() + message[1:]


def _no_cells(what: str, note: str) -> Problem:
    return Problem(_LOSES, what, "a notebook is an object with a list `cells`", note, line=1)


def _with_others(messages: list[str]) -> str:
    count = len(messages) - 1
    if not count:
        return messages[0]
    return f"{messages[0]}; the same kind of fault in {count:,} more cell{'s' if count > 1 else ''}"


def _written(value: Any) -> str:
    """What a source that should be a text says; nothing of null."""
    if isinstance(value, str):
        return value
    try:
        return "" if value is None else json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):
        return ""
