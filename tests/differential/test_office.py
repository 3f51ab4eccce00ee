"""Documents that python-docx, odfpy and openpyxl write: our chunks are RTFM's, or say more.

Needs RTFM_PYTHON: the interpreter of an environment with `rtfm-ai[xlsx,office]`, which brings the
libraries. Where the chunks are not the same, `office_differences.json` says why; each of its
reasons is shown to hold. All words of RTFM's chunks are in ours in any case, but for words that
RTFM has glued.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.parsers.reading import WORD, Read

pytestmark = pytest.mark.differential
HERE = Path(__file__).parent
DIFFERENCES = json.loads((HERE / "office_differences.json").read_text("utf-8"))

WORDS = st.sampled_from(
    ["pump", "seal", "Größe", "données", "数据", "x", "42", "e.g.", "a|b", "<b>", "&", "\N{BEETLE}"]
)
SENTENCE = st.lists(WORDS, min_size=12, max_size=40).map(lambda words: f"{' '.join(words)}.")
TEXT = st.lists(SENTENCE, min_size=1, max_size=6).map(" ".join)
NAME = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
HEADING = st.tuples(st.just("heading"), st.tuples(st.integers(1, 5), NAME))
TABLE = st.lists(st.lists(SENTENCE, min_size=2, max_size=2), min_size=1, max_size=2)
PARAGRAPH = st.tuples(st.just("paragraph"), TEXT)
SECTION = st.tuples(HEADING, st.lists(PARAGRAPH, min_size=1, max_size=8)).map(
    lambda section: [section[0], *section[1]]
)
VALUE = (
    st.none()
    | st.integers(-(10**9), 10**9)
    | st.floats(-1e9, 1e9).map(lambda number: round(number, 3))
    | st.booleans()
    | NAME
    | st.dates().filter(lambda day: day.year > 1900).map(lambda day: {"date": day.isoformat()})
)
ROW = st.lists(VALUE, min_size=3, max_size=3).map(lambda row: ["first", *row])
SHEET = st.tuples(
    st.just("sheet"),
    st.lists(ROW, max_size=60).map(lambda rows: [["a", None, "b", "c"], *rows]),
)


def beside(*more: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Sections of paragraphs, with something else now and then."""
    return st.lists(
        SECTION | st.one_of(*more).map(lambda part: [part]), min_size=1, max_size=5
    ).map(
        lambda sections: [
            ["paragraph", "It begins with a paragraph. It ends."],
            *(part for section in sections for part in section),
        ]
    )


SAME = {
    "docx": beside(
        st.tuples(st.just("table"), TABLE),
        st.tuples(st.just("item"), SENTENCE),
        st.tuples(st.just("merged cells"), TABLE),
    ),
    "odt": beside(
        st.tuples(st.just("table"), TABLE),
        st.tuples(st.just("list"), st.lists(SENTENCE, min_size=1, max_size=3)),
    ),
    "xlsx": st.lists(SHEET, min_size=1, max_size=3),
}
LONG = "word " * 1500
DIFFERENT: dict[str, dict[str, list[Any]]] = {
    "docx": {
        "short": [["paragraph", "a" * 30], ["paragraph", "42 EUR"]],
        "long": [["paragraph", LONG]],
        "bare heading": [["heading", [1, "One"]], ["heading", [1, "Two"]], ["paragraph", "x"]],
        "wide table": [["table", [["word " * 80, "end " * 90]] * 6]],
    },
    "odt": {
        "short": [["paragraph", "a" * 30], ["paragraph", "42 EUR"]],
        "long": [["paragraph", LONG]],
        "bare heading": [["heading", [1, "One"]], ["heading", [1, "Two"]], ["paragraph", "x"]],
        "section": [["section", "in a section, and long enough"]],
        "spaces": [["spaces", "one sentence and another"]],
    },
    "xlsx": {
        "blank row": [["sheet", [["a", "b"], [1, 2], [None, None], [3, 4]]]],
        "blank first row": [["sheet", [[None, None], ["a", "b"], [1, 2]]]],
        "line end in a name": [["sheet", [["a\nb", "c"], [1, 2]]]],
        "long row": [["sheet", [["a"], [LONG * 2]]]],
    },
    "rtf": {"paragraphs": [["paragraph", "some words. " * 60]] * 6},
}


@pytest.fixture(scope="module")
def peer() -> Iterator[subprocess.Popen[str]]:
    python = os.environ.get("RTFM_PYTHON")
    if not python:
        pytest.skip("RTFM_PYTHON does not name an interpreter with rtfm-ai[xlsx,office]")
    command = [python, str(HERE / "peer_office.py")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def both(
    peer: subprocess.Popen[str], folder: Path, format: str, parts: list[Any]
) -> tuple[list[list[str]], Read]:
    assert peer.stdin is not None
    assert peer.stdout is not None
    peer.stdin.write(json.dumps({"format": format, "parts": parts}) + "\n")
    peer.stdin.flush()
    answer = json.loads(peer.stdout.readline())
    assert answer["error"] is None
    (folder / f"a.{format}").write_bytes(base64.b64decode(answer["data"]))
    return answer["chunks"], Read(folder, f"a.{format}")


def folded(chunks: Any) -> list[tuple[str, str]]:
    return [(title, " ".join(content.split())) for title, content in chunks]


def ours(read: Read) -> list[tuple[str, str]]:
    return folded((each["chapter_title"], each["content"]) for each in read.chunks)


@pytest.mark.parametrize("format", sorted(SAME))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_the_chunks_are_the_same(
    peer: subprocess.Popen[str], tmp_path: Path, format: str, data: st.DataObject
) -> None:
    theirs, read = both(peer, tmp_path, format, data.draw(SAME[format]))
    assert not read.rules
    assert ours(read) == folded(theirs)


@pytest.mark.parametrize(
    ("format", "name"), [(format, name) for format, each in DIFFERENCES.items() for name in each]
)
def test_each_difference_is_one(
    peer: subprocess.Popen[str], tmp_path: Path, format: str, name: str
) -> None:
    theirs, read = both(peer, tmp_path, format, DIFFERENT[format][name])
    chunks = [[each["chapter_title"], each["content"]] for each in read.chunks]
    assert chunks != theirs
    if name not in ("spaces", "blank first row"):
        words = {word for _, content in theirs for word in WORD.findall(content)}
        assert words <= set(WORD.findall(read.text))


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(TEXT, min_size=1, max_size=8))
def test_all_words_of_an_rtf_are_there(
    peer: subprocess.Popen[str], tmp_path: Path, texts: list[str]
) -> None:
    texts = [text.replace("\N{BEETLE}", "") for text in texts]  # RTFM fails at halves of it
    theirs, read = both(peer, tmp_path, "rtf", [["paragraph", text] for text in texts])
    assert not read.lacks("\n".join(content for _, content in theirs))
