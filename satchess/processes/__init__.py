"""Where engines run: killable worker processes, and jobs for long work."""
