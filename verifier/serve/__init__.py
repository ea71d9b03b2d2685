"""The explorer: a local web page on which positions are judged and proofs are argued with. docs/explorer.md.

It decides nothing. Everything that takes time runs in worker processes, which can be ended at any moment.
Needs the optional extra ``serve``; nothing else in the package imports this folder.
"""
