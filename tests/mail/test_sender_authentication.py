"""Whose mails count, for what, and whom forged ones harm."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.mail.handling import MailHandler
from bot.mail.incoming.causes import cause_of
from bot.mail.incoming.parsing import Verdict
from bot.mail.reply_address import ReplyAddresses
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import AddressCode, MailInvitation, TurnNotice
from bot.store.database import Database
from bot.store.models import MailKeyRow
from tests.mail.people import ADDRESSES, BASE, MailPlayers, mail, played
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, new_cause, opened, sound


@pytest.mark.parametrize("auth", ["pass", "none"])
async def test_a_move_needs_the_own_address_and_the_sender(
    players: MailPlayers, service: Service, game: GameSummary, auth: str
) -> None:
    anns = await players.address(ANN, game)
    # Forwarded to Bob, or guessed by somebody else; of nobody here; without a reply address.
    for sender, to in ((ADDRESSES[BOB.id], anns), ("eve@else.example", anns), (ADDRESSES[ANN.id], BASE)):
        await players.deliver(mail(sender, "@d3", to, auth=auth))
    assert await played(service, game) == []
    await players.write(ANN, "@d3", anns, auth=auth)
    assert await played(service, game) == ["@d3"]


async def test_what_failed_its_check_does_nothing_and_is_not_answered(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    assert await players.write(ANN, "@d3", to, auth="fail") is None
    assert await players.write(ANN, "@d3", to, automatic=True) is None
    assert await players.write(ANN, "@d3", to.replace("+", "+x")) is None
    assert await players.deliver(mail("someone@games.example", "@d3", to)) is None
    assert await played(service, game) == []


async def test_a_stranger_is_answered_once_a_day_and_only_where_known_to_be_the_sender(
    players: MailPlayers,
) -> None:
    assert await players.deliver(mail("eve@else.example", "hello", BASE, auth="none")) is None
    assert await players.deliver(mail("eve@else.example", "hello", BASE)) is not None
    assert await players.deliver(mail("eve@else.example", "hello again", BASE)) is None


async def test_a_stranger_who_accepts_no_invitation_is_sent_no_code(players: MailPlayers) -> None:
    answer = await players.deliver(replace(mail("eve@else.example", "accept", BASE), subject="Hello"))
    assert answer is not None
    assert answer.text.startswith("Turnpost plays")
    assert not [one for one in await players.sent() if isinstance(one, AddressCode)]


async def test_who_signs_up_gets_no_seat_on_a_server_by_its_games_code(
    players: MailPlayers, service: Service
) -> None:
    game = await opened(service)
    await players.deliver(mail("eve@else.example", f"join {game.code} Eve", BASE))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    answer = await players.deliver(mail("eve@else.example", code.digits, BASE))
    assert answer is not None
    assert answer.text.startswith("Welcome, Eve")
    # It is answered as if there were no such game.
    assert answer.text.endswith(f"\nThere is no game {game.code} here.")
    seats = (await service.reading.summary(game.code)).seats
    assert [one.person.id for one in seats if one.person is not None] == [ANN.id]


@pytest.mark.parametrize("words", ["stop", "never again", "join Eve", "12345678", "hello"])
async def test_nobody_is_written_to_because_a_player_forges_their_name_in_an_answer(
    players: MailPlayers, service: Service, game: GameSummary, words: str
) -> None:
    for _ in range(4):
        forged = mail("eve@else.example", words, await players.address(ANN, game), auth="none")
        assert await players.deliver(forged) is None
    lobby = await service.lobby.create(BOB, None, GameSetup("roses"), cause=new_cause())
    await service.mail_invitations.invite(BOB, lobby.code, "eve@else.example", cause=new_cause())
    assert isinstance((await players.sent())[-1], MailInvitation)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("never again", "No more invitations are sent"),
        ("Stop.", "No more invitations are sent"),
        ("hello", "Turnpost plays"),
        ("12345678", "not the code"),
    ],
)
async def test_who_was_written_to_is_believed_where_their_mail_server_says_nothing(
    players: MailPlayers, words: str, answer: str
) -> None:
    to = (await players.addresses()).make_for_stranger("eve@else.example")
    for sender in ("dan@else.example", "Eve@else.example"):
        assert await players.deliver(mail(sender, words, to, auth="fail")) is None
        assert await players.deliver(mail(sender, words, to, auth="none", automatic=True)) is None
    assert await players.deliver(mail("dan@else.example", words, to, auth="none")) is None
    answered = await players.deliver(mail("Eve@else.example", words, to, auth="none"))
    assert answered is not None
    assert answer in answered.text
    assert await players.deliver(mail("eve@else.example", "hello again", to, auth="none")) is None


async def test_who_was_written_to_signs_up_like_whom_their_mail_server_knows(players: MailPlayers) -> None:
    to = (await players.addresses()).make_for_stranger("eve@else.example")
    for _ in range(3):
        await players.deliver(mail("eve@else.example", "join Mallory", BASE, auth="none"))
    await players.deliver(mail("eve@else.example", "join Eve", to, auth="none"))
    codes = [one for one in await players.sent() if isinstance(one, AddressCode)]
    assert [one.name for one in codes] == ["Mallory"] * 3 + ["Eve"]
    assert await players.deliver(mail("eve@else.example", codes[-1].digits, to, auth="none")) is not None
    # They are a person now, of whom more is asked: it says nothing of a game of theirs.
    answered = await players.deliver(mail("eve@else.example", "privacy delete", to, auth="none"))
    assert answered is None
    assert isinstance((await players.sent())[-1], AddressCode)


@pytest.mark.parametrize("forgeries", [1, 9])
async def test_forged_wrong_codes_leave_the_reader_of_the_right_one_some_tries(
    players: MailPlayers, service: Service, forgeries: int
) -> None:
    """Whoever knew an address could keep it from being linked with five mails."""
    address = "eve@else.example"
    to = (await players.addresses()).make_for_stranger(address)
    await service.addresses.link(ANN, address, cause=new_cause())
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    wrong = f"{(int(code.digits) + 1) % 10**8:08}"
    for _ in range(forgeries):
        await players.deliver(mail(address, wrong, BASE, auth="none"))
    for _ in range(2):
        await players.deliver(mail(address, wrong, to, auth="none"))
    confirmed = await players.deliver(mail(address, code.digits, to, auth="none"))
    assert confirmed is not None
    assert (await service.addresses.status(ANN)).address == address


async def test_who_links_an_address_reads_that_mails_come_only_when_they_wish(
    players: MailPlayers, service: Service
) -> None:
    address = "eve@else.example"
    await service.addresses.link(ANN, address, cause=new_cause())
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    confirmed = await players.deliver(mail(address, code.digits, BASE))
    assert confirmed is not None
    assert confirmed.text.endswith(" on Discord, and not by mail until you write “settings by: mail”.")


async def test_all_tries_together_are_five(players: MailPlayers, service: Service) -> None:
    address = "eve@else.example"
    to = (await players.addresses()).make_for_stranger(address)
    await service.addresses.link(ANN, address, cause=new_cause())
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    wrong = f"{(int(code.digits) + 1) % 10**8:08}"
    for recipient in (BASE, BASE, to, to, to):
        await players.deliver(mail(address, wrong, recipient, auth="none"))
    await players.deliver(mail(address, code.digits, to, auth="none"))
    assert (await service.addresses.status(ANN)).address is None


async def test_a_button_of_a_mail_program_stops_mail_to_a_stranger_from_whichever_address(
    players: MailPlayers, service: Service
) -> None:
    to = (await players.addresses()).make_for_stranger("eve@else.example", stops=True)
    lobby = await service.lobby.create(BOB, None, GameSetup("roses"), cause=new_cause())
    wants = mail("dan@else.example", "This was written automatically", to, auth="none", automatic=True)
    assert await players.deliver(replace(wants, auth="fail")) is None
    assert await players.deliver(replace(wants, recipient=to.replace("+s.", "+a."))) is None
    await service.mail_invitations.invite(BOB, lobby.code, "eve@else.example", cause=new_cause())
    assert len(await players.sent()) == 1
    assert await players.deliver(wants) is None
    await players.deliver(mail("eve@else.example", "join Eve", BASE, auth="none"))
    assert len(await players.sent()) == 1
    # Nor is it taken for more than that where its writer is known.
    await players.link(ANN)
    await players.write(ANN, "stop", to)
    assert (await service.preferences.notice_settings(ANN)).settings.by != "discord"


async def test_a_button_in_a_mail_to_a_stranger_stops_mail_to_the_person_whom_they_have_become(
    players: MailPlayers, service: Service
) -> None:
    to = (await players.addresses()).make_for_stranger(ADDRESSES[ANN.id], stops=True)
    await players.link(ANN, BOB)
    wants: dict[str, Any] = {"auth": "none", "automatic": True}
    assert await players.write(ANN, "Unsubscribe", to, auth="fail", automatic=True) is None
    assert await players.write(BOB, "Unsubscribe", to, **wants) is None
    assert (await service.preferences.notice_settings(ANN)).settings.by != "discord"
    answered = await players.write(ANN, "Unsubscribe", to, **wants)
    assert answered is not None
    assert answered.text.startswith("You get no more mail except answers to yours.")
    assert (await service.preferences.notice_settings(ANN)).settings.by == "discord"
    assert (await service.preferences.notice_settings(BOB)).settings.by != "discord"


async def test_a_button_in_an_invitation_ends_invitations_also_where_the_mailbox_has_a_person(
    players: MailPlayers, service: Service
) -> None:
    """The one to “ann+games@” is answered from “ann@”, who has long been a person."""
    await players.link(ANN)
    invited = ADDRESSES[ANN.id].replace("@", "+games@")
    to = (await players.addresses()).make_for_stranger(invited, stops=True)
    answered = await players.write(ANN, "Unsubscribe", to, auth="none", automatic=True)
    assert answered is not None
    assert answered.text.endswith("No invitations come either.")
    lobby = await service.lobby.create(BOB, None, GameSetup("roses"), cause=new_cause())
    before = len(await players.sent())
    for address in (invited, ADDRESSES[ANN.id]):
        await service.mail_invitations.invite(BOB, lobby.code, address, cause=new_cause())
    assert len(await players.sent()) == before


async def test_who_is_known_to_be_the_sender_signs_up_after_others_who_said_so(players: MailPlayers) -> None:
    async def codes(auth: Verdict) -> int:
        for _ in range(5):
            await players.deliver(mail("eve@else.example", "join Eve", BASE, auth=auth))
        return sum(isinstance(one, AddressCode) for one in await players.sent())

    assert await codes("none") == 3
    assert await codes("pass") == 6


async def test_only_the_bot_itself_is_not_answered_where_others_have_addresses_in_its_domain(
    players: MailPlayers, service: Service, clock: ManualClock
) -> None:
    players.door = MailHandler(service, BASE, clock, shared_domain=True)
    own = await players.address(ANN, None)
    for sender in (BASE, own):
        assert await players.deliver(mail(sender, "hello", BASE)) is None
    assert await players.deliver(mail("eve@games.example", "hello", BASE)) is not None


async def test_an_address_is_known_that_another_process_has_signed_with_a_new_key(
    players: MailPlayers, database: Database, clock: ManualClock
) -> None:
    assert not await players.door.knows("turn+b@games.example")
    async with database.transaction() as unit:
        unit.add(MailKeyRow(id=7, secret="07" * 32, made_at=clock.now()))
    signed = ReplyAddresses(BASE, {7: b"\7" * 32}).make(ANN.id, None, None, 0)
    assert await players.door.knows(signed)


async def test_forged_mails_leave_their_owner_answers(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    mails = []
    for number in range(25):
        forged = mail(ADDRESSES[ANN.id], f"board at: {number}", BASE, auth="none")
        mails.append(cause_of(forged, None))
        await players.deliver(forged)
    assert await service.mail.is_done(mails[0])
    to = await players.address(ANN, game)
    assert await players.write(ANN, "help", BASE) is not None
    answer = await players.write(ANN, "@d3", to, auth="none")
    assert answer is not None
    assert "You drop a soldier" in answer.text
    await service.privacy.forget(ANN.id)
    assert not await service.mail.is_done(mails[0])


async def test_who_writes_after_a_mail_to_them_came_back_is_told_of_their_turns_again(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    await service.preferences.set_notice_settings(ANN, {"by": "mail"})
    async with database.transaction() as unit:
        await unit.persons.drop_identity(ANN.id, "discord")

    async def reached() -> bool:
        async with database.reading() as unit:
            return "mail" in await unit.persons.doors(ANN.id)

    to, another = await players.address(ANN, game), await players.address(BOB, game)
    sender = (await players.addresses()).make_envelope_sender(ANN.id, ADDRESSES[ANN.id])
    former = (await players.addresses()).make_envelope_sender(ANN.id, "ann@former.example")
    # Nobody makes up the address to which mails of hers come back.
    local, _, host = sender.partition("@")
    *_, mac = to.partition("@")[0].split(".")
    forged = (to, another, BASE, *(f"{local[:-16]}{one}@{host}" for one in (mac, "a" * 16)))
    # A mail that is late has not come back.
    await players.deliver(mail("", "", sender, bounce=False, automatic=True))
    # Nor does a mail matter that went to an address that she had before.
    for recipient in (*forged, former, sender):
        assert await reached()
        came_back = mail("", "", recipient, bounce=True, automatic=True)
        await players.deliver(came_back)
    assert not await reached()
    # Not known to be hers.
    await players.write(ANN, "@d3", another, auth="none")
    assert not await reached()
    await players.write(ANN, "@d3", to, auth="none")
    assert await reached()
    before = len(await players.sent())
    await players.write(BOB, "@c5", await players.address(BOB, game))
    notices = [one for one in (await players.sent())[before:] if isinstance(one, TurnNotice)]
    assert [(one.person_id, one.occasion) for one in notices] == [(ANN.id, "turn")]
    await sound(database, game.code)
