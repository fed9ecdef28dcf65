"""What `tools/bench` measures, one module for each contest, and what contests have in common."""
