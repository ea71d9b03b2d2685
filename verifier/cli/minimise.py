"""``shikatsu minimise``: smaller certificates."""

import argparse
import sys
from pathlib import Path

from verifier.cli import document, exits
from verifier.cli.output import Progress, note, prepare_folder, print_table, size
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.proof import read_certificate, write_certificate
from verifier.search.minimise.minimise import Minimised, minimise
from verifier.search.native import available

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    names = [Path(file).name for file in arguments.files]
    if arguments.to:
        if len(set(names)) < len(names):
            raise InputError(f"--to {arguments.to}: two of the certificates have the same name")
        folder = prepare_folder(arguments.to, [], force=True)
        if any((folder / Path(file).name).resolve() == Path(file).resolve() for file in arguments.files):
            raise InputError(
                f"--to {arguments.to}: this would overwrite a certificate; use --in-place for that"
            )
        prepare_folder(arguments.to, names, force=arguments.force)
    results: list[document.MinimisedDocument] = []
    code, interrupted = exits.OK, False
    with Progress(len(arguments.files)) as progress:
        for file in arguments.files:
            progress.start(file)
            try:
                result = _one(file, arguments, progress)
            except ShikatsuError as error:
                code = exits.BAD_INPUT
                reason = " ".join(str(error).split()).removeprefix(f"{file}: ")
                print(f"shikatsu: {file}: {reason}", file=sys.stderr)
                results.append(_nothing(file, reason))
                continue
            progress.step(file)
            results.append(result)
            if result.not_minimised and code == exits.OK:
                code = exits.UNKNOWN
            if result.stopped == "interrupted":
                code, interrupted = exits.INTERRUPTED, True
                worked = sum(not done.reason for done in results)
                note(f"interrupted; {worked} of {len(arguments.files)} certificates were worked on")
                break
    done = [result for result in results if not result.reason]
    if done and not available() and not arguments.own_nodes:
        note("installed without the native kernel: no other moves and proofs were looked for")
    if arguments.json:
        print(
            document.encode(
                document.MinimiseDocument(
                    schema=document.SCHEMA,
                    kind="minimise",
                    program=document.PROGRAM,
                    objective=arguments.objective,
                    files=results,
                    interrupted=interrupted,
                    exit_code=code,
                )
            )
        )
    elif done:
        _print(done, arguments)
    return code


def _one(file: str, arguments: argparse.Namespace, progress: Progress) -> document.MinimisedDocument:
    try:
        made = minimise(
            read_certificate(file),
            objective=arguments.objective,
            seconds=arguments.limit_seconds,
            nodes=arguments.limit_nodes,
            enlarge=not arguments.own_nodes,
            on_progress=lambda how: progress.start(f"{Path(file).name}: {how}"),
        )
    except CertificateError as error:
        raise InputError(f"{file}: refused: {str(error).removeprefix(f'{file}: ')}") from None
    written = None
    if arguments.to:
        written = Path(arguments.to) / Path(file).name
    elif arguments.in_place and made.bytes[1] < made.bytes[0]:
        written = Path(file)
    if written:
        write_certificate(made.certificate, written, force=arguments.force or arguments.in_place)
    return _document(file, made, written)


def _document(file: str, made: Minimised, written: Path | None) -> document.MinimisedDocument:
    return document.MinimisedDocument(
        file=file,
        reason="",
        claim=document.claim_document(made.certificate.claim),
        nodes_before=made.nodes[0],
        nodes=made.nodes[1],
        bytes_before=made.bytes[0],
        bytes=made.bytes[1],
        least=made.least,
        optimal=made.optimal,
        universe=made.universe,
        whole=made.whole,
        stopped=made.stopped,
        not_minimised=made.left,
        seconds=round(made.seconds, 6),
        written=str(written) if written else None,
    )


def _nothing(file: str, reason: str) -> document.MinimisedDocument:
    return document.MinimisedDocument(
        file=file, reason=reason, claim=None, nodes_before=0, nodes=0, bytes_before=0, bytes=0, least=0,
        optimal=False, universe=0, whole=False, stopped="", not_minimised="", seconds=0.0, written=None,
    )  # fmt: skip


def _print(results: list[document.MinimisedDocument], arguments: argparse.Namespace) -> None:
    by_nodes = arguments.objective == "nodes"
    rows, left = [], []
    for result in results:
        name = Path(result.file).name
        if result.not_minimised:
            untouched = not result.universe and result.bytes == result.bytes_before
            part = "" if untouched else "in part "
            left.append(f"{name}: {part}not minimised: {result.not_minimised}")
            if untouched:
                continue
        reached = result.nodes if by_nodes else result.bytes
        gap = "optimal" if result.optimal else f"{1 - result.least / reached:.1%}"
        universe = f"{result.universe}, all won states" if result.whole else str(result.universe)
        rows.append(
            [
                name,
                f"{result.nodes_before} -> {result.nodes}",
                f"{size(result.bytes_before)} -> {size(result.bytes)}",
                str(result.least),
                gap,
                universe,
                result.stopped,
                f"{result.seconds:.1f}",
            ]
        )
    header = ["certificate", "nodes", "size", "at least", "gap", "universe", "stopped by", "seconds"]
    if rows:
        print_table(header, rows, right=["at least", "gap", "seconds"])
        print(f"at least: no certificate made of the nodes of the universe has fewer {arguments.objective}")
    for line in left:
        print(line)
    written = sum(result.written is not None for result in results)
    if arguments.to or arguments.in_place:
        print(f"written: {written} of {len(results)}" + (f" into {arguments.to}" if arguments.to else ""))
    else:
        print("nothing written; use --to DIR or --in-place")
