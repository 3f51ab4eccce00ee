"""A language client: starts `rtfm-check lsp`, speaks JSON-RPC with it over pipes, and waits."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
_SECONDS = 30.0  # that an answer may take


class Client:
    """An editor, as far as the server can tell."""

    def __init__(self, cwd: Path, *arguments: str, capabilities: Json | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rtfm_check", "lsp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=cwd,
            env={key: value for key, value in os.environ.items() if key != "CI"},
        )
        self.shown: list[str] = []  # messages for the user
        self.asked: list[str] = []  # methods of requests of the server
        self._messages: queue.Queue[Json | None] = queue.Queue()
        self._last = 0
        self._versions: dict[str, int] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        params = {
            "processId": os.getpid(),
            "rootUri": cwd.as_uri(),
            "capabilities": capabilities or {},
        }
        self.server: Json = self.request("initialize", params)
        self.notify("initialized", {})

    def request(self, method: str, params: Any = None) -> Any:
        """The result of a request; an error of the server fails the test."""
        answer = self.ask(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def ask(self, method: str, params: Any = None) -> Json:
        """The answer to a request, be it an error."""
        self._last += 1
        own = {} if params is None else {"params": params}
        self.send({"id": self._last, "method": method, **own})
        return self._wait(lambda each: each.get("id") == self._last and "method" not in each)

    def notify(self, method: str, params: Any) -> None:
        """Send what has no answer."""
        self.send({"method": method, "params": params})

    def send(self, message: Json) -> None:
        """Send a message."""
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_bytes(self, body: bytes) -> None:
        """Send anything as the body of a message."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def open(self, path: Path, text: str | None = None) -> None:
        """Open a document, with the text that lies on the disk or another."""
        uri, text = path.as_uri(), path.read_bytes().decode() if text is None else text
        self._versions[uri] = 1
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str) -> None:
        """Replace the text of an open document."""
        uri = path.as_uri()
        self._versions[uri] += 1
        identified = {"uri": uri, "version": self._versions[uri]}
        params = {"textDocument": identified, "contentChanges": [{"text": text}]}
        self.notify("textDocument/didChange", params)

    def close(self, path: Path) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def diagnostics(self, path: Path) -> list[Json]:
        """The next diagnostics of a file; of an open one, those of its last version."""
        uri = path.as_uri()

        def is_meant(message: Json) -> bool:
            params = message.get("params", {})
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and params.get("version") in (None, self._versions.get(uri))
            )

        found: list[Json] = self._wait(is_meant)["params"]["diagnostics"]
        return found

    def at(self, method: str, path: Path, line: int, character: int) -> Any:
        """The result of a request about a place in a document."""
        place = {"line": line, "character": character}
        return self.request(method, {"textDocument": {"uri": path.as_uri()}, "position": place})

    def actions(self, path: Path, first: int, last: int, only: list[str] | None = None) -> Any:
        """The code actions of some lines, counted from 0."""
        context: Json = {"diagnostics": []} | ({"only": only} if only else {})
        lines = {
            "start": {"line": first, "character": 0},
            "end": {"line": last, "character": 0},
        }
        params = {"textDocument": {"uri": path.as_uri()}, "range": lines, "context": context}
        return self.request("textDocument/codeAction", params)

    def end(self) -> int:
        """Shut the server down; its exit status."""
        self.request("shutdown")
        self.notify("exit", None)
        return self.ended()

    def ended(self) -> int:
        """The exit status of the server, which is about to end."""
        status = self.process.wait(_SECONDS)
        self._reader.join(_SECONDS)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        return status

    def _wait(self, is_meant: Any) -> Json:
        end = time.monotonic() + _SECONDS
        while True:
            message = self._messages.get(timeout=max(end - time.monotonic(), 0.01))
            assert message is not None, "the server has ended"
            if is_meant(message):
                return message
            if message.get("method") == "window/showMessage":
                self.shown.append(message["params"]["message"])
                assert "a defect of rtfm-check" not in self.shown[-1], self.shown
            if "method" in message and "id" in message:  # the server asks; we agree
                self.asked.append(message["method"])
                self.send({"id": message["id"], "result": None})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            size = 0
            while (line := stream.readline()) not in (b"", b"\r\n"):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    size = int(value)
            if not size:
                self._messages.put(None)
                return
            self._messages.put(json.loads(stream.read(size)))


def edited(text: str, edits: list[Json], encoding: str = "utf-16-le") -> str:
    """A text with edits applied; lines end with `\\n` or `\\r\\n`."""
    width = {"utf-16-le": 2, "utf-8": 1, "utf-32-le": 4}[encoding]
    lines = text.split("\n")

    def index(place: Json) -> int:
        before = sum(len(each) + 1 for each in lines[: place["line"]])
        line = lines[place["line"]].encode(encoding)
        return before + len(line[: place["character"] * width].decode(encoding))

    for edit in sorted(edits, key=lambda each: index(each["range"]["start"]), reverse=True):
        start, end = (index(edit["range"][each]) for each in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for the tests of this module: it serves any number of projects."""
    item = {"snippetSupport": True}
    client = Client(
        tmp_path_factory.mktemp("cwd"),
        capabilities={"textDocument": {"completion": {"completionItem": item}}},
    )
    yield client
    assert client.end() == 0
