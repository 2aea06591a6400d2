"""Everything that may be asked for by mail, and what it takes."""

import contextlib
import re
from datetime import timedelta
from random import Random

import pytest

from bot.discord.client import TurnpostClient
from bot.mail.commands.answers import confirm_key
from bot.mail.commands.command_table import general, of_game, opening
from bot.mail.commands.personal import DELETE
from bot.mail.commands.seating import CANCEL
from bot.mail.incoming.own_text import wrap_marked
from bot.mail.outgoing.legal_moves import legal_moves
from bot.service.accounts.address_codes import ACT_CODES
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import (
    AddressCode,
    DirectChat,
    FollowNotice,
    MailAnswer,
    MailInvitation,
    TurnNotice,
)
from bot.service.values.refused import Refused
from bot.service.values.request import STRANGER, Person
from bot.store.database import Database
from engines.contract.chat import DASHES
from engines.registry import ENGINES
from tests.crashes import Crash, FragileDatabase
from tests.mail.people import ADDRESSES, BASE, MailPlayers, mail, played
from tests.manual_clock import ManualClock
from tests.service.people import ALL, ANN, BOB, CLEO, DAN, act, at_address, new_cause, opened, sound

NOT_BY_MAIL = {
    "mail link": "an address is linked from another door",
    "mail confirm": "the digits alone are the answer to the mail that holds them",
    "mail status": "“settings” says it",
}
"""The slash commands of everybody that no mail has, with the reason."""


async def asked(
    players: MailPlayers, person: Person, game: GameSummary | None, text: str, **more: object
) -> MailAnswer:
    """What is answered to a mail that answers the newest one about a game."""
    answer = await players.write(person, text, await players.address(person, game), **more)
    assert answer is not None
    return answer


def test_every_slash_command_has_its_mail_command_or_a_reason() -> None:
    names = {name for command in general() for name in command.names}
    for engine in ENGINES.values():
        names |= {name for command in of_game(engine) for name in command.names}
        names |= {*opening(engine).names}
    # These are read by the line itself: moves, what is said, what opens a game.
    lines = {"move", "game new", "game help"}
    for key in ENGINES:
        lines |= {f"{key} {name}" for name in ("turn", "undo", "hand", "say", "whisper", "table", "help")}
    missing = [
        command.qualified_name
        for command in TurnpostClient(ENGINES).tree.walk_commands()
        if not hasattr(command, "commands")
        and command.qualified_name.split()[0] not in {"admin", "server"}
        and command.qualified_name not in {*names, *lines, *NOT_BY_MAIL}
    ]
    assert missing == []


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
    if line == "resign":
        assert await played(service, game) == ["resign"]
    elif line == "draw":
        assert (await service.reading.summary(game.code)).answers
    elif line.startswith("settings"):
        assert (await service.preferences.notice_settings(ANN)).settings.when == "digest"
    else:
        assert await at_address(service, ADDRESSES[ANN.id]) == STRANGER


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


async def test_no_word_confirms_the_beginning_of_a_line(players: MailPlayers, game: GameSummary) -> None:
    refused = await players.write(ANN, f"block {'x' * 200}", BASE, auth="none")
    assert refused is not None
    assert "at most 200 characters" in refused.text
    assert not any(isinstance(one, AddressCode) for one in await players.sent())


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


