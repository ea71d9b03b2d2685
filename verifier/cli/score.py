"""``shikatsu score``: count a position with given dead stones, without any search."""

import argparse

from verifier import text
from verifier.board import Colour, unit_name
from verifier.board.grid import bits
from verifier.cli import exits
from verifier.cli.audit_document import CountedDocument, count_of, filled_of
from verifier.cli.document import PROGRAM, SCHEMA, encode, position_document, ruleset_document
from verifier.cli.output import note
from verifier.cli.reporting import pair_of
from verifier.cli.source import note_labels, standard_input
from verifier.jobs.audit.batch import komi_of
from verifier.jobs.audit.claims import stated_dead
from verifier.jobs.audit.count import GameCount, count_game, handicap_words
from verifier.jobs.audit.counted import record_to_count
from verifier.jobs.audit.filled import FilledCount, fills, given_count
from verifier.jobs.audit.named_rules import ruleset_for
from verifier.jobs.audit.writing import filling_words
from verifier.notation.game import GameRecord
from verifier.rules import Ruleset

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    record = _record(arguments)
    ruleset = ruleset_for(record, arguments.rules)
    if record.named is not None and not fills(ruleset):
        note(f"PL names {record.named} as the side to move, which a count has no use for")
    dead, source = stated_dead(record, arguments.dead)
    komi = arguments.komi if arguments.komi is not None else komi_of(record) or 0.0
    prisoners = pair_of(arguments.prisoners, "--prisoners") or record.prisoners
    handicap = record.handicap
    count = count_game(
        record.position, dead or (), ruleset, komi=komi, prisoners=prisoners, handicap=handicap
    )
    filled = None
    if fills(ruleset):
        filled = given_count(
            record.position,
            dead or (),
            ruleset,
            komi=komi,
            prisoners=prisoners,
            handicap=handicap,
            first=record.to_move,
        )
    if arguments.json:
        position = record.position
        document = CountedDocument(
            schema=SCHEMA,
            kind="score",
            program=PROGRAM,
            position=position_document(position),
            ruleset=ruleset_document(ruleset),
            dead=[unit_name(position, unit) for unit in sorted(dead or ())],
            dead_source=source or None,
            count=count_of(position, count),
            filled=filled_of(filled) if filled else None,
        )
        print(encode(document))
    else:
        _print(record, ruleset, count, frozenset(dead or ()), source)
        if filled is not None:
            _print_filled(filled, count)
    return exits.OK


def _record(arguments: argparse.Namespace) -> GameRecord:
    """The game of an SGF file, or a diagram or case as a game without moves."""
    given = arguments.subject == "-"
    record, source = record_to_count(
        standard_input() if given else arguments.subject,
        game=arguments.game or 1,
        move=arguments.move,
        name="standard input" if given else "",
        options="--game and --move",
    )
    if source is not None:
        note_labels(source)
    return record


def _print(record: GameRecord, ruleset: Ruleset, count: GameCount, dead: frozenset[int], source: str) -> None:
    position, found = record.position, count.territory
    print(f"under {ruleset.id}" + (f" ({ruleset.title})" if ruleset.title else ""))
    cells = {p: "bw"[colour] for colour in Colour for p in bits(found.points(colour) & position.empty)}
    print(text.board(position, cells=cells, suffixes={p: "-" for unit in dead for p in bits(unit)}))
    names_of_dead = ", ".join(unit_name(position, unit) for unit in sorted(dead)) or "none"
    print(f"dead: {names_of_dead}" + (f" ({source})" if source else " (nothing is stated)"))
    area = ruleset["score"] == "area"
    for colour, total in ((Colour.BLACK, count.black[0]), (Colour.WHITE, count.white[0])):
        points = found.points(colour).bit_count()
        parts = [f"{text.many(points, 'point')} of territory"]
        if area:
            komi = count.komi + count.compensation if colour else 0
            parts.append(f"{total - points - komi:g} stones")
        else:
            parts.append(text.many(found.prisoners(colour).bit_count(), "dead stone"))
            parts.append(f"{count.prisoners[colour]} taken in play")
        if colour:
            parts.append(f"komi {count.komi:g}")
            if count.compensation:
                parts.append(f"{count.compensation} for handicap stones")
        print(f"{str(colour).capitalize()} {total:g}: {', '.join(parts)}")
    if record.handicap >= 2:
        print(handicap_words(ruleset, record.handicap))
    print(f"result: {count.result}" + (" (the board as it stands)" if fills(ruleset) else ""))


def _print_filled(filled: FilledCount, literal: GameCount) -> None:
    """What players count where an open dame makes the territory of the chains next to it count nothing."""
    print(f"with neutral points filled in turn: {filled.result}")
    if filled.unknown:
        print(f"  unknown because {filled.unknown}")
        return
    for words in filling_words(filled):
        print(f"  {words}")
    if filled.lead != literal.lead:
        print("  the two differ, as an open dame makes the territory of the chains next to it count nothing")
