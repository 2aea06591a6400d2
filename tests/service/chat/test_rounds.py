"""What is said while results are on their way, by who is out, and after the end."""

from datetime import timedelta

import pytest

from bot.service.facade import Service
from bot.service.notices.unposted_results import POSTING
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, DAN, EVE, FOUR, act, cause_of
from tests.service.chat.table import Table


async def test_nobody_speaks_while_results_are_worked_out_and_posted(
    table: Table, clock: ManualClock
) -> None:
    await table.round(RED="Ab")
    assert await table.refused(ANN, "-b now?") == "resolving"
    assert await table.refused(ANN, "now?") == "resolving"
    await table.outbox.drain()
    assert (await table.say(ANN, "now")).chat_message.turn == "round 2"
    await table.round()
    clock.advance(POSTING)
    # Results that cannot be posted close no mouth.
    await table.say(ANN, "later")
    clock.advance(timedelta(days=2))
    assert await table.refused(ANN, "too late") == "resolving"
    await table.service.clock.process_timeout(table.code)
    await table.outbox.drain()
    await table.say(ANN, "next round")


async def test_what_crosses_with_the_results_was_meant_for_the_closed_round(
    table: Table, clock: ManualClock
) -> None:
    """What was sent before the results could be seen is told by its id, which is older than theirs."""
    await table.round(RED="Ab")
    with pytest.raises(Refused) as early:
        await act(table.service, ANN, table.code, "Ag")
    assert early.value.passes_within
    await table.outbox.drain()
    with pytest.raises(Refused) as crossed:
        await act(table.service, ANN, table.code, "Ag", cause=cause_of(1))
    assert (crossed.value.code, crossed.value.passes_within) == ("resolving", timedelta(0))
    await act(table.service, ANN, table.code, "Ag")
    clock.advance(timedelta(seconds=2))
    # Longer ago nothing can be told from ids: it is only late.
    await act(table.service, BOB, table.code, "Ar", cause=cause_of(2))


async def test_what_was_meant_for_the_closed_round_is_not_noted_for_the_next(
    table: Table, clock: ManualClock
) -> None:
    """Section 8: as talk, so selections. At the deadline too, when it is the late one who settles."""

    async def plan(person: Person, text: str) -> str | None:
        try:
            await act(table.service, person, table.code, text)
        except Refused as refused:
            return refused.code
        return None

    await table.round(RED="Ab")
    assert await plan(ANN, "Ag") == "resolving"
    assert await plan(ANN, "ready") == "resolving"
    assert await plan(EVE, "Ag") == "not_in_game"
    await table.outbox.drain()
    assert await plan(ANN, "Ag") is None
    clock.advance(timedelta(days=2))
    assert await plan(BOB, "Ar") == "resolving"
    await table.outbox.drain()
    summary = await table.service.reading.summary(table.code)
    assert (summary.turn, summary.to_act) == ("round 3", (0, 1, 2, 3))
    assert await plan(BOB, "Ar") is None


async def test_cards_without_results_close_nothing(table: Table) -> None:
    """Neither the first card nor a request for a draw ends a round."""
    await act(table.service, ANN, table.code, "draw")
    await table.say(ANN, "shall we?")
    await act(table.service, BOB, table.code, "Ar")


@pytest.mark.parametrize(
    ("left", "codes"),
    [("all", ("", "")), ("public", ("", "eliminated")), ("none", ("eliminated", "eliminated"))],
)
async def test_gods_that_are_out(
    database: Database, service: Service, clock: ManualClock, left: str, codes: tuple[str, str]
) -> None:
    """Ruling 14."""
    table = await Table(database, service, clock).open(start=5, eliminated_talk=left, reveal_messages=True)
    await table.say(BOB, "-o before")
    await table.round(RED="Ab")
    await table.outbox.drain()
    for text, code in zip(("to all", "-r to RED"), codes, strict=True):
        if code:
            assert await table.refused(BOB, text) == code
        else:
            await table.say(BOB, text)
    assert "before" not in await table.bodies(CLEO)


async def test_after_the_end_players_talk_on_and_secrets_are_kept_or_shown_as_agreed(
    database: Database, service: Service, clock: ManualClock
) -> None:
    for shown in (False, True):
        table = await Table(database, service, clock).open(reveal_messages=shown)
        await table.say(ANN, "-b between us")
        for person in FOUR:
            await act(service, person, table.code, "draw offer")
        assert (await service.reading.summary(table.code)).status == "finished"
        await table.outbox.drain()
        assert ("between us" in await table.bodies(EVE)) is shown
        assert ("between us" in await table.bodies(DAN)) is shown
        await table.say(DAN, "well played")
        await table.say(DAN, "-r you too")
        with pytest.raises(Refused):
            await service.dm_routes.games(DAN)
