"""Carries the outbox's deliveries to Discord, and says of every failure whether another try makes sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord import ui

from bot.discord import chat
from bot.discord.cards import call_button, card_frame, frame_of, hand_card, lobby_card, turn_card
from bot.discord.markdown import people_to_act, pinging, title
from bot.discord.picture_service import PictureService
from bot.outbox.delivery import ChannelGone, Delivery, DmsClosed, PermanentFailure, Receipt, RetryLater
from bot.service.messages import (
    ClearHand,
    DirectNotice,
    DirectTalk,
    OpenThread,
    PostCard,
    PostLobby,
    PostNote,
    PostTalk,
    RefreshCard,
    RemoveButtons,
    ShowHand,
)
from engines.contract import AnyEngine

log = structlog.get_logger(__name__)

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
CLOSED_DIRECT_MESSAGES = 50007
THREAD_EXISTS = 160004
_FINAL = {400, 403, 404, 413}
WEEK_IN_MINUTES: Final = 10080
"""A quiet thread is put away after this long; a post takes it out again."""


def _verdict(error: discord.HTTPException) -> RetryLater | PermanentFailure:
    """Whether another try makes sense: only what Discord will refuse for ever is given up."""
    reason = f"{error.status} {error.code}: {error.text}"[:200]
    code = str(error.code or error.status)
    if error.code == CLOSED_DIRECT_MESSAGES:
        return DmsClosed(reason, code=code)
    if error.code == UNKNOWN_CHANNEL:
        return ChannelGone(reason, code=code)
    if error.status in _FINAL:
        return PermanentFailure(reason, code=code)
    if error.status == 401:
        log.error("token_refused", reason=reason)
    return RetryLater(reason, code=code)


class DiscordSender:
    """Implements `bot.outbox.delivery.Sender` with a discord.py client."""

    def __init__(
        self, client: discord.Client, engines: Mapping[str, AnyEngine], pictures: PictureService
    ) -> None:
        self._client = client
        self._engines = engines
        self._pictures = pictures

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Carry a delivery out. Raises RetryLater or PermanentFailure."""
        try:
            match delivery.payload:
                case PostLobby() as lobby:
                    return await self._post_lobby(delivery, lobby)
                case OpenThread() as thread:
                    return await self._open_thread(delivery, thread)
                case PostCard() as card:
                    return await self._post_card(delivery, card)
                case RefreshCard():
                    return await self._refresh_card(delivery)
                case RemoveButtons():
                    return await self._strip_card(delivery)
                case PostNote() as note:
                    return await self._post_note(delivery, note)
                case DirectNotice() as notice:
                    return await self._send_notice(delivery, notice)
                case PostTalk():
                    return await self._post_talk(delivery)
                case DirectTalk() as direct:
                    return await self._send_talk(delivery, direct)
                case ShowHand() as hand:
                    return await self._show_hand(delivery, hand)
                case ClearHand() as left:
                    return await self._put_hand_away(delivery, left)
        except discord.RateLimited as error:
            raise RetryLater("rate limited", after=error.retry_after, code="429") from error
        except discord.HTTPException as error:
            raise _verdict(error) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise RetryLater(f"connection: {type(error).__name__}", code="connection") from error

    async def _post_lobby(self, delivery: Delivery, lobby: PostLobby) -> Receipt:
        view = lobby_card(lobby.report, self._engines[lobby.report.key])
        channel = self._channel(lobby.report.channel_id)
        if delivery.message_id is not None:
            try:
                await channel.get_partial_message(delivery.message_id).edit(view=view)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE or lobby.report.status != "lobby":
                    raise
                log.info("lobby_card_gone", game=lobby.report.code, message=delivery.message_id)
            else:
                return Receipt(message_id=delivery.message_id)
        message = await channel.send(view=view, nonce=delivery.nonce, allowed_mentions=pinging())
        return Receipt(message_id=message.id)

    async def _open_thread(self, delivery: Delivery, thread: OpenThread) -> Receipt:
        if delivery.channel_id is None:
            raise PermanentFailure("the game has no channel")
        channel = self._client.get_channel(delivery.channel_id)
        if channel is None:
            channel = await self._client.fetch_channel(delivery.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise PermanentFailure("this kind of channel has no threads")
        try:
            opened = await self._thread_in(channel, thread.name, delivery.message_id)
        except discord.HTTPException as error:
            # Opened by an earlier try whose receipt was lost: such a thread has its message's id.
            if error.code == THREAD_EXISTS and delivery.message_id is not None:
                return Receipt(channel_id=delivery.message_id)
            if error.code != UNKNOWN_MESSAGE:
                raise
            # The lobby's card was deleted by hand: the thread hangs on nothing then.
            opened = await self._thread_in(channel, thread.name, None)
        return Receipt(channel_id=opened.id)

    async def _thread_in(
        self, channel: discord.TextChannel, name: str, message_id: int | None
    ) -> discord.Thread:
        if message_id is None:
            public = discord.ChannelType.public_thread
            return await channel.create_thread(name=name, type=public, auto_archive_duration=WEEK_IN_MINUTES)
        start = discord.Object(message_id)
        return await channel.create_thread(name=name, message=start, auto_archive_duration=WEEK_IN_MINUTES)

    async def _post_card(self, delivery: Delivery, card: PostCard) -> Receipt:
        return await self._send_card(
            delivery, *await self._drawn(card), pinged=[person.id for person in people_to_act(card.report)]
        )

    async def _send_card(
        self, delivery: Delivery, layout: ui.LayoutView, picture: discord.File, *, pinged: list[int]
    ) -> Receipt:
        message = await self._channel(delivery.channel_id).send(
            view=layout, file=picture, nonce=delivery.nonce, allowed_mentions=pinging(pinged)
        )
        return Receipt(message_id=message.id)

    async def _refresh_card(self, delivery: Delivery) -> Receipt:
        if delivery.original is None:
            raise PermanentFailure("there is no card")
        layout, picture = await self._drawn(delivery.original)
        if delivery.message_id is not None:
            message = self._channel(delivery.channel_id).get_partial_message(delivery.message_id)
            try:
                await message.edit(view=layout, attachments=[picture], allowed_mentions=pinging())
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                log.info("card_gone", game=delivery.original.report.code, message=delivery.message_id)
            else:
                return Receipt(message_id=delivery.message_id)
            layout, picture = await self._drawn(delivery.original)
        return await self._send_card(delivery, layout, picture, pinged=[])

    async def _drawn(self, card: PostCard) -> tuple[ui.LayoutView, discord.File]:
        """A card and its picture."""
        view = self._engines[card.report.key].decode_view(card.view)
        picture = await self._pictures.picture(card.report.key, view, card_frame(card))
        return turn_card(card, picture.filename, picture.description), picture

    async def _strip_card(self, delivery: Delivery) -> Receipt:
        if delivery.original is None or delivery.message_id is None:
            raise PermanentFailure("the old card was never posted")
        key = delivery.original.report.key
        view = self._engines[key].decode_view(delivery.original.view)
        filename, alt = self._pictures.caption(key, view, card_frame(delivery.original))
        layout = turn_card(delivery.original, filename, alt, buttons=False)
        message = self._channel(delivery.channel_id).get_partial_message(delivery.message_id)
        await message.edit(view=layout, allowed_mentions=pinging())
        return Receipt(message_id=delivery.message_id)

    async def _post_talk(self, delivery: Delivery) -> Receipt:
        if delivery.spoken is None:
            raise PermanentFailure("what was said is not there")
        words = chat.posted(self._engines[delivery.spoken.key], delivery.spoken)
        message = await self._channel(delivery.channel_id).send(
            **chat.message(words), nonce=delivery.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _send_talk(self, delivery: Delivery, direct: DirectTalk) -> Receipt:
        spoken = delivery.spoken
        if spoken is None:
            raise PermanentFailure("what was said is not there")
        engine = self._engines[spoken.key]
        match direct.purpose, direct.seat:
            case "receipt", _:
                words = chat.receipt(engine, spoken)
            case "refused", int() as seat:
                words = chat.refused(engine, spoken, seat)
            case _:
                words = chat.brought(engine, spoken)
        letter = direct.purpose == "hear" and spoken.to is not None
        buttons = [chat.messages_button(spoken.code)] if letter else []
        channel = await self._client.create_dm(discord.Object(direct.user_id))
        message = await channel.send(
            **chat.message(words, *buttons),
            nonce=delivery.nonce,
            allowed_mentions=pinging(),
        )
        return Receipt(message_id=message.id)

    async def _post_note(self, delivery: Delivery, note: PostNote) -> Receipt:
        message = await self._channel(delivery.channel_id).send(
            note.text, nonce=delivery.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _send_notice(self, delivery: Delivery, notice: DirectNotice) -> Receipt:
        channel = await self._client.create_dm(discord.Object(notice.user_id))
        buttons: Any = None if notice.call is None else call_button(notice.call)
        message = await channel.send(
            notice.text, view=buttons, nonce=delivery.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _show_hand(self, delivery: Delivery, hand: ShowHand) -> Receipt:
        report = hand.report
        view = self._engines[report.key].decode_view(hand.view)
        frame = frame_of(report, theme=hand.theme, perspective=view.viewer, hand=True)
        picture = await self._pictures.picture(report.key, view, frame)
        layout = hand_card(report, hand.text, picture)
        channel = await self._client.create_dm(discord.Object(hand.user_id))
        if delivery.message_id is not None:
            try:
                shown = channel.get_partial_message(delivery.message_id)
                await shown.edit(view=layout, attachments=[picture], allowed_mentions=pinging())
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                picture.reset()
            else:
                return Receipt(message_id=delivery.message_id)
        message = await channel.send(
            view=layout, file=picture, nonce=delivery.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _put_hand_away(self, delivery: Delivery, left: ClearHand) -> Receipt:
        if delivery.message_id is None:
            raise PermanentFailure("no hand was ever shown")
        channel = await self._client.create_dm(discord.Object(left.user_id))
        view = chat.layout(f"{title(left.report)}\n{left.text}")
        shown = channel.get_partial_message(delivery.message_id)
        try:
            await shown.edit(view=view, attachments=[], allowed_mentions=pinging())
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        return Receipt(message_id=delivery.message_id)

    def _channel(self, channel_id: int | None) -> discord.PartialMessageable:
        if channel_id is None:
            raise PermanentFailure("the game has no channel")
        return self._client.get_partial_messageable(channel_id)
