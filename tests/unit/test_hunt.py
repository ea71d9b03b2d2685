"""Hunting for the smallest position where rulesets disagree: generators, shrinking, counts, the command."""

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time

import msgspec
import pytest

from verifier import settlement
from verifier.board import SYMMETRIES, Position, Side, swap_colours
from verifier.board.symmetry import transform
from verifier.cli import main
from verifier.cli.hunt_document import HuntDocument
from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids, load_case
from verifier.jobs.hunt.contradictions import Fault
from verifier.jobs.hunt.judging import Judge
from verifier.jobs.hunt.orbits import Board, boards, canonical, rank
from verifier.jobs.hunt.positions import legal_positions
from verifier.jobs.hunt.properties import BROKEN, PROPERTIES
from verifier.jobs.hunt.run import hunt
from verifier.jobs.hunt.shrink import shrink, smaller
from verifier.jobs.hunt.spaces import AndCases, Constrained, Near
from verifier.jobs.hunt.statements import Refuter, Statement
from verifier.jobs.hunt.structure import parse_structure
from verifier.jobs.hunt.tally import load_tally
from verifier.jobs.hunt.where import case_crop, space_of
from verifier.notation import parse_diagram
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

EVERY = ["--positions", "all", "--least-side", "1", "--no-cases"]
"""Options for all positions of all boards, and no others."""
LIMITS = Limits(nodes=50_000, seconds=30.0)
PROPOSAL, J1989 = load_ruleset("proposal2012"), load_ruleset("japanese1989")
TWO_PASSES = PROPOSAL.with_values(end="two passes")
CORNER = frozenset({Side.RIGHT, Side.TOP})


def images(position):
    turned = [transform(position, name) for name in SYMMETRIES]
    return {*turned, *map(swap_colours, turned)}


def every(board):
    return [p for stones in range(board.points + 1) for p in legal_positions(board, stones)]


@pytest.mark.parametrize(
    ("board", "legal"), [(Board(1, 5), 113), (Board(2, 2), 57), (Board(2, 3), 489), (Board(3, 3), 12675)]
)
def test_the_classes_of_a_board_hold_all_its_legal_positions(board, legal):
    # The numbers of legal positions are those of J. Tromp and G. Farneback.
    found = every(board)
    classes = [{p for p in images(position) if p.rows == board.rows} for position in found]
    assert sum(map(len, classes)) == len(set().union(*classes)) == legal
    assert all(canonical(position)[0] == position for position in found)


def test_boards_come_by_points_and_squarer_ones_first():
    assert [str(board) for board in boards(6)] == ["1x2", "1x3", "2x2", "1x4", "1x5", "2x3", "1x6"]
    assert [str(board) for board in boards(9, least_side=3)] == ["3x3"]
    right = [(b.rows, b.cols) for b in boards(6, open_sides=frozenset({Side.RIGHT}))]
    assert {(2, 3), (3, 2)} <= set(right), "a board with its right side open is not one with its top open"
    assert (3, 2) not in [(b.rows, b.cols) for b in boards(6, open_sides=CORNER)]


def test_the_canonical_form_is_the_same_for_all_images_and_keeps_what_is_marked():
    position = Position(2, 3, 0b000_101, 0b010_000, frozenset({Side.TOP}))
    unit = 0b000_001
    forms = set()
    for name in SYMMETRIES:
        image = transform(position, name)
        marked = next(
            mask for mask in image.chains(0) if transform(Position(2, 3, unit, 0), name).black == mask
        )
        forms |= {canonical(image, marked), canonical(swap_colours(image), marked)}
    assert len(forms) == 1
    form, marked = forms.pop()
    assert marked in {*form.chains(0), *form.chains(1)}


