"""The commands about the end of a game: final status and score, hints, answers where chains are open."""

from collections.abc import Sequence
from typing import Literal, get_args

from verifier.adjudicate.areas import seki_after
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import unit_at
from verifier.adjudicate.sure import sure_points
from verifier.board import BLACK, WHITE, Mask, Position, unit_name, vertices
from verifier.errors import InputError
from verifier.gtp.analysis import Analysis
from verifier.gtp.protocol import Command, GtpError
from verifier.gtp.verdicts import refuse_unknown
from verifier.gtp.words import expect, point_of
from verifier.jobs.audit.answers import turn_words
from verifier.jobs.audit.count import GameCount, count_game, lead_text, result_text
from verifier.jobs.audit.filled import FilledCount, fills, given_count, proved_dead
from verifier.jobs.audit.supposed import Supposed, suppose
from verifier.jobs.audit.turns import other_first, turns_of
from verifier.play.ending import count_now
from verifier.rules.axes import compensation
from verifier.search import Status
from verifier.text import many

__all__ = ["UNKNOWN_AS", "Final", "UnknownAs"]

UnknownAs = Literal["error", "agreed", "alive"]
"""What final status and score take chains for that are not proved."""

UNKNOWN_AS: tuple[UnknownAs, ...] = get_args(UnknownAs)

_HINTS = {"dead": Status.DEAD, "alive": Status.ALIVE}


