"""How a compiled search ends: it has proved that there is nothing, found something, or stopped."""

REFUTED, FOUND, UNDECIDED = 0, 1, 2
