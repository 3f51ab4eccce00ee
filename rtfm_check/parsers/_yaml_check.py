"""Whether a text is YAML: libyaml's parser runs over it and builds nothing, so no alias expands."""

from __future__ import annotations

import re
from typing import Any

import yaml

from rtfm_check.parsers._contract import Problem
from rtfm_check.text.show import quote

_NOTE = "RTFM cuts the text by its lines, whatever it says; so it is here"
_EXPLAINED = 32 * 1024  # characters of a text in which the cause of a mistake is looked for
_FOLLOWED = 256 * 1024  # characters of a text whose anchors and aliases are looked at
_PURE = 32 * 1024  # characters that PyYAML reads where it has no libyaml: that takes a second
_FAST: Any = getattr(yaml.cyaml, "CParser", None) if yaml.__with_libyaml__ else None
_ANCHOR = re.compile(r"[*&](?=[^\s\]},])(?<![^\s\[{,].)")
_TEMPLATE = re.compile(r"\{\{|\{%")


def mistake(text: str) -> Problem | None:
    """The first thing in a text that is not YAML."""
    try:
        if _FAST is not None:
            _FAST(text).raw_parse()
        elif len(text) <= _PURE:
            for _ in yaml.parse(text, Loader=yaml.SafeLoader):
                pass
    except yaml.YAMLError as error:
        return _told(text, error)
    except RecursionError:
        return Problem("limit-reached", "the text is nested deeper than is checked", note=_NOTE)
    if len(text) <= _FOLLOWED and ("*" in text or "&" in text) and _ANCHOR.search(text):
        return _lost_alias(text)
    return None


def _told(text: str, error: yaml.YAMLError) -> Problem:
    start, end = _place(text, error)
    said = getattr(error, "problem", None) or getattr(error, "reason", None)
    if "nesting" in str(said):
        message = "the text is nested deeper than YAML's readers follow"
        return Problem("limit-reached", message, "", _NOTE, start, end)
    if start >= 0:
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", first)
        line = text[first : last if last >= 0 else len(text)]
        if _TEMPLATE.search(line):
            return Problem(
                "document-syntax",
                f"{quote(line.strip())} is a line of a template, and no YAML",
                "index what the template makes, or leave templates out with .rtfmignore",
                _NOTE,
                first,
                first + len(line),
            )
    if len(text) <= _EXPLAINED:
        from rtfm_check.mapping import yaml_syntax

        found = yaml_syntax.explain(text, error, 0)
        return Problem("document-syntax", found.message, found.help, _NOTE, found.start, found.end)
    return Problem("document-syntax", f"not YAML: {said or 'it is refused'}", "", _NOTE, start, end)


def _place(text: str, error: yaml.YAMLError) -> tuple[int, int]:
    """Where an error is, if it says so."""
    at = -1
    if isinstance(error, yaml.reader.ReaderError):
        if _FAST is not None:  # libyaml counts bytes
            error.position = len(text.encode()[: error.position].decode(errors="ignore"))
        at = error.position
    elif isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        at = -1 if mark is None else min(mark.index, len(text))
    return at, min(at + 1, len(text)) if at >= 0 else -1


def _lost_alias(text: str) -> Problem | None:
    """The first alias of an anchor that is not there, or anchor that is there already."""
    anchors: set[str] = set()
    for event in yaml.parse(text, Loader=_FAST or yaml.SafeLoader):
        if isinstance(event, yaml.DocumentStartEvent):
            anchors.clear()
        anchor = getattr(event, "anchor", None)
        if anchor is None:
            continue
        if isinstance(event, yaml.AliasEvent) == (anchor in anchors):
            anchors.add(anchor)
            continue
        mark_of = event.start_mark
        at = mark_of.index if mark_of is not None else 0
        is_alias = isinstance(event, yaml.AliasEvent)
        mark = f"{'*' if is_alias else '&'}{anchor}"
        end = at + len(mark) if text.startswith(mark, at) else at
        return Problem(
            "document-syntax",
            f"{quote(mark)} repeats an anchor that is not there"
            if is_alias
            else f"the anchor {quote(mark)} is there already",
            "write the anchor in front of what is to be repeated" if is_alias else "rename it",
            _NOTE,
            start=at,
            end=end,
        )
    return None
