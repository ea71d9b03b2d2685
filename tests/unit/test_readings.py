"""The simplest ruleset that gives all examples, found, refuted, or left open."""

import itertools
import json
import re
import sqlite3
from pathlib import Path

import pytest
from test_cache import certificates_in_memory

from verifier.adjudicate.judge import EXHAUSTED, decide, prove_death, prove_holding, prove_life, prove_places
from verifier.adjudicate.question import Question
from verifier.board import unit_name
from verifier.cli import main
from verifier.jobs.cases.case import load_case
from verifier.jobs.cases.compared import Comparison
from verifier.jobs.compare.cache import Known, VerdictCache
from verifier.jobs.compare.relabel import carried_over
from verifier.jobs.readings.answer import Inquiry, stages
from verifier.jobs.readings.axes import pairs
from verifier.jobs.readings.bank import Bank
from verifier.jobs.readings.demands import demands_of, levels_of
from verifier.jobs.readings.harder import harder, plain_game
from verifier.jobs.readings.page import within
from verifier.jobs.readings.product import open_axes, parse_axes, product_of
from verifier.jobs.readings.simplest import Simplest, smallest_hitting
from verifier.proof import Places, check, read_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="the Python prover takes too long for these")

J1989 = load_ruleset("japanese1989")
LIMITS = Limits(nodes=200_000, seconds=30.0)
NEW = "no new stone "
WEIGHED = "prisoners then aim"


def answered(text, cases, base=J1989, limits=LIMITS, store=None):
    product = product_of(base, parse_axes(base, text))
    demands = demands_of([load_case(name) for name in cases], base.document)
    inquiry = Inquiry(product, Bank(product.games, store))
    return inquiry, inquiry.answer(levels_of(demands)[-1], stages(limits))


# Products


def test_the_open_axes_are_those_on_which_the_readings_of_the_package_differ():
    axes = open_axes(J1989)
    assert {axis: values[0] for axis, values in axes.items()} == {axis: J1989[axis] for axis in axes}
    assert set(axes) == {"ko", "first_move", "dead_means", "cycle"}
    assert len(axes["ko"]) == 5
    assert "basic" not in axes["ko"]
    assert len(product_of(J1989, axes).readings) == 5 * 2 * 3 * 2


def test_simplest_is_fewest_departures_and_then_fewest_words():
    product = product_of(J1989, parse_axes(J1989, ["ko", "cycle", "dead_means"]))
    with Simplest(product) as simplest:
        order = []
        while (reading := simplest.next()) is not None:
            order.append(reading)
            simplest.exclude(reading.values)
    assert len(order) == len(product.readings)
    assert [one.cost for one in order] == sorted(one.cost for one in product.readings)
    assert order[0].ruleset == J1989
    assert {reading.ruleset for reading in order} == {reading.ruleset for reading in product.readings}


def test_a_combination_without_a_game_is_no_reading():
    product = product_of(J1989, parse_axes(J1989, ["cycle"]))
    assert {dict(one.values)["cycle"] for one in product.readings} == {"prisoners then aim", "aim"}
    with Simplest(product) as simplest:
        simplest.exclude(product.readings[0].values)
        simplest.exclude(product.readings[1].values)
        assert simplest.next() is None


def test_a_smallest_selection_hits_every_set():
    sets = [{"a", "b"}, {"b", "c"}, {"c", "d"}, {"d"}]
    found = smallest_hitting(sets, "abcd")
    assert len(found) == 2
    assert all(set(found) & one for one in sets)
    assert smallest_hitting([{"a"}, set()], "ab") is None


# Answers


def test_a_reading_that_gives_all_examples_is_found_with_its_proofs():
    anywhere = load_ruleset("japanese1989-anywhere")
    inquiry, answer = answered(["dead_means", "ko"], ["ex01", "ex09", "ex24"], anywhere)
    assert answer.decided
    assert answer.reading.departures == (("dead_means", NEW + "nearby"),)
    assert answer.reading.ruleset == J1989
    for demand in answer.level.demands:
        for unit in demand.units:
            proof = inquiry.bank.certificate(demand.case, unit, answer.reading.ruleset)
            assert proof is not None
            claim = check(proof).claim
            assert (claim.position, claim.unit, claim.ruleset) == (demand.case.position, unit, J1989)
            if demand.claim:
                assert claim.verdict.value == demand.claim.status.value


