"""The smallest settled boards of an atlas on which both sides live and two rulesets disagree."""

import dataclasses
import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

from verifier.adjudicate.gains import Answer, find_gains
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.referee import Referee, Standing
from verifier.board import Colour, Mask, Position
from verifier.board.symmetry import transform_mask
from verifier.errors import InputError, Interrupted
from verifier.jobs.atlas.classes import Classes
from verifier.jobs.atlas.positions import canonical, code_of, position_of
from verifier.jobs.atlas.query import classes_of
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.survey import unpack_statuses
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = ["Separation", "separate"]

_REMEMBERED = 400_000

Statuses = dict[Mask, Status]


@dataclasses.dataclass
class Separation:
    """What an atlas says of two rulesets: the first position that counts, or that there is none."""

    first: Ruleset
    second: Ruleset
    position: Position | None = None
    statuses: tuple[Statuses, Statuses] | None = None
    leads: tuple[int, int] | None = None
    """Black's lead under each, where all units are decided."""
    looked: int = 0
    """Positions up to symmetry and colours that were looked at, the found one among them."""
    unknown: int = 0
    """Those before it of which it is not proved that they do not count."""
    boards: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    """The boards that were gone through, the last one in part if something was found."""
    unfinished: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    """Boards before the found one that were begun and are not finished, and were left out."""
    interrupted: bool = False
    """Whether Ctrl-C ended the work before something was found or all was looked at."""

    @property
    def sure(self) -> bool:
        """Whether no position before the found one counts, or none at all, on the boards of the atlas.

        Nothing is sure if no board was looked at.
        """
        return bool(self.boards) and not (self.unknown or self.unfinished or self.interrupted)


class _Known(Referee):
    """A referee who has all statuses from an atlas and searches for nothing. No certificates come of it."""

    def __init__(self, ruleset: Ruleset, statuses: Callable[[Position], Statuses]) -> None:
        super().__init__(ruleset, Limits())
        self._statuses = statuses

    def glance(self, position: Position) -> Standing:
        """The statuses and the count that the atlas has."""
        known = self._standings.get(position)
        if known is None:
            verdicts = [
                UnitVerdict(Question(position, unit, self.ruleset), status, "atlas", None, None)
                for unit, status in self._statuses(position).items()
            ]
            known = self._put(position, verdicts)
        return known

    def standing(self, position: Position) -> Standing:
        """The same."""
        return self.glance(position)


class _Board:
    """All positions of one board size with their statuses, read from an atlas."""

    def __init__(self, store: Store, rows: int, cols: int, classes: Classes) -> None:
        self.rows, self.cols, self.classes = rows, cols, classes
        self._rows = {code: statuses for code, _, statuses, _ in store.positions(rows, cols)}
        self._seen: OrderedDict[Position, tuple[tuple[Mask, ...], int]] = OrderedDict()
        self._referees: dict[str, _Known] = {}
        self._settled: dict[tuple[Position, str], Answer] = {}

    def positions(self) -> list[Position]:
        """The representatives, those with fewer stones first, and of these by their code."""
        found = [position_of(self.rows, self.cols, code) for code in self._rows]
        return sorted(found, key=lambda item: ((item.black | item.white).bit_count(), code_of(item)))

    def statuses(self, position: Position, ruleset: Ruleset) -> Statuses:
        """The status of each unit of any position of this size."""
        known = self._seen.get(position)
        if known is None:
            image, symmetry, _ = canonical(position)
            there = list(image.units())
            places = tuple(
                there.index(transform_mask(unit, position.rows, position.cols, symmetry))
                for unit in position.units()
            )
            known = self._seen[position] = places, code_of(image)
            if len(self._seen) > _REMEMBERED:
                self._seen.popitem(last=False)
        places, code = known
        games = unpack_statuses(self._rows[code], len(places), len(self.classes.played))
        game = games[self.classes.play_index(ruleset)]
        return {unit: game[place] for unit, place in zip(position.units(), places, strict=True)}

    def settled(self, position: Position, ruleset: Ruleset) -> Answer:
        """Whether no play of either side gains (docs/settled.md)."""
        key = (position, ruleset.digest)
        if key not in self._settled:
            referee = self.referee(ruleset)
            self._settled[key] = find_gains(referee, referee.standing(position)).settled
        return self._settled[key]

    def lead(self, position: Position, ruleset: Ruleset) -> int | None:
        """Black's lead, if all units are decided."""
        low, high = self.referee(ruleset).standing(position).lead
        return int(low) if low == high else None

    def referee(self, ruleset: Ruleset) -> _Known:
        """The one for a ruleset."""
        if ruleset.digest not in self._referees:
            self._referees[ruleset.digest] = _Known(ruleset, lambda item: self.statuses(item, ruleset))
        return self._referees[ruleset.digest]


