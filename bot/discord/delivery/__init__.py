"""The sender of the outbox's deliveries, and the places they go to."""
