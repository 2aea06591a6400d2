"""Executes a mail's steps, up to the first that is refused."""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import structlog
from msgspec import structs

from bot.errors import DatabaseUnavailable
from bot.mail.commands import helping, strangers
from bot.mail.commands.interpreting import Interpreter, MailStep
from bot.mail.commands.playing import check_moves
from bot.mail.commands.refusals import refusal_reply
from bot.mail.commands.request import MailRequest, Reply, Unproved
from bot.mail.commands.typed_line import tidied
from bot.mail.incoming.causes import cause_from
from bot.mail.outgoing.legal_moves import grouped, shown_as
from bot.service.accounts.mail import part_of
from bot.service.play.actions import Closing, RequestState
from bot.service.values.answers import Played, Preview
from bot.service.values.refused import UNREADABLE, Refused
from engines.contract import ErrorCode
from engines.wording import listed

log = structlog.get_logger(__name__)

AnswerTo: TypeAlias = Callable[[Played | Preview], Reply]
"""Makes the reply to what a command has done."""
_FAULT: Final = (
    "Something went wrong on our side. Please look with “board” whether it was done; if not, try again."
)
_CODE_FIRST: Final = "You have been sent a code that must first confirm “{}”. What is below that line"
_NO_MOVE: Final = UNREADABLE | {ErrorCode.NOT_YOUR_TURN}
_PROVED: Final = re.compile(r"([0-9A-Z]{1,8}): (.+)")
"""What a one-time code confirms, in a game."""
_READ: Final = 60
"""Lines of a mail that are read as moves."""
_OVERTAKEN: Final = -1
"""A public version that never occurs."""