@pytest.mark.parametrize(
    "board", [Board(1, 6), Board(2, 4), Board(2, 3, frozenset({Side.RIGHT})), Board(2, 3, CORNER)]
)
@pytest.mark.parametrize("name", ["", "ko", "no ko", "eyeless", "region=2", "region=3"])
def test_sat_and_enumeration_find_the_same_positions_in_the_same_order(board, name):
    where = [name] if name else []
    about = {"sizes": [f"{board.rows}x{board.cols}"], "open_sides": [side.value for side in board.open_sides]}
    spaces = [space_of(where=where, by=by, **about) for by in ("enumeration", "sat")]
    one, other = ([list(space.positions(lot)) for lot in space.lots()] for space in spaces)
    assert one == other
    assert sum(map(len, one)) == sum(all(s.holds(p) for s in spaces[0].structures) for p in every(board))


def test_structures_mean_what_they_say():
    two_eyes = Position(4, 5, 0b00000_00000_11111_01010, 0b01010_11111_00000_00000)
    assert parse_structure("two eyes").holds(two_eyes)
    assert not parse_structure("two eyes").holds(Position(4, 5, two_eyes.black, 0))
    ko = load_case("ex08").position
    assert parse_structure("ko").holds(ko)
    assert not parse_structure("no ko").holds(ko)
    assert parse_structure("eyeless").holds(Position(2, 2, 0b1000, 0b0100))
    assert not parse_structure("eyeless").holds(Position(1, 4, 0b0010, 0b0100)), "A1 and D1 are eyes"
    assert parse_structure("region=2").holds(Position(1, 5, 0b01100, 0))
    assert not parse_structure("region=3").holds(Position(1, 5, 0b01100, 0))
    with pytest.raises(InputError, match="where 'region=7': the largest board of this hunt has 6 points"):
        space_of(where=["region=7"])
    with pytest.raises(InputError, match="where 'region=99': ex01 has"):
        space_of(near="ex01", where=["region=99"])
    with pytest.raises(InputError, match="where 'ko' and 'no ko': no position has both"):
        space_of(where=["no ko", "region=2", "ko"])
    with pytest.raises(InputError, match="structure 'eyes': use one of ko"):
        parse_structure("eyes")


def test_two_eyed_positions_are_found_by_the_solver_alone():
    space = space_of(sizes=["4x4"], where=["two eyes"], by="sat")
    found = [p for lot in space.lots() for p in space.positions(lot)]
    assert found, "two chains with two eyes each fill the board"
    assert all(space.structures[0].holds(p) and not any(p.breathless()) for p in found)
    assert len({canonical(p)[0] for p in found}) == len(found)


def test_positions_around_a_case_differ_from_it_in_so_many_points():
    name, base = case_crop("ex01:r1c1-r3c4")
    assert base.open_sides >= {Side.BOTTOM, Side.RIGHT}
    assert base.rows == 3
    assert base.cols == 4
    space = space_of(near=name, changes=1)
    for lot in space.lots():
        for position in space.positions(lot):
            other = (position.black ^ base.black) | (position.white ^ base.white)
            assert other.bit_count() == lot.stones
    with pytest.raises(InputError, match="ex01 has"):
        case_crop("ex01:r1c1-r30c4")


@pytest.mark.parametrize(
    "reading", ["japanese1989", "japanese1989-owner-first", "japanese1989-points-pass-once"]
)
def test_the_smallest_disagreement_is_proved_on_both_sides(reading):
    result = hunt(Statement((PROPOSAL, load_ruleset(reading))), space_of(points=4), limits=LIMITS)
    (found,) = result.found
    assert found.smallest
    assert found.disagreement.position == Position(1, 2, 0b10, 0)
    first, second = found.disagreement.verdicts
    assert (first.status, second.status) == (Status.ALIVE, Status.DEAD)
    for verdict, ruleset in ((first, PROPOSAL), (second, load_ruleset(reading))):
        claim = check(verdict.certificate).claim
        assert (claim.position, claim.ruleset, claim.verdict.value) == (
            found.disagreement.position,
            ruleset,
            verdict.status.value,
        )


