"""`python -m rtfm_check`: the same as the command `rtfm-check`.

With `-m`, Python looks for modules in the current folder first, which is a stranger's: a `yaml.py`
there would be run.
"""

import os
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if not sys.flags.safe_path and sys.path[0] == os.getcwd() != HERE:
    del sys.path[0]

from rtfm_check.cli import command  # noqa: E402

raise SystemExit(command())
