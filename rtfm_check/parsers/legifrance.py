"""XML: files of LEGI article by article, and the text of any other kind of XML.

An article is one chunk up to 4000 characters, then it is cut between its paragraphs. Its title is
that of the sections around it and its number; its id has the number, too. What introduces and signs
a text, and what a text or a section consists of, are chunks of their own. Metadata is RTFM's
`legal_fr`, with the state and the dates of the article.

Edges: `cite` for each LIEN, to the article, section or text that it names by its id, whichever way
it points, and for each `a` in a text whose address has such an id; `link` for other addresses, and
for what a text or a section consists of. HTML that a text quotes, in CDATA or otherwise, is read as
what it shows.

Differences from RTFM 0.55.1: the number comes from META_ARTICLE, so that articles are not all
`Article 1`; sections are those that are open around an article, or that its CONTEXTE names; inline
tags do not split words; paragraphs and tables keep their lines; the note of an article is in its
text, too; an article without text says its state instead of its metadata; a file belongs to its
path, so that two never share an identity; `cid` and `id_article` are what they are called. RTFM
gives an error for damaged XML, and indexes nothing of other kinds of it: both are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from rtfm_check.file import File
from rtfm_check.parsers._contract import Item, Problem
from rtfm_check.parsers._html_tags import HEADINGS, LISTS
from rtfm_check.parsers._legi import Legi
from rtfm_check.parsers._xml import START, TEXT, Event, of_file
from rtfm_check.parsers._xml_quoted import INLINE, unquoted
from rtfm_check.parsers._xml_text import drafts
from rtfm_check.text.show import quote

_ROOTS = frozenset({"ARTICLE", "TEXTE_VERSION", "TEXTELR", "SECTION_TA"})
_FEEDS = frozenset({"rss", "feed", "RDF"})  # what they tell of is HTML, which they quote
_SMALL = (  # tags of HTML in a text
    HEADINGS.keys()
    | LISTS
    | INLINE
    | {"blockquote", "br", "caption", "dd", "div", "dt", "hr", "img", "li", "p", "pre", "table"}
    | {"tbody", "td", "tfoot", "th", "thead", "tr"}
)
_DAMAGES = ("document-syntax", "damaged-document")
_DAMAGED = "RTFM gives an error for the file"
_NOTHING = "RTFM indexes nothing of it: it looks for elements named ARTICLE"


def parse(file: File) -> Iterator[Item]:
    """The articles of a file, or its text."""
    reader = of_file(file)
    root = next((event for event in reader if event[0] == START), None)
    loss = None
    if root is not None:
        events = chain([root], reader)
        loss = f"XML of {quote(f'<{root[1]}>')}, which has no articles of law"
        if _is_legi(root[1], file.text):
            known = _raised(events) if root[1].islower() else events
            legi = Legi(file, reader, unquoted(known))
            yield from legi.items()
            loss = None if legi.articles else loss
        else:
            is_feed = root[1] in _FEEDS
            yield from drafts(file, reader, unquoted(events) if is_feed else events)
    problems = [*reader.told()]
    is_damaged = any(each.rule in _DAMAGES for each in problems)
    if root is not None and loss and not is_damaged:
        at = reader.offset(root[3])
        yield Problem("rtfm-loses-document", loss, "", _NOTHING, at, at + 1 + len(root[1]))
    for problem in problems:
        yield problem._replace(note=_DAMAGED if problem.rule in _DAMAGES else problem.note)


def _is_legi(root: str, text: str) -> bool:
    """Whether RTFM looks for articles in a document, and they are not those of a journal."""
    if root in _ROOTS or "<ARTICLE" in text:
        return True
    return root.lower() != "article" and "<article" in text and "<contenu" in text


def _raised(events: Iterable[Event]) -> Iterator[Event]:
    """The names of LEGI in capitals, where a document has them in small letters."""
    for kind, name, attributes, at in events:
        is_text = kind == TEXT or name in _SMALL
        yield kind, name if is_text else name.upper(), attributes, at
