"""Deliveries enqueued in a transaction, carried out after it, retried until done or given up."""
