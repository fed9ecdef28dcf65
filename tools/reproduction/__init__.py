"""Published tables that `tools/tables` computes again, one module for each publication."""
