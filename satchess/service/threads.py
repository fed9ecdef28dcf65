"""Threads: a call that can be awaited, and whose work ends when it is cancelled."""

import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from satchess.processes.cancelling import cancellable

Options = ParamSpec("Options")
Result = TypeVar("Result")


async def to_thread(
    call: Callable[Options, Result], /, *args: Options.args, **options: Options.kwargs
) -> Result:
    """Await a call: `await satchess.to_thread(question.count, by_size=True)`.

    It is `asyncio.to_thread`, except that cancelling it ends the work: the workers are gone, and
    what is known is remembered, before the cancellation goes on. `asyncio.to_thread` leaves the
    thread and its workers behind.
    """
    import asyncio

    started = threading.Event()

    def work() -> Result:
        started.set()
        try:
            return call(*args, **options)
        except KeyboardInterrupt:
            if not cancelled.is_set():
                raise
            raise InterruptedError("cancelled") from None  # the other would end the event loop

    with cancellable() as cancelled:
        working = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        cancelled.set()
        if not started.is_set():  # no thread is free: it will never begin
            working.cancel()
        while not working.done():
            try:
                await asyncio.wait([working])
            except asyncio.CancelledError:
                continue  # once is enough
        if not working.cancelled():
            working.exception()  # it is expected: nobody need hear of it
        raise
