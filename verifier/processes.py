"""Work in processes of their own, which never outlive what they work for."""

import contextlib
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar
from weakref import WeakSet

__all__ = ["Processes", "interruptible", "uninterrupted"]

R = TypeVar("R")


class Processes:
    """So many fresh interpreters that wait for work. Ctrl-C is for the process that began them.

    They end when it closes them, and when it is killed. A process that dies, most likely for want of memory,
    breaks all: each future then raises :class:`concurrent.futures.process.BrokenProcessPool`.
    """

    def __init__(self, number: int, prepare: Callable[..., object] | None = None, *about: Any) -> None:
        """In each of them *prepare* is called first, with what the work is *about*."""
        self._others = set(multiprocessing.active_children())
        self._given: WeakSet[Future[Any]] = WeakSet()
        self._pool = ProcessPoolExecutor(
            number,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(os.getpid(), prepare, about),
        )

    def submit(self, function: Callable[..., R], *arguments: Any) -> "Future[R]":
        """Have *function*, one of the module level, called in one of them."""
        future = self._pool.submit(function, *arguments)
        self._given.add(future)
        return future

    def interrupt(self) -> None:
        """Raise KeyboardInterrupt in those that work on something :func:`interruptible`."""
        for child in self._children():
            if child.pid is not None:
                with contextlib.suppress(OSError):
                    os.kill(child.pid, signal.SIGINT)

    def close(self) -> None:
        """End them, at once if something is still being worked on."""
        idle = all(future.done() for future in self._given)
        self._pool.shutdown(wait=idle, cancel_futures=True)
        if not idle:
            # What runs does not look at cancellation; its process must go.
            for child in self._children():
                child.terminate()

    def _children(self) -> set[multiprocessing.process.BaseProcess]:
        return set(multiprocessing.active_children()) - self._others


_GATHERING = 4.0
"""Seconds in which an interrupted process may gather what it has."""


@contextlib.contextmanager
def interruptible() -> Generator[None, None, None]:
    """In one of the processes: let Ctrl-C in, from the user or :meth:`Processes.interrupt`.

    What is asked again within moments is left out, so that results can be gathered. Later it is let in again:
    an exception may have come where Python drops it, as while an object is deleted.
    """
    heard = -math.inf

    def stop(*_: object) -> None:
        nonlocal heard
        if time.monotonic() - heard >= _GATHERING:
            heard = time.monotonic()
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def uninterrupted() -> Generator[None, None, None]:
    """Finish what is inside, and only then let Ctrl-C interrupt."""
    if threading.current_thread() is not threading.main_thread():
        yield  # it never comes here
        return
    pressed = False

    def later(*_: object) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, later)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _begin(parent: int, prepare: Callable[..., object] | None, about: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if prepare is not None:
        prepare(*about)


def _end_with(parent: int) -> None:
    """A process whose parent was killed would wait for work for ever."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
