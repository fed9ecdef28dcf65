"""Smallest fingerprints of any question, by SAT."""
