"""The value of a term, and of the two sides of an axiom: it holds where they are equal.

Where one of them has no value the equation says nothing.
"""

from collections.abc import Callable, Mapping

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
from verifier.jobs.ikeda.model import State
from verifier.jobs.ikeda.symbols import SYMBOLS, NoValueError, Value, World

__all__ = ["equal", "sides", "value"]


def sides(equation: Equation, world: World, values: Mapping[str, Value]) -> tuple[Value, Value]:
    """Return the values of both sides. Raises NoValueError if one of them has none."""
    return value(equation.left, world, values), value(equation.right, world, values)


def value(term: Term, world: World, values: Mapping[str, Value]) -> Value:
    """Return the value of a well-formed term. Raises NoValueError if it has none."""
    match term:
        case Apply(function, arguments):
            return SYMBOLS[function](world, *(value(argument, world, values) for argument in arguments))
        case Name(name):
            return values[name] if term.variable else SYMBOLS[name](world)
        case Join("or" | "&" as sign, left, right):
            return _decided(sign == "or", left, right, world, values)
        case Join(sign, left, right):
            return _SIGNS[sign](value(left, world, values), value(right, world, values))
        case If(condition, then, otherwise):
            chosen = then if value(condition, world, values) else otherwise
            if chosen is None:
                raise NoValueError("no else")
            return value(chosen, world, values)
        case Number(number):
            return number
        case Empty():
            return frozenset()
        case Not(inner):
            return not value(inner, world, values)
        case Size(inner):
            return len(value(inner, world, values))  # type: ignore[arg-type]
        case Braces(inner):
            found = value(inner, world, values)
            return found if isinstance(found, bool) else frozenset([found])


def _decided(which: bool, left: Term, right: Term, world: World, values: Mapping[str, Value]) -> bool:
    """A disjunction (*which* true) or conjunction: one side may decide where the other has no value."""
    try:
        if value(left, world, values) is which:
            return which
    except NoValueError:
        if value(right, world, values) is which:
            return which
        raise
    return value(right, world, values) is True


def equal(one: Value, two: Value) -> bool:
    """Whether two values are the same; states are if their boards and their pasts are."""
    if isinstance(one, State) and isinstance(two, State):
        return one.board() == two.board() and one.game.turns == two.game.turns
    return one == two


_SIGNS: dict[str, Callable[..., Value]] = {
    "=": equal,
    "≠": lambda one, two: not equal(one, two),
    "≥": lambda one, two: one >= two,
    "≤": lambda one, two: one <= two,
    ">": lambda one, two: one > two,
    "∈": lambda one, two: one in two,
    "∉": lambda one, two: one not in two,
    "∪": lambda one, two: one | two,
    "+": lambda one, two: one + two,
    "-": lambda one, two: one - two,
}
