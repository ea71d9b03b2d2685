"""Why a unit lives or dies: the verdict in words, the kind of fight, and the best line as diagrams.

The one place where explanations are made: the terminal, the browser and all pages take them from here.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from verifier import svg, text
from verifier.arguments import whole
from verifier.board import Position
from verifier.errors import InputError
from verifier.jobs.explain import words, words_ja
from verifier.jobs.explain.account import Account
from verifier.jobs.explain.fight import Fight, Findings, find_fight
from verifier.jobs.explain.force import Forced
from verifier.jobs.explain.line import Guide, Line, best_line, drawn_line
from verifier.jobs.explain.tries import Try, best_tries
from verifier.proof import Certificate, Claim, Refutation, Verdict, check
from verifier.proof.scope import scope_of
from verifier.proof.states import check_strategy
from verifier.proof.store import certificate_of

__all__ = ["Explanation", "Fight", "Language", "explain", "guides_of"]

Language = Literal["en", "ja"]

_SENTENCES: Mapping[Language, Callable[[Sequence[Account]], list[str]]] = {
    "en": words.sentences,
    "ja": words_ja.sentences,
}
_CAPTIONS: Mapping[Language, Callable[[Line, range, Position], str]] = {
    "en": words.caption,
    "ja": words_ja.caption,
}

_PER_DIAGRAM = 9
_MOST_MOVES = 60
_BRIEF_MOVES = 9


@dataclasses.dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of a proved claim."""

    accounts: tuple[Account, ...]
    """What its proof shows. A drawn unit has two proofs, the owner's first, with one line for both."""

    @property
    def claim(self) -> Claim:
        """What is explained."""
        return self.accounts[0].claim

    @property
    def findings(self) -> Findings:
        """The facts that the kind of fight is read from."""
        return self.accounts[0].findings

    @property
    def fight(self) -> Fight:
        """The kind of fight."""
        return self.findings.fight

    @property
    def line(self) -> Line | None:
        """The main line; None if the unit is a wall. Of a drawn unit both sides play their proofs."""
        return self.accounts[0].line

    @property
    def tries(self) -> tuple[Try, ...]:
        """What else the loser can try on the main line."""
        return self.accounts[0].tries

    @property
    def sentences(self) -> list[str]:
        """The verdict, the kind of fight, the end of the line and how other tries fail, in words."""
        return self.said("en")

    def said(self, language: Language) -> list[str]:
        """The same in a language, English (``en``) or Japanese (``ja``).

        Raises:
            InputError: in another one.
        """
        if language not in _SENTENCES:
            raise InputError(f"language {language!r}: use one of {', '.join(_SENTENCES)}")
        return _SENTENCES[language](self.accounts)

    @property
    def brief(self) -> str:
        """The verdict, the kind of fight and the first moves of the main line, in one line."""
        return f"{words.verdict_sentence(self.claim)[:-1]}: {self.moves}"

    @property
    def moves(self) -> str:
        """The kind of fight and the first moves of the main line."""
        if not self.line or not self.line.moves:
            return self.fight.value
        number = min(len(self.line.moves), _BRIEF_MOVES)
        more = " and so on" if number < len(self.line.moves) else ""
        return f"{self.fight.value}; {self.caption(range(number))}{more}"

    @property
    def parts(self) -> list[range]:
        """The moves of each diagram: no point is played on twice in one, and none is occupied at first."""
        if not self.line:
            return []
        parts, begin, used = [], 0, 0
        for index, move in enumerate(self.line.moves[:_MOST_MOVES]):
            stone = 0 if move.passes else 1 << move.point
            first = self.line.moves[begin].before
            if index > begin and (
                stone & (used | first.black | first.white) or index - begin == _PER_DIAGRAM
            ):
                parts.append(range(begin, index))
                begin, used = index, 0
            used |= stone
        if self.line.moves:
            parts.append(range(begin, min(len(self.line.moves), _MOST_MOVES)))
        return parts

    def diagram(self, part: range) -> str:
        """One diagram of the line as text, with the moves under it."""
        assert self.line is not None
        cells = {self.line.moves[i].point: str(i + 1) for i in part if not self.line.moves[i].passes}
        position = self.line.position(part.start, self.claim.position)
        return text.board(position, cells=cells) + "\n" + self.caption(part)

    def caption(self, part: range, language: Language = "en") -> str:
        """The moves of one diagram, with their numbers."""
        assert self.line is not None
        return _CAPTIONS[language](self.line, part, self.claim.position)

    @property
    def hidden(self) -> int:
        """The number of moves at the end of a long line that no diagram shows."""
        return max(len(self.line.moves) - _MOST_MOVES, 0) if self.line else 0

    def svg(self, part: range | None = None, *, cell: int = 30) -> svg.Svg:
        """One diagram of the line as a picture; the first one by default."""
        position = self.claim.position
        if part is None:
            part = self.parts[0] if self.parts else range(0)
        labels: dict[int, str] = {}
        if self.line:
            position = self.line.position(part.start, position)
            black, white = position.black, position.white
            for i in part:
                move = self.line.moves[i]
                if not move.passes:
                    labels[move.point] = str(i + 1)
                    stone = 1 << move.point
                    black, white = (black, white | stone) if move.colour else (black | stone, white)
            position = dataclasses.replace(position, black=black, white=white)
        return svg.board(
            position,
            labels=labels,
            highlight=self.claim.unit,
            cell=cell,
            title=words.verdict_sentence(self.claim),
        )

    def __str__(self) -> str:
        blocks = ["\n".join(self.sentences), *(self.diagram(part) for part in self.parts)]
        if self.hidden:
            blocks.append(f"... and {self.hidden} moves more")
        return "\n\n".join(blocks)

    def _repr_svg_(self) -> str:
        return self.svg()


