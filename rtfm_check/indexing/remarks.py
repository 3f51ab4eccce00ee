"""What is said of a file that no parser says itself: encodings, failures, emptiness."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.file import File
from rtfm_check.parsers import Parser
from rtfm_check.parsers._contract import Draft, MissingPart, Problem
from rtfm_check.text.secrets import Secret
from rtfm_check.text.show import quote
from rtfm_check.tree.ignores import Remark

TOO_MUCH_MEMORY = Problem(
    "limit-reached",
    f"the file takes more memory than the limit of {limits.WORKER_BYTES:,} bytes",
    "split it",
    "what was read of it is kept",
)
LOCAL_PARSER = Problem(
    "local-parser-ignored",
    "RTFM would run this file as a parser; here nothing of a tree is run",
    "see that the documents it is for are well indexed without it",
    "what it would make of its documents is not in the index",
)
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")  # in memory: another one in each run
_MOST_LOST = 50  # secrets of a file that are looked for in all of its text
_SAID_CHARS = 200  # of an exception that are told
_NOT_STORED = (  # the group: half of a surrogate pair, as it is or in an escape, or NUL in one
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|([\ud800-\udfff]|\\u0000|\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
_BYTE_ORDER_MARK = {  # by parser: what RTFM does with the mark
    "json": "RTFM indexes nothing of the file",
    "toml": "RTFM indexes nothing of the file",
    "jupyter": "RTFM indexes nothing of the file",
    "markdown": "RTFM sees neither front matter nor a heading in the first line",
    "python": "RTFM takes the file for plain text and sees none of its imports",
    "yaml": "RTFM has it in the first key",
    "csv": "RTFM has it in the name of the first column",
}


def of_walk(remark: Remark) -> Problem:
    """What the walk over the tree said."""
    help = "rename it" if remark.rule == "file-name-not-utf8" else ""
    return Problem(remark.rule, remark.message, help)


def of_encoding(file: File, parser: str) -> Iterator[Problem]:
    """What is to be said of how a text was decoded."""
    encoding, place = file.streamed or (file.encoding, None)
    line, column = 1, 1
    if encoding.is_guess or encoding.replaced:
        line, column = place or file.bad_place
    if encoding.has_mark and encoding.name == "utf-8":
        yield Problem(
            "document-byte-order-mark",
            "the file begins with a byte order mark",
            "store it as UTF-8 without one",
            _BYTE_ORDER_MARK.get(parser, "RTFM has it in the first chunk"),
            line=1,
        )
    elif encoding.name != "utf-8" and (encoding.has_mark or encoding.is_guess):
        how = "the file is" if encoding.has_mark else "the file is not UTF-8; it was read as"
        yield Problem(
            "encoding-replaced",
            f"{how} {encoding.name.upper()}",
            "store it as UTF-8",
            "RTFM reads it as UTF-8 and replaces what is none",
            line=1 if encoding.has_mark else line,
            column=1 if encoding.has_mark else column,
        )
    if encoding.replaced:
        count = encoding.replaced
        what = "1 byte is" if count == 1 else f"{count:,} bytes are"
        yield Problem(
            "encoding-replaced",
            f"{what} not {encoding.name.upper()}: U+FFFD stands in the text instead",
            "store the file as UTF-8",
            "RTFM replaces the same bytes",
            line=line,
            column=column,
        )


def replaced(file: File, line: int) -> Problem:
    """That a text held what no store takes: where it is written, else in the line of the chunk."""
    text = file.text if file.has_text else ""
    pattern = "(\0)" if "\0" in text else _NOT_STORED
    start, end = next((each.span(1) for each in re.finditer(pattern, text) if each[1]), (-1, -1))
    return Problem(
        "text-replaced",
        "the text holds characters that no store takes: NUL, or half of a surrogate pair",
        "write them as what they stand for, or leave them out",
        "each is U+FFFD in the chunk",
        start=start,
        end=end,
        line=line,
    )


class Secrets:
    """What is to be said of chunks of a file that look as if they held secrets."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._behind = 0  # the last one, in the text of the file
        self._lost = 0  # that are not in the text as they are in the chunk

    def told(self, draft: Draft, found: list[Secret]) -> Iterator[Problem]:
        """What is to be said of those in the next chunk."""
        for kind, start, end in found:
            written = draft.text[start:end]
            at = self._place(written)
            yield Problem(
                "secret-like-text-in-index",
                f"the text holds what looks like {kind}: {quote(written[:8])[:-1]}…`",
                "take it out, and make it worthless where it was issued",
                "who downloads the index can find it",
                start=at,
                end=at + len(written) if at >= 0 else -1,
                line=draft.lines[0] if draft.lines else 0,
            )

    def _place(self, written: str) -> int:
        """Where it is in the text of the file, or -1; the text is not looked through each time."""
        if not self._file.has_text or self._lost > _MOST_LOST:
            return -1
        at = self._file.text.find(written, self._behind)
        if at < 0:
            self._lost += 1
            return self._file.text.find(written)
        self._behind = at + len(written)
        return at


