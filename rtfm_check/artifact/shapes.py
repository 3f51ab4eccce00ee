"""What the records of an artifact have, as their schemas say: an artifact may be a stranger's."""

from __future__ import annotations

from typing import Any

_TEXT, _NUMBER = (str,), (int,)
_TEXT_OR_NOTHING, _NUMBER_OR_NOTHING = (str, type(None)), (int, type(None))
_OBJECT = (dict,)
_ANY = (str, int, float, bool, type(None), list, dict)

SHAPES: dict[str, dict[str, tuple[type, ...]]] = {
    "documents": {
        **dict.fromkeys(("slug", "path", "title", "sha256"), _TEXT),
        **dict.fromkeys(("parser", "mapping"), _TEXT_OR_NOTHING),
        **dict.fromkeys(("bytes", "chunk_count", "edge_count"), _NUMBER),
        "page_count": _NUMBER_OR_NOTHING,
        "metadata": _OBJECT,
    },
    "chunks": {
        **dict.fromkeys(("id", "content", "book_title", "book_slug", "book_file"), _TEXT),
        **dict.fromkeys(("chapter_title", "section_type", "content_hash"), _TEXT),
        **dict.fromkeys(("paragraph", "content_chars"), _NUMBER),
        **dict.fromkeys(("chapter_num", "page_start", "page_end"), _NUMBER_OR_NOTHING),
        **dict.fromkeys(("line_start", "line_end"), _NUMBER_OR_NOTHING),
        "tags": (list, type(None)),
        "metadata": _OBJECT,
    },
    "edges": {
        **dict.fromkeys(("source_file", "target_ref"), _TEXT),
        **dict.fromkeys(("relation_type", "source_detail"), _ANY),
        **dict.fromkeys(("target_file", "reason"), _TEXT_OR_NOTHING),
    },
    "manifest": {
        **dict.fromkeys(("format", "rtfm", "configuration"), _TEXT),
        **dict.fromkeys(("tool", "parsers", "backends", "counts", "files"), _OBJECT),
    },
}


def wrong(record: Any, kind: str) -> str:
    """What is wrong with the shape of a record: the first key that is; "" if it has its shape."""
    if not isinstance(record, dict):
        return "it is no object"
    for key, types in SHAPES.get(kind, {}).items():
        if key not in record:
            return f"it has no {key}"
        if type(record[key]) not in types:
            return f"its {key} is of another type"
    return ""
