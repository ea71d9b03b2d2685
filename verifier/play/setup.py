"""What a game of ordinary play starts from."""

import dataclasses

from verifier.arguments import kind, number, pair, refused, whole
from verifier.board import BLACK, Colour, Point, Position
from verifier.play.encore import EncoreGame
from verifier.play.game import Game
from verifier.rules import PlayRules

__all__ = ["Setup"]

_SIDE = "BLACK or WHITE of verifier is needed"


@dataclasses.dataclass(frozen=True, slots=True)
class Setup:
    """A board with what belongs to it. See :class:`verifier.play.game.Game`.

    Raises:
        InputError: one of the values is of another kind, or *ko* is no point of the board.
    """

    position: Position
    to_move: Colour = BLACK
    komi: float = 0.0
    lost: tuple[int, int] = (0, 0)
    """Stones of Black and of White captured before."""
    ko: Point = -1
    """The point of the stone that the last move before took in a single ko; -1 if it did not."""

    def __post_init__(self) -> None:
        board = kind("position", self.position, Position, "a Position is needed")
        kind("to_move", self.to_move, Colour, _SIDE)
        wanted = f"a point of the board by its number, 0 to {board.rows * board.cols - 1}, or -1 is needed"
        ko = whole("ko", self.ko, -1, wanted)
        if ko >= board.rows * board.cols:
            raise refused("ko", ko, wanted)
        object.__setattr__(self, "ko", ko)
        object.__setattr__(self, "komi", number("komi", self.komi))
        object.__setattr__(self, "lost", pair("lost", self.lost))

    def game(self, rules: PlayRules) -> Game:
        """Return a game from here, with cleanup phases where the rules have them. Raises like Game."""
        kind = Game if rules["encore"] == "none" else EncoreGame
        return kind(
            rules, self.position, to_move=self.to_move, komi=self.komi, lost=self.lost, ko=self.ko
        )
