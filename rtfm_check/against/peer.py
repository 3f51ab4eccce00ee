"""RTFM's own parsers, asked about one file after the other in a process that may do little.

Run by an interpreter that has rtfm-ai, in a folder with copies of what it may read. Each line of
standard input is a JSON text, the path of a file; each line of the answer says what RTFM makes of
it. The first line says which RTFM that is. Standard library and RTFM only, Python 3.10 or newer.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import re
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

_WORD = re.compile(r"\w+")
_MEMORY = 4 * 1024**3  # bytes; RTFM starts an interpreter for each PDF, which has as much
_FILE = 2 * 1024**3  # bytes of a file that it may write
_FILES = 512  # that are open at once
_DEATH_SIGNAL, _NO_PRIVILEGES = 1, 38  # of Linux's prctl
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000  # of Linux's unshare
_HEAD = 8192  # bytes of a file that no parser claims: a NUL among them makes it binary
_SAID = 200  # characters of an error that are told


def confine() -> None:
    """Confine this process, and all that it starts, for good."""
    if os.name != "posix":
        return
    import resource

    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, _FILE),
        (resource.RLIMIT_NOFILE, _FILES),
        *([(resource.RLIMIT_AS, _MEMORY)] if sys.platform == "linux" else []),
    ):
        hard = resource.getrlimit(what)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError, ValueError):  # it has less already
            resource.setrlimit(what, (least, least))
    if sys.platform == "linux":
        import ctypes

        system = ctypes.CDLL(None)
        system.prctl(_DEATH_SIGNAL, signal.SIGKILL)
        system.prctl(_NO_PRIVILEGES, 1, 0, 0, 0)
        if system.unshare(_NEW_NETWORK):  # where it may not, a user of its own may
            system.unshare(_NEW_USER | _NEW_NETWORK)


def parsers() -> Any:
    """RTFM's registry of parsers, with the mappings of the folder."""
    importlib.import_module("rtfm.parsers")  # registers them
    registry = importlib.import_module("rtfm.parsers.base").ParserRegistry

    folder = Path(".rtfm") / "mappings"
    if folder.is_dir():
        importlib.import_module("rtfm.parsers.mappings").load_mappings_from_dir(folder)
    return registry


def answer(path: Path, registry: Any) -> dict[str, Any]:
    """What RTFM makes of a file, or the error that it ends with."""
    made: dict[str, Any] = {"parser": "", "chunks": 0, "words": {}, "edges": [], "error": ""}
    try:
        parser = registry.get_parser(path) or _for_text(path, registry)
        if parser is None:
            return made
        made["parser"] = str(parser.name)
        about = getattr(parser, "extract_metadata", None)
        metadata = dict((about(path) if about is not None else None) or {})
        words: Counter[str] = Counter()
        for chunk in parser.parse(path, metadata):
            made["chunks"] += 1
            for text in (chunk.chapter_title, chunk.content):
                words.update(_WORD.findall(str(text or "").casefold()))
        made["words"] = words
        made["edges"] = [
            [str(each.relation_type), str(each.target_ref), str(each.source_detail or "")]
            for each in parser.extract_edges(path)
        ]
    except Exception as error:  # whatever it is, it is the answer
        made["error"] = " ".join(f"{type(error).__name__}: {error}".split())[:_SAID]
    return made


def _for_text(path: Path, registry: Any) -> Any:
    """The parser of a file whose suffix none claims: RTFM reads it if it looks like text."""
    with path.open("rb") as stream:
        is_binary = b"\0" in stream.read(_HEAD)
    return None if is_binary else registry.get_parser(Path("text.txt"))


def main() -> None:
    """Answer every line of standard input."""
    import logging
    import warnings

    confine()
    logging.disable(50)
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    with open(os.devnull, "w", encoding="ascii") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # what a parser prints is no answer
    from importlib.metadata import PackageNotFoundError, version

    try:
        registry = parsers()
        first = {"rtfm": version("rtfm-ai")}
    except (ImportError, PackageNotFoundError) as error:
        first = {"missing": str(error)[:_SAID]}
    print(json.dumps(first), file=answers, flush=True)
    if "missing" in first:
        return
    for line in sys.stdin.buffer:
        made = answer(Path(json.loads(line)), registry)
        print(json.dumps(made), file=answers, flush=True)


if __name__ == "__main__":
    main()
