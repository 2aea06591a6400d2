"""Handles a mail from beginning to end: its author, its requests, their results, and the one answer.

Everything is committed before the mail is accepted from the server. A repeated mail finds its results by its
causes, and continues where it stopped.
"""

import contextlib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Final, TypeAlias

import structlog
from msgspec import structs

from bot.clock import Clock
from bot.errors import DatabaseUnavailable
from bot.mail.commands import helping, strangers
from bot.mail.commands.interpreting import Interpreter, MailStep
from bot.mail.commands.playing import UNREADABLE, check_moves
from bot.mail.commands.request import UNKNOWN, Host, MailRequest, NotUnderstood, Reply, Unproved
from bot.mail.incoming.mail_programs import REPLY_PREFIXES
from bot.mail.incoming.parsing import Incoming
from bot.mail.outgoing import wording
from bot.mail.reply_address import STOP, Capability, ReplyAddresses, reply_addresses
from bot.service.accounts.mail import Known, address_hash, part_of, sender_hashes
from bot.service.chat.messages import chat_rules
from bot.service.facade import Service
from bot.service.play.actions import CarriedOut, Closing
from bot.service.values.answers import Played, Preview
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer
from bot.service.values.refused import IsAway, Refused
from bot.service.values.request import Cause, Person
from engines.contract import ErrorCode
from engines.wording import listed
from render.phrases import shorten

log = structlog.get_logger(__name__)

_AnswerTo: TypeAlias = Callable[[Played | Preview], Reply]
"""Makes the reply to what a command has done."""
_FAULT: Final = (
    "Something went wrong on our side. Please look with “board” whether it was done; if not, try again."
)
_NO_MOVE: Final = UNREADABLE | {ErrorCode.NOT_YOUR_TURN}
_SAY_SO: Final = frozenset({"one_move", "stale", "other_game", "no_reply_address", "not_your_address"})
"""The codes of refusals whose sentences say that nothing was done."""
_PROVED: Final = re.compile(r"([0-9A-Z]{1,8}): (.+)")
"""What a one-time code confirms, in a game."""
_READ: Final = 60
"""Lines of a mail that are read as moves."""
_SHORT: Final = 12
"""Characters of a text that can only be a move."""
_WORDS: Final = re.compile(r"(?=\D*+\Z)\D*?[^\W\d]{2}")
"""Text that looks like words: hardly any move has two letters in a row and no digit."""
_QUOTED: Final = 80
"""Characters of a line that an answer repeats."""
_OVERTAKEN: Final = -1
"""A public version that never occurs."""


