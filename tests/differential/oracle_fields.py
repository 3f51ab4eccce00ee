"""What two other programs find at dotted paths: jmespath and jsonpath-ng.

Runs in an environment of its own that has both; reads one JSON object a line,
`{"record": ..., "path": ["a", "0", "*"]}`, and answers a line each, in the same order:
`{"jmespath": [...], "jsonpath": [...]}`, without null. A path is told by its parts, so that each
program gets it in its own words. Nothing of rtfm_check is imported here.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import jmespath
from jsonpath_ng import Child, Fields, Index, Root, Slice


def by_jmespath(record: Any, path: list[str]) -> list[Any]:
    """One part after the other, since `*` means lists or objects there."""
    found = [record]
    for part in path:
        following: list[Any] = []
        for value in found:
            if isinstance(value, list):
                known = part == "*" or part.isdecimal()
                expression = f"[{part}]" if known else "none"
            else:
                expression = "*" if part == "*" else json.dumps(part)
            got = jmespath.search(expression, value)
            if part == "*":
                following += got or []
            elif got is not None:
                following.append(got)
        found = following
    return [value for value in found if value is not None]


def by_jsonpath(record: Any, path: list[str]) -> list[Any]:
    """As one path, built of the nodes that the text of it would be parsed to."""
    found = [record]
    for part in path:
        following: list[Any] = []
        for value in found:
            node: Any
            if isinstance(value, list):
                if part != "*" and not part.isdecimal():
                    continue
                node = Slice() if part == "*" else Index(int(part))
            elif isinstance(value, dict):
                node = Fields("*") if part == "*" else Fields(part)
            else:
                continue
            following += [match.value for match in Child(Root(), node).find(value)]
        found = following
    return [value for value in found if value is not None]


for line in sys.stdin:
    case = json.loads(line)
    answer = {
        "jmespath": by_jmespath(case["record"], case["path"]),
        "jsonpath": by_jsonpath(case["record"], case["path"]),
    }
    print(json.dumps(answer), flush=True)
