"""Ctrl-C in the middle of a search that would not come to an end by itself."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator

import pytest

ENDLESS = "\n".join([".X.X.X.", "XXXXXXX", *["......."] * 3, "..OO...", *["......."] * 3])
"""Black's chain lives whatever comes; the search for White's two stones comes to no end."""
STATES = 10**9
MEBIBYTES = 8000

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent Ctrl-C alone")


@contextlib.contextmanager
def ctrl_c_soon(seconds: float = 0.5) -> Iterator[None]:
    """Press Ctrl-C a while from now."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
