"""A token bucket, whose state is one moment: the time when the bucket is full again."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TokenBucket:
    """Fills at `rate` tokens a second up to `most`. Moments are seconds of any clock."""

    rate: float
    most: int

    def take(self, full_at: float, now: float, wanted: int) -> tuple[int, float]:
        """Take up to `wanted` whole tokens; return how many were taken, and when the bucket is full again."""
        # If the clock was set back, the bucket counts as empty, rather than stay empty for hours.
        full_at = min(max(full_at, now), now + self.most / self.rate)
        taken = min(wanted, int(self.most - (full_at - now) * self.rate + 1e-9))
        return taken, full_at + taken / self.rate

    def left(self, full_at: float, now: float) -> float:
        """The number of tokens in the bucket, a fraction included."""
        return self.most - max(full_at - now, 0.0) * self.rate
