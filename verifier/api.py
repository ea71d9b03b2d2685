"""The Python interface: one call from a position to proven verdicts.

The front ends do nothing that cannot be done with it.
"""

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from verifier.adjudicate.filling import Filling
from verifier.adjudicate.filling import fill_in_turn as _fill_in_turn
from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.judging import judge_units
from verifier.adjudicate.question import UnitVerdict, together_at, unit_at
from verifier.adjudicate.referee import Referee
from verifier.adjudicate.settlement import Settlement
from verifier.adjudicate.settlement import settlement as _settlement
from verifier.adjudicate.unsettled import BothWays, unsettled_units
from verifier.arguments import called, flag, kind, listed, number, pair, refused, whole
from verifier.arguments import komi as komi_of_argument
from verifier.board import BLACK, Colour, Point, Position, point_of
from verifier.errors import InputError, Interrupted
from verifier.jobs.audit import (
    Adjudication,
    GameAudit,
    GameCount,
    adjudication,
    audit_game,
    count_game,
    parse_result,
    ruleset_asked,
    ruleset_for,
    stated_dead,
)
from verifier.jobs.audit.advice import advising
from verifier.jobs.audit.batch import komi_of, read_bytes
from verifier.jobs.audit.counted import record_to_count
from verifier.jobs.audit.final_score import FinalScore
from verifier.jobs.explain.ko_kind import KoKind, find_ko_kind
from verifier.jobs.hunt.run import Hunt
from verifier.jobs.hunt.run import hunt as run_hunt
from verifier.jobs.hunt.spaces import Lot, Space
from verifier.jobs.hunt.statements import Compared, Statement
from verifier.jobs.hunt.tally import Tally
from verifier.jobs.hunt.where import space_of as hunt_space
from verifier.jobs.subject import Subject, diagram_of
from verifier.notation.game import GameRecord, parse_game
from verifier.rules import Ruleset, judging_ruleset
from verifier.search import Limits
from verifier.units import Decomposition
from verifier.units import decompose as _decompose
from verifier.workers import Workers

__all__ = [
    "BothWays",
    "Decomposition",
    "Filling",
    "FinalScore",
    "GameAudit",
    "GameCount",
    "Hunt",
    "Judgement",
    "Settlement",
    "UnitVerdict",
    "audit",
    "decompose",
    "fill_in_turn",
    "final_score",
    "hunt",
    "hunt_space",
    "judge",
    "ko_kind",
    "score",
    "settlement",
    "unsettled",
]


_ONE_AT_LEAST = "a whole number is needed, and at least one is needed"


