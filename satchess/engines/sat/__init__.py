"""SAT: existence, optimum, lists and first placements by incremental solving."""
