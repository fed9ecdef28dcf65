"""The pages: one router for each, drawn by the server and useful before a script runs."""
