"""Reading one file in tests: as the index reads it, and as text that a person can check."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from rtfm_check.file import File, Settings
from rtfm_check.indexing.routing import route
from rtfm_check.indexing.work import Reading
from rtfm_check.parsers._contract import Anchor, Link, Problem

WORD = re.compile(r"\w+")


class Read:
    """What came out of a file."""

    def __init__(self, root: Path, name: str, settings: Settings = Settings()) -> None:  # noqa: B008
        path = root / name
        self.file = File(str(root), name, name, path.stat().st_size, settings)
        self.reading = Reading(self.file, route(self.file), "S")
        self.chunks: list[dict[str, Any]] = []
        self.links: list[Link] = []
        self.anchors: list[Anchor] = []
        self.problems: list[Problem] = []
        for item in self.reading.items():
            if isinstance(item, dict):
                self.chunks.append(item)
            elif isinstance(item, Link):
                self.links.append(item)
            elif isinstance(item, Anchor):
                self.anchors.append(item)
            else:
                self.problems.append(item)
        self.document = self.reading.document()

    @property
    def text(self) -> str:
        """All titles and texts."""
        return "\n".join(f"{each['chapter_title']}\n{each['content']}" for each in self.chunks)

    @property
    def rules(self) -> list[str]:
        """The rules of the problems."""
        return [each.rule for each in self.problems]

    def lacks(self, text: str) -> Counter[str]:
        """The words of a text that no chunk has, or too few times; soft hyphens are in no word."""
        wanted, found = (
            Counter(WORD.findall(each.replace("\xad", ""))) for each in (text, self.text)
        )
        return wanted - found

    def shown(self) -> str:
        """Everything, for a person to read."""
        about = self.document
        lines = [f"title: {about['title']}"]
        lines += [f"pages: {about['page_count']}"] if about["page_count"] is not None else []
        lines += [f"metadata: {about['metadata']}"] if about["metadata"] else []
        lines += ["", *(self._problem(each) for each in self.problems)]
        for each in self.chunks:
            lines += ["", self._head(each), each["content"]]
        lines += ["", *(self._link(each) for each in self.links)]
        lines += [
            f"anchor {each.level} {each.title!r} {' '.join(each.ids)}".rstrip()
            for each in self.anchors
        ]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip()) + "\n"

    def _problem(self, each: Problem) -> str:
        at = f"{each.line}:{each.column}" if each.line else "-"
        if each.start >= 0:
            span = self.file.lines.span(each.start, each.end)
            at = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"
        return f"{each.rule} {at} {each.message} | {each.help} | {each.note}"

    def _head(self, each: dict[str, Any]) -> str:
        more = [f"[{each['id'].removeprefix('S:')}] {each['chapter_title']!r}"]
        if each["line_start"] is not None:
            more.append(f"lines {each['line_start']}-{each['line_end']}")
        more.append(f"pages {each['page_start']}-{each['page_end']}")
        more.append(f"number {each['chapter_num']} paragraph {each['paragraph']}")
        more.append(each["section_type"])
        more += [str(each["metadata"])] if each["metadata"] else []
        return "=== " + ", ".join(more)

    def _link(self, each: Link) -> str:
        fragment = f" #{each.fragment}" if each.fragment else ""
        written = self.file.text[each.start : each.end] if each.start >= 0 else None
        at = "" if written is None else f" at {each.start} {written!r}"
        return f"{each.relation} {each.target!r}{fragment} ({each.how}) {each.detail!r}{at}"
