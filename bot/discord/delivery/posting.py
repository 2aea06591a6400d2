"""Posts and edits messages: in archived threads, as forum posts, in place of deleted ones.

A message of Components V2 shows its pictures in media items, each with the id of its attachment; the list of
its attachments comes empty. An edit whose components name an attachment must list it.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

import discord
import structlog
from discord import ui
from discord.utils import snowflake_time

from bot.discord.api.error_codes import ErrorCode
from bot.discord.delivery import forums
from bot.discord.formatting.markdown import Accounts, pinging, thread_name
from bot.outbox.delivery import Delivery, PermanentFailure, Receipt, pointless
from bot.service.values.payloads import PostCard, PostLobby

log = structlog.get_logger(__name__)

WEEK_IN_MINUTES: Final = 10080
"""A quiet thread is archived after this long; a post unarchives it."""
CLOCK_SKEW: Final = timedelta(minutes=1)
"""The most that our clock may be ahead of Discord's."""
_SLACK: Final = timedelta(minutes=5)
"""Discord may archive a quiet thread this much earlier than announced."""
_REMEMBERED: Final = 10_000
"""Messages whose attachments are known; an older message's picture is uploaded again."""

Messageable: TypeAlias = discord.PartialMessageable | discord.DMChannel


class KeptAttachment(NamedTuple):
    """An attachment that a message has already, as an edit lists it."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        """The attachment as the client library sends it."""
        return {"id": str(self.id), "filename": self.filename}


class SentPictures:
    """The attachments of the pictures in messages that this process has sent or edited."""

    def __init__(self) -> None:
        self._attachments: OrderedDict[int, int] = OrderedDict()

    def note(self, message: discord.Message) -> None:
        """Remember the attachment of the first picture that a message shows."""
        attachment = next(_attachments_of(message.components), None)
        if attachment is not None:
            self._attachments[message.id] = attachment
            self._attachments.move_to_end(message.id)
            while len(self._attachments) > _REMEMBERED:
                self._attachments.popitem(last=False)

    def find(self, message_id: int) -> int | None:
        """The attachment of a message's picture; None where it is not known."""
        return self._attachments.get(message_id)


def _attachments_of(components: Sequence[Any]) -> Iterator[int]:
    for component in components:
        match component:
            case discord.MediaGalleryComponent(items=items):
                ids = (item.media.attachment_id for item in items)
                yield from (number for number in ids if number is not None)
            case discord.Container(children=children):
                yield from _attachments_of(children)


def accounts_of(delivery: Delivery) -> Accounts:
    """The Discord accounts of the people a delivery is for or may mention."""
    return {person_id: int(account) for person_id, account in delivery.external_ids.items()}


