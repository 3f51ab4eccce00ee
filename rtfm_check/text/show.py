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
    """A file name as text: bytes that are not UTF-8 become %XX, and no two names become one.

    In such a name a percent sign becomes %25. So it does in a name that is written as such a one
    would be shown, and in one that would be shown as that; all other names are shown as they are.
    """
    if not name.isascii() and any("\ud800" <= character <= "\udfff" for character in name):
        return _escaped(name)
    return name.replace("%", "%25") if "%" in name and _looks_escaped(name) else name


def _escaped(name: str) -> str:
    encoded = name.replace("%", "%25").encode("utf-8", "surrogateescape")
    return "".join(
        piece if isinstance(piece, str) else "".join(f"%{byte:02X}" for byte in piece)
        for piece in _pieces(encoded)
    )


def _looks_escaped(name: str) -> bool:
    """Whether a name is what another one with odd bytes is shown as, or is shown as such a one."""
    while "%" in name and name.count("%") == name.count("%25"):
        name = name.replace("%25", "%")
    if not re.search("%[89A-F][0-9A-F]", name):
        return False
    meant = re.sub(
        b"%(25|[89A-F][0-9A-F])", lambda match: bytes.fromhex(match[1].decode()), name.encode()
    )
    return _escaped(meant.decode("utf-8", "surrogateescape")) == name


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
