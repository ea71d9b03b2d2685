"""Other programs, each kept in one process and asked through its own interface.

A rival answers "alive", "dead" or "ko", or "" if it did not within the limit, with its seconds and nodes as
measured on its side of the pipe where it tells, else here.
"""

import dataclasses
import json
import os
import select
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from verifier.board import Colour, Position, vertex

__all__ = ["LONG", "Answer", "GnuGo", "Question", "Rival", "TsumegoJs", "UnavailableError"]

LONG = 0.5
"""Seconds from which on a question is not asked again."""


class UnavailableError(Exception):
    """The program is not here; the message is one line that says how to get it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """The unit at *point* of a whole board, and whether the attacker moves first."""

    board: Position
    point: int
    attacker_first: bool

    @property
    def owner(self) -> Colour:
        """Whose unit it is."""
        return Colour.BLACK if self.board.black >> self.point & 1 else Colour.WHITE

    @property
    def mover(self) -> Colour:
        """Who moves first."""
        return self.owner.opponent if self.attacker_first else self.owner

    def sgf(self) -> str:
        """The board as SGF, the unit marked."""
        size = self.board.cols

        def points(mask: int) -> str:
            chosen = (divmod(point, size) for point in range(size * size) if mask >> point & 1)
            return "".join(f"[{chr(97 + col)}{chr(97 + row)}]" for row, col in chosen)

        player = "BW"[self.mover]
        stones = f"AB{points(self.board.black)}AW{points(self.board.white)}"
        return f"(;FF[4]GM[1]SZ[{size}]{stones}MA{points(1 << self.point)}PL[{player}])"


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What a program said."""

    status: str
    """"alive", "dead", "ko", or "" if it gave no answer."""
    seconds: float
    """The median, if the question was answered several times."""
    nodes: int
    note: str = ""


class Rival:
    """A process that reads lines and writes lines."""

    name: str
    command: list[str]

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = b""

    def start(self) -> None:
        """Start the process if it does not run."""
        if self._process is None or self._process.poll() is not None:
            self._buffer = b""
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def exchange(self, line: str, seconds: float, end: bytes = b"\n") -> str:
        """Send a line and return the reply up to *end*; "" if none comes in time, which ends the process."""
        self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            self.close()
            return ""
        deadline = time.perf_counter() + seconds
        while end not in self._buffer:
            left = deadline - time.perf_counter()
            ready = left > 0 and select.select([process.stdout], [], [], left)[0]
            data = os.read(process.stdout.fileno(), 65536) if ready else b""
            if not data:
                self.close()
                return ""
            self._buffer += data
        reply, self._buffer = self._buffer.split(end, 1)
        return reply.decode()

    def ask(self, question: Question, *, masters: bool, seconds: float, times: int = 1) -> Answer:
        """Ask for the status, to be found so many *times* in a row unless it takes long.

        With *masters* kos are told from certain answers.
        """
        raise NotImplementedError


class TsumegoJs(Rival):
    """tsumego.js through node; *folder* is where `npm install tsumego.js` was run."""

    name = "tsumego.js"

    def __init__(self, folder: str) -> None:
        super().__init__()
        node = shutil.which("node") or shutil.which("nodejs")
        if node is None:
            raise UnavailableError("tsumego.js: skipped, node is missing; install Node.js")
        if not (Path(folder) / "node_modules" / "tsumego.js").is_dir():
            raise UnavailableError(
                f"tsumego.js: skipped, not in {folder}; run: npm install --prefix {folder} tsumego.js"
            )
        self.command = [node, str(Path(__file__).with_name("tsumego_driver.cjs")), folder]

    def ask(self, question: Question, *, masters: bool, seconds: float, times: int = 1) -> Answer:
        """Ask with nobody as ko master, or once with either side as such."""
        color = 1 if question.owner is Colour.BLACK else -1
        player = "BW"[question.mover]
        sides = [-color, color] if masters else [0]
        request = {"sgf": question.sgf(), "player": player, "masters": sides, "seconds": seconds}
        reply = self.exchange(json.dumps(request | {"times": times, "long": LONG}), seconds + 10)
        if not reply:
            return Answer("", seconds, 0, "no answer")
        data = json.loads(reply)
        if "error" in data:
            return Answer("", 0.0, 0, data["error"])
        spent = statistics.median(data["seconds"])
        if data["limit"]:
            return Answer("", spent, data["nodes"], "time")
        lives = [won != question.attacker_first for won in data["wins"]]
        status = "alive" if all(lives) else "ko" if any(lives) else "dead"
        return Answer(status, spent, data["nodes"])


class GnuGo(Rival):
    """GNU Go through GTP: its owl code, which reads life and death."""

    name = "GNU Go"

    def __init__(self, program: str) -> None:
        super().__init__()
        found = shutil.which(program) or shutil.which(f"/usr/games/{program}")
        if found is None:
            raise UnavailableError("GNU Go: skipped, gnugo is missing; run: apt-get install gnugo")
        self.command = [found, "--mode", "gtp", "--quiet"]
        self._folder = tempfile.TemporaryDirectory()

    def _gtp(self, command: str, seconds: float) -> str:
        return self.exchange(command, seconds, b"\n\n").lstrip("=? ").strip()

    def ask(self, question: Question, *, masters: bool, seconds: float, times: int = 1) -> Answer:
        """Ask owl_attack or owl_defend.

        GNU Go cannot be told how many threats there are: codes 2 and 3 say that the result depends on them.
        """
        answers = [self._ask(question, seconds)]
        while answers[-1].status and len(answers) < times and answers[-1].seconds < LONG:
            answers.append(self._ask(question, seconds))
        spent = statistics.median(answer.seconds for answer in answers)
        return dataclasses.replace(answers[0], seconds=spent)

    def _ask(self, question: Question, seconds: float) -> Answer:
        path = Path(self._folder.name) / "board.sgf"
        path.write_text(question.sgf(), encoding="ascii")
        where = vertex(question.point, question.board.rows, question.board.cols)
        self._gtp("clear_cache", 10)
        self._gtp("reset_owl_node_counter", 10)
        begun = time.perf_counter()
        self._gtp(f"loadsgf {path}", 10)
        command = "owl_attack" if question.attacker_first else "owl_defend"
        reply = self._gtp(f"{command} {where}", seconds)
        spent = time.perf_counter() - begun
        code = reply.split()[0] if reply else ""
        if not code.isdigit():
            return Answer("", spent, 0, reply or "no answer")
        nodes = self._gtp("get_owl_node_counter", 10)
        count = int(nodes) if nodes.isdigit() else 0
        if code in ("2", "3"):
            return Answer("ko", spent, count)
        return Answer("alive" if (code == "1") != question.attacker_first else "dead", spent, count)
