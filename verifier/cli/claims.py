"""``shikatsu claims``: what documents claim, and what becomes of it. docs/claims-format.md."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from verifier.cli import exits
from verifier.cli.output import Progress, note, prepare_file, prepare_folder, print_table, write_text
from verifier.cli.reporting import asked_limits
from verifier.errors import InputError
from verifier.jobs.claims.bench import Bench
from verifier.jobs.claims.finding import Outcome, Result
from verifier.jobs.claims.page import claims_page, counts_of
from verifier.jobs.claims.record import Entry, entry_of, recorded, write_record
from verifier.jobs.claims.run import run_claims
from verifier.jobs.claims.store import Store
from verifier.jobs.claims.table import Claim, Document, document_ids, load_document
from verifier.similar import all_named
from verifier.text import many

__all__ = ["run"]

_CODES = {Outcome.REFUTED: exits.REFUSED, Outcome.UNDECIDED: exits.UNKNOWN}


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    target = prepare_file(arguments.page, force=arguments.force) if arguments.page else None
    documents, chosen = _chosen(arguments.ids)
    if arguments.record and not arguments.list:
        prepare_folder(arguments.record, [], force=True)  # what it has of other claims stays
    entries = {document.id: recorded(document, arguments.record) for document in documents}
    asked, left = len(chosen), set[str]()
    if not arguments.list:
        left = _untested(arguments, documents, chosen, entries)
    if arguments.record and not arguments.list:
        for document in documents:
            write_record(document, entries[document.id], arguments.record)
    shown = [
        entries[document.id][claim.id]
        for document in documents
        for claim in document.claims
        if claim.id in chosen - left
    ]
    if target:
        known = {document.id: (document, list(entries[document.id].values())) for document in documents}
        ids = f" {' '.join(arguments.ids)}" if arguments.ids else ""
        write_text(target, claims_page(known, f"shikatsu claims{ids} --list --page docs/claims.md"))
    else:
        _print(shown)
    if left:
        kept = "the same command goes on from here" if arguments.store else "nothing is kept without --store"
        note(f"interrupted; {len(left)} of {many(asked, 'claim')} were not tested; {kept}")
        return exits.INTERRUPTED
    codes = {_CODES[entry.outcome] for entry in shown if entry.outcome in _CODES}
    return exits.REFUSED if exits.REFUSED in codes else exits.UNKNOWN if codes else exits.OK


def _chosen(ids: Sequence[str]) -> tuple[list[Document], set[str]]:
    """The documents and the ids of the claims that were named; all without a name."""
    documents: dict[str, Document] = {}
    chosen: set[str] = set()
    files = [name for name in ids if name not in document_ids() and Path(name).is_file()]
    by_claim = {claim.id: name for name in (*document_ids(), *files) for claim in load_document(name).claims}
    known = (*document_ids(), *by_claim)
    for name in ids or document_ids():
        if name not in known and re.fullmatch(r"[\w-]{1,40}", name) and not Path(name).exists():
            hint = all_named(name, known, "files of claims", document_ids())
            raise InputError(
                f"{name!r}: no claim, no file of claims and no other file; {hint}, and shikatsu claims --list"
                " names the claims"
            )
        document = load_document(by_claim.get(name, name))
        documents[document.id] = document
        # A file of which single claims are named as well says where these stand.
        named = {claim.id for claim in document.claims} & set(ids)
        chosen |= {name} if name in by_claim else named or {claim.id for claim in document.claims}
    return list(documents.values()), chosen


def _untested(
    arguments: argparse.Namespace,
    documents: Sequence[Document],
    chosen: set[str],
    entries: dict[str, dict[str, Entry]],
) -> set[str]:
    """Test the chosen claims and put what came out into *entries*; return those that Ctrl-C left."""
    asked = (arguments.limit_nodes, arguments.limit_seconds, arguments.limit_memory)
    limits = asked_limits(arguments) if any(value is not None for value in asked) else None
    of = {claim.id: document.id for document in documents for claim in document.claims}
    claims: list[Claim] = [
        claim for document in documents for claim in document.claims if claim.id in chosen and claim.tests
    ]
    if not claims and arguments.ids and not chosen:
        raise InputError("no claim was named")
    with Store(arguments.store) as store, Progress(len(claims)) as progress:

        def put(result: Result) -> None:
            entries[of[result.claim.id]][result.claim.id] = entry_of(result)
            progress.step(f"{result.claim.id} {result.outcome.value}")

        results, _ = run_claims(Bench(store, limits, capped=limits is not None), claims, put)
    return {claim.id for claim in claims} - {result.claim.id for result in results}


def _print(entries: Sequence[Entry]) -> None:
    if len(entries) == 1:
        _print_one(entries[0])
    else:
        rows = [[one.claim.id, one.outcome.value, one.claim.where, one.claim.says] for one in entries]
        print_table(["claim", "outcome", "place", "says"], rows)
        print()
        names = ("claims", "confirmed", "refuted", "undecided", "not testable")
        numbers = zip(counts_of(entries), names, strict=True)
        print(", ".join(f"{number} {name}" for number, name in numbers))


def _print_one(entry: Entry) -> None:
    claim = entry.claim
    print(f"{claim.id}  {claim.where} (line {claim.line}, {claim.basis.value})")
    print(f"says: {claim.says}")
    for spec in claim.tests:
        print(f"test: {spec.text}")
    if claim.note:
        print(f"note: {claim.note}")
    print(f"{entry.outcome.value}: {entry.found}")
