"""Small boards whose gains, neutral points, filling and counts were worked out by hand, under three rulesets.

X is black. Leads are Black's. The words beside each board are the reasons; they were written before the program
was asked. The rulesets: proposal2012 lets the owner move first and counts no ko points; japanese1989 lets the
attacker move first, and a dame voids the territory of the chains next to it; chinese2002 counts areas, the
owner moving first.
"""

import dataclasses

import pytest

from verifier.adjudicate.filling import Kind
from verifier.adjudicate.settlement import settlement
from verifier.board import BLACK, WHITE, Colour, vertex, vertices
from verifier.notation import parse_diagram
from verifier.play import PASS
from verifier.proof import check
from verifier.rules import load_ruleset

RULES = ("proposal2012", "japanese1989", "chinese2002")


@dataclasses.dataclass(frozen=True)
class Expected:
    """What settled positions are asked for, worked out by hand."""

    lead: int
    """Of the board as it stands."""
    gaining: str
    """"B E2 4": side, point, and what it is worth after the best answer."""
    neutral: str
    moves: str
    """A star marks a move that prevents a gain."""
    filled: int
    settled: str
    """"yes", or the sides that have something to gain."""


# Three dame between two groups of two and more eyes each. Nothing is in danger, so nothing gains, and the dame
# are neutral: filled from the top. Black has 3 points (A3, C3, A1), White 2 (H3, H1). Under the rules of 1989
# all are void as long as a dame is open, which filling mends. Areas: 9 stones and 3 points against 7 and 2;
# of three dame Black fills two.
DAME = """
.X.X.OO.
XXXX.OOO
.XXX.OO.
"""
# White's E3 hangs on D3 and F3. White's own D3 would be an atari on two stones, so D3 is a dame for Black alone.
# He plays there, and White has to connect on F3 (G3 does not help, F3 then takes a ko): 3 points against 5
# become 3 against 4. Yet D3 gains nothing, as E3 is not dead yet after it: under 2012 because White moves
# first in the test, under 1989 because Black, who takes on F3, cannot keep a new white stone from G3. Under
# 1989 all is void as long as D3 is open. Areas: 13 and 13, then Black has D3 too; it is worth the one point of a
# dame, whoever is to move.
REPAIR = """
.XX.O..O.
XX.XXOOOO
.XXXXO.O.
"""
# A half-point ko: D2 is in atari. Who takes on E2 has a prisoner more, and White may not retake at once; White
# gains nothing by filling E2. 2 points each, E2 being no point under 2012 (a ko); under 1989 D2 is dead, but
# stays, as E2 touches both sides, and White's chain has that dame beside it and no territory. E2 is neutral: Black takes, White has nothing left to fill, and Black must
# connect, as White would take back. Areas: E2 is White's point (13 to 11), no neutral one, so Black passes
# and White fills it; the take would have been worth four.
HALF_KO = """
.XXXOOO.
XXXO.OOO
.XXXOOO.
"""
# Not a seki, although who fills a liberty is taken: White takes five stones, and in the space they leave (a
# bulky five) Black kills. So White is dead: 4 points and 2 prisoners, or all 8 points. White's C2 is taken
# on C1, Black's C2 or C1 costs a point.
BULKY_FIVE = """
XX.O
XX.O
"""
# A seki with eyes: who plays on C1 has one liberty left and is taken through his eye. One point each; under
# 1989 none, because of the dame C1, which neither side can fill. Areas are two each.
SEKI = """
.X.O.
"""
# The white stone in the corner has one liberty, and Black cannot be killed: dead. 7 points and the prisoner.
# Taking it on A1 costs a point; White's plays elsewhere are more prisoners. Areas: all 16 points.
DEAD_STONE = """
.X..
XXXX
OX.X
.XX.
"""
# An atari left open: F3 takes two stones, or connects them. Under 2012 they live (White first): 4 points to
# 2; F3 brings two prisoners and two points. Under 1989 they are dead, but F3 touches both sides, so that they
# cannot be taken off and count for nobody until F3 is played. For White F3 saves them and gains nothing.
# F3 is neutral: Black, first, plays there. Areas 15 to 8; F3 is worth 5, for White the one point of a dame.
ATARI = """
.XXOO.O.
XXXXXXOO
.X.X.XO.
"""
# One eye against none: White takes Black's stones whenever he likes, Black cannot take White's. Dead, and
# nothing has to be played: 7 points and 4 prisoners; C1 or C2 costs White a point. Black's C2 only adds a
# prisoner that White has by C1 at the cost of a point. Areas: all 10.
EYE_AGAINST_NONE = """
XX.O.
XX.OO
"""
# Nobody has anything yet: the middle takes the board, 2 points or an area of 3. A1 and C1 are taken by a play
# in the middle. So B1 gains for either side and is neutral, and Black's first move prevents White's.
OPEN = """
...
"""
# Three points in a row make one eye or two. Under 2012 Black, first in the test, lives: 3 points to 2, and
# White's A2 kills (10 points then: A3, A1, three more under the stones, three prisoners, D3 and D1). Black
# must play A2 before; A3 or A1 would kill himself. Under 1989 White is first: Black is dead (11), A2 saves
# him (0), and it is White who must play A2 (10). Areas: 6 to 6, and A2 wins all 12.
THREE_IN_A_ROW = """
.XO.
.XOO
.XO.
"""

