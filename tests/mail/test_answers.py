"""Conversations by mail: what is answered to each line, where it depends on what was written before."""

from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from bot.mail.commands import lookups, talking
from bot.mail.commands.talking import _length
from bot.sentences.plays import undone_words
from bot.service.admin.acts import Replace
from bot.service.chat.messages import count_fitting
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.answers import MessageView, Played
from bot.service.values.payloads import AddressCode, MailAnswer, ShownBoard
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import Level
from engines.reviewing import Review, Swing, Turn
from tests.mail.people import BASE, MailPlayers, mail
from tests.manual_clock import ManualClock
from tests.service.admin.operators import HELD
from tests.service.chat.table import Table
from tests.service.people import (
    ANN,
    BOB,
    CLEO,
    DAN,
    SAMPLE,
    SINCE,
    act,
    begun,
    new_cause,
    opened,
    play_through,
    running,
)


class Conversation:
    """Mails of several people about one game, far enough apart that all are answered."""

    def __init__(self, service: Service, database: Database, clock: ManualClock) -> None:
        self.players = MailPlayers(service, database, clock)
        self.service = service
        self.clock = clock
        self.code: str | None = None

    async def write(self, person: Person, line: str, to: str | None = None, **more: object) -> MailAnswer:
        """The answer to a mail that answers the newest one about the game."""
        self.clock.advance(timedelta(minutes=4))
        game = None if self.code is None else await self.service.reading.summary(self.code)
        answer = await self.players.write(
            person, line, to or await self.players.address(person, game), **more
        )
        assert answer is not None
        return answer

    async def expect(self, *lines: tuple[Person, str, str]) -> None:
        """Who writes what, and what stands in the answer."""
        for person, line, words in lines:
            answer = await self.write(person, line)
            assert words in answer.text, (line, answer.text)


@pytest.fixture
def conversation(service: Service, database: Database, clock: ManualClock) -> Conversation:
    """Nobody has written yet."""
    return Conversation(service, database, clock)


@pytest.fixture
async def table(database: Database, service: Service, clock: ManualClock) -> Table:
    """A game of Ann (RED), Bob (BLUE), Cleo (GREEN) and Dan (ORANGE) on a server."""
    return await Table(database, service, clock).open()


async def test_a_game_against_computers_ends_without_a_result_only_after_a_question(
    conversation: Conversation, service: Service
) -> None:
    """Nobody else must agree: a slip would end it."""
    await conversation.players.link(ANN)
    setup = GameSetup("roses", seat=0, levels=(Level.GENTLE,))
    conversation.code = (await service.lobby.create(ANN, None, setup, cause=new_cause())).code
    asked = await conversation.write(ANN, "draw no result")
    assert "Answer this mail with “yes” to end it without a result." in asked.text
    assert (await service.reading.summary(conversation.code)).status == "active"
    game = await service.reading.summary(conversation.code)
    confirms = await conversation.players.address(ANN, game, asked.confirms)
    assert "The game was called off." in (await conversation.write(ANN, "yes", confirms)).text


async def test_a_number_of_another_list_promises_no_list_where_moves_are_withheld(
    conversation: Conversation,
) -> None:
    game = await conversation.players.nowhere("tae")
    conversation.code = game.code
    person = (ANN, BOB)[game.to_act[0]]
    await conversation.expect((person, "999", "so nothing was done. This is how things stand."))


async def test_moves_about_a_cell_are_not_those_about_a_longer_name(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("flicflac")).code
    listed = (await conversation.write(ANN, "moves H1")).text.splitlines()
    assert any(" H1 " in line for line in listed)
    assert not any("H15" in line for line in listed)


