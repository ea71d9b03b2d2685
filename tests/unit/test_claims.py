"""Claims of documents: the files, every kind of test with a claim altered to be wrong, record, store, page."""

import itertools
import json
from pathlib import Path

import pytest

from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.claims import facts
from verifier.jobs.claims.bench import Bench
from verifier.jobs.claims.finding import Outcome
from verifier.jobs.claims.page import claims_page
from verifier.jobs.claims.record import NOT_RUN, entry_of, recorded, write_record
from verifier.jobs.claims.run import run_claims
from verifier.jobs.claims.spec import KINDS
from verifier.jobs.claims.store import Store
from verifier.jobs.claims.table import document_ids, load_document, parse_document
from verifier.jobs.ikeda import audit
from verifier.search import Limits

ROOT = Path(__file__).resolve().parents[2]
LIMITS = Limits(nodes=20_000, seconds=10.0)
QUICK = ("board", "axis", "line", "legal", "same", "turned", "axiom", "form")
"""Kinds that search nothing."""


def document(*tests: str, boards: str = "", line: int = 3, number: str = "X001"):
    """A file with one claim that has these tests."""
    text = (
        'schema = 1\nid = "x"\nprefix = "X"\ntitle = "X"\nsources = ["https://example.org"]\nlines = 10\n'
        f'{boards}\n[[claim]]\nid = "{number}"\nline = {line}\nwhere = "there"\nsays = "so"\nbasis = "stated"\n'
        f"tests = [{', '.join('{ ' + test + ' }' for test in tests)}]\n"
    )
    return parse_document(text, "x.toml")


def outcome(*tests: str, limits: Limits = LIMITS, **given: str) -> Outcome:
    """What becomes of a claim with these tests."""
    claims = document(*tests, **given).claims
    results, interrupted = run_claims(Bench(Store(), limits, capped=True), claims)
    assert not interrupted
    return results[0].outcome


RULES = 'rules = "proposal2012"'
KO = "[board.ko]\ndiagram = '''\n.XO.\nXO.O\n.XO.\n....\n'''\n"

STOPPED = "[board.stopped]\ndiagram = '''\nOX\n..\n'''\n"

RIGHT_AND_WRONG = [
    # Example 7-1 of the 試案: the bent four is dead, the corner alive; it has seven stones.
    (f'kind = "status", board = "ex07-1", {RULES}, dead = ["r1c5"], stones = 7', 'dead = ["r1c5"]', 'alive = ["r1c5"]'),
    (f'kind = "status", board = "ex07-1", {RULES}, dead = ["r1c5"], stones = 7', "stones = 7", "stones = 8"),
    (f'kind = "status", board = "ex13", {RULES}, others = "alive"', '"alive"', '"dead"'),
    # Example 26: three points to two, and the mouth of a ko is nobody's.
    (f'kind = "count", board = "ex26", {RULES}, black = 3, white = 2', "black = 3", "black = 4"),
    (f'kind = "count", board = "ex26", {RULES}, result = "B+1"', "B+1", "W+1"),
    (f'kind = "count", board = "ex26", {RULES}, neutral = ["r1c7"]', "r1c7", "r2c2"),
    (f'kind = "count", board = "ex26", {RULES}, areas = [{{ at = "r2c2", colour = "black" }}]', '"black"', '"nobody"'),
    (f'kind = "count", board = "ex26", {RULES}, decided = true', "true", "false"),
    # By area with all stones alive: each side has its stones and the points that only it touches, and one is left.
    ('kind = "count", board = "fig-territory-2", rules = "tromp-taylor-settled", dead = [], black = 20, white = 14, result = "B+6"', "B+6", "B+5"),
    # A move in one's own territory costs a point.
    (f'kind = "change", board = "ex26", {RULES}, moves = "b:r2c2", black = -1', "-1", "0"),
    # Dame and one move that is needed: two points each, as the diary says of customary counting.
    (f'kind = "fill", board = "pika-teire", {RULES}, result = "0"', '"0"', '"B+1"'),
    # The ko of the board: nobody may retake at once, and after a pass everybody may.
    (f'kind = "line", board = "ko", {RULES}, moves = "r2c3", refused = "r2c2", refused_by = "ko", result = "?"', '"ko", result', '"suicide", result'),
    (f'kind = "line", board = "ko", {RULES}, moves = "r2c3 pass r4c1 r2c2", result = "?"', " pass r4c1", ""),
    ('kind = "line", case = "pika-hanko", line = 4, rules = "japanese-counting", result = "0"', '"0"', '"B+1"'),
    (f'kind = "resumed", board = "stopped", {RULES}, to_move = "black", side = "black", at_least = 3', "at_least = 3", "at_least = 4"),
    (f'kind = "resumed", board = "stopped", {RULES}, to_move = "white", side = "black", at_least = 1, holds = false', "at_least = 1", "at_least = -9"),
    ('kind = "same", board = "pika-lossy-cycle", moves = "b:r1c1 w:r1c3 b:r1c2", equals = "pika-lossy-cycle"', " b:r1c2", ""),
    (f'kind = "board", board = "ko", moves = "b:r2c3", {"black = 4, white = 3, units = 7"}', "white = 3", "white = 4"),
    (f'kind = "axis", {RULES}, axis = "axes.first_move", value = "owner"', '"owner"', '"attacker"'),
    ('kind = "turned", cases = ["NW=b W=w N=w", "NE=b N=w E=w", "SE=b E=w S=w", "SW=b S=w W=w"]', "SE=b E=w", "SE=b W=w"),
    ('kind = "axiom", number = "4-1", holds = true, formed = true', "4-1", "8-2"),
    ('kind = "axiom", total = 96', "96", "97"),
    ('kind = "form", condition = "one state", holds = "always"', "always", "mostly"),
    ('kind = "form", condition = "left sides", holds = "mostly"', "mostly", "always"),
    # Killing a seki by superko needs a pass of White's; under 日本式I the eye in the seki counts one.
    ('kind = "value", board = "pika-seki-kill", rules = "nihonshiki1", at_least = 1', "= 1", "= 2"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "part", "instead"), RIGHT_AND_WRONG, ids=lambda text: text[:60])
