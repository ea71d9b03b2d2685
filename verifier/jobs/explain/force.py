"""Can a side force unconditional life in finitely many moves? A search of its own, for explanations only.

It proves no verdict; it tells fights that end from fights that only stop. The kernel searches where it is
built. The search here in Python is the same question asked again, more slowly: its order of expansion is that
of proof numbers (Allis 1994), taken over the hardest reply instead of summed over all of them.
"""

import dataclasses
import enum

from verifier.board import Colour
from verifier.play import Arena, State
from verifier.search.native import available
from verifier.search.native.forced import forced_native

__all__ = ["Forced", "forced_plainly", "forces_unconditional_life", "most_states"]

_LOST = 1 << 40
_STATES, _POINTS = 20_000, 48
"""States that the kernel expands in half a second, and points up to which it does; on 19 lines the fewer ones
take it a second or two."""
_PLAIN = 3000
"""States that take Python a second or more."""


class Forced(enum.Enum):
    """What the search found."""

    YES = "yes"
    NO = "no"
    NOT_FOUND = "not found"
    """The budget ran out first."""


@dataclasses.dataclass(slots=True)
class _Node:
    state: State
    chooses: bool
    """Whether the side that forces is to move."""
    parents: list["_Node"] = dataclasses.field(default_factory=list)
    children: list["_Node"] | None = None
    effort: int = 1
    """Estimated number of states still to expand; 0 is proved, _LOST is disproved."""
    open_children: int = 0


def most_states(arena: Arena) -> int:
    """How many states are expanded where nobody says: fewer in large locales, and without the kernel."""
    return _STATES * _POINTS // max(_POINTS, arena.locale.bit_count()) if available() else _PLAIN


def forces_unconditional_life(arena: Arena, side: Colour, *, budget: int) -> Forced:
    """Whether *side* can force a state that :meth:`Arena.settled` gives to him, from the start state.

    An end of play that he wins counts as well, and play that goes on for ever counts against him. For the
    attacker the state is one where an unconditionally alive stone of his stands on the unit, or where nothing
    can keep him from playing one there. *budget* is the number of states expanded.
    """
    if not available():
        return forced_plainly(arena, side, budget)
    return Forced(forced_native(arena, side, budget))


def forced_plainly(arena: Arena, side: Colour, states: int) -> Forced:
    """The same by Python alone."""
    return _Search(arena, side).run(states)


class _Search:
    def __init__(self, arena: Arena, side: Colour) -> None:
        self.arena, self.side = arena, side
        self.nodes: dict[State, _Node] = {}
        self.root = self.node(arena.start)

    def node(self, state: State) -> _Node:
        known = self.nodes.get(state)
        if known is not None:
            return known
        node = self.nodes[state] = _Node(state, state.to_move == self.side)
        winner = self.arena.settled(state)
        node.effort = 1 if winner is None else 0 if winner is self.side else _LOST
        return node

    def run(self, budget: int) -> Forced:
        for _ in range(budget):
            if not 0 < self.root.effort < _LOST:
                break
            path = self.descend()
            if path[-1].children is not None:  # every continuation runs into the path itself
                loose = next(
                    (n for n in self.nodes.values() if n.children is None and 0 < n.effort < _LOST), None
                )
                if loose is None:
                    return Forced.NO
                path = [loose]
            self.expand(path[-1])
            for node in reversed(path):
                self.estimate(node)
        if self.root.effort == 0:
            return Forced.YES
        return Forced.NO if self.root.effort >= _LOST else Forced.NOT_FOUND

    def descend(self) -> list[_Node]:
        path, on_path = [self.root], {id(self.root)}
        while path[-1].children is not None:
            node = path[-1]
            choices = [c for c in node.children or () if 0 < c.effort < _LOST and id(c) not in on_path]
            if not choices:
                break
            # He who forces tries what looks easiest, and first shows the reply that looks hardest.
            best = (
                min(choices, key=lambda c: c.effort) if node.chooses else max(choices, key=lambda c: c.effort)
            )
            path.append(best)
            on_path.add(id(best))
        return path

    def expand(self, node: _Node) -> None:
        children: dict[int, _Node] = {}
        decided = _LOST if node.chooses else 0
        for step in self.arena.steps(node.state):
            if step.winner is not None:
                won = step.winner is self.side
                if won == node.chooses:
                    decided = 0 if won else _LOST
                    node.children = []
                    self.settle(node, decided)
                    return
                continue
            child = self.node(step.state)
            children[id(child)] = child
        node.children = list(children.values())
        for child in node.children:
            child.parents.append(node)
        node.open_children = sum(0 < child.effort < _LOST for child in node.children)
        efforts = [child.effort for child in node.children]
        if node.chooses and 0 in efforts:
            self.settle(node, 0)
        elif not node.chooses and any(effort >= _LOST for effort in efforts):
            self.settle(node, _LOST)
        elif node.open_children == 0:
            self.settle(node, decided)

    def settle(self, node: _Node, effort: int) -> None:
        """Mark a node as proved or disproved, and everything that follows from that."""
        waiting = [(node, effort)]
        while waiting:
            item, value = waiting.pop()
            if not 0 < item.effort < _LOST:
                continue
            item.effort = value
            for parent in item.parents:
                if not 0 < parent.effort < _LOST:
                    continue
                parent.open_children -= 1
                if (value == 0) == parent.chooses:
                    waiting.append((parent, value))
                elif parent.open_children == 0:
                    waiting.append((parent, _LOST if parent.chooses else 0))

    def estimate(self, node: _Node) -> None:
        if node.children and 0 < node.effort < _LOST:
            efforts = [child.effort for child in node.children if 0 < child.effort < _LOST]
            if efforts:
                hardest = max(efforts) + len(efforts) - 1
                node.effort = min(min(efforts) + 1 if node.chooses else hardest, _LOST - 1)
