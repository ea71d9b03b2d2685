"""The exact solver of endings: the native search behind a Python face.

It answers thresholds, "can Black force a lead of at least s", with the whole history of the game, and
closes in on the value. Every answer comes with a candidate for ``verifier.proof.endings.checker``.
"""

import dataclasses
import math
from collections.abc import Callable, Iterable
from typing import Any

from verifier.board import BLACK, WHITE, Colour, Mask
from verifier.errors import CertificateError, InputError
from verifier.kernel import load_kernel, require_kernel
from verifier.play.ending import count_now
from verifier.play.game import PASS, Game
from verifier.play.setup import Setup
from verifier.play.turn import turns_since
from verifier.proof.endings.checker import EndingCertificate, EndingClaim
from verifier.proof.endings.reserve import NO_RESERVES, closed_game
from verifier.rules import PLAY_AXES, SOLVED, PlayRules, solved_names
from verifier.search.endings.reserves import find_reserves
from verifier.search.outcome import Limits

__all__ = [
    "EndingAnswer",
    "EndingBounds",
    "ending_solver_available",
    "refuse_unsolved",
    "solve_ending",
    "solve_threshold",
]

_kernel: Any = load_kernel()

_WORD = (1 << 64) - 1
_BALANCE = 10_000


def ending_solver_available() -> bool:
    """Whether the native solver was built."""
    return _kernel is not None


def refuse_unsolved(rules: PlayRules) -> None:
    """Refuse rules that have a value which the solver does not play.

    Raises:
        InputError: they have; the message names it.
    """
    if rules.unsolved:
        known = ", ".join(solved_names())
        raise InputError(f"ruleset {rules.id}: {rules.unsolved}; use one of {known}")


@dataclasses.dataclass(frozen=True, slots=True)
class EndingAnswer:
    """The answer for one threshold."""

    at_least: float
    side: Colour | None
    """BLACK if Black can force it, WHITE if White can prevent it, None if a limit was reached."""
    certificate: EndingCertificate | None
    """A candidate; None if unknown, or if writing it down reached a limit."""
    nodes: int
    limit: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class EndingBounds:
    """What is known of the value of a game: Black's lead under best play, komi counted."""

    least: float
    """Black can force this much (-inf: he may lose by repetition)."""
    greatest: float
    """White can keep Black from more (inf: White may lose by repetition)."""
    answers: tuple[EndingAnswer, ...]
    interrupted: bool = False
    """Whether Ctrl-C came before all was asked."""

    @property
    def value(self) -> float | None:
        """The value, if the bounds meet."""
        return self.least if self.least == self.greatest else None