def test_a_test_confirms_what_is_so_and_refutes_what_is_not(right, part, instead):
    boards = KO if '"ko"' in right and "board" in right else STOPPED if '"stopped"' in right else ""
    wrong = right.replace(part, instead, 1)
    assert right != wrong
    assert outcome(right, boards=boards) is Outcome.CONFIRMED
    assert outcome(wrong, boards=boards) is Outcome.REFUTED
    assert outcome(f"{right}, negate = true", boards=boards) is Outcome.REFUTED
    assert outcome(f"{wrong}, negate = true", boards=boards) is Outcome.CONFIRMED


@pytest.mark.parametrize("nodes", [1, 6, 40, 250])
def test_with_few_states_nothing_is_refuted_that_is_so_and_nothing_confirmed_that_is_not(nodes):
    few = Limits(nodes=nodes, seconds=10.0, wall_nodes=nodes)
    undecided = 0
    for right, part, instead in RIGHT_AND_WRONG:
        boards = KO if '"ko"' in right and "board" in right else STOPPED if '"stopped"' in right else ""
        found = [outcome(test, limits=few, boards=boards) for test in (right, right.replace(part, instead, 1))]
        assert found[0] is not Outcome.REFUTED, right
        assert found[1] is not Outcome.CONFIRMED, right
        undecided += found.count(Outcome.UNDECIDED)
    assert undecided


def test_every_kind_has_an_altered_claim():
    tried = {right.split('"')[1] for right, _, _ in RIGHT_AND_WRONG}
    # Kinds with searches of their own follow below.
    assert tried | {"legal", "seki boards", "settled"} == set(KINDS)


def test_an_axiom_that_no_state_met_is_undecided(monkeypatch):
    facts._audited.cache_clear()
    monkeypatch.setattr(facts, "audit", lambda games, *, axioms: audit(1, axioms=axioms))
    assert outcome('kind = "axiom", number = "11-5", holds = true') is Outcome.UNDECIDED
    facts._audited.cache_clear()
    monkeypatch.undo()
    assert outcome('kind = "axiom", number = "11-5", holds = true') is Outcome.CONFIRMED


def test_legal_moves_are_compared_both_ways():
    board = "[board.b]\ndiagram = '''\n.O.\nO.O\n.O.\n'''\n"
    test = f'kind = "legal", board = "b", {RULES}, only = ["pass"]'
    assert outcome(test, boards=board) is Outcome.CONFIRMED
    assert outcome(test.replace('"pass"', '"pass", "r2c2"'), boards=board) is Outcome.REFUTED
    assert outcome(f'{test}, to_move = "white"', boards=board) is Outcome.REFUTED


