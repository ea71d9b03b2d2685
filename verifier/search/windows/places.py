"""Finding deaths place by place: what has to be cleared falls into places that chains of the attacker divide.

Each place is searched by itself, so it hardly matters how many there are. What is found is checked as a
whole (:mod:`verifier.proof.places`); what is not found says nothing.
"""

import itertools
import sys
from typing import NamedTuple, TypeAlias

from verifier.board import Colour, Mask
from verifier.errors import CertificateError
from verifier.play import Arena, MemoryArena, Pattern, PatternPlay, State
from verifier.play.place import PlaceArena
from verifier.proof.certificate import Certificate, Claim, Patterns, Place, Places, Verdict
from verifier.proof.places import check_places
from verifier.rules.axes import BOTH_SIDES, NAMED, ONCE_FOR_EACH, ONE_FOR_ALL
from verifier.search.named import with_names
from verifier.search.native import available
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.provers import prove
from verifier.search.windows.window import settled_at_once

__all__ = ["NO_BANS", "NO_PLACES", "How", "Known", "PlaceSearch", "prove_by_places", "won_at_once"]

NO_PLACES = "no places that chains divide"
"""Why there is no proof, if there was nothing to search."""

Known: TypeAlias = dict[tuple[object, ...], Patterns | int]
"""What is known of places of one position under one ruleset: a proof, or how many states were too few."""

_LARGEST = 90
"""Points of a place, at most."""

_FEW = 3
"""Stones of a chain between places that may be part of a fight, at most."""


def prove_by_places(
    arena: Arena,
    limits: Limits,
    lost: Mask = 0,
    known: Known | None = None,
    *,
    part: int = 8,
    prover: str = "auto",
    side: Colour | None = None,
) -> Outcome:
    """Try to prove that the attacker clears all that counts in *arena*, place by place.

    *lost* are chains of the attacker that may be dead, so that they divide nothing: a guess. One *part* of so
    many of the limits is for this, and its states are for each search in a place. *known* serves the other
    units of the position as well. Nothing is searched for another *prover* than the native one, nor if a win
    of the other *side* is wanted. Without a certificate, ``limit`` says why.

    Raises:
        KeyboardInterrupt: the user interrupted the search.
    """
    able = prover in ("auto", "native") and available() and side != arena.owner
    if not (able and isinstance(arena, MemoryArena) and arena.enabling):
        return Outcome(Status.UNKNOWN, None, prover, "", 0, 0.0, NO_PLACES)
    found = {} if known is None else known

    def search(limits: Limits, named: bool) -> Outcome:
        return PlaceSearch(arena, limits, found, lost, named=named).run()

    return with_names(search, arena.ruleset, limits.share(part), each=True)


class How(NamedTuple):
    """How a place is won: see :class:`verifier.play.place.PlaceArena`."""

    bans: bool = False
    turns: bool = False
    finite: bool = False
    first: bool = False


NO_BANS = How()


