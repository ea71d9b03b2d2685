"""Work in a process that never outlives what it works for, and Ctrl-C, heard where work can stop."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import resource_tracker
from typing import Any, TypeVar

__all__ = ["Process", "interruptible", "noted"]

R = TypeVar("R")


class Process:
    """A fresh interpreter that waits for work. Ctrl-C is for the process that began it.

    It ends when it is closed, and when the process that began it is killed. If it dies itself, most likely
    for want of memory, each future raises :class:`concurrent.futures.process.BrokenProcessPool`.
    """

    def __init__(self, prepare: Callable[..., object] | None = None, *about: Any) -> None:
        """In it *prepare* is called first, with what the work is *about*."""
        self._given: list[Future[Any]] = []
        self._pool = ProcessPoolExecutor(
            1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(os.getpid(), prepare, about),
        )
        before = set(multiprocessing.active_children())
        with _deaf_children():
            self._pool.submit(_nothing)  # begins it
        begun = set(multiprocessing.active_children()) - before
        self._child = begun.pop() if begun else None  # none: it died at once

    def submit(self, function: Callable[..., R], *arguments: Any) -> "Future[R]":
        """Have *function*, one of the module level, called in it."""
        future = self._pool.submit(function, *arguments)
        self._given = [other for other in self._given if not other.done()]
        self._given.append(future)
        return future

    def interrupt(self) -> None:
        """Raise KeyboardInterrupt in it, if it works on something :func:`interruptible`."""
        if self._child is not None and self._child.pid is not None:
            with contextlib.suppress(OSError):
                os.kill(self._child.pid, signal.SIGINT)

    def close(self) -> None:
        """End it, at once if something is still being worked on."""
        idle = all(future.done() for future in self._given)
        self._pool.shutdown(wait=idle, cancel_futures=True)
        if not idle and self._child is not None:
            # What runs does not look at cancellation; its process must go.
            self._child.terminate()


@contextlib.contextmanager
def interruptible() -> Generator[Callable[[], None], None, None]:
    """Let Ctrl-C in once, from the user or :meth:`Process.interrupt`, after what is yielded was called.

    If it was pressed before, that call raises KeyboardInterrupt. Pressed again it does nothing, so that
    results can be gathered. At the end whoever listened before is told of it. Outside of the main thread, as
    on the workers of a cluster, it never comes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield _nothing
        return
    pressed = raised = listening = False

    def stop(*_: object) -> None:
        nonlocal pressed, raised
        pressed = True
        if listening and not raised:
            raised = True
            raise KeyboardInterrupt

    def listen() -> None:
        nonlocal listening
        listening = True
        if pressed:
            stop()

    def dropped(about: Any) -> None:
        # It came where Python drops exceptions, as while an object is deleted: the next one is let in again.
        nonlocal raised
        if issubclass(about.exc_type, KeyboardInterrupt):
            raised = False
        else:
            hook(about)

    before, hook = signal.signal(signal.SIGINT, stop), sys.unraisablehook
    sys.unraisablehook = dropped
    try:
        yield listen
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook
        if pressed and callable(before) and before is not signal.default_int_handler:
            before(signal.SIGINT, None)


@contextlib.contextmanager
def noted(note: Callable[[], object]) -> Generator[None, None, None]:
    """Have *note* called when Ctrl-C is pressed, instead of an exception anywhere."""
    if threading.current_thread() is not threading.main_thread():
        yield  # it never comes here
        return
    before = signal.signal(signal.SIGINT, lambda *_: note())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _deaf_children() -> Generator[None, None, None]:
    """Processes begun here do not hear Ctrl-C before they have said what it means to them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else it is begun within, and opens the ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int, prepare: Callable[..., object] | None, about: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if prepare is not None:
        prepare(*about)


def _nothing() -> None:
    pass


def _end_with(parent: int) -> None:
    """A process whose parent was killed would wait for work for ever."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