class MailHandler:
    """Carries out incoming mails."""

    def __init__(
        self,
        service: Service,
        address: str,
        clock: Clock,
        *,
        shared_domain: bool = False,
        host: Host = UNKNOWN,
    ) -> None:
        """`address`: the bot's own. `shared_domain`: people have addresses in its domain as well."""
        self._service = service
        self._interpreter = Interpreter(service.engines)
        self._address = address.lower()
        self._shared_domain = shared_domain
        self._host = host
        self._clock = clock

    async def knows(self, recipient: str) -> bool:
        """Whether we accept mail for this address. Raises DatabaseUnavailable."""
        return _reads(await self._addresses(recipient), recipient)

    async def handle(self, incoming: Incoming) -> None:
        """Carry out a delivered mail and enqueue its answer; once, even if it is delivered repeatedly.

        Raises DatabaseUnavailable.
        """
        addresses = await self._addresses(incoming.recipient)
        if incoming.bounce is not None:
            returned = addresses.read_envelope_sender(incoming.recipient)
            if returned is not None and incoming.bounce.hard:
                await self._service.mail.bounced(returned.person_id, returned.address_tag)
            return
        recipients = [incoming.recipient]
        if addresses.is_base(incoming.recipient):
            # One mail to both addresses is delivered twice, and carried out once.
            recipients += incoming.named
        grant = next(filter(None, map(addresses.read, recipients)), None)
        stranger = next(filter(None, map(addresses.read_stranger, recipients)), None)
        reads_it = stranger is not None and stranger.address_hash == address_hash(incoming.sender)
        cause = cause_of(incoming)
        if stranger is not None and stranger.stops and incoming.auth != "fail":
            person = (await self._known(incoming, None, cause)).person if reads_it else None
            if person is None:
                await self._service.mail_invitations.never_again(stranger.address_hash)
                return
            # Since that mail they have become a person, to whom others go.
            grant = Capability(person.id, None, None, 0, STOP)
        if grant is not None and grant.confirms == STOP:
            # A button of a mail program has written it, whatever it says.
            incoming = structs.replace(incoming, automatic=False, text="stop")
        if incoming.automatic or incoming.auth == "fail" or not incoming.sender:
            return
        if grant is None and stranger is None and not addresses.is_base(incoming.recipient):
            return
        if self._is_ours(incoming.sender):
            return
        with structlog.contextvars.bound_contextvars(mail=cause.key):
            known = await self._known(incoming, grant, cause)
            if known.done:
                return
            person = known.person
            if known.closed and person is not None and (incoming.auth == "pass" or _is_own(grant, person)):
                log.info("mail_reaches_again", person=person.id)
                await self._service.mail.reachable(person)
            if person is None and reads_it:
                # The mail was written to them, and they have nothing here yet that others might want.
                incoming = structs.replace(incoming, auth="pass")
            await self._execute(incoming, grant, cause, known)

    async def _known(self, incoming: Incoming, grant: Capability | None, cause: Cause) -> Known:
        code = None if grant is None else grant.code
        lines = incoming.text.split("\n")
        return await self._service.mail.known(cause, incoming.sender, code, len(lines))

    def _is_ours(self, sender: str) -> bool:
        """Whether a mail comes from the bot, or from anything in its own domain."""
        local, _, host = sender.partition("@")
        own, _, domain = self._address.partition("@")
        return host == domain and (not self._shared_domain or local.partition("+")[0] == own)

    async def _addresses(self, recipient: str) -> ReplyAddresses:
        """The reader of this address; after a failure the keys are read again, as there may be a new one."""
        found = reply_addresses(self._address, await self._service.mail.keys())
        if _reads(found, recipient):
            return found
        return reply_addresses(self._address, await self._service.mail.keys(anew=True))

    async def _execute(
        self, incoming: Incoming, grant: Capability | None, cause: Cause, known: Known
    ) -> None:
        person, earlier = known.person, list[Cause]()
        is_known = person is not None
        if person is None:
            text, is_known = await strangers.answer(self._service, incoming, grant, cause)
            answer = None if text is None else self._answer(incoming, None, [Reply(text)])
        else:
            replies = await self._replies(incoming, person, grant, cause, known)
            if replies and replies[-1].in_vain and not known.begun:
                # Another process may carry it out at the same moment: then this one goes on where that is.
                known = await self._known(incoming, grant, cause)
                if known.begun:
                    replies = await self._replies(incoming, person, grant, cause, known)
            if replies and replies[-1].closes:
                log.info("mail_carried_out", known=True, answer="with it")
                return
            answer = self._answer(incoming, person, replies)
            if len(replies) == 1 and replies[0].in_vain:
                earlier = self._in_vain(incoming)
                if any([await self._service.mail.is_done(one) for one in earlier]):
                    answer = None
        sender = _sender_hash(incoming, grant, person)
        answered = await self._service.mail.answer(cause, sender, answer, known=is_known)
        for one in earlier[:1]:
            await self._service.mail.answer(one, sender, None)
        log.info("mail_carried_out", known=is_known, answer=answered if answer else "none")

    async def _replies(
        self, incoming: Incoming, person: Person, grant: Capability | None, cause: Cause, known: Known
    ) -> list[Reply]:
        """The replies to a mail's steps, up to the first refusal."""
        request = MailRequest(
            service=self._service,
            person=person,
            mail=incoming,
            grant=grant,
            cause=cause,
            now=self._clock.now(),
            host=self._host,
            zone=known.time_zone,
            key=known.key if _is_own(grant, person) else None,
            expected=None if grant is None or grant.code is None else grant.public_version,
        )
        lines = {line.strip() for line in incoming.text.split("\n")[:_READ] if line.strip()}
        try:
            # A single line is judged when it is carried out, unless it begins like a command.
            read = await self._read_lines(request, lines) if len(lines) > 1 else {}
            try:
                steps = self._steps(incoming, request, read)
            except Refused:
                read = read or await self._read_lines(request, lines)
                steps = self._steps(incoming, request, read)
            parts = [part_of(cause, number) for number in range(1, len(steps) + 1)]
            fates: list[CarriedOut] = ["new"] * len(steps)
            if known.begun:
                fates = [await self._service.play.carried_out(part) for part in parts]
            # An earlier delivery of the mail was understood.
            for step in steps if len(lines) > 1 and {*fates} == {"new"} else ():
                if step.moves:
                    await check_moves(request, step.moves, read)
        except Refused as refused:
            several = lines if len(lines) > 1 else ()
            return [replace(await self._refusal(request, refused, moves=several), in_vain=True)]
        if not steps:
            return [replace(await helping.how_to(request), in_vain=True)]
        sender = _sender_hash(incoming, grant, person)

        def closing(before: Sequence[Reply], answer_to: _AnswerTo) -> Closing:
            def answer(done: Played | Preview) -> MailAnswer | None:
                return self._answer(incoming, person, [*before, answer_to(done)])

            return self._service.mail.closing(cause, sender, answer)

        return await self._walk(request, steps, list(zip(parts, fates, strict=True)), closing)

    def _steps(
        self, incoming: Incoming, request: MailRequest, read: Mapping[str, Refused | None]
    ) -> list[MailStep]:
        """The steps of a mail. `read`: lines that were read as moves. Raises Refused."""
        moves = {line for line, why in read.items() if why is None or why.code not in _NO_MOVE}
        return self._interpreter.steps_of(incoming.text, request.key, moves.__contains__)

    def _in_vain(self, incoming: Incoming) -> list[Cause]:
        """Causes that mark the same text as received in vain today or yesterday.

        Autoresponders repeat themselves; a single short word may be a retried move.
        """
        if incoming.text and len(incoming.text) <= _SHORT and " " not in incoming.text:
            return []
        today = self._clock.now().date()
        texts = (f"{incoming.sender} {today - timedelta(days=ago)} {incoming.text}" for ago in (0, 1))
        return [_cause(words) for words in texts]

    async def _read_lines(self, request: MailRequest, lines: Collection[str]) -> dict[str, Refused | None]:
        """Each line read as a move of the answered mail's game: its refusal, or None."""
        if request.about is None:
            return {}
        try:
            refused = await self._service.play.read_notations(request.person, request.about, lines)
        except Refused:
            return {}
        return {line: refused.get(line) for line in lines}

    async def _walk(
        self,
        request: MailRequest,
        steps: Sequence[MailStep],
        parts: Sequence[tuple[Cause, CarriedOut]],
        closing: Callable[[Sequence[Reply], _AnswerTo], Closing],
    ) -> list[Reply]:
        replies: list[Reply] = []
        for number, (step, (part, fate)) in enumerate(zip(steps, parts, strict=True), 1):
            request.begin(part, done_before=fate != "new")
            request.closing = None if number < len(steps) else partial(closing, replies)
            try:
                reply = await self._run(request, step)
            except Refused as refused:
                left = steps[number:]
                refusal = await self._refusal(request, refused, left, moves=step.moves, first=not replies)
                replies.append(replace(refusal, in_vain=bool(step.moves)))
                return replies
            except DatabaseUnavailable:
                raise
            except Exception:
                log.exception("mail_failed")
                replies.append(Reply(_FAULT))
                return replies
            if reply is None:
                return replies
            replies.append(reply)
            if reply.stops:
                return replies
            if request.grant is not None and reply.game is not None and reply.game.code == request.grant.code:
                request.expected = _OVERTAKEN if fate == "overtaken" else reply.game.public_version
        return replies

    async def _run(self, request: MailRequest, step: MailStep) -> Reply | None:
        """Carry out a step; None where a one-time code was sent that must come first. Raises Refused."""
        try:
            if step.digits is not None:
                return await self._redeem(request, step.digits)
            return await step.run(request)
        except Unproved as unproved:
            await self._service.addresses.send_code(
                request.person,
                unproved.line if unproved.code is None else f"{unproved.code}: {unproved.line}",
                cause=request.cause,
                code=unproved.code,
                in_reply_to=request.mail.message_id or None,
                own=request.own,
            )
            return None

    async def _redeem(self, request: MailRequest, digits: str) -> Reply:
        """Do what a one-time code confirms, which was sent to the person's address. Raises Refused."""
        line = await self._service.addresses.redeem(request.person, digits)
        if line is None:
            # Also if an earlier delivery of this mail confirmed the address.
            found = await self._service.addresses.confirm(digits, address=request.mail.sender)
            return Reply(await strangers.welcome(self._service, found, request.cause))
        request.proved, request.expected = True, None
        if about := _PROVED.fullmatch(line):
            request.proved_game, line = about[1], about[2]
        # Repeated digits do it once.
        part = _cause(f"{request.person.id} {digits} {line}")
        request.begin(part, done_before=await self._service.play.carried_out(part) != "new")
        (step,) = self._interpreter.steps_of(line, None)
        return await step.run(request)

    async def _refusal(
        self,
        request: MailRequest,
        refused: Refused,
        left: Sequence[MailStep] = (),
        *,
        moves: Collection[str] = (),
        first: bool = True,
    ) -> Reply:
        """Why a step was refused, what was not executed after it, and what is legal.

        `moves`: the lines of the step that were read as moves, of which none was made; they may be meant for
        the other players. All lines of a mail that was refused before its first step. `first`: whether
        nothing was executed before it.
        """
        sentence = (await request.as_mailed(refused)).sentence
        if isinstance(refused, IsAway):
            until = wording.moment(refused.until, request.zone)
            sentence = f"You are on vacation until {until}. Write “away end” to be back, and then play."
        words = wording.plain(wording.with_commands(sentence))
        words = words if refused.game is None else wording.with_people(words, refused.game)
        several = len(moves) > 1 and refused.code not in _SAY_SO
        if first and (several or isinstance(refused, NotUnderstood) or refused.code in UNREADABLE):
            words = f"{words} Nothing of your mail was done.{await _aloud(request, moves)}"
        elif several:
            words = f"{words} This was not done: {listed([*moves, *(one.line for one in left)])}."
        elif left:
            words = f"{words} What stands below it was not done: {listed(one.line for one in left)}."
        elif refused.code == ErrorCode.NOT_YOUR_TURN:
            # Games check the turn before they read the text.
            words = f"{words}{await _aloud(request, moves)}"
        reply = Reply(words)
        if request.about is not None:
            # The position shows the state and what is legal.
            with contextlib.suppress(Refused):
                reply.game, reply.picture = await request.summary(), True
        return reply

    def _answer(
        self, incoming: Incoming, person: Person | None, replies: Sequence[Reply]
    ) -> MailAnswer | None:
        """All replies as one mail; None without replies."""
        if not replies:
            return None
        game = next((reply.game for reply in reversed(replies) if reply.game is not None), None)
        last, present = replies[-1], next((one for one in reversed(replies) if one.state), None)
        boards = [reply.board for reply in replies if reply.board is not None and reply.game == game]
        return MailAnswer(
            incoming.sender,
            None if person is None else person.id,
            None if game is None else game.code,
            None if game is None or person is None else game.seat_of(person.id),
            _subject(incoming, game),
            "\n\n".join(f"{one.text}{one.state if one is present else ''}" for one in replies),
            incoming.message_id or None,
            any(reply.picture for reply in replies),
            last.choices,
            last.confirms,
            last.game.public_version if last.confirms and last.game is not None else None,
            boards[-1] if boards else None,
            attached=tuple(text for reply in replies for text in reply.attached),
        )


