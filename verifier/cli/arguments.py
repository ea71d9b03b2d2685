"""The arguments of the command and of its subcommands."""

import argparse
import importlib
import math
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeAlias

from verifier.board import WALL_KINDS
from verifier.errors import InputError
from verifier.similar import did_you_mean
from verifier.version import __version__

__all__ = ["COMMANDS", "parse", "parser"]

Run: TypeAlias = Callable[[argparse.Namespace], int]

EXITS = (
    "exit codes: 0 all decided or accepted, 1 a claim or certificate refused, 2 bad input,"
    " 3 something unknown, 130 interrupted"
)


class _Parser(argparse.ArgumentParser):
    """Reports a mistake as one line, like every other one."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try {self.prog} --help")


def parse(argv: Sequence[str]) -> tuple[Run, argparse.Namespace]:
    """Return the subcommand's function and its arguments.

    Raises:
        InputError: the arguments make no sense.
        SystemExit: help or the version was asked for, and printed.
    """
    asked = next((word for word in argv if not word.startswith("-")), COMMANDS[0])
    if asked not in COMMANDS and (meant := did_you_mean(asked, COMMANDS)):
        raise InputError(f"argument COMMAND: invalid choice: {asked!r}; {meant} Try shikatsu --help")
    arguments = parser().parse_args(argv)
    arguments.verbosity = (getattr(arguments, "verbose", 0) or 0) - (getattr(arguments, "quiet", 0) or 0)
    module = importlib.import_module(f"verifier.cli.{arguments.module}")
    run: Run = module.run
    return run, arguments


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command, from which help, manual page and completion are made."""
    parser = _Parser(
        prog="shikatsu",
        description="Decide which stones are dead or alive under a given ruleset of Go, and prove it.",
        epilog=EXITS,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"shikatsu {__version__}")
    _verbosity(parser)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for name, define, what in _COMMANDS:
        command = commands.add_parser(name, help=what, allow_abbrev=False)
        command.set_defaults(module=name.replace("-", "_"))
        define(command)
        _verbosity(command)
    return parser


def _verbosity(parser: argparse.ArgumentParser) -> None:
    """Before and after the name of the command; what is not given there leaves the other alone."""
    parser.add_argument(
        "-v", "--verbose", action="store_const", const=1, default=argparse.SUPPRESS,
        help="say on standard error what is being done",
    )  # fmt: skip
    parser.add_argument(
        "-q", "--quiet", action="store_const", const=1, default=argparse.SUPPRESS,
        help="no notes and no progress, only results and mistakes",
    )  # fmt: skip


def _describe(parser: argparse.ArgumentParser, description: str) -> None:
    parser.description, parser.epilog = description, EXITS


