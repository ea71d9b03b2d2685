"""Tests that rest on games that are played: replayed lines, legal moves, equal boards, best play."""

import math

from verifier.board import BLACK, WHITE, vertex
from verifier.errors import InputError
from verifier.jobs.claims.bench import Bench
from verifier.jobs.claims.boards import placed
from verifier.jobs.claims.finding import Finding, Outcome, outcome_of
from verifier.jobs.claims.spec import Spec
from verifier.jobs.playing.case import Line, PlayCase, load_play_case, play_line
from verifier.jobs.playing.replay import moves_of, record_of, replay
from verifier.jobs.playing.resuming import resume
from verifier.jobs.playing.solving import solve
from verifier.play.game import PASS, IllegalMoveError
from verifier.rules import load_play_rules, load_ruleset

__all__ = ["legal", "line", "resumed", "same", "value"]


def _line_of(spec: Spec) -> tuple[PlayCase, Line]:
    if "case" in spec.given:
        case = load_play_case(spec.get("case"))
        return case, case.lines[spec.get("line") - 1]
    setup = spec.setup
    refused = moves_of(setup.position, spec.get("refused", ""))
    made = Line(
        rules=(spec.get("rules"),), says="", where="",
        moves=tuple(record_of(setup.position, spec.get("moves", ""))),
        refused=refused[0] if refused else None, refused_by=spec.get("refused_by", ""), foul=False,
        agree=spec.get("agree", False), dead=tuple(spec.get("dead")) if "dead" in spec.given else None,
        seki=tuple(spec.get("seki", ())), claim="", result=spec.get("result"), note="",
    )  # fmt: skip
    return PlayCase(spec.board.name, "", (), setup, (made,), ()), made


def line(bench: Bench, spec: Spec) -> Finding:
    """Whether moves and events give that result, or a move is refused."""
    case, made = _line_of(spec)
    wanted = spec.get("result") or made.claim or made.result
    outcomes, said = [], []
    for name in (spec.get("rules"), *spec.get("also", [])):
        try:
            played = play_line(case, made, name)
        except IllegalMoveError as error:
            outcomes.append(Outcome.REFUTED)
            said.append(f"{name}: {error}")
            continue
        fits = played.outcome.result == wanted
        if made.refused is not None:
            fits = fits and f"[{made.refused_by}:" in played.refusal
        outcomes.append(Outcome.CONFIRMED if fits else Outcome.REFUTED)
        what = f"{name}: {played.outcome.result}"
        if made.refused is not None:
            what += f", {played.refusal or 'not refused'}"
        said.append(what)
    return Finding(outcome_of(outcomes), "; ".join(said))


def legal(bench: Bench, spec: Spec) -> Finding:
    """Whether the legal moves after the moves of the test are these, and no others."""
    setup = spec.setup
    position = setup.position
    game = replay(setup, load_play_rules(spec.get("rules")), record_of(position, spec.get("moves", "")))
    found = set(game.legal_moves())
    only = {move for word in spec.get("only") for move in moves_of(position, word)}
    more, less = found - only, only - found

    def names(moves: set[int]) -> str:
        return " ".join(
            "pass" if move == PASS else vertex(move, position.rows, position.cols) for move in sorted(moves)
        )

    if not more and not less:
        return Finding(Outcome.CONFIRMED, f"legal are {names(found)}")
    words = [f"also legal are {names(more)}"] if more else []
    words += [f"not legal are {names(less)}"] if less else []
    return Finding(Outcome.REFUTED, "; ".join(words))


def same(bench: Bench, spec: Spec) -> Finding:
    """Whether a board after moves is another board; prisoners are compared where both have some."""
    after, other = placed(spec.board, spec.get("moves", "")), spec.boards[spec.get("equals")].setup
    one, two = after.position, other.position
    if (one.rows, one.cols) != (two.rows, two.cols):
        raise InputError("boards of different sizes cannot be equal")
    differ = (one.black ^ two.black) | (one.white ^ two.white)
    words = f"{differ.bit_count()} points differ" if differ else "the same stones"
    fits = not differ
    if any(other.lost):
        fits = fits and after.lost == other.lost
        words += f"; lost {after.lost[0]} black and {after.lost[1]} white"
    return Finding(Outcome.CONFIRMED if fits else Outcome.REFUTED, words)


def value(bench: Bench, spec: Spec) -> Finding:
    """Whether best play gives Black that lead, or at least so much: proved for him or for White."""
    setup, rules = spec.setup, load_play_rules(spec.get("rules"))
    if "instead" in spec.given:
        rules = rules.with_values(**spec.get("instead"))
    moves = tuple(moves_of(setup.position, spec.get("moves", "")))
    if "value" in spec.given:
        asked = [(float(spec.get("value")), True), (float(spec.get("value")) + 1, False)]
    else:
        least = spec.get("at_least")
        asked = [(float(least), spec.get("holds", True))]
    reserves = {"black": BLACK, "white": WHITE, None: None}[spec.get("reserves")]
    outcomes: list[Outcome] = []
    said: list[str] = []
    names: list[str] = []
    for least, holds in asked:
        solution = solve(
            setup, rules, moves=moves, at_least=least, limits=bench.limits(spec), reserves_for=reserves
        )
        if solution.interrupted:
            raise KeyboardInterrupt
        answer = solution.answers[0]
        word = f"{least:g}" if math.isfinite(least) else "a win by repetition"
        if answer.side is None or answer.certificate is None:
            outcomes.append(Outcome.UNDECIDED)
            said.append(f"whether Black gets {word} is unknown ({answer.limit})")
            continue
        forced = answer.side is BLACK
        outcomes.append(Outcome.CONFIRMED if forced == holds else Outcome.REFUTED)
        said.append(f"Black {'gets' if forced else 'does not get'} {word}")
        names += bench.store.keep(answer.certificate)
    return Finding(outcome_of(outcomes), ", ".join(said), tuple(names))


def resumed(bench: Bench, spec: Spec) -> Finding:
    """Whether a side gets so great a lead if a stopped game goes on, or is kept from it."""
    setup = placed(spec.board, spec.get("moves", ""))
    sides = {"black": BLACK, "white": WHITE}
    side, least = sides[spec.get("side")], spec.get("at_least")
    answer = resume(
        setup.position,
        load_ruleset(spec.get("rules")),
        to_move=sides[spec.get("to_move")],
        side=side,
        at_least=least,
        limits=bench.limits(spec),
    )
    if answer.certificate is None or answer.report is None:
        return Finding(Outcome.UNDECIDED, f"whether {side} gets {least} is unknown")
    claim = answer.report.claim
    outcome = Outcome.CONFIRMED if claim.forced == spec.get("holds", True) else Outcome.REFUTED
    words = f"{side} {'gets' if claim.forced else 'does not get'} {least}, {claim.to_move} to move"
    return Finding(outcome, words, bench.store.keep(answer.certificate))
