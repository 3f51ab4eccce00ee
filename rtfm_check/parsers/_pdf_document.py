"""What a backend tells of a PDF, and how it says that it cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from rtfm_check.file import File
from rtfm_check.parsers._contract import Link, Problem

_OBJECT = re.compile(r"IndirectObject\((\d+), (\d+), \d+\)")  # the last is an address in memory
_REASON_CHARS = 200
MOST_ANNOTATIONS = 5000  # of one page that are read

Note = tuple[str, bool]  # a text that lies on a page, and whether it is a comment


class Entry(NamedTuple):
    """An entry of the outline."""

    level: int  # from 0
    title: str
    page: int  # from 0


class Content(NamedTuple):
    """What a page holds."""

    text: str
    nameless: float = 0.0  # how much of it is in fonts that name no characters
    notes: Sequence[Note] = ()  # values of forms, texts and comments that lie on it
    links: Sequence[Link] = ()
    damage: str = ""  # why not all that lies on it could be read
    is_cut: bool = False  # more than MOST_ANNOTATIONS lie on it


class Document(Protocol):
    """An open PDF; pages are counted from 0."""

    count: int  # of pages

    def info(self) -> dict[str, str]:
        """What the file says of itself: title, author, subject, keywords, created, modified."""
        ...

    def outline(self) -> Iterator[Entry]:
        """The outline, in its order."""
        ...

    def read(self, page: int) -> Content:
        """What a page holds. Raises whatever the backend does."""
        ...

    def has_picture(self, page: int) -> bool:
        """Whether a page shows a picture. Raises whatever the backend does."""
        ...

    def told(self) -> Iterator[Problem]:
        """What was wrong with the file, and mended or left out, once all is read."""
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


class Backend(Protocol):
    """The module of a backend."""

    def open(self, file: File) -> Document:
        """The document of a file. Raises Refused."""
        ...


class Refused(Exception):
    """A PDF that cannot be read; it holds the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


PROTECTED = Problem(
    "protected-document",
    "the PDF needs a password",
    "publish a copy without one, or leave the file out",
    "RTFM gives an error for the file",
)


def reason(error: Exception) -> str:
    """What an exception of a backend says, but for what differs from run to run."""
    text = _OBJECT.sub(r"object \1 \2", str(error) or type(error).__name__)
    if isinstance(error, KeyError):
        text += " is missing"
    return text[:_REASON_CHARS].rstrip(".")


def damaged(reason: str) -> Problem:
    """That a PDF cannot be read."""
    return Problem(
        "damaged-document",
        f"the PDF cannot be read: {reason}",
        "write it again with the program that made it",
        "RTFM gives an error for the file",
    )
