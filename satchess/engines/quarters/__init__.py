"""The fewest leapers on boards with two mirrors: quarters are priced, halves are joined."""
