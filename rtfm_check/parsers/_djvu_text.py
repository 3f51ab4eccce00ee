"""What `djvutxt` and `djvused` print: lists in brackets, with texts in quotation marks.

The texts have to be UTF-8, and of many older files are not. Until `Charset` has seen all of them,
the bytes that are none are halves of surrogate pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check.text import charset

_TOKEN = re.compile(
    rb"""[()] | "([^"\\]*(?:\\.[^"\\]*)*)(?:"|\\?\Z) | [^\s()"]+""", re.DOTALL | re.VERBOSE
)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(.))", re.DOTALL)
_BYTE = re.compile("[\udc80-\udcff]")  # that is not UTF-8
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]+")
_SHORT = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


class Notes(NamedTuple):
    """What is in a document beside the text of its pages."""

    outline: list[tuple[int, str]]  # depth, from 0, and title
    facts: dict[str, str]  # what it says of itself
    links: list[str]  # what is said of them, and where they lead

    def texts(self) -> Iterator[str]:
        """All of them."""
        yield from (title for _, title in self.outline)
        yield from self.facts.values()
        yield from self.links


class Charset:
    """The character set of a document, and how its texts are read."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.replaced = 0  # bytes of texts that are UTF-8 otherwise
        broken = (_bytes(each) for each in texts if _BYTE.search(each))
        others = [each for each in broken if not _is_damaged(each)]
        self.name = charset.charset(others) if others else ""

    def read(self, text: str) -> str:
        """A text as what it says; control characters are blanks."""
        if _BYTE.search(text):
            data = _bytes(text)
            if _is_damaged(data):
                text = data.decode("utf-8", "replace")
                self.replaced += text.count("\ufffd")
            else:
                text = charset.decoded(data, self.name)
        return _CONTROL.sub(" ", text)


def pages(output: bytes) -> Iterator[str | None]:
    """The texts that `djvutxt --detail=page` prints; None for a page that it cannot read."""
    depth, texts = 0, list[bytes]()
    for match in _TOKEN.finditer(output):
        token = match[0]
        if token == b"(":
            depth += 1
        elif token == b")":
            depth -= 1
            if depth == 0:
                yield _decoded(b"\n".join(texts))
                texts = []
        elif depth <= 0:
            depth = 0
            yield None  # the word `failed`
        elif match[1] is not None:
            texts.append(_plain(match[1]))


def plain_pages(output: bytes) -> list[str]:
    """The texts that `print-pure-txt` of `djvused` prints."""
    return [_decoded(text) for text in output.split(b"\f")[:-1]]


def notes(output: bytes, parts: int) -> tuple[Notes, int]:
    """What `djvused` prints in so many parts, each with a number behind it; where they end."""
    found = Notes([], {}, [])
    path: list[list[str]] = []  # of each open list, its words and texts
    end = 0
    for match in _TOKEN.finditer(output):
        token = match[0]
        if token == b"(":
            path.append([])
        elif token == b")" and path:
            _take(found, path, path.pop())
        elif path:
            text = match[1] if match[1] is not None else token
            path[-1].append(_decoded(_plain(text)))
            if len(path) > 1 and len(path[-1]) == 1 and path[0][:1] == ["bookmarks"]:
                found.outline.append((len(path) - 2, path[-1][0]))
        elif token.isdigit():
            parts -= 1
            if parts == 0:
                end = match.end() + 1
                break
    return found, end


def _take(found: Notes, path: list[list[str]], words: list[str]) -> None:
    """Note a list that has just been closed inside of others."""
    if not words:
        return
    if path and path[-1][:1] == ["metadata"] and len(words) > 1:
        found.facts.setdefault(words[0], words[1])
    elif path and words[0] == "url":
        path[-1].extend(words[1:2])
    elif not path and words[0] == "maparea":
        target, remark = (*words[1:3], "", "")[:2]
        if remark.strip() or not target.startswith("#"):  # those lead to pages of the file
            found.links.append(f"{remark.strip()} {target}".strip())


def _plain(text: bytes) -> bytes:
    return _ESCAPE.sub(_meant, text) if b"\\" in text else text


def _meant(match: re.Match[bytes]) -> bytes:
    if match[1]:
        return bytes([int(match[1], 8) & 0xFF])
    return _SHORT.get(match[2], match[2])


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _is_damaged(data: bytes) -> bool:
    """Whether more of a text is UTF-8 than is not."""
    text = data.decode("utf-8", "replace")
    return len(data) - len(text) > text.count("\ufffd")
