"""Published tables that `tools/tables.py` computes again, one module for each publication."""
