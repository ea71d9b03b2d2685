"""Checks refutations: proofs that the owner has no strategy, as a formula without a model.

Why an unsatisfiable formula proves that the attacker wins. The game is finite, so one side wins it,
and the side that wins has a *memoryless* winning strategy: won and lost cycles are each closed under
rotation and concatenation (semantics section 3). Suppose the owner wins, with the memoryless strategy
s. Make "the owner holds from v" true iff play from the start that follows s can reach v, and "the
owner answers v with m" true iff it can and s(v) = m. Then each allowed clause is true:

* *start*: the start holds;
* *replies*, "v does not hold, or it is answered with m1 or m2 or ...", if all legal moves of v are
  listed: s(v) is one of them;
* *answer*, "v is not answered with m, or u holds", if m leads from v to u and play goes on;
* *move*, "v does not hold, or u holds", if the attacker can move from v to u and play goes on;
* *lost*, "v does not hold", if the attacker wins from v at once or by passing for ever;
* *losing answer*, "v is not answered with m", if m ends play with a win of the attacker;
* *cycle*, "not all of these answers are given", if the answers, in this order, and one move of the
  attacker between each two of them close a walk that the attacker wins. If s gave them all, the
  attacker could repeat the walk for ever; it falls apart into simple cycles, and one of them has a
  positive sum of w, or all of them have the sum 0 and visit no bad state; so he would win one of them.

So the formula would have a model. The checker recognises the kind of each clause by its shape,
verifies it by replaying moves, and checks the proof of unsatisfiability by unit propagation. A clause
of no such kind is refused. docs/refutations.md has the details and an example.
"""

from collections.abc import Callable

from verifier.board import Point, vertex
from verifier.errors import CertificateError
from verifier.play import PASS, Arena, State, Step
from verifier.proof.certificate import Refutation
from verifier.proof.rup import Clause, check_rup

__all__ = ["check_refutation"]


def check_refutation(arena: Arena, refutation: Refutation) -> int:
    """Check that the owner has no winning strategy; return the number of moves replayed.

    Under the cycle rule "draw" the game is the one in which draws count as won by the owner iff
    ``refutation.draw_wins``; under other rules that field has no meaning.

    Raises:
        CertificateError: a clause is not true of every winning strategy, or the proof has a gap.
    """
    checker = _ClauseChecker(arena, refutation)
    for number, clause in enumerate(refutation.clauses, 1):
        try:
            checker.check(clause)
        except CertificateError as error:
            raise CertificateError(f"clause {number}: {error}") from None
    check_rup(len(refutation.variables), refutation.clauses, refutation.proof)
    return checker.moves


