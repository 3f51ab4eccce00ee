"""A file in Latin-1 that says so, as an editor writes it."""

from pathlib import Path

TEXT = '''#!/usr/bin/python
# vim: set fileencoding=iso-8859-1 :
import os


def size():
    """Größe in Metern."""
    return os.stat
'''


def make(folder: Path) -> None:
    (folder / "input.py").write_bytes(TEXT.encode("latin-1"))
