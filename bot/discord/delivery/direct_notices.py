"""Notices to one person: of their turns, of games that they follow, of invitations."""

from functools import partial
from typing import Any, Final

import discord
import structlog
from msgspec.structs import replace

from bot.discord.api.error_codes import ErrorCode
from bot.discord.api.membership import member_of, sees
from bot.discord.api.retries import FAULTS, code_of
from bot.discord.delivery.posting import Posting, accounts_of
from bot.discord.formatting import layouts
from bot.discord.formatting.markdown import MESSAGE_LIMIT
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.context import note_place
from bot.discord.posts import cards, notices
from bot.discord.posts.missed import Missed, digest, last_event, missed, unless_refused
from bot.outbox.delivery import Delivery, FollowedCard, Receipt, pointless
from bot.service.facade import Service
from bot.service.values import payloads
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person

log = structlog.get_logger(__name__)

_DIGEST: Final = 1000
"""Characters of the recent events in a turn notice, where there is room."""
_SINCE: Final = "\n**Since you last played**\n"
_EVENTFUL: Final = frozenset({"turn", "called"})
"""Occasions whose notices list recent events."""
_MOST_EVENTS: Final = 12
"""The most games with recent events in a notice about several games."""


class DirectNotices:
    """Sends notices as direct messages."""

    def __init__(
        self, client: discord.Client, posting: Posting, service: Service, pictures: DiscordPictures
    ) -> None:
        self._client = client
        self._posting = posting
        self._service = service
        self._engines = service.engines
        self._pictures = pictures

    async def tell_turn(self, delivery: Delivery, notice: payloads.TurnNotice) -> Receipt:
        """Send a turn notice, with the events since its reader last played."""
        for one in (notice, *notice.others):
            if one.occasion == "reminder":
                await self._open_for_commands(one)
        buttons = notices.notice_buttons(notice)
        more: dict[str, Any] = {"view": layouts.buttons_below(*buttons)} if buttons else {}
        content = notices.notices_text(notice, await self._last_events(notice))
        room = min(_DIGEST, MESSAGE_LIMIT - len(content) - len(_SINCE))
        if (missed := await self._missed(notice, room)) is not None:
            content += f"{_SINCE}{missed.words}"
            more["files"] = [missed.picture]
        return await self._posting.send_direct(delivery, notice.person_id, content=content, **more)

    async def _missed(self, notice: payloads.TurnNotice, room: int) -> Missed | None:
        if notice.others or notice.occasion not in _EVENTFUL or notice.summary is None:
            return None
        # Identify the person by id alone: the summary has their former name.
        person, code = Person(notice.person_id, ""), notice.summary.code
        found = await unless_refused(missed(self._service, self._pictures, code, person, room))
        return found if found is not None and found.words else None

    async def _last_events(self, notice: payloads.TurnNotice) -> dict[str, str]:
        """The last event of each game of a notice about several, a line each, by code."""
        if not notice.others:
            return {}
        person, every = Person(notice.person_id, ""), (notice, *notice.others)
        codes = [one.summary.code for one in every if one.summary is not None and one.occasion in _EVENTFUL]
        return {code: await last_event(self._service, code, person) for code in codes[:_MOST_EVENTS]}

    async def _open_for_commands(self, notice: payloads.TurnNotice) -> None:
        """Unarchive a thread before a reminder: commands do not work in archived threads.

        A thread that was deleted while no process was connected is noticed here, so that its game goes on.
        """
        place = None if notice.summary is None else notice.summary.place
        if place is not None:
            try:
                await self._posting.unarchive(place.channel_id)
            except FAULTS as error:
                log.info("thread_not_unarchived", thread=place.channel_id, reason=str(error))
                if code_of(error) == ErrorCode.UNKNOWN_CHANNEL:
                    await note_place(self._service.places.place_gone(place.guild_id, place.channel_id))

    async def tell_follower(self, delivery: Delivery, notice: payloads.FollowNotice) -> Receipt:
        """Send the new cards of followed games to a follower who still sees where those are played."""
        account = accounts_of(delivery).get(notice.person_id)
        shown = [one for one in delivery.followed if await self._sees(account, one.card.summary)]
        if not shown:
            raise pointless("the person is not a member of the server, or does not see the channel")
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

    async def _sees(self, account: int | None, game: GameSummary) -> bool:
        if game.guild_id is None:
            return True
        member = None if account is None else await member_of(self._client, game.guild_id, account)
        return member is not None and sees(member, self._client.get_guild(game.guild_id), game.channel_id)

    async def _events_before(self, followed: FollowedCard, room: int) -> tuple[str, tuple[str, ...]]:
        """The events between the last notice and the card's, and all places changed since that notice."""
        card, after, until = followed.card, followed.after, followed.until
        code, key = card.summary.code, card.summary.key
        if until <= after:
            return "", ()
        since = await unless_refused(self._service.lookback.followed(code, after, until))
        if since is None:
            return "", ()
        view = self._engines[key].codec.decode_view(card.view)
        return digest(since, room), await self._pictures.changes(key, since.before, view)

    async def tell_invitation(self, delivery: Delivery, notice: payloads.InvitationNotice) -> Receipt:
        """Send an invitation to a member of the game's server, or its result to the inviter.

        A rematch that is played on no server has invitations as well.
        """
        asked, accounts = delivery.invitation, accounts_of(delivery)
        if asked is None or (asked.place is None and not asked.waits):
            raise pointless("the game is not played in a server")
        content: dict[str, Any] = {"content": notices.not_taken_text(asked, accounts)}
        if notice.purpose != "tell":
            account, place = accounts.get(notice.person_id), asked.place
            if place and (account is None or await member_of(self._client, place.guild_id, account) is None):
                raise pointless("the person is not a member of the server")
            parts = notices.invitation_parts(asked, accounts, to_return=notice.purpose == "return")
            content = {"view": layouts.boxed(*parts)}
        return await self._posting.send_direct(delivery, notice.person_id, **content)