def test_where_there_is_none_the_smallest_set_of_examples_that_exclude_each_other_is_named():
    text = [f"dead_means={NEW}on its points|{NEW}anywhere", "cycle=prisoners then aim|aim"]
    _, answer = answered(text, ["ex09", "ex01", "ex24"])
    assert answer.reading is None
    assert answer.decided
    assert answer.conflict == ("ex01", "ex24")
    assert answer.least == 2
    assert {(reason.demand.id, reason.values) for reason in answer.reasons} == {
        ("ex01", (("dead_means", NEW + "on its points"),)),
        ("ex24", (("dead_means", NEW + "anywhere"),)),
    }


def test_what_is_not_proved_stays_open():
    _, answer = answered(["ko=pass before each retake"], ["ex18"], limits=Limits(nodes=5, seconds=5.0))
    assert answer.reading is None
    assert not answer.decided
    assert [one.ruleset for one in answer.undecided] == [J1989]
    assert answer.conflict == ()


def test_the_answers_are_those_of_asking_everything():
    """Every verdict by a search of its own, every subset of examples looked at."""
    names = ("ex01", "ex09", "ex10", "ex24")
    text = ["first_move", f"dead_means={NEW}on its points|{NEW}nearby|{NEW}anywhere"]
    product = product_of(J1989, parse_axes(J1989, text))
    cases = [load_case(name) for name in names]
    fails = {}
    for reading in product.readings:
        for case in cases:
            found = {
                unit: decide(Question(case.position, unit, reading.ruleset, LIMITS)).status
                for unit in case.units
            }
            assert Status.UNKNOWN not in found.values()
            demands = demands_of([case], "japanese1989")
            fails[reading, case.id] = any(
                demand.result(reading.ruleset, found) is Comparison.FAILS for demand in demands
            )
    for number in (1, 2, 3, 4):
        for chosen in itertools.combinations(names, number):
            _, answer = answered(text, chosen)
            good = [one for one in product.readings if not any(fails[one, name] for name in chosen)]
            assert answer.decided
            if good:
                assert answer.reading.cost == min(one.cost for one in good)
                assert answer.reading in good
                continue
            sizes = [
                size
                for size in range(1, number + 1)
                for part in itertools.combinations(chosen, size)
                if all(any(fails[one, name] for name in part) for one in product.readings)
            ]
            assert len(answer.conflict) == answer.least == min(sizes)
            assert all(any(fails[one, name] for name in answer.conflict) for one in product.readings)


def test_counts_are_demands_too():
    """Example 24 counts nothing: only where stones in a seki surround no territory."""
    _, answer = answered(["seki=no concept"], ["ex24"])
    assert answer.reading is None
    assert {reason.demand.name for reason in answer.reasons} == {"territory"}
    _, answer = answered(["seki"], ["ex24"])
    assert answer.reading.ruleset == J1989


# Sharing


def test_a_proof_serves_a_side_that_may_wait():
    case = load_case("ex24")
    owner = load_ruleset("japanese1989-owner-first")
    served = 0
    for unit in case.units:
        one, other = Question(case.position, unit, J1989), Question(case.position, unit, owner)
        found = decide(one)
        carried = carried_over(other, [found.certificate])
        if found.status is Status.ALIVE:
            assert carried.status is Status.ALIVE
            assert check(carried.certificate).claim.ruleset == owner
            served += 1
        back = decide(other)
        if back.status is Status.DEAD:
            assert carried_over(one, [back.certificate]).status is Status.DEAD
            served += 1
        elif found.status is Status.DEAD:
            assert carried is None, "who moves first matters here"
    assert served >= 4


