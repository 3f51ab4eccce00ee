"""Text of files as HTML: safe to show, and nothing of it markup."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from rtfm_check.show import safe


def written(text: str) -> str:
    """Text as HTML, for an element or a quoted attribute."""
    return escape(safe(text), quote=True)


def with_code(text: str) -> str:
    """The same; what stands between backticks is code."""
    parts = safe(text).split("`")
    if len(parts) % 2 == 0:  # a backtick of the user's own
        return escape(safe(text))
    return "".join(
        f"<code>{escape(part)}</code>" if i % 2 else escape(part) for i, part in enumerate(parts)
    )


def to_findings(name: str, value: str) -> str:
    """The address in the page at which only some findings are shown: `#rule=unknown-key`."""
    return escape(f"#{name}={quote(safe(value), safe='')}")


def bar(share: float, kind: str) -> str:
    """A bar of a share of its place; numbers beside it say the same, so it is hidden to readers."""
    width = f"{max(0.02, share) * 100:.1f}%" if share else "0"
    return (
        f'<svg class="bar" aria-hidden="true" focusable="false" width="100%" height="8">'
        f'<rect class="track" width="100%" height="8" rx="4"/>'
        f'<rect class="{kind}" width="{width}" height="8" rx="4"/></svg>'
    )
