"""`rtfm-check settings`: the configuration that counts here, and where each value is from."""

from __future__ import annotations

import json
import os

from rtfm_check import config as configuration
from rtfm_check.cli._options import Parser, add_config
from rtfm_check.exits import Exit
from rtfm_check.text.show import safe


def run(arguments: list[str]) -> int:
    """Print every setting."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    width = max(len(key) for key in config.values)
    for key, value in config.values.items():
        shown = json.dumps(value, ensure_ascii=True)
        print(f"{key:<{width}}  {shown}  ({safe(config.origins[key])})")
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `settings`."""
    made = Parser("settings", "Show the configuration that counts here, and where it is from.")
    add_config(made)
    return made
