"""Tests that rest on verdicts: statuses, counts, what an exchange changes, and filling in turn."""

import dataclasses
from collections.abc import Callable

from verifier.adjudicate.areas import NOT_KNOWN
from verifier.adjudicate.filling import Kind, fill_in_turn
from verifier.adjudicate.gains import Answer, find_gains
from verifier.adjudicate.question import unit_at
from verifier.adjudicate.referee import Referee
from verifier.adjudicate.territory import Territory, territory
from verifier.board import BLACK, WHITE, Colour, Mask, vertex
from verifier.errors import InputError
from verifier.jobs.audit.count import result_text
from verifier.jobs.cases.fields import parse_point
from verifier.jobs.claims.bench import Bench
from verifier.jobs.claims.boards import Board, placed
from verifier.jobs.claims.finding import Finding, Outcome, outcome_of
from verifier.jobs.claims.spec import Spec
from verifier.jobs.playing.replay import Setup
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Status

__all__ = ["change", "count", "fill", "settled", "status"]


def _setup(spec: Spec) -> Setup:
    """The board of a test after its moves."""
    return placed(Board(spec.board.name, spec.setup), spec.get("moves", ""))


def _under_each(spec: Spec, test: Callable[[Ruleset], Finding]) -> Finding:
    """The finding under the ruleset of a test, with what the others in ``also`` would give."""
    main = test(load_ruleset(spec.get("rules")))
    others = [(name, test(load_ruleset(name))) for name in spec.get("also", [])]
    words = [main.found, *(f"under {name}: {one.found}" for name, one in others)]
    certificates = tuple(name for one in (main, *(one for _, one in others)) for name in one.certificates)
    return Finding(main.outcome, ". ".join(words), certificates)


def status(bench: Bench, spec: Spec) -> Finding:
    """Whether units are alive and dead as claimed, and have so many stones."""
    position = _setup(spec).position
    wanted = {
        unit: wanted
        for key, wanted in (("alive", Status.ALIVE), ("dead", Status.DEAD))
        for unit in bench.units_at(position, spec.get(key, []), key)
    }
    stones = sum(unit.bit_count() for unit in wanted)
    others = spec.get("others")
    if others is not None:
        for unit in position.units():
            wanted.setdefault(unit, Status(others))

    def test(ruleset: Ruleset) -> Finding:
        judged = bench.judge(position, list(wanted), ruleset, spec)
        outcomes = [_compared(judged.statuses[unit], status) for unit, status in wanted.items()]
        words = judged.words(position)
        if spec.get("stones", stones) != stones:
            outcomes.append(Outcome.REFUTED)
            words += f"; {stones} stones"
        return Finding(outcome_of(outcomes), words, judged.certificates)

    return _under_each(spec, test)


def _compared(found: Status, wanted: Status) -> Outcome:
    if found is Status.UNKNOWN:
        return Outcome.UNDECIDED
    # What is not proved to be taken is alive, a drawn unit too.
    alive = found is not Status.DEAD
    return Outcome.CONFIRMED if alive == (wanted is Status.ALIVE) else Outcome.REFUTED


def _territory(
    bench: Bench, spec: Spec, setup: Setup, ruleset: Ruleset
) -> tuple[Territory, str, tuple[str, ...]]:
    """The areas and counts of a position; the words name dead and unknown units."""
    position = setup.position
    units = list(position.units())
    if "dead" in spec.given:
        dead = {unit_at(position, parse_point(point, position, "dead")) for point in spec.get("dead")}
        statuses = {unit: Status.DEAD if unit in dead else Status.ALIVE for unit in units}
        return territory(position, statuses, ruleset), "with the dead stones that are given", ()
    judged = bench.judge(position, units, ruleset, spec)
    some = [unit for unit in units if judged.statuses[unit] is not Status.ALIVE]
    words = judged.words(position, some) if some else "all units alive"
    return territory(position, judged.statuses, ruleset), words, judged.certificates


def _lead(found: Territory, setup: Setup, ruleset: Ruleset) -> tuple[float, float]:
    """Black's lead, least and greatest, with komi and the prisoners taken before."""
    low, high = found.bounds.lead
    more = -setup.komi
    if ruleset["score"] != "area":
        more += setup.lost[WHITE] - setup.lost[BLACK]
    return low + more, high + more


def _within(bounds: tuple[float, float], wanted: float) -> Outcome:
    if not bounds[0] <= wanted <= bounds[1]:
        return Outcome.REFUTED
    return Outcome.CONFIRMED if bounds[0] == bounds[1] else Outcome.UNDECIDED


def _number(bounds: tuple[float, float]) -> str:
    low, high = bounds
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _lead_of(result: str) -> float:
    return 0.0 if result == "0" else float(result[2:]) * (1 if result[0] == "B" else -1)


def count(bench: Bench, spec: Spec) -> Finding:
    """Whether both sides count so much, areas belong to whom they are said to, and the result is that."""
    setup = _setup(spec)

    def test(ruleset: Ruleset) -> Finding:
        found, words, certificates = _territory(bench, spec, setup, ruleset)
        bounds = found.bounds
        outcomes, said = [], [f"{_number(bounds.black)} to {_number(bounds.white)}"]
        for key, side in (("black", bounds.black), ("white", bounds.white)):
            if key in spec.given:
                outcomes.append(_within(side, spec.get(key)))
        if "result" in spec.given:
            lead = _lead(found, setup, ruleset)
            outcomes.append(_within(lead, _lead_of(spec.get("result"))))
            said.append(result_text(lead))
        if "decided" in spec.given:
            # A count that a search has not decided may be decided by a longer one.
            decided = Outcome.CONFIRMED if spec.get("decided") else Outcome.REFUTED
            outcomes.append(decided if bounds.decided else Outcome.UNDECIDED)
        for area in spec.get("areas", []):
            outcome, what = _area(found, area["at"], area["colour"], area.get("total"))
            outcomes.append(outcome)
            said.append(what)
        for point in spec.get("neutral", []):
            outcome, what = _area(found, point, "nobody", None)
            outcomes.append(outcome)
            said.append(what)
        return Finding(outcome_of(outcomes), f"{', '.join(said)}; {words}", certificates)

    return _under_each(spec, test)


