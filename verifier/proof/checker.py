"""The checker: decides whether a certificate proves its claim.

It imports board, rules and play only, recomputes walls, locale, moves, captures, ownership and
unconditional life itself, and trusts no number in the file. Why the conditions below are enough is
written down in docs/certificates.md.
"""

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path

from verifier.board import Colour, Mask, Position, vertex
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.play import PASS, Arena, Keeping, State, Step, game_of_patterns
from verifier.proof.certificate import (
    Certificate,
    Claim,
    Evidence,
    Keep,
    Node,
    Patterns,
    Refutation,
    Strategy,
    Verdict,
)
from verifier.proof.patterns import check_patterns
from verifier.proof.refutation import check_refutation
from verifier.proof.scope import check_scope
from verifier.proof.store import read_certificate

__all__ = ["CheckReport", "check", "check_keep"]


@dataclasses.dataclass(frozen=True, slots=True)
class CheckReport:
    """A proved claim, and the work that checking it took."""

    claim: Claim
    family: str
    """"wall", "strategy", "patterns", "refutation" or, for a drawn unit, two of them joined by " and "."""
    states: int
    """Listed states, patterns or variables, those of the proofs of walls included."""
    moves: int
    """Moves replayed, those that end in unconditional life included."""
    seconds: float


def check(certificate: Certificate | str | Path) -> CheckReport:
    """Return what a certificate, or the one in the file of that path, proves.

    Raises:
        InputError: the file cannot be read as a certificate at all.
        CertificateError: it does not prove its claim; the message names the first fault.
    """
    if not isinstance(certificate, Certificate):
        return check(read_certificate(certificate))
    begun = time.perf_counter()
    claim = certificate.claim
    for chain in claim.position.breathless():
        first = vertex((chain & -chain).bit_length() - 1, claim.position.rows, claim.position.cols)
        raise CertificateError(f"the chain at {first} has no liberty")
    try:
        arena = claim.arena(check_scope(certificate, check))
    except ShikatsuError as error:
        raise CertificateError(str(error)) from None
    if type(arena) is not Arena and any(isinstance(item, Refutation) for item in certificate.evidence):
        raise CertificateError("this game is proved by strategies only")
    states, moves = _check_keeps(certificate, arena)
    if not arena.locale:
        if claim.verdict is not Verdict.ALIVE or certificate.evidence:
            raise CertificateError("the unit is a wall: it is alive and needs no evidence")
        return CheckReport(claim, "wall", states, moves, time.perf_counter() - begun)
    families = []
    for (side, draw_wins), evidence in _obligations(arena, certificate):
        if isinstance(evidence, Refutation):
            counted = arena.ruleset["cycle"] != "draw" or evidence.draw_wins != draw_wins
            if side == arena.owner or not counted:
                raise CertificateError("the refutation is of another game than the claim needs")
            states += len(evidence.variables)
            moves += check_refutation(arena, evidence)
            families.append("refutation")
        else:
            if evidence.side != side or evidence.draw_wins is not draw_wins:
                raise CertificateError("the strategy is for another side or draw rule than the claim needs")
            states += len(evidence.nodes)
            if isinstance(evidence, Patterns):
                try:
                    game = game_of_patterns(arena, side, evidence.holds)
                except InputError as error:
                    raise CertificateError(str(error)) from None
                moves += check_patterns(game, evidence)
                families.append("patterns")
            else:
                moves += _check_strategy(arena, evidence)
                families.append("strategy")
    return CheckReport(claim, " and ".join(families), states, moves, time.perf_counter() - begun)


def check_keep(position: Position, keep: Keep, walls: Mask) -> int:
    """Verify that the owner keeps the chains of *keep*, given *walls* proved before; return the moves.

    Raises:
        CertificateError: he may not, for all that the evidence says.
        InputError: what is said to be kept are no chains of the position.
    """
    game = Keeping(position, keep.colour, keep.stones, walls)
    if keep.evidence.draw_wins or keep.evidence.holds:
        raise CertificateError("a wall is kept without the help of draws, and never lost")
    return check_patterns(game, keep.evidence, secluded=True)


def _check_keeps(certificate: Certificate, arena: Arena) -> tuple[int, int]:
    """Verify that the walls of the claim are kept; return the listed states or patterns, and the moves.

    The areas of one colour may not meet, as the owner answers in each of them, and none may meet the
    locale, so that no play for the unit is an attack on a wall.
    """
    position, walls, states, moves = certificate.claim.position, 0, 0, 0
    areas = [0, 0]
    for number, keep in enumerate(certificate.keeps, 1):
        try:
            if keep.area & areas[keep.colour]:
                raise CertificateError("its area meets that of another wall of the same colour")
            if keep.area & arena.locale:
                raise CertificateError("its area meets the locale of the unit")
            moves += check_keep(position, keep, walls)
        except ShikatsuError as error:
            raise CertificateError(f"wall proof {number}: {error}") from None
        states += len(keep.evidence.nodes)
        areas[keep.colour] |= keep.area
        walls |= keep.stones
    if walls != certificate.claim.walls:
        raise CertificateError("the walls of the claim are not those that are proved")
    return states, moves


