"""One ARTICLE of LEGI: its number, where it stands, its text, what it refers to.

The number, the state and the dates stand in META/META_SPEC/META_ARTICLE, the text that the article
belongs to and its sections in CONTEXTE. Copies that are not from the official archive have them as
attributes or as children.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urljoin

from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import How, Link
from rtfm_check.parsers._html_flow import Block, Flow
from rtfm_check.parsers._html_tags import BLOCKS, HEADINGS
from rtfm_check.parsers._hyperlinks import link as link_to
from rtfm_check.parsers._xml_tree import Node

NO_STATE = "VIGUEUR"  # what RTFM says where nothing is said
_ASIDE = frozenset(  # what is not text of the article
    {"META", "CONTEXTE", "VERSIONS", "LIENS", "NUM", "NUMERO", "NOTA", "TITRE_TA"}
)
_NOTE_CHARS = 2000  # of a note in the metadata of each chunk; all of it is in the text
_ID = re.compile(r"(?<![A-Z])[A-Z]{4}(TEXT|SCTA|ARTI)\d{12}(?!\d)")
_SMALLEST = ("TEXT", "SCTA", "ARTI")  # an address of an article names its text, too
_ADDRESS_CHARS = 4096
_SITE = "https://www.legifrance.gouv.fr/"
_LINES = HEADINGS.keys() | {"p", "hr"}
_PUNCTUATION = re.compile(r"[^\w\s]|_")


class Text(NamedTuple):
    """The text that an article belongs to, as far as something says so."""

    title: str = ""
    cid: str = ""
    published: str = ""


class Article(NamedTuple):
    """An article."""

    number: str
    text: Text
    sections: tuple[str, ...]
    blocks: list[Block]
    legal: dict[str, JsonValue]  # RTFM's `legal_fr`


def article(node: Node, position: int, within: Text, sections: tuple[str, ...]) -> Article:
    """What a node says, in what stands around it."""
    spec = node.find("META", "META_SPEC", "META_ARTICLE") or Node("", {}, -1)
    common = node.find("META", "META_COMMUN") or Node("", {}, -1)
    place = node.find("CONTEXTE")
    own, inside = context(place) if place else (Text(), ())
    text = Text(*(mine or theirs for mine, theirs in zip(own, within, strict=True)))
    identifier = common.text("ID") or _attribute(node, "id")
    number = (
        spec.text("NUM")
        or _attribute(node, "num")
        or node.text("NUM")
        or node.text("NUMERO")
        or _attribute(node, "id").removeprefix("LEGIARTI")
        or str(position)
    )
    note = spec.text("ORIGINE_PUBLI") or node.text("NOTA")
    legal: dict[str, JsonValue] = {
        "numero_article": number,
        "article_ref": _reference(text.title, number),
        "code": text.title,
        "date_debut": spec.text("DATE_DEBUT") or _attribute(node, "debut"),
        "date_fin": spec.text("DATE_FIN") or _attribute(node, "fin"),
        "date_publication": text.published,
        "etat": spec.text("ETAT") or _attribute(node, "etat") or NO_STATE,
        "texte_modificateur": note[:_NOTE_CHARS],
        "cid": text.cid,
        "id_article": identifier,
    }
    return Article(number, text, inside or sections, [*_content(node)], legal)


def context(node: Node) -> tuple[Text, tuple[str, ...]]:
    """What CONTEXTE says: the text, and the sections in it."""
    text = node.find("TEXTE")
    if text is None:
        return Text(), ()
    sections = []
    part = text.find("TM")
    while part is not None:
        sections.append(_latest(part, "TITRE_TM"))
        part = part.find("TM")
    title = _latest(text, "TITRE_TXT")
    found = Text(title, text.attributes.get("cid", ""), text.attributes.get("date_publi", ""))
    return found, tuple(filter(None, sections))


def blocks(node: Node) -> Iterator[Block]:
    """The text of an element in paragraphs and tables; small names are tags of HTML."""
    flow = Flow()
    opened = [(node, iter(node.children))]
    while opened:
        element, children = opened[-1]
        for each in children:
            if isinstance(each, str):
                flow.text(each, -1, -1)
                continue
            _begin(flow, each)
            opened.append((each, iter(each.children)))
            break
        else:
            opened.pop()
            _end(flow, element.name)
    flow.finish()
    return (each for each in flow.items if isinstance(each, Block))


def links(node: Node) -> Iterator[tuple[Link, int]]:
    """What an element names, and where each one is named; the same is told once."""
    told = set()
    for each in node.walk():
        found = link(each) if isinstance(each, Node) and each.name == "LIEN" else None
        if found is not None and isinstance(each, Node) and found not in told:
            told.add(found)
            yield found, each.at


def link(node: Node) -> Link | None:
    """What a LIEN names: an article, a section or a text by its id, else by its words."""
    attributes = node.attributes
    words = node.text()
    target = next(filter(None, map(attributes.get, ("id", "cidtexte", "cid"))), "")
    how = ", ".join(filter(None, map(attributes.get, ("typelien", "sens"))))
    detail = f"{words} ({how})" if how else words or target
    if target:  # the name of a file, wherever in the tree it is
        return Link("cite", target, detail, How.WIKILINK)
    return Link("cite", words, detail, How.NAME) if words else None


def addresses(node: Node) -> Iterator[tuple[Link, int]]:
    """Where what is written in an element leads, and where each one is named."""
    for each in node.walk():
        if isinstance(each, Node) and each.name == "a":
            found = address(each.attributes)
            if found is not None:
                yield found, each.at


def address(attributes: Mapping[str, str]) -> Link | None:
    """What an `a` leads to: what its address names by an id, the smallest of several, or a page."""
    written = attributes.get("href") or attributes.get("HREF", "")
    found = list(_ID.finditer(written[:_ADDRESS_CHARS]))
    if found:
        smallest = max(found, key=lambda each: _SMALLEST.index(each[1]))
        return Link("cite", smallest[0], written, How.WIKILINK)
    meant = link_to(written)
    if meant is not None and meant.how is How.PATH and meant.target.endswith(".do"):
        return meant._replace(target=urljoin(_SITE, written), how=How.URL)  # a page of Légifrance
    return meant


def _begin(flow: Flow, node: Node) -> None:
    name = node.name
    if name in BLOCKS and name not in HEADINGS:
        flow.start(name, -1)
    elif name == "br":
        flow.line_break()
    elif name == "img":
        flow.text(f" {node.attributes.get('alt', '')} ", -1, -1)
    elif name.isupper() or name in _LINES:
        flow.paragraph()


def _end(flow: Flow, name: str) -> None:
    if name in BLOCKS and name not in HEADINGS:
        flow.end(name)
    elif name.isupper() or name in _LINES:
        flow.paragraph()


def _content(node: Node) -> Iterator[Block]:
    """All text of an article, and its note at the end."""
    body = Node("CONTENU", {}, -1)
    body.children = [
        each for each in node.children if isinstance(each, str) or each.name not in _ASIDE
    ]
    yield from blocks(body)
    for note in node.each("NOTA"):
        found = [*blocks(note)]
        if found:
            yield Block("NOTA")
            yield from found


def _latest(node: Node, name: str) -> str:
    """The title that holds last, of those that a text or section has had."""
    titles = [*node.each(name)]
    if not titles:
        return ""
    latest = max(titles, key=lambda each: each.attributes.get("debut", ""))
    return latest.text() or latest.attributes.get("c_titre_court", "")


def _attribute(node: Node, name: str) -> str:
    return node.attributes.get(name) or node.attributes.get(name.upper(), "")


def _reference(code: str, number: str) -> str | None:
    """RTFM's key of an article: both names in capitals, without punctuation."""
    if not code:
        return None
    named, numbered = (_PUNCTUATION.sub("", each).split() for each in (code, number))
    return "-".join([*(each.upper() for each in named), *numbered])
