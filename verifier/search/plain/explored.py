"""The explored part of the game graph of one unit, with finite wins propagated at once.

A node is a state. Its value is final as soon as it is set: a win in finitely many moves spreads to
the parents immediately (Liu and Smolka 1998); wins that rest on cycles are set by
:mod:`verifier.search.plain.lifting` and spread in the same way. Values belong to a *threshold game*: where
the ruleset calls cycles a draw, they count for one side, which is fixed per graph.
"""

from collections.abc import Iterable

from verifier.play import PASS, Arena, State
from verifier.search.measures import weights

__all__ = ["ATTACKER", "OWNER", "Explored"]

OWNER, ATTACKER = 1, -1
"""Values of a node, by the side that wins from it; 0 is undecided."""

_NODE_BYTES, _EDGE_BYTES = 760, 110


def _passed(state: State) -> State:
    """The state after a pass that does not count towards an end."""
    black, white, threats, taken = state.black, state.white, state.threats, state.taken
    return State(black, white, -1, 1 - state.to_move, False, threats=threats, taken=taken)


class Explored:
    """States met so far, their edges where they are expanded, and who wins from them.

    In search the balance of prisoners is counted in passes: in a cycle, stones lost by the owner minus
    stones lost by the attacker equal the attacker's passes minus the owner's, since suicide is
    forbidden. Where passes never end play, a pass is left out if answering it with a pass closes a cycle
    that the passing side loses.
    """

    def __init__(self, arena: Arena, draws_to_owner: bool) -> None:
        self.arena = arena
        self.rule: str = arena.ruleset["cycle"]
        self.weighs = arena.weighs
        """Whether prisoners matter in cycles."""
        self.mixed = self.rule in ("prisoners then ownership", "prisoners then aim", "aim")
        """Whether there are both bad states and others."""
        self.marks = OWNER if arena.marks_owner else ATTACKER
        """The side that wins even cycles with a bad state in them."""
        self._bad_of = weights(arena, arena.owner, draws_to_owner)[1]
        self._no_end = type(arena) is Arena and arena.ruleset["end"] == "never"
        self._owner = int(arena.owner)
        self.states: list[State] = []
        self.index: dict[State, int] = {}
        self.mover: list[int] = []
        """OWNER or ATTACKER, by the side to move."""
        self.value: list[int] = []
        self.choice: list[int | None] = []
        """The winner's move at decided nodes where the winner moves; None at static leaves."""
        self.children: list[list[tuple[int, int, int]] | None] = []
        """Edges of an expanded node: (child, weight, move). Lost moves may be missing. None: not expanded."""
        self.parents: list[list[int]] = []
        self.bad: list[bool] = []
        """The attacker owns no point of the unit there, as the cycle rule has it; known once expanded."""
        self.answered: list[bool] = []
        """The pass is left out: answering it with a pass closes a cycle that the mover loses."""
        self._open: list[int] = []  # children that are not yet lost for the mover
        self._settled: dict[tuple[object, ...], int] = {}
        self._bad: dict[tuple[object, ...], bool] = {}
        self.expanded = 0
        self.edges = 0
        self.root = self.enter(arena.start)

    @property
    def memory(self) -> int:
        """An estimate of the bytes in use."""
        return _NODE_BYTES * len(self.states) + _EDGE_BYTES * self.edges

    def enter(self, state: State) -> int:
        """Return the node of *state*, a new leaf if it was not known."""
        known = self.index.get(state)
        if known is not None:
            return known
        # As in the checker: the side to move counts only where the last pass does.
        board = state if state.passed else self.arena.statics_key(state)
        value = self._settled.get(board)
        if value is None:
            side = self.arena.settled(state)
            value = 0 if side is None else OWNER if side == self._owner else ATTACKER
            self._settled[board] = value
        choice = None
        mover = OWNER if state.to_move == self._owner else ATTACKER
        if value == 0 and self._no_end:
            twin = self.index.get(_passed(state))
            if twin is not None and self.value[twin] == mover:
                value, choice = mover, PASS
        node = len(self.states)
        self.index[state] = node
        self.states.append(state)
        self.mover.append(mover)
        self.value.append(value)
        self.choice.append(choice)
        self.children.append(None)
        self.parents.append([])
        self.bad.append(False)
        self.answered.append(False)
        self._open.append(0)
        return node

    def expand(self, node: int) -> None:
        """Give an undecided leaf its edges, and spread what follows from them."""
        state, mover, value = self.states[node], self.mover[node], self.value
        board = self.arena.statics_key(state)
        bad = self._bad.get(board)
        if bad is None:
            bad = self._bad[board] = self._bad_of(state)
        self.bad[node] = bad
        self.expanded += 1
        edges: list[tuple[int, int, int]] = []
        self.children[node] = edges
        for move, after, _, winner in self.arena.steps(state):
            if winner is not None:
                if (winner == self._owner) == (mover == OWNER):
                    self.decide(((node, mover, move),))
                    return
                continue
            weight = 0
            if move <= PASS:
                if self._no_end and state.ban < 0 and bad == (mover == ATTACKER):
                    self.answered[node] = True
                    continue
                if self.weighs:
                    weight = -mover
            child = self.enter(after)
            if value[child] == mover:
                self.decide(((node, mover, move),))
                return
            if value[child] == 0:
                edges.append((child, weight, move))
        if not edges:
            self.decide(((node, -mover, None),))
            return
        self.edges += len(edges)
        self._open[node] = len(edges)
        for child, _, _ in edges:
            self.parents[child].append(node)

    def decide(self, wins: Iterable[tuple[int, int, int | None]]) -> None:
        """Set the values of undecided nodes (node, value, choice), all at once, then spread them.

        The choices given must win together, the answers to passes that are left out included; each
        spread win is reached from earlier ones, so that all choices win together again.
        """
        value, choice, mover, left = self.value, self.choice, self.mover, self._open
        stack = []
        for node, side, move in wins:
            value[node], choice[node] = side, move
            stack.append(node)
        stack.extend([twin for node in stack for twin in self._answer(node)])
        while stack:
            node = stack.pop()
            side = value[node]
            for parent in self.parents[node]:
                if value[parent]:
                    continue
                if mover[parent] == side:
                    choice[parent] = self._move_to(parent, node)
                else:
                    left[parent] -= 1
                    if left[parent]:
                        continue
                value[parent] = side
                stack.append(parent)
                stack.extend(self._answer(parent))

    def _answer(self, node: int) -> tuple[int, ...]:
        """Let the winner answer a pass that is left out at *node* with a pass, if he has no move yet."""
        side = self.value[node]
        if not self.answered[node] or self.mover[node] == side:
            return ()
        twin = self.index.get(_passed(self.states[node]))
        if twin is None or self.value[twin]:
            return ()
        self.value[twin], self.choice[twin] = side, PASS
        return (twin,)

    def _move_to(self, parent: int, child: int) -> int:
        edges = self.children[parent]
        assert edges is not None
        return next(move for node, _, move in edges if node == child)

    def choose(self, state: State) -> int:
        """Return the winner's move at a decided state; a pass where only an omitted pass leads to it."""
        node = self.index.get(state)
        move = None if node is None else self.choice[node]
        return PASS if move is None else move
