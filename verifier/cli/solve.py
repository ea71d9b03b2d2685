"""``shikatsu solve``: the result of best play to the end of a game, with proofs, and checking these."""

import argparse
import glob
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from verifier.board import BLACK, WHITE, Colour, vertex
from verifier.cli import document, exits
from verifier.cli.arguments.given import first_given
from verifier.cli.output import Progress, Unwritten, note, prepare_folder
from verifier.cli.play_document import (
    AnswerDocument,
    EndingClaimDocument,
    EndingFileDocument,
    SolveCheckDocument,
    SolveDocument,
    lead_value,
    move_names,
    side_name,
    start_document,
)
from verifier.cli.play_out import DEFAULT_RULES, read_setup
from verifier.cli.reporting import asked_limits, limits_document
from verifier.cli.resumed import check_resumed_file, failed
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.files import file_name
from verifier.jobs.playing.replay import moves_of
from verifier.jobs.playing.resumed_file import is_resumed
from verifier.jobs.playing.solving import Proved, Solution, solve
from verifier.jobs.subject import refuse_sgf_options
from verifier.play.game import Game
from verifier.proof.endings.checker import EndingReport, check_ending
from verifier.proof.endings.store import ending_of, write_ending
from verifier.proof.strict import read_ascii
from verifier.rules import load_play_rules, play_names
from verifier.search.endings.solve import EndingAnswer, refuse_unsolved
from verifier.text import board

__all__ = ["run"]

_SOLVING = (
    *("rules", "to_move", "komi", "lost", "ko", "moves", "at_least", "reserves"),
    *("proof", "force", "limit_nodes", "limit_seconds", "limit_memory"),
)
"""The options that say what to solve, and how."""


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if arguments.check:
        _refuse_beside_check(arguments)
        return _check((arguments.subject, *arguments.more), as_json=arguments.json)
    if arguments.more:
        raise InputError(f"{arguments.more[0]}: one position at a time; several files go with --check")
    if arguments.reserves and arguments.at_least is None:
        raise InputError("--reserves: name the lead that the strategy is for with --at-least")
    side = {"black": BLACK, "white": WHITE, None: None}[arguments.reserves]
    rules = load_play_rules(arguments.rules or DEFAULT_RULES)
    refuse_unsolved(rules)
    setup, recorded = read_setup(arguments)
    moves = (*(move for _, move in recorded), *moves_of(setup.position, arguments.moves or ""))
    game = setup.game(rules)
    game.play_all(moves)
    limits = asked_limits(arguments)
    name = file_name(Path(arguments.subject).stem) if arguments.subject != "-" else "stdin"
    folder = None
    if arguments.proof:
        begin = glob.escape(f"{name}.{file_name(rules.id)}")
        sign = "*" if arguments.at_least is None else _sign(arguments.at_least)
        like = [f"{begin}.{side}.{sign}.json" for side in Colour]
        folder = prepare_folder(arguments.proof, (), force=arguments.force, like=like)
    if not arguments.json:
        print(f"under {rules.id}, {game.now.to_move} to move")
        print(board(game.position))
    with Progress(1) as progress:
        progress.start("solving")

        def heard(answer: EndingAnswer) -> None:
            progress.start(f"{_threshold(answer.at_least)}: {_side(answer.side)}")

        found = solve(
            setup,
            rules,
            moves=moves,
            at_least=arguments.at_least,
            limits=limits,
            on_answer=heard,
            reserves_for=side,
        )
    files: dict[float, Path] = {}
    with Unwritten() as unwritten:
        if folder:
            _write(found, folder, name, files, force=arguments.force)
    unknown = any(answer.side is None for answer in found.answers)
    if arguments.at_least is None:
        unknown = unknown or found.value is None
    code = exits.UNKNOWN if unknown else exits.OK
    if found.interrupted:
        code = exits.INTERRUPTED
        note("interrupted; what was proved so far is told")
    if arguments.json:
        print(document.encode(_document(found, game, name, files, code)))
    else:
        for answer in found.answers:
            _report(answer)
        for path in files.values():
            note(f"wrote {path}")
        if arguments.at_least is None:
            print(_summary(found))
    unwritten.tell()
    return code


def _refuse_beside_check(arguments: argparse.Namespace) -> None:
    """Refuse what has no effect where certificates are checked.

    Raises:
        InputError: it is given.
    """
    refuse_sgf_options(arguments.subject, arguments.sgf_game, arguments.sgf_move)
    if option := first_given(arguments, _SOLVING):
        raise InputError(
            f"{option} and --check: a certificate says what it is about, and nothing is searched;"
            f" leave {option} out"
        )


def _sign(at_least: float) -> str:
    """What stands for a threshold in the name of a file."""
    return "win" if math.isinf(at_least) else f"{at_least:g}"


def _write(found: Solution, folder: Path, name: str, files: dict[float, Path], *, force: bool) -> None:
    for answer in found.answers:
        if answer.certificate is not None:
            path = folder / f"{name}.{file_name(found.rules.id)}.{answer.side}.{_sign(answer.at_least)}.json"
            write_ending(answer.certificate, path, force=force)
            files[answer.at_least] = path


def _lead(value: float) -> str:
    if math.isinf(value):
        return ("Black" if value > 0 else "White") + " wins by repetition"
    if value == 0:
        return "a draw"
    return f"{'Black' if value > 0 else 'White'} wins by {abs(value):g}"