def judge(
    subject: Subject,
    rules: str | Ruleset = "proposal2012",
    *,
    units: Iterable[str | Point] | None = None,
    together: Iterable[str | Point] | None = None,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    first: First | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> Judgement:
    """Decide which units of *subject* are dead or alive.

    * *rules*: a ruleset, its id, or the path of its file.
    * *units*: a point of each unit to judge (``"C3"``, ``"r2c3"`` or a point number); default: all of them.
    * *together*: a point of each of some units of one side, to ask whether something of them survives
      (docs/semantics.md, section 3.2). That is one more verdict, or the only one if no *units* are named.
    * *limits*: where the search for each unit gives up; a unit is then unknown. On large boards the time is
      that of all units together, so many times as much.
    * *prover*: "auto", "native", "python" or "sat".
    * *first*: who moves first in hypothetical play, instead of whom the ruleset names: "owner" or "attacker"
      of each unit, or "black" or "white" in all tests. The certificates name the changed value of the
      ruleset.
    * *jobs*: the number of processes; with more than one, a script needs ``if __name__ == "__main__"``.

    A verdict in the result has a certificate that the checker has accepted.

    Raises:
        InputError: something given cannot be used; one line says what.
        Interrupted: Ctrl-C was pressed; its result has the verdicts found so far.
    """
    diagram = diagram_of(subject)
    _search(limits, prover)
    whole("jobs", jobs, 1, _ONE_AT_LEAST)
    called("on_verdict", on_verdict)
    position = diagram.position
    ruleset = _judging(rules)
    chosen = None
    if units is not None or together is not None:
        points = _points("units", () if units is None else units, position)
        chosen = [unit_at(position, point) for point in points]
    if together is not None:
        chosen = [*(chosen or ()), together_at(position, _points("together", together, position))]
    return judge_units(
        diagram,
        ruleset,
        units=chosen,
        limits=limits,
        prover=prover,
        jobs=jobs,
        first=first,
        on_verdict=on_verdict,
    )


def decompose(
    subject: Subject, rules: str | Ruleset = "proposal2012", *, walls: str | None = None
) -> Decomposition:
    """Take *subject* apart into units, walls, locales and regions, without any search.

    * *rules*: the ruleset that says which chains are walls, its id, or the path of its file.
    * *walls*: a value of its axis ``walls`` instead: "assumed", "unconditional", "independent" or "board".
      Under "independent" walls by proof are not looked for.

    The result has ``units``, ``walls``, ``locales``, ``regions`` and ``graph``, the networkx graph of chains
    and regions; docs/units.md says what they are. Notebooks show it as a picture.

    Raises:
        InputError: something given cannot be used; one line says what.
    """
    position = diagram_of(subject).position
    if walls is not None and not isinstance(walls, str):
        raise InputError(f"walls = {walls!r:.100}: a word is needed, such as 'assumed'")
    return _decompose(position, walls if walls is not None else _judging(rules)["walls"])


def ko_kind(
    subject: Subject,
    unit: str | Point | Sequence[str | Point],
    rules: str | Ruleset = "proposal2012",
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    first: First | None = None,
) -> KoKind:
    """Find how a unit of *subject* depends on ko threats: a table of verdicts, and what each side needs.

    *unit* may be a list of points, one of each of several units that are judged together.
    *limits* are for each of the searches; the other arguments are those of :func:`judge`. docs/ko.md
    defines the words; :func:`verifier.jobs.explain.ko_words.sentences` says it in English.

    Raises:
        InputError: something given cannot be used; one line says what.
    """
    position = diagram_of(subject).position
    ruleset = _judging(rules)
    _search(limits, prover)
    if isinstance(unit, Sequence) and not isinstance(unit, str):
        stones = together_at(position, _points("unit", unit, position))
    else:
        stones = unit_at(position, point_of(unit, position.rows, position.cols))
    rules_of_unit = moving_first(ruleset, first, position, stones)
    return find_ko_kind(position, stones, rules_of_unit, limits=limits, prover=prover)


def settlement(
    subject: Subject,
    rules: str | Ruleset = "proposal2012",
    *,
    to_move: Colour = BLACK,
    limits: Limits | None = None,
    prover: str = "auto",
    seconds: float | None = None,
) -> Settlement:
    """Say of a complete board what gains, what is neutral, how filling in turn ends, and what is unsettled.

    *to_move* begins to fill. *limits* hold for each unit of each position that is judged, *seconds* for
    everything. docs/settled.md defines the words.

    Raises:
        InputError: something given cannot be used, or the board is a crop; one line says what.
        Interrupted: Ctrl-C was pressed; its result is what was found until then.
    """
    ruleset = _judging(rules)
    seconds = _filling(to_move, limits, prover, seconds)
    position = diagram_of(subject).position
    found = _settlement(position, ruleset, to_move, limits=limits, prover=prover, seconds=seconds)
    return _unless_interrupted(found, interrupted=found.interrupted)


def fill_in_turn(
    subject: Subject,
    rules: str | Ruleset = "proposal2012",
    *,
    to_move: Colour = BLACK,
    limits: Limits | None = None,
    prover: str = "auto",
    seconds: float | None = None,
) -> Filling:
    """Fill the neutral points of a complete board in turn; the arguments are those of :func:`settlement`.

    Raises:
        InputError: something given cannot be used, or the board is a crop; one line says what.
        Interrupted: Ctrl-C was pressed; its result is what was found until then.
    """
    ruleset = _judging(rules)
    seconds = _filling(to_move, limits, prover, seconds)
    referee = Referee(ruleset, limits, prover, seconds=seconds, patient=True)
    found = _fill_in_turn(referee, diagram_of(subject).position, to_move)
    return _unless_interrupted(found, interrupted=referee.interrupted)


def unsettled(
    subject: Subject,
    rules: str | Ruleset = "proposal2012",
    *,
    limits: Limits | None = None,
    prover: str = "auto",
) -> tuple[BothWays, ...]:
    """Judge all units of *subject* with their owner and with the other side moving first.

    Raises:
        InputError: something given cannot be used; one line says what.
        Interrupted: Ctrl-C was pressed; its result has the units that were judged until then.
    """
    ruleset = _judging(rules)
    _search(limits, prover)
    return unsettled_units(diagram_of(subject).position, ruleset, limits, prover)


def hunt(
    first: str | Ruleset,
    second: str | Ruleset | None = None,
    space: Space | None = None,
    *,
    property: str = "",
    settled: bool = False,
    on: Compared = "status",
    count: int = 1,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    state: str | Path | None = None,
    on_position: Callable[[Lot, Tally], None] | None = None,
) -> Hunt:
    """Look for the smallest position on which two rulesets disagree, or where one breaks a *property*.

    * *space*: where to look, as :func:`hunt_space` describes it; default: all boards of up to 6 points.
    * *on*: "status" or "score", what two rulesets are compared on;
    * *settled*: only complete boards that are settled under the rulesets count (docs/settled.md), and crops;
    * *count*: how many disagreements are wanted, no two of one class under the symmetries;
    * *state*: a file that keeps how far the hunt is, and from which it goes on;
    * *on_position*: called after each position with its lot and all that was done so far.

    The other arguments are those of :func:`judge`. docs/hunt.md says what the result means.

    Raises:
        InputError: something given cannot be used; one line says what.
        Interrupted: Ctrl-C was pressed; its result is the hunt as far as it came.
    """
    given = [first] if second is None else [first, second]
    rulesets = tuple(_judging(item) for item in given)
    if property and second is not None:
        raise InputError("a property is about one ruleset; leave the second one out")
    if space is not None and not isinstance(space, Space):
        raise refused("space", space, "use hunt_space(...), such as hunt_space(points=9)")
    kind("property", property, str, "the name of a property is needed")
    flag("settled", settled)
    kind("on", on, str, "'status' or 'score' is needed")
    if property and on != "status":
        raise InputError("a property is about one ruleset, and on compares two; leave one of them out")
    whole("count", count, 1, _ONE_AT_LEAST)
    whole("jobs", jobs, 1, _ONE_AT_LEAST)
    _search(limits, prover)
    if state is not None and (not isinstance(state, str | Path) or "\0" in str(state)):
        raise refused("state", state, "the path of a file is needed")
    called("on_position", on_position)
    found = run_hunt(
        Statement(rulesets, on, property, settled),
        space or hunt_space(),
        limits=limits or Limits(nodes=200_000, seconds=10.0),
        prover=prover,
        count=count,
        jobs=jobs,
        state=Path(state) if state else None,
        on_position=on_position,
    )
    return _unless_interrupted(found, interrupted=found.interrupted)


@contextlib.contextmanager
def _naming_arguments() -> Iterator[None]:
    """Name arguments in messages that name options of the command."""
    try:
        yield
    except InputError as error:
        told = advising(str(error), "the argument")
        if told == str(error):
            raise
        raise InputError(told) from None


@_naming_arguments()
def audit(
    game: str | Path | bytes,
    rules: str | Ruleset | None = None,
    *,
    number: int = 1,
    move: int | None = None,
    dead: Sequence[str] | None = None,
    result: str | None = None,
    komi: float | None = None,
    prisoners: tuple[int, int] | None = None,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    first: First | None = None,
    turns: bool = False,
    beside: str | Ruleset | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> GameAudit:
    """Compare what was agreed on at the end of a game with what is proved.

    * *game*: the path of an SGF file, or its bytes; game *number* of it, after *move* moves (default: all).
    * *rules*: a ruleset, its id or file; None: the one that RU names.
    * *dead*, *result*, *komi*, *prisoners*: replace what the record says; *dead* are vertices.
    * *limits*: ``seconds`` is the time for the whole game.
    * *jobs*: the number of processes that search the board, as for :func:`judge`.
    * *first*: who moves first in hypothetical play, as for :func:`judge`.
    * *turns*: judge every chain with the other side moving first as well, in a part of the time.
    * *beside*: another ruleset, under which the board is judged if the first leaves chains open, in a tenth
      of the time and what is left over; None: no other one is asked.

    Raises:
        InputError: the file is broken, its rules are not known, or nothing was agreed on.
        Interrupted: Ctrl-C was pressed; its result is the audit with what was proved until then.
    """
    _search(limits, prover)
    whole("jobs", jobs, 1, _ONE_AT_LEAST)
    flag("turns", turns)
    called("on_verdict", on_verdict)
    if result is not None:
        kind("result", result, str, "a result is needed, such as 'B+2.5'")
    if beside is not None:
        kind("beside", beside, (str, Ruleset), "a Ruleset, its id, or the path of its file is needed")
    record = _record(game, number, move, komi, prisoners)
    claims = adjudication(record, _dead(dead), result)
    if not claims.anything:
        raise InputError(f"{record.name}: {claims.stated.why_not}: there is no adjudication to audit")
    return audit_game(
        record,
        _ruleset_of(record, rules),
        claims,
        limits=limits,
        prover=prover,
        workers=Workers(jobs),
        komi=komi_of(record) if komi is None else komi,
        prisoners=prisoners,
        first=first,
        turns=turns,
        beside=ruleset_asked(beside) if isinstance(beside, str) else beside,
        on_verdict=on_verdict,
    )


@_naming_arguments()
def final_score(
    game: str | Path | bytes,
    rules: str | Ruleset | None = None,
    *,
    number: int = 1,
    move: int | None = None,
    komi: float | None = None,
    prisoners: tuple[int, int] | None = None,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> FinalScore:
    """Prove which stones of a finished game are dead, and count it: dead stones, territory and result.

    Nobody has to have agreed on anything; what the record says of dead stones and result is not used. The
    arguments are those of :func:`audit`; ``limits.seconds`` is the time for the whole game.

    >>> board = b"(;SZ[5]RU[Japanese]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][ab];B[];W[])"
    >>> found = final_score(board)
    >>> found.dead, found.result, found.decided
    (('A4',), 'W+4', True)

    Raises:
        InputError: the file is broken, or its rules are not known.
        Interrupted: Ctrl-C was pressed; its result is the audit with what was proved until then.
    """
    _search(limits, prover)
    whole("jobs", jobs, 1, _ONE_AT_LEAST)
    called("on_verdict", on_verdict)
    record = _record(game, number, move, komi, prisoners)
    return FinalScore(
        audit_game(
            record,
            _ruleset_of(record, rules),
            Adjudication(None, "", None, parse_result("")),
            limits=limits,
            prover=prover,
            workers=Workers(jobs),
            komi=komi_of(record) if komi is None else komi,
            prisoners=prisoners,
            on_verdict=on_verdict,
        )
    )


@_naming_arguments()
def score(
    game: Subject,
    rules: str | Ruleset | None = None,
    *,
    number: int = 1,
    move: int | None = None,
    dead: Sequence[str] | None = None,
    komi: float | None = None,
    prisoners: tuple[int, int] | None = None,
) -> GameCount:
    r"""Count a game or a board with the given dead chains (vertices), or with those that the record states.

    Proves nothing. *game* may be all that :func:`judge` takes: an SGF file, or a complete board, for which
    *rules* are ``"proposal2012"`` unless they are given. The other arguments are those of :func:`audit`.

    >>> score("X.O\n.O.\nX.O\n", "chinese2002", dead=["A3", "A1"]).result
    'W+9'

    Raises:
        InputError: the file is broken, its rules are not known, or there is no stone on a vertex.
    """
    _refuse_numbers(number, move, komi, prisoners)
    record, _ = record_to_count(game, game=number, move=move)
    chains, _ = stated_dead(record, _dead(dead))
    given = komi_of(record) if komi is None else komi
    taken = record.prisoners if prisoners is None else prisoners
    ruleset = _ruleset_of(record, rules)
    return count_game(
        record.position,
        chains or (),
        ruleset,
        komi=given or 0.0,
        prisoners=taken,
        handicap=record.handicap,
    )


def _search(limits: Limits | None, prover: str) -> None:
    """Refuse limits and provers that are none."""
    if limits is not None:
        kind("limits", limits, Limits, "Limits are needed, such as Limits(seconds=10)")
    kind("prover", prover, str, "the name of a prover is needed, such as 'auto'")


def _filling(
    to_move: Colour, limits: Limits | None, prover: str, seconds: float | None
) -> float | None:
    """Refuse what cannot be used to fill a board; return the seconds."""
    kind("to_move", to_move, Colour, "BLACK or WHITE of verifier is needed")
    _search(limits, prover)
    return None if seconds is None or seconds == math.inf else number("seconds", seconds, 0)


def _dead(dead: Sequence[str] | None) -> list[str] | None:
    if dead is None:
        return None
    names = listed("dead", dead, "['C3']")
    return [kind("dead", name, str, "vertices such as 'C3' are needed") for name in names]


def _record(
    game: str | Path | bytes,
    game_number: int,
    move: int | None,
    komi: float | None,
    prisoners: tuple[int, int] | None,
) -> GameRecord:
    """The game, and no other arguments of it than can be used."""
    _refuse_numbers(game_number, move, komi, prisoners)
    kind("game", game, (str, Path, bytes), "the path of an SGF file or its bytes are needed")
    if isinstance(game, bytes):
        return parse_game(game, game=game_number, move=move)
    return parse_game(read_bytes(str(game)), game=game_number, move=move, name=str(game))


def _refuse_numbers(
    game_number: int, move: int | None, komi: float | None, prisoners: tuple[int, int] | None
) -> None:
    """Refuse what is no number of a game, and no number in one."""
    whole("number", game_number, 1)
    if move is not None:
        whole("move", move, 0)
    if komi is not None:
        komi_of_argument("komi", komi)
    if prisoners is not None:
        pair("prisoners", prisoners)


def _ruleset_of(record: GameRecord, rules: str | Ruleset | None) -> Ruleset:
    if isinstance(rules, Ruleset):
        return rules
    if rules is not None:
        kind("rules", rules, str, "a Ruleset, its id, or the path of its file is needed")
    return ruleset_for(record, rules)


def _points(name: str, given: Iterable[str | Point], position: Position) -> list[Point]:
    if isinstance(given, str):
        raise InputError(f"{name} = {given!r}: a list of points is needed, such as [{given!r}]")
    points = listed(name, given, "['C3']")
    return [point_of(point, position.rows, position.cols) for point in points]


def _judging(rules: str | Path | Ruleset) -> Ruleset:
    if isinstance(rules, Ruleset):
        return rules
    if not isinstance(rules, str | Path):
        raise InputError(f"rules = {rules!r:.100}: use a Ruleset, its id, or the path of its file")
    return judging_ruleset(str(rules))


_Found = TypeVar("_Found")


def _unless_interrupted(found: _Found, *, interrupted: bool) -> _Found:
    if interrupted:
        raise Interrupted(found)
    return found
