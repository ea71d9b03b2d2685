"""The core of the checker: strategies that list states.

What stands here, with the game (:mod:`verifier.play.hypothetical`), the board below it and the values of a
ruleset, is all that has to be right for a verdict proved by states. Why these conditions are enough is
written down in docs/certificates-why.md.
"""

from collections.abc import Callable

from verifier.board import Colour, vertex
from verifier.errors import CertificateError
from verifier.play import PASS, Arena, State, Step
from verifier.proof.certificate import Node, Strategy

__all__ = ["check_strategy"]


def _judging(arena: Arena, side: Colour, draw_wins: bool) -> tuple[bool, Callable[[State], bool]]:
    """Return whether prisoners weigh in cycles, and which states are marked (see Strategy)."""
    rule = arena.ruleset["cycle"]
    if rule in ("prisoners then ownership", "prisoners then aim", "aim"):
        return rule != "aim", arena.marked
    if rule == "draw":
        # Marked states decide even cycles: all of them marked wins for the owner, none for the attacker.
        for_owner = draw_wins == (side == arena.owner)
        return False, lambda _: for_owner
    return rule == "prisoners", lambda _: True


def check_strategy(arena: Arena, strategy: Strategy) -> int:
    """Verify closure and measure of a strategy; return the number of moves replayed."""
    side, nodes = strategy.side, strategy.nodes
    owner_side = side == arena.owner
    marks_side = owner_side == arena.marks_owner
    weigh, marked = _judging(arena, side, strategy.draw_wins)
    settled: dict[tuple[object, ...], bool] = {}

    def closed(state: State) -> bool:
        # Statics look at the stones, and at the side to move only where the last pass counts.
        key = state if state.passed else arena.statics_key(state)
        if key not in settled:
            settled[key] = arena.settled(state) == side
        return settled[key]

    if arena.start not in nodes and not closed(arena.start):
        raise CertificateError("the start state is missing")
    moves = 0
    is_marked: dict[tuple[object, ...], bool] = {}
    for state, node in nodes.items():
        _check_measure(arena, state, node)
        steps = _choices(arena, state, node, side)
        board = arena.statics_key(state)
        mark = is_marked.get(board)
        if mark is None:
            mark = is_marked[board] = marked(state)
        for step in steps:
            moves += 1
            if step.winner is not None:
                if step.winner != side:
                    raise _fault(arena, state, step, f"ends play in favour of {step.winner}")
                continue
            after = nodes.get(step.state)
            if after is None:
                if not closed(step.state):
                    raise _fault(arena, state, step, "leads to a state that is neither listed nor settled")
                continue
            weight = 0
            if weigh and step.captured:
                weight = step.captured if state.to_move == arena.attacker else -step.captured
            room = node.credit - after.credit + (-weight if owner_side else weight)
            if marks_side:
                fine = room > 0 or (room == 0 and (mark or after.rank < node.rank))
            else:
                fine = room > 0 or (room == 0 and after.rank <= node.rank - mark)
            if not fine:
                raise _fault(arena, state, step, "breaks the measure")
    return moves


def _check_measure(arena: Arena, state: State, node: Node) -> None:
    if node.credit < 0 or node.rank < 0:
        raise CertificateError("a credit or rank is negative")
    position, free = arena.position, arena.locale
    changed = (state.black ^ position.black) | (state.white ^ position.white)
    if state.black & state.white or changed & ~free:
        raise CertificateError("a listed state changes points outside the locale or doubles a stone")
    if not arena.may_be_listed(state):
        raise CertificateError("a listed state says what no state of this game can")


def _choices(arena: Arena, state: State, node: Node, side: Colour) -> list[Step]:
    """All moves to cover at *state*: the chosen one of the winner, or every legal one of the loser."""
    if state.to_move != side:
        if node.move is not None:
            raise CertificateError("a move is chosen where the other side is to move")
        return list(arena.steps(state))
    if node.move is None:
        raise CertificateError("no move is chosen where the winning side is to move")
    step = arena.step(state, node.move)
    if step is None:
        where = "pass" if node.move <= PASS else vertex(node.move, arena.grid.rows, arena.grid.cols)
        raise CertificateError(f"the chosen move {where} is illegal")
    return [step]


def _fault(arena: Arena, state: State, step: Step, what: str) -> CertificateError:
    grid = arena.grid
    move = "pass" if step.move <= PASS else vertex(step.move, grid.rows, grid.cols)
    return CertificateError(f"{Colour(state.to_move)} {move} at state {state.black:x}/{state.white:x} {what}")
