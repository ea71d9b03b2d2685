"""What a side gets that rests: it only passes from now on, or answers at home. The static bound of endings.

Stones that are unconditionally alive stay, and so do the points that they alone surround one by one, since
the other side has no liberty there. Homes (``safe_territory``) are all its own in the end. All else may be
lost.
docs/endings-why.md has the argument.
"""

from collections.abc import Iterator
from typing import NamedTuple

from verifier.board import BLACK, WHITE, Colour, Mask, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.play.game import PASS, Game, Turn
from verifier.proof.endings.held import SETTLED
from verifier.proof.endings.reserve import NO_RESERVES, Reserves
from verifier.proof.endings.safe_territory import (
    MOST_POINTS,
    SafeTerritory,
    alternating_play,
    answers_inside,
    candidates,
)
from verifier.rules import PlayRules

__all__ = [
    "Boards", "Rest", "boards_from_now", "least_lead", "makes_boards_again", "resting", "rests",
    "safe_territories",
]  # fmt: skip


class Rest(NamedTuple):
    """What stays of a side that rests."""

    kept: Mask
    """Stones that are never taken."""
    room: Mask = 0
    """The points of its homes without stones of its own, where it may play."""


class Boards(NamedTuple):
    """A set of boards that holds all that may occur from some point of a game on, and perhaps more."""

    always: tuple[Mask, Mask]
    """Stones of Black and White that stand on all of them."""
    ever: tuple[Mask, Mask]
    """Stones that stand on some of them."""

    def plus(self, other: "Boards") -> "Boards":
        """A set that holds the boards of both."""
        return Boards(
            (self.always[0] & other.always[0], self.always[1] & other.always[1]),
            (self.ever[0] | other.ever[0], self.ever[1] | other.ever[1]),
        )

    def may_hold(self, stones: tuple[Mask, Mask]) -> bool:
        """Whether a board may be among them."""
        return not any(
            always & ~own or own & ~ever
            for own, always, ever in zip(stones, self.always, self.ever, strict=True)
        )


def resting(game: Game, side: Colour, at_least: float, reserves: Reserves = NO_RESERVES) -> Rest | None:
    """What stays if *side* only passes from now on, or answers at home, where that is enough for its claim.

    Black's claim is a lead of *at_least*, White's that there is none. *reserves* are those closed on the
    board, with the plays that the own one needs now; that one is a home. None if it is not enough, or if
    repetition, suicide or a forbidden pass may come in between.
    """
    now = game.now
    for rest in rests(game, side, reserves):
        lead = least_lead(game, side, rest)
        if not (lead - game.komi >= at_least if side is BLACK else -lead - game.komi < at_least):
            continue
        # A ban on repeated boards takes moves from the other side, but also plays at home.
        if not (rest.room or makes_boards_again(game.rules)):
            return rest
        boards = boards_from_now(now, side, rest)
        if not any(turn.stones != now.stones and boards.may_hold(turn.stones) for turn in game.past):
            return rest
    return None


def rests(game: Game, side: Colour, reserves: Reserves = NO_RESERVES) -> Iterator[Rest]:
    """Yield what stays if *side* only passes, and if it answers at home where these rules allow that."""
    now, rules = game.now, game.rules
    if rules["suicide"] != "forbidden" or rules["seki"] == "has dame" or _must_play(game, side):
        # By suicide of several stones a region opens again, and stones are no longer unconditionally alive.
        return
    if reserves.own and reserves.plays != SETTLED and now.to_move is not side and _may_end(game):
        return
    own, other = now.stones[side], now.stones[side.opponent]
    kept = unconditionally_alive(shape_of(game.grid, game.grid.full, own, 0, 0), other)
    room = reserves.own_eyes
    yield Rest(kept, room)
    for home in safe_territories(game, side, reserves.other):
        kept, room = kept | home.chains, room | home.region
    if room != reserves.own_eyes:
        yield Rest(kept, room)


def safe_territories(game: Game, side: Colour, away: Mask = 0) -> list[SafeTerritory]:
    """The homes of *side*; regions that are linked by chains make one, or where that is none each its own.

    None of them has points of *away*.
    """
    if not answers_inside(game.rules):
        return []
    linked = candidates(game.grid, game.now.stones[side], game.now.stones[side.opponent])
    groups = [near for group in linked if (near := [home for home in group if not home.region & away])]
    found: list[SafeTerritory] = []
    may_end = bool(groups) and game.now.to_move is not side and _may_end(game)
    for group in groups:
        region = chains = 0
        for home in group:
            region, chains = region | home.region, chains | home.chains
        whole = SafeTerritory(region, chains)
        if region.bit_count() <= MOST_POINTS and _is_safe(game, side, whole, may_end):
            found.append(whole)
        elif len(group) > 1:
            found += [home for home in group if _is_safe(game, side, home, may_end)]
    return found


