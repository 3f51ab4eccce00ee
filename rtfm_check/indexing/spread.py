"""Files read by other machines, which an engine leads to them.

An engine is a function like `map`: it is given a function and tasks, and gives the answers in the
order of the tasks. Tasks and answers are bytes, and the function is pure: the same task has the
same answer, wherever it is done, and however often. Each machine needs this version of rtfm-check,
and the tree under the same path.

A run of files that is large is read here, so that no answer is.
"""

from __future__ import annotations

import json
import os
import pickle
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rtfm_check import __version__, held
from rtfm_check.file import Settings
from rtfm_check.indexing import pool
from rtfm_check.indexing.pool import Part, batches
from rtfm_check.indexing.shard import ENDS, Item, Work, path_of
from rtfm_check.parsers import BY_NAME

Engine = Callable[[Callable[[bytes], bytes], Iterable[bytes]], Iterable[bytes]]

_LARGE = 64 * 1024 * 1024  # bytes of files that are read at once
_CHILD = "from rtfm_check.indexing.spread import serve; serve()"


class EngineError(OSError):
    """An engine, or a machine that it leads to, gives no answer."""


class _Task(NamedTuple):
    work: Work
    root: str  # an absolute path
    items: Sequence[Item]
    settings: Settings
    seconds: float  # that a file may take
    has_plugins: bool


def read_all(
    work: Work,
    root: str,
    items: Sequence[Item],
    settings: Settings,
    folder: str,
    *,
    engine: Engine,
    seconds: float,
    done: Callable[[int], None] = lambda count: None,
) -> Iterator[Part]:
    """Read all files into segments below a folder, as `pool.read_all` does.

    Raises EngineError where one of them cannot be read: none is left out.
    """
    has_plugins = any(each.given is not None for each in BY_NAME.values())
    absolute = os.path.abspath(root)

    def task(first: int, end: int) -> _Task:
        return _Task(work, absolute, items[first:end], settings, seconds, has_plugins)

    runs = list(batches(items))
    far = [each for each in runs if not _is_large(items[slice(*each)])]
    answers = _answers(engine, (_packed(task(*each)) for each in far))
    for first, end in runs:
        if _is_large(items[first:end]):
            parts = _moved(task(first, end), folder, first)
        else:
            parts = _unpacked(next(answers), work, folder, first)
        at = first
        for part in parts:
            at += part.whole + bool(part.lost)
            yield part
        if at != end:
            raise EngineError(f"an answer tells of {at - first} files, and not of {end - first}")
        done(end)


def index_shard(task: bytes) -> bytes:
    """Read the files of a task in a process of its own; the answer.

    Whoever calls it is not harmed by a file: the process is left by what it cannot bear.
    """
    command = [sys.executable, "-P", "-c", _CHILD]  # -P: nothing of the current folder is imported
    result = subprocess.run(command, input=task, capture_output=True, check=False)
    if result.returncode:
        said = result.stderr.decode(errors="replace").strip().splitlines()
        why = said[-1] if said else f"the process ended with {result.returncode}"
        raise EngineError(f"{socket.gethostname()}: {why}")
    return result.stdout


def serve() -> None:
    """Do the task on standard input; the life of the process that `index_shard` starts."""
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # nothing that a library prints gets among the answer
        version, _, data = sys.stdin.buffer.read().partition(b"\n")
        if version.decode() != __version__:
            raise EngineError(f"rtfm-check {__version__} is asked by {version.decode()}")
        task: _Task = pickle.loads(data)
        _look(task)
        with held.room() as folder:
            for piece in _answer(task, folder):
                answers.write(piece)


def _look(task: _Task) -> None:
    """See that the files are there. Raises EngineError for a tree that is another one."""
    if task.has_plugins:
        from rtfm_check.parsers.plugins import load

        load()
    paths = [os.path.join(task.root, item.path) for item in task.items]
    if not any(map(os.path.lexists, paths)):
        raise EngineError(f"the files are not there: {paths[0]} and all that were to be read")


def _answer(task: _Task, folder: str) -> Iterator[bytes]:
    """The parts that were read: a line that tells of them, then their files."""
    parts = list(_read(task, folder))
    kinds = (*task.work.kinds, ENDS)
    paths = [path_of(folder, part.first, kind) for part in parts for kind in kinds]
    sizes = [os.path.getsize(path) for path in paths]
    yield json.dumps({"parts": parts, "sizes": sizes}).encode() + b"\n"
    for path in paths:
        with open(path, "rb") as stream:
            yield stream.read()


def _read(task: _Task, folder: str) -> Iterator[Part]:
    return pool.read_all(
        task.work, task.root, task.items, task.settings, folder, jobs=1, seconds=task.seconds
    )


def _packed(task: _Task) -> bytes:
    return __version__.encode() + b"\n" + pickle.dumps(task)


def _answers(engine: Engine, tasks: Iterator[bytes]) -> Iterator[bytes]:
    """What an engine gives; whatever goes wrong in it is told as one thing."""
    try:
        yield from engine(index_shard, tasks)
    except EngineError:
        raise
    except Exception as error:  # the boundary: code of others, and machines of others
        raise EngineError(f"the engine failed: {type(error).__name__}: {error}") from error
    raise EngineError("the engine has left files out")


def _unpacked(answer: bytes, work: Work, folder: str, first: int) -> Iterator[Part]:
    """The parts of an answer, once their segments are written."""
    head, _, body = answer.partition(b"\n")
    told: dict[str, Any] = json.loads(head)
    parts = [Part(*each) for each in told["parts"]]
    kinds = (*work.kinds, ENDS)
    at = 0
    names = [path_of(folder, first + part.first, kind) for part in parts for kind in kinds]
    for name, size in zip(names, told["sizes"], strict=True):
        with open(name, "xb") as stream:
            stream.write(memoryview(body)[at : at + size])
        at += size
    for part in parts:
        yield part._replace(first=first + part.first)


def _moved(task: _Task, folder: str, first: int) -> Iterator[Part]:
    """The parts of files that are read here, once their segments are where others are."""
    with tempfile.TemporaryDirectory(prefix="here-", dir=folder) as near:
        for part in _read(task, near):
            for kind in (*task.work.kinds, ENDS):
                moved = path_of(folder, first + part.first, kind)
                os.rename(path_of(near, part.first, kind), moved)
            yield part._replace(first=first + part.first)


def _is_large(items: Sequence[Item]) -> bool:
    return sum(item.size for item in items) > _LARGE
