"""Looking back shows what its viewer knew then, and since one's last act what its viewer may know of now."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from bot.service.admin.acts import Move, Replace, Rollback
from bot.service.facade import Service
from bot.service.log.event_types import RulesMigrated
from bot.service.lookback.earlier_positions import Lookback
from bot.service.usecases import Dependencies
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.models import EventRow
from bot.store.repositories.events import Events
from engines.contract import View
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    FOUR,
    HERE,
    act,
    begun,
    new_cause,
    opened,
    play_through,
    refusal,
    running,
)
from tests.service.admin.operators import AT_HAND
from tests.service.log.other_rules import Tidied, changes, under
from tests.service.lookback.random_rounds import RESOLVED, do_something
from tests.tinygames import assembled


async def seen(service: Service, code: str) -> list[View]:
    """What each player and a stranger see now."""
    return [await service.reading.view(code, person) for person in (*FOUR, EVE)]


@pytest.mark.slow
@pytest.mark.parametrize("key", ENGINES)
async def test_what_is_shown_of_the_past_is_what_its_viewer_saw_then(
    service: Service, clock: ManualClock, key: str
) -> None:
    rng, game = Random(key), await begun(service, key)
    then = {0: await seen(service, game.code)}
    for _ in range(24):
        if not await do_something(service, game.code, rng):
            break
        clock.advance(RESOLVED)
        last = (await service.lookback.past(game.code, EVE, -1)).last
        if last not in then:
            then[last] = await seen(service, game.code)
    assert len(then) > 1
    assert [point.number for point in await service.lookback.points(game.code)] == list(range(len(then)))
    for number, views in list(then.items())[:-1]:
        for person, view in zip((*FOUR, EVE), views, strict=True):
            assert (await service.lookback.past(game.code, person, number)).view == view
    for person, view in zip((*FOUR, EVE), await seen(service, game.code), strict=True):
        assert (await service.lookback.past(game.code, person, -1)).view == view


async def test_a_point_says_what_led_there(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5", "@c2"])
    points = await service.lookback.points(game.code)
    assert [(one.who, one.line) for one in points] == [
        ("", ""), ("White", "@d3"), ("Black", "@c5"), ("White", "@c2"),
    ]  # fmt: skip
    shown = await service.lookback.past(game.code, CLEO, 1)
    assert (shown.point, shown.last, shown.view.ply) == (points[1], 3, 1)
    for number, place in ((99, 3), (-1, 3), (-2, 2), (-99, 0)):
        assert (await service.lookback.past(game.code, CLEO, number)).point == points[place]


async def test_what_was_taken_back_is_at_no_point(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    await service.undo.request_undo(BOB, game.code, cause=new_cause())
    await service.undo.answer_undo(ANN, game.code, True, cause=new_cause())
    assert [one.line for one in await service.lookback.points(game.code)] == ["", "@d3"]
    await act(service, BOB, game.code, "@b4")
    assert [one.line for one in await service.lookback.points(game.code)] == ["", "@d3", "@b4"]
    result = await service.lookback.since(game.code, ANN)
    assert result.lines[-2:] == ("play went back to move 2", "Black drops a soldier on b4")


async def test_before_the_start_there_is_nothing_to_look_back_on(service: Service) -> None:
    game = await opened(service)
    for looking in (service.lookback.past(game.code, ANN, 0), service.lookback.since(game.code, ANN)):
        assert await refusal(looking) == "not_started"
    await service.lobby.cancel(ANN, game.code, cause=new_cause())
    with pytest.raises(Refused, match="was called off before it began"):
        await service.lookback.past(game.code, ANN, 0)
    with pytest.raises(Refused, match="was called off before it began"):
        await service.reading.view(game.code, ANN)


async def test_since_the_last_act_of_ones_own(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    result = await service.lookback.since(game.code, ANN)
    assert result.lines == ("Black drops a soldier on c5",)
    assert (result.before.ply, result.now.ply) == (1, 2)
    assert (await service.lookback.since(game.code, BOB)).lines == ()
    assert await refusal(service.lookback.since(game.code, CLEO)) == "not_in_game"


async def test_what_is_taken_back_is_told_once_and_not_to_who_takes_it_back(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    for _ in range(2):
        await act(service, ANN, game.code, "@e4")
        await service.undo.take_back(ANN, game.code, cause=new_cause())
    assert (await service.lookback.since(game.code, ANN)).lines == ()
    assert (await service.lookback.since(game.code, BOB)).lines == ("White took back @e4",)
    await service.undo.request_undo(BOB, game.code, cause=new_cause())
    await service.undo.answer_undo(ANN, game.code, True, cause=new_cause())
    assert (await service.lookback.since(game.code, BOB)).lines[-1] == "play went back to move 2"


async def test_a_planned_move_is_no_sign_that_its_owner_has_seen_what_came_before(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    await service.orders.plan(ANN, game.code, "whatever", "@c2", cause=new_cause())
    await act(service, BOB, game.code, "@c5")
    clock.advance(timedelta(seconds=90))
    await service.clock.process(game.code)
    await act(service, BOB, game.code, "@d5")
    lines = (await service.lookback.since(game.code, ANN)).lines
    assert [line.split()[-1] for line in lines] == ["c5", "c2", "d5"]


async def test_before_ones_first_act_it_is_since_the_beginning(service: Service) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    result = await service.lookback.since(game.code, BOB)
    assert (result.before.ply, result.now.ply, len(result.lines)) == (0, 1, 1)


async def plotted(service: Service, clock: ManualClock, plans: dict[Person, list[str]]) -> GameSummary:
    """A game of the gods after a round in which everybody has done this, and these plans in the next."""
    game = await begun(service, "gods")
    for person in FOUR:
        await act(service, person, game.code, "none")
        await act(service, person, game.code, "ready")
    clock.advance(RESOLVED)
    for person, texts in plans.items():
        for text in texts:
            await act(service, person, game.code, text)
    return game


async def test_a_mark_is_no_point_and_hides_none_that_comes_after(
    service: Service, clock: ManualClock
) -> None:
    game = await plotted(service, clock, {BOB: ["Ar"], CLEO: ["Db"]})
    clock.advance(RESOLVED)
    rounds = len(await service.lookback.points(game.code))
    for person in (ANN, BOB, CLEO, DAN):
        assert len(await service.lookback.points(game.code)) == rounds
        await act(service, person, game.code, "none")
        await act(service, person, game.code, "ready")
    assert len(await service.lookback.points(game.code)) > rounds


async def test_nothing_tells_of_what_others_do_in_secret(service: Service, clock: ManualClock) -> None:
    quiet = await plotted(service, clock, {})
    busy = await plotted(service, clock, {BOB: ["Ar", "Ag Do", "none", "Ar"], CLEO: ["Db"]})
    for person in (ANN, DAN, EVE):
        ours, theirs = [
            [
                await service.lookback.points(game.code),
                [(await service.lookback.past(game.code, person, number))[1:] for number in (0, 1, 2, -1)],
                (await service.lookback.since(game.code, person))[1:] if person is not EVE else None,
            ]
            for game in (quiet, busy)
        ]
        assert ours == theirs
    # Who is ready is a mark, of which the picture tells as long as it counts.
    clock.advance(RESOLVED)
    before = (await service.lookback.since(busy.code, ANN)).lines
    await act(service, DAN, busy.code, "none")
    await act(service, DAN, busy.code, "ready")
    assert (await service.lookback.since(busy.code, ANN)).lines == before
    assert (await service.lookback.past(busy.code, BOB, -1)).view != (
        await service.lookback.past(quiet.code, BOB, -1)
    ).view


async def test_a_game_that_was_moved_elsewhere_can_be_looked_back_on(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    await service.admin.apply(AT_HAND, game.code, Move(HERE.guild_id, HERE.channel_id + 1))
    assert (await service.lookback.past(game.code, ANN, 1)).view.viewer == 0
    assert (await service.lookback.since(game.code, ANN)).lines == ("Black drops a soldier on c5",)


async def test_who_takes_a_seat_over_sees_of_before_what_everybody_saw(service: Service) -> None:
    game = await running(service, "tae")
    rng = Random(3)
    for _ in range(6):
        await do_something(service, game.code, rng)
    public = [(await service.lookback.past(game.code, EVE, number)).view for number in range(3)]
    await service.admin.apply(AT_HAND, game.code, Replace(0, CLEO, at_once=True))
    for number, view in enumerate(public):
        for person in (ANN, CLEO):
            assert (await service.lookback.past(game.code, person, number)).view == view
        assert (await service.lookback.past(game.code, BOB, number)).view != view
    assert (await service.lookback.past(game.code, CLEO, -1)).view.viewer == 0
    result = await service.lookback.since(game.code, CLEO)
    assert (result.lines, result.before) == ((), result.now)


@pytest.mark.parametrize("key", ENGINES)
async def test_who_is_told_again_is_told_what_one_who_reads_the_whole_log_tells(
    service: Service, database: Database, clock: ManualClock, key: str
) -> None:
    rng, game = Random(key), await begun(service, key)
    for step in range(10):
        await do_something(service, game.code, rng)
        clock.advance(RESOLVED)
        if step == 6:
            for person in FOUR:
                with suppress(Refused):
                    await service.undo.undo(person, game.code, cause=new_cause())
        for person in rng.sample(FOUR, 2):
            fresh = Lookback(Dependencies(database, ALL, clock, rng))
            one, other = [
                await looking.position_for(game.code, person, full=True, private=True)
                for looking in (service.lookback, fresh)
            ]
            assert (one.since, one.summary, one.view) == (other.since, other.summary, other.view)


async def test_who_is_told_again_has_the_events_read_that_came_since(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    assert (await service.lookback.since(game.code, ANN)).lines == ("Black drops a soldier on c5",)
    await play_through(service, game.code, ["@c2", "@b4"])

    async def of_game(_events: Events, _game_id: int) -> Sequence[EventRow]:
        pytest.fail("all events are read")

    monkeypatch.setattr(Events, "of_game", of_game)
    result = await service.lookback.since(game.code, ANN)
    assert result.lines == ("Black drops a soldier on b4",)
    assert (result.before.ply, result.now.ply) == (3, 4)


async def test_what_one_request_brought_is_one_point(service: Service) -> None:
    game = await running(service, "pouch", seats=2)
    await act(service, ANN, game.code, "lay 0; tuck 3; done")
    await act(service, BOB, game.code, "lay 1")
    await act(service, BOB, game.code, "done")
    points = await service.lookback.points(game.code)
    assert [one.line for one in points] == ["", "lay 0, done", "lay 1", "done"]
    pasts = [await service.lookback.past(game.code, CLEO, one.number) for one in points]
    assert [past.view.ply for past in pasts] == [0, 2, 3, 4]


async def test_since_a_position_with_a_new_seed(service: Service) -> None:
    game = await running(service, "pouch", seats=2)
    for person, text in ((ANN, "done"), (BOB, "lay 1; done"), (ANN, "lay 0")):
        await act(service, person, game.code, text)
    await service.admin.apply(AT_HAND, game.code, Rollback(1))
    await act(service, BOB, game.code, "lay 4")
    result = await service.lookback.since(game.code, ANN)
    assert result.lines == ("play went back to turn 1", "Sip is at it")
    assert (await service.lookback.past(game.code, ANN, -1)).view == result.now


async def test_of_the_last_notices_only_so_many_are_kept(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.lookback.earlier_positions._MOST_NOTICES", 2)
    games = [await running(service) for _ in range(3)]
    for game in (games[0], games[1], games[0], games[2]):
        await service.lookback.since(game.code, ANN)
    assert [game for game, _ in service.lookback._last_notices] == [games[1].code, games[2].code]


@pytest.mark.parametrize("told", [True, False])
async def test_a_game_under_older_rules_goes_over_when_somebody_looks_back(
    service: Service, database: Database, clock: ManualClock, told: bool
) -> None:
    game = await running(service, "nim", seats=2)
    for person, text in ((ANN, "1"), (BOB, "2")):
        await act(service, person, game.code, text)
    newer = under(assembled(Tidied()), database, clock)
    if told:
        assert (await newer.lookback.since(game.code, ANN)).lines == ("Green takes 2",)
    else:
        assert [one.line for one in await newer.lookback.points(game.code)] == ["", "1", "2"]
    assert await changes(database, game.id) == [RulesMigrated(2)]
