"""EPUB: every word of every page once, in the order of the spine; no archive harms the reader."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtfm_check.parsers._epub_package import resolved
from tests.growing import assert_linear
from tests.parsers import epubs
from tests.parsers.reading import WORD, Read

WORDS = st.lists(st.sampled_from(["pump", "café", "水泵", "a", "x1", "42"]), max_size=6)
LINES = WORDS.map(" ".join)
BLOCKS = st.recursive(
    LINES,
    lambda inner: st.tuples(
        st.sampled_from(
            [
                "p",
                "div",
                "blockquote",
                "li",
                "td",
                "dd",
                "h1",
                "h5",
                "pre",
                "section",
                "ul",
                "table",
            ]
        ),
        st.lists(inner, max_size=3),
    ).map(lambda each: f"<{each[0]}>{' '.join(each[1])}</{each[0]}>"),
    max_leaves=10,
)
PAGES = st.lists(st.lists(BLOCKS, max_size=4).map("".join), min_size=1, max_size=4)


def read(folder: Path | str, data: bytes) -> Read:
    Path(folder, "a.epub").write_bytes(data)
    return Read(Path(folder), "a.epub")


def words(bodies: list[str]) -> Counter[str]:
    parts = (each.partition(">")[2] for body in bodies for each in f">{body}".split("<"))
    return Counter(WORD.findall(" ".join(parts)))


@settings(max_examples=150, deadline=None)
@given(PAGES)
def test_every_word_is_found_once(bodies: list[str]) -> None:
    pages = {f"p{number}.xhtml": epubs.page(body) for number, body in enumerate(bodies)}
    with TemporaryDirectory() as folder:
        result = read(folder, epubs.book(pages))
    found = Counter(WORD.findall("\n".join(each["content"] for each in result.chunks)))
    numbers = {each: count for each, count in found.items() if each not in words(bodies)}
    assert not numbers
    assert found == words(bodies)
    assert set(result.rules) <= {"indexes-to-nothing"}


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 255)), min_size=1, max_size=12))
def test_no_damage_raises(changes: list[tuple[int, int]]) -> None:
    data = bytearray(epubs.book({"a.xhtml": epubs.page("<p>a word</p>"), "b.xhtml": "<p>b</p>"}))
    for at, value in changes:
        data[at % len(data)] = value
    with TemporaryDirectory() as folder:
        result = read(folder, bytes(data))
    assert "parser-failed" not in result.rules
    assert result.chunks or result.problems


@pytest.mark.parametrize(
    ("base", "written", "path"),
    [
        ("OEBPS/c.opf", "a.xhtml", "OEBPS/a.xhtml"),
        ("OEBPS/c.opf", "../a%20b.xhtml#x", "a b.xhtml"),
        ("c.opf", "./x/../a.xhtml?q", "a.xhtml"),
        ("OEBPS/c.opf", "/a.xhtml", "a.xhtml"),
        ("OEBPS/c.opf", "../../../etc/passwd", "etc/passwd"),
        ("OEBPS/a.xhtml", "#x", "OEBPS/a.xhtml"),
        ("OEBPS/a.xhtml", "a" * 5000, ""),
        ("OEBPS/a.xhtml", "a%00b", ""),
    ],
)
def test_references_stay_in_the_archive(base: str, written: str, path: str) -> None:
    assert resolved(base, written) == path


def test_an_image_is_never_unpacked(tmp_path: Path) -> None:
    image = epubs.item("i", "i.png", "image/png")
    files = {"OEBPS/i.png": bytes(60 * 1024 * 1024)}  # to read it would be told as a bomb
    result = read(tmp_path, epubs.book({"a.xhtml": epubs.page("<p>text</p>")}, image, **files))
    assert [each["content"] for each in result.chunks] == ["text"]
    assert not result.problems


def test_a_document_is_read_once(tmp_path: Path) -> None:
    package = epubs.package([epubs.item("c", "c.xhtml"), epubs.item("d", "c.xhtml")], ["c", "d"])
    files = {"OEBPS/content.opf": package, "OEBPS/c.xhtml": epubs.page("<p>text</p>")}
    assert len(read(tmp_path, epubs.archive(files)).chunks) == 1


def test_accents_of_a_name_may_be_written_in_two_ways(tmp_path: Path) -> None:
    manifest = [epubs.item("c", "caf%C3%A9.xhtml")]
    files = {"OEBPS/cafe\u0301.xhtml": epubs.page("<p>text</p>")}
    files["OEBPS/content.opf"] = epubs.package(manifest, ["c"])
    result = read(tmp_path, epubs.archive(files))
    assert [each["content"] for each in result.chunks] == ["text"]
    assert result.problems == []


def test_without_a_spine_all_documents_are_read(tmp_path: Path) -> None:
    manifest = [epubs.item("n", "nav.xhtml", properties="nav"), epubs.item("c", "c.xhtml")]
    nav = epubs.page('<nav><ol><li><a href="c.xhtml">Label</a></li></ol></nav>')
    files = {"OEBPS/nav.xhtml": nav, "OEBPS/c.xhtml": epubs.page("<p>text</p>")}
    files["OEBPS/content.opf"] = epubs.package(manifest, [])
    titles = [each["chapter_title"] for each in read(tmp_path, epubs.archive(files)).chunks]
    assert titles == ["Chapter 1", "Label"]


def test_names_may_have_prefixes_and_capitals(tmp_path: Path) -> None:
    page = (
        '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:body>'
        "<h:h1>One</h:h1><h:p>a &lt;h:p&gt;</h:p><h:p>b</h:p></h:body></h:html>"
    )
    about = (
        '<dc-metadata xmlns:dc="http://purl.org/dc/elements/1.0/"><dc:Title>Old Book</dc:Title>'
        "<dc:Creator>Ada</dc:Creator></dc-metadata>"
    )
    package = epubs.package([epubs.item("c", "c.xhtml")], ["c"], about)
    result = read(tmp_path, epubs.archive({"OEBPS/content.opf": package, "OEBPS/c.xhtml": page}))
    assert result.text == "One\nOne\n\na <h:p>\n\nb"
    assert (result.document["title"], result.document["metadata"]) == (
        "Old Book",
        {"author": "Ada"},
    )


def points(*entries: tuple[str, str], inside: str = "") -> str:
    """An NCX of targets and labels; `inside` is the label of an entry that holds the others."""
    made = "".join(
        f"<navPoint><navLabel><text>{label}</text></navLabel><content src='{target}'/></navPoint>"
        for target, label in entries
    )
    if inside:
        head = f"<navPoint><navLabel><text>{inside}</text></navLabel><content src='all.xhtml'/>"
        made = f"{head}{made}</navPoint>"
    return f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{made}</navMap></ncx>'


def in_one_page(body: str, ncx: str, **more: str) -> bytes:
    manifest = [
        epubs.item("c", "all.xhtml"),
        epubs.item("n", "toc.ncx", "application/x-dtbncx+xml"),
        *(epubs.item(name, f"{name}.xhtml") for name in more),
    ]
    files = {f"OEBPS/{name}.xhtml": epubs.page(text) for name, text in more.items()}
    files |= {"OEBPS/all.xhtml": epubs.page(body), "OEBPS/toc.ncx": ncx}
    files["OEBPS/content.opf"] = epubs.package(manifest, ["c", *more], toc="n")
    return epubs.archive(files)


BODY = (
    "<p>before</p><p id='a b'>one</p><p id='mid'>still one</p><h3><a id='b'></a>Two</h3><p>two</p>"
)
PARTS = [("First", "before"), ("First", "one\n\nstill one"), ("Two", "Two\n\ntwo")]


@pytest.mark.parametrize("inside", ["", "The whole"])
def test_chapters_in_one_document_begin_where_the_contents_say(tmp_path: Path, inside: str) -> None:
    ncx = points(("all.xhtml#a%20b", "First"), ("all.xhtml#b", "Second"), inside=inside)
    chunks = read(tmp_path, in_one_page(BODY, ncx)).chunks
    found = [(each["chapter_title"], each["content"]) for each in chunks]
    assert found == [(inside or "First", "before"), *PARTS[1:]]
    assert [each["chapter_num"] for each in chunks] == [1, 2, 3]


def test_sections_of_a_chapter_do_not_cut_it(tmp_path: Path) -> None:
    ncx = points(("all.xhtml#a%20b", "First"), ("all.xhtml#b", "Second"), inside="Chapter")
    found = read(tmp_path, in_one_page(BODY, ncx, other="<p>more</p>")).chunks
    assert [each["chapter_title"] for each in found] == ["Two", "Chapter 2"]


def test_what_is_no_page_is_not_read_as_one(tmp_path: Path) -> None:
    pdf = '<item id="p" href="p.pdf" media-type="application/pdf" fallback="{}"/>'
    page = {"OEBPS/c.xhtml": epubs.page("<p>text</p>"), "OEBPS/p.pdf": "%PDF-1.4 <p>no text</p>"}
    for fallback, rules in (("c", []), ("p", ["hidden-content", "hidden-content"])):
        manifest = [pdf.format(fallback), epubs.item("c", "c.xhtml")]
        files = {**page, "OEBPS/content.opf": epubs.package(manifest, ["p"])}
        result = read(tmp_path, epubs.archive(files))
        assert [each["content"] for each in result.chunks] == ["text"]
        assert result.rules == rules


def test_the_book_is_the_package_and_not_another_format_of_it(tmp_path: Path) -> None:
    roots = '<rootfile full-path="b.pdf" media-type="application/pdf"/>'
    container = epubs.CONTAINER.format(path=" OEBPS/content.opf ")
    container = container.replace("<rootfiles>", f"<rootfiles>{roots}")
    package = epubs.package([epubs.item("c", " c.xhtml\n")], ["c"])
    files = {"META-INF/container.xml": container, "b.pdf": "%PDF-1.4"}
    files |= {"OEBPS/content.opf": package, "OEBPS/c.xhtml": epubs.page("<p>text</p>")}
    result = read(tmp_path, epubs.archive(files))
    assert (result.document["title"], result.text) == ("Pump Book", "Chapter 1\ntext")
    assert result.problems == []


@pytest.mark.parametrize(
    "files",
    [
        {"OEBPS/content.opf": ""},
        {"OEBPS/content.opf": "<package><manifest><item/><item id='x' href=''/></manifest>"},
        {"OEBPS/content.opf": epubs.package([epubs.item("c", "content.opf")], ["c"])},
        {},
    ],
    ids=["empty package", "empty entries", "package as a page", "no package"],
)
def test_odd_packages_are_told_or_read(tmp_path: Path, files: dict[str, str]) -> None:
    result = read(tmp_path, epubs.archive(files))
    assert "parser-failed" not in result.rules
    assert result.chunks or result.problems


def many_pages(count: int) -> bytes:
    pages = {f"p{number}.xhtml": epubs.page("<p>text</p>") for number in range(count)}
    return epubs.book(pages)


def many_places_in_the_spine(count: int) -> bytes:
    package = epubs.package([epubs.item("c", "c.xhtml")], ["c"] * 40 * count)
    return epubs.archive({"OEBPS/content.opf": package, "OEBPS/c.xhtml": epubs.page("<p>x</p>")})


def many_missing(count: int) -> bytes:
    manifest = [epubs.item(f"c{number}", f"c{number}.xhtml") for number in range(20 * count)]
    package = epubs.package(manifest, [f"c{number}" for number in range(20 * count)])
    return epubs.archive({"OEBPS/content.opf": package})


def many_labels(count: int) -> bytes:
    links = '<li><a href="a.xhtml#x">Label</a></li>' * 40 * count
    nav = epubs.page(f'<nav epub:type="toc"><ol>{links}</ol></nav>')
    pages = {"a.xhtml": epubs.page("<p>x</p>")}
    item = epubs.item("n", "nav.xhtml", properties="nav")
    return epubs.book(pages, item, **{"OEBPS/nav.xhtml": nav})


def many_links(count: int) -> bytes:
    return epubs.book({"a.xhtml": epubs.page("<a href='../../b.xhtml#x'>b</a> " * 20 * count)})


def many_empty_elements(count: int) -> bytes:
    return epubs.book({"a.xhtml": epubs.page("<script a=1 b/ c />" * 40 * count + "<p>x</p>")})


def one_open_element(count: int) -> bytes:
    return epubs.book({"a.xhtml": epubs.page("<title " + "x/ " * 200 * count)})


@pytest.mark.parametrize(
    "make",
    [
        *(many_pages, many_places_in_the_spine, many_missing, many_labels),
        *(many_links, many_empty_elements, one_open_element),
    ],
)
def test_time_grows_with_the_size(tmp_path: Path, make: object) -> None:
    assert callable(make)

    def look(data: bytes) -> None:
        result = read(tmp_path, data)
        assert result.chunks or result.problems

    assert_linear(make, look, 200)
