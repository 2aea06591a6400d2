"""The outbox's sender for Discord: turns each payload into requests."""

from functools import partial
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord import ui
from msgspec.structs import replace

from bot.discord.api.error_codes import ErrorCode, Remedy, remedy_of
from bot.discord.api.invalid_requests import InvalidRequests
from bot.discord.api.membership import member_of
from bot.discord.api.request_budget import RequestBudget
from bot.discord.api.retries import FAULTS, is_limited, is_transient
from bot.discord.delivery.failures import failure_of
from bot.discord.delivery.kept_attachments import KeptAttachment
from bot.discord.delivery.posting import CLOCK_SKEW, WEEK_IN_MINUTES, Messageable, Posting, accounts_of
from bot.discord.formatting import layouts
from bot.discord.formatting.markdown import MESSAGE_LIMIT, escaped, mention, thread_name, title
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.components import states_in
from bot.discord.interaction.context import DISCORD
from bot.discord.posts import cards, chat, notices, reports
from bot.discord.posts.missed import Missed, digest, missed_in_notice, news
from bot.errors import DatabaseUnavailable
from bot.outbox.delivery import Delivery, FollowedCard, PermanentFailure, Receipt, RetryLater
from bot.picture_service import frame_of
from bot.service.facade import Service
from bot.service.values import payloads
from bot.service.values.answers import MessageView
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.contract import AnyEngine

log = structlog.get_logger(__name__)

_DIGEST: Final = 1000
"""Characters of the recent events in a turn notice, where there is room."""
_SINCE: Final = "\n**Since you last played**\n"
_NEWS: Final = frozenset({"turn", "called"})
"""Occasions whose notices list recent events."""
_MOST_NEWS: Final = 12
"""Games with recent events in a notice about several games, at most."""
_LOOKED_THROUGH: Final = 200
"""Messages of a channel that are searched for a card."""
_WHOLE_TRIES: Final = 3
"""Attempts of a card with a fault of ours before it is posted in its plainest form."""


