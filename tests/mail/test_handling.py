"""A mail from beginning to end: what it plays, and what is answered."""

import pytest
from sqlalchemy import event, update

from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer, TurnNotice
from bot.store.database import Database
from bot.store.models import SeatRow
from tests.mail.people import ADDRESSES, BASE, MailPlayers, mail, played
from tests.plans import counted
from tests.service.actors import ANN, BOB, CLEO, act, sound


async def test_an_answer_has_the_subject_of_the_mail_or_names_the_game(
    players: MailPlayers, game: GameSummary
) -> None:
    for written, subject in (
        ("", f"[{game.code}] {game.title}"),
        ("Your move", "Re: Your move"),
        ("RE: x", "Re: x"),
        ("AW: Re: AW: x", "Re: x"),
        ("Antw.: Re[2]: SV: x", "Re: x"),
        ("回复：x", "Re: x"),
        ("R: RE : x", "Re: x"),
        ("Hello re: x", "Re: Hello re: x"),
        ("Re:", f"[{game.code}] {game.title}"),
    ):
        answer = await players.write(ANN, "board", await players.address(ANN, game), subject=written)
        assert answer is not None
        assert answer.subject == subject
    answer = await players.write(ANN, "away", BASE, subject="")
    assert answer is not None
    assert answer.subject == "Turnpost"


async def test_an_answer_about_another_game_than_the_mail_names_that_game(
    players: MailPlayers, game: GameSummary
) -> None:
    for text in ("new flicflac", f"board {(await players.another('reef')).code}"):
        answer = await players.write(
            ANN, text, await players.address(ANN, game), subject=f"Re: [{game.code}] your move"
        )
        assert answer is not None
        other = await players.service.reading.summary(answer.code or "")
        assert other.code != game.code
        assert answer.subject == f"[{other.code}] {other.title}"