def test_none_is_only_said_of_boards_where_nothing_is_unknown():
    statement = Statement((PROPOSAL, TWO_PASSES))
    result = hunt(statement, space_of(points=5), limits=LIMITS)
    assert (result.found, result.complete, result.none_up_to) == ((), True, 5)
    assert result.tally.undecided == 0
    assert result.tally.positions == 63
    few = hunt(statement, space_of(points=5), limits=Limits(nodes=20, seconds=30.0))
    assert few.found == ()
    assert few.complete
    assert 0 < few.none_up_to < 5
    assert few.tally.undecided == sum(count.unknown for count in few.tally.counts) > 0
    assert all("20 nodes" in item.reason for item in few.tally.unknown)


def test_what_is_found_behind_unknown_positions_is_not_called_the_smallest():
    statement = Statement((PROPOSAL, J1989))
    space = space_of(points=4, where=["region=2"])
    clear = hunt(statement, space, limits=LIMITS)
    assert clear.found[0].smallest
    narrow = [hunt(statement, space, limits=Limits(nodes=n, seconds=30.0)) for n in (4, 8, 16)]
    found = [item for result in narrow for item in result.found]
    assert all(item.smallest == (item.smaller_unknown == 0) for item in found)
    for result in narrow:
        for item in result.found:
            assert rank(item.disagreement.position) >= rank(clear.found[0].disagreement.position)


def test_a_hunt_that_was_stopped_goes_on_and_counts_nothing_twice(tmp_path):
    statement, space = Statement((PROPOSAL, TWO_PASSES)), space_of(points=5)
    whole = hunt(statement, space, limits=LIMITS)
    state = tmp_path / "state.json"
    for stop in (7, 20, 45):

        def on_position(lot, tally, stop=stop):
            if tally.positions == stop:
                raise KeyboardInterrupt

        part = hunt(statement, space, limits=LIMITS, state=state, on_position=on_position)
        assert part.interrupted
        assert part.tally.positions == stop
        assert not part.complete
        assert part.none_up_to < 5
    rest = hunt(statement, space, limits=LIMITS, state=state)
    assert rest.tally.counts == whole.tally.counts
    assert rest.none_up_to == 5
    assert hunt(statement, space, limits=LIMITS, state=state).tally.positions == whole.tally.positions
    with pytest.raises(InputError, match="state of another hunt"):
        hunt(statement, space_of(points=4), limits=LIMITS, state=state)
    right = state.read_text(encoding="utf-8")
    for wrong in ("{}", right[:-9], right.replace('"positions": 2', '"positions": -2')):
        assert wrong != right
        state.write_text(wrong, encoding="utf-8")
        with pytest.raises(InputError, match="not the state of a hunt"):
            hunt(statement, space, limits=LIMITS, state=state)


def test_several_disagreements_are_of_different_classes_and_survive_a_stop(tmp_path):
    statement, space, state = Statement((PROPOSAL, J1989)), space_of(points=4), tmp_path / "state.json"
    result = hunt(statement, space, limits=LIMITS, count=4)
    forms = [canonical(item.disagreement.position)[0] for item in result.found]
    assert len(set(forms)) == 4
    assert forms == sorted(forms, key=lambda p: rank(p)[:3])
    assert [item.smallest for item in result.found] == [True, False, False, False]
    assert not any(item.smaller_unknown for item in result.found)
    hunt(statement, space, limits=LIMITS, count=2, state=state)
    again = hunt(statement, space, limits=LIMITS, count=4, state=state)
    assert [canonical(item.disagreement.position)[0] for item in again.found] == forms


def test_two_processes_find_what_one_finds():
    statement, space = Statement((PROPOSAL, J1989)), space_of(points=4, where=["no ko"])
    one = hunt(statement, space, limits=LIMITS, count=3)
    two = hunt(statement, space, limits=LIMITS, count=3, jobs=2)
    assert two.tally.counts == one.tally.counts
    assert two.tally.found == one.tally.found


