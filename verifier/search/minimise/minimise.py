"""Smaller certificates for the same claim, and how much smaller they could be.

What is small is relative to a *universe*: the nodes of the certificate, and others that were found to be won.
Within it the least certificate is a MaxSAT problem. docs/certificates.md says what the numbers mean.
"""

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

from verifier.cycles.and_or import AndOrGraph, Solution
from verifier.errors import CertificateError, InputError
from verifier.play import Arena, State, game_of_patterns
from verifier.proof import check, dump_certificate
from verifier.proof.answers import answered, spelled
from verifier.proof.certificate import Certificate, Evidence, Patterns, Places, Refutation, Stages, Strategy
from verifier.proof.scope import arena_of
from verifier.proof.store import certificate_of
from verifier.search.minimise.enlarge import add_other_moves, add_other_proofs, add_smaller_zones, add_table
from verifier.search.minimise.least import OutOfTimeError, find_least, find_small
from verifier.search.minimise.patterns import PatternUniverse
from verifier.search.minimise.states import StateUniverse
from verifier.search.outcome import Limits
from verifier.text import many, seconds

__all__ = ["Minimised", "Objective", "minimise"]

Objective = Literal["nodes", "bytes"]

_ENLARGING = 0.5
"""The share of the time after which the universe grows no more."""


@dataclasses.dataclass(frozen=True, slots=True)
class Minimised:
    """A certificate that is not larger than another one with the same claim."""

    certificate: Certificate
    objective: Objective
    nodes: tuple[int, int]
    """States and patterns before and after."""
    bytes: tuple[int, int]
    """Size of the file before and after."""
    least: int
    """Nodes, or bytes, that every certificate of the universe has."""
    universe: int
    """Nodes from which certificates were made."""
    whole: bool
    """The universe is all states from which the side wins and which play can reach."""
    stopped: str
    """Why no more was tried: a limit, or "interrupted"; empty if nothing was left to try."""
    seconds: float
    left: str = ""
    """Why the certificate, or a part of its evidence, was kept without being worked on; empty if none was."""

    @property
    def size(self) -> int:
        """What the objective counts, after."""
        return (self.nodes if self.objective == "nodes" else self.bytes)[1]

    @property
    def optimal(self) -> bool:
        """Whether no certificate of the universe is smaller."""
        return self.size == self.least

    @property
    def gap(self) -> float:
        """The share of the size that might still be saved within the universe; 0 if optimal."""
        return 1 - self.least / self.size if self.size else 0.0


