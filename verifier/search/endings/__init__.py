"""Solving endings: values that alternating play reaches."""
