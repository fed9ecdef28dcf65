"""The service: an HTTP interface and pages over the same library and cache."""
