"""What a process may use while a target runs: address space, and calls of functions, which are counted."""

import contextlib
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

__all__ = ["TooMuchWork", "limit_memory", "limited_calls"]


class TooMuchWork(BaseException):
    """More functions were called than may be. No error of the program, so that nothing catches it."""


def limit_memory(mebibytes: int) -> None:
    """Let this process and those that it starts have so much address space more than it has now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + mebibytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


@contextlib.contextmanager
def limited_calls(most: int) -> Iterator[list[int]]:
    """Raise TooMuchWork after so many calls of functions of Python or C; the list says how many there were.

    The number is the same on every machine, however busy.
    """
    calls = [0]

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            calls[0] += 1
            if calls[0] > most:
                sys.setprofile(None)
                raise TooMuchWork(f"more than {most:,} calls")

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)
