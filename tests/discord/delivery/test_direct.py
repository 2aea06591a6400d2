"""What one person gets in private: hands, notices, invitations."""

import json
from datetime import UTC, datetime
from typing import Any

import discord
import msgspec
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.discord.commands.play import played_text
from bot.discord.delivery.sender import DiscordSender
from bot.discord.formatting.markdown import jump_link
from bot.outbox.delivery import DmsClosed, PermanentFailure, RetryLater
from bot.service.values.answers import Invitation, Played
from bot.service.values.payloads import (
    ClearHand,
    DirectChat,
    DoorClosed,
    InvitationNotice,
    ManagerNotice,
    PanelButton,
    PostReport,
    ShowHand,
    TurnNotice,
)
from bot.service.values.request import Place
from tests.discord.delivery.deliveries import (
    KNOWN_AS,
    MESSAGE,
    VIEW,
    chat_message,
    custom_ids,
    delivery,
    texts,
)
from tests.discord.fake_discord import FakeDiscord, failure
from tests.discord.summaries import ACCOUNTS, ANN, BOB, summary


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


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (TurnNotice(ANN.id, "called", summary()), "The game waits for you: you drop a soldier."),
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


@pytest.mark.parametrize(("refusal", "linked"), [("160005", True), ("gone", False)])
async def test_nothing_links_to_a_place_that_was_deleted(
    fake: FakeDiscord, sender: DiscordSender, refusal: str, linked: bool
) -> None:
    await sender.deliver(delivery(TurnNotice(ANN.id, "unposted", summary(), refusal=refusal)))
    answer = played_text(Played(summary(), "@d3", (), refusal=refusal))
    for text in (texts(fake.sent()[0]), answer):
        assert (jump_link(summary()) in text) is linked


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
        (
            replace(LACKING, paused=True),
            ("Game `K7QX` is paused, and others may be: nobody whose turn it is could be told", "<#12>"),
        ),
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


async def test_whose_mail_came_back_hears_of_it_here(fake: FakeDiscord, sender: DiscordSender) -> None:
    await sender.deliver(delivery(DoorClosed(ANN.id)))
    (body,) = fake.sent()
    assert "came back" in texts(body)


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


async def test_a_rematch_on_no_server_is_offered_to_who_played(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.strangers = {ACCOUNTS[BOB.id]}
    lobby = msgspec.structs.replace(ASKED, place=None, waits=True)
    await sender.deliver(delivery(ASK, invitation=lobby, channel_id=None))
    (sent,) = fake.sent()
    text = json.dumps(sent["components"])
    assert f"<@{ACCOUNTS[ANN.id]}> invites you to play **Nim** `K7QX`: not played on Discord" in text


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
