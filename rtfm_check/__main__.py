"""`python -m rtfm_check`: the same as the command `rtfm-check`."""

from rtfm_check.cli import main

raise SystemExit(main())
