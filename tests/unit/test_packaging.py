"""What the package promises to those who install it."""

import json
import re
import tomllib
from pathlib import Path

import verifier
from verifier.cli.arguments import parse
from verifier.jobs.cases.case import CANONICAL_CASES, case_ids
from verifier.rules import builtin_names, play_names

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_the_same_everywhere():
    assert PROJECT["project"]["version"] == verifier.__version__
    assert f"## {verifier.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"version: {verifier.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


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


def test_the_container_starts_a_command_that_there_is():
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    command = json.loads(text.partition("\nCMD ")[2])
    _, arguments = parse(command)
    assert arguments.command == "serve"
    assert f"EXPOSE {arguments.port}\n" in text
    published = re.search(r'ports: \["127\.0\.0\.1:(\d+):(\d+)"\]', (ROOT / "compose.yaml").read_text(encoding="utf-8"))
    assert published
    assert published[2] == str(arguments.port)
    assert "localhost" in arguments.name, "it answers under the name that a browser asks for"