def test_shrinking_keeps_the_disagreement_and_leaves_nothing_to_take():
    refuter = Refuter(Statement((PROPOSAL, J1989)), LIMITS)
    position = load_case("ex08").position
    found, unknown = refuter.refute(position)
    assert found is not None
    assert unknown == ()
    less = shrink(refuter, found)
    assert rank(less.position) < rank(position)
    assert {verdict.status for verdict in less.verdicts} == {Status.ALIVE, Status.DEAD}
    for neighbour in smaller(less.position):
        assert not any(neighbour.breathless())
        assert refuter.refute(neighbour)[0] is None
    with_ko = shrink(refuter, found, [parse_structure("ko")])
    assert parse_structure("ko").holds(with_ko.position)


def test_a_row_a_column_or_a_stone_is_taken_at_a_time():
    sizes = sorted(
        (p.rows, p.cols, (p.black | p.white).bit_count())
        for p in smaller(Position(2, 3, 0b000_001, 0b100_000))
    )
    assert sizes == [(1, 3, 1), (1, 3, 1), (2, 2, 1), (2, 2, 1), (2, 2, 2), (2, 3, 1), (2, 3, 1)]


def test_the_properties_hold_or_fail_where_they_should():
    figure = load_case("fig-territory-3").position
    judges = {rules.id: Judge(rules, Limits(nodes=50_000, seconds=30.0)) for rules in (PROPOSAL, J1989)}
    for name in ("inside", "sum"):
        assert PROPERTIES[name].concerns(figure)
        assert PROPERTIES[name].refute(judges["proposal2012"], figure) is None
        found = PROPERTIES[name].refute(judges["japanese1989"], figure)
        assert found is not None
        assert all(verdict.certificate for verdict in found.verdicts)
    assert not judges["proposal2012"].unknown
    assert "the parts alone change it by G9 +6, A7 +6" in found.words[0]
    small = Position(2, 2, 0b1000, 0b0100)
    for name in ("adjacent", "order"):
        assert PROPERTIES[name].refute(judges["proposal2012"], small) is None
        assert PROPERTIES[name].refute(judges["japanese1989"], small) is not None
    with pytest.raises(InputError, match="counts areas"):
        Statement((load_ruleset("proposal2012[score=area]"),), property="dame")


def test_statuses_do_not_depend_on_orientation_and_colour():
    result = hunt(Statement((J1989,), property="symmetry"), space_of(points=4), limits=LIMITS)
    assert (result.found, result.none_up_to, result.tally.undecided) == ((), 4, 0)


def test_a_remembered_status_is_that_of_the_position_itself():
    judge = Judge(J1989, LIMITS)
    for position in itertools.islice(legal_positions(Board(2, 3), 3), 12):
        for image in sorted(images(position), key=lambda p: (p.rows, p.black)):
            for unit in image.units():
                assert judge.status(image, unit) is Judge(J1989, LIMITS).unit(image, unit).status


def test_counts_are_compared_where_statuses_are_not():
    other = load_ruleset("proposal2012[ko_points=counted]")
    with pytest.raises(InputError, match="the same hypothetical play; compare the score"):
        Statement((PROPOSAL, other))
    result = hunt(Statement((PROPOSAL, J1989), "score"), space_of(points=4, least_side=2), limits=LIMITS)
    (found,) = result.found
    assert found.disagreement.words == (
        "Black 0, White 0 under proposal2012",
        "Black 1, White 0 under japanese1989",
    )
    assert {verdict.question.ruleset.id for verdict in found.disagreement.verdicts} == {
        "proposal2012",
        "japanese1989",
    }


def test_the_command_prints_diagrams_and_writes_certificates_that_check_accepts(tmp_path, capsys):
    proofs = tmp_path / "proofs"
    command = ["hunt", "proposal2012", "japanese1989", "--positions", "all", "--proof", str(proofs)]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "black B1 (1 stone) is alive under proposal2012, dead under japanese1989" in out
    assert " 1| O- X- |1" in out
    assert " 1| O+ X+ |1" in out
    assert "no smaller position of these boards disagrees (5 positions, 0 unknown)" in out
    assert (proofs / "hunt-1.txt").read_text(encoding="utf-8") == "..\nOX\n"
    files = sorted(map(str, proofs.glob("*.json")))
    assert len(files) == 4
    assert main(["check", *files]) == 0
    assert "4 of 4 certificates accepted" in capsys.readouterr().out
    assert main([*command, "--points", "6"]) == 2
    told = capsys.readouterr()
    assert (told.out, "use --force" in told.err) == ("", True), "before anything is searched"


