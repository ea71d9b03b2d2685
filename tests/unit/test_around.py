"""What stands around the commands: the self-test, the manual page, completion, and how much is said."""

import argparse
import logging
import re
import shutil
import subprocess
import sys

import pytest

from verifier import judge
from verifier.board import Position
from verifier.cli import main
from verifier.cli.arguments import COMMANDS, parser
from verifier.cli.man import manual_page, subcommands
from verifier.cli.selftest import _contrary, _judged
from verifier.errors import CertificateError
from verifier.jobs.cases.case import load_case
from verifier.proof import check
from verifier.rules import load_ruleset


def test_the_selftest_proves_at_least_a_dozen_units_with_every_prover(capsys):
    assert main(["selftest"]) == 0
    out = capsys.readouterr().out
    rows = [line.split() for line in out.splitlines() if line.endswith(" ok")]
    assert len(rows) >= 12
    assert {"python", "sat"} <= {row[2] for row in rows}
    assert f"{len(rows)} of {len(rows)} proofs found" in out


def test_the_selftest_sees_a_wrong_verdict():
    case, ruleset = load_case("ex01"), load_ruleset("proposal2012")
    verdict = judge("ex01", units=["B6"]).verdicts[0]
    assert _judged(case, verdict.unit, ruleset, verdict) == "ok"
    # A proof under other rules says something else than the document does.
    other = judge("ex01", "japanese1989", units=["B6"]).verdicts[0]
    assert _judged(case, other.unit, ruleset, other) == "the document says dead"
    with pytest.raises(CertificateError):
        check(_contrary(verdict.certificate))


def test_the_selftest_needs_no_files_of_a_checkout(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", "import sys; from verifier.cli import main; sys.exit(main(['selftest']))"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr


def test_the_manual_page_names_every_command_and_option():
    page = manual_page().replace("\\-", "-")
    for name, command in subcommands(parser()).items():
        part = page.partition(f'.SS "shikatsu {name}"')[2].partition(".SS")[0]
        assert part, name
        for action in command._actions:
            if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
                assert all(option in part for option in action.option_strings or [action.metavar or action.dest])
    assert not [line for line in page.splitlines() if re.match(r"[.'](?!TH|SH|SS|TP|PP|B )", line)]


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_the_manual_page_is_typeset_without_a_warning():
    run = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww"], input=manual_page(), capture_output=True, text=True, check=False
    )
    assert "hypothetical" in run.stdout
    assert not [line for line in run.stderr.splitlines() if "break" not in line and "adjust" not in line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_command(shell, capsys):
    pytest.importorskip("shtab")
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in COMMANDS)


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_completion_in_bash_completes(tmp_path, capsys):
    pytest.importorskip("shtab")
    main(["completion", "bash"])
    script = tmp_path / "completion.sh"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    words = "COMP_WORDS=(shikatsu settl); COMP_CWORD=1"
    asked = f'source {script}; {words}; _shtab_shikatsu; echo "${{COMPREPLY[@]}}"'
    run = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["settled"], run.stderr


def test_q_leaves_out_notes_and_v_says_what_is_done(capsys):
    command = ["explain", "ex01", "--unit", "B6"]
    for before, after, note in (([], [], True), (["-q"], [], False), ([], ["-q"], False), ([], ["--quiet"], False)):
        assert main([*before, *command, *after]) == 0
        captured = capsys.readouterr()
        assert "Kind of fight" in captured.out
        assert ("note: labels on empty points" in captured.err) == note
    for arguments in (["-v", "verify", "ex01"], ["verify", "ex01", "-v"]):
        assert main(arguments) == 0
        assert "shikatsu: black B6 under proposal2012: dead, " in capsys.readouterr().err
    assert main(["verify", "ex01"]) == 0
    assert "under proposal2012: dead" not in capsys.readouterr().err
    assert main(["-q", "verify", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err, "mistakes are told in any case"


def test_programs_that_import_the_package_hear_its_log_only_if_they_ask(caplog):
    logger = logging.getLogger("verifier")
    before = logger.propagate, logger.level
    logger.propagate = True
    try:
        with caplog.at_level(logging.DEBUG, logger="verifier"):
            judge(Position(2, 2, 0b0001, 0b1000))
    finally:
        logger.propagate, level = before
        logger.setLevel(level)
    assert any("black A2 under proposal2012" in record.getMessage() for record in caplog.records)
    silent = "import verifier; verifier.judge('.X.\\nO.O\\n')"
    run = subprocess.run([sys.executable, "-c", silent], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
