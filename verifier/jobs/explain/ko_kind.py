"""Kinds of ko: how the fate of a unit depends on ko threats outside the fight. docs/ko.md defines the words.

Everything rests on verdicts for numbers of threats (semantics section 3.1), each with an accepted
certificate.
"""

import dataclasses
import enum
import itertools
from collections import deque
from collections.abc import Callable, Iterator, Mapping

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.board import Colour, Mask, Position
from verifier.errors import InputError
from verifier.jobs.explain.line import Guide, LineMove
from verifier.play import Arena, State
from verifier.proof import Places, Refutation, Stages
from verifier.proof.scope import arena_of
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING
from verifier.search import Limits, Status

__all__ = [
    "COUNTS",
    "LEVELS",
    "MOST",
    "Dependence",
    "KoFight",
    "KoKind",
    "Threats",
    "find_ko_kind",
    "has_threats",
]

Threats = tuple[str, str]
"""The owner's and the attacker's number of threats, as the axes of the ruleset write them."""

LEVELS = ("0", "1", "2", "unlimited")
"""The numbers of threats in the table."""

MOST = 4
"""The greatest number of threats that is tried beyond the table."""

COUNTS = (*(str(number) for number in range(MOST + 1)), "unlimited")
"""All numbers of threats that may be tried."""

_MOST_STATES = 100_000
_ORDER = (Status.DEAD, Status.DRAWN, Status.ALIVE)


class Dependence(enum.Enum):
    """Whether threats can change the fate of the unit."""

    NONE = "none"
    """Proved: the verdict is the same for all numbers of threats."""
    KO = "ko"
    """Proved: it is not."""
    UNKNOWN = "unknown"


@dataclasses.dataclass(frozen=True, slots=True)
class KoFight:
    """What one side needs to win the fight, the other side having no threats."""

    side: Colour
    threats: int | None
    """The least number of threats with which it wins; None if that is not known, or is more than MOST."""
    more: bool
    """Proved: it needs more than MOST threats, and wins with unlimited ones."""
    first: bool | None
    """It makes the first capture in the kos on the way. None if there is no way."""
    kos: tuple[Mask, ...]
    """The kos in which it spends its threats on the way, two points each, in this order; if it needs no
    threat, those in which it takes."""
    moves: tuple[LineMove, ...] = ()
    """The way: the line of its proof, from the start, on which it spends all its threats, in the most kos if
    there are several, or that leads to a ban that it needs if it needs no threat. Empty if there is none, or
    if there are too many lines to look at all."""

    @property
    def captures(self) -> int | None:
        """How many captures in a ko it needs: one for each threat, and one more if it takes first."""
        return None if not self.threats or self.first is None else self.threats + self.first

    @property
    def approach_moves(self) -> int | None:
        """The number of approach moves of the ko that it needs to win, if its threats are spent in one."""
        return None if self.captures is None or len(self.kos) != 1 else self.captures - 1


@dataclasses.dataclass(frozen=True, slots=True)
class KoKind:
    """How the fate of a unit, or of several together, depends on ko threats."""

    position: Position
    unit: Mask
    ruleset: Ruleset
    """The ruleset asked for; its own numbers of threats are not looked at."""
    table: Mapping[Threats, Status]
    """For each pair of LEVELS; UNKNOWN where limits kept it open."""
    verdicts: Mapping[Threats, UnitVerdict]
    """The searches that were made. All other entries of the table follow, as more threats never hurt."""
    fights: tuple[KoFight, ...]
    """Where threats matter: first the owner's side, then the attacker's."""

    @property
    def together(self) -> tuple[Mask, ...]:
        """The stones of each unit where several are judged together; else empty."""
        chains = tuple(self.position.grid.components(self.unit))
        return chains if len(chains) > 1 else ()

    @property
    def dependence(self) -> Dependence:
        """Whether threats can change the fate of the unit."""
        worst, best = self.table["0", "unlimited"], self.table["unlimited", "0"]
        if Status.UNKNOWN not in (worst, best):
            return Dependence.NONE if worst is best else Dependence.KO
        found = set(self.table.values()) - {Status.UNKNOWN}
        return Dependence.KO if len(found) > 1 else Dependence.UNKNOWN

    @property
    def owner(self) -> Colour:
        """Whose unit it is."""
        return self.position.owner_of(self.unit)


