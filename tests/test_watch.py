"""`rtfm-check preview --watch`: shown again after each save, on a terminal and through a pipe."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
MAPPING = 'name: m\nmatch: {discriminator: {type: x}}\nchunks: [{content: "{{ t }} %s"}]\n'


class Watching:
    """A running `preview --watch`, and what it has written so far."""

    def __init__(self, root: Path, *, on_terminal: bool) -> None:
        self.root = root
        (root / "m.yaml").write_text(MAPPING % "first")
        (root / "doc.json").write_text('{"type": "x", "t": "words"}')
        ours, theirs = pty.openpty() if on_terminal else os.pipe()
        self.fd = ours
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rtfm_check", "preview", "m.yaml", "doc.json", "--watch"],
            cwd=root,
            stdin=theirs if on_terminal else subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parent.parent)},
            start_new_session=on_terminal,
            preexec_fn=_own_terminal if on_terminal else None,
        )
        os.close(theirs)
        self.unread = ""

    def until(self, text: str, seconds: float = 40) -> str:
        """All that is written up to a text, and the text."""
        end = time.monotonic() + seconds
        while text not in self.unread:
            left = end - time.monotonic()
            ready, _, _ = select.select([self.fd], [], [], max(left, 0))
            assert ready, f"{text!r} did not come; there is {self.unread!r}"
            self.unread += os.read(self.fd, 65536).decode().replace("\r\n", "\n")
        before, _, self.unread = self.unread.partition(text)
        return before + text

    def quiet(self, seconds: float = 1.0) -> str:
        """What is written in some time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                self.unread += os.read(self.fd, 65536).decode()
        text, self.unread = self.unread, ""
        return text

    def save(self, name: str, text: str) -> None:
        """Write a file in place, cut off first, as many editors do."""
        with (self.root / name).open("w") as stream:
            stream.flush()
            stream.write(text)

    def replace(self, name: str, text: str) -> None:
        """Write beside and rename, as others do."""
        beside = self.root / f".{name}.swp"
        beside.write_text(text)
        beside.rename(self.root / name)


def _own_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture(params=[True, False], ids=["terminal", "pipe"])
def watching(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Watching]:
    made = Watching(tmp_path, on_terminal=request.param)
    yield made
    made.process.kill()
    made.process.wait()
    os.close(made.fd)


def test_each_save_is_shown_and_what_is_broken_or_gone_is_waited_for(watching: Watching) -> None:
    def plain(text: str) -> str:
        return text.replace("\x1b[32m", "").replace("\x1b[0m", "")

    assert "words" in watching.until("first")
    watching.save("m.yaml", MAPPING % "second")
    assert "words second" in plain(watching.until("second"))
    watching.replace("doc.json", '{"type": "x", "t": "other"}')
    assert "other second" in plain(watching.until("second"))
    watching.save("m.yaml", "name: [")
    watching.until("m.yaml:1:7: the `[` opened here is never closed")
    watching.save("doc.json", '{"type": ')
    watching.until("is never closed")
    watching.save("m.yaml", MAPPING % "third")
    watching.until("doc.json:1:1:")
    (watching.root / "doc.json").unlink()
    watching.until("doc.json: no such file; waiting for it")
    watching.save("doc.json", '{"type": "x", "t": null}')
    assert "is null" in watching.until("is null")
    watching.save("doc.json", '{"type": "y"}')
    watching.until('`type` is "y", and has to be "x"')
    assert watching.process.poll() is None


def test_a_terminal_is_cleared_and_a_pipe_gets_a_line_before_each_block(tmp_path: Path) -> None:
    for folder, on_terminal in (("terminal", True), ("pipe", False)):
        (tmp_path / folder).mkdir()
        watching = Watching(tmp_path / folder, on_terminal=on_terminal)
        start = watching.until("first")
        watching.quiet(0.5)
        watching.save("m.yaml", MAPPING % "second")
        text = watching.until("second")
        assert (CLEAR in start, CLEAR in text) == (on_terminal, on_terminal)
        assert ("--- m.yaml\n" in text) == (not on_terminal)
        watching.quiet(0.5)
        assert watching.quiet(1) == ""  # nothing has changed
        if on_terminal:
            os.write(watching.fd, b"\x03")
        else:
            watching.process.send_signal(signal.SIGINT)
        assert "interrupted" in watching.until("interrupted")
        assert watching.process.wait(20) == 130
        os.close(watching.fd)


def test_files_that_are_not_there_at_the_start_are_4(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(MAPPING % "")
    result = subprocess.run(
        [sys.executable, "-m", "rtfm_check", "preview", "m.yaml", "doc.json", "--watch"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (result.returncode, result.stdout) == (4, "")
