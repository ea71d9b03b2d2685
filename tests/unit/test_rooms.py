"""Imports go downwards only, and no two rooms or modules import each other: ``benchmarks/rooms.py``."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "rooms.py"
if not SCRIPT.is_file():
    pytest.skip("the benchmarks are not here", allow_module_level=True)

SPEC = importlib.util.spec_from_file_location("rooms", SCRIPT)
assert SPEC is not None
assert SPEC.loader is not None
rooms = importlib.util.module_from_spec(SPEC)
sys.modules["rooms"] = rooms
SPEC.loader.exec_module(rooms)


def house(folder: Path, **modules: str):
    """A package with one module in each of some rooms; ``__`` in a name stands for a folder."""
    for name, text in modules.items():
        path = folder.joinpath("verifier", *name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        for inner in [path.parent, *path.parent.parents]:
            if folder in inner.parents:
                (inner / "__init__.py").touch()
    return rooms.package(folder / "verifier")


@pytest.mark.parametrize("build", [rooms.package, rooms.kernel])
def test_no_room_imports_upwards_and_no_two_import_each_other(build):
    built = build()
    assert rooms.faults(built) == []
    assert len(built.imports) > 40
    assert set(built.layers) >= set(built.rooms.values())


def test_every_room_and_every_exception_of_the_order_is_there():
    built = rooms.package()
    assert sorted(rooms.LAYERS) == sorted(set(built.rooms.values())), "a room that is gone is named"
    used = {built.meant(one) for one in built.imports} - {None}
    assert used == set(rooms.LAZY), "an exception that nothing needs"


def test_the_games_on_graphs_know_no_go():
    into = {other for one, other in rooms.package().between() if one == "cycles"}
    assert into <= {"base"}


def test_an_import_upwards_is_found_in_a_function_too(tmp_path):
    built = house(tmp_path, board__grid="def f():\n    from verifier.rules import axes\n", rules__axes="")
    assert rooms.faults(built) == ["board.grid:2 imports upwards: rules.axes"]


def test_an_import_by_name_is_an_import(tmp_path):
    code = 'import importlib\ndef f():\n    return importlib.import_module("verifier.rules.axes")\n'
    built = house(tmp_path, board__grid=code, rules__axes="")
    assert rooms.faults(built) == ["board.grid:3 imports upwards: rules.axes"]


def test_modules_of_one_room_that_import_each_other_are_found(tmp_path):
    built = house(
        tmp_path, board__grid="from verifier.board import life", board__life="import verifier.board.grid"
    )
    assert rooms.faults(built) == ["modules import each other: board.grid, board.life"]


def test_rooms_that_import_each_other_through_a_third_are_found(tmp_path):
    built = house(
        tmp_path,
        board__grid="from verifier.rules.axes import AXES",
        rules__axes="from verifier.notation import sgf",
        notation__sgf="import verifier.board.life",
        board__life="",
    )
    assert "rooms import each other: board, notation, rules" in rooms.faults(built)


def test_what_is_meant_to_be_late_is_no_fault_only_within_a_function(tmp_path):
    plain = {"search__plain__prover": "from verifier.search.outcome import Limits", "search__outcome": ""}
    late = "def f():\n    from verifier.search.plain.prover import prove\n"
    assert rooms.faults(house(tmp_path / "late", search__choice=late, **plain)) == []
    early = "from verifier.search.plain.prover import prove\n"
    assert rooms.faults(house(tmp_path / "early", search__choice=early, **plain)) == [
        "rooms import each other: search, search.plain",
        "search.choice:1 imports upwards: search.plain.prover",
    ]


def test_a_room_without_a_place_in_the_order_is_found(tmp_path):
    built = house(tmp_path, attic__trunk="")
    assert rooms.faults(built) == ["attic: a room that the order of the layers does not name"]
