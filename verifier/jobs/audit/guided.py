"""Audits and queries whose search is directed by a guess of KataGo's, where nobody else has one."""

import dataclasses
from collections.abc import Iterable, Iterator

from verifier.board import unit_name
from verifier.errors import ShikatsuError
from verifier.jobs.audit.batch import GameTask, komi_of, prepare
from verifier.jobs.audit.katago import KataGo
from verifier.jobs.audit.query import Query, read_query
from verifier.notation.game import GameRecord
from verifier.rules import Ruleset

__all__ = ["guess_of", "guided"]


def guided(tasks: Iterable[GameTask], engine: KataGo | None) -> Iterator[GameTask]:
    """Yield the tasks, those without hints with what *engine* takes for dead stones.

    Each board is asked about when its task is: one query at a time, by the process that hands out the work.
    """
    for task in tasks:
        if engine is not None and task.hints is None:
            try:
                record, ruleset, _ = prepare(task)
            except ShikatsuError:
                ruleset = None  # its audit says what is wrong
            if ruleset is not None:
                task = dataclasses.replace(task, hints=_asked(engine, task.name, record, ruleset, task.komi))
        yield task


def guess_of(engine: KataGo, query: Query, default: str | Ruleset | None) -> list[str] | None:
    """Return the stones that *engine* takes for dead in the position of *query*; None if nobody knows."""
    try:
        record, _ = read_query(query)
        ruleset = query.ruleset(record, default)
    except ShikatsuError:
        return None  # its answer says what is wrong
    found = _asked(engine, f"query {query.id}", record, ruleset, query.komi)
    return None if found is None else list(found)


def _asked(
    engine: KataGo, name: str, record: GameRecord, ruleset: Ruleset, komi: float | None
) -> tuple[str, ...] | None:
    position = record.position
    try:
        komi = komi_of(record) if komi is None else komi
    except ShikatsuError:
        return None  # its audit says so
    found = engine.dead(name, position, ruleset, komi=komi or 0.0, to_move=record.to_move)
    return None if found is None else tuple(sorted(unit_name(position, unit) for unit in found))
