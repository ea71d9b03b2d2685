"""The readings of a rule text: all combinations of the values that it leaves open."""

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

from verifier.errors import InputError
from verifier.rules import AXES, Ruleset, builtin_names, judging_names, load_ruleset
from verifier.rules.axes import INSIDE, PLAYED, conflict

__all__ = ["Product", "Reading", "open_axes", "parse_axes", "product_of"]

_MOST = 20_000


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """A value on every axis of a product, and the ruleset that the base becomes with them."""

    ruleset: Ruleset
    values: tuple[tuple[str, str], ...]
    """(axis, value) for the axes of the product."""
    departures: tuple[tuple[str, str], ...]
    """Those that are not the base's."""

    @property
    def words(self) -> int:
        """How many words it takes to say the departures, in the sentences of docs/rulesets.md."""
        return sum(len(AXES[axis].values[value].split()) for axis, value in self.departures)

    @property
    def cost(self) -> tuple[int, int]:
        """What makes it less simple than others: departures from the base, then words."""
        return len(self.departures), self.words

    def __str__(self) -> str:
        """Its name in the package if it has one, and what it departs in."""
        named = _named(self.ruleset)
        said = ", ".join(f"{axis} = {value!r}" for axis, value in self.departures)
        if named:
            return f"{named} ({said})" if said else named
        return said or self.ruleset.id


@functools.cache
def _by_digest() -> dict[str, str]:
    return {load_ruleset(name).digest: name for name in reversed(builtin_names())}


def _named(ruleset: Ruleset) -> str:
    """The id of the ruleset of the package that has these values, or ""."""
    return _by_digest().get(ruleset.digest, "")


@dataclasses.dataclass(frozen=True)
class Product:
    """The combinations of some values on some axes; on all others the base has its say."""

    base: Ruleset
    axes: Mapping[str, tuple[str, ...]]
    readings: tuple[Reading, ...]
    """Those that have a game, the simplest first."""
    gameless: tuple[tuple[tuple[str, str], ...], ...]
    """The combinations for which no game is written down."""

    @functools.cached_property
    def by_values(self) -> dict[tuple[tuple[str, str], ...], Reading]:
        """The readings by their values."""
        return {reading.values: reading for reading in self.readings}

    @functools.cached_property
    def games(self) -> dict[str, Ruleset]:
        """One ruleset for each game of hypothetical play among the readings, by its digest."""
        found: dict[str, Ruleset] = {}
        for reading in self.readings:
            found.setdefault(reading.ruleset.play_digest, reading.ruleset)
        return found

    @property
    def played(self) -> tuple[str, ...]:
        """The axes on which verdicts may depend, and not counts alone."""
        return tuple(axis for axis in self.axes if axis in PLAYED)


def open_axes(base: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return the axes on which the readings of the base's document in the package differ, with their values.

    The value of the base comes first. ``no new stone inside`` is a reading of this program and of no text: it
    is among them only if the base has it, or if the caller names it.
    """
    others = [ruleset for ruleset in map(load_ruleset, judging_names()) if ruleset["dead_means"] != INSIDE]
    same = [base, *(other for other in others if other.document == base.document)]
    found = {axis: tuple(dict.fromkeys(ruleset[axis] for ruleset in same)) for axis in AXES}
    return {axis: values for axis, values in found.items() if len(values) > 1}


def parse_axes(base: Ruleset, texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the axes that ``--axes`` names: ``AXIS`` for all its values, or ``AXIS=VALUE|VALUE``.

    Raises:
        InputError: no such axis or value, or one is named twice.
    """
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, equals, rest = (part.strip() for part in text.partition("="))
        if name not in AXES:
            raise InputError(f"--axes {text!r}: no such axis; use some of {', '.join(AXES)}")
        if name in found:
            raise InputError(f"--axes {text!r}: {name} is named twice")
        values = tuple(part.strip() for part in rest.split("|")) if equals else tuple(AXES[name].values)
        for value in values:
            if value not in AXES[name].values:
                allowed = ", ".join(repr(one) for one in AXES[name].values)
                raise InputError(f"--axes {text!r}: {value!r} is no value of {name}; allowed: {allowed}")
        if len(set(values)) < len(values):
            raise InputError(f"--axes {text!r}: a value is named twice")
        found[name] = tuple(sorted(values, key=lambda value: value != base[name]))
    return found


def product_of(base: Ruleset, axes: Mapping[str, tuple[str, ...]]) -> Product:
    """Return all combinations of the values of *axes*.

    Raises:
        InputError: there are too many, or none of them has a game.
    """
    number = math.prod(len(values) for values in axes.values())
    if number > _MOST:
        raise InputError(
            f"{number} readings are too many (at most {_MOST}): name fewer axes, or some of their values"
            " (AXIS=VALUE|VALUE)"
        )
    readings, gameless = [], []
    for values in _combinations(axes):
        if conflict({**dict(base.values), **dict(values)}):
            gameless.append(values)
        else:
            readings.append(_reading(base, values))
    if not readings:
        reason = conflict({**dict(base.values), **dict(gameless[0])})
        raise InputError(f"none of these readings has a game: {reason}")
    return Product(base, dict(axes), tuple(sorted(readings, key=lambda one: one.cost)), tuple(gameless))


def _combinations(axes: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[tuple[str, str], ...]]:
    for values in itertools.product(*axes.values()):
        yield tuple(zip(axes, values, strict=True))


def _reading(base: Ruleset, values: tuple[tuple[str, str], ...]) -> Reading:
    departures = tuple((axis, value) for axis, value in values if base[axis] != value)
    ruleset = base
    if departures:
        ruleset = dataclasses.replace(base.with_values(**dict(departures)), document=base.document)
    return Reading(ruleset, values, departures)
