"""The encoding that a Python file names in its coding line (PEP 263)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.file import File, known
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._declared import first_bad, read
from rtfm_check.text.show import quote

_HEAD = 4096  # bytes in which the first two lines are looked for
_LINE_END = re.compile(rb"\r\n|\r|\n")
_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_NO_CODE = re.compile(rb"[ \t\f]*(?:#|\Z)")  # a second coding line counts behind such a line
_ENDS_OF_EMACS = ("-unix", "-dos", "-mac")


class _Cookie(NamedTuple):
    name: str
    line: int
    column: int  # of the name
    written: bytes  # its line


def decide(file: File) -> Iterator[Problem]:
    """Tell the file how its text is to be decoded, and the reader what is odd about that."""
    data = file.data
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return
    cookie = _cookie(data)
    encoding = _encoding(cookie) if cookie else "utf-8"
    if cookie is None or encoding == "utf-8":
        return
    if not encoding:
        note = "Python refuses the file; RTFM reads it as UTF-8"
        yield _problem(cookie, "document-syntax", "in which no Python can be written", note)
        return
    is_utf8 = not data.isascii() and first_bad(data) < 0
    if is_utf8 and len(b"\xc3\xa9".decode(encoding, "replace")) == 2:
        # Two bytes are two characters in it, and all of them are UTF-8: that is no accident.
        note = "Python goes by the coding line; RTFM and this index read UTF-8"
        yield _problem(cookie, "encoding-replaced", "and the file is in UTF-8", note)
        return
    yield from read(file, encoding, cookie.name, "coding line")


def _cookie(data: bytes) -> _Cookie | None:
    for number, line in enumerate(_LINE_END.split(data[:_HEAD], 2)[:2], 1):
        found = _COOKIE.match(line)
        if found:
            return _Cookie(found[1].decode(), number, found.start(1) + 1, line)
        if not _NO_CODE.match(line):
            return None
    return None


def _encoding(cookie: _Cookie) -> str:
    """The encoding as Python spells it; "" where no source can be in it."""
    name = cookie.name.lower().replace("_", "-")
    for end in _ENDS_OF_EMACS:
        name = name.removesuffix(end)
    encoding = known(name)
    if not encoding or encoding.startswith("utf-8"):
        return encoding and "utf-8"
    return encoding if cookie.name in cookie.written.decode(encoding, "replace") else ""


def _problem(cookie: _Cookie, rule: str, what: str, note: str) -> Problem:
    message = f"the coding line names {quote(cookie.name)}, {what}"
    help = "write `utf-8`, or leave the line out"
    return Problem(rule, message, help, note, line=cookie.line, column=cookie.column)
