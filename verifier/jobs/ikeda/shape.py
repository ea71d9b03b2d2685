"""The form of the axioms: the three conditions that section 3 of the source sets for its style.

They are about the print. An axiom whose left side cannot be read has none of these forms.
"""

import itertools
from collections.abc import Iterator, Mapping

from verifier.jobs.ikeda.axioms import AXIOMS, SIGNATURES, Axiom
from verifier.jobs.ikeda.formulas import Apply, Braces, Join, Name, Term, parse
from verifier.jobs.ikeda.signatures import variables
from verifier.jobs.ikeda.spelling import MalformedError

__all__ = ["CONDITIONS", "exceptions"]

_STATE = "state"


def _left(axiom: Axiom) -> Term | None:
    """The left side as printed; the sign between the sides stands nowhere else in front of it."""
    try:
        # What is wrong with a right side says nothing of the left one.
        return parse(axiom.printed.partition("==")[0] + "== 0").left
    except MalformedError:
        return None


def _several_states() -> list[str]:
    """Function symbols with more than one state, or one that is not their first argument."""
    return [name for name, signature in SIGNATURES.items() if _STATE in signature.arguments[1:]]


def _plain(term: Term) -> bool:
    return isinstance(term, Name) and term.variable


def _of_states(term: Term) -> bool:
    """Whether it is g(x, ...) with variables only, and g gives a state."""
    if isinstance(term, Name):
        return not term.variable and _gives_state(term.name)
    return isinstance(term, Apply) and all(map(_plain, term.arguments)) and _gives_state(term.function)


def _gives_state(name: str) -> bool:
    signature = SIGNATURES.get(name)
    return signature is not None and signature.result == _STATE


def _formed(term: Term | None) -> bool:
    """Whether a left side is f(x, ...) or f(g(x, ...), ...) with g of states and distinct variables."""
    if not isinstance(term, Apply):
        return False
    names = list(variables(term))
    first, *rest = term.arguments
    return len(names) == len(set(names)) and all(map(_plain, rest)) and (_plain(first) or _of_states(first))


def _other_left_sides() -> list[str]:
    return [axiom.number for axiom in AXIOMS if not _formed(_left(axiom))]


def _overlapping() -> list[str]:
    """Pairs of axioms whose left sides overlap: one has an instance that is one of a part of the other.

    Left sides that are conditions and no calls are left out: they define nothing.
    """
    calls = {axiom.number: _left(axiom) for axiom in AXIOMS}
    sides = {number: term for number, term in calls.items() if isinstance(term, Apply)}
    return [
        f"{one} and {other}"
        for (one, first), (other, second) in itertools.combinations(sides.items(), 2)
        if any(_unify(part, _renamed(second)) for part in _parts(first))
        or any(_unify(part, _renamed(first)) for part in _parts(second))
    ]


def _parts(term: Term) -> Iterator[Term]:
    """A call and all calls in it."""
    if isinstance(term, Apply):
        yield term
        for argument in term.arguments:
            yield from _parts(argument)


def _renamed(term: Term) -> Term:
    """The same with variables that no axiom has."""
    match term:
        case Name(name) if term.variable:
            return Name(f"{name}z")
        case Apply(function, arguments):
            return Apply(function, tuple(map(_renamed, arguments)))
        case Join(sign, left, right):
            return Join(sign, _renamed(left), _renamed(right))
        case Braces(inner):
            return Braces(_renamed(inner))
        case _:
            return term


def _unify(one: Term, two: Term) -> bool:
    """Whether some values of the variables make both the same."""
    bound: dict[str, Term] = {}
    todo = [(one, two)]
    while todo:
        left, right = (_bound(term, bound) for term in todo.pop())
        if left == right:
            continue
        if _plain(left) or _plain(right):
            name, term = (left, right) if _plain(left) else (right, left)
            assert isinstance(name, Name)
            if name.name in _deep(term, bound):
                return False
            bound[name.name] = term
        elif isinstance(left, Apply) and isinstance(right, Apply):
            if left.function != right.function or len(left.arguments) != len(right.arguments):
                return False
            todo += zip(left.arguments, right.arguments, strict=True)
        elif isinstance(left, Join) and isinstance(right, Join) and left.sign == right.sign:
            todo += [(left.left, right.left), (left.right, right.right)]
        elif isinstance(left, Braces) and isinstance(right, Braces):
            todo.append((left.inner, right.inner))
        else:
            return False
    return True


def _bound(term: Term, bound: Mapping[str, Term]) -> Term:
    while isinstance(term, Name) and term.name in bound:
        term = bound[term.name]
    return term


def _deep(term: Term, bound: Mapping[str, Term]) -> set[str]:
    """The variables of a term once what is bound is put in."""
    found: set[str] = set()
    todo = list(variables(term))
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            if name in bound:
                todo += variables(bound[name])
    return found


CONDITIONS = {"one state": _several_states, "left sides": _other_left_sides, "no overlap": _overlapping}
"""The conditions (1) to (3) of the source, each with what makes the list of its exceptions."""


def exceptions(condition: str) -> tuple[list[str], int]:
    """Return what does not meet a condition, and of how many: function symbols, axioms, pairs of axioms."""
    found = CONDITIONS[condition]()
    pairs = len(AXIOMS) * (len(AXIOMS) - 1) // 2
    return found, {"one state": len(SIGNATURES), "left sides": len(AXIOMS), "no overlap": pairs}[condition]