def find_ko_kind(
    position: Position,
    unit: Mask,
    ruleset: Ruleset,
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    on_verdict: Callable[[Threats, UnitVerdict], None] | None = None,
) -> KoKind:
    """Fill the table with as few searches as monotonicity allows, and read the kind of ko from it.

    *limits* are for each search. *on_verdict* follows the progress.

    Raises:
        InputError: the unit is no chain of the position or assumed alive, the ruleset has no game with
            threats, or the prover is not available.
    """
    if not has_threats(ruleset):
        raise InputError(
            f"ruleset {ruleset.id}: kinds of ko need ko = 'basic' and a dead_means without new stones;"
            " use another one, such as proposal2012"
        )
    asker = _Asker(position, unit, ruleset, limits or Limits(), prover, on_verdict)
    for threats in _sequence():
        asker.status(threats)
    table = {threats: asker.bounds(threats) for threats in itertools.product(LEVELS, LEVELS)}
    statuses = {threats: low if low is high else Status.UNKNOWN for threats, (low, high) in table.items()}
    kind = KoKind(position, unit, ruleset, statuses, asker.verdicts, ())
    if kind.dependence is not Dependence.KO:
        return kind
    fights = tuple(_fight(asker, owner_side=owner_side) for owner_side in (True, False))
    return dataclasses.replace(kind, verdicts=dict(asker.verdicts), fights=fights)


def has_threats(ruleset: Ruleset) -> bool:
    """Whether there is a game with ko threats under the ruleset."""
    return ruleset["ko"] == "basic" and ruleset["dead_means"] not in ENABLING


def _sequence() -> Iterator[Threats]:
    """The entries of the table: those that may decide all others first."""
    few = [("0", "0"), ("1", "0"), ("0", "1"), ("2", "0"), ("0", "2")]
    first = [("0", "unlimited"), ("unlimited", "0"), *few]
    yield from first
    yield from (threats for threats in itertools.product(LEVELS, LEVELS) if threats not in first)


class _Asker:
    """Asks for verdicts, and knows which follow from others."""

    def __init__(
        self,
        position: Position,
        unit: Mask,
        ruleset: Ruleset,
        limits: Limits,
        prover: str,
        on_verdict: Callable[[Threats, UnitVerdict], None] | None,
    ) -> None:
        self.position, self.unit, self.ruleset = position, unit, ruleset
        self.limits, self.prover, self.on_verdict = limits, prover, on_verdict
        self.owner = position.owner_of(unit)
        self.verdicts: dict[Threats, UnitVerdict] = {}

    def bounds(self, threats: Threats) -> tuple[Status, Status]:
        """The worst and the best for the owner that other verdicts leave possible."""
        worst, best = 0, len(_ORDER) - 1
        if self.ruleset["cycle"] != "draw":
            best = _ORDER.index(Status.ALIVE)
        for known, verdict in self.verdicts.items():
            if verdict.status is Status.UNKNOWN:
                continue
            place = _ORDER.index(verdict.status)
            if _level(known[0]) <= _level(threats[0]) and _level(known[1]) >= _level(threats[1]):
                worst = max(worst, place)
            if _level(known[0]) >= _level(threats[0]) and _level(known[1]) <= _level(threats[1]):
                best = min(best, place)
        return _ORDER[worst], _ORDER[best]

    def status(self, threats: Threats) -> Status:
        """The verdict for these numbers of threats: as it follows from others, or by a search."""
        low, high = self.bounds(threats)
        return low if low is high else self.proof(threats).status

    def proof(self, threats: Threats) -> UnitVerdict:
        """The verdict of a search with just these numbers."""
        if threats not in self.verdicts:
            rules = self.ruleset.with_values(owner_threats=threats[0], attacker_threats=threats[1])
            question = Question(self.position, self.unit, rules, self.limits, self.prover)
            self.verdicts[threats] = decide(question)
            if self.on_verdict:
                self.on_verdict(threats, self.verdicts[threats])
        return self.verdicts[threats]


def _level(count: str) -> int:
    return COUNTS.index(count)


