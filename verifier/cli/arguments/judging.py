"""Judging positions: their verdicts, what they rest on, and certificates."""

import argparse

from verifier.board import WALL_KINDS
from verifier.cli.arguments.options import (
    add_first,
    add_force,
    add_json,
    add_limits,
    add_outputs,
    add_position,
    add_search,
    add_sgf,
    describe,
    duration,
    positive,
)

__all__ = [
    "define_check",
    "define_explain",
    "define_export",
    "define_ko",
    "define_minimise",
    "define_rup",
    "define_show",
    "define_units",
    "define_verify",
]

TOGETHER = "ask whether something survives of the units there, all of one side (C3,E5)"


def define_verify(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu verify``."""
    describe(parser, "Judge the units of a position: every verdict is proved, and the proof checked.")
    add_position(parser)
    add_first(parser)
    _units(parser, "judge only the unit there")
    _together(parser)
    add_search(parser)
    add_outputs(parser)
    parser.add_argument("--svg", metavar="FILE", help="write the diagram with the verdicts as a picture")


def define_check(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu check``."""
    describe(parser, "Check certificates and print what each of them proves. Runs no prover.")
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
    parser.add_argument(
        "--certified", action="store_true", help="ask shikatsu-certify too, the checker that is itself proved"
    )
    parser.add_argument(
        "--certifier",
        metavar="PROGRAM",
        default="",
        help="the same, and where that program is (default: SHIKATSU_CERTIFY, or the path)",
    )
    add_json(parser)


def define_explain(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu explain``."""
    describe(parser, "Say why one unit lives or dies: the kind of fight, and the best line of both sides.")
    add_position(parser)
    chosen = parser.add_mutually_exclusive_group(required=True)
    # Taken as lists, so that one that comes twice is refused and not forgotten.
    chosen.add_argument("--unit", metavar="VERTEX", action="append", help="a point of the unit (C3 or r2c3)")
    chosen.add_argument("--together", metavar="VERTICES", action="append", help=TOGETHER)
    add_first(parser)
    add_limits(parser)


def define_show(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu show``."""
    describe(
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
    add_sgf(parser, "the position after N moves")
    add_first(parser)
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
        help="what to print, and to write into .txt (default text)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        action="append",
        default=[],
        help="write a file instead, by its ending .svg, .png, .sgf or .txt; repeatable",
    )
    add_force(parser)
    add_search(parser)


def define_ko(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu ko``."""
    describe(
        parser,
        "Judge units for 0, 1, 2 and unlimited ko threats of either side, and say which ko must be won.",
    )
    add_position(parser)
    _units(parser, "only the unit there")
    _together(parser)
    add_first(parser)
    add_limits(parser)
    add_outputs(parser)


def define_units(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu units``."""
    describe(parser, "Take a position apart: units, walls, locales, regions. Nothing is searched or judged.")
    parser.add_argument(
        "subject", metavar="POSITION", help="a case id, a diagram file, an SGF file, or - for stdin"
    )
    add_sgf(parser, "the position after N moves")
    walls = parser.add_mutually_exclusive_group()
    walls.add_argument(
        "--rules", metavar="NAME_OR_FILE", help="the ruleset that says what is a wall (default proposal2012)"
    )
    walls.add_argument("--walls", choices=WALL_KINDS, help="what is a wall, instead of a ruleset")
    add_json(parser)
    parser.add_argument("--svg", metavar="FILE", help="write a picture with the locales in colours")
    parser.add_argument("--graphml", metavar="FILE", help="write the graph of chains and regions as GraphML")
    parser.add_argument("--dot", metavar="FILE", help="write it for Graphviz")
    add_force(parser)


def define_export(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu export``."""
    describe(
        parser,
        "Write a proof of death as PREFIX.cnf and PREFIX.drup, which drat-trim or 'shikatsu rup' accepts.",
    )
    parser.add_argument("certificate", metavar="CERTIFICATE", help="a certificate of a dead unit")
    parser.add_argument("prefix", metavar="PREFIX", help="path of the two files without their endings")
    add_limits(parser, provers=False)
    add_force(parser)


def define_minimise(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu minimise``."""
    describe(
        parser,
        "Make certificates smaller, and say how small they could be. Refutations, proofs by places and by"
        " stages, and some others are not minimised, which is said.",
    )
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
    add_json(parser)
    parser.add_argument("--force", action="store_true", help="overwrite existing files in DIR")
    limits = parser.add_argument_group("limits for each certificate; at a limit the best one so far is taken")
    limits.add_argument("--limit-seconds", metavar="S", type=duration, default=60.0, help="time (default 60)")
    limits.add_argument(
        "--limit-nodes",
        metavar="N",
        type=positive,
        default=4000,
        help="nodes of the universe that no more are looked for (default 4000)",
    )


def define_rup(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu rup``."""
    describe(parser, "Check by unit propagation that a DRUP proof refutes a DIMACS formula.")
    parser.add_argument("formula", metavar="FORMULA", help="a DIMACS CNF file")
    parser.add_argument("proof", metavar="PROOF", help="a DRUP file")


def _units(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--unit", metavar="VERTEX", action="append", help=f"{what} (C3 or r2c3); repeatable")


def _together(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--together", metavar="VERTICES", action="append", help=f"{TOGETHER}; repeatable")
