"""What holds of every shell script, sound or not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtfm_check.parsers._shell_scan import functions
from tests.parsers.source_code import (
    MANY,
    assert_grows_with_length,
    is_in_its_lines,
    read,
    titles,
    written_lines,
)

PIECES = (
    *("f() {", "}", "g ()", "{", "function h {", "(", ")", "echo one", "# it's }", "'", '"', "`"),
    *("cat <<E", "E", "cat <<-'F'", "\tF", "${x", "$(", "((", "))", "a=(", "case x in", "b) ;;"),
    *("esac", "k() { :; }", "\\", "", "  l-m::n() (", "$'\\'", "<<<", "{a,b}", "x=1 # é", "}; y"),
)


@MANY
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from(["s.sh", "s.zsh"]))
def test_every_line_is_in_one_chunk(tmp_path: Path, pieces: list[str], name: str) -> None:
    text = "\n".join(pieces)
    made = read(tmp_path, name, text)
    assert set(made.rules) <= {"document-syntax", "empty-document"}
    chunks = "\n".join(each["content"] for each in made.chunks)
    assert written_lines(chunks) == written_lines(text)
    assert titles(made).count("global") <= 1
    functions = [each for each in made.chunks if each["chapter_title"] != "global"]
    assert all(is_in_its_lines(made, each) for each in functions)
    ranges = [(each["line_start"], each["line_end"]) for each in functions]
    assert all(last < first for (_, last), (first, _) in pairwise(ranges))


@MANY
@given(st.text(st.sampled_from("ab() {}\n'\"`$\\#<E;|=case"), max_size=80))
def test_no_word_is_lost_whatever_the_text_is(tmp_path: Path, text: str) -> None:
    made = read(tmp_path, "s.sh", text)
    assert "parser-failed" not in made.rules
    assert made.chunks or made.problems
    assert not made.lacks(text)


def bodies(text: str, *, is_zsh: bool = False) -> list[str]:
    """The text of each function."""
    return [text[each.start : each.end] for each in functions(text, is_zsh=is_zsh)]


@pytest.mark.parametrize(
    "body",
    [
        "{ echo '}'; }",
        '{ echo "}" \\" "${a:-"}"}"; }',
        "{ echo \"${a%'}'}\" \"it's ${a:-'}\"; }",
        "{ echo $'\\'}'; }",
        "{ : ${#a} $# ${a#\\}}; }",
        "{ : # }\n}",
        "{ : \\# }; }",
        "{ cat <<E\n}\nE\n}",
        "{ cat <<\\E <<-'F G'\n}\nE\n\t}\n\tF G\n}",
        '{ a="$(cat <<E\n}"\nE\n)"\n}',
        "{ : <<< E; }",
        "{ : $((1 << 2)) $[1]; ((a <<= 1)); }",
        '{ a=$[1<<3]; echo "$[1<<3]" "a$[" $[b c; }',
        "{ case a in {) ;; }) ;; (b|{) : } ;; esac; }",
        "{ a=$(case b in c) : ;; esac); }",
        "{ a=({ } case \\) ')'); }",
        "{ { :; }; (:); }",
        "{\n  function inner { :; }\n  function other() {\n  :; }\n}",
        "{ echo function a {; function b { echo }; }; }",
        "{ if :; then { :; } fi }",
        "{ while :; do :; done }",
        "{ [[ a ]] }",
        "{ echo {a,b} a} {b; }",
        "{ echo } \\\n}\n}",
        "{ [[ a =~ [(] ]]\n}",
        "( : } )",
        "(\n:\n)",
        "((1))",
        "{\n}",
        "{ `echo }`; }",
    ],
)
def test_a_body_ends_where_it_does(body: str) -> None:
    text = f"f() {body}\ng() {{ :; }}\n"
    assert bodies(text) == [f"f() {body}", "g() { :; }"]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("f()", "f"),
        ("f ( )", "f"),
        ("\tf.g-h::i()", "f.g-h::i"),
        ("function f", "f"),
        ("function f()", "f"),
        ("function  f ()", "f"),
        ("f() # why\n\n", "f"),
        ("f() \\\n", "f"),
        ("été()", "été"),
    ],
)
def test_a_function_is_written_in_many_ways(header: str, name: str) -> None:
    assert [each.name for each in functions(f"a\n{header} {{\n:\n}}\n")] == [name]


@pytest.mark.parametrize(
    "text",
    [
        "a=() {\n}",
        "# f() {\n# }",
        "'\nf() {\n}\n'",
        '"\nf() {\n}\n"',
        "cat <<E\nf() {\n}\n",
        "a=(\nf() {\n}\n)",
        "echo f() {",
        "f() echo",
        "f()",
        "if () {\n}",
        "function () {\n}",
    ],
)
def test_what_looks_like_a_function_may_be_none(text: str) -> None:
    assert bodies(text) == []


def test_zsh_closes_a_brace_behind_any_word() -> None:
    text = "f() { echo a }\ng() {echo ${b}}\nh() { for x in {a,b}; do :; done }\n"
    assert bodies(text, is_zsh=True) == text.splitlines()
    assert len(bodies(text)) < 3


def test_the_first_line_may_name_zsh(tmp_path: Path) -> None:
    text = "f() { echo a }\ng() { echo b }\n"
    assert titles(read(tmp_path, "a.sh", text)) == ["function f"]
    assert titles(read(tmp_path, "b.sh", f"#!/bin/zsh\n{text}"))[1:] == ["function f", "function g"]


def test_nothing_but_functions_needs_no_other_chunk(tmp_path: Path) -> None:
    made = read(tmp_path, "a.sh", "f() {\n:\n}\n\n" * 1000)
    assert titles(made) == ["function f"] * 1000


@pytest.mark.parametrize(
    ("make", "count"),
    [
        pytest.param(lambda n: "f() {\n  :\n}\n" * n, 4000, id="functions"),
        pytest.param(lambda n: "f() {\n" * n, 8000, id="open functions"),
        pytest.param(lambda n: "f() {\n" + "function a b { " * n, 20_000, id="braces behind names"),
        pytest.param(lambda n: "f() {\n" + "$[" * n, 40_000, id="old arithmetic"),
        pytest.param(lambda n: "f()\n" * n, 10_000, id="headers"),
        pytest.param(lambda n: "function f\n#\n" * n, 10_000, id="words and comments"),
        pytest.param(lambda n: 'f() {\n"\n' * n, 5000, id="open quotes"),
        pytest.param(lambda n: "f() {\n" + '"$(' * n, 30_000, id="quotes in commands"),
        pytest.param(lambda n: "f() {\n" + "${" * n, 50_000, id="values"),
        pytest.param(lambda n: "f() {\n" + "( " * n + "; } " * n, 20_000, id="parentheses"),
        pytest.param(lambda n: "f() {\n" + "{ " * n, 30_000, id="braces"),
        pytest.param(lambda n: "f() {\n" + "(" * n, 100_000, id="arithmetic"),
        pytest.param(lambda n: "f() {\n" + "<<E" * n + "\n", 10_000, id="here-documents"),
        pytest.param(lambda n: "f() {\n: <<E\n" + " E\n" * n, 40_000, id="no end of them"),
        pytest.param(lambda n: "f() {\n" + (" " * 300 + "} x") * n, 2000, id="blanks"),
        pytest.param(lambda n: "f() {\n: $( " + "case x " * n, 20_000, id="case"),
        pytest.param(lambda n: "f() { " + "echo $x; " * n + "}", 50_000, id="one giant line"),
        pytest.param(lambda n: "a" * n, 500_000, id="one giant word"),
    ],
)
def test_time_grows_with_the_length(tmp_path: Path, make: Callable[[int], str], count: int) -> None:
    assert_grows_with_length(tmp_path, "s.sh", make, count)
