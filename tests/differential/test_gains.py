"""Gains by a second, naive way: every play and every answer, counted with sets of points."""

import random

import pytest

from verifier.adjudicate.gains import Answer, find_gains, neutral_points
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.adjudicate.referee import Referee
from verifier.adjudicate.settlement import settlement
from verifier.board import BLACK, SYMMETRIES, Colour, Position, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.rules import load_ruleset
from verifier.search import Status

SIZES = ((3, 3), (2, 4))


class Naive:
    """Boards as dictionaries from (row, column) to 0 or 1; nothing of the package but the verdicts."""

    def __init__(self, ruleset):
        self.ruleset, self.known = ruleset, {}

    def chain(self, board, size, point, same):
        seen, todo = {point}, [point]
        while todo:
            row, col = todo.pop()
            for near in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if 0 <= near[0] < size[0] and 0 <= near[1] < size[1] and near not in seen and same(near):
                    seen.add(near)
                    todo.append(near)
        return seen

    def around(self, size, points):
        near = {
            (r + dr, c + dc) for r, c in points for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        return {(r, c) for r, c in near - set(points) if 0 <= r < size[0] and 0 <= c < size[1]}

    def play(self, board, size, point, side, ban):
        """The board after a play, the stones taken, and the point banned for the other side; None if illegal."""
        if point in board or point == ban:
            return None
        after = {**board, point: side}
        taken = set()
        for near in self.around(size, {point}):
            if after.get(near) == 1 - side:
                chain = self.chain(after, size, near, lambda p: after.get(p) == 1 - side)
                if all(p in after for p in self.around(size, chain)):
                    taken |= chain
        for stone in taken:
            del after[stone]
        own = self.chain(after, size, point, lambda p: after.get(p) == side)
        free = {p for p in self.around(size, own) if p not in after}
        if not free:
            return None
        return after, len(taken), next(iter(taken)) if len(taken) == len(own) == len(free) == 1 and free == taken else None

    def lead(self, board, size):
        """Black's count minus White's under an area ruleset or the one of 2012."""
        key = (tuple(sorted(board.items())), size)
        if key in self.known:
            return self.known[key]
        masks = [sum(1 << r * size[1] + c for (r, c), s in board.items() if s == side) for side in (0, 1)]
        position = Position(*size, *masks)
        dead = set()
        for unit in position.units():
            verdict = decide(Question(position, unit, self.ruleset))
            assert verdict.status is not Status.UNKNOWN
            if verdict.status is Status.DEAD:
                dead |= {p for p in board if unit >> p[0] * size[1] + p[1] & 1}
        living = {p: s for p, s in board.items() if p not in dead}
        every = {(r, c) for r in range(size[0]) for c in range(size[1])}
        area = self.ruleset["score"] == "area"
        total = sum((1, -1)[s] for s in living.values()) if area else 0
        rest = every - set(living)
        while rest:
            start = next(iter(rest))
            region = self.chain(living, size, start, lambda p: p not in living)
            rest -= region
            owners = {living[p] for p in self.around(size, region) if p in living}
            if len(owners) != 1:
                continue
            owner = owners.pop()
            if any(board.get(p) == owner for p in region):
                continue
            counted = [p for p in region if area or not self.is_ko(living, size, p)]
            stones = 0 if area else sum(p in board for p in region)
            total += (1, -1)[owner] * (len(counted) + stones)
        self.known[key] = total
        return total

    def is_ko(self, living, size, point):
        return any((found := self.play(living, size, point, side, None)) and found[2] for side in (0, 1))

    def worth(self, board, size, point, side):
        """What a play is worth to its side after the best answer; None if it is illegal."""
        played = self.play(board, size, point, side, None)
        if played is None:
            return None
        after, taken, ban = played
        sign, prisoners = (1, -1)[side], self.ruleset["score"] != "area"
        before = self.lead(board, size)
        values = [sign * (self.lead(after, size) - before) + prisoners * taken]
        for row in range(size[0]):
            for col in range(size[1]):
                answer = self.play(after, size, (row, col), 1 - side, ban)
                if answer is not None:
                    change = sign * (self.lead(answer[0], size) - before)
                    values.append(change + prisoners * (taken - answer[1]))
        return min(values)


def positions(count, seed):
    """Random legal positions, most of them well filled."""
    source = random.Random(seed)
    while count:
        rows, cols = source.choice(SIZES)
        empty = source.choice((0.2, 0.35, 0.5))
        cells = [None if source.random() < empty else source.randrange(2) for _ in range(rows * cols)]
        masks = [sum(1 << p for p, cell in enumerate(cells) if cell == side) for side in (0, 1)]
        position = Position(rows, cols, *masks)
        if not any(position.breathless()):
            count -= 1
            yield position


@pytest.mark.parametrize("count", [20, pytest.param(400, marks=pytest.mark.slow)], ids=["some", "many"])
@pytest.mark.parametrize("rules", ["proposal2012", "chinese2002"])
def test_gains_are_those_of_a_naive_count(rules, count):
    ruleset = load_ruleset(rules)
    naive, referee = Naive(ruleset), Referee(ruleset)
    for position in positions(count, rules):
        size = position.rows, position.cols
        board = {
            divmod(p, position.cols): int(position.colour_at(p))
            for p in range(size[0] * size[1])
            if position.colour_at(p) is not None
        }
        standing = referee.standing(position)
        assert standing.lead == (naive.lead(board, size),) * 2
        gains = find_gains(referee, standing, exact=True)
        found = {(item.point, item.colour): item for item in gains.exchanges}
        for point in range(size[0] * size[1]):
            for side in Colour:
                worth = naive.worth(board, size, divmod(point, position.cols), int(side))
                item = found.pop((point, side), None)
                assert (item is None) is (worth is None), (position, point, side)
                if item is not None:
                    assert (item.gains is Answer.YES) is (worth > 0), (position, point, side)
                    assert item.gains is not Answer.UNKNOWN
                    if worth > 0:
                        assert item.sure == (worth, worth)
        assert not found
        neutral = sum(1 << item.point for item in neutral_points(referee, standing) if item.answer is Answer.YES)
        for point in range(size[0] * size[1]):
            if neutral >> point & 1:
                assert min(naive.worth(board, size, divmod(point, size[1]), side) for side in (0, 1)) >= 0


@pytest.mark.parametrize("rules", ["proposal2012", "chinese2002", "japanese1989", "japanese2003"])
def test_symmetries_and_colours_change_nothing(rules):
    ruleset = load_ruleset(rules)
    source = random.Random(7)
    for position in positions(6, "images"):
        here = settlement(position, ruleset)
        symmetry = source.choice(SYMMETRIES[1:])
        image = transform(position, symmetry)
        there = settlement(swap_colours(image), ruleset, Colour.WHITE)

        def moved(mask, position=position, symmetry=symmetry):
            return transform_mask(mask, position.rows, position.cols, symmetry)

        assert there.standing.lead == tuple(-value for value in reversed(here.standing.lead))
        assert there.neutral == moved(here.neutral)
        assert there.settled is here.settled
        for colour in Colour:
            other = colour.opponent
            assert there.settled_for(other) is here.settled_for(colour)
            gaining = sum(1 << item.point for item in here.gaining(colour))
            assert sum(1 << item.point for item in there.gaining(other)) == moved(gaining)
            assert sorted(item.sure for item in there.gaining(other)) == sorted(
                item.sure for item in here.gaining(colour)
            )
        assert {unit.unit for unit in there.unsettled} == {moved(unit.unit) for unit in here.unsettled}


@pytest.mark.parametrize("rules", ["proposal2012", "chinese2002", "japanese1989"])
def test_nothing_is_left_when_filling_has_come_to_its_end(rules):
    ruleset = load_ruleset(rules)
    ends = 0
    for position in positions(12, "ends"):
        found = settlement(position, ruleset, BLACK).filling
        if found.stopped:
            assert found.lead is None
            continue
        ends += 1
        assert found.complete
        again = settlement(found.end.position, ruleset, BLACK)
        assert not again.filling.moves or again.settled is not Answer.YES
        if found.settled is Answer.YES:
            assert not again.neutral
            assert again.settled is Answer.YES
    assert ends
