"""Playing through the use cases: whole games, refusals, repeats, draws, resignations."""

import pytest

from bot.column_values import Status
from bot.sentences.plays import done_lines
from bot.service.facade import Service
from bot.service.notices import undeliverable
from bot.service.values.answers import Played, Preview
from bot.service.values.payloads import HeadLine
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines.contract import Draw, Resign, TimeUp
from engines.record import read, verify
from engines.sheet import read_sheet
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    SAMPLE,
    act,
    begun,
    cause_of,
    four,
    new_cause,
    newest_card,
    opened,
    play_through,
    refusal,
    running,
    sound,
)


async def test_a_whole_game_to_a_fallen_castle(service: Service, database: Database) -> None:
    game = await running(service)
    assert game.status == "active"
    assert [seat.person for seat in game.seats] == [ANN, BOB]
    assert game.seed is None
    last = await play_through(service, game.code, SAMPLE)
    summary = last.summary
    assert last.notation == "b3xb5#"
    assert summary.status == "finished"
    assert summary.outcome is not None
    assert summary.outcome.winners == (0,)
    assert summary.outcome.why == "castle"
    assert summary.to_act == ()
    assert summary.deadline is None
    assert summary.seed is not None
    await sound(database, game.code)
    history = await service.reading.history(game.code, CLEO)
    assert [line.seq for line in history] == list(range(1, 18))
    assert (history[0].who, history[0].text) == ("White", "@d3")
    assert history[14].text == "c4xb4*"
    with pytest.raises(Refused) as caught:
        await act(service, BOB, game.code, "d6-e6")
    assert caught.value.code == "game_over"
    assert caught.value.game is not None, "its sentence names seats"


@pytest.mark.parametrize("status", ["active", "paused"])
async def test_a_card_whose_place_is_gone_is_posted_anew_while_the_game_runs(
    service: Service, database: Database, clock: ManualClock, status: Status
) -> None:
    game = await running(service)
    assert await service.play.newest_card(game.code) is None
    async with database.transaction() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        card = await unit.outbox.get(row.card_outbox_id or 0)
        assert card is not None
        row.status = status
        card.deliver(clock.now())
        card.channel_id, card.message_id = 12, 99
    assert await service.play.newest_card(game.code) == (12, 99)
    async with database.transaction() as unit:
        await undeliverable.post_again(unit, row, clock.now())
    assert (await service.play.newest_card(game.code) is None) == (status == "active")


async def test_a_finished_game_exports_a_record_that_verifies(service: Service) -> None:
    game = await running(service)
    during, _ = await service.reading.export(game.code, CLEO)
    assert read(during).seed is None
    await play_through(service, game.code, SAMPLE)
    data, sheet = await service.reading.export(game.code, None)
    record = read(data)
    assert verify(record).played[-1].step.notation == "b3xb5#"
    assert record.seats == ("Ann", "Bob")
    assert record.seed is not None
    assert read_sheet(sheet) == record


async def test_a_game_of_another_kind_needs_nothing_but_its_engine(
    service: Service, database: Database
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 7})
    assert (game.title, game.options, game.prompt) == ("Nim", {"heap": 7}, "Red takes")
    played = await act(service, ANN, game.code, "3")
    assert played.summary_lines == ("Red takes 3",)
    # Bob leaves one, which Ann takes without a choice; that ends the game.
    played = await act(service, BOB, game.code, "3")
    assert played.summary_lines == ("Green takes 3", "Red takes 1")
    assert played.notation == "3"
    assert played.summary.status == "finished"
    await sound(database, game.code)


async def test_several_actions_in_one_text_are_all_or_nothing(service: Service, database: Database) -> None:
    game = await running(service, "nim", seats=2)
    assert await refusal(act(service, ANN, game.code, "1, 2")) == "not_your_turn"
    assert (await service.reading.summary(game.code)).ply == 0
    await sound(database, game.code)


@pytest.mark.parametrize(
    ("text", "code"),
    [("@a6", "no_such_cell"), ("nonsense", "syntax"), ("@b4", "illegal"), ("x" * 501, "syntax")],
)
async def test_what_the_rules_refuse_changes_nothing(service: Service, text: str, code: str) -> None:
    game = await running(service)
    with pytest.raises(Refused) as caught:
        await act(service, ANN, game.code, text)
    assert caught.value.code == code
    assert caught.value.sentence
    assert await service.reading.summary(game.code) == game


async def test_only_the_player_to_move_moves(service: Service) -> None:
    game = await running(service)
    with pytest.raises(Refused) as early:
        await act(service, BOB, game.code, "@c5")
    with pytest.raises(Refused) as stranger:
        await act(service, CLEO, game.code, "@d3")
    assert (early.value.code, stranger.value.code) == ("not_your_turn", "not_in_game")


