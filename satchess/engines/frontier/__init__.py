"""Counting square by square: dynamic programming over what is still open at the frontier."""
