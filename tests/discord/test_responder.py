"""Every interaction is acknowledged and answered once, whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import logging
from io import BytesIO

import aiohttp
import discord
import pytest
from tenacity import stop_after_attempt, wait_none

from bot.discord import client, responder
from bot.discord.markdown import DISPLAY_LIMIT, MESSAGE_LIMIT
from bot.discord.responder import Responder, respond
from bot.errors import DatabaseUnavailable
from bot.retries import RetryPolicy
from bot.service.summaries import STRANGER, Refused
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction
from tests.discord.summaries import ANN


async def answer(interaction: FakeInteraction, handler: object, **how: bool) -> str:
    """Let a handler answer; how it ended."""
    await respond(interaction, handler, **how)  # type: ignore[arg-type]
    ((_, outcome),) = interaction.observer.outcomes
    return outcome


async def hello(responder: Responder) -> None:
    await responder.say("hello")


async def test_a_command_is_acknowledged_before_it_is_handled() -> None:
    interaction = FakeInteraction()
    assert await answer(interaction, hello) == "done"
    first, second = interaction.said
    assert (first.how, first.content) == ("defer", {"ephemeral": True, "thinking": True})
    assert (second.how, second.text) == ("edit", "hello")
    assert second.content["allowed_mentions"].to_dict()["parse"] == []


async def test_a_press_on_a_panel_replaces_it() -> None:
    interaction = FakeInteraction()

    async def replace(responder: Responder) -> None:
        await responder.replace_with("gone")

    assert await answer(interaction, replace, update=True) == "done"
    assert [said.how for said in interaction.said] == ["defer", "edit"]
    assert interaction.said[0].content == {}
    assert interaction.said[1].text == "gone"
    assert interaction.said[1].content["attachments"] == []


@pytest.mark.parametrize(
    "fault",
    [
        failure(404, 10062),
        failure(400, 50035),
    ],
)
async def test_what_cannot_be_acknowledged_is_done_all_the_same(fault: Exception) -> None:
    interaction = FakeInteraction()
    interaction.faults.append(fault)
    done: list[bool] = []

    async def act(responder: Responder) -> None:
        done.append(responder.reachable)
        await responder.say("done")

    assert await answer(interaction, act) == "done"
    assert done == [False]
    assert [said.how for said in interaction.said] == ["defer"]


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
async def test_an_acknowledgement_whose_receipt_was_lost_may_be_one(fault: Exception) -> None:
    interaction = FakeInteraction()
    interaction.faults.append(fault)
    assert await answer(interaction, hello) == "done"
    assert interaction.said[-1].text == "hello"


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
        assert not responder.reachable
        await responder.say("two")

    assert await answer(interaction, twice) == "done"
    assert [said.how for said in interaction.said] == ["defer", "edit"]


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
    assert [said.how for said in interaction.said] == ["defer", "edit", "edit", "edit"]
    for said in interaction.said[1:]:
        (file,) = said.content["attachments"]
        assert (file.filename, file.description) == ("board.png", "alt")
        sent.append(file.fp.read())
        file.close()
    assert sent == [b"png"] * 3


async def test_a_connection_that_stays_away_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responder, "ANSWER", RetryPolicy(wait_none(), stop_after_attempt(3)))
    interaction = FakeInteraction()
    interaction.faults.extend([None, *[failure(500)] * 3])
    assert await answer(interaction, hello) == "done"
    assert len(interaction.said) == 4


async def test_words_beside_a_panel_are_said_once() -> None:
    interaction = FakeInteraction()
    interaction.faults.extend([None, failure(500)])

    async def refuse(_: Responder) -> None:
        raise Refused("not_yours", "That is not yours.")

    assert await answer(interaction, refuse, update=True) == "not_yours"
    assert [said.how for said in interaction.said] == ["defer", "followup"]


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


async def test_an_answer_that_discord_cannot_take_is_our_fault_and_said_so() -> None:
    interaction = FakeInteraction()
    interaction.faults.extend([None, failure(400, 50035)])
    assert await answer(interaction, hello) == "fault"
    assert "went wrong on our side" in interaction.said[-1].text
    assert "9000" in interaction.said[-1].text


@pytest.mark.parametrize(("update", "how"), [(False, "edit"), (True, "followup")])
async def test_a_refusal_is_told_beside_a_panel_or_in_its_place(update: bool, how: str) -> None:
    interaction = FakeInteraction()

    async def refuse(_: Responder) -> None:
        raise Refused("not_yours", "That is not yours.")

    assert await answer(interaction, refuse, update=update) == "not_yours"
    assert (interaction.said[-1].how, interaction.said[-1].text) == (how, "That is not yours.")
    assert interaction.said[-1].content.get("ephemeral", False) is update


async def test_what_stands_in_the_way_for_a_moment_is_waited_for() -> None:
    interaction = FakeInteraction()
    tries: list[int] = []

    async def act(responder: Responder) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise Refused("closing", "Not yet.", passing=True)
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
    assert "try again" in first.said[-1].text
    assert await answer(second, fault) == "fault"
    assert "Reference 9000" in second.said[-1].text


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
    assert [len(said.text) for said in interaction.said] == [MESSAGE_LIMIT, MESSAGE_LIMIT, DISPLAY_LIMIT]
    assert all(said.text.endswith("…") for said in interaction.said)
    assert (MESSAGE_LIMIT, DISPLAY_LIMIT) == (2_000, 4_000)


async def test_a_request_knows_who_asks_and_where() -> None:
    here, direct = FakeInteraction().responder(), FakeInteraction(direct=True).responder()
    assert (here.person.id, here.person.name, here.cause.key) == (STRANGER, "Ann", "discord:9000")
    await here.identify()
    assert here.person == ANN
    assert here.place is not None
    assert (here.place.guild_id, here.place.channel_id) == (11, 12)
    assert direct.place is None
