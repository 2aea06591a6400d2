"""Guerre des Deux Roses against docs/rules/guerre-des-deux-roses.md."""
