"""Proofs on a part of the board, and of walls that hold it."""
