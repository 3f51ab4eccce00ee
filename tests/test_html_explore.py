"""The HTML report in a real browser: fixtures, chunks, links and tables, by mouse and by keys."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from tests.browser import CONTRAST, Browser
from tests.conftest import Project
from tests.test_html import MARKUP, hostile
from tests.test_html_details import CI, whole  # noqa: F401  # a fixture

pytestmark = pytest.mark.slow

CHOSEN = "document.querySelector('#{} [aria-selected=true]')?.title ?? ''"


@pytest.fixture
def page(browser: Browser, whole: Project) -> Browser:  # noqa: F811
    """The report of a run that knows something of every part, open."""
    links = "\n\n".join(f"[link {number}](gone-{number:03}.md)" for number in range(60))
    whole.write("docs/many.md", f"# Many\n\n{links}\n")
    whole.fixture('{"type": "pond", "n": 1}', "other.json")
    assert whole.run(*CI, "--format", "html=out.html").status == 1
    browser.open(whole.root / "out.html")
    return browser


def texts(browser: Browser, selector: str) -> list[str]:
    """The texts of some elements, their blanks as one."""
    script = (
        "[...document.querySelectorAll(arguments[0])]"
        ".map((each) => each.textContent.replace(/\\s+/g, ' ').trim())"
    )
    return list(browser.ask(script, selector))


def said(browser: Browser, part: str) -> str:
    """What a screen reader is told of the list of a part."""
    return texts(browser, f"#{part} [role=status]")[0]


def write(browser: Browser, part: str, place: int, text: str) -> None:
    """Write into a field of a part, and wait for what it shows."""
    script = "document.querySelectorAll(`#${arguments[0]} input`)[arguments[1]].focus()"
    browser.driver.execute_script(script, part, place)
    before = said(browser, part)
    browser.press(text)
    browser.wait(lambda: said(browser, part) != before)


def choose(browser: Browser, part: str, place: int, value: str) -> None:
    """Choose from a list that drops down."""
    script = """
        const control = document.querySelectorAll(`#${arguments[0]} select`)[arguments[1]];
        control.value = arguments[2];
        control.dispatchEvent(new Event("input", {bubbles: true}));
    """
    before = said(browser, part)
    browser.driver.execute_script(script, part, place, value)
    browser.wait(lambda: said(browser, part) != before)


def focus_list(browser: Browser, part: str) -> None:
    """Put the focus on the list of a part."""
    script = "document.querySelector(`#${arguments[0]} [role=listbox]`).focus()"
    browser.driver.execute_script(script, part)


def test_a_chunk_shows_the_lines_of_its_fixture_that_it_is_made_of(page: Browser) -> None:
    from selenium.webdriver.common.keys import Keys

    assert page.ask(CHOSEN.format("samples")) == ".rtfm/fixtures/log.json"
    assert texts(page, "#samples .chunk h6") == ["May", "June"]
    assert texts(page, "#samples .document .unread") == ['○ "id": "a-1" (not read)']
    page.ask("document.querySelector('#samples .chunk button').focus()")
    page.press(Keys.ENTER)
    assert texts(page, "#samples .document .marked code") == [
        *('"date": "May",', '"text": "Seal replaced.",', '"name": "Ann",'),
    ]
    assert texts(page, "#samples [aria-pressed=true]") == ["From lines 6, 7, 9: show"]
    page.press(Keys.ENTER)
    assert texts(page, "#samples .document .marked") == []
    focus_list(page, "samples")
    page.press(Keys.ARROW_DOWN)
    assert page.ask(CHOSEN.format("samples")) == ".rtfm/fixtures/other.json"
    assert "No mapping takes it" in texts(page, "#samples .view")[0]
    write(page, "samples", 0, "log")
    assert (said(page, "samples"), page.ask(CHOSEN.format("samples"))) == (
        "1 of 2 fixtures",
        ".rtfm/fixtures/log.json",
    )


def test_chunks_are_searched_filtered_ordered_and_read_by_document(page: Browser) -> None:
    from selenium.webdriver.common.keys import Keys

    assert said(page, "chunks") == "4 chunks in 4 documents, of 4"
    assert texts(page, "#chunks .view h4") == ["4 chunks"]
    focus_list(page, "chunks")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert texts(page, "#chunks .view h4") == ["docs/keys.md"]
    assert texts(page, "#chunks .chunk") == [
        "Keysline 3 · 51 charactersHow to rotate the key of a pump, see [it](keys.md)."
        "From line 3: show",
    ]
    assert texts(page, "#chunks .document li") == [
        *("# Keys", "", "●How to rotate the key of a pump, see [it](keys.md). (in a chunk)", ""),
    ]
    page.ask("document.querySelector('#chunks .chunk button').click()")
    assert len(texts(page, "#chunks .document .marked")) == 1
    page.press(Keys.END)
    assert texts(page, "#chunks .view h4") == ["docs/many.md"]
    page.press(Keys.HOME)
    write(page, "chunks", 0, "ROTATE pump")
    assert said(page, "chunks") == "1 chunk in 1 document, of 4"
    write(page, "chunks", 0, " nowhere")
    assert said(page, "chunks") == "0 chunks in 0 documents, of 4"
    assert texts(page, "#chunks .view") == ["No chunk is like that."]
    page.driver.execute_script("document.querySelector('#chunks input').value = ''")
    choose(page, "chunks", 1, "0")  # under 50 characters
    assert said(page, "chunks") == "2 chunks in 2 documents, of 4"
    choose(page, "chunks", 1, "")
    choose_order = "document.querySelectorAll('#chunks select')[2]"
    page.driver.execute_script(
        f"{choose_order}.value = 'long'; {choose_order}.dispatchEvent(new Event('input'))"
    )
    page.wait(lambda: texts(page, "#chunks .chunk h5")[:1] == ["Many"])
    page.ask("document.querySelector('#chunks .chunk button.link').click()")
    page.wait(lambda: texts(page, "#chunks .view h4") == ["docs/many.md"])


def test_the_neighbours_of_a_document_lead_on(page: Browser) -> None:
    choose(page, "neighbours", 0, "orphan")
    assert page.ask(CHOSEN.format("neighbours")) == "docs/lost.md"
    assert texts(page, "#neighbours .side li") == [
        *("No document links to this page.", "docs/keys.md link"),
    ]
    page.ask("document.querySelector('#neighbours .side button').click()")
    page.wait(lambda: page.ask(CHOSEN.format("neighbours")) == "docs/keys.md")
    assert page.focused == "docs/keys.md"
    assert texts(page, "#neighbours .side li") == [
        *("docs/README.md link", "docs/lost.md link", "It links to no other document."),
    ]
    choose(page, "neighbours", 0, "broken")
    assert said(page, "neighbours") == "2 of 4 documents"


def test_a_long_table_is_searched_sorted_and_turned(page: Browser) -> None:
    around = "document.querySelector('[data-table=broken-title]')"
    count = f"{around}.previousElementSibling.textContent"
    first = f"{around}.querySelector('tbody code').textContent"
    assert page.ask(count) == "61 of 61 broken links, 1 to 50 shown"
    page.ask(f"{around}.nextElementSibling.querySelectorAll('button')[1].click()")
    assert page.ask(count) == "61 of 61 broken links, 51 to 61 shown"
    page.ask(f"{around}.querySelectorAll('thead button')[1].click()")
    assert page.ask(first) == "gone-000.md"
    page.ask(f"{around}.querySelectorAll('thead button')[1].click()")
    assert page.ask(first) == "gone.md"
    assert page.ask(f"{around}.querySelectorAll('th')[1].ariaSort") == "descending"
    page.ask(f"{around}.previousElementSibling.previousElementSibling[0].focus()")
    page.press("gone-03")
    page.wait(lambda: page.ask(count) == "10 of 61 broken links")


def test_links_lead_from_part_to_part_and_an_address_to_what_it_names(
    page: Browser, project: Project
) -> None:
    def follow(selector: str) -> None:
        page.ask(f"document.querySelector(`{selector}`).click()")

    follow(".answers a[href='#document=docs%2Fkeys.md']")
    page.wait(lambda: page.ask(CHOSEN.format("chunks")) == "docs/keys.md")
    assert page.focused == "chunks-title"
    follow("#chunks a[href^='#neighbours=']")
    page.wait(lambda: page.ask(CHOSEN.format("neighbours")) == "docs/keys.md")
    follow("[data-table=broken-title] a[href='#neighbours=docs%2FREADME.md']")
    page.wait(lambda: page.ask(CHOSEN.format("neighbours")) == "docs/README.md")
    follow("#neighbours a[href^='#file=']")
    page.wait(lambda: page.count == "1 of 69 findings")
    follow("#mappings a[href$='other.json']")
    page.wait(lambda: page.ask(CHOSEN.format("samples")) == ".rtfm/fixtures/other.json")
    page.open(project.root / "out.html", "#document=docs/lost.md")
    assert page.ask(CHOSEN.format("chunks")) == "docs/lost.md"
    assert page.count == "69 of 69 findings, 1 to 25 shown"
    page.open(project.root / "out.html", "#document=no/such%E0%A4page&fixture=<b>")
    assert page.ask(CHOSEN.format("chunks")) == "All of these"


def test_the_parts_say_which_of_them_is_in_sight(page: Browser) -> None:
    page.ask("document.querySelector('.parts a[href=\"#links\"]').click()")
    current = "document.querySelector('.parts [aria-current]').hash"
    page.wait(lambda: page.ask(current) == "#links")
    page.ask("document.querySelector('.cards a[href=\"#change\"]').click()")
    page.wait(lambda: page.ask(current) in ("#change", "#queries"))


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_texts_of_all_parts_stand_out(page: Browser, is_dark: bool) -> None:
    page.be_dark(is_dark)
    kind = "dark" if is_dark else "light"
    for part in ("overview", "samples-title", "sizes", "chunks-title", "links", "queries"):
        page.keep_picture(f"{part}-{kind}.png", part)
    page.keep_picture(f"all-{kind}.png")
    assert page.ask(CONTRAST) == []


@pytest.mark.parametrize("width", [340, 800])
def test_no_part_needs_sideways_scrolling(page: Browser, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page.keep_picture(f"narrow-{width}.png")
        assert page.ask("document.documentElement.scrollWidth") == width
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_every_control_and_list_has_a_name_and_headings_follow(page: Browser) -> None:
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    named = [
        (each["role"]["value"], each.get("name", {}).get("value", ""))
        for each in tree
        if not each["ignored"]
    ]
    assert {
        *(("listbox", "Fixtures"), ("listbox", "Documents of the index")),
        *(("listbox", "Documents and their links"), ("group", "What is made of it")),
        *(("navigation", "Parts of the report"), ("search", "Broken links")),
        *(("image", "markdown: 2 under 50, 1 of 50 to 99, 1 of 800 to 1,599"),),
        *(("columnheader", "document ↕"), ("option", "log.json .rtfm/fixtures · 2 chunks")),
    } - set(named) == set()
    roles = ("button", "checkbox", "combobox", "link", "searchbox", "textbox", "listbox", "image")
    assert [each for each in named if each[0] in (*roles, "table", "region") and not each[1]] == []
    levels = page.ask(
        "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((each) => Number(each.tagName[1]))"
    )
    steps = [deeper - level for level, deeper in pairwise(levels)]
    assert max(steps) == 1


def test_the_printed_page_has_what_was_shown_and_no_controls(page: Browser) -> None:
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        hidden = "[...document.querySelectorAll('form, .pager, .parts, .picker')]"
        assert page.ask(f"{hidden}.filter((each) => each.checkVisibility()).length") == 0
        assert page.ask("document.querySelector('#samples .document').checkVisibility()")
        view = "document.querySelector('#chunks .view')"
        assert page.ask(f"{view}.scrollHeight - {view}.clientHeight") <= 1
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_markup_in_chunks_fixtures_and_links_is_text(browser: Browser, project: Project) -> None:
    hostile(project)
    project.run("ci", ".", "--format", "html=out.html")
    browser.open(project.root / "out.html")
    from selenium.webdriver.common.keys import Keys

    for part in ("samples", "chunks", "neighbours"):
        focus_list(browser, part)
        for _ in MARKUP:
            browser.press(Keys.ARROW_DOWN)
    shown = texts(browser, "#chunks .view")[0]
    assert any(text in shown for text in MARKUP)
    assert browser.ask("window.pwned === undefined")
    assert (
        browser.ask("document.querySelectorAll('main img, main i, iframe, [onload]').length") == 0
    )


def test_50_000_chunks_stay_usable(browser: Browser, project: Project) -> None:
    for number in range(100):
        parts = [
            f"## Part {i}\n\nWords of part {number}-{i}, see [next](p{(number + i) % 100:03}.md).\n"
            for i in range(520)
        ]
        project.write(f"p{number:03}.md", "# Page\n\n" + "\n".join(parts))
    project.run("index", ".", "--format", "html=out.html")
    path = project.root / "out.html"
    assert path.stat().st_size < 15_000_000
    started = time.monotonic()
    browser.open(path)
    assert said(browser, "chunks") == "50,000 chunks in 100 documents, of 52,100"
    opened = time.monotonic() - started
    assert browser.ask("document.querySelectorAll('*').length") < 4_000
    started = time.monotonic()
    write(browser, "chunks", 0, "part 99-450")
    assert said(browser, "chunks") == "1 chunk in 1 document, of 52,100"
    searched = time.monotonic() - started
    print(f"{path.stat().st_size:,} bytes, open after {opened:.2f} s, found after {searched:.2f} s")
    assert (opened < 10, searched < 5) == (True, True)
