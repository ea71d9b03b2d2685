"""What holds of the documents' claims: a page of Markdown made from a matrix of verdicts."""

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence

from verifier import text
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Mask, Position, unit_name
from verifier.jobs.cases.case import Case
from verifier.jobs.cases.compared import Comparison
from verifier.jobs.cases.fields import Basis
from verifier.jobs.compare.blame import blame
from verifier.jobs.compare.blame_words import legend, to_blame
from verifier.jobs.compare.matrix import Cell, Matrix
from verifier.jobs.explain.explanation import explain
from verifier.jobs.explain.pages import markdown
from verifier.jobs.hunt.contradictions import Fault, Judge, Sought, difference, small_positions, smallest
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.text import many, seconds
from verifier.workers import Workers

__all__ = ["FIGURES", "Separation", "findings_page", "separations"]

OFFICIAL = "japanese1989"
PROPOSAL = "proposal2012"
TEIRE = tuple(f"fig-teire-{number}" for number in range(1, 6))
AMBIGUOUS = {"fig-ambiguous-1": "r9c5", "fig-ambiguous-2": "r2c8"}
SURPRISING = (
    "fig-territory-2",
    "fig-beginner-1",
    "fig-beginner-2",
    "fig-territory-3",
    "fig-seki-1",
    "ex24",
)

FIGURES = (*TEIRE, *AMBIGUOUS, *SURPRISING)
"""The diagrams beside the canonical examples that the page is about."""

