"""Mail addresses of persons: confirmed, given up, invited; and that nobody but their owner learns one."""

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import pytest

from bot.service.accounts.address_codes import ACT_CODES, DAILY_CODES
from bot.service.accounts.addresses import (
    HOURLY_STRANGERS,
)
from bot.service.accounts.mail import address_hash, mailbox_hash
from bot.service.accounts.mail_invitations import DAILY_INVITATIONS
from bot.service.accounts.mail_names import clean_name, name_for_strangers
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.payloads import MailAnswer, MailInvitation
from bot.service.values.refused import Refused
from bot.service.values.request import STRANGER, Cause, Person
from tests.manual_clock import ManualClock
from tests.service.accounts.post import ANNS, BOBS, NEW, Post, joined, linked
from tests.service.actors import ANN, BOB, CLEO, ZOE, account, at_address, new_cause, opened, running


async def test_an_address_is_linked_by_a_code_said_at_the_other_door(service: Service, post: Post) -> None:
    await service.addresses.link(ANN, " Ann@Example.org ", cause=new_cause())
    assert (await service.addresses.status(ANN)).waiting == ANNS
    assert await at_address(service, ANNS) == STRANGER
    (code,) = await post.codes()
    assert (code.address, code.purpose, len(code.digits), code.name) == (ANNS, "link", 8, "Ann")
    done = await service.addresses.confirm(f" {code.digits[:4]} {code.digits[4:]}", person=ANN)
    assert (done.person.id, done.purpose) == (ANN.id, "link")
    assert await at_address(service, ANNS) == ANN.id
    status = await service.addresses.status(ANN)
    assert (status.address, status.waiting, status.closed_at) == (ANNS, None, None)
    with pytest.raises(Refused, match="not the code"):
        await service.addresses.confirm(code.digits, person=ANN)


async def test_a_code_is_answered_from_the_address(service: Service, post: Post) -> None:
    await service.addresses.link(ANN, ANNS, cause=new_cause())
    (code,) = await post.codes()
    with pytest.raises(Refused, match="not the code"):
        await service.addresses.confirm(code.digits, address=BOBS)
    with pytest.raises(Refused, match="not the code"):
        await service.addresses.confirm(code.digits, person=BOB)
    assert (await service.addresses.confirm(code.digits, address=ANNS)).person.id == ANN.id


async def test_a_code_lives_half_an_hour_and_five_tries(
    service: Service, post: Post, clock: ManualClock
) -> None:
    await service.addresses.link(ANN, ANNS, cause=new_cause())
    code = (await post.codes())[-1]
    wrong = f"{(int(code.digits) + 1) % 10**8:08}"
    for _ in range(5):
        with pytest.raises(Refused, match="not the code"):
            await service.addresses.confirm(wrong, person=ANN)
    with pytest.raises(Refused, match="not the code"):
        await service.addresses.confirm(code.digits, person=ANN)
    await service.addresses.link(ANN, ANNS, cause=new_cause())
    clock.advance(timedelta(minutes=30))
    with pytest.raises(Refused, match="not the code"):
        await service.addresses.confirm((await post.codes())[-1].digits, person=ANN)
    assert (await service.addresses.status(ANN)).address is None


async def test_nobody_sends_many_codes(service: Service, post: Post, clock: ManualClock) -> None:
    for number in range(3):
        await service.addresses.link(ANN, f"ann{number}@example.org", cause=new_cause())
    with pytest.raises(Refused, match="3 codes"):
        await service.addresses.link(ANN, ANNS, cause=new_cause())
    for asker in (BOB, CLEO, ZOE):
        await service.addresses.link(asker, NEW, cause=new_cause())
    with pytest.raises(Refused, match="3 codes"):
        await service.addresses.link(BOB, NEW, cause=new_cause())
    assert len(await post.codes()) == 6
    clock.advance(timedelta(days=1))
    await service.addresses.link(ANN, NEW, cause=new_cause())


