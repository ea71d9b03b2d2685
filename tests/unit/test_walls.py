"""Walls by proof: which chains are kept, for which units they are walls, and what certificates must say."""

import dataclasses
import json
import math
import re

import pytest

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import BLACK, WHITE, Colour, Mask, Position, locale_of, parse_vertex, walls
from verifier.board.symmetry import SYMMETRIES, transform
from verifier.cli import main
from verifier.cli.document import wall_names
from verifier.errors import CertificateError, InputError
from verifier.jobs.cases.case import load_case
from verifier.jobs.explain.explanation import explain
from verifier.notation import parse_diagram
from verifier.play import Arena, Keeping
from verifier.proof import Answer, Keep, Patterns, Verdict, check, check_keep
from verifier.proof.patterns import check_patterns
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, find_keeps, keeps_for, prove
from verifier.search.windows.keeps import Finder

INDEPENDENT = load_ruleset("proposal2012[walls=independent]")
LIMITS = Limits(nodes=50_000, wall_nodes=5_000)

STRAIGHT_FOUR = """
. . . . X O .
X X X X X O .
O O O O O O .
. . . . . . .
"""
STRAIGHT_THREE = """
. . . X O . .
X X X X O . .
O O O O O . .
. . . . . . .
"""
BENT_FOUR = """
. . . X O . .
. X X X O . .
X X O O O . .
O O O . . . .
. . . . . . .
"""
SEKI = """
. X . X O . X O . O .
X X X X O . X O O O O
"""
ONE_OF_TWO = """
X O . O X
. X X X .
X . X . X
"""
THREE_ON_A_BOARD = """
. . X O . . O X . . . .
X X X O . . O X . . . .
O O O O . . O X X X X X
. . . O . O O O O O O O
"""

LOOSE = """
. . X O
O X O .
. X . .
. X . .
"""


def position(text: str) -> Position:
    return parse_diagram(text).position


def chain(board: Position, name: str) -> Mask:
    return board.chain_at(parse_vertex(name, board.rows, board.cols))


def kept(board: Position, *, nodes: int = 5_000) -> Mask:
    return sum(keep.stones for keep in find_keeps(board, Limits(wall_nodes=nodes)))


def proof_of(board: Position, name: str) -> Keep:
    """The proof of the wall there, found where no other proof gets in its way."""
    stones = chain(board, name)
    return next(keep for keep in find_keeps(board, LIMITS) if keep.stones & stones)


def test_two_eyes_by_miai_are_a_wall_although_the_owner_must_answer():
    board = position(STRAIGHT_FOUR)
    assert walls(board, "unconditional") == (0, 0)
    assert chain(board, "A3") & kept(board)


def test_a_space_of_three_is_no_wall():
    board = position(STRAIGHT_THREE)
    assert not chain(board, "A3") & kept(board)
    assert prove(Keeping(board, BLACK, chain(board, "A3"))).status.value == "dead"


def test_a_group_that_lives_by_ko_is_no_wall():
    # White at B5 leaves the corner as a ko, for which the attacker has all the threats.
    board = position(BENT_FOUR)
    assert not chain(board, "A3") & kept(board)
    assert prove(Keeping(board, BLACK, chain(board, "A3"))).status.value == "dead"


def test_bans_bind_the_owner_of_a_wall_only():
    board = position("X X O .\nX . X O\nX X O .\n. . . .")
    game = Keeping(board, BLACK, chain(board, "A4"))
    after = game.step(game.start, parse_vertex("B3", 4, 4))
    assert after is not None
    assert after.state.ban == parse_vertex("C3", 4, 4)
    # The same shape with the owner taking leaves no ban.
    board = position(". O X X\nO X . X\n. O X X\n. . . .")
    game = Keeping(board, WHITE, chain(board, "A3"))
    start = game.start._replace(to_move=int(WHITE))
    taking = game.step(start, parse_vertex("C3", 4, 4))
    assert taking is not None
    assert taking.captured == 1
    assert taking.state.ban == -1


def test_both_sides_of_a_seki_are_kept():
    board = position(SEKI)
    both = chain(board, "E2") | chain(board, "G2")
    assert not both & ~kept(board)


