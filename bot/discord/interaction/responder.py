"""Answers interactions in time and once.

Discord allows three seconds for the first answer and fifteen minutes for its completion. An answer that is
ready soon is the first answer itself; a slower one, or one with a picture, is acknowledged first and
completed by an edit. Whatever happens to the answer, the use case behind it goes on, and the outbox delivers
its results.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any, Final, Literal, TypeAlias

import discord
import structlog

from bot.discord.api.error_codes import ErrorCode
from bot.discord.api.retries import FAULTS, code_of, is_transient
from bot.discord.formatting.layouts import Part, boxed, buttons_below
from bot.discord.formatting.markdown import DISPLAY_LIMIT, MESSAGE_LIMIT, pinging
from bot.discord.interaction.context import Interaction, Request
from bot.retries import ANSWER
from engines.contract import View
from engines.wording import shorten
from render.contract import Frame

log = structlog.get_logger(__name__)

_ANSWER_GONE = {
    ErrorCode.UNKNOWN_INTERACTION,
    ErrorCode.UNKNOWN_WEBHOOK,
    ErrorCode.UNKNOWN_MESSAGE,
    ErrorCode.INVALID_WEBHOOK_TOKEN,
}


ACKNOWLEDGED_WITHIN: Final = timedelta(seconds=1.5)
"""Half of Discord's three seconds: the library repeats a failed acknowledgement after one second."""


_First: TypeAlias = Literal["given", "perhaps", "before"]
"""The result of a first answer: it was given; it may have been; or there was one before, or none is taken."""