async def test_nobody_plays_what_only_the_host_may(service: Service) -> None:
    game = await running(service)
    for action in (TimeUp(), "time up", "pass"):
        assert await refusal(act(service, ANN, game.code, action)) in {"automatic", "illegal", "wrong_phase"}
    assert (await service.reading.summary(game.code)).public_version == game.public_version


async def test_the_same_interaction_again_changes_nothing(service: Service, database: Database) -> None:
    game = await running(service)
    first = await act(service, ANN, game.code, "@d3", cause=cause_of(5))
    await act(service, BOB, game.code, "@c5")
    again = await act(service, ANN, game.code, "@d3", cause=cause_of(5))
    assert again.repeated
    assert not first.repeated
    assert again.notation == first.notation == "@d3"
    assert not first.meta
    assert again.summary.ply == 2
    await sound(database, game.code)


async def test_a_position_passes_within_a_turn_as_well(service: Service) -> None:
    game = await running(service)
    await act(service, BOB, game.code, "draw offer")
    with pytest.raises(Refused) as caught:
        await act(service, ANN, game.code, "@d3", expected_public_version=game.public_version)
    assert caught.value.sentence == (
        f"This position has passed: something has happened in game {game.code}, now at move 1."
    )


async def test_whose_turn_it_is_is_said_once(service: Service) -> None:
    game = await running(service, "reef")
    for person in (ANN, BOB):
        choices = await service.play.choices(person, game.code)
        await act(service, person, game.code, choices.offers[0].action)
    game = await service.reading.summary(game.code)
    (waiting,) = {0, 1} - set(game.to_act)
    with pytest.raises(Refused) as caught:
        await service.play.choices((ANN, BOB)[waiting], game.code)
    assert caught.value.sentence == f"It is {game.seats[1 - waiting].name}'s turn."


async def test_a_click_on_a_passed_position_is_refused(service: Service) -> None:
    game = await running(service)
    after = await act(service, ANN, game.code, "@d3", expected_public_version=game.public_version)
    assert after.summary.public_version > game.public_version
    assert (
        await refusal(act(service, BOB, game.code, "@c5", expected_public_version=game.public_version))
        == "stale"
    )
    await act(service, BOB, game.code, "@c5", expected_public_version=after.summary.public_version)


async def test_of_several_players_it_is_known_who_asks_for_a_draw(service: Service) -> None:
    game = await four(service)
    assert game.draw_asked_by == ()
    asked = await act(service, CLEO, game.code, "draw")
    assert asked.summary.draw_asked_by == (2,)
    both = await act(service, ANN, game.code, "draw accept")
    assert both.summary.draw_asked_by == (0, 2)


async def test_a_draw_is_offered_and_accepted(service: Service, database: Database) -> None:
    game = await running(service)
    offered = await act(service, BOB, game.code, Draw())
    assert offered.meta
    assert offered.summary_lines == ("Black offers a draw",)
    card = await newest_card(database, game.code)
    assert card.head_lines == (HeadLine("draw", 1, "Black offers a draw"),)
    assert set(offered.summary.answers) == {(0, "draw accept"), (0, "draw decline")}
    assert offered.summary.draw_asked_by == (1,)
    assert offered.summary.ply == 0
    declined = await act(service, ANN, game.code, "draw decline")
    assert declined.summary.answers == ()
    await act(service, ANN, game.code, "draw")
    ended = await act(service, BOB, game.code, "Draw  accept")
    assert ended.summary.outcome is not None
    assert ended.summary.outcome.drawn
    assert ended.summary.outcome.why == "agreement"
    await sound(database, game.code)


async def test_resigning_out_of_turn(service: Service, database: Database) -> None:
    game = await running(service)
    ended = await act(service, BOB, game.code, Resign())
    assert ended.summary.outcome is not None
    assert ended.summary.outcome.winners == (0,)
    assert ended.summary.status == "finished"
    await sound(database, game.code)


async def test_choices_are_what_is_legal_for_the_one_to_act(service: Service) -> None:
    game = await running(service)
    choices = await service.play.choices(ANN, game.code)
    assert choices.seat == 0
    assert [offer.notation for offer in choices.offers] == ["@d3", "@e4"]
    assert choices.summary == game
    for person, code in ((BOB, "not_your_turn"), (CLEO, "not_in_game")):
        assert await refusal(service.play.choices(person, game.code)) == code


