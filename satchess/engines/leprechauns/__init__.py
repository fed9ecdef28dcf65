"""Leprechauns: constructions, symmetric patterns, lattices, and the largest distance."""
