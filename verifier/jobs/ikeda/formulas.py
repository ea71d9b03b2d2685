"""The language of the specification: formulas as they stand in the source, read into terms.

An axiom is an equation ``left == right``.
"""

import dataclasses
from typing import TypeAlias

from verifier.jobs.ikeda.spelling import MalformedError, plain, tokens

__all__ = [
    "Apply", "Braces", "Empty", "Equation", "If", "Join", "Name", "Not", "Number", "Size", "Term", "parse",
]  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """A constant such as 黒, or a variable, which is written in Latin letters."""

    name: str

    @property
    def variable(self) -> bool:
        """Whether it is a variable."""
        return self.name.isascii()


@dataclasses.dataclass(frozen=True, slots=True)
class Number:
    """An integer."""

    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class Empty:
    """φ, the empty set."""


@dataclasses.dataclass(frozen=True, slots=True)
class Apply:
    """A function symbol and its arguments."""

    function: str
    arguments: tuple["Term", ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Not:
    """A negation."""

    inner: "Term"


@dataclasses.dataclass(frozen=True, slots=True)
class Join:
    """Two terms with a sign between them: or & = ≠ ≥ ≤ > ∈ ∉ ∪ + -."""

    sign: str
    left: "Term"
    right: "Term"


@dataclasses.dataclass(frozen=True, slots=True)
class Size:
    """The number of elements of a set, between bars."""

    inner: "Term"


@dataclasses.dataclass(frozen=True, slots=True)
class Braces:
    """Braces: a set of one element, or brackets around a condition. The type of what is inside tells."""

    inner: "Term"


@dataclasses.dataclass(frozen=True, slots=True)
class If:
    """A choice. Without an "else" it has no value where the condition fails."""

    condition: "Term"
    then: "Term"
    otherwise: "Term | None"


Term: TypeAlias = Name | Number | Empty | Apply | Not | Join | Size | Braces | If


@dataclasses.dataclass(frozen=True, slots=True)
class Equation:
    """An axiom."""

    left: Term
    right: Term


_WORDS = ("if", "then", "else", "or", "not")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_COMPARISONS = ("=", "==", "≠", "≥", "≤", ">", "∈", "∉")


def parse(text: str) -> Equation:
    """Read an axiom. A semicolon at its end may be there or not.

    Raises:
        MalformedError: it breaks the grammar.
    """
    return _Parser(tokens(text)).equation()


class _Parser:
    """Recursive descent, one method for each strength of binding."""

    def __init__(self, given: list[str]) -> None:
        self.tokens, self.at = given, 0

    def equation(self) -> Equation:
        left = self.condition(equal=False)
        self.expect("==", "between the two sides")
        right = self.condition()
        if self.next == ";":
            self.at += 1
        if self.next:
            raise MalformedError(f"the formula is complete before: {self.rest()}")
        return Equation(left, right)

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def rest(self) -> str:
        """What is still to be read, shortened."""
        return plain(" ".join(self.tokens[self.at : self.at + 2]))

    def take(self) -> str:
        token = self.next
        self.at += 1
        return token

    def expect(self, token: str, where: str) -> None:
        if self.next != token:
            raise MalformedError(f"{token} is missing {where}, before: {self.rest() or 'the end'}")
        self.at += 1

    def condition(self, *, equal: bool = True) -> Term:
        """Conditions joined by "or". Only outside the left side of an axiom ``==`` compares."""
        term = self.both(equal)
        while self.next == "or":
            self.at += 1
            term = Join("or", term, self.both(equal))
        return term

    def both(self, equal: bool) -> Term:
        term = self.negation(equal)
        while self.next == "&":
            self.at += 1
            term = Join("&", term, self.negation(equal))
        return term

    def negation(self, equal: bool) -> Term:
        if self.next == "not":
            self.at += 1
            return Not(self.negation(equal))
        return self.comparison(equal)

    def comparison(self, equal: bool) -> Term:
        term = self.sum()
        if self.next in _COMPARISONS and (equal or self.next != "=="):
            sign = self.take()
            return Join("=" if sign == "==" else sign, term, self.sum())
        return term

    def sum(self) -> Term:
        term = self.single()
        while self.next in ("+", "-", "∪"):
            sign = self.take()
            term = Join(sign, term, self.single())
        return term

    def single(self) -> Term:
        token = self.take()
        if token == "if":
            return self.choice()
        if token in _CLOSING:
            inner = self.condition()
            self.expect(_CLOSING[token], f"that closes {token}")
            return Braces(inner) if token == "{" else inner
        if token == "|":
            inner = self.sum()
            self.expect("|", "that closes the size of a set")
            return Size(inner)
        if token == "φ":
            return Empty()
        if token.isdecimal():
            return Number(int(token))
        if token in _WORDS or not token[:1].isalpha():
            self.at -= 1
            raise MalformedError(f"a term is missing before: {self.rest() or 'the end'}")
        if self.next != "(":
            return Name(token)
        self.at += 1
        arguments = [self.condition()]
        while self.next == ",":
            self.at += 1
            arguments.append(self.condition())
        self.expect(")", f"that closes {token}(")
        return Apply(token, tuple(arguments))

    def choice(self) -> If:
        condition = self.condition()
        self.expect("then", "after if")
        then = self.condition()
        if self.next != "else":
            return If(condition, then, None)
        self.at += 1
        return If(condition, then, self.condition())
