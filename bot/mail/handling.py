"""Handles a mail from beginning to end: its author, its requests, their results, and the one answer.

Everything is committed before the mail is accepted from the server. A repeated mail finds its results by its
causes, and continues where it stopped.
"""

from collections.abc import Sequence
from typing import NamedTuple

import structlog
from msgspec import structs

from bot.clock import Clock
from bot.mail.commands import strangers
from bot.mail.commands.execution import AnswerTo, Execution
from bot.mail.commands.interpreting import Interpreter
from bot.mail.commands.request import NO_OPERATOR_INFO, MailRequest, OperatorInfo, Reply
from bot.mail.incoming.causes import cause_of, causes_in_vain, is_prose
from bot.mail.incoming.mail_programs import REPLY_PREFIXES
from bot.mail.incoming.parsing import Incoming, unsigned
from bot.mail.reply_address import (
    STOP,
    Capability,
    Content,
    ReplyAddresses,
    Returned,
    Stranger,
    reply_addresses,
)
from bot.service.accounts.mail import Known, part_of, sender_hashes
from bot.service.facade import Service
from bot.service.play.actions import Closing
from bot.service.values.answers import Played, Preview
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer
from bot.service.values.request import Cause, Person

log = structlog.get_logger(__name__)


class _Received(NamedTuple):
    """A mail to carry out."""

    mail: Incoming
    person: Person | None
    """The sender; None: a stranger."""
    grant: Capability | None
    """The content of the reply address to which it was written."""
    cause: Cause

    @property
    def own(self) -> bool:
        """Whether the reply address was made for the sender."""
        return self.person is not None and self.grant is not None and self.grant.person_id == self.person.id

    @property
    def sender_hash(self) -> str:
        """The hash by which answers to a sender are counted, another one for mails that may be forged."""
        verified, unverified = sender_hashes(self.mail.sender)
        return verified if self.mail.auth == "pass" or self.own else unverified

    def subject(self, game: GameSummary | None) -> str:
        """The mail's own subject; if it has none or the answer is about another game, that game's."""
        plain = REPLY_PREFIXES.sub("", self.mail.subject)
        code = None if self.grant is None else self.grant.code
        other = code is not None and game is not None and game.code != code
        if plain and not other:
            return f"Re: {plain}"
        return "Turnpost" if game is None else f"[{game.code}] {game.title}"


