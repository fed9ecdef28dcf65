"""The compiled search for queens behind a prefix, with the proofs that cut it."""
