"""Direct messages to the bot: chat messages, public or for the readers whom they name.

Their content comes without a privileged intent. No other messages are read.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

import discord
import structlog
from discord import ui
from discord.utils import snowflake_time

from bot.discord.api.retries import FAULTS, retry_until_known, retry_while_passing
from bot.discord.formatting.layouts import layout
from bot.discord.formatting.markdown import pinging, plain
from bot.discord.interaction.components import (
    LABEL_LIMIT,
    SELECT_OPTIONS,
    ButtonState,
    number_in,
    select_option,
)
from bot.discord.interaction.context import GameClient, cause_of, identity_of
from bot.discord.interaction.responder import Responder
from bot.discord.interaction.responding import Apology, run_request
from bot.discord.posts import chat
from bot.service.chat.messages import MessageSource, Quoted
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.contract.chat import seen_from

log = structlog.get_logger(__name__)

_KINDS = {discord.MessageType.default, discord.MessageType.reply}
_BUTTONS = 5
"""The most games that are offered as buttons; more are offered in a select."""
_RECEIPT_DELAY: Final = timedelta(seconds=10)
"""If a message is answered within this time, its receipt may not be stored yet."""
_UNSAID = Apology(
    "The games cannot be reached at this moment, so perhaps nobody was shown your message. Please write it "
    "again in a minute.",
    "Something went wrong on our side, and perhaps nobody was shown your message. Please look with the "
    "**Messages** button of the game's card.",
)
_COMMAND = re.compile(r"[/／]\s*(?P<name>[-\w]+)")
"""A command as text; phones may put a blank behind the slash, or begin the name with a capital letter."""


class DirectMessages:
    """Handles the direct messages of a client, those of one person in their order."""

    def __init__(self, client: GameClient) -> None:
        self._client = client
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def receive(self, message: discord.Message) -> None:
        """Pass a direct message on and answer it; other messages are ignored."""
        if message.guild is not None or message.author.bot or message.type not in _KINDS:
            return
        turn = self._turns.setdefault(message.author.id, asyncio.Lock())
        logged = structlog.contextvars.bound_contextvars(message=message.id)
        with self._client.context.requests.counted(), logged:
            async with turn:
                pass_on = partial(retry_while_passing, partial(self._pass_on, message))
                await run_request(pass_on, partial(_answer, message), _UNSAID, cause_of(message))

    async def _pass_on(self, message: discord.Message) -> None:
        service = self._client.context.service
        self._check(message)
        person = await service.identities.find(identity_of(message.author))
        quoted = await _quoted_by(service, person, message)
        code = quoted.code
        if code is None:
            games = await service.dm_routes.games(person, quoted.codes)
            if len(games) > 1:
                await _answer(message, view=_question(games, message, person))
                return
            code = games[0].code
        # The receipt comes from the outbox, so that it comes even if we are cut off now.
        await service.chat.say(
            person,
            code,
            message.content,
            cause=cause_of(message),
            source=MessageSource(direct=True, quoted=quoted, receipt=True),
        )

    def _check(self, message: discord.Message) -> None:
        """Raises Refused for a message without text or with files, and for one that looks like a command."""
        if not message.content.strip() or message.attachments or message.stickers:
            raise Refused(
                "no_text", "Only text can be passed on, not files or stickers. Nobody was shown this."
            )
        named = _COMMAND.match(seen_from(message.content))
        tree = getattr(self._client, "tree", None)
        if named and tree is not None and tree.get_command(named["name"].lower()) is not None:
            raise Refused(
                "a_command",
                "That begins like a command, so it was shown to nobody. Choose the command from the list "
                "that opens when you type the slash; to say this, begin with another word.",
            )


async def say_in_chosen_game(responder: Responder, state: ButtonState) -> None:
    """Send the earlier text to the game chosen now. Raises Refused."""
    code = "".join(state.values) or state.code
    if responder.interaction.channel_id is None:
        raise Refused("no_text", "That message is no longer there: please write it again.")
    room = responder.interaction.client.get_partial_messageable(responder.interaction.channel_id)
    try:
        message = await room.fetch_message(number_in(state.payload))
    except discord.NotFound:
        raise Refused("no_text", "That message is no longer there: please write it again.") from None
    if message.author.id != responder.interaction.user.id:
        raise Refused("not_yours", "That message is not yours.")
    quoted = await _quoted_by(responder.service, responder.person, message)
    shown_in = responder.interaction.message
    sent = await responder.service.chat.say(
        responder.person,
        code,
        message.content,
        cause=cause_of(message),
        source=MessageSource(
            direct=True, quoted=quoted, receipt_in=None if shown_in is None else shown_in.id
        ),
    )
    receipt = chat.receipt(responder.engines[sent.chat_message.key], sent.chat_message)
    await responder.show(layout(receipt))


def _question(games: Sequence[GameSummary], message: discord.Message, person: Person) -> ui.LayoutView:
    """Asks for which game. The text stays in its message; the buttons carry that message's id."""
    command = f"/{games[0].key} table"
    text = f"You play in several games: whom is this for?\n-# To choose once and for all: `{command}`."
    labels = {game.code: _label(game, person) for game in games}
    state = ButtonState("tell", payload=str(message.id))
    if len(games) <= _BUTTONS:
        return layout(text, [state._replace(code=code).button(label) for code, label in labels.items()])
    options = [select_option(label, code) for code, label in labels.items()]
    parts = [options[at : at + SELECT_OPTIONS] for at in range(0, len(options), SELECT_OPTIONS)]
    # Custom ids are unique in a message, so that of a select holds the code of its first game.
    selects = [
        state._replace(code=part[0].value).select(
            "The game you mean" if part == options else f"{part[0].value} to {part[-1].value}", part
        )
        for part in parts
    ]
    return layout(text, *([select] for select in selects))


async def _quoted_by(service: Service, person: Person, message: discord.Message) -> Quoted:
    """The message to which somebody replies; if nothing is known about it, it counts as private."""
    reference = message.reference
    if reference is None:
        return Quoted()
    before = reference.resolved
    if isinstance(before, discord.Message) and not before.author.bot:
        if before.author.id != message.author.id:
            return Quoted()
        return Quoted(await service.chat.table_of(person, cause_of(before)), own_text=before.content)
    number = reference.message_id
    if number is None:
        return Quoted(private=True)
    patient = message.created_at - snowflake_time(number) < _RECEIPT_DELAY
    quoted = await retry_until_known(lambda: service.chat.quoted(person, number), patient=patient)
    return quoted or Quoted(private=True)


def _label(game: GameSummary, person: Person) -> str:
    seat = game.seat_of(person.id)
    own = "" if seat is None else game.seats[seat].name
    return plain(f"{game.code} · {game.title} · {own}", LABEL_LIMIT)


async def _answer(message: discord.Message, text: str | None = None, **content: Any) -> None:
    """Answer in the same place, once, even if the message is delivered to us again."""
    sent = content if text is None else chat.message_content(text)
    try:
        await message.channel.send(**sent, nonce=f"re{message.id}", allowed_mentions=pinging())
    except FAULTS as error:
        log.warning("answer_lost", reason=str(error))
