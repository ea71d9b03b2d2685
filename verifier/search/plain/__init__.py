"""The prover in plain Python: an independent construction, for where there is no kernel and for tests."""
