"""What is answered to what a person sets, reads and says, in whatever game."""

import msgspec
import pytest
from msgspec.structs import replace

from bot.mail.commands import chat
from bot.mail.commands.chat import _length
from bot.service.chat.messages import count_fitting
from bot.service.facade import Service
from bot.service.values.answers import MessageView
from bot.service.values.payloads import ShownBoard
from engines.reviewing import Review, Swing, Turn
from tests.mail.people import Conversation
from tests.service.actors import ANN, BOB, CLEO, DAN, SAMPLE, SINCE, begun, opened, play_through, running
from tests.service.chat.table import Table


async def test_what_concerns_a_person(conversation: Conversation) -> None:
    await conversation.players.link(ANN, BOB)
    await conversation.expect(
        (ANN, "inbox whose: server", "A server's games are listed there, not by mail."),
        (ANN, "inbox whose: followed", "You follow no game."),
        (ANN, "unfollow", "You follow no game."),
        (ANN, "follow", "There is no game K7QX here."),
        (ANN, "rules Reef Encounter", "Reef Encounter\n\nAim. At the end each tile"),
        (ANN, "away", "You are not away. You have 30 of 30 days left this year."),
        (ANN, "away from: 3 Aug", "Name the last day of your vacation with “until”."),
        (ANN, "away until 40 Aug", "“40 Aug” is not a day: write it like 2026-08-03 or 3 Aug."),
        (ANN, "away until January 3, 2026", "Your vacation: "),
        (ANN, "privacy blocked", "You have not blocked anybody."),
        (ANN, "privacy unblock Bob", "You have not blocked anybody of that name"),
        (ANN, "settings when: hourly", "“when:” is at once, after quiet hours or digest, not “hourly”."),
        (ANN, "board theme: light", "There is no game here, and you are not in one."),
        (ANN, "never again", "No more invitations are sent to this address, nor codes that others ask for."),
        (ANN, "never again no", "Invitations, and codes for which others ask, come to this address again."),
        (ANN, "privacy export", "Attached is all that is stored about you here, but for"),
    )
    assert (await conversation.service.preferences.of(ANN)).theme == "light"
    await conversation.service.blocks.block(ANN, BOB)
    await conversation.expect(
        (ANN, "privacy blocked", "1  Bob"), (ANN, "privacy unblock bob", "You have lifted the block on Bob.")
    )


async def test_talk_is_read_muted_and_heard_again(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("gods", 4)).code
    for person in (ANN, BOB):
        await conversation.service.preferences.set_notice_settings(person, {"private_by_mail": True})
    await conversation.expect(
        (BOB, "messages", "Nothing has been said that you may read."),
        (ANN, "-b at noon", "Said to Bob (BLUE) alone."),
        (BOB, "messages", "Ann (RED) to Bob (BLUE) alone, round 1: at noon"),
        (BOB, "mute seat: RED", "You no longer hear what Ann says here. They are not told."),
        (BOB, "mute seat: RED mute: no", "You hear again what Ann says here."),
        (ANN, "draw no", "“no” was not understood here. It takes “answer:”, “how:” and “game:”."),
    )


async def test_who_bothers_somebody_is_reported_and_blocked(
    service: Service, conversation: Conversation, table: Table
) -> None:
    await conversation.players.link(BOB)
    conversation.code = table.code
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    await table.say(ANN, "-B at noon")
    await table.outbox.drain()
    await conversation.expect(
        (BOB, "report", "1  Ann (RED) to Bob (BLUE) alone, round 1: at noon"),
        (BOB, "report 2", "No such message was sent to you in private."),
        (BOB, "report 1", "Those who manage the server can read it, with your name."),
        (BOB, "privacy report words: 1", "You have already reported this message: those who"),
        (BOB, "block Zoë", "“Zoë” is not at your table and has not invited you."),
        (BOB, "block blue", "That is you yourself."),
        (BOB, "block red", "You have blocked Ann, who is not told."),
        (BOB, "privacy block Ann", "You have blocked Ann, who is not told."),
        (BOB, "privacy blocked", "Ann"),
        (BOB, "follow", "You play in game"),
        (BOB, "about", "To report a fault: tell whoever runs this what you did"),
    )


