"""The event log of a game: types of events, how they are appended and replayed, records for files."""
