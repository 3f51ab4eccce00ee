"""Which parser takes a file: by its suffix, else by whether it looks like text. Only the table.

A parser is a module of this package; `_contract` says what it gets and yields. It is imported when
the first file of its kind is met, and so are the libraries that it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rtfm_check.parsers._contract import Parse

HEAD_BYTES = 8192  # of a file that no parser claims: a NUL among them makes it binary


class Parser(NamedTuple):
    """A parser of RTFM's, and the suffixes that it claims."""

    name: str
    extensions: tuple[str, ...]
    module: str  # of this package
    most: int  # characters that a chunk of its may have
    is_text: bool = True  # it reads text: what looks binary is not for it
    version: int = 1  # changes when what it makes of a file does
    given: Parse | None = None  # the function of a parser of others

    def load(self) -> Parse:
        """Its function; imports its module."""
        if self.given is not None:
            return self.given
        parse: Parse = import_module(f"rtfm_check.parsers.{self.module}").parse
        return parse


# In the order of RTFM 0.55.1. Its plaintext claims .toml too, and loses it to toml.
PARSERS = (
    Parser("markdown", (".md", ".markdown"), "markdown", 4500),
    Parser("legifrance", (".xml",), "legifrance", 4500),
    Parser("bofip", (".html", ".htm"), "html", 4500),
    Parser("python", (".py",), "python", 3600),
    Parser("latex", (".tex", ".latex"), "latex", 3600),
    Parser("yaml", (".yaml", ".yml"), "yaml", 2400),
    Parser("json", (".json",), "json_", 2400),
    Parser("shell", (".sh", ".bash", ".zsh"), "shell", 2400),
    Parser("sqlite", (".sqlite", ".sqlite3", ".db"), "sqlite", 12000, is_text=False),
    Parser("jupyter", (".ipynb",), "jupyter", 4800),
    Parser("csv", (".csv", ".tsv"), "csv_", 12000),
    Parser("fb2", (".fb2",), "fb2", 4500),
    Parser("djvu", (".djvu", ".djv"), "djvu", 4500, is_text=False),
    Parser("midi", (".mid", ".midi", ".kar", ".rmi"), "midi", 4500, is_text=False),
    Parser(
        "audio",
        (
            *(".mp3", ".flac", ".ogg", ".oga", ".opus", ".m4a", ".m4b", ".aac", ".wav"),
            *(".aif", ".aiff", ".aifc", ".wma", ".ape", ".wv", ".mpc", ".dsf", ".tta"),
        ),
        "audio",
        4500,
        is_text=False,
    ),
    Parser(
        "plaintext",
        (
            *(".js", ".ts", ".jsx", ".tsx", ".rs", ".go", ".java", ".mjs", ".cjs", ".mts"),
            *(".cts", ".css", ".c", ".cpp", ".h", ".hpp", ".rb", ".php", ".swift", ".kt"),
            *(".r", ".sql", ".lua", ".pl", ".scala", ".txt", ".cfg"),
        ),
        "plaintext",
        1500,
    ),
    Parser("toml", (".toml",), "toml", 3600),
    Parser("pdf", (".pdf",), "pdf", 4500, is_text=False),
    Parser("xlsx", (".xlsx",), "xlsx", 12000, is_text=False),
    Parser("epub", (".epub",), "epub", 4500, is_text=False),
    Parser("mobi", (".mobi", ".azw", ".azw3"), "mobi", 4500, is_text=False),
    Parser("docx", (".docx",), "docx", 4500, is_text=False),
    Parser("odt", (".odt",), "odt", 4500, is_text=False),
    Parser("rtf", (".rtf",), "rtf", 4500),
)
# What a field profile is for goes here; RTFM has no such parser.
JSON_FIELDS = Parser("json-fields", (), "json_fields", 4500)
BY_NAME = {each.name: each for each in (*PARSERS, JSON_FIELDS)}
_BY_EXTENSION = {extension: each.name for each in PARSERS for extension in each.extensions}


def add(parser: Parser) -> None:
    """Add a parser of others; its extensions are its own from now on."""
    BY_NAME[parser.name] = parser
    _BY_EXTENSION.update(dict.fromkeys(parser.extensions, parser.name))


def by_name(path: str) -> str | None:
    """The parser that claims the last suffix of a path, in any case; None if there is none.

    A name that only begins with a dot has no suffix, and neither has one that ends with it.
    """
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    if not 0 < dot < len(name) - 1:
        return None
    return _BY_EXTENSION.get(name[dot:].lower())


def by_content(head: bytes) -> str:
    """What RTFM takes a file for that no parser claims, by its first HEAD_BYTES bytes.

    It reads `plaintext`, and skips `binary`.
    """
    return "binary" if b"\0" in head else "plaintext"
