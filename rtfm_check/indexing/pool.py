"""The processes that read files: each dies alone, for one file, and is replaced.

Batches are cut from the list of files alone, so that neither their number nor the order in which
they are done shows in what comes out. The parent reads nothing of the tree; it watches how long
each file takes, and kills the process that takes too long.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import connection
from typing import Any, NamedTuple

from rtfm_check.file import Settings
from rtfm_check.indexing import remarks
from rtfm_check.indexing.confine import confine
from rtfm_check.indexing.shard import Item, Segment, Work, settled

_BATCH_FILES = 200
_BATCH_BYTES = 8 * 1024 * 1024
_MOST_SAID = 64 * 1024  # bytes of what it says
_LOOK = 0.1  # seconds between two looks at how far the processes are


class Part(NamedTuple):
    """A run of files that was read into one segment."""

    first: int  # the place of its first file among all
    whole: int  # files that were read to their end
    lost: str = ""  # why the process died at the file behind them; "": it did not


class _Batch(NamedTuple):
    first: int
    end: int


def batches(items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """The runs of files, [first, end), that are read at once."""
    first = size = 0
    for number, item in enumerate(items):
        if number > first and (number - first >= _BATCH_FILES or size >= _BATCH_BYTES):
            yield first, number
            first, size = number, 0
        size += item.size
    if first < len(items):
        yield first, len(items)


def read_all(
    work: Work,
    root: str,
    items: Sequence[Item],
    settings: Settings,
    folder: str,
    *,
    jobs: int,
    seconds: float,
    done: Callable[[int], None] = lambda count: None,
) -> Iterator[Part]:
    """Read all files into segments below a folder; the parts in the order of the files.

    `seconds` is what one file may take, and a second more for each megabyte of it. `done` is told
    how many files were begun.
    """
    pool = _Pool(work, root, items, settings, folder, seconds, done)
    try:
        yield from pool.parts(jobs)
    finally:
        pool.end()


class _Worker:
    """A process, and the batch that it works on."""

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self.connection, other = context.Pipe()
        self._place = context.RawValue("q", -1)  # shared: the place of the file that it reads
        self.process = context.Process(
            target=_serve, args=(other, self._place, *arguments), daemon=True
        )
        self.process.start()
        other.close()
        self.batch: _Batch | None = None
        self.seen = -1  # the file that it read when it was looked at
        self.since = 0.0

    @property
    def at(self) -> int:
        """The place of the file that it reads, among all files; one of its batch in any case."""
        assert self.batch is not None
        return min(max(int(self._place.value), self.batch.first), self.batch.end - 1)

    def start(self, batch: _Batch) -> None:
        """Give it a batch. Raises OSError if it is dead."""
        self.batch = batch
        self._place.value = self.seen = batch.first
        self.since = time.monotonic()
        self.connection.send(batch)

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class _Pool:
    def __init__(
        self,
        work: Work,
        root: str,
        items: Sequence[Item],
        settings: Settings,
        folder: str,
        seconds: float,
        done: Callable[[int], None],
    ) -> None:
        self._items = items
        self._arguments = (work, root, items, settings, folder)
        self._seconds = seconds
        self._done = done
        self._read = 0  # files, but for those of the batches in work
        self._waiting = [_Batch(*each) for each in batches(items)][::-1]
        self._workers: list[_Worker] = []
        self._parts: dict[int, Part] = {}  # that are done, by their first file

    def parts(self, jobs: int) -> Iterator[Part]:
        """The parts in their order."""
        for _ in range(max(1, min(jobs, len(self._waiting)))):
            self._workers.append(_Worker(self._arguments))
        next_file = 0
        while next_file < len(self._items):
            if next_file in self._parts:
                part = self._parts.pop(next_file)
                next_file += part.whole + bool(part.lost)
                yield part
            else:
                self._step()

    def end(self) -> None:
        """Kill what still runs."""
        for worker in self._workers:
            worker.kill()

    def _step(self) -> None:
        """Give out work, and look what has happened."""
        for worker in self._workers:
            if worker.batch is None and self._waiting:
                try:
                    worker.start(self._waiting.pop())
                except OSError:  # it died before it got anything
                    self._bury(worker, self._cause(worker))
        busy = {each.connection: each for each in self._workers if each.batch is not None}
        for ready in connection.wait(list(busy), _LOOK):
            self._hear(busy[ready])
        self._look()

    def _look(self) -> None:
        """See how far each process is, and end the one that takes too long for a file."""
        now = time.monotonic()
        for worker in self._workers:
            if worker.batch is None:
                continue
            at = worker.at
            if at > worker.seen:
                worker.seen, worker.since = at, now
            allowed = self._seconds + self._items[at].size / 1e6
            if now - worker.since > allowed and not worker.connection.poll():
                self._bury(worker, f"it took more than {allowed:,.0f} seconds")
        ahead = sum(each.at - each.batch.first for each in self._workers if each.batch is not None)
        self._done(self._read + ahead)

    def _hear(self, worker: _Worker) -> None:
        batch = worker.batch
        assert batch is not None
        try:  # nothing is unpickled that comes from a process that has read strangers' files
            said = json.loads(worker.connection.recv_bytes(_MOST_SAID))
        except (EOFError, OSError, ValueError):
            said = None
        match said:
            case ["done"] if self._whole(batch) >= batch.end - batch.first:
                self._keep(Part(batch.first, batch.end - batch.first))
                worker.batch = None
            case ["no room", int(number), str(text)]:
                raise OSError(number, text)  # no file is to blame
            case ["failed", str(why)]:
                self._bury(worker, f"it failed: {why}")
            case _:
                self._bury(worker, self._cause(worker))

    def _whole(self, batch: _Batch) -> int:
        """How many files of a batch were read to their end."""
        work, *_, folder = self._arguments
        return settled(folder, batch.first, work.kinds)

    def _keep(self, part: Part) -> None:
        self._parts[part.first] = part
        self._read += part.whole + bool(part.lost)

    def _cause(self, worker: _Worker) -> str:
        worker.process.join(_LOOK * 10)
        code = worker.process.exitcode or 0
        return f"the process that read it was ended by signal {-code}" if code < 0 else "it died"

    def _bury(self, worker: _Worker, why: str) -> None:
        """Note what a process read, let another do the rest of its batch."""
        batch = worker.batch
        assert batch is not None
        worker.kill()
        at = min(batch.first + self._whole(batch), batch.end - 1)
        self._keep(Part(batch.first, at - batch.first, why))
        if at + 1 < batch.end:
            self._waiting.append(_Batch(at + 1, batch.end))
        self._workers[self._workers.index(worker)] = _Worker(self._arguments)


def _serve(
    pipe: connection.Connection[Any, Any],
    place: Any,
    work: Work,
    root: str,
    items: Sequence[Item],
    settings: Settings,
    folder: str,
) -> None:
    """The life of a process: a batch after the other, until nobody has any more."""
    confine()
    while True:
        try:
            batch = pipe.recv()
        except EOFError:
            return
        try:
            _read(batch, place, work, root, items, settings, folder)
        except OSError as error:  # of a segment: what reading raises is told of the file
            _say(pipe, "no room", error.errno or 0, error.strerror or str(error))
            return
        except Exception as error:  # while records are made or written, where no parser is to blame
            _say(pipe, "failed", remarks.said(error))
            return
        _say(pipe, "done")


def _say(pipe: connection.Connection[Any, Any], *what: object) -> None:
    pipe.send_bytes(json.dumps(what).encode())


def _read(
    batch: _Batch,
    place: Any,
    work: Work,
    root: str,
    items: Sequence[Item],
    settings: Settings,
    folder: str,
) -> None:
    """Read the files of a batch into a segment."""
    segment = Segment(folder, batch.first, work.kinds)

    def begin(number: int) -> None:
        segment.flush()
        place.value = batch.first + number

    work.do(root, items[batch.first : batch.end], settings, segment, begin)
    segment.close()