@pytest.mark.parametrize("aim", [NEW + "on its points", NEW + "nearby", NEW + "anywhere"])
def test_plain_play_for_one_side_never_says_more_than_a_search(aim):
    rules = J1989.with_values(dead_means=aim)
    for name in ("ex09", "ex10"):
        case = load_case(name)
        for unit in case.units:
            question = Question(case.position, unit, rules, LIMITS)
            status = decide(question).status
            assert prove_life(question).status in (status, Status.UNKNOWN)
            assert prove_death(question).status in (status, Status.UNKNOWN)
            if status is Status.DEAD:
                assert prove_death(question).status is Status.DEAD


def test_who_holds_a_stone_lives_though_the_unit_may_be_taken():
    case = load_case("ex16")
    unit = next(one for one in case.units if unit_name(case.position, one) == "A10")
    rules = load_ruleset("japanese1989-anywhere").with_values(ko="pass once for each ko")
    question = Question(case.position, unit, rules, LIMITS)
    assert prove_life(question).reason == f"limit: {EXHAUSTED}"
    found = prove_holding(question)
    assert found.status is Status.ALIVE
    assert [item.holds for item in found.certificate.evidence] == [True]
    assert check(found.certificate).claim.verdict.value == "alive"


def test_what_is_proved_under_harder_rules_is_so_under_the_reading():
    product = product_of(J1989, open_axes(J1989))
    case = load_case("ex09")
    proved = 0
    for reading in product.readings:
        rungs = list(harder(reading.ruleset))
        assert len({plain_game(*rung) for rung in rungs}) == len(rungs)
        for way in (prove_life, prove_holding, prove_death):
            assert plain_game(way, reading.ruleset) in {plain_game(*rung) for rung in rungs}
        # One proof of death for all readings with that rule for kos.
        strictest = reading.ruleset.with_values(first_move="owner", dead_means=f"{NEW}anywhere", cycle=WEIGHED)
        assert (prove_death, strictest.play_digest) in {(way, rules.play_digest) for way, rules in rungs}
        for unit in case.units:
            status = decide(Question(case.position, unit, reading.ruleset, LIMITS)).status
            for way, rules in rungs:
                found = way(Question(case.position, unit, rules, LIMITS, supports=()))
                if found.certificate is None:
                    continue
                assert status in (found.status, Status.UNKNOWN)
                proved += rules.play_digest != reading.ruleset.play_digest
    assert proved > 100


def test_a_search_that_came_to_its_end_is_not_repeated():
    product = product_of(J1989, parse_axes(J1989, [f"dead_means={NEW}on its points"]))
    bank = Bank(product.games)
    case = load_case("ex18")
    unit = next(one for one in case.units if unit_name(case.position, one) == "D9")
    ruleset = product.readings[0].ruleset
    question = Question(case.position, unit, ruleset, Limits(nodes=20_000, seconds=30.0))
    assert bank._answered(case, question, prove_death).reason == f"limit: {EXHAUSTED}"
    more = Question(case.position, unit, ruleset, Limits(nodes=40_000, seconds=60.0))
    before = bank.tally.searches
    assert bank._answered(case, more, prove_death).reason == f"limit: {EXHAUSTED}"
    assert bank.tally.searches == before


def test_most_verdicts_come_from_proofs_under_another_reading():
    inquiry, _ = answered(["ko=pass before each retake|one pass for all kos"], ["ex09"])
    demands = demands_of([load_case("ex09")], "japanese1989")
    inquiry.fill(demands, stages(LIMITS))
    tally = inquiry.bank.tally
    assert tally.carried > 0
    assert tally.carried + tally.searched == 2 * len(demands)


OURS = """
[[silent]]
ruleset = "proposal2012"
units = "rest"
reason = "it is ours"

[[silent]]
ruleset = "japanese1989"
units = "rest"
reason = "it is ours"
"""

TWO_PLACES = """
schema = 1
id = "two-places"
title = "two places"
section = "none"
sources = ["https://example.org"]
diagram = '''
OXX.
..XO
'''
"""


