"""Items that are not there, ids that are unknown or come twice, a document in no spine."""

from pathlib import Path

from tests.parsers import epubs


def make(folder: Path) -> None:
    manifest = [
        epubs.item("b", "b.xhtml"),
        epubs.item("gone", "gone.xhtml"),
        epubs.item("i", "gone.png", "image/png"),
        epubs.item("a", "a.xhtml"),
        epubs.item("note", "note.xhtml"),
        epubs.item("far", "https://example.org/font.woff", "font/woff"),
    ]
    files = {
        f"OEBPS/{name}.xhtml": epubs.page(f"<p>text of {name}</p>") for name in ("a", "b", "note")
    }
    spine = ["b", "unknown", "gone", "a", "b"]
    files["OEBPS/content.opf"] = epubs.package(manifest, spine)
    (folder / "input.epub").write_bytes(epubs.archive(files))
