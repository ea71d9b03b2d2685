"""Things that are costly to find, each found once however many tests ask for it."""

import itertools
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

__all__ = ["FoundOnce"]


class FoundOnce(Generic[T]):
    """The items of an endless iterator, for any number of readers."""

    def __init__(self, items: Iterator[T]) -> None:
        self._items = items
        self._found: list[T] = []

    def __getitem__(self, number: int) -> T:
        while len(self._found) <= number:
            self._found.append(next(self._items))
        return self._found[number]

    def __iter__(self) -> Iterator[T]:
        return map(self.__getitem__, itertools.count())
