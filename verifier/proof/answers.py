"""Proofs by patterns with answers, and without: then each move of the winning side has a pattern of its own.

docs/certificates-why.md proves by this that answers prove. Untrusted; nothing in the checker depends on it.
"""

import dataclasses
from collections.abc import Mapping

from verifier.board import Mask, Point
from verifier.errors import CertificateError
from verifier.play import PASS, Arena, Pattern, PatternPlay, Successor
from verifier.proof.certificate import CLOSED, Answer, Cover, PatternNode, Patterns, target_of
from verifier.proof.numbering import reached, renumbered
from verifier.proof.patterns import PatternChecker

__all__ = ["answered", "far_points", "has_answers", "may_answer", "spare", "spelled"]


def has_answers(patterns: Patterns) -> bool:
    """Whether some move of the losing side has its answer at once."""
    return any(isinstance(cover, Answer) for node in patterns.nodes for cover in node.covers)


def may_answer(play: PatternPlay) -> bool:
    """Whether proofs of this play may have answers: not where passes name kos."""
    return not play.named


def spelled(game: Arena, patterns: Patterns) -> Patterns:
    """Return *patterns* without answers; the checker accepts them in *game* if it accepts the given ones.

    The given nodes keep their numbers, others follow them. Credits are raised and ranks doubled, so that
    there is room for measures in between. Where there are no answers nothing changes.

    Raises:
        CertificateError: a reply or its answer may be illegal; the checker would refuse the proof.
    """
    return _Spelling(game, patterns).run() if has_answers(patterns) else patterns


def spare(game: Arena) -> int:
    """What is added to credits so that there is room for measures in between: no move takes more stones."""
    return game.locale.bit_count() + 1


def far_points(legal: Mapping[Point, object], listed: Mapping[Point, object]) -> Mask:
    """The points of a zone on which no reply is listed: an answer to the pass does without them."""
    return sum(1 << point for point in legal if point >= 0 and point not in listed)


def answered(game: Arena, patterns: Patterns) -> Patterns:
    """Return *patterns*, which the checker accepts in *game*, with answers wherever it accepts these too.

    Nodes that nothing refers to any more are left out.
    """
    checker = PatternChecker(PatternPlay(game, patterns.side), patterns)
    if not may_answer(checker.play):
        return patterns
    nodes = [_with_answers(checker, number, node) for number, node in enumerate(patterns.nodes)]
    place = reached(nodes, [0] if nodes else [])
    kept = tuple([renumbered(nodes[number], place.__getitem__) for number in place])
    return dataclasses.replace(patterns, nodes=kept)


def _with_answers(checker: PatternChecker, number: int, node: PatternNode) -> PatternNode:
    if node.move is not None:
        return node
    play, pattern = checker.play, node.pattern
    legal = dict(play.replies(pattern, pattern.zone))
    legal[PASS] = play.without(play.waiting(pattern), far_points(legal, node.replies))

    def short(move: Point, cover: Cover) -> Cover:
        if isinstance(cover, Answer) or cover == CLOSED:
            return cover
        own = checker.nodes[cover]
        answer = Answer(PASS if own.move is None else own.move, target_of(own.after))
        for shorter in (answer._replace(target=CLOSED), answer):
            try:
                checker.check_answer(number, move, shorter, legal[move], checker.marked(pattern))
            except CertificateError:
                continue
            return shorter
        return cover

    replies = {point: short(point, cover) for point, cover in node.replies.items()}
    after = node.after if node.after == CLOSED else short(PASS, node.after)
    return dataclasses.replace(node, after=after, replies=replies)


class _Spelling:
    def __init__(self, game: Arena, patterns: Patterns) -> None:
        self.patterns = patterns
        self.play = PatternPlay(game, patterns.side)
        self.checker = PatternChecker(self.play, patterns)
        self.spare = spare(game)
        self.more: list[PatternNode] = []
        self.numbers: dict[tuple[Pattern, Point, int, int, int], int] = {}

    def run(self) -> Patterns:
        nodes = []
        for node in self.patterns.nodes:
            after, replies = node.after, dict(node.replies)
            if any(isinstance(cover, Answer) for cover in node.covers):
                legal = dict(self.play.replies(node.pattern, node.pattern.zone))
                if isinstance(after, Answer):
                    stay = self.play.waiting(node.pattern)
                    after = self.stored(node, self.play.without(stay, far_points(legal, replies)), after)
                for point, cover in node.replies.items():
                    if isinstance(cover, Answer):
                        if point not in legal:
                            raise CertificateError("a reply that is answered is not legal")
                        replies[point] = self.stored(node, legal[point], cover)
            nodes.append(PatternNode(node.pattern, node.move, *self.measure(node), after, replies))
        return dataclasses.replace(self.patterns, nodes=(*nodes, *self.more))

    def measure(self, node: PatternNode) -> tuple[int, int]:
        return node.credit + self.spare, 2 * node.rank + 2

    def stored(self, node: PatternNode, result: Successor, answer: Answer) -> int:
        """The number of a node with the winner to move, for what a move leads to."""
        between = self.play.between(result, answer.move)
        credit, rank = self.in_between(node, result, between, answer)
        key = (between, answer.move, answer.target, credit, rank)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.patterns.nodes) + len(self.more)
            self.more.append(PatternNode(between, answer.move, credit, rank, answer.target, {}))
        return number

    def in_between(
        self, node: PatternNode, result: Successor, between: Pattern, answer: Answer
    ) -> tuple[int, int]:
        """The least credit with which the answer obeys its condition, and a rank with which both moves do."""
        if answer.target == CLOSED:
            return 0, 0
        then = self.play.waiting(between) if answer.move == PASS else self.play.play(between, answer.move)
        if then is None:
            raise CertificateError("an answer may be illegal")
        credit, rank = self.measure(self.patterns.nodes[answer.target])
        marked = self.checker.marked(between)
        credit -= then.captured if self.checker.weigh else 0
        if not self.checker.favoured:
            return credit, rank + marked
        most, rank_before = self.measure(node)
        tight = credit == most - (result.captured if self.checker.weigh else 0)
        if tight and not self.checker.marked(node.pattern):
            return credit, rank_before - 1
        return credit, rank + (not marked)
