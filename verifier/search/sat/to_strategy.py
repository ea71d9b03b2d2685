"""From a refutation to a strategy of the attacker, over the states that the formula names.

A refuted formula says that the owner has no strategy, and does not say how the attacker wins. But he wins
already the game on the states of the formula alone, where leaving them is a win of the owner's. (If the owner
won that game he could do so with one answer for each state, and the formula would have a model:
docs/refutations.md has the argument.) So that small game is solved, and its solution is a strategy like any
other, for the checker to accept.
"""

from verifier.cycles.game import CycleGame, attractor, priorities
from verifier.cycles.lifting import ProgressMeasure
from verifier.errors import CertificateError
from verifier.play import Arena, State, Step
from verifier.proof.certificate import Refutation, Strategy
from verifier.search.measures import LosingCycle, UnclosedError, close, measure, weights

__all__ = ["strategy_in"]


def strategy_in(arena: Arena, refutation: Refutation) -> Strategy:
    """Return a strategy of the attacker that stays within the states of a checked refutation.

    Raises:
        CertificateError: there is none; then the refutation is wrong, or the checker.
    """
    side = arena.attacker
    states = _states(arena, refutation)
    number = {state: index for index, state in enumerate(states)}
    steps = [list(arena.steps(state)) for state in states]
    moves = _finite(arena, states, steps, number)
    rest = _staying(arena, states, steps, number, moves)
    draw_wins = arena.ruleset["cycle"] == "draw" and not refutation.draw_wins
    weight, marked = weights(arena, side, draw_wins)
    place = {index: at for at, index in enumerate(rest)}
    kept = [
        [step for step in steps[index] if step.winner is None and number.get(step.state, -1) in place]
        for index in rest
    ]
    game = CycleGame(
        [states[index].to_move == side for index in rest],
        [
            [(place[number[step.state]], -weight(states[index], step)) for step in edges]  # the owner's loss
            for index, edges in zip(rest, kept, strict=True)
        ],
        priorities(side == (arena.owner if arena.marks_owner else arena.attacker),
                   [marked(states[index]) for index in rest]),
    )  # fmt: skip
    ranks = len(rest) + 2
    solved = ProgressMeasure(game, ranks)
    for at in range(len(rest)):
        solved.start(at)
    solved.lift(range(len(rest)), lambda: None)
    for at, index in enumerate(rest):
        if game.chooses[at] and not solved.is_lost(at):
            moves[index] = kept[at][solved.best(at)].move
    try:
        closure = close(arena, side, lambda state: moves.get(number.get(state, -1)), draw_wins)
    except UnclosedError:
        raise CertificateError("the attacker does not win on the states of the refutation") from None
    found = measure(closure)
    if isinstance(found, LosingCycle):
        raise CertificateError("the attacker does not win on the states of the refutation")
    return found


def _states(arena: Arena, refutation: Refutation) -> list[State]:
    """The states that variables name, and those that the answers lead to."""
    found: dict[State, None] = {}
    for meaning in refutation.variables:
        if isinstance(meaning, State):
            found[meaning] = None
            continue
        state, move = meaning
        found[state] = None
        step = arena.step(state, move)
        if step is not None and step.winner is None:
            found[step.state] = None
    return list(found)


def _finite(
    arena: Arena, states: list[State], steps: list[list[Step]], number: dict[State, int]
) -> dict[int, int | None]:
    """The states from which the attacker forces a settled one, with his moves."""
    won: dict[int, int | None] = {}
    for index, state in enumerate(states):
        if arena.settled(state) == arena.attacker:
            won[index] = None
    grows = True
    while grows:
        grows = False
        for index, state in enumerate(states):
            if index in won:
                continue
            good = [
                step
                for step in steps[index]
                if step.winner == arena.attacker
                or (step.winner is None and (
                    number.get(step.state, -1) in won or arena.settled(step.state) == arena.attacker))
            ]  # fmt: skip
            if state.to_move == arena.attacker:
                if good:
                    won[index] = good[0].move
                    grows = True
            elif len(good) == len(steps[index]):
                won[index] = None
                grows = True
    return won


def _staying(
    arena: Arena,
    states: list[State],
    steps: list[list[Step]],
    number: dict[State, int],
    won: dict[int, int | None],
) -> list[int]:
    """The other states from which the attacker can stay among the states of the formula."""
    outside = -1
    before: dict[int, list[int]] = {outside: [], **{index: [] for index in range(len(states))}}
    escapes: dict[int, int] = {}
    for index, state in enumerate(states):
        if index in won:
            continue
        count = 0
        for step in steps[index]:
            if step.winner == arena.attacker or (step.winner is None and number.get(step.state, -1) in won):
                continue
            if step.winner is None and arena.settled(step.state) == arena.attacker:
                continue
            target = number.get(step.state, outside) if step.winner is None else outside
            before[target].append(index)
            count += 1
        escapes[index] = count if state.to_move == arena.attacker else 1
    gone = attractor(before, escapes, [outside])
    return [index for index in range(len(states)) if index not in won and index not in gone]
