"""Which parser a file really goes to: by its suffix, then by its first bytes."""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.file import File, unmarked_utf16
from rtfm_check.parsers import BY_NAME, HEAD_BYTES, JSON_FIELDS, Parser, by_content, by_name
from rtfm_check.parsers._contract import Problem

_SIGNATURES = (
    (b"%PDF-", "pdf"),
    (b"SQLite format 3\0", "sqlite"),
    (b"{\\rtf", "rtf"),
    (b"AT&TFORM", "djvu"),
    (b"MThd", "midi"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x7fELF", "a program"),
)
_IN_ZIP = (
    (b"mimetypeapplication/epub", "epub"),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "odt"),
    (b"word/", "docx"),
    (b"xl/", "xlsx"),
)
_IN_ARCHIVES = ("docx", "xlsx", "odt", "epub")
_OFFICE = ("a zip archive", "an old Office document")
_SOUND = (  # a long tag looks like text, and a quiet sound like UTF-16
    *(b"ID3", b"RIFF", b"RF64", b"FORM", b"fLaC", b"OggS", b"MAC ", b"wvpk", b"TTA1", b"MPCK"),
    *(b"MP+", b"DSD ", b"\x30\x26\xb2\x75", b"\xff\xfa", b"\xff\xfb", b"\xff\xf1", b"\xff\xf9"),
)
_POINTER = b"version https://git-lfs.github.com/spec/"
_POINTER_BYTES = 1024
_PACKET = 188  # bytes of a transport stream of MPEG, each with a G in front
_PDF_HEAD = 1024  # bytes that a PDF begins in: the lines of a mail or of a server may come first
_TEXT_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n\r\f\x1b\b"})
_HIGH = bytes(range(0x80, 0x100))


_TOO_LARGE = Problem(
    "limit-reached",
    f"the file has more than {limits.FILE_BYTES:,} bytes, and is not read",
    "leave it out in .rtfmignore, or split it",
)


class Route(NamedTuple):
    """The parser of a file, and what is to be said about the way to it."""

    parser: Parser | None
    problems: list[Problem]


def route(file: File) -> Route:
    """Where a file goes. Raises OSError for a file that cannot be opened."""
    if file.size > limits.FILE_BYTES:
        return Route(None, [_TOO_LARGE])
    profiles = file.settings.profiles
    if profiles is not None and profiles.of(file.path) is not None:
        return Route(JSON_FIELDS, [])
    head = file.head(HEAD_BYTES)
    name = by_name(file.path)
    if head.startswith(_POINTER) and b"\noid sha256:" in head and file.size < _POINTER_BYTES:
        return Route(None, [_pointer(is_claimed=name is not None)])
    if name is None:
        if by_content(head) == "plaintext" and not _looks_binary(head):
            return Route(BY_NAME["plaintext"], [])
        return _unclaimed(file, head)
    parser = BY_NAME[name]
    if parser.given is not None:
        return Route(parser, [])
    if name == "pdf" and b"%PDF-" in head[:_PDF_HEAD]:
        return Route(parser, [])
    real = _real(head)
    if real in _OFFICE and name in _IN_ARCHIVES:
        return Route(parser, [])  # it looks inside, and knows a document with a password
    if real == "a zip archive" and name == "fb2":
        return Route(parser, [])  # books are packed so, and lose the second half of their name
    if not head or real == name or (real is None and not _is_other(parser, head)):
        return Route(parser, [])
    if real in BY_NAME:
        return Route(BY_NAME[real], [_lie(file, f"a {real} file", f"read as {real} here")])
    if real is None and not parser.is_text and not _looks_binary(head):
        lie = _lie(file, "plain text", "read as plain text here")
        return Route(BY_NAME["plaintext"], [lie])
    if real is None and not parser.is_text:
        return Route(parser, [])  # damaged, perhaps: the parser has to say it
    return Route(None, [_lie(file, real or "a binary file", "not read")])


def _unclaimed(file: File, head: bytes) -> Route:
    """A file that no parser claims and that is binary, whether RTFM takes it for that or not."""
    if head.startswith(_TEXT_MARKS) or unmarked_utf16(head):
        return Route(BY_NAME["plaintext"], [])
    real = _real(head)
    what = f": it looks like {real if real not in BY_NAME else f'a {real} file'}" if real else ""
    help = f"rename it to *.{real}" if real in BY_NAME else ""
    return Route(
        None,
        [
            Problem(
                "no-parser-for-file",
                f"a binary file that no parser claims{what}",
                help,
                "RTFM skips it" if b"\0" in head else "RTFM takes it for text, having met no NUL",
            )
        ],
    )


def _pointer(*, is_claimed: bool) -> Problem:
    """What stands for a large file where nobody has fetched it."""
    return Problem(
        "extension-lies" if is_claimed else "no-parser-for-file",
        "the file is a pointer of Git LFS; what it stands for is not here",
        "fetch it: `git lfs pull`, or `lfs: true` for actions/checkout" if is_claimed else "",
        "RTFM reads the pointer; not read",
    )


def _real(head: bytes) -> str | None:
    """The parser, or else the kind of file, that the first bytes stand for."""
    for signature, name in _SIGNATURES:
        if head.startswith(signature):
            return name
    if head.startswith(b"PK\x03\x04"):
        return next((name for mark, name in _IN_ZIP if mark in head), "a zip archive")
    if head[: 3 * _PACKET : _PACKET] == b"GGG" and not head.isascii():
        return "a video"
    return None


def _is_other(parser: Parser, head: bytes) -> bool:
    """Whether a head without a signature is not what the parser reads."""
    if parser.is_text:
        return _looks_binary(head)
    if parser.name in ("midi", "audio") and (head.startswith(_SOUND) or head[4:8] == b"ftyp"):
        return False
    return parser.name in ("pdf", "sqlite", "djvu", "docx", "xlsx", "odt", "epub") or (
        not _looks_binary(head) and parser.name in ("mobi", "midi", "audio")
    )


def _looks_binary(head: bytes) -> bool:
    """Whether bytes look like no text in any encoding, not even one with odd characters."""
    has_nul = b"\0" in head
    if not has_nul and _is_utf8(head):
        return False
    if head.startswith(_TEXT_MARKS) or unmarked_utf16(head):
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if has_nul:
        return controls > len(head) // 100 and controls > 1
    high = len(head) - len(head.translate(None, _HIGH))
    return controls > len(head) // 20 and controls > 1 and high > len(head) // 10


def _is_utf8(head: bytes) -> bool:
    """Whether bytes are UTF-8, up to a character that is cut at their end."""
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4
    return True


def _lie(file: File, what: str, here: str) -> Problem:
    return Problem(
        "extension-lies",
        f"the file is named {file.suffix} and holds {what}",
        "rename it",
        f"RTFM goes by the name; {here}",
    )