async def test_one_command_is_explained_with_every_option(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("tae")).code
    await conversation.expect(
        (ANN, "help settings", "Choose how Turnpost shows and tells you things\n"),
        (ANN, "help settings", "\n- where: Where you are told that it is your turn (thread, dm or none)\n"),
        (ANN, "help settings", "plans and private words may come by mail (yes or no)\n"),
        (ANN, "Help undo?", "“undo” by mail:\nTake back what you did last"),
        (ANN, "help pause until", "“pause until” by mail:\n"),
        (
            ANN,
            "help new flicflac",
            "\n- size: Cells along each edge of the board; 8 unless you say (5 to 8)\n",
        ),
        (ANN, "help new flicflac", "\n- seat: Where you sit; random unless you say (random, "),
        (ANN, "help new roses", "may also charge as a whole; no unless you say (yes or no)\n"),
        (
            ANN,
            "help new reef",
            "- players: How many play at the most; 4, or you and the computers, unless you say",
        ),
        (ANN, "help new gods", "Energy points of each god at the start; 60 unless you or a “preset” say ("),
        (ANN, "help new gods", "mode: Rounds by deadline, or live rounds of seconds; async unless you say ("),
        (ANN, "help new gods", "- terms: Clock and absence: vacation, absence and after, such as "),
        (ANN, "help new", "“new” and a game opens a table:\n- “new roses”: Guerre des Deux Roses\n"),
        (ANN, "help new", "unless you say. “new roses computers: 1” plays at once, against a computer."),
        (ANN, "help Flic Flac", "“flicflac new” by mail:\nOpen a game of Flic Flac\n\n- size: "),
        (ANN, "help leader", "- type: merchant (G), scientist (R), settler (K) or miner (U)"),
        (ANN, "help report", "- words: Which, by their number; all are listed unless you say\n- game:"),
        (ANN, "help review", "- turn: Which of the turns that it tells of (1 to 99)\n"),
        (ANN, "report 0", "“0” does not fit “words:”."),
        (ANN, "help me", "a line for each thing"),
        (ANN, "help accept", "Agree to what is asked of you: a draw, an undo, a pause, an invitation"),
        (ANN, "help", "“help” and one of these, such as “help settings”, tells all about it."),
    )


async def test_a_game_that_is_over_cannot_be_given_up(conversation: Conversation, service: Service) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect((ANN, "resign", "You have not resigned"))
    await play_through(service, conversation.code, SAMPLE)
    await conversation.expect(
        (ANN, "resign", "is over. Ann (White) wins: Bob's castle has fallen."),
        (BOB, "draw", "is over. Ann (White) wins: Bob's castle has fallen."),
    )


async def test_a_game_from_its_first_mail_to_its_end(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "history", "Nothing has been played yet."),
        (ANN, "catchup", "Nothing has happened since you last played."),
        (ANN, "moves", "   1  @d3  drop a soldier on d3"),
        (ANN, "moves E4", "   2  @e4  drop a soldier on e4"),
        (ANN, "moves zzz", "None of your moves names that. “moves” alone lists them all."),
        (ANN, "board at: 0", "The game at its beginning."),
        (ANN, "board at: x", "“x” is no point of this game: name one by its number."),
        (ANN, "board at: 9999999999", "“9999999999” is no point of this game: name one by its number."),
        (ANN, "board at: 999999999", "The game at its beginning."),
        (ANN, "history: all of it", "To say it to everybody at the table answer “say history: all of it”."),
        (ANN, "board at: 1 side: Red", "There is no seat “Red”"),
        (ANN, "extend", "Bob (Black) has not missed a deadline."),
        (ANN, "accept", "Nothing waits for your answer in Guerre des Deux Roses"),
        (ANN, "decline", "Nothing waits for your answer in Guerre des Deux Roses"),
        (ANN, "@e4\n@c2", "In Guerre des Deux Roses a mail plays one move. Nothing was done."),
        (ANN, "record verify", "The secret is published when the game is over"),
        (ANN, "@d3", "You drop a soldier on d3. [@d3]\nBob (Black) drops a soldier."),
        (BOB, "board at: 1", "The game at point 1 of 1. Ann (White): @d3"),
        (BOB, "try @c5, d4", "Nothing may be dropped on the red cell d4"),
        (BOB, "try @c5, @e4", "Tried from point 1 on, and nothing of it is played: @c5, @e4."),
        (BOB, "game try at 0 @E4.", "Tried from the beginning, and nothing of it is played: @e4."),
        (BOB, "try 1", "That number stood in a list of other moves"),
        (BOB, "review", "is not over: it can be looked through afterwards."),
        (BOB, "catchup", "- Ann (White) drops a soldier on d3"),
        (BOB, "claim", "Ann (White) has not missed a deadline."),
        (BOB, "undo ask", "You have not played anything yet"),
        (BOB, "redo", "Nothing of yours is left to do again"),
        (ANN, "draw no result", "You would end it without a result; Bob must agree."),
        (BOB, "inbox", "* Guerre des Deux Roses"),
        (BOB, "decline", "It goes on."),
        (BOB, "draw no result", "You would end it without a result; Ann must agree."),
        (ANN, "accept", "The game was called off."),
        (ANN, "record verify", "and the game's actions, 1 in all, with every draw, come out again"),
    )


