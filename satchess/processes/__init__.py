"""Where engines run: worker processes that can be stopped, and long work in parts."""