class PlaceSearch:
    """The places of one game, and what was found of each.

    With *begin* play has come to that state, the owner to move.
    """

    def __init__(
        self,
        arena: MemoryArena,
        limits: Limits,
        known: Known,
        lost: Mask = 0,
        begin: State | None = None,
        *,
        named: bool = False,
    ) -> None:
        self.arena, self.grid, self.limits, self.known = arena, arena.grid, limits, known
        self.later, self.start = begin is not None, begin or arena.start
        self.named = named
        """Whether passes name kos."""
        self.goal = arena.unit | arena.scope | arena.standing
        stones = (self.start.white if arena.attacker else self.start.black) & arena.locale & ~lost
        near = self.grid.dilate(self.goal)
        self.chains = [chain for chain in self.grid.components(stones) if chain & near]
        self.moves_first = self.start.to_move == arena.attacker
        self.nodes, self.seconds, self.reason = 0, 0.0, NO_PLACES
        self.stopped = False
        """Whether a search in the last place reached a limit."""
        self.failed: Mask = 0
        """The place that was lost."""
        self.failing: Mask = 0
        """The place that is lost whatever the limits, or none."""
        self.beside = self.later
        """Whether some place may rely on bans though a pass of the attacker lifts them."""

    def run(self) -> Outcome:
        """Find a proof and check it."""
        places = self.find()
        if places is None:
            return self.outcome(None)
        evidence = Places(self.arena.attacker, tuple(places), named=self.named)
        try:
            check_places(self.arena, evidence)
        except CertificateError as error:
            self.reason = str(error)
            return self.outcome(None)
        return self.outcome(evidence)

    def find(self) -> list[Place] | None:
        """Return proofs of places that together clear all that counts, or None."""
        while True:
            points = self.divide()
            if len(points) < 1 + (not self.later) or max(place.bit_count() for place in points) > _LARGEST:
                return None
            places = self.places(points)
            hungry = self.weak(points) if places is None else self.fed(places)
            if not hungry:
                return places
            # Two places become one, in which this chain is played for.
            self.chains.remove(hungry)
            self.reason = "a chain between places has liberties in one of them alone"

    def outcome(self, evidence: Places | None) -> Outcome:
        """What came of it: death, or unknown and why."""
        spent = self.nodes, self.seconds
        if evidence is None:
            return Outcome(Status.UNKNOWN, None, "native", "", *spent, self.reason)
        arena = self.arena
        claim = Claim(arena.position, arena.unit, arena.ruleset, Verdict.DEAD)
        certificate = Certificate(claim, (evidence,), standing=arena.standing)
        method = f"plain play in {len(evidence.places)} places"
        return Outcome(Status.DEAD, certificate, "native", method, *spent)

    def divide(self) -> list[Mask]:
        """Return the places into which what has to be cleared falls; what divides nothing is given up."""
        while True:
            places = list(self.grid.components(self.goal & ~sum(self.chains)))
            dividing = []
            for chain in self.chains:
                near = self.grid.dilate(chain)
                if chain & self.arena.standing or sum(bool(near & place) for place in places) > 1:
                    dividing.append(chain)
            if len(dividing) == len(self.chains):
                return sorted(places, key=lambda place: (place.bit_count(), place))
            self.chains = dividing

    def places(self, points: list[Mask]) -> list[Place] | None:
        """Return a proof for each place, or None if one fails; it keeps as many chains around as can be."""
        tried = (False, True) if self.arena.ruleset["ko"] == BOTH_SIDES and not self.later else (self.later,)
        for self.beside in tried:
            places = self.each_place(points)
            if places is not None:
                return places
        if not self.named or self.arena.ruleset["ko"] != ONCE_FOR_EACH:
            return None
        # Bans for one turn may be relied on in the place that is lost, if the others are finite.
        failing, stopped = self.failed, self.stopped
        places = self.each_place(points, failing)
        if places is None:
            self.failed, self.failing, self.stopped = failing, 0 if stopped else failing, stopped
        return places

    def each_place(self, points: list[Mask], relying: Mask = 0) -> list[Place] | None:
        """The same where it is said whether bans are relied on: those for one turn in the place *relying*."""
        places: list[Place] = []
        first, ko = self.moves_first, self.arena.ruleset["ko"]
        one_may_rely = ko == ONE_FOR_ALL or (ko == BOTH_SIDES and self.beside)
        # The place that is lost without is searched first.
        for points_here in sorted(points, key=lambda part: part != relying) if relying else points:
            near = self.grid.dilate(points_here)
            around = [chain for chain in self.chains if chain & near]
            relied = any(place.bans for place in places)
            may_rely = ko in NAMED or (one_may_rely and not relied)
            turns = points_here == relying
            how = How(self.named, turns, bool(relying) and not turns)
            bans_tried = (True,) if self.named else (False, True)[: 1 + may_rely]
            ways = itertools.product(bans_tried, (False, True)[: 1 + first])
            self.stopped = False
            place = self.ask(points_here, sum(around), how=how)
            if place is None:
                for bans, begins in ways:
                    how = how._replace(bans=bans, first=begins)
                    place = self.ask(points_here, 0, how=how)
                    if place is not None:
                        break
                else:
                    self.failed = points_here
                    self.failing = 0 if self.stopped else points_here
                    return None
                first = first and not how.first
                for chain in around:
                    place = self.ask(points_here, place.keeps | chain, how=how) or place
            places.append(place)
        return places

    def ask(self, points: Mask, keeps: Mask, lives: Mask = 0, how: How = NO_BANS) -> Place | None:
        """Search a place with the chains that are to be kept in it, the others around it taken for walls."""
        arena, leans = self.arena, sum(self.chains) & ~(keeps | lives)
        near = self.grid.dilate(points)
        key = (arena.attacker, points, keeps, lives, leans & near, how, self.beside, self.named)
        known = self.known.get(key, 0)
        if isinstance(known, int) and known < self.limits.nodes:
            game = PlaceArena(
                arena,
                points,
                keeps,
                leans,
                lives=lives,
                bans=how.bans,
                turns=how.turns,
                finite=how.finite,
                first=how.first,
                beside=self.beside,
                alone=True,
                named=self.named,
            )
            outcome = prove(game, limits=self.limits.less(self.seconds), prover="native")
            self.nodes, self.seconds = self.nodes + outcome.nodes, self.seconds + outcome.seconds
            # Without a proof though no limit was reached, more states are of no use; more time may be.
            timed_out = outcome.reached == "seconds"
            known = outcome.nodes if timed_out else self.limits.nodes if outcome.stopped else sys.maxsize
            if outcome.certificate is not None and outcome.status is Status.DEAD:
                (evidence,) = outcome.certificate.evidence
                assert isinstance(evidence, Patterns)
                known = evidence if evidence.nodes else won_at_once(game)
            self.known[key] = known
        self.stopped = self.stopped or (isinstance(known, int) and known < sys.maxsize)
        self.reason = "not won in a place"
        if not isinstance(known, Patterns):
            return None
        return Place(points, keeps, known, lives, how.bans, turns=how.turns, finite=how.finite)

    def weak(self, points: list[Mask]) -> Mask:
        """Return a few stones around the place that is lost, which have liberties in one place at most.

        They are what is fought for there. None where more states might win the place.
        """
        empty, near = ~(self.start.black | self.start.white), self.grid.dilate(self.failing)
        chains = [chain for chain in self.chains if chain & near and chain.bit_count() <= _FEW]
        for chain in sorted(chains, key=lambda chain: (chain.bit_count(), chain)):
            liberties = self.grid.dilate(chain) & empty
            if not chain & self.arena.standing and sum(bool(liberties & place) for place in points) < 2:
                return chain
        return 0

    def fed(self, places: list[Place]) -> Mask:
        """Let chains live in a place that have liberties for certain in one alone; return one that cannot."""
        for chain in sorted(self.chains, key=lambda chain: (chain.bit_count(), chain)):
            if chain & self.arena.standing or any(chain & place.lives for place in places):
                continue
            if sum(bool(chain & place.keeps) for place in places) < 2 and not self.housed(places, chain):
                return chain
        return 0

    def housed(self, places: list[Place], chain: Mask) -> bool:
        """Whether a chain lives by what is in one of *places*, of which a new proof is put in."""
        start = self.start
        liberties = self.grid.dilate(chain) & ~(start.black | start.white)
        for number, old in enumerate(places):
            if old.points & liberties:
                first = old.evidence.nodes[0].pattern.to_move == self.arena.attacker
                keeps, lives = old.keeps & ~chain, old.lives | chain
                how = How(old.bans, old.turns, old.finite, first)
                place = self.ask(old.points, keeps, lives, how)
                if place is not None:
                    places[number] = place
                    return True
        return False


def won_at_once(game: PlaceArena) -> Patterns:
    """The proof where statics name the attacker at the start, so that the kernel lists nothing."""
    start, zone = game.start, game.unit
    stones = start.black & zone, start.white & zone
    bans = start.bans[0] & zone, start.bans[1] & zone
    pattern = Pattern(zone, *stones, -1, start.to_move, threats=start.threats, bans=bans)
    pattern = pattern._replace(freed=(start.freed[0] & zone, start.freed[1] & zone))
    return settled_at_once(PatternPlay(game, game.attacker), pattern)
