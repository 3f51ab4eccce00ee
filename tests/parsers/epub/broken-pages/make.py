"""Pages that are no XHTML: mistakes, empty elements of XML, entities, other encodings."""

from pathlib import Path

from tests.parsers import epubs

EMPTY = (
    "<html><head><title/><script src='a.js'/></head><body><p>behind empty elements</p><div/></body>"
)
ENTITIES = (
    '<!DOCTYPE html [<!ENTITY me "name">]><html><body><p>text of &me; &nbsp;</p></body></html>'
)
LATIN = '<?xml version="1.0" encoding="iso-8859-1"?><html><body><p>café</p></body></html>'


def make(folder: Path) -> None:
    pages = {
        "a.xhtml": epubs.page("<p>one <b>two</p><p>three & four <br> five"),
        "b.xhtml": EMPTY,
        "c.xhtml": ENTITIES,
        "d.xhtml": LATIN.encode("latin-1"),
        "e.xhtml": "<p>na\xefve</p>".encode("cp1252"),
    }
    (folder / "input.epub").write_bytes(epubs.book(pages))
