"""KF8: documents put together from skeletons and fragments, one of them inside another."""

from pathlib import Path

from tests.parsers import kindle

START = b'<?xml version="1.0"?><html><head><title/></head><body>'
SKELETON = START + b"</body></html>"


def make(folder: Path) -> None:
    at = len(START)
    outer = b"<div><h1>Erster Teil</h1></div>"
    inner = "<p>Größe der Pumpe</p>".encode()
    last = b"<pre>line  one\n  line two</pre>"
    documents = [
        (SKELETON, [(at, outer), (at + len(outer) - 6, inner), (at + len(outer + inner), last)]),
        (SKELETON, [(at, b"<p>a chapter that its label alone names</p>")]),
        (START + b"<h3>No fragment</h3></body></html>", []),
    ]
    records = kindle.new_book(
        documents,
        [(0, "Label of the first"), (3, "Label &amp; second")],
        title=b"Short title",
        values=[(kindle.EXTH_AUTHOR, b"Ann Lee"), (kindle.EXTH_TITLE, "Das Büchlein".encode())],
    )
    (folder / "input.azw3").write_bytes(kindle.palm(records))
