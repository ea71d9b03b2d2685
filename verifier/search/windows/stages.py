"""Death in two stages: first the unit is taken, and then all else is cleared place by place.

Where a new stone counts far from the unit, whoever clears (:class:`verifier.play.Plain`) has to think of the
whole area from the first move on. To take the unit is a smaller game, which is won first. That play ends
where the unit's points are clear, and mostly there are chains of the attacker then that divide what is left
into places. What is found is checked as a whole (:mod:`verifier.proof.stages`).
"""

import dataclasses
import functools
import time
from collections.abc import Sequence
from typing import NamedTuple

from verifier.board import Colour, Mask
from verifier.play import Arena, MemoryArena, Pattern, PatternPlay, Plain, State
from verifier.play.place import PlaceArena
from verifier.proof.certificate import Certificate, Claim, PatternNode, Patterns, Place, Stages, Verdict
from verifier.search.measures import UnclosedError
from verifier.search.named import with_names
from verifier.search.native import available
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.provers import prove
from verifier.search.whole import as_patterns
from verifier.search.windows.first_stage import TAKING_NODES, FirstStage, GivenUpError
from verifier.search.windows.joined import JoinedProofs
from verifier.search.windows.places import NO_BANS, How, PlaceSearch
from verifier.search.windows.trimmed import trimmed

__all__ = ["EndsInPlaces", "PlaceShape", "clear_in_stages", "prove_in_stages"]

FIRST_LOOK = 20_000
"""With no more states than these the whole is searched alone."""

TAKING_SHARE = 2
"""The part of the nodes of the first search for a way to take the unit that one for another way may have."""

PLACE_NODES = 200_000
"""Nodes of a search in one place, at most."""

HARDEST_SHARE = 4
"""The part of these that is for what serves many ends, if it is won."""


class PlaceShape(NamedTuple):
    """What places of several ends have in common: see :class:`verifier.proof.certificate.Place`."""

    points: Mask
    keeps: Mask
    lives: Mask
    bans: bool
    leans: Mask
    turns: bool = False
    finite: bool = False

    @classmethod
    def of(cls, place: Place) -> "PlaceShape":
        """That of a place."""
        parts = place.points, place.keeps, place.lives, place.bans, place.leans
        return cls(*parts, place.turns, place.finite)

    @property
    def zone(self) -> Mask:
        """The points that patterns of the place are about."""
        return self.points | self.keeps | self.lives


def prove_in_stages(
    arena: Arena, limits: Limits, *, prover: str = "auto", side: Colour | None = None
) -> Outcome:
    """Try to prove that the attacker takes the unit and then clears all that counts, place by place.

    One half of the limits is for taking it. Nothing is searched for another *prover* than the native one, nor
    if a win of the other *side* is wanted. Without a certificate, ``limit`` says why.

    Raises:
        KeyboardInterrupt: the user interrupted the search.
    """
    able = prover in ("auto", "native") and available() and side != arena.owner and limits.nodes > FIRST_LOOK
    if not (able and isinstance(arena, MemoryArena) and arena.enabling and not arena.standing):
        return Outcome(Status.UNKNOWN, None, prover, "", 0, 0.0, "no stages")
    return with_names(functools.partial(_in_stages, arena), arena.ruleset, limits)


