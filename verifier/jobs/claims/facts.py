"""Tests of facts: numbers of stones and units, values of encodings, axioms, whether boards exist."""

import functools

from verifier.errors import InputError
from verifier.jobs.claims.bench import Bench
from verifier.jobs.claims.boards import placed
from verifier.jobs.claims.finding import Finding, Outcome, outcome_of
from verifier.jobs.claims.seki_boards import seki_board
from verifier.jobs.claims.spec import Spec
from verifier.jobs.ikeda import AXIOMS, AxiomFinding, audit, axioms_named
from verifier.jobs.ikeda.shape import exceptions
from verifier.rules import PlayRules, Ruleset, load_play_rules, load_ruleset

__all__ = ["axiom", "axis", "board", "form", "seki_boards", "turned"]

_COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def _fits(fits: bool) -> Outcome:
    return Outcome.CONFIRMED if fits else Outcome.REFUTED


def board(bench: Bench, spec: Spec) -> Finding:
    """Whether a board has so many stones of a side, or so many units to be judged."""
    position = placed(spec.board, spec.get("moves", "")).position
    have = {
        "black": position.black.bit_count(),
        "white": position.white.bit_count(),
        "units": len(list(position.units())),
    }
    outcomes = [_fits(have[key] == spec.get(key)) for key in have if key in spec.given]
    words = ", ".join(f"{number} {what}" for what, number in have.items())
    return Finding(outcome_of(outcomes), words)


def axis(bench: Bench, spec: Spec) -> Finding:
    """Whether an encoding has that value, and what its text says for it."""
    name = spec.get("axis")
    section, _, key = name.partition(".")
    if section not in ("play", "axes"):
        raise InputError(f"axis {name!r}: write axes.NAME or play.NAME")
    load = load_play_rules if section == "play" else load_ruleset
    rules: PlayRules | Ruleset = load(spec.get("rules"))
    try:
        found = rules[key]
    except KeyError:
        raise InputError(f"axis {name!r}: there is none of that name") from None
    return Finding(_fits(found == spec.get("value")), f"{name} = {found}")


@functools.cache
def _audited(number: str) -> AxiomFinding:
    return audit(40, axioms=axioms_named([number])).findings[0]


def axiom(bench: Bench, spec: Spec) -> Finding:
    """Whether an axiom has a value as printed, and holds in all states of random games."""
    if "total" in spec.given:
        return Finding(_fits(len(AXIOMS) == spec.get("total")), f"{len(AXIOMS)} axioms")
    finding = _audited(spec.get("number"))
    words: str = finding.verdict
    if finding.broken is not None or not finding.instances:
        return Finding(Outcome.UNDECIDED, f"{words}, {finding.instances} instances")
    outcomes = []
    if "formed" in spec.given:
        outcomes.append(_fits((not finding.axiom.flaws) == spec.get("formed")))
    if "holds" in spec.given:
        if words == "not refuted":
            outcomes.append(Outcome.UNDECIDED)
        else:
            outcomes.append(_fits((words == "holds") == spec.get("holds")))
    if words != "holds":
        words += f": {finding.axiom.flaws[0] if finding.axiom.flaws else finding.axiom.fault}"
    return Finding(outcome_of(outcomes), words)


def form(bench: Bench, spec: Spec) -> Finding:
    """Whether the axioms meet a condition on their form, always or mostly: not all of them, but over half."""
    found, number = exceptions(spec.get("condition"))
    if spec.get("holds") == "always":
        fits = not found
    else:
        fits = 0 < len(found) < number / 2
    words = f"{number - len(found)} of {number} meet it"
    if found:
        words += f"; not {', '.join(found)}"
    return Finding(_fits(fits), words)


def seki_boards(bench: Bench, spec: Spec) -> Finding:
    """Whether there is a square board of that size with a seki and a living group of either side."""
    size = spec.get("size")
    found = seki_board(size, bench.limits(spec))
    if found.unknown:
        return Finding(Outcome.UNDECIDED, f"not searched to the end ({found.tried} candidates)")
    if found.position is None:
        return Finding(_fits(not spec.get("exist")), f"no board of {size}x{size} ({found.tried} candidates)")
    rows = "/".join(str(found.rows).split("\n"))
    return Finding(_fits(spec.get("exist")), f"such a board of {size}x{size}: {rows}")


def turned(bench: Bench, spec: Spec) -> Finding:
    """Whether the patterns around a point are the first one in each of its quarter turns."""
    cases = [_pattern(case) for case in spec.get("cases")]
    turns = [{(place + 2 * quarter) % 8: what for place, what in cases[0].items()} for quarter in range(4)]
    missing = [turn for turn in turns if turn not in cases]
    words = [
        " ".join(f"{_COMPASS[place]}={what}" for place, what in sorted(turn.items())) for turn in missing
    ]
    fits = not missing and all(case in turns for case in cases)
    return Finding(_fits(fits), f"not there: {'; '.join(words)}" if missing else "all are turns of the first")


def _pattern(case: str) -> dict[int, str]:
    pattern = {}
    for word in case.split():
        place, _, what = word.partition("=")
        if place not in _COMPASS or what not in ("b", "w"):
            raise InputError(f"pattern {word!r}: write a point of the compass, = and b or w")
        pattern[_COMPASS.index(place)] = what
    return pattern
