"""The most-beautiful queens: the smallest fingerprint, proved weight after weight."""