async def _aloud(request: MailRequest, moves: Collection[str]) -> str:
    """How to send a line as a public message, if it looks like text and does not answer a private message."""
    (line,) = moves if len(moves) == 1 else ("",)
    if request.key is None or not _WORDS.match(line):
        return ""
    if chat_rules(request.engines[request.key]).private and await request.answers_private_chat():
        return ""
    return f" To say it to everybody at the table answer “say {shorten(line, _QUOTED)}”."


def _is_own(grant: Capability | None, person: Person) -> bool:
    """Whether an address was made for this person."""
    return grant is not None and grant.person_id == person.id


def _sender_hash(incoming: Incoming, grant: Capability | None, person: Person | None) -> str:
    """By which a sender's answers are counted: forged mails leave the owner of an address theirs."""
    verified, unverified = sender_hashes(incoming.sender)
    is_theirs = incoming.auth == "pass" or (person is not None and _is_own(grant, person))
    return verified if is_theirs else unverified


def _reads(addresses: ReplyAddresses, recipient: str) -> bool:
    """Whether an address is one of ours."""
    return (
        addresses.is_base(recipient)
        or addresses.read(recipient) is not None
        or addresses.read_stranger(recipient) is not None
        or addresses.read_envelope_sender(recipient) is not None
    )


def cause_of(incoming: Incoming) -> Cause:
    """A mail's identity over repeated deliveries: its Message-ID and sender."""
    known = f"{incoming.message_id}\n{incoming.sender}" if incoming.message_id else incoming.raw_hash
    return _cause(known)


def _cause(text: str) -> Cause:
    """A cause of 40 digits of a hash, so that it fits beside the number of a part."""
    return Cause(f"mail:{sha256(text.encode()).hexdigest()[:40]}")


def _subject(incoming: Incoming, game: GameSummary | None) -> str:
    """The subject of the answered mail or, for a new mail about a game, the game's."""
    if plain := REPLY_PREFIXES.sub("", incoming.subject):
        return f"Re: {plain}"
    return "Turnpost" if game is None else f"[{game.code}] {game.title}"
