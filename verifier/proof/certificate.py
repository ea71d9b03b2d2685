"""What a certificate says: a claim, and the evidence for it. docs/certificates.md is the specification."""

import dataclasses
import enum
import functools
import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from verifier.board import Colour, Mask, Point, Position, unit_name
from verifier.board.grid import bits
from verifier.play import Arena, State, arena_for
from verifier.rules import Ruleset

if TYPE_CHECKING:
    from verifier.play import Pattern

__all__ = [
    "CLOSED",
    "Answer",
    "Certificate",
    "Claim",
    "Cover",
    "Evidence",
    "Keep",
    "Node",
    "PatternNode",
    "Patterns",
    "Place",
    "Places",
    "Refutation",
    "Stages",
    "Strategy",
    "Verdict",
    "target_of",
]

CLOSED = -1
"""Stands for a pattern that statics or the rules give to the winning side."""


class Verdict(enum.Enum):
    """What can be proved of a unit."""

    ALIVE = "alive"
    DEAD = "dead"
    DRAWN = "drawn"
    """Neither side can force its aim; only under rulesets that call some cycles a draw."""


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """A unit of a position, or several chains of one side together, has a verdict under a ruleset."""

    position: Position
    unit: Mask
    """The stones of the unit, or of all the chains."""
    ruleset: Ruleset
    verdict: Verdict
    walls: Mask = 0
    """Chains that are walls because their owner keeps them (walls = ``independent``), for this verdict."""

    def __str__(self) -> str:
        """As a sentence: ``the white unit D2 (1 stone) is alive under proposal2012``."""
        colours = [str(colour) for colour in Colour if self.unit & self.position.stones(colour)]
        what = " and ".join(colours) or "empty"
        names = []
        for chain in self.chains or (self.unit,):
            count = chain.bit_count()
            names.append(f"{unit_name(self.position, chain)} ({count} stone{'s' if count > 1 else ''})")
        verdict = f"{self.verdict.value} under {self.ruleset.id}"
        if len(names) == 1:
            return f"the {what} unit {names[0]} is {verdict}"
        return f"the {what} units {' and '.join(names)} together are {verdict}"

    @property
    def chains(self) -> tuple[Mask, ...]:
        """The chains that it is about, by first point; mostly one."""
        return tuple(self.position.grid.components(self.unit))

    def arena(self, scope: Mask | None = None, standing: Mask = 0) -> Arena:
        """The game that the claim is about; *scope* and *standing* as for :func:`verifier.play.arena_for`.

        Raises:
            InputError: see :func:`verifier.play.arena_for`.
        """
        return arena_for(self.position, self.unit, self.ruleset, scope, self.walls, standing)


@dataclasses.dataclass(frozen=True, slots=True)
class Node:
    """A state of a strategy: the move chosen by the winning side, and the measure (see Strategy)."""

    move: Point | None
    """None where the other side moves: every legal move is covered."""
    credit: int
    rank: int


@dataclasses.dataclass(frozen=True, slots=True)
class Strategy:
    """A closed set of states for one side, with a measure that decides every cycle in it.

    On an edge v -> u let w be the owner's minus the attacker's stones captured by the move. For the owner
    credit(u) <= credit(v) - w, for the attacker credit(u) <= credit(v) + w. Where these are equal: for the
    side that wins even cycles with a *marked* state in them, rank(u) < rank(v) unless v is marked; for the
    other side, rank(u) <= rank(v), strictly if v is marked. Marked are the states in which the attacker owns
    no point of the unit, for the owner; in games of new stones those of Arena.marked, for the attacker.
    """

    side: Colour
    draw_wins: bool
    """Whether cycles that the ruleset calls a draw count as won by *side* in this part of the proof."""
    nodes: Mapping[State, Node]


class Answer(NamedTuple):
    """What the winning side does at once after a move of the other side; no pattern is listed in between."""

    move: Point
    target: int
    """What covers it: the number of a node with the other side to move, or CLOSED."""


Cover: TypeAlias = int | Answer
"""The number of a node, CLOSED, or the answer to the other side's move."""


def target_of(cover: Cover) -> int:
    """The node that a cover leads to, if need be after an answer; or CLOSED."""
    return cover.target if isinstance(cover, Answer) else cover


@dataclasses.dataclass(frozen=True, slots=True)
class PatternNode:
    """A pattern of a proof, with what covers the moves from it.

    Where the winning side moves that is a number of a node or CLOSED, and no answer.
    """

    pattern: "Pattern"
    move: Point | None
    """The move chosen by the winning side; None where the other side moves."""
    credit: int
    rank: int
    after: Cover
    """What covers the chosen move; or the other side's pass and its plays outside that pattern's zone.

    If the pass has an answer, that zone is the node's own without the plays that are not listed."""
    replies: Mapping[Point, Cover]
    """What covers each of the other side's plays in that zone; empty where the winning side moves."""

    @property
    def covers(self) -> tuple[Cover, ...]:
        """Everything that covers a move from here."""
        return (self.after, *self.replies.values())


