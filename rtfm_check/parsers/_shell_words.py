"""What can be open in a shell script, and what neither opens nor closes anything in it."""

from __future__ import annotations

import re
from collections.abc import Callable

CODE, BRACES, PARENS, CASE = "", "{", "(", "case"
ARRAY, ARITHMETIC, QUOTES, VALUE, QUOTED_VALUE = "=(", "((", '"', "${", '"${'
COMMANDS = frozenset((CODE, BRACES, PARENS, CASE))
CLOSED_BY_PAREN = frozenset((PARENS, ARRAY, ARITHMETIC))

# What is passed over in one go: bounded, and nothing in it can be matched in two ways.
_DOLLAR = r"\$(?![({'\[])|\$\{[\w@*#?!-]++\}"
_IN_STRING = rf"""\\[\s\S]|\$'|{_DOLLAR}"""
_STRING = rf"""'[^']*+'|"(?:[^"\\`$]++|{_IN_STRING}){{0,500}}\""""
_WORD = rf"\\[\s\S]|{_STRING}|{_DOLLAR}"
_COMMENT = r"(?<![^\s;&|)])\#[^\n]*+|(?<=[^\s;&|()])\#"
_COMMAND = rf"{_WORD}|{_COMMENT}|\{{(?!\s|\Z)|\}}(?![\s;&|()<>`]|\Z)|<<<|<(?!<)"
_NO_CASE = r"c(?!ase\b)|e(?!sac\b)"


def _passing(stops: str, items: str) -> Callable[[str, int, int], re.Match[str] | None]:
    """Match what is none of some characters, or one of the items."""
    return re.compile(rf"(?:[^{stops}]++|{items}){{0,1000}}").match


PASS = {
    CODE: _passing(r"""\\'"`$#<(){}""", _COMMAND),
    BRACES: _passing(r"""\\'"`$#<(){}""", _COMMAND),
    # In parentheses the one behind a pattern of `case` would close too much.
    PARENS: _passing(r"""\\'"`$#<(){}ce""", f"{_COMMAND}|{_NO_CASE}"),
    CASE: _passing(r"""\\'"`$#<(){}ce""", f"{_COMMAND}|{_NO_CASE}"),
    ARRAY: _passing(r"""\\'"`$#()""", f"{_WORD}|{_COMMENT}"),
    ARITHMETIC: _passing(r"""\\'"`$()""", _WORD),
    VALUE: _passing(r"""\\'"`$}""", _WORD),
    QUOTED_VALUE: _passing(r"""\\"`$}""", _IN_STRING),
    QUOTES: _passing(r"""\\"`$""", _IN_STRING),
}
PASS_LINE = {  # while a here-document waits for the end of the line
    CODE: _passing(r"""\n\\'"`$#<(){}""", _COMMAND),
    BRACES: _passing(r"""\n\\'"`$#<(){}""", _COMMAND),
    PARENS: _passing(r"""\n\\'"`$#<(){}ce""", f"{_COMMAND}|{_NO_CASE}"),
    CASE: _passing(r"""\n\\'"`$#<(){}ce""", f"{_COMMAND}|{_NO_CASE}"),
}
