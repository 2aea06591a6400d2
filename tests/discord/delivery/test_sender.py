"""Every kind of delivery reaches Discord as it should, and every failure is told for what it is."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec
import pytest
from discord import ui
from discord.utils import snowflake_time
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.discord.delivery.posting import Posting
from bot.discord.delivery.sender import DiscordSender
from bot.discord.formatting.layouts import Picture
from bot.outbox.delivery import Blocked, ChannelGone, Delivery, DmsClosed, PermanentFailure, RetryLater
from bot.service.values.answers import Invitation, MessageView
from bot.service.values.payloads import (
    ClearHand,
    DirectChat,
    DoorClosed,
    InvitationNotice,
    MailAnswer,
    ManagerNotice,
    OpenThread,
    PanelButton,
    Payload,
    PostCard,
    PostChat,
    PostLobby,
    PostNote,
    PostReport,
    RefreshCard,
    RemoveButtons,
    ReopenThread,
    ShowHand,
    TurnNotice,
)
from bot.service.values.refused import Refused
from bot.service.values.request import Person, Place
from engines.registry import ENGINES
from tests.discord.fake_discord import Answer, FakeDiscord, failure
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary

ROSES = ENGINES["roses"]
VIEW = msgspec.Raw(ROSES.codec.encode(ROSES.view(ROSES.start(ROSES.options({}), 2, "seed" * 8), None)))
CARD = PostCard(summary(), VIEW, ("a soldier is dropped on d3",))
MESSAGE = 555


class Pictures:
    """Draws nothing."""

    async def picture(self, key: str, _view: object, _frame: object) -> discord.File:
        return discord.File(BytesIO(b"png"), filename=f"{key}.png", description="alt")

    def caption(self, key: str, _view: object, _frame: object) -> Picture:
        return Picture(f"{key}.png", "alt")


def chat_message(*to: int, body: str = "hello") -> MessageView:
    return MessageView(
        key="gods", code="K7QX", turn="round 1", at=datetime(2026, 1, 1, tzinfo=UTC), speaker=ANN, seat=0,
        to=to or None, readers=(BOB,) * len(to), body=body, refused=(), fresh=False,
    )  # fmt: skip


KNOWN_AS = {person_id: str(account) for person_id, account in ACCOUNTS.items()}


def delivery(payload: Payload, *, message_id: int | None = None, **more: Any) -> Delivery:
    values: dict[str, Any] = {
        "channel_id": 13,
        "nonce": "n1",
        "game_id": 1,
        "id": 1,
        "attempts": 1,
        "external_ids": KNOWN_AS,
    } | more
    return Delivery(payload=payload, message_id=message_id, **values)


async def _untold(*_: object) -> None:
    raise Refused("untold", "Of that nothing is told.")


UNTOLD: Any = SimpleNamespace(engines=ENGINES, lookback=SimpleNamespace(since=_untold, followed=_untold))
"""Use cases that tell nothing of what somebody has missed."""


@pytest.fixture
def fake() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
def sender(fake: FakeDiscord) -> DiscordSender:
    return DiscordSender(fake.client, UNTOLD, Pictures())  # type: ignore[arg-type]


def texts(body: dict[str, Any]) -> str:
    """All that a message says."""

    def walk(parts: list[dict[str, Any]]) -> list[str]:
        return [
            text for part in parts for text in (part.get("content", ""), *walk(part.get("components", [])))
        ]

    return "\n".join([body.get("content") or "", *walk(body.get("components") or [])])


def custom_ids(body: dict[str, Any]) -> list[str]:
    def walk(parts: list[dict[str, Any]]) -> list[str]:
        return [
            one for part in parts for one in (part.get("custom_id", ""), *walk(part.get("components", [])))
        ]

    return [one for one in walk(body["components"]) if one]


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
    await sender.deliver(delivery(NOTE.payload))
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
    monkeypatch.setattr("bot.discord.delivery.kept_attachments._REMEMBERED", 1)
    old, new = [(await sender.deliver(delivery(CARD))).message_id for _ in range(2)]
    await sender.deliver(delivery(RemoveButtons(3), message_id=new, card=CARD))
    assert fake.calls[-1].files == []
    await sender.deliver(delivery(RemoveButtons(3), message_id=old, card=CARD))
    assert fake.calls[-1].files == [b"png"]


async def test_a_hand_comes_without_a_sound(fake: FakeDiscord, sender: DiscordSender) -> None:
    await sender.deliver(delivery(ShowHand(ANN.id, summary(), "two tiles", VIEW, "dark")))
    await sender.deliver(delivery(TurnNotice(ANN.id, "turn", summary())))
    silent = [
        discord.MessageFlags._from_value(sent.get("flags", 0)).suppress_notifications for sent in fake.sent()
    ]
    assert silent == [True, False]


@pytest.mark.parametrize("fault", [failure(400, 30046), failure(429), discord.RateLimited(300.0)])
async def test_a_hand_that_cannot_be_changed_any_more_for_now_is_posted_anew(
    fake: FakeDiscord, sender: DiscordSender, fault: Exception
) -> None:
    """Whoever holds it waits for it, and for the messages behind it."""
    hand = delivery(ShowHand(ANN.id, summary(), "two tiles", VIEW, "dark"), message_id=MESSAGE)
    fake.faults.extend([None, fault])
    receipt = await sender.deliver(hand)
    (sent,) = fake.sent()
    assert receipt.message_id != MESSAGE
    assert sent["nonce"] == "n1"
    assert discord.MessageFlags._from_value(sent["flags"]).suppress_notifications
    last = fake.calls[-1]
    assert (last.method, last.path.rpartition("/")[2]) == ("DELETE", str(MESSAGE))
    # What cannot be deleted stays.
    fake.faults.extend([fault, None, failure(403, 50013)])
    assert (await sender.deliver(hand)).message_id != MESSAGE
    fake.faults.append(failure(403, 50007))
    with pytest.raises(DmsClosed):
        await sender.deliver(hand)


async def test_a_hand_is_cleared_and_one_that_was_deleted_needs_no_clearing(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    left = delivery(ClearHand(ANN.id, summary(), "You have left."), message_id=MESSAGE)
    await sender.deliver(left)
    ((_, body),) = fake.edited()
    assert "You have left." in texts(body)
    assert body["attachments"] == []
    fake.faults.append(failure(404, 10008))
    fake.calls.clear()
    assert (await sender.deliver(left)).message_id == MESSAGE
    assert not fake.faults
    assert fake.sent() == []


async def test_only_what_is_private_has_buttons_to_the_messages_and_to_a_report(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    await sender.deliver(
        delivery(DirectChat(BOB.id, 4, "hear"), chat_message=replace(chat_message(1), number=3))
    )
    await sender.deliver(delivery(DirectChat(BOB.id, 4, "hear"), chat_message=chat_message()))
    await sender.deliver(delivery(DirectChat(ANN.id, 4, "receipt"), chat_message=chat_message(1)))
    private, public, receipt = fake.sent()
    assert custom_ids(private) == ["tb:talk:K7QX:0::", "tb:report:K7QX:0::3"]
    assert not public.get("components")
    assert not receipt.get("components")


async def test_words_too_long_for_a_message_become_a_layout(fake: FakeDiscord, sender: DiscordSender) -> None:
    await sender.deliver(delivery(PostChat(4), chat_message=chat_message(body="*" * 1_500)))
    (body,) = fake.sent()
    assert not body.get("content")
    assert texts(body).count("*") >= 1_500


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (TurnNotice(ANN.id, "called", summary()), "You are awaited: you drop a soldier."),
        (TurnNotice(ANN.id, "turn", summary()), "Your turn: you drop"),
        (
            TurnNotice(ANN.id, "reminder", summary(), until=datetime(2026, 1, 5, tzinfo=UTC)),
            "⏳ Your turn, due <t:1767571200:R>: you drop a soldier.",
        ),
        (TurnNotice(ANN.id, text="as it was written"), "as it was written"),
        (
            TurnNotice(ANN.id, "unposted", summary(), refusal="160005"),
            "Your turn, though I cannot post the card where you play (the thread is locked): you drop",
        ),
        (
            TurnNotice(ANN.id, "unposted", summary()),
            "though I cannot post the card where you play: you drop",
        ),
        (
            TurnNotice(ANN.id, "played", summary(), refusal="50013"),
            "What you played stands. I cannot post the card where this is played: "
            "I lack permissions in the channel.",
        ),
        (TurnNotice(ANN.id, "played", summary(), refusal="403"), "Discord refuses it (403)"),
    ],
)
async def test_who_is_awaited_is_told_why(
    fake: FakeDiscord, sender: DiscordSender, notice: TurnNotice, line: str
) -> None:
    await sender.deliver(delivery(notice))
    assert line in texts(fake.sent()[0])


async def test_a_notice_carries_the_button_of_its_seat(fake: FakeDiscord, sender: DiscordSender) -> None:
    call = PanelButton("Commit ships", "K7QX", 7, 1)
    await sender.deliver(delivery(TurnNotice(BOB.id, "called", summary(), button=call)))
    assert custom_ids(fake.sent()[0]) == ["tb:move:K7QX:7:1:"]


LACKING = ManagerNotice(11, 12, None, "50013", gone=False, code="K7QX")


@pytest.mark.parametrize(
    ("notice", "words"),
    [
        (
            LACKING,
            ("I cannot post in <#12>", "I lack permissions in the channel", "Send Messages in Threads"),
        ),
        (replace(LACKING, thread_id=13, refusal="160005"), ("<#13>", "the thread is locked")),
        (replace(LACKING, gone=True), ("channel in which games were played", "/admin move-thread")),
    ],
)
async def test_who_owns_a_server_is_told_what_is_lacking(
    fake: FakeDiscord, sender: DiscordSender, notice: ManagerNotice, words: tuple[str, ...]
) -> None:
    await sender.deliver(delivery(notice, channel_id=None))
    opened = next(call for call in fake.calls if call.path == "/users/@me/channels")
    assert opened.body == {"recipient_id": 1}
    (body,) = fake.sent()
    assert all(part in texts(body) for part in words)
    assert custom_ids(body) == []


async def test_where_a_thread_was_deleted_the_owner_can_consent(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    await sender.deliver(delivery(replace(LACKING, thread_id=13, gone=True), channel_id=None))
    (body,) = fake.sent()
    assert "thread of game `K7QX` in <#12> was deleted" in texts(body)
    assert custom_ids(body) == ["tb:settle:X:0::11"]


async def test_an_owner_who_takes_no_messages_is_told_in_no_channel_that_everybody_reads(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.faults.extend([None, None, failure(403, 50007)])
    with pytest.raises(DmsClosed):
        await sender.deliver(delivery(LACKING, channel_id=None))
    # The channel of direct messages is open by now.
    fake.faults.extend([None, failure(403, 50007)])
    await sender.deliver(delivery(LACKING, channel_id=55))
    assert fake.calls[-1].path == "/channels/55/messages", "where reports go"


async def test_a_report_is_announced_where_the_server_wants_it_or_to_its_owner(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    report = PostReport(11, 4)
    await sender.deliver(delivery(report, channel_id=55))
    assert [call.path for call in fake.calls] == ["/channels/55/messages"]
    assert custom_ids(fake.sent()[0]) == ["tb:read:X:0::11-4"]
    fake.faults.append(failure(403, 50013))
    with capture_logs() as logs:
        await sender.deliver(delivery(report, channel_id=55))
    assert [line["event"] for line in logs] == ["reports_channel_refused"]
    await sender.deliver(delivery(report, channel_id=None))
    assert [call.path for call in fake.calls[-2:]] == ["/guilds/11", "/channels/77/messages"]
    opened = next(call for call in fake.calls if call.path == "/users/@me/channels")
    assert opened.body == {"recipient_id": 1}
    fake.faults.append(failure(503))
    with pytest.raises(RetryLater):
        await sender.deliver(delivery(report, channel_id=55))


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
    assert [record.levelname for record in caplog.records if "token_refused" in record.message] == ["ERROR"]


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


async def test_whose_mail_came_back_hears_of_it_here(fake: FakeDiscord, sender: DiscordSender) -> None:
    await sender.deliver(delivery(DoorClosed(ANN.id)))
    (body,) = fake.sent()
    assert "came back" in texts(body)


async def test_who_was_forgotten_is_mentioned_by_nobody(fake: FakeDiscord, sender: DiscordSender) -> None:
    former = summary(seats=(msgspec.structs.replace(summary().seats[0], person=Person(-4, "former player")),))
    await sender.deliver(delivery(PostCard(former, VIEW, ())))
    (body,) = fake.sent()
    assert not body["allowed_mentions"].get("users")
    assert "<@" not in texts(body)


ASKED = Invitation(
    id=4,
    code="K7QX",
    title="Nim",
    seat_name="Hop",
    place=Place(11, 13),
    person=BOB,
    inviter=ANN,
    expires_at=datetime(2026, 1, 8, tzinfo=UTC),
    status="open",
)
ASK = InvitationNotice(BOB.id, 4, "ask", "Nim", "Hop")


async def test_a_member_is_invited_with_two_buttons(fake: FakeDiscord, sender: DiscordSender) -> None:
    await sender.deliver(delivery(ASK, invitation=ASKED, channel_id=None))
    (sent,) = fake.sent()
    text = json.dumps(sent["components"])
    assert f"<@{ACCOUNTS[ANN.id]}> invites you to play **Hop** in **Nim** `K7QX`" in text
    assert "https://discord.com/channels/11/13" in text
    assert ["tb:accept:K7QX:0::4" in text, "tb:decline:K7QX:0::4" in text] == [True, True]
    assert sent["allowed_mentions"]["parse"] == []
    by_host = msgspec.structs.replace(ASKED, inviter=None)
    await sender.deliver(delivery(ASK, invitation=by_host, channel_id=None))
    assert "Whoever runs this bot invites you" in json.dumps(fake.sent()[-1]["components"])


async def test_nobody_is_invited_from_outside_a_server(fake: FakeDiscord, sender: DiscordSender) -> None:
    fake.strangers = {ACCOUNTS[BOB.id]}
    for asked, known in (
        (ASKED, KNOWN_AS),
        (ASKED, {}),
        (msgspec.structs.replace(ASKED, place=None), KNOWN_AS),
        (None, KNOWN_AS),
    ):
        with pytest.raises(PermanentFailure):
            await sender.deliver(delivery(ASK, invitation=asked, external_ids=known))
    fake.faults.append(failure(503))
    with pytest.raises(RetryLater):
        await sender.deliver(delivery(ASK, invitation=ASKED))
    assert fake.sent() == []


@pytest.mark.parametrize(
    ("status", "words"), [("declined", "has declined"), ("expired", "not answered in time")]
)
async def test_who_has_invited_is_told_when_nothing_came_of_it(
    fake: FakeDiscord, sender: DiscordSender, status: Any, words: str
) -> None:
    result = InvitationNotice(ANN.id, 4, "tell", "Nim", "Hop")
    await sender.deliver(delivery(result, invitation=msgspec.structs.replace(ASKED, status=status)))
    (sent,) = fake.sent()
    assert f"<@{ACCOUNTS[BOB.id]}> " in sent["content"]
    assert words in sent["content"]


async def test_the_last_card_offers_the_review(fake: FakeDiscord, sender: DiscordSender) -> None:
    over = PostCard(summary(status="finished", to_act=()), VIEW, ())
    await sender.deliver(delivery(over))
    assert "tb:reviews:K7QX:7::" in custom_ids(fake.sent()[-1])
