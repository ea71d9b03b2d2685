"""Games on graphs in which cycles are won by what they weigh. Nothing here knows Go.

* :mod:`~verifier.cycles.game`: what a cycle game is, who wins a cycle, and what credits and ranks prove.
* :mod:`~verifier.cycles.components`: strong components.
* :mod:`~verifier.cycles.lifting`: the least progress measure, by lifting.
* :mod:`~verifier.cycles.strategy_improvement`: who wins, without a measure.
* :mod:`~verifier.cycles.one_player`: games that are left of a strategy, with their measure or lost cycles.
* :mod:`~verifier.cycles.and_or`: AND/OR graphs of what a proof may be made of, as cycle games.

The checker (:mod:`verifier.proof`) imports nothing of this. It states the conditions on credits and ranks
once more, on purpose: a mistake here can give a certificate that it refuses, but none that it accepts.
"""
