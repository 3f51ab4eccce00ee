"""`rtfm-check lsp`: the language server, for editors to start."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec

from rtfm_check.cli._options import Parser, add_config
from rtfm_check.exits import UsageError


def run(arguments: list[str]) -> int:
    """Serve an editor until it says that this is the end."""
    options = parser().parse_args(arguments)
    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        raise UsageError("the language server needs pygls: pip install 'rtfm-check[lsp]'")
    from rtfm_check.editor.server import serve
    from rtfm_check.look import Settings

    config = None if options.config is None else os.path.abspath(options.config)
    return serve(Settings(config, options.isolated))


def parser() -> argparse.ArgumentParser:
    """The options of `lsp`."""
    made = Parser("lsp", "Serve an editor: the Language Server Protocol on standard input.")
    made.add_argument("--stdio", action="store_true", help="as it is always; editors add it")
    add_config(made)
    return made