def minimise(
    certificate: Certificate | str | Path,
    *,
    objective: Objective = "nodes",
    seconds: float = 60.0,
    nodes: int = 4_000,
    enlarge: bool = True,
    on_progress: Callable[[str], None] | None = None,
) -> Minimised:
    """Return a small certificate for the claim of *certificate*, which may be that one itself.

    *certificate* may be the path of its file.

    * *objective*: what is to be small.
    * *seconds*: after this time the best one so far is returned.
    * *nodes*: from this size on the universe does not grow any more.
    * *enlarge*: whether other moves, proofs and zones are looked for; otherwise the nodes of the certificate
      are the universe. Moves and proofs need the native prover.
    * *on_progress*: told now and then in a few words how far the work is.

    Strategies are made smaller, by states or by patterns; refutations and some others
    (docs/certificates.md), and proofs about other units that a certificate contains, stay as they are and
    count as if they might be spared: :attr:`Minimised.left` says why. Ctrl-C ends the work as the end of the
    time does. The result is checked, and if it does not pass the certificate is returned as it was. It
    depends on the time where that runs out.

    Raises:
        InputError: there is no such file, or an argument cannot be used.
        CertificateError: the checker refuses *certificate*.
    """
    begun = time.perf_counter()
    certificate = certificate_of(certificate)
    if objective not in get_args(Objective):
        raise InputError(f"objective {objective!r}: use one of {', '.join(get_args(Objective))}")
    limits = Limits(nodes=nodes, seconds=seconds)
    nodes, seconds = limits.nodes, limits.seconds
    checked = check(certificate)
    arena = arena_of(certificate)
    evidence = list(certificate.evidence)
    works: list[_Work] = []
    left = ["proofs of walls stay as they are"] if certificate.keeps and not evidence else []
    for place, item in enumerate(evidence):
        if reason := _kept(arena, item):
            left.append(reason)
            continue
        assert isinstance(item, Strategy | Patterns)
        if not item.nodes or arena.settled(arena.start) == item.side:
            evidence[place] = _bare(item) if item.nodes else item
            continue
        share = (seconds - (time.perf_counter() - begun)) / (len(evidence) - place)
        game = arena
        if isinstance(item, Patterns):
            game = game_of_patterns(arena, item.side, item.holds, item.named)
        try:
            work = _Work(game, item, objective == "bytes", share, nodes, on_progress)
        except CertificateError as error:
            left.append(f"its patterns cannot be taken apart: {error}")
            continue
        work.limit = seconds
        work.run(enlarge)
        if not (work.found or work.stopped):
            left.append("its nodes do not give its proof again")
            continue
        works.append(work)
        evidence[place] = work.best
        if work.stopped == "interrupted":
            break
    smaller, states = certificate, (checked.states, checked.states)
    size = (len(dump_certificate(certificate)),) * 2
    if any(new is not old for new, old in zip(evidence, certificate.evidence, strict=True)):
        other = dataclasses.replace(certificate, evidence=tuple(evidence))
        try:
            after = check(other).states, len(dump_certificate(other))
        except CertificateError as error:
            # What was given has passed: this is about what was made of it.
            works, left = [], [f"what was made of it does not pass: {error}"]
        else:
            if after[0] <= states[0] and after[1] <= size[0] and after != (states[0], size[0]):
                smaller, states, size = other, (states[0], after[0]), (size[0], after[1])
    bounds = sum(work.bound for work in works)
    least = min(states[1], bounds) if objective == "nodes" else min(size[1], _frame(smaller) + bounds)
    listing = sum(bool(item.nodes) for item in evidence if not isinstance(item, Refutation))
    return Minimised(
        smaller,
        objective,
        states,
        size,
        least,
        sum(len(work.gathered) for work in works),
        bool(works) and len(works) == listing and all(work.whole for work in works),
        next((work.stopped for work in works if work.stopped), ""),
        time.perf_counter() - begun,
        "; ".join(dict.fromkeys(left)),
    )


def _kept(arena: Arena, item: Evidence) -> str:
    """Why evidence stays as it is, as no universe is written down for its kind; empty if there is one."""
    if isinstance(item, Refutation):
        return "refutations stay as they are"
    if isinstance(item, Places | Stages):
        return f"proofs by {type(item).__name__.lower()} stay as they are"
    if item.nodes and (arena.with_threats or arena.takes):
        why = "ko threats" if arena.with_threats else "chains that are taken in turn"
        return f"proofs of games with {why} stay as they are"
    return ""


def _bare(item: Strategy | Patterns) -> Strategy | Patterns:
    """The same without nodes: enough where statics decide the start."""
    if isinstance(item, Strategy):
        return dataclasses.replace(item, nodes={})
    return dataclasses.replace(item, nodes=())


def _frame(certificate: Certificate) -> int:
    """The bytes of a certificate without its nodes, variables and clauses."""
    bare: list[Evidence] = []
    lists = 0
    for item in certificate.evidence:
        if isinstance(item, Refutation):
            bare.append(dataclasses.replace(item, variables=(), clauses=(), proof=()))
        elif isinstance(item, Places | Stages):
            bare.append(item)
        else:
            bare.append(_bare(item))
            lists += bool(item.nodes)
    # A line has its comma and line feed counted, which the last one of a list has not.
    return len(dump_certificate(dataclasses.replace(certificate, evidence=tuple(bare)))) - 2 * lists


