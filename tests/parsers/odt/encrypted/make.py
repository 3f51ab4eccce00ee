from pathlib import Path

from tests.parsers.office import odt


def make(folder: Path) -> None:
    manifest = (
        '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry '
        'm:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>'
    )
    more = {"META-INF/manifest.xml": manifest, "content.xml": bytes(range(256))}
    (folder / "input.odt").write_bytes(odt("", more=more))