def test_no_positions_are_not_called_agreement(capsys):
    assert main(["hunt", "proposal2012", "japanese1989", "--points", "5", "--where", "two eyes", *EVERY]) == 0
    out = capsys.readouterr().out
    assert "7 boards without such positions" not in out
    assert "5 boards without such positions" in out
    assert out.endswith("there is no such position, so nothing is shown\n")


def test_an_interrupted_command_says_how_far_it_came_and_goes_on(tmp_path):
    state = tmp_path / "state.json"
    other = "proposal2012[end=two passes]"
    command = [sys.executable, "-P", "-m", "verifier", "hunt", "proposal2012", other, "--points", "9", *EVERY]
    command += ["--state", str(state), "--json"]
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if state.exists() or run.poll() is not None:
            break
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=120)
    assert run.returncode == 130, err
    assert "interrupted; the same command goes on from here" in err
    first = msgspec.json.decode(out, type=HuntDocument)
    assert first.interrupted
    assert (
        first.positions
        == load_tally(state, msgspec.json.decode(state.read_bytes())["fingerprint"]).positions
        > 0
    )
    # Killed without warning: what was written last is whole, and the next run begins there.
    again = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    before = state.stat().st_mtime_ns
    for _ in range(600):
        if state.stat().st_mtime_ns != before or again.poll() is not None:
            break
        time.sleep(0.1)
    again.kill()
    again.communicate(timeout=120)
    kept = load_tally(state, msgspec.json.decode(state.read_bytes())["fingerprint"])
    assert kept.positions > first.positions
    assert [count.complete for count in kept.counts[:-1]] == [True] * (len(kept.counts) - 1)


def test_a_state_is_taken_up_by_another_process_whatever_the_space(tmp_path):
    """Sets and objects look different in each process; a space may not."""
    spaces = [
        ["--points", "4", "--open", "right", "--open", "top", "--where", "no ko", "--where", "region=1"],
        ["--points", "12", "--by", "sat", "--where", "two eyes"],
        ["--near", "ex01:r1c1-r3c4", "--where", "no ko"],
    ]
    for number, space in enumerate(spaces):
        state = tmp_path / f"{number}.json"
        command = [sys.executable, "-P", "-m", "verifier", "hunt", "proposal2012", "japanese1989", *space]
        command += ["--positions", "all", "--state", str(state)]
        outputs = []
        for seed in ("1", "2"):
            environment = {**os.environ, "PYTHONHASHSEED": seed}
            run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            assert run.returncode == 0, run.stderr
            outputs.append(run.stdout)
        assert outputs[0] == outputs[1]


def test_spaces_are_told_apart():
    given = [
        {"points": 4},
        {"points": 5},
        {"points": 4, "by": "sat"},
        {"points": 4, "where": ["ko"]},
        {"points": 4, "where": ["no ko"]},
        {"points": 4, "where": ["region=1"]},
        {"points": 4, "where": ["region=2"]},
        {"points": 4, "open_sides": ["top"]},
        {"points": 4, "open_sides": ["top", "right"]},
        {"points": 4, "stones": "1-2"},
        {"near": "ex01"},
        {"near": "ex02"},
        {"near": "ex01", "changes": 2},
        {"near": "ex01", "where": ["ko"]},
    ]
    assert len({space_of(**each).identity for each in given}) == len(given)


def test_what_shows_after_a_change_is_told_from_the_position_itself(capsys):
    assert main(["hunt", "proposal2012", "--property", "order", "--points", "3", *EVERY]) == 0
    out = capsys.readouterr().out
    assert out.count("\nunder proposal2012:") == out.count("\nchanged so, under proposal2012:") == 1


