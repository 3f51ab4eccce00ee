"""Exit codes: the same for every command and every format."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the exit status of a run says."""

    CLEAN = 0  # nothing at or above --fail-on
    FINDINGS = 1  # findings at or above it
    USAGE = 2  # bad usage, bad configuration, unknown rule
    DEFECT = 3  # a defect of ours; all other files were still checked
    NOTHING = 4  # a named path or glob matches nothing
    INTERRUPTED = 130


class UsageError(Exception):
    """The command line or the configuration asks for something that cannot be."""


class NothingThere(Exception):
    """A path or glob that the user named matches nothing."""
