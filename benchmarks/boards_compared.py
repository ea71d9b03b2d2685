"""Runs of ``boards.py`` as tables: one alone, two before and after, and what speaks against agreements."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from verifier import text
from verifier.board import Position, parse_vertex
from verifier.board.grid import bits

_HEAD = (
    "| size | boards | decided in full | chains | decided | agreed dead | of these | seconds | against |",
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: |",
)

__all__ = ["Board", "Contradiction", "across", "comparison", "contradictions", "otherwise", "table"]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A chain that is proved to be what was not agreed."""

    chain: str
    agreed: str
    proved: str
    why: str
    """The explanation of the proof, with its line of play."""

    def __str__(self) -> str:
        return f"{self.chain} {self.proved}"


@dataclass(frozen=True, slots=True)
class Board:
    """One board under one ruleset."""

    name: str
    ruleset: str
    size: int
    limit: float
    """Seconds that it had."""
    seconds: float
    chains: Mapping[str, tuple[str, str]]
    """What was agreed of each chain, and what is proved: ``alive``, ``dead``, ``drawn`` or ``unknown``."""
    against: Sequence[Contradiction]
    commit: str = ""
    program: str = ""
    """A digest of it."""

    @property
    def open(self) -> list[str]:
        """The chains that are not proved."""
        return [name for name, (_, proved) in self.chains.items() if proved == "unknown"]


@dataclass(frozen=True, slots=True)
class _Sums:
    """What is added up over some boards."""

    boards: int
    full: int
    chains: int
    decided: int
    dead: int
    dead_decided: int
    seconds: float
    against: int