async def test_taking_back_asking_and_answering(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    await asked(players, ANN, game, "@d3")
    assert "Undone: @d3" in (await asked(players, ANN, game, "undo")).text
    assert "You drop" in (await asked(players, ANN, game, "redo")).text
    await act(service, BOB, game.code, "@c5")
    request = await asked(players, ANN, game, "undo")
    assert "You asked to undo" in request.text
    assert "nothing goes back" in (await asked(players, BOB, game, "decline")).text
    await asked(players, ANN, game, "undo")
    await asked(players, BOB, game, "accept")
    summary = await service.reading.summary(game.code)
    assert summary.to_act == (0,)


async def test_a_turn_of_many_parts_in_one_mail_is_all_or_nothing(players: MailPlayers) -> None:
    game = await players.nowhere("flicflac")
    service = players.service
    moves = await legal_moves(service, ANN, game.code)
    first = moves[0].notation
    before = await played(service, game)
    await asked(players, ANN, game, f"{first}\nnonsense")
    assert await played(service, game) == before
    await asked(players, ANN, game, f"{first}\nend")
    assert (await played(service, game))[len(before) :] == [f"{first}, end"]


async def test_one_action_or_the_whole_turn_is_taken_back(players: MailPlayers) -> None:
    game = await players.nowhere("tae")
    person = game.seats[game.to_act[0]].person
    assert person is not None
    for line, words in (("undo", "Undone: leader scientist "), ("undo turn", "Undone: 2 actions.")):
        moves = [move.notation for move in await legal_moves(players.service, person, game.code)]
        if "leader merchant A2" in moves:
            await asked(players, person, game, "leader merchant A2")
        await asked(players, person, game, next(move for move in moves if "scientist" in move))
        assert words in (await asked(players, person, game, line)).text


async def test_a_seat_is_asked_for_and_kept(players: MailPlayers, game: GameSummary) -> None:
    assert "Bob (Black) has not vanished" in (await asked(players, ANN, game, "substitute seat: Black")).text
    assert "Your seat in" in (await asked(players, BOB, game, "substitute seat: Black")).text


async def test_several_things_stop_at_the_first_that_is_refused(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    answer = await asked(players, ANN, game, "@d3\nclaim\nundo")
    assert await played(service, game) == ["@d3"]
    assert "You drop a soldier" in answer.text
    assert "What stands below it was not done: undo" in answer.text


async def test_moves_are_done_together_or_none_of_them_and_the_answer_says_which(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("flicflac")
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    own = (await legal_moves(service, mover, game.code))[0].notation
    for line, words in (
        (f"{own}\n{own}\nend", "Nothing of your mail was done."),
        (f"say hello\n{own}\n{own}\nend", f"This was not done: {own}, {own} and end."),
    ):
        answer = await asked(players, mover, game, line)
        assert words in answer.text
        assert "stands below it" not in answer.text
        assert await played(service, game) == []
    stale = await asked(players, mover, game, "1\n2")
    assert stale.text.count("othing") == 1, "which says so itself"


async def test_who_gets_no_answer_any_more_is_told_that_their_turn_goes_on(
    players: MailPlayers, service: Service, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.accounts.mail.HOURLY_ANSWERS", 1)
    game = await players.nowhere("flicflac")
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    own = (await legal_moves(service, mover, game.code))[0].notation
    await service.preferences.set_notice_settings(mover, {"by": "mail"})
    await asked(players, mover, game, "board")

    async def told() -> int:
        await service.clock.process_timeout(game.code)
        clock.advance(timedelta(minutes=3))
        notices = [one for one in await players.sent() if isinstance(one, TurnNotice)]
        return sum(one.person_id == mover.id for one in notices)

    before = await told()
    for line, more in ((own, 1), ("board", 1), ("end", 1)):
        assert await players.write(mover, line, await players.address(mover, game)) is None
        assert await told() == before + more, line


async def test_whose_turn_it_is_stands_behind_what_was_done_last(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("flicflac")
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    own, *_, other, _ = [move.notation for move in await legal_moves(service, mover, game.code)]
    await asked(players, mover, game, "settings private_by_mail: yes")
    first = await asked(players, mover, game, own)
    assert f"[{own}] Only you see this so far.\nYour turn" in first.text
    answer = await asked(players, mover, game, f"{other}\nend\nsay hello")
    assert "Only you" not in answer.text
    assert "Your turn" not in answer.text
    assert answer.text.count("to move up to six pieces") == 1
    assert answer.text.endswith("Said to everybody.")


async def test_what_stands_beside_a_move_out_of_turn_is_not_done_and_the_answer_says_so(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere()
    waiting = next(one.person for one in game.seats if one.seat not in game.to_act)
    assert waiting is not None
    for line in ("say hello\n1", "1\n2"):
        answer = await asked(players, waiting, game, line)
        assert "It is not your turn" in answer.text
        assert "Nothing of your mail was done." in answer.text
    assert not (await service.chat.messages(waiting, game.code)).messages


@pytest.mark.parametrize("key", ["gods", "tae", "reef"])
async def test_nothing_is_done_where_a_line_is_no_move_of_the_game(
    players: MailPlayers, service: Service, key: str
) -> None:
    game = await players.nowhere(key, 4)
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    assert "answer “say You too”." in (await asked(players, mover, game, "You too")).text
    answer = await asked(players, mover, game, "say hello all\nxyzzy")
    assert "Nothing of your mail was done." in answer.text
    assert (await service.chat.messages(mover, game.code)).messages == ()


@pytest.mark.parametrize(
    "line",
    ["undo {}", "resign {}", "draw game: {}", "claim {}", "notes clear: yes game: {}", "undo game: {}"],
)
async def test_what_names_another_game_is_not_done_in_that_of_the_mail(
    players: MailPlayers, service: Service, game: GameSummary, line: str
) -> None:
    other = await players.another()
    await service.notes.noted(ANN, game.code, "she hurries", cause=new_cause())
    await asked(players, ANN, game, "@d3")
    answer = await asked(players, ANN, game, line.format(other.code.lower()))
    assert answer.text.startswith(
        f"You answered a mail about {game.code}, so nothing was done in {other.code}: answer one about that."
    )
    assert answer.confirms == ""
    assert await played(service, game) == ["@d3"]
    assert len((await service.notes.noted(ANN, game.code, None, clear=False, cause=None)).notes) == 1
    same = await asked(players, ANN, game, f"undo game: {game.code}")
    assert "Undone" in same.text


async def test_what_was_done_is_not_denied(players: MailPlayers, game: GameSummary) -> None:
    answer = await asked(players, ANN, game, "say hello all\nyes\nundo")
    said, refused = answer.text.split("\n\n")
    assert said == "Said to everybody."
    assert refused == (
        "There is nothing that this mail asked you to confirm. What stands below it was not done: undo."
    )


async def test_a_preview_ends_each_sentence_once(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("tae")
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    await service.preferences.set_notice_settings(mover, {"private_by_mail": True})
    swap = next(one for one in await legal_moves(service, mover, game.code) if "swap" in one.notation)
    answer = await asked(players, mover, game, swap.notation)
    assert answer.text.startswith(f"Not played yet: {swap.notation}\n- You see the new ships")
    assert ".." not in answer.text


async def test_what_is_said_may_follow_a_colon(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    assert "Said to everybody" in (await asked(players, ANN, game, "Say: hello all")).text
    said = await service.chat.messages(ANN, game.code)
    assert [one.body for one in said.messages] == ["hello all"]


async def test_words_to_all_and_to_some(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("gods", 4)
    assert "Said to everybody" in (await asked(players, ANN, game, "say hello all")).text
    answer = await asked(players, ANN, game, "-b meet me at noon")
    assert "noon" not in answer.text
    page = await service.chat.messages(BOB, game.code)
    assert [(one.body, one.to) for one in page.messages] == [("hello all", None), ("meet me at noon", (1,))]
    for wrong in ("-zz meet me at noon", "- meet me"):
        await asked(players, ANN, game, wrong)
    assert len((await service.chat.messages(ANN, game.code)).messages) == 2


async def test_what_answers_private_words_names_its_readers(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("gods", 4)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    await asked(players, ANN, game, "-b meet me at noon")
    await players.sent()
    brought = [one for one in players.sender.delivered if type(one.payload).__name__ == "DirectChat"]
    nonce = brought[0].nonce
    known = f"{nonce}@games.example"
    for answered in (
        f"<{known}>",
        f"<{brought[0].id}.{known}>",
        "<unknown@else.example>",
        "<0@games.example>",
    ):
        answer = await asked(players, BOB, game, "say gladly", in_reply_to=answered)
        assert "named nobody" in answer.text
        assert len((await service.chat.messages(CLEO, game.code)).messages) == 0
    others = next(one for one in players.sender.delivered if type(one.payload).__name__ == "MailAnswer")
    await asked(players, BOB, game, "say aloud", in_reply_to=f"<{others.nonce}@games.example>")
    await asked(players, BOB, game, "say so", in_reply_to=f"<{others.id}.{others.nonce}@games.example>")
    assert [one.body for one in (await service.chat.messages(CLEO, game.code)).messages] == ["aloud", "so"]


async def test_what_all_may_read_needs_no_wish_where_nothing_is_private(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("reef", 2)
    answer = await asked(players, BOB, game, "say well met", in_reply_to="<unknown@else.example>")
    assert answer.text == "Said to everybody."
    # Without the word it is said to nobody, and the answer tells how it would be.
    unsaid = (await asked(players, ANN, game, "You too")).text
    assert unsaid.endswith("mail was done. To say it to everybody at the table answer “say You too”.")
    assert "say" not in (await asked(players, ANN, game, "plan 7 Ab")).text
    assert (await asked(players, ANN, game, "messages")).text.endswith(": well met")
    assert "comes by mail only if you choose" in (await asked(players, ANN, game, "hand")).text


@pytest.mark.parametrize("person", [ANN, BOB])
async def test_words_are_told_how_to_be_said_whoever_s_turn_it_is(
    players: MailPlayers, person: Person
) -> None:
    game = await players.nowhere("roses", 2)
    answer = await asked(players, person, game, "You too")
    assert answer.text.split("\n")[0].endswith("To say it to everybody at the table answer “say You too”.")


async def test_a_plan_below_a_long_line_is_not_said_aloud(players: MailPlayers, service: Service) -> None:
    game = await players.nowhere("gods", 4)
    # As many as are answered in an hour.
    dashes = (f"{dash}b quietly" for dash in DASHES[:13])
    for below in ("plan Ab Ag Do", *dashes, "ready", "notes: quietly", "Note quietly", "2.", "1234 5678"):
        long = "say we should all meet in the middle of the board and then see what"
        answer = await asked(players, ANN, game, "\n".join(wrap_marked([long, below])))
        assert "It is not clear whether a line goes on" in answer.text
    chat_message = (await service.chat.messages(CLEO, game.code)).messages
    assert chat_message == ()


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("eve@else.example", 1),
        ("<Eve@else.example>", 1),
        ("eve@else.example<mailto:eve@else.example>", 1),
        ("Eve Evans <eve@else.example>", 1),
        ("eve@else.example bob@else.example", 0),
        ("eve@else.example" + "x" * 300, 0),
        ("x" * 70 + "@else.example", 0),
    ],
)
async def test_an_address_is_invited_as_programs_write_it(
    players: MailPlayers, written: str, sent: int
) -> None:
    await players.link(ANN)
    opened = await asked(players, ANN, None, "new roses")
    await players.write(ANN, f"invite {written}", await players.answer_address(opened))
    invited = [one.address for one in await players.sent() if isinstance(one, MailInvitation)]
    assert invited == ["eve@else.example"] * sent


async def test_opening_inviting_joining_leaving(players: MailPlayers, service: Service) -> None:
    await players.link(ANN, BOB)
    opened = await asked(players, ANN, None, "new roses seat: White hours: 48")
    assert opened.code is not None
    lobby = await service.reading.summary(opened.code)
    assert (lobby.deadline_hours, lobby.seats[0].name, lobby.guild_id) == (48.0, "White", None)
    await players.write(ANN, "invite eve@else.example", await players.answer_address(opened))
    assert any(type(one).__name__ == "MailInvitation" for one in await players.sent())
    await asked(players, BOB, None, f"join {opened.code}")
    assert (await service.reading.summary(opened.code)).status == "active"
    # Bob, who is known, is invited by mail: an answer to that mail says which game.
    third = await asked(players, ANN, None, "new roses")
    assert third.code is not None
    await players.write(ANN, f"invite {ADDRESSES[BOB.id]}", await players.answer_address(third))
    invited = (await players.addresses()).make(BOB.id, third.code, None, 0)
    declined = await players.write(BOB, "decline", invited, subject=f"Re: [{third.code}] an invitation")
    assert declined is not None
    assert declined.text.startswith("Nothing was done: who does not join need not say so.")
    await players.write(BOB, "accept", invited, subject=f"Re: [{third.code}] an invitation")
    assert (await service.reading.summary(third.code)).status == "active"
    fourth = await asked(players, ANN, None, "new roses")
    await players.write(BOB, "accept", BASE, subject=f"Re: [{fourth.code}] an invitation")
    assert (await service.reading.summary(fourth.code or "")).status == "active"
    again = await asked(players, ANN, None, "new roses")
    assert again.code is not None
    await asked(players, ANN, None, f"leave {again.code}")
    assert (await service.reading.summary(again.code)).status == "abandoned"


async def test_a_server_s_game_is_joined_where_it_is_played(players: MailPlayers, service: Service) -> None:
    await players.link(BOB)
    lobby = await opened(service)
    answer = await asked(players, BOB, None, f"join {lobby.code}")
    assert f"There is no game {lobby.code} here" in answer.text
    assert (await service.reading.summary(lobby.code)).status == "lobby"


async def test_vacations_and_settings(players: MailPlayers, service: Service, clock: ManualClock) -> None:
    await players.link(ANN)
    day = clock.now().date().replace(day=28)
    answer = await asked(players, ANN, None, f"away until {day.day} {day:%b} {day.year}")
    assert "Your vacation" in answer.text
    assert (await service.vacations.of(ANN)).dates is not None
    await asked(players, ANN, None, "away end")
    assert (await service.vacations.of(ANN)).dates is None
    assert "21 Jan" in (await asked(players, ANN, None, "away 20 Jan")).text
    assert "24 Jan" in (await asked(players, ANN, None, "away until 23 Jan")).text
    shorter = await asked(players, ANN, None, "away until 20 Jan")
    assert "You are away for longer than that; “away end” brings you back at any time." in shorter.text
    await asked(players, ANN, None, "away end")
    await asked(players, ANN, None, "settings quiet_hours: 22:00-8:00 time_zone: Europe/Paris")
    result = await service.preferences.notice_settings(ANN)
    assert (result.settings.quiet_hours, result.time_zone) == ((1320, 480), "Europe/Paris")
    assert "22:00" in (await asked(players, ANN, None, "settings")).text


async def test_a_plan_is_laid_down_and_kept_out_of_mail(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    answer = await asked(players, BOB, game, "plan-ahead if_they_play: @d3 action: @c5")
    assert len((await service.orders.listed(BOB, game.code)).orders) == 1
    assert "@c5" not in answer.text
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    assert "@c5" in (await asked(players, BOB, game, "plan-ahead")).text


@pytest.mark.parametrize("key", ["reef", "tae", pytest.param("gods", marks=pytest.mark.slow)])
async def test_no_secret_comes_by_mail_unasked(players: MailPlayers, service: Service, key: str) -> None:
    game = await players.nowhere(key, 4 if key == "gods" else 2)
    lines = ["hand", "moves", "nonsense", "board", "history", "catchup", "record export", "messages", "99"]
    for person in (ANN, BOB):
        held = set[str]()
        with contextlib.suppress(Refused):
            held.add((await service.reading.hand(game.code, person))[0])
        for line in lines:
            answer = await asked(players, person, game, line)
            assert not any(text and text in answer.text for text in held)
            assert "Your moves" not in answer.text
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    assert "private_by_mail" not in (await asked(players, ANN, game, "moves")).text


async def test_answers_are_the_same_whatever_others_did_in_secret(
    service: Service, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(service, database, clock)
    game = await players.nowhere("gods", 4)
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    lines = ("board", "moves", "history", "inbox", "nonsense", "catchup", "messages")
    before = [(await asked(players, ANN, game, line)).text for line in lines]
    await act(service, BOB, game.code, "Dr")
    await asked(players, CLEO, game, "-d shall we")
    after = [(await asked(players, ANN, game, line)).text for line in lines]
    assert after == before


async def test_who_says_twice_that_they_are_ready_takes_nothing_back(players: MailPlayers) -> None:
    game = await players.nowhere("gods", 4)
    for result in ("That is noted", "You are ready already"):
        answer = await players.write(ANN, "ready", await players.address(ANN, game))
        assert answer is not None
        assert result in answer.text
    own = await players.service.reading.history(game.code, ANN)
    assert [line.text for line in own] == ["ready"]


async def test_who_settles_a_round_reads_what_happened_in_lines(players: MailPlayers) -> None:
    game = await players.nowhere("gods", 4)
    for person in (BOB, CLEO, DAN):
        await act(players.service, person, game.code, "ready")
    answer = await players.write(ANN, "ready", await players.address(ANN, game))
    assert answer is not None
    assert answer.text.startswith("- You are ready\n- You did nothing\n- Bob (BLUE) did nothing\n")
    assert "\n[ready, round 1: R none; B none; G none; O none]\nYour turn: " in answer.text


@pytest.mark.slow
async def test_a_mail_that_dies_anywhere_is_carried_out_once(
    fragile: FragileDatabase, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(Service(fragile, ALL, clock, Random(1)), database, clock)
    game = await players.nowhere("gods", 4)
    sent = mail(ADDRESSES[ANN.id], "say one\nDb\n-b two\nready", await players.address(ANN, game))
    deaths = 0
    for point in range(1, 200):
        fragile.fuse.set(point)
        try:
            await players.door.handle(sent)
        except Crash:
            deaths += 1
        else:
            fragile.fuse.clear()
            break
    assert deaths > 10
    await players.door.handle(sent)
    answers = [one for one in await players.sent() if isinstance(one, MailAnswer)]
    assert len(answers) == 1
    page = await players.service.chat.messages(ANN, game.code)
    assert [one.body for one in page.messages] == ["one", "two"]
    own = await players.service.reading.history(game.code, ANN)
    assert [line.text for line in own] == ["Db (price 1)", "ready"]
    await sound(database, game.code)


async def test_mails_in_any_order_have_each_one_effect(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    first, second = (mail(ADDRESSES[ANN.id], text, to) for text in ("@d3", "@e4"))
    for one in (second, first, second, first, first, second):
        await players.deliver(one)
    assert await played(service, game) == ["@e4"]


async def test_a_game_that_hides_nothing_keeps_nothing_back(players: MailPlayers) -> None:
    game = await players.nowhere("flicflac")
    assert "It is not your turn" in (await asked(players, BOB, game, "moves")).text
    assert "end" in (await asked(players, ANN, game, "moves")).text


async def test_being_forgotten_takes_a_yes(players: MailPlayers, service: Service) -> None:
    await players.link(ANN)
    shown = await asked(players, ANN, None, "privacy delete")
    assert "Nothing has been done yet" in shown.text
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


async def test_who_chooses_to_get_secrets_by_mail_gets_them_at_once(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("reef")
    result = await asked(players, ANN, game, "settings private_by_mail: yes")
    assert (result.code, result.picture) == (game.code, True)
    assert not (await asked(players, ANN, game, "settings private_by_mail: no")).picture
    # Also where the mail was about no game, if they play in one alone.
    assert (await asked(players, ANN, None, "settings private_by_mail: yes")).code == game.code
    await players.service.lobby.create(ANN, None, GameSetup("roses", seat=0), cause=new_cause())
    assert "“board” and the code" in (await asked(players, ANN, None, "settings private_by_mail: yes")).text


@pytest.mark.parametrize("key", ["roses", "flicflac", "tae"])
async def test_whose_turn_it_is_needs_no_leave_to_be_told_by_mail(players: MailPlayers, key: str) -> None:
    game = await players.nowhere(key)
    waits = next(one.person for one in game.seats if one.seat not in game.to_act and one.person)
    assert "private_by_mail" not in (await asked(players, waits, game, "moves")).text


def test_nothing_in_the_help_is_of_another_door() -> None:
    commands = [*general(), *(one for engine in ENGINES.values() for one in of_game(engine))]
    words = re.compile(r"server|direct message|Discord|press|thread|channel|file|\*\*|`", re.IGNORECASE)
    assert [one.command.help for one in commands if words.search(one.command.help)] == []


async def test_notes_are_kept_by_mail_and_read_by_who_chose_so(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    kept = await asked(players, ANN, game, "notes She plans: the game, a text, K7QX")
    assert "You have 1 note on this game" in kept.text
    assert "She plans" not in kept.text + (await asked(players, ANN, game, "notes")).text
    # From another address of ours it could be anybody's.
    assert "Nothing" in (await asked(players, BOB, game, "notes clear now")).text
    assert "answering a mail" in str(await players.write(ANN, "note of hers", BASE, auth="none"))
    await service.preferences.set_notice_settings(ANN, {"private_by_mail": True})
    both = await asked(players, ANN, game, "note: and a rook\nnotes")
    assert "- move 1: She plans: the game, a text, K7QX\n- move 1: and a rook" in both.text
    assert "noted nothing" in (await asked(players, ANN, game, "notes clear")).text


async def test_after_stop_nothing_comes_of_a_game_but_answers(players: MailPlayers) -> None:
    game = await players.nowhere("gods", seats=4)
    for person in (ANN, BOB):
        await players.service.preferences.set_notice_settings(person, {"by": "mail"})
    await asked(players, BOB, game, "stop")
    known = len(await players.sent())
    await asked(players, ANN, game, "-b psst")
    new = (await players.sent())[known:]
    assert [one for one in new if isinstance(one, DirectChat) and one.person_id == BOB.id] == []
    told = [(one.person_id, one.purpose, one.seat) for one in new if isinstance(one, DirectChat)]
    assert told == [(ANN.id, "refused", 1)], "she is told that it waits among his messages"
    await asked(players, BOB, game, "settings private_by_mail: yes")
    assert "psst" in (await asked(players, BOB, game, "messages")).text


async def test_after_stop_nothing_comes_of_a_game_that_one_follows(
    players: MailPlayers, clock: ManualClock
) -> None:
    game = await players.nowhere()
    await players.link(CLEO)
    await players.service.preferences.set_notice_settings(CLEO, {"by": "mail"})
    await players.write(CLEO, f"follow {game.code}", BASE)
    await players.write(CLEO, "stop", BASE)
    await act(players.service, ANN, game.code, "@d3")
    clock.advance(timedelta(hours=1))
    assert not [one for one in await players.sent() if isinstance(one, FollowNotice)]
    for line in (f"follow {game.code}", "new roses computers: 1"):
        answer = await players.write(CLEO, line, BASE)
        assert answer is not None
        assert "You wrote “stop”, so no mail comes until you write “settings where: dm”." in answer.text
        assert not [said for said in ("comes by mail", "a mail tells") if said in answer.text]
    opened = await players.write(CLEO, "new reef", BASE)
    assert opened is not None
    code = opened.code
    for where in ("dm", "none"):
        await players.write(CLEO, f"settings game: {code} where: {where}", BASE)
        shown = await players.write(CLEO, f"board {code}", BASE)
        assert shown is not None
        again = f"You wrote “stop”, so no mail comes until you write “settings game: {code} where: dm”."
        assert (again in shown.text) == ("“stop”" in shown.text) == (where == "none")
