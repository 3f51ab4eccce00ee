"""Text from files made safe to show: no control, bidi or surrogate character stays raw.

Nor does anything begin a command to a CI that reads the log: `::error::` where a line begins,
`##[error]`, `##vso[...]` and `##teamcity[...]` anywhere in it.
"""

from __future__ import annotations

import re

from rtfm_check import limits

# C0 and DEL, C1, marks and overrides of direction, line and paragraph separators,
# the byte order mark, lone surrogates, what XML cannot hold; the first `#` of a command.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
    "\ufffe\uffff]|#(?=#[A-Za-z]*\\[)"
)
_COMMAND = re.compile(r"\A(\s*):(?=:)")  # of GitHub, which skips blanks before it
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def safe(text: str) -> str:
    """The text with unsafe characters written as escapes."""
    text = _UNSAFE.sub(_escape, text)
    return _COMMAND.sub(r"\1\\x3a", text) if "::" in text else text


def quote(value: object) -> str:
    """A user's value for a message: between backticks, safe, and cut when long."""
    text = value if isinstance(value, str) else _repr(value)
    if len(text) > limits.QUOTE_CHARS:
        text = text[: limits.QUOTE_CHARS - 1] + "…"
    return f"`{safe(text)}`"


def _repr(value: object) -> str:
    try:
        return repr(value)
    except ValueError:  # a number of more digits than Python writes
        return f"a {kind_of(value)} too long to show"


def kind_of(value: object) -> str:
    """The JSON name of a value's type."""
    if isinstance(value, bool):
        return "boolean"
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "list"
    return "string" if isinstance(value, str) else "number"


def a_kind_of(value: object) -> str:
    """The same with its article: `an object`, `a list`, `null`."""
    kind = kind_of(value)
    if kind == "null":
        return kind
    return f"an {kind}" if kind == "object" else f"a {kind}"


def path(name: str) -> str:
    """A file name as text: bytes that are not UTF-8 become %XX.

    In such a name, and only there, a percent sign becomes %25, so that the form can be undone.
    """
    if name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name):
        return name
    encoded = name.replace("%", "%25").encode("utf-8", "surrogateescape")
    return "".join(
        piece if isinstance(piece, str) else "".join(f"%{byte:02X}" for byte in piece)
        for piece in _pieces(encoded)
    )


def _pieces(data: bytes) -> list[str | bytes]:
    """The valid UTF-8 stretches of the data as text, the rest as bytes."""
    pieces: list[str | bytes] = []
    while data:
        try:
            pieces.append(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            pieces += [data[: error.start].decode("utf-8"), data[error.start : error.end]]
            data = data[error.end :]
        else:
            break
    return pieces


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
