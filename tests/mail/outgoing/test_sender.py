"""Which mails go out, and what becomes of those that a server refuses."""

import asyncio
from datetime import timedelta

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.mail.outgoing.sender import MailSender
from bot.outbox.delivery import DmsClosed, PermanentFailure, RetryLater
from bot.service.facade import Service
from bot.service.values.payloads import PostNote, ShowHand, TurnNotice
from tests.discord.summaries import summary as made_up
from tests.mail.deliveries import ADDRESS, delivery, text_of, turn
from tests.mail.mail_server import Kept
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, CLEO, running


async def test_games_of_seconds_go_by_no_mail(service: Service, sender: MailSender, outgoing: Kept) -> None:
    game = made_up(seconds_per_period=30.0, deadline_hours=None)
    assert await sender.has_room()
    await sender.deliver(delivery(TurnNotice(ANN.id, "turn", game)))
    assert "too fast for mail" in text_of(outgoing.mails[0])
    assert "Your moves" not in text_of(outgoing.mails[0])


async def test_no_log_is_read_where_nothing_has_happened_since(
    service: Service, sender: MailSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.lookback, "followed", None)
    assert await sender._before(made_up(), 5, 5) == ()


@pytest.mark.parametrize(
    ("refusal", "failure"),
    [
        ("RCPT 550 5.1.1 no such user ann@example.org", DmsClosed),
        ("RCPT 450 4.2.0 greylisted", RetryLater),
        ("DATA 554 5.7.1 spam", PermanentFailure),
        ("DATA 451 4.3.0 later", RetryLater),
        ("MAIL 553 5.7.1 not yours", RetryLater),
        ("MAIL 421 4.3.2 busy", RetryLater),
        ("MAIL 552 5.3.4 message size exceeds fixed limit", PermanentFailure),
        ("RCPT 500 no", DmsClosed),
        ("RCPT 554 5.7.1 relay access denied", RetryLater),
        ("RCPT 550 5.1.8 sender address rejected: domain not found", RetryLater),
        ("RCPT 552 5.2.2 mailbox full", RetryLater),
        ("RCPT 554 5.5.1 no valid recipients", RetryLater),
        ("RCPT 550 5.1.10 none of that name", DmsClosed),
        ("RCPT 550 5.5.0 Requested action not taken: mailbox unavailable", DmsClosed),
        ("RCPT 550 relay not permitted", RetryLater),
        ("RCPT 553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", RetryLater),
        ("RCPT 550 5.1.1 User unknown in relay recipient table", DmsClosed),
        ("RCPT 550 <nospam@mail.example>: unknown user", DmsClosed),
        ("RCPT 499 no", RetryLater),
        ("DATA 500 no", PermanentFailure),
        ("DATA 499 no", RetryLater),
        ("MAIL 500 no", RetryLater),
        ("MAIL 499 no", RetryLater),
    ],
)
async def test_what_becomes_of_a_refusal(
    service: Service, sender: MailSender, outgoing: Kept, refusal: str, failure: type[Exception]
) -> None:
    game = await running(service)
    step, _, answer = refusal.partition(" ")
    outgoing.refuses[step] = answer
    with capture_logs() as logs, pytest.raises(failure) as refused:
        await sender.deliver(turn(game))
    assert type(refused.value) is failure
    found = [entry["event"] for entry in logs]
    assert found == ["mail_server_refuses"] * (failure is RetryLater and answer.startswith("5")), (
        "who runs it"
    )
    assert ADDRESS not in str(refused.value)


async def test_an_absent_server_is_tried_again_by_one_mail_for_all(
    service: Service, sender: MailSender, outgoing: Kept, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(service)
    tried = list[str]()

    async def absent(_sender: str, to: str, _message: bytes) -> None:
        tried.append(to)
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr(sender._submission, "_hand_over", absent)
        for _ in range(3):
            with pytest.raises(RetryLater):
                await sender.deliver(turn(game))
        assert len(tried) == 1
        clock.advance(timedelta(seconds=15))
        refused = await asyncio.gather(
            *(sender.deliver(turn(game)) for _ in range(3)), return_exceptions=True
        )
        assert {type(one) for one in refused} == {RetryLater}
        assert len(tried) == 2
    clock.advance(timedelta(seconds=14))
    with pytest.raises(RetryLater) as later:
        await sender.deliver(turn(game))
    assert later.value.after == 1.0
    clock.advance(timedelta(seconds=1))
    await sender.deliver(turn(game))
    await sender.deliver(turn(game))
    assert len(outgoing.raw) == 2
    outgoing.close()
    with pytest.raises(RetryLater):
        await sender.deliver(turn(game))


async def test_a_server_that_refuses_a_recipient_is_in_reach_again(
    service: Service, sender: MailSender, outgoing: Kept, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def absent(*_args: object) -> None:
        raise ConnectionRefusedError

    game = await running(service)
    with monkeypatch.context() as patched:
        patched.setattr(sender._submission, "_hand_over", absent)
        with pytest.raises(RetryLater):
            await sender.deliver(turn(game))
    clock.advance(timedelta(seconds=15))
    outgoing.refuses["RCPT"] = "550 5.1.1 no such user"
    with pytest.raises(DmsClosed):
        await sender.deliver(turn(game))
    outgoing.refuses["RCPT"] = ""
    await sender.deliver(turn(game))
    assert len(outgoing.raw) == 1


async def test_what_goes_to_nobody_by_mail(service: Service, sender: MailSender, outgoing: Kept) -> None:
    game = await running(service)
    for payload in (PostNote("hello"), TurnNotice(CLEO.id, "turn", game)):
        with pytest.raises(PermanentFailure):
            await sender.deliver(delivery(payload))
    # A hand comes with the mails of turns.
    hand = ShowHand(ANN.id, game, "a card", msgspec.Raw(b"{}"), "dark")
    await sender.deliver(delivery(hand))
    assert outgoing.raw == []