def overwrites(slug: str, first: str) -> Problem:
    """That RTFM puts a document in the place of another, which has the same identity."""
    named = f"both are {quote(slug)} to it" if slug else "neither has a title"
    return Problem(
        "rtfm-overwrites-document",
        f"RTFM would overwrite {quote(first)} with this document: {named}",
        "give each a title of its own, or a file name where it is one article",
        "RTFM goes by the title, whatever the path; here both are kept",
    )


def too_much_output(file: File) -> Problem:
    """That a file gives far more than it holds."""
    most = limits.OUTPUT_CHARS + limits.OUTPUT_TIMES * file.size
    return Problem(
        "limit-reached",
        f"a file of {file.size:,} bytes gives more than {most:,} characters",
        "see what is repeated in it; or split it",
        "what was made of it by then is kept",
    )


def too_many_problems(count: int) -> Problem:
    """That not all that was wrong with a file is told."""
    return Problem(
        "limit-reached",
        f"{count:,} things are to be told of the file; the last "
        f"{count - limits.DOCUMENT_PROBLEMS:,} of them are not",
        "mend the ones that are told first",
    )


def nothing(file: File) -> Problem:
    """That a file gives no chunk."""
    if not file.size or (file.has_text and not file.text.strip()):
        what = "is empty" if not file.size else "holds nothing but white space"
        return Problem("empty-document", f"the file {what}", note="RTFM indexes nothing of it")
    return Problem("indexes-to-nothing", "the file has content and gives no chunk")


def repeated(length: int) -> Problem:
    """That a title, or a value such as an author's name, was cut or left out."""
    return Problem(
        "limit-reached",
        f"a title or value that each chunk repeats has {length:,} characters; "
        f"{limits.TITLE_CHARS:,} of it are in the index, or none",
        "make it short",
        "RTFM has all of it in each chunk",
    )


def missing(part: MissingPart, parser: str) -> Problem:
    """That a library or program is not there."""
    help = part.advice
    if part.extra:
        help = (
            f"pip install 'rtfm-check[{part.extra}]'; in .pre-commit-config.yaml, "
            f'`additional_dependencies: ["rtfm-check[{part.extra}]"]`; '
            f"in the Action, `extras: {part.extra}`"
        )
    return Problem(
        "optional-dependency-missing",
        f"{parser} files need {part.name}, which is not installed",
        help,
        "nothing of the file is in the index",
    )


def lost(why: str) -> Problem:
    """That the process that read a file is dead."""
    is_late = why.startswith("it took")
    return Problem(
        "parser-timeout" if is_late else "parser-failed",
        f"the file was given up: {why}",
        "split the file, or leave it out" if is_late else "please report this as a defect",
        "what was read of it by then is kept; all other files are read",
    )


def failed(error: Exception, parser: Parser) -> Problem:
    """That a parser raised."""
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return Problem(
        "parser-failed",
        f"the parser {parser.name} failed: {said(error)}",
        "please report this as a defect of rtfm-check" if parser.given is None else "",
        f"raised in {frame.name}, line {frame.lineno}; the text up to there is kept",
    )


def said(error: Exception) -> str:
    """What an exception says, but for what differs from run to run."""
    return f"{type(error).__name__}: {_ADDRESS.sub('', str(error)[:_SAID_CHARS])}"
