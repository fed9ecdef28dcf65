"""Counting square by square: a dynamic programme over what is left open at the frontier."""
