"""Which parser takes a file: by its suffix, else by whether it looks like text. Only the table."""

from __future__ import annotations

from typing import NamedTuple

HEAD_BYTES = 8192  # of a file that no parser claims: a NUL among them makes it binary


class Parser(NamedTuple):
    """A parser of RTFM's, and the suffixes that it claims."""

    name: str
    extensions: tuple[str, ...]


# In the order of RTFM 0.55.1. Its plaintext claims .toml too, and loses it to toml.
PARSERS = (
    Parser("markdown", (".md", ".markdown")),
    Parser("legifrance", (".xml",)),
    Parser("bofip", (".html", ".htm")),
    Parser("python", (".py",)),
    Parser("latex", (".tex", ".latex")),
    Parser("yaml", (".yaml", ".yml")),
    Parser("json", (".json",)),
    Parser("shell", (".sh", ".bash", ".zsh")),
    Parser("sqlite", (".sqlite", ".sqlite3", ".db")),
    Parser("jupyter", (".ipynb",)),
    Parser("csv", (".csv", ".tsv")),
    Parser("fb2", (".fb2",)),
    Parser("djvu", (".djvu", ".djv")),
    Parser("midi", (".mid", ".midi", ".kar", ".rmi")),
    Parser(
        "audio",
        (
            *(".mp3", ".flac", ".ogg", ".oga", ".opus", ".m4a", ".m4b", ".aac", ".wav"),
            *(".aif", ".aiff", ".aifc", ".wma", ".ape", ".wv", ".mpc", ".dsf", ".tta"),
        ),
    ),
    Parser(
        "plaintext",
        (
            *(".js", ".ts", ".jsx", ".tsx", ".rs", ".go", ".java", ".mjs", ".cjs", ".mts"),
            *(".cts", ".css", ".c", ".cpp", ".h", ".hpp", ".rb", ".php", ".swift", ".kt"),
            *(".r", ".sql", ".lua", ".pl", ".scala", ".txt", ".cfg"),
        ),
    ),
    Parser("toml", (".toml",)),
    Parser("pdf", (".pdf",)),
    Parser("xlsx", (".xlsx",)),
    Parser("epub", (".epub",)),
    Parser("mobi", (".mobi", ".azw", ".azw3")),
    Parser("docx", (".docx",)),
    Parser("odt", (".odt",)),
    Parser("rtf", (".rtf",)),
)
_BY_EXTENSION = {extension: each.name for each in PARSERS for extension in each.extensions}


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
