"""What holds of every LaTeX file, sound or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parsers.source_code import (
    MANY,
    assert_grows_with_length,
    read,
    targets,
    titles,
)

LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
PIECES = (
    *(f"\\{level}{{title of {level}}}" for level in LEVELS),
    *(
        "\\section*[short]{a {b} c}",
        "\\section{open",
        "}",
        "{",
        "[",
        "]",
        "% comment",
        "\\%",
        "\\\\",
    ),
    *(
        "\\cite{k, l}",
        "\\cite[",
        "\\input{f}",
        "\\input g ",
        "\\begin{verbatim}",
        "\\end{verbatim}",
    ),
    *("\\verb|x|", "\\iffalse", "\\fi", "words. And more", "\n\n", "\\begin{document}", "#1"),
    *("\\end{document}", "\\title{t}", "\\url{a%b}", "\\bibliography{r}", "\\section{}", "é\u2028"),
)
NOTHING = ("empty-document", "indexes-to-nothing")
JOINERS = st.sampled_from(["", " ", "\n"])


@MANY
@given(st.lists(st.tuples(st.sampled_from(PIECES), JOINERS), max_size=25))
def test_every_word_is_in_a_chunk(tmp_path: Path, pieces: list[tuple[str, str]]) -> None:
    text = "".join(map("".join, pieces))
    made = read(tmp_path, "t.tex", text)
    assert set(made.rules) <= {"document-syntax", "hidden-content", *NOTHING}
    assert made.chunks or not text.replace("\\section{}", "").strip()
    assert not made.lacks(text) - Counter(dict.fromkeys(LEVELS, 25))
    lines = text.split("\n")
    for each in made.chunks:
        assert 1 <= each["line_start"] <= each["line_end"] <= len(lines)
        within = "\n".join(lines[each["line_start"] - 1 : each["line_end"]])
        assert each["content"] in within or each["content"] in " ".join(within.split())
    for link in made.links:
        assert link.start < 0 or text[link.start : link.end] in link.target


@MANY
@given(st.text(st.sampled_from("\\section{}[]%cite\n *|"), max_size=80))
def test_nothing_fails_whatever_the_text_is(tmp_path: Path, text: str) -> None:
    made = read(tmp_path, "t.tex", text)
    assert "parser-failed" not in made.rules


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("\\section{One}", "One"),
        ("  \\section*{One}", "One"),
        ("\\section [short] {One}", "One"),
        ("\\section[a][b]{One}", "One"),
        ("\\section\n  {One\n two}", "One two"),
        ("\\section%\n{One}", "One"),
        ("\\section{One % two\n three}", "One three"),
        ("\\section{a {b {c}} \\} d}", "a {b {c}} \\} d"),
        ("\\section{50\\% of \\emph{it}}", "50\\% of \\emph{it}"),
        ("x\\clearpage\\section{One}", "One"),
    ],
)
def test_a_heading_has_its_whole_title(tmp_path: Path, written: str, title: str) -> None:
    made = read(tmp_path, "t.tex", f"Before.\n\n{written}\nBehind.\n")
    assert titles(made) == ["Preamble", title]
    assert made.chunks[1]["content"].endswith("Behind.")


@pytest.mark.parametrize(
    "written",
    [
        "% \\section{One}",
        "\\\\section{One}",
        "\\sectionmark{One}",
        "\\section{#1}",
        "\\section",
        "\\section{open\n\n}",
        "\\verb|\\section{One}|",
        "\\begin{lstlisting}\n\\section{One}\n\\end{lstlisting}",
        "\\section{In a definition}\n\\begin{document}",
        "\\end{document}\n\\section{One}",
        "\\iffalse \\section{One} \\fi",
        "\\def\\one{\\section{One}}",
        "\\long\\def\\one#1.{\\section{One}}",
        "\\newcommand{\\one}{\\section{One}}",
        "\\renewcommand*\\one[1][x]{\\section{One}}",
        "\\renewcommand\\section{\\startsection{section}}",
        "\\titlespacing*\\section{0pt}{1em}{1em}",
        "\\NewDocumentCommand{\\one}{mO{}}{\\section{One}}",
        "\\newenvironment{one}[1]{\\section{One}}{\\section*{Two}}",
    ],
)
def test_what_looks_like_a_heading_may_be_none(tmp_path: Path, written: str) -> None:
    made = read(tmp_path, "t.tex", f"Text.\n{written}\n")
    assert titles(made) == [""]


def test_a_heading_stands_behind_a_definition(tmp_path: Path) -> None:
    made = read(tmp_path, "t.tex", "\\newcommand{\\one}{\\input{two}}\n\\section{Three}\nText.\n")
    assert titles(made) == ["Preamble", "Three"]
    assert targets(made) == ["two"]


def test_levels_and_pages_are_counted_as_rtfm_does(tmp_path: Path) -> None:
    text = "".join(f"\\{level}{{{level}}}\nText.\n" for level in LEVELS)
    made = read(tmp_path, "t.tex", "Before.\n" + text)
    kinds = [each["section_type"] for each in made.chunks]
    assert kinds == ["preamble", "chapter", "chapter", *["section"] * 5]
    assert [each["page_start"] for each in made.chunks] == list(range(1, 9))


@pytest.mark.parametrize("text", ["Word. " * 1000, "word " * 1000, "w" * 5000, "w\n" * 3000])
def test_no_chunk_is_longer_than_the_limit(tmp_path: Path, text: str) -> None:
    made = read(tmp_path, "t.tex", "\\section{One}\n" + text)
    count = len(made.chunks)
    assert max(each["content_chars"] for each in made.chunks) <= 3000
    assert titles(made) == [f"One ({number}/{count})" for number in range(1, count + 1)]
    assert made.chunks[-1]["line_end"] == text.rstrip().count("\n") + 2
    joined = "".join(each["content"] for each in made.chunks)
    assert "".join(joined.split()) == "".join(text.split())


def test_the_order_of_links_is_that_of_the_text(tmp_path: Path) -> None:
    made = read(tmp_path, "t.tex", "\\cite{a}\\input{b}\\cite{c,d}\\bibliography{e}")
    assert targets(made) == ["a", "b", "c", "d", "e"]
    assert targets(made, "cite") == ["a", "c", "d"]


def test_the_encoding_of_the_file_counts_if_it_is_no_utf_8(tmp_path: Path) -> None:
    text = "\\usepackage[latin2]{inputenc}\n\u0141\u00f3d\u017a\n"
    assert read(tmp_path, "a.tex", text).rules == []
    made = read(tmp_path, "b.tex", text.encode("latin2"))
    assert made.rules == ["encoding-replaced"]
    assert made.problems[0].line == 2
    assert "\u0141\u00f3d\u017a" in made.text
    assert "\u0141" not in read(tmp_path, "c.tex", b"% " + text.encode("latin2")).text


@pytest.mark.parametrize(
    ("make", "count"),
    [
        pytest.param(lambda n: "\\section{A}\ntext\n" * n, 4000, id="sections"),
        pytest.param(lambda n: "\\section{A {b}}\ntext\n" * n, 4000, id="nested titles"),
        pytest.param(lambda n: "\\section{" * n, 20_000, id="open sections"),
        pytest.param(lambda n: "\\input{" * n, 20_000, id="open files"),
        pytest.param(lambda n: "\\input{\n\n" * n, 20_000, id="open paragraphs"),
        pytest.param(lambda n: "\\cite{" * n, 20_000, id="open citations"),
        pytest.param(lambda n: "\\cite[" * n, 10_000, id="open options"),
        pytest.param(lambda n: "\\cite[{" * n, 10_000, id="open braces in options"),
        pytest.param(lambda n: "\\cite" + "[a]" * n, 30_000, id="options"),
        pytest.param(lambda n: "\\cites" + "{a}" * n, 30_000, id="lists of keys"),
        pytest.param(lambda n: "\\cite{" + "a," * n + "}", 30_000, id="keys"),
        pytest.param(lambda n: "\\" + "cite" * n, 50_000, id="a long name"),
        pytest.param(lambda n: "\\" * n, 300_000, id="backslashes"),
        pytest.param(lambda n: "%" * n, 300_000, id="percents"),
        pytest.param(lambda n: "\\section{" + "%b\n" * n + "}", 30_000, id="comments in a title"),
        pytest.param(lambda n: "\\section{" + "{" * n + "}" * n + "}", 50_000, id="deep braces"),
        pytest.param(lambda n: "\\verb|" * n, 40_000, id="verb"),
        pytest.param(lambda n: "\\verb|x\\lstinline[" * n, 20_000, id="listings"),
        pytest.param(lambda n: "\\begin{" * n, 40_000, id="open environments"),
        pytest.param(lambda n: "\\begin{verbatim}" * n, 40_000, id="verbatim"),
        pytest.param(lambda n: "\\iffalse " * n, 40_000, id="conditions"),
        pytest.param(lambda n: "\\def\\a{" * n, 40_000, id="open definitions"),
        pytest.param(lambda n: "\\newcommand{\\a}{" * n, 20_000, id="definitions in definitions"),
        pytest.param(lambda n: "\\def\\a" + "#1" * n, 100_000, id="parameters"),
        pytest.param(lambda n: "\\def" * n, 40_000, id="nothing is defined"),
        pytest.param(lambda n: "\\url{" * n, 40_000, id="addresses"),
        pytest.param(lambda n: "\\section{A}" + "word. " * n, 100_000, id="one giant paragraph"),
        pytest.param(lambda n: "x" * n, 500_000, id="one giant word"),
    ],
)
def test_time_grows_with_the_length(tmp_path: Path, make: Callable[[int], str], count: int) -> None:
    assert_grows_with_length(tmp_path, "t.tex", make, count)
