"""Our reading of EPUBs against ebooklib's: its documents in the order of the spine, word by word.

Needs RTFM_PYTHON, the interpreter of an environment with rtfm-ai and its extra epub.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from html import escape
from pathlib import Path

import pytest

from tests.parsers.epubs import book, page
from tests.parsers.reading import Read

pytestmark = pytest.mark.differential
PEER = """
import html, json, re, sys, warnings
warnings.simplefilter("ignore")
from ebooklib import epub
book = epub.read_epub(sys.argv[1])
texts = []
for name, _ in book.spine:
    body = book.get_item_with_id(name).get_body_content().decode("utf-8")
    texts.append(html.unescape(re.sub(r"<[^>]*>", " ", body)))
title = book.get_metadata("DC", "title")[0][0]
author = book.get_metadata("DC", "creator")[0][0]
print(json.dumps({"title": title, "author": author, "texts": texts}))
"""
WORDS = [
    "pump",
    "seal",
    "valve",
    "motor",
    "oil",
    "east",
    "west",
    "prime",
    "outlet",
    "casing",
    "réservoir",
    "漢字",
    "&",
    "<",
    "4.2",
    "A-1",
]


def body(numbers: random.Random) -> str:
    """A page of headings, paragraphs, lists and tables."""

    def words() -> str:
        return escape(" ".join(numbers.choice(WORDS) for _ in range(numbers.randint(1, 30))))

    kinds = (
        lambda: f"<h{numbers.randint(1, 6)}>{words()}",
        lambda: f"<p>{words()} <em>{words()}</em> {words()}</p>",
        lambda: f"<ul><li>{words()}</li><li>{words()}</li></ul>",
        lambda: f"<table><tr><td>{words()}</td><td>{words()}</td></tr></table>",
        lambda: f"<div>{words()}<blockquote>{words()}</blockquote></div>",
    )
    made = []
    for _ in range(numbers.randint(1, 12)):
        text = numbers.choice(kinds)()
        heading = re.match(r"<(h\d)>", text)
        made.append(f"{text}</{heading[1]}>" if heading else text)
    return "".join(made)


@pytest.mark.parametrize("seed", range(12))
def test_the_words_of_a_book_are_those_that_ebooklib_reads(tmp_path: Path, seed: int) -> None:
    python = os.environ.get("RTFM_PYTHON")
    if not python:
        pytest.fail("RTFM_PYTHON has to name the interpreter of an environment with rtfm-ai[epub]")
    numbers = random.Random(seed)
    pages = {f"c{number}.xhtml": page(body(numbers)) for number in range(numbers.randint(1, 6))}
    path = tmp_path / "book.epub"
    path.write_bytes(book(pages))
    done = subprocess.run(
        [python, "-c", PEER, str(path)], capture_output=True, text=True, check=True
    )
    theirs = json.loads(done.stdout)
    ours = Read(tmp_path, "book.epub")
    assert ours.document["title"] == theirs["title"]
    assert theirs["author"] in str(ours.document["metadata"])
    found = re.findall(r"\w+", "\n".join(each["content"] for each in ours.chunks))
    wanted = re.findall(r"\w+", "\n".join(theirs["texts"]))
    titles = re.findall(r"\w+", "\n".join({each["chapter_title"]: "" for each in ours.chunks}))
    assert [word for word in wanted if word not in {*found, *titles}] == []
    assert len(found) >= len(wanted) - len(titles)
    order = [found.index(word) for word in dict.fromkeys(wanted) if word in found]
    assert order == sorted(order)
