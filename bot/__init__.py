"""The service: store, use cases, outbox, jobs, metrics, command line, and the doors of Discord and mail."""

__version__ = "0.1.0"
