"""Mutation testing: small changes to the code, which tests must notice."""
