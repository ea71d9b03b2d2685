"""What happens in a game besides moves, under rules that provide for it and under others."""

import json
from pathlib import Path

import pytest

from verifier.board import BLACK, WHITE, Position, parse_vertex
from verifier.errors import CertificateError, InputError
from verifier.jobs.playing.play_out import play_out
from verifier.jobs.playing.replay import moves_of, outcome, record_of, replay
from verifier.notation import parse_diagram
from verifier.play.ending import Claims
from verifier.play.events import EVENT_WORDS, Event, What, parse_event
from verifier.play.game import Cause, Game, IllegalMoveError
from verifier.play.setup import Setup
from verifier.proof.endings.checker import EndingCertificate, EndingClaim, check_ending
from verifier.proof.endings.store import dump_ending, parse_ending
from verifier.rules import (
    PLAY_AXES,
    SOLVED,
    PlayRules,
    load_play_rules,
    parse_play_rules,
    play_names,
    solved_names,
)
from verifier.search.endings.solve import solve_ending, solve_threshold

ROOT = Path(__file__).resolve().parents[2]
KO = ".XO.\nX.XO\n.XO.\n....\n"
TRIPLE_KO = "......\nOO....\nXO....\n.XOOO.\nXXXXO.\nOX.XO.\n.OXOX.\nOOOOX.\n.OXXX.\nOOX.X.\nXXX...\n......\n"
CYCLE = "r4c1 r7c1 r6c3 r3c1 r6c1 r7c3"
SEND_TWO = ".X.XO.\nOOXXO.\n.XXOO.\nXXOO..\nOOO...\n......\n"


def play(name: str, text: str, record: str = "", to_move=BLACK, **options) -> Game:
    position = parse_diagram(text.strip()).position
    setup = Setup(position, to_move, **options)
    return replay(setup, load_play_rules(name), record_of(position, record))


def refusal(name: str, text: str, record: str, **options) -> str:
    with pytest.raises(InputError) as caught:
        play(name, text, record, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_every_event_is_written_as_it_is_read():
    for word in EVENT_WORDS:
        assert str(parse_event(word)) == word
    assert parse_event("WHITE:Resume") == Event(What.RESUME, WHITE)
    assert parse_event("resign") == Event(What.RESIGN)
    assert parse_event("pass") is None
    assert parse_event("C3") is None


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("resume", "'resume': who? Write black:resume or white:resume"),
        ("foul", "'foul': who? Write black:foul or white:foul"),
        ("green:foul", "'green:foul': write black:foul or white:foul"),
        ("black:agree", "'black:agree': both players do that; write 'agree'"),
    ],
)
def test_a_word_with_the_wrong_side_is_told_so(word, message):
    with pytest.raises(InputError) as caught:
        record_of(Position(2, 2, 0, 0), word)
    assert str(caught.value) == message


def test_a_word_that_is_nothing_is_told_what_there_is():
    with pytest.raises(InputError, match=r"point 'agreed': .*; or write pass, or one of agree, black:resume, "):
        record_of(Position(2, 2, 0, 0), "agreed")


def test_events_are_no_moves():
    with pytest.raises(InputError, match="'agree' is no move; only play-out knows"):
        moves_of(Position(2, 2, 0, 0), "pass agree")


# Resumption


def test_after_a_stop_under_the_rules_of_1989_nobody_moves_until_somebody_asks():
    stopped = play("japanese1989", KO, "pass pass")
    assert stopped.halted
    assert stopped.legal_moves() == []
    with pytest.raises(IllegalMoveError, match=r"play has stopped; .* \[stop: Article 9, 1 and 3"):
        stopped.play(-1)
    stopped.forfeit(-1)
    assert stopped.result is None, "a stop is no end, no side is without a move, and no move then is a foul"


@pytest.mark.parametrize(("asks", "first"), [("black", WHITE), ("white", BLACK)])
def test_the_opponent_of_whoever_asks_moves_first(asks, first):
    again = play("japanese1989", KO, f"pass pass {asks}:resume")
    assert again.now.to_move is first
    assert not again.halted
    again.play_all([-1, -1])
    assert again.halted, "it stops again"
    assert again.undo().passes == 1


