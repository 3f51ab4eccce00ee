"""What a server knows: the files that are open, and what was seen of the folders they lie in.

Everything here runs in the main thread but `_look`, which the worker calls. A folder is looked at
when a file of it is opened or saved, and a while after it was changed: the longer the last look
took, the longer the while.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import NamedTuple

from rtfm_check.dryrun.trial import Example, Trial
from rtfm_check.editor import samples
from rtfm_check.editor.positions import BOM
from rtfm_check.editor.samples import Known
from rtfm_check.editor.worker import Worker
from rtfm_check.look import Key, Looked, Looker, Settings, is_of, keys_of
from rtfm_check.model import Finding
from rtfm_check.typed.places import Places

_RECORDS = 5_000  # of each file of records that are looked at
_LEAST_WAIT, _MOST_WAIT = 0.2, 2.0  # seconds between a change and the look at it


class Open(NamedTuple):
    """A file that is open in the editor."""

    uri: str
    path: str
    text: str
    version: int | None

    @property
    def data(self) -> bytes:
        """The file as it would be saved: an editor keeps the mark, and does not show it."""
        text = self.text
        if not text.startswith(BOM) and _has_bom(self.path):
            text = BOM + text
        return text.encode("utf-8", "surrogatepass")


class State:
    """What is known of a folder, and whether that is of now."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.looked: Looked | None = None
        self.asked = 0  # counts changes
        self.done = 0  # the change that `looked` is of
        self.seconds = 0.0  # that the last look took
        self.timer: asyncio.TimerHandle | None = None
        self.news = asyncio.Event()  # set when a look is over
        self.examples: dict[str, list[Example]] = {}  # of mappings, when they were last sound
        self.places: dict[str, Places] = {}  # of their schemas, likewise

    @property
    def is_fresh(self) -> bool:
        """Whether nothing changed since the look."""
        return self.done >= self.asked

    def findings_of(self, path: str) -> list[Finding]:
        """The findings in a file."""
        looked = self.looked
        if looked is None:
            return []
        return [each for each in looked.findings if looked.absolute(each.place.path) == path]

    def trial_of(self, path: str) -> Trial | None:
        """What the fixtures showed about a mapping."""
        return samples.trial_of(self.looked, path) if self.looked is not None else None

    def examples_of(self, path: str) -> list[Example]:
        """The documents that a mapping takes, or took when it was sound; else those left over."""
        trial = self.trial_of(path)
        if trial is not None and trial.examples:
            return trial.examples
        if path in self.examples:
            return self.examples[path]
        looked = self.looked
        return looked.dry_run.sample if looked is not None and looked.dry_run is not None else []

    @property
    def documents(self) -> list[Example]:
        """All documents that were kept."""
        if self.looked is None or self.looked.dry_run is None:
            return []
        dry_run = self.looked.dry_run
        return [*dry_run.sample, *(each for trial in dry_run.trials for each in trial.examples)]

    def taken_by(self, path: str) -> list[str]:
        """The fixtures that a mapping takes."""
        looked = self.looked
        if looked is None or looked.dry_run is None:
            return []
        return [
            each.fixture
            for each in looked.dry_run.tried
            if each.mapping and looked.absolute(each.mapping) == path
        ]

    def records_of(self, path: str) -> list[Known]:
        """The paths of the records that a profile is for."""
        trial = self.looked.fields.get(path) if self.looked is not None else None
        return samples.known_in_records(trial) if trial is not None else []


