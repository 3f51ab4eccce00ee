"""A report in a real browser, as a person at a keyboard has it.

Needs the browser and the driver of Debian (`apt install chromium chromium-driver`), and Selenium.
Pictures are kept in the folder that HTML_SCREENSHOTS names, for a person to look at.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Texts that stand out too little from what is behind them, with their ratio.
CONTRAST = """(() => {
  const parsed = (text) => text.match(/[0-9.]+/g).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = parsed(getComputedStyle(each).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pale = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (element.matches("script, style, :disabled")) continue;
    const ink = light(parsed(getComputedStyle(element).color).slice(0, 3));
    const ground = light(behind(element));
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    if (ratio < 4.5) pale.push([walker.currentNode.data, ratio]);
  }
  return pale;
})()"""


class Browser:
    """A page that is open, as a person at a keyboard has it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path, address: str = "") -> None:
        """Open a report anew, also where only the part behind # differs."""
        self.driver.get("about:blank")
        self.driver.get(path.as_uri() + address)

    def ask(self, script: str, *values: object) -> Any:
        """What a script says of the page."""
        return self.driver.execute_script(f"return {script}", *values)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def type(self, name: str, text: str) -> None:
        """Put the focus on a field, and write into it."""
        self.driver.execute_script("document.getElementById(arguments[0]).focus()", name)
        self.press(text)

    def wait(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; fail where it does not become so."""
        end = time.monotonic() + 10
        while not is_so():
            assert time.monotonic() < end, self.count
            time.sleep(0.02)

    @property
    def count(self) -> str:
        """What a screen reader is told of the findings that are shown."""
        return str(self.ask("document.getElementById('count').textContent"))

    @property
    def titles(self) -> list[str]:
        """The titles of the findings that are shown, with their severity."""
        script = "[...document.querySelectorAll('#list h3')].map((each) => each.textContent)"
        return list(self.ask(script))

    @property
    def focused(self) -> str:
        """The text, or the id, of what has the focus."""
        return str(self.ask("document.activeElement.id || document.activeElement.textContent"))

    def be_dark(self, is_dark: bool) -> None:
        """Prefer dark or light, as a person's system does."""
        features = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def keep_picture(self, name: str, part: str = "") -> None:
        """Keep a picture of the whole page or of what begins with a part, if any are wanted."""
        folder = os.environ.get("HTML_SCREENSHOTS")
        if folder and part:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.execute_script(f"document.getElementById('{part}').scrollIntoView()")
            self.driver.save_screenshot(str(Path(folder) / name))
            return
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.set_window_size(1200, self.ask("document.documentElement.scrollHeight"))
            self.driver.save_screenshot(str(Path(folder) / name))
            self.driver.set_window_size(1200, 1000)


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """Chromium without a window; it is told that there is no network."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    chromium, program = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or program is None:
        pytest.skip("needs a browser: apt install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for each in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,1000"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(program))
    made.set_network_conditions(offline=True, latency=0, throughput=0)
    yield made
    made.quit()


@pytest.fixture
def browser(driver: Any) -> Iterator[Browser]:
    """The browser; a test fails where the page writes to the console or says that it failed."""
    yield Browser(driver)
    assert driver.get_log("browser") == []
