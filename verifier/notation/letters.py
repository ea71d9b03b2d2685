"""Letters in diagrams: which are stones, which are labels on empty points, and which could be either.

Whoever writes B and W means stones, and whoever writes a, b and c may mean labels. So a letter is read only
where the diagram leaves no doubt, and refused otherwise. docs/diagrams.md has the table.
"""

import dataclasses
import unicodedata
from collections.abc import Mapping, Sequence

from verifier.board import Colour, Point
from verifier.errors import InputError
from verifier.notation.glyphs import ASCII_STONES, BOX_STONES, INITIALS, MARKED_STONES, box_arms, is_letter
from verifier.notation.places import label_header, place

__all__ = ["Letters", "label_is_read", "read_letters", "refuse_stones_in_caption"]

_DOUBTFUL = {
    "@": "Black's stone to some, White's to others",
    "*": "a stone to some, a point to others",
    "0": "a white stone or a number",
    "〇": "a white stone or a number",
}

_DRAWN = {**BOX_STONES, **MARKED_STONES}


@dataclasses.dataclass(frozen=True, slots=True)
class Letters:
    """What the letters and signs of a diagram are."""

    stones: Mapping[Point, Colour]
    labels: Mapping[Point, str]


def label_is_read(label: str, colours: frozenset[Colour], *, box: bool) -> bool:
    """Whether a label that is printed on an empty point is read back as a label.

    *colours* are those of which the diagram has stones, drawn as ● and ○ if *box* is set, else X and O.
    """
    if len(label) != 1 or not is_letter(label) or not colours:
        return False
    return label not in INITIALS or (box and INITIALS[label] in colours)


def read_letters(rows: Sequence[str], name: str) -> Letters:
    """Return what the letters and signs in the *rows* of cells are; *name* begins every error message.

    Drawn stones and characters without a meaning are left to the caller.

    Raises:
        InputError: something could be a stone as well as a label.
    """
    reading = _Reading(rows, name)
    return reading.among_drawn() if reading.box or not reading.written else reading.written_out()


class _Reading:
    def __init__(self, rows: Sequence[str], name: str) -> None:
        self.name, self.cols = name, len(rows[0])
        raw = "".join(rows)
        self.box = any(box_arms(cell) is not None for cell in raw)
        self.drawn = {_DRAWN[cell] for cell in raw if cell in _DRAWN}
        cells = list(enumerate(unicodedata.normalize("NFKC", cell) for cell in raw))
        self.doubtful = [(point, cell) for point, cell in cells if cell in _DOUBTFUL]
        self.crosses = {point: cell for point, cell in cells if cell in ASCII_STONES}
        self.initials = {point: cell for point, cell in cells if cell in INITIALS}
        self.others = {point: cell for point, cell in cells if is_letter(cell) and point not in self.initials}

    @property
    def written(self) -> bool:
        """Whether the stones are letters, or there are none; else they are drawn."""
        return bool(self.crosses) or not self.drawn

    def among_drawn(self) -> Letters:
        """Letters are labels; B and W only beside drawn stones of that colour."""
        for point, cell in self.initials.items():
            if INITIALS[cell] not in self.drawn:
                stone = "●○"[INITIALS[cell]]
                raise self._error(
                    point,
                    f"{cell!r} could be a stone, as there is no {stone} in the diagram; write {stone} for "
                    f"a stone, or an empty point and a header line {self._header(point, cell)}",
                )
        return Letters({}, self.initials | self.others)

    def written_out(self) -> Letters:
        """One alphabet of stones, X and O or B and W; other letters are labels."""
        for point, cell in self.doubtful:
            why = f"unknown character {cell!r}, {_DOUBTFUL[cell]}"
            raise self._error(point, f"{why}; draw stones with X and O, B and W, or ● and ○")
        if self.initials and self.crosses:
            self._refuse_mixture()
        if not (self.crosses or self.initials):
            for point, cell in self.others.items():
                raise self._error(
                    point,
                    f"{cell!r} on a board without stones; draw stones with X and O, or write '.' and "
                    f"a header line {self._header(point, cell)}",
                )
        if self.initials:
            self._refuse_doubtful_case()
        stones = {point: ASCII_STONES[cell] for point, cell in self.crosses.items()}
        stones |= {point: INITIALS[cell] for point, cell in self.initials.items()}
        return Letters(stones, self.others)

    def _refuse_mixture(self) -> None:
        point, cell = next(iter(self.initials.items()))
        other, sign = next(iter(self.crosses.items()))
        raise self._error(
            point,
            f"{cell!r} beside {sign!r} at {place(other, self.cols)} could be a stone or a label; write "
            f"{'XO'[INITIALS[cell]]} for a stone, or '.' and a header line {self._header(point, cell)}",
        )

    def _refuse_doubtful_case(self) -> None:
        first, letter = next(iter(self.initials.items()))
        for point, cell in self.initials.items():
            if cell.isupper() != letter.isupper():
                raise self._error(
                    point,
                    f"{cell!r} beside {letter!r} at {place(first, self.cols)} could be a stone or a label; "
                    "draw all stones with B and W, or all with b and w",
                )
        for point, cell in self.others.items():
            if cell.isupper() == letter.isupper():
                raise self._error(
                    point,
                    f"{cell!r} is no stone, so {letter!r} at {place(first, self.cols)} could be a label too; "
                    f"draw stones with X and O, or write '.' and a header line {self._header(point, cell)}",
                )

    def _header(self, point: Point, label: str) -> str:
        return label_header(point, self.cols, label)

    def _error(self, point: Point, words: str) -> InputError:
        return InputError(f"{self.name}: {place(point, self.cols)}: {words}")


_SIGNS = frozenset({*_DRAWN, *ASCII_STONES, *".+·@*0"})
_FIRST = _SIGNS | INITIALS.keys() | set("黒黑白〇◯⚫⚪⬤")
_BRACKETS = str.maketrans("", "", "()（）[]［］「」")
_NOT_LATIN = ("CYRILLIC", "GREEK")


def refuse_stones_in_caption(caption: str, where: str) -> None:
    """Refuse a caption that could be points of the board, such as ``(X) .`` or ``白 黒``.

    Raises:
        InputError: a word of it is nothing but signs for stones; *where* begins the message.
    """
    for number, word in enumerate(caption.split()):
        plain = unicodedata.normalize("NFKC", word).translate(_BRACKETS)
        signs = _SIGNS if number else _FIRST
        alike = number == 0 and len(plain) == 1 and unicodedata.name(plain, "").startswith(_NOT_LATIN)
        if plain and (alike or all(sign in signs for sign in plain)):
            raise InputError(
                f"{where}: {word[:20]!r} could be stones or a caption; draw stones with X and O, B and W, or "
                "● and ○, and give a caption in a header line 'title: ...'"
            )
