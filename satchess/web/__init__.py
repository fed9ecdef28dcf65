<<<<<<< HEAD
"""The service: an HTTP interface and pages over the same library and cache."""
=======
"""The service: questions and answers over HTTP, for programs and in pages.

`satchess serve` starts it. It needs the extra `satchess[service]`.
"""
>>>>>>> webapi
