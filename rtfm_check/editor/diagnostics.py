"""Findings as editors show them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from lsprotocol import types
from pygls import uris

from rtfm_check.editor.positions import Lines
from rtfm_check.editor.session import Session, State
from rtfm_check.look import Looked
from rtfm_check.model import Finding, Severity
from rtfm_check.source import Unreadable, read
from rtfm_check.text.show import safe

SOURCE = "rtfm-check"
_MOST_BYTES = 64 * 1024 * 1024  # of a file that findings are placed in
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_UNNECESSARY = ("unused-anchor", "unused-suppression", "empty-mapping-file")


def diagnostic(
    finding: Finding, lines: Lines, locate: Callable[[Finding], list[types.Location]]
) -> types.Diagnostic:
    """A finding in a file; `locate` gives the places of what belongs to it."""
    text = [finding.message, *(each for each in (finding.help, finding.note) if each)]
    related = [
        types.DiagnosticRelatedInformation(location, safe(each.message))
        for location, each in zip(locate(finding), finding.related, strict=True)
    ]
    return types.Diagnostic(
        range=lines.range(finding.place.span),
        message="\n".join("\n".join(safe(line) for line in each.split("\n")) for each in text),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.rule in _UNNECESSARY else None,
        related_information=related or None,
    )


class Server(Protocol):
    """What the board needs of the server."""

    @property
    def session(self) -> Session:
        """The open files."""
        ...

    @property
    def encoding(self) -> str:
        """The unit of columns."""
        ...

    def text_document_publish_diagnostics(self, params: types.PublishDiagnosticsParams) -> None:
        """Send diagnostics to the editor."""
        ...


class Board:
    """The diagnostics that the editor was told, by file and by the folder whose look found them."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._told: dict[str, dict[str, list[types.Diagnostic]]] = {}  # by path, by folder

    def tell(self, state: State) -> None:
        """Show what a look at a folder found."""
        looked = state.looked
        assert looked is not None
        texts: dict[str, Lines] = {}

        def located(path: str) -> Lines:
            if path not in texts:
                texts[path] = Lines(self._text(looked, path), self._server.encoding)
            return texts[path]

        def locate(finding: Finding) -> list[types.Location]:
            places = [(looked.absolute(each.place.path), each.place) for each in finding.related]
            return [
                types.Location(self._uri(path), located(path).range(place.span))
                for path, place in places
            ]

        found: dict[str, list[types.Diagnostic]] = {path: [] for path in looked.documents}
        for finding in looked.findings:
            path = looked.absolute(finding.place.path)
            found.setdefault(path, []).append(diagnostic(finding, located(path), locate))
        self.publish(state, found)

    def publish(self, state: State, found: dict[str, list[types.Diagnostic]]) -> None:
        """Show the diagnostics of a folder, and take away those of files that have none now."""
        key = str(state.key)
        for path in {*found, *(each for each, told in self._told.items() if key in told)}:
            told = self._told.setdefault(path, {})
            before = [each for one in told.values() for each in one]
            told[key] = found.get(path, [])
            if path not in found:
                del told[key]
            now = [each for one in told.values() for each in one]
            if not told:
                del self._told[path]
            file = self._server.session.files.get(path)
            if now != before or file is not None:
                version = file.version if file is not None else None
                self._server.text_document_publish_diagnostics(
                    types.PublishDiagnosticsParams(self._uri(path), now, version)
                )

    def _uri(self, path: str) -> str:
        file = self._server.session.files.get(path)
        return file.uri if file is not None else str(uris.from_fs_path(path))

    def _text(self, looked: Looked, path: str) -> str:
        """The text of a file, as it is in the editor or on the disk."""
        file = self._server.session.files.get(path)
        if file is not None:
            return file.text
        if path in looked.documents:
            return looked.documents[path].source.text
        try:
            return read(path, name=path, limit=_MOST_BYTES, root=os.path.dirname(path)).text
        except Unreadable:
            return ""
