"""Every interaction is answered in time and once, whatever goes wrong on the way."""

import asyncio
import logging
from datetime import timedelta
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import structlog
from tenacity import stop_after_attempt, wait_none

from bot.discord import client
from bot.discord.formatting.markdown import DISPLAY_LIMIT, MESSAGE_LIMIT
from bot.discord.interaction import responder
from bot.discord.interaction.responder import ACKNOWLEDGED_WITHIN, Handler, Responder
from bot.discord.interaction.responding import respond
from bot.errors import DatabaseUnavailable
from bot.retries import RetryPolicy
from bot.service.values.refused import MOMENTS, Refused
from bot.service.values.request import STRANGER, Identity, Person
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction, Identities, Places
from tests.discord.summaries import ACCOUNTS, ANN
from tests.manual_clock import ManualClock
from tests.service.actors import SINCE


async def answer(interaction: FakeInteraction, handler: object, **how: bool) -> str:
    """Let a handler answer; how it ended."""
    await respond(interaction, handler, **how)  # type: ignore[arg-type]
    ((_, outcome),) = interaction.observer.outcomes
    return outcome


async def hello(responder: Responder) -> None:
    await responder.say("hello")


async def hows(handler: object, **how: bool) -> list[str]:
    """The calls by which a handler's answer reaches Discord."""
    interaction = FakeInteraction()
    assert await answer(interaction, handler, **how) == "done"
    return [result.how for result in interaction.sent]


async def drawn(responder: Responder) -> None:
    await responder.acknowledge()
    await responder.say("hello")


@pytest.mark.parametrize(("direct", "active"), [(False, [11]), (True, [])])
async def test_what_happens_in_a_server_is_noted_after_the_answer(direct: bool, active: list[int]) -> None:
    places = Places()
    interaction = FakeInteraction(SimpleNamespace(places=places), direct=direct)

    async def say(responder: Responder) -> None:
        assert places.active == []
        await responder.say("hello")

    assert await answer(interaction, say) == "done"
    assert places.active == active


async def test_a_server_that_cannot_be_noted_changes_no_answer() -> None:
    class Away(Places):
        async def retry_after_activity(self, guild_id: int) -> None:
            await super().retry_after_activity(guild_id)
            raise DatabaseUnavailable("gone")

    places = Away()
    interaction = FakeInteraction(SimpleNamespace(places=places))
    assert await answer(interaction, hello) == "done"
    assert [sent.text for sent in interaction.sent] == ["hello"]
    assert places.active == [11]


async def test_of_a_commands_name_its_group_alone_is_logged() -> None:
    logged: list[dict[str, object]] = []

    async def note(_: Responder) -> None:
        logged.append(structlog.contextvars.get_contextvars())

    interaction = FakeInteraction(command=SimpleNamespace(qualified_name="gods ready"))
    await answer(interaction, note)
    assert logged == [{"interaction": interaction.id, "command": "gods"}]


async def test_what_is_ready_is_itself_the_first_answer() -> None:
    interaction = FakeInteraction()
    assert await answer(interaction, hello) == "done"
    (result,) = interaction.sent
    assert (result.how, result.text, result.content["ephemeral"]) == ("send", "hello", True)
    assert result.content["allowed_mentions"].to_dict()["parse"] == []
    assert interaction.observer.acknowledgements == 1


async def test_a_press_on_a_panel_replaces_it() -> None:
    interaction = FakeInteraction()

    async def replace(responder: Responder) -> None:
        await responder.replace_with("gone")

    assert await answer(interaction, replace, update=True) == "done"
    (result,) = interaction.sent
    assert (result.how, result.text, result.content["attachments"]) == ("update", "gone", [])
    # The library would keep it, with a task of its own.
    assert result.content["view"].is_finished()


async def test_what_brings_a_file_or_is_asked_for_at_once_is_acknowledged_first() -> None:
    async def show(responder: Responder) -> None:
        await responder.say("one", files=[discord.File(BytesIO(b"png"), "board.png")])

    assert await hows(show) == ["defer", "edit"]
    assert await hows(show, update=True) == ["defer", "edit"]
    assert await hows(hello, at_once=True) == ["defer", "edit"]


