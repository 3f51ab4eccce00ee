"""Which headings and parts of a page have an end tag, known before they are read."""

from __future__ import annotations

import re
from bisect import bisect_left

_PAIRED = re.compile(r"<(/?)(nav|header|footer|h[1-6])(?=[\s/>])", re.IGNORECASE)


class Pairs:
    """The ends of the elements of one page, found when the first one is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, int] | None = None  # by the start of the tag; of headings, of parts
        self._headings: list[int] = []

    def end(self, start: int) -> int:
        """Where the end tag of an element begins, or -1 if it has none."""
        if self._ends is None:
            self._ends = self._found()
        return self._ends.get(start, -1)

    def has_heading(self, start: int, end: int) -> bool:
        """Whether a heading begins in a range, after `end` was asked for one."""
        at = bisect_left(self._headings, start)
        return at < len(self._headings) and self._headings[at] < end

    def _found(self) -> dict[int, int]:
        ends: dict[int, int] = {}
        heading = -1  # the last one, if it is open
        parts: dict[str, list[int]] = {"nav": [], "header": [], "footer": []}
        for match in _PAIRED.finditer(self._text):
            name, at = match[2].lower(), match.start()
            if name in parts:
                if not match[1]:
                    parts[name].append(at)
                elif parts[name]:
                    ends[parts[name].pop()] = at
            elif not match[1]:
                heading = at
                self._headings.append(at)
            elif heading >= 0:
                ends[heading] = at
                heading = -1
        return ends
