"""Tokens for requests: how many there are at any moment."""

import pytest

from bot.request_tokens import bucket_of, own_tokens
from bot.token_bucket import TokenBucket

BUCKET = TokenBucket(40, 10)


@pytest.mark.parametrize(
    ("requests", "bucket"), [(10, TokenBucket(8, 2)), (45, TokenBucket(36, 9)), (100, TokenBucket(90, 10))]
)
def test_within_a_second_no_more_are_taken_than_are_allowed(requests: int, bucket: TokenBucket) -> None:
    assert bucket_of(requests) == bucket


@pytest.mark.parametrize(
    ("full_at", "wanted", "taken", "full_again"),
    [
        (0.0, 3, 3, 100.075),
        (100.0, 20, 10, 100.25),
        (100.1, 10, 6, 100.25),
        (100.24, 1, 0, 100.24),
        (1000.0, 10, 0, 100.25),
    ],
)
def test_whole_tokens_are_taken(full_at: float, wanted: int, taken: int, full_again: float) -> None:
    found, when = BUCKET.take(full_at, 100.0, wanted)
    assert (found, round(when, 6)) == (taken, full_again)


@pytest.mark.parametrize(
    ("full_at", "left"), [(0.0, 10), (100.0, 10), (100.1, 6), (100.01, 9.6), (100.25, 0)]
)
def test_what_is_left_can_be_asked(full_at: float, left: float) -> None:
    assert BUCKET.left(full_at, 100.0) == pytest.approx(left)


async def test_a_process_begins_with_all_its_tokens() -> None:
    take = own_tokens(BUCKET, lambda: 0.0).take
    for wanted, taken, left in ((4, 4, 6), (10, 6, 0)):
        found, rest = await take(wanted)
        assert (found, round(rest, 6)) == (taken, left)
