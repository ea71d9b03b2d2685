"""Checks patterns: strategies whose states are cut down to zones, so that nothing else on the board counts.

What a pattern determines is :mod:`verifier.play.pattern`. The conditions here make a proof by patterns
short for a strategy that lists states: docs/certificates-why.md says how.
"""

from collections.abc import Iterator

from verifier.board import Colour, Point, vertex
from verifier.errors import CertificateError, InputError
from verifier.play import LIFT, PASS, Arena, Pattern, PatternPlay, Plain, Successor
from verifier.proof.certificate import CLOSED, Answer, Cover, PatternNode, Patterns, target_of

__all__ = ["PatternChecker", "check_patterns"]


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
    return PatternChecker(play, patterns, secluded).check()


class PatternChecker:
    """Verifies the nodes one by one."""

    beyond = 0
    """How many numbers after that of the last node stand for something as well."""

    def __init__(self, play: PatternPlay, patterns: Patterns, secluded: bool = False) -> None:
        self.secluded = secluded
        self.play, self.patterns, self.nodes = play, patterns, patterns.nodes
        self.arena, self.side = play.arena, patterns.side
        rule = self.arena.ruleset["cycle"]
        self.weigh = self.arena.weighs
        self.ownership = rule == "prisoners then ownership"
        # Under the other rules even cycles are the owner's, or in a draw those of the side that draws help.
        owner_side = self.side == self.arena.owner
        self.favoured = owner_side == self.arena.marks_owner
        """Whether even cycles with a marked pattern are won, and not those without."""
        self.all_bad = rule != "draw" or patterns.draw_wins == owner_side

    def check(self) -> int:
        """Check everything; return the number of moves replayed."""
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
        return sum([self.check_moves(number, node) for number, node in enumerate(self.nodes)])

    def check_moves(self, number: int, node: PatternNode) -> int:
        """What covers the moves at a node fits, and obeys the measure; return how many were replayed.

        All nodes that it refers to have to be well formed (:meth:`check_pattern`).

        Raises:
            CertificateError: some condition fails; the message names the first fault.
        """
        moves, marked = 0, self.marked(node.pattern)
        for move, cover, result in self.moves(number, node):
            moves += 1
            if isinstance(cover, Answer):
                moves += 1
                self.check_answer(number, move, cover, result, marked)
            else:
                self.check_move(number, move, cover, result, marked)
        return moves

    def check_pattern(self, number: int, node: PatternNode) -> None:
        """A pattern is well formed, and what happens outside its zone takes nothing of the winner in it."""
        zone, black, white, ban, mover, eyes, threats, bans, taken, freed = node.pattern
        arena = self.arena
        if node.credit < 0 or node.rank < 0:
            raise CertificateError(f"pattern {number} has a negative credit or rank")
        if zone & ~arena.locale or self.play.known & ~zone:
            raise CertificateError(
                f"the zone of pattern {number} leaves the locale or does not hold the unit"
            )
        if black & white or (black | white) & ~zone or mover not in (0, 1):
            raise CertificateError(
                f"pattern {number} has a stone outside its zone, two on a point, or no mover"
            )
        if isinstance(arena, Plain) and (threats[self.side] or threats[self.play.loser] > 1):
            raise CertificateError(f"pattern {number} has threats, or a count beyond 1, in plain play")
        if min(threats) < 0:
            raise CertificateError(f"pattern {number} has a negative number of threats")
        if not arena.may_be_taken(taken):
            raise CertificateError(f"pattern {number} says that something else than chains was taken")
        if (bans[0] | bans[1]) & (~zone | black | white) or (any(bans) and not isinstance(arena, Plain)):
            raise CertificateError(f"pattern {number} has retakes that wait for a pass where there are none")
        self._check_passed_for(number, node, freed)
        if ban != -1 and (
            ban < 0 or not (zone & ~(black | white)) >> ban & 1 or (mover == self.side and node.move != ban)
        ):
            raise CertificateError(f"pattern {number} has a ban that cannot be")
        if eyes & (zone | ~arena.locale) or not self.play.sealed(node.pattern):
            raise CertificateError(f"pattern {number} has an eye that {self.side} does not surround")
        if not all(CLOSED <= target_of(cover) < len(self.nodes) + self.beyond for cover in node.covers):
            raise CertificateError(f"pattern {number} refers to a pattern that is not there")
        if not self.play.supported(node.pattern):
            raise CertificateError(f"pattern {number} has a chain of {self.side} without support in its zone")
        if self.secluded and mover != self.side and not self.play.secluded(node.pattern):
            raise CertificateError(
                f"pattern {number} has a chain of {self.play.loser} that may be taken from outside its zone"
            )
        if (node.move is None) is (mover == self.side) or (node.replies and mover == self.side):
            raise CertificateError(f"pattern {number} has a move or replies where the other side is to move")
        if mover == self.side and isinstance(node.after, Answer):
            raise CertificateError(f"pattern {number} has an answer to a move of {self.side}")

    def _check_passed_for(self, number: int, node: PatternNode, freed: tuple[int, int]) -> None:
        """What is remembered of passes is about the zone, and its bans are seen to stand."""
        bans, named = node.pattern.bans, self.play.named
        if (freed[0] | freed[1]) & ~node.pattern.zone or (any(freed) and not self.play.frees):
            raise CertificateError(f"pattern {number} has passes for good where there are none")
        if named and (any(bans[side] & freed[side] for side in (0, 1)) or any(node.pattern.threats)):
            raise CertificateError(f"pattern {number} has a ban that waits though it is for one turn")
        if named and not self.play.settles_bans(node.pattern):
            raise CertificateError(f"pattern {number} has a ban that is not seen to stand in its zone")
        if named and any(isinstance(cover, Answer) for cover in node.covers):
            raise CertificateError(f"pattern {number} has an answer where passes name kos")

    def moves(self, number: int, node: PatternNode) -> Iterator[tuple[Point, Cover, Successor]]:
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
        answered = isinstance(node.after, Answer)
        scope = pattern.zone
        if not answered:
            yield PASS, node.after, stay
            if node.after != CLOSED:
                scope = self.nodes[target_of(node.after)].pattern.zone
        left, far = len(node.replies), 0
        for point, result in self.play.replies(pattern, scope):
            cover = node.replies.get(point)
            if cover is not None:
                left -= 1
                yield point, cover, result
            elif answered and point >= 0:
                far |= 1 << point
            else:
                raise self.fault(number, point, "is not covered")
        if left:
            raise CertificateError(f"pattern {number} lists a reply that is not legal, or far from its zone")
        if answered:
            # It stands for the plays that are not listed as well, so it does without their points.
            yield PASS, node.after, self.play.without(stay, far)

    def check_answer(self, number: int, move: Point, answer: Answer, result: Successor, marked: bool) -> None:
        """What is known after a move is a pattern as good as a listed one, and the answer a move from it."""
        if result.ends:
            raise self.fault(number, move, "ends play")
        between = self.play.between(result, answer.move)
        if self.play.known & ~between.zone or not self.play.sealed(between):
            raise self.fault(number, move, "has an answer, and not all of the unit or around an eye is known")
        if not self.play.supported(between):
            raise self.fault(number, move, f"has an answer with a chain of {self.side} without support")
        if move == PASS and not self.play.lasts(between):
            raise self.fault(number, move, "has an answer, and stands for plays that may end a ban")
        then = self.play.waiting(between)
        if answer.move != PASS:
            played = self.play.play(between, answer.move)
            if played is None:
                raise self.fault(number, move, "has an answer that may be illegal")
            then = played
        if self.fits(number, answer.move, self.side, answer.target, then):
            weight = self.weight(result, self.play.loser) + self.weight(then, self.side)
            if not self.obeys(number, weight, answer.target, marked or self.marked(between)):
                raise self.fault(number, move, "has an answer that breaks the measure")

    def check_move(self, number: int, move: Point, target: int, result: Successor, marked: bool) -> None:
        """What covers a move fits what the move leads to, and the measure obeys its condition."""
        mover = self.nodes[number].pattern.to_move
        if self.fits(number, move, mover, target, result):
            late = self.is_late(self.nodes[number], move)
            if not late and not self.obeys(number, self.weight(result, mover), target, marked):
                raise self.fault(number, move, "breaks the measure")

    def is_late(self, node: PatternNode, move: Point) -> bool:
        """Whether a move of the other side is a retake, late, which can be made only so often."""
        pattern = node.pattern
        return self.play.late_retakes and pattern.to_move != self.side and move == pattern.ban != PASS

    def fits(self, number: int, move: Point, mover: int, target: int, result: Successor) -> bool:
        """Check that a node or the end of play covers the *result* of a move; whether it is a node."""
        if result.ends:
            if mover != self.side or target != CLOSED:
                raise self.fault(number, move, "ends play")
            return False
        if target == CLOSED:
            if not self.play.closes(result, mover, move):
                raise self.fault(number, move, "leads to a pattern that is not settled")
            return False
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
        if move == PASS and mover != self.side and not (self.play.named or self.play.lasts(after.pattern)):
            raise self.fault(number, move, f"stands for plays that may end a ban of pattern {target}")
        if not self.play.bound(after.pattern, result.bans, result.freed, result.unsure):
            raise self.fault(number, move, f"leads to other bans than those of pattern {target}")
        return True

    def weight(self, result: Successor, mover: int) -> int:
        """The stones of the owner that a move takes, or less than 0: those of the attacker."""
        if not self.weigh:
            return 0
        return result.captured if mover == self.arena.attacker else -result.captured

    def obeys(self, number: int, weight: int, target: int, marked: bool) -> bool:
        """Whether the measure falls as it must on the way to a node; *marked*: some state on the way is."""
        node, after = self.nodes[number], self.nodes[target]
        room = node.credit - after.credit + (-weight if self.side == self.arena.owner else weight)
        if self.favoured:
            return room > 0 or (room == 0 and (marked or after.rank < node.rank))
        return room > 0 or (room == 0 and after.rank <= node.rank - marked)

    def marked(self, pattern: Pattern) -> bool:
        """Whether states of the pattern are bad for the attacker; if in doubt, what is worse for the side.

        Where he clears, whether they are clear, or in one of several places, whether they are not: there all
        points that count are in the zone.
        """
        if self.play.clears:
            clear = not self.arena.unit & (pattern.white if self.arena.owner else pattern.black)
            return clear is self.favoured
        if self.play.holds:
            return not self.arena.unit & (pattern.white if self.arena.attacker else pattern.black)
        if not self.ownership:
            return self.all_bad
        owned = self.play.attacker_owns_some(pattern)
        return owned is False if self.side == self.arena.owner else owned is not True

    def fault(self, number: int, move: Point, what: str) -> CertificateError:
        """Return what is wrong with a move, in a sentence."""
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
