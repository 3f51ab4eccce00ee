"""Text of files as HTML: safe to show, and nothing of it markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from urllib.parse import quote

from rtfm_check.text.show import safe


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


def address(name: str, value: str) -> str:
    """An address in the page: `#rule=unknown-key` shows some findings, `#document=a.md` chunks."""
    return escape(f"#{name}={quote(safe(value), safe='')}")


def bar(share: float, kind: str) -> str:
    """A bar of a share of its place; numbers beside it say the same, so it is hidden to readers."""
    width = f"{max(0.02, share) * 100:.1f}%" if share else "0"
    return (
        f'<svg class="bar" aria-hidden="true" focusable="false" width="100%" height="8">'
        f'<rect class="track" width="100%" height="8" rx="4"/>'
        f'<rect class="{kind}" width="{width}" height="8" rx="4"/></svg>'
    )


def shares(parts: Iterable[tuple[int, str]]) -> str:
    """A bar in parts, each as wide as its count; numbers beside it say the same."""
    counted = list(parts)
    total = sum(count for count, _ in counted) or 1
    made, start = [], 0.0
    for count, kind in counted:
        width = 100 * count / total
        made.append(
            f'<rect class="{kind}" x="{start:.2f}%" width="{width:.2f}%" height="10"/>'
            if count
            else ""
        )
        start += width
    return (
        '<svg class="shares" aria-hidden="true" focusable="false" width="100%" height="10">'
        f"{''.join(made)}</svg>"
    )


def figures(found: Iterable[tuple[str, int | str, str]]) -> Iterator[str]:
    """Numbers in large type: name, number, kind."""
    yield '<dl class="figures">'
    for name, value, kind in found:
        shown = f"{value:,}" if isinstance(value, int) else written(value)
        yield f'<div class="{kind}"><dt>{name}</dt><dd>{shown}</dd></div>'
    yield "</dl>"


def lines_of(text: str) -> str:
    """Text made safe to show in which lines and tabs stay, for the data of the page."""
    return "\n".join(
        "\t".join(safe(part) for part in line.split("\t")) for line in text.split("\n")
    )
