"""Each condition on patterns, with a figure or a certificate that breaks it alone."""

import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from patterning import figure

from verifier.board import BLACK, WHITE, Colour, Position, Side
from verifier.errors import CertificateError, InputError
from verifier.play import Arena, Pattern, PatternPlay, arena_for
from verifier.proof import Certificate, Claim, PatternNode, Patterns, Verdict, check, dump_certificate
from verifier.proof.store import parse_certificate
from verifier.proof.unfold import unfold
from verifier.rules import Ruleset, load_ruleset

PROPOSAL = load_ruleset("proposal2012").with_values(walls="assumed")
ONCE = PROPOSAL.with_values(dead_means="captured once", cycle="alive")
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "certificates.md").read_text(encoding="utf-8")


def board(*rows: str, open_sides: frozenset[Side] = frozenset()) -> Position:
    _, black, white = figure(*rows)
    return Position(len(rows), len(rows[0]), black, white, open_sides)


def arena_of(position: Position, point: int, ruleset: Ruleset = PROPOSAL) -> Arena:
    return Arena(position, position.chain_at(point), ruleset)


def drawn(*rows: str, to_move: Colour, ban: int = -1) -> Pattern:
    return Pattern(*figure(*rows), ban, int(to_move))


def point(*rows: str, sign: str = "p") -> int:
    return "".join(rows).index(sign)


# What a pattern determines. Black is the winner; p is where he plays, q where White plays.


def blacks(*rows: str, unit: int = 0, ruleset: Ruleset = PROPOSAL):
    """What Black's play on p leads to. The arena is an empty board with a unit that plays no part."""
    shown = [row.replace("p", ".") for row in rows]
    arena = arena_of(Position(len(rows), len(rows[0]), 1 << unit, 0), unit, ruleset)
    return PatternPlay(arena, BLACK).play(drawn(*shown, to_move=BLACK), point(*rows))


def whites(*rows: str, unit: int = 0, ban: int = -1, ruleset: Ruleset = PROPOSAL):
    """What White's play on q leads to, Black being the winner; None if it is illegal for certain."""
    shown = [row.replace("q", ".") for row in rows]
    arena = arena_of(Position(len(rows), len(rows[0]), 1 << unit, 0), unit, ruleset)
    pattern = drawn(*shown, to_move=WHITE, ban=ban)
    at = point(*rows, sign="q")
    return dict(PatternPlay(arena, BLACK).replies(pattern, pattern.zone)).get(at)


def test_an_enclosed_chain_without_another_liberty_is_taken() -> None:
    result = blacks("OpX", "XXX")
    assert result.captured == 1
    assert not result.white


def test_a_chain_with_unknown_neighbours_is_struck() -> None:
    result = blacks("?Op.", "XXXX")
    assert result.captured == 0
    assert not result.zone & 0b10
    assert not result.white


def test_a_chain_that_an_unknown_point_may_connect_with_the_play_is_struck() -> None:
    """Although it is not next to the play: with a white stone on the unknown point it is taken."""
    rows = ("XXXX", "O?p.", "XXXX")
    result = blacks(*rows)
    stone = 1 << point(*rows, sign="O")
    assert not result.zone & stone
    arena = arena_of(board("XXXX", "OO..", "XXXX"), 0)
    taken = arena.step(arena.start, point(*rows))
    assert taken.captured == 2


def test_a_chain_with_a_liberty_in_the_zone_stays_whatever_is_unknown() -> None:
    result = blacks("XXXX", "O?p.", ".XXX")
    assert result.white == 1 << 4
    assert result.zone == figure("....", ".?..", "....")[0]


def test_chains_that_one_in_danger_may_be_connected_with_are_struck_as_well() -> None:
    """No point next to the play is unknown, but the chain next to it goes on outside."""
    rows = ("XOp.", "?OXX", "?XXX", "OXXX", "XXXX")
    result = blacks(*rows)
    assert not result.white
    assert not result.zone & 1 << 12


@pytest.mark.parametrize(
    ("rows", "legal"),
    [
        (("p.", "??"), True),
        (("p?", "??"), False),
        (("pX", "?."), True),
        (("pX", "??"), False),
        (("pOX", "X?X"), False),
        (("pOX", "XXX"), True),
        (("pO?", "XX."), True),
        (("pO?", "XX?"), False),
    ],
)
def test_the_winner_s_play_must_be_legal_for_certain(rows: tuple[str, ...], legal: bool) -> None:
    assert (blacks(*rows, unit=len(rows[0]) * 2 - 1) is not None) == legal


