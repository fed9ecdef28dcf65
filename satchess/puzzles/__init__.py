"""Puzzles: sheets, their files, and the ones that come with satchess."""