def _fight(asker: _Asker, *, owner_side: bool) -> KoFight:
    """What one side needs while the other has no threats."""
    side = asker.owner if owner_side else asker.owner.opponent
    goal = Status.ALIVE if owner_side else Status.DEAD
    least = None
    for count in COUNTS:
        threats = (count, "0") if owner_side else ("0", count)
        found = asker.status(threats)
        if found is Status.UNKNOWN:
            return KoFight(side, None, False, None, ())
        if found is goal:
            least = count
            break
    if least is None or least == "unlimited":
        return KoFight(side, None, least == "unlimited", None, ())
    threats = (least, "0") if owner_side else ("0", least)
    guide = _guide(asker.proof(threats))
    if guide is None:
        return KoFight(side, int(least), False, None, ())
    way = _way(guide, int(least))
    captures = [(move, ko) for move in way if (ko := _ko(guide.arena, move))]
    counts = [(move.colour, ko) for move, ko in captures if least == "0" or move.after_threat]
    kos = dict.fromkeys(ko for colour, ko in counts if colour is side)
    takers = [move.colour for move, ko in captures if ko in kos]
    first = takers[0] is side if takers else None
    return KoFight(side, int(least), False, first, tuple(kos), way)


def _guide(verdict: UnitVerdict) -> Guide | None:
    certificate = verdict.certificate
    if certificate is None or len(certificate.evidence) != 1:
        return None
    evidence = certificate.evidence[0]
    if isinstance(evidence, Refutation | Places | Stages):
        return None
    return Guide(arena_of(certificate), evidence)


_Step = tuple[State, frozenset[Mask]]
"""A state of a way, and the kos in which threats have been spent on it."""


def _way(guide: Guide, threats: int) -> tuple[LineMove, ...]:
    """The line of the strategy to a state in which all threats are spent, or there is a ban that it needs.

    Of all such lines one on which threats are spent in the most kos, and of those one of the shortest.
    Empty if there is none, or if there are too many lines to look at all.
    """
    first: _Step = (guide.arena.start, frozenset())
    before: dict[_Step, tuple[_Step, LineMove] | None] = {first: None}
    queue = deque(before)
    goal: _Step | None = None
    while queue:
        if len(before) > _MOST_STATES:
            return ()
        here = queue.popleft()
        state, kos = here
        if state.threats[guide.side] == 0 if threats else _needs_ban(guide, state):
            if goal is None or len(kos) > len(goal[1]):
                goal = here
            if len(kos) == threats:
                break
            continue
        if guide.node(state) is None:
            continue
        for step in guide.steps(state):
            if step.winner is not None:
                continue
            move = LineMove(state, step.move, step.captured)
            ko = _ko(guide.arena, move) if move.after_threat else 0
            spent = kos | {ko} if ko else kos
            if (step.state, spent) not in before:
                before[step.state, spent] = here, move
                queue.append((step.state, spent))
    return () if goal is None else _back(before, goal)


def _back(before: Mapping[_Step, tuple[_Step, LineMove] | None], goal: _Step) -> tuple[LineMove, ...]:
    moves: list[LineMove] = []
    came = before[goal]
    while came is not None:
        goal, move = came
        moves.append(move)
        came = before[goal]
    return tuple(reversed(moves))


def _needs_ban(guide: Guide, state: State) -> bool:
    """Whether the loser may not retake here, and the strategy has no answer if he did."""
    if state.ban < 0 or state.to_move == guide.side:
        return False
    retake = guide.arena.step(state._replace(ban=-1), state.ban)
    if retake is None:
        return False
    return guide.node(retake.state) is None and guide.arena.settled(retake.state) is not guide.side


def _ko(arena: Arena, move: LineMove) -> Mask:
    """The two points of the ko in which a move takes; 0 if the stone that it takes cannot take back."""
    step = arena.step(move.before, move.point)
    if step is None or step.captured != 1:
        return 0
    stones = (move.before.black, move.before.white), (step.state.black, step.state.white)
    taken = stones[0][move.colour.opponent] & ~stones[1][move.colour.opponent]
    back = arena.step(step.state._replace(ban=-1), taken.bit_length() - 1)
    if back is None or back.captured != 1:
        return 0
    stone = 1 << move.point
    left = (back.state.black, back.state.white)[move.colour] & stone
    return 0 if left else taken | stone
