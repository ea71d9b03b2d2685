"""The RE property of a game record."""

import dataclasses
import enum
import re
import unicodedata

from verifier.board import BLACK, WHITE, Colour

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
        return words.get(self.ending, "")


_HOW = {
    "r": Ending.RESIGNATION,
    "resign": Ending.RESIGNATION,
    "resignation": Ending.RESIGNATION,
    "t": Ending.TIME,
    "time": Ending.TIME,
    "f": Ending.FORFEIT,
    "forfeit": Ending.FORFEIT,
}
_SIDES = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE, "黒": BLACK, "黑": BLACK, "白": WHITE}
_DRAWS = ("0", "draw", "jigo", "持碁", "和棋", "ジゴ")
_MARGIN = re.compile(r"[勝胜]?\s*(\d{1,4}(?:\.\d{1,4})?)\s*(?:points?|目|子|路)?\s*(半?)\s*[勝胜]?ち?")
_VOID = ("void", "no result", "suspended", "無勝負", "无胜负", "打ち掛け", "打掛け", "打掛")


def parse_result(text: str) -> Stated:
    """Return what an RE property says; the usual Chinese and Japanese words are understood too."""
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    if plain in _DRAWS:
        return Stated(Ending.SCORE, None, 0.0, text)
    if plain in _VOID:
        return Stated(Ending.VOID, None, None, text)
    if match := re.fullmatch(r"(b|black|w|white)\s*\+\s*(.*)", plain):
        return _won(_SIDES[match[1]], match[2].strip(), text)
    if match := re.fullmatch(r"(黒|黑|白)番?\s*(.*)", plain):
        return _won(_SIDES[match[1]], match[2].strip(), text)
    return Stated(Ending.UNSTATED, None, None, text)


def _won(winner: Colour, how: str, text: str) -> Stated:
    if how in _HOW or re.search(r"中押|中盤|中盘|投了", how):
        return Stated(_HOW.get(how, Ending.RESIGNATION), winner, None, text)
    if re.search(r"時間|时间|超时|超時|切れ", how):
        return Stated(Ending.TIME, winner, None, text)
    if how in ("", "勝", "勝ち", "胜"):
        return Stated(Ending.SCORE, winner, None, text)
    margin = _MARGIN.fullmatch(how)
    if margin is None:
        return Stated(Ending.UNSTATED, winner, None, text)
    points = float(margin[1]) + (0.5 if margin[2] else 0.0)
    if "子" in how:
        points *= 2  # Chinese counting compares with half of the board
    return Stated(Ending.SCORE, winner if points else None, points if winner is BLACK else -points, text)
