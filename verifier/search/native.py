"""The native prover: the C++ kernel behind the same interface as the others.

The kernel sees a locale as numbered points. This module translates, and turns the kernel's packed
strategy into a candidate certificate. Where the kernel is not built, :func:`available` is false.
"""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from verifier.board import Colour, Mask, Point, Position
from verifier.board.grid import bits
from verifier.board.position import Side
from verifier.errors import InputError
from verifier.kernel import load_kernel, require_kernel
from verifier.play import Arena, MemoryArena, Plain, State, captures_end, game_of_patterns
from verifier.proof.certificate import Certificate, Claim, PatternNode, Patterns, Strategy, Verdict
from verifier.rules import Ruleset
from verifier.search.named import names_help
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.packed import PackedMemories, PackedPatterns, PackedStates
from verifier.search.rim import Windowed
from verifier.text import many
from verifier.text import seconds as in_words

__all__ = [
    "DenseTable",
    "Further",
    "PlainSearches",
    "available",
    "examples_native",
    "examples_of_plays",
    "explore_native",
    "playouts_native",
    "prove_native",
]

_kernel: Any = load_kernel()

RELAXATION_NODES = 5_000
"""Budget of the first look at the game, and of the relaxations without ko bans after it: wins there hold."""

AT_ONCE = 100
"""Budget of a first look where there is more than one game to search."""

NEAR_AFTER = 65_536
"""After so many states of a game that remembers, sides that play near the unit only are tried."""


def available() -> bool:
    """Whether the kernel was built for this Python."""
    return _kernel is not None


_WINNERS = {"owner": 0, "attacker": 1}
_BY_WINNER = (Verdict.ALIVE, Verdict.DEAD)
_STATUS = {verdict: Status(verdict.value) for verdict in Verdict}
_SIDES = {Side.TOP: 1, Side.BOTTOM: 2, Side.LEFT: 4, Side.RIGHT: 8}


def _rules(ruleset: Ruleset, banned: int, draws_for_owner: bool) -> dict[str, Any]:
    """What the kernel has to know of the rules."""
    rule = ruleset["cycle"]
    bad = "real" if rule == "prisoners then ownership" else "all"
    if rule == "draw" and not draws_for_owner:
        bad = "none"
    return {
        "bad": bad,
        "banned": banned,
        "passes_end": ruleset["end"] == "two passes",
        "captured_once": ruleset["dead_means"] == "captured once",
        "weigh": rule.startswith("prisoners"),
        "threats": [
            -1 if ruleset[axis] == "unlimited" else int(ruleset[axis])
            for axis in ("owner_threats", "attacker_threats")
        ],
    }


def _banned(arena: Arena) -> int:
    """Whom the bans of the basic rule bind: 1 for the owner and 2 for the attacker."""
    if arena.ruleset["ko"] != "basic":
        return 0
    return arena.bans_bind[arena.owner] | arena.bans_bind[arena.attacker] << 1


def _bounds(limits: Limits) -> dict[str, Any]:
    """Where the kernel has to give up."""
    return {
        "nodes": max(1, limits.nodes),
        "seconds": limits.seconds,
        "bytes": min(limits.memory_mib, 1 << 24) << 20,  # 16 TiB stand for no limit
    }


def _plan(limits: Limits, order: str, relaxations: int, zones: bool, others: bool) -> dict[str, Any]:
    """How the kernel has to search."""
    return {**_bounds(limits), "order": order, "relaxations": relaxations, "zones": zones, "others": others}


# Many units are decided in less time than it takes to tell the kernel of rules and limits.


@functools.lru_cache(maxsize=256)
def _kept_rules(ruleset: Ruleset, banned: int, draws_for_owner: bool) -> Any:
    first = int(ruleset["first_move"] == "attacker")
    return _kernel.Game(first, **_rules(ruleset, banned, draws_for_owner))


@functools.lru_cache(maxsize=256)
def _kept_limits(limits: Limits, nodes: int) -> Limits:
    return dataclasses.replace(limits, nodes=min(limits.nodes, nodes))


@functools.lru_cache(maxsize=256)
def _kept_plan(limits: Limits, order: str, relaxations: int, zones: bool, others: bool) -> Any:
    return _kernel.Plan(**_plan(limits, order, relaxations, zones, others))


