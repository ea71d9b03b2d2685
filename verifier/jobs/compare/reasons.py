"""Why two rulesets part: of each unit that they decide differently both reasons, and what is to blame."""

import dataclasses
import functools
from collections.abc import Iterator

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.verdict import verdict_of
from verifier.board import Mask, Position
from verifier.jobs.compare.blame import Blame, blame
from verifier.jobs.compare.blame_words import blame_words, to_blame
from verifier.jobs.compare.cache import Known, VerdictCache
from verifier.jobs.compare.matrix import Matrix
from verifier.jobs.compare.relabel import relabelled
from verifier.jobs.explain.explanation import Explanation, explain
from verifier.proof import Certificate
from verifier.rules import Ruleset
from verifier.search import Limits, Outcome, Status

__all__ = ["Parting", "partings", "parts"]


@dataclasses.dataclass(frozen=True)
class Parting:
    """A unit with two proved verdicts, and why they differ."""

    name: str
    """The case, or another name for the position."""
    blame: Blame

    @property
    def position(self) -> Position:
        """Where it is."""
        return self.blame.first.claim.position

    @property
    def unit(self) -> Mask:
        """The unit."""
        return self.blame.first.claim.unit

    @functools.cached_property
    def explanations(self) -> tuple[Explanation, Explanation]:
        """The reasons for both verdicts."""
        return explain(self.blame.first), explain(self.blame.second)

    @property
    def brief(self) -> str:
        """Both verdicts, each with the kind of fight, and the axes to blame, in one line."""
        said = (
            f"{item.claim.verdict.value} ({item.fight.value}) under {item.claim.ruleset.id}"
            for item in self.explanations
        )
        return f"{', '.join(said)}. To blame: {to_blame(self.blame)}"

    @property
    def words(self) -> list[str]:
        """What is to blame, and the kind of fight under each ruleset, in English."""
        kinds = (f"{item.sentences[0]} {item.sentences[1]}" for item in self.explanations)
        return [*blame_words(self.blame), *kinds]


def partings(
    matrix: Matrix,
    first: Ruleset,
    second: Ruleset,
    *,
    prover: str = "auto",
    cache: VerdictCache | None = None,
) -> Iterator[Parting]:
    """Yield the units of a matrix that two of its rulesets are proved to decide differently.

    What has to be searched to find the axes has the limits of the matrix, and is put in *cache*.
    """
    for case in matrix.cases:
        for unit in case.units:
            one, two = matrix.cell(case, unit, first), matrix.cell(case, unit, second)
            if one is None or two is None or one.known.status is two.known.status:
                continue
            proof, other = one.certificate, two.certificate
            if proof is not None and other is not None:
                yield parts(case.id, proof, other, matrix.limits, prover, cache)


def parts(
    name: str,
    first: Certificate,
    second: Certificate,
    limits: Limits,
    prover: str = "auto",
    cache: VerdictCache | None = None,
) -> Parting:
    """Return why two different verdicts on one unit differ; the *limits* are for each set of axes tried."""
    return Parting(name, blame(first, second, limits, prover, ask=functools.partial(_ask, cache)))


def _ask(cache: VerdictCache | None, question: Question) -> UnitVerdict:
    known = cache.get(question, decide) if cache is not None else None
    certificate = None if known is None else known.certificate
    if known is None or (known.proved and certificate is None):  # the store has become unreadable
        verdict = decide(question)
        if cache is not None:
            cache.put(question, Known.of(verdict), decide)
        return verdict
    if certificate is None:
        return UnitVerdict(question, Status.UNKNOWN, known.reason, None, None)
    proof = relabelled(certificate, question.ruleset)
    outcome = Outcome(known.status, proof, "native", known.reason, known.nodes, known.seconds)
    return verdict_of(question, outcome)