class _ClauseChecker:
    """Recognises and verifies single clauses; counts the moves replayed."""

    def __init__(self, arena: Arena, refutation: Refutation) -> None:
        self.arena = arena
        self.moves = 0
        self._weigh, self._bad = _judging(arena, refutation.draw_wins)
        self._variables: list[tuple[State, Point | None]] = []
        for meaning in refutation.variables:
            state, move = (meaning, None) if isinstance(meaning, State) else meaning
            self._check_state(state)
            if move is not None and state.to_move != arena.owner:
                raise CertificateError("a variable stands for an answer where the owner is not to move")
            self._variables.append((state, move))

    def check(self, clause: Clause) -> None:
        """Raise CertificateError unless *clause* is true of every winning strategy of the owner."""
        if not clause:
            raise CertificateError("it is empty")
        meanings = [self._meaning(literal) for literal in clause]
        first, first_move = meanings[0]
        if clause[0] > 0:
            if len(clause) != 1 or first_move is not None or first != self.arena.start:
                raise CertificateError("it says that something else than the start holds")
        elif first_move is None:
            self._check_held(clause, meanings)
        elif len(clause) == 2 and clause[1] > 0:
            self._check_answer(first, first_move, meanings[1])
        elif any(literal > 0 for literal in clause):
            raise CertificateError("it is of no known kind")
        else:
            answers = [(state, move) for state, move in meanings if move is not None]
            self._check_losing_answers(answers, len(clause))

    def _check_held(self, clause: Clause, meanings: list[tuple[State, Point | None]]) -> None:
        """A clause that begins with "this state does not hold"."""
        state = meanings[0][0]
        if any(literal < 0 for literal in clause[1:]):
            raise CertificateError("it is of no known kind")
        if len(clause) == 1:
            self._check_lost(state)
        elif state.to_move == self.arena.owner:
            listed = set()
            for other, move in meanings[1:]:
                if move is None or other != state:
                    raise CertificateError("it lists something else than answers of one state")
                listed.add(move)
            for step in self._steps(state):
                if step.move not in listed:
                    raise CertificateError(f"the legal answer {self._name(step.move)} is missing")
        else:
            if len(clause) != 2 or meanings[1][1] is not None:
                raise CertificateError("it does not lead from an attacker's state to one state")
            self._edge(state, meanings[1][0])

    def _check_lost(self, state: State) -> None:
        if self.arena.settled(state) == self.arena.attacker:
            return
        if state.to_move != self.arena.owner:
            if any(step.winner == self.arena.attacker for step in self._steps(state)):
                return
        raise CertificateError("the state it calls lost is neither settled nor ended by the attacker's win")

    def _check_answer(self, state: State, move: Point, target: tuple[State, Point | None]) -> None:
        step = self._step(state, move)
        if step.winner is not None or target[1] is not None or step.state != target[0]:
            raise CertificateError(f"the answer {self._name(move)} does not lead to the state named")

    def _check_losing_answers(self, answers: list[tuple[State, Point]], length: int) -> None:
        """Answers of which one ends play with a loss, or that the attacker links to a cycle he wins."""
        if len(answers) != length:
            raise CertificateError("it is of no known kind")
        steps = [self._step(state, move) for state, move in answers]
        if length == 1 and steps[0].winner == self.arena.attacker:
            return
        total, bad = 0, False
        for position, (state, _) in enumerate(answers):
            step = steps[position]
            if step.winner is not None:
                raise CertificateError("an answer of the cycle ends play")
            following = answers[(position + 1) % length][0]
            back = self._edge(step.state, following)
            if self._weigh:
                total += back.captured - step.captured
            bad = bad or self._bad(state) or self._bad(step.state)
        if total < 0 or (total == 0 and bad):
            raise CertificateError("the attacker does not win the cycle")

    def _edge(self, state: State, target: State) -> Step:
        """The attacker's move between two states. It is unique: no two moves give the same stones."""
        if state.to_move == self.arena.owner:
            raise CertificateError("an answer leads to a state of the owner")
        before, after = (state.white, target.white) if state.to_move else (state.black, target.black)
        new = after & ~before
        step = self._step(state, new.bit_length() - 1 if new else PASS)
        if step.winner is not None or step.state != target:
            raise CertificateError("no move of the attacker leads to the next state")
        return step

    def _step(self, state: State, move: Point) -> Step:
        self.moves += 1
        step = self.arena.step(state, move)
        if step is None:
            raise CertificateError(f"the move {self._name(move)} is illegal")
        return step

    def _steps(self, state: State) -> list[Step]:
        steps = list(self.arena.steps(state))
        self.moves += len(steps)
        return steps

    def _meaning(self, literal: int) -> tuple[State, Point | None]:
        if not 0 < abs(literal) <= len(self._variables):
            raise CertificateError(f"literal {literal} stands for nothing")
        return self._variables[abs(literal) - 1]

    def _check_state(self, state: State) -> None:
        arena, position = self.arena, self.arena.position
        changed = (state.black ^ position.black) | (state.white ^ position.white)
        elsewhere = changed & ~arena.locale or state.to_move not in (0, 1)
        if elsewhere or state.black & state.white or not arena.may_be_listed(state):
            raise CertificateError("a state of the formula is no state of this unit's game")

    def _name(self, move: Point) -> str:
        if not 0 <= move < self.arena.grid.size:
            return "pass" if move == PASS else str(move)
        return vertex(move, self.arena.grid.rows, self.arena.grid.cols)


def _judging(arena: Arena, draw_wins: bool) -> tuple[bool, Callable[[State], bool]]:
    """Return whether prisoners weigh in cycles, and which states are bad for the attacker."""
    rule = arena.ruleset["cycle"]
    if rule == "prisoners then ownership":
        return True, lambda state: not arena.attacker_owns_some(state)
    if rule == "draw":
        # An even cycle is the attacker's iff no state of it is bad.
        return False, lambda _: draw_wins
    return rule == "prisoners", lambda _: True
