"""``shikatsu analysis``: queries of other programs, one a line, and answers as they come."""

import argparse
import contextlib
import dataclasses
import hashlib
import heapq
import os
import threading
import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from verifier.cli import exits
from verifier.cli.analysis_document import Answer, Defaults, answer, error_line
from verifier.cli.document import PROGRAM
from verifier.cli.logs import LOGGER
from verifier.cli.output import note
from verifier.cli.query_faults import fault
from verifier.cli.reporting import asked_katago, limits_of, note_missing_kernel, workers_of
from verifier.crews import Again, Crew, LostError
from verifier.errors import InputError
from verifier.jobs.audit.guided import guess_of
from verifier.jobs.audit.katago import KataGo
from verifier.jobs.audit.named_rules import ruleset_asked
from verifier.jobs.audit.query import Query
from verifier.journal import Journal
from verifier.processes import noted
from verifier.rules import Ruleset

__all__ = ["run"]

_SECONDS = 60.0
_AHEAD = 1000
"""So many lines are read before the first of them is answered: memory does not grow with their number."""
_LONGEST = 4 * 1024 * 1024
"""Bytes of a line."""
_PATIENCE = 20.0
_REPEAT = 0.5
_LINE, _END, _INTERRUPT, _GUESS = -2, -3, -1, -4
"""Keys of what is put into the inbox besides answers, whose keys count from 0."""


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    rules = ruleset_asked(arguments.rules) if arguments.rules else None
    note_missing_kernel(arguments.prover)
    limits = limits_of(arguments.limit_nodes, arguments.limit_seconds or _SECONDS, arguments.limit_memory)
    defaults = Defaults(rules, limits, arguments.prover)
    inbox: SimpleQueue[tuple[int, Any]] = SimpleQueue()
    with contextlib.ExitStack() as stack:
        options = _options(defaults, arguments.katago)
        output = _Output(stack.enter_context(Journal(arguments.out)) if arguments.out else None, options)
        workers = stack.enter_context(workers_of(arguments))
        crew = workers.crew(answer, defaults, inbox, apart=True)
        stack.callback(crew.close)
        # Before the first line is read: from now on Ctrl-C comes as one more message.
        stack.enter_context(noted(lambda: inbox.put((_INTERRUPT, None))))
        engine = asked_katago(arguments)
        guide = None if engine is None else _Guide(stack.enter_context(engine), rules, inbox)
        service = _Service(crew, inbox, output, guide)
        threading.Thread(target=_read, args=(inbox, service.room), daemon=True).start()
        interrupted = service.serve()
    if interrupted:
        more = "; the same command with the same queries goes on from here" if arguments.out else ""
        note(f"interrupted; {output.number} answers were given{more}")
    return exits.INTERRUPTED if interrupted else exits.OK


def _options(defaults: Defaults, katago: str | None) -> str:
    """What tells runs with other options or by another version apart."""
    rules = defaults.rules.digest if defaults.rules else ""
    about = PROGRAM, rules, sorted(dataclasses.asdict(defaults.limits).items()), defaults.prover, katago
    return hashlib.sha256(repr(about).encode()).hexdigest()[:16]


class _Output:
    """Where answers go: standard output, or a file that a later run with the same *options* goes on with."""

    def __init__(self, journal: Journal | None, options: str) -> None:
        self.journal, self.number, self.options = journal, 0, options
        self.known: set[str | int | None] = set()
        """Ids, and numbers of lines without one, of the answers that were in the file at the beginning."""
        self.asked: set[str] = set()
        """Ids of this run."""
        for line in journal.lines() if journal else ():
            try:
                told = msgspec.json.decode(line, type=_Told)
            except msgspec.MsgspecError as error:
                raise InputError(f"{journal.path}: has a line that is no answer ({error})") from None  # type: ignore[union-attr]
            if told.options != options:
                raise InputError(
                    f"{journal.path}: answers with other options or by another version; name another file"  # type: ignore[union-attr]
                )
            self.known.add(told.line if told.id is None else told.id)

    def write(self, line: str, *, partial: bool = False) -> None:
        """Write an answer; a *partial* one is not for the file, since the next run gives a whole one."""
        if self.journal is None:
            print(line, flush=True)
        elif partial:
            return
        else:
            self.journal.append(f'{line[:-1]},"options":"{self.options}"}}')
        self.number += 1

    def missing(self, name: str | int | None) -> bool:
        """Whether no earlier run has answered what has that id, or that line."""
        return name not in self.known

    def repeated(self, name: str) -> bool:
        """Whether that id came before in this run; a later run goes by the ids in the file."""
        again = name in self.asked
        if self.journal is not None:
            self.asked.add(name)
        return again


