"""Interrupting the command that runs: by Ctrl-C, or by GoGui's comment line ``# interrupt``.

A controller that finds ``gogui-interrupt`` among the commands sends that line while it waits for a reply. So
lines have to be read while a command runs.
"""

import _thread
import re
import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType

__all__ = ["Interrupts", "is_interrupt"]

_LINE = re.compile(rb"[ \t]*#[ \t]*interrupt[ \t\r]*\n?")


def is_interrupt(line: bytes) -> bool:
    """Whether a line asks for the running command to end."""
    return _LINE.fullmatch(line) is not None


class Interrupts:
    """Raises KeyboardInterrupt in the main thread while a command runs there.

    Used as a context, in the main thread; in another one nothing can be interrupted. An interruption that
    comes when its command has just ended does nothing. Ctrl-C between two commands does nothing either if
    *waiting* says that there is another line; when nobody wants anything it raises KeyboardInterrupt.
    """

    def __init__(self, waiting: Callable[[], bool] = lambda: False) -> None:
        self._waiting = waiting
        self.running = 0
        """The number of the command that runs; 0 if none does."""
        self._wanted = 0
        self._before: object = None
        self._able = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> "Interrupts":
        if self._able:
            self._before = signal.signal(signal.SIGINT, self._signalled)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._able:
            signal.signal(signal.SIGINT, self._before or signal.SIG_DFL)  # type: ignore[arg-type]

    def ask(self) -> None:
        """Interrupt the command that runs, if any; called from another thread."""
        number = self.running
        if number and self._able:
            self._wanted = number
            _thread.interrupt_main()

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        wanted, self._wanted = self._wanted, 0
        if wanted:
            if wanted == self.running:
                raise KeyboardInterrupt
        elif self._before is not signal.SIG_IGN and (self.running or not self._waiting()):
            raise KeyboardInterrupt
