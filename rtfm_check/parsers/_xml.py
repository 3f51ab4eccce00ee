"""XML as events: the start and the end of each element, and the text between.

    reader = Reader(pieces, prefixes={"http://...": "w"})
    for kind, name, attributes, at in reader:
        if kind == TEXT: ...  # the text is in `name`; one text may come in several events
    yield from reader.told("RTFM gives an error")

expat reads the document block by block, from a text or from the pieces of a member of an archive,
in any encoding that Python knows. Entities are never declared: HTML's have their meaning, others
stay as they are written. Behind damage the rest is read tolerantly, so that only the first mistake
is told and no text is lost. Every start has its end, whatever the document says. Elements below
`limits.XML_DEPTH` are not told; their text is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html.entities import html5
from pyexpat import ExpatError, ParserCreate, XMLParserType

from rtfm_check import limits
from rtfm_check.file import File
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._markup import END, START, TEXT
from rtfm_check.parsers._xml_damage import described, mended
from rtfm_check.parsers._xml_input import Input, declared, is_utf8
from rtfm_check.parsers._xml_names import Names
from rtfm_check.text.show import quote

__all__ = ["END", "START", "TEXT", "Event", "Reader", "of_file"]

# Kind; name, or the text itself; attributes of a start; where it is, for `Reader.offset`.
Event = tuple[str, str, dict[str, str], int]

_NONE: dict[str, str] = {}
_SAY_UTF8 = 'write `encoding="utf-8"`'
_BELIEVED = "RTFM believes it"


def of_file(file: File, prefixes: Mapping[str, str] = _NONE) -> Reader:
    """A reader of a file of the tree; its places are those of `file.text`."""
    encoding = declared(file.data[:1024])
    is_wrong = bool(encoding) and not encoding.startswith("utf-") and is_utf8(file.data)
    file.declared = "" if is_wrong else encoding
    reader = Reader(file.text, prefixes)
    if is_wrong:
        message = f"the document says that it is {quote(encoding)}, and is UTF-8"
        reader.tell(Problem("encoding-replaced", message, _SAY_UTF8, _BELIEVED))
    return reader


class Reader:
    """The events of one document, to be iterated once, in one loop or in several."""

    def __init__(
        self, source: str | Iterable[bytes], prefixes: Mapping[str, str] = _NONE, name: str = ""
    ) -> None:
        """`prefixes` says which namespaces are written `prefix:` before a name; others are not.

        `name` is that of a member of an archive, for what is told of it.
        """
        self._input = Input(source)
        self._name = name
        self._names = Names(prefixes)
        self._problems: list[Problem] = []
        self._found: list[Event] = []
        self._open: list[str] = []  # the elements as they are written, down to the limit
        self._depth = 0  # of all, also below the limit
        self._is_stuck = self._is_deep = False
        self._events = self._read()

    def __iter__(self) -> Iterator[Event]:
        """The events that were not taken yet."""
        return self._events

    def told(self, note: str = "") -> Iterator[Problem]:
        """What was wrong; call it behind the last event. `note`: what RTFM does about it."""
        for problem in (*self._input.told(), *self._problems):
            message = f"{self._name}: {problem.message}" if self._name else problem.message
            yield problem._replace(message=message, note=problem.note or note)

    def tell(self, problem: Problem) -> None:
        """Something else is wrong with the document."""
        self._problems.append(problem)

    def offset(self, at: int) -> int:
        """The place of an event in the text that was given."""
        return self._input.offset(at)

    def _read(self) -> Iterator[Event]:
        parser, found = self._parser(), self._found
        try:
            for data in self._grown():
                parser.Parse(data, False)
                self._is_stuck = not found
                yield from found
                found.clear()
            parser.Parse(b"", True)
        except (ExpatError, _Declared) as error:
            parser.buffer_text = False  # which tells what the buffer held
            yield from found
            found.clear()
            yield from self._mended(error, parser)
        yield from found
        while self._open:  # the document is cut off
            yield END, self._names.element(self._open.pop()), _NONE, -1 - self._input.length
            self._names.leave(len(self._open) + 1)

    def _grown(self) -> Iterator[bytes]:
        """The blocks; behind one in which nothing has ended, twice as much at once.

        expat looks at a token from its start again with each block, until it has its end.
        """
        held: list[bytes] = []
        size = wanted = 0
        for data in self._input:
            held.append(data)
            size += len(data)
            if size >= wanted:
                yield b"".join(held)
                held.clear()
                wanted = 2 * size if self._is_stuck else 0
                size = 0
        yield b"".join(held)

    def _parser(self) -> XMLParserType:
        parser = ParserCreate("utf-8")
        parser.buffer_text = True
        parser.buffer_size = 64 * 1024
        parser.UseForeignDTD(True)  # without it, an entity that is not declared is damage
        found, names, opened, most = self._found, self._names, self._open, limits.XML_DEPTH

        def start(written: str, attributes: dict[str, str]) -> None:
            self._depth = depth = self._depth + 1
            if depth > most:
                self._tell_depth(parser.CurrentByteIndex)
                return
            if attributes:
                attributes = names.attributes(attributes, depth)
            opened.append(written)
            found.append((START, names.element(written), attributes, parser.CurrentByteIndex))

        def end(written: str) -> None:
            self._depth = depth = self._depth - 1
            if depth < most:
                opened.pop()
                found.append((END, names.element(written), _NONE, parser.CurrentByteIndex))
                names.leave(depth + 1)

        def text(data: str) -> None:
            found.append((TEXT, data, _NONE, parser.CurrentByteIndex))

        def entity(name: str, is_parameter: bool) -> None:
            meaning = "" if is_parameter else html5.get(f"{name};", f"&{name};")
            found.append((TEXT, meaning, _NONE, parser.CurrentByteIndex))

        def declaration(*_: object) -> None:
            raise _Declared

        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = text
        parser.SkippedEntityHandler = entity
        parser.EntityDeclHandler = declaration
        return parser

    def _tell_depth(self, at: int) -> None:
        if not self._is_deep:
            self._is_deep = True
            message = f"elements are nested more than {limits.XML_DEPTH} deep; their text is kept"
            self._problems.append(Problem("limit-reached", message, "", "", *self._input.place(at)))

    def _mended(self, error: ExpatError | _Declared, parser: XMLParserType) -> Iterator[Event]:
        """What stands behind the first mistake."""
        text, start = self._input.rest(max(0, parser.ErrorByteIndex))
        opened, names = self._open, self._names
        place = self._input.place(-1 - start)
        if isinstance(error, _Declared):
            self._input.refuse_entities(*place)
        elif self._depth or text.strip():
            self._problems.append(described(error.code, opened, text[start : start + 200], place))
        for kind, name, attributes, where in mended(text, start, opened):
            if kind == START:
                attributes = names.attributes(attributes, len(opened) + 1)  # it may name itself
                yield kind, names.element(name), attributes, -1 - where
            elif kind == END:
                yield kind, names.element(name), _NONE, -1 - where
                names.leave(len(opened) + 1)
            else:
                yield kind, name, _NONE, -1 - where


class _Declared(Exception):
    """An entity is declared where the head of the document is expected to have none."""