def test_a_board_is_settled_if_no_play_gains():
    # Two eyes each and a dame between them: nothing gains. With a gap on r1c4 both sides gain by closing it.
    board = "[board.b]\ndiagram = '''\n.OOX.\nOO.XX\n.OXX.\n'''\n"
    test = f'kind = "settled", board = "b", {RULES}'
    assert outcome(test, boards=board) is Outcome.CONFIRMED
    assert outcome(test, boards=board.replace(".OOX.", ".OO..")) is Outcome.REFUTED
    assert outcome(f"{test}, negate = true", boards=board) is Outcome.REFUTED


def test_no_seki_fits_beside_two_living_groups_on_4x4():
    assert outcome('kind = "seki boards", size = 4, exist = false') is Outcome.CONFIRMED
    assert outcome('kind = "seki boards", size = 4, exist = true') is Outcome.REFUTED


def test_a_board_whose_statuses_are_not_decided_may_have_a_seki():
    few = Limits(nodes=1, seconds=10.0)
    assert outcome('kind = "seki boards", size = 5, exist = false', limits=few) is Outcome.UNDECIDED


def test_other_values_of_axes_change_the_game():
    test = 'kind = "value", board = "pika-lossy-cycle", rules = "nihonshiki2"'
    claim = document(f'{test}, at_least = 1, instead = {{ repetition = "no such value" }}').claims
    with pytest.raises(InputError, match="repetition"):
        run_claims(Bench(Store(), LIMITS, capped=True), claim)


def test_one_refuted_test_refutes_and_a_limit_leaves_undecided():
    right = f'kind = "status", board = "ex07-1", {RULES}, dead = ["r1c5"]'
    wrong = f'kind = "status", board = "ex07-1", {RULES}, dead = ["r1c1"]'
    assert outcome(right, wrong) is Outcome.REFUTED
    claims = document(right).claims
    results, _ = run_claims(Bench(Store(), Limits(nodes=1, seconds=5.0), capped=True), claims)
    assert results[0].outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("name", document_ids())
def test_claims_stand_in_the_order_of_their_source(name):
    claims = load_document(name).claims
    lines = [claim.line for claim in claims]
    # Those of a second reading stand after the others, as numbers stay, and in the order of the source too.
    assert sum(after < line for line, after in itertools.pairwise(lines)) <= 1
    assert all(claim.where and claim.says for claim in claims)
    assert all(len(claim.says) < 200 for claim in claims), "a claim is said in one sentence"


def test_ids_are_unique_over_all_documents():
    ids = [claim.id for name in document_ids() for claim in load_document(name).claims]
    assert len(ids) == len(set(ids))
    assert {"shian", "diary", "page", "ikeda"} == set(document_ids())


@pytest.mark.parametrize("name", document_ids())
def test_a_refuted_claim_has_a_note_that_says_why(name):
    entries = recorded(load_document(name)).values()
    assert [one.claim.id for one in entries if one.outcome is Outcome.REFUTED and not one.claim.note] == []


@pytest.mark.parametrize("name", document_ids())
def test_what_is_recorded_comes_out_again(name):
    loaded = load_document(name)
    entries = recorded(loaded)
    quick = [
        claim
        for claim in loaded.claims
        if claim.tests and all(spec.kind in QUICK for spec in claim.tests) and entries[claim.id].found != NOT_RUN
    ][::15]  # fmt: skip
    assert quick, "nothing of this document is recorded"
    results, _ = run_claims(Bench(Store(), LIMITS, capped=True), quick)
    for result in results:
        assert entry_of(result).outcome is entries[result.claim.id].outcome, result.claim.id


def test_confirmed_statuses_are_proved_again():
    loaded = load_document("shian")
    entries = recorded(loaded)
    quick = [
        claim
        for claim in loaded.claims
        if any(spec.kind == "status" for spec in claim.tests)
        and all(spec.kind in (*QUICK, "status") and "nodes" not in spec.given for spec in claim.tests)
        and entries[claim.id].outcome is Outcome.CONFIRMED
    ][::16]
    assert len(quick) > 3
    results, _ = run_claims(Bench(Store(), Limits(nodes=400_000, seconds=60.0), capped=True), quick)
    assert {result.claim.id: result.outcome for result in results} == dict.fromkeys(
        (claim.id for claim in quick), Outcome.CONFIRMED
    )


