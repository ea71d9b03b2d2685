"""A proof as a tree of variations: the winner's move, and the loser's replies that keep it busy longest."""

from verifier.board import Colour
from verifier.jobs.explain.line import Guide, resistance
from verifier.notation.variations import Variation
from verifier.play import PASS, State, Step

__all__ = ["answer_tree"]

_WIDTHS = (12, 4, 2)
"""So many replies of the loser are shown on his first turn, his second, his third; one from then on."""
_DEEPEST = 60
_ALIKE = "The position repeats; by the rules this cycle is not the loser's."


def answer_tree(guide: Guide, end: str, *, widths: tuple[int, ...] = _WIDTHS) -> tuple[Variation, ...]:
    """Return what is played from the start of a checked proof.

    *end* is the comment where the proof has no more to say. The loser's replies stand in the order of their
    resistance (docs/explain.md); a pass is shown where nothing else counts.
    """
    return _after(guide, guide.arena.start, frozenset(), end, widths, 0)


def _after(
    guide: Guide, state: State, seen: frozenset[State], end: str, widths: tuple[int, ...], depth: int
) -> tuple[Variation, ...]:
    if guide.node(state) is None or state in seen or depth >= _DEEPEST:
        return ()
    steps = guide.steps(state)
    if state.to_move != guide.side:
        steps.sort(key=lambda step: resistance(guide, step), reverse=True)
        plays = [step for step in steps if step.move > PASS]
        steps = (plays or steps)[: widths[0] if widths else 1]
        widths = widths[1:]
    before = seen | {state}
    return tuple(_made(guide, state, step, before, end, widths, depth + 1) for step in steps)


def _made(
    guide: Guide,
    state: State,
    step: Step,
    seen: frozenset[State],
    end: str,
    widths: tuple[int, ...],
    depth: int,
) -> Variation:
    follow = () if step.winner is not None else _after(guide, step.state, seen, end, widths, depth)
    comment = ""
    if step.winner is not None or guide.node(step.state) is None:
        comment = end
    elif step.state in seen:
        comment = _ALIKE
    elif not follow:
        comment = "And so on."
    return Variation(Colour(state.to_move), step.move if step.move > PASS else None, comment, None, follow)
