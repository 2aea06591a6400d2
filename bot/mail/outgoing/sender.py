"""The outbox's sender for mail: reads what the letter of each payload needs, and submits it."""

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Final

import structlog

from bot.clock import Clock
from bot.errors import DatabaseUnavailable
from bot.mail.outgoing import invitation_letters, notice_letters, wording
from bot.mail.outgoing.answer_letter import answer_letter
from bot.mail.outgoing.chat_letter import chat_letter
from bot.mail.outgoing.letter import Letter
from bot.mail.outgoing.letter_parts import shown_list_key
from bot.mail.outgoing.message import Envelope, compose, is_short
from bot.mail.outgoing.notice_letters import WITH_POSITION, NoticedGame, Reader
from bot.mail.outgoing.position import PICTURE_BYTES, Position, Positions
from bot.mail.outgoing.submission import Submission
from bot.mail.reply_address import STOP, ReplyAddresses, reply_addresses
from bot.mail_servers import MailServer
from bot.outbox.delivery import Delivery, PermanentFailure, Receipt, RetryLater, pointless
from bot.picture_service import PictureService, frame_of
from bot.service.facade import Service
from bot.service.people.doors import MAIL
from bot.service.values import payloads
from bot.service.values.answers import Preferences
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.contract import Seat

log = structlog.get_logger(__name__)

_BOARDS: Final = 3
"""The most followed games in a mail that shows pictures."""


class _Mail:
    """A mail being written: its reader and its reply address."""

    def __init__(self, addresses: ReplyAddresses, to: str, person_id: int | None, base: str) -> None:
        self.addresses = addresses
        self.to = to
        self.person_id = person_id
        self.reply_to = base if person_id is not None else addresses.make_for_stranger(to)
        self.guided: str | None = None
        """The game whose newcomers' guide the mail contains."""

    def answers(
        self, code: str | None, seat: Seat | None, public_version: int = 0, confirms: str = ""
    ) -> str:
        """Set the reply address with these capabilities, and return it."""
        if self.person_id is not None:
            self.reply_to = self.addresses.make(self.person_id, code, seat, public_version, confirms)
        return self.reply_to


