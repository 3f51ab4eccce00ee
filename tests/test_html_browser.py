"""The HTML report in a real browser: search, filters, keys, hostile text, 50,000 findings."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser import CONTRAST, Browser
from tests.conftest import Project
from tests.test_html import MARKUP, hostile

pytestmark = pytest.mark.slow
EXAMPLES = Path(__file__).parent / "examples"


@pytest.fixture
def report(project: Project) -> Path:
    """The report of the bundled example with mistakes."""
    shutil.copytree(EXAMPLES / "notebooklm-broken" / ".rtfm", project.root / ".rtfm")
    assert project.run(".", "--format", "html=out.html").status == 1
    return project.root / "out.html"


def test_search_and_filters_narrow_what_is_shown(browser: Browser, report: Path) -> None:
    browser.open(report)
    assert browser.count == "11 of 11 findings"
    assert [each.split()[0] for each in browser.titles] == [
        *["error"] * 8,
        *["warning"] * 2,
        "info",
    ]
    browser.type("search", "TITEL foreach")  # words of the title and of the lines, in any case
    browser.wait(lambda: browser.count == "1 of 11 findings")
    assert browser.titles == ["error titel is not a chunk key"]
    assert browser.ask("document.querySelector('#list mark').textContent") == "titel"
    browser.type("search", " nothing like that")
    browser.wait(lambda: browser.count == "0 of 11 findings")
    assert browser.ask("document.getElementById('nothing').checkVisibility()")
    browser.ask("document.getElementById('reset').click()")
    browser.wait(lambda: browser.count == "11 of 11 findings")
    browser.type("file", "20-dra")
    browser.wait(lambda: browser.count == "1 of 11 findings")
    assert browser.titles == ["warning no without quotes is the boolean false"]


def test_a_view_stands_in_the_address_and_comes_back_from_it(
    browser: Browser, report: Path
) -> None:
    browser.open(report)
    for name in ("error", "info"):
        browser.ask("document.getElementById(arguments[0]).click()", name)
    browser.wait(lambda: browser.count == "2 of 11 findings")
    browser.type("search", "is + 3 % & of")
    browser.wait(lambda: browser.count == "0 of 11 findings")
    address = browser.ask("location.hash")
    assert address == "#search=is+%2B+3+%25+%26+of&severity=warning"
    browser.open(report, address)
    assert browser.ask("document.getElementById('search').value") == "is + 3 % & of"
    assert not browser.ask("document.getElementById('error').checked")
    assert browser.count == "0 of 11 findings"


def test_links_of_the_tables_lead_to_the_findings_of_a_rule_and_a_file(
    browser: Browser, report: Path
) -> None:
    browser.open(report)
    browser.ask("document.querySelector('a[href=\"#rule=path-never-resolves\"]').click()")
    browser.wait(lambda: browser.count == "2 of 11 findings")
    assert browser.focused == "findings-title"
    assert browser.ask("document.getElementById('rule').value") == "path-never-resolves"
    browser.ask("document.querySelector('a[href*=\"10-all-answers\"]').click()")
    browser.wait(lambda: browser.count == "1 of 11 findings")
    assert browser.ask("document.getElementById('rule').value") == ""


def test_everything_is_reached_by_keys_alone(browser: Browser, report: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(report)
    browser.press(Keys.TAB)
    assert browser.focused == "Skip to the findings"
    browser.press(Keys.ENTER, "j")
    assert browser.focused == browser.titles[0]
    browser.press("j", "j", "k")
    assert browser.focused == browser.titles[1]
    browser.press(Keys.TAB, Keys.ENTER)  # what the rule is about, in the finding that has the focus
    browser.wait(
        lambda: "Bad:" in browser.ask("document.querySelectorAll('#list li')[1].textContent")
    )
    browser.press("/")
    assert browser.focused == "search"
    browser.press("jk/")
    assert browser.ask("document.getElementById('search').value") == "jk/"
    browser.press(*[Keys.BACKSPACE] * 3, "citations", Keys.ESCAPE)
    assert browser.count == "3 of 11 findings"
    assert browser.focused == browser.titles[0]
    browser.ask("document.getElementById('keys').click()")
    browser.press("/")
    assert browser.focused != "search"


def test_names_say_what_each_control_and_part_is(browser: Browser, report: Path) -> None:
    browser.open(report)
    tree = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    named = {
        (each["role"]["value"], each.get("name", {}).get("value", ""))
        for each in tree
        if not each["ignored"]
    }
    assert {
        ("heading", "8 errors, 2 warnings, 1 info"),
        ("navigation", "Parts of the report"),
        ("region", "Findings"),
        ("search", "Findings"),
        ("table", "By rule"),
        ("combobox", "Rule"),
        ("group", "Severity"),
        ("checkbox", "errors"),
        ("button", "Show all"),
        ("table", ".rtfm/mappings/nblm-answer.yaml"),
    } <= named
    controls = ("button", "checkbox", "combobox", "link", "searchbox", "textbox")
    assert [each for each in named if each[0] in controls and not each[1].strip()] == []


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_texts_stand_out_from_what_is_behind_them(
    browser: Browser, report: Path, is_dark: bool
) -> None:
    browser.open(report)
    browser.be_dark(is_dark)
    browser.keep_picture("dark.png" if is_dark else "light.png")
    ground = browser.ask("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(19, 22, 25)" if is_dark else "rgb(247, 247, 245)")
    assert browser.ask(CONTRAST) == []


def test_a_narrow_window_needs_no_sideways_scrolling(browser: Browser, report: Path) -> None:
    size = {"width": 340, "height": 700, "deviceScaleFactor": 1, "mobile": True}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        browser.open(report)
        assert browser.ask("document.documentElement.scrollWidth") == 340
    finally:
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_nothing_that_a_file_says_runs(browser: Browser, project: Project) -> None:
    hostile(project)
    project.run("ci", ".", "--format", "html=out.html")
    browser.open(project.root / "out.html")
    shown = browser.ask("document.getElementById('list').textContent")
    assert all(text.replace("/", "\u2215") in shown for text in MARKUP if "`" not in text)
    for each in range(len(browser.titles)):
        browser.ask("document.querySelectorAll('#list summary')[arguments[0]].click()", each)
    browser.type("search", MARKUP[0])
    browser.wait(lambda: not browser.count.startswith("0"))
    assert browser.ask("window.pwned === undefined")
    assert browser.ask("document.querySelectorAll('img, i, iframe, svg [onload]').length") == 0


def test_what_gets_in_nevertheless_is_stopped_by_the_policy(
    driver: Any, project: Project, report: Path
) -> None:
    """Markup put into the page by hand, as if an escape were missing, runs and loads nothing."""
    page = report.read_text("ascii")
    (report.parent / "pixel.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    smuggled = "<script>window.pwned=1</script><img src=pixel.svg onerror=window.pwned=2>"
    report.write_text(page.replace("<main>", f"<main>{smuggled}"), encoding="ascii")
    browser = Browser(driver)
    browser.open(report)
    assert browser.count == "11 of 11 findings"
    assert browser.ask("window.pwned === undefined")
    said = [each["message"] for each in driver.get_log("browser")]
    assert len(said) == 3
    assert all("Content Security Policy" in each for each in said)


def test_without_scripts_the_findings_are_a_list(browser: Browser, report: Path) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(report)
        tree = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    roles = [each["role"]["value"] for each in tree if not each["ignored"]]
    assert roles.count("listitem") == 3 + 2 + 11  # parts, cards, findings
    assert "searchbox" not in roles


def test_50_000_findings_stay_usable(browser: Browser, project: Project) -> None:
    for number in range(250):
        lines = [f"A [link to page {i}](gone-{number}-{i}.md).\n" for i in range(200)]
        project.write(f"pages/{number:03}.md", "# Page\n\n" + "\n".join(lines))
    project.run("docs", ".", "--format", "html=out.html", "--select", "broken-link")
    path = project.root / "out.html"
    assert path.stat().st_size < 15_000_000
    started = time.monotonic()
    browser.open(path)
    assert browser.count == "50,000 of 50,000 findings, 1 to 25 shown"
    opened = time.monotonic() - started
    assert browser.ask("document.querySelectorAll('*').length") < 4_000
    browser.press("n", "n")
    assert browser.count == "50,000 of 50,000 findings, 51 to 75 shown"
    browser.press("p")
    assert browser.ask("document.getElementById('page').textContent") == "page 2 of 2,000"
    started = time.monotonic()
    browser.type("search", "gone-249-199")
    browser.wait(lambda: browser.count == "1 of 50,000 findings")
    searched = time.monotonic() - started
    print(f"{path.stat().st_size:,} bytes, open after {opened:.2f} s, found after {searched:.2f} s")
    assert (opened < 10, searched < 5) == (True, True)
