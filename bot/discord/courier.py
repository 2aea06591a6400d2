"""Carries the outbox's parcels to Discord, and says of every failure whether another try makes sense."""

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
from bot.outbox.parcel import (
    ClosedDoor,
    DirectNotice,
    DirectTalk,
    Gone,
    OpenThread,
    Parcel,
    PostCard,
    PostLobby,
    PostNote,
    PostTalk,
    PutHandAway,
    Receipt,
    RefreshCard,
    ShowHand,
    StripCard,
    TryAgain,
    Undeliverable,
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


def _verdict(error: discord.HTTPException) -> TryAgain | Undeliverable:
    """Whether another try makes sense: only what Discord will refuse for ever is given up."""
    reason = f"{error.status} {error.code}: {error.text}"[:200]
    code = str(error.code or error.status)
    if error.code == CLOSED_DIRECT_MESSAGES:
        return ClosedDoor(reason, code=code)
    if error.code == UNKNOWN_CHANNEL:
        return Gone(reason, code=code)
    if error.status in _FINAL:
        return Undeliverable(reason, code=code)
    if error.status == 401:
        log.error("token_refused", reason=reason)
    return TryAgain(reason, code=code)


class DiscordCourier:
    """Implements `bot.outbox.parcel.Courier` with a discord.py client."""

    def __init__(
        self, client: discord.Client, engines: Mapping[str, AnyEngine], pictures: PictureService
    ) -> None:
        self._client = client
        self._engines = engines
        self._pictures = pictures

    async def deliver(self, parcel: Parcel) -> Receipt:
        """Carry a parcel out. Raises TryAgain or Undeliverable."""
        try:
            match parcel.payload:
                case PostLobby() as lobby:
                    return await self._post_lobby(parcel, lobby)
                case OpenThread() as thread:
                    return await self._open_thread(parcel, thread)
                case PostCard() as card:
                    return await self._post_card(parcel, card)
                case RefreshCard():
                    return await self._refresh_card(parcel)
                case StripCard():
                    return await self._strip_card(parcel)
                case PostNote() as note:
                    return await self._post_note(parcel, note)
                case DirectNotice() as notice:
                    return await self._send_notice(parcel, notice)
                case PostTalk():
                    return await self._post_talk(parcel)
                case DirectTalk() as direct:
                    return await self._send_talk(parcel, direct)
                case ShowHand() as hand:
                    return await self._show_hand(parcel, hand)
                case PutHandAway() as left:
                    return await self._put_hand_away(parcel, left)
        except discord.RateLimited as error:
            raise TryAgain("rate limited", after=error.retry_after, code="429") from error
        except discord.HTTPException as error:
            raise _verdict(error) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise TryAgain(f"connection: {type(error).__name__}", code="connection") from error

    async def _post_lobby(self, parcel: Parcel, lobby: PostLobby) -> Receipt:
        view = lobby_card(lobby.report, self._engines[lobby.report.key])
        channel = self._channel(lobby.report.channel_id)
        if parcel.message_id is not None:
            try:
                await channel.get_partial_message(parcel.message_id).edit(view=view)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE or lobby.report.status != "lobby":
                    raise
                log.info("lobby_card_gone", game=lobby.report.code, message=parcel.message_id)
            else:
                return Receipt(message_id=parcel.message_id)
        message = await channel.send(view=view, nonce=parcel.nonce, allowed_mentions=pinging())
        return Receipt(message_id=message.id)

    async def _open_thread(self, parcel: Parcel, thread: OpenThread) -> Receipt:
        if parcel.channel_id is None:
            raise Undeliverable("the game has no channel")
        channel = self._client.get_channel(parcel.channel_id)
        if channel is None:
            channel = await self._client.fetch_channel(parcel.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise Undeliverable("this kind of channel has no threads")
        try:
            opened = await self._thread_in(channel, thread.name, parcel.message_id)
        except discord.HTTPException as error:
            # Opened by an earlier try whose receipt was lost: such a thread has its message's id.
            if error.code == THREAD_EXISTS and parcel.message_id is not None:
                return Receipt(channel_id=parcel.message_id)
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

    async def _post_card(self, parcel: Parcel, card: PostCard) -> Receipt:
        return await self._send_card(
            parcel, *await self._drawn(card), pinged=[person.id for person in people_to_act(card.report)]
        )

    async def _send_card(
        self, parcel: Parcel, layout: ui.LayoutView, picture: discord.File, *, pinged: list[int]
    ) -> Receipt:
        message = await self._channel(parcel.channel_id).send(
            view=layout, file=picture, nonce=parcel.nonce, allowed_mentions=pinging(pinged)
        )
        return Receipt(message_id=message.id)

    async def _refresh_card(self, parcel: Parcel) -> Receipt:
        if parcel.original is None:
            raise Undeliverable("there is no card")
        layout, picture = await self._drawn(parcel.original)
        if parcel.message_id is not None:
            message = self._channel(parcel.channel_id).get_partial_message(parcel.message_id)
            try:
                await message.edit(view=layout, attachments=[picture], allowed_mentions=pinging())
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                log.info("card_gone", game=parcel.original.report.code, message=parcel.message_id)
            else:
                return Receipt(message_id=parcel.message_id)
            layout, picture = await self._drawn(parcel.original)
        return await self._send_card(parcel, layout, picture, pinged=[])

    async def _drawn(self, card: PostCard) -> tuple[ui.LayoutView, discord.File]:
        """A card and its picture."""
        view = self._engines[card.report.key].decode_view(card.view)
        picture = await self._pictures.picture(card.report.key, view, card_frame(card))
        return turn_card(card, picture.filename, picture.description), picture

    async def _strip_card(self, parcel: Parcel) -> Receipt:
        if parcel.original is None or parcel.message_id is None:
            raise Undeliverable("the old card was never posted")
        key = parcel.original.report.key
        view = self._engines[key].decode_view(parcel.original.view)
        filename, alt = self._pictures.caption(key, view, card_frame(parcel.original))
        layout = turn_card(parcel.original, filename, alt, buttons=False)
        message = self._channel(parcel.channel_id).get_partial_message(parcel.message_id)
        await message.edit(view=layout, allowed_mentions=pinging())
        return Receipt(message_id=parcel.message_id)

    async def _post_talk(self, parcel: Parcel) -> Receipt:
        if parcel.spoken is None:
            raise Undeliverable("what was said is not there")
        words = chat.posted(self._engines[parcel.spoken.key], parcel.spoken)
        message = await self._channel(parcel.channel_id).send(
            **chat.message(words), nonce=parcel.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _send_talk(self, parcel: Parcel, direct: DirectTalk) -> Receipt:
        spoken = parcel.spoken
        if spoken is None:
            raise Undeliverable("what was said is not there")
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
            nonce=parcel.nonce,
            allowed_mentions=pinging(),
        )
        return Receipt(message_id=message.id)

    async def _post_note(self, parcel: Parcel, note: PostNote) -> Receipt:
        message = await self._channel(parcel.channel_id).send(
            note.text, nonce=parcel.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _send_notice(self, parcel: Parcel, notice: DirectNotice) -> Receipt:
        channel = await self._client.create_dm(discord.Object(notice.user_id))
        buttons: Any = None if notice.call is None else call_button(notice.call)
        message = await channel.send(
            notice.text, view=buttons, nonce=parcel.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _show_hand(self, parcel: Parcel, hand: ShowHand) -> Receipt:
        report = hand.report
        view = self._engines[report.key].decode_view(hand.view)
        frame = frame_of(report, theme=hand.theme, perspective=view.viewer, hand=True)
        picture = await self._pictures.picture(report.key, view, frame)
        layout = hand_card(report, hand.text, picture)
        channel = await self._client.create_dm(discord.Object(hand.user_id))
        if parcel.message_id is not None:
            try:
                shown = channel.get_partial_message(parcel.message_id)
                await shown.edit(view=layout, attachments=[picture], allowed_mentions=pinging())
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                picture.reset()
            else:
                return Receipt(message_id=parcel.message_id)
        message = await channel.send(
            view=layout, file=picture, nonce=parcel.nonce, allowed_mentions=pinging()
        )
        return Receipt(message_id=message.id)

    async def _put_hand_away(self, parcel: Parcel, left: PutHandAway) -> Receipt:
        if parcel.message_id is None:
            raise Undeliverable("no hand was ever shown")
        channel = await self._client.create_dm(discord.Object(left.user_id))
        view = chat.layout(f"{title(left.report)}\n{left.text}")
        shown = channel.get_partial_message(parcel.message_id)
        try:
            await shown.edit(view=view, attachments=[], allowed_mentions=pinging())
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        return Receipt(message_id=parcel.message_id)

    def _channel(self, channel_id: int | None) -> discord.PartialMessageable:
        if channel_id is None:
            raise Undeliverable("the game has no channel")
        return self._client.get_partial_messageable(channel_id)
