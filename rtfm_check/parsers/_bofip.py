"""Pages of BOFiP, the French tax doctrine: what marks them, and what they refer to.

An article belongs to the tax code (CGI) where the text does not name another text. Latin words and
letters may follow its number: `39 decies A`, `150-0 B ter`, `1649 quater B quater`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check.file import File
from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import How, Link
from rtfm_check.parsers._html import Block

IDENTIFIER = re.compile(r"BOI(?:-[A-Z0-9]+)++")
_MARKED = re.compile(r"<p\s[^>]{0,200}\b(?:numero-de-)?paragraphe-western\b")
_NUMBER_TAG = re.compile(r"<p\s[^>]{0,200}\bnumero-de-paragraphe")
_LATIN = (
    r"(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies"
    r"|(?:un|duo|ter|quater|quin|sex|sept|octo|novo)?(?:decies|vicies|tricies))"
)
_NUMBER = rf"\d{{1,4}}(?:-\d{{1,3}})?(?:er\b)?(?:\s(?:{_LATIN}\b|[A-Z]{{1,2}}(?![\w'’])))*+"
_ARTICLES = re.compile(
    rf"\b(?i:articles?|art\.)\s({_NUMBER}(?:(?:,\s|\s(?:et|ou|à)\s){_NUMBER})*+)(?![\w-])"
)
_ONE = re.compile(_NUMBER)
_OTHER_TEXT = re.compile(
    r"(?:\s\((?!CGI)[^()]{1,40}\))?,?\s(?:du|de\sla|de\sl['’]|des)\s?"
    r"(?i:code\s(?!général\sdes\simpôts)|livre|loi|décret|directive|règlement|ordonnance|traité"
    r"|convention|arrêté|annexe|constitution|protocole|LPF\b)"
)
_IN_ADDRESS = re.compile(r"\d+-PGP")
_CGI = "CGI art. "
_NO_TYPE = "commentaire"  # what RTFM says where nothing is known


class Sidecar(NamedTuple):
    """What is known of a page from the file beside it."""

    id: str = ""  # BOI-..., with its date where it is written
    title: str = ""
    series: str = ""
    division: str = ""
    date: str = ""  # as YYYY-MM-DD
    type: str = ""
    related: tuple[str, ...] = ()  # what it refers to: numbers such as 389-PGP


class Doctrine:
    """One page of BOFiP."""

    def __init__(self, about: Sidecar) -> None:
        self.about = about
        self._cited = {about.id}

    def related(self) -> Iterator[Link]:
        """The pages that the sidecar names."""
        return (_cite(each, each) for each in self.about.related if self._is_new(each))

    def citations(self, block: Block, page: str) -> Iterator[Link]:
        """What a block refers to, each once in a page."""
        found = [(f"{_CGI}{number}", number) for number in _articles(block.text)]
        found += [(each, each) for each in IDENTIFIER.findall(block.text)]
        for name, written in found:
            if self._is_new(name):
                start = page.find(written, block.start, block.end) if block.start >= 0 else -1
                yield _cite(name, written, start, start + len(written) if start >= 0 else -1)

    def instead_of(self, link: Link) -> Link | None:
        """A link, as a citation where it leads to a page of BOFiP; None where that is known."""
        match = IDENTIFIER.search(link.target) or _IN_ADDRESS.search(link.target)
        if match is None:
            return link
        is_new = self._is_new(match[0])
        return _cite(match[0], link.detail, link.start, link.end) if is_new else None

    def metadata(self, text: str = "", numbers: Iterable[str] = ()) -> dict[str, JsonValue]:
        """What RTFM says of each chunk, and the numbers of its paragraphs."""
        about = self.about
        return {
            "legal_fr": {
                "identifiant_boi": about.id,
                "serie": about.series,
                "division": about.division,
                "date_publication": about.date,
                "type": about.type or _NO_TYPE,
                "references_cgi": [*sorted(set(_articles(text)))],
                "paragraphes": [*numbers],
            }
        }

    def _is_new(self, name: str) -> bool:
        size = len(self._cited)
        self._cited.add(name)
        return len(self._cited) > size


def doctrine(file: File) -> Doctrine | None:
    """The page of a file, if it is one of BOFiP."""
    for name in ("document.xml", f"{file.stem}.xml", "meta.xml"):
        beside = file.beside(name)
        if beside is not None:
            from rtfm_check.parsers import _bofip_sidecar  # reads XML, which few pages need

            about = _bofip_sidecar.read(beside)
            if about is not None:
                return Doctrine(about)
    return Doctrine(Sidecar()) if _MARKED.search(file.text) else None


def is_number(page: str, block: Block) -> bool:
    """Whether a block is the number of a paragraph."""
    return block.tag >= 0 and _NUMBER_TAG.match(page, block.tag) is not None


def _articles(text: str) -> Iterator[str]:
    """The numbers of the articles of the tax code that a text names."""
    for match in _ARTICLES.finditer(text):
        if not _OTHER_TEXT.match(text, match.end()):
            yield from _ONE.findall(match[1])


def _cite(target: str, detail: str, start: int = -1, end: int = -1) -> Link:
    return Link("cite", target, detail, How.NAME, "", start, end)