def _verify(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Judge the units of a position: every verdict is proved, and the proof checked.")
    _position(parser)
    _first(parser)
    _units(parser, "judge only the unit there")
    _together(parser)
    _search(parser)
    _outputs(parser)
    parser.add_argument("--svg", metavar="FILE", help="write the diagram with the verdicts as a picture")


def _check(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Check certificates and print what each of them proves. Runs no prover.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a certificate")
    parser.add_argument(
        "--expect",
        metavar="CASE:UNIT=VERDICT",
        action="append",
        default=[],
        help="refuse a proof of anything else, such as ex08:A10=dead, or B6,C3=alive for units together;"
        " CASE is an id or a file; repeatable",
    )
    parser.add_argument(
        "--rules", metavar="NAME_OR_FILE", help="refuse a proof under any other ruleset values"
    )
    _json(parser)


def _cases(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Judge cases and compare the verdicts with what the documents claim about them.")
    parser.add_argument(
        "cases", metavar="ID", nargs="*", help="a case id or file (default: the canonical cases)"
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--canonical", action="store_true", help="the canonical examples (the default)")
    chosen.add_argument("--all", action="store_true", help="every case that comes with the package")
    chosen.add_argument("--list", action="store_true", help="only list the ids and titles")
    parser.add_argument(
        "--rules",
        metavar="NAME_OR_FILE",
        nargs="+",
        default=[],
        help="the ruleset (default proposal2012); several are compared in one table",
    )
    _first(parser)
    _search(parser)
    _outputs(parser)
    parser.add_argument("--html", metavar="FILE", help="write the comparison as one page with diagrams")
    parser.add_argument("--site", metavar="DIR", help="write static pages with search, boards and proofs")
    _why(parser, "the first ruleset and another one, also of three rulesets and more")
    _cache(parser)


def _why(parser: argparse.ArgumentParser, of: str) -> None:
    parser.add_argument(
        "--why",
        action=argparse.BooleanOptionalAction,
        default=None,
        help=f"say in full which axes are to blame, and how the fights go, for each difference of {of};"
        " without it in one line each; --no-why: not at all",
    )


def _explain(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Say why one unit lives or dies: the kind of fight, and the best line of both sides.")
    _position(parser)
    chosen = parser.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--unit", metavar="VERTEX", help="a point of the unit (C3 or r2c3)")
    chosen.add_argument("--together", metavar="VERTICES", help=_TOGETHER)
    _first(parser)
    _limits(parser)


def _show(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Show a position as text, picture, SGF or diagram for a forum; with --rules or --unit with verdicts,"
        " territory and lines of play (docs/show.md).",
    )
    parser.add_argument(
        "subject", metavar="POSITION", help="a case id, a diagram file, an SGF file, or - for stdin"
    )
    parser.add_argument(
        "--rules", metavar="NAME_OR_FILE", help="judge all units under this ruleset; with --unit only those"
    )
    _sgf(parser, "the position after N moves")
    _first(parser)
    _units(parser, "judge the unit there, and show its line of play")
    _together(parser)
    parser.add_argument("--lines", action="store_true", help="show the line of play of every unit")
    parser.add_argument(
        "--tree",
        action="store_true",
        help="with --unit: the answer as a tree in SGF, with every other first move and what refutes it",
    )
    parser.add_argument(
        "--as",
        dest="form",
        choices=("text", "diagram", "sensei", "lifein19x19", "sgf"),
        default="text",
        help="what to print, and to write into .txt (default text)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        action="append",
        default=[],
        help="write a file instead, by its ending .svg, .png, .sgf or .txt; repeatable",
    )
    _force(parser)
    _search(parser)


def _ko(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Judge units for 0, 1, 2 and unlimited ko threats of either side, and say which ko must be won.",
    )
    _position(parser)
    _units(parser, "only the unit there")
    _together(parser)
    _first(parser)
    _limits(parser)
    _outputs(parser)


def _settled(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Say of a complete board whether it is settled: plays that gain, neutral points, how filling in turn"
        " ends and which moves it needs, and units whose status differs with who moves first."
        " docs/settled.md defines the words.",
    )
    _position(parser)
    _first(parser, colours=False)
    parser.add_argument(
        "--to-move", choices=("black", "white"), help="who begins to fill (default: as given, else black)"
    )
    parser.add_argument(
        "--limit-total", metavar="S", type=_seconds, default=60.0, help="time for everything (default 60)"
    )
    _limits(parser, nodes=200_000, seconds=10)
    _json(parser)
    _proof(parser, "write the certificates of the board as it stands and as filled into DIR")


def _export(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Write a proof of death as PREFIX.cnf and PREFIX.drup, which drat-trim or 'shikatsu rup' accepts.",
    )
    parser.add_argument("certificate", metavar="CERTIFICATE", help="a certificate of a dead unit")
    parser.add_argument("prefix", metavar="PREFIX", help="path of the two files without their endings")
    _limits(parser, provers=False)
    _force(parser)


def _minimise(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Make certificates smaller, and say how small they could be.")
    parser.add_argument("files", metavar="CERTIFICATE", nargs="+", help="a certificate")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--to", metavar="DIR", help="write the results into DIR, under the same names")
    where.add_argument("--in-place", action="store_true", help="overwrite certificates that became smaller")
    parser.add_argument(
        "--objective", choices=("nodes", "bytes"), default="nodes", help="what is to be small (default nodes)"
    )
    parser.add_argument(
        "--own-nodes", action="store_true", help="use only the nodes of the certificate; look for no others"
    )
    _json(parser)
    parser.add_argument("--force", action="store_true", help="overwrite existing files in DIR")
    limits = parser.add_argument_group("limits for each certificate; at a limit the best one so far is taken")
    limits.add_argument("--limit-seconds", metavar="S", type=_seconds, default=60.0, help="time (default 60)")
    limits.add_argument(
        "--limit-nodes",
        metavar="N",
        type=_positive,
        default=4000,
        help="nodes of the universe that no more are looked for (default 4000)",
    )


def _rup(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Check by unit propagation that a DRUP proof refutes a DIMACS formula.")
    parser.add_argument("formula", metavar="FORMULA", help="a DIMACS CNF file")
    parser.add_argument("proof", metavar="PROOF", help="a DRUP file")


_MOVES_HELP = (
    "such as 'C3 pass r2c1', after those of an SGF file; also agree, black:resume, no-result, deadlock,"
    " displaced, white:resign, black:foul"
)


def _play_out(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Replay moves or an SGF game under a ruleset with a section [play]: illegal moves are refused with"
        " the article that forbids them, repetition is judged, and the end is counted. A play case without"
        " moves has its lines replayed under the rulesets they name.",
    )
    _start(parser)
    parser.add_argument("--moves", metavar="MOVES", help=_MOVES_HELP)
    parser.add_argument("--resign", choices=("black", "white"), help="who gives up after the moves")
    parser.add_argument("--agree", action="store_true", help="the players agree on the end after the moves")
    claims = parser.add_argument_group("what they agree on; each implies --agree and is repeatable")
    claims.add_argument("--dead", metavar="VERTEX", action="append", default=[], help="a dead chain, or none")
    claims.add_argument("--seki", metavar="VERTEX", action="append", default=[], help="a chain in seki")
    claims.add_argument(
        "--one-sided", metavar="COLOUR:VERTEX", action="append", default=[], help="a one-sided dame"
    )
    parser.add_argument("--line", metavar="N", type=_positive, help="only this line of a play case")
    _json(parser)


def _solve(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Find the result of best play from a position near the end, under a ruleset with a section [play]."
        " The whole history counts. Each answer is proved and the proof checked; what reaches a limit is"
        " unknown.",
    )
    _start(parser)
    parser.add_argument("more", metavar="FILE", nargs="*", help="more certificates, with --check")
    parser.add_argument("--moves", metavar="MOVES", help="moves made before, such as 'pass pass'")
    parser.add_argument(
        "--at-least", metavar="LEAD", type=_komi, help="only decide whether Black can get this lead"
    )
    parser.add_argument(
        "--reserves",
        choices=("black", "white"),
        help="with --at-least: look only for a strategy of this side, with settled areas closed",
    )
    _json(parser)
    _proof(parser, "write the certificates into DIR")
    parser.add_argument("--check", action="store_true", help="check certificate files instead of solving")
    _limits(parser, provers=False)


def _start(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject", metavar="POSITION", help="a play case, case, diagram file, SGF file, or - for stdin"
    )
    _rules_option(parser, "nihonshiki2-prime")
    parser.add_argument("--to-move", choices=("black", "white"), help="who is to move (default: as given)")
    parser.add_argument("--komi", metavar="K", type=_komi, help="White's extra points (default: as given)")
    parser.add_argument("--lost", metavar="B,W", help="stones of Black and White captured before")
    parser.add_argument("--ko", metavar="VERTEX", help="where the last move before took a single ko stone")
    _sgf(parser, "only N moves of it")


def _komi(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and abs(value) < 1000 and (2 * value).is_integer()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole or half number of points")
    return value


def _audit(parser: argparse.ArgumentParser) -> None:
    _describe(
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
    parser.add_argument("--result", metavar="RE", help="the stated result, such as W+3.5, instead of RE")
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="games of which nothing was agreed on too: which stones are proved dead, and the result",
    )
    _first(parser)
    _board_limits(parser, "time for each game (default 60)")
    _workers(parser, what="games at a time")
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
    _proof(parser, "write one certificate for each proved chain into DIR")


def _divided(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Take a position apart: units, walls, locales, regions. Nothing is searched or judged.")
    parser.add_argument(
        "subject", metavar="POSITION", help="a case id, a diagram file, an SGF file, or - for stdin"
    )
    _sgf(parser, "the position after N moves")
    walls = parser.add_mutually_exclusive_group()
    walls.add_argument(
        "--rules", metavar="NAME_OR_FILE", help="the ruleset that says what is a wall (default proposal2012)"
    )
    walls.add_argument("--walls", choices=WALL_KINDS, help="what is a wall, instead of a ruleset")
    _json(parser)
    parser.add_argument("--svg", metavar="FILE", help="write a picture with the locales in colours")
    parser.add_argument("--graphml", metavar="FILE", help="write the graph of chains and regions as GraphML")
    parser.add_argument("--dot", metavar="FILE", help="write it for Graphviz")
    _force(parser)


def _score(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Count a position with given dead stones. Runs no prover.")
    parser.add_argument("subject", metavar="FILE", help="an SGF file, a diagram or a case")
    _game(parser)
    _json(parser)


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="NAME_OR_FILE", help="the ruleset (default: as RU names it)")
    parser.add_argument("--game", metavar="N", type=_positive, help="only game N of a file (default: all)")
    parser.add_argument("--move", metavar="N", type=_natural, help="after N moves (default: all)")
    parser.add_argument(
        "--dead", metavar="VERTEX", nargs="*", action="extend", help="the dead chains (default: as recorded)"
    )
    parser.add_argument("--komi", metavar="K", type=_komi, help="White's extra points instead of KM")
    parser.add_argument("--prisoners", metavar="B,W", help="stones taken in play by Black and White")


def _gtp(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Speak the Go Text Protocol, version 2, on standard input and output (docs/gtp.md).")
    _rules_option(parser, "proposal2012")
    parser.add_argument(
        "--unknown",
        choices=("error", "agreed", "alive"),
        default="error",
        help="what final status and score take chains for that are not proved (default error)",
    )
    _board_limits(parser, "time for all units of a board (default 30)")


def _analysis(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Answer queries about finished positions: JSON on standard input and output, one a line, in the"
        " manner of KataGo's analysis engine (docs/analysis.md).",
    )
    parser.add_argument("--rules", metavar="NAME_OR_FILE", help="the ruleset of queries that name none")
    _board_limits(parser, "time for each query (default 60)")
    _workers(parser, what="queries at a time")
    parser.add_argument(
        "--out", metavar="FILE", help="write the answers there; queries that have one are not answered again"
    )


def _board_limits(parser: argparse.ArgumentParser, seconds: str) -> None:
    """Limits where the time is one for all units together."""
    parser.add_argument("--limit-seconds", metavar="S", type=_seconds, help=seconds)
    parser.add_argument(
        "--limit-nodes", metavar="N", type=_positive, help="states for each search (default 2000000)"
    )
    parser.add_argument("--limit-memory", metavar="MIB", type=_positive, help="memory in MiB (default 1024)")
    parser.add_argument(
        "--prover",
        choices=("auto", "native", "python", "sat"),
        default="auto",
        help="who searches (default auto)",
    )


def _axioms(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Check the 96 axioms of the algebraic specification of Ikeda's rules against the game engine, in all"
        " states of random games: which hold as printed, which have no value because of their types, which"
        " are refuted and by what, and whether what is meant holds.",
    )
    parser.add_argument("--games", metavar="N", type=_positive, default=40, help="random games (default 40)")
    parser.add_argument("--seed", metavar="N", type=_natural, default=1, help="of the games (default 1)")
    parser.add_argument("--only", metavar="AXIOM", action="append", help="such as 8-2 or 12-12'; repeatable")
    _json(parser)


def _propose(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Judge the canonical examples under a ruleset file, say what differs from the 試案 and from the rules"
        " of 1989, and look for positions where the ruleset breaks a property that one might expect.",
    )
    parser.add_argument("file", metavar="FILE", help="a ruleset file (docs/write-a-ruleset.md) or an id")
    parser.add_argument("cases", metavar="ID", nargs="*", help="cases (default: the canonical ones)")
    _points(parser, "search for broken properties")
    _first(parser, colours=False)
    _search(parser)
    _export_into(parser)
    _proof(parser, "write the certificates of the findings into DIR")
    _why(parser, "verdicts")
    _cache(parser)


def _serve(parser: argparse.ArgumentParser) -> None:
    _describe(
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
        "--searches", metavar="N", type=_positive, default=2, help="at the same time (default 2)"
    )
    limits.add_argument(
        "--limit-seconds", metavar="S", type=_seconds, default=60.0, help="for one unit (default 60)"
    )
    limits.add_argument(
        "--limit-total", metavar="S", type=_seconds, default=600.0, help="for one judgement (default 600)"
    )
    limits.add_argument(
        "--limit-memory", metavar="MIB", type=_positive, default=1024, help="for one search (default 1024)"
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 0 to 65535")
    return int(text)


def _findings(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Judge all cases under the 試案 and all readings of the rules of 1989, and write what holds of the"
        " claims.",
    )
    parser.add_argument("--out", metavar="FILE", help="write the page there instead of printing it")
    parser.add_argument(
        "--rules", metavar="ID", nargs="+", help="readings of the rules of 1989 (default: all)"
    )
    parser.add_argument("--all", action="store_true", help="judge all cases, not only those it speaks of")
    _points(parser, "look for smallest positions")
    _search(parser)
    _proof(parser, "write all certificates into DIR")
    _cache(parser)


def _claims(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Test what four documents claim, one claim after the other: statuses, counts, moves, results, axioms."
        " The exit code is 1 if a claim is refuted, 3 if one is undecided.",
    )
    parser.add_argument(
        "ids",
        metavar="ID",
        nargs="*",
        help="files of claims, by id or path, or single claims such as S085 (default: all)",
    )
    parser.add_argument("--list", action="store_true", help="test nothing, show what is recorded")
    parser.add_argument(
        "--store", metavar="DIR", help="keep outcomes and certificates in DIR, and go on from there"
    )
    parser.add_argument(
        "--record", metavar="DIR", help="write what came out into DIR (in this repository cases/claims/found)"
    )
    parser.add_argument("--page", metavar="FILE", help="write the page docs/claims.md there, print nothing")
    _force(parser)
    _limits(parser, provers=False, nodes=500_000, seconds=20)


def _readings(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Look for the simplest ruleset that gives all examples: the fewest departures from a base, then the"
        " fewest words. Where there is none, say which examples no reading gives together.",
    )
    parser.add_argument(
        "--base",
        metavar="NAME_OR_FILE",
        default="japanese1989",
        help="the ruleset to depart from (default japanese1989)",
    )
    parser.add_argument(
        "--axes",
        metavar="AXIS[=VALUE|VALUE]",
        nargs="+",
        help="what may differ: an axis with all its values, or with those named (default: where the readings"
        " of the base in the package differ, and with their values)",
    )
    parser.add_argument(
        "--cases",
        metavar="ID",
        nargs="+",
        default=[],
        help="case ids, files or folders (default: all examples of the package with such claims)",
    )
    parser.add_argument(
        "--claims", metavar="ID", help="the ruleset that the claims speak of (default: the base's document)"
    )
    parser.add_argument(
        "--basis",
        choices=("stated", "implied", "reported", "inferred"),
        default="inferred",
        help="the weakest basis of claims that count (default inferred: all)",
    )
    parser.add_argument("--all", action="store_true", help="decide all claims under all readings")
    parser.add_argument("--seconds", metavar="S", type=_seconds, help="time for everything (default: no end)")
    parser.add_argument(
        "--out", metavar="FILE", help="write tables as Markdown there, or between the marks that it has"
    )
    _limits(parser)
    _json(parser)
    _proof(parser, "write the certificates behind the answers into DIR")
    _cache(parser)


def _hunt(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Look for the smallest position on which two rulesets disagree, or where one ruleset breaks a"
        " property. docs/hunt.md says what is looked for, and where.",
    )
    parser.add_argument("rules_a", metavar="RULES_A", help="a ruleset: an id or a file")
    parser.add_argument("rules_b", metavar="RULES_B", nargs="?", help="another one, to compare with")
    parser.add_argument(
        "--property",
        metavar="NAME",
        help="refute a property of RULES_A: inside, dame, sum, symmetry, adjacent, order",
    )
    parser.add_argument(
        "--on",
        choices=("status", "score"),
        default="status",
        help="what two rulesets are compared on: the status of each unit (default), or Black's lead",
    )
    parser.add_argument(
        "--why", action="store_true", help="say in full how the fights go and which axes are to blame"
    )
    space = parser.add_argument_group("where to look")
    space.add_argument(
        "--points", metavar="N", type=_positive, default=6, help="boards of up to N points (default 6)"
    )
    space.add_argument(
        "--least-side", metavar="N", type=_positive, default=2, help="no side shorter than N (default 2)"
    )
    space.add_argument(
        "--positions",
        choices=("settled", "all"),
        help="complete boards on which no play gains (default), or all (docs/settled.md)",
    )
    space.add_argument(
        "--no-cases", action="store_true", help="do not go on with the cases of the package after the boards"
    )
    space.add_argument("--board", metavar="RxC", action="append", default=[], help="only this; repeatable")
    space.add_argument("--open", metavar="SIDE", action="append", default=[], help="an open side; repeatable")
    space.add_argument("--stones", metavar="A-B", default="", help="so many stones")
    space.add_argument(
        "--where",
        metavar="STRUCTURE",
        action="append",
        default=[],
        help="only positions with: ko, 'no ko', eyeless, 'two eyes', region=K; repeatable",
    )
    space.add_argument(
        "--by",
        choices=("enumeration", "sat"),
        default="enumeration",
        help="go through all positions (default), or let a SAT solver find those of the structure",
    )
    space.add_argument("--near", metavar="CASE[:rAcB-rCcD]", default="", help="around a case or a part of it")
    space.add_argument(
        "--changes",
        metavar="N",
        type=_natural,
        default=None,
        help="up to N changed points there (default 1), or of each case after the boards (default 0)",
    )
    parser.add_argument("--count", metavar="N", type=_positive, default=1, help="find so many (default 1)")
    parser.add_argument("--state", metavar="FILE", help="go on where FILE says, and keep there how far it is")
    _first(parser, colours=False)
    _search(parser, nodes=200_000, seconds=10)
    _export_into(parser)
    _outputs(parser)


def _rules(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=_Parser)
    actions.add_parser("list", help="list the rulesets that come with the package", allow_abbrev=False)
    show = actions.add_parser(
        "show", help="print a ruleset with the article behind each value", allow_abbrev=False
    )
    show.add_argument("name", metavar="NAME_OR_FILE")
    diff = actions.add_parser("diff", help="compare two rulesets axis by axis", allow_abbrev=False)
    diff.add_argument("first", metavar="A", help="an id or a file")
    diff.add_argument("second", metavar="B", help="an id or a file")
    actions.add_parser(
        "texts", help="what each rule text says beside the values: the page docs/texts.md", allow_abbrev=False
    )
    validate = actions.add_parser(
        "validate", help="read ruleset files and report mistakes", allow_abbrev=False
    )
    validate.add_argument("files", metavar="FILE", nargs="+")


def _schema(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Print the JSON Schema of a document that --json prints, or the names of all of them.")
    parser.add_argument("name", metavar="NAME", nargs="?", help="such as verify (default: list the names)")


def _selftest(parser: argparse.ArgumentParser) -> None:
    _describe(
        parser,
        "Prove some units with every prover that is installed, and check the proofs: whether this"
        " installation works. Takes seconds and needs no files.",
    )


def _man(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Print the manual page: shikatsu man > shikatsu.1, or shikatsu man | man -l -")


def _completion(parser: argparse.ArgumentParser) -> None:
    _describe(parser, "Print a script that completes the command in a shell. Needs the extra completion.")
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="for which shell")


def _atlas(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=_Parser)

    def action(name: str, what: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = actions.add_parser(name, help=what, allow_abbrev=False)
        default = "atlas.sqlite"
        found.add_argument("--store", metavar="FILE", default=default, help=f"the atlas (default {default})")
        return found

    build = action("build", "solve all positions of small boards; goes on where it was stopped")
    build.add_argument("size", metavar="SIZE", nargs="*", help="boards such as 3x4, of up to 16 points")
    build.add_argument("--up-to", metavar="POINTS", type=_positive, help="all boards with so many points")
    build.add_argument("--rules", metavar="NAME_OR_FILE", nargs="+", help="rulesets (default: all built in)")
    build.add_argument(
        "--targets",
        choices=("points", "units"),
        help="tables for single points or for every shape of a unit (default: units up to 12 points)",
    )
    build.add_argument(
        "--renewed", action="store_true", help="tables of the 1989 game on its own points above 9 points, too"
    )
    build.add_argument(
        "--search",
        choices=("none", "small", "all"),
        default="small",
        help="where to search for what no table decides (default: boards of up to 9 points)",
    )
    _limits(build, provers=False, nodes=200_000)
    build.add_argument("--tables-only", action="store_true", help="leave the positions for a later run")
    build.add_argument("--no-measures", action="store_true", help="do not keep what certifies the tables")
    _workers(build, None)
    query = action("query", "look a position up")
    query.add_argument("subject", metavar="POSITION", help="a case id, a diagram or SGF file, or - for stdin")
    query.add_argument("--rules", metavar="ID", nargs="+", help="rulesets of the atlas (default: all)")
    _sgf(query, "the position after N moves")
    summary = action("summary", "how often rulesets disagree, and the smallest disagreements, as a page")
    summary.add_argument("--out", metavar="FILE", help="write the page there instead of printing it")
    _force(summary)
    _workers(action("check", "certify all tables anew, in one pass over each"), None)
    export = action("export", "write the statuses of all units as a Parquet file")
    export.add_argument("out", metavar="FILE")
    _force(export)


def _workers(parser: argparse.ArgumentParser, default: int | None = 1, what: str = "processes") -> None:
    """Where the work is done."""
    what = f"{what} (default {default or 'one a core'})"
    parser.add_argument("--jobs", metavar="N", type=_positive, default=default, help=what)
    parser.add_argument("--cluster", metavar="ADDRESS", help="the workers of this dask.distributed scheduler")


def _position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject", metavar="POSITION", help="a case id, a diagram file, an SGF file, or - for stdin"
    )
    _rules_option(parser, "proposal2012")
    _sgf(parser, "the position after N moves")


def _rules_option(parser: argparse.ArgumentParser, default: str) -> None:
    what = f"the ruleset (default {default})"
    parser.add_argument("--rules", metavar="NAME_OR_FILE", default=default, help=what)


def _first(parser: argparse.ArgumentParser, *, colours: bool = True) -> None:
    what = "who moves first in hypothetical play, instead of whom the ruleset names"
    parser.add_argument(
        "--first", choices=("owner", "attacker", *(("black", "white") if colours else ())), help=what
    )


def _sgf(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--sgf-game", metavar="N", type=_positive, default=1, help="which game of the file (default 1)"
    )
    parser.add_argument("--sgf-move", metavar="N", type=_natural, help=f"{what} (default: all)")


def _units(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--unit", metavar="VERTEX", action="append", help=f"{what} (C3 or r2c3); repeatable")


_TOGETHER = "ask whether something survives of the units there, all of one side (C3,E5)"


def _together(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--together", metavar="VERTICES", action="append", help=f"{_TOGETHER}; repeatable"
    )


def _points(parser: argparse.ArgumentParser, what: str) -> None:
    what = f"{what} on boards of up to N points (default 6)"
    parser.add_argument("--points", metavar="N", type=_positive, default=6, help=what)


def _cache(parser: argparse.ArgumentParser) -> None:
    store = parser.add_mutually_exclusive_group()
    store.add_argument("--cache", metavar="FILE", help="where verdicts are kept (default in ~/.cache)")
    store.add_argument("--no-cache", action="store_true", help="keep no verdicts, and use none")


def _search(parser: argparse.ArgumentParser, *, nodes: int = 2_000_000, seconds: float = 60.0) -> None:
    _limits(parser, nodes=nodes, seconds=seconds)
    _workers(parser)


def _limits(
    parser: argparse.ArgumentParser, *, provers: bool = True, nodes: int = 2_000_000, seconds: float = 60.0
) -> None:
    """Limits of each search; *nodes* and *seconds* are the command's defaults, for its help."""
    limits = parser.add_argument_group("limits for each unit; a unit that reaches one is unknown")
    limits.add_argument(
        "--limit-nodes", metavar="N", type=_positive, help=f"states to expand (default {nodes})"
    )
    limits.add_argument("--limit-seconds", metavar="S", type=_seconds, help=f"time (default {seconds:g})")
    limits.add_argument("--limit-memory", metavar="MIB", type=_positive, help="memory in MiB (default 1024)")
    if not provers:
        return
    limits.add_argument(
        "--limit-walls",
        metavar="N",
        type=_positive,
        help="states to expand for each set of chains tried as walls (default 20000)",
    )
    parser.add_argument(
        "--prover",
        choices=("auto", "native", "python", "sat"),
        default="auto",
        help="who searches (default auto)",
    )


def _outputs(parser: argparse.ArgumentParser) -> None:
    _json(parser)
    _proof(parser, "write one certificate for each decided unit into DIR")


def _export_into(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--export", metavar="DIR", help="write what is found as pictures, SGF, forum text and a page into DIR"
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")


def _proof(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--proof", metavar="DIR", help=what)
    _force(parser)


def _force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="overwrite existing files")


def _positive(text: str) -> int:
    return _whole(text, 1)


def _natural(text: str) -> int:
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    # Digits only, and not so many that the number itself becomes the problem.
    value = int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else -1
    if value < least:
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is not a whole number from {least} to 10^15 - 1")
    return value


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


_COMMANDS: tuple[tuple[str, Callable[[argparse.ArgumentParser], None], str], ...] = (
    ("verify", _verify, "judge the units of a position"),
    ("check", _check, "check certificates, without any search"),
    ("cases", _cases, "compare verdicts with what documents claim"),
    ("explain", _explain, "say in words and moves why a unit lives or dies"),
    ("show", _show, "show a position as text, picture, SGF or forum diagram"),
    ("ko", _ko, "say how units depend on ko threats"),
    ("settled", _settled, "say what gains, what is neutral, and how the board is filled"),
    ("units", _divided, "take a position apart: units, walls, locales, regions"),
    ("export", _export, "write a proof of death as CNF and DRUP"),
    ("minimise", _minimise, "make certificates smaller"),
    ("rup", _rup, "check a DRUP proof of any CNF formula"),
    ("play-out", _play_out, "replay a game under a ruleset and count its end"),
    ("solve", _solve, "find the result of best play, with proofs"),
    ("audit", _audit, "compare what was agreed on at the end of games with what is proved"),
    ("analysis", _analysis, "answer queries of other programs, one line of JSON each"),
    ("score", _score, "count a position with given dead stones"),
    ("gtp", _gtp, "speak the Go Text Protocol"),
    ("atlas", _atlas, "all positions of small boards under all rulesets"),
    ("axioms", _axioms, "audit the algebraic specification of Ikeda's rules"),
    ("propose", _propose, "say what a ruleset of your own changes, and where it fails"),
    ("findings", _findings, "the page docs/findings.md, made from a run"),
    ("claims", _claims, "test what documents claim, claim by claim"),
    ("readings", _readings, "find the simplest ruleset that gives all examples"),
    ("serve", _serve, "explore positions and argue with proofs in the browser"),
    ("hunt", _hunt, "find the smallest position where rulesets disagree"),
    ("rules", _rules, "list, show, compare or validate rulesets"),
    ("schema", _schema, "the JSON Schema of what --json prints"),
    ("selftest", _selftest, "see whether this installation works"),
    ("man", _man, "print the manual page"),
    ("completion", _completion, "print a completion script for a shell"),
)
"""Each subcommand with what adds its arguments, and its line in the list of commands."""

COMMANDS = tuple(name for name, _, _ in _COMMANDS)
"""The names of all subcommands."""