async def test_of_several_with_one_name_the_seat_tells_who_is_blocked(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    others = (BOB, replace(CLEO, name=BOB.name), DAN)
    conversation.code = (await begun(conversation.service, "gods", *others, place=None)).code
    await conversation.expect(
        (ANN, "block bob", "Several people have that name: name the seat."),
        (ANN, "block green", "You have blocked Bob, who is not told."),
    )


async def test_neither_a_computer_nor_a_free_seat_is_blocked(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    conversation.code = (await conversation.write(ANN, "new reef")).code
    assert conversation.code is not None
    await conversation.expect((ANN, "computer level: steady", "A steady computer has a seat."))
    seats = (await conversation.service.reading.summary(conversation.code)).seats
    nobodys = [seat.name for seat in seats if seat.person is None or seat.person.level is not None]
    assert len(nobodys) == len(seats) - 1
    for name in nobodys:
        await conversation.expect((ANN, f"block {name}", f"“{name}” is not at your table"))


async def test_who_invites_somebody_is_blocked_by_name(conversation: Conversation) -> None:
    await conversation.players.link(BOB)
    await opened(conversation.service, opponents=(BOB,))
    await conversation.expect((BOB, "block ann", "You have blocked Ann, who is not told."))


async def test_all_messages_come_that_a_mail_has_room_for(
    service: Service, conversation: Conversation, table: Table
) -> None:
    await conversation.players.link(BOB)
    conversation.code = table.code
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    for number in range(60):
        await table.say(ANN, f"number {number}")
    text = (await conversation.write(BOB, "messages")).text.splitlines()
    assert [line.rpartition(" ")[2] for line in text] == [str(number) for number in range(60)]


async def test_messages_that_just_fill_a_mail_are_all_of_it(
    service: Service, conversation: Conversation, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await conversation.players.link(BOB)
    conversation.code = table.code
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    for number in range(3):
        await table.say(ANN, f"number {number}")
    monkeypatch.setattr(chat, "_ROOM", 2 * (len("number 1") + 200))
    text = (await conversation.write(BOB, "messages")).text.splitlines()
    assert [line[-8:] for line in text] == ["read it.", "number 1", "number 2"]


async def test_a_game_without_a_place_is_followed_by_mail_and_reviewed(conversation: Conversation) -> None:
    game = await conversation.players.nowhere()
    await conversation.players.link(CLEO)
    assert "You follow Guerre" in (await conversation.write(CLEO, f"follow {game.code}")).text
    assert await conversation.service.following.follows(CLEO, game.id)
    conversation.code = game.code
    await play_through(conversation.service, game.code, SAMPLE)
    asked = await conversation.write(ANN, "review")
    assert "A computer is looking through the game" in asked.text
    (one,) = await conversation.service.jobs.claim("mind", 1)
    two = Review(
        False, (9, 8), (Swing(Turn(1, 1, 2), 0.3, ("@b4",), 0.6), Swing(Turn(0, 2, 3), 0.4, (), 0.5))
    )
    await conversation.service.jobs.answer("mind", one, msgspec.json.encode(two).decode(), 0.1)
    result = await conversation.write(ANN, "review")
    assert (
        "guesses that most was lost in 2.\n\n1 of 2, from point 1 on: Bob (Black) could expect" in result.text
    )
    assert (result.board, result.choices) == (ShownBoard("swing", 0), (("The next turn", "review turn: 2"),))
    assert (await conversation.write(ANN, "review turn: 2")).choices == ()


async def test_a_mail_tells_nothing_of_a_followed_game_of_a_server(conversation: Conversation) -> None:
    game = await running(conversation.service)
    await conversation.players.link(CLEO)
    await conversation.service.following.follow(CLEO, game.code)
    inbox = (await conversation.write(CLEO, "inbox whose: followed")).text
    assert inbox == f"  Guerre des Deux Roses {game.code}: played on a server, where “/game inbox” shows more"


async def test_plans_are_listed_by_mail_to_who_wants_that(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    await conversation.expect(
        (BOB, "plan-ahead", "You have planned nothing."),
        (BOB, "plan-ahead if_they_play: @d3 action: @c5", "1. If Ann (White) plays @d3, then you play @c5"),
        (BOB, "plan-ahead if_they_play: @e4, @c5, @d3", "@d3, then what you play is still to be said"),
    )


def test_messages_fill_a_mail_but_no_more() -> None:
    result = MessageView(
        key="gods", code="K7QX", turn="", at=SINCE, speaker=ANN, seat=0, to=None, body="x" * 800
    )
    longer = replace(result, body="x" * 801)
    assert [
        count_fitting(page, 20_000, _length)
        for page in ([], [result] * 20, [*[result] * 19, longer], [result] * 21)
    ] == [
        0,
        20,
        19,
        20,
    ]


async def test_settings_are_told_as_they_are(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    usual = (
        "In all your games:\nwhere: thread\nwhen: after quiet hours\nreminders: 1/2, 1/8\nquiet_hours: none\n"
        "quiet_days: none\ndigest_at: 18:00\ntime_zone: UTC\nby: whichever is open\nprivate_by_mail: no\n"
        "followed: each card\n"
        "theme: dark\nconfirm: weighty\nTo change one, write"
    )
    await conversation.expect(
        (ANN, "settings", usual),
        (ANN, "settings reminders: none quiet_hours: 22:00-8:00 quiet_days: sat sun", "reminders: none\n"),
        (ANN, "settings", "quiet_hours: 22:00-08:00\nquiet_days: Saturday, Sunday\n"),
    )


async def test_settings_name_mail_where_its_reader_is_told_by_mail(conversation: Conversation) -> None:
    players, read = conversation.players, conversation.service.preferences.notice_settings
    await players.link(ANN, BOB)
    await players.by_mail_alone(ANN)
    await conversation.expect(
        (ANN, "settings", "In all your games:\nwhere: mail\n"),
        (ANN, "settings where: none", "\nwhere: none\n"),
        (ANN, "settings where: mail", "\nwhere: mail\n"),
        (BOB, "settings where: mail", "\nwhere: mail\n"),
        (BOB, "settings by: discord", "\nwhere: dm\n"),
        (BOB, "settings where: thread", "\nwhere: thread\n"),
    )
    assert ((await read(ANN)).settings.where, (await read(BOB)).settings.by) == ("dm", "discord")


async def test_every_line_of_the_settings_can_be_written_back(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    changes = "by: mail quiet_hours: 22-8 quiet_days: sat, sun reminders: 8 h, 1/8 time_zone: Paris"
    shown = (await conversation.write(ANN, f"settings {changes}")).text
    lines = shown.splitlines()[1:-1]
    assert "time_zone: Europe/Paris" in lines
    for line in lines:
        assert (await conversation.write(ANN, f"settings {line}")).text == shown


async def test_a_fixed_offset_does_not_follow_summer_time(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    shown = (await conversation.write(ANN, "settings time_zone: GMT+2")).text
    *lines, notes = shown.splitlines()
    assert notes.startswith("UTC+2 does not follow summer time")
    assert (await conversation.write(ANN, f"settings {lines[7]}")).text == shown


async def test_what_is_to_be_said_must_be_there(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    for line in ("say", "Say:", "say hello\nsay"):
        answer = await conversation.write(ANN, line)
        assert answer.text == (
            "What is to be said? Write “say” and the words on one line. Nothing in your mail was done."
        )
