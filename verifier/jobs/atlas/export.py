"""The positions of an atlas as a Parquet file, for other programs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verifier.board import vertex
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.jobs.atlas.positions import position_of
from verifier.jobs.atlas.query import classes_of
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.survey import unpack_statuses

__all__ = ["write_parquet"]

_BATCH = 100_000


def write_parquet(store: Store, path: Path) -> int:
    """Write a row for each unit of each canonical position, a column for each ruleset; return their number.

    Raises:
        InputError: pyarrow is not installed, or nothing has been built yet.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            "Parquet needs pyarrow, which is not installed: pip install '.[parquet]' in a checkout"
        ) from None
    classes = classes_of(store)
    games = [classes.play_index(ruleset) for ruleset in classes.rulesets]
    text = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    schema = pyarrow.schema(
        [
            ("rows", pyarrow.int8()),
            ("cols", pyarrow.int8()),
            ("code", pyarrow.int64()),
            ("images", pyarrow.int8()),
            ("unit", pyarrow.string()),
            *((ruleset.id, text) for ruleset in classes.rulesets),
        ]
    )
    written = 0
    part = path.with_name(path.name + ".part")
    with parquet.ParquetWriter(part, schema, compression="zstd") as writer:
        batch: list[list[Any]] = [[] for _ in schema]
        for row in _rows(store, games, len(classes.played)):
            for column, value in zip(batch, row, strict=True):
                column.append(value)
            written += 1
            if len(batch[0]) == _BATCH:
                writer.write_table(_table(pyarrow, batch, schema))
                batch = [[] for _ in schema]
        if batch[0]:
            writer.write_table(_table(pyarrow, batch, schema))
    part.replace(path)
    return written


def _table(pyarrow: Any, batch: list[list[Any]], schema: Any) -> Any:
    arrays = [pyarrow.array(column).cast(field.type) for column, field in zip(batch, schema, strict=True)]
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def _rows(store: Store, columns: Sequence[int], games: int) -> Any:
    for rows, cols in store.sizes():
        for code, images, packed, _ in store.positions(rows, cols):
            units = list(position_of(rows, cols, code).units())
            statuses = unpack_statuses(packed, len(units), games)
            for place, unit in enumerate(units):
                name = vertex(next(bits(unit)), rows, cols)
                yield rows, cols, code, images, name, *(statuses[game][place].value for game in columns)
