"""Lines and replies of the protocol. Nothing here knows of Go.

G. Farnebäck, GTP version 2 draft 2, https://www.lysator.liu.se/~gunnar/gtp/ , sections 2.4 to 2.10.
"""

import os
import queue
import re
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, NamedTuple, TypeAlias

from verifier.errors import ShikatsuError
from verifier.gtp.interrupts import Interrupts, is_interrupt

__all__ = ["Command", "GtpError", "Protocol", "Reply", "Request", "read_request"]

MAX_LINE = 64 * 1024
"""Bytes of the longest line that is read; no command needs so many."""

_AHEAD = 1000
"""So many lines are read ahead of the one that is answered."""

_ID = re.compile(r"[0-9]{1,10}")


class GtpError(ShikatsuError):
    """The command failed, and the message says why."""


class GtpQuit(Exception):  # noqa: N818 - no error: the session ends after the reply
    """The session ends once this command is answered."""


Command: TypeAlias = Callable[[list[str]], str]
"""Takes the arguments and returns the text of the reply; raises ShikatsuError for a failure."""


class Request(NamedTuple):
    """One command line."""

    id: str
    """The number before the command, as it was sent; empty if there was none."""
    command: str
    arguments: list[str]


class Reply(NamedTuple):
    """What is sent back, blank line included; nothing if nothing is to be sent."""

    data: bytes
    ended: bool = False


def read_request(line: bytes) -> Request | None:
    """Parse a line; None if nothing is left of it without control characters, comment and space.

    Tabs are spaces, all other control characters (CR among them) are as if they were not there. Bytes that
    are no UTF-8 survive as surrogates, so that file names can be given back.
    """
    text = line.decode("utf-8", "surrogateescape")
    text = "".join(" " if c == "\t" else c for c in text if c == "\t" or not _control(c))
    words = [word for word in text.partition("#")[0].split(" ") if word]
    if not words:
        return None
    number = words.pop(0) if _ID.fullmatch(words[0]) else ""
    return Request(number, words[0] if words else "", words[1:])


def _control(character: str) -> bool:
    return character < " " or character == "\x7f"


def _formed(number: str, text: str, *, failed: bool = False) -> bytes:
    """A reply: no control characters but LF, and no empty line before its end."""
    lines = ["".join(c for c in line if c == "\t" or not _control(c)).rstrip() for line in text.split("\n")]
    body = "\n".join(line for line in lines if line)
    out = ("?" if failed else "=") + number + (f" {body}" if body else "") + "\n\n"
    return out.encode("utf-8", "backslashreplace")


class Protocol:
    """Answers lines with the given commands."""

    def __init__(self, commands: Mapping[str, Command]) -> None:
        self.commands = dict(commands)

    def reply(self, line: bytes) -> Reply:
        """Carry out the command of one line."""
        request = read_request(line)
        if request is None:
            return Reply(b"")
        if len(line) > MAX_LINE:
            return Reply(_formed(request.id, f"line longer than {MAX_LINE} bytes", failed=True))
        command = self.commands.get(request.command)
        if command is None:
            return Reply(_formed(request.id, "unknown command", failed=True))
        try:
            return Reply(_formed(request.id, command(request.arguments)))
        except GtpQuit:
            return Reply(_formed(request.id, ""), ended=True)
        except ShikatsuError as error:
            return Reply(_formed(request.id, " ".join(str(error).split()), failed=True))
        except KeyboardInterrupt:
            return Reply(_formed(request.id, "interrupted", failed=True))
        except Exception as error:
            # A controller must get an answer, and the next command another chance.
            if os.environ.get("SHIKATSU_TRACEBACK"):
                traceback.print_exc()
            what = " ".join(f"{type(error).__name__}: {error}".split())
            return Reply(_formed(request.id, f"internal error: {what}", failed=True))

    def serve(self, source: BinaryIO, sink: BinaryIO) -> None:
        """Answer the lines of *source* until its end or ``quit``; each answer is sent at once.

        Lines are read by a thread of their own, so that ``# interrupt`` ends the command that runs.
        """
        lines: queue.Queue[bytes | None] = queue.Queue(_AHEAD)
        # Not lines.empty(): a signal may come while the lock of the queue is held.
        with Interrupts(lambda: bool(lines.queue)) as interrupts:
            threading.Thread(target=_read, args=(source, lines, interrupts), daemon=True).start()
            number = 0
            while (line := lines.get()) is not None:
                number += 1
                try:
                    interrupts.running = number
                    reply = self.reply(line)
                    interrupts.running = 0
                except KeyboardInterrupt:  # just before or after the command itself
                    interrupts.running = 0
                    request = read_request(line)
                    reply = Reply(_formed(request.id, "interrupted", failed=True) if request else b"")
                if reply.data:
                    sink.write(reply.data)
                    sink.flush()
                if reply.ended:
                    return


def _read(source: BinaryIO, lines: "queue.Queue[bytes | None]", interrupts: Interrupts) -> None:
    """Hand on the lines of *source*, and None at its end."""
    try:
        for line in _lines(source):
            if is_interrupt(line):
                interrupts.ask()
            else:
                lines.put(line)
    except (OSError, ValueError):
        pass  # the other end is gone
    finally:
        lines.put(None)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of *source*; of one that is too long only the beginning."""
    while line := source.readline(MAX_LINE + 1):
        yield line
        while len(line) > MAX_LINE and not line.endswith(b"\n"):
            line = source.readline(MAX_LINE + 1)
            if not line:
                return
