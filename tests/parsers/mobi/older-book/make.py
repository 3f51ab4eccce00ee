"""A book of before KF8, in Windows-1252: chapters by page breaks and by its table of contents."""

from pathlib import Path

from tests.parsers import kindle

PAGE = """<html><head><guide><reference type="toc" filepos=0000000300 /></guide></head><body>
<h1>Les pompes</h1><p>Le café des pompes ouvre à midi.</p>
<mbp:pagebreak/>
<p>Un chapitre sans titre, dont parle la table.</p><ul><li>un</li><li>deux</li></ul>
<p width="1em">tiny</p>
<mbp:pagebreak/>
<table><tr><td>Débit</td><td>42 €</td></tr></table>
</body></html>"""


def make(folder: Path) -> None:
    page = PAGE.encode("cp1252")
    records = kindle.old_book(
        page,
        contents=[(page.find(b"<p>Un chapitre"), b"Deuxi\xe8me")],
        encoding=1252,
        trailing=1,
        title=b"Pompes & caf\xe9",
        values=[(kindle.EXTH_AUTHOR, b"Ann Lee"), (kindle.EXTH_AUTHOR, b"Zo\xe9")],
    )
    (folder / "input.mobi").write_bytes(kindle.palm(records))
