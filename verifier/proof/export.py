"""A proof of death in the formats of the SAT world: DIMACS CNF and DRUP.

An ordinary checker such as drat-trim then confirms that the formula has no model. What it cannot
confirm is that the formula speaks of the position; :mod:`verifier.proof.refutation` does that.
"""

from collections.abc import Iterator

from verifier.board import Colour, vertex
from verifier.play import PASS, Arena, State
from verifier.proof.certificate import Refutation, Strategy
from verifier.proof.rup import print_cnf, print_drup

__all__ = ["export_cnf", "strategy_to_cnf"]


def export_cnf(arena: Arena, refutation: Refutation) -> tuple[str, str]:
    """Return the CNF text, with a comment line for each variable, and the DRUP text."""
    count = len(refutation.variables)
    comments = [
        "the owner of the unit has no strategy that holds: a formula without a model",
        f"rows {arena.grid.rows}, columns {arena.grid.cols}, owner {arena.owner}, ruleset {arena.ruleset.id}",
        "stones by row from the top (X black, O white), side to move, ko ban, last move a counting pass",
        *_meanings(arena, refutation),
    ]
    return print_cnf(count, refutation.clauses, comments), print_drup(refutation.proof)


def strategy_to_cnf(arena: Arena, strategy: Strategy) -> tuple[str, str]:
    """Return the same for an attacker's strategy: a refutation is made of it first, with a SAT solver.

    Raises:
        ValueError: the strategy is the owner's, or does not win.
    """
    # The only step of this layer that needs a search; nothing that checks a proof comes here.
    from verifier.search.strategy_refutation import refutation_of

    return export_cnf(arena, refutation_of(arena, strategy))


def _meanings(arena: Arena, refutation: Refutation) -> Iterator[str]:
    for number, meaning in enumerate(refutation.variables, 1):
        if isinstance(meaning, State):
            yield f"{number} holds: {_state(arena, meaning)}"
        else:
            state, move = meaning
            yield f"{number} answer {_move(arena, move)} to: {_state(arena, state)}"


def _state(arena: Arena, state: State) -> str:
    rows, cols = arena.grid.rows, arena.grid.cols
    black, white = state.black, state.white
    signs = [".XO"[(black >> point & 1) + 2 * (white >> point & 1)] for point in range(rows * cols)]
    board = "/".join("".join(signs[row * cols : (row + 1) * cols]) for row in range(rows))
    ban = "-" if state.ban < 0 else vertex(state.ban, rows, cols)
    return f"{board} {Colour(state.to_move)} {ban} {'passed' if state.passed else '-'}"


def _move(arena: Arena, move: int) -> str:
    return "pass" if move == PASS else vertex(move, arena.grid.rows, arena.grid.cols)
