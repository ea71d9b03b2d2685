"""A file of lines that a run writes as its answers come, and that a later run goes on with."""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from verifier.errors import InputError

try:
    import fcntl
except ImportError:  # not on this system: nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

__all__ = ["Journal"]


class Journal:
    """Lines that are there whole or not at all, whenever the process that writes them is killed.

    A line is handed to the system with its end before the next one is begun. What a killed run left of a line
    is cut off when the file is opened again. Only one process at a time can have it open.

    Raises:
        InputError: the file cannot be written, or another run has it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self._file = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._file.close()
            raise InputError(f"{path}: no common file; lines that a later run goes on with need one")
        try:
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise InputError(f"{path}: another run is writing it; wait, or name another file") from None
        try:
            self._cut()
        except OSError as error:
            self._file.close()
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None

    def _cut(self) -> None:
        """Cut off what stands after the last line."""
        size = end = self._file.seek(0, os.SEEK_END)
        while end:
            begin = max(0, end - 65536)
            self._file.seek(begin)
            found = self._file.read(end - begin).rfind(b"\n")
            if found >= 0:
                end = begin + found + 1
                break
            end = begin
        if end < size:
            self._file.truncate(end)

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that are there, without their ends."""
        with self.path.open("rb") as file:
            for line in file:
                yield line.rstrip(b"\n")

    def append(self, line: str) -> None:
        """Add a line.

        Raises:
            OSError: there is no room for it; then nothing of it is left.
        """
        data = (line + "\n").encode("utf-8")
        end = self._file.seek(0, os.SEEK_END)
        try:
            while data:
                data = data[self._file.write(data) or 0 :]
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(end)
            raise

    def close(self) -> None:
        """Let another run have the file."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
