"""Parsers of others: those of installed packages, and those that a program registers.

The contract is RTFM's: a class or an object with `extensions`, `name`, `parse(path, metadata)`,
which yields chunks, and perhaps `extract_edges(path, metadata)`, which gives edge candidates. A
chunk is anything with RTFM's field names as attributes, of which `content` alone is needed.

An installed package names its parsers in the entry-point group `rtfm_check.parsers`; they are
loaded where a run says `--plugins`, and never otherwise. Files of the tree are never executed.

They open a file by its name, and may read what lies beside it. What they give is dropped as soon
as the name is that of another file, or of a link, which somebody may have put there meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rtfm_check.exits import UsageError
from rtfm_check.file import File
from rtfm_check.parsers import Parser, add
from rtfm_check.parsers._contract import ORDINAL, About, Draft, How, Item, Link
from rtfm_check.source import Unreadable

GROUP = "rtfm_check.parsers"
_HOW = {"link": How.PATH, "include": How.PATH, "import": How.MODULE}


class Contract(Protocol):
    """What a registered parser has."""

    extensions: Iterable[str]
    name: str

    def parse(self, path: Path, metadata: dict[str, Any] | None = None) -> Iterable[Any]:
        """The chunks of a file."""
        ...


Given = TypeVar("Given", bound="Contract | type[Contract]")


def register(parser: Given) -> Given:
    """Add a parser; its extensions are taken from whoever had them. Usable as a decorator.

    Raises ValueError for one that cannot be right: without name or extensions, or with an
    extension that has no dot, which no file name would match.
    """
    made = parser() if isinstance(parser, type) else parser
    name, extensions = getattr(made, "name", ""), tuple(getattr(made, "extensions", ()))
    if not isinstance(name, str) or not name:
        raise ValueError("a parser needs a name")
    if not extensions:
        raise ValueError(f"the parser {name} claims no extension")
    for each in extensions:
        if not isinstance(each, str) or not each.startswith(".") or len(each) < 2:
            raise ValueError(f"the parser {name} claims {each!r}: an extension begins with a dot")
    if not callable(getattr(made, "parse", None)):
        raise ValueError(f"the parser {name} has no parse()")
    lowered = tuple(each.lower() for each in extensions)
    add(Parser(name, lowered, "", 0, is_text=False, given=_Adapted(made)))
    return parser


def load() -> list[str]:
    """Register the parsers of installed packages; their names. Raises UsageError for a bad one."""
    names = []
    for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        try:
            register(entry.load())
        except Exception as error:  # code of others, which the user asked for by name
            what = f"{type(error).__name__}: {error}"
            raise UsageError(f"the plugin {entry.name} cannot be loaded: {what}") from error
        names.append(entry.name)
    return names


class _Adapted:
    """A parser of RTFM's contract as one of ours."""

    def __init__(self, parser: Any) -> None:
        self._parser = parser

    def __call__(self, file: File) -> Iterator[Item]:
        """What the parser makes of a file."""
        with file.seekable() as meant:
            for item in self._items(file):
                if not file.is_still(meant):
                    raise Unreadable("another file was put in its place while it was read")
                yield item

    def _items(self, file: File) -> Iterator[Item]:
        path = Path(file.full_path)
        metadata = {"source_file": file.name, "title": file.title}
        is_first = True
        for chunk in self._parser.parse(path, dict(metadata)):
            if is_first:
                yield About(title=getattr(chunk, "book_title", None) or file.title)
                is_first = False
            yield _draft(chunk)
        edges: Callable[..., Iterable[Any]] | None = getattr(self._parser, "extract_edges", None)
        for edge in edges(path, dict(metadata)) if edges is not None else ():
            yield _link(edge)


def _draft(chunk: Any) -> Draft:
    def given(name: str, default: Any) -> Any:
        value = getattr(chunk, name, None)
        return default if value is None else value

    first, last = given("line_start", None), given("line_end", None)
    return Draft(
        title=str(given("chapter_title", "")),
        text=str(chunk.content),
        lines=None if first is None or last is None else (int(first), int(last)),
        pages=(given("page_start", 1), given("page_end", 1)),
        number=given("chapter_num", ORDINAL),
        paragraph=given("paragraph", 1),
        kind=str(given("section_type", "chapter")),
        metadata=given("metadata", None),
    )


def _link(edge: Any) -> Link:
    relation, target = str(edge.relation_type), str(edge.target_ref)
    detail = str(getattr(edge, "source_detail", "") or "")
    how = How.WIKILINK if detail.startswith("[[") else _HOW.get(relation, How.NAME)
    return Link(relation, target, detail, how)
