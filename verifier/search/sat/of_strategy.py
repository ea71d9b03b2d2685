"""From a strategy of the attacker to a refutation, so that any proof of death can be exported as CNF."""

import time

from verifier.board import Point
from verifier.play import Arena, State
from verifier.proof.certificate import Patterns, Refutation, Strategy
from verifier.proof.unfold import Unfolded
from verifier.search.measures import UnclosedError
from verifier.search.outcome import Limits
from verifier.search.sat.encoding import Encoding
from verifier.search.sat.game import Game, OutOfLimitError

__all__ = ["refutation_of"]


def refutation_of(arena: Arena, strategy: Strategy | Patterns, limits: Limits | None = None) -> Refutation:
    """Return a refutation that uses the attacker's chosen moves only.

    The owner's losing cycles are added as models show them, so few of them may be enough.

    Raises:
        ValueError: the strategy is the owner's, does not win, or a limit is reached.
    """
    if strategy.side != arena.attacker:
        raise ValueError("only a strategy of the attacker refutes the owner")
    limits = limits or Limits()
    find = strategy.nodes.get if isinstance(strategy, Strategy) else Unfolded(arena, strategy).node

    def attack(state: State) -> Point | None:
        node = find(state)
        return None if node is None else node.move

    encoding = Encoding(arena, not strategy.draw_wins, attack)
    game = Game(encoding, limits.nodes, time.monotonic() + limits.seconds, limits)
    try:
        refutation = game.refute()
    except (OutOfLimitError, UnclosedError) as error:
        raise ValueError(f"the strategy cannot be turned into a refutation: {error}") from None
    finally:
        game.close()
    if refutation is None:
        raise ValueError("the strategy does not win")
    return refutation