def test_the_winner_s_ban_needs_that_nothing_else_can_be_taken_and_the_stone_stands_alone() -> None:
    rows = (".XO.", "XOpO", ".XO.")
    assert blacks(*rows).ban == 5
    unknown = [".X?.", "XOpO", ".XO."]
    assert blacks(*unknown).ban == -1
    assert blacks(*unknown).captured == 1
    friend = [".XX.", "XOpO", ".XO."]
    assert blacks(*friend).ban == -1
    # A second white chain next to the play may be in danger as well: it has no liberty in the zone.
    doubtful = [".XO?", "XOp.", ".XO."]
    assert blacks(*doubtful).ban == -1
    assert blacks(*rows, ruleset=PROPOSAL.with_values(ko="none")).ban == -1


def test_a_reply_may_forbid_the_retake_unless_it_is_certain_that_it_does_not() -> None:
    rows = (".OX.", "OXqX", ".OX.")
    assert whites(*rows).ban == 5
    assert whites(".O?.", "OXqX", ".OX.").ban == 5
    assert whites(".OO.", "OXqX", ".OX.").ban == -1
    assert whites(".OX.", "OXq.", ".OX.").ban == -1
    assert whites(*rows, ruleset=PROPOSAL.with_values(ko="none")).ban == -1


def test_a_chain_of_the_winner_with_unknown_neighbours_is_struck_by_a_reply_on_its_liberty() -> None:
    result = whites("?Xq.", "OOOO")
    assert result.captured == 0
    assert not result.zone & 0b10
    taken = whites("OXq.", "OOOO")
    assert taken.captured == 1
    assert taken.black == 0


@pytest.mark.parametrize(
    ("rows", "legal"),
    [
        (("qX.", "XX."), False),
        (("q?.", "XX."), True),
        (("qX.", "?X."), True),
        (("q.X", "XX."), True),
        (("qX", "XX"), True),
        (("qOX", "XX."), False),
        (("qO?", "XX."), True),
        (("qO.", "XX."), True),
    ],
)
def test_a_reply_is_left_out_only_if_it_is_illegal_for_certain(rows: tuple[str, ...], legal: bool) -> None:
    # In the fifth figure Black has no other liberty, so that the play takes.
    assert (whites(*rows, unit=len(rows[0]) * 2 - 1) is not None) == legal


def test_a_banned_reply_is_no_reply() -> None:
    assert whites("q..", "...") is not None
    assert whites("q..", "...", ban=0) is None


@pytest.mark.parametrize(
    ("rows", "supported"),
    [(("X.", "??"), True), (("X?", "??"), False), (("XX", "?."), True), (("XO", "O?"), False), (("X?", "X?"), False)],
)
def test_support_is_an_empty_point_next_to_each_chain_of_the_winner(rows: tuple[str, ...], supported: bool) -> None:
    arena = arena_of(board("X.", ".."), 0)
    assert PatternPlay(arena, BLACK).supported(drawn(*rows, to_move=WHITE)) is supported


def test_a_wall_supports_what_touches_it() -> None:
    position = board("XXXX", "....", "...X", open_sides=frozenset({Side.TOP}))
    arena = arena_of(position, 11)
    play = PatternPlay(arena, BLACK)
    assert play.supported(drawn("????", "???X", "???.", to_move=WHITE))
    assert not play.supported(drawn("????", "????", "???X", to_move=WHITE))


@pytest.mark.parametrize(
    ("rows", "attacker_owns"),
    [
        (("O?", "??"), True),
        (("X?", "??"), False),
        ((".?", "??"), None),
        ((".X", "??"), False),
        ((".O", "??"), None),
        ((".O", "O?"), True),
        ((".O", "X?"), False),
        (("..", "O?"), None),
        (("..", ".."), False),
    ],
)
def test_whose_the_unit_is_is_said_only_if_it_is_certain(rows: tuple[str, ...], attacker_owns: bool | None) -> None:
    arena = arena_of(board("X.", ".."), 0)
    for winner in (BLACK, WHITE):
        pattern = drawn(*rows, to_move=winner)
        assert PatternPlay(arena, winner).attacker_owns_some(pattern) is attacker_owns


