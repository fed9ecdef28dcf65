"""Parity: questions that are systems of linear equations over GF(2)."""
