"""The native kernel. Import :mod:`verifier.search.native`, which copes with its absence."""