def test_statics_need_eyes_that_are_known_to_be_closed() -> None:
    arena = arena_of(board(".X.X.", "XXXX.", "....."), 1)
    play = PatternPlay(arena, BLACK)
    assert play.settled(drawn(".X.X?", "XXXX?", "?????", to_move=WHITE))
    assert not play.settled(drawn("?X.X?", "XXXX?", "?????", to_move=WHITE))
    assert not play.settled(drawn(".X.??", "XXX??", "?????", to_move=WHITE))
    assert not play.settled(drawn(".X.X.", "?XXX?", "?????", to_move=WHITE))


def test_statics_need_points_of_the_unit_that_are_known_to_be_at_hand() -> None:
    ring = frozenset(Side)
    play = PatternPlay(arena_of(board("XXXXXX", "X.OO.X", "XXXXXX", open_sides=ring), 8), BLACK)
    two, one = ("??????", "??..??", "??????"), ("??????", "??O.??", "??????")
    assert play.settled(drawn(*two, to_move=WHITE))
    assert play.settled(drawn(*one, to_move=BLACK))
    assert not play.settled(drawn(*one, to_move=BLACK, ban=9))
    assert not play.settled(drawn(*one, to_move=WHITE))
    assert not play.settled(drawn("??????", "??O???", "??????", to_move=BLACK))
    once = PatternPlay(arena_of(board("XXXXXX", "X.OO.X", "XXXXXX", open_sides=ring), 8, ONCE), BLACK)
    assert not once.settled(drawn(*two, to_move=WHITE))
    loose = PatternPlay(arena_of(board("......", "X.OO.X", "......"), 8), BLACK)
    assert not loose.settled(drawn(*two, to_move=WHITE))


def test_patterns_are_for_rulesets_in_which_passes_never_end_play() -> None:
    certificate = example()
    claim = dataclasses.replace(certificate.claim, ruleset=PROPOSAL.with_values(end="two passes"))
    with pytest.raises(CertificateError, match="passes"):
        check(dataclasses.replace(certificate, claim=claim))


@pytest.mark.parametrize(
    "values", [{"ko": "one pass for all kos"}, {"dead_means": "no new stone anywhere", "cycle": "aim"}]
)
def test_patterns_win_plain_play_in_games_that_remember(values: dict[str, str]) -> None:
    certificate = example()
    claim = dataclasses.replace(certificate.claim, ruleset=PROPOSAL.with_values(**values))
    relabelled = dataclasses.replace(certificate, claim=claim)
    if "ko" in values:
        assert check(relabelled).claim == claim
    else:
        with pytest.raises(CertificateError, match="does not hold the unit"):  # all of the scope
            check(relabelled)
    with pytest.raises(InputError, match="remember"):
        PatternPlay(arena_for(claim.position, claim.unit, claim.ruleset), WHITE)


# Certificates. The example of the page; a longer one with a reply, and changes of it.

DEAD = board("X.XO..", "OOOO..", "......")
PRINTED = re.findall(r'^"([0-9a-f]+ [^"]+)"', PAGE.split("### Example of patterns")[1].split("\n## ")[0], re.MULTILINE)
LINES = [
    "7df 5 3c8 -1 0 . 0 1 1 4:2",
    "3df 5 3c8 -1 1 1 0 0 3",
    "7cf 5 3c8 -1 1 1 0 0 3",
    "3cf 0 3ca -1 0 . 0 0 4",
    "3cf 0 3ca -1 1 -1 0 0 3",
]


def example(lines: list[str] = LINES) -> Certificate:
    claim = Claim(DEAD, DEAD.chain_at(0), PROPOSAL, Verdict.DEAD)
    text = dump_certificate(Certificate(claim, (Patterns(WHITE, False, ()),)))
    nodes = ",\n".join(json.dumps(line) for line in lines)
    return parse_certificate(text.replace('"nodes": [', f'"nodes": [{nodes}'), "example")


def with_node(certificate: Certificate, number: int, **changes: object) -> Certificate:
    (item,) = certificate.evidence
    assert isinstance(item, Patterns)
    node = item.nodes[number]
    inner = {key: value for key, value in changes.items() if key in Pattern._fields}
    outer = {key: value for key, value in changes.items() if key not in Pattern._fields}
    changed = dataclasses.replace(node, pattern=node.pattern._replace(**inner), **outer)
    nodes = (*item.nodes[:number], changed, *item.nodes[number + 1 :])
    return dataclasses.replace(certificate, evidence=(dataclasses.replace(item, nodes=nodes),))


