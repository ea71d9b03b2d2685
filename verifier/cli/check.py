"""``shikatsu check``: what certificates prove. Runs the checker only; no prover is even imported."""

import argparse
import sys

from verifier import text
from verifier.board import Position, parse_vertex
from verifier.board.grid import bits
from verifier.cli import document, exits
from verifier.cli.checked import checked_document
from verifier.errors import CertificateError, InputError
from verifier.proof import CheckReport, Claim, Verdict, check, read_certificate
from verifier.proof.expect import Expectation, difference
from verifier.rules import Ruleset, load_ruleset, superseded

__all__ = ["run"]

_STRATEGIES = {
    "patterns": "strategy",
    "places": "strategy place by place",
    "stages": "strategy in stages, the last one place by place",
}


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    ruleset = load_ruleset(arguments.rules) if arguments.rules else None
    program = None
    if arguments.certified or arguments.certifier:
        from verifier.cli.certified import find_program

        program = find_program(arguments.certifier)
    expectations = [_expectation(text) for text in arguments.expect]
    results: list[document.FileDocument] = []
    proved: list[Claim] = []
    disagree = False
    for file in arguments.files:
        claim, result = _one(file, expectations, ruleset, quiet=arguments.json)
        if program is not None:
            disagree |= _second(program, result, quiet=arguments.json)
        results.append(result)
        if claim is not None:
            proved.append(claim)
    missing = [wanted.text for wanted in expectations if all(difference(claim, [wanted]) for claim in proved)]
    codes = {"accepted": exits.OK, "refused": exits.REFUSED, "unreadable": exits.BAD_INPUT}
    found = {codes[result.result] for result in results}
    code = exits.OK
    if exits.REFUSED in found or missing or disagree:
        code = exits.REFUSED
    elif exits.BAD_INPUT in found:
        code = exits.BAD_INPUT
    if arguments.json:
        print(
            document.encode(
                document.CheckDocument(
                    schema=document.SCHEMA,
                    kind="check",
                    program=document.PROGRAM,
                    files=results,
                    missing=missing,
                    exit_code=code,
                )
            )
        )
        return code
    for wanted in missing:
        print(f"not proved by any of these files: {wanted}")
    if len(results) > 1:
        accepted = sum(result.result == "accepted" for result in results)
        print(f"{accepted} of {len(results)} certificates accepted")
        if program is not None:
            both = sum(result.result == result.certified == "accepted" for result in results)
            print(f"{both} of {len(results)} accepted by the proved checker too")
    return code


def _second(program: str, result: document.FileDocument, *, quiet: bool) -> bool:
    """Ask the proved checker too, and say what it says; whether the two checkers disagree."""
    from verifier.cli.certified import agreement, certified

    result.certified, reason = certified(program, result.file)
    # What --expect and --rules ask for is no matter of the proof.
    accepted = result.result == "accepted" or (result.certified == "accepted" and _accepted(result.file))
    line, disagree = agreement(accepted, result.certified, reason)
    if not quiet or disagree:
        print(f"{result.file}: {line}", file=sys.stderr if quiet else sys.stdout)
    return disagree


def _accepted(file: str) -> bool:
    try:
        check(read_certificate(file))
    except (CertificateError, InputError):
        return False
    return True


def _one(
    file: str, expectations: list[Expectation], ruleset: Ruleset | None, *, quiet: bool
) -> tuple[Claim | None, document.FileDocument]:
    try:
        report = check(read_certificate(file))
        fault = difference(report.claim, expectations, ruleset)
        if fault:
            raise CertificateError(fault)
    except CertificateError as error:
        return None, _failed(file, "refused", error, quiet)
    except InputError as error:
        return None, _failed(file, "unreadable", error, quiet)
    if not quiet:
        _print(file, report, expectations, ruleset)
    result = document.FileDocument(
        file=file,
        result="accepted",
        reason="",
        claim=document.claim_document(report.claim),
        checked=checked_document(report),
    )
    return report.claim, result


