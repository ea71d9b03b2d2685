"""The Python interface to games that are played out: replay and count, best play, the audit of the axioms."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from verifier.api import Subject, diagram_of
from verifier.board import BLACK, Colour, Point, Position
from verifier.errors import InputError
from verifier.jobs.cases.case import Case, case_ids, load_case
from verifier.jobs.ikeda import Audit, audit, axioms_named
from verifier.jobs.playing.case import PlayCase, load_play_case, play_case_ids
from verifier.jobs.playing.play_out import PlayedOut
from verifier.jobs.playing.play_out import play_out as played_out
from verifier.jobs.playing.replay import Setup, moves_of, record_of
from verifier.jobs.playing.solving import Proved, Solution
from verifier.jobs.playing.solving import solve as solved
from verifier.notation.files import sgf_bytes
from verifier.notation.record import read_record
from verifier.play.ending import Claims
from verifier.play.game import PASS_MOVE
from verifier.rules import PlayRules, load_play_rules
from verifier.search import Limits

__all__ = [
    "Audit",
    "Claims",
    "PlayedOut",
    "Proved",
    "Setup",
    "Solution",
    "Start",
    "audit_axioms",
    "play_out",
    "solve",
]

Start: TypeAlias = Setup | PlayCase | Subject
"""Where a game that is played out can start: also a setup, or the id of a play case. An SGF file is played
from its first board; :func:`verifier.api.diagram_of` gives its last."""


def play_out(
    subject: Start,
    moves: str | Iterable[str | Point] = (),
    rules: str | PlayRules = "nihonshiki2-prime",
    *,
    claims: Claims | None = None,
    resign: Colour | None = None,
) -> PlayedOut:
    """Replay *moves* under rules that are played out, and count the end.

    * *moves*: ``"C3 pass r2c1"``, or a list of vertices, point numbers and -1 for a pass; after those of an
      SGF file. A text may also say what else happens: ``"pass pass black:resume"`` (docs/playing.md).
    * *claims*: what the players agree on at a stop after these moves (dead stones, seki).
    * *resign*: who gives up after them.

    A move that the rules refuse ends the replay: see ``error`` and ``refusal`` of the result.

    Raises:
        InputError: something given cannot be used; one line says what.
    """
    setup, recorded = _start(subject)
    entries = record_of(setup.position, moves) if isinstance(moves, str) else _moves(setup.position, moves)
    made = [*recorded, *((None, entry) for entry in entries)]
    return played_out(setup, _play_rules(rules), made, claims=claims, resign=resign)


def solve(
    subject: Start,
    rules: str | PlayRules = "nihonshiki2-prime",
    *,
    moves: str | Iterable[str | Point] = (),
    at_least: float | None = None,
    limits: Limits | None = None,
    reserves_for: Colour | None = None,
) -> Solution:
    """Find the result of best play to the end; the arguments are those of :func:`play_out`.

    With *at_least* it is only decided whether Black can force that lead (infinity: a win by repetition), and
    with *reserves_for* only a strategy of that side is looked for, with settled territories closed.
    *limits* are for each threshold that is asked. Every answer with a side has a certificate that the checker
    has accepted; what reaches a limit is unknown.

    Raises:
        InputError: something given cannot be used; one line says what.
    """
    setup, recorded = _start(subject)
    made = (*(move for _, move in recorded), *_moves(setup.position, moves))
    return solved(
        setup, _play_rules(rules), moves=made, at_least=at_least, limits=limits, reserves_for=reserves_for
    )


def audit_axioms(games: int = 40, *, seed: int = 1, only: Iterable[str] | None = None) -> Audit:
    """Check the axioms of the algebraic specification of Ikeda's rules in all states of random games.

    *only*: numbers such as ``"8-2"``; default: all 96. docs/axioms.md says what comes out.

    Raises:
        InputError: there is no axiom of such a number, or *games* is not positive.
    """
    if games < 1:
        raise InputError(f"games = {games}: at least one is needed")
    return audit(games, seed=seed, axioms=axioms_named(only))


def _start(subject: Start) -> tuple[Setup, Sequence[tuple[Colour | None, Point]]]:
    if isinstance(subject, Setup):
        return subject, ()
    if isinstance(subject, str) and subject in play_case_ids():
        subject = load_play_case(subject)
    if isinstance(subject, PlayCase):
        return subject.setup, ()
    if isinstance(subject, str) and "\n" not in subject and (data := sgf_bytes(subject)) is not None:
        record = read_record(data, name=subject)
        return Setup(record.position, record.to_move, record.komi), record.moves
    case = load_case(subject) if isinstance(subject, str) and subject in case_ids() else subject
    if isinstance(case, Case):
        lost = case.prisoners[1], case.prisoners[0]
        return Setup(case.position, case.to_move or BLACK, case.komi, lost), ()
    return Setup(diagram_of(subject).position), ()


def _moves(position: Position, moves: str | Iterable[str | Point]) -> list[Point]:
    if isinstance(moves, str):
        return moves_of(position, moves)
    found: list[Point] = []
    for move in moves:
        if isinstance(move, str):
            found += moves_of(position, move)
        else:
            if not PASS_MOVE <= move < position.rows * position.cols:
                raise InputError(f"point {move} is off the board of {position.rows} x {position.cols}")
            found.append(move)
    return found


def _play_rules(rules: str | PlayRules) -> PlayRules:
    return rules if isinstance(rules, PlayRules) else load_play_rules(rules)
