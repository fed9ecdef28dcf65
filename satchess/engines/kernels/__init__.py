"""What compiled searches share: how they are compiled, bitboard primitives, how they end."""