class _Native:
    """One search object, whose table serves all thresholds."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        require_kernel("the native kernel is not built; endings cannot be solved without it")
        refuse_unsolved(rules)
        if game.result is not None:
            raise InputError("the game is over; there is nothing to solve")
        if game.grid.size > _kernel.ENDING_POINTS:
            raise InputError(
                f"a board of {game.grid.size} points: the solver takes {_kernel.ENDING_POINTS} at most"
            )
        if rules["repetition"] == "no rule":
            raise InputError("rules without a rule on repetition let play go on for ever; nothing to solve")
        if not (2 * game.komi).is_integer():
            raise InputError(f"komi {game.komi:g}: the solver takes whole and half points; name another komi")
        # The kernel numbers the values in this order.
        order = {name: list(SOLVED.get(name, axis.values)) for name, axis in PLAY_AXES.items()}

        def index(name: str) -> int:
            return order[name].index(rules[name])

        numbers = [
            rules["suicide"] == "allowed", rules["ko"] == "basic", rules["ko_pass_pass"] == "forbidden",
            rules["last_pass"] != "paid", rules["last_passer"] != "either", index("repetition"),
            index("stop"), index("pass_price"), index("seki"), index("wasted"), index("score"),
            int(game.first_player), rules["first_pass"] != "nothing", round(2 * game.komi),
        ]  # fmt: skip
        turns = []
        for turn in game.past:
            mover = 2 if turn.mover is None else int(turn.mover)
            ban = turn.ban if turn.ban >= 0 else game.grid.size
            turns.append([
                *_words(turn.black), *_words(turn.white), turn.lost[0] - turn.lost[1], int(turn.to_move),
                mover, int(turn.mover is not None and turn.move != PASS), ban,
            ])  # fmt: skip
        now, past = game.now, game.past
        balance = now.lost[1] + now.paid[1] - now.lost[0] - now.paid[0]
        if abs(balance) > _BALANCE or abs(game.komi) > _BALANCE:
            raise InputError(f"more than {_BALANCE} prisoners or points of komi are too many for the solver")
        after_ko = now.passes == 1 and len(past) > 1 and past[-2].ko
        if rules["stop"] == "two end after the first":
            first, since = now.first_passer, turns_since(past, lambda turn: turn.passed)
        else:
            first, since = now.first_after_stop, turns_since(past, lambda turn: turn.stopped)
        last_ko = rules["ko_pass_pass"] == "forbidden"
        passes = now.passes if rules["stop"] == "two stop, four end" else min(now.passes, 2)
        last = [
            *_words(now.late), balance, passes,
            2 if first is None else int(first), min(now.passes, since),
            int(now.ko and last_ko), int(after_ko and last_ko),
        ]  # fmt: skip
        self.kernel = _kernel.Ending(game.grid.rows, game.grid.cols, [int(n) for n in numbers], turns, last)

    def need(self, at_least: float) -> int:
        if not (abs(at_least) <= -_FORFEIT or at_least == math.inf):  # nor is it one that is no number
            raise InputError(
                f"at_least = {at_least:g}: a number of points up to {-_FORFEIT:.0f}, or inf for a win by"
                " repetition, is needed"
            )
        return int(_kernel.ENDING_WON) if at_least == math.inf else math.ceil(2 * at_least)


def _words(mask: Mask) -> tuple[int, int]:
    """A mask as two signed 64-bit numbers."""
    low, high = mask & _WORD, mask >> 64
    return tuple(word - (1 << 64) if word >> 63 else word for word in (low, high))  # type: ignore[return-value]


def solve_threshold(
    setup: Setup,
    rules: PlayRules,
    at_least: float,
    *,
    moves: tuple[int, ...] = (),
    limits: Limits | None = None,
    proof: bool = True,
    reserves_for: Colour | None = None,
) -> EndingAnswer:
    """Decide whether Black can force a lead of *at_least* after *moves* from *setup*.

    With *reserves_for* only a strategy of that side is looked for, and areas that are as good as settled are
    not played out (docs/endings.md, "Reserves").

    Raises:
        InputError: the game cannot be played, is over, or is too large; the kernel is not built; or there are
            no such areas.
    """
    refuse_unsolved(rules)
    game = setup.game(rules)
    game.play_all(moves)
    if reserves_for is not None:
        return _with_reserves(setup, rules, moves, at_least, limits or Limits(), reserves_for)
    return _answer(_Native(game), setup, rules, moves, at_least, limits or Limits(), proof)


def _answer(
    native: _Native,
    setup: Setup,
    rules: PlayRules,
    moves: tuple[int, ...],
    at_least: float,
    limits: Limits,
    proof: bool,
) -> EndingAnswer:
    kernel, need = native.kernel, native.need(at_least)
    bounds = limits.nodes, limits.seconds, limits.memory_mib * 2**20
    found = kernel.decide(need, *bounds)
    nodes = kernel.nodes
    if found == "unknown":
        return EndingAnswer(at_least, None, None, nodes, kernel.why)
    side = BLACK if found == "black" else WHITE
    certificate = None
    if proof:
        listed = kernel.strategy(need, found == "black", *bounds)
        if listed:
            claim = EndingClaim(rules, setup, moves, at_least, side)
            certificate = EndingCertificate(claim, tuple(tuple(node) for node in listed))
    return EndingAnswer(at_least, side, certificate, nodes, kernel.why)


def _with_reserves(
    setup: Setup, rules: PlayRules, moves: tuple[int, ...], at_least: float, limits: Limits, side: Colour
) -> EndingAnswer:
    reserves = find_reserves(setup, side)
    if reserves == NO_RESERVES:
        raise InputError(f"no reserves for {side}: no area here is as good as settled")
    try:
        native = _Native(closed_game(rules, setup, moves, side, reserves))
    except CertificateError as error:
        raise InputError(f"no reserves for {side} here: {error}") from None
    words = [
        word
        for mask in (reserves.own, reserves.own_eyes, reserves.other, reserves.other_eyes)
        for word in _words(mask)
    ]
    listed = native.kernel.prove(
        native.need(at_least), side is BLACK, words, reserves.plays,
        limits.nodes, limits.seconds, limits.memory_mib * 2**20,
    )  # fmt: skip
    nodes, why = native.kernel.nodes, native.kernel.why
    if not listed:
        return EndingAnswer(at_least, None, None, nodes, why or f"no strategy of {side} with reserves")
    claim = EndingClaim(rules, setup, moves, at_least, side)
    certificate = EndingCertificate(claim, tuple(tuple(node) for node in listed), reserves)
    return EndingAnswer(at_least, side, certificate, nodes)


def solve_ending(
    setup: Setup,
    rules: PlayRules,
    *,
    moves: tuple[int, ...] = (),
    limits: Limits | None = None,
    proof: bool = True,
    on_answer: Callable[[EndingAnswer], None] | None = None,
) -> EndingBounds:
    """Close in on the value of best play after *moves* from *setup*, threshold by threshold.

    *limits* hold for each threshold. Where one stays unknown the bounds stay apart. With *proof* the two
    answers that fix the bounds carry certificates. Ctrl-C ends it with the bounds that there are, once these
    are proved; pressed again, with those that are proved by then.

    Raises:
        InputError: as :func:`solve_threshold`.
    """
    refuse_unsolved(rules)
    game = setup.game(rules)
    game.play_all(moves)
    native = _Native(game)
    bounds = limits or Limits()
    answers: dict[float, EndingAnswer] = {}

    def ask(at_least: float, with_proof: bool = False) -> Colour | None:
        known = answers.get(at_least)
        if known is None or (with_proof and known.certificate is None and known.side is not None):
            before = known.nodes if known else 0
            known = _answer(native, setup, rules, moves, at_least, bounds, with_proof)
            known = dataclasses.replace(known, nodes=before + known.nodes)
            answers[at_least] = known
            if on_answer:
                on_answer(known)
        return known.side

    interrupted = False
    try:
        least, refuted = _close_in(ask, _guess(game))
    except KeyboardInterrupt:
        interrupted = True
        least, refuted = _reached(answers.values())
    below = refuted if math.isinf(refuted) else refuted - 1
    # With half points a draw by repetition lies between two scores.
    between = below < 0 < refuted and rules["repetition"] in _DRAWS
    greatest = 0.0 if between else below
    try:
        drawn = ask(0.0) if between and not interrupted else None
        if drawn is BLACK:
            least = 0.0
        elif drawn is WHITE:
            refuted, greatest = 0.0, below
        if proof:
            for threshold in (least, _FORFEIT if refuted == -math.inf else refuted):
                if threshold in answers:
                    ask(threshold, True)
    except KeyboardInterrupt:
        interrupted = True
    return EndingBounds(least, greatest, tuple(answers.values()), interrupted)


def _reached(answers: Iterable[EndingAnswer]) -> tuple[float, float]:
    """What :func:`_close_in` returns, of the answers that there are."""
    known = {answer.at_least: answer.side for answer in answers}
    if known.get(_FORFEIT) is WHITE:
        return -math.inf, -math.inf
    least = max((lead for lead, side in known.items() if side is BLACK), default=-math.inf)
    return least, min((lead for lead, side in known.items() if side is WHITE), default=math.inf)


_DRAWS = ("no result", "prisoner balance")

_FAR = 300.0
"""How far from the guess at a value is looked before a win by repetition is asked about."""

_FORFEIT = -float(1 << 18)
"""No count of a game is as low; if White keeps Black from this lead she wins by repetition."""


def _close_in(ask: Callable[[float], Colour | None], guess: float) -> tuple[float, float]:
    """Return the greatest threshold that Black reaches and the least that he does not, as far as known.

    Leads come in steps of one from *guess*. Infinite where nothing better is known; minus infinity as the
    second means that White wins by repetition.
    """
    least, refuted, step = -math.inf, math.inf, 1.0
    threshold = guess
    while True:  # away from the guess in growing steps, until both an answer for Black and one for White
        answer = ask(threshold)
        if answer is None:
            return least, refuted
        if answer is BLACK:
            least = threshold
            if refuted < math.inf:
                break
            threshold += step
            if threshold > guess + _FAR:
                return (math.inf, math.inf) if ask(math.inf) is BLACK else (least, math.inf)
        else:
            refuted = threshold
            if least > -math.inf:
                break
            if threshold < guess - _FAR:
                return (-math.inf, -math.inf) if ask(_FORFEIT) is WHITE else (-math.inf, refuted)
            threshold -= step
        step *= 2
    while refuted - least > 1:
        threshold = least + (refuted - least) // 2
        answer = ask(threshold)
        if answer is None:
            break
        if answer is BLACK:
            least = threshold
        else:
            refuted = threshold
    return least, refuted


def _guess(game: Game) -> float:
    return count_now(game).lead
