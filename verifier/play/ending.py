"""Counting a played-out or an agreed end.

All stones on the board count as living; an agreed end first takes off what both sides call dead.
"""

import dataclasses

from verifier.arguments import kind, refused, whole
from verifier.board import BLACK, WHITE, Colour, Grid, Mask, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play.game import Cause, Game
from verifier.rules import PlayRules

__all__ = [
    "Claims",
    "Count",
    "Score",
    "agreed",
    "capturable",
    "complete",
    "count",
    "count_now",
    "dame_seki",
]

_MASK = "a set of points as a number is needed, such as 1 << 3 for point 3 alone"


@dataclasses.dataclass(frozen=True, slots=True)
class Claims:
    """What both sides agree on at a stop.

    Raises:
        InputError: one of the values is no set of points.
    """

    dead: Mask = 0
    """Whole chains to be taken off as prisoners."""
    seki: Mask = 0
    """Stones in seki, for rulesets in which these surround no territory."""
    one_sided: tuple[Mask, Mask] = (0, 0)
    """一方ダメ: empty points that count for Black and for White although no rule of territory says so
    (日本式I' 規則8')."""

    def __post_init__(self) -> None:
        for name in ("dead", "seki"):
            object.__setattr__(self, name, whole(name, getattr(self, name), 0, _MASK))
        sides = kind("one_sided", self.one_sided, (tuple, list), f"two of them are needed: {_MASK}")
        if len(sides) != 2:
            raise refused("one_sided", sides, f"two of them are needed: {_MASK}")
        object.__setattr__(self, "one_sided", tuple(whole("one_sided", side, 0, _MASK) for side in sides))


@dataclasses.dataclass(frozen=True, slots=True)
class Count:
    """What one side has."""

    territory: Mask
    stones: int
    """Stones on the board."""
    lost: int
    """Own stones captured, with the dead ones of an agreement."""
    paid: int
    """Own stones given for passes."""
    wasted: Mask
    """無駄石: own stones that the ruleset takes from the score."""
    total: float
    """What is compared; White's with komi."""
    bonus: int = 0
    """Points for moves in a second cleanup phase."""


@dataclasses.dataclass(frozen=True, slots=True)
class Score:
    """Both counts of an end."""

    black: Count
    white: Count
    dame: Mask
    """Empty points that touch living stones of both sides."""
    seki: Mask
    """Stones that surround no territory under the ruleset, or by agreement."""

    @property
    def lead(self) -> float:
        """Black's total less White's."""
        return self.black.total - self.white.total

    @property
    def winner(self) -> Colour | None:
        """Who has more; None for a draw (持碁)."""
        if self.lead == 0:
            return None
        return BLACK if self.lead > 0 else WHITE


def complete(game: Game, claims: Claims | None = None) -> Score:
    """Count the end of a game whose last passes ended it.

    *claims* are for rules under which both players name dead stones at such an end too.

    Raises:
        InputError: the game did not end that way, the rules judge life and death, or a claim does not fit.
    """
    if game.result is None or game.result.cause is not Cause.COMPLETE:
        raise InputError("this game has no complete end; play on, or count an agreed end")
    if game.rules["dead"] == "judged":
        raise InputError(f"ruleset {game.rules.id}: life and death at the end are judged, not played out")
    if game.rules["encore"] != "none":
        raise InputError(f"ruleset {game.rules.id}: verifier.play.encore counts the end of its games")
    if claims is not None and game.rules["dead"] == "named at every end":
        return _with_claims(game, claims)
    return count_now(game)


def count_now(game: Game, komi: float | None = None) -> Score:
    """Count the board of a game as if all stones on it lived; with another *komi* than the game's."""
    now = game.now
    return count(
        game.rules, game.grid, now.stones, lost=now.lost, paid=now.paid, late=now.late,
        komi=game.komi if komi is None else komi, first_passer=now.first_passer,
    )  # fmt: skip


def agreed(game: Game, claims: Claims) -> Score:
    """Count the end that both sides agreed on (:meth:`Game.agree`).

    Raises:
        InputError: the game did not end by agreement, or a claim does not fit the board.
    """
    if game.result is None or game.result.cause is not Cause.AGREEMENT:
        raise InputError("this game was not ended by agreement")
    if game.rules["dead"] == "judged":
        raise InputError(f"ruleset {game.rules.id}: life and death at the end are judged, not played out")
    return _with_claims(game, claims)


