"""From the bytes of an SGF file to its game trees: encodings, bounds, a missing semicolon."""

import codecs
import re
from collections.abc import Sequence

from sgfmill import sgf_grammar

from verifier.errors import InputError

__all__ = ["MAX_NESTING", "begins_as_sgf", "parse_trees", "utf16_text"]

MAX_NESTING = 5000
"""No game has variations within variations as deep as this, not even with a bracket for each move."""

_GUESSES = ("euc_jp", "cp932", "gb18030", "latin-1")
_STONES = ("AB", "AW", "AE", "B", "W")
_HEAD = 4096
_BEGINNING = re.compile(r"\ufeff?\s*\(\s*(?:;|[A-Z]{1,2}\s*\[)")
_NO_SEMICOLON = re.compile(r"\A(\ufeff?\s*\()(?=\s*[A-Z]{1,2}\s*\[)")


def utf16_text(data: bytes, name: str) -> str | None:
    """Return the text of a file whose byte order mark says UTF-16; None without such a mark.

    Raises:
        InputError: there is the mark, but what follows is not UTF-16.
    """
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return None
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError:
        raise InputError(f"{name}: begins with the mark of UTF-16 and is none; save it as UTF-8") from None


def begins_as_sgf(data: bytes | str) -> bool:
    """Whether a text begins as a game tree: with ``(;``, or like those of the Nihon Ki-in with ``( TE[``."""
    head = data[:_HEAD]
    if isinstance(head, bytes):
        utf16 = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        head = head.decode("utf-16" if utf16 else "utf-8", "ignore")
    return _BEGINNING.match(head) is not None


def parse_trees(data: bytes | str, name: str) -> Sequence[sgf_grammar.Coarse_game_tree]:
    """Parse a file in its declared encoding, or in UTF-8, or in the best of the others.

    A text is decoded already: what CA says of the bytes that it was once is not asked.

    The whole file is decoded first: in Shift_JIS and GBK a byte of a character can look like a bracket.
    For the same reason a wrong guess can swallow a bracket and with it stones. So among guesses the one
    that finds most points of stones is right.

    Raises:
        InputError: the file is broken, or its variations are nested too deep.
    """
    decoded = data if isinstance(data, str) else utf16_text(data, name)
    if decoded is not None:
        try:
            return _parsed(decoded)
        except ValueError as error:
            raise _unreadable(name, error) from None
    assert isinstance(data, bytes)
    declared = re.search(rb"(?<![A-Z])CA\s*\[([^\]]{1,40})\]", data)
    names = [declared[1].decode("ascii", "replace").strip()] if declared else []
    reason: Exception | None = None
    refused: list[str] = []
    best: tuple[int, Sequence[sgf_grammar.Coarse_game_tree]] | None = None
    for number, encoding in enumerate((*names, "utf-8", *_GUESSES)):
        try:
            text = data.decode(encoding)
        except (LookupError, ValueError):  # no such encoding, not a name at all, or other bytes
            continue
        if text in refused:
            continue  # bytes of ASCII are the same text in all of them
        try:
            games = _parsed(text)
        except ValueError as error:
            refused.append(text)
            reason = reason or error
            continue
        if number <= len(names):
            return games
        found = sum(map(_stones, games))
        if best is None or found > best[0]:
            best = found, games
    if best is None:
        raise _unreadable(name, reason)
    return best[1]


def _unreadable(name: str, reason: Exception | None) -> InputError:
    # The parser counts games from 0.
    said = re.sub(r"^error parsing game (\d+)", lambda found: f"in game {int(found[1]) + 1}", str(reason))
    return InputError(f"{name}: not a readable SGF file: {said}; correct or export it again")


def _parsed(text: str) -> Sequence[sgf_grammar.Coarse_game_tree]:
    """Raises ValueError if the text is no SGF."""
    plain = _NO_SEMICOLON.sub(r"\1;", text).removeprefix("\ufeff").encode("utf-8")
    if plain.count(b"(") > MAX_NESTING:
        _refuse_deep(plain)
    games: Sequence[sgf_grammar.Coarse_game_tree] = sgf_grammar.parse_sgf_collection(plain)
    return games


def _refuse_deep(plain: bytes) -> None:
    """Deep trees take a time that grows faster than the file, so they are told before they are built."""
    position = 0
    while True:
        tokens, position = sgf_grammar.tokenise(plain, position)
        if not tokens:
            return
        depth = 0
        for kind, token in tokens:
            if kind == "D" and token != b";":
                depth += 1 if token == b"(" else -1
                if depth > MAX_NESTING:
                    raise ValueError(f"variations are nested more than {MAX_NESTING} deep")


def _stones(game: sgf_grammar.Coarse_game_tree) -> int:
    """The number of values of setup stones and moves in a game with all its variations."""
    count, trees = 0, [game]
    while trees:
        tree = trees.pop()
        count += sum(len(node.get(key, ())) for node in tree.sequence for key in _STONES)
        trees.extend(tree.children)
    return count
