"""Games, players, events and parcels in SQL: the only place that knows SQL."""
