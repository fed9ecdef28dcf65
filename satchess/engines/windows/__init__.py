"""The fewest queens that cover a board, counted frame by frame by compiled backtracking."""
