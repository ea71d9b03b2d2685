"""The commands that judge: final status and score, units, verdicts, proofs and rulesets."""

import dataclasses
import json
from collections.abc import Sequence

from verifier.adjudicate.areas import seki_after
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict, unit_at
from verifier.board import BLACK, WHITE, Mask, unit_name, vertices
from verifier.errors import InputError
from verifier.gtp.protocol import Command, GtpError
from verifier.gtp.setting import Setting, closest, kata_rules, load_setting
from verifier.gtp.table import Table, move_name
from verifier.gtp.verdicts import Adjudicator, refuse_unknown
from verifier.gtp.words import expect, float_of, int_of, path_of, point_of
from verifier.jobs.audit.filled import fills, given_count, proved_count, proved_dead
from verifier.jobs.explain.explanation import explain
from verifier.play.ending import count
from verifier.proof import write_certificate
from verifier.proof.store import dump_certificate
from verifier.rules import Ruleset, builtin_names
from verifier.rules.axes import compensation
from verifier.rules.loader import play_names
from verifier.search import Status

__all__ = ["Analysis"]

_MOST_BYTES = 4 * 1024 * 1024
"""The largest certificate that is sent as a reply."""

_ANALYZE = """\
gfx/Verdicts/shikatsu-verdicts
gfx/Territory/shikatsu-territory
string/Units/shikatsu-units
hstring/Verdict of Unit/shikatsu-verdict %p
hstring/Explain Unit/shikatsu-explain %p
gfx/Line of Proof/shikatsu-line %p
hstring/Proof of Unit/shikatsu-proof %p
string/Write Proof/shikatsu-proof %p %w
plist/Dead Stones/final_status_list dead
plist/Living Stones/final_status_list alive
plist/Stones in Seki/final_status_list seki
string/Score/final_score
string/Ruleset/shikatsu-ruleset
none/Set Ruleset/shikatsu-ruleset %s
string/Rulesets/shikatsu-rulesets
string/Limits/shikatsu-limits
string/Set Limits/shikatsu-limits %s"""
"""Type, label and command, as GoGui's documentation of analyze commands defines them."""