def test_a_ko_may_be_retaken_after_a_resumption():
    """付記 (4) 2 of the 試案 on the rules of 1989: 取り返せる."""
    game = play("japanese1989", KO, "r4c4 r2c2 pass pass white:resume r2c3")
    assert game.now.lost == (1, 1)


def test_resumption_is_for_a_stop_and_for_rules_that_need_a_request():
    assert refusal("japanese1989", KO, "pass black:resume").startswith(
        "black:resume under japanese1989: play has not stopped [stop: Article 9, 1 and 3"
    )
    for name in ("proposal2012", "aga", "nihonshiki1-prime", "tromp-taylor"):
        assert "no request is needed to play on [stop" in refusal(name, KO, "pass black:resume")


def test_the_record_has_moves_and_events_in_order():
    game = play("japanese1989", KO, "r4c4 pass pass black:resume pass r4c1")
    assert game.record == (15, -1, -1, Event(What.RESUME, BLACK), -1, 12)
    assert [colour for colour, _ in game.moves] == [BLACK, WHITE, BLACK, WHITE, BLACK]


def test_a_recorded_move_after_a_stop_stands_for_the_request():
    setup = Setup(parse_diagram(KO.strip()).position)
    rules = load_play_rules("japanese1989")
    for side in (BLACK, WHITE):
        played = play_out(setup, rules, [(BLACK, -1), (WHITE, -1), (side, 15)])
        assert not played.error
        assert played.game.record[2:] == (Event(What.RESUME, side.opponent), 15)
    assert "play has stopped" in play_out(setup, rules, [(None, -1), (None, -1), (None, 15)]).error


# No result


def test_no_result_needs_a_board_that_came_again_with_the_same_side_to_move():
    for name in ("proposal2012", "japanese1989"):
        assert outcome(play(name, TRIPLE_KO, f"{CYCLE} no-result", WHITE)).result == "Void"
        assert "this board was not there before" in refusal(name, TRIPLE_KO, CYCLE[:-5] + " no-result", to_move=WHITE)
    # Two sent, one returned: the same stones after three plays, the other side to move.
    three = "r1c1 r1c3 r1c2 no-result"
    assert outcome(play("japanese1989", SEND_TWO, three)).result == "Void"
    assert "with the same side to move [repetition: Article 11" in refusal("proposal2012", SEND_TWO, three)


def test_a_cycle_with_a_pass_gives_no_result_by_agreement_only():
    four = "r1c1 r1c3 r1c2 pass no-result"
    assert outcome(play("japanese1989", SEND_TWO, four)).result == "Void"
    assert "a pass is part of the cycle" in refusal("proposal2012", SEND_TWO, four)


def test_passing_brings_no_board_back():
    for name in ("proposal2012", "japanese1989"):
        assert "was not there before" in refusal(name, KO, "r4c4 pass no-result")
    assert "play has stopped" in refusal("japanese1989", SEND_TWO, "r1c1 r1c3 r1c2 pass pass no-result")


def test_where_rules_decide_on_repetition_the_players_do_not():
    for name in ("tromp-taylor", "nihonshiki1-prime", "japanese-counting", "ing1991"):
        assert "the players do not decide on that [repetition: " in refusal(name, KO, "no-result")


# Both lose, fouls, displaced stones


def test_both_lose_after_a_stop_that_neither_ends():
    both = play("japanese1989", KO, "pass pass deadlock")
    assert both.result is not None
    assert (both.result.cause, both.result.both_lose, both.result.winner) == (Cause.DEADLOCK, True, None)
    assert not both.result.void
    assert outcome(both).result == "Both lose"
    assert "play has not stopped [deadlock: Article 13, 1" in refusal("japanese1989", KO, "pass deadlock")
    for name in ("proposal2012", "aga", "jungo"):
        assert "the rules do not say what follows [deadlock" in refusal(name, KO, "pass pass deadlock"[5 * (name == "jungo"):])


