"""What may stand in a certificate, as a graph: nodes, what each of them demands, and what can meet a demand.

A *universe* is a set of nodes, states or patterns that one side wins from, with every way in which the
certificate format lets one node rest on others. A *part* of it is a certificate: with a node it holds, for
each demand of the node, something that meets the demand, and the side wins all of its cycles, as its measure
shows (docs/certificates.md).
"""

import dataclasses
from collections.abc import Container, Iterable
from typing import NamedTuple

from verifier.board import Point

__all__ = ["Demand", "Part", "Universe", "Way"]


class Way(NamedTuple):
    """One thing that meets a demand."""

    target: int
    """The node that a move leads to, or that covers what it leads to; -1 if nothing more is needed."""
    weight: int
    """Stones that the side loses by the move minus those that it takes, where prisoners count."""
    move: Point


class Demand(NamedTuple):
    """One of the ways must be there."""

    ways: tuple[Way, ...]
    scope: frozenset[int] | None = None
    """The demand is made only if the node's first demand is met in one of these ways; None: always.
    Where some demand has a scope, all ways of the first one lead to a node."""


@dataclasses.dataclass(slots=True)
class Universe:
    """Nodes by number. Node 0 stands for the start, costs nothing, and rests on a node that is listed."""

    marks_side: bool
    """Whether even cycles with a marked node in them belong to the side; all other even ones do if not."""
    demands: list[list[Demand]]
    marked: list[bool]
    cost: list[int]
    """What a node costs in the certificate; the sum is what is to be small."""
    targets: list[list[int]] = dataclasses.field(init=False)
    """The nodes on which a node may rest."""

    def __post_init__(self) -> None:
        self.targets = [
            list({way.target for demand in demands for way in demand.ways if way.target >= 0})
            for demands in self.demands
        ]

    def price(self, nodes: Iterable[int]) -> int:
        """What *nodes* cost together."""
        return sum(self.cost[v] for v in nodes)

    def reached(self, inside: Container[int]) -> list[int]:
        """The nodes *inside* that node 0 leads to, itself the first."""
        order, seen = [0], {0}
        for v in order:  # grows while it is read
            for u in self.targets[v]:
                if u not in seen and u in inside:
                    seen.add(u)
                    order.append(u)
        return order


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A certificate in a universe."""

    chosen: dict[int, dict[int, Way]]
    """For each node the ways in which its demands are met, by number of the demand; if made."""
    measure: dict[int, tuple[int, int]]
    """Credit and rank of each node, as a certificate gives them."""