def test_a_proof_place_by_place_serves_the_other_units_that_it_clears(tmp_path):
    path = tmp_path / "two-places.toml"
    path.write_text(TWO_PLACES + OURS, encoding="utf-8")
    case = load_case(str(path))
    white = [unit for unit in case.units if unit & case.position.black == 0]
    rules = J1989.with_values(dead_means=f"{NEW}anywhere", cycle="aim", walls="unconditional")
    bank = Bank({rules.play_digest: rules})
    question = Question(case.position, white[0], rules, LIMITS)
    found = bank._answered(case, question, prove_places)
    assert [type(item) for item in found.certificate.evidence] == [Places]
    bank._proofs.keep((case.id, white[0]), found)
    assert bank.status(case, white[1], rules) is Status.DEAD
    assert bank.tally.searches == 1


def test_a_store_resumes(tmp_path):
    text, cases = ["dead_means"], ["ex01", "ex24"]
    store = VerdictCache(tmp_path / "store")
    first, found = answered(text, cases, store=store)
    store.close()
    assert first.bank.tally.searches > 0
    store = VerdictCache(tmp_path / "store")
    demands = demands_of([load_case(name) for name in cases], "japanese1989")
    bank = Bank(first.product.games, store)
    kept = sum(
        bank.status(demand.case, unit, reading.ruleset) is first.bank.status(demand.case, unit, reading.ruleset)
        for reading in first.product.readings
        for demand in demands
        for unit in demand.units
    )
    assert kept == len(first.product.readings) * sum(len(demand.units) for demand in demands)
    again, same = answered(text, cases, store=store)
    store.close()
    assert again.bank.tally.searches == 0
    assert again.bank.tally.stored > 0
    assert (same.reading, same.reasons, same.conflict) == (found.reading, found.reasons, found.conflict)


def test_verdicts_of_a_store_are_known_without_reading_their_certificates(tmp_path):
    """Some have some hundred thousand patterns, and a table of all readings needs none of them."""
    text, cases = ["dead_means"], ["ex01", "ex24"]
    store = VerdictCache(tmp_path / "store")
    first, _ = answered(text, cases, store=store)
    demands = demands_of([load_case(name) for name in cases], "japanese1989")
    first.fill(demands, stages(LIMITS))
    product = first.product
    asked = [
        (demand.case, unit, one.ruleset)
        for one in product.readings
        for demand in demands
        for unit in demand.units
        if first.bank.status(demand.case, unit, one.ruleset) is not Status.UNKNOWN
    ]
    assert len(asked) > 40
    assert all(first.bank.certificate(*one) is not None for one in asked)
    store.close()
    with sqlite3.connect(tmp_path / "store") as connection:
        connection.execute("update proved set certificate = x'00' where certificate is not null")
    store = VerdictCache(tmp_path / "store")
    bank = Bank(product.games, store)
    assert [bank.status(*one) for one in asked] == [first.bank.status(*one) for one in asked]
    assert bank.tally.stored == len({(case.id, unit, rules.play_digest) for case, unit, rules in asked})
    assert all(bank.certificate(*one) is None for one in asked), "none can be read any more"
    store.close()


