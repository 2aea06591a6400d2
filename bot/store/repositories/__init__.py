"""Queries, a module a table or a question."""
