"""An archive without a package: its pages are read by name."""

from pathlib import Path

from tests.parsers import epubs


def make(folder: Path) -> None:
    files = {"b.html": epubs.page("<p>second</p>"), "a/a.xhtml": epubs.page("<p>first</p>")}
    (folder / "input.epub").write_bytes(epubs.archive(files, ""))