def _sheet(arena: Arena) -> tuple[int, int, bytes, int, int, str]:
    """What the kernel has to know of a position to find walls and locale; the owner's stones come first."""
    position = arena.position
    black, white = position.black.to_bytes(48, "little"), position.white.to_bytes(48, "little")
    point = (arena.unit & -arena.unit).bit_length() - 1
    sides = sum([_SIDES[side] for side in position.open_sides])
    stones = white + black if arena.owner else black + white
    return position.rows, position.cols, stones, point, sides, arena.ruleset["walls"]


class _Frame:
    """Numbering of a locale's points, and the kernel's arguments that describe an arena."""

    def __init__(self, arena: Arena, *, draws_for_owner: bool) -> None:
        self.arena = arena
        self.points = list(bits(arena.locale))
        self.number = {point: i for i, point in enumerate(self.points)}
        near = [arena.grid.neighbours[p] for p in self.points]
        walls = [arena.walls[arena.owner], arena.walls[arena.attacker]]
        self.rules: dict[str, Any] = {
            "near": [self.numbers(mask & arena.locale) for mask in near],
            "walls": [[i for i, mask in enumerate(near) if mask & wall] for wall in walls],
            "unit": self.numbers(arena.unit),
            **_rules(arena.ruleset, _banned(arena), draws_for_owner),
        }
        self.where = _by_rows(self.points, arena.grid.cols)
        self.rim: list[list[int]] = []
        """For each side the points next to what lies beyond a window, if it is to win there."""
        if isinstance(arena, Windowed):
            points = [i for i, mask in enumerate(near) if mask & arena.beyond]
            self.rim = [points, []] if arena.winner == arena.owner else [[], points]
        if arena.spared:  # the eye elsewhere is a point beside the board
            stones = self.numbers(arena.spared)
            for stone in stones:
                self.rules["near"][stone].append(len(near))
            self.rules["near"].append(stones)

    def numbers(self, mask: Mask) -> list[int]:
        return [self.number[point] for point in bits(mask)]

    def stones(self, state: State) -> list[list[int]]:
        pair = (state.black & self.arena.locale, state.white & self.arena.locale)
        return [self.numbers(pair[self.arena.owner]), self.numbers(pair[self.arena.attacker])]

    def begin(self, state: State) -> dict[str, Any]:
        """Where play begins: the stones, and who is to move."""
        return {"stones": self.stones(state), "first": int(state.to_move == self.arena.attacker)}


def _by_rows(points: list[int], cols: int) -> dict[str, Any]:
    """Numbers of points by rows that are as short as they can be, one more than there are columns."""
    places = [divmod(point, cols) for point in points]
    top, left = min((row for row, _ in places), default=0), min((col for _, col in places), default=0)
    stride = max((col - left for _, col in places), default=0) + 2
    return {"where": [stride * (row - top) + col - left for row, col in places], "stride": stride}


def prove_native(
    arena: Arena,
    limits: Limits,
    *,
    order: str = "guided",
    relaxations: int = RELAXATION_NODES,
    zones: bool = True,
    start: State | None = None,
    side: Colour | None = None,
    counts: Callable[[dict[str, Any]], object] | None = None,
) -> Outcome:
    """Decide the unit of *arena* with the kernel.

    *order* is ``guided``, or for comparison ``breadth``, ``df-pn`` or ``naive`` (search/common.hpp);
    *relaxations* is the budget of the first look at the game, and of relaxations without ko bans after it
    (0: neither); where there are threats there is no first look. With *zones* the proof holds whatever lies
    far from the fight, and is given by patterns; where passes end play there are none. Deterministic for a
    given limit on nodes. With *start* play begins at another state, the ban and pass of which are not
    looked at but in plain play; the claim of the certificate is then not what its evidence shows. If only a
    win of one *side* is of use, a game that remembers is played plainly for that side alone; of other games
    nothing but the game itself is searched, as smaller ones take part of the limits and seldom help one side.
    *counts* is told what the kernel counted.

    Raises:
        InputError: the kernel is not built.
        KeyboardInterrupt: the user interrupted the search.
    """
    require_kernel("the native prover is not built here; use the python or the sat prover")
    if isinstance(arena, MemoryArena):
        return _prove_memory(arena, limits, side)
    if isinstance(arena, Plain):
        return _prove_plain(arena, limits, start)
    spent: list[dict[str, Any]] = []
    verdict = _verdict(arena, limits, _How(order, relaxations, zones, side is None, start), spent)
    if counts:
        counts(spent[0])
    return _wall(arena) if spent[-1]["stop"] == "wall" else _outcome(arena, limits, verdict, spent)