class Analysis:
    """What is asked about the board of a session."""

    def __init__(self, table: Table, setting: Setting, adjudicator: Adjudicator) -> None:
        self.table, self.setting, self.adjudicator = table, setting, adjudicator

    def commands(self) -> dict[str, Command]:
        """Return the commands by name."""
        return {
            "final_status_list": self._final_status_list,
            "final_score": self._final_score,
            "kata-set-rules": self._kata_set_rules,
            "kata-get-rules": self._kata_get_rules,
            "gogui-analyze_commands": self._analyze_commands,
            "shikatsu-units": self._units,
            "shikatsu-verdict": self._verdict,
            "shikatsu-proof": self._proof,
            "shikatsu-explain": self._explain,
            "shikatsu-line": self._line,
            "shikatsu-verdicts": self._verdicts,
            "shikatsu-territory": self._territory,
            "shikatsu-ruleset": self._ruleset,
            "shikatsu-rulesets": self._rulesets,
            "shikatsu-limits": self._limits,
        }

    # The end of a game

    def _final_status_list(self, arguments: list[str]) -> str:
        expect(arguments, "final_status_list alive|dead|seki")
        if arguments[0] not in ("alive", "dead", "seki"):
            raise GtpError("syntax error: final_status_list alive|dead|seki")
        position = self.table.position
        if self.setting.judged is None:
            # Played out: what is on the board at the end lives, and there is no other status.
            chains = list(position.units()) if arguments[0] == "alive" else []
            return self._lines(chains)
        judgement = self._judged()
        refuse_unknown(judgement)
        statuses = judgement.statuses
        dead = [unit for unit, status in statuses.items() if status is Status.DEAD]
        if arguments[0] == "dead":
            return self._lines(dead)
        seki = seki_after(position, dead, judgement.ruleset)
        living = [unit for unit in statuses if unit not in dead]
        return self._lines([unit for unit in living if bool(unit & seki) is (arguments[0] == "seki")])

    def _lines(self, chains: Sequence[Mask]) -> str:
        position = self.table.position
        return "\n".join(" ".join(vertices(chain, position.rows, position.cols)) for chain in chains)

    def _final_score(self, arguments: list[str]) -> str:
        expect(arguments, "final_score")
        table = self.table
        if self.setting.judged is None:
            now = table.game.now
            score = count(
                table.rules, table.game.grid, now.stones, lost=now.lost, paid=now.paid, late=now.late,
                komi=table.komi,
            )  # fmt: skip
            return _result(score.lead)
        judgement = self._judged()
        if fills(judgement.ruleset):
            return self._filled_score(judgement)
        found = judgement.territory
        assert found is not None, "all units were asked for"
        taken = table.taken if judgement.ruleset["score"] != "area" else (0, 0)
        komi = table.komi + compensation(judgement.ruleset, table.handicap)
        low, high = found.score_bounds(komi=komi, prisoners=taken).lead
        if low != high:
            _refuse_range(judgement, low, high)
        return _result(low)

    def _filled_score(self, judgement: Judgement) -> str:
        """The score with neutral points filled in turn, as dame take territory while they are open."""
        table = self.table
        if not judgement.complete:
            counted = judgement.territory
            assert counted is not None, "all units were asked for"
            _refuse_range(judgement, *counted.score_bounds(komi=table.komi, prisoners=table.taken).lead)
        found = proved_count(
            table.position,
            judgement,
            proved_dead(judgement),
            judgement.ruleset,
            lambda position, dead, known: self.adjudicator.board(position, judgement.ruleset),
            komi=table.komi,
            prisoners=table.taken,
            handicap=table.handicap,
            first=table.game.now.to_move,
        )
        if found.unknown:
            raise GtpError(f"cannot score: how the neutral points are filled is not known: {found.unknown}")
        if not found.decided:
            why = "depending on who fills first"
            if found.judgement is not None and not found.judgement.complete:
                why = "depending on unknown chains of the filled board"
            raise GtpError(f"cannot score: {found.result}, {why}")
        return found.result

    # Rules

    def _set(self, setting: Setting) -> None:
        try:
            self.table.set_rules(setting.played)
        except InputError as error:
            raise GtpError(
                f"under {setting.id} a move made so far is illegal: {error}; clear the board first"
            ) from None
        self.setting = setting

    def _kata_set_rules(self, arguments: list[str]) -> str:
        expect(arguments, "kata-set-rules NAME ...")
        self._set(load_setting(closest(" ".join(arguments))))
        return ""

    def _kata_get_rules(self, arguments: list[str]) -> str:
        expect(arguments, "kata-get-rules")
        return json.dumps(kata_rules(self.setting), sort_keys=True)

    def _ruleset(self, arguments: list[str]) -> str:
        if arguments:
            self._set(load_setting(path_of(" ".join(arguments))))
        return self.setting.id

    def _rulesets(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-rulesets")
        names = sorted({*builtin_names(), *play_names()})
        return "\n".join(f"{name} {load_setting(name).title}" for name in names)

    def _limits(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-limits [SECONDS] [STATES]")
        limits = self.adjudicator.limits
        if arguments:
            limits = dataclasses.replace(limits, seconds=_time(arguments[0]))
            if len(arguments) > 1:
                limits = dataclasses.replace(limits, nodes=int_of(arguments[1], "states", 1))
            self.adjudicator.set_limits(limits)
        return f"{limits.seconds:g} seconds for a board, {limits.nodes} states for a search"

    # Units

    def _judged(self) -> Judgement:
        return self.adjudicator.board(self.table.position, self._rules())

    def _rules(self) -> Ruleset:
        if self.setting.judged is None:
            raise GtpError(
                f"under {self.setting.id} life and death are played out; shikatsu-ruleset sets another one"
            )
        return self.setting.judged

    def _decided(self, text: str) -> UnitVerdict:
        position = self.table.position
        unit = unit_at(position, point_of(text, position.rows, position.cols))
        verdict = self.adjudicator.unit(position, unit, self._rules())
        if verdict.certificate is None:
            raise GtpError(f"unknown: {verdict.name} ({verdict.reason})")
        return verdict

    def _units(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-units")
        judgement = self._judged()
        known = {verdict.unit: _described(verdict) for verdict in judgement.verdicts}
        return "\n".join(known.get(unit) or _unknown(judgement, unit) for unit in judgement.asked)

    def _verdict(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-verdict VERTEX")
        return _described(self._decided(arguments[0]))

    def _proof(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-proof VERTEX [FILE]")
        certificate = self._decided(arguments[0]).certificate
        assert certificate is not None
        if len(arguments) > 1:
            path = path_of(arguments[1])
            try:
                write_certificate(certificate, path)
            except InputError as error:
                message = str(error).replace("use --force to overwrite it", "use another name")
                raise GtpError(message) from None
            return f"written to {path}"
        text = dump_certificate(certificate)
        if len(text) > _MOST_BYTES:
            raise GtpError(f"the certificate has {len(text)} bytes; give the name of a file for it")
        return text

    def _explain(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-explain VERTEX")
        certificate = self._decided(arguments[0]).certificate
        assert certificate is not None
        return str(explain(certificate))

    # Pictures for GoGui

    def _line(self, arguments: list[str]) -> str:
        """The line of best play up to the first point that is played on twice."""
        expect(arguments, "shikatsu-line VERTEX")
        certificate = self._decided(arguments[0]).certificate
        assert certificate is not None
        explanation = explain(certificate)
        position = self.table.position
        moves = []
        if explanation.line and explanation.parts:
            shown = [explanation.line.moves[index] for index in explanation.parts[0]]
            moves = [f"{'bw'[move.colour]} {move_name(position, move.point)}" for move in shown]
        variation = f"VAR {' '.join(moves)}\n" if moves else ""
        return f"{variation}TEXT {explanation.sentences[0]}"

    def _verdicts(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-verdicts")
        judgement = self._judged()
        position = self.table.position
        lines, numbers = [], []
        for status, colour, mark in _MARKS:
            units = [unit for unit, found in judgement.statuses.items() if found is status]
            if units:
                names = vertices(sum(units), position.rows, position.cols)
                lines.append(f"COLOR {colour} {' '.join(names)}")
                if mark == "LABEL":
                    lines.append(f"LABEL {' '.join(f'{name} ?' for name in names)}")
                else:
                    lines.append(f"{mark} {' '.join(names)}")
                numbers.append(f"{len(units)} {status.value}")
        return "\n".join([*lines, f"TEXT {judgement.ruleset.id}: {', '.join(numbers) or 'no stones'}"])

    def _territory(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-territory")
        found = self._judged().territory
        assert found is not None, "all units were asked for"
        position = self.table.position
        lines = []
        for colour, word in ((BLACK, "TERRITORY_BLACK"), (WHITE, "TERRITORY_WHITE")):
            if points := found.points(colour):
                lines.append(f"{word} {' '.join(vertices(points, position.rows, position.cols))}")
        bounds = found.bounds
        ranges = (("Black", bounds.black), ("White", bounds.white))
        words = [f"{side} {low:g}" + (f" to {high:g}" if low != high else "") for side, (low, high) in ranges]
        judgement = self._judged()
        if fills(judgement.ruleset) and judgement.complete:
            filled = given_count(position, proved_dead(judgement), judgement.ruleset)
            words.append(f"with neutral points filled {filled.result}")
        return "\n".join([*lines, f"TEXT {', '.join(words)}"])

    def _analyze_commands(self, arguments: list[str]) -> str:
        expect(arguments, "gogui-analyze_commands")
        return _ANALYZE


_MARKS = (
    (Status.DEAD, "#d03030", "MARK"),
    (Status.ALIVE, "#30a030", "CIRCLE"),
    (Status.DRAWN, "#3080d0", "SQUARE"),
    (Status.UNKNOWN, "#d0b030", "LABEL"),
)


def _unknown(judgement: Judgement, unit: Mask) -> str:
    position = judgement.diagram.position
    colour = "black" if unit & position.black else "white"
    return f"{unit_name(position, unit)} {colour} {unit.bit_count()} unknown"


def _described(verdict: UnitVerdict) -> str:
    stones = verdict.unit.bit_count()
    text = f"{verdict.name} {verdict.colour} {stones} {verdict.status.value}: {verdict.reason}"
    if verdict.walls:
        position = verdict.question.position
        chains = (chain & -chain for colour in (BLACK, WHITE) for chain in position.chains(colour)
                  if chain & verdict.walls)  # fmt: skip
        text += f"; walls by proof {' '.join(vertices(sum(chains), position.rows, position.cols))}"
    return text


def _refuse_range(judgement: Judgement, low: float, high: float) -> None:
    """Refuse to score a board with unknown units. Raises GtpError if there are any."""
    try:
        refuse_unknown(judgement)
    except InputError as error:
        raise GtpError(
            f"cannot score: from {_result(low)} to {_result(high)}, depending on what is {error}"
        ) from None


def _result(lead: float) -> str:
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


def _time(text: str) -> float:
    value = float_of(text, "seconds")
    if value <= 0:
        raise GtpError(f"syntax error: seconds {text!r}: more than 0")
    return value