_MODES: tuple[tuple[str, dict[str, str], dict[str, str]], ...] = (
    ("finality: finally owned, or captured once", {}, {"dead_means": "captured once", "cycle": "prisoners"}),
    ("passes: play goes on for ever, or two passes end it", {}, {"end": "two passes"}),
    ("first mover: owner, or attacker", {}, {"first_move": "attacker"}),
)
_MODES_1989 = (
    ("pass for ko: before each retake, or once", {"ko": "pass once for each ko"}),
    ("pass for ko: before each retake, or one pass for all kos", {"ko": "one pass for all kos"}),
    ("pass for ko: before each retake, or one pass for both sides", {"ko": "one pass for both sides"}),
    ("the same ko: each retake, or each capture", {"ko": "pass before each capture"}),
    ("new stone: on its own points, or anywhere", {"dead_means": "no new stone anywhere"}),
    ("cycles: article 1 decides, or not", {"cycle": "aim"}),
    ("first mover: attacker, or owner", {"first_move": "owner"}),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Separation:
    """The first position, by size, that two readings decide differently, with both verdicts."""

    what: str
    sought: Sought[tuple[Position, UnitVerdict, UnitVerdict]]


def separations(
    proposal: Ruleset,
    points: Ruleset,
    limits: Limits,
    most: int,
    on_start: Callable[[str], None],
    workers: Workers | None = None,
) -> Iterator[Separation]:
    """Yield the smallest separations of readings of the 試案, and of 1989 (new stone on own points)."""
    pairs = [(what, proposal.with_values(**a), proposal.with_values(**b)) for what, a, b in _MODES]
    pairs += [(what, points, points.with_values(**b)) for what, b in _MODES_1989]
    found = (workers or Workers()).run(
        _separation, pairs, (limits, most), in_order=True, on_start=lambda pair: on_start(pair[0])
    )
    for _, separation in found:
        yield separation


def _separation(context: tuple[Limits, int], pair: tuple[str, Ruleset, Ruleset]) -> Separation:
    (limits, most), (what, first, second) = context, pair
    return Separation(what, difference(Judge(first, limits), Judge(second, limits), small_positions(most)))


def findings_page(
    matrix: Matrix, separated: Sequence[Separation], limits: Limits, most: int, command: str
) -> str:
    """Return the page. The matrix needs all canonical cases and figures and the readings of 1989."""
    readings = [ruleset for ruleset in matrix.rulesets if ruleset.document == OFFICIAL]
    proposal = next(ruleset for ruleset in matrix.rulesets if ruleset.id == PROPOSAL)
    decided = sum(cell.known.status is not Status.UNKNOWN for cell in matrix.cells.values())
    share = 100 * decided / max(1, matrix.asked)
    parts = [
        "# Findings: the tables\n\n[Findings](findings.md) has what is worth knowing of them. This page is"
        " the output of `" + command + "` and is not edited by hand. Every *alive*"
        " and *dead* on it has a certificate that `shikatsu check` accepts (`--proof DIR` writes them)."
        f" *Unknown* means that a limit was reached: {many(matrix.limits.nodes, 'state')},"
        f" {seconds(matrix.limits.seconds)} or {matrix.limits.memory_mib} MiB for a unit.\n",
        f"{decided} of {matrix.asked} verdicts are decided ({share:.1f} %).\n",
        _readings(matrix, readings, proposal),
        _three(matrix, readings),
        _sixteen(matrix, readings),
        _teire(matrix, [proposal, *readings]),
        _ambiguous(matrix, [proposal, *readings]),
        _counts(matrix, [proposal, *readings]),
        _omitted(matrix, [proposal, *readings]),
        _eight(matrix, proposal),
        _separated(separated, most),
        _faults(proposal, readings[0], limits, most),
        _unknown(matrix),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _case(matrix: Matrix, name: str) -> Case | None:
    return next((case for case in matrix.cases if case.id == name), None)


def _cells(matrix: Matrix, case: Case, ruleset: Ruleset) -> list[Cell]:
    found = (matrix.cell(case, unit, ruleset) for unit in case.units)
    return [cell for cell in found if cell is not None]


def _unit(case: Case, unit: Mask) -> str:
    return f"{unit_name(case.position, unit)} ({_stones(case, unit)})"


def _stones(case: Case, unit: Mask) -> str:
    colour = "white" if unit & case.position.white else "black"
    return f"{unit.bit_count()} {colour}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [" | ".join(("", *header, "")).strip(), "|" + " --- |" * len(header)]
    lines += [" | ".join(("", *row, "")).strip() for row in rows]
    return "\n".join(lines) + "\n"


def _holds(matrix: Matrix, case: Case, ruleset: Ruleset) -> Comparison | None:
    """Whether a reading gives a case what the official document says of its units."""
    results = {cell.result for cell in _cells(matrix, case, ruleset)}
    for result in (Comparison.FAILS, Comparison.DEVIATES, Comparison.UNKNOWN):
        if result in results:
            return result
    return Comparison.AGREES if Comparison.AGREES in results else None


def _readings(matrix: Matrix, readings: Sequence[Ruleset], proposal: Ruleset) -> str:
    examples = [case for case in matrix.cases if case.canonical and case.claims_of(OFFICIAL)]
    rows, good = [], []
    for ruleset in readings:
        results = {case.id: _holds(matrix, case, ruleset) for case in examples}
        differs = (Comparison.FAILS, Comparison.DEVIATES)
        wrong = [name for name, result in results.items() if result in differs]
        open_ = [name for name, result in results.items() if result is Comparison.UNKNOWN]
        if not wrong and not open_:
            good.append(ruleset.id)
        right = sum(result is Comparison.AGREES for result in results.values())
        rows.append([f"`{ruleset.id}`", str(right), ", ".join(wrong) or "none", ", ".join(open_) or "none"])
    lines = [
        "## Which reading of the rules of 1989 gives their official examples?\n",
        _table(["reading", "examples right", "contradicted", "undecided in part"], rows),
    ]
    if good:
        lines.append(f"All examples at once: {', '.join(good)}.\n")
    else:
        lines.append("None of the readings tried is proved to give all examples at once.\n")
    by_example = {
        case.id: {
            ruleset.id
            for ruleset in readings
            if _holds(matrix, case, ruleset) in (Comparison.AGREES, Comparison.UNKNOWN, None)
        }
        for case in examples
    }
    never = [name for name, possible in by_example.items() if not possible]
    if never:
        lines.append(f"Contradicted under every reading tried: {', '.join(never)}.\n")
    pairs = [
        f"{first} and {second}"
        for first, second in itertools.combinations(by_example, 2)
        if by_example[first] and by_example[second] and not by_example[first] & by_example[second]
    ]
    if pairs:
        lines.append(f"Examples that exclude each other under the readings tried: {'; '.join(pairs)}.\n")
    inferred = [
        case.id
        for case in examples
        if all(claim.basis is Basis.INFERRED for claim in case.claims_of(OFFICIAL).values())
    ]
    if inferred:
        lines.append(
            f"No official text was found for {', '.join(inferred)}: what the rules of 1989 are said to make"
            " of them is inferred (docs/cases.md). Where a reading contradicts that, the inference is in"
            " doubt first.\n"
        )
    tally = matrix.tally(proposal)
    lines.append(
        f"For comparison, the 試案 on its own list: {tally[Comparison.AGREES]} units agree,"
        f" {tally[Comparison.FAILS]} contradict,"
        f" {tally[Comparison.DEVIATES]} where the document contradicts itself,"
        f" {tally[Comparison.UNKNOWN]} unknown.\n"
    )
    return "\n".join(lines)


_SNAPBACK = """\
White A4 takes the stone; Black A3 takes back four. That is the snapback by which the commentary explains
article 7, 1 (打って返し, figure 7 in http://nihonkiin.or.jp/joho/kiyaku/kiyaku07-1.htm): the stone is taken,
its owner can therefore take in turn, and new stones come of it. Here White A4 takes the new stone on A3 once
more. But the four stones are gone, and Black has an eye on their points: Black E6, White A3, Black D8 takes
six stones, and the black stones on E6 and D8, and one on A5, stay.

So *alive* is what article 7, 1 says to the letter. Of the readings above only those in which a new stone
has to stand where the captured one stood give *dead*, and they contradict example 1, of which the official
document says that both sides are alive. The official text of example 3 was not found: that the stone is dead
under the rules of 1989 is inferred from its absence in the list of verdicts that the 試案 changes, and that
list leaves out examples 1 and 9 and the lone stones of example 25 too (below). It is the inference that is in
doubt here, not the text, nor its reading.
"""


def _three(matrix: Matrix, readings: Sequence[Ruleset]) -> str:
    case = _case(matrix, "ex03")
    if case is None:
        return ""
    lines = ["## Example 3: is the single black stone dead by article 7?\n"]
    unit = case.unit_at("r6c1")
    rows = [[f"`{ruleset.id}`", _statuses(matrix, case, ruleset, [unit])] for ruleset in readings]
    lines += [_table(["reading", "the stone"], rows), _reasons(matrix, case, readings, [unit])]
    statuses = {ruleset.id: matrix.statuses(case, ruleset)[unit] for ruleset in readings}
    if statuses[OFFICIAL] is Status.ALIVE and Status.UNKNOWN not in statuses.values():
        lines.append(_SNAPBACK)
    return "\n".join(lines)


def _sixteen(matrix: Matrix, readings: Sequence[Ruleset]) -> str:
    lines = [
        "## Do the official verdicts of examples 16, 17 and 18 follow from article 7?\n",
        "The units that the official document calls dead, by what is proved of them:\n",
    ]
    rows, alive_somewhere = [], []
    reasons = []
    for name in ("ex16", "ex17", "ex18"):
        case = _case(matrix, name)
        if case is None:
            continue
        against: dict[Mask, Cell] = {}
        for ruleset in readings:
            cells = [
                cell
                for cell in _cells(matrix, case, ruleset)
                if cell.claim is not None and cell.claim.status is Status.DEAD
            ]
            for cell in cells:
                if cell.known.status is Status.ALIVE:
                    against.setdefault(cell.unit, cell)
            groups = [
                ", ".join(_unit(case, cell.unit) for cell in cells if cell.known.status is status) or "none"
                for status in (Status.ALIVE, Status.DEAD, Status.UNKNOWN)
            ]
            rows.append([name, f"`{ruleset.id}`", *groups])
            if any(cell.known.status is Status.ALIVE for cell in cells):
                alive_somewhere.append((name, ruleset.id))
        proofs = (cell.certificate for cell in against.values())
        reasons += [
            f"* {name}: {markdown(explain(proof), diagrams=False)}" for proof in proofs if proof is not None
        ]
    lines.append(_table(["example", "reading", "proved alive", "proved dead", "unknown"], rows))
    lines += ["Why those that are proved alive are:\n", *reasons]
    for name in ("ex16", "ex17", "ex18"):
        these = [ruleset for example, ruleset in alive_somewhere if example == name]
        word = "every reading tried" if len(these) == len(readings) else ", ".join(these) or "no reading"
        lines.append(f"* {name}: the official verdict is refuted under {word}.")
    return "\n".join(lines) + "\n"


def _reasons(matrix: Matrix, case: Case, rulesets: Sequence[Ruleset], units: Sequence[Mask]) -> str:
    """Of some units why they live or die, once for each status; and what is to blame where there are two."""
    parts, blamed = [], []
    for unit in units:
        proofs = matrix.proofs(case, unit, rulesets)
        lines = [f"* {markdown(explain(proof), diagrams=False)}" for proof in proofs.values()]
        if len(proofs) == 2:
            first, second = proofs.values()
            blamed.append(blame(first, second, matrix.limits))
            lines += [f"  To blame: {to_blame(blamed[-1])}.\n"]
        parts += lines
    parts += [f"* {line}" for line in legend(blamed)]
    return "\n".join(parts)


def _statuses(matrix: Matrix, case: Case, ruleset: Ruleset, units: Sequence[Mask]) -> str:
    found = matrix.statuses(case, ruleset)
    return ", ".join(f"{_unit(case, unit)} {found[unit].value}" for unit in units)


def _teire(matrix: Matrix, rulesets: Sequence[Ruleset]) -> str:
    lines = [
        "## Five figures where the rules of 1989 are said to demand a move that nobody needs\n",
        "In each figure Black is said to need one. The table has the black units that are dead as the figure"
        " stands; where there are none, no move is needed to save them.\n",
    ]
    rows, unneeded = [], []
    needed = {ruleset.id: 0 for ruleset in rulesets}
    for name in TEIRE:
        case = _case(matrix, name)
        if case is None:
            continue
        blacks = [unit for unit in case.units if unit & case.position.black]
        found = {matrix.statuses(case, ruleset)[unit] for ruleset in rulesets for unit in blacks}
        if found == {Status.ALIVE}:
            unneeded.append(name)
        for ruleset in rulesets:
            status = matrix.statuses(case, ruleset)
            dead = [_unit(case, unit) for unit in blacks if status[unit] is Status.DEAD]
            open_ = [_unit(case, unit) for unit in blacks if status[unit] is Status.UNKNOWN]
            needed[ruleset.id] += bool(dead)
            totals = "-".join(matrix.total(case, ruleset))
            rows.append(
                [name, f"`{ruleset.id}`", ", ".join(dead) or "none", ", ".join(open_) or "none", totals]
            )
    lines.append(_table(["figure", "ruleset", "dead black units", "unknown ones", "count"], rows))
    if unneeded:
        lines.append(
            f"Every black unit is alive under all of these rulesets in {', '.join(unneeded)}: none of these"
            " readings bears out what the document says of them.\n"
        )
    everywhere = [f"`{name}`" for name, count in needed.items() if count == len(TEIRE)]
    if everywhere:
        lines.append(
            f"Under {', '.join(everywhere)} some black unit is dead in each of the five figures: read so, the"
            " rules of 1989 ask for a move in all of them, as the document says.\n"
        )
    return "\n".join(lines)


def _ambiguous(matrix: Matrix, rulesets: Sequence[Ruleset]) -> str:
    lines = ["## Two figures whose marked stones are said to be undecidable\n"]
    rows = []
    for name, point in AMBIGUOUS.items():
        case = _case(matrix, name)
        if case is not None:
            unit = case.unit_at(point)
            rows += [[name, f"`{r.id}`", _statuses(matrix, case, r, [unit])] for r in rulesets]
    lines.append(_table(["figure", "ruleset", "marked unit"], rows))
    return "\n".join(lines)


def _counts(matrix: Matrix, rulesets: Sequence[Ruleset]) -> str:
    lines = [
        "## Counts that are called surprising\n",
        "Black's count, then White's; claims of the documents first.\n",
    ]
    rows = []
    for name in SURPRISING:
        case = _case(matrix, name)
        if case is None:
            continue
        for ruleset in rulesets:
            claim = case.territory_of(ruleset.document)
            said = "-"
            if claim is not None and claim.black is not None and claim.white is not None:
                said = f"{claim.black.total}-{claim.white.total}"
            rows.append([name, f"`{ruleset.id}`", said, "-".join(matrix.total(case, ruleset))])
    lines.append(_table(["figure", "ruleset", "claimed", "found"], rows))
    return "\n".join(lines)


def _omitted(matrix: Matrix, rulesets: Sequence[Ruleset]) -> str:
    lines = [
        "## Examples 1, 9 and 25, which the 試案 does not list among the changed ones\n",
        "In example 25 the verdicts on the two lone stones in the kos change: the 試案 calls them alive, the"
        " official page dead.\n",
    ]
    rows = []
    for name in ("ex01", "ex09", "ex25"):
        case = _case(matrix, name)
        if case is not None:
            rows += [[name, f"`{r.id}`", _statuses(matrix, case, r, case.units)] for r in rulesets]
    lines.append(_table(["example", "ruleset", "units"], rows))
    return "\n".join(lines)


def _eight(matrix: Matrix, proposal: Ruleset) -> str:
    case = _case(matrix, "ex08")
    if case is None:
        return ""
    found = matrix.statuses(case, proposal)
    black = [unit for unit in case.units if unit & case.position.black]
    alive = sum(unit.bit_count() for unit in black if found[unit] is Status.ALIVE)
    return (
        "## Example 8: eight or nine black stones?\n\nThe list of the 試案 calls eight black stones alive,"
        f" its later table nine. Proved alive are {alive}: {_statuses(matrix, case, proposal, black)}.\n"
    )


def _separated(separated: Sequence[Separation], most: int) -> str:
    lines = [
        "## Where formulations go wrong: the smallest positions\n",
        "For each question that a text may leave open, the first position, by number of points and of stones,"
        f" that two answers decide differently, among all boards of up to {most} points.\n",
    ]
    for item in separated:
        found, undecided = item.sought.found, item.sought.undecided
        if found is None:
            none = f"none found, {_undecided(undecided)}" if undecided else "no difference on these boards"
            lines.append(f"* {item.what}: {none}.\n")
            continue
        position, first, second = found
        statuses = f"{first.status.value} in the first case, {second.status.value} in the second"
        board = text.board(position)
        said = f"{first.colour} {first.name} is {statuses}{_perhaps(undecided)}"
        lines.append(f"* {item.what}: {said}.\n\n```\n{board}\n```\n")
        proofs = [verdict.certificate for verdict in (first, second) if verdict.certificate is not None]
        lines += [f"  {markdown(explain(proof), diagrams=False)}" for proof in proofs]
    return "\n".join(lines)


def _faults(proposal: Ruleset, official: Ruleset, limits: Limits, most: int) -> str:
    lines = [
        "## Which properties rulesets break\n",
        f"The smallest positions on boards of up to {most} points.\n",
    ]
    for ruleset in (proposal, official):
        faults = (Fault.INSIDE, Fault.ADJACENT, Fault.DAME, Fault.ORDER)
        found = smallest(Judge(ruleset, limits), faults, small_positions(most))
        for fault in faults:
            finding, undecided = found[fault].found, found[fault].undecided
            if finding is None:
                none = f"none found, {_undecided(undecided)}" if undecided else "none found"
                lines.append(f"* `{ruleset.id}`, {fault.value}: {none}.\n")
            else:
                board, said = text.board(finding.position), finding.words + _perhaps(undecided)
                lines.append(f"* `{ruleset.id}`, {fault.value}: {said}.\n\n```\n{board}\n```\n")
    return "\n".join(lines)


def _undecided(positions: int) -> str:
    return f"{text.many(positions, 'position')} undecided"


def _perhaps(undecided: int) -> str:
    """What is said of a position if some that come before it are undecided."""
    return f"; perhaps not the smallest, {_undecided(undecided)} before it" if undecided else ""


def _unknown(matrix: Matrix) -> str:
    open_ = [cell for cell in matrix.cells.values() if cell.known.status is Status.UNKNOWN]
    if not open_:
        return "## What stayed unknown\n\nNothing.\n"
    rows = []
    for ruleset in matrix.rulesets:
        cells = [cell for cell in open_ if cell.ruleset.id == ruleset.id]
        cases = dict.fromkeys(cell.case.id for cell in cells)
        if cells:
            rows.append([f"`{ruleset.id}`", str(len(cells)), ", ".join(cases)])
    return (
        f"## What stayed unknown\n\n{len(open_)} verdicts. [Readings](readings.md) says how further searches"
        " decide more of them.\n\n" + _table(["ruleset", "units", "cases"], rows)
    )
