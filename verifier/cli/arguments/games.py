"""Games and finished boards, and other programs that play them."""

import argparse
import math

from verifier.arguments import KOMI, is_komi
from verifier.cli.arguments.options import (
    add_first,
    add_json,
    add_limits,
    add_position,
    add_proof,
    add_sgf,
    add_workers,
    describe,
    duration,
    natural,
    positive,
)

__all__ = [
    "define_analysis",
    "define_audit",
    "define_gtp",
    "define_play_out",
    "define_score",
    "define_serve",
    "define_settled",
    "define_solve",
]

MOVES_HELP = (
    "such as 'C3 pass r2c1', after those of an SGF file; also agree, black:resume, no-result, deadlock,"
    " displaced, white:resign, black:foul"
)


def define_settled(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu settled``."""
    describe(
        parser,
        "Say of a complete board whether it is settled: plays that gain, neutral points, how filling in turn"
        " ends and which moves it needs, and units whose status differs with who moves first."
        " docs/settled.md defines the words.",
    )
    add_position(parser)
    add_first(parser, colours=False)
    parser.add_argument(
        "--to-move", choices=("black", "white"), help="who begins to fill (default: as given, else black)"
    )
    parser.add_argument(
        "--limit-total", metavar="S", type=duration, default=60.0, help="time for everything (default 60)"
    )
    add_limits(parser, nodes=200_000, seconds=10)
    add_json(parser)
    add_proof(parser, "write the certificates of the board as it stands and as filled into DIR")


def define_play_out(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu play-out``."""
    describe(
        parser,
        "Replay moves or an SGF game under a ruleset with a section [play]: illegal moves are refused with"
        " the article that forbids them, repetition is judged, and the end is counted. A play case without"
        " moves has its lines replayed under the rulesets they name.",
    )
    _start(parser)
    parser.add_argument("--moves", metavar="MOVES", help=MOVES_HELP)
    parser.add_argument("--resign", choices=("black", "white"), help="who gives up after the moves")
    parser.add_argument("--agree", action="store_true", help="the players agree on the end after the moves")
    claims = parser.add_argument_group("what they agree on; each implies --agree and is repeatable")
    claims.add_argument("--dead", metavar="VERTEX", action="append", default=[], help="a dead chain, or none")
    claims.add_argument("--seki", metavar="VERTEX", action="append", default=[], help="a chain in seki")
    claims.add_argument(
        "--one-sided", metavar="COLOUR:VERTEX", action="append", default=[], help="a one-sided dame"
    )
    parser.add_argument("--line", metavar="N", type=positive, help="only this line of a play case")
    add_json(parser)


def define_solve(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu solve``."""
    describe(
        parser,
        "Find the result of best play from a position near the end, under a ruleset with a section [play]."
        " The whole history counts. Each answer is proved and the proof checked; what reaches a limit is"
        " unknown.",
    )
    _start(parser)
    parser.add_argument("more", metavar="FILE", nargs="*", help="more certificates, with --check")
    parser.add_argument("--moves", metavar="MOVES", help="moves made before, such as 'pass pass'")
    parser.add_argument(
        "--at-least", metavar="LEAD", type=_lead, help="only decide whether Black can get this lead"
    )
    parser.add_argument(
        "--reserves",
        choices=("black", "white"),
        help="with --at-least: look only for a strategy of this side, with settled areas closed",
    )
    add_json(parser)
    add_proof(parser, "write the certificates into DIR")
    parser.add_argument("--check", action="store_true", help="check certificate files instead of solving")
    add_limits(parser, provers=False)


def define_audit(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu audit``."""
    describe(
        parser,
        "Compare what was agreed on at the end of games (result, dead stones, territory) with what is proved:"
        " confirmed, refuted with the line that refutes it, or not proven within the limits.",
    )
    parser.add_argument("paths", metavar="FILE_OR_FOLDER", nargs="*", help="SGF files, or folders with them")
    parser.add_argument("--list", metavar="FILE", help="SGF files, one a line; - for standard input")
    _game(parser)
    parser.add_argument(
        "--hints", metavar="FILE", help="JSON: stones that may be dead, by the name of the game"
    )
    _katago(parser)
    parser.add_argument("--result", metavar="RE", help="the stated result, such as W+3.5, instead of RE")
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="games of which nothing was agreed on too: which stones are proved dead, and the result",
    )
    add_first(parser)
    _board_limits(parser, "time for each game (default 60)")
    add_workers(parser, what="games at a time")
    parser.add_argument("--annotate", metavar="DIR", help="write each game with the audit in it into DIR")
    parser.add_argument("--report", metavar="DIR", help="write a page to print and its picture into DIR")
    parser.add_argument("--png", action="store_true", help="write its picture as PNG too")
    parser.add_argument(
        "--whose-move", action="store_true", help="judge every chain with either side moving first"
    )
    parser.add_argument(
        "--beside", metavar="NAME_OR_FILE", help="a ruleset that may decide what the first leaves open"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each game")
    parser.add_argument(
        "--out", metavar="FILE", help="write these lines there; games that have one are not audited again"
    )
    add_proof(parser, "write one certificate for each proved chain into DIR")


def define_analysis(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu analysis``."""
    describe(
        parser,
        "Answer queries about finished positions: JSON on standard input and output, one a line, in the"
        " manner of KataGo's analysis engine (docs/analysis.md).",
    )
    parser.add_argument("--rules", metavar="NAME_OR_FILE", help="the ruleset of queries that name none")
    _katago(parser)
    _board_limits(parser, "time for each query (default 60)")
    add_workers(parser, what="queries at a time")
    parser.add_argument(
        "--out", metavar="FILE", help="write the answers there; queries that have one are not answered again"
    )


def define_score(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu score``."""
    describe(parser, "Count a position with given dead stones. Runs no prover.")
    parser.add_argument("subject", metavar="FILE", help="an SGF file, a diagram or a case, or - for stdin")
    _game(parser)
    add_json(parser)


def define_gtp(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu gtp``."""
    describe(parser, "Speak the Go Text Protocol, version 2, on standard input and output (docs/gtp.md).")
    parser.add_argument(
        "--rules", metavar="NAME_OR_FILE", default="proposal2012", help="the ruleset (default proposal2012)"
    )
    parser.add_argument(
        "--unknown",
        choices=("error", "agreed", "alive"),
        default="error",
        help="what final status and score take chains for that are not proved (default error)",
    )
    _katago(parser)
    _board_limits(parser, "time for all units of a board (default 30)")
    add_workers(parser, what="searches at a time on a large board")


def define_serve(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu serve``."""
    describe(
        parser,
        "Serve a page on this machine: judge a position under one or two rulesets, see why, and play against"
        " the proofs. Needs the optional extra serve.",
    )
    parser.add_argument(
        "--host", metavar="NAME", default="127.0.0.1", help="listen there (default 127.0.0.1)"
    )
    parser.add_argument("--port", metavar="N", type=_port, default=8361, help="default 8361; 0: any free one")
    parser.add_argument(
        "--name", metavar="HOST", action="append", default=[], help="answer under this name too; repeatable"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--searches", metavar="N", type=positive, default=2, help="at the same time (default 2)"
    )
    limits.add_argument(
        "--limit-seconds", metavar="S", type=duration, default=60.0, help="for one unit (default 60)"
    )
    limits.add_argument(
        "--limit-total", metavar="S", type=duration, default=600.0, help="for one judgement (default 600)"
    )
    limits.add_argument(
        "--limit-memory", metavar="MIB", type=positive, default=1024, help="for one search (default 1024)"
    )


def _start(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject", metavar="POSITION", help="a play case, case, diagram file, SGF file, or - for stdin"
    )
    parser.add_argument(
        "--rules", metavar="NAME_OR_FILE", help="the ruleset (default nihonshiki2-prime)"
    )
    parser.add_argument("--to-move", choices=("black", "white"), help="who is to move (default: as given)")
    parser.add_argument("--komi", metavar="K", type=_komi, help="White's extra points (default: as given)")
    parser.add_argument("--lost", metavar="B,W", help="stones of Black and White captured before")
    parser.add_argument(
        "--ko", metavar="VERTEX", help="the empty point where the last move before took a single ko stone"
    )
    add_sgf(parser, "only N moves of it")


def _komi(text: str) -> float:
    value = _float(text)
    if not is_komi(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not {KOMI}")
    return value


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _lead(text: str) -> float:
    value = _float(text)
    if not (math.isfinite(value) and abs(value) < 1000 and (2 * value).is_integer()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole or half number of points")
    return value


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="NAME_OR_FILE", help="the ruleset (default: as RU names it)")
    parser.add_argument("--game", metavar="N", type=positive, help="only game N of a file (default: all)")
    parser.add_argument("--move", metavar="N", type=natural, help="after N moves (default: all)")
    parser.add_argument(
        "--dead", metavar="VERTEX", nargs="*", action="extend", help="the dead chains (default: as recorded)"
    )
    parser.add_argument("--komi", metavar="K", type=_komi, help="White's extra points instead of KM")
    parser.add_argument("--prisoners", metavar="B,W", help="stones taken in play by Black and White")


def _katago(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--katago",
        metavar="COMMAND",
        help="an analysis engine of KataGo that says where to look, such as 'katago analysis -model FILE"
        " -config FILE'",
    )
    parser.add_argument(
        "--katago-seconds",
        metavar="S",
        type=duration,
        help="wait so long for each answer of it, 15 times as long for the first (default 60)",
    )


def _board_limits(parser: argparse.ArgumentParser, seconds: str) -> None:
    """Limits where the time is one for all units together."""
    parser.add_argument("--limit-seconds", metavar="S", type=duration, help=seconds)
    parser.add_argument(
        "--limit-nodes", metavar="N", type=positive, help="states for each search (default 2000000)"
    )
    parser.add_argument("--limit-memory", metavar="MIB", type=positive, help="memory in MiB (default 1024)")
    parser.add_argument(
        "--prover",
        choices=("auto", "native", "python", "sat"),
        default="auto",
        help="who searches (default auto)",
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 0 to 65535")
    return int(text)
