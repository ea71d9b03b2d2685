"""A proof of death in the formats of the SAT world: DIMACS CNF and DRUP.

An ordinary checker such as drat-trim then confirms that the formula has no model. What it cannot
confirm is that the formula speaks of the position; :mod:`verifier.proof.refutation` does that.
"""

from collections.abc import Iterator

from verifier.board import Colour, unit_name, vertex
from verifier.play import PASS, Arena, State
from verifier.proof.certificate import Refutation
from verifier.proof.rup import print_cnf, print_drup

__all__ = ["export_cnf"]


def export_cnf(arena: Arena, refutation: Refutation) -> tuple[str, str]:
    """Return the CNF text, with a comment line for each variable, and the DRUP text."""
    count = len(refutation.variables)
    comments = [
        "the owner of the unit has no strategy that holds: a formula without a model",
        f"rows {arena.grid.rows}, columns {arena.grid.cols}, owner {arena.owner}, ruleset {arena.ruleset.id}",
        "stones by row from the top (X black, O white), side to move, ko ban, last move a counting pass,"
        " ko threats of Black and White" + (", chains of the claim that were taken" if arena.takes else ""),
        *_meanings(arena, refutation),
    ]
    return print_cnf(count, refutation.clauses, comments), print_drup(refutation.proof)


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
    more = list(map(str, state.threats))
    if arena.takes:
        more.append(unit_name(arena.position, state.taken) or "-")
    return f"{board} {Colour(state.to_move)} {ban} {'passed' if state.passed else '-'} {' '.join(more)}"


def _move(arena: Arena, move: int) -> str:
    return "pass" if move == PASS else vertex(move, arena.grid.rows, arena.grid.cols)
