"""Mappings as RTFM reads and applies them, with the place of every part."""
