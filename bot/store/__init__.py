"""Games, players, events and deliveries in SQL: the only place that knows SQL."""