async def test_where_no_address_says_which_game_is_meant_the_subject_does(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    """As in answer to a mail that is about no game, in the thread of one."""
    await players.another()
    answer = await players.write(ANN, "@d3", BASE, subject=f"Re: [{game.code}] your move")
    assert answer is not None
    assert f"so nothing was done. Answer this one to play {game.code}." in answer.text
    assert (answer.code, answer.picture) == (game.code, True)
    assert await played(service, game) == []
    await players.write(ANN, "@d3", await players.answer_address(answer))
    assert await played(service, game) == ["@d3"]


async def test_a_notation_in_answer_to_a_mail_plays_the_move(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    answer = await players.write(ANN, "@d3", await players.address(ANN, game))
    assert await played(service, game) == ["@d3"]
    assert answer is not None
    assert (answer.code, answer.seat, answer.picture) == (game.code, 0, True)
    assert "You drop a soldier on d3" in answer.text
    assert "Bob" in answer.text
    await sound(database, game.code)


async def test_a_number_plays_the_move_that_stood_under_it_and_is_answered_at_once(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    moves = await legal_moves(service, ANN, game.code)
    to = await players.address(ANN, game, list_key(moves))
    with counted(database) as asked:
        event.listen(database._engine.sync_engine, "commit", lambda _: asked.append("COMMIT"))
        assert await players.write(ANN, "2", to) is not None
    assert await played(service, game) == [moves[1].notation]
    (taken,) = [part for part in "\n".join(asked).split("COMMIT") if "INSERT INTO mails_received" in part]
    # What is done, who is told and what is answered; nothing of the game is read for it before.
    assert "INSERT INTO events" in taken
    assert "INSERT INTO outbox" in taken
    assert taken.count("AS host ON") == "\n".join(asked).count("AS host ON") == 1


@pytest.mark.parametrize("text", ["@D3.", "@d3!", "@d3 .", "“@d3”", "@d3 👍"])
async def test_telephones_end_a_line_with_a_full_stop(
    players: MailPlayers, service: Service, game: GameSummary, text: str
) -> None:
    await players.write(ANN, text, await players.address(ANN, game))
    assert await played(service, game) == ["@d3"]


async def test_who_signs_by_the_name_that_they_have_here_is_understood(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    """Their mail program may name them in another way, or not at all."""
    to = await players.address(ANN, game)
    await players.write(ANN, "@d3\n\nso says Ann\nAnn.", to)
    assert await played(service, game) == []
    await players.write(ANN, "@d3\n\nAnn.", to)
    assert await played(service, game) == ["@d3"]


async def test_a_number_of_another_list_plays_nothing(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    answer = await players.write(ANN, "2", await players.address(ANN, game))
    assert answer is not None
    assert "other moves" in answer.text
    assert await played(service, game) == []
    # The answer lists those of now, and is answered by their numbers.
    await players.write(ANN, "2", await players.answer_address(answer))
    assert len(await played(service, game)) == 1


async def test_of_a_number_beyond_the_list_it_is_said_how_far_that_goes(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    moves = await legal_moves(service, ANN, game.code)
    answer = await players.write(ANN, "99", await players.address(ANN, game, list_key(moves)))
    assert answer is not None
    assert f"There is no move 99: they have numbers from 1 to {len(moves)}." in answer.text
    assert await played(service, game) == []


@pytest.mark.parametrize(
    "text",
    [
        "Thanks!\n@d3",
        "@d3\nThanks!",
        "Hi Bob,\n\n@d3",
        "@d3 or @d4",
        "99",
        "2\nThanks!",
        "say hello\n2\nThanks!",
    ],
)
async def test_what_is_not_understood_changes_nothing_and_is_told_what_is_legal(
    players: MailPlayers, service: Service, game: GameSummary, text: str
) -> None:
    moves = await legal_moves(service, ANN, game.code)
    answer = await players.write(ANN, text, await players.address(ANN, game, list_key(moves)))
    assert answer is not None
    assert await played(service, game) == []
    # With the position comes what is legal.
    assert (answer.code, answer.picture, answer.confirms) == (game.code, True, "")
    assert "Nothing in your mail was done" in answer.text


async def test_an_old_address_shows_the_position_and_plays_nothing(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    old = await players.address(ANN, game)
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    for text in ("@e4", "undo", "draw"):
        answer = await players.write(ANN, text, old)
        assert answer is not None
        assert "position that has passed" in answer.text
        assert answer.picture
    assert await played(service, game) == ["@d3", "@c5"]
    assert (await service.reading.summary(game.code)).answers == ()


async def test_somebody_elses_game_is_none(players: MailPlayers, game: GameSummary) -> None:
    await players.link(CLEO)
    answer = await players.write(CLEO, f"board {game.code}", BASE)
    assert answer is not None
    assert answer.text.startswith(f"There is no game {game.code} here")
    assert answer.code is None


async def test_who_plays_no_more_is_told_so_and_sees_nothing(
    players: MailPlayers, service: Service, database: Database, game: GameSummary
) -> None:
    to = await players.address(ANN, game)
    async with database.transaction() as unit:
        await unit._session.execute(
            update(SeatRow).where(SeatRow.player_id == ANN.id).values(player_id=CLEO.id)
        )
    for text in ("@d3", "board", "undo"):
        answer = await players.write(ANN, text, to)
        assert answer is not None
        assert answer.text == f"You do not play in game {game.code} any more."
        assert (answer.code, await played(service, game)) == (None, [])


async def test_games_of_seconds_are_refused_in_one_sentence(players: MailPlayers, service: Service) -> None:
    await players.link(ANN)
    answer = await players.write(ANN, "new gods mode: live", await players.address(ANN, None))
    assert answer is not None
    assert "too fast for mail" in answer.text
    assert await service.reading.my_games(ANN) == []


async def test_what_is_written_after_the_last_answer_is_done_and_the_next_turn_is_told(
    players: MailPlayers, service: Service, game: GameSummary
) -> None:
    await service.preferences.set_notice_settings(ANN, {"by": "mail"})
    to = await players.address(ANN, game)
    found = [await players.write(ANN, "99", to) for _ in range(21)]
    assert [one is not None and one.last for one in found] == [False] * 19 + [True, False]
    assert await players.write(ANN, "@d3", to) is None
    assert await played(service, game) == ["@d3"]
    before = len(await players.sent())
    await players.write(BOB, "@c5", await players.address(BOB, game))
    notices = [one for one in (await players.sent())[before:] if isinstance(one, TurnNotice)]
    assert [(one.person_id, one.occasion) for one in notices] == [(ANN.id, "turn")]


@pytest.mark.parametrize(
    ("message_id", "answered"), [("<one@mail.example>", "<one@mail.example>"), ("", None)]
)
async def test_an_answer_names_the_mail_that_it_answers(
    players: MailPlayers, message_id: str, answered: str | None
) -> None:
    await players.deliver(mail(ADDRESSES[ANN.id], "help", BASE, message_id=message_id))
    answers = [one for one in await players.sent() if isinstance(one, MailAnswer)]
    assert [one.in_reply_to for one in answers] == [answered]


@pytest.mark.parametrize("line", ["x" * 200_000 + "1", "." * 200_000 + "x", "join " + "x" * 200_000])
async def test_a_line_without_end_takes_no_longer_than_it_is(
    players: MailPlayers, game: GameSummary, line: str
) -> None:
    await players.write(ANN, line, await players.address(ANN, game))
    await players.deliver(mail("eve@else.example", line, BASE))