def _obligations(arena: Arena, certificate: Certificate) -> list[tuple[tuple[Colour, bool], Evidence]]:
    """Pair each piece of evidence with the side it must win for and whether draws may help it.

    A refutation shows that the *owner* has no winning strategy, so it stands in for the attacker;
    draws help the attacker where they do not count for the owner in the refuted game.
    """
    verdict, evidence = certificate.claim.verdict, certificate.evidence
    needed = {
        Verdict.ALIVE: [(arena.owner, False)],
        Verdict.DEAD: [(arena.attacker, False)],
        Verdict.DRAWN: [(arena.owner, True), (arena.attacker, True)],
    }[verdict]
    if verdict is Verdict.DRAWN and arena.ruleset["cycle"] != "draw":
        raise CertificateError("only a ruleset that calls cycles a draw can have a drawn unit")
    if len(evidence) != len(needed):
        raise CertificateError(f"a unit said to be {verdict.value} needs {len(needed)} pieces of evidence")
    return list(zip(needed, evidence, strict=True))


def _judging(arena: Arena, side: Colour, draw_wins: bool) -> tuple[bool, Callable[[State], bool]]:
    """Return whether prisoners weigh in cycles, and which states are marked (see Strategy)."""
    rule = arena.ruleset["cycle"]
    if rule in ("prisoners then ownership", "prisoners then aim", "aim"):
        return rule != "aim", arena.marked
    if rule == "draw":
        # Marked states decide even cycles: all of them marked wins for the owner, none for the attacker.
        for_owner = draw_wins == (side == arena.owner)
        return False, lambda _: for_owner
    return rule == "prisoners", lambda _: True


def _check_strategy(arena: Arena, strategy: Strategy) -> int:
    """Verify closure and measure of a strategy; return the number of moves replayed."""
    side, nodes = strategy.side, strategy.nodes
    owner_side = side == arena.owner
    marks_side = owner_side == arena.marks_owner
    weigh, marked = _judging(arena, side, strategy.draw_wins)
    settled: dict[tuple[object, ...], bool] = {}

    def closed(state: State) -> bool:
        # Statics look at the stones, and at the side to move only where the last pass counts.
        key = state if state.passed else arena.statics_key(state)
        if key not in settled:
            settled[key] = arena.settled(state) == side
        return settled[key]

    if arena.start not in nodes and not closed(arena.start):
        raise CertificateError("the start state is missing")
    moves = 0
    is_marked: dict[tuple[object, ...], bool] = {}
    for state, node in nodes.items():
        _check_measure(arena, state, node)
        steps = _choices(arena, state, node, side)
        board = arena.statics_key(state)
        mark = is_marked.get(board)
        if mark is None:
            mark = is_marked[board] = marked(state)
        for step in steps:
            moves += 1
            if step.winner is not None:
                if step.winner != side:
                    raise _fault(arena, state, step, f"ends play in favour of {step.winner}")
                continue
            after = nodes.get(step.state)
            if after is None:
                if not closed(step.state):
                    raise _fault(arena, state, step, "leads to a state that is neither listed nor settled")
                continue
            weight = 0
            if weigh and step.captured:
                weight = step.captured if state.to_move == arena.attacker else -step.captured
            room = node.credit - after.credit + (-weight if owner_side else weight)
            if marks_side:
                fine = room > 0 or (room == 0 and (mark or after.rank < node.rank))
            else:
                fine = room > 0 or (room == 0 and after.rank <= node.rank - mark)
            if not fine:
                raise _fault(arena, state, step, "breaks the measure")
    return moves


def _check_measure(arena: Arena, state: State, node: Node) -> None:
    if node.credit < 0 or node.rank < 0:
        raise CertificateError("a credit or rank is negative")
    free = arena.locale
    if (state.memory is None) != (type(arena) is Arena):
        raise CertificateError("a listed state belongs to another game")
    if not -1 <= state.ban < arena.grid.size:
        raise CertificateError("a listed state has a ban on a point that is not on the board")
    if state.black & state.white or any(
        (stones ^ fixed) & ~free
        for stones, fixed in ((state.black, arena.position.black), (state.white, arena.position.white))
    ):
        raise CertificateError("a listed state changes points outside the locale or doubles a stone")
    if state.memory is not None:
        bans, (black, white), _, old, held = state.memory
        if (bans | black | white | old | held) & ~arena.grid.full:
            raise CertificateError("a listed state remembers points that are not on the board")


def _choices(arena: Arena, state: State, node: Node, side: Colour) -> list[Step]:
    """All moves to cover at *state*: the chosen one of the winner, or every legal one of the loser."""
    if state.to_move != side:
        if node.move is not None:
            raise CertificateError("a move is chosen where the other side is to move")
        return list(arena.steps(state))
    if node.move is None:
        raise CertificateError("no move is chosen where the winning side is to move")
    step = arena.step(state, node.move)
    if step is None:
        where = "pass" if node.move <= PASS else vertex(node.move, arena.grid.rows, arena.grid.cols)
        raise CertificateError(f"the chosen move {where} is illegal")
    return [step]


def _fault(arena: Arena, state: State, step: Step, what: str) -> CertificateError:
    grid = arena.grid
    move = "pass" if step.move <= PASS else vertex(step.move, grid.rows, grid.cols)
    return CertificateError(f"{Colour(state.to_move)} {move} at state {state.black:x}/{state.white:x} {what}")
