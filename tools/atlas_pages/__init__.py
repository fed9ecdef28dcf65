"""The pages of docs/atlas, one module for each sort."""