BOARDS = {
    "dame": (DAME, BLACK, {
        "proposal2012": Expected(1, "", "E3 E2 E1", "B E3, W E2, B E1", 1, "yes"),
        "japanese1989": Expected(0, "", "E3 E2 E1", "B E3, W E2, B E1", 1, "yes"),
        "chinese2002": Expected(3, "", "E3 E2 E1", "B E3, W E2, B E1", 4, "yes"),
    }),
    "repair": (REPAIR, BLACK, {
        "proposal2012": Expected(-2, "", "", "B D3, W F3*", -1, "yes"),
        "japanese1989": Expected(0, "", "", "B D3, W F3*", -1, "yes"),
        "chinese2002": Expected(0, "", "", "B D3, W F3*", 1, "yes"),
    }),
    "repair, White first": (REPAIR, WHITE, {
        "proposal2012": Expected(-2, "", "", "W pass, B D3, W F3*", -1, "yes"),
        "japanese1989": Expected(0, "", "", "W pass, B D3, W F3*", -1, "yes"),
        "chinese2002": Expected(0, "", "", "W pass, B D3, W F3*", 1, "yes"),
    }),
    "half ko": (HALF_KO, BLACK, {
        "proposal2012": Expected(0, "B E2 1", "E2", "B E2, W pass, B D2*", 1, "black"),
        "japanese1989": Expected(2, "B E2 1", "E2", "B E2, W pass, B D2*", 1, "black"),
        "chinese2002": Expected(-2, "B E2 4", "", "B pass, W E2*", -2, "black"),
    }),
    "bulky five": (BULKY_FIVE, BLACK, {
        "proposal2012": Expected(6, "", "", "", 6, "yes"),
        "japanese1989": Expected(6, "", "", "", 6, "yes"),
        "chinese2002": Expected(8, "", "", "", 8, "yes"),
    }),
    "seki": (SEKI, BLACK, {
        "proposal2012": Expected(0, "", "", "", 0, "yes"),
        "japanese1989": Expected(0, "", "", "", 0, "yes"),
        "chinese2002": Expected(0, "", "", "", 0, "yes"),
    }),
    "dead stone": (DEAD_STONE, BLACK, {
        "proposal2012": Expected(8, "", "", "", 8, "yes"),
        "japanese1989": Expected(8, "", "", "", 8, "yes"),
        "chinese2002": Expected(16, "", "", "", 16, "yes"),
    }),
    "atari": (ATARI, BLACK, {
        "proposal2012": Expected(2, "B F3 4", "F3", "B F3", 6, "black"),
        "japanese1989": Expected(0, "B F3 4", "F3", "B F3", 6, "black"),
        "chinese2002": Expected(7, "B F3 5", "F3", "B F3", 12, "black"),
    }),
    "eye against none": (EYE_AGAINST_NONE, BLACK, {
        "proposal2012": Expected(-11, "", "", "", -11, "yes"),
        "japanese1989": Expected(-11, "", "", "", -11, "yes"),
        "chinese2002": Expected(-10, "", "", "", -10, "yes"),
    }),
    "open": (OPEN, BLACK, {
        "proposal2012": Expected(0, "B B1 2, W B1 2", "B1", "B B1*", 2, "black white"),
        "japanese1989": Expected(0, "B B1 2, W B1 2", "B1", "B B1*", 2, "black white"),
        "chinese2002": Expected(0, "B B1 3, W B1 3", "B1", "B B1*", 3, "black white"),
    }),
    "three in a row": (THREE_IN_A_ROW, BLACK, {
        "proposal2012": Expected(1, "W A2 11", "", "B A2*", 0, "white"),
        "japanese1989": Expected(-11, "B A2 11", "", "B pass, W A2*", -10, "black"),
        "chinese2002": Expected(0, "W A2 12", "", "B A2*", 0, "white"),
    }),
}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", BOARDS)
def test_what_was_worked_out_by_hand(name, rules):
    board, to_move, answers = BOARDS[name]
    expected = answers[rules]
    position = parse_diagram(board).position
    found = settlement(position, load_ruleset(rules), to_move)

    def where(point):
        return "pass" if point == PASS else vertex(point, position.rows, position.cols)

    assert found.standing.lead == (expected.lead, expected.lead)
    gaining = [item for colour in Colour for item in found.gaining(colour)]
    assert (
        ", ".join(f"{'BW'[item.colour]} {where(item.point)} {item.sure[0]:g}" for item in gaining)
        == expected.gaining
    )
    assert " ".join(vertices(found.neutral, position.rows, position.cols)) == expected.neutral
    moves = (
        f"{'BW'[move.colour]} {where(move.point)}{'*' * (move.kind is Kind.PREVENT)}" for move in found.filling.moves
    )
    assert ", ".join(moves) == expected.moves
    assert found.filling.lead == (expected.filled, expected.filled)
    open_sides = [str(colour) for colour in Colour if found.settled_for(colour).value != "yes"]
    assert (" ".join(open_sides) or "yes") == expected.settled
    assert (found.settled.value == "yes") is (expected.settled == "yes")


@pytest.mark.parametrize("rules", RULES)
def test_the_verdicts_behind_an_answer_have_certificates_about_their_positions(rules):
    position = parse_diagram(REPAIR).position
    found = settlement(position, load_ruleset(rules))
    for judgement in (found.judgement, found.counted):
        assert judgement.complete
        assert judgement.whole
        for verdict in judgement.verdicts:
            claim = check(verdict.certificate).claim
            assert (claim.position, claim.unit) == (judgement.diagram.position, verdict.unit)
            assert claim.ruleset == load_ruleset(rules)
