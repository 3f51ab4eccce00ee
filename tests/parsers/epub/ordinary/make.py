"""The order is that of the spine; links lead to documents of the book, and elsewhere."""

from pathlib import Path

from tests.parsers import epubs

NAV = epubs.page('<nav epub:type="toc"><ol><li><a href="b.xhtml">Bee</a></li></ol></nav>')
PAGES = {
    "b.xhtml": '<h1>Second name, first place</h1><p>To <a href="a.xhtml#s2">the other</a>,'
    ' <a href="#here">here</a> and <a href="https://example.org/x">there</a>.</p>'
    '<p><img src="i.png" alt="a pump"/> <a href="../gone.html">gone</a></p>',
    "a.xhtml": '<h2 id="s2">A section</h2><p>See <a href="b.xhtml">before</a>.</p>',
}


def make(folder: Path) -> None:
    metadata = (
        "<dc:title>Pump Book</dc:title><dc:title>Another title</dc:title>"
        "<dc:creator>Ada Example</dc:creator><dc:creator>Bob</dc:creator>"
    )
    manifest = [
        epubs.item("n", "nav.xhtml", properties="nav"),
        epubs.item("a", "a.xhtml"),
        epubs.item("b", "b.xhtml"),
        epubs.item("i", "i.png", "image/png"),
    ]
    files = {f"OEBPS/{name}": epubs.page(body) for name, body in PAGES.items()}
    files |= {"OEBPS/nav.xhtml": NAV, "OEBPS/i.png": "no picture"}
    files["OEBPS/content.opf"] = epubs.package(manifest, ["b", "a"], metadata)
    (folder / "input.epub").write_bytes(epubs.archive(files))
