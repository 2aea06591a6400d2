"""What the seed of a game is made of."""

import msgspec

from bot.store.models import GameRow
from engines.chance import mix, seed_hash
from engines.contract import Value
from engines.record import Origin, Record


class Committed(Value, frozen=True):
    """What is published of a secret before anything is drawn: its hash, and the first words added to it."""

    commitment: str
    words: str | None = None


class Reseed(Value, frozen=True):
    """What is published of a secret with which play goes on: its hash, and all that is added to it."""

    commitment: str
    words: tuple[str, ...]


class Mixture(Value, frozen=True):
    """What a seed is made of. Secret until the game is over."""

    secret: str
    """64 hexadecimal digits, drawn before anybody added anything."""
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


class Mixtures(Value, frozen=True):
    """What all seeds of a game are made of; stands in `GameRow.mixture`."""

    first: Mixture | None = None
    """None for games of before commitments, and from records that do not tell."""
    later: tuple[Mixture, ...] = ()
    """The mixtures of the seeds that a return to an earlier position put in place, in their order."""

    @property
    def newest(self) -> Mixture | None:
        """What is drawn from now."""
        return self.later[-1] if self.later else self.first


def mixtures_of(row: GameRow) -> Mixtures:
    """What the seeds of a game are made of."""
    return Mixtures() if row.mixture is None else msgspec.json.decode(row.mixture, type=Mixtures)


def stored(mixtures: Mixtures) -> str:
    """The mixtures as `GameRow.mixture` holds them."""
    return msgspec.json.encode(mixtures).decode()


def recorded_mixtures(record: Record) -> Mixtures:
    """What a record tells of where its seeds come from."""
    first = None if record.origin is msgspec.UNSET else _recorded(record.origin)
    return Mixtures(first, tuple(filter(None, map(_recorded, record.later_origins))))


def _recorded(origin: Origin) -> Mixture | None:
    return None if origin.secret is msgspec.UNSET else Mixture(origin.secret, origin.words)
