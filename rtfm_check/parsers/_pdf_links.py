"""Where the links of a PDF lead, whichever backend has found them."""

from __future__ import annotations

from rtfm_check.parsers._contract import How, Link
from rtfm_check.parsers._hyperlinks import link

_MARKS = ((b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"), (b"\xef\xbb\xbf", "utf-8"))


def decoded(data: bytes) -> str:
    """A string of an address or a path: ASCII by the letter of PDF, UTF-8 by its practice."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def to_address(data: bytes) -> Link | None:
    """The link of an address; as viewers do, `www.example.org` is taken for one of the web."""
    address = decoded(data).strip()
    if address[:4].lower() == "www." and address.count(".") > 1:
        found = link(f"http://{address}")
        return found._replace(detail=address) if found else None
    return link(address)


def to_file(data: bytes) -> Link | None:
    """The link to a file by its path, in which nothing is escaped."""
    path = decoded(data).strip()
    found = link(path)
    if found is None or found.how is How.URL:
        return found
    return found._replace(target=path.replace("\\", "/"), how=How.PATH, fragment="")
