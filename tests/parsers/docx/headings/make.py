from pathlib import Path

from tests.parsers.office import docx, paragraph


def style(id: str, name: str, inside: str = "") -> str:
    return (
        f'<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/>{inside}</w:style>'
    )


STYLES = (
    style("Titre1", "heading 1"),
    style("UeBase", "Überschrift", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>')
    + style("Ue", "Mein Kapitel", '<w:basedOn w:val="UeBase"/>')
    + style("T3", "Titre 3")
    + style("Title", "Title")
    + style("Loop", "Loop", '<w:basedOn w:val="Loop"/>')
    + style("Off", "Deep", '<w:basedOn w:val="Titre1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
)


def make(folder: Path) -> None:
    level = (
        '<w:p><w:pPr><w:outlineLvl w:val="4"/></w:pPr><w:r><w:t>By its own level</w:t></w:r></w:p>'
    )
    body = "".join(
        (
            paragraph("Before any heading."),
            paragraph("The Title", "Title"),
            paragraph("Named as Word does", "Titre1"),
            paragraph("42 EUR"),
            paragraph("", "Titre1"),
            paragraph("Based on an outline level", "Ue"),
            paragraph("text under it"),
            paragraph("Named in French", "T3"),
            paragraph("more text"),
            level,
            paragraph("text of level five"),
            paragraph("No heading, for all it is based on", "Off"),
            paragraph("Based on itself", "Loop"),
            paragraph("Of a style that is not there", "Nowhere"),
            paragraph("The last heading, without text", "Titre1"),
        )
    )
    about = (
        "<dc:title>A  Title</dc:title><dc:creator>Ada Example</dc:creator>"
        "<cp:keywords>a, b</cp:keywords>"
    )
    (folder / "input.docx").write_bytes(docx(body, styles="".join(STYLES), about=about))
