"""The texts of a workbook: those that its cells share, and how any text of it is written."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._table import one_line
from rtfm_check.parsers._xml import END, START, Reader

_LONG = 4 * 1024 * 1024  # characters of one text, or of what is before the first
_SHARED = re.compile(
    r'\s*+(?:<si><t(?: xml:space="preserve")?>([^<]*+)</t></si>|<si>(.*?)</si>|(<si ?/>)|(.))',
    re.DOTALL,
)
_PARTS = re.compile(r"<rPh\b.*?</rPh>|<t(?:\s[^<>]*+)?(?<!/)>([^<]*+)</t>", re.DOTALL)
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
_REFERENCE = re.compile("&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def decoded(text: str) -> str:
    """Text as it stands in XML, with its references decoded."""
    return _REFERENCE.sub(_referred, text) if "&" in text else text


def unescaped(text: str) -> str:
    """The text of a cell, without what stands for characters that XML cannot hold."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _referred(match: re.Match[str]) -> str:
    name = match[1]
    if name[0] != "#":
        return _NAMED[name]
    code = int(name[2:], 16) if name[1] == "x" else int(name[1:])
    return chr(code) if 0 < code < 0x110000 else "\ufffd"


def pieces_from(
    pieces: Iterable[bytes], mark: str, root: str
) -> tuple[str | None, Iterator[bytes]]:
    """The text up to a mark, and the bytes behind it.

    The text is None where the part is not written in the usual way: UTF-8, its root without a
    prefix. All its bytes come then.
    """
    source = iter(pieces)
    held = b""
    wanted = mark.encode()
    for piece in source:
        held += piece
        at = held.find(wanted)
        if at >= 0:
            head = held[:at]
            is_usual = f"<{root}".encode() in head and _is_utf8(head)
            if not is_usual:
                break
            return head.decode(), chain([held[at + len(wanted) :]], source)
        if len(held) > _LONG:
            break
    return None, chain([held], source)


def _is_utf8(head: bytes) -> bool:
    declaration = head[:200].partition(b"?>")[0].lower()
    if b"encoding" in declaration and b"utf-8" not in declaration:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"<!" not in head


def shared(package: Package, part: str) -> list[str]:
    """The texts that cells refer to by number, each in one line."""
    made: list[str] = []
    head, rest = pieces_from(package.archive.stream(part), "<si>", "sst")
    if head is not None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        held = "<si>"
        for piece in rest:
            held += decode(piece)
            end = held.rfind("</si>") + 5
            if end < 5:
                if len(held) > _LONG:
                    break
                continue
            at = _take(package, part, held, end, made)
            held = held[at:]
            if at < end:
                break
        rest = chain([b"<sst>", held.encode()], rest)
    reader = Reader(rest, name=part)
    made += _read(reader)
    package.keep(reader)
    return made


def _take(package: Package, part: str, text: str, end: int, made: list[str]) -> int:
    """Read texts up to `end`; returns how far they were written in the usual way."""
    for match in _SHARED.finditer(text, 0, end):
        kind = match.lastindex
        if kind == 1:
            made.append(one_line(unescaped(decoded(match[1]))))
        elif kind == 2:
            made.append(_of_parts(package, part, match[2]))
        elif kind == 3:
            made.append("")
        else:
            return match.start()
    return end


def _of_parts(package: Package, part: str, text: str) -> str:
    """A text in several fonts; what is above its characters to pronounce them is left out."""
    if "<!" in text or ":t>" in text:
        reader = Reader(f"<sst><si>{text}</si></sst>", name=part)
        made = "".join(_read(reader))
        package.keep(reader)
        return made
    return one_line(unescaped(decoded("".join(each[1] or "" for each in _PARTS.finditer(text)))))


def _read(reader: Reader) -> Iterator[str]:
    out: list[str] | None = None
    parts: list[str] = []
    hidden = 0
    for kind, name, _, _ in reader:
        if kind == START:
            if name == "si":
                parts = []
            elif name == "rPh":
                hidden += 1
            elif name == "t" and not hidden:
                out = parts
        elif kind == END:
            if name == "si":
                yield one_line(unescaped("".join(parts)))
            elif name == "rPh":
                hidden -= 1
            elif name == "t":
                out = None
        elif out is not None:
            out.append(name)
