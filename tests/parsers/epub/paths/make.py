"""Paths of the manifest that are encoded, lead upwards, or have a percent sign themselves."""

from pathlib import Path

from tests.parsers import epubs


def make(folder: Path) -> None:
    names = {
        "OEBPS/Chapter 1.xhtml": "Chapter%201.xhtml",
        "Text/up.xhtml": "../Text/up.xhtml",
        "OEBPS/50%25.xhtml": "50%25.xhtml",
        "OEBPS/é.xhtml": "%C3%A9.xhtml",
        "OEBPS/Case.xhtml": "case.xhtml",
    }
    files = {name: epubs.page(f"<p>text of {href}</p>") for name, href in names.items()}
    manifest = [epubs.item(f"c{number}", href) for number, href in enumerate(names.values())]
    spine = [f"c{number}" for number in range(len(names))]
    files["OEBPS/content.opf"] = epubs.package(manifest, spine)
    (folder / "input.epub").write_bytes(epubs.archive(files))
