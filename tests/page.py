"""Reads the HTML report as a browser would, for the tests that need no browser."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

EMPTY = {"meta", "link", "input"}


class Page(HTMLParser):
    """The elements of a report, its tables as rows of text, and its data."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}  # of the elements of a name
        self.tables: dict[str, list[list[str]]] = {}  # by the id of what names the table
        self._open: list[str] = []
        self._rows: list[list[str]] = []
        self.feed(text)
        self.close()
        assert self._open == [], "an element is not closed"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.elements.append((tag, given))
        if tag in EMPTY:
            return
        self._open.append(tag)
        self.texts.setdefault(tag, []).append("")
        if tag == "table":
            self._rows = self.tables[str(given["aria-labelledby"])] = []
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("th", "td"):
            self._rows[-1].append("")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, "elements overlap"

    def handle_data(self, data: str) -> None:
        for tag in set(self._open):
            self.texts[tag][-1] += data
        if {"th", "td"} & set(self._open):
            self._rows[-1][-1] += data

    @property
    def data(self) -> dict[str, Any]:
        """What the script of the page shows."""
        made: dict[str, Any] = json.loads(self.texts["script"][0])
        return made

    def named(self, name: str) -> list[dict[str, str | None]]:
        """The attributes of the elements of a name."""
        return [each for tag, each in self.elements if tag == name]

    @property
    def blocks(self) -> dict[str, Any]:
        """All data of the page, by the id of what holds it."""
        texts = iter(self.texts["script"])
        scripts = self.named("script")
        return {
            str(each["id"]): json.loads(text)
            for each, text in zip(scripts, texts, strict=True)
            if "id" in each
        }

    @property
    def policy(self) -> str:
        """The policy that the page gives itself."""
        (made,) = [
            each["content"]
            for name, each in self.elements
            if name == "meta" and each.get("http-equiv") == "Content-Security-Policy"
        ]
        return str(made)
