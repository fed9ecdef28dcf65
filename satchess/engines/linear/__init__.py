"""Branch and bound over linear programmes, for leapers: bounds are proved in integers."""