def test_displaced_stones_void_the_game_or_both_lose():
    assert outcome(play("proposal2012", KO, "r4c4 displaced")).result == "Void"
    assert outcome(play("japanese1989", KO, "r4c4 displaced")).result == "Both lose"
    assert "the rules do not say what follows [displaced: " in refusal("aga", KO, "displaced")


def test_a_foul_loses_is_a_pass_or_nothing():
    for name in ("proposal2012", "japanese1989"):
        assert outcome(play(name, KO, "r4c4 black:foul")).result == "W+F"
    assert "nobody loses by a foul [illegal_move: no article]" in refusal("new-zealand", KO, "black:foul")
    illegal = play("aga", KO, "r4c4")
    assert illegal.forfeit(parse_vertex("r4c4", 4, 4)).axis == "moves"
    assert (illegal.now.move, illegal.now.mover, illegal.now.paid, illegal.result) == (-1, WHITE, (0, 1), None)


def test_nothing_happens_after_the_end():
    for word in EVENT_WORDS:
        assert "the game was over (resignation)" in refusal("japanese1989", KO, f"black:resign {word}")


# Ends


def test_four_passes_end_a_game_of_the_proposal_and_two_stop_nothing():
    three = play("proposal2012", KO, "pass pass pass")
    assert (three.result, three.now.stopped) == (None, False)
    three.play(parse_vertex("r4c4", 4, 4))
    three.play_all([-1, -1, -1])
    assert three.result is None
    three.play(-1)
    assert three.result is not None
    assert three.result.cause is Cause.COMPLETE


def test_agreement_comes_at_any_time_where_the_text_says_so():
    for name in ("proposal2012", "new-zealand", "chinese2002"):
        game = play(name, KO, "r4c4 agree")
        assert game.result is not None
        assert game.result.cause is Cause.AGREEMENT
    for name in ("japanese1989", "aga", "bga", "ing1991"):
        assert "two passes in a row have just stopped play" in refusal(name, KO, "r4c4 agree")


def test_white_passes_last_and_pays_for_it():
    for record, paid in (
        ("pass pass agree", (1, 1)),
        ("r4c4 pass pass agree", (1, 2)),
        ("r4c4 pass pass pass pass", (2, 3)),
        ("pass pass pass pass", (2, 2)),
    ):
        assert play("bga", KO, record).now.paid == paid, record


def test_what_nobody_names_is_judged_under_the_proposal_and_what_both_name_is_taken():
    text = ".XO..\nXXOO.\n.XXOO\nOXXO.\n.XXOO\n"
    position = parse_diagram(text.strip()).position
    game = play("proposal2012", text, "pass pass pass pass")
    judged, named = outcome(game), outcome(game, Claims())
    # Black: four points and a prisoner to White's four points; with the stone alive one point only.
    assert (judged.result, named.result) == ("B+1", "W+3")
    dead = outcome(game, Claims(dead=position.chain_at(15)))
    assert dead.score == judged.score
    assert judged.score is not None
    assert (judged.score.white.lost, judged.score.white.stones) == (1, 8)
    with pytest.raises(InputError, match="dead stones are whole chains"):
        outcome(game, Claims(dead=1 << 1))


def test_what_stays_unknown_leaves_the_result_open(monkeypatch):
    from verifier.jobs.playing import judged_end
    from verifier.search import Limits

    text = ".XO..\nXXOO.\n.XXOO\nOXXO.\n.XXOO\n"
    game = play("proposal2012", text, "agree")
    score, why = judged_end.judged_end(game, None, Limits(nodes=1))
    assert score is None
    assert why.startswith("W+")
    assert "it is unknown whether these live: " in why


def test_dead_stones_are_named_at_every_end_where_the_text_says_so():
    text = ".XO..\nXXOO.\n.XXOO\nOXXO.\n.XXOO\n"
    dead = Claims(dead=1 << 15)
    assert outcome(play("chinese2002", text, "pass pass"), dead).result == "B+1"
    # Four passes after a dispute: all stones on the board live, whatever somebody says.
    assert outcome(play("aga", text, "pass pass pass pass"), dead).result == "W+3"