@pytest.mark.parametrize("purpose", ["link", "join", "act"])
async def test_who_asks_for_many_codes_at_the_same_moment_gets_no_more(
    service: Service, post: Post, purpose: str
) -> None:
    def ask() -> Coroutine[Any, Any, None]:
        match purpose:
            case "link":
                return service.addresses.link(ANN, ANNS, cause=new_cause())
            case "join":
                return service.addresses.join(NEW, "Eva", cause=new_cause())
            case _:
                return service.addresses.send_code(ANN, "resign", cause=new_cause())

    if purpose == "act":
        await linked(service, post, ANN, ANNS)
    before = len(await post.codes())
    asked = await asyncio.gather(*(ask() for _ in range(12)), return_exceptions=True)
    most = ACT_CODES if purpose == "act" else DAILY_CODES
    assert asked.count(None) == len(await post.codes()) - before == most
    assert {one.code for one in asked if isinstance(one, Refused)} == {"too_many_codes"}


async def test_forged_requests_leave_the_owner_of_an_address_codes(service: Service, post: Post) -> None:
    await service.addresses.link(BOB, NEW, cause=new_cause())
    for _ in range(3):
        await service.addresses.join(NEW, "Mallory", cause=new_cause())
    with pytest.raises(Refused, match="3 codes"):
        await service.addresses.join(NEW, "Mallory", cause=new_cause())
    for _ in range(3):
        await service.addresses.join(NEW, "Eva", cause=new_cause(), authenticated=True)
    with pytest.raises(Refused, match="6 codes"):
        await service.addresses.join(NEW, "Eva", cause=new_cause(), authenticated=True)
    first, *others = await post.codes()
    # Nor do they make an earlier code void.
    assert (await service.addresses.confirm(first.digits, address=NEW)).person.id == BOB.id
    assert {one.purpose for one in others} == {"join"}


async def test_forged_actions_leave_their_owner_codes(service: Service, post: Post) -> None:
    await linked(service, post, ANN, ANNS)
    for _ in range(ACT_CODES):
        await service.addresses.send_code(ANN, "resign", cause=new_cause())
    with pytest.raises(Refused, match="10 codes"):
        await service.addresses.send_code(ANN, "resign", cause=new_cause())
    await service.addresses.send_code(ANN, "resign", cause=new_cause(), own=True)


async def test_forged_requests_in_many_names_send_so_many_codes_an_hour(
    service: Service, post: Post, clock: ManualClock
) -> None:
    async def ask(number: int, *, authenticated: bool = False) -> None:
        address = f"eva{number}@example.org"
        await service.addresses.join(address, "", cause=new_cause(), authenticated=authenticated)

    asked = [ask(number) for number in range(HOURLY_STRANGERS + 5)]
    refused = [one for one in await asyncio.gather(*asked, return_exceptions=True) if one is not None]
    assert [one.code for one in refused if isinstance(one, Refused)] == ["too_many_codes"] * 5
    assert len(await post.codes()) == HOURLY_STRANGERS
    # Who is known to ask for themselves gets one all the same.
    await ask(-1, authenticated=True)
    await service.addresses.link(ANN, ANNS, cause=new_cause())
    clock.advance(timedelta(hours=1))
    await ask(-2)
    assert len(await post.codes()) == HOURLY_STRANGERS + 3


