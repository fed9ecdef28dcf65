"""What `tools/bench.py` measures, one module for each contest, and what contests have in common."""
