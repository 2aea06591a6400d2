"""Long texts in less room."""

import pytest

from bot.store.packing import packed, unpacked

_LONG = '{"type":"card","seats":[' + '{"seat":0,"name":"Zoë 🂡"},' * 40 + "]}"


@pytest.mark.parametrize("text", ["", "{}", '{"heap":9}', _LONG])
def test_a_text_comes_back(text: str) -> None:
    assert unpacked(packed(text)) == unpacked(text) == text


def test_a_long_text_takes_less_room() -> None:
    assert len(packed(_LONG)) < len(_LONG) / 4


def test_a_text_takes_no_more_room_than_before() -> None:
    assert packed('{"heap":9}') == '{"heap":9}'


def test_what_is_packed_is_text_of_the_plainest_letters() -> None:
    assert packed(_LONG).isascii()
    assert packed(_LONG).isprintable()


def test_what_was_packed_before_is_read() -> None:
    """By whatever it was packed: games last for years."""
    card = '{"type":"card","report":{"id":1,"code":"K7QX","key":"nim","title":"Nim","status":"active",'
    card += '"version":3}}'
    assert unpacked("~eLu5hDbeI1adt3lgBNyavMxcJNv9wDxM18HdblxbCwBo0SAl") == card


@pytest.mark.parametrize("damaged", ["~", "~x", packed(_LONG)[:-9], packed(_LONG).replace("A", "B")])
def test_a_damaged_text_is_as_it_is(damaged: str) -> None:
    """It is refused by whoever reads it, not by every list of games."""
    assert unpacked(damaged) == damaged
