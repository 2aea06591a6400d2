"""Posts that show a game and are kept up to date: its lobby, its thread, its cards, its players' hands."""

from functools import partial
from typing import Final

import discord
import structlog
from discord import ui

from bot.discord.api.error_codes import ErrorCode, remedy_of
from bot.discord.api.retries import FAULTS, is_limited
from bot.discord.delivery.posting import (
    CLOCK_SKEW,
    WEEK_IN_MINUTES,
    KeptAttachment,
    Messageable,
    Posting,
    accounts_of,
)
from bot.discord.formatting import layouts
from bot.discord.formatting.markdown import mention, thread_name, title
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.components import states_in
from bot.discord.posts import cards
from bot.outbox.delivery import Delivery, PermanentFailure, Receipt, pointless
from bot.picture_service import frame_of
from bot.service.usecases import Engines
from bot.service.values import payloads

log = structlog.get_logger(__name__)

_LOOKED_THROUGH: Final = 200
"""Messages of a channel that are searched for a card."""
_WHOLE_TRIES: Final = 3
"""Attempts to post a card that fail in our own code before it is posted in its plainest form."""


class GamePosts:
    """Posts and edits the messages that show a game."""

    def __init__(
        self, posting: Posting, engines: Engines, pictures: DiscordPictures, source_url: str
    ) -> None:
        self._posting = posting
        self._engines = engines
        self._pictures = pictures
        self._source_url = source_url

    async def post_lobby(self, delivery: Delivery, lobby: payloads.PostLobby) -> Receipt:
        """Post or edit a lobby's card."""
        summary = lobby.summary
        channel = self._posting.channel(delivery.channel_id)
        accounts = accounts_of(delivery)
        invited = [mention(person, accounts) for person in delivery.invited]
        engine, gone = self._engines[summary.key], delivery.place_gone
        layout = cards.lobby_card(summary, engine, self._source_url, invited, gone=gone)
        if summary.status == "lobby" or delivery.message_id is None:
            called = [] if delivery.quiet else [one.id for one in delivery.invited if one.id in accounts]
            pinged = [accounts[person] for person in called if person not in delivery.unpinged]
            return await self._posting.edit_or_send(channel, delivery, layout, pinged=pinged)
        # The lobby is closed, so a deleted card is not posted again.
        return await self._posting.edit_only(channel, delivery.message_id, view=layout)

    async def open_thread(self, delivery: Delivery, thread: payloads.OpenThread) -> Receipt:
        """Open a game's thread, at its lobby's card if that is still there."""
        channel = await self._posting.guild_channel(delivery.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise pointless("this kind of channel has no threads")
        name = thread.name if thread.summary is None else thread_name(thread.summary)
        open_thread = partial(
            channel.create_thread,
            name=name,
            type=discord.ChannelType.public_thread,
            auto_archive_duration=WEEK_IN_MINUTES,
        )
        if delivery.message_id is None:
            return Receipt(channel_id=(await open_thread()).id)
        try:
            opened = await open_thread(message=discord.Object(delivery.message_id))
        except discord.HTTPException as error:
            # An earlier attempt opened it and its receipt was lost: the thread has its message's id.
            if error.code == ErrorCode.THREAD_EXISTS:
                return Receipt(channel_id=delivery.message_id)
            if error.code != ErrorCode.UNKNOWN_MESSAGE:
                raise
            # The lobby's card was deleted: open a thread without a message.
            opened = await open_thread()
        return Receipt(channel_id=opened.id)

    async def post_card(self, delivery: Delivery, card: payloads.PostCard) -> Receipt:
        """Post a card; in its plainest form where the whole one is refused, or fails repeatedly."""
        channel = self._posting.channel(delivery.channel_id)
        tried = delivery.attempts > 1 and not delivery.new_post
        if tried and (before := await self._posted_before(channel, delivery, card)):
            return before
        accounts = accounts_of(delivery)
        mentioned = {} if delivery.quiet else cards.mentioned_accounts(card, accounts)
        pinged = [account for person, account in mentioned.items() if person not in delivery.unpinged]
        try:
            layout, picture = await self._drawn(delivery, card)
            return await self._posting.send(channel, delivery, pinged, view=layout, file=picture)
        except (discord.RateLimited, *FAULTS) as error:
            if not isinstance(error, discord.HTTPException) or remedy_of(error) is not PermanentFailure:
                raise
            log.exception("card_refused", code=error.code)
        except Exception:
            if delivery.attempts < _WHOLE_TRIES:
                raise
            log.exception("card_fault")
        return await self._posting.send(channel, delivery, pinged, view=cards.plain_card(card, accounts))

    async def _posted_before(
        self, channel: Messageable, delivery: Delivery, card: payloads.PostCard
    ) -> Receipt | None:
        """The message of an earlier attempt whose receipt was lost; Discord forgets nonces within minutes.

        A card is recognized by the game and public version in its buttons.
        """
        if delivery.enqueued_at is None:
            return None
        since = delivery.enqueued_at - CLOCK_SKEW
        try:
            async for message in channel.history(limit=_LOOKED_THROUGH, after=since):
                if any(
                    (state.code, state.public_version) == (card.summary.code, card.summary.public_version)
                    for _, state in states_in(message)
                ):
                    log.info("card_found", message=message.id)
                    self._posting.pictures.note(message)
                    return Receipt(message_id=message.id)
        except discord.Forbidden as error:
            log.info("history_unreadable", reason=str(error))
        return None

    async def _drawn(self, delivery: Delivery, card: payloads.PostCard) -> tuple[ui.LayoutView, discord.File]:
        engine = self._engines[card.summary.key]
        view = engine.codec.decode_view(card.view)
        picture = await self._pictures.picture(card.summary.key, view, cards.card_frame(card))
        reviewable = engine.computer is not None
        return cards.turn_card(card, picture, accounts_of(delivery), reviewable=reviewable), picture

    async def refresh_card(self, delivery: Delivery) -> Receipt:
        """Edit the newest card, or post it again."""
        if delivery.card is None:
            raise pointless("there is no card")
        layout, picture = await self._drawn(delivery, delivery.card)
        channel = self._posting.channel(delivery.channel_id)
        return await self._posting.edit_or_send(channel, delivery, layout, picture)

    async def remove_buttons(self, delivery: Delivery) -> Receipt:
        """Take the buttons from an old card."""
        card = delivery.card
        if card is None or delivery.message_id is None:
            raise pointless("the old card was never posted")
        view = self._engines[card.summary.key].codec.decode_view(card.view)
        shown = card.summary.key, view, cards.card_frame(card)
        # Attachments named by components must be in the edit: listed as kept, or uploaded again.
        caption = self._pictures.caption(*shown)
        layout = cards.turn_card(card, caption, accounts_of(delivery), buttons=False)
        channel = self._posting.channel(delivery.channel_id)
        edit = partial(self._posting.edit_only, channel, delivery.message_id, view=layout)
        if (kept := self._posting.pictures.find(delivery.message_id)) is not None:
            try:
                return await edit(attachments=[KeptAttachment(kept, caption.filename)])
            except discord.HTTPException as error:
                # Another process has changed the card's picture since.
                if error.status != 400:
                    raise
                log.info("attachment_unknown", message=delivery.message_id, reason=str(error))
        return await edit(attachments=[await self._pictures.picture(*shown)])

    async def show_hand(self, delivery: Delivery, hand: payloads.ShowHand) -> Receipt:
        """Edit a player's hand in their direct messages, or post it again."""
        summary = hand.summary
        view = self._engines[summary.key].codec.decode_view(hand.view)
        frame = frame_of(summary, theme=hand.theme, perspective=view.viewer, hand=True)
        picture = await self._pictures.picture(summary.key, view, frame)
        layout = cards.hand_card(summary, hand.text, picture, hand.first_picks)
        channel = await self._posting.direct(delivery, hand.person_id)
        try:
            # A hand is not a notice: it comes at any hour, silently.
            return await self._posting.edit_or_send(channel, delivery, layout, picture, silent=True)
        except (discord.RateLimited, discord.HTTPException) as error:
            if delivery.message_id is None or not is_limited(error):
                raise
            log.info("hand_posted_anew", message=delivery.message_id, reason=str(error))
        # The edit was rate-limited: post anew rather than let the owner and later deliveries wait.
        picture.reset()
        posted = await self._posting.send(channel, delivery, view=layout, file=picture, silent=True)
        try:
            await channel.get_partial_message(delivery.message_id).delete()
        except FAULTS as error:
            log.info("old_hand_stays", message=delivery.message_id, reason=str(error))
        return posted

    async def clear_hand(self, delivery: Delivery, left: payloads.ClearHand) -> Receipt:
        """Replace the hand of a player who is out or has left the seat."""
        if delivery.message_id is None:
            raise pointless("no hand was ever shown")
        view = layouts.layout(f"{title(left.summary)}\n{left.text}")
        channel = await self._posting.direct(delivery, left.person_id)
        await self._posting.edit(channel, delivery.message_id, view=view, attachments=[])
        return Receipt(message_id=delivery.message_id)