class MailHandler:
    """Carries out incoming mails."""

    def __init__(
        self,
        service: Service,
        address: str,
        clock: Clock,
        *,
        shared_domain: bool = False,
        operator: OperatorInfo = NO_OPERATOR_INFO,
    ) -> None:
        """`address`: the bot's own. `shared_domain`: whether people have addresses in its domain as well."""
        self._service = service
        self._interpreter = Interpreter(service.engines)
        self._address = address.lower()
        self._shared_domain = shared_domain
        self._operator = operator
        self._clock = clock

    async def knows(self, recipient: str) -> bool:
        """Whether we accept mail for this address. Raises DatabaseUnavailable."""
        addresses, content = await self._read(recipient)
        return content is not None or addresses.is_base(recipient)

    async def handle(self, incoming: Incoming) -> None:
        """Carry out a delivered mail and enqueue its answer, once even if it is delivered repeatedly.

        Raises DatabaseUnavailable.
        """
        addresses, content = await self._read(incoming.recipient)
        if incoming.bounce is not None:
            if isinstance(content, Returned) and incoming.bounce:
                await self._service.mail.bounced(content.person_id, content.address_tag)
            return
        to_base, contents = addresses.is_base(incoming.recipient), [content]
        if to_base:
            # A mail to the bot's own and a reply address is delivered to each: both get the same cause.
            contents = [addresses.read(one) for one in incoming.named]
        grant = next((one for one in contents if isinstance(one, Capability)), None)
        stranger = next((one for one in contents if isinstance(one, Stranger)), None)
        reads_it = stranger is not None and stranger.is_for(incoming.sender)
        cause = cause_of(incoming, None if grant is None else grant.code)
        if stranger is not None and stranger.stops and incoming.auth != "fail":
            await self._service.mail_invitations.never_again(stranger.address_hash)
            person = (await self._known(incoming, None, cause)).person if reads_it else None
            if person is None:
                return
            # The stranger has become a person by now: end the mails to that person as well.
            grant = Capability(person.id, None, None, 0, STOP)
        if grant is not None and grant.confirms == STOP:
            # Mail programs' buttons to unsubscribe write here: whatever the mail says, it means stop.
            incoming = structs.replace(incoming, automatic=False, text="stop")
        if incoming.automatic or incoming.auth == "fail" or not incoming.sender:
            return
        if grant is None and stranger is None and not to_base:
            return
        if self._is_ours(incoming.sender):
            return
        with structlog.contextvars.bound_contextvars(mail=cause.key):
            known = await self._known(incoming, grant, cause)
            if known.done:
                return
            person = known.person
            if person is None and reads_it:
                # They answer a mail to their own address, and have nothing here yet to gain by forging.
                incoming = structs.replace(incoming, auth="pass")
            received = _Received(incoming, person, grant, cause)
            if known.closed and person is not None and (incoming.auth == "pass" or received.own):
                log.info("mail_reaches_again", person=person.id)
                await self._service.mail.reachable(person)
            await self._execute(received, known, reads_it=reads_it)

    async def _known(self, incoming: Incoming, grant: Capability | None, cause: Cause) -> Known:
        code = None if grant is None else grant.code
        lines = incoming.text.split("\n")
        return await self._service.mail.known(cause, incoming.sender, code, len(lines))

    def _is_ours(self, sender: str) -> bool:
        """Whether a mail comes from the bot or, if the domain is its own, from any address in the domain."""
        local, _, host = sender.partition("@")
        own, _, domain = self._address.partition("@")
        return host == domain and (not self._shared_domain or local.partition("+")[0] == own)

    async def _read(self, recipient: str) -> tuple[ReplyAddresses, Content | None]:
        """The reader of addresses, and the content of this one; if it is not ours, keys are loaded anew."""
        addresses = reply_addresses(self._address, await self._service.mail.keys())
        content = addresses.read(recipient)
        if content is not None or addresses.is_base(recipient):
            return addresses, content
        addresses = reply_addresses(self._address, await self._service.mail.keys(anew=True))
        return addresses, addresses.read(recipient)

    async def _execute(self, received: _Received, known: Known, *, reads_it: bool) -> None:
        incoming, person, grant, cause = received
        earlier, replies = list[Cause](), list[Reply]()
        is_known = person is not None
        if person is None:
            text, is_known = await strangers.answer(self._service, incoming, grant, cause)
            answer = None if text is None else _answer(received, [Reply(text)])
        else:
            # A signature may be the person's name here: take it out.
            text = "\n".join(unsigned(incoming.text.split("\n"), person.name))
            incoming = structs.replace(incoming, text=text)
            received = received._replace(mail=incoming)
            replies = await self._replies(received, person, known, reads_it=reads_it)
            if replies and replies[-1].in_vain and not known.begun:
                # Another process may be executing the same mail: go on after the steps that it has executed.
                # Of several replies those before the last tell what this one has done.
                begun = await self._known(incoming, grant, cause)
                state, refused = self._service.play.request_state, part_of(cause, len(replies))
                if begun.begun and (len(replies) == 1 or await state(refused) != "new"):
                    replies = await self._replies(received, person, begun, reads_it=reads_it)
            if any(reply.closes for reply in replies):
                log.info("mail_carried_out", known=True, answer="with it")
                await self._spend(person, replies)
                return
            answer = _answer(received, replies)
            if len(replies) == 1 and _may_be_automatic(incoming, replies[0]):
                earlier = causes_in_vain(incoming, self._clock.now().date())
                if any([await self._service.mail.is_done(one) for one in earlier]):
                    answer = None
        sender = received.sender_hash
        answered = await self._service.mail.answer(cause, sender, answer, known=is_known)
        await self._spend(person, replies)
        for one in earlier[:1]:
            await self._service.mail.answer(one, sender, None)
        log.info("mail_carried_out", known=is_known, answer=answered if answer else "none")

    async def _spend(self, person: Person | None, replies: Sequence[Reply]) -> None:
        """Let the codes be entered no more by which a mail was carried out, which is closed now."""
        for reply in replies:
            if person is not None and reply.spends:
                await self._service.addresses.spend(person, reply.spends)

    async def _replies(
        self, received: _Received, person: Person, known: Known, *, reads_it: bool
    ) -> list[Reply]:
        """The replies to the steps of a person's mail, up to the first refusal.

        `reads_it`: whether its address shows that only a reader of the person's mail can have written it.
        """
        incoming, _, grant, cause = received
        request = MailRequest(
            service=self._service,
            person=person,
            mail=incoming,
            grant=grant,
            cause=cause,
            now=self._clock.now(),
            operator=self._operator,
            zone=known.time_zone,
            answers_ours=reads_it or incoming.auth == "pass" or received.own,
            key=known.key if received.own else None,
            expected=None if grant is None or grant.code is None else grant.public_version,
        )

        def closing(before: Sequence[Reply], answer_to: AnswerTo) -> Closing:
            def answer(done: Played | Preview) -> MailAnswer | None:
                return _answer(received, [*before, answer_to(done)])

            mail, completed = self._service.mail, self._service.undo.with_undo_range
            return mail.closing(cause, received.sender_hash, answer, completed)

        return await Execution(request, self._interpreter, closing).replies(begun=known.begun)


def _answer(received: _Received, replies: Sequence[Reply]) -> MailAnswer | None:
    """All replies as one mail; None without replies."""
    if not replies:
        return None
    incoming, person, _, _ = received
    game = next((reply.game for reply in reversed(replies) if reply.game is not None), None)
    last, present = replies[-1], next((one for one in reversed(replies) if one.state), None)
    boards = [reply.board for reply in replies if reply.board is not None and reply.game == game]
    return MailAnswer(
        incoming.sender,
        None if person is None else person.id,
        None if game is None else game.code,
        None if game is None or person is None else game.seat_of(person.id),
        received.subject(game),
        "\n\n".join(f"{one.text}{one.state if one is present else ''}" for one in replies),
        incoming.message_id or None,
        any(reply.picture for reply in replies),
        last.choices,
        last.confirms,
        last.game.public_version if last.confirms and last.game is not None else None,
        boards[-1] if boards else None,
        attached=tuple(text for reply in replies for text in reply.attached),
    )


def _may_be_automatic(incoming: Incoming, reply: Reply) -> bool:
    """Whether a mail with this reply may come from an autoresponder, which is answered once a day."""
    # A sentence that begins like a command may come from one as well.
    vain = reply.in_vain or (reply.refused and is_prose(incoming.text))
    return vain and not reply.sent_each_time
