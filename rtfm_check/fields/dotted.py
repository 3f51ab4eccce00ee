"""The dot notation: `json_text_fields.title,json_metadata_fields.author.name=contact_name`.

Entries stand between commas or on lines of their own. A line that begins with `#` is a comment.
A file in this notation also has lines such as `files = exports/*.jsonl`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rtfm_check.fields.build import Builder
from rtfm_check.fields.profile import FILES, IDENTIFIER, METADATA, SETTINGS, TEXT, Profile, Where
from rtfm_check.text.show import quote
from rtfm_check.text.suggest import nearest

_ENTRY = re.compile(r"[^,\n]+")
_SEMICOLON = re.compile(rf";(?=\s*(?:{TEXT}|{METADATA})\.)")
_QUOTED = re.compile(r"([\"'])([^\"'\n]+)\1")
_COLON = re.compile(r"([\w.$*-]+?)[ \t]*(:(?=[ \t])|=[>=:]|:=|->)[ \t]*([\w$.-]+)")  # for `=`
_LINE = re.compile(r"[^\n]+")
_SETTING = re.compile(r"([A-Za-z][\w-]*)[ \t]*[=:][ \t]*(.*)")


class _Piece(NamedTuple):
    """A stretch of the text without the blanks around it."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def read(
    text: str, builder: Builder, where: Callable[[int, int], Where], *, has_settings: bool = False
) -> None:
    """Read entries into a builder; `where` makes the place of a range of characters of the text."""
    reader = _Reader(text, builder, where)
    for line in _pieces(_LINE, text, 0, len(text)):
        if line.text.startswith("#") or (has_settings and reader.setting(line)):
            continue
        for entry in _pieces(_ENTRY, text, line.start, line.end):
            reader.entries(entry)


def _pieces(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[_Piece]:
    for match in pattern.finditer(text, start, end):
        found = match[0].strip()
        if found:
            yield _Piece(found, match.start() + match[0].index(found))


class _Reader:
    def __init__(self, text: str, builder: Builder, where: Callable[[int, int], Where]) -> None:
        self._text = text
        self._builder = builder
        self._where = where

    def setting(self, line: _Piece) -> bool:
        """Read a line such as `files = GLOB`; false for a line of entries."""
        match = _SETTING.fullmatch(line.text)
        if match is None:
            return False
        name = match[1]
        start = line.start + match.start(2)
        if name == FILES:
            for glob in _pieces(_ENTRY, self._text, start, line.end):
                glob = self._plain(glob)
                self._builder.add_files(glob.text, self._place(glob))
            if start == line.end:
                self._builder.add_files("", self._place(line))
        elif name == IDENTIFIER:
            value = self._plain(_Piece(match[2], start)) if match[2] else line
            self._builder.set_identifier(value.text if match[2] else "", self._place(value))
        else:
            near = nearest(name, SETTINGS, limit=0.5)
            if near is None:
                return False
            self._builder.fault(
                "profile-invalid",
                self._place(_Piece(name, line.start)),
                f"there is no setting {quote(name)}",
                f"did you mean `{near}`?",
                near,
            )
        return True

    def entries(self, piece: _Piece) -> None:
        """Read an entry, or several that stand between semicolons."""
        start = piece.start
        for mark in _SEMICOLON.finditer(self._text, piece.start, piece.end):
            self._builder.fault(
                "profile-invalid",
                self._where(*mark.span()),
                "entries stand between commas, and this is a semicolon",
                "write `,`",
            )
            self.entry(self._stripped(self._text[start : mark.start()], start) or piece)
            start = mark.end()
        last = self._stripped(self._text[start : piece.end], start)
        if last:
            self.entry(last)

    def _plain(self, piece: _Piece) -> _Piece:
        """A text without the quotes around it, which are told."""
        quoted = _QUOTED.fullmatch(piece.text)
        if quoted is None:
            return piece
        self._builder.fault(
            "profile-invalid",
            self._place(piece),
            f"the quotes of {quote(piece.text)} are part of the text here",
            f"write {quote(quoted[2])}",
        )
        return _Piece(quoted[2], piece.start + 1)

    def entry(self, entry: _Piece) -> None:
        """Read one entry."""
        prefix, dot, rest = entry.text.partition(".")
        name = prefix.strip()
        if name not in (TEXT, METADATA):
            self._no_prefix(entry, name)
            return
        start = entry.start + len(prefix) + len(dot)
        other = _COLON.fullmatch(rest.strip()) if name == METADATA else None
        if other:
            self._builder.fault(
                "profile-invalid",
                self._place(entry),
                f"between a path and its payload key stands `=`, and this is `{other[2]}`",
                f"write `{name}.{other[1]}={other[3]}`",
            )
            self._builder.add_metadata(other[1], other[3], self._place(entry), self._place(entry))
            return
        path_text, equals, key_text = rest.partition("=")
        path = self._stripped(path_text, start) or entry
        is_missing = path is entry
        path = path if is_missing else self._plain(path)
        if name == TEXT:
            if equals:
                self._builder.fault(
                    "profile-invalid",
                    self._place(entry),
                    "a text field has no payload key",
                    f"did you mean `{METADATA}.{rest}`?",
                )
            self._builder.add_text("" if is_missing else path.text, self._place(path))
            return
        key = self._stripped(key_text, start + len(path_text) + 1)
        key = self._plain(key) if key else None
        if equals and key is None:
            self._builder.fault(
                "profile-invalid",
                self._place(entry),
                "a payload key is missing behind `=`",
                "write it, or remove the `=`",
            )
        self._builder.add_metadata(
            "" if is_missing else path.text,
            key.text if key else None,
            self._place(path),
            self._place(key) if key else None,
        )

    def _no_prefix(self, entry: _Piece, name: str) -> None:
        near = nearest(name, (TEXT, METADATA))
        if near is not None:
            self._builder.fault(
                "field-prefix",
                self._place(_Piece(name, entry.start)),
                f"there is no option {quote(name)}",
                f"did you mean `{near}`?",
                near,
            )
            return
        meant = METADATA if "=" in entry.text else TEXT
        self._builder.fault(
            "field-prefix",
            self._place(entry),
            f"{quote(entry.text)} does not say which option it is for",
            f"write `{TEXT}.` or `{METADATA}.` before it, as in {quote(f'{meant}.{entry.text}')}",
        )

    def _stripped(self, text: str, start: int) -> _Piece | None:
        found = text.strip()
        return _Piece(found, start + text.index(found)) if found else None

    def _place(self, piece: _Piece) -> Where:
        return self._where(piece.start, piece.end)


def write(profile: Profile) -> str:
    """A profile as a file in this notation."""
    lines = [f"{FILES} = {', '.join(profile.files)}"] if profile.files else []
    if profile.identifier is not None:
        lines.append(f"{IDENTIFIER} = {profile.identifier.text}")
    lines += [f"{TEXT}.{field.path.text}" for field in profile.text]
    lines += [
        f"{METADATA}.{field.path.text}" + (f"={field.key}" if field.is_named else "")
        for field in profile.metadata
    ]
    return "".join(f"{line}\n" for line in lines)
