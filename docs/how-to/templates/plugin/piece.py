"""The okapi of fairy chess: a knight or a zebra."""

OKAPI = "NZ"
