"""A unit as a problem: which first moves of one side reach its aim, and how each other one is refuted.

The aim of the unit's owner is that it lives, that of the other side that it dies. The moves that work by the
proof are those of the certificate. Of every other first move the board after it is judged as a board of its
own, with the other side to move: docs/problems.md says what that means.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from verifier.adjudicate.first import moving_first
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.unsettled import first_moves
from verifier.board import Colour, Mask, Point, Position, unit_name, vertex
from verifier.board.grid import bits
from verifier.jobs.explain.answer_tree import answer_tree
from verifier.jobs.explain.explanation import guides_of
from verifier.notation.variations import Variation
from verifier.play import PASS
from verifier.proof.scope import arena_of
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["COMPARED", "FirstMove", "Problem", "solve_problem"]

COMPARED = ("aga", "chinese2002", "japanese1989")
"""The rulesets of which a problem says whether they matter."""

_NARROW = (3, 2)
"""How many replies are shown where a first move is refuted."""


@dataclasses.dataclass(frozen=True, slots=True)
class FirstMove:
    """One first move of the side that has an aim."""

    point: Point
    works: bool | None
    """Whether it reaches the aim; None if that is not known."""
    why: str
    verdict: UnitVerdict | None = None
    """What the board after it was judged; None where the proof has the move, or it was not judged."""


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """A unit with one side to move, the moves that answer it, and whether the ruleset matters."""

    position: Position
    verdict: UnitVerdict
    """With that side moving first."""
    side: Colour
    moves: tuple[FirstMove, ...]
    others: tuple[tuple[str, Status], ...] = ()
    """The status of the unit under other rulesets, the same side moving first."""

    @property
    def wanted(self) -> Status:
        """What the side wants the unit to be."""
        return Status.ALIVE if self.verdict.colour is self.side else Status.DEAD

    @property
    def solved(self) -> bool:
        """Whether the side reaches it."""
        return self.verdict.status is self.wanted

    @property
    def complete(self) -> bool:
        """Whether all was decided: the unit, each of the first moves, and its status under each ruleset."""
        statuses = {self.verdict.status, *(status for _, status in self.others)}
        return Status.UNKNOWN not in statuses and all(move.works is not None for move in self.moves)

    @property
    def matters(self) -> bool | None:
        """Whether the ruleset matters: two give different statuses; None if that is not known."""
        statuses = {self.verdict.status, *(status for _, status in self.others)}
        if len(statuses - {Status.UNKNOWN}) > 1:
            return True
        return None if Status.UNKNOWN in statuses else False

    @property
    def words(self) -> tuple[str, ...]:
        """What was found, a sentence each."""
        return tuple(_words(self))

    @property
    def tree(self) -> tuple[Variation, ...]:
        """The answer as variations: moves that work first, then each other first move and its refutation."""
        certificate = self.verdict.certificate
        if certificate is None:
            return ()
        guides = guides_of(certificate)
        if not guides:
            return ()
        whole = answer_tree(guides[0], _end(self.position, self.verdict))
        if not self.solved:
            fails = "This does not help."
            return tuple(_marked(one, f"{fails} {one.comment}".strip(), False) for one in whole)
        answers = {one.point: _marked(one, "Correct.", True) for one in whole}
        ordered = sorted(self.moves, key=lambda move: (move.point not in answers, move.works is not True))
        return tuple(answers.get(move.point) or self._tried(move) for move in ordered)

    def _tried(self, move: FirstMove) -> Variation:
        """A first move that is no part of the main proof."""
        follow: tuple[Variation, ...] = ()
        if move.verdict is not None and move.verdict.certificate is not None:
            guides = guides_of(move.verdict.certificate)
            end = _end(self.position, move.verdict)
            follow = answer_tree(guides[0], end, widths=_NARROW) if guides else ()
        head = {True: "Works as well: ", False: "Wrong: ", None: "Not decided: "}[move.works]
        return Variation(self.side, move.point, f"{head}{move.why}.", move.works, follow)


def solve_problem(
    position: Position,
    unit: Mask,
    side: Colour,
    ruleset: Ruleset,
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    others: Sequence[Ruleset] = (),
    on_move: Callable[[FirstMove], None] | None = None,
) -> Problem:
    """Judge a unit with *side* moving first, and each first move of it that the proof does not name.

    *limits* are for each search. *others* are rulesets under which the unit is judged as well.

    Raises:
        InputError: the unit is no chain of the position or assumed alive, or the prover is not available.
    """
    limits = limits or Limits()
    colour: Literal["black", "white"] = "black" if side is Colour.BLACK else "white"
    verdict = decide(
        Question(position, unit, moving_first(ruleset, colour, position, unit), limits, prover)
    )
    problem = Problem(position, verdict, side, ())
    moves: list[FirstMove] = []
    for move in _first_moves(problem, ruleset) if problem.solved else ():
        moves.append(move)
        if on_move:
            on_move(move)
    statuses: list[tuple[str, Status]] = []
    for other in others:
        if other.id != ruleset.id:
            rules = moving_first(other, colour, position, unit)
            statuses.append((other.id, decide(Question(position, unit, rules, limits, prover)).status))
    return dataclasses.replace(problem, moves=tuple(moves), others=tuple(statuses))


def _first_moves(problem: Problem, ruleset: Ruleset) -> Iterator[FirstMove]:
    assert problem.verdict.certificate is not None
    proved, arena = first_moves(problem.verdict), arena_of(problem.verdict.certificate)
    steps = [step for step in arena.steps(arena.start) if step.move > PASS]
    for step in steps:
        if proved >> step.move & 1:
            yield FirstMove(step.move, True, "the proof plays it")
        elif step.state.ban >= 0 or (step.state.memory is not None and step.state.memory.bans):
            yield FirstMove(step.move, None, "it takes a ko, so that the board alone does not say it")
        else:
            yield _judged(problem, ruleset, step.move, step.state.black, step.state.white)


def _judged(problem: Problem, ruleset: Ruleset, point: Point, black: Mask, white: Mask) -> FirstMove:
    """What the board after a first move says, with the other side to move."""
    position, asked = problem.position, problem.verdict.question
    after = dataclasses.replace(position, black=black, white=white)
    stones = (black, white)[problem.verdict.colour]
    left = asked.unit & stones
    if left != asked.unit:
        return FirstMove(point, None, "it takes the unit, and what comes of that is not judged here")
    unit = after.grid.flood(left & -left, stones)
    if unit & after.assumed(problem.verdict.colour):  # it is no unit any more
        works = problem.wanted is Status.ALIVE
        return FirstMove(point, works, "it connects to stones that are assumed alive")
    first: Literal["black", "white"] = "white" if problem.side is Colour.BLACK else "black"
    rules = moving_first(ruleset, first, after, unit)
    verdict = decide(Question(after, unit, rules, asked.limits, asked.prover))
    if verdict.status is Status.UNKNOWN:
        return FirstMove(point, None, f"the board after it was not decided ({verdict.reason})", verdict)
    works = verdict.status is problem.wanted
    reply = _reply(position, verdict) if not works else ""
    return FirstMove(point, works, f"{_status(verdict)}{reply}", verdict)


def _reply(position: Position, verdict: UnitVerdict) -> str:
    """The move of the other side that refutes, if its proof has one."""
    points = [vertex(point, position.rows, position.cols) for point in bits(first_moves(verdict))]
    other = "White" if verdict.question.ruleset["first_move"] == "owner" else "Black"
    if verdict.colour is Colour.BLACK:
        other = "Black" if other == "White" else "White"
    return f" after {other} {' or '.join(points)}" if points else ""


def _status(verdict: UnitVerdict) -> str:
    return f"{str(verdict.colour).capitalize()} {verdict.name} is {verdict.status.value}"


def _end(position: Position, verdict: UnitVerdict) -> str:
    name = unit_name(position, verdict.unit & (position.black | position.white) or verdict.unit)
    return f"{str(verdict.colour).capitalize()}'s stones at {name} are {verdict.status.value}."


def _marked(one: Variation, comment: str, good: bool) -> Variation:
    kept = f"{comment} {one.comment}".strip() if one.comment and one.comment not in comment else comment
    return dataclasses.replace(one, comment=kept, good=good)


def _words(problem: Problem) -> Iterator[str]:
    position, verdict, side = problem.position, problem.verdict, str(problem.side).capitalize()
    aim = "to live" if problem.wanted is Status.ALIVE else "to kill"
    if verdict.status is Status.UNKNOWN:
        yield f"{side} {aim} at {verdict.name}: not decided ({verdict.reason})"
        return
    done = "can be done" if problem.solved else f"cannot be done: it is {verdict.status.value}"
    yield f"{side} {aim} at {verdict.name}: {done}"
    for works, head in ((True, "moves that work"), (False, "moves that fail"), (None, "not decided")):
        names = [
            vertex(move.point, position.rows, position.cols)
            for move in problem.moves
            if move.works is works
        ]
        if names:
            yield f"{head}: {', '.join(names)}"
    if problem.others:
        said = ", ".join(f"{status.value} under {name}" for name, status in problem.others)
        matters = {
            True: "the ruleset matters",
            False: "the ruleset does not matter",
            None: "whether the ruleset matters is not known",
        }[problem.matters]
        yield f"{matters}: {said}"
