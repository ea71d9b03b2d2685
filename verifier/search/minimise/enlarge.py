"""More that a certificate may be made of: other moves, and patterns with smaller zones."""

import itertools
from collections.abc import Callable, Iterator

from verifier.board import Mask, Point
from verifier.board.grid import bits
from verifier.cycles.and_or import Solution
from verifier.errors import CertificateError
from verifier.play import PASS, Pattern, Plain, State, Successor, remembers
from verifier.proof.answers import spelled
from verifier.proof.certificate import Patterns, Strategy
from verifier.search.minimise.patterns import PatternUniverse
from verifier.search.minimise.states import StateUniverse
from verifier.search.native import DenseTable, available, prove_native
from verifier.search.outcome import Limits

__all__ = ["add_other_moves", "add_other_proofs", "add_smaller_zones", "add_table"]

_EFFORT = 2_000
"""States that may be expanded to find out about one other move."""

_TABLE_POINTS = 9
"""Tables of larger locales take minutes."""


def _may_search(gathered: PatternUniverse | StateUniverse) -> bool:
    """Whether the kernel can begin at any state of the game."""
    return available() and not remembers(gathered.arena.ruleset)


def add_other_proofs(
    gathered: PatternUniverse | StateUniverse, tick: Callable[[], None], seconds: float
) -> None:
    """Add what other ways of searching find from the start."""
    if not _may_search(gathered):
        return
    # Plain play is searched in one way, whatever it is told.
    orders = ("guided",) if isinstance(gathered.arena, Plain) else ("guided", "breadth", "df-pn", "naive")
    for order in orders:
        tick()
        limits = Limits(nodes=100 * _EFFORT, seconds=seconds)
        _add_proof(gathered, gathered.arena.start, limits, order=order)


def add_other_moves(
    gathered: PatternUniverse | StateUniverse,
    solution: Solution,
    tried: set[State],
    most: int,
    tick: Callable[[], None],
) -> None:
    """Prove what the side's other moves lead to, and add these proofs if they have at most *most* nodes.

    *tried* are the states that were asked about before. Works on one state of each pattern; also adds the
    pattern that says everything about it.
    """
    if not _may_search(gathered):
        return
    for state in _states(gathered, solution):
        tick()
        if isinstance(gathered, PatternUniverse):
            whole = gathered.whole(state)
            if gathered.well_formed(whole):
                gathered.add(whole)
        if state.to_move != gathered.side:
            continue
        for step in gathered.arena.steps(state):
            after = step.state
            # The kernel begins without a ban, which can only be harder, and as if no pass had counted.
            if step.winner is None and not after.passed and after not in tried:
                tick()
                tried.add(after)
                _add_proof(gathered, after, Limits(nodes=_EFFORT, seconds=10.0), most=most)


def _add_proof(
    gathered: PatternUniverse | StateUniverse,
    start: State,
    limits: Limits,
    *,
    order: str = "guided",
    most: int = 1 << 30,
) -> None:
    """Search from a state; add the nodes of a proof for the same side."""
    zones = isinstance(gathered, PatternUniverse)
    outcome = prove_native(gathered.arena, limits, order=order, zones=zones, start=start)
    if outcome.certificate is None:
        return
    for item in outcome.certificate.evidence:
        if (
            not isinstance(item, Patterns | Strategy)
            or (item.side, item.draw_wins) != (gathered.side, gathered.draw_wins)
            or len(item.nodes) > most
        ):
            continue
        if isinstance(gathered, PatternUniverse) and isinstance(item, Patterns):
            try:
                nodes = spelled(gathered.arena, item).nodes
            except CertificateError:  # searched in an order that the checker does not always agree with
                continue
            for node in nodes:
                gathered.add(node.pattern)
        elif isinstance(gathered, StateUniverse) and isinstance(item, Strategy):
            gathered.add(start)
            for state in item.nodes:
                gathered.add(state)


def _states(gathered: PatternUniverse | StateUniverse, solution: Solution) -> Iterator[State]:
    """A state for each node of a solution that play by its moves leads to."""
    if isinstance(gathered, StateUniverse):
        yield from (gathered.states[v - 1] for v in solution.chosen if v)
        return
    found = {0: gathered.arena.start}
    for v in (order := [0]):  # grows while it is read
        for arc in solution.chosen[v].values():
            u, state = arc.target, found[v]
            if u < 0 or u in found:
                continue
            if v:
                step = gathered.arena.step(state, arc.move)
                if step is None:
                    continue
                state = step.state
            if gathered.play.matches(gathered.pattern(u), state):
                found[u] = state
                order.append(u)
                yield state