def test_the_help_names_the_limits_of_the_command(capsys):
    assert main(["hunt", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "states to expand (default 200000)" in out
    assert "time (default 10)" in out


def test_json_follows_its_schema_and_lists_what_is_unknown(capsys):
    code = main(
        [
            "hunt",
            "proposal2012",
            "proposal2012[end=two passes]",
            "--points",
            "5",
            "--limit-nodes",
            "20",
            "--json",
            *EVERY,
        ]
    )
    parsed = msgspec.json.decode(capsys.readouterr().out, type=HuntDocument)
    assert code == parsed.exit_code == 3
    assert parsed.complete
    assert not parsed.found
    assert parsed.unknown
    assert sum(lot.unknown for lot in parsed.lots) > 0
    assert parsed.none_up_to < 5
    assert main(["hunt", "proposal2012", "japanese1989", "--json", *EVERY]) == 0
    found = json.loads(capsys.readouterr().out)["found"]
    assert found[0]["position"]["board"] == [".X"]
    assert [item["unit"]["status"] for item in found[0]["verdicts"]] == ["alive", "dead"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["proposal2012"], "give two rulesets, or one and a property"),
        (["proposal2012", "proposal2012"], "have the same values"),
        (["proposal2012", "japanese1989", "--property", "dame"], "leave the second one out"),
        (["proposal2012", "--property", "beauty"], "property 'beauty': use one of inside, dame"),
        (["proposal2012", "--property", "far"], "property 'far': no hunt looks for it"),
        (["proposal2012", "--property", "far"], "propose does, in examples 7-2 and 11; use one of inside, dame"),
        (["proposal2012", "japanese1989", "--where", "ladder"], "structure 'ladder': use one of"),
        (["proposal2012", "japanese1989", "--board", "0x3"], "board '0x3': use rows and columns"),
        (["proposal2012", "japanese1989", "--board", "6x6"], "at most 25 are possible by enumeration"),
        (["proposal2012", "japanese1989", "--open", "north"], "open side 'north': use one of"),
        (["proposal2012", "japanese1989", "--stones", "9-3"], "stones '9-3': use a number or a range"),
        (["proposal2012", "japanese1989", "--board", "2x3", "--stones", "9-12"], "stones '9-12': the largest board of this hunt has 6 points"),
        (["proposal2012", "japanese1989", "--points", "6", "--stones", "7"], "stones '7': the largest board"),
        (["proposal2012", "japanese1989", "--near", "ex99"], "ex99"),
        (
            ["proposal2012", "japanese1989", "--near", "ex01:r9c9-r1c1"],
            "'ex01:r9c9-r1c1': this part lies outside; ex01 has 6 rows and 7 columns: stay within ex01:r1c1-r6c7",
        ),
        (["proposal2012", "japanese1989", "--near", "ex01:r0c1-r2c2"], "this part lies outside"),
        (
            ["proposal2012", "japanese1989", "--near", "ex01:r4c1-r1c3"],
            "a part goes from its top left to its bottom right; write ex01:r1c1-r4c3",
        ),
        (["proposal2012", "japanese1989", "--near", "ex01", "--open", "top"], "do not give them"),
        (["proposal2012", "japanese1989", "--near", "ex01", "--points", "4"], "near: boards, their size, open sides"),
        (["proposal2012", "japanese1989", "--near", "ex01", "--points", "6"], "do not give them"),
        (["proposal2012", "japanese1989", "--near", "ex01", "--least-side", "2"], "do not give them"),
        (["proposal2012", "japanese1989", "--near", "ex01", "--by", "sat"], "near: the positions around a case are not"),
        (["proposal2012", "japanese1989", "--board", "2x3", "--points", "4"], "boards: they are named one by one"),
        (["proposal2012", "japanese1989", "--board", "2x3", "--least-side", "2"], "boards: they are named one by one"),
        (["proposal2012", "japanese1989", "--board", "2x3", "--changes", "0"], "--changes: only cases are changed"),
        (["proposal2012", "japanese1989", "--no-cases", "--changes", "1"], "--changes: only cases are changed"),
        (["proposal2012", "--property", "sum", "--on", "score"], "--property is about one ruleset, and --on compares"),
        (["proposal2012", "--property", "sum", "--on", "status"], "--property is about one ruleset, and --on compares"),
        (["proposal2012", "japanese1989", "--points", "3"], "no board has up to 3 points"),
        (["proposal2012", "japanese1989", "--open", "top", "--positions", "settled"], "only complete boards are settled"),
    ],
)
def test_bad_input_is_one_line(arguments, message, capsys):
    assert main(["hunt", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert re.fullmatch(r"shikatsu: [^\n]+\n", captured.err)


def test_boards_come_first_and_then_the_cases_unchanged_and_then_changed():
    space = space_of(points=4, least_side=2, cases=True, changes=1)
    lots = list(space.lots())
    boards_, cases = [lot for lot in lots if not lot.near], [lot for lot in lots if lot.near]
    assert lots == boards_ + cases
    assert {str(lot.board) for lot in boards_} == {"2x2"}
    assert [lot.stones for lot in cases] == sorted(lot.stones for lot in cases)
    names = {lot.near for lot in cases}
    assert {load_case(name).position for name in case_ids()} == {load_case(name).position for name in names}
    assert list(space.positions(next(lot for lot in cases if lot.near == "ex08"))) == [load_case("ex08").position]
    with pytest.raises(InputError, match="cases: boards"):
        space_of(sizes=["2x2"], cases=True)


def test_what_differs_only_in_a_case_is_found_after_the_boards_and_made_smaller():
    # Where both sides have a chain with two eyes nothing on 3x4 differs, but a stone of 3x6 does.
    text = ".OX.X.X\nOO.OXXX\n.OX.X.X"
    base = parse_diagram(text).position
    structure = (parse_structure("two eyes"),)
    boards_ = Constrained((Board(3, 4),), structure)
    space = AndCases(boards_, (Near("wide", base, 0, structure),))
    alone = hunt(Statement((PROPOSAL, J1989)), boards_, limits=LIMITS)
    assert not alone.found
    found = hunt(Statement((PROPOSAL, J1989)), space, limits=LIMITS)
    (item,) = found.found
    assert item.near == "wide"
    assert not item.smallest
    assert found.none_up_to == alone.none_up_to == 12
    small, large = item.disagreement.position, base
    assert item.shrunk_from == base
    assert small.rows * small.cols <= large.rows * large.cols
    for verdict in item.disagreement.verdicts:
        assert check(verdict.certificate).claim.position == small


def test_a_position_that_is_not_settled_refutes_nothing_about_settled_ones():
    for position in [*every(Board(2, 2)), *legal_positions(Board(2, 3), 2)]:
        found, unknown = Refuter(Statement((PROPOSAL, J1989)), LIMITS).refute(position)
        assert not unknown
        kept, unknown = Refuter(Statement((PROPOSAL, J1989), settled=True), LIMITS).refute(position)
        assert not unknown
        settled = all(settlement(position, rules).settled.value == "yes" for rules in ("proposal2012", "japanese1989"))
        assert (kept is not None) == (found is not None and settled)


def test_a_pipe_is_told_now_and_then_how_far_a_run_is(monkeypatch, capsys):
    monkeypatch.setattr("verifier.cli.output.PIPE_EVERY", 0.0)
    assert main(["hunt", "proposal2012", "proposal2012[end=two passes]", "--board", "2x2"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told
    assert all(re.fullmatch(r"shikatsu: after \d+ s: 2x2, \d+: \d+ positions, \d+ unknown, \d+ a second", line) for line in told)


def test_every_property_has_a_reason():
    for name, item in PROPERTIES.items():
        assert item.name == name
        assert len(item.reason.split()) > 5
    assert set(Fault) == set(BROKEN)
