"""Forward checking of DRUP proofs, and the text formats of formulas and proofs.

A proof is a list of clauses, each with the *RUP* property: when all its literals are set false, unit
propagation over the formula and the earlier clauses meets a conflict. So each of them follows from
the formula, and if the empty clause is among them the formula has no model (Goldberg and Novikov
2003; the file formats are those of the DIMACS challenge and of drat-trim). Plain RUP only: the
stronger RAT steps are refused. Deletions never matter for soundness; those of unit reasons are
ignored, as drat-trim does.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from verifier.errors import CertificateError

__all__ = [
    "Clause",
    "RupChecker",
    "check_drup",
    "check_rup",
    "parse_cnf",
    "parse_drup",
    "print_cnf",
    "print_drup",
]

Clause = tuple[int, ...]

_LINE_END = re.compile("\r\n|\r|\n")
_INTEGER = re.compile(r"-?[0-9]{1,18}")
MOST_VARIABLES = 1_000_000
"""The checker has tables of this size; a header may name any number."""


def check_rup(variables: int, clauses: Iterable[Clause], proof: Iterable[Clause]) -> None:
    """Check that *proof* (clauses without deletions) refutes *clauses* over variables 1..n.

    Raises:
        CertificateError: a clause does not follow, or the proof does not end in a contradiction.
    """
    check_drup(variables, clauses, ((False, clause) for clause in proof))


def check_drup(variables: int, clauses: Iterable[Clause], steps: Iterable[tuple[bool, Clause]]) -> None:
    """Check the same for a proof with deletions, as :func:`parse_drup` returns it.

    Raises:
        CertificateError: see :func:`check_rup`.
    """
    checker = RupChecker(variables)
    for clause in clauses:
        checker.add(clause)
    for number, (deletion, clause) in enumerate(steps, 1):
        if checker.contradiction:
            return
        if deletion:
            checker.delete(clause)
            continue
        if not checker.follows(clause):
            raise CertificateError(f"step {number} of the proof does not follow by unit propagation")
        checker.add(clause)
    if not checker.contradiction:
        raise CertificateError("the proof does not reach the empty clause")


class RupChecker:
    """A set of clauses closed under unit propagation (two watched literals, no search)."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.contradiction = False
        """Unit propagation alone refutes the clauses added so far."""
        self._clauses: list[list[int] | None] = []
        # Indexed by literal; negative literals count from the end of the list.
        self._value = [0] * (2 * variables + 1)
        self._watches: defaultdict[int, list[int]] = defaultdict(list)
        self._reason = [-1] * (variables + 1)
        self._trail: list[int] = []
        self._done = 0
        self._used: set[int] = set()
        self._numbers: dict[Clause, list[int]] = {}

    def add(self, clause: Clause) -> int:
        """Add a clause, whether it follows or not; return its number (0, 1, ...).

        Raises:
            CertificateError: a literal is 0 or out of range.
        """
        number = len(self._clauses)
        literals = list(dict.fromkeys(clause))
        for literal in literals:
            if not 0 < abs(literal) <= self.variables:
                raise CertificateError(f"literal {literal} is out of range 1..{self.variables}")
        value = self._value
        literals.sort(key=lambda literal: value[literal] < 0)
        self._clauses.append(literals)
        self._numbers.setdefault(_key(clause), []).append(number)
        if self.contradiction:
            return number
        free = sum(1 for literal in literals if value[literal] >= 0)
        if len(literals) > 1:
            # With less than two literals free the clause is a unit or worse for good.
            self._watches[literals[0]].append(number)
            self._watches[literals[1]].append(number)
        if free == 0:
            self._fail(number)
        elif free == 1 and not value[literals[0]]:
            self._assign(literals[0], number)
            conflict = self._propagate()
            if conflict >= 0:
                self._fail(conflict)
        return number

    def delete(self, clause: Clause) -> None:
        """Forget one copy of a clause, unless it is the reason of a unit or was never added."""
        numbers = self._numbers.get(_key(clause), [])
        for position, number in enumerate(numbers):
            literals = self._clauses[number]
            if literals and self._reason[abs(literals[0])] != number:
                self._clauses[number] = None
                del numbers[position]
                return

    def follows(self, clause: Clause) -> bool:
        """Return whether *clause* has the RUP property now. Does not add it."""
        if self.contradiction:
            return True
        self._used = set()
        mark = len(self._trail)
        conflict, satisfied = -1, 0
        for literal in clause:
            if not 0 < abs(literal) <= self.variables:
                raise CertificateError(f"literal {literal} is out of range 1..{self.variables}")
            value = self._value[literal]
            if value > 0:
                satisfied = literal
                break
            if value == 0:
                self._assign(-literal, -1)
        if satisfied:
            self._blame([satisfied])
        else:
            conflict = self._propagate()
            if conflict >= 0:
                self._used.add(conflict)
                self._blame(self._clauses[conflict] or [])
        for literal in self._trail[mark:]:
            self._value[literal] = self._value[-literal] = 0
            self._reason[abs(literal)] = -1
        del self._trail[mark:]
        self._done = mark
        return bool(satisfied) or conflict >= 0

    @property
    def used(self) -> frozenset[int]:
        """Numbers of the clauses that the last successful :meth:`follows`, or the contradiction, needs."""
        return frozenset(self._used)

    def _fail(self, conflict: int) -> None:
        self.contradiction = True
        self._used = {conflict}
        self._blame(self._clauses[conflict] or [])

    def _blame(self, literals: Sequence[int]) -> None:
        """Collect the clauses behind the values of *literals*."""
        seen = {abs(literal) for literal in literals}
        todo = list(seen)
        while todo:
            number = self._reason[todo.pop()]
            if number < 0 or number in self._used:
                continue
            self._used.add(number)
            for literal in self._clauses[number] or ():
                if abs(literal) not in seen:
                    seen.add(abs(literal))
                    todo.append(abs(literal))

    def _assign(self, literal: int, reason: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._reason[abs(literal)] = reason
        self._trail.append(literal)

    def _propagate(self) -> int:
        """Propagate the trail; return the number of a clause that became false, or -1."""
        value, watches, clauses, trail = self._value, self._watches, self._clauses, self._trail
        while self._done < len(trail):
            false = -trail[self._done]
            self._done += 1
            watching = watches[false]
            kept: list[int] = []
            for position, number in enumerate(watching):
                clause = clauses[number]
                if clause is None:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] > 0:
                    kept.append(number)
                    continue
                for k in range(2, len(clause)):
                    literal = clause[k]
                    if value[literal] >= 0:
                        clause[1], clause[k] = literal, false
                        watches[literal].append(number)
                        break
                else:
                    kept.append(number)
                    if value[first] < 0:
                        kept.extend(watching[position + 1 :])
                        watches[false] = kept
                        return number
                    self._assign(first, number)
            watches[false] = kept
        return -1


