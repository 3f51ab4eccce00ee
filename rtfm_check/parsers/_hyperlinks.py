"""What the address of a hyperlink in an Office document means: a file of the tree, or elsewhere."""

from __future__ import annotations

import re
from urllib.parse import unquote

from rtfm_check.parsers._contract import How, Link

_MOST = 4096  # characters; no address of a file is that long
_SCHEME = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]+:|//|\\\\|[a-zA-Z]:[\\/])")  # or a drive


def link(written: str, place: str = "") -> Link | None:
    """The link that an address makes; `place` is a bookmark that is named apart from it."""
    written = written.strip()
    if len(written) > _MOST or not (written or place):
        return None
    detail = f"{written}#{place}" if place else written
    if _SCHEME.match(written):
        return Link("link", written, detail, How.URL)
    path, _, fragment = written.partition("#")
    fragment = place or unquote(fragment)
    path = unquote(path.partition("?")[0].replace("\\", "/"))
    if not path:
        return Link("link", "", detail, How.ANCHOR, fragment) if fragment else None
    return Link("link", path, detail, How.PATH, fragment)
