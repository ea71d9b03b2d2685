"""A guess of KataGo's: which chains may be dead, from the ownership that its analysis engine predicts.

The protocol is that of ``katago analysis`` (``Analysis_Engine.md`` of its documentation): one object of JSON
a line each way. A guess directs a search and decides nothing, so nothing here is an error of what is asked
about: where there is no guess, :meth:`KataGo.dead` says why in one line, and the search goes on without it.
"""

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from typing import IO, Any, NoReturn

from verifier.board import BLACK, Mask, Position, vertices
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.rules import Ruleset
from verifier.text import seconds as in_words

__all__ = ["ANSWER_SECONDS", "KataGo", "dead_by"]

ANSWER_SECONDS = 60.0
_START = 15
"""So many times as long the first answer may take: an engine reads its network and may tune itself first."""
_LONGEST = 4 * 1024 * 1024
"""Bytes of a line."""
_FAULTS = 3
"""After so many boards in a row without an answer the engine is not asked again."""
_PATIENCE = 0.25
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
_SURE = 0.3
"""A chain may be dead if its stones are the other side's by so much, where 1 is certainty."""
_MOST_KOMI = 150.0


class _FaultError(Exception):
    """Why there is no answer, and whether the engine can be asked again."""

    def __init__(self, words: str, *, gone: bool = False) -> None:
        super().__init__(words)
        self.gone = gone