def _key(clause: Clause) -> Clause:
    return tuple(sorted(set(clause)))


def print_cnf(variables: int, clauses: Sequence[Clause], comments: Iterable[str] = ()) -> str:
    """Return DIMACS text, comments first."""
    lines = [f"c {comment}" for comment in comments]
    lines.append(f"p cnf {variables} {len(clauses)}")
    lines.extend(" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join(lines) + "\n"


def parse_cnf(text: str) -> tuple[int, list[Clause]]:
    """Return the number of variables and the clauses of a DIMACS text.

    Clauses may span lines. Lines that begin with ``c`` are comments, whatever is in them.

    Raises:
        CertificateError: the header is missing or wrong, or a clause is not ended by 0.
    """
    header: list[int] | None = None
    numbers: list[int] = []
    for line_number, line, words in _lines(text):
        try:
            if words[0] == "p":
                if header is not None or words[1:2] != ["cnf"] or len(words) != 4:
                    raise ValueError
                header = _integers(words[2:])
            elif header is None:
                raise ValueError
            else:
                numbers.extend(_integers(words))
        except ValueError:
            raise CertificateError(f"formula line {line_number}: not DIMACS: {line.strip()[:60]!r}") from None
    clauses = _split(numbers, "formula")
    if header is None:
        raise CertificateError("the formula needs a header 'p cnf VARIABLES CLAUSES'")
    if len(clauses) != header[1]:
        raise CertificateError(f"the header of the formula counts {header[1]} clauses; found: {len(clauses)}")
    if not 0 <= header[0] <= MOST_VARIABLES:
        raise CertificateError(
            f"the formula has {header[0]} variables; this checker takes 0 to {MOST_VARIABLES}"
        )
    if any(not 0 < abs(literal) <= header[0] for clause in clauses for literal in clause):
        raise CertificateError(f"the formula has a literal out of range 1..{header[0]}")
    return header[0], clauses


def print_drup(proof: Iterable[Clause]) -> str:
    """Return the text of a proof without deletions."""
    return "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in proof)


def parse_drup(text: str) -> list[tuple[bool, Clause]]:
    """Return the steps of a DRUP text as pairs (is a deletion, clause).

    Clauses may span lines, and several may be on one, as drat-trim reads them: ``d`` goes with the clause
    that it stands before. Lines that begin with ``c`` are comments, whatever is in them.

    Raises:
        CertificateError: something is no literal, or a clause is not ended by 0.
    """
    steps: list[tuple[bool, Clause]] = []
    deletion, clause, begun = False, list[int](), 0
    for line_number, line, words in _lines(text):
        try:
            for word in words:
                if word == "d" and not deletion and not clause:
                    deletion = True
                elif number := _integer(word):
                    clause.append(number)
                else:
                    steps.append((deletion, tuple(clause)))
                    deletion, clause = False, []
                    continue
                begun = begun if deletion + len(clause) > 1 else line_number
        except ValueError:
            raise CertificateError(f"proof line {line_number}: not DRUP: {line.strip()[:60]!r}") from None
    if deletion or clause:
        raise CertificateError(f"proof line {begun}: a clause is not ended by 0")
    return steps


def _lines(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """The lines that are not empty and no comments, by number, with their words."""
    for line_number, line in enumerate(_LINE_END.split(text), 1):
        words = line.split()
        if words and not words[0].startswith("c"):
            yield line_number, line, words


def _integers(words: Iterable[str]) -> list[int]:
    """Raises ValueError like :func:`_integer`."""
    return list(map(_integer, words))


def _integer(word: str) -> int:
    """Raises ValueError for anything but a decimal number of ASCII digits, not too long."""
    if not _INTEGER.fullmatch(word):
        raise ValueError
    return int(word)


def _split(numbers: list[int], where: str) -> list[Clause]:
    clauses: list[Clause] = []
    clause: list[int] = []
    for number in numbers:
        if number:
            clause.append(number)
        else:
            clauses.append(tuple(clause))
            clause = []
    if clause:
        raise CertificateError(f"{where}: a clause is not ended by 0")
    return clauses
