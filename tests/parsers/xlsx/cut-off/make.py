from pathlib import Path

from tests.parsers.office import rows, xlsx


def make(folder: Path) -> None:
    lines = [(str(number), f"row {number * 7919}") for number in range(300)]
    data = xlsx({"S": rows(("n", "text"), *lines)})
    (folder / "input.xlsx").write_bytes(data[: len(data) * 2 // 3])