def _failed(file: str, result: document.FileResult, error: Exception, quiet: bool) -> document.FileDocument:
    reason = " ".join(str(error).split()).removeprefix(f"{file}: ")
    if result == "unreadable":
        print(f"shikatsu: {file}: {reason}", file=sys.stderr)
    elif not quiet:
        print(f"REFUSED {file}: {reason}")
    return document.FileDocument(file=file, result=result, reason=reason, claim=None, checked=None)


def _print(file: str, report: CheckReport, expectations: list[Expectation], ruleset: Ruleset | None) -> None:
    claim = report.claim
    position = claim.position
    colour = position.owner_of(claim.unit)
    chains = [document.names(position, chain) for chain in claim.chains]
    print(f"ACCEPTED {file}")
    verdict = f"{claim.verdict.value} under {claim.ruleset.id}"
    if edition := superseded(claim.ruleset):
        verdict += f" as it stood in {edition}, which was corrected since"
    names = " and ".join(f"{stones[0]} ({_stones(stones)})" for stones in chains)
    one = len(chains) == 1
    what = f"unit {names} is" if one else f"units {names} together are"
    print(f"claim: the {colour} {what} {verdict}")
    sign = text.STATUS_SUFFIXES[claim.verdict.value]
    print()
    print(text.board(position, suffixes=dict.fromkeys(bits(claim.unit), sign)))
    marked = "the unit is" if one else "the units are"
    print(f"{marked} marked {sign}; X is black, O is white" + _open(position))
    print()
    print("assumed alive: " + (_assumed(position) or "no chain"))
    if claim.walls:
        print("walls by proof: " + ", ".join(document.wall_names(position, claim.walls)))
    print("ruleset values: " + ", ".join(f"{axis} = {value}" for axis, value in claim.ruleset.values))
    print(f"ruleset digest: {claim.ruleset.digest}")
    rate = f", {report.moves / report.seconds:,.0f} a second" if report.moves >= 1000 else ""
    family, noun = report.family, "state"
    if family in _STRATEGIES:
        family, noun = _STRATEGIES[family], "pattern"
    replayed = f"{text.many(report.states, noun)}, {text.many(report.moves, 'move')} replayed"
    print(f"evidence: {family}; {replayed}{rate}")
    if expectations or ruleset:
        parts = ["position, unit and verdict"] if expectations else []
        parts += [f"the values of {ruleset.id}"] if ruleset else []
        left = "" if ruleset else " (not compared: the ruleset; give --rules)"
        print("as expected: " + " and ".join(parts) + left)
    print()


def _stones(stones: list[str]) -> str:
    count = text.stones(len(stones))
    return count if len(stones) == 1 else f"{count}: {' '.join(stones)}"


def _open(position: Position) -> str:
    sides = sorted(side.value for side in position.open_sides)
    return f"; the board goes on: {', '.join(sides)}" if sides else ""


def _assumed(position: Position) -> str:
    chains = document.assumed_document(position)
    return ", ".join(f"{item.colour} {item.stones[0]} ({text.stones(len(item.stones))})" for item in chains)


def _expectation(asked: str) -> Expectation:
    """Parse CASE:UNIT=VERDICT; the case may be a file whose name holds colons and equals signs.

    UNIT may be several vertices with commas between, for units together.
    """
    subject, colon, rest = asked.rpartition(":")
    unit, equals, verdict = rest.partition("=")
    verdicts = {item.value: item for item in Verdict}
    if not (subject and colon and unit and equals):
        raise InputError(f"--expect {asked!r}: use CASE:UNIT=VERDICT, such as ex08:A10=dead")
    if verdict not in verdicts:
        raise InputError(f"--expect {asked!r}: the verdict must be one of {', '.join(verdicts)}")
    from verifier.cli.source import note_labels, read_source

    source = read_source(subject)
    position = source.diagram.position
    unit_mask, colours = 0, set()
    for name in unit.split(","):
        point = parse_vertex(name, position.rows, position.cols)
        if position.empty >> point & 1:
            raise InputError(f"--expect {asked!r}: there is no stone on {name}")
        unit_mask |= position.chain_at(point)
        colours.add(position.colour_at(point))
    if len(colours) > 1:
        raise InputError(f"--expect {asked!r}: only the units of one side are judged together")
    note_labels(source)
    return Expectation(asked, position, unit_mask, verdicts[verdict])
