"""A ruleset as a frozen value."""

import dataclasses
import enum
import functools
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Self

from verifier.errors import InputError
from verifier.rules.axes import ADDED, AXES, PLAYED, conflict
from verifier.rules.history import Edition

__all__ = ["AxisValues", "Basis", "Citation", "Ruleset", "changes_in", "check_id", "digest_of"]

_CHANGES = re.compile(r", (?=[a-z_]+=)")
_ID = re.compile(r"(?! )[A-Za-z0-9_.,=\[\] -]+(?<! )")


class Basis(enum.Enum):
    """What a value of a ruleset rests on."""

    TEXT = "text"
    COMMENTARY = "commentary"
    ASSUMPTION = "assumption"


@dataclasses.dataclass(frozen=True, slots=True)
class Citation:
    """Where a ruleset's text fixes the value of an axis."""

    article: str
    basis: Basis
    note: str = ""


@dataclasses.dataclass(frozen=True)
class AxisValues:
    """A value for each axis of one kind of play, with its source. Compares by these values alone."""

    id: str = dataclasses.field(compare=False)
    values: tuple[tuple[str, str], ...]
    """(axis, value) for every axis, in the order of the table of axes."""
    title: str = dataclasses.field(default="", compare=False)
    source: str = dataclasses.field(default="", compare=False)
    citations: Mapping[str, Citation] = dataclasses.field(default_factory=dict, compare=False, repr=False)

    @functools.cached_property
    def _by_axis(self) -> dict[str, str]:
        return dict(self.values)

    def __getitem__(self, axis: str) -> str:
        """The value on *axis*. Raises KeyError for an unknown axis."""
        return self._by_axis[axis]

    def with_values(self, **changes: str) -> Self:
        """Return rules that differ in the given axes; citations of these axes are dropped."""
        values = {**self._by_axis, **changes}
        kept = {axis: cite for axis, cite in self.citations.items() if axis not in changes}
        changed = ", ".join(f"{axis}={value}" for axis, value in changes.items())
        return type(self)(f"{self.id}[{changed}]", tuple(values.items()), self.title, self.source, kept)

    @functools.cached_property
    def digest(self) -> str:
        """SHA-256 over the values; equal rules have equal digests whatever they cite."""
        return digest_of(self._by_axis)


@dataclasses.dataclass(frozen=True)
class Ruleset(AxisValues):
    """A value for each axis of :data:`verifier.rules.AXES`. Compares by these values alone.

    Raises:
        InputError: an axis is missing, unknown or has a value that is not allowed, or the
            combination has no game.
    """

    document: str = dataclasses.field(default="", compare=False)
    """The id of the ruleset of whose text this is a reading; its own id if of none other."""
    version: int = dataclasses.field(default=1, compare=False)
    """The version of the encoding: one more with each correction of a value."""
    history: tuple[Edition, ...] = dataclasses.field(default=(), compare=False, repr=False)
    """The versions before it, the latest first."""

    def __post_init__(self) -> None:
        check_id(self.id, 300)
        given = {**{name: str(AXES[name].default) for name in ADDED}, **dict(self.values)}
        for name, axis in AXES.items():
            if name not in given:
                allowed = _listing(axis.values)
                raise InputError(f"ruleset {self.id}: axis {name!r} is missing; allowed: {allowed}")
            if given[name] not in axis.values:
                allowed = _listing(axis.values)
                raise InputError(
                    f"ruleset {self.id}: {name} = {given[name]!r} is not known; allowed: {allowed}"
                )
        for name in given:
            if name not in AXES:
                raise InputError(f"ruleset {self.id}: unknown axis {name!r}; the axes are {_listing(AXES)}")
        reason = conflict(given)
        if reason:
            raise InputError(f"ruleset {self.id}: {reason}")
        object.__setattr__(self, "values", tuple((name, given[name]) for name in AXES))
        object.__setattr__(self, "document", self.document or self.id)

    @classmethod
    def of(cls, id: str, values: Mapping[str, str], **rest: object) -> "Ruleset":
        """Build a ruleset from a mapping axis -> value."""
        return cls(id, tuple(values.items()), **rest)  # type: ignore[arg-type]

    def edition(self, other: "Ruleset") -> Edition | None:
        """Return the earlier version of this encoding that has the values of *other*, or None."""
        for edition in self.history:
            if {**self._by_axis, **dict(edition.was)} == dict(other.values):
                return edition
        return None

    @functools.cached_property
    def said(self) -> dict[str, str]:
        """The values as certificates have them: without axes of :data:`ADDED` that are at their default."""
        return {
            name: value for name, value in self.values if name not in ADDED or value != AXES[name].default
        }

    @functools.cached_property
    def digest(self) -> str:
        """SHA-256 over :attr:`said`; equal rulesets have equal digests whatever they cite."""
        return digest_of(self.said)

    @functools.cached_property
    def play_digest(self) -> str:
        """The same over the axes of hypothetical play alone: where it is equal, so are all verdicts."""
        return digest_of({axis: self[axis] for axis in PLAYED})


def check_id(id: object, longest: int) -> None:
    """Refuse the id of a ruleset that could be taken for another one, or that does not fit in a line.

    Raises:
        InputError: it has other characters than the message names, or a space at an end.
    """
    if not (isinstance(id, str) and len(id) <= longest and _ID.fullmatch(id)):
        allowed = f"1 to {longest} letters a to z and A to Z, digits, inner spaces and any of . , _ = - [ ]"
        raise InputError(f"ruleset id {ascii(id)[:60]}: use {allowed}")


def changes_in(id: str) -> tuple[str, dict[str, str]] | None:
    """Return the id before the brackets, and the values that stand in them, as :meth:`with_values` writes.

    None if what stands in brackets is not written so, or more than an id stands before them.
    """
    base, bracket, rest = id.partition("[")
    if base != base.strip() or "]" in base:
        return None
    changes: dict[str, str] = {}
    if not bracket:
        return base, changes
    if not rest.endswith("]"):
        return None
    for group in rest[:-1].split("]["):
        for change in _CHANGES.split(group) if group else ():
            axis, equals, value = change.partition("=")
            if not equals or not value or set("[]") & set(change):
                return None
            changes[axis] = value
    return base, changes


def digest_of(said: object) -> str:
    """SHA-256 over values by axis, or over another document, in whatever order its keys come."""
    canonical = json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _listing(names: Mapping[str, object]) -> str:
    return ", ".join(repr(name) for name in names)
