"""What is no TOML is told where the mistake stands, not where the reader has noticed it."""

from __future__ import annotations

import pytest

from tests.conftest import Project

STRING = "a string is never closed"
TWICE = "a key that is there already"
TABLE = "a table that is there already"
ARRAY = "an array is never closed"
CONFLICT = "a conflict of git's that nobody has resolved"
QUOTE = "add the closing quote in the same line"
COMMA = "no comma between two entries"
PUT = "put a `,` before this one"
BACKSLASH = "write `\\\\` for a backslash, or put the text in single quotes"


@pytest.mark.parametrize(
    ("text", "place", "what", "help"),
    [
        ("a = 'x\nb = 'y'\n", "1:5-6", STRING, QUOTE),
        ("a = 'x\nb = 2\n", "1:5-6", STRING, QUOTE),
        ("# it's\n'b' = \"it's\"\na = \"x\nb = 2\n", "3:5-6", STRING, QUOTE),
        ('z = 1\na = """x""\nb = 2\n', "2:5-8", STRING, "add the closing quote"),
        ("a = [1, [2]\n# ]\nb = 3\n", "1:5-6", ARRAY, "add the closing `]`"),
        ("a = [", "1:5-6", ARRAY, "add the closing `]`"),
        ("a = { x = 1", "1:5-6", "an inline table is never closed", "add the closing `}`"),
        (
            "a = {\n  x = 1,\n}\n",
            "1:5-6",
            "an inline table goes over the end of its line",
            "write it in one line, or as a table with a header of its own",
        ),
        (
            "a = {x = [1, 2],}\n",
            "1:16-17",
            "a comma after the last entry of an inline table",
            "remove the comma",
        ),
        ("a = [true false]\n", "1:11-12", COMMA, PUT),
        ("a = [\n  'b = c' # d\n  'd = e'\n]\n", "3:3-4", COMMA, PUT),
        ("a = [\n  {b = 1}\n  {b = 2}\n]\n", "3:3-4", COMMA, PUT),
        ("a = { b = 1 'c'.d = 2 }\n", "1:13-14", COMMA, PUT),
        ("a = [1, 2\n'b c'.d = 3\n", "1:5-6", ARRAY, "add the closing `]`"),
        ("a = [1, 2\n[b]\n", "1:5-6", ARRAY, "add the closing `]`"),
        (
            "a = ['b', 1.2.3]\n",
            "1:11-16",
            "this is no value",
            'put text in quotes: write `"1.2.3"`',
        ),
        ("a = {b = 1, b.c = 2}\n", "1:13-16", TWICE, "keep one of the two"),
        ("a = {b = [1, 2], b = 2}\n", "1:18-19", TWICE, "keep one of the two"),
        ('a = 1\nb = """\na = [\n"""\n"a" = [\n  1,\n]\n', "5:1-4", TWICE, "keep one of the two"),
        ("a = {b = 1}\n  a.c = 2\n", "2:3-6", TWICE, "keep one of the two"),
        ("[a]\nb = 1\n[ a ] # c\n", "3:1-6", TABLE, "put its keys into the first one"),
        ('p = "C:\\Users\\x"\n', "1:8-10", "an escape that TOML does not have", BACKSLASH),
        ('p = "C:\\dir"\n', "1:8-10", "an escape that TOML does not have", BACKSLASH),
        ("a = True # c\n", "1:5-9", "this is no value", "write `true`"),
        (
            "a = [1, null]\n",
            "1:9-13",
            "this is no value",
            "TOML has no such value: leave the key out",
        ),
        (
            "a = two words # c\n",
            "1:5-14",
            "this is no value",
            'put text in quotes: write `"two words"`',
        ),
        (
            "a = 1\n<<<<<<< HEAD\nb = 2\n=======\nb = 3\n>>>>>>> other\n",
            "2:1-13",
            CONFLICT,
            "keep one of the two sides, and remove the lines of `<`, `=` and `>`",
        ),
        ("[a\nb = 1\n", "1:3-3", "expected ']' at the end of a table declaration", ""),
    ],
)
def test_a_mistake_is_told_where_it_stands(
    project: Project, text: str, place: str, what: str, help: str
) -> None:
    project.write("a.toml", text)
    (finding,) = project.run("docs", ".", "--format", "json").findings
    assert finding["rule"] == "document-syntax"
    assert f"{finding['line']}:{finding['column']}-{finding['end_column']}" == place
    assert (finding["message"], finding["help"]) == (f"not TOML: {what}", help)
