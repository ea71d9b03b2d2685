"""Checks deaths proved in stages: by patterns up to some ends, and from each of these place by place.

docs/games.md, section 6, has the conditions, docs/games-why.md why they are enough.
"""

from verifier.board import Mask
from verifier.errors import CertificateError, InputError
from verifier.play import Arena, MemoryArena, PatternPlay, Plain, State, Successor, game_of_patterns
from verifier.play.place import PlaceArena
from verifier.proof.certificate import PatternNode, Patterns, Place, Stages, target_of
from verifier.proof.patterns import PatternChecker
from verifier.proof.places import chains_between, check_place, endless, starved
from verifier.rules.axes import ONE_PASS

__all__ = ["begun_place", "check_stages"]


def check_stages(arena: Arena, evidence: Stages) -> int:
    """Check that the attacker clears all points that count; return the number of moves replayed.

    Raises:
        CertificateError: some condition fails; the message names the first fault.
    """
    if not isinstance(arena, MemoryArena) or evidence.draw_wins or evidence.side != arena.attacker:
        raise CertificateError("stages are for the attacker, in games that remember")
    if arena.standing:
        raise CertificateError("no chains are said to stand in a proof by stages")
    try:
        game = game_of_patterns(arena, evidence.side, named=evidence.named)
        play = PatternPlay(game, evidence.side)
    except InputError as error:
        raise CertificateError(str(error)) from None
    if not isinstance(game, Plain) or not game.clears:
        raise CertificateError("stages are for the attacker who clears")
    if not evidence.first:
        raise CertificateError("there is no pattern")
    moves, plays = 0, []
    for number, place in enumerate(evidence.places, 1):
        try:
            begun = begun_place(arena, place, named=evidence.named)
            moves += check_place(begun, place.evidence, evidence.side)
            plays.append(PatternPlay(begun, evidence.side))
        except (CertificateError, InputError) as error:
            raise CertificateError(f"place {number}: {error}") from None
    return moves + _FirstStage(play, arena, evidence, plays).check()


def begun_place(arena: MemoryArena, place: Place, *, named: bool = False) -> PlaceArena:
    """Return the game of a place that begins with its first pattern, beyond which stand chains it leans on.

    Passes may be *named* in it.

    Raises:
        CertificateError: there is no pattern.
        InputError: see :class:`verifier.play.place.PlaceArena`.
    """
    if not place.evidence.nodes:
        raise CertificateError("there is no pattern")
    pattern = place.evidence.nodes[0].pattern
    leans = (0, place.leans) if arena.attacker else (place.leans, 0)
    black, white = pattern.black | leans[0], pattern.white | leans[1]
    begin = State(black, white, -1, pattern.to_move, False, threats=pattern.threats, bans=pattern.bans)
    begin = begin._replace(freed=pattern.freed)
    first = pattern.to_move == arena.attacker
    return PlaceArena.of(arena, place, place.leans, first=first, beside=True, named=named, begin=begin)


class _FirstStage(PatternChecker):
    """Verifies the nodes of the first stage, and that at its ends the places hold."""

    def __init__(
        self, play: PatternPlay, arena: MemoryArena, evidence: Stages, plays: list[PatternPlay]
    ) -> None:
        super().__init__(play, Patterns(evidence.side, False, evidence.first, named=evidence.named))
        self.ends, self.places, self.beyond = evidence.ends, evidence.places, len(evidence.ends)
        self.plays = plays
        """The patterns of each place."""
        self.goal = arena.unit | arena.scope
        self.one_pass = arena.ruleset["ko"] in ONE_PASS
        self._apart: set[tuple[int, ...]] = set()
        sizes = [len(place.evidence.nodes) for place in self.places]
        for number, end in enumerate(evidence.ends, len(evidence.first)):
            if any(not 0 <= place < len(sizes) or not 0 <= node < sizes[place] for place, node in end):
                raise CertificateError(f"end {number} refers to a place or pattern that is not there")
            self._check_apart(number, tuple(place for place, _ in end))

    def check_pattern(self, number: int, node: PatternNode) -> None:
        """See :meth:`PatternChecker.check_pattern`; only a move of the attacker leads to an end."""
        super().check_pattern(number, node)
        last = max(map(target_of, node.covers))
        if last >= len(self.nodes) and node.pattern.to_move != self.side:
            raise CertificateError(f"pattern {number} has an end after a move of the other side")

    def check_move(self, number: int, move: int, target: int, result: Successor, marked: bool) -> None:
        """See :meth:`PatternChecker.check_move`; nothing is asked of the measure on the way to an end."""
        if target < len(self.nodes):
            super().check_move(number, move, target, result, marked)
            return
        if result.ends:
            raise self.fault(number, move, "ends play")
        for place, node in self.ends[target - len(self.nodes)]:
            self._check_stands(number, move, place, node, result)

    def _check_stands(self, number: int, move: int, which: int, node: int, result: Successor) -> None:
        """A pattern of a place matches what a move of the attacker leads to."""
        place = self.places[which]
        pattern = place.evidence.nodes[node].pattern
        zone = pattern.zone
        mine = result.white if self.side else result.black
        if (zone | place.leans) & ~result.zone:
            raise self.fault(number, move, "leads to an end with points that are not known")
        if (pattern.black, pattern.white) != (result.black & zone, result.white & zone):
            raise self.fault(number, move, "leads to an end with other stones than those of a place")
        if (place.between | place.leans) & ~mine:
            # The pattern named may be one that play in the place never comes to: it need not have them.
            raise self.fault(number, move, "leads to an end without a chain between")
        if pattern.to_move == self.side or pattern.ban != -1:
            raise self.fault(number, move, "leads to an end with another turn, or without a ban of a place")
        if pattern.bans[self.play.loser] and not place.bans:
            # A pass lifts them, and this place does not answer it.
            raise self.fault(number, move, "leads to an end where a place relies on bans without saying so")
        if not (self.play.named or self.plays[which].lasts(pattern)):
            raise self.fault(number, move, "leads to an end with a ban that play elsewhere may end")
        if not self.play.threatened(pattern.threats, result.threats):
            raise self.fault(number, move, "leads to an end with other threats than those of a place")
        if not self.play.bound(pattern, result.bans, result.freed, result.unsure):
            raise self.fault(number, move, "leads to an end with other bans than those of a place")

    def _check_apart(self, number: int, named: tuple[int, ...]) -> None:
        """The places of an end are what a proof place by place asks of places."""
        known = tuple(sorted(named))
        if known in self._apart:
            return
        places = [self.places[place] for place in named]
        grid, between = self.arena.grid, chains_between(places)
        chains = list(grid.components(between))
        cleared: Mask = 0
        for place in places:
            if place.points & (cleared | between):
                raise CertificateError(f"end {number} has two places, or a chain between, on a point")
            cleared |= place.points
            around = grid.dilate(place.points)
            leans = sum(chain for chain in chains if chain & around and not chain & place.between)
            parts = place.keeps, place.lives
            divided = any(part & chain not in (0, chain) for part in parts for chain in chains)
            if place.leans != leans or divided:
                raise CertificateError(f"end {number} has places that tell the chains between otherwise")
        if self.goal & ~(cleared | between):
            raise CertificateError(f"end {number} leaves out a point that has to be cleared")
        if starved(grid, places):
            raise CertificateError(f"end {number} may leave chains between without a liberty in two places")
        if self.one_pass and sum(place.bans for place in places) > 1:
            raise CertificateError(f"end {number} has several places in which a pass lifts bans")
        if endless(places):
            raise CertificateError(f"end {number} has a place that is not finite beside one with turns")
        self._apart.add(known)
