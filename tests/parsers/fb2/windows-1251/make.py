"""A book in the encoding that it declares."""

from pathlib import Path

BOOK = """<?xml version="1.0" encoding="windows-1251"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info>
<author><first-name>Анна</first-name></author><book-title>Книга насосов</book-title></title-info>
</description><body><section><title><p>Глава</p></title><p>Насос работает.</p></section></body>
</FictionBook>
"""


def make(folder: Path) -> None:
    (folder / "input.fb2").write_bytes(BOOK.encode("cp1251"))
