"""What a strategy's side and the other one can come to: the graph of a proof, from the start.

Nothing is searched: the winner's moves are those of the certificate, and the loser has all that count.
"""

import dataclasses
from collections.abc import Iterator

from verifier.board import Mask, Point
from verifier.board.grid import bits
from verifier.jobs.explain.line import Guide, LineMove, made
from verifier.play import PASS, MemoryArena, State, Step

__all__ = ["Retake", "Survey", "survey"]

MOST_STATES = 8_000
"""States of a graph that are looked at."""


@dataclasses.dataclass(frozen=True, slots=True)
class Retake:
    """A retake that is forbidden to the loser, and to which the proof has no answer."""

    point: Point
    lead: tuple[LineMove, ...]
    """Moves from the start to a state where it is forbidden."""
    use: tuple[LineMove, ...]
    """His pass there, and what the winner does with the turn."""


@dataclasses.dataclass(slots=True)
class Survey:
    """The graph of a strategy, in the order of the number of moves; made by :func:`survey`."""

    guide: Guide
    steps: dict[State, list[Step]]
    """The moves from each state that is not settled."""
    complete: bool
    """Whether these are all states that can come about."""
    before: dict[State, tuple[State, Step]]
    """How a state is first come to."""
    retake: Retake | None = None
    """A ban that the proof needs; the one that fewest moves lead to."""
    free: bool = False
    """All states are there, and none needs a ban, even with those that forbidden retakes lead to."""
    finite: bool = False
    """Besides, every play comes to an end, so that the winner has what he needs after finitely many moves."""

    def edges(self) -> Iterator[tuple[State, Step]]:
        """Yield the moves, those of states near the start first."""
        for state, steps in self.steps.items():
            for step in steps:
                yield state, step

    def lead(self, goal: State) -> tuple[LineMove, ...]:
        """The fewest moves from the start to a state of the graph."""
        moves = []
        while goal in self.before:
            state, step = self.before[goal]
            moves.append(made(self.guide.arena, state, step))
            goal = state
        return tuple(reversed(moves))


def survey(guide: Guide, most: int = MOST_STATES) -> Survey:
    """Return the graph of a strategy, and what it says of bans."""
    arena = guide.arena
    found = Survey(guide, {}, True, {})
    _collect(found, [arena.start], most)
    needed = next(((state, point) for state, point, _ in _forbidden(found) if point >= 0), None)
    if needed is not None:
        found.retake = _explained(found, *needed)
    elif found.complete:
        wider = _with_retakes(found, most)
        found.free = wider is not None
        found.finite = wider is not None and _finite(wider)
    return found


def _collect(found: Survey, front: list[State], most: int) -> None:
    guide = found.guide
    queue = list(front)
    for state in queue:  # grows while it is read
        if state in found.steps or guide.node(state) is None:
            continue
        if len(found.steps) == most:
            found.complete = False
            return
        found.steps[state] = guide.steps(state)
        for step in found.steps[state]:
            if step.winner is not None or step.state in found.steps:
                continue
            if step.state != guide.arena.start:
                found.before.setdefault(step.state, (state, step))
            queue.append(step.state)


def _forbidden(found: Survey) -> Iterator[tuple[State, Point, State]]:
    """Yield the retakes that are forbidden to the loser.

    Each with the point if the proof has no answer to it, or -1, and with the state that it would lead to.
    """
    guide, arena = found.guide, found.guide.arena
    for state in found.steps:
        if state.to_move == guide.side:
            continue
        for point, without in _lifted(guide, state):
            retake = arena.step(without, point)
            if retake is None:
                continue
            if retake.winner is not None:
                covered = retake.winner == guide.side
            else:
                covered = guide.node(retake.state) is not None or guide.settled(retake.state)
            yield state, -1 if covered else point, retake.state


def _lifted(guide: Guide, state: State) -> Iterator[tuple[Point, State]]:
    """The bans on the side to move, each with the state without it."""
    if state.ban >= 0:
        yield state.ban, state._replace(ban=-1)
    if state.memory is not None and isinstance(guide.arena, MemoryArena):
        bound: Mask = guide.arena.bans_on(state, state.to_move)
        for point in bits(bound):
            memory = state.memory._replace(bans=state.memory.bans & ~(1 << point))
            yield point, state._replace(memory=memory)


def _explained(found: Survey, state: State, point: Point) -> Retake:
    guide, arena = found.guide, found.guide.arena
    passes = [step for step in found.steps[state] if step.move <= PASS]
    step = next((s for s in passes if made(arena, state, s).lifted >> point & 1), passes[0])
    use = [made(arena, state, step)]
    if step.winner is None and guide.node(step.state) is not None:
        answer = guide.steps(step.state)[0]
        use.append(made(arena, step.state, answer))
    return Retake(point, found.lead(state), tuple(use))


def _with_retakes(found: Survey, most: int) -> Survey | None:
    """The graph in which the loser is never forbidden to retake; None if the proof does not cover it."""
    wide = Survey(found.guide, dict(found.steps), True, {})
    done: set[State] = set()
    while True:
        more = []
        part = Survey(found.guide, {s: wide.steps[s] for s in wide.steps if s not in done}, True, {})
        done |= set(part.steps)
        for state, point, target in _forbidden(part):
            if point >= 0:
                return None
            wide.steps[state] = [*wide.steps[state], Step(PASS, target, 0, None)]
            more.append(target)
        if not more:
            return wide
        _collect(wide, more, most)
        if not wide.complete:
            return None


def _finite(found: Survey) -> bool:
    """Whether no play goes round: states whose successors have all been taken away are taken away."""
    left = {
        state: sum(step.winner is None and step.state in found.steps for step in steps)
        for state, steps in found.steps.items()
    }
    sources: dict[State, list[State]] = {state: [] for state in left}
    for state, step in found.edges():
        if step.winner is None and step.state in left:
            sources[step.state].append(state)
    front = [state for state, number in left.items() if not number]
    gone = 0
    while front:
        gone += 1
        for state in sources[front.pop()]:
            left[state] -= 1
            if not left[state]:
                front.append(state)
    return gone == len(left)
