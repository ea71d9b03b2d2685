"""Running the axioms over the states of random games, and keeping the smallest refutation of each."""

import dataclasses
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from verifier.board import Position
from verifier.jobs.ikeda.axioms import AXIOMS, Axiom
from verifier.jobs.ikeda.model import PASS, State
from verifier.jobs.ikeda.sampling import Check
from verifier.play.game import Game
from verifier.rules import load_play_rules

__all__ = ["RULES", "Audit", "Counterexample", "Finding", "Verdict", "audit", "random_states", "refute"]

Verdict: TypeAlias = Literal["holds", "refuted", "not well-formed", "ENGINE DIFFERS"]

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
    axiom: object


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """What became of one axiom."""

    axiom: Axiom
    instances: int
    """Equations of the form that must hold."""
    printed: Counterexample | None
    """The smallest refutation of the printed form that was met."""
    broken: Counterexample | None
    """A refutation of the form that must hold; None if the engine satisfies it."""

    @property
    def verdict(self) -> Verdict:
        """``holds``, ``refuted``, ``not well-formed`` (and corrected), or ``ENGINE DIFFERS``."""
        if self.broken is not None:
            return "ENGINE DIFFERS"
        if self.axiom.corrected is None:
            return "holds"
        return "not well-formed" if self.axiom.printed is None else "refuted"


@dataclasses.dataclass(frozen=True, slots=True)
class Audit:
    """The findings for all axioms."""

    findings: tuple[Finding, ...]
    games: int
    states: int

    @property
    def sound(self) -> bool:
        """Every axiom was met, every right form holds, every printed form called wrong is refuted."""
        return all(
            finding.broken is None
            and finding.instances > 0
            and (finding.axiom.printed is None or bool(finding.printed) == bool(finding.axiom.corrected))
            for finding in self.findings
        )


def refute(check: Check, state: State, move: int, rng: random.Random) -> tuple[int, Counterexample | None]:
    """Return how many equations *check* yields in a state, and the first that fails."""
    number = 0
    for left, right, where in check(state, move, rng):
        number += 1
        if left != right:
            moves = tuple(point for _, point in state.game.moves)
            values = ", ".join(f"{name} = {value}" for name, value in where.items())
            return number, Counterexample(state.lines, moves, values, left, right)
    return number, None


def random_states(lines: int, rng: random.Random, length: int) -> Iterator[tuple[State, int]]:
    """Yield the states of one random game before its end, each with a random legal move."""
    game = Game(load_play_rules(RULES), Position(lines, lines, 0, 0), komi=rng.choice((0.0, 0.5, 2.0)))
    passing = rng.choice((0.02, 0.1, 0.4))
    for _ in range(length):
        if game.result is not None:
            return
        moves = game.legal_moves()
        plays = [move for move in moves if move != PASS]
        move = PASS if not plays or rng.random() < passing else rng.choice(plays)
        yield State.of(game.copy()), move
        game.play(move)


def audit(
    games: int = 200,
    *,
    seed: int = 1,
    axioms: Iterable[Axiom] = AXIOMS,
    sizes: Sequence[int] = (2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9),
    on_game: Callable[[int], None] | None = None,
) -> Audit:
    """Check the axioms in all states of *games* random games on boards of the *sizes*.

    Most of these are small by default, where repetition and captures abound. *on_game* is told the number
    of games done.
    """
    rng = random.Random(seed)
    chosen = tuple(axioms)
    instances = [0] * len(chosen)
    printed: list[Counterexample | None] = [None] * len(chosen)
    broken: list[Counterexample | None] = [None] * len(chosen)
    states = 0
    for number in range(games):
        lines = rng.choice(sizes)
        for state, move in random_states(lines, rng, 20 + 2 * lines * lines):
            states += 1
            for index, axiom in enumerate(chosen):
                count, found = refute(axiom.right, state, move, rng)
                instances[index] += count
                broken[index] = broken[index] or found
                if axiom.corrected is not None and axiom.printed is not None:
                    _, found = refute(axiom.printed, state, move, rng)
                    printed[index] = _smaller(printed[index], found)
        if on_game:
            on_game(number + 1)
    findings = tuple(
        Finding(axiom, instances[index], printed[index], broken[index]) for index, axiom in enumerate(chosen)
    )
    return Audit(findings, games, states)


def _smaller(one: Counterexample | None, two: Counterexample | None) -> Counterexample | None:
    if one is None or two is None:
        return one or two
    return min(one, two, key=lambda found: (found.lines, len(found.moves)))