def _area(found: Territory, at: str, colour: str, total: int | None) -> tuple[Outcome, str]:
    """Whether the point *at* is territory of *colour* ("nobody": of neither), in an area of so much."""
    position = found.position
    point = parse_point(at, position, "area")
    name = vertex(point, position.rows, position.cols)
    area = found.area_at(point)
    if area is not None and area.kind in NOT_KNOWN:
        return Outcome.UNDECIDED, f"{name} undecided"
    owner: Colour | None = area.owner if area is not None and area.territory >> point & 1 else None
    if area is not None and area.prisoners >> point & 1:
        owner = area.owner
    words = f"{name} {owner if owner is not None else 'nobody'}"
    fits = colour == (str(owner) if owner is not None else "nobody")
    if total is not None and area is not None:
        words += f" ({area.count})"
        fits = fits and area.count == total
    return (Outcome.CONFIRMED if fits else Outcome.REFUTED), words


def change(bench: Bench, spec: Spec) -> Finding:
    """Whether moves change Black's lead, prisoners included, by so much."""
    before = dataclasses.replace(spec, given={**spec.given, "moves": ""})

    def test(ruleset: Ruleset) -> Finding:
        found: list[tuple[float, float]] = []
        certificates: list[str] = []
        for one in (before, spec):
            setup = _setup(one)
            areas, _, proofs = _territory(bench, spec, setup, ruleset)
            found.append(_lead(areas, setup, ruleset))
            certificates += proofs
        low, high = found[1][0] - found[0][1], found[1][1] - found[0][0]
        words = f"{result_text(found[0])} before, {result_text(found[1])} after"
        return Finding(_within((low, high), spec.get("black")), words, tuple(certificates))

    return _under_each(spec, test)


def fill(bench: Bench, spec: Spec) -> Finding:
    """Whether filling in turn ends with that result, and needs these moves (手入れ)."""
    setup = _setup(spec)
    limits = bench.limits(spec)

    def test(ruleset: Ruleset) -> Finding:
        referee = Referee(ruleset, limits, seconds=10 * limits.seconds)
        filling = fill_in_turn(referee, setup.position, setup.to_move)
        if not filling.complete:
            return Finding(Outcome.UNDECIDED, filling.stopped or "the count at the end is unknown")
        lost = (setup.lost[BLACK] + filling.taken[WHITE], setup.lost[WHITE] + filling.taken[BLACK])
        end = dataclasses.replace(setup, position=filling.end.position, lost=lost)
        lead = _lead(filling.end.territory, end, ruleset)
        outcomes = []
        grid = setup.position
        needed: Mask = sum(1 << move.point for move in filling.moves if move.kind is Kind.PREVENT)
        if "result" in spec.given:
            outcomes.append(_within(lead, _lead_of(spec.get("result"))))
        if "needed" in spec.given:
            points = sum(1 << parse_point(point, grid, "needed") for point in spec.get("needed"))
            outcomes.append(Outcome.CONFIRMED if points == needed else Outcome.REFUTED)
        moves = " ".join(
            f"{'BW'[move.colour]} {vertex(move.point, grid.rows, grid.cols) if move.point >= 0 else 'pass'}"
            + ("!" if move.kind is Kind.PREVENT else "")
            for move in filling.moves
        )
        proofs = [
            name
            for verdict in filling.end.judgement().verdicts
            if verdict.certificate is not None
            for name in bench.store.keep(verdict.certificate)
        ]
        return Finding(outcome_of(outcomes), f"{result_text(lead)} after {moves or 'no move'}", tuple(proofs))

    return _under_each(spec, test)


def settled(bench: Bench, spec: Spec) -> Finding:
    """Whether no play of either side gains (docs/settled.md), where territory is counted."""
    position = _setup(spec).position
    limits = bench.limits(spec)

    def test(ruleset: Ruleset) -> Finding:
        if ruleset["score"] == "area":
            raise InputError(f"{ruleset.id} counts areas; settled is meant of filled boards there")
        referee = Referee(ruleset, limits, seconds=10 * limits.seconds)
        gains = find_gains(referee, referee.standing(position))
        answer = gains.settled
        plays = [
            f"{'BW'[item.colour]} {vertex(item.point, position.rows, position.cols)}"
            for side in Colour
            for item in gains.of(side)
        ]
        words = {Answer.YES: "settled", Answer.NO: f"{', '.join(plays)} gains"}.get(answer, "unknown")
        outcome = {Answer.YES: Outcome.CONFIRMED, Answer.NO: Outcome.REFUTED}.get(answer, Outcome.UNDECIDED)
        looked = [gains.standing, *(reply.after for item in gains.exchanges for reply in item.replies)]
        proofs = {
            name: None
            for standing in {one.position: one for one in looked}.values()
            for verdict in standing.judgement(limits).verdicts
            if verdict.certificate is not None
            for name in bench.store.keep(verdict.certificate)
        }
        return Finding(outcome, words, tuple(proofs))

    return _under_each(spec, test)