# Rules and proofs

DIGESTS = {
    "donburi": "6bbac7eaad9649fb",
    "donburi-corrected": "b926e14b4985187e",
    "ikeda-axioms": "5e0b404efda26ba7",
    "ikeda-text": "673ec34b1a70424f",
    "japanese-counting": "d478cb37e5ed0bf7",
    "japanese-counting-seki-eyes": "cdecd0e12bda245d",
    "jungo": "41129a44842f7589",
    "nihonshiki1": "c17b4aa7d148181b",
    "nihonshiki1-prime": "e2cff5fab6293cb6",
    "nihonshiki2": "d08ac0830e837f67",
    "nihonshiki2-prime": "808da8c5c68614c5",
    "tromp-taylor": "935314febe68e417",
}
"""As they were before the axes with a default were added."""

OLD = """{"format": "shikatsu-ending-certificate", "version": 4, "claim": {"rows": [".X.X."], "to_move": "black",
"komi": 0.0, "lost": [0, 0], "ko": null, "moves": [], "ruleset": {"id": "tromp-taylor-no-suicide", "values": {
"moves": "alternate", "capture": "opponent first", "suicide": "forbidden", "ko": "none",
"repetition": "positional", "ko_pass_pass": "allowed", "stop": "two end", "agreement": "none",
"pass_price": "nothing", "last_pass": "paid", "last_passer": "either", "no_move": "loses",
"illegal_move": "refused", "seki": "none", "wasted": "none", "score": "area"},
"digest": "0da7684b12abc36ce1133f701d4779d5a062a4ffbd9fa68f9bd48da99df2d631"}, "at_least": 5.0, "side": "black"},
"claim_digest": "44dd718fa6f9f1d9b36811c311363130744628610872bbd58d5681ae47a0ceb2", "reserves": null,
"nodes": [""]}"""
"""A certificate from before these axes."""


def test_an_axis_that_was_added_changes_no_digest():
    found = {name: load_play_rules(name) for name in DIGESTS}
    prime = "nihonshiki1-prime"  # corrected: its last pass is not given back at an agreed end
    found[prime] = found[prime].with_values(returned="yes")
    assert {name: rules.digest[:16] for name, rules in found.items()} == DIGESTS
    rules = load_play_rules("jungo")
    assert rules.with_values(dead="named at every end").digest != rules.digest
    assert PlayRules("x", tuple(rules.said.items())) == rules
    assert set(PLAY_AXES) - set(rules.said) == {"encore", "returned", "deadlock", "displaced", "dead", "first_pass"}


def test_a_certificate_from_before_an_axis_is_read_and_checked():
    certificate = parse_ending(OLD)
    assert check_ending(certificate).nodes == 1
    assert json.loads(dump_ending(certificate)) == json.loads(OLD)
    with pytest.raises(CertificateError):
        parse_ending(OLD.replace('"score": "area"', '"score": "area", "dead": "named"'))


def test_solver_and_checker_refuse_rules_that_they_do_not_know():
    unsolved = set(play_names()) - set(solved_names())
    assert unsolved >= {"proposal2012", "japanese1989", "aga", "bga", "new-zealand", "chinese2002"}
    setup = Setup(Position(1, 5, 0b01010, 0))
    endless = load_play_rules("ikeda-text").with_values(suicide="allowed")
    for rules in (*map(load_play_rules, sorted(unsolved)), endless):
        with pytest.raises(InputError, match=r"is not known to the exact solver; use one of .*tromp-taylor"):
            solve_ending(setup, rules)
        with pytest.raises(InputError, match="not known to the exact solver"):
            solve_threshold(setup, rules, 5.0)
        with pytest.raises(CertificateError, match="nor to this checker"):
            check_ending(EndingCertificate(EndingClaim(rules, setup, (), -100.0, BLACK), ((),)))