class KataGo:
    """An analysis engine, which is begun at once and asked board by board. Use it as a context, or close it.

    *command* is a command line; *told* is called with one line for each board that gets no answer. An engine
    that takes longer than *seconds* for an answer, or 15 times as long for its first one, is ended.

    Raises:
        InputError: the command is no command line, or there is no such program.
    """

    def __init__(
        self, command: str, told: Callable[[str], object], *, seconds: float = ANSWER_SECONDS
    ) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise InputError(f"--katago {command!r}: no command line ({error})") from None
        if not self._command:
            raise InputError("--katago: name a command, such as 'katago analysis -model FILE -config FILE'")
        self._told, self._seconds = told, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaint = ""
        self._asked = self._faults = 0
        self._gone = False
        self._begin()

    def __enter__(self) -> "KataGo":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the engine."""
        self._gone = True
        if (process := self._process) is None:
            return
        self._process = None
        with contextlib.suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]
        for number in (signal.SIGTERM, _KILL):
            _signal(process, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(2.0)
                break

    def dead(
        self, name: str, position: Position, ruleset: Ruleset, *, komi: float = 0.0, to_move: int = BLACK
    ) -> frozenset[Mask] | None:
        """Return the chains of *position* that may be dead; None, and one line of why, if nobody knows."""
        if self._gone:
            return None
        if not (position.black | position.white):
            return frozenset()
        try:
            owned = self._ownership(position, ruleset, komi, to_move)
        except _FaultError as fault:
            if self._gone:
                return None  # closed meanwhile, by another thread
            self._faults += 1
            end = fault.gone or self._faults == _FAULTS
            what = "it is not asked again" if end else "searched without it"
            self._told(f"{name}: KataGo {fault}; {what}")
            if end:
                self.close()
            return None
        self._faults = 0
        return dead_by(position, owned)

    def _begin(self) -> None:
        try:
            # In a session of its own: Ctrl-C is for the program that asks.
            process = self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise InputError(f"--katago {self._command[0]}: cannot be started ({error.strerror})") from None
        assert process.stdout
        assert process.stderr
        threading.Thread(target=_read, args=(process.stdout, self._lines.put), daemon=True).start()
        threading.Thread(target=_read, args=(process.stderr, self._complain), daemon=True).start()

    def _complain(self, line: bytes | None) -> None:
        if line and line.strip():
            self._complaint = " ".join(line.decode("utf-8", "replace").split())[:200]

    def _ownership(self, position: Position, ruleset: Ruleset, komi: float, to_move: int) -> list[float]:
        """How much each point is Black's, from -1 to 1, row by row from the top left."""
        if not self._asked:
            answer = self._ask({"action": "query_version"}, _START * self._seconds)
            if not isinstance(answer.get("version"), str):
                raise _FaultError("tells no version, so it is not its analysis engine", gone=True)
        rows, cols = position.rows, position.cols
        stones = [
            [side, point]
            for side, mask in (("B", position.black), ("W", position.white))
            for point in vertices(mask, rows, cols)
        ]
        answer = self._ask(
            {
                "initialStones": stones,
                "initialPlayer": "BW"[to_move],
                "moves": [],
                "rules": "chinese" if ruleset["score"] == "area" else "japanese",
                "komi": komi if abs(komi) <= _MOST_KOMI and (2 * komi).is_integer() else 0.0,
                "boardXSize": cols,
                "boardYSize": rows,
                "includeOwnership": True,
                "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
            },
            self._seconds,
        )
        owned = answer.get("ownership")
        if not isinstance(owned, list) or len(owned) != rows * cols or not all(map(_is_share, owned)):
            raise _FaultError(f"answers without the ownership of {rows * cols} points")
        return owned

    def _ask(self, query: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the last answer to a query; earlier ones and warnings are passed over."""
        process = self._process
        if process is None:
            raise _FaultError("was ended", gone=True)
        assert process.stdin
        self._asked += 1
        name = f"shikatsu-{self._asked}"
        line = json.dumps({"id": name, **query}).encode("ascii") + b"\n"
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except (OSError, ValueError):
            self._ended(process)
        deadline = time.monotonic() + seconds
        while True:
            try:
                # In short waits: an interruption by another thread does not end a long one.
                got = self._lines.get(timeout=max(0.0, min(_PATIENCE, deadline - time.monotonic())))
            except queue.Empty:
                if time.monotonic() < deadline:
                    continue
                raise _FaultError(f"has not answered for {in_words(seconds)}", gone=True) from None
            if got is None:
                self._ended(process)
            answer = _object(got)
            if answer is None and self._asked == 1:
                if not self._complaint:
                    self._complain(got)  # what a program around the engine says before it begins
                continue
            if answer is None:
                raise _FaultError(f"says {got[:60].decode('utf-8', 'replace').strip()!r}, which is no answer")
            if answer.get("id", name) != name or "warning" in answer or answer.get("isDuringSearch") is True:
                continue  # of another query, a warning, or not the last answer
            if "error" in answer:
                field = f" (field {answer['field']})" if "field" in answer else ""
                raise _FaultError(f"refuses the board: {str(answer['error'])[:200]}{field}")
            return answer

    def _ended(self, process: "subprocess.Popen[bytes]") -> NoReturn:
        """Say that the engine ended, and what it said last."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2.0)
        code = process.poll()
        time.sleep(0.05)  # what it said last may still be read
        words = f": {self._complaint}" if self._complaint else ""
        how = "closed its output" if code is None else f"ended with exit code {code}"
        raise _FaultError(how + words, gone=True)


def dead_by(position: Position, owned: list[float]) -> frozenset[Mask]:
    """Return the chains whose stones are the other side's, by what each point is Black's, from -1 to 1."""
    found = []
    for unit in position.units():
        mean = sum(owned[point] for point in bits(unit)) / unit.bit_count()
        mine = mean if unit & position.black else -mean
        if mine < -_SURE:
            found.append(unit)
    return frozenset(found)


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    """Send a signal to a process and to those that it began, such as the program behind a script."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)


def _is_share(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and abs(value) <= 1.01  # type: ignore[arg-type]


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _read(source: IO[bytes], put: Callable[[bytes | None], object]) -> None:
    """Hand over the lines of a stream, and None at its end. A line that is too long comes in parts."""
    with source, contextlib.suppress(OSError, ValueError):
        while line := source.readline(_LONGEST):
            put(line)
    put(None)
