"""Cards, lobbies and messages in a place: posted once, edited, and posted anew where they were deleted."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest
from discord import ui
from discord.utils import snowflake_time

from bot.discord.delivery.posting import Posting
from bot.discord.delivery.sender import DiscordSender
from bot.outbox.delivery import PermanentFailure
from bot.service.values.payloads import (
    DirectChat,
    OpenThread,
    Payload,
    PostCard,
    PostChat,
    PostLobby,
    PostNote,
    RefreshCard,
    RemoveButtons,
    ReopenThread,
    ShowHand,
    TurnNotice,
)
from bot.service.values.request import Person
from tests.discord.delivery.deliveries import (
    CARD,
    MESSAGE,
    UNTOLD,
    VIEW,
    chat_message,
    custom_ids,
    delivery,
    texts,
)
from tests.discord.fake_discord import FakeDiscord, failure
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary

POSTS: list[tuple[Payload, dict[str, Any], int, str]] = [
    (PostLobby(summary(status="lobby")), {"channel_id": 12}, 12, "Host Ann"),
    (CARD, {}, 13, "A soldier is dropped on d3."),
    (RefreshCard(3, summary(), VIEW), {"card": CARD}, 13, "A soldier is dropped on d3."),
    (PostNote("closed for repairs"), {}, 13, "📣 closed for repairs"),
    (
        TurnNotice(ANN.id, "turn", summary()),
        {},
        77,
        "Your turn: you drop a soldier. https://discord.com/channels/11/13",
    ),
    (PostChat(4), {"chat_message": chat_message()}, 13, "💬 **Ann (RED)**: hello"),
    (
        DirectChat(BOB.id, 4, "hear"),
        {"chat_message": chat_message(1)},
        77,
        "`K7QX` 🔒 **Ann (RED)** to **Bob (BLUE)**, round 1: hello",
    ),
    (DirectChat(ANN.id, 4, "receipt"), {"chat_message": chat_message(1)}, 77, "✅ `K7QX` 🔒"),
    (
        DirectChat(ANN.id, 4, "refused", 1),
        {"chat_message": chat_message(1)},
        77,
        "**Bob (BLUE)** cannot be reached",
    ),
    (
        DirectChat(ANN.id, 4, "refused"),
        {"chat_message": chat_message()},
        77,
        "`K7QX` 💬 What you said to all (round 1), “hello”:\n⚠️ Discord did not let me post it",
    ),
    (ShowHand(ANN.id, summary(), "two tiles", VIEW, "dark"), {}, 77, "two tiles"),
]


@pytest.mark.parametrize("post", POSTS, ids=lambda post: type(post[0]).__name__)
async def test_it_is_posted_once_where_it_belongs(
    fake: FakeDiscord, sender: DiscordSender, post: tuple[Payload, dict[str, Any], int, str]
) -> None:
    payload, more, channel, words = post
    receipt = await sender.deliver(delivery(payload, **more))
    (body,) = fake.sent()
    assert fake.calls[-1].path == f"/channels/{channel}/messages"
    assert words in texts(body)
    assert body["nonce"] == "n1"
    assert body["enforce_nonce"] is True
    assert receipt.message_id is not None
    # Only a new card calls somebody, and only whom the game awaits.
    assert body["allowed_mentions"]["parse"] == []
    assert body["allowed_mentions"].get("users", []) == ([ACCOUNTS[ANN.id]] if payload is CARD else [])


@pytest.mark.parametrize(
    ("payload", "more"),
    [
        (PostLobby(summary(status="lobby")), {}),
        (RefreshCard(3, summary(), VIEW), {"card": CARD}),
        (ShowHand(ANN.id, summary(), "two tiles", VIEW, "dark"), {}),
    ],
    ids=["lobby", "refresh", "hand"],
)
async def test_what_is_there_is_edited_and_what_was_deleted_is_posted_anew(
    fake: FakeDiscord, sender: DiscordSender, payload: Payload, more: dict[str, Any]
) -> None:
    receipt = await sender.deliver(delivery(payload, message_id=MESSAGE, **more))
    ((path, body),) = fake.edited()
    assert path.endswith(f"/messages/{MESSAGE}")
    assert body["allowed_mentions"]["parse"] == []
    assert (receipt.message_id, fake.sent()) == (MESSAGE, [])
    files = fake.calls[-1].files
    fake.calls.clear()
    fake.faults.extend([failure(404, 10008)])
    receipt = await sender.deliver(delivery(payload, message_id=MESSAGE, **more))
    assert receipt.message_id != MESSAGE
    assert (len(fake.edited()), len(fake.sent()), fake.calls[-1].files) == (1, 1, files)
    assert not fake.sent()[0]["allowed_mentions"].get("users")


@pytest.mark.parametrize("drawn", [False, True])
async def test_what_is_posted_anew_pings_with_a_picture_as_without(fake: FakeDiscord, drawn: bool) -> None:
    posting, shown = Posting(fake.client), ui.LayoutView().add_item(ui.TextDisplay("board"))
    picture = discord.File(BytesIO(b"png"), filename="board.png") if drawn else None
    fake.faults.append(failure(404, 10008))
    again = delivery(CARD, message_id=MESSAGE)
    await posting.edit_or_send(posting.channel(13), again, shown, picture, pinged=[ACCOUNTS[ANN.id]])
    (body,) = fake.sent()
    assert body["allowed_mentions"]["users"] == [ACCOUNTS[ANN.id]]


async def test_a_deleted_lobby_is_not_posted_anew_once_the_game_runs(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.faults.append(failure(404, 10008))
    with pytest.raises(PermanentFailure):
        await sender.deliver(delivery(PostLobby(summary()), message_id=MESSAGE))
    assert fake.sent() == []


async def test_a_card_whose_receipt_was_lost_is_found_and_not_posted_again(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    enqueued_at = datetime(2014, 1, 1, tzinfo=UTC)
    posted = await sender.deliver(delivery(CARD, enqueued_at=enqueued_at))
    await sender.deliver(delivery(PostNote("hello")))
    again = delivery(CARD, attempts=2, enqueued_at=enqueued_at)
    assert await sender.deliver(again) == posted
    assert len(fake.sent()) == 2
    # Neither another position of that game nor another game is that card.
    for other in (summary(public_version=8), summary(code="K7QY")):
        card = PostCard(other, VIEW, ())
        receipt = await sender.deliver(delivery(card, attempts=2, enqueued_at=enqueued_at))
        assert receipt != posted
    assert len(fake.sent()) == 4
    # Discord's clock need not agree with ours.
    asked = next(call.body["after"] for call in fake.calls if call.method == "GET")
    assert snowflake_time(int(asked)) == enqueued_at - timedelta(minutes=1)
    # It keeps its picture when its buttons go.
    await sender.deliver(delivery(RemoveButtons(3), message_id=posted.message_id, card=CARD))
    assert fake.calls[-1].files == []


REFRESH = delivery(RefreshCard(3, summary(), VIEW), message_id=MESSAGE, card=CARD)


async def test_a_quiet_thread_is_taken_out_again_before_an_edit(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.threads["13"] = {"archived": True, "archive_timestamp": "2025-12-07T23:55:00+00:00"}
    fake.faults.append(failure(400, 50083))
    assert (await sender.deliver(REFRESH)).message_id == MESSAGE
    assert [(call.method, call.path) for call in fake.calls] == [
        ("PATCH", f"/channels/13/messages/{MESSAGE}"),
        ("GET", "/channels/13"),
        ("PATCH", "/channels/13"),
        ("PATCH", f"/channels/13/messages/{MESSAGE}"),
    ]
    assert fake.threads["13"]["archived"] is False
    assert fake.calls[0].files == fake.calls[-1].files == [b"png"]


@pytest.mark.parametrize(
    "closed",
    [
        {"archived": True, "archive_timestamp": "2025-12-02T00:00:00+00:00"},
        {"archived": True, "archive_timestamp": "2025-12-07T23:54:59+00:00"},
        {"archived": True, "locked": True},
    ],
    ids=["by a person", "at the last moment", "locked"],
)
async def test_what_a_person_has_closed_stays_closed_until_the_next_card(
    fake: FakeDiscord, sender: DiscordSender, closed: dict[str, Any]
) -> None:
    fake.threads["13"] = dict(closed)
    fake.faults.append(failure(400, 50083))
    with pytest.raises(PermanentFailure, match="closed the thread"):
        await sender.deliver(REFRESH)
    reminder = TurnNotice(ANN.id, "reminder", summary(), until=datetime(2026, 1, 5, tzinfo=UTC))
    await sender.deliver(delivery(reminder))
    assert fake.threads["13"] == closed
    assert len(fake.sent()) == 1


QUIET_UNTIL = datetime(2025, 12, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("thread", "opened_at", "opens"),
    [
        ({"archived": True}, None, True),
        ({"archived": False}, None, False),
        ({"archived": True, "archive_timestamp": "2025-12-15T00:00:00+00:00"}, QUIET_UNTIL, True),
        ({"archived": True, "archive_timestamp": "2025-12-14T23:00:00+00:00"}, QUIET_UNTIL, False),
        ({"archived": True, "locked": True}, None, False),
    ],
    ids=["quiet", "open", "quiet again", "closed after it was opened", "locked"],
)
async def test_a_quiet_thread_is_opened_and_no_other(
    fake: FakeDiscord,
    sender: DiscordSender,
    thread: dict[str, Any],
    opened_at: datetime | None,
    opens: bool,
) -> None:
    fake.threads["13"] = dict(thread)
    receipt = await sender.deliver(delivery(ReopenThread(13, opened_at)))
    assert receipt.message_id == (13 if opens else None), "what was opened is noted"
    assert [call.method for call in fake.calls] == (["GET", "PATCH"] if opens else ["GET"])
    assert fake.threads["13"]["archived"] == (thread["archived"] and not opens)


async def test_who_is_reminded_can_give_commands_in_the_thread(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.threads["13"] = {"archived": True}
    reminder = TurnNotice(ANN.id, "reminder", summary(), until=datetime(2026, 1, 5, tzinfo=UTC))
    await sender.deliver(delivery(reminder))
    assert fake.threads["13"]["archived"] is False
    fake.faults.append(failure(500))
    await sender.deliver(delivery(reminder))
    assert len(fake.sent()) == 2


async def test_who_is_reminded_can_give_commands_in_a_thread_in_which_the_game_was_opened(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.threads["13"] = {"archived": True}
    opened = summary(channel_id=13, thread_id=None)
    await sender.deliver(delivery(TurnNotice(ANN.id, "reminder", opened)))
    assert fake.threads["13"]["archived"] is False


@pytest.mark.parametrize(("code", "gone"), [(10003, [(11, 13)]), (50001, [])])
async def test_a_thread_that_was_deleted_unnoticed_is_missed_before_a_reminder(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch, code: int, gone: list[Any]
) -> None:
    heard = []

    async def place_gone(*place: int) -> None:
        heard.append(place)

    monkeypatch.setattr(UNTOLD, "places", SimpleNamespace(place_gone=place_gone), raising=False)
    fake.faults.append(failure(404 if gone else 403, code))
    await sender.deliver(delivery(TurnNotice(ANN.id, "reminder", summary())))
    assert heard == gone
    assert len(fake.sent()) == 1, "who is awaited is reminded in any case"


async def test_a_known_channel_is_not_asked_about_before_a_reminder(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake.client, "get_channel", {13: object.__new__(discord.TextChannel)}.get)
    opened = summary(channel_id=13, thread_id=None)
    await sender.deliver(delivery(TurnNotice(ANN.id, "reminder", opened)))
    assert not [call for call in fake.calls if call.method == "GET"]


async def test_a_card_is_posted_where_the_history_may_not_be_read(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.faults.append(failure(403, 50001))
    await sender.deliver(delivery(CARD, attempts=2, enqueued_at=datetime(2014, 1, 1, tzinfo=UTC)))
    assert len(fake.sent()) == 1


async def test_an_old_card_keeps_its_words_and_loses_its_buttons(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    await sender.deliver(delivery(RemoveButtons(3), message_id=MESSAGE, card=CARD))
    ((_, body),) = fake.edited()
    assert "A soldier is dropped on d3." in texts(body)
    assert custom_ids(body) == []
    # Nothing is known of its attachment, which an earlier process sent.
    assert fake.calls[-1].files == [b"png"]


async def test_an_old_card_keeps_the_picture_that_it_has(fake: FakeDiscord, sender: DiscordSender) -> None:
    receipt = await sender.deliver(delivery(CARD))
    await sender.deliver(delivery(RemoveButtons(3), message_id=receipt.message_id, card=CARD))
    ((_, body),) = fake.edited()
    assert fake.calls[-1].files == []
    (kept,) = body["attachments"]
    assert kept["filename"] == "roses.png"
    # Another edit gave the card another picture.
    await sender.deliver(delivery(RefreshCard(3, summary(), VIEW), message_id=receipt.message_id, card=CARD))
    await sender.deliver(delivery(RemoveButtons(3), message_id=receipt.message_id, card=CARD))
    assert fake.calls[-1].files == []
    assert fake.edited()[-1][1]["attachments"][0]["id"] not in {kept["id"], "0"}


async def test_a_picture_that_another_process_has_replaced_is_sent_anew(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    receipt = await sender.deliver(delivery(CARD))
    strip = delivery(RemoveButtons(3), message_id=receipt.message_id, card=CARD)
    fake.faults.append(failure(400, 50035))
    await sender.deliver(strip)
    assert [call.files for call in fake.calls[-2:]] == [[], [b"png"]]
    fake.faults.append(failure(403, 50001))
    with pytest.raises(PermanentFailure):
        await sender.deliver(strip)


async def test_of_many_cards_the_pictures_of_the_newest_are_known(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.delivery.posting._REMEMBERED", 1)
    old, new = [(await sender.deliver(delivery(CARD))).message_id for _ in range(2)]
    await sender.deliver(delivery(RemoveButtons(3), message_id=new, card=CARD))
    assert fake.calls[-1].files == []
    await sender.deliver(delivery(RemoveButtons(3), message_id=old, card=CARD))
    assert fake.calls[-1].files == [b"png"]


async def test_words_too_long_for_a_message_become_a_layout(fake: FakeDiscord, sender: DiscordSender) -> None:
    await sender.deliver(delivery(PostChat(4), chat_message=chat_message(body="*" * 1_500)))
    (body,) = fake.sent()
    assert not body.get("content")
    assert texts(body).count("*") >= 1_500


async def test_a_thread_hangs_on_the_lobby_or_on_nothing(fake: FakeDiscord, sender: DiscordSender) -> None:
    opening = delivery(OpenThread(summary()), channel_id=12, message_id=MESSAGE)
    await sender.deliver(opening)
    assert fake.calls[-1].path == f"/channels/12/messages/{MESSAGE}/threads"
    name = "K7QX Guerre des Deux Roses · Ann vs Bob"
    assert (fake.calls[-1].body["name"], fake.calls[-1].body["auto_archive_duration"]) == (name, 10080)
    # The lobby's card was deleted by hand.
    fake.faults.extend([None, failure(404, 10008)])
    receipt = await sender.deliver(opening)
    assert fake.calls[-1].path == "/channels/12/threads"
    assert receipt.channel_id is not None
    assert (fake.calls[-1].body["name"], fake.calls[-1].body["type"]) == (name, 11)
    # Earlier releases promised a thread by its name.
    await sender.deliver(delivery(OpenThread(name="K7QX"), channel_id=12))
    assert (fake.calls[-1].path, fake.calls[-1].body["name"]) == ("/channels/12/threads", "K7QX")
    # An earlier try got through although its receipt was lost: a thread has its message's id.
    fake.faults.extend([None, failure(400, 160004)])
    assert (await sender.deliver(opening)).channel_id == MESSAGE


async def test_who_was_forgotten_is_mentioned_by_nobody(fake: FakeDiscord, sender: DiscordSender) -> None:
    former = summary(seats=(msgspec.structs.replace(summary().seats[0], person=Person(-4, "former player")),))
    await sender.deliver(delivery(PostCard(former, VIEW, ())))
    (body,) = fake.sent()
    assert not body["allowed_mentions"].get("users")
    assert "<@" not in texts(body)


async def test_the_last_card_offers_the_review(fake: FakeDiscord, sender: DiscordSender) -> None:
    over = PostCard(summary(status="finished", to_act=(), mentioned=()), VIEW, ())
    await sender.deliver(delivery(over))
    assert "tb:reviews:K7QX:7::" in custom_ids(fake.sent()[-1])