class _Told(msgspec.Struct):
    id: str | None
    options: str
    line: int | None = None


@dataclasses.dataclass(slots=True)
class _Service:
    """Queries that wait, and those that are worked on."""

    crew: Crew
    inbox: "SimpleQueue[tuple[int, Any]]"
    output: _Output
    guide: "_Guide | None"
    room: threading.Semaphore = dataclasses.field(default_factory=lambda: threading.Semaphore(_AHEAD))
    waiting: list[tuple[int, int, Query]] = dataclasses.field(default_factory=list)
    asked_about: dict[int, Query] = dataclasses.field(default_factory=dict)
    """Those that wait for a guess of which stones may be dead, by the numbers of their lines."""
    given: dict[int, Query] = dataclasses.field(default_factory=dict)
    stopping: set[int] = dataclasses.field(default_factory=set)
    """Those worked on that are to end early."""
    lines: int = 0

    def serve(self) -> bool:
        """Answer until the input ends; say whether it was interrupted."""
        ended = False
        while True:
            while self.waiting and len(self.given) < self.crew.room:
                _, key, query = heapq.heappop(self.waiting)
                self.given[key] = query
                self.crew.give(key, query)
            if ended and not self.given and not self.asked_about:
                return False
            item = self.next()
            if item is None:
                continue
            key, content = item
            if key == _INTERRUPT:
                self.stop()
                return True
            if key == _END:
                ended = True
            elif key == _LINE:
                self.lines += 1
                if not self.take(content):
                    self.room.release()
            elif key == _GUESS:
                self.guessed(*content)
            else:
                self.settle(key, content)

    def next(self) -> tuple[int, Any] | None:
        """The next message; None after a while if some query is to end early."""
        if not self.stopping:
            return self.inbox.get()
        for key in self.stopping:
            self.crew.interrupt(key)
        with contextlib.suppress(Empty):
            return self.inbox.get(timeout=_REPEAT)
        return None

    def take(self, line: bytes | None) -> bool:
        """Read a line; say whether it is a query that is now waited for."""
        number = self.lines
        if line is None:
            self.refuse(None, f"a line of more than {_LONGEST} bytes", None)
            return False
        if not line.strip():
            return False
        name: str | None = None
        try:
            raw = msgspec.json.decode(line)
            if isinstance(raw, dict):
                name = raw["id"] if isinstance(raw.get("id"), str) else None
                if "action" in raw:
                    self.act(raw, name)
                    return False
            query = msgspec.convert(raw, Query)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.refuse(name, *fault(error))
            return False
        if self.output.repeated(query.id):
            told = f"the id {query.id!r} is that of an earlier query; with --out each needs its own"
            self.refuse(query.id, told, "id")
            return False
        if not self.output.missing(query.id):
            return False
        if self.guide is None or query.hints:
            heapq.heappush(self.waiting, (-query.priority, number, query))
        else:
            self.asked_about[number] = query
            self.guide.ask(number, query)
        return True

    def guessed(self, number: int, guess: list[str] | None) -> None:
        """Take in which stones may be dead in the position of a query, unless it was ended meanwhile."""
        query = self.asked_about.pop(number, None)
        if query is not None:
            query.hints = guess or []
            heapq.heappush(self.waiting, (-query.priority, number, query))

    def refuse(self, name: str | None, error: str, field: str | None) -> None:
        """Answer that something is wrong with the line that was read last."""
        if name is not None and self.output.repeated(name):
            name = None
        if self.output.missing(self.lines if name is None else name):
            self.output.write(error_line(name, error, field, self.lines))

    def act(self, raw: dict[str, Any], name: str | None) -> None:
        """Do what is no question about a board, and say so."""
        action = raw["action"]
        if action == "query_version":
            told = {"id": name, "action": action, "version": PROGRAM}
        elif action in ("terminate", "terminate_all"):
            wanted = raw.get("terminateId")
            if action == "terminate" and not isinstance(wanted, str):
                self.refuse(name, "the id of a query is needed", "terminateId")
                return
            told = {"id": name, "action": action}
            if action == "terminate":
                told["terminateId"] = wanted
            self.terminate(None if action == "terminate_all" else wanted)
        else:
            known = "query_version, terminate or terminate_all"
            self.refuse(name, f"no such action; use {known}", "action")
            return
        self.output.write(msgspec.json.encode(told).decode("utf-8"), partial=True)

    def terminate(self, name: str | None) -> None:
        """End the queries of that id, or all of them, early."""
        self.drop(name, "terminated before it was begun")
        if self.crew.gathers:
            self.stopping |= {key for key, query in self.given.items() if name in (None, query.id)}

    def drop(self, name: str | None, why: str) -> None:
        """Answer the queries of that id, or all of them, that are not begun: that they will not be."""
        chosen = [entry for entry in self.waiting if name in (None, entry[2].id)]
        guided = [number for number, query in self.asked_about.items() if name in (None, query.id)]
        for query in (*(query for _, _, query in chosen), *map(self.asked_about.pop, guided)):
            self.output.write(error_line(query.id, why), partial=True)
            self.room.release()
        self.waiting = [entry for entry in self.waiting if entry not in chosen]
        heapq.heapify(self.waiting)

    def settle(self, key: int, done: Any) -> None:
        """Write the answer to a query that was worked on."""
        try:
            found: Answer = self.crew.settle(key, done)
        except Again:
            return
        except LostError as loss:
            found = Answer(error_line(self.given[key].id, str(loss)))
        del self.given[key]
        self.stopping.discard(key)
        self.output.write(found.line, partial=found.interrupted)
        self.room.release()

    def stop(self) -> None:
        """Interrupt what is worked on, and answer everything that was read."""
        self.drop(None, "interrupted before it was begun")
        deadline = time.monotonic() + _PATIENCE
        while self.given and self.crew.gathers and time.monotonic() < deadline:
            self.stopping = set(self.given)
            item = self.next()
            if item is not None and item[0] >= 0:
                self.settle(*item)
        for query in self.given.values():
            self.output.write(error_line(query.id, "interrupted"), partial=True)


