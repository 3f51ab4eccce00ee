"""What lies on a page of a PDF that pypdf has open: values of forms, texts, comments and links.

Each annotation stands alone: one that is damaged takes no other along, and no text of its page.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    NameObject,
    NullObject,
    TextStringObject,
)

from rtfm_check.parsers._contract import Link
from rtfm_check.parsers._pdf_document import MOST_ANNOTATIONS, Note, reason
from rtfm_check.parsers._pdf_links import decoded, to_address, to_file

_MOST_PARENTS = 16  # of a field, which what it does not say is inherited from


class Annotations:
    """The annotations of one page."""

    def __init__(self, reader: PdfReader, holder: Any) -> None:
        """`holder` is the entry /Annots of the page."""
        self._reader = reader
        self.notes: list[Note] = []
        self.links: list[Link] = []
        self.damage = ""  # why something could not be read
        self.is_cut = False  # there are more than are read
        try:
            found = holder.get_object()
        except Exception as error:  # pypdf raises whatever a damaged object leads to
            self.damage = reason(error)
            return
        if not isinstance(found, ArrayObject):
            self.damage = "" if _is_null(found) else "they are no list"
            return
        self.is_cut = len(found) > MOST_ANNOTATIONS
        for each in islice(found, MOST_ANNOTATIONS):
            try:
                self._take(each.get_object())
            except Exception as error:  # as above
                self.damage = self.damage or reason(error)

    def _take(self, annotation: Any) -> None:
        if not isinstance(annotation, DictionaryObject):
            if not _is_null(annotation):
                self.damage = self.damage or "not all of them are annotations"
            return
        note = _note(annotation)
        if note is not None:
            self.notes.append(note)
        action = _of(annotation, "/A")
        link = self._link(action) if isinstance(action, DictionaryObject) else None
        if link is not None:
            self.links.append(link)

    def _link(self, action: DictionaryObject) -> Link | None:
        """Where an action leads: to an address, or to another file."""
        kind = _of(action, "/S")
        if kind == "/URI":
            address = _bytes(_of(action, "/URI"))
            return to_address(address if b":" in address else self._base() + address)
        if kind not in ("/GoToR", "/Launch"):
            return None
        named = _of(action, "/F")
        if isinstance(named, DictionaryObject):
            named = _of(named, "/UF") or _of(named, "/F")
        return to_file(_bytes(named))

    def _base(self) -> bytes:
        """What stands before all addresses that are not whole."""
        about = _of(self._reader.root_object, "/URI")
        return _bytes(_of(about, "/Base")) if isinstance(about, DictionaryObject) else b""


def _of(holder: DictionaryObject, name: str) -> Any:
    """The value of a name in a dictionary, wherever it lies."""
    value = holder.get(name)
    return value.get_object() if value is not None else None


def _is_null(value: object) -> bool:
    """Whether it is nothing, which programs leave where they took an annotation away."""
    return value is None or isinstance(value, NullObject)


def _bytes(value: Any) -> bytes:
    """A string as it is written."""
    if isinstance(value, bytes):
        return value
    return bytes(value.original_bytes) if isinstance(value, TextStringObject) else b""


def _text(value: Any) -> str:
    """A string, or those of a list."""
    if isinstance(value, ArrayObject):
        return ", ".join(filter(None, (_text(each.get_object()) for each in value)))
    if isinstance(value, NameObject):
        return ""
    return decoded(value) if isinstance(value, bytes) else value if isinstance(value, str) else ""


def _note(annotation: DictionaryObject) -> Note | None:
    """The text of an annotation, and whether it is a comment."""
    kind = _of(annotation, "/Subtype")
    if kind in ("/Link", "/Popup"):
        return None
    if kind != "/Widget":
        text = _text(_of(annotation, "/Contents"))
        return (text, kind != "/FreeText") if text.strip() else None
    value = _text(_inherited(annotation, "/V"))
    if not value.strip() or _inherited(annotation, "/FT") == "/Btn":
        return None
    name = _text(_inherited(annotation, "/T"))
    return (f"{name}: {value}" if name else value), False


def _inherited(field: DictionaryObject, name: str) -> Any:
    """What a field says itself, or the ones that it belongs to."""
    holder: Any = field
    for _ in range(_MOST_PARENTS):
        value = _of(holder, name)
        if value is not None:
            return value
        holder = _of(holder, "/Parent")
        if not isinstance(holder, DictionaryObject):
            break
    return None
