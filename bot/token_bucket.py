"""A token bucket, whose state is one moment: when it is full again."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TokenBucket:
    """Fills at `rate` tokens a second up to `most`. Moments are seconds of any clock."""

    rate: float
    most: int

    def take(self, full_at: float, now: float, wanted: int) -> tuple[int, float]:
        """Up to so many whole tokens: how many there were, and when the bucket is full after it."""
        # After a clock was put back the bucket is empty at worst, and does not stay so for hours.
        full_at = min(max(full_at, now), now + self.most / self.rate)
        taken = min(wanted, int(self.most - (full_at - now) * self.rate + 1e-9))
        return taken, full_at + taken / self.rate

    def left(self, full_at: float, now: float) -> float:
        """How many tokens it holds."""
        return self.most - max(full_at - now, 0.0) * self.rate