class MailSender:
    """Implements `bot.outbox.delivery.Sender` with a mail server."""

    identity_kind = MAIL

    def __init__(
        self,
        server: MailServer,
        address: str,
        *,
        service: Service,
        pictures: PictureService,
        clock: Clock,
    ) -> None:
        """`address`: the bot's own."""
        self._host = address.rpartition("@")[2]
        self._submission = Submission(server, self._host, clock)
        self._address = address
        self._service = service
        self.engines = service.engines
        self._positions = Positions(service, pictures)
        self._clock = clock

    async def has_room(self) -> bool:
        """Always True, as each mail is urgent."""
        return True

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver. Raises RetryLater or PermanentFailure."""
        self._submission.check_reachable()
        if isinstance(delivery.payload, payloads.ShowHand | payloads.ClearHand):
            # By mail, hands come with the notices of turns, and on request.
            return Receipt()
        try:
            addresses = reply_addresses(self._address, await self._service.mail.keys())
            mail = _Mail(addresses, *_recipient(delivery), self._address)
            letter = await self._letter(delivery, mail)
        except DatabaseUnavailable as error:
            raise RetryLater("the database is away", code="database") from error
        await self._send(delivery, mail, letter)
        if mail.guided is not None and mail.person_id is not None:
            with contextlib.suppress(DatabaseUnavailable, Refused):
                await self._service.preferences.first_turn(Person(mail.person_id, ""), mail.guided)
        return Receipt()

    async def _letter(self, delivery: Delivery, mail: _Mail) -> Letter:
        match delivery.payload:
            case payloads.TurnNotice() as notice:
                return await self._notice(delivery, notice, mail)
            case payloads.FollowNotice() as notice:
                return await self._followed(delivery, notice, mail)
            case payloads.DirectChat() as chat:
                return await self._chat(delivery, chat, mail)
            case payloads.InvitationNotice() as notice:
                asked = delivery.invitation
                if asked is None:
                    raise pointless("the invitation is gone")
                reply_to = mail.answers(asked.code, None)
                zone = (await self._service.preferences.of(Person(notice.person_id, ""))).time_zone
                return invitation_letters.invitation_letter(asked, notice.purpose, reply_to, zone)
            case payloads.MailAnswer() as answer:
                return await self._answer(answer, mail)
            case payloads.AddressCode() as code:
                return invitation_letters.code_letter(code)
            case payloads.MailInvitation(summary=summary) as invitation:
                reply_to = mail.answers(summary.code, None, summary.public_version)
                return invitation_letters.invited_letter(invitation, self.engines[summary.key], reply_to)
        raise pointless("this does not go by mail")

    async def _notice(self, delivery: Delivery, notice: payloads.TurnNotice, mail: _Mail) -> Letter:
        notices = [(one, one.summary) for one in (notice, *notice.others) if one.summary is not None]
        if not notices:
            raise pointless("a notice of an earlier release, without its game")
        person, private = Person(notice.person_id, ""), delivery.settings.private_by_mail
        if len(notices) > 1:
            return await self._digest(notices, person, mail)
        ((_, summary),) = notices
        position = None
        shows = WITH_POSITION | {"asked", "table", "answered", "undone"}
        if notice.occasion in shows and summary.status != "lobby":
            told = notice.occasion in WITH_POSITION | {"answered"} or summary.outcome is not None
            full = told and summary.seconds_per_period is None
            position = await self._position(summary.code, person, full=full, private=private)
        if position is None:
            seat, reader = summary.seat_of(person.id), await self._reader(person)
        else:
            summary, seat, reader = position.summary, position.seat, self._reader_of(position.preferences)
        reply_to = mail.answers(summary.code, seat, summary.public_version, shown_list_key(position))
        guide = None
        if notice.occasion in {"turn", "called"} and position is not None and not position.guided:
            info = await self._service.preferences.first_turn(person, summary.code, mark=False)
            guide = None if info is None else info.guide
            mail.guided = None if guide is None else summary.code
        return notice_letters.notice_letter(
            NoticedGame(notice, summary, seat, reply_to, position),
            self.engines[summary.key],
            reader,
            private=private,
            guide=guide,
            messages=delivery.more_messages,
        )

    async def _digest(
        self, notices: Sequence[tuple[payloads.TurnNotice, GameSummary]], person: Person, mail: _Mail
    ) -> Letter:
        """The letter about several games, the most urgent first, as the public sees them."""
        each, reader = list[NoticedGame](), await self._reader(person)
        for notice, before in notices:
            summary = await self._service.reading.summary(before.code)
            seat = summary.seat_of(person.id)
            reply_to = mail.answers(summary.code, seat, summary.public_version)
            each.append(NoticedGame(notice, summary, seat, reply_to))
        each.sort(key=lambda one: (one.summary.deadline is None, one.summary.deadline or reader.now))
        mail.answers(None, None)
        return notice_letters.digest_letter(each, reader)

    async def _position(
        self, code: str, person: Person, *, full: bool, private: bool | None = None
    ) -> Position | None:
        """The game as the reader may see it; None where it cannot be shown."""
        try:
            return await self._positions.of_player(code, person, full=full, private=private)
        except Refused as refused:
            log.info("position_left_out", reason=refused.code)
            return None

    async def _followed(self, delivery: Delivery, notice: payloads.FollowNotice, mail: _Mail) -> Letter:
        person = Person(notice.person_id, "")
        preferences = await self._service.preferences.of(person)
        cards, most = [], 2 * PICTURE_BYTES // max(len(delivery.followed), 2)
        for followed in delivery.followed:
            card, summary = followed.card, followed.card.summary
            engine = self.engines[summary.key]
            board = None
            if len(delivery.followed) <= _BOARDS:
                view = engine.codec.decode_view(card.view)
                frame = frame_of(summary, theme=preferences.theme)
                board = await self._positions.board(summary.key, view, frame, most=most)
            cards.append((card, await self._before(summary, followed.after, followed.until), board))
        if not cards:
            raise pointless("there is nothing to show")
        newest = cards[0][0].summary
        mail.answers(newest.code if len(cards) == 1 else None, None, newest.public_version)
        return notice_letters.followed_letter(cards, self._reader_of(preferences))

    async def _before(self, summary: GameSummary, after: int, until: int) -> tuple[str, ...]:
        """The events since a follower's last notice and before those of a card, a line each."""
        if until <= after:
            return ()
        try:
            since = await self._service.lookback.followed(summary.code, after, until)
        except Refused as refused:
            log.info("digest_left_out", reason=refused.code)
            return ()
        return tuple(wording.with_people(line, summary) for line in since.lines if line)

    async def _chat(self, delivery: Delivery, chat: payloads.DirectChat, mail: _Mail) -> Letter:
        chat_message = delivery.chat_message
        if chat_message is None:
            raise pointless("the message is gone")
        engine = self.engines[chat_message.key]
        summary = await self._service.reading.summary(chat_message.code)
        seat = summary.seat_of(chat.person_id)
        reply_to = mail.answers(chat_message.code, seat, summary.public_version)
        return chat_letter(
            chat,
            (chat_message, *delivery.more_messages),
            engine,
            reply_to,
            private=delivery.settings.private_by_mail,
        )

    async def _answer(self, answer: payloads.MailAnswer, mail: _Mail) -> Letter:
        position, version, confirms = None, 0, answer.confirms
        if answer.code is not None and answer.person_id is not None:
            if answer.picture:
                # No list of moves where the reply address already confirms something else.
                position = await self._position(
                    answer.code, Person(answer.person_id, ""), full=not answer.confirms
                )
            if position is not None and answer.seat in {None, position.seat}:
                version = position.summary.public_version
                confirms = confirms or shown_list_key(position)
            else:
                # There is no position, or the seat is no longer the reader's.
                position = None
                with contextlib.suppress(Refused):
                    version = (await self._service.reading.summary(answer.code)).public_version
        parts = await self._positions.asked(answer)
        version = version if answer.public_version is None else answer.public_version
        reply_to = mail.answers(answer.code, answer.seat, version, confirms)
        engine = None if position is None else self.engines[position.summary.key]
        return answer_letter(answer, position, engine, reply_to, parts)

    async def _reader(self, person: Person) -> Reader:
        return self._reader_of(await self._service.preferences.of(person))

    def _reader_of(self, preferences: Preferences) -> Reader:
        return Reader(preferences.time_zone, self._clock.now())

    async def _send(self, delivery: Delivery, mail: _Mail, letter: Letter) -> None:
        """Compose a mail and submit it. Raises RetryLater or PermanentFailure."""
        about = delivery.payload
        answered = (
            about.in_reply_to if isinstance(about, payloads.MailAnswer | payloads.AddressCode) else None
        )
        if mail.person_id is None:
            # A stranger can stop both invitations and codes that others ask for in their name.
            sender, stop = "", mail.addresses.make_for_stranger(mail.to, stops=True)
        else:
            sender = mail.addresses.make_envelope_sender(mail.person_id, mail.to)
            stop = mail.addresses.make(mail.person_id, None, None, 0, STOP)
        envelope = Envelope(
            to=mail.to,
            sender=self._address,
            reply_to=mail.reply_to,
            message_id=f"<{delivery.nonce}@{self._host}>",
            thread=f"<{_thread_of(delivery)}.{mail.person_id or 0}@{self._host}>",
            at=delivery.enqueued_at or self._clock.now(),
            in_reply_to=answered,
            stop=stop,
        )
        try:
            write = partial(compose, letter, envelope)
            message = write() if is_short(letter) else await asyncio.to_thread(write)
        except ValueError as error:
            log.exception("mail_unwritable")
            raise PermanentFailure("it cannot be written as a mail") from error
        await self._submission.submit(sender, mail.to, message, known=mail.person_id is not None)


def _recipient(delivery: Delivery) -> tuple[str, int | None]:
    """The address and the person's id, if any. Raises PermanentFailure for a delivery without an address."""
    match delivery.payload:
        case payloads.MailAnswer() | payloads.MailInvitation() as mailed:
            return mailed.address, mailed.person_id
        case payloads.AddressCode(address=to):
            return to, None
        case payloads.TurnNotice() | payloads.FollowNotice() as notice:
            person_id = notice.person_id
        case payloads.DirectChat() | payloads.InvitationNotice() as notice:
            person_id = notice.person_id
        case _:
            raise pointless("this does not go by mail")
    if (known := delivery.external_ids.get(person_id)) is None:
        raise pointless("the person has no address here")
    return known, person_id


def _thread_of(delivery: Delivery) -> str:
    """The common reference of all mails about a game; a mail about none has its own."""
    about = delivery.payload
    code = about.code if isinstance(about, payloads.MailAnswer | payloads.AddressCode) else delivery.game
    if isinstance(about, payloads.MailInvitation):
        code = about.summary.code
    return f"game.{code.lower()}" if code else f"mail.{delivery.nonce}"
