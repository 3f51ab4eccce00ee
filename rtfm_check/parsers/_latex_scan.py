"""What the commands of a LaTeX file say: its headings, its title, files and citations.

One pass over the text, from one command that matters to the next. Comments, verbatim text and what
`\\iffalse` hides are passed over, and so is all behind `\\end{document}`. A brace that is open at
the end of its paragraph is told, and its command does not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from rtfm_check.parsers._contract import How, Link
from rtfm_check.parsers._latex_arguments import Arguments, plain, seen
from rtfm_check.parsers._latex_commands import (
    ADDRESSES,
    BIBLIOGRAPHIES,
    DEFINITIONS,
    ENVIRONMENTS,
    FILES,
    IMPORTS,
    INLINE,
    LEVELS,
    NO_CITES,
    TITLES,
    TOKEN,
    VERBATIM,
)

_CONDITION = re.compile(
    r"%[^\n]*|\\(?:(?P<fi>fi)(?![a-zA-Z@])"
    r"|(?P<if>if(?!f\b)[a-zA-Z@]*+)(?![ \t]*\{)|[^a-zA-Z])"  # `\iftoggle{..}` has no `\fi`
)
_WORD = re.compile(r"[^\W_]")
_COMMENTED = re.compile(r"(?<!\\)%[^\n]*?[^\W_]")
_BEFORE_CITES = re.compile(r"(?:\([^()\n]*+\)){1,2}")
_NO_KEY = re.compile(r"[\\{}()=~]")
_BARE = re.compile(r'[ \t]+("[^"\n]+"|[^\s{}\\%]+)')
_ADDRESS = re.compile(r"[ \t]*\{[^{}\n]*\}")
_DEFINED = re.compile(r"\*?[ \t]*\\(?:[a-zA-Z@]+|.)[^{}\\%\n]*")  # and parameters of `\def`
_PARAMETER = re.compile(r"#\d")  # of a macro: what it stands for is not known
_LONGEST_DETAIL = 500  # characters
_LONGEST_INLINE = 2000


class Heading(NamedTuple):
    """A command that begins a section."""

    level: str  # its name
    title: str
    start: int
    end: int
    is_told: bool  # the title is all that is written in it


class Scan:
    """What was found in a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.title = ""
        self.author = ""
        self.headings: list[Heading] = []
        self.links: list[Link] = []
        self.comments: list[tuple[int, int]] = []  # those with words in them
        self.unclosed: list[tuple[int, int]] = []  # commands with an open brace or bracket
        self.endless: tuple[int, int] | None = None  # the `\begin` of a verbatim text without end
        self._arguments = Arguments(text)
        self._verbatim = set(VERBATIM)
        self._defined_until = 0  # headings before are in a definition
        self._hidden_until: dict[int, int] | None = None  # where each `\\if` ends
        self._read()

    def _read(self) -> None:
        at = 0
        while found := TOKEN.search(self.text, at):
            name = found["name"]
            if name is not None:
                at = _READ.get(name, Scan._cite)(self, name, found.start(), found.end())
            elif found[0] == "%":
                at = self._comment(found.start())
            else:
                at = found.end()

    def _comment(self, start: int) -> int:
        end = self.text.find("\n", start)
        end = end if end >= 0 else len(self.text)
        if _WORD.search(self.text, start, end):
            self.comments.append((start, end))
        return end

    def _group(self, start: int, at: int) -> tuple[int, int] | None:
        """An argument of the command that starts there; what is open is noted."""
        group = self._arguments.group(at)
        if group is None and self.text.startswith(("{", "["), self._arguments.gap(at)):
            self.unclosed.append((start, self._arguments.gap(at) + 1))
        return group

    def _heading(self, name: str, start: int, at: int) -> int:
        at = self._arguments.gap(at)
        at += self.text.startswith("*", at)
        behind = self._arguments.options(at)
        group = self._group(start, behind)
        if group is None or (self.headings and start < self.headings[-1].end):
            return at  # none, or inside the title of another
        if start < self._defined_until:
            return group[0]
        written = self.text[slice(*group)]
        if not _PARAMETER.search(written):
            end = group[1] + 1
            title = seen(written)
            is_told = behind == at and title == written
            is_told = is_told and not _COMMENTED.search(self.text, start, end)
            self.headings.append(Heading(name, plain(title), start, end, is_told))
        return group[0]

    def _title(self, name: str, start: int, at: int) -> int:
        group = self._arguments.group(self._arguments.options(at))
        if group is None:
            return at
        written = plain(seen(self.text[slice(*group)]))
        if not getattr(self, name) and not _PARAMETER.search(written):
            setattr(self, name, written)
        return group[0]

    def _file(self, name: str, start: int, at: int) -> int:
        bare = _BARE.match(self.text, at) if name == "input" else None
        if bare:
            self._link("include", How.TEX, start, bare.span(1), bare.end())
            return bare.end()
        group = self._group(start, self._arguments.options(at))
        if group is None:
            return at
        self._link("include", How.TEX, start, group, group[1] + 1)
        return group[1]

    def _import(self, name: str, start: int, at: int) -> int:
        folder = self._group(start, at + self.text.startswith("*", at))
        group = self._group(start, folder[1] + 1) if folder else None
        if folder is None or group is None:
            return at
        path = self.text[slice(*folder)].strip()
        before = f"{path}/" if path and not path.endswith("/") else path
        self._link("include", How.TEX, start, group, group[1] + 1, before)
        return group[1]

    def _bibliography(self, name: str, start: int, at: int) -> int:
        group = self._group(start, self._arguments.options(at))
        if group is None:
            return at
        self._list("include", How.BIB, start, group)
        return group[1]

    def _cite(self, name: str, start: int, at: int) -> int:
        if name in NO_CITES:
            return at
        at += self.text.startswith("*", at)
        is_list = name.endswith("cites")
        if is_list and (notes := _BEFORE_CITES.match(self.text, at)):
            at = notes.end()
        if name.lower().endswith("volcite"):
            volume = self._group(start, self._arguments.options(at))
            at = volume[1] + 1 if volume else at
        group = self._group(start, self._arguments.options(at))
        while group is not None:
            self._list("cite", How.NAME, start, group)
            at = group[1] + 1
            group = self._arguments.group(self._arguments.options(at)) if is_list else None
        return at

    def _list(self, relation: str, how: How, start: int, group: tuple[int, int]) -> None:
        """A link for each of what is written between commas."""
        at, end = group
        while at < end:
            comma = self.text.find(",", at, end)
            comma = comma if comma >= 0 else end
            self._link(relation, how, start, (at, comma), group[1] + 1)
            at = comma + 1

    def _link(
        self,
        relation: str,
        how: How,
        start: int,
        place: tuple[int, int],
        end: int,
        before: str = "",
    ) -> None:
        """A link to what is written at a place, by the command from start to end."""
        written = self.text[slice(*place)]
        target = plain(written).replace('"', "")
        if not target or target == "*" or _PARAMETER.search(target):
            return
        if relation == "cite" and _NO_KEY.search(target):
            return
        place_of = place[0] + written.find(target) if target in written else -1
        detail = self.text[start : min(end, start + _LONGEST_DETAIL)]
        self.links.append(
            Link(
                relation,
                before + target,
                detail,
                how if "\\" not in target else How.NAME,  # what the macro stands for is not known
                start=place_of,
                end=place_of + len(target) if place_of >= 0 else -1,
            )
        )

    def _definition(self, name: str, start: int, at: int) -> int:
        """What a macro stands for: a heading in it is none of the document."""
        count = DEFINITIONS[name]
        if bare := _DEFINED.match(self.text, at):
            end = at = bare.end()
        else:
            end = at + self.text.startswith("*", at)
            count += 1
        for _ in range(count):
            group = self._arguments.group(self._arguments.options(end))
            if group is None:
                break
            end = group[1] + 1
        self._defined_until = max(self._defined_until, end)
        return at

    def _begin(self, name: str, start: int, at: int) -> int:
        group = self._arguments.group(at)
        if group is None:
            return at
        environment = self.text[slice(*group)]
        if environment == "document":
            self.headings.clear()  # those before are in definitions
        if environment not in self._verbatim:
            return group[1]
        end = self.text.find(f"\\end{{{environment}}}", group[1])
        if end < 0:
            self.endless = (start, group[1] + 1)
            return len(self.text)
        return end + 4

    def _end(self, name: str, start: int, at: int) -> int:
        return len(self.text) if self.text.startswith("{document}", at) else at

    def _environment(self, name: str, start: int, at: int) -> int:
        group = self._arguments.group(self._arguments.options(at))
        if group is None:
            return at
        self._verbatim.add(self.text[slice(*group)])
        return group[1]

    def _inline(self, name: str, start: int, at: int) -> int:
        """Verbatim text in a line, between two of the same sign or in braces."""
        at += self.text.startswith("*", at)
        if name in ("lstinline", "mintinline"):
            at = self._arguments.options(at)
        if name == "mintinline":
            language = self._arguments.group(at)
            at = language[1] + 1 if language else at
        mark = self.text[at : at + 1]
        if not mark or mark.isspace():
            return at
        end = self.text.find("}" if mark == "{" else mark, at + 1, at + _LONGEST_INLINE)
        return end + 1 if end >= 0 and self.text.find("\n", at, end) < 0 else at

    def _address(self, name: str, start: int, at: int) -> int:
        found = _ADDRESS.match(self.text, at)
        return found.end() if found else at

    def _hidden(self, name: str, start: int, at: int) -> int:
        """Pass over what no run of LaTeX reads; without its `\\fi` it counts."""
        if self._hidden_until is None:
            self._hidden_until = {}
            opened: list[int] = []
            for found in _CONDITION.finditer(self.text, start):
                if found["if"]:
                    opened.append(found.start())
                elif found["fi"] and opened:
                    self._hidden_until[opened.pop()] = found.end()
        return self._hidden_until.get(start, at)


_Reader = Callable[[Scan, str, int, int], int]
_READ: dict[str, _Reader] = {
    **dict.fromkeys(LEVELS, Scan._heading),
    **dict.fromkeys(FILES, Scan._file),
    **dict.fromkeys(IMPORTS, Scan._import),
    **dict.fromkeys(BIBLIOGRAPHIES, Scan._bibliography),
    **dict.fromkeys(INLINE, Scan._inline),
    **dict.fromkeys(ADDRESSES, Scan._address),
    **dict.fromkeys(ENVIRONMENTS, Scan._environment),
    **dict.fromkeys(TITLES, Scan._title),
    **dict.fromkeys(DEFINITIONS, Scan._definition),
    "begin": Scan._begin,
    "end": Scan._end,
    "iffalse": Scan._hidden,
}
