"""One chapter is encrypted; a font that is only obfuscated does not matter."""

from pathlib import Path

from tests.parsers import epubs

ENCRYPTED = """<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">
<EncryptionMethod Algorithm="{method}"/><CipherData><CipherReference URI="{path}"/></CipherData>
</EncryptedData>"""
AES = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"
FONT = "http://www.idpf.org/2008/embedding"


def make(folder: Path) -> None:
    pages = {"a.xhtml": epubs.page("<p>open</p>"), "b c.xhtml": "\x01\x02 no page"}
    inside = ENCRYPTED.format(method=AES, path="OEBPS/b%20c.xhtml")
    inside += ENCRYPTED.format(method=FONT, path="OEBPS/a.xhtml")
    files = {"META-INF/encryption.xml": f"<encryption>{inside}</encryption>"}
    (folder / "input.epub").write_bytes(epubs.book(pages, **files))
