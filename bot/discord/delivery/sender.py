"""The outbox's sender for Discord: turns payloads into requests, and refusals into failed deliveries."""

from typing import Any

import aiohttp
import discord
import structlog

from bot.discord.api.error_codes import CONTENTS, NARROW, ErrorCode, remedy_of
from bot.discord.api.invalid_requests import InvalidRequests
from bot.discord.api.request_budget import RequestBudget
from bot.discord.api.retries import is_transient
from bot.discord.delivery.direct_notices import DirectNotices
from bot.discord.delivery.game_posts import GamePosts
from bot.discord.delivery.posting import Posting
from bot.discord.formatting.markdown import escaped
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.posts import cards, chat, notices
from bot.outbox.delivery import Blocked, Delivery, DmsClosed, PermanentFailure, Receipt, RetryLater, pointless
from bot.service.facade import Service
from bot.service.people.doors import DISCORD
from bot.service.values import payloads
from bot.service.values.answers import MessageView
from engines.contract import AnyEngine

log = structlog.get_logger(__name__)


def _is_kept(payload: payloads.Payload) -> bool:
    """Whether a payload is kept until it can be posted.

    The others are given up: a game without a thread is played in its channel, a game that has begun needs no
    lobby card, an old card may keep its buttons, and nobody can unlock direct messages.
    """
    if isinstance(payload, payloads.PostLobby):
        return payload.summary.status == "lobby"
    kept = payloads.PostCard | payloads.RefreshCard | payloads.PostNote | payloads.PostChat
    return isinstance(payload, kept)


def failure_of(error: discord.HTTPException, payload: payloads.Payload) -> RetryLater | PermanentFailure:
    """The failure of a delivery that Discord refuses."""
    reason = f"{error.status} {error.code}: {error.text}"[:200]
    code = str(error.code or error.status)
    if error.status == 401:
        log.error("token_refused", reason=reason)
    remedy = remedy_of(error)
    if isinstance(payload, payloads.PostChat | payloads.PostNote) and error.code in CONTENTS:
        # A refused chat message does not hold up the cards behind it.
        remedy = PermanentFailure
    wide = remedy is Blocked and error.code not in NARROW
    if remedy is Blocked and not _is_kept(payload):
        remedy = PermanentFailure
    failure = remedy(reason, code=code, wide=wide)
    out_of_sight = isinstance(payload, payloads.RemoveButtons) and error.code == ErrorCode.MISSING_ACCESS
    if isinstance(failure, PermanentFailure) and (out_of_sight or error.code == ErrorCode.UNKNOWN_MESSAGE):
        failure.missed = False
    return failure


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
        self.engines = service.engines
        self._posting = Posting(client)
        self._games = GamePosts(self._posting, service.engines, pictures, source_url)
        self._notices = DirectNotices(client, self._posting, service, pictures)

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
                return await self._games.post_lobby(delivery, lobby)
            case payloads.OpenThread() as thread:
                return await self._games.open_thread(delivery, thread)
            case payloads.PostCard() as card:
                return await self._games.post_card(delivery, card)
            case payloads.RefreshCard():
                return await self._games.refresh_card(delivery)
            case payloads.RemoveButtons():
                return await self._games.remove_buttons(delivery)
            case payloads.PostNote(text=text):
                return await self._posting.post(delivery, content=f"📣 {text}")
            case payloads.TurnNotice() as notice:
                return await self._notices.tell_turn(delivery, notice)
            case payloads.FollowNotice() as notice:
                return await self._notices.tell_follower(delivery, notice)
            case payloads.InvitationNotice() as notice:
                return await self._notices.tell_invitation(delivery, notice)
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
                return await self._posting.send_direct(delivery, direct.person_id, **told)
            case payloads.ShowHand() as hand:
                return await self._games.show_hand(delivery, hand)
            case payloads.ClearHand() as left:
                return await self._games.clear_hand(delivery, left)
            case payloads.DoorClosed() as closed:
                return await self._posting.send_direct(
                    delivery, closed.person_id, content=cards.MAIL_CAME_BACK
                )
            case payloads.MailAnswer() | payloads.AddressCode() | payloads.MailInvitation():
                raise pointless("it is for a mail address")

    async def _tell_managers(self, delivery: Delivery, notice: payloads.ManagerNotice) -> Receipt:
        """Write to a server's owner or, if they accept no messages, to its report or moderator channel."""
        guild = self._client.get_guild(notice.guild_id)
        guild = guild or await self._client.fetch_guild(notice.guild_id, with_counts=False)
        text, buttons = notices.manager_parts(notice)
        content = chat.message_content(f"**{escaped(guild.name)}**\n{text}", *buttons)
        try:
            return await self._posting.send(await self._owner(guild), delivery, **content)
        except discord.HTTPException as error:
            # The moderators' channel is the only substitute: other channels may be read by everybody.
            moderators = guild.public_updates_channel
            channel_id = delivery.channel_id or (None if moderators is None else moderators.id)
            if remedy_of(error) is not DmsClosed or channel_id is None:
                raise
        return await self._posting.send(self._posting.channel(channel_id), delivery, **content)

    async def _owner(self, guild: discord.Guild) -> discord.DMChannel:
        if guild.owner_id is None:
            raise pointless("the server has no owner")
        return await self._client.create_dm(discord.Object(guild.owner_id))

    def _chat_message(self, delivery: Delivery) -> tuple[AnyEngine, MessageView]:
        if delivery.chat_message is None:
            raise pointless("what was said is not there")
        return self.engines[delivery.chat_message.key], delivery.chat_message

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
        view = chat.report_notice(report)
        if delivery.channel_id is not None:
            try:
                return await self._posting.post(delivery, view=view)
            except discord.HTTPException as error:
                if is_transient(error):
                    raise
                log.warning("reports_channel_refused", server=report.guild_id, reason=str(error))
        guild = self._client.get_guild(report.guild_id) or await self._client.fetch_guild(report.guild_id)
        return await self._posting.send(await self._owner(guild), delivery, view=view)
