"""What a survey of readings found, as Markdown for a page of the documentation."""

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence

from verifier.jobs.cases.compared import Comparison
from verifier.jobs.cases.fields import Basis
from verifier.jobs.readings.answer import Answer, Reason
from verifier.jobs.readings.axes import Pair
from verifier.jobs.readings.demands import Demand
from verifier.jobs.readings.product import Reading
from verifier.jobs.readings.survey import Survey, Tried
from verifier.search import Limits, Status

__all__ = ["BEGIN", "END", "answer_words", "reading_words", "readings_page", "reason_words", "within"]

BEGIN, END = "<!-- begin readings -->", "<!-- end readings -->"

_WIDTH = 105

_WEAK = {Basis.IMPLIED: "\u2071", Basis.REPORTED: "\u02b3", Basis.INFERRED: "?"}


def within(page: str, part: str) -> str | None:
    """Return *page* with *part* between the two marks, or None if it does not have them."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return None
    return f"{before}{BEGIN}\n\n{part}\n{END}{after}"


def reading_words(reading: Reading, *, code: bool = False) -> str:
    """A reading by what it departs in."""
    mark = "`" if code else ""
    said = ", ".join(f"{axis} = {mark}{value}{mark}" for axis, value in reading.departures)
    return said or "the base"


def reason_words(reason: Reason) -> str:
    """Why some readings are refuted, in a line."""
    having = " and ".join(f"{axis} = {value!r}" for axis, value in reason.values)
    number = f"{reason.readings} reading" + ("" if reason.readings == 1 else "s")
    claim = f"{reason.demand.id} {reason.demand.name} ({reason.demand.basis.value})"
    return f"{claim} refutes {number}" + (f": all with {having}" if having else ": all of them")


def answer_words(answer: Answer) -> str:
    """The answer in a sentence or two."""
    number = len(answer.undecided)
    few = f"{number} reading" + ("" if number == 1 else "s")
    if answer.reading is not None:
        words = f"yes: {reading_words(answer.reading)}"
        if number:
            return f"{words}; of {few} that would be simpler it is not decided"
        return f"{words}; it is the simplest that does"
    if number:
        are = "is" if number == 1 else "are"
        return f"open: {answer.refuted} readings are refuted, {few} {are} not decided"
    if len(answer.conflict) == 1:
        return f"no: none of them gives {answer.conflict[0]}"
    words = f"no: none of them gives all; no reading gives {', '.join(answer.conflict)} together"
    if len(answer.conflict) > answer.least:
        return f"{words} (a smaller set of {answer.least} is not excluded)"
    return f"{words}, and no smaller set of examples excludes all"


def readings_page(survey: Survey, limits: Limits, command: str) -> str:
    """Return the generated part of the page."""
    lines = (line if line.startswith("|") else _wrapped(line) for line in _lines(survey, limits, command))
    return "\n".join(lines) + "\n"


def _wrapped(line: str) -> str:
    """Prose in lines of a page; the command stays in one."""
    after = "  " if line.startswith("* ") else ""
    return textwrap.fill(
        line, _WIDTH, subsequent_indent=after, break_long_words=False, break_on_hyphens=False
    )


def _lines(survey: Survey, limits: Limits, command: str) -> Iterator[str]:
    share = 100 * survey.decided / max(1, survey.asked)
    yield f"This part is the output of `{command}`."
    yield ""
    yield (
        f"{survey.decided} of {survey.asked} verdicts are decided ({share:.1f} %):"
        f" {survey.units} claims about units under {len(survey.tried)} readings."
    )
    yield ""
    yield "### The answers"
    yield ""
    yield "| claims | examples | claims about units and counts | does a reading give them all? |"
    yield "| --- | --- | --- | --- |"
    for answer in survey.answers:
        words = answer_words(answer)
        number = len(answer.level.demands)
        yield f"| {_level(answer)} | {len(answer.level.cases)} | {number} | {words} |"
    for answer in survey.answers:
        if not (answer.reasons or answer.undecided):
            continue
        yield ""
        yield f"{_level(answer)[0].upper()}{_level(answer)[1:]}:"
        yield ""
        for reason in answer.reasons:
            yield f"* {reason_words(reason)}."
        for reading in answer.undecided:
            missing = _missing(survey, reading, answer.level.demands)
            yield f"* open: {reading_words(reading)}: {missing}."
    yield ""
    yield "### All readings"
    yield ""
    yield (
        "The simplest first; values in which a reading departs from the base are bold. Marks at contradicted"
        " examples say how good the best claim is that fails: none *stated*, \u2071 *implied*, \u02b3"
        " *reported*, ? *inferred*."
    )
    yield ""
    yield from _readings(survey)
    yield ""
    yield "### What is open"
    yield ""
    yield from _open(survey)
    yield ""
    yield "### Which axes matter"
    yield ""
    yield (
        "Each row compares two values of an axis on all units, between readings that differ in nothing else:"
        " how often both decide a unit alike, how often not, and how often one of them is unknown."
    )
    yield ""
    yield "| axis | values | alike | apart | open | apart in | for instance |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for pair in survey.pairs:
        yield _pair(pair)


def _level(answer: Answer) -> str:
    names = [basis.value for basis in list(Basis)[: list(Basis).index(answer.level.basis) + 1]]
    present = {demand.basis.value for demand in answer.level.demands}
    return " and ".join(name for name in names if name in present)


def _missing(survey: Survey, reading: Reading, demands: Sequence[Demand]) -> str:
    tried = next(one for one in survey.tried if one.reading == reading)
    open_ = [one for one, found in tried.results.items() if found is Comparison.UNKNOWN and one in demands]
    names = [f"{name} {', '.join(one.name for one in open_ if one.id == name)}" for name in _cases(open_)]
    return "; ".join(names) + " unknown"


def _cases(demands: Sequence[Demand]) -> list[str]:
    return list(dict.fromkeys(demand.id for demand in demands))


def _readings(survey: Survey) -> Iterator[str]:
    axes = list(survey.product.axes)
    yield f"| {' | '.join(axes)} | right | contradicted | open | undecided verdicts |"
    yield "| " + " | ".join("---" for _ in range(len(axes) + 4)) + " |"
    for tried in survey.tried:
        values = " | ".join(_value(survey, axis, value) for axis, value in tried.reading.values)
        right = sum(tried.case(name) is Comparison.AGREES for name in survey.cases)
        open_ = [name for name in survey.cases if tried.case(name) is Comparison.UNKNOWN]
        listed = ", ".join(open_) or "none"
        yield (
            f"| {values} | {right} | {_contradicted(survey, tried)} | {listed} |"
            f" {survey.units - tried.decided} |"
        )


def _open(survey: Survey) -> Iterator[str]:
    """The units that are not decided under some readings, and the values that these have on each axis."""
    found: defaultdict[Demand, list[Reading]] = defaultdict(list)
    for tried in survey.tried:
        for demand, status in tried.statuses.items():
            if status is Status.UNKNOWN:
                found[demand].append(tried.reading)
    if not found:
        yield "Nothing."
        return
    yield (
        "Each row is a unit that is not decided under so many readings. These have no other values than those"
        " named; *any*: every value."
    )
    yield ""
    axes = list(survey.product.axes)
    yield f"| example | unit | readings | {' | '.join(axes)} |"
    yield "| " + " | ".join("---" for _ in range(len(axes) + 3)) + " |"
    for demand in sorted(found, key=lambda one: survey.cases.index(one.id)):
        readings = found[demand]
        values = (_among(survey, axis, {dict(one.values)[axis] for one in readings}) for axis in axes)
        yield f"| {demand.id} | {demand.name} | {len(readings)} | {' | '.join(values)} |"


def _among(survey: Survey, axis: str, values: set[str]) -> str:
    every = survey.product.axes[axis]
    if len(every) > 1 and values == set(every):
        return "any"
    return ", ".join(one for one in every if one in values)


def _value(survey: Survey, axis: str, value: str) -> str:
    return value if survey.product.base[axis] == value else f"**{value}**"


def _contradicted(survey: Survey, tried: Tried) -> str:
    names = [
        name + _WEAK.get(tried.basis(name), "")
        for name in survey.cases
        if tried.case(name) is Comparison.FAILS
    ]
    return ", ".join(names) or "none"


def _pair(pair: Pair) -> str:
    first = "none"
    if pair.first:
        statuses = " and ".join(status.value for status in pair.first.statuses)
        first = f"{pair.first.case.id} {pair.first.name}: {statuses}"
    cases = ", ".join(pair.cases) or "none"
    values = ", ".join(pair.values)
    return f"| {pair.axis} | {values} | {pair.same} | {pair.apart} | {pair.open} | {cases} | {first} |"
