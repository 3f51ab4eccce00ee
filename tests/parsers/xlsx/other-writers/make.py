from pathlib import Path

from tests.parsers.office import xlsx


def make(folder: Path) -> None:
    prefixed = (
        '<?xml version="1.0" encoding="utf-16"?><x:worksheet xmlns:x="m"><x:sheetData><x:row>'
        "<x:c t='s'><x:v>0</x:v></x:c></x:row><x:row hidden='true'><x:c><x:v>1</x:v></x:c></x:row>"
        "</x:sheetData></x:worksheet>"
    )
    odd = (
        "<sheetData>\n <row r='1' spans='1:2'>\n  <c s='0' r='A1' t='s'>\n   <v>0</v>\n  </c>\n"
        "  <c r='B1' t='inlineStr'><is><r><t>rich </t></r><r><t><![CDATA[<text>]]></t></r></is></c>"
        '\n </row>\n <!-- between rows --><row r="2"><c r="A2"><v>1</v></c><c r="B2" t="n"/></row>'
        '<row r="3"/><row r="4"><c r="A4"><v> 2.50 </v></c>'
        '<c r="B4" t="str"><v>_x0009_tab</v></c></row>'
        "</sheetData>"
    )
    more = {
        "xl/worksheets/sheet1.xml": prefixed.encode("utf-16"),
        "xl/sharedStrings.xml": "<y:sst xmlns:y='m'><y:si><y:t>shared é</y:t></y:si>"
        "</y:sst>".encode(),
    }
    (folder / "input.xlsx").write_bytes(xlsx({"Prefixed": "", "Odd": odd}, more=more))
