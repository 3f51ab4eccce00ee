"""Text of users in Markdown: shown as it is, whatever it holds."""

from __future__ import annotations

import re

from rtfm_check.text.show import safe

MOST_BYTES = 900 * 1024  # GitHub drops a summary of more than 1 MiB
_SIGNIFICANT = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is; what stands between backticks stays code."""
    parts = safe(text).split("`")
    if len(parts) % 2 == 0:  # a backtick of the user's own
        return _SIGNIFICANT.sub(r"\\\1", safe(text))
    return "".join(
        f"<code>{_escape(part)}</code>" if i % 2 else _SIGNIFICANT.sub(r"\\\1", part)
        for i, part in enumerate(parts)
    )


def _escape(text: str) -> str:
    """Text inside a code element, in a table: neither HTML nor Markdown nor a cell's end."""
    return "".join(
        each if each.isalnum() or each in " ./:,-'\"=" or ord(each) > 127 else f"&#{ord(each)};"
        for each in text
    )
