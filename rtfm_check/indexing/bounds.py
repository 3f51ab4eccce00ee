"""What a file may give: room for its records, and bounds for what each of its chunks repeats.

A small document can repeat a long title or long metadata in thousands of chunks, or give a value
again and again. Nothing of a usual document is cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rtfm_check import limits
from rtfm_check.file import File
from rtfm_check.model import JsonValue

_RECORD_CHARS = 300  # of a record, beside what differs in length


class Bounds:
    """The bounds of one file, and what was cut by them."""

    def __init__(self, file: File) -> None:
        self.longest = 0  # characters of what was cut, because each chunk repeats it
        self._room = limits.OUTPUT_CHARS + limits.OUTPUT_TIMES * file.size  # in characters
        self._path = 3 * len(file.name)  # it stands in the path, the slug and the id
        self._weighed: object = None  # the metadata of the last chunk
        self._weight = 0  # of them
        self._shared: Mapping[str, JsonValue] | None = None  # that the last chunk had of its own
        self._bound: dict[str, JsonValue] | None = None  # the same within bounds

    @property
    def is_full(self) -> bool:
        """Whether the file has given more than it may."""
        return self._room < 0

    def take(self, *texts: str) -> None:
        """Count a record with some texts."""
        self._room -= sum(map(len, texts)) + _RECORD_CHARS

    def take_chunk(self, chunk: Mapping[str, Any]) -> None:
        """Count the record of a chunk."""
        metadata = chunk["metadata"]
        if metadata is not self._weighed:
            self._weighed = metadata
            self._weight = len(str(metadata)) if metadata else 0
        titles = len(chunk["chapter_title"]) + len(chunk["book_title"])
        self._room -= chunk["content_chars"] + titles + self._path + self._weight + _RECORD_CHARS

    def title(self, title: str) -> str:
        """A title as each chunk can repeat it."""
        if len(title) <= limits.TITLE_CHARS:
            return title
        self.longest = max(self.longest, len(title))
        return title[: limits.TITLE_CHARS - 1] + "…"

    def own(self, metadata: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """The metadata of a chunk; from the second one on that shares them, within bounds."""
        if metadata is not self._shared:
            self._shared, self._bound = metadata, None
            return metadata
        if self._bound is None:
            self._bound = self.shared(metadata)
        return self._bound

    def shared(self, metadata: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Metadata as many chunks can repeat them."""
        if len(str(metadata)) <= limits.CHUNK_METADATA_CHARS:
            return dict(metadata)
        made, room = {}, limits.CHUNK_METADATA_CHARS
        for key, value in metadata.items():
            kept = self.title(value) if isinstance(value, str) else value
            size = len(str(kept))
            if size <= room:
                made[key] = kept
                room -= size
            else:
                self.longest = max(self.longest, size)
        return made
