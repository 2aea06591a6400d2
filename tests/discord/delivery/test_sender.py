"""Every failure of a delivery is told for what it is."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.discord.delivery.sender import DiscordSender
from bot.outbox.delivery import Blocked, ChannelGone, Delivery, DmsClosed, PermanentFailure, RetryLater
from bot.service.values.payloads import (
    ClearHand,
    DirectChat,
    DoorClosed,
    MailAnswer,
    OpenThread,
    PostChat,
    PostLobby,
    PostNote,
    PostReport,
    RefreshCard,
    RemoveButtons,
    TurnNotice,
)
from tests.discord.delivery.deliveries import (
    CARD,
    MESSAGE,
    UNTOLD,
    VIEW,
    Pictures,
    chat_message,
    custom_ids,
    delivery,
    texts,
)
from tests.discord.fake_discord import Answer, FakeDiscord, _guild, failure
from tests.discord.summaries import ACCOUNTS, ANN, summary

NOTE = delivery(PostNote("hello"))


@pytest.mark.parametrize(
    ("fault", "expected", "code"),
    [
        (failure(403, 50007), DmsClosed, "50007"),
        (failure(404, 10003), ChannelGone, "10003"),
        (failure(403, 50013), Blocked, "50013"),
        (failure(403, 50001), Blocked, "50001"),
        (failure(400, 160005), Blocked, "160005"),
        (failure(403, 99999), Blocked, "99999"),
        (failure(403, 50278), DmsClosed, "50278"),
        (failure(403, 40003), RetryLater, "40003"),
        (failure(403, 40006), RetryLater, "40006"),
        (failure(400, 30046), RetryLater, "30046"),
        (failure(400, 50035), PermanentFailure, "50035"),
        (failure(413), PermanentFailure, "413"),
        (failure(404, 10008), PermanentFailure, "10008"),
        (failure(401), RetryLater, "401"),
        (failure(429, 20016), RetryLater, "20016"),
        (failure(500), RetryLater, "500"),
        (failure(503), RetryLater, "503"),
        (aiohttp.ClientConnectionError(), RetryLater, "connection"),
        (TimeoutError(), RetryLater, "connection"),
        (OSError(), RetryLater, "connection"),
    ],
)
async def test_a_failure_is_told_for_what_it_is(
    fake: FakeDiscord, sender: DiscordSender, fault: Exception, expected: type[Exception], code: str
) -> None:
    fake.faults.append(fault)
    with pytest.raises((RetryLater, PermanentFailure)) as raised:
        await sender.deliver(NOTE)
    assert type(raised.value) is expected
    assert getattr(raised.value, "code", None) == code


@pytest.mark.parametrize("refusal", [failure(400, 50035), failure(400, 50006), failure(413, 40005)])
async def test_a_card_that_is_refused_for_what_it_holds_is_posted_in_its_plainest_form(
    fake: FakeDiscord, sender: DiscordSender, refusal: Exception
) -> None:
    fake.faults.append(refusal)
    receipt = await sender.deliver(delivery(CARD))
    _, plain = [call for call in fake.calls if call.method == "POST"]
    assert receipt.message_id is not None
    assert f"<@{ACCOUNTS[ANN.id]}> (White) drops a soldier" in texts(plain.body)
    assert any("move" in one for one in custom_ids(plain.body))
    assert not plain.files
    assert plain.body["allowed_mentions"]["users"] == [ACCOUNTS[ANN.id]]


async def test_a_card_that_cannot_be_drawn_is_posted_without_a_picture_after_some_tries(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> discord.File:
        raise ZeroDivisionError

    monkeypatch.setattr(Pictures, "picture", broken)
    for attempts in (1, 2):
        with pytest.raises(ZeroDivisionError):
            await sender.deliver(delivery(CARD, attempts=attempts))
    assert (await sender.deliver(delivery(CARD, attempts=3))).message_id is not None
    assert "(White) drops a soldier" in texts([call for call in fake.calls if call.method == "POST"][-1].body)


@pytest.mark.parametrize(
    "unlocked_by_nobody",
    [
        delivery(OpenThread(summary()), channel_id=12),
        delivery(PostLobby(summary()), channel_id=12),
        delivery(RemoveButtons(3), message_id=MESSAGE, card=CARD),
        delivery(TurnNotice(ANN.id, "turn", summary())),
    ],
    ids=lambda case: type(case.payload).__name__,
)
async def test_nothing_is_kept_for_which_nobody_waits(
    fake: FakeDiscord, sender: DiscordSender, unlocked_by_nobody: Delivery
) -> None:
    fake.faults.extend([failure(403, 50013)] * 2)
    with pytest.raises(PermanentFailure) as raised:
        await sender.deliver(unlocked_by_nobody)
    assert raised.value.code == "50013"


@pytest.mark.parametrize("code", [200000, 240000])
async def test_words_that_a_server_does_not_want_hold_up_no_card(
    fake: FakeDiscord, sender: DiscordSender, code: int
) -> None:
    fake.faults.extend([failure(400, code)] * 3)
    for people_wrote_it in (NOTE, delivery(PostChat(4), chat_message=chat_message(body="a bad link"))):
        with pytest.raises(PermanentFailure):
            await sender.deliver(people_wrote_it)
    with pytest.raises(Blocked):
        await sender.deliver(delivery(CARD))


async def test_a_refusal_is_noted_in_short_and_that_of_a_token_is_the_operators(
    fake: FakeDiscord, sender: DiscordSender, caplog: pytest.LogCaptureFixture
) -> None:
    for status in (400, 401, 402):
        fake.faults.append(discord.HTTPException(Answer(status), "x" * 500))
        with pytest.raises(Exception, match=f"^{status} 0: x{{193}}$"):
            await sender.deliver(NOTE)
    (noted,) = [record for record in caplog.records if "token_refused" in record.message]
    assert noted.levelname == "ERROR"
    assert "401 0" in noted.message


REFRESH = delivery(RefreshCard(3, summary(), VIEW), message_id=MESSAGE, card=CARD)
OPENING = delivery(OpenThread(summary()), channel_id=12, message_id=MESSAGE)


@pytest.mark.parametrize(
    ("refused", "fault", "reason"),
    [
        (REFRESH, failure(404, 10003), ChannelGone),
        (OPENING, failure(400, 160006), PermanentFailure),
        (OPENING, failure(503), RetryLater),
    ],
)
async def test_a_refusal_of_another_kind_is_told_for_what_it_is(
    fake: FakeDiscord, sender: DiscordSender, refused: Delivery, fault: Exception, reason: type[Exception]
) -> None:
    fake.faults.extend([fault] if refused is REFRESH else [None, fault])
    with pytest.raises(reason):
        await sender.deliver(refused)
    assert not fake.faults


async def test_a_place_without_threads_and_a_server_without_an_owner(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.forums = {"12"}
    with pytest.raises(PermanentFailure, match="has no threads"):
        await sender.deliver(delivery(OpenThread(summary()), channel_id=12))
    monkeypatch.setattr("tests.discord.fake_discord._guild", _ownerless)
    with pytest.raises(PermanentFailure, match="has no owner"):
        await sender.deliver(delivery(PostReport(11, 4), channel_id=None))


def _ownerless(number: str) -> dict[str, Any]:
    return _guild(number) | {"owner_id": None}


async def test_there_is_room_where_requests_are_not_counted_and_else_where_the_budget_has(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    assert await sender.has_room()
    for room in (False, True):

        async def has_room(room: bool = room) -> bool:
            return room

        budget: Any = SimpleNamespace(has_room=has_room)
        counted = DiscordSender(fake.client, UNTOLD, Pictures(), budget=budget)  # type: ignore[arg-type]
        assert await counted.has_room() is room


async def test_a_rate_limit_says_when_to_try_again(fake: FakeDiscord, sender: DiscordSender) -> None:
    fake.faults.append(discord.RateLimited(42.5))
    with pytest.raises(RetryLater) as raised:
        await sender.deliver(NOTE)
    assert (raised.value.after, raised.value.code) == (42.5, "429")


@pytest.mark.parametrize(
    "lost",
    [
        delivery(PostNote("x"), channel_id=None),
        delivery(OpenThread(summary()), channel_id=None),
        delivery(RefreshCard(3, summary(), VIEW)),
        delivery(RemoveButtons(3), message_id=MESSAGE),
        delivery(RemoveButtons(3), card=CARD),
        delivery(PostChat(4)),
        delivery(DirectChat(ANN.id, 4, "hear")),
        delivery(ClearHand(ANN.id, summary(), "left")),
        delivery(MailAnswer("ann@mail.example", ANN.id, None, None, "Re: help", "Done.")),
        delivery(DoorClosed(99)),
    ],
    ids=lambda case: type(case.payload).__name__,
)
async def test_what_cannot_be_delivered_asks_nothing_of_discord(
    fake: FakeDiscord, sender: DiscordSender, lost: Delivery
) -> None:
    with pytest.raises(PermanentFailure):
        await sender.deliver(lost)
    assert [call for call in fake.calls if call.method != "GET"] == []
