"""The use cases: everything that people may do with games, each in one transaction. No Discord in here."""

from bot.service.facade import Service

__all__ = ["Service"]