@pytest.mark.parametrize("lines", [PRINTED, LINES])
def test_the_examples_are_accepted_and_stand_for_a_strategy(lines: list[str]) -> None:
    assert len(lines) >= 4
    certificate = example(lines)
    assert check(certificate).family == "patterns"
    arena = arena_of(DEAD, 0)
    (item,) = certificate.evidence
    assert isinstance(item, Patterns)
    strategy = unfold(arena, item, 100_000)
    assert strategy is not None
    assert len(strategy.nodes) > 100
    check(dataclasses.replace(certificate, evidence=(strategy,)))
    assert parse_certificate(dump_certificate(certificate), "example") == certificate


WRONG: dict[str, tuple[Callable[[Certificate], Certificate], str]] = {
    "no zone around the unit": (lambda c: with_node(c, 4, zone=0x3CE, black=0), "does not hold the unit"),
    "a zone outside the board": (lambda c: with_node(c, 4, zone=0x3CF | 1 << 30), "leaves the locale"),
    "a stone outside the zone": (lambda c: with_node(c, 4, white=0x3CA | 1 << 12), "stone outside its zone"),
    "two stones on a point": (lambda c: with_node(c, 4, black=2), "two on a point"),
    "a ban on the winner": (lambda c: with_node(c, 4, ban=0), "ban that cannot be"),
    "a ban on a stone": (lambda c: with_node(c, 3, ban=1), "ban that cannot be"),
    "a ban outside the zone": (lambda c: with_node(c, 3, ban=4), "ban that cannot be"),
    "a ban that nothing made": (lambda c: with_node(c, 3, ban=0), "makes no ban"),
    "a ban at the start": (lambda c: with_node(c, 0, ban=4, after=1, replies={}), "start does not match"),
    "another mover at the start": (lambda c: with_node(c, 0, to_move=1, move=-1, replies={}), "start does not match"),
    "other stones at the start": (lambda c: with_node(c, 0, white=0x3D8, replies={}), "start does not match"),
    "a negative credit": (lambda c: with_node(c, 2, credit=-1), "negative"),
    "a negative rank": (lambda c: with_node(c, 2, rank=-1), "negative"),
    "no support": (lambda c: with_node(c, 4, zone=0x3CF | 1 << 17, white=0x3CA | 1 << 17), "without support"),
    "no move": (lambda c: with_node(c, 1, move=None), "a move or replies where"),
    "a move of the other side": (lambda c: with_node(c, 0, move=-1), "a move or replies where"),
    "replies of the winner": (lambda c: with_node(c, 1, replies={1: 3}), "a move or replies where"),
    "a move on a stone": (lambda c: with_node(c, 1, move=0), "may be illegal"),
    "a move outside the zone": (lambda c: with_node(c, 1, move=10), "may be illegal"),
    "a pass that changes nothing": (lambda c: with_node(c, 1, move=-1), "other stones"),
    "a reference to nothing": (lambda c: with_node(c, 1, after=5), "not there"),
    "a negative reference": (lambda c: with_node(c, 1, after=-2), "not there"),
    "a reference that is not closed": (lambda c: with_node(c, 1, after=-1), "not settled"),
    "a pass that is not closed": (lambda c: with_node(c, 0, after=-1), "not settled"),
    "a reference to the same side": (lambda c: with_node(c, 4, after=4), "other side's turn"),
    "a reference to other stones": (lambda c: with_node(c, 1, after=0), "other stones|not known"),
    "a reference to a larger zone": (lambda c: with_node(c, 3, zone=0x3DF, replies={4: 4}), "not known"),
    "a missing reply": (lambda c: with_node(c, 0, replies={}), "E3 at pattern 0 is not covered"),
    "a reply that is illegal": (lambda c: with_node(c, 0, replies={4: 2, 1: 2}), "not legal, or far"),
    "a reply that is far": (lambda c: with_node(c, 0, replies={4: 2, 10: 2}), "not legal, or far"),
    "a reply that needs another answer": (lambda c: with_node(c, 0, replies={4: 1}), "not known|other stones"),
    "a bad cycle": (lambda c: with_node(c, 0, rank=0), "breaks the measure"),
    "a growing rank": (lambda c: with_node(c, 4, rank=1), "breaks the measure"),
    "a growing credit": (lambda c: with_node(c, 1, credit=1), "breaks the measure"),
    "no patterns": (lambda c: of_nodes(c), "the start is not settled"),
    "patterns of the other side": (
        lambda c: dataclasses.replace(c, evidence=(dataclasses.replace(c.evidence[0], side=BLACK),)),
        "another side",
    ),
    "patterns for another draw rule": (
        lambda c: dataclasses.replace(c, evidence=(dataclasses.replace(c.evidence[0], draw_wins=True),)),
        "draw rule",
    ),
    "another verdict": (
        lambda c: dataclasses.replace(c, claim=dataclasses.replace(c.claim, verdict=Verdict.ALIVE)),
        "another side",
    ),
}