@pytest.mark.parametrize("private", [False, True])
async def test_what_is_drawn_in_secret_is_mailed_only_to_who_wishes_that(
    conversation: Conversation, *, private: bool
) -> None:
    game = await conversation.players.nowhere("tae")
    conversation.code = game.code
    (seat,) = game.to_act
    person = (ANN, BOB)[seat]
    await conversation.service.preferences.set_notice_settings(person, {"private_by_mail": private})
    await conversation.service.preferences.change(person, confirm="never")
    choices = await conversation.service.play.choices(person, game.code)
    swap = next(offer.notation for offer in choices.offers if offer.notation.startswith("swap"))
    secret = ("draw", swap.removeprefix("swap "))
    answer = await conversation.write(person, swap)
    assert "you swap 1 ship" in answer.text.lower()
    assert [words in answer.text for words in secret] == [private, private]


async def test_what_was_undone_in_secret_is_not_named_to_others(conversation: Conversation) -> None:
    game = await conversation.players.nowhere()
    undone = Played(game, "undo reinforce 2", (), public_notation="undo reinforce sealed")
    assert undone_words(undone) == "Undone: reinforce 2."
    assert undone_words(undone.public) == "Undone: reinforce sealed."
    assert undone_words(replace(undone, public_notation=None).public) == "That is undone."


async def test_a_line_is_tried_from_the_present_unless_a_point_is_named(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await act(conversation.service, ANN, conversation.code, "@d3")
    await act(conversation.service, BOB, conversation.code, "@c5")
    await conversation.expect(
        (ANN, "try @c2", "Tried from point 2 on"), (ANN, "try at 1 @b4", "Tried from point 1 on")
    )


async def test_of_a_line_in_which_several_choose_it_is_said_for_whom(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("gods", 4)).code
    await conversation.service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    await conversation.expect((BOB, "try ready", "played: ready. Now you choose for Bob (BLUE)."))


async def test_what_a_late_opponent_leaves_open_is_no_request(conversation: Conversation) -> None:
    """“accept” means what somebody asks for: the game could be claimed, but nobody has offered a draw."""
    conversation.code = (await conversation.players.nowhere(deadline_hours=10)).code
    conversation.clock.advance(timedelta(hours=11))
    late = await conversation.service.clock.process_timeout(conversation.code)
    assert late.answers == ((1, "claim"), (1, "extend"))
    await conversation.expect((BOB, "accept", "Nothing waits for your answer in Guerre des Deux Roses"))


async def test_a_pause_is_asked_for_answered_and_ended(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "pause end", "is not paused."),
        (ANN, "pause until 2026-03-01", "You asked; Bob must agree within two days."),
        (ANN, "draw no result", "Bob must agree."),
        (
            BOB,
            "accept",
            "2 things wait for your answer: say “draw accept no result” or “pause",
        ),
        (BOB, "pause answer decline", "You declined, so nothing changes."),
        (ANN, "pause until March 1", "You asked; Bob must agree within two days."),
        (BOB, "pause answer agree", "The game is paused until Sun 1 Mar 2026"),
        (BOB, "pause end", "You asked; Ann must agree within two days."),
        (ANN, "pause answer agree", "Your turn: you drop a soldier."),
    )


