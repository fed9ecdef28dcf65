"""One piece a row: counting and finding by bit-parallel backtracking."""
