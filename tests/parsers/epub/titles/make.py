"""Where a title comes from: a heading, the table of contents, or the page."""

from pathlib import Path

from tests.parsers import epubs

NCX = """<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>
<navPoint id="p"><navLabel><text>Label of
 two</text></navLabel><content src="two.xhtml#x"/></navPoint></navMap>
<pageList><pageTarget><navLabel><text>17</text></navLabel><content src="three.xhtml"/></pageTarget>
</pageList></ncx>"""


def make(folder: Path) -> None:
    pages = {
        "one.xhtml": epubs.page("<h3>Deep</h3><p>text</p><h2>Heading</h2>", "Title of one"),
        "two.xhtml": epubs.page("<p>no heading</p>", "Title of two"),
        "three.xhtml": epubs.page("<h4>Too deep</h4>", "Title of three"),
        "four.xhtml": epubs.page("<p>text</p>", "Pump Book"),
        "empty.xhtml": epubs.page("<p> </p>", "Nothing"),
        "six.xhtml": epubs.page("<p>text</p>"),
    }
    manifest = [epubs.item(name[:-6], name) for name in pages]
    manifest.append(epubs.item("ncx", "toc.ncx", "application/x-dtbncx+xml"))
    files = {f"OEBPS/{name}": text for name, text in pages.items()} | {"OEBPS/toc.ncx": NCX}
    spine = [name[:-6] for name in pages]
    files["OEBPS/content.opf"] = epubs.package(manifest, spine, toc="ncx")
    (folder / "input.epub").write_bytes(epubs.archive(files))
