"""The checker of certificates: whether a proof proves what an answer claims.

It imports nothing else of satchess: the rules of chess, the statement, and the rules of proof are
written down here a second time, to be read in an evening. `docs/explanation/certificates.md` shows
why each rule is sound.
"""
