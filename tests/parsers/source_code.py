"""What the tests of Python, shell and LaTeX share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, settings

from tests.growing import assert_linear
from tests.parsers.reading import Read

MANY = settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def read(folder: Path, name: str, text: str | bytes) -> Read:
    """What comes out of a text."""
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return Read(folder, name)


def titles(made: Read) -> list[str]:
    """Of all chunks."""
    return [each["chapter_title"] for each in made.chunks]


def targets(made: Read, relation: str = "") -> list[str]:
    """Of all links, or of those of a relation."""
    return [each.target for each in made.links if relation in ("", each.relation)]


def written_lines(text: str) -> Counter[str]:
    """The lines that are not blank, without white space around them."""
    return Counter(filter(None, map(str.strip, text.split("\n"))))


def is_in_its_lines(made: Read, chunk: dict[str, object]) -> bool:
    """Whether a chunk is what its lines say, and begins and ends with the first and the last."""
    first, last = chunk["line_start"], chunk["line_end"]
    assert isinstance(first, int)
    assert isinstance(last, int)
    lines = made.file.text.split("\n")[first - 1 : last]
    content = str(chunk["content"])
    whole = content in "\n".join(lines)
    return whole and content.count("\n") == last - first


def assert_grows_with_length(
    folder: Path, name: str, make: Callable[[int], str], count: int
) -> None:
    """Up to twice `count`, the time grows with the length of the text, and nothing fails."""

    def look(text: str) -> None:
        made = read(folder, name, text)
        assert made.chunks or made.problems
        assert "parser-failed" not in made.rules

    assert_linear(make, look, count // 2)
