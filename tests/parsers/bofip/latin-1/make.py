"""A page that says that it is in Windows' Latin alphabet."""

from pathlib import Path

PAGE = """<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
</head><body><h1>Règle</h1><p>La stabilité du système à 5 € – vérifiée.</p></body></html>
"""


def make(folder: Path) -> None:
    """Write the document."""
    (folder / "input.html").write_bytes(PAGE.encode("cp1252"))
