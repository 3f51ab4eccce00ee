"""An XML document as blocks of UTF-8 that expat cannot be harmed with.

Declarations of entities are how a small file becomes a huge one, or reads another file. No format
here needs them: all that comes before the first element is blanked. Characters that XML does not
allow become blanks, bytes that mean nothing U+FFFD, and both are told.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from rtfm_check.file import known
from rtfm_check.parsers._contract import Problem

_BLOCK = 64 * 1024
_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']""")
_SHOWN = (  # by a byte order mark, or by how `<` is written
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
_EBCDIC = b"\x4c\x6f\xa7\x94"  # `<?xm`
_REFERENCE = re.compile(r"&[^\s;<>&]*+")  # up to where it turns out to be none
_NOT_BLANK = re.compile(r"\S")
_LINE = re.compile(r"[^\n]+")
_HARMLESS = re.compile(  # as a head: it need not be blanked, and the text not be copied
    r"""<\?xml\ version=(?:"1\.0"|'1\.0')
    (?:\ encoding=(?:"[A-Za-z][\w.-]{0,39}"|'[A-Za-z][\w.-]{0,39}'))?\s?\?>\s*+""",
    re.VERBOSE | re.ASCII,
)
_IN_DOCTYPE = re.compile(r"""["'\[\]>]|<!--|<\?|<!ENTITY""")
_CLOSE = {"<!--": "-->", "<?": "?>"}
_CONTROLS = bytes(set(range(0x20)) - set(b"\t\n\r"))
_CLEAN = bytes.maketrans(_CONTROLS, b" " * len(_CONTROLS))
_NO_CHARACTER = re.compile(b"\xef\xbf[\xbe\xbf]")  # U+FFFE and U+FFFF
_REPLACED = "\ufffd"


def declared(head: bytes) -> str:
    """The encoding that the first bytes of a document name or show; "" for UTF-8."""
    for mark, name in _SHOWN:
        if head.startswith(mark):
            return name
    if head.startswith(_EBCDIC):
        match = _ENCODING.search(head.decode("cp037").encode("ascii", "replace"))
        return known(match[1].decode("latin-1")) if match else "cp037"
    match = _ENCODING.search(head)
    name = known(match[1].decode("latin-1")) if match else ""
    is_wide = name.startswith(("utf-16", "utf-32"))  # not so: this was read byte by byte
    return "" if name == "utf-8" or is_wide else name


def is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8 and not all ASCII; the last character may be cut off."""
    if data.isascii():
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True


class Input:
    """The blocks of one document, to be iterated once."""

    def __init__(self, source: str | Iterable[bytes]) -> None:
        self._told: dict[str, Problem] = {}
        self._is_text = isinstance(source, str)
        self._text = self._without_head(source) if isinstance(source, str) else ""
        self._pieces = _cut(self._text) if isinstance(source, str) else self._decoded(source)
        self._latest = ["", ""]  # the last two blocks
        self._starts: list[int] = []  # of each block, in bytes
        self._chars: list[int] = []  # the same in characters
        self._size = self._count = 0
        self._block = (-1, b"")
        self._seen = (0, 0)  # a place in it: bytes, characters

    def __iter__(self) -> Iterator[bytes]:
        """The blocks."""
        for piece in self._pieces:
            self._latest = [self._latest[1], piece]
            self._starts.append(self._size)
            self._chars.append(self._count)
            data = self._cleaned(piece.encode("utf-8", "replace"))
            self._size += len(data)
            self._count += len(piece)
            yield data

    @property
    def length(self) -> int:
        """The characters of the text, if it is one."""
        return len(self._text)

    def told(self) -> Iterator[Problem]:
        """What is wrong with the characters of the document, and with its head."""
        yield from self._told.values()

    def offset(self, at: int) -> int:
        """The place of a byte in the text, if it is one; -1 - N stands for N itself."""
        if at < 0:
            return -1 - at
        index = max(0, bisect_right(self._starts, at) - 1)
        if not self._is_text or not self._starts:
            return 0
        at -= self._starts[index]
        if self._block[0] != index:
            char = self._chars[index]
            self._block = (index, self._text[char : char + _BLOCK].encode("utf-8", "replace"))
            self._seen = (0, 0)
        known, count = self._seen if self._seen[0] <= at else (0, 0)
        count += len(self._block[1][known:at].decode("utf-8", "ignore"))
        self._seen = (at, count)
        return self._chars[index] + count

    def rest(self, at: int) -> tuple[str, int]:
        """All text around a byte and behind it, and where in it is its tag, or the byte itself.

        Ends the iteration.
        """
        if self._is_text:
            text, start = self._text, self.offset(at)
        else:
            latest = "".join(self._latest)
            first = self._starts[-2] if len(self._starts) > 1 else 0
            before = latest.encode("utf-8", "replace")[: max(0, at - first)]
            text, start = latest + "".join(self._pieces), len(before.decode("utf-8", "ignore"))
        tag, reference = text.rfind("<", 0, start), text.rfind("&", 0, start)
        if tag > text.rfind(">", 0, start):
            return text, tag
        is_inside = reference >= 0 and _REFERENCE.fullmatch(text, reference, start) is not None
        return text, reference if is_inside else start

    def place(self, at: int) -> tuple[int, int]:
        """Where the byte is as a problem has it: start and end in the text, if it is one."""
        start = self.offset(at)
        return (start, min(start + 1, len(self._text))) if self._is_text else (-1, -1)

    def refuse_entities(self, start: int, end: int) -> None:
        """Tell, once, that entities are declared."""
        message = "the document declares entities: none of them is read"
        self._tell("limit-reached", message, start, end)

    def _decoded(self, pieces: Iterable[bytes]) -> Iterator[str]:
        """The pieces as text, the whole head in the first one."""
        pieces = iter(pieces)
        head = b""
        for piece in pieces:
            head += piece
            if len(head) >= _BLOCK:
                break
        encoding = declared(head[:1024])
        if encoding and not encoding.startswith("utf-") and is_utf8(head):
            encoding = ""  # whatever the document says
        decoder = codecs.getincrementaldecoder(encoding or "utf-8")("replace")
        yield self._without_head(self._counted(decoder.decode(head), head))
        for piece in pieces:
            yield self._counted(decoder.decode(piece), piece)
        yield self._counted(decoder.decode(b"", True), b"")

    def _counted(self, text: str, data: bytes) -> str:
        if _REPLACED in text and _REPLACED.encode() not in data:
            self._tell("encoding-replaced", "bytes that are in no encoding: U+FFFD stands for them")
        return text

    def _cleaned(self, data: bytes) -> bytes:
        clean = data.translate(_CLEAN)
        if b"\xef\xbf" in clean:
            clean = _NO_CHARACTER.sub(_REPLACED.encode(), clean)
        if clean != data:
            first = next(
                at for at, pair in enumerate(zip(clean, data, strict=True)) if len({*pair}) > 1
            )
            self._tell(
                "document-syntax",
                "control characters, which XML does not allow; they are read as blanks",
                *self.place(self._size + first),
            )
        return clean

    def _without_head(self, text: str) -> str:
        end, entity = prologue(text)
        if entity >= 0:
            self.refuse_entities(*((entity, entity + 8) if self._is_text else (-1, -1)))
        head = text[:end]
        if not end or _HARMLESS.fullmatch(head):
            return text
        return _LINE.sub(lambda line: " " * len(line[0]), head) + text[end:]

    def _tell(self, rule: str, message: str, start: int = -1, end: int = -1) -> None:
        self._told.setdefault(rule, Problem(rule, message, start=start, end=end))


def _cut(text: str) -> Iterator[str]:
    return (text[at : at + _BLOCK] for at in range(0, len(text), _BLOCK))


def prologue(text: str) -> tuple[int, int]:
    """Where the first element begins, and where an entity is declared before it, or -1."""
    at, entity = 0, -1
    while (found := _NOT_BLANK.search(text, at)) is not None:
        at = found.start()
        if text.startswith("<!--", at):
            end = text.find("-->", at) + 3
        elif text.startswith("<?", at):
            end = text.find("?>", at) + 2
        elif text.startswith("<!DOCTYPE", at):
            end, entity = _doctype(text, at)
        else:
            break
        if end <= at:
            break
        at = end
    return at, entity


def _doctype(text: str, start: int) -> tuple[int, int]:
    """The end of a document type declaration, or 0, and where its first entity is declared."""
    depth, at, entity = 0, start, -1
    while (match := _IN_DOCTYPE.search(text, at)) is not None:
        mark, at = match[0], match.end()
        if mark in "[]":
            depth += 1 if mark == "[" else -1
        elif mark == "<!ENTITY":
            entity = match.start() if entity < 0 else entity
        elif mark != ">":  # a literal, a comment or an instruction, which may hold any of these
            close = _CLOSE.get(mark, mark)
            at = text.find(close, at) + len(close)
            if at < match.end():
                break
        elif depth <= 0:
            return at, entity
    return 0, entity