class Execution:
    """The execution of one mail."""

    def __init__(
        self,
        request: MailRequest,
        interpreter: Interpreter,
        closing: Callable[[Sequence[Reply], AnswerTo], Closing],
    ) -> None:
        """`closing`: closes the mail with the replies so far and that to its last step."""
        self._request = request
        self._service = request.service
        self._interpreter = interpreter
        self._closing = closing

    async def replies(self, *, begun: bool) -> list[Reply]:
        """The replies to the steps, up to the first refusal. `begun`: whether any may be done already."""
        replies = await self._replies(begun=begun)
        if begun or [reply.refused for reply in replies] != [True]:
            return replies
        if (notation := await self._shown_move()) is None:
            return replies
        self._request.mail = structs.replace(self._request.mail, text=notation)
        return await self._replies(begun=False)

    async def _shown_move(self) -> str | None:
        """The move whose line in a list of moves is all that the mail says, in notation.

        Of several lines an earlier delivery of the mail may have made one a move, and then none lists it.
        """
        request, line = self._request, self._request.mail.text.strip()
        if request.about is None or "\n" in line:
            return None
        try:
            choices = await self._service.play.choices(request.person, request.about)
        except Refused:
            return None
        return await asyncio.to_thread(lambda: shown_as(grouped(choices), tidied(line)))

    async def _replies(self, *, begun: bool) -> list[Reply]:
        request, text = self._request, self._request.mail.text
        lines = {line.strip() for line in text.split("\n")[:_READ] if line.strip()}
        several = lines if len(lines) > 1 else set[str]()
        try:
            # A single line is judged when it is carried out, unless it begins like a command.
            read = await self._read_lines(several)
            try:
                steps = self._steps(read)
            except Refused:
                read = read or await self._read_lines(lines)
                steps = self._steps(read)
            parts = [part_of(request.cause, number) for number in range(1, len(steps) + 1)]
            states: list[RequestState] = ["new"] * len(steps)
            if begun:
                states = [await self._service.play.request_state(part) for part in parts]
            # An earlier delivery of the mail was understood.
            for step in steps if several and {*states} == {"new"} else ():
                if step.moves:
                    await check_moves(request, step.moves, read)
        except Refused as refused:
            return [replace(await refusal_reply(request, refused, moves=several), in_vain=True)]
        if not steps:
            return [replace(await helping.how_to(request), in_vain=True)]
        replies = list[Reply]()
        for number, (step, part, state) in enumerate(zip(steps, parts, states, strict=True), 1):
            request.begin(part, done_before=state != "new")
            request.closing = None if number < len(steps) else partial(self._closing, replies)
            reply = await self._reply(step, steps[number:], first=not replies)
            if reply is None:
                break
            replies.append(reply)
            if reply.stops:
                break
            if request.grant is not None and reply.game is not None and reply.game.code == request.grant.code:
                request.expected = _OVERTAKEN if state == "overtaken" else reply.game.public_version
        return replies

    async def _read_lines(self, lines: Collection[str]) -> dict[str, Refused | None]:
        """Each line, as written and `tidied`, read as a move of the answered mail's game: its refusal, or
        None.
        """
        request = self._request
        if request.about is None or not lines:
            return {}
        texts = {*lines, *map(tidied, lines)}
        try:
            refused = await self._service.play.read_notations(request.person, request.about, texts)
        except Refused:
            return {}
        return {text: refused.get(text) for text in texts}

    def _steps(self, read: Mapping[str, Refused | None]) -> list[MailStep]:
        """The steps of the mail. `read`: lines that were read as moves. Raises Refused."""
        moves = {line for line, why in read.items() if why is None or why.code not in _NO_MOVE}
        return self._interpreter.steps_of(self._request.mail.text, self._request.key, moves.__contains__)

    async def _reply(self, step: MailStep, left: Sequence[MailStep], *, first: bool) -> Reply | None:
        """The reply to a step, as `_run`, or to its refusal. `left`: the steps after it, none of which is
        done where a code must come first.
        """
        try:
            reply = await self._run(step)
        except Refused as refused:
            why = await refusal_reply(self._request, refused, left, moves=step.moves, first=first)
            return replace(why, in_vain=bool(step.moves), stops=True)
        except DatabaseUnavailable:
            raise
        except Exception:
            log.exception("mail_failed")
            return Reply(_FAULT, stops=True)
        if reply is None and left:
            below = listed(one.line for one in left)
            return Reply(f"{_CODE_FIRST.format(step.line)} was not done: {below}.", stops=True)
        return reply

    async def _run(self, step: MailStep) -> Reply | None:
        """Execute a step; None where a one-time code was sent that must come first. Raises Refused."""
        request = self._request
        try:
            if step.digits is not None:
                return await self._redeem(step.digits)
            return await step.run(request)
        except Unproved as unproved:
            line = unproved.line or step.line
            await self._service.addresses.send_code(
                request.person,
                line if unproved.code is None else f"{unproved.code}: {line}",
                cause=request.cause,
                code=unproved.code,
                in_reply_to=request.mail.message_id or None,
                own=request.own,
            )
            return None

    async def _redeem(self, digits: str) -> Reply:
        """Do what a one-time code confirms, which was sent to the person's address. Raises Refused."""
        request = self._request
        addresses, forged = self._service.addresses, not request.answers_ours
        line = await addresses.redeem(request.person, digits, forged=forged)
        if line is None:
            # Also if an earlier delivery of this mail confirmed the address.
            found = await addresses.confirm(digits, address=request.mail.sender, forged=forged)
            return Reply(await strangers.welcome(self._service, found, request.cause))
        unproved = request.proved, request.proved_game, request.expected
        request.proved, request.expected = True, None
        if about := _PROVED.fullmatch(line):
            request.proved_game, line = about[1], about[2]
        # Repeated digits do it once.
        part = cause_from(f"{request.person.id} {digits} {line}")
        request.begin(part, done_before=await self._service.play.request_state(part) != "new")
        (step,) = self._interpreter.steps_of(line, None)
        try:
            return await step.run(request)
        finally:
            # The digits confirm nothing else in the mail.
            request.proved, request.proved_game, request.expected = unproved