def test_large_proofs_are_left_in_the_store(tmp_path, monkeypatch):
    """Answers are the same, and no certificate stays in memory once it is found, carried, or tried in vain."""
    text, cases = ["dead_means", "first_move"], ["ex01", "ex24"]
    held, _ = answered(text, cases, store=VerdictCache(tmp_path / "held"))
    demands = demands_of([load_case(name) for name in cases], "japanese1989")
    held.fill(demands, stages(LIMITS))
    before = certificates_in_memory()
    monkeypatch.setattr("verifier.jobs.readings.proofs._LARGE", 0)
    left, _ = answered(text, cases, store=VerdictCache(tmp_path / "left"))
    left.fill(demands, stages(LIMITS))
    assert certificates_in_memory() == before > 0
    assert left.bank.tally.carried > 0
    statuses = [
        [inquiry.bank.status(demand.case, unit, one.ruleset) for demand in demands for unit in demand.units]
        for inquiry in (held, left)
        for one in inquiry.product.readings
    ]
    assert statuses[: len(statuses) // 2] == statuses[len(statuses) // 2 :]


def test_proofs_of_a_store_are_tried_on_other_readings_as_far_as_their_size_allows(tmp_path):
    case, rules = load_case("ex24"), load_ruleset("japanese1989-owner-first")
    product = product_of(J1989, parse_axes(J1989, ["first_move"]))
    assert {one.ruleset.play_digest for one in product.readings} == {J1989.play_digest, rules.play_digest}
    store = VerdictCache(tmp_path / "store")
    sizes = []
    for unit in case.units:
        question = Question(case.position, unit, J1989)
        found = decide(question)
        if found.status is Status.ALIVE:
            store.put(question, Known.of(found))
            sizes.append(store.size(question))
    assert sizes
    assert max(sizes) > 0
    bank = Bank(product.games, store)
    for bank.largest in (-1, *sorted(sizes)):
        known = [bank.status(case, unit, rules) for unit in case.units]
        assert known.count(Status.ALIVE) == sum(size <= bank.largest for size in sizes)
    assert bank.tally.carried == len(sizes)
    assert bank.tally.searches == 0
    store.close()


# Which axes matter


def test_values_are_compared_between_readings_that_differ_in_nothing_else():
    product = product_of(J1989, parse_axes(J1989, ["first_move", f"dead_means={NEW}nearby|{NEW}anywhere"]))
    bank = Bank(product.games)
    demands = demands_of([load_case("ex09"), load_case("ex24")], "japanese1989")
    Inquiry(product, bank).fill(demands, stages(LIMITS))
    found = {pair.axis: pair for pair in pairs(product, bank, demands)}
    assert found["first_move"].cases == ("ex09", "ex24")
    assert found["dead_means"].cases == ("ex24",)
    first = found["first_move"].first
    for reading, status in zip(first.readings, first.statuses, strict=True):
        assert decide(Question(first.case.position, first.unit, reading.ruleset)).status is status
    units = {(demand.id, unit) for demand in demands for unit in demand.units}
    for pair in found.values():
        assert pair.same + pair.apart + pair.open == 2 * len(units)
        assert pair.open == 0


# The command

CLUB = """
schema = 1
id = "corner"
title = "a stone that nobody can save"
section = "ours"
sources = ["https://example.org"]
diagram = '''
XO.
.O.
OO.
'''
""" + OURS + """
[[claim]]
ruleset = "our-club"
{status} = ["r1c1"]
basis = "stated"
where = "our table"
address = "https://example.org"
"""


def test_an_author_asks_with_cases_of_his_own(tmp_path, capsys):
    folder = tmp_path / "ours"
    folder.mkdir()
    for status, code in (("dead", 0), ("alive", 0)):
        (folder / "corner.toml").write_text(CLUB.replace("{status}", status), encoding="utf-8")
        arguments = ["--base", "proposal2012", "--claims", "our-club", "--axes", "first_move", "--no-cache"]
        assert main(["readings", *arguments, "--cases", str(folder), "--json"]) == code
        found = json.loads(capsys.readouterr().out)
        (answer,) = found["answers"]
        assert answer["decided"]
        assert (answer["reading"] is not None) == (status == "dead")
        assert answer["conflict"] == ([] if status == "dead" else ["corner"])
        for reading in found["readings"]:
            assert reading["cases"] == [
                {"case": "corner", "result": "agrees" if status == "dead" else "fails", "units": {"A3": "dead"}}
            ]
            assert reading["decided"] == 1


def test_the_table_counts_examples_and_says_that_readings_are_left_out(capsys):
    arguments = ["readings", "--cases", "ex24", "--no-cache", "--axes", "cycle"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert re.search(r"\nreading  +examples right  contradicted  open\n", out)
    assert "--json" not in out, "all are there"
    assert main([*arguments, "ko"]) == 0
    out = capsys.readouterr().out
    every = int(re.search(r"\n(\d+) readings, 5 claims about units", out)[1])
    table = out.partition("examples right")[2].splitlines()[1:]
    assert table[10] == f"... and {every - 10} more; --json has all"
    assert main([*arguments, "ko", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["readings"]) == every > 10


def test_the_certificates_behind_an_answer_are_written(tmp_path, capsys):
    proofs, page = tmp_path / "proofs", tmp_path / "page.md"
    page.write_text("before\n<!-- begin readings -->\nold\n<!-- end readings -->\nafter\n", encoding="utf-8")
    axes = f"dead_means={NEW}on its points|{NEW}anywhere"
    arguments = ["--axes", axes, "--cases", "ex01", "ex24", "--no-cache", "--proof", str(proofs)]
    assert main(["readings", *arguments, "--out", str(page)]) == 0
    out = capsys.readouterr().out
    assert "no reading gives ex01, ex24 together" in out
    assert f"{len(list(proofs.iterdir()))} certificates in {proofs}\n" in out
    claims = {check(read_certificate(file)).claim.ruleset["dead_means"] for file in proofs.iterdir()}
    assert claims == {NEW + "on its points", NEW + "anywhere"}
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "\nold\n" not in text
    assert "| stated | 2 | 7 |" in text
    assert "### What is open\n\nNothing.\n" in text
    assert within(text, "new") is not None


def test_the_page_names_what_is_open(tmp_path, capsys):
    page = tmp_path / "page.md"
    axes = f"dead_means={NEW}on its points|{NEW}anywhere", "ko=basic|none"
    asked = ["--axes", *axes, "--cases", "ex01", "ex17", "--all", "--limit-nodes", "40", "--no-cache", "--json"]
    assert main(["readings", *asked, "--out", str(page)]) == 3
    found = {}
    for reading in json.loads(capsys.readouterr().out)["readings"]:
        for case in reading["cases"]:
            for unit, status in case["units"].items():
                if status == "unknown":
                    found.setdefault((case["case"], unit), []).append(reading["values"])
    assert found
    assert any(len(readings) < 4 for readings in found.values())
    part = page.read_text(encoding="utf-8").partition("### What is open")[2].partition("###")[0]
    rows = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in part.splitlines() if row.startswith("| ex")][1:]

    def named(readings, axis):
        values = {reading[axis] for reading in readings}
        return "any" if len(values) == 2 else values.pop()

    assert rows == [
        (case, unit, str(len(readings)), named(readings, "dead_means"), named(readings, "ko"))
        for (case, unit), readings in found.items()
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--axes", "colour"], "no such axis"),
        (["--axes", "ko=never"], "is no value of ko"),
        (["--axes", "ko", "ko"], "named twice"),
        (["--axes", "ko=none|none"], "named twice"),
        (["--axes", "ko", "end", "cycle", "dead_means", "walls", "seki", "owner_threats", "first_move"], "too many"),
        (["--axes", "end=two passes"], "none of these readings has a game"),
        (["--base", "proposal2012", "--cases", "ex01", "--claims", "aga", "--axes", "ko"], "claims anything of aga"),
        (["--base", "tromp-taylor"], "life and death are played out"),
        (["--cases", "ex99"], "ex99"),
        (["--cases", "ex02", "--basis", "stated"], "no claim of these cases"),
        (["--base", "aga", "--cases", "ex01"], "name axes with --axes"),
        (["--seconds", "soon"], "seconds"),
    ],
)
def test_bad_input_is_one_line(arguments, words, capsys):
    assert main(["readings", *arguments, "--no-cache"]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_an_empty_folder_and_a_page_without_marks_are_refused(tmp_path, capsys):
    assert main(["readings", "--cases", str(tmp_path), "--no-cache"]) == 2
    assert "no case file" in capsys.readouterr().err
    page = tmp_path / "page.md"
    page.write_text("a page of mine\n", encoding="utf-8")
    assert main(["readings", "--cases", "ex01", "--no-cache", "--out", str(page)]) == 2
    assert page.read_text(encoding="utf-8") == "a page of mine\n"


def test_the_store_may_be_no_store(tmp_path, capsys):
    path = Path(tmp_path / "store")
    path.write_text("no store\n", encoding="utf-8")
    assert main(["readings", "--cases", "ex01", "--cache", str(path)]) == 2
    assert "store of verdicts" in capsys.readouterr().err
