"""satchess: solve and count chessboard placement problems with SAT."""

__version__ = "0.1.0"
