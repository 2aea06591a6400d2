"""Several commands in one mail: what is done, where they stop, and what the answer says of it."""

from datetime import timedelta
from random import Random

import pytest

from bot.mail.outgoing.legal_moves import legal_moves
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import (
    MailAnswer,
    TurnNotice,
)
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase
from tests.mail.people import ADDRESSES, MailPlayers, asked, mail, played
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, act, new_cause, running, sound


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


async def test_several_things_stop_at_the_first_that_is_refused(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    answer = await asked(players, ANN, game, "@d3\nclaim\nundo")
    assert await played(service, game) == ["@d3"]
    assert "You drop a soldier" in answer.text
    assert "What stands below it was not done: undo" in answer.text


async def test_the_answer_shows_the_game_of_the_last_thing_and_no_board_of_another(
    players: MailPlayers, game: GameSummary
) -> None:
    other = await running(players.service, "nim", seats=2, place=None)
    answer = await asked(players, ANN, game, f"board side: Black\nboard {other.code}")
    assert (answer.code, answer.picture, answer.board) == (other.code, True, None)


async def test_moves_are_done_together_or_none_of_them_and_the_answer_says_which(
    players: MailPlayers, service: Service
) -> None:
    game = await players.nowhere("flicflac")
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    own = (await legal_moves(service, mover, game.code))[0].notation
    for line, words in (
        (f"{own}\n{own}\nend", "Nothing in your mail was done."),
        (f"say hello\n{own}\n{own}\nend", f"This was not done: {own}, {own} and end."),
    ):
        answer = await asked(players, mover, game, line)
        assert words in answer.text
        assert "stands below it" not in answer.text
        assert await played(service, game) == []
    stale = await asked(players, mover, game, "1\n2")
    assert stale.text.count("othing") == 1, "which says so itself"


@pytest.mark.parametrize(
    ("key", "begins", "impossible"),
    [
        ("tae", ("leader scientist C2", "end"), "leader scientist C2"),
        ("reef", ("tile ", "collect "), "shrimp B3 a1"),
    ],
)
async def test_moves_that_begin_like_commands_are_one_turn_as_well(
    players: MailPlayers, service: Service, key: str, begins: tuple[str, str], impossible: str
) -> None:
    game = await players.nowhere(key)
    if key == "reef":
        for person in (ANN, BOB):
            await act(service, person, game.code, (await legal_moves(service, person, game.code))[0].notation)
        game = await service.reading.summary(game.code)
    mover = next(one.person for one in game.seats if one.seat in game.to_act)
    assert mover is not None
    await service.preferences.set_notice_settings(mover, {"private_by_mail": True})
    before = await played(service, game)
    listed = [one.notation for one in await legal_moves(service, mover, game.code)]
    first, last = (next(one for one in listed if one.startswith(beginning)) for beginning in begins)

    refused = await asked(players, mover, game, f"{first.capitalize()}.\n{impossible}")
    assert "Nothing in your mail was done." in refused.text
    assert await played(service, game) == before
    done = await asked(players, mover, game, f"{first.capitalize()}.\n{last}")
    separator = ALL[key].info.separator
    assert f"[{first}{separator} {last}" in done.text
    assert (await service.reading.summary(game.code)).to_act != game.to_act


async def test_what_was_done_before_a_refused_move_is_told_in_its_own_words(
    players: MailPlayers, game: GameSummary
) -> None:
    answer = await asked(players, ANN, game, "@d3\nsay hello\n@c3")
    assert "You drop a soldier on d3. [@d3]" in answer.text
    assert "It is Bob's turn." in answer.text


@pytest.mark.parametrize("first", ["board", "say sorry", "notes"])
async def test_what_only_reads_or_says_something_makes_no_old_mail_a_present_one(
    players: MailPlayers, service: Service, game: GameSummary, first: str
) -> None:
    """Below such a line “agree” agreed to what its writer had not seen."""
    for person, line in ((ANN, "@d3"), (BOB, "@c5"), (BOB, "draw offer")):
        await act(service, person, game.code, line)
    old = await players.address(ANN, game)
    await act(service, BOB, game.code, "draw withdraw")
    await service.undo.request_undo(BOB, game.code, cause=new_cause())
    answer = await players.write(ANN, f"{first}\nagree", old)
    assert answer is not None
    assert "You answered a mail about a position that has passed" in answer.text
    assert (await service.reading.summary(game.code)).undo_asked == (0,)


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
        assert "Nothing in your mail was done." in answer.text
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
    assert answer.text.startswith("“xyzzy”: " if key != "tae" else "xyzzy is")
    assert "Nothing in your mail was done. To say it to everybody at the table answer “say" in answer.text
    assert (await service.chat.messages(mover, game.code)).messages == ()


async def test_what_may_go_on_from_private_words_is_not_offered_to_be_said_to_everybody(
    players: MailPlayers,
) -> None:
    game = await players.nowhere("gods", 4)
    answer = await asked(players, ANN, game, "-b we attack\nat dawn")
    assert "“at dawn”: That cannot be read." in answer.text
    assert "answer “say" not in answer.text


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