async def test_a_second_answer_changes_the_first() -> None:
    async def twice(responder: Responder) -> None:
        await hello(responder)
        await hello(responder)
        await responder.send_followup("and more")

    assert await hows(twice) == ["send", "edit", "followup"]


async def test_what_is_said_beside_a_panel_acknowledges_the_press() -> None:
    async def beside(responder: Responder) -> None:
        await responder.send_followup("beside")
        await responder.replace_with("and instead")

    assert await hows(beside, update=True) == ["defer", "followup", "edit"]


async def test_what_is_shown_to_everybody_is_no_private_answer() -> None:
    interaction = FakeInteraction()

    async def share(responder: Responder) -> None:
        await responder.post("look")

    assert await answer(interaction, share, update=True) == "done"
    assert [result.how for result in interaction.sent] == ["defer", "followup"]
    assert "ephemeral" not in interaction.sent[-1].content


async def test_what_answers_nothing_is_acknowledged() -> None:
    async def nothing(_: Responder) -> None:
        pass

    assert await hows(nothing, update=True) == ["defer"]


@pytest.mark.parametrize(
    ("sent_ago", "passes"), [(timedelta(0), ACKNOWLEDGED_WITHIN), (timedelta(minutes=2), timedelta(0))]
)
async def test_what_takes_long_or_came_late_is_acknowledged(sent_ago: timedelta, passes: timedelta) -> None:
    clock = ManualClock(SINCE + sent_ago)
    interaction, acknowledged = FakeInteraction(clock=clock), asyncio.Event()
    defer = interaction.response.defer

    async def deferred(**content: Any) -> None:
        await defer(**content)
        acknowledged.set()

    async def slow(responder: Responder) -> None:
        assert not interaction.sent
        clock.advance(passes)
        await acknowledged.wait()
        await responder.say("done")

    interaction.response.defer = deferred
    assert await answer(interaction, slow) == "done"
    assert [result.how for result in interaction.sent] == ["defer", "edit"]


@pytest.mark.parametrize("how", ["say", "refuse"])
async def test_one_of_two_first_answers_waits_for_the_other(how: str) -> None:
    responder = FakeInteraction().responder()
    interaction: Any = responder.interaction
    taken = asyncio.Event()
    defer = interaction.response.defer

    async def slow(**content: Any) -> None:
        await taken.wait()
        await defer(**content)

    interaction.response.defer = slow
    acknowledging = asyncio.create_task(responder.acknowledge())
    await asyncio.sleep(0)
    answering = asyncio.create_task(getattr(responder, how)("no"))
    await asyncio.sleep(0)
    taken.set()
    await asyncio.gather(acknowledging, answering)
    assert [result.how for result in interaction.sent] == ["defer", "edit"]


@pytest.mark.parametrize("handler", [hello, drawn])
async def test_what_discord_no_longer_takes_is_done_all_the_same(handler: Handler) -> None:
    interaction = FakeInteraction()
    interaction.faults.append(failure(404, 10062))
    reachable: list[bool] = []

    async def act(responder: Responder) -> None:
        await handler(responder)
        await responder.say("done")
        reachable.append(responder.reachable)

    assert await answer(interaction, act) == "done"
    assert reachable == [False]
    assert len(interaction.sent) == 1


@pytest.mark.parametrize(
    "fault",
    [
        failure(400, 40060),
        failure(500),
        failure(503),
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
        discord.RateLimited(5),
    ],
)
@pytest.mark.parametrize("handler", [hello, drawn])
async def test_a_first_answer_whose_receipt_was_lost_may_be_one(handler: Handler, fault: Exception) -> None:
    interaction = FakeInteraction()
    interaction.faults.append(fault)
    assert await answer(interaction, handler) == "done"
    assert (interaction.sent[-1].how, interaction.sent[-1].text) == ("edit", "hello")


async def test_a_layout_with_which_another_process_has_answered_stays() -> None:
    interaction = FakeInteraction()
    interaction.faults.extend([failure(400, 40060), failure(400, 50035)])
    assert await answer(interaction, hello) == "done"
    assert [result.how for result in interaction.sent] == ["send", "edit"]