def explain(certificate: Certificate | str | Path, *, budget: int | None = None) -> Explanation:
    """Check a certificate, or the one in the file of that path, and explain what it proves.

    *budget* is the number of states that a search may expand which tells two eyes, captures and kos apart
    in games without a memory (docs/explain-kinds.md); it can change the kind of fight, and never the verdict.

    Raises:
        InputError: it is neither, or the file cannot be read as a certificate at all.
        CertificateError: the certificate does not prove its claim.
    """
    certificate = certificate_of(certificate)
    if budget is not None:
        whole("budget", budget, 0)
    claim = check(certificate).claim
    guides = guides_of(certificate)
    if not guides:
        findings = find_fight(claim.arena(scope_of(certificate)), claim.verdict, None, budget=budget)
        return Explanation((Account(claim, findings, None),))
    refuted = [isinstance(item, Refutation) for item in certificate.evidence]
    drawn = drawn_line(guides) if claim.verdict is Verdict.DRAWN else None
    accounts = [_account(claim, *pair, drawn, budget) for pair in zip(guides, refuted, strict=True)]
    accounts.sort(key=lambda account: not account.holds)
    return Explanation(tuple(accounts))


def guides_of(certificate: Certificate) -> list[Guide]:
    """Return what plays the proofs of a checked certificate, one for each piece of evidence.

    For a refuted formula it is a strategy over the states that the formula names, which is checked here.

    Raises:
        CertificateError: there is no such strategy; then the checker has a fault.
    """
    arena = certificate.claim.arena(scope_of(certificate))
    guides = []
    for evidence in certificate.evidence:
        if isinstance(evidence, Refutation):
            from verifier.search.sat.to_strategy import strategy_in  # few proofs are refutations

            strategy = strategy_in(arena, evidence)
            check_strategy(arena, strategy)
            guides.append(Guide(arena, strategy))
        else:
            guides.append(Guide(arena, evidence))
    return guides


def _account(claim: Claim, guide: Guide, refuted: bool, drawn: Line | None, budget: int | None) -> Account:
    if drawn is not None:
        findings = Findings(Fight.DRAW, Forced.NOT_FOUND, False, False, None, 0)
        return Account(claim, findings, drawn, best_tries(guide, drawn), guide.side, refuted)
    line = best_line(guide)
    findings = find_fight(guide.game, claim.verdict, guide, budget=budget)
    tries, part = best_tries(guide, line), guide.part
    return Account(claim, findings, line, tries, refuted=refuted, places=guide.places, part=part)