async def test_a_preview_shows_and_changes_nothing(service: Service) -> None:
    game = await running(service)
    (first, _) = (await service.play.choices(ANN, game.code)).offers
    seen = await service.play.attempt(
        ANN,
        game.code,
        first.action,
        cause=new_cause(),
        expected_public_version=game.public_version,
        pointed=True,
    )
    assert isinstance(seen, Preview)
    assert seen.notation == "@d3"
    assert seen.view is not None
    assert (seen.view.ply, seen.view.viewer) == (1, 0)
    assert await service.reading.summary(game.code) == game
    assert (
        await refusal(
            service.play.attempt(
                ANN,
                game.code,
                first.action,
                cause=new_cause(),
                expected_public_version=game.public_version - 1,
                pointed=True,
            )
        )
        == "stale"
    )


async def test_what_weighs_much_is_seen_before_it_is_done(service: Service, database: Database) -> None:
    game = await running(service, "nim", options={"heap": 6})
    asked = new_cause()

    async def weighed(person: Person, text: str) -> Played | Preview:
        return await service.play.attempt(person, game.code, text, cause=asked)

    for text in ("9", "nonsense", "3, 3"):
        with pytest.raises(Refused):
            await weighed(ANN, text)
    assert isinstance(await weighed(ANN, "3"), Played)
    assert await refusal(service.play.attempt(ANN, game.code, "3", cause=new_cause())) == "not_your_turn"
    again = await weighed(BOB, "3")
    assert isinstance(again, Played), "done by this very interaction"
    assert again.repeated
    asked = new_cause()
    seen = await weighed(BOB, "3")
    assert isinstance(seen, Preview)
    assert (seen.action, seen.words, seen.view) == ("3", "That wins.", None)
    assert (await service.reading.summary(game.code)).outcome is None
    played = await act(
        service, BOB, game.code, seen.action, expected_public_version=seen.summary.public_version
    )
    assert played.summary.outcome is not None
    await sound(database, game.code)


async def test_nothing_is_played_before_the_start(service: Service) -> None:
    game = await opened(service)
    for ask in (
        act(service, ANN, game.code, "@d3"),
        service.play.choices(ANN, game.code),
        service.reading.view(game.code, ANN),
        service.reading.export(game.code, ANN),
        service.undo.request_undo(ANN, game.code, cause=new_cause()),
    ):
        assert await refusal(ask) == "not_started"


async def test_secrets_stay_secret_until_they_are_opened(service: Service, database: Database) -> None:
    game = await running(service, "sealed")
    before = await service.reading.summary(game.code)
    sealed = await act(service, ANN, game.code, "seal 4")
    assert (sealed.notation, sealed.summary_lines) == ("seal 4", ())
    # Nobody but Ann can tell that anything has happened: not by the summary, its version or the history.
    assert await service.reading.summary(game.code) == before
    assert await service.reading.history(game.code, BOB) == []
    assert [line.text for line in await service.reading.history(game.code, ANN)] == ["seal 4"]
    for person in (BOB, None):
        view = await service.reading.view(game.code, person)
        assert b"4" not in service.play._engines["sealed"].codec.encode(view)
    for person in (BOB, None):
        assert "seal 4" not in (await service.reading.export(game.code, person))[1]
    assert "seal 4" in (await service.reading.export(game.code, ANN))[1]
    await service.preferences.change(BOB, confirm="always")
    last = (await service.play.choices(BOB, game.code)).offers[0].action
    peek = await service.play.attempt(BOB, game.code, last, cause=new_cause(), pointed=True)
    assert isinstance(peek, Preview)
    assert (peek.view, peek.summary_lines, peek.notation) == (None, (), "seal 0")
    assert "hidden" in peek.words
    opened_ = await act(service, BOB, game.code, "seal 5", expected_public_version=before.public_version)
    assert opened_.summary.status == "finished"
    assert len(opened_.summary_lines) == 1
    await sound(database, game.code)


async def test_a_text_has_at_most_five_hundred_characters(service: Service) -> None:
    game = await running(service, "nim", seats=2)
    with pytest.raises(Refused, match="at most 500 characters") as refused:
        await act(service, ANN, game.code, "1" + " " * 500)
    assert refused.value.code == "syntax"
    assert (await act(service, ANN, game.code, "1" + " " * 499)).notation == "1"


async def test_an_actor_is_told_everything_in_the_order_in_which_it_happened(service: Service) -> None:
    game = await begun(service, "tae")
    (person,) = [one.person for one in game.seats if one.seat in game.to_act and one.person is not None]
    offers = (await service.play.choices(person, game.code)).offers
    swap = next(one.notation for one in offers if one.notation.startswith("swap"))
    played = await act(service, person, game.code, swap)
    swaps, draws = done_lines(played)
    assert swaps.startswith("you swap")
    assert draws.startswith("you draw")
    assert played.public.own_lines == ()