def of_nodes(certificate: Certificate, *nodes: PatternNode) -> Certificate:
    (item,) = certificate.evidence
    return dataclasses.replace(certificate, evidence=(dataclasses.replace(item, nodes=nodes),))


@pytest.mark.parametrize("name", WRONG)
def test_a_certificate_that_breaks_one_condition_is_refused(name: str) -> None:
    change, message = WRONG[name]
    with pytest.raises(CertificateError, match=message):
        check(change(example()))


@pytest.mark.parametrize(
    ("old", "new"),
    [(" 4:2", " 4:2 4:2"), (" 4:2", " 4:-1"), (" 4:2", " 4"), (" 0 . 0 1", " 2 . 0 1"), ("7df", "7dg"), (" 4:2", " 4:x")],
)
def test_a_file_with_a_bad_node_is_refused(old: str, new: str) -> None:
    text = dump_certificate(example())
    assert old in text
    with pytest.raises(CertificateError):
        parse_certificate(text.replace(old, new, 1), "altered")


# Rules of the game that a proof by patterns could miss.


def one_node(position: Position, unit: int, ruleset: Ruleset, side: Colour, *nodes: PatternNode) -> Certificate:
    arena = arena_of(position, unit, ruleset)
    verdict = Verdict.ALIVE if side == arena.owner else Verdict.DEAD
    return Certificate(Claim(position, arena.unit, ruleset, verdict), (Patterns(side, False, nodes),))


def test_a_reply_that_takes_the_unit_ends_play_under_captured_once() -> None:
    position = board("X.O", "OO.")
    first = PatternNode(drawn("X.O", "OO.", to_move=WHITE), None, 9, 9, 1, {1: 1, 5: 1})
    second = PatternNode(drawn("X.O", "OO.", to_move=BLACK), -1, 9, 9, 0, {})
    ruleset = ONCE.with_values(first_move="attacker")
    with pytest.raises(CertificateError, match="B2 at pattern 0 ends play"):
        check(one_node(position, 0, ruleset, BLACK, first, second))


def test_the_attacker_wins_by_taking_the_unit_under_captured_once_and_not_else() -> None:
    position = board("X.O", "OO.")
    node = PatternNode(drawn("X.O", "OO.", to_move=WHITE), 1, 0, 0, -1, {})
    assert check(one_node(position, 0, ONCE.with_values(first_move="attacker"), WHITE, node)).moves == 1
    with pytest.raises(CertificateError, match="not settled"):
        check(one_node(position, 0, PROPOSAL.with_values(first_move="attacker"), WHITE, node))
    again = dataclasses.replace(node, after=0)
    with pytest.raises(CertificateError, match="ends play"):
        check(one_node(position, 0, ONCE.with_values(first_move="attacker"), WHITE, again))


# Eyes: points that are known to carry no stone of the winner, and nothing else.


def eyed(*rows: str, to_move: Colour = WHITE) -> Pattern:
    """A pattern whose figure shows eyes as e."""
    zone, black, white = figure(*(row.replace("e", "?") for row in rows))
    eyes = sum(1 << p for p, sign in enumerate("".join(rows)) if sign == "e")
    return Pattern(zone, black, white, -1, int(to_move), eyes)


@pytest.mark.parametrize(
    ("rows", "sealed", "supported"),
    [
        (("eXeX", "XXXX", "????"), True, True),
        (("eXXX", "XXX?", "????"), True, False),
        (("eXee", "XXXX", "????"), True, True),
        (("eXe?", "XXXX", "????"), False, True),
        (("eXe.", "XXXX", "????"), False, True),
        (("eXeX", "XX?X", "????"), False, False),
        (("eXXX", "eXeX", "XXXX"), True, True),
        (("eXXX", "eeeX", "XXXX"), True, False),
    ],
)
def test_two_sealed_eyes_next_to_all_their_points_support_a_chain(
    rows: tuple[str, ...], sealed: bool, supported: bool
) -> None:
    arena = arena_of(Position(3, 4, 1 << 1, 0), 1)
    play = PatternPlay(arena, BLACK)
    assert play.sealed(eyed(*rows)) is sealed
    if sealed:
        assert play.supported(eyed(*rows)) is supported


