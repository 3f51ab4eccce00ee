from pathlib import Path

from tests.parsers.office import odt

STYLES = '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="{}"/>'


def make(folder: Path) -> None:
    text = (
        '<text:p>Pump<text:s text:c="3"/>four is\n      primed</text:p>'
        "<text:p>left<text:tab/>right, line one<text:line-break/>line two</text:p>"
        "<text:p>Some <text:span>bold</text:span><text:span> </text:span>"
        "<text:span><text:s/>prose</text:span>  </text:p><text:p/><text:p>Yes</text:p>"
        '<text:p text:style-name="P1">def f(x):</text:p><text:p text:style-name="P1">'
        '<text:s text:c="4"/>return<text:tab/>x</text:p><text:p text:style-name="P1"/>'
        '<text:p text:style-name="Source_20_Text">f(1)</text:p><text:p>After.</text:p>'
    )
    styles = STYLES.format("Preformatted_20_Text")
    (folder / "input.odt").write_bytes(odt(text, styles=styles))
