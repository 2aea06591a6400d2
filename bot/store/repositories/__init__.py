"""Queries: a module for each table or question."""
