"""Running the axioms over the states of random games, and keeping the smallest refutation of each."""

import dataclasses
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from verifier.board import Position
from verifier.errors import Interrupted
from verifier.jobs.ikeda.axioms import AXIOMS, Axiom
from verifier.jobs.ikeda.formulas import Equation
from verifier.jobs.ikeda.model import PASS, State
from verifier.jobs.ikeda.sampling import Situation, instances
from verifier.play.game import Game
from verifier.rules import load_play_rules

__all__ = [
    "RULES",
    "AxiomAudit",
    "AxiomFinding",
    "AxiomVerdict",
    "Counterexample",
    "audit",
    "refute",
    "situations",
]

AxiomVerdict: TypeAlias = Literal[
    "holds", "refuted", "not refuted", "not well-formed", "not met", "ENGINE DIFFERS"
]

RULES = "ikeda-axioms"
"""The ruleset whose engine the axioms are compared with."""


@dataclasses.dataclass(frozen=True, slots=True)
class Counterexample:
    """A state in which the two sides of an equation differ."""

    lines: int
    """Size of the board."""
    moves: tuple[int, ...]
    """Point numbers from the top left, -1 for a pass, Black first."""
    where: str
    """Values of the other variables; points count from 1, (column, row)."""
    engine: object
    """Value of the left side."""
    axiom: object
    """Value of the right side."""


@dataclasses.dataclass(frozen=True, slots=True)
class AxiomFinding:
    """What became of one axiom."""

    axiom: Axiom
    instances: int
    """Instances of the form that must hold."""
    printed: Counterexample | None
    """The smallest refutation met of the printed form, or of the mended one where that has no value."""
    broken: Counterexample | None
    """A refutation of the form that must hold; None if the engine satisfies it."""

    @property
    def met(self) -> bool:
        """Whether some state of the games says anything of the form that must hold."""
        return self.instances > 0

    @property
    def unrefuted(self) -> bool:
        """Whether a form that is called wrong and has a value was not refuted."""
        return self.axiom.wrong is not None and self.printed is None

    @property
    def verdict(self) -> AxiomVerdict:
        """Of the printed form, unless the engine differs from what must hold.

        ``not refuted``: it is called wrong, and no game was met that shows it. ``not met``: no state of the
        games says anything of it. A form without a value is not well-formed, whatever the games are.
        """
        if self.broken is not None:
            return "ENGINE DIFFERS"
        if self.axiom.flaws:
            return "not well-formed"
        if self.printed is not None:
            return "refuted"
        if not self.met:
            return "not met"
        return "not refuted" if self.axiom.meant else "holds"


@dataclasses.dataclass(frozen=True, slots=True)
class AxiomAudit:
    """The findings for all axioms."""

    findings: tuple[AxiomFinding, ...]
    games: int
    states: int

    @property
    def sound(self) -> bool:
        """Every axiom was met, every right form holds, every wrong form with a value is refuted."""
        return all(
            finding.broken is None and finding.met and not finding.unrefuted for finding in self.findings
        )


def refute(equation: Equation, situation: Situation) -> tuple[int, Counterexample | None]:
    """Return how many instances of *equation* were met in a situation, and the first that fails."""
    number = 0
    for case in instances(equation, situation):
        number += 1
        if not case.holds:
            game = situation.world.game
            moves = tuple(point for _, point in game.moves)
            where = situation.told(case.values)
            return number, Counterexample(game.grid.cols, moves, where, case.left, case.right)
    return number, None


def situations(lines: int, rng: random.Random, length: int) -> Iterator[Situation]:
    """Yield the states of one random game before its end, each with a random legal move."""
    game = Game(load_play_rules(RULES), Position(lines, lines, 0, 0), komi=rng.choice((0.0, 0.5, 2.0)))
    passing = rng.choice((0.02, 0.1, 0.4))
    for _ in range(length):
        if game.result is not None:
            return
        moves = game.legal_moves()
        plays = [move for move in moves if move != PASS]
        move = PASS if not plays or rng.random() < passing else rng.choice(plays)
        yield Situation(State.of(game.copy()), move, rng)
        game.play(move)


def audit(
    games: int = 200,
    *,
    seed: int = 1,
    axioms: Iterable[Axiom] = AXIOMS,
    sizes: Sequence[int] = (2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9),
    on_game: Callable[[int], None] | None = None,
) -> AxiomAudit:
    """Check the axioms in all states of *games* random games on boards of the *sizes*.

    Most of these are small by default, where repetition and captures abound. *on_game* is told the number
    of games done.

    Raises:
        Interrupted: Ctrl-C was pressed; its result is the audit of the games that were finished until then.
    """
    rng = random.Random(seed)
    found = AxiomAudit(tuple(AxiomFinding(axiom, 0, None, None) for axiom in axioms), 0, 0)
    try:
        while found.games < games:
            lines = rng.choice(sizes)
            found = _with_game(found, situations(lines, rng, 20 + 2 * lines * lines))
            if on_game:
                on_game(found.games)
    except KeyboardInterrupt:
        raise Interrupted(found) from None
    return found


def _with_game(found: AxiomAudit, states: Iterable[Situation]) -> AxiomAudit:
    """The audit with the states of one game more."""
    axioms = [finding.axiom for finding in found.findings]
    met = [finding.instances for finding in found.findings]
    printed = [finding.printed for finding in found.findings]
    broken = [finding.broken for finding in found.findings]
    number = found.states
    for situation in states:
        number += 1
        for index, axiom in enumerate(axioms):
            count, counterexample = refute(axiom.right, situation)
            met[index] += count
            broken[index] = broken[index] or counterexample
            if axiom.wrong is not None:
                _, counterexample = refute(axiom.wrong, situation)
                printed[index] = _smaller(printed[index], counterexample)
    findings = tuple(map(AxiomFinding, axioms, met, printed, broken))
    return AxiomAudit(findings, found.games + 1, number)


def _smaller(one: Counterexample | None, two: Counterexample | None) -> Counterexample | None:
    if one is None or two is None:
        return one or two
    return min(one, two, key=lambda found: (found.lines, len(found.moves)))
