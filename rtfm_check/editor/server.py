"""The language server itself: what comes from the editor, and what goes back.

Texts are synchronised whole: only so are lines those that editors count, whatever a text holds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from rtfm_check import __version__
from rtfm_check.editor import actions, completion, cursor, hover
from rtfm_check.editor.diagnostics import SOURCE, Board, diagnostic
from rtfm_check.editor.positions import Lines
from rtfm_check.editor.session import Open, Session, State
from rtfm_check.exits import Exit
from rtfm_check.look import Settings
from rtfm_check.mapping.document import Document
from rtfm_check.model import Finding

_MOST_BYTES = 64 * 1024 * 1024  # of a file that findings are placed in
_MOST_FINDINGS = 20  # that actions are offered for at one time,
_TRIED_CHARS = 200_000  # and fewer in a long text, which is read anew for each
_QUICK_FIX, _FIX_ALL = "quickfix", "source.fixAll.rtfm-check"
_WATCHED = ("**/*.{json,jsonl,yaml,yml,conf}", "**/pyproject.toml")
_TRIGGERS = ["{", ".", " ", ":", '"', "'", "[", "-"]


def serve(settings: Settings) -> int:
    """Speak with the editor on standard input and output, until it says that this is the end."""
    server = Server(settings)
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing else is said there
    server.start_io(sys.stdin.buffer, output)
    return Exit.CLEAN if server.was_shut_down else Exit.FINDINGS


class Server(LanguageServer):
    """Answers an editor."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            SOURCE, __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.was_shut_down = False
        self._settings = settings
        self._own: Session | None = None
        self._complaints: set[str] = set()
        self._board = Board(self)
        _register(self)

    @property
    def session(self) -> Session:
        """The open files; made with the first of them, when there is a loop."""
        if self._own is None:
            self._own = Session(self._settings, self._board.tell, self._complain)
        return self._own

    @property
    def encoding(self) -> str:
        """The unit of columns that was agreed on."""
        agreed = self.workspace.position_encoding
        return str(getattr(agreed, "value", agreed) or "utf-16")

    def put(self, uri: str, *, at_once: bool) -> None:
        """A document was opened, changed or saved."""
        path = _path(uri)
        if path is None:
            return
        document = self.workspace.get_text_document(uri)
        file = Open(uri, path, document.source, document.version)
        self.session.put(file, at_once=at_once)

    def drop(self, uri: str) -> None:
        """A document was closed."""
        path = _path(uri)
        if path is None:
            return
        for state in self.session.drop(path):
            self._board.publish(state, {})

    def _complain(self, text: str) -> None:
        """Say what is wrong with settings, or with us: once."""
        if text not in self._complaints:
            self._complaints.add(text)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, text))

    async def complete(self, params: types.CompletionParams) -> list[types.CompletionItem]:
        """What may be written where the cursor is."""
        file, state = self._file(params.text_document.uri)
        if file is None or state is None:
            return []
        lines = Lines(file.text, self.encoding)
        at = lines.index(params.position)
        if state.looked is None:
            await self.session.fresh(state, 2.0)
        records = state.records_of(file.path)
        if file.path.lower().endswith(".conf"):
            return completion.numbered(completion.dotted(file.text, at, lines, records))
        is_json = file.path.lower().endswith(".json")
        place = completion.Place(
            cursor=cursor.find(file.text, at, is_json=is_json),
            at=at,
            lines=lines,
            is_json=is_json,
            is_fields=state.key.is_fields,
            has_snippets=self._has_snippets,
            examples=state.examples_of(file.path),
            documents=state.documents,
            records=records,
            places=state.places.get(file.path),
            schema_ids=state.looked.schema_ids if state.looked is not None else [],
            findings=state.findings_of(file.path),
        )
        return completion.numbered(completion.complete(place))

    @property
    def _has_snippets(self) -> bool:
        text = self.client_capabilities.text_document
        wanted = text.completion if text is not None else None
        item = wanted.completion_item if wanted is not None else None
        return bool(item is not None and item.snippet_support)

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What is known of the text under the mouse."""
        file, state = self._file(params.text_document.uri)
        if file is None or state is None:
            return None
        await self.session.fresh(state, 2.0)
        lines = Lines(file.text, self.encoding)
        at = lines.index(params.position)
        is_conf = file.path.lower().endswith(".conf")
        is_json = file.path.lower().endswith(".json")
        where = cursor.find("" if is_conf else file.text, 0 if is_conf else at, is_json=is_json)
        text = hover.show(
            hover.Place(
                cursor=where,
                findings=list(_at(state.findings_of(file.path), lines.span(at))),
                is_fields=state.key.is_fields,
                examples=state.examples_of(file.path),
                trial=state.trial_of(file.path),
                taken=state.taken_by(file.path),
                records=state.records_of(file.path),
                places=state.places.get(file.path),
            )
        )
        if not text:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))

    async def act(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """What can be done about the findings in a range."""
        file, state = self._file(params.text_document.uri)
        if file is None or state is None:
            return []
        await self.session.fresh(state, 10.0)
        if state.looked is None or not state.is_fresh:
            return []
        document = state.looked.documents.get(file.path)
        if document is None:
            return []
        only = params.context.only
        lines = Lines(file.text, self.encoding)
        shift = len(document.source.text) - len(file.text)  # of a mark that is not shown
        found = state.findings_of(file.path)
        made: list[types.CodeAction] = []
        if _wants(only, _QUICK_FIX):
            first, last = params.range.start.line + 1, params.range.end.line + 1
            here = [
                each
                for each in found
                if each.place.span.line <= last and each.place.span.end_line >= first
            ]
            most = min(_MOST_FINDINGS, 1 + _TRIED_CHARS // (len(file.text) + 1))
            for action in _quick(here[:most], document):
                made.append(self._action(file, lines, shift, action, _QUICK_FIX))
        if _wants(only, _FIX_ALL):
            every = actions.mend_all(found, document)
            if every is not None:
                made.append(self._action(file, lines, shift, every, _FIX_ALL))
        return made

    def _action(
        self,
        file: Open,
        lines: Lines,
        shift: int,
        action: actions.Action,
        kind: str,
    ) -> types.CodeAction:
        edits = [
            types.TextEdit(
                lines.between(max(each.start - shift, 0), max(each.end - shift, 0)), each.text
            )
            for each in action.changes
        ]
        about = None
        if action.finding is not None:
            about = [diagnostic(action.finding._replace(related=()), lines, lambda _: [])]
        return types.CodeAction(
            title=action.title,
            kind=kind,
            diagnostics=about,
            is_preferred=action.is_preferred or None,
            edit=self._edit(file, edits),
        )

    def _edit(self, file: Open, edits: list[types.TextEdit]) -> types.WorkspaceEdit:
        workspace = self.client_capabilities.workspace
        wanted = workspace.workspace_edit if workspace is not None else None
        if wanted is None or not wanted.document_changes:
            return types.WorkspaceEdit(changes={file.uri: edits})
        identified = types.OptionalVersionedTextDocumentIdentifier(file.uri, file.version)
        return types.WorkspaceEdit(
            document_changes=[types.TextDocumentEdit(identified, list(edits))]
        )

    def _file(self, uri: str) -> tuple[Open | None, State | None]:
        """An open mapping or profile, and the folder that it is of."""
        path = _path(uri)
        if path is None:
            return None, None
        return self.session.files.get(path), self.session.state_of(path)

    def watch(self) -> None:
        """Ask to be told of files that change on the disk, where the editor can."""
        workspace = self.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace is not None else None
        if watched is None or not watched.dynamic_registration:
            return
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(glob) for glob in _WATCHED]
        )
        registration = types.Registration(
            "watched", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
        )
        self.client_register_capability(types.RegistrationParams([registration]))


def _register(server: Server) -> None:
    """Say which messages are understood."""
    add = server.feature

    @add(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        server.watch()

    @add(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.put(params.text_document.uri, at_once=True)

    @add(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.put(params.text_document.uri, at_once=False)

    @add(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.put(params.text_document.uri, at_once=True)

    @add(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.drop(params.text_document.uri)

    @add(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_watched(params: types.DidChangeWatchedFilesParams) -> None:
        server.session.refresh()

    @add(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    async def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        return await server.complete(params)

    @add(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        return await server.hover(params)

    @add(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[_QUICK_FIX, _FIX_ALL]),
    )
    async def acted(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await server.act(params)

    @add(types.SHUTDOWN)
    def shut_down(*_: Any) -> None:
        server.was_shut_down = True


def _path(uri: str) -> str | None:
    """The path of a file's URI; None for what is no file."""
    path = uris.to_fs_path(uri)
    return os.path.normpath(path) if path and os.path.isabs(path) else None


def _at(findings: Iterable[Finding], place: tuple[int, int]) -> Iterator[Finding]:
    """The findings at a line and column."""
    for each in findings:
        span = each.place.span
        if (span.line, span.column) <= place <= (span.end_line, span.end_column):
            yield each


def _quick(findings: list[Finding], document: Document) -> Iterator[actions.Action]:
    """Fixes first, then comments that suppress."""
    for finding in findings:
        action = actions.mend(finding, document)
        if action is not None:
            yield action
    for finding in findings:
        yield from actions.silence(finding, document)


def _wants(only: Iterable[types.CodeActionKind | str] | None, kind: str) -> bool:
    """Whether an editor asks for actions of a kind."""
    if only is None:
        return True
    names = [str(getattr(each, "value", each)) for each in only]
    return any(kind == name or kind.startswith(f"{name}.") for name in names)
