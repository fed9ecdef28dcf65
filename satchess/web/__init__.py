"""The service: questions and answers over HTTP, for programs and in pages.

`satchess serve` starts it. It needs the extra `satchess[service]`.
"""
