"""Finding walls: chains that their owner keeps by answering plays in an area of their own.

What is found is proved (docs/semantics.md, section 2); what is not found says nothing. The search looks at
chains by themselves first, which may lean on walls found before, then at those around a region, then at
whole groups. Deterministic for given limits.
"""

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence

from verifier.board import Colour, Mask, Position
from verifier.errors import CertificateError
from verifier.play import Keeping
from verifier.proof.certificate import Keep, Patterns, Strategy
from verifier.proof.checker import check_keep
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.provers import prove
from verifier.search.whole import as_patterns
from verifier.search.windows.window import Window, widen
from verifier.units import decompose

__all__ = ["Finder", "find_keeps", "keeps_for"]


_REGION = 60
"""Points of a region in which the owner may look for eyes, at most."""
_WINDOW = 120
"""Points of all such regions together, for one set of chains."""
_DROPS = 3
"""How often the smallest chains of a group are given up to keep the others."""
_SETS = 25
"""So many times the limit for one set is the limit for all sets of a colour."""


def find_keeps(
    position: Position,
    limits: Limits | None = None,
    *,
    prover: str = "auto",
    on_wall: Callable[[Keep], None] | None = None,
) -> tuple[Keep, ...]:
    """Return proofs of walls, black ones first; each may lean on those of its colour before it.

    ``limits.seconds`` is the time for all of them together, at most half of it for the black ones.

    Raises:
        InputError: there is no such prover here.
        KeyboardInterrupt: the user interrupted the search.
    """
    limits = limits or Limits()
    found: list[Keep] = []
    end = time.monotonic() + limits.seconds
    for colour, rest in zip(Colour, (limits.seconds / 2, 0.0), strict=True):
        found += Finder(position, colour, limits, prover, on_wall, end - rest).run()
    return tuple(found)


def keeps_for(position: Position, unit: Mask, keeps: Sequence[Keep]) -> tuple[Keep, ...]:
    """Return those of *keeps* that make walls for *unit*: their areas do not meet its locale.

    It is the largest such subset, less what the locale does not touch and nothing else leans on.
    """
    grid, dropped = position.grid, 0
    active = list(keeps)
    while True:
        kept = sum(keep.stones for keep in active)
        locale = decompose(position, "independent", kept).locale(unit)
        sound = []
        for keep in active:
            # A proof may lean on the walls next to what it depends on.
            lost = dropped & position.stones(keep.colour)
            if keep.area & locale or grid.dilate(keep.area) & lost:
                dropped |= keep.stones
            else:
                sound.append(keep)
        if len(sound) == len(active):
            break
        active = sound
    needed = grid.dilate(locale) | unit
    chosen: list[Keep] = []
    for keep in reversed(active):
        if keep.stones & needed:
            chosen.append(keep)
            needed |= grid.dilate(keep.area)
    return tuple(reversed(chosen))