class Session:
    """The open files and the folders they are of."""

    def __init__(
        self,
        settings: Settings,
        tell: Callable[[State], None],
        complain: Callable[[str], None],
    ) -> None:
        """`tell` is called with a folder that was looked at, `complain` with what went wrong."""
        self.files: dict[str, Open] = {}  # by path
        self.states: dict[Key, State] = {}
        self._tell = tell
        self._complain = complain
        self._looker = Looker(settings)
        self._worker = Worker(self._look)
        self._loop = asyncio.get_running_loop()

    def put(self, file: Open, *, at_once: bool) -> None:
        """A file was opened, changed or saved."""
        keys = keys_of(file.path)
        if keys:
            self.files[file.path] = file
        for key in keys:
            self._ask(self.states.setdefault(key, State(key)), at_once=at_once)

    def drop(self, path: str) -> list[State]:
        """A file was closed; returns the folders of which no file is open any more."""
        self.files.pop(path, None)
        left = {key for each in self.files for key in keys_of(each)}
        gone = [state for key, state in self.states.items() if key not in left]
        for state in gone:
            del self.states[state.key]
            if state.timer is not None:
                state.timer.cancel()
        for key in keys_of(path):
            if key in self.states:  # its text is now what lies on the disk
                self._ask(self.states[key], at_once=False)
        return gone

    def refresh(self) -> None:
        """Files changed on the disk: look at all folders again."""
        for state in self.states.values():
            self._ask(state, at_once=False)

    def state_of(self, path: str) -> State | None:
        """The folder that a file is a mapping or profile of."""
        return next((each for key, each in self.states.items() if is_of(path, key)), None)

    async def fresh(self, state: State, seconds: float) -> None:
        """Have a folder looked at with the texts of now, if that takes no longer."""
        end = time.monotonic() + seconds
        while not state.is_fresh and time.monotonic() < end:
            self._ask_now(state)
            state.news.clear()
            try:
                await asyncio.wait_for(state.news.wait(), max(end - time.monotonic(), 0))
            except TimeoutError:
                break

    def _ask(self, state: State, *, at_once: bool) -> None:
        state.asked += 1
        if state.timer is not None:
            state.timer.cancel()
        wait = 0.0 if at_once else min(max(_LEAST_WAIT, 2 * state.seconds), _MOST_WAIT)
        state.timer = self._loop.call_later(wait, self._ask_now, state)

    def _ask_now(self, state: State) -> None:
        if state.timer is not None:
            state.timer.cancel()
            state.timer = None
            self._worker.ask(state.key)

    def _look(self, key: Key) -> None:
        """In the worker: look at a folder, and have the main thread told."""
        state = self.states.get(key)
        if state is None:
            return
        asked, start = state.asked, time.monotonic()
        looked, fault = None, ""
        try:
            texts = {path: each.data for path, each in dict(self.files).items()}
            looked = self._looker.look(key, texts, _RECORDS)
        except OSError as error:  # such as a folder that is gone
            fault = f"{key.path} cannot be checked: {error.strerror or error}"
        except Exception as error:  # the boundary: a defect of ours ends no session
            fault = f"a defect of rtfm-check: {type(error).__name__}: {error}"
        seconds = time.monotonic() - start
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._over, state, asked, looked, fault, seconds)

    def _over(
        self, state: State, asked: int, looked: Looked | None, fault: str, seconds: float
    ) -> None:
        state.done, state.seconds = asked, seconds
        if fault:
            self._complain(fault)
        if looked is not None:
            state.looked = looked
            for trial in looked.dry_run.trials if looked.dry_run is not None else ():
                if trial.examples:
                    name = trial.file.document.source.path
                    state.examples[os.path.join(looked.base, name)] = trial.examples
            sound = {path for path, each in looked.documents.items() if each.loads}
            left = {path: each for path, each in state.places.items() if path not in sound}
            state.places = left | looked.places
            if looked.complaint:
                self._complain(looked.complaint)
            if self.states.get(state.key) is state and state.is_fresh:
                self._tell(state)  # else another look follows, with the text of now
        state.news.set()


def _has_bom(path: str) -> bool:
    """Whether the file on the disk begins with a byte order mark."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return False
    with os.fdopen(handle, "rb") as stream:
        return stream.read(3) == b"\xef\xbb\xbf"
