"""The results of docs/findings.md: what is claimed of single boards is proved, and every certificate is accepted."""

from pathlib import Path

import pytest

from verifier.cli import main
from verifier.jobs.claims.bench import Bench
from verifier.jobs.claims.finding import Outcome
from verifier.jobs.claims.run import run_claims
from verifier.jobs.claims.store import Store
from verifier.jobs.claims.table import load_document
from verifier.proof import check

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = load_document(str(ROOT / "cases" / "results" / "results.toml")) if Path.cwd() == ROOT else None
LONG = ("R002", "R012", "R014", "R017", "R018")
"""Claims that take longer."""


def claims(*, long: bool):
    """The claims, or the long ones, each as a parameter. Rules of play are named from the folder of the checkout."""
    every = DOCUMENT.claims if DOCUMENT else ()
    return [pytest.param(item, id=item.id) for item in every if (item.id in LONG) is long]


def confirmed(claim, folder: Path) -> None:
    """Test a claim anew and check the certificates that it leaves."""
    with Store(folder) as store:
        results, interrupted = run_claims(Bench(store, None, capped=False), [claim])
    assert not interrupted
    assert results[0].outcome is Outcome.CONFIRMED, results[0]
    files = sorted((folder / "certificates").glob("*.json"))
    assert files
    for file in files:
        if '"format": "shikatsu-certificate"' not in file.read_text(encoding="utf-8"):
            assert main(["solve", "--check", str(file)]) == 0
        else:
            check(file)


@pytest.mark.parametrize("claim", claims(long=False))
def test_a_result_is_proved(claim, tmp_path):
    confirmed(claim, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("claim", claims(long=True))
def test_a_result_of_a_long_search_is_proved(claim, tmp_path):
    confirmed(claim, tmp_path)


def test_every_result_is_about_one_of_nine_questions():
    assert DOCUMENT is not None, "start the tests from the folder of the checkout"
    assert {claim.line for claim in DOCUMENT.claims} <= set(range(1, DOCUMENT.lines + 1))
    assert len(DOCUMENT.claims) >= 20
