"""What the package promises to those who install it."""

import tomllib
from pathlib import Path

import verifier
from verifier.jobs.cases.case import CANONICAL_CASES, case_ids
from verifier.rules import builtin_names, play_names

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_the_same_everywhere():
    assert PROJECT["project"]["version"] == verifier.__version__
    assert f"## {verifier.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_wheel_holds_package_rulesets_and_cases():
    packages = PROJECT["tool"]["scikit-build"]["wheel"]["packages"]
    assert packages == {
        "verifier": "verifier",
        "verifier/data/encodings": "encodings",
        "verifier/data/cases": "cases",
    }
    assert {*builtin_names(), *play_names()} == {path.stem for path in (ROOT / "encodings").glob("*.toml")}
    assert set(case_ids()) == {path.stem for path in (ROOT / "cases").glob("*.toml")}
    assert set(CANONICAL_CASES) <= set(case_ids())


def test_the_folder_encodings_never_becomes_a_python_package():
    """The standard library owns that name; a package of that name stops the interpreter from starting."""
    assert not list((ROOT / "encodings").rglob("*.py"))


def test_a_failed_native_build_falls_back_to_a_wheel_without_it():
    overrides = PROJECT["tool"]["scikit-build"]["overrides"]
    assert any(item["if"] == {"failed": True} and item["wheel"]["cmake"] is False for item in overrides)


def test_the_sat_solver_is_pinned_exactly():
    assert any(item.startswith("python-sat==") for item in PROJECT["project"]["dependencies"])