async def test_strangers_get_so_many_invitations_an_hour(
    service: Service, post: Post, clock: ManualClock
) -> None:
    async def invite(number: int) -> None:
        inviter = hosts[number // DAILY_INVITATIONS]
        await service.mail_invitations.invite(
            inviter, codes[inviter.id], f"eva{number}@example.org", cause=new_cause()
        )

    count = HOURLY_STRANGERS // DAILY_INVITATIONS + 1
    hosts = [await joined(service, post, f"host{number}@example.org") for number in range(count)]
    codes = dict[int, str]()
    for host in hosts:
        codes[host.id] = (await service.lobby.create(host, None, GameSetup("roses"), cause=new_cause())).code
    # One that is not sent counts as well: the last one would tell whether its reader wants no mail.
    await service.mail_invitations.never_again(address_hash("eva0@example.org"))
    for number in range(HOURLY_STRANGERS):
        await invite(number)
    with pytest.raises(Refused, match="invited by mail within an hour"):
        await invite(HOURLY_STRANGERS)
    clock.advance(timedelta(hours=1))
    await invite(HOURLY_STRANGERS)
    assert len(await post.invited()) == HOURLY_STRANGERS


async def test_who_wants_no_mail_gets_no_codes_for_which_others_ask(service: Service, post: Post) -> None:
    await service.mail_invitations.never_again(address_hash(NEW))
    with pytest.raises(Refused, match="wants no mail"):
        await service.addresses.join(NEW, "Mallory", cause=new_cause())
    assert await post.codes() == []
    await service.addresses.join(NEW, "Eva", cause=new_cause(), authenticated=True)
    assert len(await post.codes()) == 1


async def test_who_wants_no_mail_gets_no_code_that_is_asked_for_on_discord_and_nobody_learns_of_it(
    service: Service, post: Post
) -> None:
    await joined(service, post, NEW)
    await service.mail_invitations.never_again(mailbox_hash(NEW))
    for _ in range(DAILY_CODES):
        await service.addresses.link(ANN, NEW, cause=new_cause())
    assert (await service.addresses.status(ANN)).waiting == NEW
    assert [one.purpose for one in await post.codes()] == ["join"]
    with pytest.raises(Refused, match="3 codes"):
        await service.addresses.link(BOB, NEW, cause=new_cause())
    await service.mail_invitations.allow_again(NEW)
    await service.addresses.link(BOB, NEW.replace("@", "+games@"), cause=new_cause())
    assert [one.purpose for one in await post.codes()] == ["join", "link"]


async def test_the_same_request_sends_one_code(service: Service, post: Post) -> None:
    cause = Cause("mail:1")
    for _ in range(3):
        await service.addresses.link(ANN, ANNS, cause=cause)
    assert len(await post.codes()) == 1


async def test_who_joins_by_mail_is_a_person_who_is_told_by_mail(service: Service, post: Post) -> None:
    await service.addresses.join(NEW, clean_name("Eva <eva@example.org>"), cause=new_cause(), code="K7QX")
    (code,) = await post.codes()
    done = await service.addresses.confirm(code.digits, address=NEW)
    assert (done.person.name, done.purpose, done.about) == ("Eva", "join", "K7QX")
    assert (await service.preferences.notice_settings(done.person)).settings.by == "mail"
    assert not (await service.preferences.notice_settings(done.person)).settings.private_by_mail
    assert await at_address(service, NEW) == done.person.id
    with pytest.raises(Refused, match="only by mail"):
        await service.addresses.unlink(done.person)


async def test_an_address_has_one_owner_and_a_person_one_address(service: Service, post: Post) -> None:
    await linked(service, post, ANN, ANNS)
    await service.addresses.link(BOB, ANNS, cause=new_cause())
    with pytest.raises(Refused, match="give it up there first"):
        await service.addresses.confirm((await post.codes())[-1].digits, person=BOB)
    await linked(service, post, ANN, NEW)
    assert await at_address(service, ANNS) == STRANGER
    await service.preferences.set_notice_settings(ANN, {"by": "mail"})
    await service.addresses.unlink(ANN)
    assert await at_address(service, NEW) == STRANGER
    assert (await service.preferences.notice_settings(ANN)).settings.by is None
    with pytest.raises(Refused, match="No address"):
        await service.addresses.unlink(ANN)
    with pytest.raises(Refused, match="link one first"):
        await service.preferences.set_notice_settings(ANN, {"by": "mail"})


async def asked(service: Service, post: Post, person: Person, address: str) -> str:
    """The digits that come to an address that a person wants to be theirs."""
    await service.addresses.link(person, address, cause=new_cause())
    return (await post.codes())[-1].digits


async def test_an_earlier_code_to_another_address_is_void_with_the_link(service: Service, post: Post) -> None:
    """The reader of an address that was mistyped took the place of the right one for half an hour."""
    mistyped = await asked(service, post, ANN, NEW)
    await linked(service, post, ANN, ANNS)
    for whose in ({"address": NEW}, {"person": ANN}):
        with pytest.raises(Refused, match="That is not the code"):
            await service.addresses.confirm(mistyped, **whose)
    status = await service.addresses.status(ANN)
    assert (status.address, status.waiting) == (ANNS, None)
    assert await at_address(service, NEW) == STRANGER


async def test_who_unlinks_gets_no_address_by_a_code_that_was_open(service: Service, post: Post) -> None:
    await linked(service, post, ANN, ANNS)
    open_code = await asked(service, post, ANN, NEW)
    await service.addresses.unlink(ANN)
    with pytest.raises(Refused, match="That is not the code"):
        await service.addresses.confirm(open_code, address=NEW)
    status = await service.addresses.status(ANN)
    assert (status.address, status.waiting) == (None, None)


@pytest.mark.parametrize("changed", [True, False], ids=["another address", "unlinked"])
async def test_no_answer_that_waited_goes_to_an_address_that_is_theirs_no_more(
    service: Service, post: Post, changed: bool
) -> None:
    """It was sent as soon as the mail server was back, with the game as its player sees it then."""
    game = await running(service)
    await linked(service, post, ANN, ANNS)
    code = await asked(service, post, ANN, NEW)
    shown = MailAnswer(ANNS, ANN.id, game.code, 0, "Re:", "Played.", picture=True)
    await service.mail.answer(new_cause(), address_hash(ANNS), shown)
    if changed:
        await service.addresses.confirm(code, person=ANN)
    else:
        await service.addresses.unlink(ANN)
    farewell = MailAnswer(ANNS, ANN.id, None, None, "Re:", "It is no longer yours.")
    await service.mail.answer(new_cause(), address_hash(ANNS), farewell)
    await post.outbox.drain()
    answers = [one.payload for one in post.sender.delivered if isinstance(one.payload, MailAnswer)]
    assert answers == [farewell]


async def test_who_only_signed_up_by_mail_is_who_they_are_elsewhere(service: Service, post: Post) -> None:
    await opened(service)
    eva = await joined(service, post, NEW)
    found = await service.addresses.confirm(await asked(service, post, ANN, NEW), address=NEW)
    assert found.person.id == ANN.id
    assert (await service.addresses.status(ANN)).address == NEW
    with pytest.raises(Refused, match="Nothing is stored"):
        await service.privacy.export(eva.id)


async def test_who_plays_by_mail_and_then_comes_elsewhere_has_those_games_there(
    service: Service, post: Post
) -> None:
    eva = await joined(service, post, NEW)
    game = await service.lobby.create(eva, None, GameSetup("roses", seat=0), cause=new_cause())
    new = Person.of(account(ZOE))
    digits = await asked(service, post, new, NEW)
    # Somebody who answers without thought gives no stranger what they play.
    with pytest.raises(Refused, match="enter the code"):
        await service.addresses.confirm(digits, address=NEW)
    found = await service.addresses.confirm(digits, person=await service.identities.find(account(ZOE)))
    assert found.person.id == eva.id
    assert (await service.identities.find(account(ZOE))).id == eva.id
    assert await at_address(service, NEW) == found.person.id
    assert [one.code for one in await service.reading.my_games(found.person)] == [game.code]
    assert (await service.doctor.everything()).sound


async def test_two_who_both_play_are_never_made_one(service: Service, post: Post) -> None:
    eva = await joined(service, post, NEW)
    await service.lobby.create(eva, None, GameSetup("roses", seat=0), cause=new_cause())
    await opened(service)
    digits = await asked(service, post, ANN, NEW)
    with pytest.raises(Refused, match="“privacy delete” from there"):
        await service.addresses.confirm(digits, person=ANN)
    assert await at_address(service, NEW) == eva.id
    # As the sentence says it goes on.
    await service.privacy.forget(eva.id)
    digits = await asked(service, post, ANN, NEW)
    assert (await service.addresses.confirm(digits, person=ANN)).person.id == ANN.id


async def test_the_address_of_another_account_stays_there(service: Service, post: Post) -> None:
    await linked(service, post, BOB, BOBS)
    digits = await asked(service, post, ANN, BOBS)
    with pytest.raises(Refused, match="“mail unlink”"):
        await service.addresses.confirm(digits, person=ANN)


async def test_a_stranger_is_invited_once_until_they_come(
    service: Service, post: Post, clock: ManualClock
) -> None:
    game = await opened(service)
    with pytest.raises(Refused, match="Only the host"):
        await service.mail_invitations.invite(BOB, game.code, NEW, cause=new_cause())
    cause = new_cause()
    for again in (cause, cause, new_cause()):
        await service.mail_invitations.invite(ANN, game.code, NEW, cause=again)
    other = await service.lobby.create(CLEO, None, GameSetup("roses"), cause=new_cause())
    await service.mail_invitations.invite(CLEO, other.code, NEW, cause=new_cause())
    assert await post.invited() == [NEW]
    eva = await joined(service, post, NEW)
    assert await service.mail_invitations.may_join(eva, game.code)
    await service.mail_invitations.invite(ANN, game.code, NEW, cause=new_cause())
    assert await post.invited() == [NEW, NEW]
    sent = [one.payload for one in post.sender.delivered if isinstance(one.payload, MailInvitation)]
    assert [one.person_id for one in sent] == [None, eva.id]
    clock.advance(timedelta(days=1))
    await service.blocks.block(eva, ANN)
    await service.mail_invitations.invite(ANN, game.code, NEW, cause=new_cause())
    assert await post.invited() == [NEW, NEW]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("bob+1@example.org", "bob+2@example.org"),
        ("bob@example.org", "bob+games@example.org"),
        ("b.ob@gmail.com", "bob+games@googlemail.com"),
    ],
)
@pytest.mark.parametrize("declined", [True, False])
async def test_who_gets_mail_by_several_addresses_is_asked_at_one(
    service: Service, post: Post, first: str, second: str, declined: bool
) -> None:
    game = await opened(service)
    invite = service.mail_invitations.invite
    if declined:
        await service.mail_invitations.never_again(mailbox_hash(first))
    for address in (first, second):
        await invite(ANN, game.code, address, cause=new_cause())
    assert await post.invited() == [first] * (not declined)
    if not declined:
        eva = await joined(service, post, second)
        assert await service.mail_invitations.may_join(eva, game.code)
        await invite(ANN, game.code, first, cause=new_cause())
        assert await post.invited() == [first, first]


