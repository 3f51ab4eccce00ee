"""Lint, dry-run and prove what RTFM will index of a project."""

__version__ = "0.1.0"