class Final:
    """What is asked about the end of a game."""

    def __init__(self, analysis: Analysis, unknown: UnknownAs = "error") -> None:
        self.analysis, self.unknown = analysis, unknown
        self.table, self.hints = analysis.table, analysis.hints

    def commands(self) -> dict[str, Command]:
        """Return the commands by name."""
        return {
            "final_status_list": self._final_status_list,
            "final_score": self._final_score,
            "shikatsu-hint": self._hint,
            "shikatsu-hints": self._hints,
            "shikatsu-clear_hints": self._clear_hints,
            "shikatsu-unknown": self._unknown,
            "shikatsu-assumed": self._assumed,
            "shikatsu-if": self._if,
            "shikatsu-sure": self._sure,
            "shikatsu-turn": self._turn,
        }

    @property
    def _position(self) -> Position:
        return self.table.position

    # Hints

    def _hint(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-hint alive|dead ...")
        status = _HINTS.get(arguments[0])
        if status is None:
            raise GtpError("syntax error: shikatsu-hint alive|dead VERTEX ...")
        position = self._position
        points = [point_of(text, position.rows, position.cols) for text in arguments[1:]]
        self.hints.say(position, [unit_at(position, point) for point in points], status)
        return ""

    def _hints(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-hints")
        said = self.hints.of(self._position).items()
        return "\n".join(f"{status.value} {unit_name(self._position, unit)}" for unit, status in said)

    def _clear_hints(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-clear_hints")
        self.hints.clear()
        return ""

    def _unknown(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-unknown [agreed|alive|error]")
        for choice in UNKNOWN_AS:
            if arguments == [choice]:
                self.unknown = choice
        if arguments and self.unknown != arguments[0]:
            raise GtpError(f"syntax error: shikatsu-unknown {'|'.join(UNKNOWN_AS)}")
        return self.unknown

    # What is taken for what

    def _taken(self, judgement: Judgement) -> dict[Mask, Status]:
        """The statuses, unknown ones as the setting says.

        Raises:
            InputError: it says that they are an error, or that they are as agreed, and nobody gave hints.
        """
        if self.unknown == "error":
            refuse_unknown(judgement)
        if self.unknown == "agreed" and not self.hints.given:
            try:
                refuse_unknown(judgement)
            except InputError as error:
                raise GtpError(f"{error}; shikatsu-hint says what was agreed, and there is no hint") from None
        dead = self.hints.dead(self._position) if self.unknown == "agreed" else frozenset()
        return {
            unit: status if status is not Status.UNKNOWN else Status.DEAD if unit in dead else Status.ALIVE
            for unit, status in judgement.statuses.items()
        }

    def _assumed(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-assumed")
        judgement = self.analysis.judged()
        open_units = [unit for unit, status in judgement.statuses.items() if status is Status.UNKNOWN]
        taken = self._taken(judgement) if self.unknown != "error" else judgement.statuses
        return "\n".join(f"{unit_name(self._position, unit)} {taken[unit].value}" for unit in open_units)

    # The end of a game

    def _final_status_list(self, arguments: list[str]) -> str:
        expect(arguments, "final_status_list alive|dead|seki")
        if arguments[0] not in ("alive", "dead", "seki"):
            raise GtpError("syntax error: final_status_list alive|dead|seki")
        if self.analysis.setting.judged is None:
            # Played out: what is on the board at the end lives, and there is no other status.
            return self._lines(list(self._position.units()) if arguments[0] == "alive" else [])
        judgement = self.analysis.judged()
        statuses = self._taken(judgement)
        dead = [unit for unit, status in statuses.items() if status is Status.DEAD]
        if arguments[0] == "dead":
            return self._lines(dead)
        seki = seki_after(self._position, dead, judgement.ruleset)
        living = [unit for unit in statuses if unit not in dead]
        return self._lines([unit for unit in living if bool(unit & seki) is (arguments[0] == "seki")])

    def _lines(self, chains: Sequence[Mask]) -> str:
        position = self._position
        return "\n".join(" ".join(vertices(chain, position.rows, position.cols)) for chain in chains)

    def _final_score(self, arguments: list[str]) -> str:
        expect(arguments, "final_score")
        table = self.table
        if self.analysis.setting.judged is None:
            return lead_text(count_now(table.game, table.komi).lead)
        judgement = self.analysis.judged()
        if not judgement.complete and self.unknown != "error":
            return self._score_if(judgement)
        if fills(judgement.ruleset):
            return self._filled_score(judgement)
        found = judgement.territory
        assert found is not None, "all units were asked for"
        taken = table.taken if judgement.ruleset["score"] != "area" else (0, 0)
        komi = table.komi + compensation(judgement.ruleset, table.handicap)
        low, high = found.score_bounds(komi=komi, prisoners=taken).lead
        if low != high:
            _refuse_open(judgement, f"from {result_text((low, high))}")
        return lead_text(low)

    def _score_if(self, judgement: Judgement) -> str:
        """The score with unknown chains as the setting says."""
        statuses = self._taken(judgement)
        extras = {"komi": self.table.komi, "prisoners": self.table.taken, "handicap": self.table.handicap}
        counted: FilledCount | GameCount
        if fills(judgement.ruleset):
            dead = [unit for unit, status in statuses.items() if status is Status.DEAD]
            first = self.table.game.now.to_move
            counted = given_count(self._position, dead, judgement.ruleset, first=first, **extras)  # type: ignore[arg-type]
            _refuse_filling(counted)
        else:
            counted = count_game(self._position, statuses, judgement.ruleset, **extras)  # type: ignore[arg-type]
        return counted.result

    def _filled_score(self, judgement: Judgement) -> str:
        """The score with neutral points filled in turn, as open dame make territory count nothing."""
        found = self.analysis.filled(judgement)
        if not judgement.complete and not found.decided:
            _refuse_open(judgement, f"{'' if found.unknown else 'from '}{_filled_words(found)}")
        _refuse_filling(found)
        return found.result

    # Where something stays open

    def _supposed(self, judgement: Judgement) -> Supposed:
        position, table = self._position, self.table
        dead = self.hints.dead(position) if self.hints.given else None
        return suppose(
            position, judgement.statuses, dead, judgement.ruleset,
            komi=table.komi, prisoners=table.taken, handicap=table.handicap, first=table.game.now.to_move,
        )  # fmt: skip

    def _if(self, arguments: list[str]) -> str:
        """What is proved of the result in one line, what is assumed in others."""
        expect(arguments, "shikatsu-if")
        judgement = self.analysis.judged()
        table, position = self.table, self._position
        if fills(judgement.ruleset):
            proved = _filled_words(self.analysis.filled(judgement))
        else:
            proved = count_game(
                position, judgement.statuses, judgement.ruleset,
                komi=table.komi, prisoners=table.taken, handicap=table.handicap,
            ).result  # fmt: skip
        lines = [f"proved {proved}"]
        supposed = self._supposed(judgement)
        if supposed.chains:
            basis = "as hinted" if supposed.agreed else "as alive"
            chains = (f"{unit_name(position, chain.unit)} {chain.status.value}" for chain in supposed.chains)
            lines.append(f"assumed {supposed.result} {basis}: {', '.join(chains)}")
        if most := supposed.matters_most:
            turned = ", another winner" if most.turns else ""
            lines.append(
                f"matters most {unit_name(position, most.unit)}: {many(round(abs(most.change)), 'point')},"
                f" {most.otherwise.value} makes {most.result}{turned}"
            )
        return "\n".join(lines)

    def _sure(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-sure")
        judgement, position = self.analysis.judged(), self._position
        found = sure_points(position, judgement.statuses, judgement.ruleset)
        words = (("TERRITORY_BLACK", BLACK), ("TERRITORY_WHITE", WHITE))
        lines = [
            f"{word} {' '.join(vertices(found[colour], position.rows, position.cols))}"
            for word, colour in words
            if found[colour]
        ]
        seki = ", unless stones are left in a seki" if judgement.ruleset["seki"] != "no concept" else ""
        black, white = (points.bit_count() for points in found)
        return "\n".join([*lines, f"TEXT Sure points: Black {black}, White {white}{seki}"])

    def _turn(self, arguments: list[str]) -> str:
        """Whether the unit depends on who moves first, and on which moves."""
        expect(arguments, "shikatsu-turn VERTEX")
        position, rules = self._position, self.analysis.rules()
        unit = unit_at(position, point_of(arguments[0], position.rows, position.cols))
        judgement = self.analysis.judged()
        guess = {*self.analysis.guess(), *proved_dead(judgement)}
        other = self.analysis.adjudicator.board(position, rules, guess, other_first(rules, None))
        dead = self.hints.dead(position) if self.hints.given else None
        turn = next(turn for turn in turns_of(judgement, other, dead) if turn.unit == unit)
        if turn.unsettled:
            return turn_words(position, turn)
        name = unit_name(position, unit)
        if turn.settled is Status.UNKNOWN:
            owner, attacker = (verdict.status.value for verdict in turn.both.verdicts)
            raise GtpError(f"unknown: {name} (its owner first: {owner}; the other side first: {attacker})")
        return f"{name} ({turn.colour}) is {turn.settled.value} whoever moves first"


def _filled_words(found: FilledCount) -> str:
    """A result with neutral points filled, or why it is not known."""
    if found.unknown:
        return f"unknown, as it is not known how the neutral points are filled ({found.unknown})"
    return f"{found.result} with neutral points filled in turn"


def _refuse_filling(found: FilledCount) -> None:
    """Refuse a score that is not one number. Raises GtpError."""
    if found.unknown:
        raise GtpError(f"cannot score: how the neutral points are filled is not known: {found.unknown}")
    if not found.decided:
        why = "depending on who fills first"
        if found.judgement is not None and not found.judgement.complete:
            why = "depending on unknown chains of the filled board"
        raise GtpError(f"cannot score: {found.result}, {why}")


def _refuse_open(judgement: Judgement, span: str) -> None:
    """Refuse to score a board with unknown units, which may count *span*. Raises GtpError."""
    try:
        refuse_unknown(judgement)
    except InputError as error:
        raise GtpError(f"cannot score: {span}, depending on what is {error}") from None
