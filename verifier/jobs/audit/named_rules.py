"""From the RU property of a game record to a ruleset of the package."""

import re

from verifier.errors import InputError
from verifier.rules import Ruleset, load_ruleset

__all__ = ["NAMED", "ruleset_named"]

NAMED = {
    "aga": "aga",
    "american": "aga",
    "bga": "bga",
    "british": "bga",
    "french": "bga",
    "chinese": "chinese2002",
    "cn": "chinese2002",
    "中国": "chinese2002",
    "中國": "chinese2002",
    "goe": "ing1991",
    "ing": "ing1991",
    "应氏": "ing1991",
    "應氏": "ing1991",
    "japanese": "japanese1989",
    "jp": "japanese1989",
    "日本": "japanese1989",
    "korean": "korean",
    "kr": "korean",
    "한국": "korean",
    "lasker-maas": "lasker-maas",
    "new zealand": "new-zealand",
    "nz": "new-zealand",
    "spight": "spight",
    "tromp-taylor": "tromp-taylor-settled",
    "试案": "proposal2012",
    "試案": "proposal2012",
}
"""Names in RU, in lower case and without the word for rules, and the ruleset that stands for them."""

_WORDS = re.compile(r"\b(rules?|ruleset)\b|规则|規則|ルール|囲碁規約|围棋|圍棋|규칙")


def ruleset_named(rules: str, name: str = "SGF") -> Ruleset:
    """Return the ruleset that *rules*, the RU property of the file *name*, stands for.

    The ids of the package are understood as well.

    Raises:
        InputError: RU is empty or unknown; the message says to use --rules.
    """
    plain = re.sub(r"[\s_]+", " ", _WORDS.sub(" ", rules.casefold())).strip()
    if not plain:
        raise InputError(f"{name}: RU is missing, so the rules are not known; name them with --rules")
    known = NAMED.get(plain) or NAMED.get(plain.replace(" ", "-"))
    if known is None:
        try:
            return load_ruleset(plain)
        except InputError:
            shown = rules[:40]
            raise InputError(
                f"{name}: RU[{shown}]: no ruleset of that name is known; name one with --rules"
            ) from None
    return load_ruleset(known)
