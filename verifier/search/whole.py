"""Strategies by states as patterns that say everything: their zones are the whole locale."""

from collections.abc import Mapping

from verifier.play import PASS, Arena, Pattern, State
from verifier.proof.certificate import CLOSED, PatternNode, Patterns, Strategy

__all__ = ["as_patterns"]


def as_patterns(arena: Arena, strategy: Strategy, ends: Mapping[State, int] | None = None) -> Patterns:
    """Return *strategy* as patterns whose zones are the whole locale; for provers that know no zones.

    Where it stops without being won by statics it is in one of *ends*, the numbers of which come after those
    of the nodes.
    """
    locale = arena.locale
    numbers = {state: number for number, state in enumerate(strategy.nodes)}
    for state, end in (ends or {}).items():
        numbers.setdefault(state, len(strategy.nodes) + end)
    nodes = []
    for state, node in strategy.nodes.items():
        stones = (state.black & locale, state.white & locale)
        ban = state.ban if node.move is None else -1
        pattern = Pattern(locale, *stones, ban, state.to_move, 0, state.threats, state.bans)
        pattern = pattern._replace(taken=state.taken, freed=state.freed)
        after, replies = CLOSED, {}
        steps = arena.steps(state) if node.move is None else [arena.step(state, node.move)]
        for step in steps:
            assert step is not None, "the move of a strategy is legal"
            target = numbers.get(step.state, CLOSED)
            if step.move == PASS or node.move is not None:
                after = target
            else:
                replies[step.move] = target
        nodes.append(PatternNode(pattern, node.move, node.credit, node.rank, after, replies))
    if arena.start not in numbers:
        return Patterns(strategy.side, False, ())
    first = numbers[arena.start]
    assert first == 0, "a strategy lists its start first"
    return Patterns(strategy.side, False, tuple(nodes))
