"""Queens that cover a board, by their outermost empty lines."""
