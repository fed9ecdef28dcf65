"""What a compiled search says: there is no placement, here is one, or it has used up its share."""

REFUTED, FOUND, UNDECIDED = 0, 1, 2
