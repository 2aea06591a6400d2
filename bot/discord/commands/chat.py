"""The chat commands of a game: `say`, `messages` and, if its rules have them, `whisper` and `table`."""

import contextlib
from collections.abc import Collection
from functools import partial
from typing import Literal

from discord import app_commands

from bot.discord.commands.about_game import GameFinder, game_command, game_option, resolve_game
from bot.discord.formatting.markdown import title
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import Completions, Focus, Option, SlashCommand, build_command, choice
from bot.discord.interaction.responder import Options, Responder
from bot.discord.posts import chat
from bot.service.chat.messages import chat_rules
from bot.service.commands import READS
from bot.service.game.scope import GameScope
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.contract import LONGEST_MESSAGE, AnyEngine, Seat

_FLAGS = 20
"""Characters that the readers' names may take before a message."""
ASK = "ask"
"""A choice in place of a game's code: ask for each message to which game it is to go."""


def chat_commands(engine: AnyEngine) -> list[SlashCommand]:
    """The chat commands of a game."""
    find = partial(_find_game, engine=engine)
    commands = [_say_command(engine, find)]
    if chat_rules(engine).private:
        commands.append(_whisper_command(engine, find))
    commands.append(_messages_command(engine, find))
    # Direct messages to the bot are chat only in games whose own rules have chat.
    if engine.chat is not None:
        commands.append(_table_command(engine, find))
    return commands


async def show_messages(responder: Responder, code: str, *, turn: str | None = None, skip: int = 0) -> None:
    """Show the messages of a game that the user may read. Raises Refused."""
    talks = await responder.service.chat.messages(
        responder.person, code, turn=turn, skip=skip, fitting=chat.fitting
    )
    await responder.show(chat.messages_page(responder.engines[talks.summary.key], talks))


async def _say(
    responder: Responder, summary: GameSummary, options: Options, to: Collection[Seat] | None = None
) -> None:
    """Send a chat message, and answer its speaker with the receipt."""
    sent = await responder.service.chat.say(
        responder.person, summary.code, str(options["text"]), cause=responder.cause, to=to
    )
    chat_message = sent.chat_message
    content = chat.message_content(chat.receipt(responder.engines[chat_message.key], chat_message))
    if "content" in content:
        await responder.say(content["content"])
    else:
        await responder.show(content["view"])


def _say_command(engine: AnyEngine, find: GameFinder) -> SlashCommand:
    longest = app_commands.Range[str, 1, LONGEST_MESSAGE + _FLAGS]
    unless = " unless it begins with a dash" if chat_rules(engine).private else ""
    text = Option("text", f"What you say, to everybody{unless}", longest)
    options = [text, game_option("running", engine)]
    return game_command("say", "Say something at the table", options, _say, find)


def _whisper_command(engine: AnyEngine, find: GameFinder) -> SlashCommand:
    names = [seat.name for seat in engine.info.seats]
    others = [Option("to", "Who is to read it; nobody else will", Literal[tuple(names)])]
    more = [
        Option(f"and_{number}", "Who is to read it as well", Literal[tuple(names)], False)
        for number in range(2, len(names))
    ]
    text = Option("text", "What you say to them alone", app_commands.Range[str, 1, LONGEST_MESSAGE])

    async def whisper(responder: Responder, summary: GameSummary, options: Options) -> None:
        to = {names.index(str(options[option.name])) for option in [*others, *more] if option.name in options}
        await _say(responder, summary, options, to)

    declared = [*others, text, *more, game_option("running", engine)]
    return game_command("whisper", "Say something to some players alone", declared, whisper, find)


def _messages_command(engine: AnyEngine, find: GameFinder) -> SlashCommand:
    async def messages(responder: Responder, summary: GameSummary, options: Options) -> None:
        await show_messages(responder, summary.code, turn=options.get("round"))

    async def complete(request: Request, focus: Focus) -> Completions:
        summary = await find(request, focus.options, "any")
        turns = await request.service.chat.turns(request.person, summary.code)
        typed = focus.current.strip().lower()
        return [choice(turn, turn) for turn in reversed(turns) if typed in turn.lower()]

    narrowed = Option("round", "Only what was said then; everything by default", str, False, complete)
    return game_command("messages", READS, [narrowed, game_option("any", engine)], messages, find)


def _table_command(engine: AnyEngine, find: GameFinder) -> SlashCommand:
    async def table(responder: Responder, options: Options) -> None:
        routes = responder.service.dm_routes
        person = responder.person
        if str(options.get("game", "")).strip().lower() == ASK:
            await routes.clear(person)
            await responder.say("If you play in several games, you are asked which one you are writing to.")
            return
        summary = await find(responder, options, "running")
        relayed = await routes.choose(person, summary.code, relayed=options.get("relay"))
        comes = "comes" if relayed else "does not come"
        goes = f"What you write to me in direct messages goes to {title(summary)}."
        others = f"What others say to everybody {comes} to you there as well."
        await responder.say(f"{goes} {others} To be asked each time: `game:{ASK}`.")

    relay = Option("relay", "Whether what others say to everybody comes by direct message", bool, False)
    help_text = "Choose the game that your direct messages to me go to"
    return build_command("table", help_text, [game_option("running", engine), relay], table)


async def _find_game(
    request: Request, options: Options, scope: GameScope, *, engine: AnyEngine
) -> GameSummary:
    """The game of a chat command; in direct messages the one chosen with `table`. Raises Refused."""
    if "game" not in options and request.place is None:
        games: list[GameSummary] = []
        # Where no game with chat is running, the search below gives the more helpful refusal.
        with contextlib.suppress(Refused):
            games = await request.service.dm_routes.games(request.person)
        own = [game for game in games if game.key == engine.info.key]
        if len(own) > 1:
            several = f"You play in several games ({', '.join(game.code for game in own)})"
            raise Refused("which_game", f"{several}: name one, or choose with `/{engine.info.key} table`.")
        if own:
            return own[0]
    return await resolve_game(request, options, scope, engine=engine)
