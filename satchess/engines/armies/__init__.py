"""Two armies of queens in peace, by the lines that each of them holds."""
