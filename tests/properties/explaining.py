"""Why an altered certificate may be accepted, found out without the checker.

A strategy is judged by its cycles alone, with no measure, and one by patterns as the strategy of all
states that it stands for; a claim by a table or the native prover; a
refutation by reading its clauses once more and asking a SAT solver.
"""

import functools

from pysat.solvers import Solver

from verifier.board import Colour, Point
from verifier.play import Arena, MemoryArena, Plain, State, arena_for
from verifier.proof import Certificate, Claim, Evidence, Node, Patterns, Refutation, Strategy, Verdict
from verifier.proof.unfold import unfold
from verifier.search import Limits, Status
from verifier.search.native import DenseTable, prove_native

__all__ = ["explanation", "strategy_wins"]

NOTHING = "it is the same certificate"
FACTS = "only the free facts changed"
UNMET = "play never meets the changed states"
MEASURE = "the changed measure fits all inequalities"
MOVE = "the other move wins as well"
PATTERN = "the other pattern or reference fits as well"
CLAIM = "it proves another claim, which is true"
FORMULA = "the other formula is true and has no model"
PROOF = "the other proof lines follow too"
DRAWS = "no cycle is a draw under these rules"


def explanation(before: Certificate, after: Certificate) -> str | None:
    """Return why the accepted certificate *after*, made from *before*, is valid; None if it is not."""
    arena = arena_for(after.claim.position, after.claim.unit, after.claim.ruleset)
    if isinstance(arena, MemoryArena):
        # Patterns win such games by plain play; here all their states are played through in the game itself.
        return CLAIM if all(holds(arena, item) for item in after.evidence) else None
    if not claim_is_true(after.claim):
        return None
    if not all(holds(arena, item) for item in after.evidence):
        return None
    if after.claim != before.claim:
        return CLAIM
    if after.evidence == before.evidence:
        return NOTHING if after.about == before.about else FACTS
    if len(after.evidence) != len(before.evidence):
        return None
    pairs = [(a, b) for a, b in zip(before.evidence, after.evidence, strict=True) if a != b]
    reasons = {difference(arena, a, b) for a, b in pairs}
    return reasons.pop() if len(reasons) == 1 else None


def difference(arena: Arena, before: Evidence, after: Evidence) -> str | None:
    """Name what a valid piece of evidence does otherwise than the one it was made from."""
    if isinstance(before, Refutation) and isinstance(after, Refutation):
        if (before.variables, before.clauses) != (after.variables, after.clauses):
            return FORMULA
        return DRAWS if before.proof == after.proof else PROOF
    if isinstance(before, Patterns) and isinstance(after, Patterns):
        return PATTERN if (before.side, before.draw_wins) == (after.side, after.draw_wins) else None
    if not isinstance(before, Strategy) or not isinstance(after, Strategy):
        return None
    if (before.side, before.draw_wins) != (after.side, after.draw_wins):
        return None
    met = met_states(arena, after)
    if all(before.nodes.get(state) == after.nodes[state] for state in met):
        return UNMET
    if not all(fits(arena, after, state) for state in met):
        return None
    same = all(state in before.nodes and before.nodes[state].move == after.nodes[state].move for state in met)
    return MEASURE if same else MOVE


# Strategies


def loss(arena: Arena, state: State, captured: int) -> int:
    """The owner's lost stones minus the attacker's, where prisoners decide cycles."""
    if not arena.ruleset["cycle"].startswith("prisoners"):
        return 0
    return captured if state.to_move == arena.attacker else -captured


def is_bad(arena: Arena, state: State, draws_for_owner: bool) -> bool:
    """Whether an even cycle through *state* is the owner's."""
    if arena.ruleset["cycle"] == "prisoners then ownership":
        return not arena.attacker_owns_some(state)
    return draws_for_owner if arena.ruleset["cycle"] == "draw" else True


def next_states(
    arena: Arena, side: Colour, state: State, node: Node | None
) -> list[tuple[State, int]] | None:
    """Where a strategy's play can go from *state*; None if it has a hole there or loses."""
    if node is None:
        return None
    steps = [step for step in arena.steps(state) if state.to_move != side or step.move == node.move]
    if any(step.winner not in (None, side) for step in steps) or not steps:
        return None
    return [
        (step.state, loss(arena, state, step.captured))
        for step in steps
        if step.winner is None and settled(arena, step.state) != side
    ]


def settled(arena: Arena, state: State) -> Colour | None:
    """Who wins by statics, in games that remember also by those of plain play."""
    found = arena.settled(state)
    if found is None and isinstance(arena, MemoryArena):
        for side in Colour:
            if plain(arena, side).settled(state._replace(memory=None)) is side:
                return side
    return found


@functools.cache
def plain(arena: MemoryArena, side: Colour) -> Arena:
    return Plain(arena, side)


def graph(arena: Arena, strategy: Strategy) -> dict[State, list[tuple[State, int]]] | None:
    """The states that play by a strategy meets, with their edges; None if it has a hole or loses."""
    edges: dict[State, list[tuple[State, int]]] = {}
    todo = [] if settled(arena, arena.start) == strategy.side else [arena.start]
    while todo:
        state = todo.pop()
        if state in edges:
            continue
        successors = next_states(arena, strategy.side, state, strategy.nodes.get(state))
        if successors is None:
            return None
        edges[state] = successors
        todo.extend(after for after, _ in successors)
    return edges


