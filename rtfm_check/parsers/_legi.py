"""Files of LEGI, the official archive of French law: articles, texts and their structure.

ARTICLE is a version of an article, TEXTE_VERSION a text with what introduces and signs it, TEXTELR
and SECTION_TA say what a text and a section consist of. A whole code in one file, as other sources
have it, is read article by article, each in the sections that are open around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from rtfm_check.chunking import Block as Stretch
from rtfm_check.chunking import Budget, pack
from rtfm_check.file import File
from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import RTFM_BOOK, About, Draft, How, Item, Link
from rtfm_check.parsers._html_flow import Block
from rtfm_check.parsers._legi_article import (
    NO_STATE,
    Text,
    address,
    addresses,
    article,
    blocks,
    context,
    links,
)
from rtfm_check.parsers._lines import Lines
from rtfm_check.parsers._xml import START, TEXT, Event, Reader
from rtfm_check.parsers._xml_quoted import INLINE
from rtfm_check.parsers._xml_tree import Node, tree

_BUDGET = Budget(4000, 200, 4200)
_SECTIONS = frozenset({"SECTION_TA", "SECTION", "TITRE", "CHAPITRE", "PARTIE", "LIVRE"})
_TITLES = frozenset({"TITRE_TA", "INTITULE"})
_PARTS = {  # of a text, beside its articles
    "VISAS": "Visas",
    "SIGNATAIRES": "Signataires",
    "TP": "Travaux préparatoires",
    "NOTA": "Nota",
    "ABRO": "Abrogation",
    "RECT": "Rectificatif",
    "SM": "Sommaire",
}
_TITLED = frozenset({"CODE", "LEGI", "TEXTE_VERSION", "TEXTELR"})  # roots; others have file names
_BRACKETED = re.compile(r"\([^()]*\)")
_NOT_IN_BOOKS = re.compile(r"[^\w\s-]")
_RUNS = re.compile(r"[\s-]+")
_TAG_CHARS = 1000  # in which an attribute is looked for
_STRUCTURE = {"LIEN_ART": "Article ", "LIEN_SECTION_TA": "", "LIEN_TXT": ""}


class _Section:
    """A section that is open."""

    def __init__(self, depth: int, title: str, start: int) -> None:
        self.depth = depth
        self.title = title
        self.start = start  # how many paragraphs there were
        self.is_empty = True  # it holds no elements: what it holds is a title


def _book(title: str) -> str:
    """The identity that RTFM gives a document of a title, wherever it lies."""
    plain = _NOT_IN_BOOKS.sub("", _BRACKETED.sub("", title).lower())
    return _RUNS.sub("-", plain).strip("-")[:50]


class Legi:
    """Reads one file."""

    def __init__(self, file: File, reader: Reader, events: Iterator[Event]) -> None:
        """`events` are those of the reader, with the names of LEGI in capitals."""
        self._file = file
        self._reader = reader
        self._events = events
        self._places = Lines(file.text)
        self._depth = 0
        self._root = ""
        self._sections: list[_Section] = []
        self._context: tuple[str, ...] = ()  # sections that are named, and not around
        self._text = Text()  # that the file is, or belongs to
        self._legal: dict[str, JsonValue] = {}  # `legal_fr` of what is no article
        self._title = self._full_title = self._own = ""  # its own: of a section
        self._loose: list[str] = []
        self._paragraphs: list[str] = []  # that no element of LEGI holds
        self._structure: list[str] = []  # lines
        self._named: set[Link] = set()  # in texts
        self.articles = self._chunks = 0  # the number of each so far

    def items(self) -> Iterator[Item]:
        """What the file holds."""
        for event in self._events:
            kind, name, _, _ = event
            if kind == TEXT:
                self._loose.append(name)
                continue
            if name in INLINE:
                found = address(event[2]) if name == "a" and kind == START else None
                yield from self._new([(found, event[3])]) if found else []
                continue
            self._settle()
            if kind == START:
                self._root = self._root or name
                self._depth += 1
                yield from self._started(event)
            else:
                self._ended(name)
                self._depth -= 1
        yield from self._rest()

    def _started(self, event: Event) -> Iterator[Item]:
        _, name, attributes, _ = event
        for section in self._sections[-1:]:
            section.is_empty = False
        if name == "ARTICLE":
            yield from self._article(self._node(event))
        elif name in _SECTIONS:
            title = attributes.get("titre") or attributes.get("TITRE", "")
            self._sections.append(_Section(self._depth, title, len(self._paragraphs)))
        elif name in _TITLES:
            self._name_section(self._node(event).text())
        elif name in _PARTS and self._depth > 1:
            yield from self._part(self._node(event), _PARTS[name])
        elif name in _STRUCTURE:
            yield from self._entry(self._node(event))
        elif name == "META":
            self._learn(self._node(event))
        elif name == "CONTEXTE":
            self._text, self._context = context(self._node(event))
        elif name == "LIENS":
            yield from self._links(self._node(event))
        elif name == "TITREFULL":
            title = self._node(event).text()
            self._title, self._full_title = self._title or title, self._full_title or title
            self._paragraphs += [title] if title else []
        elif name == "ID":
            self._legal["id_section"] = self._node(event).text()

    def _node(self, event: Event) -> Node:
        self._depth -= 1  # its end is taken, too
        return tree(self._events, event)

    def _settle(self) -> None:
        """What was read of a text that no element of LEGI holds is a paragraph."""
        text = " ".join("".join(self._loose).split()) if self._loose else ""
        self._loose.clear()
        if text:
            self._paragraphs.append(text)

    def _ended(self, name: str) -> None:
        if not self._sections or self._sections[-1].depth != self._depth:
            return
        section = self._sections.pop()
        if self._depth == 1:
            self._own = section.title
        if section.is_empty and name == "TITRE":
            title = " ".join(self._paragraphs[section.start :])
            del self._paragraphs[section.start :]
            if self._sections:
                self._name_section(title)
            else:
                self._title = self._title or title

    def _name_section(self, title: str) -> None:
        if self._sections and not self._sections[-1].title:
            self._sections[-1].title = title
        elif title:
            self._paragraphs.append(title)

    def _learn(self, meta: Node) -> None:
        """What the file says of the text that it is."""
        spec = meta.find("META_SPEC") or meta
        version = spec.find("META_TEXTE_VERSION") or meta
        chronicle = spec.find("META_TEXTE_CHRONICLE") or meta
        self._title = version.text("TITRE") or meta.text("TITRE")
        self._full_title = version.text("TITREFULL") or self._title
        self._text = Text(self._full_title, chronicle.text("CID"), chronicle.text("DATE_PUBLI"))
        common = meta.find("META_COMMUN") or meta
        self._text = self._text._replace(
            cid=self._text.cid or common.text("ID"),
            published=self._text.published or common.text("DATE_PUBLI"),
        )
        self._legal = {
            "code": self._full_title,
            "nature": common.text("NATURE"),
            "nor": chronicle.text("NOR"),
            "date_debut": version.text("DATE_DEBUT"),
            "date_fin": version.text("DATE_FIN"),
            "date_publication": self._text.published,
            "etat": version.text("ETAT") or NO_STATE,
            "cid": self._text.cid,
        }

    def _article(self, node: Node) -> Iterator[Item]:
        self.articles += 1
        sections = tuple(each.title for each in self._sections if each.title)
        within = self._text._replace(title=self._text.title or self._title)
        found = article(node, self.articles, within, sections)
        yield from self._first(found.text.title, {} if self._depth else found.legal)
        name = f"Article {found.number}"
        text = found.blocks or [Block(f"{name} ({found.legal['etat']})")]
        draft = Draft(
            " > ".join([*found.sections, name]),
            "",
            self._lines(node),
            mark=f"art{found.number}",
            kind="article",
            metadata={"legal_fr": found.legal},
        )
        for each in self._drafts(draft, text):
            yield each._replace(ordinal=self._chunks - 1)
        yield from self._new(addresses(node))
        for liens in node.each("LIENS"):
            yield from self._links(liens)

    def _part(self, node: Node, title: str) -> Iterator[Item]:
        yield from self._introduced()
        model = self._plain(title)._replace(lines=self._lines(node))
        yield from self._drafts(model, [*blocks(node)])
        yield from self._new(addresses(node))

    def _introduced(self) -> Iterator[Item]:
        """The chunk that says what the text is, unless articles do."""
        if not self._chunks and self._full_title:
            yield from self._first("")
            yield from self._drafts(self._plain(self._title), [Block(self._full_title)])

    def _entry(self, node: Node) -> Iterator[Item]:
        """A line of a structure, and what it leads to; then those of what it consists of."""
        yield from self._line(node)
        for inner in node.walk():
            if isinstance(inner, Node) and inner.name in _STRUCTURE:
                yield from self._line(inner)

    def _line(self, node: Node) -> Iterator[Item]:
        number = node.attributes.get("num", "")
        own = Node("", {}, -1)
        own.children = [
            each for each in node.children if isinstance(each, str) or each.name not in _STRUCTURE
        ]
        words = own.text() or node.attributes.get("titre", "")
        words = words or (f"{_STRUCTURE[node.name]}{number}" if number else "")
        target = node.attributes.get("id") or node.attributes.get("cid", "")
        state = node.attributes.get("etat", "")
        if words:
            self._structure.append(f"- {words} ({state})" if state else f"- {words}")
        if target and target != self._text.cid:
            link = Link("link", target, words or target, How.WIKILINK)
            yield self._placed(link, node.at)

    def _links(self, node: Node) -> Iterator[Link]:
        return (self._placed(link, at) for link, at in links(node))

    def _new(self, found: Iterable[tuple[Link, int]]) -> Iterator[Link]:
        """The links that no text before has."""
        for link, at in found:
            if link not in self._named:
                self._named.add(link)
                yield self._placed(link, at)

    def _placed(self, link: Link, at: int) -> Link:
        start = self._reader.offset(at)
        found = self._file.text.find(link.target, start, start + _TAG_CHARS)
        return link._replace(start=found, end=found + len(link.target)) if found >= 0 else link

    def _rest(self) -> Iterator[Item]:
        """What is told when all is known."""
        if self.articles == 0:
            yield from self._introduced()
        title = " > ".join(filter(None, (*self._context, self._own))) or self._title
        title = title or self._text.title or self._file.stem
        for lines in (self._structure, self._paragraphs):
            if lines:
                yield from self._first("")
                is_list = lines is self._structure
                found = [Block(each, is_joined=is_list) for each in lines]
                yield from self._drafts(self._plain(title), found)

    def _first(self, title: str, legal: dict[str, JsonValue] | None = None) -> Iterator[About]:
        """What the file says of itself, before its first chunk."""
        if not self._chunks:
            title = self._title or title or self._text.title or self._file.stem
            legal = legal or self._legal
            metadata: dict[str, JsonValue] = {"legal_fr": legal} if legal else {}
            if self.articles:
                is_titled = self._root in _TITLED
                metadata[RTFM_BOOK] = _book(self._title if is_titled else self._file.stem)
            yield About(title, metadata=metadata)

    def _plain(self, title: str) -> Draft:
        return Draft(title, "", metadata={"legal_fr": self._legal} if self._legal else None)

    def _drafts(self, model: Draft, found: list[Block]) -> Iterator[Draft]:
        """The chunks of an article, or of what else has a title."""
        stretches = (
            Stretch(block.text + ("\n" if following.is_joined else "\n\n"))
            for block, following in pairwise((*found, Block("")))
        )
        for paragraph, group in enumerate(pack(stretches, _BUDGET), 1):
            self._chunks += 1
            pages = (self._chunks, self._chunks)
            text = "".join(each.text for each in group).rstrip()
            yield model._replace(text=text, pages=pages, paragraph=paragraph)

    def _lines(self, node: Node) -> tuple[int, int]:
        place, lines = self._reader.offset, self._places
        return lines.of(place(node.at)), lines.of(place(node.end))
