"""Published tables that `tools/tables.py` recomputes, one module per publication."""
