"""The secret and the texts from which the seed of a game is made."""

import msgspec

from bot.store.models import GameRow
from engines.chance import mix, seed_hash
from engines.contract import Value
from engines.record import Origin, Record


class Committed(Value, frozen=True):
    """What is published of a secret before anything is drawn: its hash, and the first texts mixed into it."""

    commitment: str
    contribution: str | None = msgspec.field(name="words", default=None)


class Reseed(Value, frozen=True):
    """What is published of a later secret: its hash, and all texts mixed into it."""

    commitment: str
    contributions: tuple[str, ...] = msgspec.field(name="words")


class Mixture(Value, frozen=True):
    """The secret and the texts of one seed. Secret until the game is over."""

    secret: str
    """64 hexadecimal digits, drawn before anybody added anything."""
    contributions: tuple[str, ...] = msgspec.field(name="words", default=())
    """The text of each player who joined, in their order; it stays when a player leaves."""

    @property
    def commitment(self) -> str:
        """What is published when the game is opened: SHA-256 of the secret's bytes."""
        return seed_hash(self.secret)

    @property
    def seed(self) -> str:
        """The seed of the game."""
        return mix(self.secret, self.contributions)


class Mixtures(Value, frozen=True):
    """The sources of all seeds of a game; stored in `GameRow.mixture`."""

    first: Mixture | None = None
    """None for games from before commitments, and from records that do not tell."""
    later: tuple[Mixture, ...] = ()
    """The mixtures of the seeds set by returns to earlier positions, in their order."""

    @property
    def newest(self) -> Mixture | None:
        """The mixture of the present seed."""
        return self.later[-1] if self.later else self.first


def mixtures_of(row: GameRow) -> Mixtures:
    """The sources of a game's seeds."""
    return Mixtures() if row.mixture is None else msgspec.json.decode(row.mixture, type=Mixtures)


def encoded(mixtures: Mixtures) -> str:
    """The mixtures as `GameRow.mixture` holds them."""
    return msgspec.json.encode(mixtures).decode()


def recorded_mixtures(record: Record) -> Mixtures:
    """What a record says about the source of its seeds."""
    first = None if record.origin is msgspec.UNSET else _recorded(record.origin)
    return Mixtures(first, tuple(filter(None, map(_recorded, record.later_origins))))


def _recorded(origin: Origin) -> Mixture | None:
    return None if origin.secret is msgspec.UNSET else Mixture(origin.secret, origin.words)
