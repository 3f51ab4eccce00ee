"""The top-level tables and keys of a TOML text: where each begins, in the text as it is written.

The text is taken for sound; of one that is not, each line belongs to some block all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SEGMENT = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DOTTED = rf"{_SEGMENT}(?:[ \t]*+\.[ \t]*+{_SEGMENT})*+"
# A line with a whole statement whose value is plain: most lines.
_PLAIN = re.compile(
    rf"""[ \t]*+({_SEGMENT})(?:[ \t]*+\.[ \t]*+{_SEGMENT})*+[ \t]*+=[ \t]*+"""
    rf"""(?:"[^"\\\n]*+"|'[^'\n]*+'|[^"'\[{{\#\s][^"'\[{{\#\n]*+)[ \t]*+(?:\#[^\n]*+)?(?:\n|\Z)"""
)
_PAIR = re.compile(rf"[ \t]*+({_SEGMENT})(?:[ \t]*+\.[ \t]*+{_SEGMENT})*+[ \t]*+=")
_HEADER = re.compile(rf"[ \t]*+\[\[?[ \t]*+({_SEGMENT})")
_OPENING = re.compile(r"[ \t]*+(\[\[?[^\]\n]*+\]{0,2}|[^\n=]*+)")
_EMPTY = re.compile(r"[ \t]*+(\#)?[^\n]*+(?:\n|\Z)")
_TOKEN = re.compile(
    r'''
      """ (?: [^"\\]++ | \\. | "(?!"") )*+ """ "{0,2}
    | \'\'\' (?: [^']++ | '(?!\'\') )*+ \'\'\' '{0,2}
    | " (?: [^"\\\n]++ | \\. )*+ "
    | ' [^'\n]*+ '
    | \# [^\n]*+
    | [\[\]{}\n]
    ''',
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(
    r'\\(?: (["\\]) | ([btnfre]) | (x[0-9A-Fa-f]{2} | u[0-9A-Fa-f]{4} | U[0-9A-Fa-f]{8})'
    r" | [ \t]*\n\s* )",
    re.VERBOSE,
)
_LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
_MANY_DOTS = re.compile(rf"(?<![\w.\-\"'])(?:{_SEGMENT}[ \t]*+\.[ \t]*+){{100}}")


def starts_of(body: str) -> list[tuple[int, str]]:
    """Where the blocks begin, and the top-level key that each is of.

    The text has a line end in front of it that is not its own. Neighbours of one key are one.
    """
    found: list[tuple[int, str]] = []
    for start, name in _statements(body):
        if not found or found[-1][1] != name:
            found.append((start if found else 1, name))
    return found or [(1, "root")]


def _statements(body: str) -> Iterator[tuple[int, str]]:
    """Where each key of the root and each table begins, with the comments right above it."""
    at, length = 1, len(body)
    above = -1  # where the comments begin that stand right above
    is_root = True
    while at < length:
        pair = _PLAIN.match(body, at)
        if pair is not None:
            end = pair.end()
        else:
            pair = _PAIR.match(body, at)
            end = _value_end(body, pair.end()) if pair is not None else 0
        if pair is not None:
            if is_root:
                yield at if above < 0 else above, _name(pair[1])
        elif (header := _HEADER.match(body, at)) is not None:
            is_root = False
            yield at if above < 0 else above, _name(header[1])
            end = _line_end(body, at)
        else:
            empty = _EMPTY.match(body, at)
            assert empty is not None
            if empty[1] is None:
                above = -1
            elif above < 0:
                above = at
            at = empty.end()
            continue
        at, above = end, -1


def key_at(text: str, place: int) -> tuple[int, int]:
    """The key, or the header of a table, of the statement that a place is in."""
    at = 0
    while True:
        pair = _PAIR.match(text, at)
        end = _value_end(text, pair.end()) if pair is not None else _line_end(text, at)
        if end > place or end >= len(text):
            break
        at = end
    if pair is not None:
        start, end = at, pair.end() - 1
    else:
        opening = _OPENING.match(text, at)
        start, end = opening.span() if opening is not None else (at, at)
    written = text[start:end]
    return end - len(written.lstrip(" \t")), start + len(written.rstrip(" \t"))


def _value_end(body: str, at: int) -> int:
    """Behind the line in which a value ends that begins at a place."""
    depth = 0
    for match in _TOKEN.finditer(body, at):
        token = match[0]
        if token == "\n":
            if depth <= 0:
                return match.end()
        elif token in "[{":
            depth += 1
        elif token in "]}":
            depth -= 1
    return len(body)


def _line_end(body: str, at: int) -> int:
    end = body.find("\n", at)
    return end + 1 if end >= 0 else len(body)


def _name(segment: str) -> str:
    if segment[0] in "\"'":
        return decoded(segment)[1:-1].replace('\\"', '"').replace("\\\\", "\\") or segment
    return segment


def readable(text: str) -> str:
    """A stretch of the text with the escapes of its strings as what they stand for.

    A word is a word then: the é of `\\u00e9`, or what comes behind a `\\n`. Quotes and backslashes
    stay escaped.
    """
    if "\\" not in text:
        return text
    return _TOKEN.sub(lambda match: decoded(match[0]), text)


def decoded(token: str) -> str:
    """A token, with its escapes decoded if it is a basic string."""
    return _ESCAPE.sub(_character, token) if token[0] == '"' and "\\" in token else token


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return match[0]
    if match[2]:
        return _LETTERS[match[2]]
    if not match[3]:
        return ""  # a backslash at the end of a line joins it with the next
    code = int(match[3][1:], 16)
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def has_long_key(text: str) -> bool:
    """Whether a key has more than a hundred parts, for which Python takes quadratic memory."""
    return text.count(".") > 100 and _MANY_DOTS.search(text) is not None
