"""Which state to expand next: proof numbers for both sides, along one path through the graph.

The effort of a side at a node estimates how many leaves it must still win there: one child's where it
chooses, the hardest child's plus the number of its siblings where it does not (weak proof numbers:
Ueda et al. 2008; sums would count the same leaf over and over). A child that lies on the current path
closes a cycle and is judged by the cycle rule. Such judgments hold on this path only, so they guide
the search and are never stored as results: the most they do is to call a node *believed*.
"""

from collections import deque

from verifier.search.plain.explored import ATTACKER, OWNER, Explored

__all__ = ["BELIEVED", "Guide"]

BELIEVED = 1 << 20
"""An effort that means "lost on the path where it was last looked at"."""


# First efforts, found by trial on random positions: more for the owner where an opposing stone lies on a
# point of the unit, more for the attacker where the unit stands untouched.
_STONE_LOST, _UNIT_WHOLE = 2, 8


class Guide:
    """The most promising path from the root, and the efforts of both sides at every node."""

    def __init__(self, graph: Explored) -> None:
        self.graph = graph
        self.effort: dict[int, list[int]] = {OWNER: [], ATTACKER: []}
        """By side and node; at least 1."""
        self._path: list[int] = []
        self._depth: dict[int, int] = {}
        self._weight: list[int] = []  # sum of weights before each node of the path
        self._bads: list[int] = []  # number of bad nodes before each node of the path
        self.restart()

    def restart(self) -> None:
        """Begin again at the root."""
        self._path, self._depth, self._weight, self._bads = [], {}, [], []
        self._push(self.graph.root, 0)

    def forget(self) -> None:
        """Give nodes that are believed a fresh start, and begin again at the root."""
        owner, attacker = self.effort[OWNER], self.effort[ATTACKER]
        for node, (own, other) in enumerate(zip(owner, attacker, strict=True)):
            if own >= BELIEVED or other >= BELIEVED:
                owner[node] = attacker[node] = 1
        self.restart()

    def believed(self) -> int:
        """Return the side that is believed to win from the root, or 0."""
        for side in (OWNER, ATTACKER):
            if self.effort[-side][self.graph.root] >= BELIEVED:
                return side
        return 0

    def select(self) -> int:
        """Follow the easiest moves to a leaf and return it; -1 if the path ends in a judged cycle."""
        graph, path = self.graph, self._path
        self._grow()
        while True:
            node = path[-1]
            if graph.children[node] is None:
                return node
            _, _, child, weight = self._look(len(path) - 1)
            if child < 0:
                return -1
            self._push(child, weight)

    def update(self) -> None:
        """Bring the efforts along the path up to date, and cut it back to where they did not change."""
        graph, path = self.graph, self._path
        self._grow()
        value = graph.value
        for at, node in enumerate(path):
            if value[node]:
                self._cut(max(at, 1))
                break
        owner, attacker = self.effort[OWNER], self.effort[ATTACKER]
        while path:
            node = path[-1]
            if graph.children[node] is not None and not value[node]:
                easy, hard, _, _ = self._look(len(path) - 1)
                if graph.mover[node] == ATTACKER:
                    easy, hard = hard, easy
                if owner[node] == easy and attacker[node] == hard:
                    return
                owner[node], attacker[node] = easy, hard
            if len(path) == 1:
                return
            self._cut(len(path) - 1)

    def wanted(self, side: int, most: int) -> list[int]:
        """Return leaves that *side*'s easiest moves and all moves of the other side reach, or any at all."""
        self._grow()
        graph = self.graph
        for narrow in (True, False):
            found: list[int] = []
            seen = {graph.root}
            front = deque([graph.root])
            while front and len(found) < most:
                node = front.popleft()
                edges = graph.children[node]
                if edges is None:
                    found.append(node)
                    continue
                live = [child for child, _, _ in edges if not graph.value[child]]
                if narrow and graph.mover[node] == side and live:
                    live = [min(live, key=self.effort[side].__getitem__)]
                for child in live:
                    if child not in seen:
                        seen.add(child)
                        front.append(child)
            if found:
                return found
        return []

    def _look(self, at: int) -> tuple[int, int, int, int]:
        """Return both efforts at a node of the path, the mover's first, and his easiest edge.

        Its child is -1 where either side is believed to win.
        """
        graph = self.graph
        node = self._path[at]
        mover = graph.mover[node]
        mine, theirs = self.effort[mover], self.effort[-mover]
        value, depth = graph.value, self._depth
        easy, hard, siblings = BELIEVED, 1, -1
        best, best_weight = -1, 0
        for child, weight, _ in graph.children[node] or ():
            if value[child]:
                continue
            since = depth.get(child, -1)
            if 0 <= since <= at:
                if self._cycle_winner(since, at, weight) == mover:
                    return 1, BELIEVED, -1, 0
                continue
            effort = mine[child]
            siblings += 1
            if effort < easy or best < 0:
                easy, best, best_weight = effort, child, weight
            if theirs[child] > hard:
                hard = theirs[child]
        if best < 0:
            return BELIEVED, 1, -1, 0
        if easy >= BELIEVED:
            return BELIEVED, 1, -1, 0
        if hard + siblings >= BELIEVED:
            return 1, BELIEVED, -1, 0
        return easy, hard + siblings, best, best_weight

    def _cycle_winner(self, since: int, at: int, weight: int) -> int:
        total = self._weight[at] + weight - self._weight[since]
        if total:
            return OWNER if total < 0 else ATTACKER
        bads = self._bads[at] + self.graph.bad[self._path[at]] - self._bads[since]
        return self.graph.marks if bads else -self.graph.marks

    def _push(self, node: int, weight: int) -> None:
        if self._path:
            last = self._path[-1]
            self._weight.append(self._weight[-1] + weight)
            self._bads.append(self._bads[-1] + self.graph.bad[last])
        else:
            self._weight.append(0)
            self._bads.append(0)
        self._depth[node] = len(self._path)
        self._path.append(node)

    def _cut(self, length: int) -> None:
        for node in self._path[length:]:
            del self._depth[node]
        del self._path[length:], self._weight[length:], self._bads[length:]

    def _grow(self) -> None:
        """Give new nodes their first efforts: the other side must answer about half of the empty points."""
        graph, arena = self.graph, self.graph.arena
        owner, attacker = self.effort[OWNER], self.effort[ATTACKER]
        for node in range(len(owner), len(graph.states)):
            state = graph.states[node]
            mine, theirs = (state.white, state.black) if arena.owner else (state.black, state.white)
            answers = (arena.locale & ~(mine | theirs)).bit_count() // 2
            to_move = graph.mover[node] == OWNER
            lost = _STONE_LOST if theirs & arena.unit else 0
            whole = _UNIT_WHOLE if not arena.unit & ~mine else 0
            owner.append(1 + lost + (0 if to_move else answers))
            attacker.append(1 + whole + (answers if to_move else 0))
