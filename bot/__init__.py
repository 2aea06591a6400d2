"""The service: store, use cases, outbox, the Discord client and the command line."""

__version__ = "0.1.0"
