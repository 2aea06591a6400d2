"""The service: store, use cases, outbox, the Discord client and the command line."""
