"""What is a line end to some, but not to Python: form feeds, U+2028, U+0085; and CR alone."""

from pathlib import Path

TEXT = 'x = "a\u2028b\x85c"\n\x0c\ndef f():\r    return "\x0c\u2029"\r\n\x0cclass G:\n    y = 1\n'


def make(folder: Path) -> None:
    (folder / "input.py").write_bytes(TEXT.encode())
