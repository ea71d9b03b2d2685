"""What a game of ordinary play starts from."""

import dataclasses

from verifier.board import BLACK, Colour, Point, Position
from verifier.play.encore import EncoreGame
from verifier.play.game import Game
from verifier.rules import PlayRules

__all__ = ["Setup"]


@dataclasses.dataclass(frozen=True, slots=True)
class Setup:
    """A board with what belongs to it. See :class:`verifier.play.game.Game`."""

    position: Position
    to_move: Colour = BLACK
    komi: float = 0.0
    lost: tuple[int, int] = (0, 0)
    """Stones of Black and of White captured before."""
    ko: Point = -1

    def game(self, rules: PlayRules) -> Game:
        """Return a game from here, with cleanup phases where the rules have them. Raises like Game."""
        kind = Game if rules["encore"] == "none" else EncoreGame
        return kind(
            rules, self.position, to_move=self.to_move, komi=self.komi, lost=self.lost, ko=self.ko
        )
