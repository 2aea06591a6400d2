"""Guerre des Deux Roses (Le Korrigan, 2004): docs/rules/guerre-des-deux-roses.md."""