class Responder(Request):
    """A request with its one answer, which only its user sees."""

    def __init__(
        self,
        interaction: Interaction,
        *,
        update: bool = False,
        when_first: Callable[[], None] = lambda: None,
    ) -> None:
        """`update`: the answer replaces the pressed message. `when_first`: called after the first answer."""
        super().__init__(interaction)
        self.reachable = True
        """False once Discord no longer takes the answer. Only the answer is lost, nothing else."""
        self.instead: discord.ui.Item[Any] | None = None
        """The button under a refusal, with an alternative."""
        self._update = update
        self._when_first = when_first
        self._answered = False
        self._gone = set(_ANSWER_GONE)
        """The error codes that mean that Discord no longer takes the answer."""
        self._first = asyncio.Lock()

    async def acknowledge(self) -> None:
        """Acknowledge, unless there was an answer before."""
        how = {} if self._update else {"ephemeral": True, "thinking": True}
        try:
            await self._answer_first(partial(self.interaction.response.defer, **how))
        except FAULTS as error:
            self._unreachable(error)

    @asynccontextmanager
    async def in_time(self) -> AsyncIterator[None]:
        """Acknowledge automatically where the block does not answer soon, or at all."""
        if self._answered:
            yield
            return
        timer = asyncio.create_task(self._acknowledge_late())
        try:
            yield
            await self.acknowledge()
        finally:
            timer.cancel()
            await asyncio.wait({timer})

    async def _acknowledge_late(self) -> None:
        # Discord's three seconds begin when it sends the interaction, which arrives late after an outage.
        began = min(self.context.clock.now(), self.interaction.created_at)
        await self.context.clock.sleep(began + ACKNOWLEDGED_WITHIN - self.context.clock.now())
        await self.acknowledge()

    async def _answer_first(self, answer: Callable[[], Awaitable[object]]) -> _First:
        """Give the first answer, unless there was one. Raises one of `FAULTS` where Discord refuses it."""
        async with self._first:
            if self._answered or not self.reachable:
                return "before"
            given: _First = "given"
            try:
                await answer()
            except discord.InteractionResponded:
                given = "before"
            except FAULTS as error:
                # 40060: an earlier attempt of this answer arrived although its receipt was lost. So may this
                # one, where the connection was cut: then the user still waits for the completion.
                given = "perhaps"
                if is_transient(error):
                    log.warning("first_answer_lost", reason=str(error))
                elif code_of(error) in _ANSWER_GONE:
                    self._unreachable(error)
                elif code_of(error) == ErrorCode.ALREADY_ACKNOWLEDGED:
                    # Another process may have answered while this one was frozen: its layout takes no text.
                    self._gone.add(ErrorCode.INVALID_FORM)
                else:
                    raise
            self._answered = True
            self._when_first()
            return given

    async def draw(self, key: str, view: View, frame: Frame) -> discord.File:
        """A picture for the answer, after an acknowledgement."""
        await self.acknowledge()
        return await super().draw(key, view, frame)

    async def say(
        self,
        text: str,
        *,
        files: Sequence[discord.File] = (),
        button: discord.ui.Item[Any] | None = None,
    ) -> None:
        """Answer with text and files, and a button under them."""
        await self._finish(files, **self._words(text, button))

    def _words(self, text: str, button: discord.ui.Item[Any] | None = None) -> dict[str, Any]:
        button = button or self.instead
        below = {} if button is None else {"view": buttons_below(button)}
        return {"content": shorten(text, MESSAGE_LIMIT), **below}

    async def show(self, view: discord.ui.LayoutView, *, files: Sequence[discord.File] = ()) -> None:
        """Answer with a layout."""
        await self._finish(files, view=view)

    async def show_box(self, *parts: Part) -> None:
        """Answer with parts in a frame; the files among them are attached."""
        await self.show(boxed(*parts), files=_files_in(parts))

    async def refuse(self, text: str) -> None:
        """Refuse: in place of the answer, but beside a pressed message."""
        if not self._update:
            await self.say(text)
        elif await self._answer_first(partial(self._send_first, **self._words(text))) == "before":
            await self.send_followup(text)

    async def replace_with(self, text: str) -> None:
        """Answer with text only, in place of the pressed panel."""
        await self.show_box(shorten(text, DISPLAY_LIMIT))

    async def send_followup(self, text: str) -> None:
        """Say something beside the answer or the pressed message, which stays as it is."""
        await self._follow_up(content=shorten(text, MESSAGE_LIMIT), ephemeral=True)

    async def post(self, *parts: Part) -> None:
        """Post parts in a frame publicly; only for presses on private messages, which stay as they are."""
        await self._follow_up(view=boxed(*parts), files=_files_in(parts))

    async def _follow_up(self, **content: Any) -> None:
        await self.acknowledge()
        # Unlike an edit, a followup is not retried: it could arrive twice.
        await self._send(partial(self.interaction.followup.send, allowed_mentions=pinging(), **content))

    async def _finish(self, files: Sequence[discord.File], **content: Any) -> None:
        """Give the answer: as the first one if it has no files."""
        if files:
            await self.acknowledge()
        elif await self._answer_first(partial(self._send_first, update=self._update, **content)) == "given":
            return
        await self._edit(files, **content)

    async def _send_first(self, *, update: bool = False, **content: Any) -> None:
        if "view" in content:
            # The library need not track the view: our components keep their state in custom ids.
            content["view"].stop()
        response = self.interaction.response
        if update:
            await response.edit_message(attachments=[], allowed_mentions=pinging(), **content)
        else:
            await response.send_message(ephemeral=True, allowed_mentions=pinging(), **content)

    async def _edit(self, files: Sequence[discord.File], **content: Any) -> None:
        """Complete the answer, with retries while the connection is down."""
        drawn = [(file.filename, file.description, file.fp.read()) for file in files]

        async def edit() -> None:
            # The library closes a file after each attempt.
            fresh = [discord.File(BytesIO(data), name, description=alt) for name, alt, data in drawn]
            await self.interaction.edit_original_response(
                attachments=fresh, allowed_mentions=pinging(), **content
            )

        await self._send(lambda: ANSWER.call(edit, is_transient))

    async def _send(self, send: Callable[[], Awaitable[object]]) -> None:
        if not self.reachable:
            return
        try:
            await send()
        except FAULTS as error:
            if code_of(error) not in self._gone and not is_transient(error):
                raise
            self._unreachable(error)

    def _unreachable(self, error: Exception) -> None:
        self.reachable = False
        log.warning("answer_lost", reason=str(error))


def _files_in(parts: Sequence[Part]) -> list[discord.File]:
    return [part for part in parts if isinstance(part, discord.File)]


Options: TypeAlias = Mapping[str, Any]
"""The values that a user has filled in, by the names of a command's options."""
Handler: TypeAlias = Callable[[Responder], Awaitable[None]]
CommandHandler: TypeAlias = Callable[[Responder, Options], Awaitable[None]]
