from pathlib import Path

from tests.parsers.office import odt

STYLES = (
    '<s xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><style:master-page>'
    "<style:header><text:p>Header text</text:p></style:header><style:header-left>"
    "<text:p>Header text</text:p></style:header-left><style:footer><text:p>Page "
    "<text:page-number>1</text:page-number></text:p></style:footer></style:master-page></s>"
)
CHART = (
    '<c xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><chart:title><text:p>Flow'
    "</text:p></chart:title><text:p>cells are no text</text:p></c>"
)


def make(folder: Path) -> None:
    inside = "<text:p>Text in a frame</text:p><text:p>and its end</text:p>"
    box = f"<draw:text-box>{inside}</draw:text-box>"
    text = (
        f"<text:p>Before<draw:frame><svg:title>A title</svg:title><svg:desc>A map</svg:desc>{box}"
        "</draw:frame> and after.</text:p><draw:frame><draw:image/></draw:frame>"
        "<text:p><draw:custom-shape><text:p>in a shape</text:p></draw:custom-shape>Shaped.</text:p>"
        "<text:p><draw:frame><draw:object xlink:href='./Object 1'/></draw:frame>A chart.</text:p>"
    )
    more = {"styles.xml": STYLES, "Object 1/content.xml": CHART}
    (folder / "input.odt").write_bytes(odt(text, more=more))
