"""Nobody but this host makes an address that counts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.mail.reply_address import Capability, ReplyAddresses, Returned, Stranger
from bot.mail_servers import LONGEST_LOCAL_PART
from bot.service.accounts.mail import address_hash, address_tag

_ADDRESSES = ReplyAddresses("turn@games.example", {1: b"k" * 32})
_PERSON = 1_234_567_890_123_456_789


@given(
    person=st.integers(0, 2**63 - 1),
    code=st.none() | st.text("34679ACDFGHJKMNPQRTWXY", min_size=4, max_size=5),
    seat=st.none() | st.integers(0, 9),
    version=st.integers(0, 32**3 - 1),
    confirms=st.text("abcdefghijklmnopqrstuvwxyz234567", max_size=8),
)
def test_what_is_written_is_read(
    person: int, code: str | None, seat: int | None, version: int, confirms: str
) -> None:
    longest = ReplyAddresses("a" * LONGEST_LOCAL_PART + "@games.example", {31: b"k"})
    address = longest.make(person, code, seat, version, confirms)
    assert address == address.lower()
    assert re.fullmatch(r"[a-z0-9+.]{1,64}@games\.example", address)
    result = Capability(person_id=person, code=code, seat=seat, public_version=version, confirms=confirms)
    assert longest.read(address) == longest.read(address.upper()) == result


def test_a_host_may_have_had_many_keys() -> None:
    addresses = ReplyAddresses("turn@games.example", {number: b"%d" % number for number in range(2_000)})
    for number in (40, 1_999):
        signed = ReplyAddresses("turn@games.example", {number: b"%d" % number}).make(_PERSON, "K7QX", 1, 12)
        assert addresses.read(signed) is not None


def test_it_is_made_as_long_as_it_may_be_and_no_longer() -> None:
    longest = ReplyAddresses("a" * LONGEST_LOCAL_PART + "@games.example", {31: b"k"})
    made = [longest.make(2**63 - 1, "K7QXY", 1, 32**digits, "a" * 8) for digits in (2, 3, 4)]
    assert [address.index("@") for address in made] == [62, 63, 64]
    with pytest.raises(ValueError, match="does not fit"):
        longest.make(2**63 - 1, "K7QXY", 1, 32**5, "a" * 8)


def test_every_changed_character_makes_it_worthless() -> None:
    address = _ADDRESSES.make(_PERSON, "K7QX", 1, 12, "abc")
    for place, char in enumerate(address.removesuffix("@games.example")):
        for other in "0ax2.+-é٣\n":
            if other != char:
                forged = address[:place] + other + address[place + 1 :]
                assert _ADDRESSES.read(forged) is None, forged


@pytest.mark.parametrize(
    "address",
    [
        "",
        "@",
        "turn@games.example",
        "turn+@games.example",
        "turn+k7qx.1.c.1@games.example",
        "turn+b.1.1.aaaaaaaaaaaaaaaa@games.example",
        "turn+k7qx.1.c.1.1.aaaaaaaaaaaaaaaa@games.example",
        "a" * 100_000,
        _ADDRESSES.make(1, "K7QX", 0, 1).replace("games", "other"),
        _ADDRESSES.make(1, "K7QX", 0, 1) + " ",
        _ADDRESSES.make(1, "K7QX", 0, 1) + "\n",
        ReplyAddresses("turn@games.example", {1: b"other"}).make(1, "K7QX", 0, 1),
        ReplyAddresses("turn@games.example", {2: b"k" * 32}).make(1, "K7QX", 0, 1),
    ],
)
def test_what_we_have_not_made_says_nothing(address: str) -> None:
    assert _ADDRESSES.read(address) is None


def test_the_newest_key_signs_and_each_reads() -> None:
    old = ReplyAddresses("turn@games.example", {1: b"old"}).make(7, None, None, 0)
    both = ReplyAddresses("turn@games.example", {2: b"new", 1: b"old"})
    assert both.read(old) == Capability(person_id=7, code=None, seat=None, public_version=0)
    new = both.make(7, None, None, 0)
    assert ReplyAddresses("turn@games.example", {2: b"new"}).read(new) is not None
    assert ReplyAddresses("turn@games.example", {2: b"new"}).read(old) is None


def test_bounces_come_back_to_the_person_they_went_to() -> None:
    sender = _ADDRESSES.make_envelope_sender(_PERSON, "ann@mail.example")
    returned = _ADDRESSES.read(sender)
    assert returned == Returned(_PERSON, address_tag("Ann@mail.example"))
    assert returned.address_tag != address_tag("ann@other.example")
    assert _ADDRESSES.read(sender.replace("+b.1", "+b.2")) is None


@pytest.mark.parametrize("stops", [False, True])
def test_strangers_answer_to_an_address_of_their_own(*, stops: bool) -> None:
    longest = ReplyAddresses("a" * LONGEST_LOCAL_PART + "@games.example", {31: b"k"})
    address = longest.make_for_stranger("Eve@else.example", stops=stops)
    assert address.index("@") <= 64
    found = longest.read(address.upper())
    assert found == Stranger(address_hash("eve@else.example"), stops=stops)
    for place, char in enumerate(address.removesuffix("@games.example")):
        for other in "0as2.+":
            if other != char:
                assert longest.read(address[:place] + other + address[place + 1 :]) is None


def test_the_own_address_is_told_from_those_made_of_it() -> None:
    made = [
        _ADDRESSES.make(1, None, None, 0),
        _ADDRESSES.make_for_stranger("eve@else.example"),
        _ADDRESSES.make_envelope_sender(1, "ann@mail.example"),
    ]
    assert _ADDRESSES.is_base("Turn@Games.example")
    assert not any(map(_ADDRESSES.is_base, made))
    assert all(map(_ADDRESSES.read, made))
    others = [address.replace("turn", "other") for address in ["turn@games.example", *made]]
    assert not any(map(_ADDRESSES.is_base, others))
    assert not any(map(_ADDRESSES.read, others))


@pytest.mark.parametrize(
    ("person", "code", "seat", "version", "confirms"),
    [
        (-1, "K7QX", 0, 1, ""),
        (1, "K7 QX", 0, 1, ""),
        (1, "K7QX", -1, 1, ""),
        (1, "K7QX", 0, -1, ""),
        (1, "K7QX", 0, 1, "a.b"),
        (1, "K7QX", 0, 1, "abcdefghi"),
        (2**63, "ACDFGHJK", 99, 2**40, "abcdefgh"),
    ],
)
def test_what_does_not_fit_is_not_made(
    person: int, code: str, seat: int, version: int, confirms: str
) -> None:
    with pytest.raises(ValueError, match=r"no such number|does not fit"):
        _ADDRESSES.make(person, code, seat, version, confirms)


def test_nothing_is_made_without_a_key_or_an_address() -> None:
    with pytest.raises(ValueError, match="key"):
        ReplyAddresses("turn@games.example", {}).make(1, None, None, 0)
    with pytest.raises(ValueError, match="host"):
        ReplyAddresses("turn", {1: b"k"})
