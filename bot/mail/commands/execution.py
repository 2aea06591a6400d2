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
"""Makes the reply to the result of a command."""
_FAULT: Final = (
    "Something went wrong on our side. Please look with “board” whether it was done; if not, try again."
)
_CODE_FIRST: Final = "You have been sent a code that must first confirm “{}”. What is below that line"
_NO_MOVE: Final = UNREADABLE | {ErrorCode.NOT_YOUR_TURN}
_PROVED: Final = re.compile(r"([0-9A-Z]{1,8}): (.+)")
"""The line that a one-time code confirms, behind the code of a game."""
_READ: Final = 60
"""The most lines of a mail that are read as moves."""
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
        """`closing`: closes the mail with the earlier replies and the reply to its last step."""
        self._request = request
        self._service = request.service
        self._interpreter = interpreter
        self._closing = closing

    async def replies(self, *, begun: bool) -> list[Reply]:
        """The replies to the steps, up to the first refusal. `begun`: whether some may have been executed."""
        replies = await self._replies(begun=begun)
        if begun or [reply.refused for reply in replies] != [True]:
            return replies
        if (notation := await self._shown_move()) is None:
            return replies
        self._request.mail = structs.replace(self._request.mail, text=notation)
        return await self._replies(begun=False)

    async def _shown_move(self) -> str | None:
        """The notation of the move that is all that the mail names, by its words in a list of moves.

        None for several lines: an earlier delivery may have played one of them, which no list has now.
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
            # A single line is read when it is executed, unless it begins like a command.
            read = await self._read_lines(several)
            try:
                steps = self._steps(read, begun=begun)
            except Refused:
                read = read or await self._read_lines(lines)
                steps = self._steps(read, begun=begun)
            parts = [part_of(request.cause, number) for number in range(1, len(steps) + 1)]
            states: list[RequestState] = ["new"] * len(steps)
            if begun:
                states = [await self._service.play.request_state(part) for part in parts]
            # Check the moves first, unless an earlier delivery of the mail has passed this.
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
            acted = request.current or state != "new"
            if acted and reply.game is not None and reply.game.code == request.about:
                request.expected = _OVERTAKEN if state == "overtaken" else reply.game.public_version
        return replies

    async def _read_lines(self, lines: Collection[str]) -> dict[str, Refused | None]:
        """Read lines, as written and `tidied`, as moves of the answered mail's game; the refusal of each, or
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

    def _steps(self, read: Mapping[str, Refused | None], *, begun: bool) -> list[MailStep]:
        """The steps of the mail. `read`: lines that were read as moves. Raises Refused."""
        moves = {line for line, why in read.items() if why is None or why.code not in _NO_MOVE}
        words = {line for line, why in read.items() if why is not None and why.code in UNREADABLE}

        def was_move(line: str) -> bool:
            # The turn of an earlier delivery may be over, so that its moves cannot be read any more.
            return line in moves or (begun and line not in words and ":" not in line)

        return self._interpreter.steps_of(
            self._request.mail.text, self._request.key, moves.__contains__, was_move
        )

    async def _reply(self, step: MailStep, left: Sequence[MailStep], *, first: bool) -> Reply | None:
        """Execute a step, and return the reply to it or to its refusal.

        None: the last step waits for a one-time code. `left`: the steps after it, which are not done then.
        """
        try:
            reply = await self._run(step)
        except Refused as refused:
            why = await refusal_reply(self._request, refused, left, moves=step.moves, first=first)
            each_time = why.sent_each_time or step.says
            return replace(why, in_vain=bool(step.moves), stops=True, sent_each_time=each_time)
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
        """Execute a step; None if a one-time code was sent that must confirm it first. Raises Refused."""
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
        """Execute the line that a one-time code confirms, or confirm an address. Raises Refused."""
        request = self._request
        addresses, forged = self._service.addresses, not request.answers_ours
        line = await addresses.redeem(request.person, digits, forged=forged)
        if line is None:
            # The code may confirm an address; an earlier delivery of this mail may have done so.
            found = await addresses.confirm(digits, address=request.mail.sender, forged=forged)
            return Reply(await strangers.welcome(self._service, found, request.cause))
        unproved = request.proved, request.proved_game, request.expected
        request.proved, request.expected = True, None
        if about := _PROVED.fullmatch(line):
            request.proved_game, line = about[1], about[2]
        # If the digits come again, the line is not executed again.
        part = cause_from(f"{request.person.id} {digits} {line}")
        request.begin(part, done_before=await self._service.play.request_state(part) != "new")
        (step,) = self._interpreter.steps_of(line, None)
        try:
            return replace(await step.run(request), spends=digits)
        finally:
            # The code confirms nothing else in the mail.
            request.proved, request.proved_game, request.expected = unproved