async def test_who_declined_with_an_earlier_release_gets_no_invitation_either(
    service: Service, post: Post
) -> None:
    game = await opened(service)
    await service.mail_invitations.never_again(address_hash("bob+1@example.org"))
    await service.mail_invitations.invite(ANN, game.code, "bob+1@example.org", cause=new_cause())
    with pytest.raises(Refused, match="wants no mail"):
        await service.addresses.join("bob+1@example.org", "Mallory", cause=new_cause())
    assert await post.invited() == []


async def test_never_again_outlasts_its_writer_and_what_was_sent_does_not(
    service: Service, post: Post
) -> None:
    game = await opened(service)
    invite = service.mail_invitations.invite
    for number, address in enumerate(("eva+games@example.org", "dan+games@example.org"), 1):
        person = await joined(service, post, address)
        await invite(ANN, game.code, address, cause=new_cause())
        assert len(await post.invited()) == number
        if number == 1:
            await service.mail_invitations.never_again(mailbox_hash(address))
        await service.privacy.forget(person.id)
        await invite(ANN, game.code, address.replace("+games", ""), cause=new_cause())
    assert await post.invited() == ["eva+games@example.org", "dan+games@example.org", "dan@example.org"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("b.ob@example.org", "bob@example.org"), ("+1@x.org", "+2@x.org"), ("ann@x.org", "ann@y.org")],
)
def test_what_may_be_two_people_counts_as_two(one: str, other: str) -> None:
    assert mailbox_hash(one) != mailbox_hash(other)