class Finder:
    """The walls of one colour."""

    def __init__(
        self,
        position: Position,
        colour: Colour,
        limits: Limits,
        prover: str,
        on_wall: Callable[[Keep], None] | None,
        deadline: float,
    ) -> None:
        self.position, self.colour, self.limits, self.prover = position, colour, limits, prover
        self.on_wall = on_wall
        self.deadline = deadline
        """When the search ends at the latest, by the monotonic clock."""
        self.grid = position.grid
        self.fixed = decompose(position, "unconditional").walls
        self.kept: Mask = 0
        self.used: Mask = 0
        self.found: list[Keep] = []
        self.refused: set[tuple[Mask, Mask]] = set()
        self.nodes = 0

    def run(self) -> list[Keep]:
        """Find walls until no set of chains is left to try, or a limit is reached."""
        while not self.over and any(map(self.prove, self.proposals())):
            pass
        return self.found

    @property
    def over(self) -> bool:
        """Whether a limit is reached."""
        return self.nodes >= _SETS * self.limits.wall_nodes or time.monotonic() >= self.deadline

    @property
    def free(self) -> Mask:
        """Where stones are that may be taken, and empty points."""
        return self.grid.full & ~(
            self.fixed[0] | self.fixed[1] | self.kept | self.used | self.position.outside
        )

    def proposals(self) -> Iterator[Mask]:
        """Sets of chains to try, small ones first."""
        free = self.free
        stones = self.position.stones(self.colour) & free
        chains = sorted(self.grid.components(stones), key=lambda chain: (-chain.bit_count(), chain))
        yield from chains
        regions = list(self.grid.components(free & ~stones))
        # Chains that float in one region can be given up; those between regions hold a group together.
        between = sum(
            chain
            for chain in chains
            if sum(bool(self.grid.dilate(chain) & region) for region in regions) > 1
        )
        groups = []
        for region in regions:
            if self.friendly(region):
                border = self.grid.flood(self.grid.dilate(region) & stones, stones)
                groups.append(border)
                yield border & between
                yield border
        # Chains around a common region stand or fall together, and so on from region to region.
        merged: list[Mask] = []
        for border in groups:
            apart = [group for group in merged if not group & border]
            merged = [*apart, border | sum(group for group in merged if group & border)]
        for group in merged:
            yield group & between
            yield group

    def friendly(self, region: Mask) -> bool:
        """Whether the owner may look for eyes in *region*: not too large, and few opposing stones in it."""
        size, theirs = region.bit_count(), self.position.stones(self.colour.opponent)
        return size <= _REGION and 3 * (region & theirs).bit_count() <= size

    def windows(self, stones: Mask) -> Iterator[Mask]:
        """Parts of the board in which to keep *stones*, made of regions that they close off."""
        near = self.grid.dilate(stones)
        regions = sorted(
            (part for part in self.grid.components(self.free & ~stones) if part & near),
            key=lambda part: (part.bit_count(), part),
        )
        small = _REGION // 3
        tried = set()
        for chosen in (
            [region for region in regions if self.friendly(region)],
            [region for region in regions if self.friendly(region) or region.bit_count() <= small],
        ):
            area = stones
            for region in chosen:
                if (area | region).bit_count() - stones.bit_count() <= _WINDOW:
                    area |= region
            if area not in tried and self.breathing(stones, area):
                yield area
            tried.add(area)

    def breathing(self, stones: Mask, area: Mask) -> bool:
        """Whether no chain of *stones* is taken at once in the window."""
        empty, own = area & self.position.empty, self.fixed[self.colour] | self.kept
        for chain in self.grid.components(stones):
            around = self.grid.dilate(chain)
            if (around & empty).bit_count() < 2 and not around & own:
                return False
        return True

    def prove(self, stones: Mask, drops: int = _DROPS) -> bool:
        """Try to keep *stones* together, or at least some of them; True if there is a new wall."""
        if not stones or stones & self.used:
            return False
        for area in self.windows(stones):
            if (stones, area) in self.refused:
                continue
            if self.over:
                return False
            keep = self.search(stones, area)
            if keep is None:
                self.refused.add((stones, area))
                rest = stones & ~self.weak(stones, area)
                if drops and self.prove(rest, drops - 1):
                    return True
                continue
            self.kept |= stones
            self.used |= keep.area
            self.found.append(keep)
            if self.on_wall:
                self.on_wall(keep)
            return True
        return False

    def weak(self, stones: Mask, area: Mask) -> Mask:
        """Chains to give up to keep the others: those lost even by themselves, or the smallest."""
        chains = list(self.grid.components(stones))
        lost = 0
        if len(chains) > 1:
            nodes = self.limits.wall_nodes // _SETS
            for chain in chains:
                if self.ask(chain, area, nodes).status is Status.DEAD:
                    lost |= chain
        if lost:
            return lost
        least = min(chain.bit_count() for chain in chains)
        return sum(chain for chain in chains if chain.bit_count() == least)

    def ask(self, stones: Mask, area: Mask, nodes: int) -> Outcome:
        """What a prover says about *stones* in the window *area*."""
        window = self.window(stones, area)
        seconds = max(0.0, self.deadline - time.monotonic())
        limits = dataclasses.replace(self.limits, nodes=nodes, seconds=seconds)
        outcome = prove(window, limits=limits, prover=self.prover)
        self.nodes += outcome.nodes
        return outcome

    def window(self, stones: Mask, area: Mask) -> Window:
        """The game for *stones* where only *area* is free."""
        own = self.fixed[self.colour] | self.kept & self.position.stones(self.colour)
        return Window(self.position, self.colour, stones, area, own, self.kept)

    def search(self, stones: Mask, area: Mask) -> Keep | None:
        """A proof that *stones* are kept, found in the window *area* and checked, or None."""
        outcome = self.ask(stones, area, self.limits.wall_nodes)
        if outcome.status is not Status.ALIVE or outcome.certificate is None:
            return None
        evidence = outcome.certificate.evidence[0]
        if isinstance(evidence, Strategy):
            evidence = as_patterns(self.window(stones, area), evidence)
        assert isinstance(evidence, Patterns), "a refutation proves no life, nor do places"
        game = Keeping(self.position, self.colour, stones, self.kept)
        patterns = widen(game, self.window(stones, area), evidence)
        if patterns is None:
            return None
        keep = Keep(stones, patterns)
        try:
            check_keep(self.position, keep, self.kept)
        except CertificateError:
            return None
        return keep
