"""The command group of one game, made from its engine."""

from collections.abc import Iterator
from functools import partial

import discord
from discord import app_commands

from bot.discord.commands.about_game import game_command, game_option, play_command, resolve_game
from bot.discord.commands.autocomplete import complete_notation, complete_terms, completer_for, narrowed
from bot.discord.commands.chat import chat_commands
from bot.discord.commands.lookups import answer_question, fitting, rules_page, show_hand
from bot.discord.commands.opening import new
from bot.discord.commands.play import act_by_fields, play_steps, undo_own
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import (
    Completions,
    Focus,
    Option,
    SlashCommand,
    build_command,
    fields_of,
    group,
    shared_options,
)
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels.opening_fields import OPPONENTS, THREAD
from bot.service.commands import COMMANDS, LEVEL, draw_parameter, how_far, seat_and_hours
from bot.service.typed_fields import named_after
from bot.service.values.refused import Refused
from bot.service.values.titles import resolve_engine
from bot.service.values.typed import quoted
from engines.contract import Action, AnyEngine, Question

OPTIONS_LIMIT = 25
"""The most options that Discord allows a command."""


def engine_group(engine: AnyEngine) -> app_commands.Group:
    """`/roses new | drop | step | ... | help`."""
    commands = group(engine.info.key, f"{engine.info.title} by {engine.info.designer}")
    for command in (
        _new_command(engine),
        *(_action_command(engine, kind) for kind in engine.action_types if not kind.host_only),
        *_part_commands(engine),
        *(_question_command(engine, kind) for kind in engine.questions.types),
        *chat_commands(engine),
        _help_command(engine, commands),
    ):
        commands.add_command(command)
    return commands


def host_options(engine: AnyEngine) -> list[Option]:
    """The options of `new` that every game has."""
    info = engine.info
    options = [
        *shared_options(seat_and_hours(engine)),
        terms_option(engine),
        *place_options(),
        *opponent_options(len(info.seats) - 1),
    ]
    if engine.computer is not None:
        options += computer_options(len(info.seats) - 1)
    if info.min_seats < len(info.seats):
        players = app_commands.Range[int, info.min_seats, len(info.seats)]
        options.insert(0, Option("players", "How many play at most", players, False))
    return options


def opponent_options(most: int) -> list[Option]:
    """The options that name opponents, who are invited and for whom seats are kept."""
    return [
        Option(name, "Whom you want to play with: a seat is kept until they accept", discord.User, False)
        for name in OPPONENTS[:most]
    ]


def computer_options(most: int) -> list[Option]:
    """The options that seat computers."""
    count = app_commands.Range[int, 0, most]
    how_many = "How many computers play; none by default, in direct messages all others"
    return [Option("computers", how_many, count, False), *shared_options([LEVEL])]


def terms_option(engine: AnyEngine | None = None) -> Option:
    """The option for terms that differ from the default; `engine` None: of the game in the option `game`."""

    async def complete(request: Request, focus: Focus) -> Completions:
        game = engine or resolve_engine(request.engines, str(focus.options.get("game", "")))
        return complete_terms(game, focus.current)

    help_text = "Clock and absence: start typing, and choose; the usual terms by default"
    return Option("terms", help_text, str, False, complete)


def place_options() -> list[Option]:
    """The options for the place of a game, and for the host's text for the draw."""
    where = "The channel or forum to open it in; here by default"
    return [
        Option("channel", where, app_commands.AppCommandChannel, False),
        Option("thread", "Whether the game gets a thread of its own; yes by default", bool, False),
        *shared_options([draw_parameter()]),
    ]


def _new_command(engine: AnyEngine) -> SlashCommand:
    """`new`, with the game's own options and those that every game has."""
    declared = [*fields_of(engine.options_type), *host_options(engine)]
    # Left out where a command has too many options; the panel offers these as well.
    for dispensable in (THREAD, *reversed(OPPONENTS)):
        if len(declared) > OPTIONS_LIMIT:
            declared = [option for option in declared if option.name != dispensable]
    help_text = f"Open a game of {engine.info.title}"
    return build_command("new", help_text, declared, partial(new, engine=engine))


def _action_command(engine: AnyEngine, kind: type[Action]) -> SlashCommand:
    """A command for a kind of action: the action's fields are the options, its legal values the choices."""
    declared = fields_of(kind, complete=completer_for(engine, kind))
    if kind.opens_panel:
        declared = [option._replace(required=False) for option in declared]
    options = [*declared, game_option("running", engine)]
    return play_command(*named_after(kind), options, partial(act_by_fields, kind=kind), engine=engine)


def _part_commands(engine: AnyEngine) -> Iterator[SlashCommand]:
    find = partial(resolve_game, engine=engine)
    running = game_option("running", engine)
    if engine.info.undo == "turn":
        help_text = "Take back your last action, or all of your turn; or do it again"
        yield game_command("undo", help_text, [*shared_options([how_far()]), running], undo_own, find)
    if engine.hand is not None:
        yield game_command("hand", COMMANDS["game hand"].help, [game_option("any", engine)], show_hand, find)
    if engine.info.separator is not None:
        words = f"In order, with “{engine.info.separator}” between them; all are done, or none"
        steps = Option("steps", words, str, True, partial(complete_notation, engine=engine))
        help_text = "Do several things at once, written out"
        yield play_command("turn", help_text, [steps, running], play_steps, engine=engine)


def _question_command(engine: AnyEngine, kind: type[Question]) -> SlashCommand:
    """A command for a kind of question about a position; only the asker sees the answer."""
    find = partial(resolve_game, engine=engine)

    async def complete(request: Request, focus: Focus) -> Completions:
        summary = await find(request, focus.options, "running")
        asked = await request.service.reading.questions(summary.code, request.person)
        found = narrowed([(one, lambda: ("", "")) for one in asked if isinstance(one, kind)], focus)
        if not found:
            what = f" with {quoted(focus.current)}" if focus.current.strip() else ""
            raise Refused("none_fits", f"There is nothing{what} to ask about now.")
        return found

    options = [*fields_of(kind, complete=complete), game_option("running", engine)]
    return game_command(*named_after(kind), options, partial(answer_question, kind=kind), find)


def _help_command(engine: AnyEngine, commands: app_commands.Group) -> SlashCommand:
    """`help`: the rules in short and every command of the game, whether or not the user plays it."""

    async def handle(responder: Responder, _options: Options) -> None:
        lines = [f"`/{one.qualified_name}` {one.description}" for one in commands.walk_commands()]
        await responder.show(rules_page(engine))
        await responder.send_followup(fitting(lines))

    return build_command("help", f"How {engine.info.title} is played, and all its commands", [], handle)
