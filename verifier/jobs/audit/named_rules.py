"""From the RU property of a game record to a ruleset of the package."""

import re
import unicodedata
from pathlib import Path

from verifier.errors import InputError
from verifier.jobs.audit.katago_rules import katago_rules, katago_ruleset
from verifier.notation.game import GameRecord
from verifier.rules import Ruleset, builtin_names, load_ruleset

__all__ = ["NAMED", "ruleset_asked", "ruleset_for", "ruleset_named"]

_WORDS = re.compile(r"\b(rules?|ruleset)\b|规则|規則|ルール|規約|规约|围棋|圍棋|制\b|규칙|룰")


def _plain(rules: str) -> str:
    """A name without the words that say that it names rules, in lower case and plain width."""
    folded = unicodedata.normalize("NFKC", rules).casefold().replace("_", " ")
    return " ".join(_WORDS.sub(" ", folded).split())


_NAMES = {
    "aga": "AGA, American, USA",
    "bga": "BGA, British, French, FFG",
    "chinese2002": "Chinese, China, CHN, CN, 中国, 中國, 中国围棋协会, 中國圍棋協會, 중국, "
    "Chinese-OGS, Chinese-KGS",
    "ing1991": "Ing, GOE, Ing GOE, Ing SST, 应氏, 應氏, 计点, 計點, 应氏计点, 應氏計點",
    "japanese1989-inside": "Japanese, Japan, JPN, JP, 日本, 日本棋院, 日本囲碁, Nihon Ki-in, 日规, 일본",
    "korean-inside": "Korean, Korea, KOR, KR, 한국, 한국기원, 韩国, 韓國, 韓国",
    "lasker-maas": "Lasker-Maas",
    "new-zealand": "New Zealand, NZL, NZ",
    "spight": "Spight",
    "tromp-taylor-settled": "Tromp-Taylor, Tromp Taylor, TrompTaylor",
    "proposal2012": "试案, 試案",
}

NAMED = {_plain(name): ruleset for ruleset, names in _NAMES.items() for name in names.split(",")}
"""Names in RU, plain, and the ruleset that stands for them."""


def ruleset_named(rules: str, name: str = "SGF") -> Ruleset:
    """Return the ruleset that *rules*, the RU property of the file *name*, stands for.

    That is one of the names above, an id of the package, or a description of KataGo's. No file is opened.

    Raises:
        InputError: RU is empty, unknown, or describes a count that no ruleset has; the message says to
            use --rules.
    """
    plain = _plain(rules)
    if not plain:
        raise InputError(f"{name}: RU is missing, so the rules are not known; name them with --rules")
    spelt = (rules.strip().casefold(), plain)
    identity = next((text for text in spelt if text.partition("[")[0] in builtin_names()), None)
    known = NAMED.get(plain) or identity or _with_year(plain)
    if known is None and (parts := katago_rules(rules.strip())) is not None:
        known = katago_ruleset(parts)
        if known is None:
            raise InputError(
                f"{name}: RU[{rules[:90]}]: no ruleset counts like these of KataGo; name one with --rules"
            )
    try:
        if known:
            return load_ruleset(known)
    except InputError:
        pass  # values in brackets that it does not have
    raise InputError(f"{name}: RU[{rules[:40]}]: no ruleset of that name is known; name one with --rules")


def ruleset_for(record: GameRecord, asked: str | Ruleset | None) -> Ruleset:
    """Return the ruleset that a person names (:func:`ruleset_asked`), else the one that RU stands for.

    Raises:
        InputError: as for these two.
    """
    return ruleset_asked(asked) if asked else ruleset_named(record.rules, record.name)


def ruleset_asked(rules: str | Ruleset) -> Ruleset:
    """Return the ruleset that a person names for games: by an id, a file, or a name as in RU.

    One that was looked up already is returned as it is, whatever became of its file.

    Raises:
        InputError: there is none of that name, or the file is no ruleset.
    """
    if isinstance(rules, Ruleset):
        return rules
    plain = _plain(rules)
    known = NAMED.get(plain) or _with_year(plain)
    if known is None or rules in builtin_names() or Path(rules).exists():
        return load_ruleset(rules)
    return load_ruleset(known)


def _with_year(plain: str) -> str | None:
    """The ruleset of a name with its year: ``japanese 1989``, ``chinese (2002)``."""
    match = re.fullmatch(r"(.*?) ?\(?(\d{4})年?\)?", plain)
    base = NAMED.get(match[1]) if match else None
    if match is None or base is None:
        return None
    dated = re.sub(r"\d*(-inside)?$", "", base) + match[2]
    return next((name for name in (f"{dated}-inside", dated) if name in builtin_names()), None)
