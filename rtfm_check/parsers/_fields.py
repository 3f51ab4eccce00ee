"""The instructions of fields: of HYPERLINK alone there is something to know."""

from __future__ import annotations

import re

from rtfm_check.parsers._contract import Link
from rtfm_check.parsers._hyperlinks import link

_ADDRESS = re.compile(r'\s*+HYPERLINK\b\s*+(?:"([^"]*+)"|([^\s"\\]++))?+', re.IGNORECASE)
_PLACE = re.compile(r'\\l\s++(?:"([^"]*+)"|([^\s"]++))', re.IGNORECASE)
_INSTRUCTION = 8192  # characters that are looked at


def link_of(instruction: str) -> Link | None:
    """The link that a field makes."""
    instruction = instruction[:_INSTRUCTION]
    address = _ADDRESS.match(instruction)
    if address is None:
        return None
    place = _PLACE.search(instruction, address.end())
    written = (address[1] or address[2] or "").replace("\\\\", "\\")
    return link(written, (place[1] or place[2] or "") if place else "")
