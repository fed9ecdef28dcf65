"""Puzzles that people make: sheets, their files, the ones that come with satchess, and a maker."""
