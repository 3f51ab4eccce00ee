"""What YAML 1.1 makes of words without quotes, where people expect the text itself."""

from __future__ import annotations

import json
import re
import unicodedata
from datetime import date
from math import isfinite

from rtfm_check.mapping.document import Document
from rtfm_check.mapping.node import Node
from rtfm_check.model import JsonValue, Place, Pointer
from rtfm_check.text.show import kind_of, quote

_COMMENTED = re.compile(r":?[ \t]+(#[^\s#\n\r\"][^\n\r\"]{0,80}?)[ \t]*$", re.MULTILINE)


def is_trap(value: JsonValue, node: Node, text: str) -> bool:
    """Whether a plain scalar loads as something that JSON would spell in another way.

    `no` is false, `0123` is 83, `12:30` is 750, `3.10` is 3.1; `true`, `True`, `5` and `3.1` are
    no traps. null, dates and NaN have rules of their own.
    """
    if node.style != "plain" or value is None or isinstance(value, str | date):
        return False
    if text.startswith("!"):  # a tag says what is meant
        return False
    if isinstance(value, bool):
        return text.lower() not in ("true", "false")
    if isinstance(value, float):
        return isfinite(value) and (text != repr(value) or text.endswith(".0"))
    return isinstance(value, int) and text != str(value)


def reads_as(value: JsonValue, node: Node, text: str) -> str:
    """A value in words: its type, and what YAML made of its spelling where that differs."""
    if value is None:
        return "empty (null)"
    if node.style == "plain" and not isinstance(value, str):
        return f"{_article(value)} ({said(value, text)})"
    if isinstance(value, dict):
        return "a map of keys"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f"the text {quote(value)}"
    return f"{_article(value)} ({quote(text or value)})"


def said(value: JsonValue, text: str) -> str:
    """`no`, which YAML reads as false."""
    spelt = spelling(value)
    return f"`{text}`" if spelt == text else f"{quote(text)}, which YAML reads as {spelt}"


def trapped(value: JsonValue, text: str) -> str:
    """`no` without quotes is the boolean false."""
    return f"{quote(text)} without quotes is the {kind_of(value)} {spelling(value)}"


def spelling(value: JsonValue) -> str:
    """A loaded value as JSON would write it, a date as a date."""
    if isinstance(value, date):
        return f"the date {value.isoformat()}"
    if isinstance(value, bytes):
        return "binary data"
    if isinstance(value, set):
        return "a set"
    return json.dumps(value, ensure_ascii=False, default=str)


def comment_instead(document: Document, pointer: Pointer) -> tuple[Place, str]:
    """Where a value is missing, and the comment that stands there instead: `channel: #general`."""
    place = document.at(pointer)
    comment = _COMMENTED.match(document.source.text, document.node(pointer).end)
    if comment is None or document.node(pointer).is_written:
        return place, ""
    end = document.source.span(*comment.span(1)).end_column
    return place._replace(span=place.span._replace(end_column=end)), comment[1]


def odd_blank(text: str) -> str:
    """What to do about a character in a text that looks like a space, or like nothing."""
    for each in text:
        kind = unicodedata.category(each)
        if kind == "Cf":
            return f"remove the invisible character U+{ord(each):04X}"
        if kind == "Zs" and each != " ":
            return f"write a plain space for the character U+{ord(each):04X}, which is none to YAML"
    return ""


def _article(value: JsonValue) -> str:
    if isinstance(value, date):
        return "a date"
    if isinstance(value, bytes):
        return "binary data"
    if isinstance(value, set):
        return "a set"
    kind = kind_of(value)
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
