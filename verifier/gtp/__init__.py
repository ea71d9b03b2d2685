"""The Go Text Protocol, version 2: the verifier behind the interface of Go programs. docs/gtp.md.

``protocol`` knows lines and nothing of Go, ``table`` boards and nothing of the protocol.
"""

from verifier.gtp.engine import Engine

__all__ = ["Engine"]