def separate(
    store: Store,
    rules: Sequence[str],
    *,
    on: str = "status",
    least_side: int = 2,
    on_position: Callable[[object], None] | None = None,
) -> list[Separation]:
    """Look for each pair of *rules* for the first board that separates them.

    It is settled under both, each side has a living unit under both, and they decide it differently.

    Boards come by points, then the squarer first; positions by stones. *on* is ``"status"`` of some unit, or
    ``"score"``: Black's lead.

    Raises:
        InputError: there are no two rulesets, one is given twice, is not in the atlas, or counts areas.
        Interrupted: Ctrl-C was pressed; what was found until then is in it.
    """
    twice = next((name for name in rules if rules.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"ruleset {twice!r} is given twice; give two rulesets that differ")
    if len(rules) < 2:
        raise InputError("nothing to compare: give two rulesets or more of the atlas")
    classes = classes_of(store)
    by_name = {ruleset.id: ruleset for ruleset in classes.rulesets}
    for name in rules:
        if name not in by_name:
            raise InputError(f"ruleset {name!r}: the atlas is about {', '.join(by_name)}")
        if by_name[name]["score"] == "area":
            raise InputError(f"{name} counts areas; settled is meant of filled boards there")
    pairs = [
        Separation(by_name[one], by_name[other]) for one, other in itertools.combinations(rules, 2)
    ]
    sizes = sorted(store.all_sizes(), key=lambda size: (size[0] * size[1], max(size)))
    try:
        for rows, cols in sizes:
            if min(rows, cols) < least_side:
                continue
            if not store.is_complete(rows, cols):
                for pair in pairs:
                    if pair.position is None:
                        pair.unfinished.append((rows, cols))
                continue
            _on_board(_Board(store, rows, cols, classes), pairs, on, on_position)
    except KeyboardInterrupt:
        for pair in pairs:
            pair.interrupted = pair.position is None
        raise Interrupted(pairs) from None
    return pairs


def _on_board(
    board: _Board, pairs: list[Separation], on: str, on_position: Callable[[object], None] | None
) -> None:
    left = [pair for pair in pairs if pair.position is None]
    for pair in left:
        pair.boards.append((board.rows, board.cols))
    for number, position in enumerate(board.positions(), 1):
        if on_position:
            on_position(f"{board.rows}x{board.cols}: {number} positions, {len(left)} pairs left")
        for pair in left:
            pair.looked += 1
            found = Answer.of_all(_lazily(board, position, pair, on))
            if found is Answer.YES:
                rulesets = (pair.first, pair.second)
                pair.statuses = tuple(board.statuses(position, item) for item in rulesets)  # type: ignore[assignment]
                leads = tuple(board.lead(position, item) for item in rulesets)
                pair.leads = None if None in leads else leads  # type: ignore[assignment]
                pair.position = position  # last: Ctrl-C leaves all of it or nothing
            elif found is Answer.UNKNOWN:
                pair.unknown += 1
        left = [pair for pair in left if pair.position is None]
        if not left:
            return


def _lazily(board: _Board, position: Position, pair: Separation, on: str) -> Iterator[Answer]:
    """What has to hold, the cheap parts first; nothing after a no."""
    rulesets = (pair.first, pair.second)
    first, second = (board.statuses(position, ruleset) for ruleset in rulesets)
    for answer in _parts(board, position, rulesets, (first, second), on):
        yield answer
        if answer is Answer.NO:
            return


def _parts(
    board: _Board,
    position: Position,
    rulesets: tuple[Ruleset, Ruleset],
    statuses: tuple[Statuses, Statuses],
    on: str,
) -> Iterator[Answer]:
    first, second = statuses
    if on == "status":
        yield ~Answer.of_all(_same(first[unit], second[unit]) for unit in first)
    for found in statuses:
        for colour in Colour:
            yield _lives(found, position.stones(colour))
    if on == "score":
        leads = [board.lead(position, ruleset) for ruleset in rulesets]
        yield Answer.UNKNOWN if None in leads else Answer.NO if leads[0] == leads[1] else Answer.YES
    for ruleset in rulesets:
        yield board.settled(position, ruleset)


def _same(one: Status, other: Status) -> Answer:
    if Status.UNKNOWN in (one, other):
        return Answer.UNKNOWN
    return Answer.YES if one is other else Answer.NO


def _lives(statuses: Statuses, stones: Mask) -> Answer:
    """Whether some unit among *stones* is alive."""
    own = [status for unit, status in statuses.items() if unit & stones]
    if Status.ALIVE in own:
        return Answer.YES
    return Answer.UNKNOWN if Status.UNKNOWN in own else Answer.NO