def test_a_side_of_a_seki_is_no_wall_for_the_other():
    board = position(SEKI)
    unit = chain(board, "G2")
    others = [keep for keep in find_keeps(board, LIMITS) if not keep.stones & unit]
    assert any(keep.stones == chain(board, "E2") for keep in others)
    assert all(keep.stones != chain(board, "E2") for keep in keeps_for(board, unit, others))
    # As a wall it could be attacked from without risk, and the other side would be dead.
    wrong = Arena(board, unit, INDEPENDENT, chain(board, "E2"))
    outcome = prove(wrong)
    assert outcome.certificate is not None
    assert outcome.certificate.claim.verdict is Verdict.DEAD
    keep = proof_of(board, "E2")
    with pytest.raises(CertificateError, match="meets the locale"):
        check(dataclasses.replace(outcome.certificate, keeps=(keep,)))


def test_there_is_no_largest_set_of_chains_that_are_kept_together():
    board = position(ONE_OF_TWO)
    one, other = chain(board, "A1"), chain(board, "E1")
    statuses = [prove(Keeping(board, BLACK, stones)).status.value for stones in (one, other, one | other)]
    assert statuses == ["alive", "alive", "dead"]
    assert kept(board) & (one | other) in (0, one, other)


def test_kept_chains_are_alive_and_need_only_their_own_proof():
    board = position(STRAIGHT_FOUR)
    verdict = decide(Question(board, chain(board, "A3"), INDEPENDENT, LIMITS))
    assert verdict.status.value == "alive"
    assert verdict.reason.startswith("kept in ")
    assert verdict.certificate is not None
    assert not verdict.certificate.evidence
    assert check(verdict.certificate).claim.walls == chain(board, "A3")


def test_locales_shrink_to_the_fight():
    board = position(THREE_ON_A_BOARD)
    keeps = find_keeps(board, LIMITS)
    unit = chain(board, "A3")
    chosen = keeps_for(board, unit, keeps)
    small = locale_of(board, unit, "independent", sum(keep.stones for keep in chosen))
    assert small
    assert small.bit_count() < locale_of(board, unit, "unconditional").bit_count()
    assert not any(keep.area & small for keep in chosen)
    verdict = decide(Question(board, unit, INDEPENDENT, LIMITS, found=keeps))
    assert verdict.status.value == "dead"
    assert verdict.walls == sum(keep.stones for keep in chosen)


def test_without_proofs_independent_walls_are_the_unconditional_ones():
    board = position(". X . X O\nX X X X O\n. . . . .")
    assert walls(board, "independent") == walls(board, "unconditional")
    assert walls(board, "unconditional")[0]


def test_walls_by_proof_need_the_ruleset_and_whole_chains():
    board = position(STRAIGHT_FOUR)
    stones = chain(board, "A3")
    with pytest.raises(InputError, match="only under 'independent'"):
        walls(board, "unconditional", stones)
    with pytest.raises(InputError, match="only a part of a chain"):
        walls(board, "independent", stones & -stones)
    with pytest.raises(InputError, match="without a stone"):
        walls(board, "independent", 1)
    with pytest.raises(InputError, match="only a part"):
        Keeping(board, BLACK, stones & -stones)
    with pytest.raises(InputError, match="no stones of white"):
        Keeping(board, WHITE, stones)


@pytest.mark.parametrize(
    "values",
    [
        "end=two passes,cycle=draw",
        "ko=one pass for all kos",
        "dead_means=no new stone anywhere,cycle=prisoners then aim",
    ],
)
def test_walls_by_proof_are_for_games_that_remember_nothing_and_for_decided_cycles(values):
    with pytest.raises(InputError, match="written down for games that remember nothing"):
        load_ruleset(f"proposal2012[walls=independent,{values}]")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("proposal2012[wall=independent]", "the axes suicide"),
        ("proposal2012[walls=high]", "'assumed', 'unconditional', 'independent', 'board'"),
        ("proposal2012[walls]", "'walls' = ''"),
    ],
)
def test_mistakes_in_brackets_are_named(name, message):
    with pytest.raises(InputError, match=re.escape(message)):
        load_ruleset(name)


def proved_wall():
    board = position(STRAIGHT_FOUR)
    certificate = decide(Question(board, chain(board, "A3"), INDEPENDENT, LIMITS)).certificate
    assert certificate is not None
    return certificate


def refused(certificate, message: str) -> None:
    with pytest.raises(CertificateError, match=message):
        check(certificate)


def test_a_wall_without_proof_is_refused():
    refused(dataclasses.replace(proved_wall(), keeps=()), "not those that are proved")


