"""What the seed of a game is made of."""

from __future__ import annotations

import msgspec

from bot.store.models import GameRow
from engines.chance import mix, seed_hash
from engines.contract import Value


class Mixture(Value, frozen=True):
    """What a game's seed is made of; stands in `GameRow.mixture`. Secret until the game is over."""

    secret: str
    """64 hexadecimal digits, drawn when the game was opened."""
    words: tuple[str, ...] = ()
    """What each who joined has added, in their order; they stay when somebody leaves."""

    @property
    def commitment(self) -> str:
        """What is published when the game is opened: SHA-256 of the secret's bytes."""
        return seed_hash(self.secret)

    @property
    def seed(self) -> str:
        """The seed of the game."""
        return mix(self.secret, self.words)


def mixture_of(row: GameRow) -> Mixture | None:
    """What the seed of a game is made of; None for games of before commitments and from records."""
    return None if row.mixture is None else msgspec.json.decode(row.mixture, type=Mixture)
