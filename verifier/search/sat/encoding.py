"""The explored part of an arena as a formula: "the owner holds" (docs/refutations.md).

A variable per state says that the owner holds from it, a variable per legal answer of an explored
state of the owner says that he gives it. States seen but not explored have a variable and no clause,
so a formula without a model needs nothing from beyond the explored part.
"""

from collections.abc import Callable

from verifier.board import Point
from verifier.play import PASS, Arena, State, Step
from verifier.proof.certificate import Refutation
from verifier.search.measures import Closure, UnclosedError, weights

__all__ = ["Encoding"]


class Encoding:
    """States by number (the start is 0), their edges, and the clauses so far.

    With *draw_wins*, cycles that the ruleset calls a draw count as won by the owner. With *attack*,
    the attacker has no other moves than those; a refutation is then one of the whole game too.
    """

    def __init__(
        self, arena: Arena, draw_wins: bool, attack: Callable[[State], Point | None] | None = None
    ) -> None:
        self.arena, self.draw_wins, self.attack = arena, draw_wins, attack
        self._w, self._is_bad = weights(arena, arena.owner, draw_wins)
        self.states: list[State] = []
        self.hold: list[int] = []
        """The variable of each state."""
        self.edges: list[list[tuple[int, int, Point, int]]] = []
        """(successor, w, move, variable of the answer or 0); empty for states that are not explored."""
        self.bad: list[bool] = []
        self.open: dict[int, None] = {}
        """States seen but not explored, in the order in which they were seen."""
        self.sure: dict[int, Point] = {}
        """States from which the owner reaches his win without a cycle, with his move."""
        self.variables: list[State | tuple[State, Point]] = []
        self.clauses: list[tuple[int, ...]] = []
        self.explored = 0
        self._index: dict[State, int] = {}
        self._before: list[list[tuple[int, Point]]] = []
        self._unsure: list[int] = []
        self._add((self.hold[self._enter(arena.start)],))

    def explore(self, v: int) -> None:
        """Add all moves of an open state with their clauses."""
        del self.open[v]
        self.explored += 1
        state, arena = self.states[v], self.arena
        owner_moves = state.to_move == arena.owner
        steps = self._steps(state)
        self._unsure[v] = len(steps)
        self.bad[v] = self._is_bad(state)
        for step in steps:
            if step.winner is None:
                continue
            if step.winner != arena.owner and not owner_moves:
                self._add((-self.hold[v],))
                return
            if step.winner == arena.owner and owner_moves:
                self._win(v, step.move)
                return
        answers = []
        for step in steps:
            answer = 0
            if owner_moves:
                answer = self._variable((state, step.move))
                answers.append(answer)
            if step.winner is not None:
                if owner_moves:
                    self._add((-answer,))
                else:
                    self._unsure[v] -= 1
                continue
            u = self._enter(step.state)
            self.edges[v].append((u, self._w(state, step), step.move, answer))
            self._before[u].append((v, step.move))
            self._add((-answer if owner_moves else -self.hold[v], self.hold[u]))
        if owner_moves:
            self._add((-self.hold[v], *answers))
            if self._passing_loses(v):
                self._add((-answers[-1],))
        for u, _, move, _ in self.edges[v]:
            if u in self.sure:
                self._hear(v, move)
        if not owner_moves and self._unsure[v] == 0 and v not in self.sure:
            self._win(v, PASS)

    def closure(self, model: set[int]) -> tuple[Closure, list[int], list[int]]:
        """Return what the answers of a model lead to: closure, numbers of its states, open states met."""
        arena = self.arena
        closure = Closure(arena.owner, True, True, self.draw_wins, [], [], [], [])
        local: dict[int, int] = {0: 0}
        numbers, met = [0], []
        for v in numbers:  # grows while it is read
            state = self.states[v]
            closure.states.append(state)
            closure.marked.append(self.bad[v])
            edges = self.edges[v]
            chosen: Point | None = None
            if v in self.sure:
                edges = []
            elif v in self.open:
                met.append(v)
            elif state.to_move == arena.owner:
                given = [edge for edge in edges if edge[3] in model]
                edge = min(given, key=lambda edge: (edge[0] not in self.sure, edge[0] in self.open))
                edges, chosen = [edge], edge[2]
            kept = []
            for u, w, move, _ in edges:
                if u not in local:
                    local[u] = len(numbers)
                    numbers.append(u)
                kept.append((local[u], w, move))
            closure.moves.append(chosen)
            closure.edges.append(kept)
        return closure, numbers, met

    def cut(self, steps: tuple[tuple[State, Point], ...]) -> None:
        """Add the clause that forbids the owner's answers of a losing cycle."""
        literals = []
        for state, move in steps:
            if state.to_move == self.arena.owner:
                edges = self.edges[self._index[state]]
                literals.append(-next(answer for _, _, other, answer in edges if other == move))
        self._add(tuple(literals))

    def choices(self, numbers: list[int], closure: Closure) -> dict[State, Point]:
        """Return the owner's move for each state of a closure, and for the sure states behind it."""
        named = zip(closure.states, closure.moves, strict=True)
        moves = {state: move for state, move in named if move is not None}
        todo = [v for v in numbers if v in self.sure]
        seen = set(todo)
        while todo:
            v = todo.pop()
            owner_moves = self.states[v].to_move == self.arena.owner
            if owner_moves:
                moves[self.states[v]] = self.sure[v]
            for u, _, move, _ in self.edges[v]:
                if u not in seen and (not owner_moves or move == self.sure[v]):
                    seen.add(u)
                    todo.append(u)
        return moves

    def refutation(self, clauses: list[tuple[int, ...]], proof: list[tuple[int, ...]]) -> Refutation:
        """Return the refutation by these clauses, with the variables they use numbered anew."""
        names: dict[int, int] = {}
        for clause in clauses:
            for literal in clause:
                names.setdefault(abs(literal), len(names) + 1)

        def rename(clause: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(names[abs(literal)] * (1 if literal > 0 else -1) for literal in clause)

        return Refutation(
            tuple(self.variables[old - 1] for old in names),
            tuple(map(rename, clauses)),
            tuple(map(rename, proof)),
            self.draw_wins,
        )

    def _enter(self, state: State) -> int:
        known = self._index.get(state)
        if known is not None:
            return known
        v = self._index[state] = len(self.states)
        self.states.append(state)
        self.hold.append(self._variable(state))
        self.edges.append([])
        self.bad.append(False)
        self._before.append([])
        self._unsure.append(0)
        winner = self.arena.settled(state)
        if winner is None:
            self.open[v] = None
        elif winner == self.arena.owner:
            self.sure[v] = PASS
        else:
            self._add((-self.hold[v],))
        return v

    def _win(self, v: int, move: Point) -> None:
        """Record that the owner wins from v, and what follows for the states before it."""
        todo = [(v, move)]
        while todo:
            v, move = todo.pop()
            if v in self.sure:
                continue
            self.sure[v] = move
            self.open.pop(v, None)
            for u, back in self._before[v]:
                if self.states[u].to_move == self.arena.owner:
                    todo.append((u, back))
                else:
                    self._unsure[u] -= 1
                    if self._unsure[u] == 0:
                        todo.append((u, PASS))

    def _hear(self, v: int, move: Point) -> None:
        """A successor of v was sure before v was explored."""
        if self.states[v].to_move == self.arena.owner:
            self._win(v, move)
        else:
            self._unsure[v] -= 1

    def _steps(self, state: State) -> list[Step]:
        if self.attack is None or state.to_move == self.arena.owner:
            return list(self.arena.steps(state))
        move = self.attack(state)
        step = None if move is None else self.arena.step(state, move)
        if step is None:
            raise UnclosedError(state, f"no legal move is chosen in {state}")
        return [step]

    def _passing_loses(self, v: int) -> bool:
        """Whether the owner's pass, answered by a pass, closes a cycle that he loses."""
        state = self.states[v]
        if self.bad[v] or state.ban >= 0 or state.passed:
            return False
        after = self.arena.step(state, PASS)
        back = None if after is None else self.arena.step(after.state, PASS)
        return back is not None and back.winner is None and back.state == state

    def _variable(self, meaning: State | tuple[State, Point]) -> int:
        self.variables.append(meaning)
        return len(self.variables)

    def _add(self, clause: tuple[int, ...]) -> None:
        self.clauses.append(clause)
