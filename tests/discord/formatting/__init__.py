"""Texts as Discord shows them."""
