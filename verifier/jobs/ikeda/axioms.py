"""The 96 axioms as equations between interpretations, as printed and, where that is wrong, corrected.

A check yields pairs: what the engine says of the left side, and what the axiom makes of it. Unprimed
axioms of groups 3 to 10 speak of Black's move, primed ones of White's; in groups 11 and 12 the print has
its own order, which is kept.
"""

import dataclasses
from collections.abc import Iterable

from verifier.board import BLACK, WHITE, Colour
from verifier.errors import InputError
from verifier.jobs.ikeda import checks_board as board
from verifier.jobs.ikeda import checks_play as play
from verifier.jobs.ikeda import checks_score as score
from verifier.jobs.ikeda.sampling import Check, For, down, leftward, rightward, up

__all__ = ["AXIOMS", "GROUPS", "Axiom", "axioms_named"]

GROUPS = (
    "開始盤面 (initial board)", "着手 (moves)", "交互着手 (alternation)", "打石 (placing)",
    "除去 (removal)", "正しい手 (legal moves)", "同形再現 (repetition)", "自殺 (suicide)",
    "仮終局 (provisional end)", "終局 (end)", "ペナルティ (penalty)", "勝敗 (result)",
)  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class Axiom:
    """One axiom of the specification."""

    number: str
    """As printed, such as ``"5-3'"``."""
    says: str
    """Its content in short."""
    printed: Check | None
    """The printed form; None if it has no value (wrong types, an unbound variable)."""
    corrected: Check | None = None
    """The form that is meant; None where the printed form is right."""
    fault: str = ""
    """What is wrong with the printed form."""

    @property
    def right(self) -> Check:
        """The form that must hold."""
        check = self.corrected or self.printed
        assert check is not None
        return check

    @property
    def group(self) -> int:
        """1 to 12."""
        return int(self.number.partition("-")[0])


def _pair(number: str, says: str, check: For, first: Colour = BLACK) -> list[Axiom]:
    """An axiom and its primed twin."""
    return [Axiom(number, says, check(first)), Axiom(number + "'", says, check(first.opponent))]


_UNREADABLE = (
    "The signs of membership are illegible in the copy used (read as the prose of 4.2 (3) 4: no empty point,"
    " at least one opposing stone, in the neighbours less the chain)."
)
_WHOLE_BOARD = (
    " Even so read it differs from definition 3 of table 2-1: a chain that fills the whole board touches no"
    " opposing stone, so filling the last point with one's own colour is no suicide for the axiom; by the"
    " definition, whose 'all' is true of no points, it is."
)
_UNTYPED = "Not well-typed as printed: {}."
_SWAP = "Right and left are exchanged between the two halves of the third and fourth case."
_THIRD = (
    "As printed the third pass in a row ends the game, before both sides passed after the provisional end"
    " (rule 6.3). Corrected: the previous pass too was made after it."
)
_SUM = (
    "The prisoners (アゲ石) stand where the penalty so far should: earlier penalties are lost and prisoners"
    " are counted twice in 12-2."
)
_UPS = "An argument is missing and all four cases look up; read with 上, 下, 左, 右 in turn."

