"""A terminal as an SVG: the text and the colours that a command printed."""

from __future__ import annotations

import re
from html import escape

_WIDTH, _HEIGHT, _MARGIN = 8.4, 19, 20  # of a character, of a line, around the text
_COLOURS = {"31": "#ff7b72", "33": "#e3b341", "34": "#6ca4f8", "36": "#56d4dd", "32": "#7ee787"}
_STYLED = re.compile(r"\x1b\[([0-9;]*)m")
_HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title"
 width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<title id="title">{title}</title>
<style>
text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
text {{ fill: #d6dde6; white-space: pre; }}
.b {{ font-weight: 700; }}
</style>
<rect width="{width}" height="{height}" rx="8" fill="#12161c"/>
"""


def drawn(screen: str, title: str) -> str:
    """The picture of a screen; `title` is read out to those who do not see it."""
    lines = screen.rstrip("\n").split("\n")
    columns = max(len(_STYLED.sub("", line)) for line in lines)
    width = round(columns * _WIDTH + 2 * _MARGIN)
    height = len(lines) * _HEIGHT + 2 * _MARGIN
    made = [_HEAD.format(width=width, height=height, title=escape(title))]
    for number, line in enumerate(lines, start=1):
        y = _MARGIN + number * _HEIGHT - 5
        if line:
            made.append(f'<text xml:space="preserve" x="{_MARGIN}" y="{y}">{_spans(line)}</text>\n')
    return "".join([*made, "</svg>\n"])


def _spans(line: str) -> str:
    """A line whose styles are spans: each begins with a code, and 0 ends it."""
    text, *styled = _STYLED.split(line)
    made = [escape(text)]
    for code, part in zip(styled[::2], styled[1::2], strict=True):
        codes = code.split(";")
        if not part:
            continue
        style = "".join(f' style="fill:{_COLOURS[each]}"' for each in codes if each in _COLOURS)
        style += ' class="b"' if "1" in codes else ""
        made.append(f"<tspan{style}>{escape(part)}</tspan>" if style else escape(part))
    return "".join(made)