def _is_safe(game: Game, side: Colour, home: SafeTerritory, may_end: bool) -> bool:
    """Whether *side* keeps the home; *may_end*: the other side may end the game now."""
    now, rules, play = game.now, game.rules, alternating_play(game.grid)
    theirs = now.stones[side.opponent]
    if rules["wasted"] == "in seki or towards the opponent" and game.grid.dilate(
        _inside(game, side, home.region)
    ) & ~(home.region | home.chains):
        return False  # stones played here after the stop might be wasted by their connection
    if now.to_move is side and now.ban >= 0 and home.region >> now.ban & 1:
        return False
    if may_end and not play.settled(home, theirs):
        return False
    return play.holds(home, theirs)


def _inside(game: Game, side: Colour, region: Mask) -> Mask:
    """*region* and the stones of *side* played after the stop that are connected to it by such stones."""
    return game.grid.flood(region, region | (game.now.late & game.now.stones[side]))


def _may_end(game: Game) -> bool:
    """Whether a pass ends the game now."""
    if game.refusal(PASS) is not None:
        return False
    after = game.copy()
    return after.play(PASS).result is not None


def makes_boards_again(rules: PlayRules) -> bool:
    """Whether plays that repeat boards are legal (and end the game)."""
    return rules["repetition"] not in (
        "positional", "positional on captures", "situational", "natural situational"
    )  # fmt: skip


def least_lead(game: Game, side: Colour, rest: Rest) -> int:
    """The least lead of *side* at the end, komi apart, if it rests and this stays."""
    return _least_count(game, side, rest) + _first_pass(game, side)


def _first_pass(game: Game, side: Colour) -> int:
    """The least that the first pass of the game is worth to *side*, which passes whenever it is to move."""
    now = game.now
    if game.rules["first_pass"] == "nothing":
        return 0
    first = now.to_move if now.first_passer is None else now.first_passer
    if now.first_passer is None and now.to_move is not side:
        return -1 if side is BLACK else 0  # who makes it is for the other side to choose
    if first is BLACK:
        return 0
    return 1 if side is WHITE else -1


def _least_count(game: Game, side: Colour, rest: Rest) -> int:
    grid, now, rules = game.grid, game.now, game.rules
    own, other = now.stones[side], now.stones[side.opponent]
    held = rest.kept | rest.room
    empty = grid.full & ~(held | own | other)
    beside = empty & grid.dilate(rest.kept)
    eyes = sum(1 << point for point in bits(beside) if not grid.neighbours[point] & ~held)
    stones, points = held.bit_count(), eyes.bit_count()
    others = grid.size - stones - points
    """What may become stones and territory of the other side."""
    score = rules["score"]
    if score == "area":
        return stones + points - others
    if score == "stones":
        return stones - others
    # Stones and territory less the moves that each side made on the board or paid for is what these rules
    # count, wherever prisoners come from.
    ahead = stones - others if score == "prisoners" else stones + points - others
    late = now.late & own if rules["wasted"] != "none" else 0
    if rest.room and rules["wasted"] == "in seki":
        late &= ~rest.kept
    if rest.room and rules["wasted"] == "in seki or towards the opponent":
        late &= ~_inside(game, side, rest.room)
        # Who plays next to stones that stay pays for it before the stop, and after it the stone is wasted.
        ahead += (beside & ~eyes).bit_count()
    given = now.lost[side.opponent] + now.paid[side.opponent] - now.lost[side] - now.paid[side]
    return ahead - own.bit_count() + other.bit_count() + given + _turns(game, side) - late.bit_count()


def _turns(game: Game, side: Colour) -> int:
    """The least number of the other side's plays and paid passes from now on, less *side*'s paid passes."""
    now, rules = game.now, game.rules
    price, free_last = rules["pass_price"], rules["last_pass"] != "paid"
    to_move = now.to_move is side
    if price == "nothing":
        return 0
    if price == "a stone":
        return -int(to_move)
    if not now.stopped:
        # Passes are free until both pass. Then the sides pay in turn, and whoever begins may end for nothing.
        return 0 if free_last else -1
    return int(free_last and now.first_after_stop is side) - int(to_move)


def _must_play(game: Game, side: Colour) -> bool:
    """Whether *side* may not pass, now or after the other side's pass."""
    if game.now.to_move is side:
        return game.refusal(PASS) is not None
    return game.rules["ko_pass_pass"] == "forbidden" and game.now.ko


def boards_from_now(now: Turn, side: Colour, rest: Rest) -> Boards:
    """The boards that plays of the other side, and of *side* at home, may make if *side* rests."""
    own, other = now.stones[side], now.stones[side.opponent]
    always, ever = (rest.kept, other & ~rest.room), (own | rest.room, ~rest.kept)
    return Boards(always, ever) if side is BLACK else Boards(always[::-1], ever[::-1])
