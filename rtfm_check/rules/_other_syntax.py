"""What in a text is meant as a placeholder, and is none that RTFM knows; and how to write it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.mapping.template import Template

_PATH = re.compile(r"[a-zA-Z_$][\w.$]*")
_OTHER_SYNTAX = re.compile(
    r"\$\{[^{}\n]{1,200}\}|#\{(?!%)[^{}\n]{1,200}\}(?!\})"
    r"|\{%[^\n]{0,200}?%\}|<%[^\n]{0,200}?%>|%\([\w.]{1,80}\)s|(?<!\{)\{#[^{}\n]{0,200}?#\}"
    r"|\uff5b{1,2}\s*[\w.$]{1,80}\s*[}\uff5d]{1,2}"
)
_JSONPATH = re.compile(r"\s*\$(?:\.[a-zA-Z_]|\[)[\w.$\[\]*'\"-]{0,80}\s*")
_HALF_PATH = re.compile(r"\{\{\s*[\w$][\w.$\[\]'\"-]{0,80}(?<=[.\['\"_-])")  # before another
_INSIDE = re.compile(r"[^{}\n]*\}\}")
_NESTED = "RTFM's templates hold one path, and no placeholder inside another: write a fixed one"
_STATEMENT = "RTFM's templates have no statements: remove it"
_ONE_BRACE = re.compile(r"(?<![{\\$])\{\s*([a-zA-Z_$][\w.$]*)\s*\}\}(?!\})")
_CLOSING = re.compile(r"\}{2,}")
_BACKWARDS = re.compile(r"[\w.$]*")  # a path, its last character first
_FIRST = re.compile(r"[a-zA-Z_$]")
_SINGLE = re.compile(r"(?<![{\\$#])\{\s*([a-zA-Z_$][\w.$]*)\s*\}(?!\})")
_SINGLE_CLOSE = re.compile(r"\{\{\s*([a-zA-Z_$][\w.$]*)\s*\}(?!\})(?:\s*\})?")
_COMMENT = "RTFM's templates have no comments: remove it"
_ARGUMENT = re.compile(r"[a-zA-Z_]\w*\(\s*([a-zA-Z_$][\w.$]*)")  # of a function
_HELPERS = re.compile(r"@(?:index|key|first|last)")  # what Handlebars tells of a loop
_BLOCK = re.compile(r"\s*[#%]?\s*(if|for|each|unless|with|set|block)\b\s*(.*)")
_BLOCK_END = re.compile(r"\s*(?:/|end|else|elif|elsif)")
_EXPRESSION = re.compile(
    r"([a-zA-Z_$][\w.$]*)\s*(?:\?\??|\|\|?|&&|[-+*,=!<>]+|\b(?:or|and|if)\b)\s"
)


class _Bad(NamedTuple):
    start: int
    end: int
    text: str
    help: str


def unrecognised(template: Template, part: str) -> Iterator[_Bad]:
    """What looks like a placeholder and is copied as it stands; `part` is what it is for."""
    text = template.text
    taken = [placeholder.outer for placeholder in template.placeholders]
    covered = _Covered()
    found = 0
    for bad in _double_braces(text, taken):
        covered.add(bad.start, bad.end)
        found += 1
        if not (found > 1 and _BLOCK_END.match(bad.text[2:-2])):
            yield bad
    for start, end in taken:
        covered.add(start, end)
    for match in _OTHER_SYNTAX.finditer(text):
        if covered.take(*match.span()):
            found += 1
            if not _BLOCK_END.match(match[0].strip("<{%- ")):
                inner = match[0].removesuffix("s") if match[0].startswith("%(") else match[0]
                help = _fixed(inner.strip("$#<{}%()>= \uff5b\uff5d"))
                is_statement = inner[:2] in ("{%", "<%") and inner[2] != "="
                if is_statement and not _BLOCK.fullmatch(inner.strip("<{}%>-+ ")):
                    help = _STATEMENT
                yield _Bad(*match.span(), match[0], _COMMENT if inner[:2] == "{#" else help)
    for match in _ONE_BRACE.finditer(text):
        if covered.take(*match.span()):
            found += 1
            yield _Bad(*match.span(), match[0], _write(match[1]))
    for start, end, path in _not_opened(text):
        behind = text.rfind("}}", 0, start)
        is_inside = text.find("{", behind + 2 if behind >= 0 else 0, start) >= 0
        if not is_inside and covered.take(start, end):
            found += 1
            yield _Bad(start, end, text[start:end], _write(path))
    if taken or found:
        return
    if _JSONPATH.fullmatch(text):
        yield _Bad(0, len(text), text, _fixed(to_dotted(text)))
    singles = list(_SINGLE.finditer(text))
    if part == "content" or (singles and singles[0][0] == text.strip()):
        for match in singles:
            yield _Bad(*match.span(), match[0], _write(match[1]))


def _not_opened(text: str) -> Iterator[tuple[int, int, str]]:
    """Each path with `}}` behind it: start, end, path."""
    at = 0
    for closing in _CLOSING.finditer(text):
        before = text[at : closing.start()].rstrip()
        backwards = _BACKWARDS.match(before[::-1])
        assert backwards is not None
        first = _FIRST.search(before, len(before) - backwards.end())
        if first:
            yield at + first.start(), closing.start() + 2, before[first.start() :]
        at = closing.end()


class _Covered:
    """Ranges of a text that something was said about."""

    def __init__(self) -> None:
        self._starts: list[int] = []  # of ranges that do not overlap, in order
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        """Add a range."""
        first, last = self._touched(start, end)
        if first < last:
            start = min(start, self._starts[first])
            end = max(end, self._ends[last - 1])
        self._starts[first:last] = [start]
        self._ends[first:last] = [end]

    def take(self, start: int, end: int) -> bool:
        """Add a range if it overlaps none; whether that is so."""
        first, last = self._touched(start, end)
        if first < last:
            return False
        self.add(start, end)
        return True

    def _touched(self, start: int, end: int) -> tuple[int, int]:
        """Which of the ranges overlap one, as indices: from, up to."""
        first = bisect_right(self._ends, start)
        return first, max(first, bisect_left(self._starts, end))


def _double_braces(text: str, taken: list[tuple[int, int]]) -> Iterator[_Bad]:
    """What begins with two braces and is no placeholder."""
    at = 0
    for start, end in [*taken, (len(text), len(text))]:
        blank = at + len(text[at:start].rstrip())  # from here to the placeholder
        opened = text.find("{{", at, start)
        while opened >= 0:
            if text.startswith("{{{", opened) and opened + 1 == start:
                break  # one brace too many around a good placeholder
            if opened + 2 >= blank and start < end:  # braces around braces
                closed = re.compile(r"\s*\}\}").match(text, end)
                behind = closed.end() if closed else end
                yield _Bad(opened, behind, text[opened:behind], written(text[start:end]))
                break
            is_inner = start < end and _HALF_PATH.fullmatch(text, opened, start)
            inside = _INSIDE.match(text, end) if is_inner else None
            if inside:
                yield _Bad(opened, inside.end(), text[opened : inside.end()], _NESTED)
                break
            bad = _opened(text, opened, start)
            yield bad
            opened = text.find("{{", max(bad.end, opened + 2), start)
        at = end


def _opened(text: str, start: int, limit: int) -> _Bad:
    """The thing that begins with `{{` at `start`; `limit` is where a good placeholder begins."""
    single = _SINGLE_CLOSE.match(text, start)
    if single and single.end() <= limit:
        return _Bad(start, single.end(), single[0], _write(single[1]))
    again = text.find("{{", start + 2, limit)
    closed = text.find("}}", start + 2, again if again >= 0 else limit)
    if closed < 0:
        end = min(position for position in (again, limit, len(text)) if position >= 0)
        line = text.find("\n", start, end)
        end = line if line >= 0 else end
        path = re.compile(r"\{\{\s*([a-zA-Z_$][\w.$]*)").match(text, start, end)
        if path:
            return _Bad(start, path.end(), path[0], _write(path[1]))
        found = text[start:end].rstrip()
        return _Bad(start, max(start + len(found), start + 2), found, "close it with `}}`")
    unclosed = text.count("{", start, closed) - text.count("}", start, closed + 2)
    while unclosed > 0 and text.startswith("}}}", closed):
        closed += 1  # a brace of the inner text, as in `{{ ${a} }}`
        unclosed -= 1
    whole = text[start : closed + 2]
    return _Bad(start, closed + 2, whole, _fixed(whole[2:-2]))


def _fixed(inner: str) -> str:
    """How to write what stands between the braces, if RTFM has a way to."""
    inner = inner.strip()
    if len(inner) > limits.HELP_CHARS:
        return "RTFM's templates hold one path and nothing else"
    if _PATH.fullmatch(inner.strip("-~ ")):
        inner = inner.strip("-~ ")
    if not inner:
        return "write a path between the braces"
    block = _BLOCK.fullmatch(inner)
    if block:
        list_path = re.search(r"[\w$.]+$", block[2].strip())
        if block[1] in ("for", "each") and list_path:
            return f"RTFM's templates have no loops: write `foreach: {list_path[0]}`"
        return "RTFM's templates have no conditions or loops: remove it"
    if _PATH.fullmatch(inner):
        return f"write `{{{{ {inner} }}}}`"
    habit = _habit(inner) or _unseen(inner)
    if habit:
        return habit
    if "*" in inner or "[]" in inner:
        before, _, after = inner.replace("[]", "[*]").partition("*")
        return (
            f"RTFM has no wildcards: write `foreach: {before.strip('.[] ')}` "
            f"and `{{{{ {after.strip('.[] ') or 'value'} }}}}`"
        )
    dotted = to_dotted(inner)
    if _PATH.fullmatch(dotted) and dotted != inner:
        return f"write `{{{{ {dotted} }}}}`"
    if inner.startswith(".") and not inner.strip("."):
        return "write `{{ value }}` for the item itself"
    if re.match(r"\d+(?:\.|$)", dotted):
        return (
            "a path may not begin with a digit; in a list of lists write "
            f"`{{{{ value.{dotted} }}}}`"
        )
    if re.search(r"(?:^|\.)[+-]\d", inner):
        return "RTFM's templates have no negative index: count from the start, as in `rows.0`"
    expression = _EXPRESSION.match(inner) or re.match(r"([a-zA-Z_$][\w.$]*)[,?(]", inner)
    if expression:
        path = expression[1].rpartition(".")[0] if inner.endswith(")") else expression[1]
        return f"RTFM's templates hold one path and nothing else: write `{{{{ {path} }}}}`"
    if "/" in inner.strip("/") and _PATH.fullmatch(inner.replace("/", ".")):
        return f"write `{{{{ {inner.replace('/', '.')} }}}}`"
    if "\\." in inner and _PATH.fullmatch(inner.replace("\\.", ".")):
        return f"in RTFM each dot is a step: {_write(inner.replace(chr(92), ''))}"
    if inner[0].isalpha() and not inner[0].isascii() and re.fullmatch(r"[\w$.]+", inner):
        plain = unicodedata.normalize("NFKD", inner).encode("ascii", "ignore").decode()
        example = f", for example to `{plain}`" if _PATH.fullmatch(plain) else ""
        return (
            "RTFM's paths begin with a letter from A to Z, `_` or `$`: rename the field" + example
        )
    named = re.sub(r"[^\w$.]+", "_", inner, flags=re.ASCII).strip("_")
    named = named if _PATH.fullmatch(named) else f"field_{named}".strip("_")
    if "-" in inner:
        return f"RTFM reaches no key with a hyphen: rename the field, for example to `{named}`"
    return (
        "RTFM reaches only keys of letters, digits, `_` and `$`: rename the field, "
        f"for example to `{named}`"
    )


def _habit(inner: str) -> str:
    """What to do about a notation of Handlebars, Mustache or Jinja that is no path."""
    if inner[0] == "!":
        return _COMMENT
    if inner[0] == ">":
        return "RTFM's templates include no others: write the text itself"
    if inner.startswith("../") or inner == "@root" or inner.startswith("@root."):
        return (
            "RTFM's paths have no way up: they begin at the document, and inside `foreach` at the "
            "item"
        )
    if _HELPERS.fullmatch(inner):
        return "RTFM's templates do not tell which item it is: remove it"
    argument = _ARGUMENT.match(inner)
    meant = argument[1] if argument else inner.strip("'\"&^ ")
    if meant != inner and _PATH.fullmatch(meant):
        return f"RTFM's templates hold one path and nothing else: {_write(meant)}"
    return ""


def _unseen(inner: str) -> str:
    """What to do about characters that a reader does not see, or sees as one with the next."""
    hidden = next((each for each in inner if unicodedata.category(each) == "Cf"), "")
    visible = "".join(each for each in inner if unicodedata.category(each) != "Cf").strip()
    if hidden and _PATH.fullmatch(visible):
        return f"{_write(visible)}, without the invisible character U+{ord(hidden):04X}"
    composed = unicodedata.normalize("NFC", inner)
    wide = unicodedata.normalize("NFKC", inner)
    if wide.isascii() and not inner.isascii() and _PATH.fullmatch(wide):
        return f"{_write(wide)}, in letters of half the width"
    if composed != inner and _PATH.fullmatch(composed):
        return f"{_write(composed)}, each letter and its accent as one character"
    return ""


def _write(path: str) -> str:
    return written(f"{{{{ {path} }}}}")


def written(placeholder: str) -> str:
    """The help that writes a placeholder out, unless that is long."""
    if len(placeholder) > limits.HELP_CHARS:
        return "write two braces on each side of the path"
    return f"write `{placeholder}`"


def to_dotted(path: str) -> str:
    """A path in JSONPath, JSON Pointer, brackets or braces, as a dotted path."""
    text = path.strip()
    for opening, closing in (("{{", "}}"), ("${", "}"), ("{", "}")):
        if text.startswith(opening) and text.endswith(closing):
            text = text[len(opening) : -len(closing)].strip(" -")
    text = re.sub(r"\s*\|.*$", "", text)
    text = text.removeprefix("#") if text.startswith("#/") else text
    if text.startswith("/"):
        text = text[1:].replace("/", ".")
    text = text.replace("->", ".")
    text = text.removeprefix("$").lstrip(".") if text.startswith(("$.", "$[")) else text
    text = text[2:] if text.startswith("@.") else text  # JSONPath's name for the item
    text = text.replace("[]", "[*]")
    text = re.sub(r"\[['\"]?([^\]'\"]*)['\"]?\]", r".\1", text)
    return re.sub(r"\s*\.[\s.]*", ".", text).strip(". ")
