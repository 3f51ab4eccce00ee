"""Dask as an engine: the workers of a scheduler do the tasks, some ahead of the answers."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from rtfm_check.exits import UsageError
from rtfm_check.indexing.spread import Engine, EngineError

try:
    from distributed import Client
except ImportError as error:
    raise UsageError(
        "Dask needs distributed, which is not installed: pip install 'rtfm-check[dask]'"
    ) from error

_SECONDS = 10  # that a scheduler, and then a worker, has to answer in
_RETRIES = 2  # of a task that fails; one whose worker dies is given to another anyway


@contextmanager
def connected(address: str) -> Iterator[Engine]:
    """The engine of a scheduler. Raises UsageError where none answers, or has no worker."""
    for name in ("distributed", "distributed.client"):  # it is told once what goes wrong, by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"no scheduler of Dask answers at {address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except OSError as error:
            raise UsageError(f"the scheduler at {address} has no worker") from error
        yield lambda function, tasks: mapped(client, function, tasks)


def mapped(
    client: Any, function: Callable[[bytes], bytes], tasks: Iterable[bytes]
) -> Iterator[bytes]:
    """`map` on a cluster; so many tasks are ahead that no worker waits, and no more."""
    left, ahead = iter(tasks), deque[Any]()
    try:
        while True:
            room = 2 * sum(client.nthreads().values()) + 1 - len(ahead)
            for task in islice(left, max(room, not ahead)):
                ahead.append(client.submit(function, task, pure=False, retries=_RETRIES))
            if not ahead:
                return
            yield ahead.popleft().result()
    except asyncio.CancelledError as error:
        raise EngineError("the scheduler of Dask is gone") from error
