"""The compiled search for queens that complete a prefix, and the proofs that prune it."""
