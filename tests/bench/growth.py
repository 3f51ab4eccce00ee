"""How time and memory grow when a nasty document doubles, for every parser.

    python tests/bench/growth.py [--only PART] [--start BYTES] [--doublings N]

Each case is read at several sizes, each time in a process of its own; printed are the exponents of
CPU time and of memory beyond a bare start between the smallest and the largest size. 1.0 is linear,
2.0 quadratic. Standard library only; run it where rtfm-check is installed.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ONE = """
import json, resource, sys, time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from rtfm_check.indexing.routing import route
from rtfm_check.indexing.work import Reading
from rtfm_check.file import File
path = Path(sys.argv[2])
file = File(str(path.parent), path.name, path.name, path.stat().st_size)
way = route(file)
if way.parser:
    way.parser.load()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
started = time.process_time()
chunks = links = 0
longest = 0
for item in Reading(file, way, "S").items():
    if isinstance(item, dict):
        chunks += 1
        longest = max(longest, item["content_chars"])
print(json.dumps({
    "cpu": time.process_time() - started,
    "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before,
    "chunks": chunks,
    "longest": longest,
}))
"""


def repeated(unit: str, head: str = "", tail: str = "") -> Callable[[int], bytes]:
    """A document of a unit over and over, up to a size in bytes."""
    return lambda size: (head + unit * (size // len(unit.encode())) + tail).encode()


def numbered(unit: str, head: str = "", tail: str = "") -> Callable[[int], bytes]:
    """A document of a unit with numbers in it, up to a size in bytes."""

    def made(size: int) -> bytes:
        count = size // len(unit.format(n=100_000).encode())
        return (head + "".join(unit.format(n=n) for n in range(count)) + tail).encode()

    return made


def nested(opening: str, closing: str, inside: str = "") -> Callable[[int], bytes]:
    """Something in itself over and over."""

    def made(size: int) -> bytes:
        depth = size // len(opening + closing)
        return (opening * depth + inside + closing * depth).encode()

    return made


CASES: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "md: brackets": ("md", repeated("[")),
    "md: double brackets": ("md", repeated("[[a ")),
    "md: open links": ("md", repeated("[a](")),
    "md: images": ("md", repeated("![a](b) ")),
    "md: one paragraph": ("md", repeated("word ")),
    "md: one word": ("md", repeated("x")),
    "md: headings": ("md", numbered("# Heading {n}\n\ntext\n\n")),
    "md: quotes": ("md", repeated("> ")),
    "md: lists": ("md", numbered("- item {n}\n")),
    "md: open fences": ("md", repeated("```\ncode\n")),
    "md: references": ("md", numbered("[a{n}][b{n}]\n\n[b{n}]: c.md\n\n")),
    "md: undefined references": ("md", numbered("[a{n}][b{n}] ")),
    "md: emphasis": ("md", repeated("**a_ ")),
    "md: html": ("md", repeated("<a href='x'>y</a> ")),
    "md: comments": ("md", repeated("<!-- ")),
    "md: table": ("md", numbered("| {n} | b |\n", "| a | b |\n|---|---|\n")),
    "py: functions": ("py", numbered("def f{n}():\n    return {n}\n\n")),
    "py: statements": ("py", numbered("x{n} = {n}\n")),
    "py: minus": ("py", repeated("-", "x = ", "1\n")),
    "py: one string": ("py", repeated("word ", "x = '''", "'''\n")),
    "py: broken": ("py", numbered("import a{n}\n", "def (:\n")),
    "tex: sections": ("tex", numbered("\\section{{S {n}}}\ntext\n")),
    "tex: open input": ("tex", repeated("\\input{")),
    "tex: open cite": ("tex", repeated("\\cite{")),
    "tex: braces": ("tex", repeated("{")),
    "tex: comments": ("tex", repeated("% \\input{x}\n")),
    "sh: functions": ("sh", numbered("f{n}() {{\n  echo {n}\n}}\n")),
    "sh: open functions": ("sh", numbered("f{n}() {{\n")),
    "sh: heredocs": ("sh", numbered("cat <<E{n}\ntext\n")),
    "sh: quotes": ("sh", repeated("echo \"$(echo '")),
    "yaml: keys": ("yaml", numbered("k{n}: v\n")),
    "yaml: one string": ("yaml", repeated("word ", "k: ")),
    "yaml: flow": ("yaml", nested("[", "]")),
    "yaml: aliases": ("yaml", numbered("k{n}: &a{n} v\nl{n}: *a{n}\n")),
    "yaml: documents": ("yaml", numbered("---\nk: {n}\n")),
    "json: keys": (
        "json",
        lambda size: json.dumps({f"k{n}": n for n in range(size // 14)}).encode(),
    ),
    "json: items": ("json", lambda size: json.dumps(list(range(size // 8))).encode()),
    "json: one list": (
        "json",
        lambda size: json.dumps({"k": [{"a": n} for n in range(size // 14)]}).encode(),
    ),
    "json: one string": ("json", repeated("word ", '"', '"')),
    "json: nesting": ("json", nested("[", "]")),
    "json: lines": ("json", numbered('{{"a": {n}}}\n')),
    "json: broken": ("json", repeated('{"a": ')),
    "toml: keys": ("toml", numbered("k{n} = 1\n")),
    "toml: tables": ("toml", numbered("[t{n}]\nk = 1\n")),
    "toml: dotted": ("toml", lambda size: (".".join(["a"] * (size // 2)) + " = 1\n").encode()),
    "toml: nesting": ("toml", lambda size: b"k = " + nested("[", "]")(size) + b"\n"),
    "toml: one string": ("toml", repeated("word ", 'k = "', '"\n')),
    "txt: one line": ("txt", repeated("word ")),
    "txt: lines": ("txt", repeated("x\n")),
    "txt: blank lines": ("txt", repeated("\n")),
    "csv: rows": ("csv", numbered("{n},b,c\n", "a,b,c\n")),
    "csv: one cell": ("csv", repeated("word ", "a,b\n")),
    "csv: open quote": ("csv", repeated("x,y\n", 'a,b\n"')),
    "csv: columns": ("csv", lambda size: ",".join(f"c{n}" for n in range(size // 8)).encode()),
    "ipynb: cells": (
        "ipynb",
        lambda size: json.dumps(
            {
                "nbformat": 4,
                "metadata": {},
                "cells": [
                    {"cell_type": "markdown", "metadata": {}, "source": f"# T{n}\ntext"}
                    for n in range(size // 70)
                ],
            }
        ).encode(),
    ),
    "html: paragraphs": ("html", repeated("<p>text</p>")),
    "html: open tags": ("html", repeated("<div>")),
    "html: angles": ("html", repeated("<")),
    "html: comments": ("html", repeated("<!--")),
    "html: rows": ("html", numbered("<tr><td>{n}</td></tr>", "<table>")),
    "html: headings": ("html", numbered("<h2>H {n}</h2><p>text</p>")),
    "xml: elements": ("xml", numbered("<a>{n}</a>", "<r>", "</r>")),
    "xml: nesting": ("xml", nested("<a>", "</a>", "text")),
    "xml: open": ("xml", repeated("<a>")),
    "fb2: sections": (
        "fb2",
        numbered(
            "<section><title><p>S {n}</p></title><p>text</p></section>",
            "<FictionBook><body>",
            "</body></FictionBook>",
        ),
    ),
    "rtf: groups": ("rtf", repeated("{", "{\\rtf1 ")),
    "rtf: words": ("rtf", repeated("\\par text ", "{\\rtf1 ", "}")),
    "rtf: escapes": ("rtf", repeated("\\'e9", "{\\rtf1\\ansi ", "}")),
}


def measure(root: str, path: Path) -> dict[str, float]:
    """The figures of one document."""
    done = subprocess.run(
        [sys.executable, "-c", ONE, root, str(path)], capture_output=True, text=True, check=True
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> int:
    """Print a line for each case; the status says whether all are linear."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the names of the cases")
    parser.add_argument("--start", type=int, default=500_000, help="bytes of the smallest document")
    parser.add_argument("--doublings", type=int, default=3)
    options = parser.parse_args()
    root = str(Path(__file__).parent.parent.parent)
    worst = 0.0
    print(f"{'case':<28}{'CPU s':>8}{'MB':>7}{'chunks':>9}{'longest':>9}{'time':>7}{'memory':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, (suffix, make) in CASES.items():
            if options.only not in name:
                continue
            figures = []
            for step in range(options.doublings + 1):
                path = Path(folder) / f"input.{suffix}"
                path.write_bytes(make(options.start << step))
                figures.append(measure(root, path))
            first, last = figures[0], figures[-1]
            time = math.log2(max(last["cpu"], 1e-3) / max(first["cpu"], 1e-3)) / options.doublings
            base = max(first["memory"], 2048)  # KB; what is less is the allocator's
            memory = math.log2(max(last["memory"], base) / base) / options.doublings
            worst = max(worst, time, memory)
            print(
                f"{name:<28}{last['cpu']:>8.2f}{last['memory'] / 1024:>7.0f}{last['chunks']:>9}"
                f"{last['longest']:>9}{time:>7.2f}{memory:>8.2f}",
                flush=True,
            )
    return 0 if worst <= 1.1 else 1


if __name__ == "__main__":
    raise SystemExit(main())
