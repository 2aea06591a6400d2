"""What administrators do with games: each act shown before it is done, done once, and put on record.

An act is a value (`acts`). Its dry run carries it out in a transaction that is rolled back, so that what is
shown is what would happen (`usecases`). Every act that changes a game is an event in its log and a row in the
audit.
"""