@dataclasses.dataclass(frozen=True, slots=True)
class Patterns:
    """A strategy for one side, given by zones: what lies outside a zone does not matter.

    The start matches the first node; without any nodes it is settled. The measure is that of Strategy.
    """

    side: Colour
    draw_wins: bool
    nodes: Sequence[PatternNode]
    holds: bool = False
    """In games that remember: the owner may lose the unit (:class:`verifier.play.Plain`)."""
    named: bool = False
    """In games that remember: each pass is for the ko that it names (:class:`verifier.play.Plain`)."""

    @property
    def area(self) -> Mask:
        """All points that the proof depends on."""
        return functools.reduce(
            operator.or_, (node.pattern.zone | node.pattern.eyes for node in self.nodes), 0
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Refutation:
    """Proof that no strategy of the owner holds: clauses over replies, and their refutation.

    See docs/refutations.md.
    """

    variables: tuple[State | tuple[State, Point], ...]
    """Variable i + 1 means "the owner holds from this state", or "the owner answers here with this move"."""
    clauses: tuple[tuple[int, ...], ...]
    proof: tuple[tuple[int, ...], ...]
    """Clauses in the order of a DRUP proof without deletions, the last one empty."""
    draw_wins: bool = True
    """Whether cycles that the ruleset calls a draw count as won by the *owner* in the refuted game."""


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Points that the attacker clears by answers there, and the chains of his that he keeps in doing so."""

    points: Mask
    keeps: Mask
    """Chains between places, that have liberties here and elsewhere."""
    evidence: Patterns
    """Play on these points and chains, by :class:`verifier.play.place.PlaceArena`."""
    lives: Mask = 0
    """Chains between places that live by what is in this one."""
    bans: bool = False
    """Whether the attacker relies on bans on the owner here, and answers here when they are lifted."""
    leans: Mask = 0
    """In :class:`Stages`: chains between places, next to the points, that count as walls here."""
    turns: bool = False
    """Whether the attacker relies on bans here that last for one turn of the owner."""
    finite: bool = False
    """Whether it is proved that the owner plays here only so often, whatever prisoners are taken."""

    @property
    def between(self) -> Mask:
        """The chains between places that this one says something of."""
        return self.keeps | self.lives


@dataclasses.dataclass(frozen=True, slots=True)
class Places:
    """A strategy of the attacker, who clears all points where a new stone counts place by place."""

    side: Colour
    places: tuple[Place, ...]
    draw_wins: bool = False
    named: bool = False
    """Whether each pass is for the ko that it names."""

    @property
    def nodes(self) -> tuple[PatternNode, ...]:
        """The patterns of all places."""
        return tuple(node for place in self.places for node in place.evidence.nodes)


@dataclasses.dataclass(frozen=True, slots=True)
class Stages:
    """A strategy of the attacker, who first plays by patterns, and from where they end place by place.

    In :attr:`first` a number beyond the nodes names one of :attr:`ends`: the first of these comes after the
    last node.
    """

    side: Colour
    first: Sequence[PatternNode]
    ends: tuple[tuple[tuple[int, int], ...], ...]
    """For each end the places that it falls into, each with the pattern of it that stands there."""
    places: tuple[Place, ...]
    draw_wins: bool = False
    named: bool = False
    """Whether each pass is for the ko that it names."""

    @property
    def nodes(self) -> tuple[PatternNode, ...]:
        """The patterns of the first stage and of all places."""
        return (*self.first, *(node for place in self.places for node in place.evidence.nodes))

    @property
    def opening(self) -> Patterns:
        """The first stage by itself, with nothing said of what follows: to be read, not to be checked."""
        beyond = len(self.first)

        def shown(cover: Cover) -> Cover:
            return CLOSED if target_of(cover) >= beyond else cover

        nodes = tuple(dataclasses.replace(node, after=shown(node.after)) for node in self.first)
        return Patterns(self.side, self.draw_wins, nodes, named=self.named)


Evidence: TypeAlias = Strategy | Patterns | Places | Stages | Refutation


@dataclasses.dataclass(frozen=True, slots=True)
class Keep:
    """Chains of one colour, and how their owner keeps them all by answering every play in an area.

    docs/semantics.md, section 2, has the game, :class:`verifier.play.Keeping` is its specification.
    """

    stones: Mask
    """The chains."""
    evidence: Patterns

    @property
    def colour(self) -> Colour:
        """Whose chains they are."""
        return self.evidence.side

    @property
    def area(self) -> Mask:
        """All points that the proof depends on, those of the chains among them."""
        return self.evidence.area


@dataclasses.dataclass(frozen=True, slots=True)
class Certificate:
    """A claim with its evidence: one strategy (by states or by patterns) or refutation.

    Two for a drawn unit, and none for a unit that is itself a wall.
    """

    claim: Claim
    evidence: tuple[Evidence, ...]
    about: Mapping[str, object] = dataclasses.field(default_factory=dict)
    """Free facts that prove nothing: prover, limits, nodes, seconds, program version."""
    supports: tuple["Certificate", ...] = ()
    """Where a new stone nearby counts: proofs about other units of the owner (verifier.proof.scope)."""
    keeps: tuple[Keep, ...] = ()
    """Why the walls of the claim are walls; each may lean on those before it."""
    standing: Mask = 0
    """Chains of the attacker that the proof never loses, where the scope of new stones ends at such."""

    def __str__(self) -> str:
        """What it claims. Whether that is so is for the checker to say."""
        kinds = " and ".join(type(item).__name__.lower() for item in self.evidence)
        return f"certificate ({kinds or 'without evidence'}): {self.claim}"

    def _repr_svg_(self) -> str:
        from verifier import svg

        claim = self.claim
        marks = dict.fromkeys(bits(claim.unit), claim.verdict.value)
        return svg.board(claim.position, statuses=marks, title=f"claimed: {claim}")