class _Guide:
    """Asks KataGo about queries, one after the other, and puts what it says into the inbox."""

    def __init__(self, engine: KataGo, rules: Ruleset | None, inbox: "SimpleQueue[tuple[int, Any]]") -> None:
        self._engine, self._rules, self._inbox = engine, rules, inbox
        self._asked: SimpleQueue[tuple[int, Query]] = SimpleQueue()
        threading.Thread(target=self._work, daemon=True).start()

    def ask(self, number: int, query: Query) -> None:
        """Have it asked about a query; what comes of it names the *number*."""
        self._asked.put((number, query))

    def _work(self) -> None:
        while True:
            number, query = self._asked.get()
            try:
                guess = guess_of(self._engine, query, self._rules)
            except Exception:  # without an answer to this one the service would wait for ever
                LOGGER.exception("query %s: KataGo is left out", query.id)
                guess = None
            self._inbox.put((_GUESS, (number, guess)))


def _read(inbox: "SimpleQueue[tuple[int, Any]]", room: threading.Semaphore) -> None:
    """Put the lines of standard input into the inbox; None is one that is too long."""
    # Not through sys.stdin: its lock would be held when the program ends.
    for line in _lines():
        room.acquire()
        inbox.put((_LINE, line))
    inbox.put((_END, None))


def _lines() -> Iterator[bytes | None]:
    kept, skipping = bytearray(), False
    while True:
        try:
            data = os.read(0, 65536)
        except OSError:
            data = b""
        *whole, rest = data.split(b"\n")
        for part in whole:
            kept += part
            yield None if skipping or len(kept) > _LONGEST else bytes(kept)
            kept, skipping = bytearray(), False
        kept += rest
        if len(kept) > _LONGEST:
            kept, skipping = bytearray(), True
        if not data:
            if kept or skipping:
                yield None if skipping else bytes(kept)
            return
