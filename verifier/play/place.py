"""One of several places that an attacker clears, each by answers of its own (docs/games.md, section 5).

In each place the attacker plays as if nothing else were on the board. Chains of his between the places are
never taken, as each of them lives in one by itself, or has liberties in two of them at least; so in another
place it counts as having an eye elsewhere.
"""

from typing import Protocol

from verifier.board import Mask, Point
from verifier.errors import InputError
from verifier.play.hypothetical import State, Step
from verifier.play.memory import MemoryArena
from verifier.play.plain import Lasting, Plain

__all__ = ["PlaceArena"]


class _Said(Protocol):
    """What is said of a place: see :class:`PlaceArena`."""

    @property
    def points(self) -> Mask: ...
    @property
    def keeps(self) -> Mask: ...
    @property
    def lives(self) -> Mask: ...
    @property
    def bans(self) -> bool: ...
    @property
    def turns(self) -> bool: ...
    @property
    def finite(self) -> bool: ...


class PlaceArena(Plain):
    """Plain play in which the attacker of *game* clears *points*, and never loses *keeps* or *lives*.

    *keeps* are chains of his that have an eye elsewhere: they are never taken, but he has lost if the owner
    is to move and one of them has no liberty here. *lives* are chains that have to live by what is in the
    place, even if they are connected with one that is kept. *leans* are others, that count as walls. Only
    with *bans* is the owner ever forbidden to retake: then the attacker has to answer here when the owner
    passes for a ko of this place. *first* says whether the attacker moves first in this place. *beside* says
    that some place relies on bans: then no pass of the attacker lifts any here, unless it is this one, for he
    may have to answer there instead. With *turns* the attacker relies on bans that last for one turn of the
    owner. The owner may play elsewhere and then retake, late, and no cycle with a late retake is his: that is
    for one of several places, if the others are *finite*. In these prisoners do not count, so that the owner
    plays there only so often. With *alone* all that lies beyond are walls of the owner: a way to find
    proofs. Where passes are *named* a place always has *bans*. Play may *begin* at another state than that of
    the game: then chains of it are connected sets of stones outside *points*, which stones there may be
    connected with.

    Raises:
        InputError: new stones do not count in *game*; or *keeps*, *lives* and *leans* are not chains of the
            attacker in its locale, each by itself and outside *points*; or there are *bans* where none waits
            for a pass, or none though passes are named; or *turns* in a place that is *finite*, or where no
            passes are named that are for good.
    """

    def __init__(
        self,
        game: MemoryArena,
        points: Mask,
        keeps: Mask,
        leans: Mask = 0,
        *,
        lives: Mask = 0,
        bans: bool = False,
        turns: bool = False,
        finite: bool = False,
        first: bool = False,
        beside: bool = False,
        alone: bool = False,
        named: bool = False,
        begin: State | None = None,
    ) -> None:
        if not game.enabling:
            raise InputError(f"{game.ruleset.id}: places are cleared only where new stones count")
        stones = game.position.stones(game.attacker)
        if begin is not None:
            stones = begin.white if game.attacker else begin.black
        between = keeps | lives | leans
        apart = not (keeps & leans or (keeps | leans) & lives)
        whole = begin is not None or game.grid.flood(between, stones) == between
        if not apart or between & ~(stones & game.locale) or not whole:
            raise InputError("between places stand chains of the attacker in the locale, whole ones")
        if not points or points & (between | ~game.locale):
            raise InputError("a place has points, in the locale and without the chains between places")
        walls, locale = list(game.walls), game.locale & ~leans
        walls[game.attacker] |= leans
        stands = keeps | lives
        if alone:
            locale = points | keeps | lives
            walls[game.owner] = game.grid.full & ~(locale | walls[game.attacker])
            # Whether what touches the surroundings is taken would depend on them.
            rim = game.grid.dilate(walls[game.owner]) & stones & points
            stands |= game.grid.flood(rim, stones & points)
        if named and not bans:
            raise InputError(f"{game.ruleset.id}: a place relies on bans where passes name kos")
        super().__init__(game, game.attacker, named=named, frame=((walls[0], walls[1]), locale))
        if turns and (finite or not self.frees):
            raise InputError(f"{game.ruleset.id}: no place relies on bans that last for one turn here")
        self.relies_on_turns = self.late_retakes = turns
        self._finite = finite
        self.unit = points | keeps | lives
        self.parts = (self.unit,)
        self.standing = stands
        self.spared, self.housed = keeps, lives
        # All places have to be clear at once, so it is not enough for one to be so again and again.
        self.marks_owner = True
        if bans and self.lasting is Lasting.TURN:
            raise InputError(f"{game.ruleset.id}: a ban on the owner does not wait for a pass")
        self.pass_frees = bans or not beside
        binds = list(self.bans_bind)
        binds[game.owner] = bans
        self.bans_bind = binds[0], binds[1]
        self._first, self._begin = first, begin

    @classmethod
    def of(
        cls,
        game: MemoryArena,
        said: _Said,
        leans: Mask,
        *,
        first: bool = False,
        beside: bool = False,
        alone: bool = False,
        named: bool = False,
        begin: State | None = None,
    ) -> "PlaceArena":
        """The game of a place of which all that is *said*, but for what it leans on.

        Raises:
            InputError: see above.
        """
        return cls(
            game,
            said.points,
            said.keeps,
            leans,
            lives=said.lives,
            bans=said.bans,
            turns=said.turns,
            finite=said.finite,
            first=first,
            beside=beside,
            alone=alone,
            named=named,
            begin=begin,
        )

    @property
    def weighs(self) -> bool:
        """See :attr:`Arena.weighs`; prisoners do not count in a place that is finite."""
        return super().weighs and not self._finite

    def taking(self) -> None:
        """See :meth:`Plain.taking`; a place is cleared as a whole."""

    @property
    def start(self) -> State:
        """See :attr:`Arena.start`; the owner moves first unless said otherwise."""
        begin = super().start if self._begin is None else self._begin
        return begin._replace(to_move=int(self.attacker if self._first else self.owner))

    def marked(self, state: State) -> bool:
        """See :meth:`Arena.marked`: whether some stone is left in the place."""
        return not super().marked(state)

    def _atari(self, state: State) -> dict[Mask, Mask]:
        kept = ((point, stones & ~self._safe(stones)) for point, stones in super()._atari(state).items())
        return {point: stones for point, stones in kept if stones}

    def _one_taken(self, state: State, point: Point) -> bool:
        # The eye elsewhere does not count: the owner may fill it for a turn, and then no ko would be there.
        return super()._atari(state._replace(to_move=int(self.owner))).get(1 << point, 0).bit_count() == 1

    def _safe(self, stones: Mask) -> Mask:
        """Those of *stones* that are in chains with an eye elsewhere."""
        return self.grid.flood(stones & self.eyed(stones), stones)

    def _joins_safely(self, state: State, stone: Mask, mine: Mask) -> bool:
        chain = self.grid.flood(stone, mine | stone)
        if state.to_move == self.attacker and self.eye_elsewhere(chain):
            return True
        return super()._joins_safely(state, stone, mine)

    def _ended(self, step: Step) -> Step:
        step = super()._ended(step)
        if step.winner is None and step.state.to_move == self.owner and self._cut_off(step.state):
            return step._replace(winner=self.owner)
        return step

    def _cut_off(self, state: State) -> bool:
        """Whether a chain that is kept has no liberty here."""
        empty = self.locale & ~(state.black | state.white)
        stones = (state.white if self.attacker else state.black) & self.locale
        return any(
            chain & self.spared and not walled and not around & empty
            for chain, around, walled in self._shape(stones, self.attacker).chains
        )
