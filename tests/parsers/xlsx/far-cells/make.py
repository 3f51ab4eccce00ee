from pathlib import Path

from tests.parsers.office import xlsx


def make(folder: Path) -> None:
    data = (
        '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c></row>'
        '<row r="2"><c><v>4</v></c><c r="XFD2"><v>5</v></c></row><row><c><v>6</v></c></row>'
        '<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>'
        '<row r="999999999999"><c r="ZZZZZZZ9"><v>8</v></c></row></sheetData>'
    )
    (folder / "input.xlsx").write_bytes(xlsx({"S": data}))