class _Work:
    """One piece of evidence that is made smaller."""

    def __init__(
        self,
        arena: Arena,
        evidence: Strategy | Patterns,
        by_bytes: bool,
        seconds: float,
        most: int,
        on_progress: Callable[[str], None] | None,
    ) -> None:
        self.best = evidence
        self.bound = 0
        """What no certificate of the universe goes below, as the objective counts."""
        self.whole = False
        self.stopped = ""
        self.limit = seconds
        """The number of seconds that is named when the time is over."""
        self._by_bytes, self._most, self._seconds = by_bytes, most, seconds
        self._begun = time.perf_counter()
        self._report = on_progress
        self._tried: set[State] = set()
        self._solution: Solution | None = None
        self._price = 1 << 60
        self.gathered: PatternUniverse | StateUniverse
        if isinstance(evidence, Patterns):
            self.gathered = PatternUniverse(arena, evidence.side, evidence.draw_wins, evidence.holds)
            for node in spelled(arena, evidence).nodes:
                self.gathered.add(node.pattern)
        else:
            self.gathered = StateUniverse(arena, evidence.side, evidence.draw_wins)
            for state in evidence.nodes:
                self.gathered.add(state)
        self._graph: AndOrGraph | None = None

    @property
    def found(self) -> bool:
        """Whether some certificate of the universe was found."""
        return self._solution is not None

    def run(self, enlarge: bool) -> None:
        """Work until nothing helps any more, or the time is over."""
        try:
            self._look()
            while True:
                price = self._price
                grown = enlarge and self._grow()
                if grown:
                    self._look()
                if not grown or self._price == price:
                    self._prove()
                    if not enlarge or self._price == price:
                        return
        except OutOfTimeError:
            self.stopped = seconds(self.limit)
        except KeyboardInterrupt:
            self.stopped = "interrupted"

    def _tick(self) -> None:
        if time.perf_counter() - self._begun > self._seconds:
            raise OutOfTimeError

    def _tick_growing(self) -> None:
        if len(self.gathered) >= self._most:
            self.stopped = many(self._most, "node")
            raise OutOfTimeError
        if time.perf_counter() - self._begun > self._seconds * _ENLARGING:
            self.stopped = seconds(self.limit)
            raise OutOfTimeError

    def _look(self) -> None:
        """Make the universe of what was gathered, and find a small certificate in it."""
        self._graph = None
        self.bound = 0
        self._graph = self.gathered.graph(self._tick, self._by_bytes)
        find_small(self._graph, self._tick, self._found)

    def _prove(self) -> None:
        """Find the least certificate of the universe."""
        assert self._graph is not None
        solution = find_least(self._graph, self._tick, self._bounded)
        if solution is not None:
            self._found(solution)

    def _found(self, solution: Solution) -> None:
        assert self._graph is not None
        price = self._graph.price(solution.chosen)
        if price < self._price:
            self._price, self._solution = price, solution
            best = self.gathered.proof(solution)
            self.best = answered(self.gathered.arena, best) if isinstance(best, Patterns) else best
            self._say()

    def _bounded(self, bound: int) -> None:
        if bound > self.bound:
            self.bound = bound
            self._say()

    def _say(self) -> None:
        if self._report:
            self._report(f"{len(self.best.nodes)} nodes of {len(self.gathered)}, bound {self.bound}")

    def _grow(self) -> bool:
        """Gather more; return whether there is any."""
        before, solution, gathered = len(self.gathered), self._solution, self.gathered
        if solution is None:
            return False
        try:
            self._tick_growing()
            if not self._tried:
                self._tried.add(gathered.arena.start)
                if isinstance(gathered, StateUniverse):
                    self.whole = add_table(gathered, self._most, self._tick_growing)
                if not self.whole:
                    add_other_proofs(gathered, self._tick_growing, self._seconds * _ENLARGING / 8)
            if not self.whole:
                if isinstance(gathered, PatternUniverse):
                    add_smaller_zones(gathered, solution, self._tick_growing)
                most = max(len(self.best.nodes), 16)
                add_other_moves(gathered, solution, self._tried, most, self._tick_growing)
        except OutOfTimeError:
            self._tick()
        return len(gathered) > before
