"""A text in the encoding that it names itself, where RTFM reads UTF-8."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.file import File
from rtfm_check.parsers._contract import Problem
from rtfm_check.text.show import quote


def first_bad(data: bytes) -> int:
    """The first byte that is not UTF-8; -1 if all are."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return -1


def read(file: File, encoding: str, name: str, where: str) -> Iterator[Problem]:
    """Read the file in an encoding; tell of it, unless the bytes are not in it.

    `name` is what the file calls it, `where` the place of that name in it.
    """
    file.declared = encoding
    if file.encoding.is_guess or file.encoding.replaced or file.text.isascii():
        return
    head = file.data[: max(first_bad(file.data), 0)].decode(encoding, "replace")
    before = head.replace("\r\n", "\n").replace("\r", "\n")
    yield Problem(
        "encoding-replaced",
        f"the file is in {quote(name)}, as its {where} says",
        "store it as UTF-8",
        "RTFM reads it as UTF-8 and replaces what is none",
        line=before.count("\n") + 1,
        column=len(before) - before.rfind("\n"),
    )