def _with_claims(game: Game, claims: Claims) -> Score:
    now = game.now
    stones = [side & ~claims.dead for side in now.stones]
    for side in now.stones:
        for chain in game.grid.components(side):
            if chain & claims.dead and chain & ~claims.dead:
                raise InputError("dead stones are whole chains; name all stones of each")
    if claims.dead & ~(now.black | now.white):
        raise InputError("a point without a stone is claimed dead")
    if claims.seki & ~(stones[0] | stones[1]):
        raise InputError("a point without a living stone is claimed to be in seki")
    empty = game.grid.full & ~(stones[0] | stones[1])
    if (claims.one_sided[0] | claims.one_sided[1]) & ~empty or claims.one_sided[0] & claims.one_sided[1]:
        raise InputError("one-sided dame are empty points, each of one side")
    lost = tuple(n + (side & claims.dead).bit_count() for n, side in zip(now.lost, now.stones, strict=True))
    return count(
        game.rules, game.grid, (stones[0], stones[1]), lost=(lost[0], lost[1]), paid=now.paid,
        late=now.late & ~claims.dead, komi=game.komi, seki=claims.seki, extra=claims.one_sided,
        first_passer=now.first_passer,
    )  # fmt: skip


def count(
    rules: PlayRules,
    grid: Grid,
    stones: tuple[Mask, Mask],
    *,
    lost: tuple[int, int] = (0, 0),
    paid: tuple[int, int] = (0, 0),
    late: Mask = 0,
    komi: float = 0.0,
    seki: Mask | None = None,
    extra: tuple[Mask, Mask] = (0, 0),
    first_passer: Colour | None = None,
) -> Score:
    """Count a board on which all stones live.

    *late* are the stones played after the first stop, *seki* the stones agreed to be in seki (None: the
    ruleset's own definition), *extra* points agreed to be territory. *first_passer* made the first pass.
    """
    empty = grid.full & ~(stones[0] | stones[1])
    if rules["seki"] == "none":
        seki = 0
    elif seki is None:
        seki = dame_seki(grid, stones) if rules["seki"] == "has dame" else capturable(grid, stones)
    dame: Mask = 0
    territory = list(extra)
    for region in grid.components(empty):
        border = grid.dilate(region)
        sides = [side for side in Colour if border & stones[side]]
        if len(sides) == 2:
            dame |= region
        elif sides and not border & seki:
            territory[sides[0]] |= region
    wasted = _wasted(rules["wasted"], grid, stones, late, dame, seki)
    counts = []
    for side in Colour:
        own, other = side, side.opponent
        total: float = {
            "territory minus own prisoners": territory[own].bit_count()
            - lost[own] - paid[own] - wasted[own].bit_count(),
            "territory plus prisoners": territory[own].bit_count() + lost[other] + paid[other],
            "area": territory[own].bit_count() + stones[own].bit_count(),
            "stones": stones[own].bit_count(),
            "prisoners": lost[other] + paid[other],
        }[rules["score"]]  # fmt: skip
        total += komi if side is WHITE else 0
        if rules["first_pass"] != "nothing" and first_passer is WHITE:
            total += 0.5 if side is WHITE else -0.5
        counts.append(
            Count(territory[own], stones[own].bit_count(), lost[own], paid[own], wasted[own], total)
        )
    return Score(counts[0], counts[1], dame, seki)


def capturable(grid: Grid, stones: tuple[Mask, Mask]) -> Mask:
    """The stones that the opponent can take if their owner passes for ever (日本式II, II').

    These are exactly the stones that are not unconditionally alive (Benson 1976).
    """
    found: Mask = 0
    for side in Colour:
        own, other = stones[side], stones[side.opponent]
        found |= own & ~unconditionally_alive(shape_of(grid, grid.full, own, 0, 0), other)
    return found


def dame_seki(grid: Grid, stones: tuple[Mask, Mask]) -> Mask:
    """The stones next to dame, and all that share empty points with them (1989, article 8)."""
    empty = grid.full & ~(stones[0] | stones[1])
    borders = [grid.dilate(region) for region in grid.components(empty)]
    chains = [chain for side in stones for chain in grid.components(side)]
    seki = sum(
        chain
        for chain in chains
        if any(chain & border and border & stones[0] and border & stones[1] for border in borders)
    )
    while True:
        linked = [border for border in borders if border & seki]
        more = sum(chain for chain in chains if any(chain & border for border in linked)) | seki
        if more == seki:
            return seki
        seki = more


def _wasted(
    rule: str, grid: Grid, stones: tuple[Mask, Mask], late: Mask, dame: Mask, seki: Mask
) -> tuple[Mask, Mask]:
    """無駄石 of both sides (日本式II' 規則14)."""
    if rule == "none":
        return 0, 0
    found = []
    for side in Colour:
        own = stones[side] & late
        wasted = own & seki
        if rule == "in seki or towards the opponent":
            touching = grid.dilate(stones[side.opponent] | dame) & own
            for stone in bits(touching):
                wasted |= grid.flood(1 << stone, own)
        found.append(wasted)
    return found[0], found[1]
