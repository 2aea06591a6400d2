"""The use cases: everything that people may do with games, each in one transaction. No Discord in here."""
