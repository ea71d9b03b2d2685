"""What docs/trust.md quotes of the proofs in Coq stands there, and the proofs have no gaps that a reader could see."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THEORIES = {path.name: path.read_text("utf-8") for path in (ROOT / "formal" / "theories").glob("*.v")}


def squeezed(text):
    return " ".join(text.split())


def test_every_quotation_is_from_the_proofs():
    page = (ROOT / "docs" / "trust.md").read_text("utf-8")
    quoted = re.findall(r"^```coq\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(quoted) > 8
    for text in quoted:
        assert any(squeezed(text) in squeezed(theory) for theory in THEORIES.values()), text


def test_every_theorem_is_asked_for_its_assumptions():
    asked = set(re.findall(r"^Print Assumptions (\w+)\.$", THEORIES["Theorems.v"], re.MULTILINE))
    stated = {name for text in THEORIES.values() for name in re.findall(r"^Theorem (\w+)", text, re.MULTILINE)}
    assert stated <= asked, stated - asked


def test_nothing_is_admitted_or_assumed():
    for name, text in THEORIES.items():
        code = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Abort)\b", code), name
        assert code.count("Proof.") == len(re.findall(r"\b(?:Qed|Defined)\.", code)), name


def test_the_words_prove_nothing():
    for name in ("Cycles.v", "Board.v", "Rules.v", "Claims.v"):
        assert not re.search(r"^(Lemma|Theorem|Corollary|Proof)\b", THEORIES[name], re.MULTILINE), name
