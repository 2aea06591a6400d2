"""What takes a yes, a word or the digits of a code before it is done, and from whom."""

from datetime import timedelta

import pytest

from bot.mail.commands.answers import confirm_key
from bot.mail.commands.personal import DELETE
from bot.mail.commands.seating import CANCEL
from bot.service.accounts.address_codes import ACT_CODES
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import (
    AddressCode,
    MailAnswer,
)
from bot.service.values.request import STRANGER, Person
from engines.contract import Draw, Level
from tests.mail.people import ADDRESSES, BASE, MailPlayers, asked, mail, played
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, act, at_address, new_cause, opened


async def test_a_draw_is_shown_first_and_offered_by_yes(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    shown = await asked(players, ANN, game, "draw")
    assert (await service.reading.summary(game.code)).answers == ()
    assert shown.choices == (("Play it", "yes"),)
    # A bare yes to another mail means nothing.
    assert "nothing that this mail asked" in (await asked(players, ANN, game, "yes")).text
    await players.write(ANN, "Yes", await players.answer_address(shown))
    assert (await service.reading.summary(game.code)).answers
    shown = await asked(players, BOB, game, "accept")
    assert (await service.reading.summary(game.code)).status == "active"
    await players.write(BOB, "yes", await players.answer_address(shown))
    assert (await service.reading.summary(game.code)).status == "finished"


async def test_giving_up_takes_a_yes(players: MailPlayers, service: Service, game: GameSummary) -> None:
    shown = await asked(players, ANN, game, "resign")
    assert "You have not resigned" in shown.text
    await players.write(ANN, "yes", await players.answer_address(shown))
    assert await played(service, game) == ["resign"]


@pytest.mark.parametrize("line", ["resign", "draw", "settings when: digest", "privacy delete", "unlink"])
async def test_without_a_known_sender_weighty_things_take_a_word(
    players: MailPlayers, service: Service, game: GameSummary, line: str
) -> None:
    before = await service.preferences.notice_settings(ANN)
    to = await players.address(ANN, game)
    assert await players.write(ANN, line, to, auth="none") is None
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    assert await played(service, game) == []
    assert await service.preferences.notice_settings(ANN) == before
    wrong = f"{(int(code.digits) + 1) % 10**8:08}"
    refused = await players.write(ANN, wrong, to, auth="none")
    assert refused is not None
    assert await played(service, game) == []
    # The mail with the digits is answered to the bot's own address.
    sent = mail(ADDRESSES[ANN.id], code.digits, BASE, auth="none")
    await players.deliver(sent)
    await players.deliver(sent)
    assert await service.addresses.redeem(ANN, code.digits) is None
    if line == "resign":
        assert await played(service, game) == ["resign"]
    elif line == "draw":
        assert (await service.reading.summary(game.code)).answers
    elif line.startswith("settings"):
        assert (await service.preferences.notice_settings(ANN)).settings.when == "digest"
    else:
        assert await at_address(service, ADDRESSES[ANN.id]) == STRANGER


async def test_a_code_ends_a_game_of_which_nobody_else_is_asked(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    setup = GameSetup("roses", seat=0, levels=(Level.GENTLE,))
    alone = await service.lobby.create(ANN, None, setup, cause=new_cause())
    await players.write(ANN, "draw no result", await players.address(ANN, alone), auth="none")
    code = [one for one in await players.sent() if isinstance(one, AddressCode)][-1]
    await players.deliver(mail(ADDRESSES[ANN.id], code.digits, BASE, auth="none"))
    assert (await service.reading.summary(alone.code)).status == "abandoned"
    assert (await service.reading.summary(game.code)).status == "active"


async def test_the_same_is_confirmed_again_by_another_code(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    for _ in range(2):
        await players.write(ANN, "draw", await players.address(ANN, game), auth="none")
        code = [one for one in await players.sent() if isinstance(one, AddressCode)][-1]
        await players.deliver(mail(ADDRESSES[ANN.id], code.digits, BASE, auth="none"))
        assert (await service.reading.summary(game.code)).answers
        await act(service, BOB, game.code, Draw("decline"))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("roses", "yes resign"),
        ("roses", "Ok, please RESIGN."),
        ("roses", "yes draw"),
        ("reef", "resign;"),
        ("tae", ", resign"),
        ("flicflac", "draw, draw"),
    ],
)
async def test_no_spelling_of_a_weighty_thing_goes_without_a_word(
    players: MailPlayers, service: Service, key: str, line: str
) -> None:
    game = await players.nowhere(key)
    for person in (ANN, BOB):
        await players.write(person, line, await players.address(person, game), auth="none")
    assert await played(service, game) == []
    now = await service.reading.summary(game.code)
    assert (now.status, now.answers) == ("active", ())


async def test_a_yes_and_what_it_is_to_confirm_are_one_line(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    old = await players.address(BOB, game)
    await asked(players, ANN, game, "@d3")
    stale = await players.write(BOB, "yes resign", old)
    assert stale is not None
    assert "position that has passed" in stale.text
    assert await played(service, game) == ["@d3"]
    await asked(players, BOB, game, "yes resign")
    assert await played(service, game) == ["@d3", "resign"]


async def _confirmed(
    players: MailPlayers, person: Person, text: str, *, subject: str = "Hello"
) -> MailAnswer | None:
    """What is answered to the code that confirms a mail to the bot's own address."""
    assert await players.write(person, text, BASE, auth="none", subject=subject) is None
    (*_, code) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    return await players.write(person, code.digits, BASE, auth="none", subject="Hello")


async def test_a_word_confirms_all_that_a_line_says(
    players: MailPlayers, service: Service, game: GameSummary, clock: ManualClock
) -> None:
    assert await _confirmed(players, ANN, "new roses first: Black hours: 48") is not None
    (opened_now,) = [one for one in await service.reading.my_games(ANN) if one.status == "lobby"]
    code = opened_now.code
    await _confirmed(players, ANN, f"computer level: gentle game: {code}")
    assert (await service.reading.summary(code)).status == "active"
    last = clock.now().date() + timedelta(days=12)
    await _confirmed(players, ANN, f"away from: {last - timedelta(days=2)} until: {last}")
    vacation = await service.vacations.of(ANN)
    assert vacation.dates is not None
    assert not vacation.begun


async def test_a_word_confirms_in_which_game_something_is_done(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    lobby = await service.lobby.create(ANN, None, GameSetup("roses"), cause=new_cause())
    other = await service.lobby.create(ANN, None, GameSetup("roses"), cause=new_cause())
    await _confirmed(players, BOB, "join seat: White", subject=f"Re: [{lobby.code}] an invitation")
    assert [one.code for one in await service.reading.my_games(BOB)].count(lobby.code) == 1
    await _confirmed(players, ANN, f"lobby cancel {other.code}")
    assert (await service.reading.summary(other.code)).status == "abandoned"
    assert (await service.reading.summary(lobby.code)).status != "abandoned"


async def test_a_word_confirms_nothing_that_stands_below_it(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    await players.write(ANN, "settings when: digest", BASE, auth="none")
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    answer = await players.write(ANN, f"{code.digits}\nresign", to, auth="none")
    assert answer is not None
    assert "when: digest" in answer.text
    assert await played(service, game) == []
    (*_, code) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    assert code.about == f"{game.code}: resign"


async def test_what_stands_below_a_line_that_takes_a_word_is_not_done_and_that_is_said(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    lines = "settings when: digest\n\n@d3\n\nsay hello"
    answer = await players.write(ANN, lines, await players.address(ANN, game), auth="none")
    assert answer is not None
    assert answer.text == (
        "You have been sent a code that must first confirm “settings when: digest”. What is below that line "
        "was not done: @d3 and say …."
    )
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    await players.write(ANN, code.digits, BASE, auth="none")
    assert (await service.preferences.notice_settings(ANN)).settings.when == "digest"
    assert await played(service, game) == []
    assert (await service.chat.messages(BOB, game.code)).messages == ()


async def test_no_word_confirms_the_beginning_of_a_line(players: MailPlayers, game: GameSummary) -> None:
    refused = await players.write(ANN, f"block {'x' * 200}", BASE, auth="none")
    assert refused is not None
    assert "at most 200 characters" in refused.text
    assert not any(isinstance(one, AddressCode) for one in await players.sent())


async def test_forged_wrong_codes_leave_a_player_tries_of_the_right_one(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    await players.write(ANN, "settings when: digest", to, auth="none")
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    for number in range(1, 6):
        wrong = f"{(int(code.digits) + number) % 10**8:08}"
        await players.deliver(mail(ADDRESSES[ANN.id], wrong, BASE, auth="none"))
    await players.write(ANN, code.digits, to, auth="none")
    assert (await service.preferences.notice_settings(ANN)).settings.when == "digest"


async def test_digits_count_in_whatever_mail_they_are_written(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    before = await players.address(BOB, game)
    await players.write(BOB, "resign", before, auth="none")
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    await players.write(ANN, "@d3", await players.address(ANN, game))
    await players.write(BOB, code.digits, before, auth="none")
    assert (await played(service, game))[-1] == "resign"


async def test_forged_requests_bring_few_codes_and_leave_their_owner_some(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    await players.write(ANN, "settings when: digest", to, auth="none")
    (own,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    for _ in range(15):
        await players.write(ANN, "unlink", BASE, auth="none")
    codes = [one for one in await players.sent() if isinstance(one, AddressCode)]
    assert len(codes) == ACT_CODES
    await players.write(ANN, own.digits, BASE, auth="none")
    assert (await service.preferences.notice_settings(ANN)).settings.when == "digest"
    await players.write(ANN, "resign", to, auth="none")
    newest = [one for one in await players.sent() if isinstance(one, AddressCode)][-1]
    assert newest.about == f"{game.code}: resign"


async def test_being_forgotten_takes_a_yes(players: MailPlayers, service: Service) -> None:
    await players.link(ANN)
    shown = await asked(players, ANN, None, "privacy delete")
    assert "Nothing has been done yet" in shown.text
    assert "keeps a keyed hash of your account" in shown.text
    assert await at_address(service, ADDRESSES[ANN.id]) == ANN.id
    assert "forgotten" in str(await players.write(ANN, "yes", await players.answer_address(shown)))
    assert await at_address(service, ADDRESSES[ANN.id]) == STRANGER


@pytest.mark.parametrize("does", [DELETE, CANCEL, "resign", "draw no result"])
async def test_a_yes_to_what_somebody_else_was_asked_does_nothing(
    players: MailPlayers, service: Service, does: str
) -> None:
    await players.link(ANN, BOB)
    lobby = await opened(service, "reef", place=None)
    before = await service.reading.summary(lobby.code)
    to = (await players.addresses()).make(ANN.id, lobby.code, 0, before.public_version, confirm_key(does))
    answer = await players.write(BOB, "yes", to)
    assert answer is not None
    assert "written to somebody else, so nothing was done" in answer.text
    assert await service.reading.summary(lobby.code) == before
    assert await at_address(service, ADDRESSES[BOB.id]) == BOB.id


@pytest.mark.parametrize(
    "line",
    ["pause until 2027-01-01", "plan-ahead action: @e4", "draw no result", "undo", "accept", "@e4", "claim"],
)
async def test_an_old_address_or_that_of_a_seat_that_was_left_does_nothing(
    players: MailPlayers, service: Service, game: GameSummary, line: str
) -> None:
    old = await players.address(BOB, game)
    await act(service, ANN, game.code, "@d3")
    version = (await service.reading.summary(game.code)).public_version
    left = (await players.addresses()).make(BOB.id, game.code, 0, version)
    for to in (old, left):
        answer = await players.write(BOB, line, to)
        assert answer is None or "position that has passed" in answer.text
    assert (await service.reading.summary(game.code)).public_version == version
    assert (await service.orders.listed(BOB, game.code)).orders == ()
