"""The characters and groups of RTF: a cursor goes over the bytes once, open groups are a stack.

Bytes are decoded with the code page of their font, or else of the document; `\\u` brings its own.
What stands for such a character in old readers is left out.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator

from rtfm_check.parsers import _rtf_words as words
from rtfm_check.parsers import _symbol_font
from rtfm_check.parsers._rtf_flow import Flow

_TOKEN = re.compile(
    r"""
    ([^\\{}\r\n]++)                        # 1: text
    | ((?:\\'[0-9a-fA-F]{2})++)            # 2: bytes
    | \\([a-zA-Z]++)(-?[0-9]++)?+\x20?     # 3, 4: a control word and its number
    | \\(.)                                # 5: a control symbol
    | ([{}])                               # 6
    | [\r\n]++ | \\                        # nothing; a backslash at the very end
    """,
    re.VERBOSE | re.DOTALL,
)


_BLANKS = 8  # that may stand between a brace and a star


class Group:
    """What holds in a group, and ends with it."""

    __slots__ = (
        *("flow", "out", "is_flow", "outer", "codec", "characters", "in_table", "level"),
        *("is_hidden", "is_deleted", "in_fonts", "is_latin", "ends"),
    )

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.out: list[str] | None = flow.out(1)  # where text goes; None: it is none
        self.is_flow = True  # it goes to the flow
        self.outer: list[str] | None = None  # where it went outside of a group that has it twice
        self.codec: str | None = None  # of the font; "": that of the document; None: no font yet
        self.characters = 1  # that stand for one behind `\\u`
        self.in_table = False
        self.level = 1  # 2: a table in a table
        self.is_hidden = False
        self.is_deleted = False
        self.in_fonts = False  # in the table of fonts
        self.is_latin = False  # said to be no text of East Asia, in a document that is
        self.ends: Callable[[], None] | None = None  # what to do at its end

    def inner(self) -> Group:
        """A group in this one."""
        group = Group.__new__(Group)
        group.flow, group.out, group.is_flow = self.flow, self.out, self.is_flow
        group.outer, group.codec, group.characters = self.outer, self.codec, self.characters
        group.in_table, group.level, group.in_fonts = self.in_table, self.level, self.in_fonts
        group.is_hidden, group.is_deleted = self.is_hidden, self.is_deleted
        group.is_latin = self.is_latin
        group.ends = None
        return group


class TextReader:
    """Reads characters and groups; what control words mean is for others."""

    meant: frozenset[str]  # the control words that do anything

    def __init__(self, data: bytes) -> None:
        self.seen: dict[str, tuple[int, int]] = {}  # what is to be told: how often, where first
        self.body = Flow()
        self.now = Group(self.body)
        self.groups: list[Group] = []  # around it
        self.is_starred = False  # the next control word is one that old readers do not know
        self.page = "cp1252"  # of the document
        self.fonts: dict[int, str] = {}  # codecs; "" for that of the document
        self.default_font = 0
        self.has_symbols = False  # a font is one of symbols, and its codec named as it is
        self._data = data
        self._text = data.rstrip(b"\0\x1a").decode("latin-1")
        self._raw = _raw_codec(data)
        self._at = 0
        self._resume = -1  # behind bytes that are no text
        self._skip = 0  # characters that stand for the last one
        self._wide: dict[str, codecs.IncrementalDecoder] = {}
        self._pending: codecs.IncrementalDecoder | None = None  # has half a character
        self._depth = 0  # of the group that it began in

    def word(self, word: str, number: str | None) -> None:
        """Do what a control word says."""
        raise NotImplementedError

    def paragraph(self) -> None:
        """End a paragraph."""
        raise NotImplementedError

    def stops(self) -> Iterator[None]:
        """Read all, stopping where a paragraph or a row ends."""
        start, meant = 0, self.meant
        while start >= 0:
            self._resume = -1
            for match in _TOKEN.finditer(self._text, start):
                kind = match.lastindex
                if kind == 1:
                    self._plain(match[1])
                    continue
                if kind == 3 or kind == 4:
                    word = match[3]
                    if word not in meant and not self.is_starred and not self._skip:
                        continue  # a matter of looks
                    self._at = match.start()
                    self._word(word, match[4], match.end())
                    if word in words.STOPS:
                        yield
                    if self._resume >= 0:
                        break
                elif kind == 6:
                    self._at = match.start()
                    self._brace(match[6])
                elif kind == 2:
                    self._bytes(match[2])
                elif kind == 5:
                    self._at = match.start()
                    self._symbol(match[5])
            start = self._resume
        if self.groups:
            self._at = len(self._text)
            self.see("open")
        while self.groups:
            self._close()

    def see(self, what: str) -> None:
        """Remember that something was met here."""
        count, first = self.seen.get(what, (0, self._at))
        self.seen[what] = (count + 1, first)

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column of a byte, 1-based."""
        head = self._data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return head.count(b"\n") + 1, len(head) - head.rfind(b"\n")

    def put(self, text: str) -> None:
        """Add text where it belongs here."""
        now = self.now
        if now.out is None:
            return
        if now.is_flow and (now.is_deleted or now.is_hidden) and not text.isspace():
            self.see("deleted" if now.is_deleted else "hidden")
        if not (now.is_flow and now.is_deleted):
            now.out.append(text)

    def unicode(self, value: int) -> None:
        """Add a character by its number in UTF-16; what stands for it is left out."""
        value += 0x10000 if value < 0 else 0
        self._skip = self.now.characters
        if not 0 <= value < 0x110000:
            self.see("character")
            value = 0xFFFD
        font = self._codec() if self.has_symbols else ""
        character = _symbol_font.character(value, font)
        out = self.now.out
        if (
            out
            and 0xDC00 <= value < 0xE000
            and len(out[-1]) == 1
            and "\ud800" <= out[-1] < "\udc00"
        ):
            high = ord(out.pop()) - 0xD800
            character = chr(0x10000 + (high << 10) + value - 0xDC00)
        self.put(character)

    def _plain(self, text: str) -> None:
        if self._skip:
            skip = min(self._skip, len(text))
            self._skip -= skip
            text = text[skip:]
        if self.now.out is None or not text:
            return
        if self._pending is not None or self.has_symbols or not text.isascii():
            text = self._decoded(text.encode("latin-1"), self._raw or self._codec())
        self.put(text)

    def _bytes(self, written: str) -> None:
        data = bytes.fromhex(written.replace("\\'", ""))
        skip = min(self._skip, len(data))
        self._skip -= skip
        if self.now.out is not None and skip < len(data):
            self.put(self._decoded(data[skip:], self._codec()))

    def _codec(self) -> str:
        codec = self.now.codec
        if codec is None:
            codec = self.fonts.get(self.default_font, "")
        if self.now.is_latin and not codec and words.is_wide(self.page):
            return "cp1252"
        return codec or self.page

    def _decoded(self, data: bytes, codec: str) -> str:
        if self.has_symbols and _symbol_font.known(codec):
            return _symbol_font.decoded(data, codec)
        if not words.is_wide(codec):
            return data.decode(codec, "replace")
        decoder = self._wide.get(codec)
        if decoder is None:
            decoder = self._wide[codec] = codecs.getincrementaldecoder(codec)("replace")
        text = decoder.decode(data).replace("\uf8f0", "\xa0")  # as Python reads a blank of cp932
        self._pending = decoder if decoder.getstate()[0] else None
        self._depth = len(self.groups)
        return text

    def _symbol(self, symbol: str) -> None:
        if symbol == "*":
            before = self._text[max(0, self._at - _BLANKS) : self._at]
            self.is_starred = before.rstrip().endswith("{")  # elsewhere it means nothing
            return
        character = words.SYMBOLS.get(symbol, "")
        if self._skip and character:
            self._skip -= 1
        elif symbol in "\r\n":
            self.paragraph()
        elif symbol == "'":
            self.see("escape")
            self._skip = max(self._skip - 1, 0)
        elif character and self._pending is not None and symbol != "~" and symbol != "_":
            self.put(self._decoded(symbol.encode("latin-1"), self._codec()))  # half of one
        elif character:
            self.put(character)

    def settle(self) -> None:
        """What began as half of a character was a whole one."""
        if self._pending is not None:
            decoder, self._pending = self._pending, None
            half = decoder.getstate()[0]
            decoder.reset()
            self.put(half.decode("cp1252", "replace"))

    def _brace(self, brace: str) -> None:
        self._skip = 0
        if brace == "}" and self._depth == len(self.groups):
            self.settle()
        self.is_starred = False
        if brace == "{":
            self.groups.append(self.now)
            self.now = self.now.inner()
        elif self.groups:
            self._close()
        else:
            self.see("brace")

    def _close(self) -> None:
        ends = self.now.ends
        if ends is not None:
            ends()
        self.now = self.groups.pop()

    def _word(self, word: str, number: str | None, end: int) -> None:
        character = words.CHARACTERS.get(word)
        if self._skip:
            if character:
                self._skip -= 1
                return
            self._skip = 0
        if character:
            self.put(character)
        elif word == "bin":
            self._resume = end + max(words.number(number), 0)
            if self._resume > len(self._text):
                self.see("binary")
                self._resume = len(self._text)
        else:
            self.word(word, number)
        self.is_starred = False


def _raw_codec(data: bytes) -> str:
    """UTF-8 where all bytes are so, although RTF has none; else "", that of the font."""
    if data.isascii():
        return ""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "utf-8"