class Posting:
    """Posts and changes messages with a discord.py client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.pictures = SentPictures()

    def channel(self, channel_id: int | None) -> Messageable:
        """A channel by its id. Raises PermanentFailure without one."""
        if channel_id is None:
            raise PermanentFailure("the game has no channel")
        return self._client.get_partial_messageable(channel_id)

    async def direct(self, delivery: Delivery, person_id: int) -> Messageable:
        """The direct messages of a person. Raises PermanentFailure where they have no account here."""
        account = accounts_of(delivery).get(person_id)
        if account is None:
            raise pointless("the person has no account here")
        return await self._client.create_dm(discord.Object(account))

    async def post(self, delivery: Delivery, **content: Any) -> Receipt:
        """Post a message in the delivery's place, pinging nobody."""
        return await self.send(self.channel(delivery.channel_id), delivery, **content)

    async def send_direct(self, delivery: Delivery, person_id: int, **content: Any) -> Receipt:
        """Send a person a direct message."""
        return await self.send(await self.direct(delivery, person_id), delivery, **content)

    async def send(
        self, channel: Messageable, delivery: Delivery, pinged: Iterable[int] = (), **content: Any
    ) -> Receipt:
        """Post a message, or the first of a new post in a forum, that pings only these accounts."""
        if delivery.new_post:
            return await self._begin_post(delivery, pinged, content)
        message = await channel.send(nonce=delivery.nonce, allowed_mentions=pinging(pinged), **content)
        self.pictures.note(message)
        return Receipt(message_id=message.id)

    async def _begin_post(
        self, delivery: Delivery, pinged: Iterable[int], content: dict[str, Any]
    ) -> Receipt:
        """Start the game's forum post. Forum posts have no nonces, so look for an earlier attempt first."""
        forum = await self.guild_channel(delivery.channel_id)
        if not isinstance(forum, discord.ForumChannel):
            raise PermanentFailure("that is no forum")
        shown = delivery.card or delivery.payload
        summary = shown.summary if isinstance(shown, PostLobby | PostCard) else None
        name = thread_name(summary) if summary else str(delivery.game)
        if delivery.attempts > 1 and delivery.enqueued_at is not None:
            since = delivery.enqueued_at - CLOCK_SKEW
            own_id = None if self._client.user is None else self._client.user.id
            # Not from the library's cache: another process may serve the server's shard.
            for thread in await forum.guild.active_threads():
                if (
                    (thread.parent_id, thread.name) == (forum.id, name)
                    and thread.owner_id == own_id
                    and snowflake_time(thread.id) > since
                ):
                    log.info("post_found", thread=thread.id)
                    return Receipt(message_id=thread.id, channel_id=thread.id)
        begun = await forum.create_thread(
            name=name,
            auto_archive_duration=WEEK_IN_MINUTES,
            applied_tags=forums.tags(forum, summary),
            allowed_mentions=pinging(pinged),
            **content,
        )
        self.pictures.note(begun.message)
        return Receipt(message_id=begun.message.id, channel_id=begun.thread.id)

    async def guild_channel(self, channel_id: int | None) -> object:
        """A channel with its full data. Raises PermanentFailure without one."""
        known = self.channel(channel_id).id
        return self._client.get_channel(known) or await self._client.fetch_channel(known)

    async def edit(self, channel: Messageable, message_id: int, **content: Any) -> bool:
        """Edit a message, pinging nobody; False if it was deleted."""
        try:
            try:
                await self._change(channel, message_id, content)
            except discord.HTTPException as error:
                if error.code != ErrorCode.THREAD_ARCHIVED:
                    raise
                if await self.unarchive(channel.id) is None:
                    # The next card unarchives it; until then it stays archived.
                    raise pointless("somebody has closed the thread", code=str(error.code)) from error
                await self._change(channel, message_id, content)
        except discord.NotFound as error:
            if error.code != ErrorCode.UNKNOWN_MESSAGE:
                raise
            log.info("message_gone", message=message_id)
            return False
        return True

    async def _change(self, channel: Messageable, message_id: int, content: dict[str, Any]) -> None:
        for attached in content.get("attachments", ()):
            if isinstance(attached, discord.File):
                attached.reset()
        message = channel.get_partial_message(message_id)
        self.pictures.note(await message.edit(allowed_mentions=pinging(), **content))

    async def unarchive(self, thread_id: int, opened_at: datetime | None = None) -> bool | None:
        """Unarchive a quiet thread; None if a person archived it or it is no thread, False if it is open.

        `opened_at`: when it was last unarchived.
        """
        if isinstance(self._client.get_channel(thread_id), discord.abc.GuildChannel):
            return None
        thread = await self._client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread) or thread.locked:
            return None
        if not thread.archived:
            return False
        if _closed_by_somebody(thread, opened_at):
            return None
        await thread.edit(archived=False)
        log.info("thread_unarchived", thread=thread_id)
        return True

    async def edit_only(self, channel: Messageable, message_id: int, **content: Any) -> Receipt:
        """Edit an existing message. Raises PermanentFailure where it is gone."""
        if not await self.edit(channel, message_id, **content):
            raise pointless("the card is gone", code=str(ErrorCode.UNKNOWN_MESSAGE.value))
        return Receipt(message_id=message_id)

    async def edit_or_send(
        self,
        channel: Messageable,
        delivery: Delivery,
        layout: ui.LayoutView,
        picture: discord.File | None = None,
        pinged: Iterable[int] = (),
        **more: Any,
    ) -> Receipt:
        """Edit the message, or post it again if it was deleted or never posted.

        `pinged` and `more` are used only for posting.
        """
        if delivery.message_id is not None:
            attached = {} if picture is None else {"attachments": [picture]}
            if await self.edit(channel, delivery.message_id, view=layout, **attached):
                return Receipt(message_id=delivery.message_id)
        if picture is not None:
            picture.reset()
            more["file"] = picture
        return await self.send(channel, delivery, pinged, view=layout, **more)


def _closed_by_somebody(thread: discord.Thread, opened_at: datetime | None) -> bool:
    """Whether a person archived a thread: Discord itself would have done so later."""
    quiet_since = snowflake_time(thread.last_message_id or thread.id)
    quiet_since = quiet_since if opened_at is None else max(quiet_since, opened_at)
    return thread.archive_timestamp - quiet_since < timedelta(minutes=thread.auto_archive_duration) - _SLACK
