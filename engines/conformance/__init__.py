"""Conformance checks: the engines against the rules' positions, test vectors and counts.

No host imports this package. Each game's own part is `engines.<game>.conformance`.
"""
