"""Ranges of shards as operators write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.shards import WHOLE, ShardRange, parse_shards


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("0-3/16", [(0, 3, 16)]),
        ("5/16", [(5, 5, 16)]),
        ("0-1, 2-3/4", [(0, 1, 4), (2, 3, 4)]),
        ("0/1", [(0, 0, 1)]),
        ("0/100000", [(0, 0, 100_000)]),
    ],
)
def test_what_is_understood(text: str, ranges: list[tuple[int, int, int]]) -> None:
    assert parse_shards(text) == tuple(ShardRange(*one) for one in ranges)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "Shards are written as"),
        ("0-3", "Shards are written as"),
        ("0-3/", "Shards are written as"),
        ("0-3/0", "Shards are written as"),
        ("0-3/-4", "Shards are written as"),
        ("0-3/x", "Shards are written as"),
        ("0-3/¹", "Shards are written as"),
        ("0-3/9999999", "Shards are written as"),
        ("a-b/4", "not a range of shards"),
        ("/4", "not a range of shards"),
        ("3-1/4", "numbered from 0"),
        ("0-4/4", "numbered from 0"),
        ("0-1,1-2/4", "overlap"),
    ],
)
def test_what_is_not(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_shards(text)


@given(st.integers(1, 300), st.data())
def test_a_range_reads_as_it_is_written(count: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, count - 1))
    last = data.draw(st.integers(first, count - 1))
    shards = ShardRange(first, last, count)
    assert parse_shards(str(shards)) == (shards,)
    assert [shard for shard in range(count) if shard in shards] == list(shards)
    assert shards.whole == (len(list(shards)) == count)


@given(st.text(max_size=30))
def test_any_text_is_a_range_or_one_sentence(text: str) -> None:
    try:
        ranges = parse_shards(text)
    except ValueError as wrong:
        assert str(wrong).endswith(".")  # noqa: PT017 -- either is right
    else:
        assert ranges


def test_the_whole_is_whole() -> None:
    assert WHOLE.whole