async def test_games_are_opened_listed_and_left(conversation: Conversation) -> None:
    await conversation.players.link(ANN, BOB)
    none = "You are in no game. “new” and a title opens one."
    await conversation.expect(
        (ANN, "inbox", none),
        (ANN, "new", "Which game? Write “new roses”, “new flicflac”,"),
        (ANN, "new nonsense", "Which game is “nonsense”?"),
        (ANN, "invitations", "No invitation waits for you."),
        (ANN, "join", "There is no game K7QX here."),
        (ANN, "decline", "Which game? Answer a mail about it"),
        (ANN, "new flicflac 4", "“4” does not fit “size:”."),
        (ANN, "roses new seat: Black", "It starts with one more player. Write “invite” and an address"),
        (ANN, "reef new", "It starts with one more player, when one of you writes “start”."),
        (ANN, "inbox", "  Reef Encounter "),
    )
    conversation.code = next(
        one.code for one in await conversation.service.reading.my_games(ANN) if one.key == "reef"
    )
    await conversation.expect(
        (ANN, "invite nonsense", "Write “invite” and an address, such as “invite bob@example.org”."),
        (ANN, "computer level: gentle", "A gentle computer has a seat. At the table: Ann and"),
        (ANN, "computer none", "You have sent a computer away. At the table: Ann. It starts with one more"),
        (BOB, f"join {conversation.code} seat: Tulip", "There is no seat “Tulip”"),
        (BOB, f"join {conversation.code}", "You have a seat in Reef Encounter"),
        (BOB, "leave", "your seat is free again."),
        (BOB, f"join {conversation.code}", "You have a seat in Reef Encounter"),
    )
    asked = await conversation.write(ANN, "lobby cancel")
    assert "waits on. Answer this mail with “yes” to call it off for all." in asked.text
    sure = await conversation.write(ANN, "yes", await conversation.players.answer_address(asked))
    assert "You have called Reef Encounter" in sure.text


async def test_a_lobby_offers_what_its_players_may_do(conversation: Conversation) -> None:
    players = conversation.players
    await players.link(ANN, BOB)
    opened = await conversation.write(ANN, "new reef")
    assert opened.code is not None
    assert f"who plays by mail already joins with “join {opened.code}”." in opened.text
    hosts = [("Invite somebody", "invite "), ("Let a computer play", "computer level: steady")]
    hosts.append(("Call the game off", "lobby cancel"))
    assert list(opened.choices) == hosts
    joined = await conversation.write(BOB, f"join {opened.code}")
    assert joined.choices == (("Begin", "start"), ("Leave", "leave"))
    shown = await conversation.write(ANN, f"board {opened.code}")
    assert list(shown.choices) == [("Begin", "start"), *hosts]
    to = await players.answer_address(shown)
    asked = await players.write(ANN, "lobby cancel", to)
    assert asked is not None
    assert asked.choices == (("Call it off", "yes"),), "a slip would send Bob away as well"
    assert (await conversation.service.reading.summary(opened.code)).status == "lobby"
    begun = await players.write(ANN, "start", to)
    assert begun is not None
    assert "begins" in begun.text
    assert begun.choices == ()


async def test_what_concerns_a_person(conversation: Conversation) -> None:
    await conversation.players.link(ANN, BOB)
    await conversation.expect(
        (ANN, "inbox whose: server", "A server's games are listed there, not by mail."),
        (ANN, "inbox whose: followed", "You follow no game."),
        (ANN, "unfollow", "You follow no game."),
        (ANN, "follow", "There is no game K7QX here."),
        (ANN, "rules Reef Encounter", "Reef Encounter\n\nAim. At the end each tile"),
        (ANN, "away", "You are not away. You have 30 of 30 days left this year."),
        (ANN, "away from: 3 Aug", "Say with “until” which day is the last one of your vacation."),
        (ANN, "away until 40 Aug", "“40 Aug” is no day: write it as 2026-08-03 or as 3 Aug."),
        (ANN, "away until January 3, 2026", "Your vacation: "),
        (ANN, "privacy blocked", "You have blocked nobody."),
        (ANN, "privacy unblock Bob", "You have blocked nobody of that name"),
        (ANN, "settings when: hourly", "“when:” is at once, after quiet hours or digest, not “hourly”."),
        (ANN, "board theme: light", "There is no game here and you are in none."),
        (ANN, "never again", "No invitation is sent to this address any more."),
        (ANN, "privacy export", "Attached is all that is stored about you here, but for"),
    )
    assert (await conversation.service.preferences.of(ANN)).theme == "light"
    await conversation.service.blocks.block(ANN, BOB)
    await conversation.expect(
        (ANN, "privacy blocked", "1  Bob"), (ANN, "privacy unblock bob", "You have lifted the block of Bob.")
    )