def _sums(boards: Sequence[Board]) -> _Sums:
    pairs = [pair for board in boards for pair in board.chains.values()]
    dead = [proved for agreed, proved in pairs if agreed == "dead"]
    return _Sums(
        len(boards),
        sum(not board.open for board in boards),
        len(pairs),
        sum(proved != "unknown" for _, proved in pairs),
        len(dead),
        sum(proved != "unknown" for proved in dead),
        sum(board.seconds for board in boards),
        sum(len(board.against) for board in boards),
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def table(boards: Sequence[Board]) -> str:
    """The boards of each size together, as Markdown; they are of one ruleset."""
    lines = [
        f"`{boards[0].ruleset}`" if boards else "no boards",
        "",
        *_HEAD,
    ]
    for size in [*sorted({board.size for board in boards}), 0]:
        sums = _sums([board for board in boards if size in (board.size, 0)])
        share = f"{sums.decided} ({_share(sums.decided, sums.chains)})"
        dead = f"{sums.dead_decided} ({_share(sums.dead_decided, sums.dead)})"
        cells = (
            size or "all", sums.boards, sums.full, sums.chains, share, sums.dead, dead,
            f"{sums.seconds:.0f}", sums.against,
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def _both(before: Iterable[Board], after: Iterable[Board], ruleset: str) -> list[tuple[Board, Board]]:
    known = {board.name: board for board in before if board.ruleset == ruleset}
    now = (board for board in after if board.ruleset == ruleset)
    return [(known[board.name], board) for board in now if board.name in known]


def comparison(before: Sequence[Board], after: Sequence[Board], ruleset: str) -> str:
    """The boards that two runs have in common, before and after, as Markdown."""
    both = _both(before, after, ruleset)
    if not both:
        return f"`{ruleset}`: the other run has none of these boards"
    runs = ["; ".join(sorted({f"{one.limit:g} s, {one.commit or 'no commit'}" for one in run}))
            for run in zip(*both, strict=True)]  # fmt: skip
    lines = [
        f"`{ruleset}`, before ({runs[0]}) and after ({runs[1]})",
        "",
        *_HEAD,
    ]
    for size in [*sorted({now.size for _, now in both}), 0]:
        some = [pair for pair in both if size in (pair[1].size, 0)]
        old, new = (_sums(boards) for boards in zip(*some, strict=True))
        cells = (
            size or "all",
            new.boards,
            f"{old.full} → {new.full}",
            new.chains,
            f"{old.decided} → {new.decided} ({_share(old.decided, old.chains)} → "
            f"{_share(new.decided, new.chains)})",
            new.dead,
            f"{old.dead_decided} → {new.dead_decided}",
            f"{old.seconds:.0f} → {new.seconds:.0f}",
            f"{old.against} → {new.against}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    words = (("decided now", True), ("not decided any more", False))
    for what, gained in words:
        found = {new.name: _changed(old, new, gained=gained) for old, new in both}
        named = [f"{name} {', '.join(chains)}" for name, chains in found.items() if chains]
        number = sum(map(len, found.values()))
        lines += ["", f"{what[0].upper()}{what[1:]}: {number}" + (f" ({'; '.join(named)})" if named else "")]
    if wrong := otherwise(before, [new for _, new in both]):
        lines += ["", f"PROVED OTHERWISE, one of the two is wrong: {'; '.join(wrong)}"]
    return "\n".join(lines)


def across(boards: Sequence[Board]) -> str:
    """How many of the chains that one ruleset proves dead are decided under the others, in one line each."""
    rulesets = list(dict.fromkeys(board.ruleset for board in boards))
    dead = {
        (board.name, name)
        for board in boards
        for name, (_, proved) in board.chains.items()
        if board.ruleset == rulesets[0] and proved == "dead"
    }
    lines = []
    for ruleset in rulesets[1:]:
        known = {board.name: board.chains for board in boards if board.ruleset == ruleset}
        found = [known[board][name][1] for board, name in dead if board in known]
        decided = [status for status in found if status != "unknown"]
        share = f"{len(decided)} ({_share(len(decided), len(found))})"
        lines.append(
            f"Of {len(found)} chains that are proved dead under {rulesets[0]}, {share} are decided under"
            f" {ruleset}: {decided.count('dead')} dead."
        )
    return "\n".join(lines)


def _changed(old: Board, new: Board, *, gained: bool) -> list[str]:
    return [
        f"{name} {(now if gained else was)}"
        for name, (_, now) in new.chains.items()
        if (was := old.chains.get(name, ("", now))[1]) != now and (was if gained else now) == "unknown"
    ]


def otherwise(before: Iterable[Board], after: Iterable[Board]) -> list[str]:
    """The chains of which two runs prove different things: there should be none."""
    known = {(board.name, board.ruleset): board.chains for board in before}
    return [
        f"{board.name} {board.ruleset} {name}: {was}, then {now}"
        for board in after
        for name, (_, now) in board.chains.items()
        if (was := known.get((board.name, board.ruleset), {}).get(name, ("", "unknown"))[1]) != now
        and "unknown" not in (was, now)
    ]


def contradictions(boards: Sequence[Board], position_of: Callable[[str], Position]) -> str:
    """Every chain that is proved against the agreement, on its board and in words."""
    parts = []
    for board in boards:
        if not board.against:
            continue
        position = position_of(board.name)
        suffixes = {}
        for one in board.against:
            point = parse_vertex(one.chain, position.rows, position.cols)
            unit = next(unit for unit in position.units() if unit >> point & 1)
            suffixes |= dict.fromkeys(bits(unit), text.STATUS_SUFFIXES[one.proved])
        lines = [f"{board.name} under {board.ruleset}:", text.board(position, suffixes=suffixes)]
        for one in board.against:
            lines.append(f"{one.chain}, agreed to be {one.agreed}, is proved {one.proved}.")
            lines.append(one.why)
        parts.append("\n".join(lines))
    number = sum(len(board.against) for board in boards)
    if not number:
        return "No chain is proved against the agreement."
    head = f"{text.many(number, 'chain')} proved against the agreement, marked on the boards: "
    used = [text.STATUS_SUFFIXES[one.proved] for board in boards for one in board.against]
    return "\n\n".join([head + text.legend(dict(enumerate(used))), *parts])
