from pathlib import Path

from tests.parsers.office import rows, xlsx


def make(folder: Path) -> None:
    long = "word " * 900
    sheets = {
        "Pumps": rows(
            ("id", "name", "", "id"),
            ("1", "line one&#10;line two", "", "x &amp; y"),
            ("2", "", "z", ""),
            ("", "", "", ""),
            ("3", "a | b = c", "", ""),
        ),
        "Long": rows(("text", "n"), (long, "1"), (long, "2"), ("end", "3")),
        "Only a header": rows(("one", "two")),
        "Empty": "<sheetData/>",
    }
    (folder / "input.xlsx").write_bytes(xlsx(sheets))