@pytest.mark.parametrize(
    "fault",
    [
        failure(404, 10008),
        failure(404, 10015),
        failure(404, 10062),
        failure(401, 50027),
    ],
)
async def test_an_answer_that_does_not_arrive_is_no_fault(fault: Exception) -> None:
    interaction = FakeInteraction()
    interaction.faults.extend([None, fault])

    async def twice(responder: Responder) -> None:
        await responder.say("one")
        await responder.say("two")
        assert not responder.reachable
        await responder.say("three")

    assert await answer(interaction, twice) == "done"
    assert [result.how for result in interaction.sent] == ["send", "edit"]


@pytest.mark.parametrize(
    "fault",
    [
        failure(500),
        failure(502),
        aiohttp.ClientPayloadError(),
        TimeoutError(),
    ],
)
async def test_an_answer_is_given_as_soon_as_the_connection_is_back(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "ANSWER", RetryPolicy(wait_none(), stop_after_attempt(3)))
    interaction = FakeInteraction()
    interaction.faults.extend([None, fault, fault])
    sent: list[bytes] = []

    async def show(responder: Responder) -> None:
        await responder.say("one", files=[discord.File(BytesIO(b"png"), "board.png", description="alt")])

    assert await answer(interaction, show) == "done"
    assert [result.how for result in interaction.sent] == ["defer", "edit", "edit", "edit"]
    for result in interaction.sent[1:]:
        (file,) = result.content["attachments"]
        assert (file.filename, file.description) == ("board.png", "alt")
        sent.append(file.fp.read())
        file.close()
    assert sent == [b"png"] * 3


async def test_a_connection_that_stays_away_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responder, "ANSWER", RetryPolicy(wait_none(), stop_after_attempt(3)))
    interaction = FakeInteraction()
    interaction.faults.extend([None, *[failure(500)] * 3])
    assert await answer(interaction, drawn) == "done"
    assert len(interaction.sent) == 4


@pytest.mark.parametrize("fault", [failure(500), failure(400, 40060)])
async def test_words_beside_a_panel_are_said_once(fault: Exception) -> None:
    interaction = FakeInteraction()
    interaction.faults.append(fault)

    async def refuse(_: Responder) -> None:
        raise Refused("not_yours", "That is not yours.")

    assert await answer(interaction, refuse, update=True) == "not_yours"
    assert [result.how for result in interaction.sent] == ["send"]


@pytest.mark.parametrize(
    ("fault", "kept"),
    [
        (failure(404, 10062), False),
        (failure(503), False),
        (aiohttp.ServerDisconnectedError(), False),
        (failure(400, 50035), True),
        (ZeroDivisionError(), True),
    ],
)
def test_an_autocomplete_that_came_too_late_is_no_error(fault: Exception, kept: bool) -> None:
    record = logging.LogRecord("tree", logging.ERROR, "", 1, "", (), (type(fault), fault, None))
    assert client._is_fault(record) is kept


@pytest.mark.parametrize(("handler", "before"), [(hello, []), (drawn, [None])])
async def test_an_answer_that_discord_cannot_take_is_our_fault_and_said_so(
    handler: Handler, before: list[None]
) -> None:
    interaction = FakeInteraction()
    interaction.faults.extend([*before, failure(400, 50035)])
    assert await answer(interaction, handler) == "fault"
    assert "went wrong on our side" in interaction.sent[-1].text
    assert "9000" in interaction.sent[-1].text


@pytest.mark.parametrize(
    ("update", "at_once", "hows"),
    [
        (False, False, ["send"]),
        (True, False, ["send"]),
        (False, True, ["defer", "edit"]),
        (True, True, ["defer", "followup"]),
    ],
)
async def test_a_refusal_is_told_beside_a_panel_or_in_its_place(
    update: bool, at_once: bool, hows: list[str]
) -> None:
    interaction = FakeInteraction()

    async def refuse(_: Responder) -> None:
        raise Refused("not_yours", "That is not yours.")

    assert await answer(interaction, refuse, update=update, at_once=at_once) == "not_yours"
    assert [result.how for result in interaction.sent] == hows
    assert interaction.sent[-1].text == "That is not yours."
    assert interaction.sent[-1].content.get("ephemeral", False) is (update or not at_once)