def test_every_value_that_was_added_is_refused_by_the_solver():
    """Each alone, in rules that it knows otherwise."""
    base = load_play_rules("tromp-taylor").with_values(suicide="forbidden")
    stopping = load_play_rules("japanese-counting")
    setup = Setup(Position(1, 5, 0b01010, 0))
    seen = set()
    for axis, known in SOLVED.items():
        for value in set(PLAY_AXES[axis].values) - set(known):
            for rules in (base, stopping, stopping.with_values(stop="two stop"), base.with_values(agreement="at any time")):
                try:
                    changed = rules.with_values(**{axis: value})
                except InputError:
                    continue
                seen.add((axis, value))
                with pytest.raises(InputError, match="not known to the exact solver"):
                    solve_threshold(setup, changed, 5.0)
    added = {(axis, value) for axis in SOLVED for value in set(PLAY_AXES[axis].values) - set(SOLVED[axis])}
    cleanup = {(axis, value) for axis, value in load_play_rules("katago-encore").values if (axis, value) in added}
    assert len(cleanup) == 5, "these come together only"
    assert added - seen <= {("last_passer", "White"), *cleanup}, "of rules that were refused above"


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("proposal2012", {"agreement": "at a stop"}, "stop = 'four end': there is no stop"),
        ("japanese1989", {"agreement": "none", "deadlock": "no rule"}, "no game would end"),
        ("jungo", {"deadlock": "both lose"}, "there is nothing to agree on"),
        ("aga", {"deadlock": "both lose"}, "use stop = 'two stop'"),
        ("jungo", {"first_pass": "half a point to White"}, "is played with stop = 'two end after the first' only"),
        ("jungo", {"stop": "two end after the first", "agreement": "at a stop"}, "there is no stop"),
        ("jungo", {"last_passer": "White"}, "last_passer = 'White' is played with stop = 'two stop, four end' only"),
        ("japanese1989", {"pass_price": "a stone after the stop"}, "has no play after a provisional end"),
        ("proposal2012", {"seki": "has dame"}, "dead = 'judged' takes territory from the section [axes]"),
        ("proposal2012", {"score": "stones"}, "dead = 'judged' takes territory from the section [axes]"),
        ("nihonshiki2-prime", {"stop": "two stop"}, "has no play after a provisional end"),
        ("katago-encore", {"encore": "none"}, "a game with cleanup phases is played with 'two cleanup phases' only"),
        ("katago-encore", {"suicide": "allowed"}, "a game with cleanup phases is played with 'forbidden' only"),
        ("jungo", {"seki": "no independent life"}, "a game with cleanup phases is played with"),
    ],
)
def test_values_that_contradict_each_other_are_refused_with_the_reason(name, changes, message):
    with pytest.raises(InputError) as caught:
        load_play_rules(name).with_values(**changes)
    assert message in str(caught.value)


def test_rules_that_leave_the_dead_to_the_axes_need_them(tmp_path):
    rules = load_play_rules("proposal2012")
    assert rules.units is not None
    assert rules.units.id == "proposal2012"
    head = 'schema = 1\nid = "mine"\ntitle = "t"\nsource = "s"\n'
    body = "".join(
        f'[play.{axis}]\nvalue = "{value}"\narticle = "a"\nbasis = "text"\n' for axis, value in rules.values
    )
    with pytest.raises(InputError, match=r"mine: play.dead = 'judged': a section \[axes\] is needed"):
        parse_play_rules(head + body, "mine")
    based = parse_play_rules(head + 'base = "proposal2012"\n' + body, "mine")
    assert based.units == rules.units
    area = body.replace("territory plus prisoners", "area")
    with pytest.raises(InputError, match="contradict each other"):
        parse_play_rules(head + 'base = "proposal2012"\n' + area, "mine")
    text = (ROOT / "encodings" / "proposal2012.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('value = "owner"', 'value = "attacker"', 1), encoding="utf-8")
    with pytest.raises(InputError, match="stands for other values than those of this file; choose another id"):
        load_play_rules(str(path))
    unjudged = PlayRules("mine", rules.values)
    game = Setup(Position(2, 2, 0b0001, 0)).game(unjudged)
    game.agree()
    with pytest.raises(InputError, match=r"no section \[axes\]"):
        outcome(game)