def test_a_proof_of_what_the_claim_does_not_call_a_wall_is_refused():
    certificate = proved_wall()
    claim = dataclasses.replace(certificate.claim, walls=0)
    refused(dataclasses.replace(certificate, claim=claim), "meets the locale|not those")


def test_walls_under_another_ruleset_are_refused():
    certificate = proved_wall()
    claim = dataclasses.replace(certificate.claim, ruleset=load_ruleset("proposal2012"))
    refused(dataclasses.replace(certificate, claim=claim), "only under 'independent'")


def test_a_proof_given_twice_is_refused():
    certificate = proved_wall()
    refused(dataclasses.replace(certificate, keeps=2 * certificate.keeps), "of the same colour")


def test_overlapping_areas_of_one_colour_are_refused():
    board = position(ONE_OF_TWO)
    proofs = []
    for name in ("A1", "E1"):
        finder = Finder(board, BLACK, LIMITS, "auto", None, math.inf)
        stones = chain(board, name)
        keep = finder.search(stones, next(finder.windows(stones)))
        assert keep is not None
        check_keep(board, keep, 0)
        proofs.append(keep)
    both = chain(board, "A1") | chain(board, "E1")
    arena = Arena(board, chain(board, "A1"), INDEPENDENT, both)
    outcome = prove(arena)
    assert outcome.certificate is not None
    refused(dataclasses.replace(outcome.certificate, keeps=tuple(proofs)), "of the same colour")


def test_no_pattern_at_all_is_refused():
    certificate = proved_wall()
    empty = dataclasses.replace(certificate.keeps[0].evidence, nodes=())
    refused(
        dataclasses.replace(certificate, keeps=(Keep(certificate.keeps[0].stones, empty),)), "no pattern"
    )


def test_a_strategy_of_the_other_side_is_refused():
    certificate = proved_wall()
    evidence = dataclasses.replace(certificate.keeps[0].evidence, side=WHITE)
    keep = Keep(certificate.keeps[0].stones, evidence)
    refused(dataclasses.replace(certificate, keeps=(keep,)), "no stones of white")


def test_the_help_of_draws_is_refused():
    certificate = proved_wall()
    evidence = dataclasses.replace(certificate.keeps[0].evidence, draw_wins=True)
    keep = Keep(certificate.keeps[0].stones, evidence)
    refused(dataclasses.replace(certificate, keeps=(keep,)), "help of draws")


def test_a_proof_that_plays_elsewhere_may_upset_is_refused():
    # A proof that is good enough where its side plays in its zone only. Which one is found depends on how the
    # board lies, and not all are of this kind.
    faults = []
    for symmetry in SYMMETRIES:
        board = transform(position(LOOSE), symmetry)
        (stones,) = [chain for chain in board.chains(BLACK) if chain.bit_count() == 3]
        game = Keeping(board, BLACK, stones)
        outcome = prove(game)
        assert outcome.certificate is not None
        (evidence,) = outcome.certificate.evidence
        assert isinstance(evidence, Patterns)
        assert check_patterns(game, evidence)
        try:
            check_keep(board, Keep(stones, evidence), 0)
        except CertificateError as error:
            faults.append(str(error))
    assert faults
    assert all("may be taken from outside its zone" in fault for fault in faults)


def test_altered_answers_are_refused_or_do_as_well():
    certificate = proved_wall()
    keep = certificate.keeps[0]
    faults = 0
    for number, node in enumerate(keep.evidence.nodes):
        if node.replies:
            # An answer to the pass would have to do for them too.
            at_once = isinstance(node.after, Answer)
            refused(changed(certificate, number, replies={}), "has an answer" if at_once else "is not covered")
            faults += 1
        for point, cover in node.replies.items():
            for move in range(-1, 28) if isinstance(cover, Answer) else ():
                if move == cover.move:
                    continue
                other = {**node.replies, point: cover._replace(move=move)}
                try:
                    check(changed(certificate, number, replies=other))
                except CertificateError:
                    faults += 1
                else:  # another answer that does as well
                    assert node.pattern.zone >> move & 1 or move == -1
    assert faults > 20


def changed(certificate, number: int, **values):
    keep = certificate.keeps[0]
    nodes = list(keep.evidence.nodes)
    nodes[number] = dataclasses.replace(nodes[number], **values)
    wrong = Keep(keep.stones, dataclasses.replace(keep.evidence, nodes=tuple(nodes)))
    return dataclasses.replace(certificate, keeps=(wrong,))