async def test_what_stands_in_the_way_for_a_moment_is_waited_for() -> None:
    interaction = FakeInteraction()
    tries: list[int] = []

    async def act(responder: Responder) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise Refused("closing", "Not yet.", passes_within=MOMENTS)
        await responder.say("done")

    assert await answer(interaction, act) == "done"
    assert len(tries) == 3


async def test_what_is_not_passing_is_asked_once() -> None:
    interaction = FakeInteraction()
    tries: list[int] = []

    async def act(_: Responder) -> None:
        tries.append(1)
        raise Refused("no", "No.")

    assert await answer(interaction, act) == "no"
    assert len(tries) == 1


async def test_a_database_out_of_reach_and_a_fault_are_told_apart() -> None:
    async def away(_: Responder) -> None:
        raise DatabaseUnavailable("gone")

    async def fault(_: Responder) -> None:
        raise ZeroDivisionError

    first, second = FakeInteraction(), FakeInteraction()
    assert await answer(first, away) == "database_away"
    assert "try again" in first.sent[-1].text
    assert await answer(second, fault) == "fault"
    assert "Reference 9000" in second.sent[-1].text


async def test_what_is_logged_of_a_failed_request_does_not_tell_who_asked(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been a secret act, and its game stands in the same line."""
    monkeypatch.setitem(ACCOUNTS, ANN.id, 777000111222333101)
    for failure_of_ours in (DatabaseUnavailable("gone"), ZeroDivisionError(), Refused("no", "No.")):

        async def fail(_: Responder, failure_of_ours: Exception = failure_of_ours) -> None:
            raise failure_of_ours

        await answer(FakeInteraction(), fail)
    assert "request_failed" in caplog.text
    assert "database_unavailable" in caplog.text
    assert "777000111222333101" not in caplog.text


async def test_being_stopped_is_no_fault() -> None:
    async def stopped(_: Responder) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await answer(FakeInteraction(), stopped)


async def test_texts_are_cut_to_what_a_message_holds() -> None:
    interaction = FakeInteraction()
    responder = interaction.responder()
    await responder.say("x" * 5_000)
    await responder.send_followup("x" * 5_000)
    await responder.replace_with("x" * 5_000)
    assert [len(result.text) for result in interaction.sent] == [MESSAGE_LIMIT, MESSAGE_LIMIT, DISPLAY_LIMIT]
    assert all(result.text.endswith("…") for result in interaction.sent)
    assert (MESSAGE_LIMIT, DISPLAY_LIMIT) == (2_000, 4_000)


async def test_a_request_knows_who_asks_and_where() -> None:
    here, direct = FakeInteraction().responder(), FakeInteraction(direct=True).responder()
    assert (here.asker.id, here.asker.name, here.cause.key) == (STRANGER, "Ann", "discord:9000")
    await here.identify()
    assert here.person == here.asker == ANN
    assert here.place is not None
    assert (here.place.guild_id, here.place.channel_id) == (11, 12)
    assert direct.place is None


async def test_who_asks_is_asked_once() -> None:
    class Counting(Identities):
        asked = 0

        async def find(self, identity: Identity) -> Person:
            self.asked += 1
            return await super().find(identity)

    identities = Counting()
    here = await FakeInteraction(SimpleNamespace(identities=identities)).identified()
    await here.identify()
    assert (here.person, identities.asked) == (ANN, 1)


async def test_an_interaction_that_is_delivered_again_is_handled_once() -> None:
    interaction, handled = FakeInteraction(), list[int | None]()

    async def handle(responder: Responder) -> None:
        handled.append(responder.cause.order)
        await responder.say("Done.")

    for _ in range(2):
        await respond(interaction, handle)  # type: ignore[arg-type]
    assert handled == [interaction.id]
    assert [one.text for one in interaction.sent] == ["Done."]