def met_states(arena: Arena, strategy: Strategy) -> set[State]:
    """The states that play by a strategy meets."""
    return set(graph(arena, strategy) or ())


def strategy_wins(arena: Arena, strategy: Strategy) -> bool:
    """Whether the moves of *strategy* win against every reply, whatever its measure says.

    With n states, an owner's cycle is one whose sum of (n+1) * loss - bad is negative. The longest paths
    for that weight, made strict for the owner, are finite iff no cycle is the other side's.
    """
    edges = graph(arena, strategy)
    if edges is None:
        return False
    n, owner = len(edges), strategy.side == arena.owner
    draws_for_owner = strategy.draw_wins == owner
    length = dict.fromkeys(edges, 0)
    for _ in range(n + 1):
        changed = False
        for state, successors in edges.items():
            bad = is_bad(arena, state, draws_for_owner)
            for after, lost in successors:
                weight = (n + 1) * lost - bad
                weight = weight * (n + 1) + 1 if owner else -weight
                if length[after] + weight > length[state]:
                    length[state] = length[after] + weight
                    changed = True
        if not changed:
            return True
    return False


def fits(arena: Arena, strategy: Strategy, state: State) -> bool:
    """Whether the measure obeys its inequalities on all edges from *state*."""
    owner, node = strategy.side == arena.owner, strategy.nodes[state]
    bad = is_bad(arena, state, strategy.draw_wins == owner)
    for after, lost in next_states(arena, strategy.side, state, node) or ():
        other = strategy.nodes[after]
        allowed = node.credit - lost if owner else node.credit + lost
        if owner and not (other.credit < allowed or (other.credit == allowed and (bad or other.rank < node.rank))):
            return False
        if not owner and not (other.credit, other.rank + bad) <= (allowed, node.rank):
            return False
    return min(node.credit, node.rank) >= 0


# Claims


@functools.cache
def claim_is_true(claim: Claim) -> bool:
    """Decide a claim with a table, or with the native prover where the locale is too large for one."""
    arena = Arena(claim.position, claim.unit, claim.ruleset)
    if not arena.locale:
        return claim.verdict is Verdict.ALIVE
    if arena.locale.bit_count() > 8:
        outcome = prove_native(arena, Limits(nodes=300_000, seconds=3600))
        return outcome.status is Status(claim.verdict.value)
    if not DenseTable(arena).owner_wins(arena.start):
        return claim.verdict is Verdict.DEAD
    if arena.ruleset["cycle"] == "draw" and not DenseTable(arena, draws_for_owner=False).owner_wins(arena.start):
        return claim.verdict is Verdict.DRAWN
    return claim.verdict is Verdict.ALIVE


MOST_STATES = 200_000


def holds(arena: Arena, item: Evidence) -> bool:
    """Whether a piece of evidence wins the game that it is about."""
    if isinstance(item, Refutation):
        return refutes(arena, item)
    strategy = item if isinstance(item, Strategy) else unfold(arena, item, MOST_STATES)
    return strategy is not None and strategy_wins(arena, strategy)


# Refutations


def refutes(arena: Arena, refutation: Refutation) -> bool:
    """Whether all clauses are true of every winning strategy of the owner, and yet have no model."""
    variables = [(v, None) if isinstance(v, State) else v for v in refutation.variables]
    for clause in refutation.clauses:
        signs = [literal > 0 for literal in clause]
        if not clause_is_true(arena, refutation.draw_wins, signs, [variables[abs(n) - 1] for n in clause]):
            return False
    with Solver("glucose4", bootstrap_with=refutation.clauses) as solver:
        return not solver.solve()


def clause_is_true(
    arena: Arena, draws_for_owner: bool, signs: list[bool], about: list[tuple[State, Point | None]]
) -> bool:
    """Whether a clause over "holds" and "answers" says something that every owner's strategy obeys."""
    state, move = about[0]
    if signs[0]:
        return about == [(arena.start, None)]
    reached = [(step.state, None) for step in arena.steps(state) if step.winner is None]
    if move is None and len(about) > 1:
        if state.to_move == arena.owner:
            legal = {(state, step.move) for step in arena.steps(state)}
            return all(signs[1:]) and legal <= set(about[1:])
        return signs == [False, True] and about[1] in reached
    if move is None:
        ends = state.to_move != arena.owner and any(s.winner == arena.attacker for s in arena.steps(state))
        return ends or arena.settled(state) == arena.attacker
    steps = [arena.step(at, answer) for at, answer in about if answer is not None]
    if signs == [False, True] and about[1][1] is None:
        return steps[0] is not None and steps[0].winner is None and steps[0].state == about[1][0]
    if any(signs) or len(steps) != len(about):
        return False
    if len(steps) == 1 and steps[0] is not None and steps[0].winner == arena.attacker:
        return True
    total, bad = 0, False
    for place, step in enumerate(steps):
        if step is None or step.winner is not None:
            return False
        following = about[(place + 1) % len(about)][0]
        back = [s for s in arena.steps(step.state) if s.winner is None and s.state == following]
        if not back:
            return False
        at = about[place][0]
        total += loss(arena, at, step.captured) + loss(arena, step.state, back[0].captured)
        bad = bad or any(is_bad(arena, v, draws_for_owner) for v in (at, step.state))
    return total > 0 or (total == 0 and not bad)
