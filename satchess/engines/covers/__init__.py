"""Covers and irredundant sets one by one, by compiled backtracking."""
