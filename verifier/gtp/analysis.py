"""The commands that judge: final status and score, units, verdicts, proofs and rulesets."""

import dataclasses
import json
from collections.abc import Iterable

from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict, unit_at
from verifier.board import BLACK, WHITE, Mask, Position, unit_name, vertices
from verifier.errors import InputError
from verifier.gtp.hints import Hints
from verifier.gtp.protocol import Command, GtpError
from verifier.gtp.setting import Setting, closest, kata_rules, load_setting
from verifier.gtp.table import Table, move_name
from verifier.gtp.verdicts import Adjudicator
from verifier.gtp.words import expect, float_of, int_of, path_of, point_of
from verifier.jobs.audit.filled import FilledCount, fills, proved_count, proved_dead
from verifier.jobs.audit.katago import KataGo
from verifier.jobs.explain.explanation import Explanation, explain
from verifier.notation import Diagram
from verifier.proof import Certificate, write_certificate
from verifier.proof.store import dump_certificate
from verifier.rules import Ruleset, builtin_names
from verifier.rules.loader import play_names
from verifier.search import Status
from verifier.search.native.likely import likely_dead
from verifier.text import many, seconds
from verifier.units import decompose

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
string/Result If as Agreed/shikatsu-if
gfx/Sure Points/shikatsu-sure
hstring/Whose Move/shikatsu-turn %p
none/Hint Dead/shikatsu-hint dead %P
none/Hint Alive/shikatsu-hint alive %P
string/Hints/shikatsu-hints
none/Clear Hints/shikatsu-clear_hints
string/Assumed Chains/shikatsu-assumed
string/Unknown Chains/shikatsu-unknown
none/Set Unknown Chains/shikatsu-unknown %s
string/Ruleset/shikatsu-ruleset
none/Set Ruleset/shikatsu-ruleset %s
string/Rulesets/shikatsu-rulesets
string/Limits/shikatsu-limits
string/Set Limits/shikatsu-limits %s"""
"""Type, label and command, as GoGui's documentation of analyze commands defines them."""


class Analysis:
    """What is asked about the board of a session."""

    def __init__(
        self, table: Table, setting: Setting, adjudicator: Adjudicator, guide: KataGo | None = None
    ) -> None:
        self.table, self.setting, self.adjudicator, self.guide = table, setting, adjudicator, guide
        self.hints = Hints()
        self._guess: tuple[object, frozenset[Mask]] = None, frozenset()
        """What was asked of the guide last, and what it said."""
        self._last: tuple[Certificate, Explanation] | None = None

    def commands(self) -> dict[str, Command]:
        """Return the commands by name."""
        return {
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
        return f"{seconds(limits.seconds)} for a board, {many(limits.nodes, 'state')} for a search"

    # Units

    def judged(self) -> Judgement:
        """Judge the board, the hints first.

        Raises:
            GtpError: the ruleset has no hypothetical play.
        """
        position = self.table.position
        return self.adjudicator.board(position, self.rules(), self.guess())

    def guess(self) -> frozenset[Mask]:
        """The chains that may be dead: by the hints, without any by the guide, and else by random games."""
        position, rules = self.table.position, self.rules()
        if self.hints.given:
            return self.hints.dead(position)
        if self.guide is None:
            return likely_dead(position)
        if self._guess[0] != (position, rules):
            told = self.guide.dead(
                "this board", position, rules, komi=self.table.komi, to_move=self.table.game.now.to_move
            )
            self._guess = (position, rules), likely_dead(position) if told is None else told
        return self._guess[1]

    def filled(self, judgement: Judgement) -> FilledCount:
        """What the board counts with its neutral points filled in turn.

        If every unit of it is decided the filled board is judged as well; else what was proved is all there
        is, and the count a range.

        Raises:
            KeyboardInterrupt: the user interrupted the search of the filled board.
        """
        table, ruleset = self.table, judgement.ruleset

        def judging(position: Position, dead: Iterable[Mask], known: Iterable[UnitVerdict]) -> Judgement:
            if judgement.complete:
                return self.adjudicator.board(position, ruleset, dead)
            units = decompose(position, ruleset["walls"]).chains
            return Judgement(
                Diagram(position), ruleset, judgement.limits, judgement.prover, units, tuple(known)
            )

        return proved_count(
            table.position,
            judgement,
            proved_dead(judgement),
            ruleset,
            judging,
            komi=table.komi,
            prisoners=table.taken,
            handicap=table.handicap,
            first=table.game.now.to_move,
        )

    def rules(self) -> Ruleset:
        """The ruleset that judges. Raises GtpError if there is none."""
        if self.setting.judged is None:
            raise GtpError(
                f"under {self.setting.id} life and death are played out; shikatsu-ruleset sets another one"
            )
        return self.setting.judged

    def _decided(self, text: str) -> UnitVerdict:
        position = self.table.position
        unit = unit_at(position, point_of(text, position.rows, position.cols))
        verdict = self.adjudicator.unit(position, unit, self.rules(), self.guess())
        if verdict.certificate is None:
            raise GtpError(f"unknown: {verdict.name} ({verdict.reason})")
        return verdict

    def _explained(self, text: str) -> Explanation:
        """The explanation of a unit; the last one is kept, as several commands show parts of it."""
        certificate = self._decided(text).certificate
        assert certificate is not None
        if self._last is None or self._last[0] is not certificate:
            self._last = certificate, explain(certificate)
        return self._last[1]

    def _units(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-units")
        judgement = self.judged()
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
        return str(self._explained(arguments[0]))

    # Pictures for GoGui

    def _line(self, arguments: list[str]) -> str:
        """The line of best play up to the first point that is played on twice."""
        expect(arguments, "shikatsu-line VERTEX")
        explanation = self._explained(arguments[0])
        position = self.table.position
        moves = []
        if explanation.line and explanation.parts:
            shown = [explanation.line.moves[index] for index in explanation.parts[0]]
            moves = [f"{'bw'[move.colour]} {move_name(position, move.point)}" for move in shown]
        variation = f"VAR {' '.join(moves)}\n" if moves else ""
        return f"{variation}TEXT {explanation.sentences[0]}"

    def _verdicts(self, arguments: list[str]) -> str:
        expect(arguments, "shikatsu-verdicts")
        judgement = self.judged()
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
        found = self.judged().territory
        assert found is not None, "all units were asked for"
        position = self.table.position
        lines = []
        for colour, word in ((BLACK, "TERRITORY_BLACK"), (WHITE, "TERRITORY_WHITE")):
            if points := found.points(colour):
                lines.append(f"{word} {' '.join(vertices(points, position.rows, position.cols))}")
        bounds = found.bounds
        ranges = (("Black", bounds.black), ("White", bounds.white))
        words = [f"{side} {low:g}" + (f" to {high:g}" if low != high else "") for side, (low, high) in ranges]
        judgement = self.judged()
        if fills(judgement.ruleset):
            words.append(f"with neutral points filled {self.filled(judgement).result}")
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


def _time(text: str) -> float:
    value = float_of(text, "seconds")
    if value <= 0:
        raise GtpError(f"syntax error: seconds {text!r}: more than 0")
    return value
