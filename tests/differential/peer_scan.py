"""Ask an installed RTFM which files of a folder it would read, and which parser claims what.

Runs in an environment of its own that has rtfm-ai. The first line that it answers is its table of
parsers, `{extension: name}`. Then it reads a folder a line, as a JSON text, and answers with a
line each: the relative paths in RTFM's order, or the name of the error that its scan ends in.
"""

from __future__ import annotations

import json
import logging
import sys
import warnings
from pathlib import Path

logging.disable(50)
warnings.simplefilter("ignore")

import rtfm.parsers  # noqa: E402,F401  registers RTFM's parsers
from rtfm.core.sync import scan_directory  # noqa: E402
from rtfm.parsers.base import ParserRegistry  # noqa: E402


def scan(root: Path) -> object:
    """The files, or the error."""
    try:
        return [str(path.relative_to(root)) for path in scan_directory(root)]
    except BaseException as error:  # the answer is what went wrong, whatever it was
        return type(error).__name__


def main() -> None:
    """Answer every line of standard input."""
    names = ParserRegistry.list_extensions()
    table = {name: ParserRegistry.get_parser_for_extension(name).name for name in names}
    print(json.dumps(table), flush=True)
    for line in sys.stdin:
        print(json.dumps(scan(Path(json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
