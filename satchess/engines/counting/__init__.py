"""Counting: formulas, decision diagrams, model counters, and what they have in common."""