def _summary(found: Solution) -> str:
    if found.value is not None:
        return f"best play: {_lead(found.value)}"
    bounds = []
    if not math.isinf(found.least):
        bounds.append(f"at least {found.least:g}")
    if not math.isinf(found.greatest):
        bounds.append(f"at most {found.greatest:g}")
    known = f"; Black's lead is {' and '.join(bounds)}" if bounds else ""
    why = "interrupted" if found.interrupted else "unknown within the limits"
    return f"best play: {why}{known}"


def _threshold(lead: float) -> str:
    return "a win by repetition" if math.isinf(lead) else f"a lead of {lead:g}"


def _side(side: Colour | None) -> str:
    return "unknown" if side is None else "Black can force it" if side is BLACK else "White can prevent it"


def _report(answer: Proved) -> None:
    threshold = _threshold(answer.at_least)
    if answer.report is None:
        print(f"Black to get at least {threshold}: unknown ({answer.limit}, {answer.nodes} states)")
        return
    said = "Black can force" if answer.side is BLACK else "White can prevent"
    print(f"{said} {threshold}: proved, {_work(answer.report)}; {answer.nodes} states searched")


def _work(report: EndingReport) -> str:
    return f"{report.nodes} nodes, checked in {report.moves} moves"


def _document(found: Solution, game: Game, name: str, files: dict[float, Path], code: int) -> SolveDocument:
    return SolveDocument(
        schema=document.SCHEMA,
        kind="solve",
        program=document.PROGRAM,
        name=name,
        start=start_document(found.setup, found.rules),
        moves=move_names(found.moves, game.grid.rows, game.grid.cols),
        position=document.position_document(game.position),
        to_move=document.colour_name(game.now.to_move),
        limits=limits_document(found.limits),
        answers=[
            AnswerDocument(
                at_least=lead_value(answer.at_least),
                answer=side_name(answer.side),
                limit=answer.limit,
                nodes=answer.nodes,
                checked=_checked(answer.report),
                certificate=str(files[answer.at_least]) if answer.at_least in files else None,
            )
            for answer in found.answers
        ],
        least=_bound(found.least, found),
        greatest=_bound(found.greatest, found),
        value=None if found.value is None else lead_value(found.value),
        interrupted=found.interrupted,
        exit_code=code,
    )


def _bound(bound: float, found: Solution) -> float | Literal["win", "loss"] | None:
    """A bound for JSON: null where nothing is proved."""
    return None if math.isinf(bound) and found.value is None else lead_value(bound)


def _checked(report: EndingReport | None) -> document.CheckedDocument | None:
    if report is None:
        return None
    return document.CheckedDocument(
        family="ending", states=report.nodes, moves=report.moves, seconds=round(report.seconds, 6)
    )


# Checking


def _check(files: Sequence[str], *, as_json: bool) -> int:
    results = [_check_one(file, quiet=as_json) for file in files]
    worst = {"accepted": exits.OK, "refused": exits.REFUSED, "unreadable": exits.BAD_INPUT}
    code = max(worst[result.result] for result in results)
    if as_json:
        checked = SolveCheckDocument(
            schema=document.SCHEMA,
            kind="solve-check",
            program=document.PROGRAM,
            files=results,
            exit_code=code,
        )
        print(document.encode(checked))
    return code


def _check_one(file: str, *, quiet: bool) -> EndingFileDocument:
    try:
        text = read_ascii(file)
        if is_resumed(text):
            return check_resumed_file(file, text, quiet=quiet)
        certificate = ending_of(text, file)
    except CertificateError as error:
        return failed(file, "refused", error, quiet=quiet)
    except InputError as error:
        return failed(file, "unreadable", error, quiet=quiet)
    try:
        report = check_ending(certificate)
    except ShikatsuError as error:  # the game of its claim cannot be played, or it does not prove it
        return failed(file, "refused", error, quiet=quiet)
    claim = certificate.claim
    game = claim.setup.game(claim.rules)
    game.play_all(claim.moves)
    if not quiet:
        _print_claim(file, report, game)
    return EndingFileDocument(
        file=file,
        result="accepted",
        reason="",
        claim=EndingClaimDocument(
            start=start_document(claim.setup, claim.rules),
            moves=move_names(claim.moves, game.grid.rows, game.grid.cols),
            position=document.position_document(game.position),
            to_move=document.colour_name(game.now.to_move),
            at_least=lead_value(claim.at_least),
            side=document.colour_name(claim.side),
        ),
        resumed=None,
        checked=_checked(report),
    )


def _print_claim(file: str, report: EndingReport, game: Game) -> None:
    claim = report.claim
    said = "Black can force" if claim.side is BLACK else "White can prevent"
    print(f"{file}: accepted ({_work(report)})")
    known = "" if claim.rules.id in play_names() else ", no ruleset of this package"
    print(f"{said} {_threshold(claim.at_least)}, {game.now.to_move} to move, under {claim.rules.id}"
          f" [{claim.rules.digest}]{known}")  # fmt: skip
    if known:
        print("ruleset values: " + ", ".join(f"{axis} = {value}" for axis, value in claim.rules.values))
    setup, rows, cols = claim.setup, game.grid.rows, game.grid.cols
    lost = f"captured before: Black {setup.lost[0]}, White {setup.lost[1]}"
    ko = f"; a ko was just taken at {vertex(setup.ko, rows, cols)}" if setup.ko >= 0 else ""
    print(f"komi {setup.komi:g}; {lost}{ko}")
    if claim.moves:
        print(board(setup.position))
        print(f"{setup.to_move} begins: {' '.join(move_names(claim.moves, rows, cols))}")
    print(board(game.position))
