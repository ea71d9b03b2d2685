"""The Python interface to atlases: all positions of small boards (docs/atlas.md)."""

from collections.abc import Callable, Sequence
from pathlib import Path

from verifier.arguments import called, flag, kind, listed, refused, whole
from verifier.errors import InputError
from verifier.jobs.atlas.build import MAX_POINTS, SEARCH_POINTS, SEARCHES, Meter, Options, check_options
from verifier.jobs.atlas.build import build as build_atlas
from verifier.jobs.atlas.export import write_parquet
from verifier.jobs.atlas.query import Answer, check_file, check_positions, check_tables, classes_of, find
from verifier.jobs.atlas.shapes import boards_up_to, size_of
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.summary import Summary, summarise
from verifier.jobs.subject import Subject, diagram_of
from verifier.search import Limits
from verifier.workers import Workers

__all__ = ["SEARCHED", "Atlas"]

SEARCHED = {"none": 0, "small": SEARCH_POINTS, "all": MAX_POINTS}
"""Where there are searches for what no table decides: up to how many points."""


class Atlas:
    """An atlas in a file, which :meth:`build` makes.

    * *jobs*: processes that do the work; with more than one, a script needs ``if __name__ == "__main__"``.
    * *cluster*: the address of a dask.distributed scheduler whose workers do it instead.

    Raises InputError if one of them is of another kind; every method but :meth:`build` also if the file is no
    atlas, or there is none.
    """

    def __init__(self, path: str | Path, *, jobs: int = 1, cluster: str | None = None) -> None:
        self.path = _path(path)
        self._jobs = whole("jobs", jobs, 1)
        if cluster is not None:
            kind("cluster", cluster, str, "the address of a scheduler is needed, or None")
        self._cluster = cluster

    def build(
        self,
        *sizes: str,
        up_to: int = 0,
        rules: Sequence[str] = (),
        by_points: bool | None = None,
        renewed: bool = False,
        search: str = "small",
        limits: Limits | None = None,
        measures: bool = True,
        on_progress: Callable[[Meter], object] | None = None,
    ) -> None:
        """Build what is missing of the boards ``"3x4"`` etc., and of all with *up_to* points.

        * *rules*: ids or files; if there are none, all that come with the package and have tables.
        * *by_points*: final ownership for single points only; None: on boards of more than 12 points.
        * *renewed*: tables of new stones on the points of the unit above 9 points, too.
        * *search*: where to search for what no table decides: ``"none"``, ``"small"`` or ``"all"`` boards;
          within *limits* for each unit.
        * *measures*: whether the tables are kept with what certifies them.

        Raises:
            InputError: something given cannot be used, or the file is about other rulesets.
            CertificateError: a table was refused; nothing of it is kept.
        """
        if not isinstance(search, str) or search not in SEARCHED:
            raise refused("search", search, f"one of {', '.join(map(repr, SEARCHED))} is needed")
        for size in sizes:
            kind("size", size, str, "rows and columns such as '3x4' are needed")
        whole("up_to", up_to, 0)
        names = tuple(
            kind("rules", name, str, "ids of rulesets, or paths of files, are needed")
            for name in listed("rules", rules, "['proposal2012']")
        )
        if by_points is not None:
            flag("by_points", by_points)
        flag("renewed", renewed)
        if limits is not None:
            kind("limits", limits, Limits, "Limits are needed, such as Limits(seconds=10)")
        flag("measures", measures)
        called("on_progress", on_progress)
        chosen = dict.fromkeys((*(boards_up_to(up_to) if up_to else ()), *map(size_of, sizes)))
        if not chosen:
            raise InputError("no board: name sizes, such as '3x3', or give up_to")
        options = Options(
            tuple(chosen),
            names,
            by_points=by_points,
            renewed=renewed,
            limits=limits or SEARCHES,
            search_points=SEARCHED[search],
            measures=measures,
        )
        check_options(options)
        workers = Workers(self._jobs, self._cluster)
        try:
            with Store(self.path, create=True) as store:
                build_atlas(store, options, workers, on_progress=on_progress)
        finally:
            workers.close()

    def find(self, subject: Subject) -> Answer:
        """Return statuses and scores of one position under all rulesets.

        Raises:
            InputError: the atlas does not have it, or it is none that an atlas can have.
        """
        with Store(self.path) as store:
            return find(store, diagram_of(subject).position)

    def summary(self) -> Summary:
        """Return how often rulesets disagree, the smallest disagreements, and all other counts."""
        with Store(self.path) as store:
            return summarise(store)

    def check(self) -> list[str]:
        """Certify all tables anew, work all positions out again, and return what is wrong."""
        workers = Workers(self._jobs, self._cluster)
        try:
            with Store(self.path) as store:
                classes_of(store)
                faults: list[str | None] = [*check_file(store, workers)]
                faults += [checked.fault for checked in check_tables(store, workers)]
                faults += [fault for _, fault in check_positions(store, workers)]
        finally:
            workers.close()
        return [fault for fault in faults if fault is not None]

    def export(self, path: str | Path) -> int:
        """Write a Parquet file with a row for each unit of the finished positions; return their number.

        Raises:
            InputError: pyarrow is not installed, or *path* is none.
        """
        with Store(self.path) as store:
            return write_parquet(store, _path(path))


def _path(path: str | Path) -> Path:
    """The path of a file. Raises InputError if it is none."""
    if not isinstance(path, str | Path) or not str(path) or "\0" in str(path):
        raise refused("path", path, "the path of a file is needed")
    return Path(path)
