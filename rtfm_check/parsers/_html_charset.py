"""The encoding that a page of HTML names, as browsers understand the name."""

from __future__ import annotations

import re

from rtfm_check.file import known

HEAD = 4096  # bytes that the name is looked for in
_META = re.compile(
    rb"""<meta(?=[\s/])[^>]{0,500}?\bcharset\s*+=\s*+["']?\s*+([\w.:-]{1,40})""", re.IGNORECASE
)
_XML = re.compile(rb"""\A\s*+<\?xml[^>]{0,200}?\sencoding\s*+=\s*+["']([\w.:-]{1,40})["']""")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_MEANT = {  # a name -> what pages that bear it are written in
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "utf-7": "",
}
_OTHER_NAMES = {
    "x-sjis": "cp932",
    "sjis": "cp932",
    "ks_c_5601-1987": "cp949",
    "x-gbk": "gb18030",
    "x-x-big5": "big5hkscs",
    "x-mac-roman": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "dos-874": "cp874",
    "windows-874": "cp874",
    "windows-31j": "cp932",
    "iso-8859-8-i": "iso8859-8",
}


def declared(data: bytes) -> tuple[str, str]:
    """The encoding that the start of a page names, as Python and as the page spell it; or ""."""
    head = _COMMENT.sub(b"", data[:HEAD])
    match = _META.search(head) or _XML.search(head)
    written = match[1].decode("latin-1") if match else ""
    name = _OTHER_NAMES.get(written.lower()) or known(written)
    if name.startswith(("utf-16", "utf-32")):  # which it cannot be: its name was read bytewise
        return "", written
    return _MEANT.get(name, name), written