def test_certificates_with_walls_are_files():
    board = position(THREE_ON_A_BOARD)
    certificate = decide(Question(board, chain(board, "A3"), INDEPENDENT, LIMITS)).certificate
    assert certificate is not None
    assert certificate.keeps
    text = dump_certificate(certificate)
    again = parse_certificate(text, "file")
    assert again == certificate
    assert check(again).claim == certificate.claim
    data = json.loads(text)
    assert data["claim"]["walls"]
    for fault in (["A1", "A1"], ["Z9"], 5):
        data["keeps"][0]["stones"] = fault
        with pytest.raises(CertificateError, match=r"file"):
            parse_certificate(json.dumps(data), "file")


def test_a_leaning_proof_comes_after_what_it_leans_on():
    board = position(". X . X . . X\nX X X X . . .\n. . . . . X X\nO O O O O O O\n. . . . . . .")
    (keep,) = [keep for keep in find_keeps(board, LIMITS) if keep.colour is BLACK]
    check_keep(board, keep, 0)
    # Without the unconditionally alive chain that it can connect to, it is not kept.
    bare = position("O . O O . . X\n. O . . . . .\n. . . . . X X\nO O O O O O O\n. . . . . . .")
    with pytest.raises(CertificateError):
        check_keep(bare, keep, 0)


@pytest.mark.parametrize("colour", list(Colour))
def test_a_board_without_candidates_has_no_proofs(colour):
    stones = [0, 0]
    stones[colour] = 0b1111101111
    assert find_keeps(Position(2, 5, *stones), LIMITS) == ()


def test_no_walls_are_looked_for_when_the_time_is_over():
    board = position(STRAIGHT_FOUR)
    assert find_keeps(board, LIMITS)
    assert find_keeps(board, dataclasses.replace(LIMITS, seconds=1e-9)) == ()


def test_a_kept_chain_is_explained_as_such():
    board = position(STRAIGHT_FOUR)
    certificate = decide(Question(board, chain(board, "A3"), INDEPENDENT, LIMITS)).certificate
    assert certificate is not None
    assert "Kind of fight: kept." in str(explain(certificate))


def test_the_command_names_the_walls(tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_text(THREE_ON_A_BOARD)
    rules = "proposal2012[walls=independent]"
    folder = tmp_path / "proofs"
    assert main(["verify", str(file), "--unit", "A3", "--rules", rules, "--proof", str(folder)]) == 0
    assert "walls by proof: " in capsys.readouterr().out
    assert main(["check", *map(str, folder.iterdir()), "--rules", rules]) == 0
    assert "walls by proof: " in capsys.readouterr().out
    assert main(["verify", str(file), "--unit", "A3", "--rules", rules, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["units"][0]["walls"]


@pytest.mark.parametrize("case_id", ["ex01", "ex15", "ex24"])
def test_a_game_may_be_asked_for_by_any_point_of_the_unit(case_id: str) -> None:
    position, rules, refused = load_case(case_id).position, load_ruleset("proposal2012"), 0
    for point in range(position.grid.size):
        unit = position.chain_at(point)
        try:
            given = Arena(position, unit, rules)
        except InputError as error:
            with pytest.raises(InputError, match=re.escape(str(error))):
                Arena.at(position, point, rules)
            refused += 1
            continue
        found = Arena.at(position, point, rules)
        assert (found.unit, found.owner, found.kept) == (unit, given.owner, 0)
        assert (found.walls, found.locale, found.start) == (given.walls, given.locale, given.start)
    assert 0 < refused < position.grid.size


def test_walls_of_both_colours_that_touch_are_written_one_by_one():
    """Example 11: the two groups on the left are next to each other, and each keeps itself."""
    case = load_case("ex11")
    question = Question(case.position, case.unit_at("E6"), INDEPENDENT, LIMITS)
    certificate = decide(question).certificate
    assert certificate is not None
    black, white = case.unit_at("A6"), case.unit_at("E6")
    assert certificate.claim.walls == black | white
    assert case.position.grid.dilate(black) & white
    text = dump_certificate(certificate)
    assert json.loads(text)["claim"]["walls"] == wall_names(case.position, black | white) == ["A6", "E6"]
    again = parse_certificate(text, "file")
    assert again == certificate
    assert check(again).claim == certificate.claim
