"""An outline, what the file says of itself, links, and a form feed in the text."""

from pathlib import Path

from tests.parsers import djvu_files as djvu

SCRIPT = r"""
set-outline
(bookmarks ("Chapter \303\251" "#1" ("Section" "#2")) ("Last \"chapter\"" "#2"))
.
create-shared-ant
set-meta
Title "A book"
Year "1901"
.
select 2
set-ant
(maparea "http://example.org/" "a remark" (rect 1 2 3 4))
(maparea (url "#1" "_self") "" (rect 1 2 3 4))
.
"""


def make(folder: Path) -> None:
    """Write the document."""
    path = djvu.bundle(folder, djvu.page("first \f page"), djvu.page("second page"))
    djvu.edit(path, SCRIPT)
