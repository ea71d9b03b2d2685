"""The commands `export` and `rup`."""

from pathlib import Path

import pytest

from verifier.cli import main


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    folder = tmp_path / "proofs"
    assert main(["verify", "ex10", "--proof", str(folder)]) == 0
    return folder


def certificate(folder: Path, unit: str) -> str:
    (path,) = folder.glob(f"*.{unit}.json")
    return str(path)


def test_a_proof_of_death_is_exported_and_verified(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prefix = str(tmp_path / "b5")

    assert main(["export", certificate(proofs, "B5"), prefix]) == 0
    assert main(["rup", prefix + ".cnf", prefix + ".drup"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "s VERIFIED"


def test_a_formula_with_a_model_is_not_verified(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prefix = str(tmp_path / "b5")
    assert main(["export", certificate(proofs, "B5"), prefix]) == 0
    formula = Path(prefix + ".cnf")
    lines = formula.read_text().splitlines()
    header = next(index for index, line in enumerate(lines) if line.startswith("p cnf"))
    variables, clauses = lines[header].split()[2:]
    lines[header] = f"p cnf {variables} {int(clauses) - 1}"
    formula.write_text("\n".join(lines[:-1]) + "\n")

    assert main(["rup", prefix + ".cnf", prefix + ".drup"]) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("s NOT VERIFIED")


def test_life_is_not_exported(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", certificate(proofs, "A5"), str(tmp_path / "a5")]) == 2
    assert "only death is exported" in capsys.readouterr().err
    assert not list(tmp_path.glob("a5*"))


def test_files_are_kept_without_force(proofs: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "b5"
    Path(f"{prefix}.drup").write_text("mine")

    assert main(["export", certificate(proofs, "B5"), str(prefix)]) == 2
    assert Path(f"{prefix}.drup").read_text() == "mine"
    assert not Path(f"{prefix}.cnf").exists()


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rup", str(tmp_path / "no.cnf"), str(tmp_path / "no.drup")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
