"""More lines outside of functions than a chunk holds."""

from pathlib import Path


def make(folder: Path) -> None:
    lines = "".join(f"variable_{number}='{'word ' * 20}'\n" for number in range(12))
    function = "f() {\n  :\n}\n"
    (folder / "input.sh").write_text(lines + function + lines + function, "utf-8")
