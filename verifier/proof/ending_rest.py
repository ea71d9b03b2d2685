"""What a side gets that only passes from now on: the one static bound that certificates of endings may use.

Stones that are unconditionally alive stay, and so do the points that they alone surround one by one, since
the other side has no liberty there. All else may be lost. docs/endings.md has the argument.
"""

from verifier.board import BLACK, Colour, Mask, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.play.game import PASS_MOVE, Game, Turn
from verifier.rules import PlayRules

__all__ = ["least_lead", "makes_boards_again", "resting"]


def resting(game: Game, side: Colour, at_least: float) -> Mask | None:
    """The stones that stay if *side* only passes from now on, where that is enough for its claim.

    Black's claim is a lead of *at_least*, White's that there is none. None if it is not enough, or if
    repetition, suicide or a forbidden pass may come in between.
    """
    now, rules = game.now, game.rules
    if rules["suicide"] != "forbidden" or rules["seki"] == "has dame" or _must_play(game, side):
        # By suicide of several stones a region opens again, and stones are no longer unconditionally alive.
        return None
    own, other = now.stones[side], now.stones[side.opponent]
    kept = unconditionally_alive(shape_of(game.grid, game.grid.full, own, 0, 0), other)
    lead = least_lead(game, side, kept)
    enough = lead - game.komi >= at_least if side is BLACK else -lead - game.komi < at_least
    if not enough:
        return None
    if makes_boards_again(rules) and any(_may_come_back(turn, now, side, kept) for turn in game.past):
        return None
    return kept


def makes_boards_again(rules: PlayRules) -> bool:
    """Whether plays that repeat boards are legal (and end the game)."""
    return rules["repetition"] not in (
        "positional", "positional on captures", "situational", "natural situational"
    )  # fmt: skip


def least_lead(game: Game, side: Colour, kept: Mask) -> int:
    """The least lead of *side* at the end, komi apart, if it only passes and its stones *kept* stay."""
    grid, now, rules = game.grid, game.now, game.rules
    own, other = now.stones[side], now.stones[side.opponent]
    empty = grid.full & ~(own | other)
    eyes = sum(1 for point in bits(empty & grid.dilate(kept)) if not grid.neighbours[point] & ~kept)
    stones = kept.bit_count()
    rest = grid.size - stones - eyes
    """What may become stones and territory of the other side."""
    score = rules["score"]
    if score == "area":
        return stones + eyes - rest
    if score == "stones":
        return stones - rest
    # Stones and territory less the moves that each side made on the board or paid for is what these rules
    # count, wherever prisoners come from.
    held = stones - rest if score == "prisoners" else stones + eyes - rest
    given = now.lost[side.opponent] + now.paid[side.opponent] - now.lost[side] - now.paid[side]
    wasted = (now.late & own).bit_count() if rules["wasted"] != "none" else 0
    return held - own.bit_count() + other.bit_count() + given + _turns(game, side) - wasted


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
        return game.refusal(PASS_MOVE) is not None
    return game.rules["ko_pass_pass"] == "forbidden" and game.now.ko


def _may_come_back(turn: Turn, now: Turn, side: Colour, kept: Mask) -> bool:
    """Whether plays of the other side alone might make the board of an earlier turn."""
    if turn.stones == now.stones:
        return False
    own, other = turn.stones[side], turn.stones[side.opponent]
    return not (kept & ~own or own & ~now.stones[side] or now.stones[side.opponent] & ~other)
