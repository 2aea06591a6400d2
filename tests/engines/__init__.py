"""Tests of the rules: every game against the contract, and each game against its own rules text."""
