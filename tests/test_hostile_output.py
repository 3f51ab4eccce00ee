"""Nothing that a tree holds acts on whoever reads what is printed of it.

A tree whose names and texts are hostile goes through the commands, and what they print is read as a
terminal, GitHub's runner, Azure's agent and a Markdown page would read it.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator

from rtfm_check.report import github
from tests.conftest import REPORT, Project

DATA = Path(__file__).parent / "data"
TEXTS = (
    "\x1b]0;title\x07",
    "\x9b31mred\x7f",
    "::error file=a,line=1::pwned",
    "\r\n::set-output name=a::b",
    "\u2028::stop-commands::x",
    "\xa0::add-mask::a",
    "%0A::error::pwned",
    "##[error]pwned",
    "##[GROUP]pwned",
    "##vso[task.setvariable variable=a]b",
    "##VSO[task.complete]c",
    "#" * 5 + "[add-path]d",
    "\u202e\u2066gpj.\u2069\u200f\ufeff",
    "<img src=x onerror=alert(1)>",
    "`</code><script>alert(1)</script>",
    "[a](http://e.example) ![b](http://e.example/c)",
    "| a | b |\n|---|---|\n# head",
    "\ud800 \x00 \udfff",
)
# Of GitHub's runner: a line's `::command ...::`, behind any blanks, and `##[command ...]` anywhere.
_COMMAND = re.compile(r"^\s*::(?P<name>[^\s:]+)[^\n]*?::", re.MULTILINE)
_OLDER = re.compile(r"##[a-z]*\[", re.IGNORECASE)
_RAW = re.compile(
    "[^\n\x20-\x7e\xa0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def plant(project: Project) -> None:
    """A tree with each text wherever something is said of it."""
    for number, text in enumerate(TEXTS):
        folder, quoted = f"d{number}", json.dumps(text)
        line = " ".join(text.split())
        for name, content in {
            "page.md": f"---\n{line}: [\n---\n# {text}\n\n[a](<{text}.md>) [b](#{text}) [[{text}]] "
            f"[c][{text}] {text} [d](gone.md) \n\n![{text}](gone-{number}.png)\n",
            "twice.json": f"{{{quoted}: 1, {quoted}: NaN}}",
            "bad.json": f'{{"a": {text}}}',
            "bad.yaml": f"a: '{text}'\n{text}: [\n- {text}\n",
            "bad.toml": f"[{line}]\na = {text}\na = \n",
            "bad.xml": f"<r><a {text}>{text}</b>",
            "bad.csv": f'{line},b\n1,"{text}\n',
            "page.html": f"<title>{text}</title><p><a href='{text}.html'>{text}</a><p id='{text}'>",
            "page.tex": f"\\section{{{text}}}\n\\input{{{text}}}\n\\cite{{{text}}}\n",
            "module.py": f"from .{line} import x\n# {text}\n'''{text}\n",
            "book.ipynb": json.dumps({"nbformat": text, "cells": [{"cell_type": text}, text]}),
            "text.rtf": f"{{\\rtf1 {{\\{text}}}",
        }.items():
            project.write(f"{folder}/{name}", content.encode("utf-8", "surrogatepass"))
        database = sqlite3.connect(project.root / folder / "a.db")
        table = line.encode("utf-8", "replace").decode().replace("\0", "")
        database.execute(f'CREATE TABLE "{table}"(a, b AS (hex(zeroblob(99999999))))')
        database.execute(f'INSERT INTO "{table}" VALUES (1)')
        database.commit()
        database.close()
        if sys.platform == "linux" and "\0" not in text and "/" not in text:
            named = f"{folder}/{text}".encode("utf-8", "surrogateescape")
            Path(project.root / folder / text).write_bytes(b"caf\xe9 " + named)
        mapping: dict[str, Any] = {
            "name": text,
            "match": {"discriminator": {text: text, "type": "x"}},
        }
        mapping["chunks"] = [{"content": f"{{{{ {text} }}}} {{{{ a }}}}", text: 1, "foreach": text}]
        mapping["edges"] = [{"relation": text, "target": text}]
        project.mapping(json.dumps(mapping), f"m{number}.json")
        project.mapping(
            f"name: {text}\n{text}: [\n".encode("utf-8", "surrogatepass"), f"n{number}.yaml"
        )
        project.fixture(json.dumps({"type": "x", text: text, "a": text}), f"f{number}.json")
        project.write(f".rtfm/fields/p{number}.yaml", json.dumps({"files": [text], text: text}))
        project.write(
            f"{folder}/.gitignore", f"!{text}\n[{text}\n".encode("utf-8", "surrogatepass")
        )


def acts(shown: str, own: str = "") -> list[str]:
    """What of a text would act on a terminal or a CI, but for commands of some names."""
    found = [match[0] for match in _COMMAND.finditer(shown) if match["name"] not in own.split()]
    return found + _OLDER.findall(shown) + _RAW.findall(shown)


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, int] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count a tag; one that has attributes is another."""
        name = tag if not attrs else f"{tag} {sorted(name for name, _ in attrs)}"
        self.found[name] = self.found.get(name, 0) + 1


