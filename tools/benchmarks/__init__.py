"""The benchmarks of `tools/bench.py`: one module per contest, and their common parts."""
