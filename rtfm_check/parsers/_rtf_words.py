"""The control words of RTF that matter for its text."""

from __future__ import annotations

import codecs

CHARACTERS = {
    "tab": "\t",
    "line": "\n",
    "lbr": "\n",
    "page": "\n",
    "column": "\n",
    "softline": "\n",
    "emdash": "—",
    "endash": "–",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "ltrmark": "\u200e",
    "rtlmark": "\u200f",
}
SYMBOLS = {"\\": "\\", "{": "{", "}": "}", "~": "\xa0", "_": "\u2011", "\t": "\t"}
STOPS = {"par", "sect", "row"}  # behind them a block may be done
FLOWS = {  # groups whose text stands apart
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "header"),
    "footnote": "note",
    "annotation": "comment",
    "shptxt": "box",
    "dptxbxtext": "box",
}
ABOUT = {
    **{name: name for name in ("title", "author", "subject", "keywords")},
    "atnauthor": "annotator",
}

# Groups without text of the document.
SKIPPED = {
    *("colortbl", "stylesheet", "pict", "listpicture", "objdata", "objclass", "objname"),
    *("nonshppict", "shprslt", "nonesttables", "xe", "tc", "tcn", "rxe", "bkmkend"),
    *("ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "listtable", "revtbl"),
    *("leveltext", "levelnumbers", "listname", "liststylename"),  # where their table is damaged
    *("listoverridetable", "themedata", "colorschememapping", "latentstyles", "datastore"),
    *("generator", "filetbl", "template", "atnid", "atnref", "atndate", "atnparent", "atntime"),
    *("atrfstart", "atrfend", "private", "fontemb", "fontfile", "falt", "panose", "pnseclvl"),
    *("docvar", "userprops", "xmlnstbl", "rsidtbl", "mmathPr", "wgrffmtfilter", "formfield"),
}
# Groups that the star marks as unknown to old readers, and that hold text all the same.
STARRED = {"shpinst", "do", "shppict", "picprop", "ud", "nesttableprops", "objalias"}

_CHARSETS = {
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gbk",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_PAGES = {
    0: "cp1252",
    42: "cp1252",
    936: "gbk",
    1361: "johab",
    10000: "mac_roman",
    10006: "mac_greek",
    10007: "mac_cyrillic",
    10029: "mac_latin2",
    10079: "mac_iceland",
    10081: "mac_turkish",
    20866: "koi8_r",
    21866: "koi8_u",
    65001: "utf-8",
}
_WIDE = {"cp932", "cp949", "johab", "gbk", "cp950", "utf-8"}  # several bytes make a character


def of_page(number: int) -> str | None:
    """The codec of a code page; None for one that nobody knows."""
    name = _PAGES.get(number, f"cp{number}" if 0 < number < 66_000 else "")
    try:
        return codecs.lookup(name).name if name else None
    except LookupError:
        return None


def of_charset(number: int) -> str | None:
    """The codec of a font's character set; None for that of the document.

    Set 0 is "ANSI": Windows' Latin to Word, the code page of the document to everybody else.
    """
    return _CHARSETS.get(number)


def number(text: str | None) -> int:
    """The number behind a control word: 1 if there is none, huge if it is too long to be meant."""
    if text is None:
        return 1
    return int(text) if len(text) < 11 else 10**9


def is_wide(codec: str) -> bool:
    """Whether several bytes make a character."""
    return codec in _WIDE
