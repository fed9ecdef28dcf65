"""What all compiled kernels share: compilation, bitboard primitives, status codes."""