async def test_talk_is_read_muted_and_heard_again(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("gods", 4)).code
    for person in (ANN, BOB):
        await conversation.service.preferences.set_notice_settings(person, {"private_by_mail": True})
    await conversation.expect(
        (BOB, "messages", "Nothing has been said that you may read."),
        (ANN, "-b at noon", "Said to Bob (BLUE) alone."),
        (BOB, "messages", "Ann (RED) to Bob (BLUE) alone, round 1: at noon"),
        (BOB, "mute seat: RED", "You hear nothing more of what Ann says here. They are not told."),
        (BOB, "mute seat: RED mute: no", "You hear again of what Ann says here."),
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
        (BOB, "report 2", "Nothing of that kind was said to you in private."),
        (BOB, "report 1", "Those who manage the server can read them, with your name."),
        (BOB, "privacy report words: 1", "You have reported these words before: those who"),
        (BOB, "block Zoë", "“Zoë” is nobody at your table, nor has invited you."),
        (BOB, "block blue", "That is you yourself."),
        (BOB, "block red", "You have blocked Ann, who is not told."),
        (BOB, "privacy block Ann", "You have blocked Ann, who is not told."),
        (BOB, "privacy blocked", "Ann"),
        (BOB, "follow", "You play in game"),
        (BOB, "about", "To report a fault: tell who runs this what you did"),
    )


