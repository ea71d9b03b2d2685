"""What the checker loads, in a process of its own."""

import json
import pickle
import subprocess
import sys

import pytest

from verifier import Limits, judge, write_certificate

CORE = {
    "verifier", "verifier.errors", "verifier.lazy", "verifier.version",
    "verifier.board", "verifier.board.colour", "verifier.board.grid", "verifier.board.life",
    "verifier.board.position", "verifier.board.symmetry", "verifier.board.vertex", "verifier.board.walls",
    "verifier.rules", "verifier.rules.axes", "verifier.rules.history", "verifier.rules.ruleset",
    "verifier.play", "verifier.play.arenas", "verifier.play.hypothetical", "verifier.play.turn",
    "verifier.proof", "verifier.proof.certificate", "verifier.proof.checker", "verifier.proof.scope",
    "verifier.proof.states",
}  # fmt: skip
"""All that a proof by states rests on."""
FILES = {
    "verifier.datafiles", "verifier.files", "verifier.play.keeping",
    "verifier.proof.chains", "verifier.proof.evidence", "verifier.proof.lines", "verifier.proof.store",
    "verifier.proof.strict",
    "verifier.play.memory", "verifier.play.pattern", "verifier.play.plain",
    "verifier.rules.loader", "verifier.rules.playing",
}  # fmt: skip
"""Reading a file of any kind, and comparing the name of its ruleset with those of this package."""
PATTERNS = {"verifier.proof.patterns"}


def loaded_by(*lines):
    program = "\n".join(
        (*lines, "import json, sys", "print(json.dumps([m for m in sys.modules if m.split('.')[0] == 'verifier']))")
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_the_core_of_the_checker_loads_these_modules_and_no_others():
    assert loaded_by("from verifier.proof.checker import check") == CORE


def test_the_core_checks_a_proof_by_states(tmp_path):
    certificate = judge("ex24", units=["B10"], prover="python", limits=Limits(seconds=60)).verdicts[0].certificate
    path = tmp_path / "certificate.pickle"
    path.write_bytes(pickle.dumps(certificate))
    found = loaded_by(
        "import pickle",
        "from verifier.proof.checker import check",
        f"with open({str(path)!r}, 'rb') as file: certificate = pickle.load(file)",
        "report = check(certificate)",
        "assert (report.family, report.claim.verdict.value) == ('strategy', 'dead'), report",
    )
    assert found == CORE


@pytest.mark.parametrize("prover", ["python", "auto"])
def test_checking_a_file_loads_no_prover(tmp_path, prover):
    verdict = judge("ex24", units=["B10"], prover=prover, limits=Limits(seconds=60)).verdicts[0]
    path = tmp_path / "proof.json"
    write_certificate(verdict.certificate, path)
    found = loaded_by("import verifier", f"assert verifier.check({str(path)!r}).claim.verdict.value")
    patterns = '"patterns"' in path.read_text(encoding="utf-8")
    assert found == CORE | FILES | (PATTERNS if patterns else set())
