"""Checks deaths proved place by place, where the attacker clears several places by answers in each of them.

docs/games.md, section 5, has the conditions, docs/games-why.md why they are enough.
"""

import functools
import operator
from collections.abc import Iterable, Sequence

from verifier.board import Colour, Grid, Mask
from verifier.errors import CertificateError, InputError
from verifier.play import Arena, MemoryArena
from verifier.play.place import PlaceArena
from verifier.proof.certificate import PatternNode, Patterns, Place, Places
from verifier.proof.patterns import check_patterns
from verifier.rules.axes import ONE_PASS

__all__ = [
    "MOST_BETWEEN",
    "chains_between",
    "check_place",
    "check_places",
    "check_zones",
    "endless",
    "place_arena",
    "starved",
]

MOST_BETWEEN = 16
"""Chains between places, at most: all sets of them are looked at."""


def chains_between(places: Iterable[Place]) -> Mask:
    """Return the chains of the attacker that some place keeps, or that live in one."""
    return functools.reduce(operator.or_, (place.between for place in places), 0)


def place_arena(arena: Arena, place: Place, places: Sequence[Place], *, named: bool = False) -> PlaceArena:
    """Return the game of one place, which is one of *places*; passes may be *named*.

    Raises:
        InputError: see :class:`verifier.play.place.PlaceArena`.
    """
    if not isinstance(arena, MemoryArena):
        raise InputError("places are cleared only in games that remember")
    nodes = place.evidence.nodes
    first = bool(nodes) and nodes[0].pattern.to_move == place.evidence.side
    leans = chains_between(places) & ~place.between
    beside = any(other.bans for other in places)
    return PlaceArena.of(arena, place, leans, first=first, beside=beside, named=named)


def check_places(arena: Arena, evidence: Places) -> int:
    """Check that the attacker clears all points that count; return the number of moves replayed.

    Raises:
        CertificateError: some condition fails; the message names the first fault.
    """
    if not isinstance(arena, MemoryArena):
        raise CertificateError("places are cleared only in games that remember")
    between, cleared, moves, begun = chains_between(evidence.places), 0, 0, 0
    for number, place in enumerate(evidence.places, 1):
        try:
            game = place_arena(arena, place, evidence.places, named=evidence.named)
            if place.points & cleared:
                raise CertificateError("it has points of another place")
            moves += check_place(game, place.evidence, evidence.side)
        except (CertificateError, InputError) as error:
            raise CertificateError(f"place {number}: {error}") from None
        cleared |= place.points
        begun += game.start.to_move == evidence.side
    if begun > (arena.start.to_move == evidence.side):
        raise CertificateError(f"{evidence.side} moves first in more places than the game allows")
    goal = arena.unit | arena.scope
    if goal & ~(cleared | between) or arena.standing & ~between:
        raise CertificateError(
            "some point that has to be cleared, or chain that has to stand, is in no place"
        )
    if starved(arena.grid, evidence.places):
        raise CertificateError("chains between the places may be left without a liberty in two of them")
    if arena.ruleset["ko"] in ONE_PASS and sum(place.bans for place in evidence.places) > 1:
        raise CertificateError("a pass lifts bans in several places, and only one can be answered")
    if endless(evidence.places):
        raise CertificateError("a place is not finite beside one that relies on bans for one turn")
    return moves


def check_place(game: PlaceArena, patterns: Patterns, side: Colour) -> int:
    """Check the patterns of one place; return the number of moves replayed.

    Raises:
        CertificateError: some condition fails; the message names the first fault.
    """
    if patterns.side != side or patterns.draw_wins or patterns.holds:
        raise CertificateError("it is for another side, or with the help of draws or a stone held")
    if patterns.named != game.named:
        raise CertificateError("its passes name kos and others do not, or the other way round")
    if not patterns.nodes:
        raise CertificateError("there is no pattern")
    check_zones(game, patterns.nodes)
    return check_patterns(game, patterns, secluded=True)


def check_zones(game: PlaceArena, nodes: Iterable[PatternNode]) -> None:
    """Check that patterns are about the points of their place and the chains that it keeps, all of them.

    Raises:
        CertificateError: one of them is not.
    """
    if any(node.pattern.zone != game.unit or node.pattern.eyes for node in nodes):
        raise CertificateError("a pattern is not about its points and the chains that it keeps")


def endless(places: Sequence[Place]) -> bool:
    """Whether the owner might retake late again and again in a place that relies on bans for one turn.

    For that he plays elsewhere each time, which he can do only so often where the others are finite.
    """
    relying = [place for place in places if place.turns]
    return bool(relying) and not all(place is relying[0] or place.finite for place in places)


def starved(grid: Grid, places: Sequence[Place]) -> bool:
    """Whether some chains between the places, if they are one chain, may have liberties in fewer than two.

    A place gives a liberty to a set of them if one of the set is kept or lives in it, and it leans on none:
    connected with one that the place leans on, a chain might have no liberty there. One that lives in a
    place needs no other.
    """
    chains = list(grid.components(chains_between(places)))
    if len(chains) > MOST_BETWEEN:
        return True
    sides = []
    for place in places:
        near = grid.dilate(place.points) & ~place.between
        parts = place.keeps, place.lives, near
        sides.append([sum(1 << i for i, c in enumerate(chains) if c & part) for part in parts])
    for chosen in range(1, 1 << len(chains)):
        fed = 0
        for keeps, lives, leans in sides:
            if not chosen & leans:
                fed += 2 if chosen & lives else bool(chosen & keeps)
        if fed < 2:
            return True
    return False
