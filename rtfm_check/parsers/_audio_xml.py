"""What a WAV says in XML: by recorders (iXML), by Adobe (XMP) and by broadcasters (axml)."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.parsers._audio_names import LABELS, named

_LISTS = ("Alt", "Bag", "Seq", "li", "Description")  # of RDF: they say nothing of what is in them


def texts_of(data: bytes) -> Iterator[tuple[str, str]]:
    """The texts with the names of their elements; numbers alone are none."""
    from rtfm_check.parsers._xml import END, START, TEXT, Reader  # few files have any

    path: list[str] = []
    held: list[str] = []
    for kind, name, attributes, _ in Reader([data]):
        if kind == TEXT:
            held.append(name)
            continue
        text = "".join(held).strip()
        held.clear()
        if path and _is_text(text):
            owner = next((each for each in reversed(path) if each not in _LISTS), path[-1])
            yield _label(owner), text
        if kind == START:
            path.append(name)
            said = attributes.items() if name == "Description" else ()
            yield from ((_label(key), value) for key, value in said if _is_said(key, value))
        elif kind == END and path:
            path.pop()


def _label(name: str) -> str:
    name = name.rpartition(":")[2]
    known = named(name.lower() if name.isupper() else name)
    return LABELS.get(known, known)


def _is_said(key: str, value: str) -> bool:
    return not key.startswith("xmlns") and not key.endswith("about") and _is_text(value)


def _is_text(text: str) -> bool:
    return any(map(str.isalpha, text))
