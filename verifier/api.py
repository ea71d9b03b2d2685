"""The Python interface: one call from a position to proven verdicts.

The front ends do nothing that cannot be done with it.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from verifier.adjudicate.judge import UnitVerdict, unit_at
from verifier.adjudicate.judgement import Interrupted, Judgement, judge_units
from verifier.board import Point, Position, parse_vertex
from verifier.errors import InputError
from verifier.jobs.case import Case, load_case
from verifier.notation import Diagram, parse_diagram
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits

__all__ = ["Interrupted", "Judgement", "Subject", "UnitVerdict", "diagram_of", "judge"]

Subject: TypeAlias = Position | Diagram | Case | str
"""What can be judged; a string is the text of a diagram or, if it is a single line, the id of a case."""


def diagram_of(subject: Subject) -> Diagram:
    """Return the diagram of anything that can be judged.

    Raises:
        InputError: the text is no diagram, or there is no such case.
    """
    if isinstance(subject, Position):
        return Diagram(subject)
    if isinstance(subject, Case):
        return subject.diagram
    if isinstance(subject, str):
        return parse_diagram(subject) if "\n" in subject else load_case(subject).diagram
    return subject


def judge(
    subject: Subject,
    rules: str | Ruleset = "proposal2012",
    *,
    units: Iterable[str | Point] | None = None,
    limits: Limits | None = None,
    prover: str = "auto",
    jobs: int = 1,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> Judgement:
    """Decide which units of *subject* are dead or alive.

    * *rules*: a ruleset, its id, or the path of its file.
    * *units*: a point of each unit to judge (``"C3"``, ``"r2c3"`` or a point number); default: all of them.
    * *limits*: where the search for each unit gives up; a unit is then unknown.
    * *prover*: "auto", "native", "python" or "sat".
    * *jobs*: the number of processes; with more than one, a script needs ``if __name__ == "__main__"``.

    A verdict in the result has a certificate that the checker has accepted.

    Raises:
        InputError: something given cannot be used; one line says what.
        Interrupted: Ctrl-C was pressed; the verdicts found so far are in it.
    """
    diagram = diagram_of(subject)
    position = diagram.position
    ruleset = rules if isinstance(rules, Ruleset) else load_ruleset(rules)
    chosen = None
    if units is not None:
        if isinstance(units, str):
            raise InputError(f"units = {units!r}: a list of points is needed, such as [{units!r}]")
        chosen = [unit_at(position, _point(position, unit)) for unit in units]
    return judge_units(
        diagram, ruleset, units=chosen, limits=limits, prover=prover, jobs=jobs, on_verdict=on_verdict
    )


def _point(position: Position, point: str | Point) -> Point:
    if isinstance(point, str):
        return parse_vertex(point, position.rows, position.cols)
    if not 0 <= point < position.rows * position.cols:
        size = f"{position.rows} rows and {position.cols} columns"
        raise InputError(f"point {point} is off the board of {size}")
    return point
