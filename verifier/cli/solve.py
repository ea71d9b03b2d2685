"""``shikatsu solve``: the result of best play to the end of a game, with proofs, and checking these."""

import argparse
import math
from pathlib import Path

from verifier.board import BLACK
from verifier.cli import exits
from verifier.cli.output import note, prepare_folder
from verifier.cli.play_out import read_setup
from verifier.cli.reporting import asked_limits
from verifier.errors import CertificateError, InputError
from verifier.jobs.replay import moves_of
from verifier.proof.ending import EndingCertificate, check_ending
from verifier.proof.ending_store import read_ending, write_ending
from verifier.rules import load_play_rules
from verifier.search.endings import EndingAnswer, EndingBounds, solve_ending, solve_threshold
from verifier.text import board

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if arguments.check:
        return max(_check(file) for file in (arguments.subject, *arguments.more))
    if arguments.more:
        raise InputError(f"{arguments.more[0]}: one position at a time; several files go with --check")
    rules = load_play_rules(arguments.rules)
    setup, recorded = read_setup(arguments)
    moves = (*(move for _, move in recorded), *moves_of(setup.position, arguments.moves or ""))
    game = setup.game(rules)
    game.play_all(moves)
    limits = asked_limits(arguments)
    print(f"under {rules.id}, {game.now.to_move} to move")
    print(board(game.position))
    folder = prepare_folder(arguments.proof, (), force=arguments.force) if arguments.proof else None
    name = Path(arguments.subject).stem if arguments.subject != "-" else "stdin"
    if arguments.at_least is not None:
        answer = solve_threshold(setup, rules, arguments.at_least, moves=moves, limits=limits)
        answers: tuple[EndingAnswer, ...] = (answer,)
        code = _report(answer, folder, name, force=arguments.force)
        return code if answer.side is not None else exits.UNKNOWN
    bounds = solve_ending(setup, rules, moves=moves, limits=limits)
    answers = bounds.answers
    codes = [_report(answer, folder, name, force=arguments.force) for answer in answers if _wanted(answer)]
    print(_summary(bounds))
    return max([exits.OK if bounds.value is not None else exits.UNKNOWN, *codes])


def _wanted(answer: EndingAnswer) -> bool:
    """Whether an answer is worth a line: it has a proof, or none could be had."""
    return answer.certificate is not None or answer.side is None


def _lead(value: float) -> str:
    if math.isinf(value):
        return ("Black" if value > 0 else "White") + " wins by repetition"
    if value == 0:
        return "a draw"
    return f"{'Black' if value > 0 else 'White'} wins by {abs(value):g}"


def _summary(bounds: EndingBounds) -> str:
    if bounds.value is not None:
        return f"best play: {_lead(bounds.value)}"
    least = "unknown" if math.isinf(bounds.least) else f"{bounds.least:g}"
    greatest = "unknown" if math.isinf(bounds.greatest) else f"{bounds.greatest:g}"
    return f"best play: unknown within the limits; Black's lead is at least {least} and at most {greatest}"


def _report(answer: EndingAnswer, folder: Path | None, name: str, *, force: bool) -> int:
    threshold = "a win by repetition" if math.isinf(answer.at_least) else f"a lead of {answer.at_least:g}"
    if answer.side is None:
        print(f"Black to get at least {threshold}: unknown ({answer.limit}, {answer.nodes} states)")
        return exits.UNKNOWN
    said = "Black can force" if answer.side is BLACK else "White can prevent"
    if answer.certificate is None:
        print(f"{said} {threshold}; the proof reached a limit, so take it as unknown ({answer.nodes} states)")
        return exits.UNKNOWN
    print(f"{said} {threshold}: proved, {_checked(answer.certificate)}; {answer.nodes} states searched")
    if folder:
        sign = "win" if math.isinf(answer.at_least) else f"{answer.at_least:g}"
        path = folder / f"{name}.{answer.certificate.claim.rules.id}.{answer.side}.{sign}.json"
        write_ending(answer.certificate, path, force=force)
        note(f"wrote {path}")
    return exits.OK


def _checked(certificate: EndingCertificate) -> str:
    report = check_ending(certificate)
    return f"{report.nodes} nodes, checked in {report.moves} moves"


def _check(file: str) -> int:
    try:
        certificate = read_ending(file)
        done = _checked(certificate)
    except CertificateError as error:
        print(f"{file}: refused: {error}")
        return exits.REFUSED
    claim = certificate.claim
    threshold = "a win by repetition" if math.isinf(claim.at_least) else f"a lead of {claim.at_least:g}"
    said = "Black can force" if claim.side is BLACK else "White can prevent"
    game = claim.setup.game(claim.rules)
    game.play_all(claim.moves)
    print(f"{file}: accepted ({done})")
    print(f"{said} {threshold}, {game.now.to_move} to move, under {claim.rules.id} [{claim.rules.digest}]")
    lost, komi = game.now.lost, claim.setup.komi
    print(f"komi {komi:g}; captured before: Black {lost[0]}, White {lost[1]}; {len(claim.moves)} moves made")
    print(board(game.position))
    return exits.OK