AXIOMS: tuple[Axiom, ...] = (
    Axiom("1-1", "a point is black, white or empty on the board, outside off it", board.a1_1),
    Axiom("1-2", "the board is empty at the start", board.a1_2),
    Axiom("1-3", "coordinates from 1 to n are on the board", board.a1_3),
    Axiom("1-4", "first coordinate", board.coordinate(0)),
    Axiom("1-5", "second coordinate", board.coordinate(1)),
    Axiom("2-1", "the point of a play", board.a2_1),
    Axiom("2-2", "a pass is a pass", board.a2_2),
    Axiom("2-3", "a play is no pass", board.a2_3),
    Axiom("3-1", "White may not begin", board.first_move(WHITE, True)),
    Axiom("3-2", "White may not move twice", board.second_move(WHITE, WHITE, True)),
    Axiom("3-3", "Black may not move twice", board.second_move(BLACK, BLACK, True)),
    Axiom("3-4", "Black may begin", board.first_move(BLACK, False)),
    Axiom("3-5", "Black may move after White", board.second_move(WHITE, BLACK, False)),
    Axiom("3-6", "White may move after Black", board.second_move(BLACK, WHITE, False)),
    *_pair("4-1", "a pass changes no point", board.a4_1),
    *_pair("4-2", "a play sets a stone and empties what it takes", board.a4_2),
    *_pair("5-1", "a stone is taken if its chain is surrounded once the play is made", board.a5_1),
    Axiom("5-2", "putting a stone down sets its point", board.a5_2_printed, board.a5_2(BLACK),
          "The condition compares a point with a colour (xy1 = 黒) and is never true."),
    Axiom("5-2'", "putting a stone down sets its point", board.a5_2(WHITE)),
    Axiom("5-3", "a chain is surrounded if no neighbour is empty", board.a5_3(WHITE, touched=True),
          board.a5_3(WHITE, touched=False), _UNREADABLE + _WHOLE_BOARD),
    Axiom("5-3'", "a chain is surrounded if no neighbour is empty", board.a5_3(BLACK, touched=True),
          board.a5_3(BLACK, touched=False), "xy2 is unbound (read as xy1). " + _UNREADABLE + _WHOLE_BOARD),
    Axiom("5-4", "no points have no colours", board.a5_4),
    Axiom("5-5", "colours of a set of points", None, board.a5_5,
          _UNTYPED.format("a colour is united with a set of colours; braces are missing")),
    Axiom("5-6", "no points have no neighbours", board.a5_6),
    Axiom("5-7", "neighbours of a set of points", None, board.a5_7,
          _UNTYPED.format("隣接点の集合 is applied without its state")),
    Axiom("5-8", "上 is one row on", board.direction(up, 0, 1)),
    Axiom("5-9", "下 is one row back", board.direction(down, 0, 1), board.direction(down, 0, -1),
          "y + 1 as in 上; y - 1 is meant."),
    Axiom("5-10", "左 is one column back", board.direction(leftward, -1, 0)),
    Axiom("5-11", "右 is one column on", board.direction(rightward, -1, 0), board.direction(rightward, 1, 0),
          "x - 1 as in 左; x + 1 is meant."),
    *_pair("5-12", "a chain is collected from one stone", board.a5_12, WHITE),
    *_pair("5-13", "collecting a chain, with what was found so far", board.a5_13, WHITE),
    *_pair("6-1", "a pass is always legal", play.a6_1),
    *_pair("6-2", "a play is legal on an empty point of the board unless forbidden", play.a6_2),
    *_pair("6-3", "forbidden are repetition and suicide", play.a6_3),
    *_pair("7-1", "a play may not make any earlier board", play.a7_1),
    *_pair("7-2", "the trial of a play sets and takes like the play", play.a7_2),
    Axiom("7-3", "the board shows the colours of the state", play.a7_3),
    Axiom("7-4", "the initial board is empty", play.a7_4),
    Axiom("7-5", "comparison with all boards back to the first empty one", play.a7_5),
    Axiom("7-6", "the state before Black's move", play.a7_6(BLACK)),
    Axiom("7-7", "the state before White's move", play.a7_6(WHITE)),
    *_pair("8-1", "suicide takes nothing and is surrounded", play.a8_1),
    Axiom("8-2", "a play takes if it surrounds a neighbour", play.a8_2(BLACK, swapped=True),
          play.a8_2(BLACK, swapped=False), _SWAP),
    Axiom("8-2'", "a play takes if it surrounds a neighbour", play.a8_2(WHITE, swapped=True),
          play.a8_2(WHITE, swapped=False), _SWAP),
    Axiom("9-1", "no provisional end at the start", play.a9_1),
    *_pair("9-2", "two passes in a row are the provisional end, which stays", play.a9_2),
    Axiom("9-3", "no last move at the start", play.a9_3),
    *_pair("9-4", "the last move", play.a9_4),
    Axiom("10-1", "no end at the start", play.a10_1),
    Axiom("10-2", "two passes after the provisional end are the end", play.a10_2(BLACK, both=False),
          play.a10_2(BLACK, both=True), _THIRD),
    Axiom("10-2'", "two passes after the provisional end are the end", play.a10_2(WHITE, both=False),
          play.a10_2(WHITE, both=True), _THIRD),
    *_pair("11-1", "no penalty at the start", score.a11_1, WHITE),
    Axiom("11-2", "a pass after the provisional end costs one; the free last pass",
          score.a11_2(WHITE, printed=True), score.a11_2(WHITE, printed=False), _SUM),
    Axiom("11-2'", "a pass after the provisional end costs one; the free last pass",
          score.a11_2(BLACK, printed=True), score.a11_2(BLACK, printed=False), _SUM),
    *_pair("11-3", "a play costs no penalty", score.a11_3, WHITE),
    *_pair("11-4", "the other side's move costs no penalty", score.a11_4, WHITE),
    *_pair("11-5", "who moved first after the provisional end", score.a11_5),
    *_pair("12-1", "at the end the higher score wins, with komi", score.a12_1),
    *_pair("12-2", "score is territory less prisoners and penalty", score.a12_2),
    *_pair("12-3", "points are the size of the territory", score.a12_3),
    *_pair("12-4", "territory consists of empty points", score.a12_4),
    *_pair("12-5", "territory touches one colour only", score.a12_5),
    Axiom("12-6", "an empty region is collected from one point", score.a12_6),
    Axiom("12-7", "collecting a region, with what was found so far", score.a12_7),
    *_pair("12-8", "no prisoners at the start", score.a12_8),
    *_pair("12-9", "a play adds what it takes to the prisoners", score.a12_9),
    *_pair("12-10", "a pass takes nothing", score.a12_10),
    *_pair("12-11", "one's own move costs one no prisoners", score.a12_11),
    Axiom("12-12", "what a play takes",
          score.a12_12(BLACK, printed=True), score.a12_12(BLACK, printed=False), _UPS),
    Axiom("12-12'", "what a play takes",
          score.a12_12(WHITE, printed=True), score.a12_12(WHITE, printed=False), _UPS),
)  # fmt: skip
"""All axioms in the order of the specification."""


def axioms_named(numbers: Iterable[str] | None) -> tuple[Axiom, ...]:
    """Return the axioms of these numbers in the order of the specification; all of them for None or none.

    Raises:
        InputError: there is no axiom of that number.
    """
    wanted, known = list(numbers or ()), [axiom.number for axiom in AXIOMS]
    for number in wanted:
        if number not in known:
            raise InputError(f"axiom {number!r}: the axioms are {known[0]} to {known[-1]}, such as 5-9")
    return tuple(axiom for axiom in AXIOMS if not wanted or axiom.number in wanted)
