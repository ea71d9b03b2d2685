"""The prover by SAT, and refutations that a SAT solver found."""
