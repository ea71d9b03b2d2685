"""The summary of an atlas as a page in Markdown."""

from collections.abc import Iterable, Iterator

from verifier import text
from verifier.board import Position
from verifier.cli.output import size
from verifier.jobs.atlas.summary import BoardSummary, PairSummary, Summary

__all__ = ["names_of", "page"]


def page(summary: Summary) -> str:
    """Return the page."""
    return "\n".join(_lines(summary)) + "\n"


def _lines(summary: Summary) -> Iterator[str]:
    yield "# Atlas"
    yield ""
    yield from _rulesets(summary)
    yield from _positions(summary)
    yield from _statuses(summary)
    yield from _any_ko(summary)
    yield from _pairs(summary)
    yield from _smallest(summary)
    yield from _tables(summary)


def _rulesets(summary: Summary) -> Iterator[str]:
    classes = summary.classes
    searched = {ruleset.play_digest for ruleset in summary.searched}
    yield "## Rulesets"
    yield ""
    yield "Rulesets in one line have the same statuses and scores in every position."
    yield ""
    yield "| | rulesets | statuses |"
    yield "| --- | --- | --- |"
    for number, ruleset in enumerate(classes.counted):
        how = "tables, else search" if ruleset.play_digest in searched else "tables"
        yield f"| {number + 1} | {', '.join(classes.names(ruleset))} | {how} |"
    yield ""


def _positions(summary: Summary) -> Iterator[str]:
    yield "## Positions"
    yield ""
    yield (
        "Legal positions, all of them counted, and those that are left up to symmetry and exchange of"
        " colours. All agree: every unit has the same known status under all rulesets."
    )
    yield ""
    yield "| board | positions | up to symmetry | units | all agree |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for board in summary.boards:
        data = board.data
        yield (
            f"| {_name(board)} | {data['positions']:,} | {data['canonical']:,} | {data['units']:,} |"
            f" {_share(data['agreed'], data['positions'])} |"
        )
    yield ""
    if summary.begun:
        yield f"Begun, with no position finished, and left out of all counts: {names_of(summary.begun)}."
        yield ""


def _statuses(summary: Summary) -> Iterator[str]:
    yield "## Statuses"
    yield ""
    yield (
        "Units over all boards. Rulesets in one line play the same game. *By search*: those of the units"
        " that no table decides, each with a certificate."
    )
    yield ""
    yield "| rulesets | alive | dead | by search | unknown | positions with an unknown unit |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for game, ruleset in enumerate(summary.classes.played):
        alive, dead, unknown, _, positions = (
            sum(board.data["games"][game][column] for board in summary.boards) for column in range(5)
        )
        total = sum(board.data["positions"] for board in summary.boards)
        searched = sum(board.data["searched"][game] for board in summary.boards)
        names = ", ".join(summary.classes.players(ruleset))
        yield (
            f"| {names} | {alive:,} | {dead:,} | {searched:,} | {unknown:,} |"
            f" {_share(positions, total)} |"
        )
    yield ""


def _any_ko(summary: Summary) -> Iterator[str]:
    yield "## What no ko rule changes"
    yield ""
    yield (
        "Whether a unit can be captured is decided for every ko rule at once, superko in all its forms"
        " among them, where one side wins although the other may retake at will. What is left open"
        " depends on the ko rule, or may; under a superko rule it is not decided here."
    )
    yield ""
    yield "| board | first | captured | kept | open units | positions without open units |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for board in summary.boards:
        for first, (dead, alive, left, positions) in board.data["any_ko"].items():
            units = board.data["units"]
            yield (
                f"| {_name(board)} | {first} | {_share(dead, units)} | {_share(alive, units)} | {left:,}"
                f" ({_share(left, units)}) | {_share(positions, board.data['positions'])} |"
            )
    yield ""


def _pairs(summary: Summary) -> Iterator[str]:
    yield "## Disagreements"
    yield ""
    total = sum(board.data["positions"] for board in summary.boards)
    yield (
        "Positions in which two rulesets (by the numbers above) give some unit different statuses, and their"
        f" share of the {total:,} positions; the units that are dead under the first only, and under the"
        " second only; positions with another territory and another score; and positions in which an unknown"
        " status may hide a difference. Pairs that never differ are listed below."
    )
    yield ""
    yield "| | first | second | positions | share | dead by first | by second | territory | score | open |"
    yield "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for pair in summary.pairs:
        if not (pair.status or pair.territory or pair.score or pair.open):
            continue
        yield (
            f"| {_numbers(summary, pair)} | {pair.first.id} | {pair.second.id} | {pair.status:,} |"
            f" {_share(pair.status, total)} | {pair.dead_first:,} | {pair.units - pair.dead_first:,} |"
            f" {pair.territory:,} | {pair.score:,} | {pair.open:,} |"
        )
    yield ""


def _smallest(summary: Summary) -> Iterator[str]:
    yield "## Smallest disagreements"
    yield ""
    yield (
        "Fewest points first, then fewest stones. *Proved*: all boards with fewer points, and all of"
        " that size, are in the atlas and decided, so there is no smaller one."
    )
    yield ""
    shown: dict[Position, list[PairSummary]] = {}
    none = []
    for pair in summary.pairs:
        if pair.least is None:
            none.append(pair)
        else:
            shown.setdefault(pair.least, []).append(pair)
    for position, pairs in sorted(shown.items(), key=lambda item: _rank(item[0])):
        yield "```"
        yield text.board(position)
        yield "```"
        yield ""
        for proved in (True, False):
            names = [_numbers(summary, pair) for pair in pairs if pair.proved is proved]
            if names:
                yield f"{', '.join(names)}: {'proved' if proved else 'smallest found'}."
        yield ""
    if none:
        same = [_numbers(summary, pair) for pair in none if pair.proved]
        unseen = [_numbers(summary, pair) for pair in none if not pair.proved]
        points = max((board.rows * board.cols for board in summary.boards), default=0)
        if same:
            yield f"None up to {points} points, proved: {', '.join(same)}."
        if unseen:
            yield f"None found, but not excluded: {', '.join(unseen)}."
        yield ""


def _rank(position: Position) -> tuple[int, int, int]:
    stones = (position.black | position.white).bit_count()
    return position.grid.size, position.cols, stones


def _tables(summary: Summary) -> Iterator[str]:
    yield "## Tables"
    yield ""
    yield "Time is that of one process for layout, solving and certifying; size is compressed."
    yield ""
    yield "| board | game | locale | tables | states | not proved | seconds | size |"
    yield "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |"
    for rows, cols, game, whole, number, states, unproved, seconds, stored in summary.tables:
        where = "board" if whole else "inside walls"
        yield (
            f"| {rows}x{cols} | {game} | {where} | {number:,} | {states:,} | {unproved:,} | {seconds:.1f} |"
            f" {size(stored or 0)} |"
        )


def _numbers(summary: Summary, pair: PairSummary) -> str:
    counted = summary.classes.counted
    return f"{counted.index(pair.first) + 1}–{counted.index(pair.second) + 1}"


def names_of(sizes: Iterable[tuple[int, int]]) -> str:
    """Return board sizes in words."""
    return ", ".join(f"{rows}x{cols}" for rows, cols in sizes)


def _name(board: BoardSummary) -> str:
    return names_of([(board.rows, board.cols)]) + ("" if board.complete else " (unfinished)")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "-"
