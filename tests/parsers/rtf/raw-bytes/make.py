from pathlib import Path


def make(folder: Path) -> None:
    (folder / "input.rtf").write_bytes(
        rb"{\rtf1\ansi\ansicpg1252 raw: caf" + b"\xe9 \x93quoted\x94" + rb"\par"
        rb" {\pict\bin5 {\}{}} after the picture\par}" + b"\0"
    )