async def test_of_several_with_one_name_the_seat_tells_who_is_blocked(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    others = (BOB, replace(CLEO, name=BOB.name), DAN)
    conversation.code = (await begun(conversation.service, "gods", *others, place=None)).code
    await conversation.expect(
        (ANN, "block bob", "Several are called so: name the seat."),
        (ANN, "block green", "You have blocked Bob, who is not told."),
    )


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
    monkeypatch.setattr(talking, "_ROOM", 2 * (len("number 1") + 200))
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


async def test_a_mail_to_somebody_else_gives_leave_to_nothing(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    game = await conversation.service.reading.summary(conversation.code)
    bobs = await conversation.players.address(BOB, game)
    for line in ("@d3", "resign", "leave", "away until 3 Jan"):
        answer = await conversation.write(ANN, line, bobs)
        assert "written to somebody else, so nothing was done" in answer.text, line
    assert (await conversation.service.reading.summary(conversation.code)) == game


async def test_plans_are_listed_by_mail_to_who_wants_that(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    await conversation.expect(
        (BOB, "plan-ahead", "You have planned nothing."),
        (BOB, "plan-ahead if_they_play: @d3 action: @c5", "1. If Ann (White) plays @d3, then you play @c5"),
        (BOB, "plan-ahead if_they_play: @e4, @c5, @d3", "@d3, then what you play is still to be said"),
    )


async def test_what_a_game_calls_declining_is_played(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere("reef")).code
    await conversation.expect(
        (ANN, "decline", "Feed and decline belong to the final feeding"),
        (ANN, "accept", "Nothing waits for your answer in Reef"),
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
        "theme: dark\nconfirm: weighty\nChange one by"
    )
    await conversation.expect(
        (ANN, "settings", usual),
        (ANN, "settings reminders: none quiet_hours: 22:00-8:00 quiet_days: sat sun", "reminders: none\n"),
        (ANN, "settings", "quiet_hours: 22:00-08:00\nquiet_days: Saturday, Sunday\n"),
    )


async def test_a_question_mark_asks_and_does_nothing(conversation: Conversation) -> None:
    """“board?” was no command, and “undo?” was taken for a move."""
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "moves?", "   1  @d3  drop a soldier on d3"),
        (ANN, "moves E4 ?", "   2  @e4  drop a soldier on e4"),
        (ANN, "try @d3?", "nothing of it is played: @d3"),
        (ANN, "@d3", "You drop a soldier on d3. [@d3]"),
        (ANN, "board at: 1?!", "The game at point 1 of 1. Ann (White): @d3"),
        (ANN, "undo?", "“undo” by mail:\nTake back what you did last"),
        (ANN, "resign?", "“resign” by mail:\nGive the game up"),
        (ANN, "History?", "@d3"),
    )


async def test_a_server_s_seat_is_taken_where_it_is_played(conversation: Conversation) -> None:
    await conversation.players.link(CLEO)
    game = await running(conversation.service)
    await conversation.service.following.follow(CLEO, game.code)
    await conversation.expect(
        (CLEO, "inbox followed", f"  Guerre des Deux Roses {game.code}, move 1"),
        (CLEO, f"unfollow {game.code}", f"You no longer follow Guerre des Deux Roses {game.code}, move 1."),
    )


async def test_an_invitation_is_declined_by_its_code(conversation: Conversation) -> None:
    await conversation.players.link(ANN, BOB)
    games = [await opened(conversation.service, opponents=(BOB,)) for _ in range(3)]
    codes = ", ".join(game.code for game in games[:2])
    join = f"join {games[2].code.lower()}"
    await conversation.expect(
        (BOB, join, f"You have a seat in Guerre des Deux Roses {games[2].code}"),
        (BOB, "invitations", f"{games[0].code}: a free seat. Write “join {games[0].code}” to accept.\n"),
        (BOB, "invitations answer: accept", f"Say which game you mean, one of: {codes}."),
        (BOB, f"invitations decline {games[0].code}", "Nobody invites you to it again."),
        (BOB, "inbox", "1 invitation: write “invitations”."),
        (BOB, "invitations accept", f"You have a seat in Guerre des Deux Roses {games[1].code}"),
    )


async def test_a_seat_that_a_computer_keeps_is_taken_back_by_mail(conversation: Conversation) -> None:
    """It is a server's, whose members no mail can prove, but its owner is known."""
    await conversation.players.link(BOB)
    game = await running(conversation.service, deadline_hours=24, terms=Terms(absence="computer"))
    await act(conversation.service, ANN, game.code, "@d3")
    for _ in range(2):
        conversation.clock.advance(timedelta(days=1))
        await conversation.service.clock.process(game.code)
    await conversation.expect((BOB, "invitations accept", "You play Black in Guerre des Deux Roses"))


async def test_a_seat_in_a_servers_game_is_accepted_on_discord(conversation: Conversation) -> None:
    await conversation.players.link(ANN, CLEO)
    game = await running(conversation.service)
    await conversation.service.admin.apply(HELD, game.code, Replace(0, CLEO), cause=new_cause())
    await conversation.expect(
        (CLEO, "invitations accept", "This seat is in a server's game: accept it on Discord."),
    )


async def test_a_stranger_signs_up_and_is_seated(conversation: Conversation) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.link(ANN)
    answer = await conversation.write(ANN, "new roses")
    sent = await players.deliver(
        mail(eve, "join Eve Evans", BASE, subject=f"Re: [{answer.code}] an invitation")
    )
    assert sent is None
    digits = next(one.digits for one in await players.sent() if hasattr(one, "digits"))
    welcome = await players.deliver(mail(eve, f"{digits[:4]} {digits[4:]}", BASE))
    assert welcome is not None
    assert welcome.text.startswith("Welcome, Eve Evans: you play from this address from now on.")
    assert welcome.text.endswith(f"You have a seat in Guerre des Deux Roses {answer.code}.")
    again = await players.deliver(mail("dan@else.example", "Never again.", BASE))
    assert again is not None
    assert again.text == "No invitation is sent to this address any more, nor a code that others ask for."


@pytest.mark.parametrize(
    "written", ["Join Eve Evans.\n\nThank you!", "“join Eve Evans”", "join: “Eve Evans” 🙂"]
)
async def test_a_stranger_signs_up_from_a_telephone(conversation: Conversation, written: str) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.deliver(mail(eve, written, BASE))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    welcome = await players.deliver(mail(eve, f"{code.digits[:4]}–{code.digits[4:]}.", BASE))
    assert welcome is not None
    assert welcome.text.startswith("Welcome, Eve Evans: ")


async def test_a_stranger_accepts_an_invitation_as_others_do(conversation: Conversation) -> None:
    eve, players = "eve@else.example", conversation.players
    await players.link(ANN)
    game = await conversation.write(ANN, "new roses")
    await players.deliver(mail(eve, "Accept!", BASE, subject=f"Re: [{game.code}] an invitation"))
    (code,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    welcome = await players.deliver(mail(eve, code.digits, BASE))
    assert welcome is not None
    assert welcome.text.endswith(f"You have a seat in Guerre des Deux Roses {game.code}.")


@pytest.mark.parametrize("words", ["Unsubscribe.", "STOP", "never again"])
async def test_who_wants_no_mail_says_so_in_the_usual_words(conversation: Conversation, words: str) -> None:
    stranger = await conversation.players.deliver(mail("dan@else.example", words, BASE))
    assert stranger is not None
    assert stranger.text == "No invitation is sent to this address any more, nor a code that others ask for."
    await conversation.players.link(ANN)
    await conversation.expect(
        (ANN, "unsubscribe", "You get no more mail but answers to yours."),
        (ANN, "help please", "a line for each thing"),
        (ANN, "Help me!", "a line for each thing"),
        (ANN, "/help", "a line for each thing"),
    )


async def test_every_line_of_the_settings_can_be_written_back(conversation: Conversation) -> None:
    await conversation.players.link(ANN)
    changes = "by: mail quiet_hours: 22-8 quiet_days: sat, sun reminders: 8 h, 1/8 time_zone: Paris"
    shown = (await conversation.write(ANN, f"settings {changes}")).text
    lines = shown.splitlines()[1:-1]
    assert "time_zone: Europe/Paris" in lines
    for line in lines:
        assert (await conversation.write(ANN, f"settings {line}")).text == shown


async def test_a_seat_is_named_by_who_sits_there_as_well(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    await conversation.expect(
        (ANN, "mute bob", "You hear nothing more of what Bob says here."),
        (ANN, "substitute Bob", "Bob (Black) has not vanished"),
        (ANN, "mute Cleo", "There is no seat “Cleo”; there are: White, Black."),
    )


@pytest.mark.parametrize("asked", ["draw", "resign", "privacy delete"])
async def test_who_says_no_to_a_question_has_done_nothing(conversation: Conversation, asked: str) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    question = await conversation.write(ANN, asked)
    to = await conversation.players.answer_address(question)
    no = await conversation.write(ANN, "No.", to)
    assert no.text == "Nothing was done. To decline what somebody asks of you write “decline”."
    assert no.confirms == ""


async def test_what_is_to_be_said_must_be_there(conversation: Conversation) -> None:
    conversation.code = (await conversation.players.nowhere()).code
    for line in ("say", "Say:", "say hello\nsay"):
        answer = await conversation.write(ANN, line)
        assert answer.text == (
            "What is to be said? Write “say” and the words on one line. Nothing of your mail was done."
        )


async def test_who_confirms_an_address_is_greeted_though_a_stranger_had_the_answer_of_the_day(
    conversation: Conversation,
) -> None:
    eve, players = "eve@else.example", conversation.players
    assert await players.deliver(mail(eve, "hello", BASE)) is not None
    await players.deliver(mail(eve, "join Eve Evans", BASE))
    digits = next(one.digits for one in await players.sent() if hasattr(one, "digits"))
    welcome = await players.deliver(mail(eve, digits, BASE))
    assert welcome is not None
    assert welcome.text.startswith("Welcome, Eve Evans:")


@pytest.mark.parametrize(
    ("words", "subject", "name", "code"),
    [
        ("join Max2000", "", "Max2000", ""),
        ("join as R2D2", "", "R2D2", ""),
        ("join K7QX Ann", "", "Ann", "K7QX"),
        ("join k7qx Ann", "", "Ann", "K7QX"),
        ("join AGNX Ann", "", "Ann", "AGNX"),
        ("join MARTY", "[K7QX] an invitation", "MARTY", "K7QX"),
        ("join AG7X Ann", "[K7QX] an invitation", "Ann", "AG7X"),
    ],
)
async def test_a_name_is_told_from_the_code_of_a_game(
    conversation: Conversation, words: str, subject: str, name: str, code: str
) -> None:
    players = conversation.players
    await players.deliver(mail("eve@else.example", words, BASE, subject=subject))
    (asked,) = [one for one in await players.sent() if isinstance(one, AddressCode)]
    assert (asked.name, asked.about) == (name, code)


async def test_a_history_that_is_too_long_for_a_mail_is_attached_whole(
    conversation: Conversation, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_LINES", 2)
    conversation.code = (await conversation.players.nowhere()).code
    await play_through(service, conversation.code, ["@d3", "@c5"])
    assert (await conversation.write(ANN, "history")).attached == ()
    await play_through(service, conversation.code, ["@c2"])
    answer = await conversation.write(ANN, "history")
    ((name, whole),) = answer.attached
    lines = whole.splitlines()
    assert (name, len(lines), lines[0].endswith("@d3")) == ("history.txt", 3, True)
    assert answer.text.splitlines() == ["1 line before that: the attached text has all.", *lines[1:]]
