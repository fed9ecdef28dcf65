"""Parity: questions that are linear equations over two elements."""