def add_table(gathered: StateUniverse, most: int, tick: Callable[[], None]) -> bool:
    """Add every won state that play of the side can reach, where a table of the locale can be made.

    Returns whether these are all: False if there is no table, or more than *most* states.
    """
    arena = gathered.arena
    if not _may_search(gathered) or arena.locale.bit_count() > _TABLE_POINTS:
        return False
    tick()
    owner = gathered.side == arena.owner
    table = DenseTable(arena, draws_for_owner=gathered.draw_wins == owner)
    gathered.add(arena.start)
    for state in gathered.states:  # grows while it is read
        if len(gathered) > most:
            return False
        tick()
        for step in gathered.steps(state):
            if step.winner is None and not gathered.closed(step) and table.owner_wins(step.state) is owner:
                gathered.add(step.state)
    return True


def add_smaller_zones(gathered: PatternUniverse, solution: Solution, tick: Callable[[], None]) -> None:
    """For each pattern of a solution add one that says as little as its demands allow.

    Successors come first, so that what says less of them can help the others to say less.
    """
    order = [v for v in solution.chosen if v]
    smaller: dict[int, Pattern] = {}
    for v in reversed(order):
        tick()
        arcs = {arc.move: arc.target for arc in solution.chosen[v].values()}
        targets = {
            move: smaller[u] if u in smaller else gathered.pattern(u) for move, u in arcs.items() if u >= 0
        }
        pattern = _smaller(gathered, gathered.pattern(v), list(arcs), targets)
        smaller[v] = pattern
        gathered.add(pattern)


def _smaller(
    gathered: PatternUniverse, pattern: Pattern, moves: list[Point], targets: dict[Point, Pattern]
) -> Pattern:
    """Leave out points of the zone one by one, those far from the unit first."""
    arena = gathered.arena
    near: list[Mask] = [arena.unit]
    while near[-1] != (wider := near[-1] | arena.grid.dilate(near[-1]) & arena.locale):
        near.append(wider)
    rings = [wide & ~narrow for narrow, wide in itertools.pairwise(near)]
    if pattern.eyes and _rests(gathered, bare := pattern._replace(eyes=0), moves, targets):
        pattern = bare
    for point in (point for ring in reversed(rings) for point in bits(ring & pattern.zone)):
        stone = 1 << point
        less = _without(pattern, stone)
        if point != pattern.ban and _rests(gathered, less, moves, targets):
            pattern = less
    return pattern


def _without(pattern: Pattern, points: Mask) -> Pattern:
    """The same of a zone without these points."""
    return pattern._replace(
        zone=pattern.zone & ~points,
        black=pattern.black & ~points,
        white=pattern.white & ~points,
        bans=(pattern.bans[0] & ~points, pattern.bans[1] & ~points),
        freed=(pattern.freed[0] & ~points, pattern.freed[1] & ~points),
    )


def _rests(
    gathered: PatternUniverse, pattern: Pattern, moves: list[Point], targets: dict[Point, Pattern]
) -> bool:
    """Whether these moves of a pattern lead to what the targets cover; measures are left aside."""
    if not gathered.well_formed(pattern):
        return False
    if pattern.to_move == gathered.side:
        (move,) = moves
        result = next((result for other, result in gathered.moves(pattern) if other == move), None)
        return result is not None and _stands(gathered, result, targets.get(move), gathered.side, move)
    after = targets.get(PASS)
    return after is not None and all(
        _stands(gathered, result, targets.get(move), pattern.to_move, move)
        for move, result in gathered.moves(pattern)
        if move < 0 or after.zone >> move & 1
    )


def _stands(
    gathered: PatternUniverse, result: Successor, target: Pattern | None, mover: int, move: Point
) -> bool:
    """Whether the result of a move needs nothing more, or a pattern covers it."""
    if gathered.ends(result, mover, move):
        return True
    if target is None or target.zone & ~result.zone:
        return False
    mine = result.white if gathered.side else result.black
    return (
        not target.eyes & (mine | ~(result.zone | result.eyes))
        and (target.black, target.white) == (result.black & target.zone, result.white & target.zone)
        and gathered.agrees(target, result, mover, move)
    )
