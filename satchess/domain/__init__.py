"""The words of the domain: squares, boards, turns, pieces, attacks, placements, conditions."""
