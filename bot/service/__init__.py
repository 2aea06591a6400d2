"""The use cases: everything that people may do with games, each in one transaction. They know no door."""
