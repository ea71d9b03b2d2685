"""Plain play first without passes that name kos, then with them (:class:`verifier.play.Plain`).

Who wins without names wins with them too, and a proof without them serves more rulesets and is mostly found
sooner.
"""

from collections.abc import Callable

from verifier.rules import Ruleset
from verifier.rules.axes import ONCE_FOR_EACH
from verifier.search.outcome import Limits, Outcome

__all__ = ["names_help", "with_names"]


def names_help(ruleset: Ruleset) -> bool:
    """Whether more is won where passes name kos."""
    return ruleset["ko"] == ONCE_FOR_EACH


def with_names(
    search: Callable[[Limits, bool], Outcome],
    ruleset: Ruleset,
    limits: Limits,
    *,
    each: bool = False,
) -> Outcome:
    """Return what *search* finds without names or, if that is no proof, with them.

    It is called with the limits and with whether passes name kos. A quarter of the limits is for the search
    without names, what is left for the other. With *each* the states are for each of many parts of a search,
    so none are used up, and only the time is shared.
    """
    if not names_help(ruleset):
        return search(limits, False)
    plainly = search(limits if each else limits.share(4), False)
    used = 0 if each else plainly.nodes
    if plainly.certificate is not None or limits.nodes <= used:
        return plainly
    return search(limits.less(plainly.seconds, used), True).after(plainly)