async def test_what_is_played_on_a_server_is_for_who_was_invited(service: Service, post: Post) -> None:
    here = await opened(service)
    nowhere = await service.lobby.create(CLEO, None, GameSetup("roses"), cause=new_cause())
    eva = await joined(service, post, NEW)
    assert not await service.mail_invitations.may_join(eva, here.code)
    assert await service.mail_invitations.may_join(eva, nowhere.code)


async def test_never_again_is_honoured_and_nobody_learns_of_it(service: Service, post: Post) -> None:
    game = await opened(service)
    for _ in range(2):
        await service.mail_invitations.never_again(address_hash(NEW.upper()))
    for number in range(5):
        # Whether anything is sent counts for nothing.
        await service.mail_invitations.invite(ANN, game.code, NEW if number else BOBS, cause=new_cause())
    assert await post.invited() == [BOBS]
    with pytest.raises(Refused, match="5 times"):
        await service.mail_invitations.invite(ANN, game.code, "dan@example.org", cause=new_cause())


async def test_something_weighty_is_proved_once(service: Service, post: Post) -> None:
    await linked(service, post, ANN, ANNS)
    with pytest.raises(Refused, match="No address"):
        await service.addresses.send_code(BOB, "resign", cause=new_cause())
    await service.addresses.send_code(ANN, "resign in K7QX", cause=new_cause(), code="K7QX")
    code = (await post.codes())[-1]
    assert (code.address, code.purpose, code.about, code.code) == (ANNS, "act", "resign in K7QX", "K7QX")
    assert await service.addresses.redeem(ANN, "00000000") is None
    for _ in range(2):
        assert await service.addresses.redeem(ANN, code.digits) == "resign in K7QX"
    await service.addresses.spend(ANN, code.digits)
    assert await service.addresses.redeem(ANN, code.digits) is None


