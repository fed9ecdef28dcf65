"""The lexicographically first n queens, decided prefix after prefix."""
