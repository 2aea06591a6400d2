"""Acts of administrators on games: each is previewed, carried out once, and recorded in the audit.

An act is a value (`acts`). Its dry run carries it out in a transaction that is rolled back, so that the
preview shows what would happen (`usecases`). Every act that changes a game is an event in its log and a row
in the audit.
"""