def test_a_record_is_read_again_and_holds_for_the_same_tests_only(tmp_path):
    asked = 'kind = "axiom", total = 96'
    before, after = document(asked), document(asked.replace("96", "97"))
    results, _ = run_claims(Bench(Store(), LIMITS), before.claims)
    write_record(before, {"X001": entry_of(results[0])}, tmp_path)
    assert recorded(before, tmp_path)["X001"] == entry_of(results[0])
    other = recorded(after, tmp_path)["X001"]
    assert (other.outcome, other.found) == (Outcome.UNDECIDED, NOT_RUN)


def test_a_store_is_gone_on_with_unless_a_certificate_was_changed(tmp_path):
    claims = document(f'kind = "status", board = "ex07-1", {RULES}, dead = ["r1c5"]').claims
    with Store(tmp_path) as store:
        first, _ = run_claims(Bench(store, LIMITS), claims)
    [name] = first[0].findings[0].certificates
    line = json.loads((tmp_path / "outcomes.jsonl").read_text(encoding="utf-8"))
    (tmp_path / "outcomes.jsonl").write_text(json.dumps({**line, "found": "kept"}) + "\n", encoding="utf-8")
    with Store(tmp_path) as store:
        again, _ = run_claims(Bench(store, LIMITS), claims)
    assert again[0].findings[0].found == "kept"
    assert main(["check", str(tmp_path / "certificates" / name)]) == 0
    (tmp_path / "certificates" / name).write_text("{}", encoding="utf-8")
    with Store(tmp_path) as store:
        third, _ = run_claims(Bench(store, LIMITS), claims)
    assert third[0].findings[0].found == first[0].findings[0].found
    assert main(["check", str(tmp_path / "certificates" / name)]) == 0, "what was cut short is written anew"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"number": "X002"}, "X001 is due"),
        ({"line": 11}, "1 to 10"),
        ({"line": 0}, "1 to 10"),
    ],
)
def test_numbers_and_places_are_checked(given, message):
    with pytest.raises(InputError, match=message):
        document('kind = "axiom", total = 96', **given)


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ('kind = "guess"', "allowed values"),
        ('kind = "status", board = "nowhere", rules = "proposal2012", alive = ["A1"]', "nowhere"),
        ('kind = "status", board = "ex13", rules = "nobody", alive = ["A1"]', "nobody"),
        ('kind = "status", board = "ex13", rules = "proposal2012"', "alive, dead, others"),
        ('kind = "status", board = "ex13", rules = "proposal2012", alive = "A1"', "list of strings"),
        ('kind = "line", case = "pika-hanko", line = 99, rules = "japanese-counting"', "lines 1 to"),
        ('kind = "turned"', "needs it"),
    ],
)
def test_a_test_that_means_nothing_is_refused(test, message):
    with pytest.raises(InputError, match=message):
        document(test)


def test_the_page_has_every_claim_and_the_numbers_of_the_record():
    loaded = {name: load_document(name) for name in document_ids()}
    known = {name: (one, list(recorded(one).values())) for name, one in loaded.items()}
    page = claims_page(known, "shikatsu claims --list --page docs/claims.md")
    assert page == (ROOT / "docs/claims.md").read_text(encoding="utf-8"), "make the page again"
    rows = [line for line in page.splitlines() if line.startswith("| line ")]
    assert len(rows) == sum(len(one.claims) for one in loaded.values())


def test_the_command_tests_a_claim_and_says_so(capsys):
    assert main(["claims", "D010"]) == 0
    printed = capsys.readouterr().out
    assert "test: line: board=three-kos" in printed
    assert "\nconfirmed: " in printed
    # Axiom 8-2 has right and left exchanged.
    wrong = next(claim.id for claim in load_document("ikeda").claims if claim.where == "axiom 8-2")
    assert main(["claims", wrong]) == 1
    assert "\nrefuted: " in capsys.readouterr().out


def test_the_command_lists_what_is_recorded_and_refuses_unknown_names(capsys):
    main(["claims", "page", "--list"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{len(load_document('page').claims)} claims, ")
    names = "files of claims are diary, ikeda, page, shian, and shikatsu claims --list names the claims\n"
    for wrong, meant in (("S999", "S099, S199 or S299"), ("d003", "D003"), ("Diary", "diary"), ("qqq", "")):
        assert main(["claims", wrong]) == 2
        hint = f"did you mean {meant}? The" if meant else "the"
        error = capsys.readouterr().err
        assert error == f"shikatsu: {wrong!r}: no claim, no file of claims and no other file; {hint} {names}"
    assert main(["claims", "nowhere.toml"]) == 2
    assert "file of claims 'nowhere.toml': no such file" in capsys.readouterr().err