async def test_a_right_code_is_no_wrong_try_of_another(service: Service, post: Post) -> None:
    await linked(service, post, ANN, ANNS)
    for number in range(4):
        await service.addresses.send_code(ANN, f"resign {number}", cause=new_cause())
    first, *others = [one for one in await post.codes() if one.purpose == "act"]
    for code in others:
        assert await service.addresses.redeem(ANN, code.digits, forged=True) == code.about
        await service.addresses.spend(ANN, code.digits)
        # What is done may have closed it already.
        await service.addresses.spend(ANN, code.digits)
    assert await service.addresses.redeem(ANN, first.digits, forged=True) == first.about


@pytest.mark.parametrize(
    "wrong", ["ann", "ann@", "@x.org", "a b@x.org", "a@x.org, b@x.org", "a@x..org", "é@x.org"]
)
async def test_what_is_no_address_is_refused(service: Service, wrong: str) -> None:
    with pytest.raises(Refused, match="not a mail address"):
        await service.addresses.link(ANN, wrong, cause=new_cause())


@pytest.mark.parametrize(
    ("display", "name"),
    [
        ("Ann", "Ann"),
        ("Ann B. (ann@example.org)", "Ann B."),
        ("ann@example.org", "A player"),
        ("  \r\nBcc:  x", "Bcc x"),
        ("@everyone", "A player"),
        ("\u202ennA", "nnA"),
        ("x" * 40, "x" * 32),
        ("Zoë Łukasz", "Zoë Łukasz"),
        ("", "A player"),
        ("x" * 200_000, "x" * 32),
    ],
)
def test_names_are_clean_for_headers_and_tables(display: str, name: str) -> None:
    assert clean_name(display) == name


@pytest.mark.parametrize("dot", [".", ".*", "*.", "\uff0e", "\uff61"])
def test_no_name_becomes_a_link_as_it_is_cleaned(dot: str) -> None:
    assert name_for_strangers(f"J.R. evil{dot}example") == "J.R. evil example"
