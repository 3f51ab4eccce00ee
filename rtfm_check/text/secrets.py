"""Text that looks like a secret: keys and tokens whose form is known, and nothing that is guessed.

An index is published; what is in a chunk can be found by everybody who downloads it.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Secret(NamedTuple):
    """A place in a text."""

    kind: str
    start: int
    end: int


class Kind(NamedTuple):
    """A kind of secret."""

    name: str
    mark: str  # what every one of its kind has
    pattern: str  # that `re` compiles, and keeps, for the first text with the mark


def _kind(name: str, mark: str, pattern: str) -> Kind:
    return Kind(name, mark, rf"(?<![A-Za-z0-9_-])(?:{pattern})")


_END = r"(?![A-Za-z0-9_-])"
KINDS = (
    _kind("a private key", "PRIVATE KEY-----", r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----"),
    _kind("an AWS access key", "AKIA", rf"AKIA[0-9A-Z]{{16}}{_END}"),
    *(
        _kind("a GitHub token", mark, rf"{mark}[A-Za-z0-9]{{36}}{_END}")
        for mark in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")
    ),
    _kind("a GitHub token", "github_pat_", rf"github_pat_[A-Za-z0-9_]{{82}}{_END}"),
    _kind("a GitLab token", "glpat-", rf"glpat-[A-Za-z0-9_-]{{20}}{_END}"),
    _kind("a Slack token", "xox", r"xox[abprs]-[0-9A-Za-z]{8,}-[0-9A-Za-z-]{8,}"),
    _kind("a Google API key", "AIza", rf"AIza[0-9A-Za-z_-]{{35}}{_END}"),
    _kind("a Stripe key", "sk_live_", rf"sk_live_[0-9A-Za-z]{{24,}}{_END}"),
    _kind("an npm token", "npm_", rf"npm_[A-Za-z0-9]{{36}}{_END}"),
    _kind("a PyPI token", "pypi-AgEIcHlwaS5vcmc", r"pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}"),
)
_BY_CHARACTER: dict[str, list[Kind]] = {}  # that all of them have, for the quickest look
for _each in KINDS:
    _rare = next((each for each in "_-" if each in _each.mark), _each.mark[-1])
    _BY_CHARACTER.setdefault(_rare, []).append(_each)


def find(text: str) -> list[Secret]:
    """What looks like a secret, in the order of the text."""
    found: list[Secret] = []
    for character, kinds in _BY_CHARACTER.items():
        if character not in text:
            continue
        for name, mark, pattern in kinds:
            if mark in text:
                found += (
                    Secret(name, *match.span())
                    for match in re.finditer(pattern, text)
                    if not _is_placeholder(match[0])
                )
    return sorted(found, key=lambda each: each.start) if found else found


def _is_placeholder(text: str) -> bool:
    """Whether it is an example: `EXAMPLE` in it, or the same letter over and over."""
    body = text[8:]
    return "EXAMPLE" in text or (len(set(body)) <= 3 and not text.startswith("-----"))
