"""The examiners: what holds the engines against the rules' positions, test vectors and numbers.

No host imports this package. Each game's own part is `engines.<game>.conformance`.
"""
