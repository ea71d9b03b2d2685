"""Checks patterns: strategies whose states are cut down to zones, so that nothing else on the board counts.

What a pattern determines is :mod:`verifier.play.pattern`. The conditions here make a proof by patterns
short for a strategy that lists states: docs/certificates-why.md says how.
"""

from collections.abc import Iterator

from verifier.board import Colour, Point, vertex
from verifier.errors import CertificateError, InputError
from verifier.play import LIFT, PASS, Arena, Pattern, PatternPlay, Plain, Successor
from verifier.proof.certificate import CLOSED, PatternNode, Patterns

__all__ = ["check_patterns"]


def check_patterns(arena: Arena, patterns: Patterns, *, secluded: bool = False) -> int:
    """Check that the side of *patterns* wins from the start; return the number of moves replayed.

    With *secluded* he must win even if he may have played elsewhere before each move of the other side.

    Raises:
        CertificateError: some condition fails; the message names the first fault.
    """
    try:
        play = PatternPlay(arena, patterns.side)
    except InputError as error:
        raise CertificateError(str(error)) from None
    return _Checker(play, patterns, secluded).check()


class _Checker:
    """Verifies the nodes one by one."""

    def __init__(self, play: PatternPlay, patterns: Patterns, secluded: bool) -> None:
        self.secluded = secluded
        self.play, self.patterns, self.nodes = play, patterns, patterns.nodes
        self.arena, self.side = play.arena, patterns.side
        rule = self.arena.ruleset["cycle"]
        self.weigh = rule.startswith("prisoners")
        self.ownership = rule == "prisoners then ownership"
        # Under the other rules even cycles are the owner's, or in a draw those of the side that draws help.
        owner_side = self.side == self.arena.owner
        self.all_bad = rule != "draw" or patterns.draw_wins == owner_side

    def check(self) -> int:
        start = self.arena.start
        if not self.nodes:
            if self.secluded:
                raise CertificateError("there is no pattern")
            locale = self.arena.locale
            stones = (start.black & locale, start.white & locale)
            if not self.play.settled(Pattern(locale, *stones, -1, start.to_move)):
                raise CertificateError("there is no pattern, and the start is not settled")
            return 0
        for number, node in enumerate(self.nodes):
            self.check_pattern(number, node)
        if not self.play.matches(self.nodes[0].pattern, start):
            raise CertificateError("the start does not match the first pattern")
        moves = 0
        for number, node in enumerate(self.nodes):
            bad = self.is_bad(node.pattern)
            for move, target, result in self.moves(number, node):
                moves += 1
                self.check_move(number, move, target, result, bad)
        return moves

    def check_pattern(self, number: int, node: PatternNode) -> None:
        """A pattern is well formed, and what happens outside its zone takes nothing of the winner in it."""
        zone, black, white, ban, mover, eyes, threats, bans, taken = node.pattern
        arena = self.arena
        if node.credit < 0 or node.rank < 0:
            raise CertificateError(f"pattern {number} has a negative credit or rank")
        if zone & ~arena.locale or arena.unit & ~zone:
            raise CertificateError(
                f"the zone of pattern {number} leaves the locale or does not hold the unit"
            )
        if black & white or (black | white) & ~zone or mover not in (0, 1):
            raise CertificateError(
                f"pattern {number} has a stone outside its zone, two on a point, or no mover"
            )
        if min(threats) < 0:
            raise CertificateError(f"pattern {number} has a negative number of threats")
        if not arena.may_be_taken(taken):
            raise CertificateError(f"pattern {number} says that something else than chains was taken")
        if (bans[0] | bans[1]) & (~zone | black | white) or (any(bans) and not isinstance(arena, Plain)):
            raise CertificateError(f"pattern {number} has retakes that wait for a pass where there are none")
        if ban != -1 and (
            ban < 0 or not (zone & ~(black | white)) >> ban & 1 or (mover == self.side and node.move != ban)
        ):
            raise CertificateError(f"pattern {number} has a ban that cannot be")
        if eyes & (zone | ~arena.locale) or not self.play.sealed(node.pattern):
            raise CertificateError(f"pattern {number} has an eye that {self.side} does not surround")
        if not all(CLOSED <= target < len(self.nodes) for target in (node.after, *node.replies.values())):
            raise CertificateError(f"pattern {number} refers to a pattern that is not there")
        if not self.play.supported(node.pattern):
            raise CertificateError(f"pattern {number} has a chain of {self.side} without support in its zone")
        if self.secluded and mover != self.side and not self.play.secluded(node.pattern):
            raise CertificateError(
                f"pattern {number} has a chain of {self.play.loser} that may be taken from outside its zone"
            )
        if (node.move is None) is (mover == self.side) or (node.replies and mover == self.side):
            raise CertificateError(f"pattern {number} has a move or replies where the other side is to move")

    def moves(self, number: int, node: PatternNode) -> Iterator[tuple[Point, int, Successor]]:
        """All moves to cover at a node, what is said to cover them, and what they lead to."""
        pattern = node.pattern
        stay = self.play.waiting(pattern)
        if pattern.to_move == self.side:
            move = node.move
            assert move is not None
            result = stay if move == PASS else self.play.play(pattern, move)
            if result is None:
                raise self.fault(number, move, "may be illegal")
            yield move, node.after, result
            return
        yield PASS, node.after, stay
        scope = pattern.zone
        if node.after != CLOSED:
            scope = self.nodes[node.after].pattern.zone
        left = len(node.replies)
        for point, result in self.play.replies(pattern, scope):
            target = node.replies.get(point)
            if target is None:
                raise self.fault(number, point, "is not covered")
            left -= 1
            yield point, target, result
        if left:
            raise CertificateError(f"pattern {number} lists a reply that is not legal, or far from its zone")

    def check_move(self, number: int, move: Point, target: int, result: Successor, bad: bool) -> None:
        """What covers a move fits what the move leads to, and the measure obeys its condition."""
        node = self.nodes[number]
        mover = node.pattern.to_move
        if result.ends:
            if mover != self.side or target != CLOSED:
                raise self.fault(number, move, "ends play")
            return
        if target == CLOSED:
            if not self.play.closes(result, mover, move):
                raise self.fault(number, move, "leads to a pattern that is not settled")
            return
        after = self.nodes[target]
        zone = after.pattern.zone
        mine = result.white if self.side else result.black
        if zone & ~result.zone or after.pattern.eyes & (mine | ~(result.zone | result.eyes)):
            raise self.fault(number, move, f"depends on points of pattern {target} that are not known")
        if (after.pattern.black, after.pattern.white) != (result.black & zone, result.white & zone):
            raise self.fault(number, move, f"leads to other stones than those of pattern {target}")
        if after.pattern.to_move == mover:
            raise self.fault(number, move, f"leads to the other side's turn than pattern {target}")
        if mover == self.side:
            if after.pattern.ban not in (-1, result.ban):
                raise self.fault(number, move, f"makes no ban such as that of pattern {target}")
        elif after.move == result.ban != -1 and after.pattern.ban != result.ban:
            raise self.fault(number, move, f"may forbid the move of pattern {target}")
        if not self.play.threatened(after.pattern.threats, result.threats):
            raise self.fault(number, move, f"leads to other threats than those of pattern {target}")
        if not self.play.as_taken(after.pattern.taken, result.taken):
            raise self.fault(number, move, f"leads to other chains taken than those of pattern {target}")
        if move == PASS and mover != self.side and not self.play.lasting(after.pattern):
            raise self.fault(number, move, f"stands for plays that may end a ban of pattern {target}")
        if not self.play.bound(after.pattern, result.bans):
            raise self.fault(number, move, f"leads to other bans than those of pattern {target}")
        weight = 0
        if self.weigh and result.captured:
            weight = result.captured if mover == self.arena.attacker else -result.captured
        if self.side == self.arena.owner:
            room = node.credit - weight - after.credit
            fine = room > 0 or (room == 0 and (bad or after.rank < node.rank))
        else:
            room = node.credit + weight - after.credit
            fine = room > 0 or (room == 0 and after.rank <= node.rank - bad)
        if not fine:
            raise self.fault(number, move, "breaks the measure")

    def is_bad(self, pattern: Pattern) -> bool:
        """Whether states of the pattern are bad for the attacker; if in doubt, what is worse for the side."""
        if self.play.clears:
            return bool(self.arena.unit & (pattern.white if self.arena.owner else pattern.black))
        if self.play.holds:
            return not self.arena.unit & (pattern.white if self.arena.attacker else pattern.black)
        if not self.ownership:
            return self.all_bad
        owned = self.play.attacker_owns_some(pattern)
        return owned is False if self.side == self.arena.owner else owned is not True

    def fault(self, number: int, move: Point, what: str) -> CertificateError:
        grid = self.arena.grid
        where = (
            "pass"
            if move == PASS
            else "pass that lifts bans"
            if move == LIFT
            else vertex(move, grid.rows, grid.cols)
            if 0 <= move < grid.size
            else str(move)
        )
        return CertificateError(
            f"{Colour(self.nodes[number].pattern.to_move)} {where} at pattern {number} {what}"
        )