def test_an_eye_with_a_point_that_is_not_next_to_the_chain_does_not_support_it() -> None:
    """White may fill all points that are next to it and have a liberty on the others."""
    arena = arena_of(Position(3, 4, 1 << 1, 0), 1)
    play = PatternPlay(arena, BLACK)
    pattern = eyed("eeXe", "eeXX", "XXX?")
    assert play.sealed(pattern)
    assert not play.supported(pattern)
    assert play.supported(eyed("eXXe", "eXXX", "XXX?"))


def test_an_eye_next_to_a_wall_of_the_loser_is_not_sealed() -> None:
    position = board("OOOO", "X...", "....", open_sides=frozenset({Side.TOP}))
    play = PatternPlay(arena_of(position, 4), BLACK)
    assert not play.sealed(eyed("????", "XeXX", "?X??"))
    assert play.sealed(eyed("????", "XXXX", "XeX?"))


def test_a_reply_on_the_only_other_liberty_takes_nothing_from_a_chain_with_an_eye() -> None:
    arena = arena_of(Position(3, 4, 1, 0), 0)
    replies = dict(PatternPlay(arena, BLACK).replies(eyed("XXX.", "XeX?", "XXX?"), 1 << 3))
    assert replies[3].captured == 0
    assert replies[3].zone == eyed("XXX.", "XeX?", "XXX?").zone
    blind = dict(PatternPlay(arena, BLACK).replies(eyed("XXX.", "X?X?", "XXX?"), 1 << 3))
    assert not blind[3].zone & 1


def alive_by_eyes() -> Certificate:
    """The attacker may play anywhere, in the eyes as well; the owner passes."""
    position = board(".X.XO.", "XXXXO.", "OOOO..")
    lines = ["3cb+4 3ca 0 -1 1 . 0 0 1", "3cb+4 3ca 0 -1 0 -1 0 0 0"]
    claim = Claim(position, position.chain_at(1), PROPOSAL.with_values(first_move="attacker"), Verdict.ALIVE)
    text = dump_certificate(Certificate(claim, (Patterns(BLACK, False, ()),)))
    nodes = ",\n".join(json.dumps(line) for line in lines)
    return parse_certificate(text.replace('"nodes": [', f'"nodes": [{nodes}'), "example")


def test_a_living_unit_needs_to_know_nothing_of_its_eyes_but_that_they_are_its_own() -> None:
    certificate = alive_by_eyes()
    both = [{"zone": 0x3CA, "eyes": 5}, {"zone": 0x3CA, "eyes": 5}]
    for number, change in enumerate(both):
        certificate = with_node(certificate, number, **change)
    assert check(certificate).moves == 2
    assert parse_certificate(dump_certificate(certificate), "example") == certificate
    (item,) = certificate.evidence
    claim = certificate.claim
    strategy = unfold(Arena(claim.position, claim.unit, claim.ruleset), item, 10_000)
    assert strategy is not None
    check(dataclasses.replace(certificate, evidence=(strategy,)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"zone": 0x3CA, "eyes": 4}, "without support"),
        ({"zone": 0x3CA, "eyes": 0}, "without support"),
        ({"zone": 0x3CB, "eyes": 5}, "eye that black does not surround"),
        ({"zone": 0x3CA, "eyes": 5 | 1 << 5}, "eye that black does not surround"),
        ({"zone": 0x3CA, "eyes": 5 | 1 << 30}, "eye that black does not surround"),
        ({"zone": 0x3CA, "eyes": 5 | 1 << 17, "white": 0x410 | 0xF << 12}, "stone outside its zone|surround"),
    ],
)
def test_eyes_that_do_not_hold_are_refused(changes: dict[str, int], message: str) -> None:
    certificate = alive_by_eyes()
    for number in range(2):
        certificate = with_node(certificate, number, **changes)
    with pytest.raises(CertificateError, match=message):
        check(certificate)


def test_an_eye_cannot_appear_where_a_stone_may_be() -> None:
    certificate = with_node(alive_by_eyes(), 1, zone=0x3CA, eyes=5)
    forgotten = with_node(certificate, 0, zone=0x3CB, eyes=0)
    with pytest.raises(CertificateError, match="not known"):
        check(forgotten)
