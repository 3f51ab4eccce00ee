from pathlib import Path

from tests.parsers.office import odt


def note(citation: str, *texts: str) -> str:
    body = "".join(f"<text:p>{text}</text:p>" for text in texts)
    return (
        f"<text:note><text:note-citation>{citation}</text:note-citation>"
        f"<text:note-body>{body}</text:note-body></text:note>"
    )


def make(folder: Path) -> None:
    comment = (
        "<office:annotation><dc:creator>Ada Example</dc:creator><dc:date>2026-01-01</dc:date>"
        "<text:p>check with ops</text:p></office:annotation>"
    )
    text = (
        "<text:tracked-changes><text:changed-region><text:deletion><office:change-info>"
        "<dc:creator>Bob</dc:creator></office:change-info>"
        "<text:p>old wording</text:p></text:deletion>"
        "</text:changed-region><text:changed-region><text:insertion/></text:changed-region>"
        "</text:tracked-changes><text:h>H</text:h>"
        "<text:p>The <text:change-start/>new<text:change-end/> seal"
        f"{note('1', 'see the annex', 'its end')}"
        f" must{comment} be "
        f"<text:span text:style-name='T1'>secretly</text:span> dry{note('*', 'or wet')}."
        "</text:p><text:p>Next.</text:p>"
    )
    about = (
        "<dc:title>Pump Handbook</dc:title><meta:initial-creator>Bob</meta:initial-creator>"
        "<dc:creator>Ada Example</dc:creator>"
        "<meta:keyword>a</meta:keyword><meta:keyword>b</meta:keyword>"
    )
    styles = (
        "<style:style style:name='T1' style:family='text'>"
        "<style:text-properties text:display='none'/></style:style>"
    )
    (folder / "input.odt").write_bytes(odt(text, about=about, styles=styles))