def _in_stages(arena: MemoryArena, limits: Limits, named: bool) -> Outcome:
    """The same with or without passes that name kos."""
    game = Plain(arena, arena.attacker, named=named)
    first = game.taking()
    if first is None:
        return Outcome(Status.UNKNOWN, None, "native", "", 0, 0.0, "no stages")
    begun = time.monotonic()
    taken = prove(first, limits=limits.share(2), prover="native")
    nodes, evidence = taken.nodes, None
    if taken.certificate is not None:
        (patterns,) = taken.certificate.evidence
        assert isinstance(patterns, Patterns)
        left = dataclasses.replace(limits.less(time.monotonic() - begun), nodes=max(0, limits.nodes - nodes))
        again = max(TAKING_NODES, nodes // TAKING_SHARE)
        evidence, more = clear_in_stages(game, first, patterns, left, again)
        nodes += more
    spent = nodes, time.monotonic() - begun
    if evidence is None:
        return Outcome(Status.UNKNOWN, None, "native", "", *spent, taken.limit or "not won in stages")
    claim = Claim(arena.position, arena.unit, arena.ruleset, Verdict.DEAD)
    return Outcome(Status.DEAD, Certificate(claim, (evidence,)), "native", "plain play in stages", *spent)


def clear_in_stages(
    game: Plain, first: Plain, taken: Patterns, limits: Limits, again: int = TAKING_NODES
) -> tuple[Stages | None, int]:
    """Win *game*, in which all is to be cleared, where *taken* wins *first*, in which the unit is.

    A search for another way to take it expands no more than *again* states.

    Returns the evidence, or None if some limit was reached or it is not won so; and how many states were
    expanded.

    Raises:
        KeyboardInterrupt: the user interrupted the search.
    """
    ends = EndsInPlaces(game, limits)
    try:
        strategy = FirstStage(game, first, taken, ends, again).strategy()
    except (GivenUpError, UnclosedError):
        return None, ends.nodes
    if not strategy.nodes:
        return None, ends.nodes
    nodes = as_patterns(game, strategy, ends.numbers).nodes
    evidence = Stages(game.side, nodes, tuple(ends.known), ends.places(), named=game.named)
    return trimmed(evidence), ends.nodes


class EndsInPlaces:
    """The ends of a first stage, and the places that they fall into, each of which serves many ends."""

    def __init__(self, game: Plain, limits: Limits) -> None:
        self.game, self.limits, self.nodes = game, limits, 0
        self.deadline = time.monotonic() + limits.seconds
        self.known: dict[tuple[tuple[int, int], ...], int] = {}
        """Ends by their places and patterns, in the order of their numbers."""
        self.proofs: dict[PlaceShape, JoinedProofs] = {}
        self.order: dict[PlaceShape, int] = {}
        """Places of ends, in the order of their numbers."""
        self.numbers: dict[State, int] = {}
        """The numbers of the ends with which play in a state goes on."""
        self.failed: dict[tuple[PlaceShape, State], bool] = {}
        """What begins in a place without a proof, and whether the search reached a limit."""
        self.hardest: set[tuple[PlaceShape, State]] = set()
        """What was searched because it would serve many ends."""
        self.lost: set[State] = set()
        """Where no places were found."""
        self.bytes = 0
        """What all proofs take, about."""

    def left(self) -> Limits:
        """See :meth:`verifier.search.windows.first_stage.Ends.left`."""
        seconds, nodes = self.deadline - time.monotonic(), self.limits.nodes - self.nodes
        memory = self.limits.memory_mib - (self.bytes >> 20)
        if seconds <= 0 or nodes <= 0 or memory <= 0:
            raise GivenUpError
        return dataclasses.replace(self.limits, nodes=nodes, seconds=seconds, memory_mib=memory)

    def find(self, state: State) -> bool:
        """See :meth:`verifier.search.windows.first_stage.Ends.find`."""
        if state in self.numbers:
            return True
        self.left()
        if state in self.lost:
            return False
        search = _EndSearch(self, state)
        places = search.find()
        if places is None:
            self.lost.add(state)
            return False
        shapes = list(map(PlaceShape.of, places))
        for shape in shapes:
            self.order.setdefault(shape, len(self.order))
        end = tuple((self.order[shape], search.numbers[shape]) for shape in shapes)
        self.numbers[state] = self.known.setdefault(end, len(self.known))
        return True

    def places(self) -> tuple[Place, ...]:
        """All places of all ends."""
        return tuple(self.place(shape, self.proofs[shape].nodes) for shape in self.order)

    def place(self, shape: PlaceShape, nodes: Sequence[PatternNode]) -> Place:
        """A place with these patterns."""
        points, keeps, lives, bans, leans, turns, finite = shape
        evidence = Patterns(self.game.side, False, tuple(nodes), named=self.game.named)
        return Place(points, keeps, evidence, lives, bans, leans, turns, finite)


class _EndSearch(PlaceSearch):
    """The places of one end."""

    def __init__(self, ends: EndsInPlaces, state: State) -> None:
        super().__init__(ends.game.game, ends.limits, {}, begin=state, named=ends.game.named)
        self.ends = ends
        self.numbers: dict[PlaceShape, int] = {}
        """The patterns that stand in the places."""

    def ask(self, points: Mask, keeps: Mask, lives: Mask = 0, how: How = NO_BANS) -> Place | None:
        """See :meth:`PlaceSearch.ask`; with what was found for other ends."""
        around = self.grid.dilate(points)
        leans = sum(chain for chain in self.chains if chain & around and not chain & (keeps | lives))
        shape, ends = PlaceShape(points, keeps, lives, how.bans, leans, how.turns, how.finite), self.ends
        zone = shape.zone
        bound = self.start.bans[0] & zone, self.start.bans[1] & zone
        stones = self.start.black & (zone | leans), self.start.white & (zone | leans)
        freed = self.start.freed[0] & zone, self.start.freed[1] & zone
        begin = self.start._replace(black=stones[0], white=stones[1], ban=-1, bans=(0, 0), freed=freed)
        if any(bound):
            begin = begin._replace(bans=self._standing(shape, begin, bound))
        proofs = ends.proofs.get(shape)
        if proofs is None:
            alone = self._game(shape, begin, alone=True)
            proofs = ends.proofs[shape] = JoinedProofs(self._game(shape, begin), alone)
        number = proofs.covering(begin)
        if number is None:
            number = self._proved(proofs, shape, begin)
        if number is None:
            self.stopped = self.stopped or ends.failed[shape, begin]
            return None
        self.numbers[shape] = number
        return ends.place(shape, (proofs.nodes[number],))

    def _proved(self, proofs: JoinedProofs, shape: PlaceShape, begin: State) -> int | None:
        """Look for a proof that no pattern has been covering so far; if there is none, note why."""
        ends, hardest, number = self.ends, self._hardest(begin, shape.zone), None
        if hardest != begin and (shape, hardest) not in ends.hardest:
            ends.hardest.add((shape, hardest))
            number, _ = self._searched(proofs, shape, hardest, PLACE_NODES // HARDEST_SHARE)
        if number is None and (shape, begin) not in ends.failed:
            number, stopped = self._searched(proofs, shape, begin, PLACE_NODES)
            if number is None:
                ends.failed[shape, begin] = stopped
        return number

    def _hardest(self, begin: State, zone: Mask) -> State:
        """The same where the owner has passed for all kos in *zone*, and the attacker for none.

        Who wins that wins whatever they have passed for, so it serves many ends.
        """
        if not self.ends.game.frees:
            return begin
        passed = [0, 0]
        passed[self.arena.owner] = zone & ~begin.bans[self.arena.owner]
        return begin._replace(freed=(passed[0], passed[1]))

    def _game(self, shape: PlaceShape, begin: State, *, alone: bool = False) -> PlaceArena:
        how = self.arena, shape, shape.leans
        return PlaceArena.of(*how, beside=True, alone=alone, named=self.named, begin=begin)

    def _standing(self, shape: PlaceShape, begin: State, bans: tuple[Mask, Mask]) -> tuple[Mask, Mask]:
        """Those of *bans* that count in a place: on the owner only such as stay whatever is elsewhere."""
        if self.named:
            return bans
        left = [bans[0], bans[1]]
        left[self.arena.owner] = 0
        if shape.bans:
            game, zone = self._game(shape, begin), shape.zone
            stones = begin.black & zone, begin.white & zone
            pattern = Pattern(zone, *stones, -1, begin.to_move, threats=begin.threats, bans=bans)
            left[self.arena.owner] = PatternPlay(game, game.side).lasting(pattern)
        return left[0], left[1]

    def _searched(
        self, proofs: JoinedProofs, shape: PlaceShape, begin: State, most: int
    ) -> tuple[int | None, bool]:
        """The pattern that is proved for *begin*, and whether the search reached a limit."""
        left = self.ends.left()
        limits, before = dataclasses.replace(left, nodes=min(left.nodes, most)), proofs.bytes
        number, outcome = proofs.prove(self._game(shape, begin, alone=True), limits)
        self.ends.nodes += outcome.nodes
        self.ends.bytes += proofs.bytes - before
        return number, outcome.stopped