def test_reports_are_safe(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(project)
    monkeypatch.setattr(github, "MOST", 100_000)
    names = ("full", "concise", "github", "markdown", "sarif", "gitlab", "junit", "json")
    wanted = [part for name in names for part in ("--format", f"{name}=../{name}")]
    result = project.run("ci", ".", *wanted)
    assert result.status in (0, 1), result
    assert acts(result.out + result.err) == []
    made = {name: (project.root.parent / name).read_bytes().decode() for name in names}
    report = json.loads(made["json"])
    REPORT.validate(report)
    assert len(report["findings"]) > 5 * len(TEXTS)
    for name, text in made.items():
        assert acts(text, "error warning notice" if name == "github" else "") == [], name
    sarif = json.loads(made["sarif"])
    Draft4Validator(json.loads((DATA / "sarif-2.1.0-rtm.5.json").read_text())).validate(sarif)
    addresses = set(re.findall(r'"uri":"([^"]*)"', made["sarif"]))
    assert all(re.fullmatch(r"[\w.~%/-]+", each, re.ASCII) for each in addresses)
    commands = [line for line in made["github"].split("\n") if line.startswith("::")]
    assert len(commands) == len(report["findings"])
    hold_as_a_table(made["markdown"], len(report["findings"]))


def hold_as_a_table(text: str, findings: int) -> None:
    """A summary in Markdown is tables, that of the findings first, of nothing but its own tags."""
    pyromark = pytest.importorskip("pyromark")
    first, *_ = text.split("\n### ")
    found = Tags(pyromark.html(first, options=pyromark.Options.ENABLE_TABLES)).found
    assert (found["tr"], found["td"]) == (findings + 1, 4 * findings)
    whole = Tags(pyromark.html(text, options=pyromark.Options.ENABLE_TABLES)).found
    tags = {"h2", "p", "br", "table", "thead", "tbody", "tr", "td", "th", "strong", "code"}
    assert {*found, *whole} <= {*tags, "h3", "td ['style']", "th ['style']"}


def test_what_else_is_printed_is_safe(project: Project) -> None:
    plant(project)
    assert project.run("index", ".", "-o", "../one").status in (0, 1)
    for number in range(len(TEXTS)):
        project.write(f"d{number}/page.md", "# Another\n\ntext\n")
    assert project.run("index", ".", "-o", "../two").status in (0, 1)
    commands = [
        *(["query", "--index", "../one", "--top", "50", text] for text in ("pwned", *TEXTS)),
        *(["query", "--index", "../one", "--format", "json", text] for text in ("pwned", "alert")),
        *(["diff", "../one", "../two", "--format", form] for form in ("text", "json", "markdown")),
        *(["files", ".", *more] for more in ([], ["-v"], ["--format", "json"])),
        *(["files", "--why", f"d{number}/{text}"] for number, text in enumerate(TEXTS)),
        *(["docs", ".", more, "--no-cache"] for more in ("--external", "--diff")),
        *(["check", ".", more] for more in ("--diff", "--statistics", "-v")),
        ["settings"],
        ["coverage"],
    ]
    for number, text in enumerate(TEXTS):
        names = (f".rtfm/mappings/m{number}.json", f".rtfm/fixtures/f{number}.json")
        commands += [["preview", *names], ["preview", *names, "--format", "json"]]
        commands += [[f"./{text}"], ["explain", text], ["index", text], ["check", "--select", text]]
        commands += [["check", f"--severity={text}=error"], ["docs", "--changed", text], [text]]
    for command in commands:
        if any("\0" in part for part in command):
            continue
        result = project.run(*command)
        assert "a defect of rtfm-check" not in result.err, command
        assert acts(result.out + result.err) == [], command
    for number, text in enumerate(TEXTS):
        config = json.dumps({text: 1, "select": [text], "fail-on": text, "docs": {text: text}})
        project.write(".rtfm-check.yaml", config)
        result = project.run("check", ".")
        assert (result.status, acts(result.out + result.err)) == (2, []), number
