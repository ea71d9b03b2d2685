"""The store of verdicts: what outlives a change of the program, and what does not."""

import dataclasses
import gc
import hashlib
import sqlite3
import zlib
from pathlib import Path

import pytest

import verifier
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case
from verifier.jobs.compare.cache import Known, VerdictCache
from verifier.proof import Certificate, Verdict, check
from verifier.proof.store import dump_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

LIMITS = Limits(nodes=1000, seconds=60.0)
UNKNOWN = Known(Status.UNKNOWN, "limit: 1000 nodes", 1000, 0.5, 0)


def question(unit: str = "B6", rules: str = "japanese1989") -> Question:
    case = load_case("ex01")
    return Question(case.position, case.unit_at(unit), load_ruleset(rules), LIMITS)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A file with a proved verdict and an unknown one."""
    file = tmp_path / "verdicts.sqlite3"
    cache = VerdictCache(file)
    cache.put(question(), Known.of(decide(question())))
    cache.put(question("A5"), UNKNOWN)
    cache.close()
    return file


def change(file: Path, assignment: str) -> None:
    """Make the entries look as if another program had written them."""
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(f"update proved set {assignment}")
    connection.close()


def test_what_is_kept_is_found_again(store: Path) -> None:
    cache = VerdictCache(store)
    found = cache.get(question())

    assert found is not None
    assert found.status is Status.ALIVE
    assert found.certificate is not None
    assert cache.get(question("A5")) == UNKNOWN
    assert cache.get(question(rules="japanese1989-points")) is None
    wider = dataclasses.replace(question("A5"), limits=dataclasses.replace(LIMITS, nodes=1001))
    assert cache.get(wider) is None
    assert cache.get(dataclasses.replace(question("A5"), prover="python")) is None
    assert cache.get(dataclasses.replace(question(), prover="python")) == found, "proved is proved"
    assert found.certificate.evidence == decide(question()).certificate.evidence


def test_a_store_keeps_certificates_and_hands_out_none_that_stays_in_memory(store: Path) -> None:
    """Some take a gigabyte, so that what is known of many units must not hold theirs."""
    cache, before = VerdictCache(store), certificates_in_memory()
    fresh = VerdictCache()
    known = [cache.get(question()), cache.brief(question()), fresh.put(question(), Known.of(decide(question())))]
    assert certificates_in_memory() == before
    for one in known:
        assert one is not None
        assert one.proved
        assert check(one.certificate).claim.verdict is Verdict.ALIVE
    assert certificates_in_memory() == before
    for one in (cache, fresh):
        one._store.execute("delete from proved")
    assert [one.certificate for one in known] == [None] * 3


def certificates_in_memory() -> int:
    gc.collect()
    return sum(isinstance(thing, Certificate) for thing in gc.get_objects())


def test_after_a_change_of_the_program_proofs_are_checked_and_limits_forgotten(store: Path) -> None:
    earlier = VerdictCache(store)
    before = earlier.get(question())
    assert before is not None
    proof = before.certificate
    earlier.close()
    change(store, "stamp = 'another'")
    cache = VerdictCache(store)

    assert cache.get(question("A5")) is None
    found = cache.get(question())
    assert found == before
    assert found.certificate == proof
    cache.close()
    connection = sqlite3.connect(store)
    stamps = {stamp for (stamp,) in connection.execute("select stamp from proved where certificate is not null")}
    connection.close()
    assert stamps
    assert "another" not in stamps, "checked once, and not each time"


def test_a_certificate_that_cannot_be_read_is_as_good_as_none(store: Path) -> None:
    cache = VerdictCache(store)
    text = dump_certificate(cache.get(question()).certificate)
    cache.close()
    renamed = text.replace('"forbidden"', '"renamed"')
    assert renamed != text
    for damage in (
        f"x'{zlib.compress(renamed.encode()).hex()}'",
        "x'00'",
        f"x'{zlib.compress(b'{}').hex()}'",
        f"x'{zlib.compress(bytes([200])).hex()}'",
    ):
        change(store, f"certificate = {damage} where certificate is not null")
        cache = VerdictCache(store)
        assert cache.get(question()) is None
        assert cache.get(question("A5")) == UNKNOWN
        cache.close()


def test_a_store_that_breaks_while_it_is_used_is_told_in_one_line(store: Path) -> None:
    cache = VerdictCache(store)
    connection = sqlite3.connect(store)
    connection.execute("drop table proved")
    connection.close()
    for use in (cache.get, cache.brief, cache.size, lambda asked: cache.put(asked, UNKNOWN)):
        with pytest.raises(InputError, match=r"verdicts\.sqlite3: cannot be read or written \(no such table"):
            use(question())
    cache.close()


def test_the_size_of_a_proof_is_known_without_reading_it(store: Path) -> None:
    cache = VerdictCache(store)
    known = cache.get(question())
    assert cache.size(question()) == known.states > 0
    assert cache.size(question("A5")) is None, "tried, not proved"
    assert cache.size(question(rules="japanese1989-points")) is None
    change(store, "stamp = 'another', certificate = x'00' where certificate is not null")
    assert cache.size(question()) == known.states


def test_stamps_are_digests_of_sources(store: Path) -> None:
    """That of a proof is of the checker, so it is another one as soon as a line of it is."""
    connection = sqlite3.connect(store)
    stamps = dict(connection.execute("select status, stamp from proved").fetchall())
    connection.close()
    checker = hashlib.sha256()
    for folder in ("board", "rules", "play", "proof"):
        files = sorted((Path(verifier.__file__).parent / folder).rglob("*.py"))
        assert files
        for file in files:
            checker.update(f"{file.relative_to(Path(verifier.__file__).parent).as_posix()}".encode() + file.read_bytes())
    assert stamps["alive"] == checker.hexdigest()
    assert stamps["unknown"] != checker.hexdigest()


def test_what_is_not_proved_any_more_is_not_believed(store: Path) -> None:
    change(store, "stamp = 'another', status = 'dead'")
    assert VerdictCache(store).get(question()) is None

    cache = VerdictCache(store)
    cache.put(question(), Known.of(decide(question("A5"))))  # a proof of something else
    cache.close()
    change(store, "stamp = 'another'")
    assert VerdictCache(store).get(question()) is None


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no store of verdicts, but some text that is long enough to be read as one\n" * 40)

    with pytest.raises(InputError, match="cannot be used as a store"):
        VerdictCache(file)
