"""The RE property of a game record, read with tables of the words in use."""

import dataclasses
import enum
import re
import unicodedata

from verifier.board import BLACK, WHITE, Colour
from verifier.jobs.audit.margin import margin

__all__ = ["Ending", "Stated", "parse_result"]


class Ending(enum.Enum):
    """How a record says that the game ended."""

    SCORE = "score"
    """Counted: with a margin, or without one."""
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    VOID = "void"
    """No result, or suspended play."""
    UNSTATED = "unstated"
    """RE is missing, unknown (``?``), or in words that are not understood."""


@dataclasses.dataclass(frozen=True, slots=True)
class Stated:
    """What RE says."""

    ending: Ending
    winner: Colour | None
    """None for a draw too; see :attr:`lead`."""
    lead: float | None
    """Black's lead in points, if a margin is given; 0 for a draw."""
    text: str

    @property
    def counted(self) -> bool:
        """Whether the game ended by counting, so that there is an adjudication."""
        return self.ending is Ending.SCORE

    @property
    def why_not(self) -> str:
        """Why there is no adjudication in the result; empty if there is one."""
        words = {
            Ending.RESIGNATION: "the game ended by resignation",
            Ending.TIME: "the game was decided on time",
            Ending.FORFEIT: "the game was forfeited",
            Ending.VOID: "the game has no result",
            Ending.UNSTATED: "the record names no result",
        }
        if self.ending is Ending.UNSTATED and self.text.strip() not in ("", "?"):
            return f"RE[{self.text.strip()[:40]}] is in words that are not known (--result says it in others)"
        return words.get(self.ending, "")


_SIDES = {
    "b": BLACK,
    "black": BLACK,
    "黒": BLACK,
    "黑": BLACK,
    "흑": BLACK,
    "w": WHITE,
    "white": WHITE,
    "白": WHITE,
    "백": WHITE,
}

_DRAWS = frozenset(
    {"0", "draw", "jigo", "tie", "持碁", "持棋", "持ち碁", "ジゴ", "じご", "引き分け", "引分"}
    | {"和棋", "和局", "平局", "무승부", "화국"}
)
_VOIDS = frozenset(
    {"void", "no result", "suspended", "無勝負", "无胜负", "無勝負(三コウ)", "無勝負(三劫)", "三劫无胜负"}
    | {"打ち掛け", "打掛け", "打掛", "打ちかけ", "중단"}
)

_RESIGNS = frozenset({"r", "res", "resign", "resigns", "resigned", "resignation"})
_WESTERN = {
    **dict.fromkeys(_RESIGNS, Ending.RESIGNATION),
    **dict.fromkeys(("t", "time", "timeout"), Ending.TIME),
    **dict.fromkeys(("f", "forfeit"), Ending.FORFEIT),
    "": Ending.SCORE,
}
"""What stands after ``B+``; a margin stands there too."""

_EASTERN = {
    "中押": Ending.RESIGNATION,
    "中押し": Ending.RESIGNATION,
    "中盤": Ending.RESIGNATION,
    "中盘": Ending.RESIGNATION,
    "不計": Ending.RESIGNATION,
    "不计": Ending.RESIGNATION,
    "불계": Ending.RESIGNATION,
    "時間": Ending.TIME,
    "时间": Ending.TIME,
    "時間切れ": Ending.TIME,
    "超時": Ending.TIME,
    "超时": Ending.TIME,
    "시간": Ending.TIME,
    "反則": Ending.FORFEIT,
    "反则": Ending.FORFEIT,
    "不戦": Ending.FORFEIT,
    "不战": Ending.FORFEIT,
    "弃权": Ending.FORFEIT,
    "棄權": Ending.FORFEIT,
    "棄権": Ending.FORFEIT,
    "반칙": Ending.FORFEIT,
    "기권": Ending.FORFEIT,
    "": Ending.SCORE,
}
"""How a side won or lost, before or after the word for that; a margin stands there too."""

_ALONE = {"中押し": True, "中押": True, "中盘": True, "投了": False, "認輸": False, "认输": False}
"""Words that need none for winning and losing, and whether the side named wins."""

_LONGEST = 200
"""No result needs as many characters."""

_WON = "勝ち?|胜|승"
_LOST = "負け?|负|負|敗|败|패"


def parse_result(text: str) -> Stated:
    """Return what an RE property says, in the words of SGF, Japanese, Chinese or Korean.

    Nothing is guessed: words that are not in the tables are UNSTATED, and a number without a unit after a
    Chinese, Japanese or Korean side, which could be points or stones, is no margin.
    """
    if len(text) > _LONGEST:
        return Stated(Ending.UNSTATED, None, None, text)
    plain = " ".join(_plain_fractions(text).casefold().split()).rstrip("。.")
    if plain in _DRAWS:
        return Stated(Ending.SCORE, None, 0.0, text)
    if plain in _VOIDS:
        return Stated(Ending.VOID, None, None, text)
    if match := re.fullmatch(r"(b|black|w|white)\s*(?:\+|wins by\b|won by\b)\s*(.*)", plain):
        return _western(_SIDES[match[1]], match[2], text)
    if match := re.fullmatch(r"([黒黑白흑백])(?:番|方|번)?(?:の|が|\s)*(.*)", plain):
        return _eastern(_SIDES[match[1]], match[2], text)
    return Stated(Ending.UNSTATED, None, None, text)


def _plain_fractions(text: str) -> str:
    """The text in plain width, with ¾ as a fraction of its own: 3¾ is 3 3/4 and not 33/4."""
    apart = (f" {c}" if unicodedata.decomposition(c).startswith("<fraction>") else c for c in text)
    return unicodedata.normalize("NFKC", "".join(apart)).replace("\N{FRACTION SLASH}", "/")


def _western(winner: Colour, how: str, text: str) -> Stated:
    if (ending := _WESTERN.get(how)) is not None:
        return Stated(ending, winner, None, text)
    return _by(winner, margin(how), text)


def _eastern(side: Colour, how: str, text: str) -> Stated:
    if how in _ALONE:
        return Stated(Ending.RESIGNATION, side if _ALONE[how] else side.opponent, None, text)
    match = re.fullmatch(rf"(?:({_WON})|({_LOST}))\s*(.*)|(.*?)\s*(?:({_WON})|({_LOST}))", how)
    if match is None:
        return _by(side, margin(how, unit_wanted=True), text)
    winner = side.opponent if match[2] or match[6] else side
    words = (match[3] or match[4] or "").strip()
    if (ending := _EASTERN.get(words)) is not None:
        return Stated(ending, winner, None, text)
    points = margin(words, unit_wanted=True)
    if points is None and margin(words) is not None:
        return Stated(Ending.SCORE, winner, None, text)  # points or stones: the winner alone is certain
    return _by(winner, points, text)


def _by(winner: Colour, points: float | None, text: str) -> Stated:
    if points is None:
        return Stated(Ending.UNSTATED, None, None, text)
    return Stated(Ending.SCORE, winner if points else None, points if winner is BLACK else -points, text)
