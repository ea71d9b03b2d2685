"""Rulesets: their examples, what they change, and where they part."""

import argparse

from verifier.cli.arguments.options import (
    add_first,
    add_force,
    add_json,
    add_limits,
    add_outputs,
    add_proof,
    add_search,
    add_sgf,
    add_workers,
    describe,
    duration,
    natural,
    positive,
)
from verifier.cli.arguments.parsing import Parser
from verifier.jobs.hunt import ENUMERATED, POINTS

__all__ = [
    "define_atlas",
    "define_axioms",
    "define_cases",
    "define_claims",
    "define_findings",
    "define_hunt",
    "define_propose",
    "define_readings",
    "define_rules",
]


def define_cases(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu cases``."""
    describe(parser, "Judge cases and compare the verdicts with what the documents claim about them.")
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
        action="extend",
        default=[],
        help="the ruleset (default proposal2012); several are compared in one table",
    )
    add_first(parser)
    add_search(parser)
    add_outputs(parser)
    parser.add_argument("--html", metavar="FILE", help="write the comparison as one page with diagrams")
    parser.add_argument("--site", metavar="DIR", help="write static pages with search, boards and proofs")
    _why(parser, "the first ruleset and another one, also of three rulesets and more")
    _cache(parser)


def define_propose(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu propose``."""
    describe(
        parser,
        "Judge the canonical examples under a ruleset file, say what differs from the 試案 and from the rules"
        " of 1989, and look for positions where the ruleset breaks a property that one might expect.",
    )
    parser.add_argument("file", metavar="FILE", help="a ruleset file (docs/write-a-ruleset.md) or an id")
    parser.add_argument("cases", metavar="ID", nargs="*", help="cases (default: the canonical ones)")
    _points(parser, "search for broken properties")
    add_first(parser, colours=False)
    add_search(parser)
    _export_into(parser)
    add_proof(parser, "write the certificates of the findings into DIR")
    _why(parser, "verdicts")
    _cache(parser)


def define_findings(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu findings``."""
    describe(
        parser,
        "Judge all cases under the 試案 and all readings of the rules of 1989, and write what holds of the"
        " claims.",
    )
    parser.add_argument("--out", metavar="FILE", help="write the page there instead of printing it")
    parser.add_argument(
        "--rules",
        metavar="ID",
        nargs="+",
        action="extend",
        help="readings of the rules of 1989 (default: all)",
    )
    parser.add_argument("--all", action="store_true", help="judge all cases, not only those it speaks of")
    _points(parser, "look for smallest positions")
    add_search(parser)
    add_proof(parser, "write all certificates into DIR")
    _cache(parser)


def define_claims(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu claims``."""
    describe(
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
    add_force(parser)
    add_limits(parser, provers=False, nodes=500_000, seconds=20)


def define_readings(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu readings``."""
    describe(
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
        action="extend",
        help="what may differ: an axis with all its values, or with those named (default: where the readings"
        " of the base in the package differ, and with their values)",
    )
    parser.add_argument(
        "--cases",
        metavar="ID",
        nargs="+",
        action="extend",
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
    parser.add_argument("--seconds", metavar="S", type=duration, help="time for everything (default: no end)")
    parser.add_argument(
        "--out", metavar="FILE", help="write tables as Markdown there, or between the marks that it has"
    )
    add_limits(parser)
    add_json(parser)
    add_proof(parser, "write the certificates behind the answers into DIR")
    _cache(parser)


def define_hunt(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu hunt``."""
    describe(
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
        help="what two rulesets are compared on: the status of each unit (default), or Black's lead",
    )
    parser.add_argument(
        "--why", action="store_true", help="say in full how the fights go and which axes are to blame"
    )
    space = parser.add_argument_group("where to look")
    space.add_argument(
        "--points", metavar="N", type=positive, help=f"boards of up to N points (default {POINTS})"
    )
    space.add_argument(
        "--least-side", metavar="N", type=positive, help="no side shorter than N (default 2)"
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
    space.add_argument("--stones", metavar="A-B", default="", help="from A to B stones")
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
        type=natural,
        default=None,
        help="up to N changed points there (default 1), or of each case after the boards (default 0)",
    )
    parser.add_argument("--count", metavar="N", type=positive, default=1, help="find N positions (default 1)")
    parser.add_argument("--state", metavar="FILE", help="go on where FILE says, and keep there how far it is")
    add_first(parser, colours=False)
    add_search(parser, nodes=200_000, seconds=10)
    _export_into(parser)
    add_outputs(parser)


def define_rules(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu rules``."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=Parser)
    actions.add_parser("list", help="list the rulesets that come with the package", allow_abbrev=False)
    show = actions.add_parser(
        "show", help="print a ruleset with the article behind each value", allow_abbrev=False
    )
    show.add_argument("name", metavar="NAME_OR_FILE")
    show.add_argument("--toml", action="store_true", help="print the file of a ruleset of the package")
    diff = actions.add_parser("diff", help="compare two rulesets axis by axis", allow_abbrev=False)
    diff.add_argument("first", metavar="A", help="an id or a file")
    diff.add_argument("second", metavar="B", help="an id or a file")
    actions.add_parser(
        "texts", help="what each rule text says beside the values: the page docs/texts.md", allow_abbrev=False
    )
    validate = actions.add_parser(
        "validate", help="read ruleset files and report mistakes", allow_abbrev=False
    )
    validate.add_argument("files", metavar="FILE", nargs="+", help="a file, or - for stdin")


def define_atlas(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu atlas``."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=Parser)

    def action(name: str, what: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = actions.add_parser(name, help=what, allow_abbrev=False)
        default = "atlas.sqlite"
        found.add_argument("--store", metavar="FILE", default=default, help=f"the atlas (default {default})")
        return found

    build = action("build", "solve all positions of small boards; goes on where it was stopped")
    build.add_argument("size", metavar="SIZE", nargs="*", help="boards such as 3x4, of up to 16 points")
    build.add_argument("--up-to", metavar="POINTS", type=positive, help="all boards of at most POINTS points")
    build.add_argument(
        "--rules",
        metavar="NAME_OR_FILE",
        nargs="+",
        action="extend",
        help="rulesets (default: all built in that have tables; docs/atlas.md names those that have none)",
    )
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
    add_limits(build, provers=False, nodes=200_000)
    build.add_argument("--tables-only", action="store_true", help="leave the positions for a later run")
    build.add_argument("--no-measures", action="store_true", help="do not keep what certifies the tables")
    add_workers(build, None)
    query = action("query", "look a position up")
    query.add_argument("subject", metavar="POSITION", help="a case id, a diagram or SGF file, or - for stdin")
    query.add_argument(
        "--rules", metavar="ID", nargs="+", action="extend", help="rulesets of the atlas (default: all)"
    )
    add_sgf(query, "the position after N moves")
    summary = action("summary", "how often rulesets disagree, and the smallest disagreements, as a page")
    summary.add_argument("--out", metavar="FILE", help="write the page there instead of printing it")
    add_force(summary)
    apart = action("separate", "the smallest settled boards with life on both sides that rulesets part on")
    apart.add_argument(
        "rules",
        metavar="ID",
        nargs="+",
        help="two rulesets or more of the atlas, none that counts areas; each pair is looked at",
    )
    apart.add_argument(
        "--on", choices=("status", "score"), default="status", help="what is compared (default status)"
    )
    apart.add_argument(
        "--least-side", metavar="N", type=positive, default=2, help="no side shorter than N (default 2)"
    )
    add_workers(action("check", "certify all tables anew, in one pass over each"), None)
    export = action("export", "write the statuses of all units as a Parquet file")
    export.add_argument("out", metavar="FILE")
    add_force(export)


def define_axioms(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``shikatsu axioms``."""
    describe(
        parser,
        "Check the 96 axioms of the algebraic specification of Ikeda's rules against the game engine, in all"
        " states of random games: which hold as printed, which have no value because of their types, which"
        " are refuted and by what, and whether what is meant holds.",
    )
    parser.add_argument("--games", metavar="N", type=positive, default=40, help="random games (default 40)")
    parser.add_argument("--seed", metavar="N", type=natural, default=1, help="of the games (default 1)")
    parser.add_argument("--only", metavar="AXIOM", action="append", help="such as 8-2 or 12-12'; repeatable")
    add_json(parser)


def _why(parser: argparse.ArgumentParser, of: str) -> None:
    parser.add_argument(
        "--why",
        action=argparse.BooleanOptionalAction,
        default=None,
        help=f"say in full which axes are to blame, and how the fights go, for each difference of {of};"
        " without it in one line each; --no-why: not at all",
    )


def _points(parser: argparse.ArgumentParser, what: str) -> None:
    what = f"{what} on boards of up to N points (default {POINTS})"
    parser.add_argument("--points", metavar="N", type=_of_small_boards, default=POINTS, help=what)


def _of_small_boards(text: str) -> int:
    """A number of points up to which all positions can be gone through."""
    points = positive(text)
    if points > ENUMERATED:
        raise argparse.ArgumentTypeError(f"{points}: at most {ENUMERATED}, as nobody would see the end of it")
    return points


def _cache(parser: argparse.ArgumentParser) -> None:
    store = parser.add_mutually_exclusive_group()
    store.add_argument("--cache", metavar="FILE", help="where verdicts are kept (default in ~/.cache)")
    store.add_argument("--no-cache", action="store_true", help="keep no verdicts, and use none")


def _export_into(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--export", metavar="DIR", help="write what is found as pictures, SGF, forum text and a page into DIR"
    )
