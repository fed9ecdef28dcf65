"""Proofs in the language of VeriPB 3.0, as far as certificates of satchess speak it."""