class _How(NamedTuple):
    """Arguments of :func:`prove_native`."""

    order: str
    relaxations: int
    zones: bool
    others: bool
    start: State | None


def _verdict(arena: Arena, limits: Limits, how: _How, spent: list[dict[str, Any]]) -> Verdict | None:
    """Search, and add to *spent* what every search took; those that prove the verdict have evidence."""
    draws = arena.ruleset["cycle"] == "draw"
    by_patterns = how.zones and how.start is None and captures_end(arena)
    holds = False
    if draws or by_patterns:
        # Life without the help of draws is all that is to be proved, and most life is quick to see.
        winner = _search(arena, _kept_limits(limits, AT_ONCE), how, spent, draws_for_owner=not draws)
        if winner == 0 or (winner == 1 and not draws):
            return _BY_WINNER[winner]
        spent[-1].pop("evidence", None)
        if spent[-1]["stop"] == "wall":
            return None
    if by_patterns:
        left = _left(limits, spent)
        most = dataclasses.replace(left, nodes=max(1, 3 * left.nodes // 4), seconds=3 * left.seconds / 4)
        winner = _search(game_of_patterns(arena, arena.attacker), most, how, spent)
        if winner == 1:
            return Verdict.DEAD
        spent[-1].pop("evidence", None)
        # Who is never captured although no pass ends play holds where passes do, but for draws.
        holds = winner == 0
    if not draws:
        winner = _search(arena, _left(limits, spent), how, spent)
        return None if winner is None else _BY_WINNER[winner]
    return _verdict_with_draws(arena, limits, how, spent, holds)


def _verdict_with_draws(
    arena: Arena, limits: Limits, how: _How, spent: list[dict[str, Any]], holds: bool
) -> Verdict | None:
    """As :func:`_verdict`; whether the owner *holds* with the help of draws may be known."""
    if not holds:
        winner = _search(arena, _left(limits, spent), how, spent)
        if winner != 0:
            return None if winner is None else Verdict.DEAD
    winner = _search(arena, _left(limits, spent), how, spent, draws_for_owner=False)
    if winner is None:
        return None
    if winner == 0:
        if not holds:
            spent[-2].pop("evidence", None)
        return Verdict.ALIVE
    if holds:
        if _search(arena, _left(limits, spent), how, spent) != 0:
            return None
        # A certificate of a draw begins with the owner's evidence.
        spent[-2], spent[-1] = spent[-1], spent[-2]
    return Verdict.DRAWN


def _search(
    arena: Arena, limits: Limits, how: _How, spent: list[dict[str, Any]], *, draws_for_owner: bool = True
) -> int | None:
    """One search, added to *spent*; 0 if the owner wins, 1 if the attacker does."""
    winner, answer = _run(arena, limits, how, draws_for_owner=draws_for_owner)
    spent.append(answer)
    return winner


def _left(limits: Limits, spent: list[dict[str, Any]]) -> Limits:
    if not spent:
        return limits
    nodes = limits.nodes - sum(answer["expanded"] for answer in spent)
    seconds = limits.seconds - sum(answer["seconds"] for answer in spent)
    return dataclasses.replace(limits, nodes=max(1, nodes), seconds=max(0.0, seconds))


def _wall(arena: Arena) -> Outcome:
    claim = Claim(arena.position, arena.unit, arena.ruleset, Verdict.ALIVE, arena.kept)
    return Outcome(Status.ALIVE, Certificate(claim, ()), "static", "wall", 0, 0.0)


def _prove_memory(arena: MemoryArena, limits: Limits, wanted: Colour | None) -> Outcome:
    """Decide a game that remembers: first by plain play, then as it is."""
    if not arena.locale:
        return _wall(arena)
    sides = [(arena.owner, False), (arena.attacker, False), (arena.owner, True)]
    names = (False, True) if names_help(arena.ruleset) else (False,)
    ways = [(*way, named) for named in names for way in sides if wanted in (None, way[0])]
    spent: list[dict[str, Any]] = []
    for number, (side, holds, named) in enumerate(ways):
        # What one of them leaves is for the others.
        answer = _run_plain(arena, side, _left(limits, spent).share(len(ways) + 1 - number), holds, named)
        if answer is None:
            continue
        spent.append(answer)
        if "evidence" in answer:
            return _outcome(arena, limits, _BY_WINNER[side == arena.attacker], spent)
    return _remember(arena, limits, spent)


def _run_plain(
    arena: MemoryArena, side: Colour, limits: Limits, holds: bool, named: bool
) -> dict[str, Any] | None:
    """Try to win for *side* by plain play; None where that is not defined."""
    try:
        game = Plain(arena, side, holds=holds, named=named)
    except InputError:
        return None
    return _with_patterns(game, _solve_plain(_Same(game, arena.unit, limits)), holds)


def _prove_plain(game: Plain, limits: Limits, start: State | None) -> Outcome:
    """Decide plain play as such. That its side does not win it is no verdict."""
    answer = _with_patterns(game, _solve_plain(_Same(game, game.unit, limits, start)))
    if "evidence" not in answer:
        return _outcome(game, limits, None, [answer])
    return _outcome(game, limits, _BY_WINNER[game.side == game.attacker], [answer])


def _with_patterns(game: Plain, answer: dict[str, Any], holds: bool = False) -> dict[str, Any]:
    if _WINNERS.get(answer["status"]) != int(game.side == game.attacker):
        return answer
    packed = PackedPatterns(game, game.side, answer["closure"], answer["words"])
    return answer | {"evidence": Patterns(game.side, False, packed, holds, game.named)}


class _Same:
    """Plain play and limits, compared by what the search depends on: many rulesets ask for the same."""

    def __init__(self, game: Plain, unit: Mask, limits: Limits, start: State | None = None) -> None:
        self.game, self.limits, self.start = game, limits, start or game.start
        lasting = game.lasting, game.frees, game.bans_captures, game.pass_frees
        several = game.marks_owner, game.relies_on_turns
        how = game.weighs, game.clears, game.holds, game.standing, *lasting, *several
        rules = game.ruleset.play_digest, game.side, game.spared, game.housed, game.bans_bind, *how
        beyond = game.beyond if isinstance(game, Windowed) else 0
        place = game.walls, game.locale, unit, game.parts, beyond
        self._key = (game.position, place, rules, limits, self.start)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._key == other._key


@functools.lru_cache(maxsize=64)
def _solve_plain(same: _Same) -> dict[str, Any]:
    frame = _Frame(same.game, draws_for_owner=True)
    return _search_plain(_plain_game(frame), frame, same.start, 0, same.limits)


def _plain_game(frame: _Frame) -> Any:
    """The game as the kernel knows it, but for where play begins and which chains stand."""
    game = frame.arena
    assert isinstance(game, Plain)
    return _kernel.PlainGame(
        near=frame.rules["near"],
        walls=frame.rules["walls"],
        goal=frame.rules["unit"],
        side=int(game.side == game.attacker),
        bad=frame.rules["bad"],
        ko=game.ruleset["ko"] == "basic",
        captured_once=frame.rules["captured_once"],
        clears=game.clears,
        fresh=frame.numbers(game.holds & game.locale),
        weigh=game.weighs,
        lasting=game.lasting.value,
        bans_captures=game.bans_captures,
        place=game.clears and game.marks_owner,
        turns=game.relies_on_turns,
        bans=game.bans_bind[game.side.opponent],
        pass_frees=game.pass_frees,
        frees=game.frees,
        housed=frame.numbers(game.housed),
        elsewhere=list(range(len(frame.points), len(frame.rules["near"]))),
        rim=frame.rim,
        together=game.several,
        **frame.where,
    )


def _search_plain(kernel: Any, frame: _Frame, start: State, first: int, limits: Limits) -> dict[str, Any]:
    game = frame.arena
    assert isinstance(game, Plain)
    answer: dict[str, Any] = kernel.search(**_begin(frame, start), first=first, **_bounds(limits))
    return answer | {"method": "plain play"}


class PlainSearches:
    """Searches of one game of plain play from several states, which may end at what others have proved.

    All of them are of *game*, but for where play begins and which chains are standing. For one thread.

    Raises:
        InputError: the kernel is not built.
    """

    def __init__(self, game: Plain) -> None:
        require_kernel()
        self._kernel = _plain_game(_Frame(game, draws_for_owner=True))

    def search(self, game: Plain, first: int, limits: Limits) -> "Further":
        """Search *game* from its start: the game of all these searches, beginning there.

        New patterns have the numbers from *first* on.

        Raises:
            KeyboardInterrupt: the user interrupted the search.
        """
        answer = _search_plain(self._kernel, _Frame(game, draws_for_owner=True), game.start, first, limits)
        won = _WINNERS.get(answer["status"]) == int(game.side == game.attacker)
        packed = PackedPatterns(game, game.side, answer["closure"], answer["words"]) if won else None
        covered = answer["covered"] if answer["covered"] >= 0 else None
        return Further(packed, covered, _outcome(game, limits, None, [answer]))

    def keep(self) -> None:
        """Let later searches end at what the last one has proved, which somebody has checked."""
        self._kernel.keep()

    def drop(self) -> None:
        """Forget what the last search has proved; the next one does so too."""
        self._kernel.drop()


class Further(NamedTuple):
    """What a search has added to those before."""

    nodes: Sequence[PatternNode] | None
    """Patterns, which may refer to those before; none of them if statics name the winner, or if one before
    holds for the start; None if it is not won."""
    covered: int | None
    """The number of the pattern before them that holds for the start, if one does."""
    outcome: Outcome
    """How many states it took, and whether a limit was reached. No verdict: UNKNOWN even if it is won."""


def _begin(frame: _Frame, state: State) -> dict[str, Any]:
    """A state of plain play as the kernel takes it, and the chains that stand."""
    game = frame.arena
    assert isinstance(game, Plain)
    own, other = frame.stones(state)
    bans = frame.numbers((state.bans[0] | state.bans[1]) & game.locale)
    ban, turn = frame.number.get(state.ban, -1), state.threats[game.side.opponent]
    passed = [frame.numbers(state.freed[side] & game.locale) for side in (game.owner, game.attacker)]
    begin = own, other, int(state.to_move == game.attacker), bans, ban, turn, passed[0], passed[1]
    return {"begin": begin, "standing": frame.numbers(game.standing)}


def _remember(arena: MemoryArena, limits: Limits, spent: list[dict[str, Any]]) -> Outcome:
    """Search the game as it is with what is left: no zones, strategies by states."""
    left = _left(limits, spent)
    frame = _Frame(arena, draws_for_owner=True)
    start = arena.start
    assert start.memory is not None
    aim = "no new stone" if arena.enabling else arena.ruleset["dead_means"]
    answer: dict[str, Any] = _kernel.solve_memory(
        near=frame.rules["near"],
        walls=frame.rules["walls"],
        unit=frame.rules["unit"],
        **frame.begin(start),
        ko=arena.ruleset["ko"],
        aim=aim,
        weigh=frame.rules["weigh"],
        scope=frame.numbers(arena.scope),
        old=frame.numbers(start.memory.old),
        together=arena.several,
        at_once=NEAR_AFTER,
        **_bounds(left),
    )
    winner = _WINNERS.get(answer["status"])
    if winner is None:
        return _outcome(arena, limits, None, [*spent, answer | {"claimed": ""}])
    side = arena.attacker if winner else arena.owner
    packed = PackedMemories(arena, side, answer["closure"], answer["words"])
    answer["evidence"] = Strategy(side, False, packed)
    return _outcome(arena, limits, _BY_WINNER[winner], [*spent, answer])


def _has_bans(arena: Arena) -> bool:
    """Whether what is won without bans is won in this arena as well, and easier to find there."""
    return arena.ruleset["ko"] == "basic" and (all(arena.bans_bind) or arena.with_threats)


def _run(
    arena: Arena, limits: Limits, how: _How, *, draws_for_owner: bool
) -> tuple[int | None, dict[str, Any]]:
    start = how.start
    plan = limits, how.order, how.relaxations if _has_bans(arena) else 0, how.zones, how.others
    answer: dict[str, Any] = {"stop": "board"}
    alone = start is None and not arena.several
    if alone and "locale" not in vars(arena) and arena.grid.size <= _kernel.BOARD_POINTS:
        game = _kept_rules(arena.ruleset, _banned(arena), draws_for_owner)
        answer = _kernel.decide(game, _kept_plan(*plan), *_sheet(arena))
    if answer["stop"] == "board":
        if not arena.locale:
            return None, {"stop": "wall", "expanded": 0, "seconds": 0.0}
        frame = _Frame(arena, draws_for_owner=draws_for_owner)
        more = {"rim": frame.rim, "together": arena.several, **_plan(*plan)}
        answer = _kernel.solve(**frame.rules, **frame.where, **frame.begin(start or arena.start), **more)
    winner: int | None = _WINNERS.get(answer["status"])
    if winner is not None:
        # Draws helped the winner iff they counted for the owner and he won, or the other way round.
        drawn = arena.ruleset["cycle"] == "draw" and draws_for_owner == (winner == 0)
        side = arena.attacker if winner else arena.owner
        packed = (arena, side, answer["closure"], answer["words"])
        if answer["patterns"]:
            answer["evidence"] = Patterns(side, drawn, PackedPatterns(*packed))
        else:
            answer["evidence"] = Strategy(side, drawn, PackedStates(*packed))
    return winner, answer


def _outcome(arena: Arena, limits: Limits, verdict: Verdict | None, answers: list[dict[str, Any]]) -> Outcome:
    nodes = sum([answer["expanded"] for answer in answers])
    seconds = sum([answer["seconds"] for answer in answers])
    if verdict is None:
        stop = answers[-1]["stop"]
        if stop == "unproved" and not answers[-1]["claimed"]:
            stop = "no progress"
        stop = {
            "nodes": many(limits.nodes, "node"),
            "seconds": in_words(limits.seconds),
            "memory": f"{limits.memory_mib} MiB",
            "points": f"locale over {_kernel.MAX_POINTS} points",
        }.get(stop, stop)
        return Outcome(Status.UNKNOWN, None, "native", "", nodes, seconds, stop)
    proofs = [answer for answer in answers if "evidence" in answer]
    method = proofs[0]["method"]
    if len(proofs) == 2 and proofs[1]["method"] != method:
        method += f" and {proofs[1]['method']}"
    claim = Claim(arena.position, arena.unit, arena.ruleset, verdict, arena.kept)
    certificate = Certificate(claim, tuple([answer["evidence"] for answer in proofs]))
    return Outcome(_STATUS[verdict], certificate, "native", method, nodes, seconds)


def explore_native(arena: Arena, nodes: int) -> dict[str, Any]:
    """Expand *nodes* states breadth first, whatever is won, and return counts and seconds: for benchmarks.

    "generated" are moves, the states after which were looked up; "nodes" are different states.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = _Frame(arena, draws_for_owner=True)
    begin, limits = frame.begin(arena.start), {"nodes": nodes, "bytes": 1 << 32}
    answer: dict[str, Any] = _kernel.explore(**frame.rules, **begin, **limits)
    return answer


def promise_native(arena: Arena) -> tuple[int, int]:
    """How hard it may be to prove that the owner wins a game, and that the attacker does: a quick guess.

    The numbers are those that the search begins with; they are of use beside those of other games only.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = _Frame(arena, draws_for_owner=True)
    owner, attacker = _kernel.promise(**frame.rules, **frame.where, **frame.begin(arena.start))
    return owner, attacker


def plays_seen(arena: Arena, before: Point | None = None) -> dict[Point, tuple[int, list[int]]]:
    """How hard each play seems at first sight for the side to move, after a play on *before*: for tests.

    With what it is weighed by: its surroundings as a number and its signs (search/shapes.hpp). Plays that
    decide the game at once are left out; in small locales none is weighed.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = _Frame(arena, draws_for_owner=True)
    last = -1 if before is None else frame.number[before]
    rows = _kernel.plays_seen(**frame.rules, **frame.where, **frame.begin(arena.start), before=last)
    return {frame.points[move]: (number, weighed) for move, number, *weighed in rows}


def plays_compared(arena: Arena, *, moves: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """What the kernel tells of all plays from the states of a random game of so many *moves*: for tests.

    For each play whether it settles the game for the owner and for the attacker, and the traits of the state
    after it (search/prospects.hpp) or, in plain play, how far the attacker has come who is to clear points
    (games/game.hpp): once as worked out from the state before it, and once from itself.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = _Frame(arena, draws_for_owner=True)
    drawn = {"moves": moves, "seed": seed}
    if isinstance(arena, Plain):
        rows = _plain_game(frame).plays_compared(**_begin(frame, arena.start), **drawn)
    else:
        rows = _kernel.plays_compared(**frame.rules, **frame.where, **frame.begin(arena.start), **drawn)
    half = (len(rows[0]) + 1) // 2 if rows else 0
    return [(row[1:half], row[half:]) for row in rows]


def examples_native(
    arena: Arena, *, nodes: int, draws: int, cap: int, seed: int
) -> list[tuple[int, int, int, list[int]]]:
    """Draw states that a search of so many *nodes* meets, and decide each: for learning first guesses.

    An example is the winner (0 the owner, 1 the attacker, 2 nobody within *cap* states), the states that it
    took, the kind of state, and its traits (search/prospects.hpp). What statics settle is left out.

    Raises:
        InputError: the kernel is not built.
    """
    rows = _examples(arena, plays=False, nodes=nodes, draws=draws, cap=cap, seed=seed)
    return [(row[0], row[1], row[2], row[3:]) for row in rows]


def examples_of_plays(arena: Arena, *, nodes: int, draws: int, cap: int, seed: int) -> list[list[int]]:
    """Draw states that a search of so many *nodes* meets and their side to move wins, within *cap* states.

    An example is that side (0 the owner, 1 the attacker) and the states that it took; then for each play
    whether it wins (0), loses (1) or is open (2), the states that this took, the first guess of what it leads
    to, its surroundings and its signs (search/shapes.hpp). There are none of small locales.

    Raises:
        InputError: the kernel is not built.
    """
    return _examples(arena, plays=True, nodes=nodes, draws=draws, cap=cap, seed=seed)


def _examples(arena: Arena, *, plays: bool, **plan: int) -> list[list[int]]:
    require_kernel()
    frame = _Frame(arena, draws_for_owner=True)
    rows: list[list[int]]
    if plays and isinstance(arena, Plain):
        rows = _plain_game(frame).examples(**_begin(frame, arena.start), **plan)
    else:
        begin = frame.begin(arena.start)
        rows = _kernel.examples(**frame.rules, **frame.where, **begin, **plan, plays=plays)
    return rows


class DenseTable:
    """Every state of a locale of at most 12 points, solved exactly by retrograde lifting.

    Built for the unit, walls and rules of *arena*; draws count for the owner. Serves all positions
    on the same locale with the same unit points.

    Raises:
        InputError: the kernel is not built, or the locale is larger than 12 points.
    """

    def __init__(self, arena: Arena, *, draws_for_owner: bool = True) -> None:
        require_kernel("dense tables need the native kernel, which is not built here")
        self._frame = _Frame(arena, draws_for_owner=draws_for_owner)
        if not 0 < len(self._frame.points) <= _kernel.DENSE_POINTS:
            raise InputError(f"dense tables hold 1 to {_kernel.DENSE_POINTS} points")
        self._table = _kernel.Table(**self._frame.rules, together=arena.several)
        self.states: int = self._table.states
        self.undecided: int = self._table.undecided
        """States that neither side's measure settled; 0 unless the caps were too small."""

    def owner_wins(self, state: State) -> bool | None:
        """Whether the owner wins from *state*, or None where the table is undecided.

        Raises:
            KeyError: the state is not on this locale or not legal.
        """
        turn = int(state.to_move == self._frame.arena.attacker)
        ban = -1 if state.ban < 0 else self._frame.number[state.ban]
        threats = list(state.threats[::-1] if self._frame.arena.owner else state.threats)
        taken = sum(1 << i for i, part in enumerate(self._frame.arena.parts) if part & state.taken)
        answer = self._table.winner(self._frame.stones(state), ban, turn, state.passed, threats, taken)
        return {"owner": True, "attacker": False}.get(answer)

    def count(self, *, attacker_first: bool = False, as_chain: bool = False) -> tuple[int, int]:
        """Count the legal boards on which the unit's points carry owner's stones: (lost, all).

        With *as_chain* only boards where these points are exactly one chain.
        """
        lost, total = self._table.count(int(attacker_first), as_chain)
        return lost, total


def playouts_native(position: Position, games: int, seed: int) -> list[int]:
    """Play games at random from a position to their ends, Black and White beginning in turn.

    For each point: in how many of them it ends as Black's, less those in which it ends as White's. The same
    for the same seed. What lies beyond open sides counts as the edge.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    black, white = list(bits(position.black)), list(bits(position.white))
    found: list[int] = _kernel.playouts(position.rows, position.cols, black, white, games, seed)
    return found
