"""Sequences of integers: a question asked for N = 1, 2, 3, ..., and what is known of the same."""
