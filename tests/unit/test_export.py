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


@pytest.mark.parametrize("there", ["b5.cnf", "b5.drup"])
def test_nothing_is_written_where_one_of_the_files_cannot_be(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], there: str
) -> None:
    (tmp_path / there).mkdir()
    assert main(["export", certificate(proofs, "B5"), str(tmp_path / "b5"), "--force"]) == 2
    assert f"{there}: is a folder; give the name of a file" in capsys.readouterr().err
    assert [path.name for path in tmp_path.glob("b5*")] == [there]
    assert main(["export", certificate(proofs, "B5"), str(tmp_path / "nowhere" / "b5")]) == 2
    assert "its folder does not exist" in capsys.readouterr().err


@pytest.mark.parametrize("prefix", ["", "folder/"])
def test_a_prefix_that_names_no_files_is_refused(
    proofs: Path, prefix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", certificate(proofs, "B5"), prefix]) == 2
    assert capsys.readouterr().err == f"shikatsu: {prefix!r}: names no files; give what their names begin with\n"


def test_what_is_wrong_with_a_formula_or_a_proof_is_told_of_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formula, proof = tmp_path / "f.cnf", tmp_path / "p.drup"
    formula.write_bytes("c 死活\np cnf 1 2\n1 0\n-1 0\n".encode("cp932"))
    proof.write_bytes("c 証明\n0\n".encode("euc_jp"))
    assert main(["rup", str(formula), str(proof)]) == 0
    proof.write_text("1 x 0\n")
    assert main(["rup", str(formula), str(proof)]) == 2
    assert f"{proof}: proof line 1: not DRUP: '1 x 0'" in capsys.readouterr().err
    formula.write_bytes(b"2 0\n")
    assert main(["rup", str(formula), str(proof)]) == 2
    assert capsys.readouterr().err == f"shikatsu: {formula}: formula line 1: not DIMACS: '2 0'\n"


def test_files_are_kept_without_force(proofs: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "b5"
    Path(f"{prefix}.drup").write_text("mine")

    assert main(["export", certificate(proofs, "B5"), str(prefix)]) == 2
    assert Path(f"{prefix}.drup").read_text() == "mine"
    assert not Path(f"{prefix}.cnf").exists()


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rup", str(tmp_path / "no.cnf"), str(tmp_path / "no.drup")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
