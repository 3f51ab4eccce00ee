"""One pattern of a .gitignore as a regular expression, meaning what it means to git.

pathspec is not used for this: it leaves out a folder that `!*/` brings back, misreads names with
a line end, and takes time that grows with a power of the number of `*`. These expressions
backtrack nowhere but inside one `*`: a `*` takes as little as what stands behind it allows, and
is never asked again, which is enough, since what stands behind it has a fixed length.
"""

from __future__ import annotations

import re

END = r"\Z"  # the `end` of an expression for the whole path
_ALL_FOLDERS = r"(?:[^/]*/)*+"
_ANY_FOLDERS = r"(?>(?:[^/]*/)*?"  # open: what follows in the pattern belongs to the group
_ANY_CHARACTERS = r"(?>[^/]*?"  # open, as above
_NAMED = {  # the classes of characters in brackets, as git knows them: ASCII only
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r\f\v",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}


def translate(pattern: str, *, end: str) -> str | None:
    """An expression for a path relative to the pattern's folder; None if nothing can match.

    It is for `match`, at the start of a path. The pattern comes without its `!` and without the
    slash at its end. `end` is the expression of what has to follow in the path. The result has no
    groups that capture.
    """
    has_slash = "/" in pattern
    pattern = pattern.removeprefix("/")
    if not pattern:
        return None
    parts: list[str] = []
    closing_folders = closing_star = ""
    if not has_slash and end == END:
        parts.append(_ALL_FOLDERS)  # only the last name can match: no need to try the others
    elif not has_slash:
        parts.append(_ANY_FOLDERS)
        closing_folders = ")"
    is_literal_so_far = True
    index = 0
    while index < len(pattern):
        character = pattern[index]
        start, index = index, index + 1
        if character == "\\":
            if index == len(pattern):
                return None
            parts.append(re.escape(pattern[index]))
            index += 1
        elif character == "?":
            parts.append("[^/]")
        elif character == "[":
            bracket = _bracket(pattern, index)
            if bracket is None:
                return None
            parts.append(bracket[0])
            index = bracket[1]
        elif character != "*":
            parts.append(re.escape(character))
            continue  # with is_literal_so_far as it was
        else:
            while pattern.startswith("*", index):
                index += 1
            is_deep = (
                has_slash
                and index - start > 1
                # git looks for a slash before the stars only behind the first special character
                and (is_literal_so_far or start == 0 or pattern[start - 1] == "/")
                and (index == len(pattern) or pattern[index] == "/")
            )
            parts.append(closing_star)
            if not is_deep:
                parts.append(_ANY_CHARACTERS)
                closing_star = ")"
            elif index == len(pattern):
                anything = f"(?s:.*){end}" if end == "/" else ""  # else it ends where it will
                return "".join(parts) + closing_folders + anything
            else:
                parts.append(closing_folders + _ANY_FOLDERS)
                closing_star, closing_folders = "", ")"
                index += 1
        is_literal_so_far = False
    return "".join(parts) + end + closing_star + closing_folders


def _bracket(pattern: str, index: int) -> tuple[str, int] | None:
    """The expression for brackets opened before an index, and the index behind them.

    None where they are not closed, or name a class that is not there: nothing matches then.
    """
    negation = ""
    if pattern[index : index + 1] in ("!", "^"):
        negation, index = "^", index + 1
    members: list[str] = []
    previous, start = "", index  # the character that a range may begin with
    while pattern[index : index + 1] != "]" or index == start:
        character, index = pattern[index : index + 1], index + 1
        if not character:
            return None
        if character == "[" and pattern.startswith(":", index):
            close = pattern.find("]", index + 1)
            if close < 0:
                return None
            if close > index + 1 and pattern[close - 1] == ":":
                name = pattern[index + 1 : close - 1]
                if name not in _NAMED:
                    return None
                members.append(_NAMED[name])
                previous, index = "", close + 1
                continue
        following = pattern[index : index + 1]
        is_range = character == "-" and previous and following not in ("", "]")
        if is_range:
            character, index = following, index + 1
        if character == "\\":
            character, index = pattern[index : index + 1], index + 1
            if not character:
                return None
        if is_range:
            if previous <= character:
                members.append(f"{re.escape(previous)}-{re.escape(character)}")
            previous = ""
        else:
            members.append(re.escape(character))
            previous = character
    if not members:
        return ("[^/]" if negation else r"(?!)"), index + 1
    return rf"(?!/)[{negation}{''.join(members)}]", index + 1
