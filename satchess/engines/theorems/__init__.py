"""What is proved for all boards of a kind."""