class DiscordSender:
    """Implements `bot.outbox.delivery.Sender` with a discord.py client."""

    identity_kind = DISCORD

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        pictures: DiscordPictures,
        invalid_requests: InvalidRequests | None = None,
        *,
        budget: RequestBudget | None = None,
        source_url: str = "",
    ) -> None:
        self._client = client
        self._invalid_requests = invalid_requests or InvalidRequests()
        self._budget = budget
        """None: requests are not counted."""
        self._service = service
        self._engines = service.engines
        self._pictures = pictures
        self._posting = Posting(client)
        self._source_url = source_url

    async def has_room(self) -> bool:
        """Whether there is capacity now for deliveries that can wait."""
        return self._budget is None or await self._budget.has_room()

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver. Raises RetryLater or PermanentFailure."""
        if wait := self._invalid_requests.wait(again=delivery.attempts > 1):
            raise RetryLater("too many requests were refused lately", after=wait, code="refused")
        try:
            return await self._deliver(delivery)
        except discord.RateLimited as error:
            raise RetryLater("rate limited", after=error.retry_after, code="429") from error
        except discord.HTTPException as error:
            raise failure_of(error, delivery.payload) from error
        except (aiohttp.ClientError, OSError) as error:
            raise RetryLater(f"connection: {type(error).__name__}", code="connection") from error

    async def _deliver(self, delivery: Delivery) -> Receipt:
        match delivery.payload:
            case payloads.PostLobby() as lobby:
                return await self._post_lobby(delivery, lobby)
            case payloads.OpenThread() as thread:
                return await self._open_thread(delivery, thread)
            case payloads.PostCard() as card:
                return await self._post_card(delivery, card)
            case payloads.RefreshCard():
                return await self._refresh_card(delivery)
            case payloads.RemoveButtons():
                return await self._remove_buttons(delivery)
            case payloads.PostNote(text=text):
                return await self._posting.post(delivery, content=f"📣 {text}")
            case payloads.TurnNotice() as notice:
                return await self._notify(delivery, notice)
            case payloads.FollowNotice() as notice:
                return await self._tell_follower(delivery, notice)
            case payloads.InvitationNotice() as notice:
                return await self._invite(delivery, notice)
            case payloads.PostReport() as report:
                return await self._post_report(delivery, report)
            case payloads.ReopenThread() as quiet:
                opened = await self._posting.unarchive(quiet.thread_id, quiet.opened_at)
                return Receipt(message_id=quiet.thread_id if opened else None)
            case payloads.ManagerNotice() as notice:
                return await self._tell_managers(delivery, notice)
            case payloads.PostChat():
                engine, chat_message = self._chat_message(delivery)
                posted = chat.message_content(chat.posted(engine, chat_message))
                return await self._posting.post(delivery, **posted)
            case payloads.DirectChat() as direct:
                told = self._direct_content(delivery, direct)
                return await self._posting.tell(delivery, direct.person_id, **told)
            case payloads.ShowHand() as hand:
                return await self._show_hand(delivery, hand)
            case payloads.ClearHand() as left:
                return await self._clear_hand(delivery, left)
            case payloads.DoorClosed() as closed:
                return await self._posting.tell(delivery, closed.person_id, content=cards.MAIL_CAME_BACK)
            case payloads.MailAnswer() | payloads.AddressCode() | payloads.MailInvitation():
                raise PermanentFailure("it is for a mail address")

    async def _notify(self, delivery: Delivery, notice: payloads.TurnNotice) -> Receipt:
        """Send a turn notice, with the events since its reader last played."""
        for one in (notice, *notice.others):
            if one.occasion == "reminder":
                await self._open_for_commands(one)
        buttons = notices.notice_buttons(notice)
        more: dict[str, Any] = {"view": layouts.buttons_below(*buttons)} if buttons else {}
        content = notices.notices_text(notice, await self._news(notice))
        room = min(_DIGEST, MESSAGE_LIMIT - len(content) - len(_SINCE))
        if (missed := await self._missed(notice, room)) is not None:
            content += f"{_SINCE}{missed.words}"
            more["files"] = [missed.picture]
        return await self._posting.tell(delivery, notice.person_id, content=content, **more)

    async def _missed(self, notice: payloads.TurnNotice, room: int) -> Missed | None:
        """The events since the person last played in so many characters, for notices that list them."""
        if notice.others or notice.occasion not in _NEWS or notice.summary is None:
            return None
        # Identify the person by id alone: the summary has their former name.
        person, code = Person(notice.person_id, ""), notice.summary.code
        return await missed_in_notice(self._service, self._pictures, code, person, room)

    async def _news(self, notice: payloads.TurnNotice) -> dict[str, str]:
        """The news of several games, a line each, by code."""
        if not notice.others:
            return {}
        person, every = Person(notice.person_id, ""), (notice, *notice.others)
        codes = [one.summary.code for one in every if one.summary is not None and one.occasion in _NEWS]
        return {code: await news(self._service, code, person) for code in codes[:_MOST_NEWS]}

    async def _tell_managers(self, delivery: Delivery, notice: payloads.ManagerNotice) -> Receipt:
        """Write to a server's owner or, if they accept no messages, to its report or moderator channel."""
        guild = self._client.get_guild(notice.guild_id)
        guild = guild or await self._client.fetch_guild(notice.guild_id, with_counts=False)
        text, buttons = notices.manager_parts(notice)
        content = chat.message_content(f"**{escaped(guild.name)}**\n{text}", *buttons)
        try:
            return await self._posting.send(await self._owner(guild), delivery, **content)
        except discord.HTTPException as error:
            # Never to a channel that everybody reads.
            moderators = guild.public_updates_channel
            channel_id = delivery.channel_id or (None if moderators is None else moderators.id)
            if remedy_of(error) is not Remedy.CLOSED or channel_id is None:
                raise
        return await self._posting.send(self._posting.channel(channel_id), delivery, **content)

    async def _owner(self, guild: discord.Guild) -> discord.DMChannel:
        """The direct messages of a server's owner."""
        if guild.owner_id is None:
            raise PermanentFailure("the server has no owner")
        return await self._client.create_dm(discord.Object(guild.owner_id))

    async def _open_for_commands(self, notice: payloads.TurnNotice) -> None:
        """Unarchive a thread before a reminder: commands do not work in archived threads."""
        thread_id = None if notice.summary is None else notice.summary.thread_id
        if thread_id is not None:
            try:
                await self._posting.unarchive(thread_id)
            except FAULTS as error:
                log.info("thread_not_unarchived", thread=thread_id, reason=str(error))

    # -- lobbies and cards -----------------------------------------------------------------------------

    async def _post_lobby(self, delivery: Delivery, lobby: payloads.PostLobby) -> Receipt:
        summary = lobby.summary
        channel = self._posting.channel(delivery.channel_id)
        accounts = accounts_of(delivery)
        invited = [mention(person, accounts) for person in delivery.invited]
        layout = cards.lobby_card(summary, self._engines[summary.key], self._source_url, invited)
        if summary.status == "lobby" or delivery.message_id is None:
            called = [] if delivery.quiet else delivery.invited
            pinged = [
                accounts[one.id] for one in called if one.id in accounts and one.id not in delivery.unpinged
            ]
            return await self._posting.edit_or_send(channel, delivery, layout, pinged=pinged)
        # The lobby is closed, so a deleted card is not posted again.
        return await self._posting.edit_only(channel, delivery.message_id, view=layout)

    async def _open_thread(self, delivery: Delivery, thread: payloads.OpenThread) -> Receipt:
        channel = await self._posting.guild_channel(delivery.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise PermanentFailure("this kind of channel has no threads")
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

    async def _post_card(self, delivery: Delivery, card: payloads.PostCard) -> Receipt:
        channel = self._posting.channel(delivery.channel_id)
        tried = delivery.attempts > 1 and not delivery.new_post
        if tried and (before := await self._posted_before(channel, delivery, card)):
            return before
        accounts = accounts_of(delivery)
        called = {} if delivery.quiet else cards.called_by(card, accounts)
        pinged = [account for person, account in called.items() if person not in delivery.unpinged]
        try:
            layout, picture = await self._drawn(delivery, card)
            return await self._posting.send(channel, delivery, pinged, view=layout, file=picture)
        except (discord.RateLimited, *FAULTS) as error:
            if not isinstance(error, discord.HTTPException) or remedy_of(error) is not Remedy.GIVE_UP:
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
        """A card and its picture."""
        engine = self._engines[card.summary.key]
        view = engine.codec.decode_view(card.view)
        picture = await self._pictures.picture(card.summary.key, view, cards.card_frame(card))
        reviewable = engine.computer is not None
        return cards.turn_card(card, picture, accounts_of(delivery), reviewable=reviewable), picture

    async def _refresh_card(self, delivery: Delivery) -> Receipt:
        if delivery.card is None:
            raise PermanentFailure("there is no card")
        layout, picture = await self._drawn(delivery, delivery.card)
        channel = self._posting.channel(delivery.channel_id)
        return await self._posting.edit_or_send(channel, delivery, layout, picture)

    async def _remove_buttons(self, delivery: Delivery) -> Receipt:
        card = delivery.card
        if card is None or delivery.message_id is None:
            raise PermanentFailure("the old card was never posted")
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

    # -- chat and hands --------------------------------------------------------------------------------

    def _chat_message(self, delivery: Delivery) -> tuple[AnyEngine, MessageView]:
        if delivery.chat_message is None:
            raise PermanentFailure("what was said is not there")
        return self._engines[delivery.chat_message.key], delivery.chat_message

    async def _invite(self, delivery: Delivery, notice: payloads.InvitationNotice) -> Receipt:
        """Send an invitation to a member of the game's server, or its result to the inviter."""
        asked, accounts = delivery.invitation, accounts_of(delivery)
        if asked is None or asked.place is None:
            raise PermanentFailure("the game is played in no server")
        content: dict[str, Any] = {"content": notices.not_taken_text(asked, accounts)}
        if notice.purpose != "tell":
            account = accounts.get(notice.person_id)
            if account is None or await member_of(self._client, asked.place.guild_id, account) is None:
                raise PermanentFailure("the person is no member of the server")
            parts = notices.invitation_parts(asked, accounts, to_return=notice.purpose == "return")
            content = {"view": layouts.boxed(*parts)}
        return await self._posting.tell(delivery, notice.person_id, **content)

    async def _tell_follower(self, delivery: Delivery, notice: payloads.FollowNotice) -> Receipt:
        """Show a card to a follower who is still a member of the game's server."""
        account, shown = accounts_of(delivery).get(notice.person_id), list[FollowedCard]()
        for one in delivery.followed:
            guild_id = one.card.summary.guild_id
            if guild_id is None or (account and await member_of(self._client, guild_id, account) is not None):
                shown.append(one)
        if not shown:
            raise PermanentFailure("the person is no member of the server")
        direct = await self._posting.direct(delivery, notice.person_id)
        send = partial(self._posting.send, direct, delivery)
        if len(shown) > 1:
            room = cards.FOLLOWED_LIMIT // min(len(shown), cards.MOST_FOLLOWED)
            digests = [
                (one.card, (await self._events_before(one, room))[0]) for one in shown[: cards.MOST_FOLLOWED]
            ]
            digests += [(one.card, "") for one in shown[cards.MOST_FOLLOWED :]]
            return await send(view=cards.follow_digest(digests))
        (alone,) = shown
        card = alone.card
        words, changed = await self._events_before(alone, _DIGEST // 2)
        view = self._engines[card.summary.key].codec.decode_view(card.view)
        frame = replace(cards.card_frame(card), changed=changed)
        picture = await self._pictures.picture(card.summary.key, view, frame)
        return await send(view=cards.follow_card(card, picture, words), file=picture)

    async def _events_before(self, followed: FollowedCard, room: int) -> tuple[str, tuple[str, ...]]:
        """The events before those of a card, and everything that changed until then."""
        card = followed.card
        if followed.until <= followed.after:
            return "", ()
        code, key = card.summary.code, card.summary.key
        try:
            since = await self._service.lookback.followed(code, followed.after, followed.until)
        except (Refused, DatabaseUnavailable) as error:
            log.info("digest_left_out", reason=type(error).__name__)
            return "", ()
        view = self._engines[key].codec.decode_view(card.view)
        return digest(since, room), await self._pictures.changes(key, since.before, view)

    def _direct_content(self, delivery: Delivery, direct: payloads.DirectChat) -> dict[str, Any]:
        engine, chat_message = self._chat_message(delivery)
        match direct.purpose, direct.seat:
            case "receipt", _:
                return chat.message_content(chat.receipt(engine, chat_message))
            case "refused", seat:
                return chat.message_content(chat.refused(engine, chat_message, seat))
            case _:
                buttons = chat.buttons_of_private(chat_message) if chat_message.to is not None else ()
                return chat.message_content(chat.brought(engine, chat_message), *buttons)

    async def _post_report(self, delivery: Delivery, report: payloads.PostReport) -> Receipt:
        """Announce a report in the server's report channel, or else to its owner."""
        view = reports.notice(report)
        if delivery.channel_id is not None:
            try:
                return await self._posting.post(delivery, view=view)
            except discord.HTTPException as error:
                if is_transient(error):
                    raise
                log.warning("reports_channel_refused", server=report.guild_id, reason=str(error))
        guild = self._client.get_guild(report.guild_id) or await self._client.fetch_guild(report.guild_id)
        return await self._posting.send(await self._owner(guild), delivery, view=view)

    async def _show_hand(self, delivery: Delivery, hand: payloads.ShowHand) -> Receipt:
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
        # Its owner waits for it, and for the deliveries behind it.
        picture.reset()
        posted = await self._posting.send(channel, delivery, view=layout, file=picture, silent=True)
        try:
            await channel.get_partial_message(delivery.message_id).delete()
        except FAULTS as error:
            log.info("old_hand_stays", message=delivery.message_id, reason=str(error))
        return posted

    async def _clear_hand(self, delivery: Delivery, left: payloads.ClearHand) -> Receipt:
        if delivery.message_id is None:
            raise PermanentFailure("no hand was ever shown")
        view = layouts.layout(f"{title(left.summary)}\n{left.text}")
        await self._posting.edit(
            await self._posting.direct(delivery, left.person_id),
            delivery.message_id,
            view=view,
            attachments=[],
        )
        return Receipt(message_id=delivery.message_id)
