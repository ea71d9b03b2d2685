"""Do the calls of a formula fit the declarations of the specification? Arity, types and bound variables.

The source declares its functions as ``name, name : type, type → type``. It does not declare its variables;
their letters tell what they are.
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping

from verifier.jobs.ikeda.formulas import (
    Apply,
    Braces,
    Empty,
    Equation,
    If,
    Join,
    Name,
    Not,
    Number,
    Size,
    Term,
)
from verifier.jobs.ikeda.spelling import plain

__all__ = ["VARIABLES", "Signature", "declared", "flaws", "variables"]

VARIABLES = {
    "S": "state",
    "xy": "grid",
    "x": "integer",
    "y": "integer",
    "TE": "play",
    "X": "grid_set",
    "bd": "board",
}
"""Types of the variables; numbers after the letters do not matter."""

_INCLUDED = {"真": "boolean", "假": "boolean"}
_SETS = {"grid": "grid_set", "color": "color_set"}
_ANY_SET = "set"


@dataclasses.dataclass(frozen=True, slots=True)
class Signature:
    """What a function symbol takes and gives; a constant takes nothing."""

    arguments: tuple[str, ...]
    result: str


def declared(text: str) -> dict[str, Signature]:
    """Read one declaration. A semicolon before the types, which the source has once, counts as a colon."""
    match = re.fullmatch(r"(.*?)\s*[:;]\s*(.*?)\s*→\s*(\w+);", plain(text))
    if match is None:
        raise ValueError(f"no declaration: {text}")
    arguments = tuple(kind.strip() for kind in match[2].split(",") if kind)
    return {name.strip(): Signature(arguments, match[3]) for name in match[1].split(",")}


def variables(term: Term) -> Iterator[str]:
    """Yield the variables of a term, in order, as often as they occur."""
    if isinstance(term, Name):
        if term.variable:
            yield term.name
        return
    for part in _parts(term):
        yield from variables(part)


def flaws(equation: Equation, signatures: Mapping[str, Signature]) -> tuple[str, ...]:
    """Say what gives a formula no value: calls that break a declaration, variables that nothing binds."""
    checker = _Checker(signatures)
    left, right = checker.type_of(equation.left), checker.type_of(equation.right)
    checker.same("==", left, right)
    bound = set(variables(equation.left))
    unbound = dict.fromkeys(name for name in variables(equation.right) if name not in bound)
    found = [*(f"{name} stands on the right side only" for name in unbound), *checker.found]
    return tuple(dict.fromkeys(found))


def _parts(term: Term) -> Iterable[Term]:
    match term:
        case Apply(_, arguments):
            return arguments
        case Not(inner) | Size(inner) | Braces(inner):
            return (inner,)
        case Join(_, left, right):
            return left, right
        case If(condition, then, otherwise):
            return (condition, then) if otherwise is None else (condition, then, otherwise)
        case _:
            return ()


class _Checker:
    """Gives terms their types and notes what does not fit. None is the type of what has none."""

    def __init__(self, signatures: Mapping[str, Signature]) -> None:
        self.signatures = signatures
        self.found: list[str] = []

    def type_of(self, term: Term) -> str | None:
        match term:
            case Number():
                return "integer"
            case Empty():
                return _ANY_SET
            case Name(name):
                return self.named(name)
            case Apply(function, arguments):
                return self.called(function, [self.type_of(argument) for argument in arguments])
            case Not(inner):
                self.expect("not", self.type_of(inner), "boolean")
                return "boolean"
            case Size(inner):
                kind = self.type_of(inner)
                if kind is not None and not _is_set(kind):
                    self.found.append(f"| | encloses {kind}, not a set")
                return "integer"
            case Braces(inner):
                kind = self.type_of(inner)
                return _SETS.get(kind, kind) if kind else None
            case Join(sign, left, right):
                return self.joined(sign, self.type_of(left), self.type_of(right))
            case If(condition, then, otherwise):
                self.expect("if", self.type_of(condition), "boolean")
                one = self.type_of(then)
                return one if otherwise is None else self.same("else", one, self.type_of(otherwise))

    def named(self, name: str) -> str | None:
        if name.isascii():
            kind = VARIABLES.get(name.rstrip("0123456789"))
        elif name in _INCLUDED:
            kind = _INCLUDED[name]
        else:
            return self.called(name, [])
        if kind is None:
            self.found.append(f"{name} is not declared")
        return kind

    def called(self, function: str, given: list[str | None]) -> str | None:
        signature = self.signatures.get(function)
        if signature is None:
            self.found.append(f"{function} is not declared")
            return None
        wanted = signature.arguments
        if len(given) != len(wanted):
            takes = f"{len(wanted)} argument{'s' * (len(wanted) != 1)} ({', '.join(wanted)})"
            self.found.append(f"{function} takes {takes}, here {len(given)}")
            return signature.result
        for kind, want in zip(given, wanted, strict=True):
            self.expect(function, kind, want)
        return signature.result

    def joined(self, sign: str, left: str | None, right: str | None) -> str | None:
        if sign in ("or", "&"):
            fits = left in ("boolean", None) and right in ("boolean", None)
            self.between(sign, left, right, fits)
            return "boolean" if fits else None
        if sign in ("=", "≠"):
            self.same(sign, left, right)
            return "boolean"
        if sign in ("∈", "∉"):
            fits = left is None or right in (None, _ANY_SET) or _SETS.get(left) == right
            self.between(sign, left, right, fits)
            return "boolean"
        if sign in ("≥", "≤", ">"):
            self.between(sign, left, right, left in ("integer", None) and right in ("integer", None))
            return "boolean"
        kind = _unified(left, right)
        fits = kind is not None and sign in ("∪-" if _is_set(kind) else "+-" if kind == "integer" else "")
        self.between(sign, left, right, fits or left is None or right is None)
        return kind if fits else None

    def same(self, sign: str, left: str | None, right: str | None) -> str | None:
        kind = _unified(left, right)
        self.between(sign, left, right, kind is not None or left is None or right is None)
        return kind

    def between(self, sign: str, left: str | None, right: str | None, fits: bool) -> None:
        if not fits:
            self.found.append(f"{sign} stands between {left} and {right}")

    def expect(self, where: str, kind: str | None, wanted: str) -> None:
        if kind is not None and _unified(kind, wanted) is None:
            self.found.append(f"{where} is given {kind} for {wanted}")


def _is_set(kind: str) -> bool:
    return kind.endswith(_ANY_SET)


def _unified(one: str | None, two: str | None) -> str | None:
    if one == _ANY_SET and two is not None and _is_set(two):
        return two
    if two == _ANY_SET and one is not None and _is_set(one):
        return one
    return one if one == two else None
