"""Who is told what, when and through which door: what use cases enqueue for the outbox."""
