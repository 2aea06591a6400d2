"""How much one person or one channel may do: what a host settles."""

import sys
from datetime import timedelta
from typing import Final

from engines.contract import Value


class Limits(Value, frozen=True):
    """Limits on concurrent and recent use per person and per channel."""

    person_lobbies: int = 5
    """Games that wait for players, of one host."""
    person_games: int = 30
    """Games in which one person has a seat; no further one while they run or wait."""
    channel_lobbies: int = 20
    """Games that wait for players in one channel."""
    person_reports: int = 5
    """Reports of one person in a day."""
    patience: timedelta = timedelta(seconds=30)
    """How long a joining player waits at most until the lobby card shows the earlier contributed texts."""
    computer_games: int = 8
    """Games with a seat of one person and one of a computer; 0: no computer plays."""
    computer_seconds: float = 600.0
    """How long computers think for one person in a day at their own levels."""
    person_lobbies_abandoned: int = 100
    """Games of one host that are called off before they begin, of those opened in a day."""

    @property
    def computers_think(self) -> bool:
        """Whether anybody thinks for computers."""
        return self.computer_games > 0


NO_LIMITS: Final = Limits(
    sys.maxsize, sys.maxsize, sys.maxsize, sys.maxsize, timedelta(0), sys.maxsize, float("inf"), sys.maxsize
)
